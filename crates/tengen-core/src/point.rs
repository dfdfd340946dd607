//! Points, board sizes and the four directions of a line.
//!
//! A [`Point`] is a crossing of the grid, counted from the **top left**, as the
//! Gomocup protocol, PSQ and SGF count. People count rows from the bottom; that
//! spelling ([`Point::name`]) therefore needs to know the board's [`Size`].

use std::fmt;

/// The smallest board that the rules accept.
pub const MIN_SIZE: u8 = 5;
/// The largest board that the rules accept.
pub const MAX_SIZE: u8 = 22;
/// Number of different [`Point`]s, on or off a given board: the length of a table
/// indexed by [`Point::index`].
pub const AREA: usize = MAX_SIZE as usize * MAX_SIZE as usize;

/// A crossing of the grid: column `x` from the left, row `y` from the top, both from 0.
///
/// A point lies within 22x22, but not on every smaller board: ask [`Size::contains`].
/// Points order row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The point in column `x` and row `y`, or `None` beyond 22x22.
    ///
    /// ```
    /// use tengen_core::Point;
    /// assert_eq!(Point::new(7, 3).map(|p| (p.x(), p.y())), Some((7, 3)));
    /// assert_eq!(Point::new(22, 0), None);
    /// ```
    pub const fn new(x: u8, y: u8) -> Option<Point> {
        if x < MAX_SIZE && y < MAX_SIZE {
            Some(Point(y as u16 * MAX_SIZE as u16 + x as u16))
        } else {
            None
        }
    }

    /// Column from the left, starting at 0.
    pub const fn x(self) -> u8 {
        (self.0 % MAX_SIZE as u16) as u8
    }

    /// Row from the top, starting at 0.
    pub const fn y(self) -> u8 {
        (self.0 / MAX_SIZE as u16) as u8
    }

    /// A number below [`AREA`], the same on boards of every size: the key for tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point `steps` further along `direction` (backwards if negative), or `None`
    /// beyond 22x22. On a smaller board ask [`Size::contains`] too.
    pub fn step(self, direction: Direction, steps: i32) -> Option<Point> {
        let (dx, dy) = direction.delta();
        let x = i32::from(self.x()).checked_add(dx.checked_mul(steps)?)?;
        let y = i32::from(self.y()).checked_add(dy.checked_mul(steps)?)?;
        Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
    }

    /// The larger of the column and row distances: 1 for the eight neighbours.
    pub fn distance(self, other: Point) -> u8 {
        self.x()
            .abs_diff(other.x())
            .max(self.y().abs_diff(other.y()))
    }

    /// The name that people use: a capital letter for the column (I is not skipped) and
    /// the row **from the bottom**; the centre of a 15x15 board is `H8`.
    ///
    /// For a point off the board the row counts on below 1 and is shown as `?`.
    ///
    /// ```
    /// use tengen_core::{Point, Size};
    /// let size = Size::new(15).unwrap();
    /// assert_eq!(Point::new(0, 0).unwrap().name(size), "A15");
    /// assert_eq!(size.centre().name(size), "H8");
    /// ```
    pub fn name(self, size: Size) -> String {
        let letter = char::from(b'A' + self.x());
        match size.get().checked_sub(self.y()) {
            Some(row) if row > 0 => format!("{letter}{row}"),
            _ => format!("{letter}?"),
        }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x(), self.y())
    }
}

/// A line's direction. Stepping forward goes right, or straight down in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Left to right, `─`.
    Row,
    /// Top to bottom, `│`.
    Column,
    /// Towards the bottom right, `╲`.
    Falling,
    /// Towards the top right, `╱`.
    Rising,
}

impl Direction {
    /// All four, in a fixed order.
    pub const ALL: [Direction; 4] = [
        Direction::Row,
        Direction::Column,
        Direction::Falling,
        Direction::Rising,
    ];

    /// Change of column and row for one step forward.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Falling => (1, 1),
            Direction::Rising => (1, -1),
        }
    }
}

/// The side length of a square board, 5 to 22.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u8);

impl Size {
    /// The smallest board.
    pub const MIN: Size = Size(MIN_SIZE);
    /// The usual board, 15x15.
    pub const STANDARD: Size = Size(15);
    /// The largest board.
    pub const MAX: Size = Size(MAX_SIZE);

    /// A board of `n` by `n` points.
    ///
    /// # Errors
    /// [`SizeError`] if `n` is not between 5 and 22.
    pub const fn new(n: u8) -> Result<Size, SizeError> {
        if n >= MIN_SIZE && n <= MAX_SIZE {
            Ok(Size(n))
        } else {
            Err(SizeError { asked: n as u64 })
        }
    }

    /// The side length.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Number of points on the board.
    pub const fn area(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Whether `point` lies on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.0 && point.y() < self.0
    }

    /// The point in column `x` and row `y` (from the top left), if it is on the board.
    pub const fn point(self, x: u8, y: u8) -> Option<Point> {
        if x < self.0 && y < self.0 {
            Point::new(x, y)
        } else {
            None
        }
    }

    /// The centre (天元), on even boards the one right and below of the middle, which
    /// is the origin of Gomocup's opening lists.
    pub const fn centre(self) -> Point {
        Point((self.0 / 2) as u16 * (MAX_SIZE as u16 + 1))
    }

    /// Every point of the board, row by row from the top left.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        let n = usize::from(self.0);
        (0..n * n).map(move |i| Point((i / n * usize::from(MAX_SIZE) + i % n) as u16))
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

impl TryFrom<u64> for Size {
    type Error = SizeError;

    fn try_from(n: u64) -> Result<Size, SizeError> {
        u8::try_from(n)
            .ok()
            .and_then(|small| Size::new(small).ok())
            .ok_or(SizeError { asked: n })
    }
}

/// A board size that is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// The side length that was asked for.
    pub asked: u64,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no board of {0}x{0}: sizes from {MIN_SIZE} to {MAX_SIZE} are allowed",
            self.asked
        )
    }
}

impl std::error::Error for SizeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_cover_the_board_once_in_order() {
        for n in MIN_SIZE..=MAX_SIZE {
            let size = Size::new(n).unwrap();
            let points: Vec<Point> = size.points().collect();
            assert_eq!(points.len(), size.area());
            assert!(points.is_sorted());
            assert!(points.iter().all(|&p| size.contains(p)));
            assert!(
                points
                    .iter()
                    .all(|&p| size.point(p.x(), p.y()) == Some(p) && p.index() < AREA)
            );
        }
    }

    #[test]
    fn sizes_outside_the_range_are_refused_with_the_range() {
        for n in [0, 4, 23, 255] {
            let error = Size::new(n).unwrap_err();
            assert!(error.to_string().contains("5 to 22"), "{error}");
        }
        assert!(Size::try_from(99_999_999_999).is_err());
    }

    #[test]
    fn steps_go_there_and_back_and_stop_at_the_rim() {
        let centre = Size::STANDARD.centre();
        for direction in Direction::ALL {
            let there = centre.step(direction, 3).unwrap();
            assert_eq!(there.step(direction, -3), Some(centre));
            assert_eq!(there.distance(centre), 3);
            assert_eq!(centre.step(direction, 40), None);
            assert_eq!(centre.step(direction, i32::MIN), None);
        }
    }

    #[test]
    fn the_centre_is_where_opening_lists_start() {
        let at = |n| {
            let p = Size::new(n).unwrap().centre();
            (p.x(), p.y())
        };
        assert_eq!((at(15), at(20), at(5)), ((7, 7), (10, 10), (2, 2)));
    }

    #[test]
    fn rows_are_named_from_the_bottom() {
        let size = Size::new(20).unwrap();
        assert_eq!(size.point(8, 19).unwrap().name(size), "I1");
        assert_eq!(Point::new(0, 21).unwrap().name(size), "A?");
    }
}
