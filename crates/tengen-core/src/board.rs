//! The plain board: what stands where. It knows no rule and no turn.

use std::fmt;

use crate::point::{AREA, Direction, Point, Size};
use crate::stone::{BySide, Stone};
use crate::symmetry::Symmetry;
use crate::zobrist;

/// What a place on or beside the board holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// A free point.
    Empty,
    /// A stone.
    Stone(Stone),
    /// Beyond the edge of the board.
    Edge,
}

/// Stones on a square board.
///
/// ```
/// use tengen_core::{Board, Size, Stone};
/// let mut board = Board::new(Size::STANDARD);
/// let centre = board.size().centre();
/// board.place(centre, Stone::Black)?;
/// assert_eq!(board.get(centre), Some(Stone::Black));
/// assert!(board.place(centre, Stone::White).is_err());
/// # Ok::<(), tengen_core::PlaceError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    cells: [Option<Stone>; AREA],
    count: BySide<u16>,
    key: u64,
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Board {
        Board {
            size,
            cells: [None; AREA],
            count: BySide::default(),
            key: 0,
        }
    }

    /// A board with the given stones.
    ///
    /// # Errors
    /// [`PlaceError`] for a point off the board or named twice.
    pub fn with_stones(
        size: Size,
        stones: impl IntoIterator<Item = (Point, Stone)>,
    ) -> Result<Board, PlaceError> {
        let mut board = Board::new(size);
        for (point, stone) in stones {
            board.place(point, stone)?;
        }
        Ok(board)
    }

    /// Side length.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on `point`; `None` if it is free or off the board.
    pub fn get(&self, point: Point) -> Option<Stone> {
        self.cells[point.index()]
    }

    /// Whether `point` is on the board and free.
    pub fn is_free(&self, point: Point) -> bool {
        self.size.contains(point) && self.get(point).is_none()
    }

    /// What lies `steps` from `point` along `direction`, the edge included.
    pub fn look(&self, point: Point, direction: Direction, steps: i32) -> Cell {
        match point.step(direction, steps) {
            Some(there) if self.size.contains(there) => {
                self.get(there).map_or(Cell::Empty, Cell::Stone)
            }
            _ => Cell::Edge,
        }
    }

    /// Puts a stone down.
    ///
    /// # Errors
    /// [`PlaceError`] if `point` is off the board or taken; the board is then unchanged.
    pub fn place(&mut self, point: Point, stone: Stone) -> Result<(), PlaceError> {
        if !self.size.contains(point) {
            return Err(PlaceError::OffBoard {
                point,
                size: self.size,
            });
        }
        if let Some(stone) = self.get(point) {
            return Err(PlaceError::Occupied {
                point,
                size: self.size,
                by: stone,
            });
        }
        self.cells[point.index()] = Some(stone);
        self.count[stone] += 1;
        self.key ^= zobrist::stone_key(point, stone);
        Ok(())
    }

    /// Takes a stone up and says which; `None` if there was none.
    pub fn remove(&mut self, point: Point) -> Option<Stone> {
        let stone = self.cells[point.index()].take()?;
        self.count[stone] -= 1;
        self.key ^= zobrist::stone_key(point, stone);
        Some(stone)
    }

    /// Number of stones of one colour.
    pub fn count(&self, stone: Stone) -> usize {
        usize::from(self.count[stone])
    }

    /// Number of stones of both colours.
    pub fn stone_count(&self) -> usize {
        self.count(Stone::Black) + self.count(Stone::White)
    }

    /// Whether no point is free.
    pub fn is_full(&self) -> bool {
        self.stone_count() == self.size.area()
    }

    /// Zobrist key of the stones (not of the side to move, rule or size).
    pub fn key(&self) -> u64 {
        self.key
    }

    /// All stones with their points, row by row from the top left.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Stone)> + '_ {
        self.size
            .points()
            .filter_map(|point| Some((point, self.get(point)?)))
    }

    /// All free points, row by row from the top left.
    pub fn free_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size
            .points()
            .filter(|&point| self.get(point).is_none())
    }

    /// The unbroken row of `point`'s colour through it along `direction`; `None` if the
    /// point holds no stone.
    pub fn run(&self, point: Point, direction: Direction) -> Option<Run> {
        self.run_with(point, direction, self.get(point)?)
    }

    /// The row that a stone of this colour on `point` is or would be part of, whatever
    /// stands there now; `None` off the board.
    pub fn run_with(&self, point: Point, direction: Direction, stone: Stone) -> Option<Run> {
        if !self.size.contains(point) {
            return None;
        }
        let reach = |sign: i32| {
            (1..)
                .take_while(|n| self.look(point, direction, sign * n) == Cell::Stone(stone))
                .count() as i32
        };
        let (back, forth) = (reach(-1), reach(1));
        Some(Run {
            stone,
            direction,
            start: point.step(direction, -back)?,
            length: (back + 1 + forth) as u8,
            ends: [
                self.look(point, direction, -back - 1),
                self.look(point, direction, forth + 1),
            ],
        })
    }

    /// The board turned or mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Board {
        let mut image = Board::new(self.size);
        for (point, stone) in self.stones() {
            // Images of distinct points are distinct and on the board.
            let placed = image.place(symmetry.apply(point, self.size), stone);
            debug_assert!(placed.is_ok());
        }
        image
    }
}

impl fmt::Debug for Board {
    /// Rows of `X`, `O` and `.`, from the top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.size)?;
        for y in 0..self.size.get() {
            for x in 0..self.size.get() {
                let stone = self.size.point(x, y).and_then(|point| self.get(point));
                f.write_str(match stone {
                    Some(Stone::Black) => "X",
                    Some(Stone::White) => "O",
                    None => ".",
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// An unbroken row of stones of one colour, as long as it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// Whose stones.
    pub stone: Stone,
    /// Along which line.
    pub direction: Direction,
    /// The first stone, looking forward along the direction.
    pub start: Point,
    /// How many stones, at least 1.
    pub length: u8,
    /// What lies before the first and behind the last stone.
    pub ends: [Cell; 2],
}

impl Run {
    /// The stones' points in order.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        (0..i32::from(self.length)).filter_map(|n| self.start.step(self.direction, n))
    }

    /// Whether enemy stones stand at both ends (the edge holds nothing).
    pub fn is_held(&self) -> bool {
        self.ends == [Cell::Stone(self.stone.opponent()); 2]
    }
}

/// Why a stone cannot be put there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceError {
    /// The point is not on this board.
    OffBoard {
        /// The point asked for.
        point: Point,
        /// The board's size.
        size: Size,
    },
    /// A stone stands there already.
    Occupied {
        /// The point asked for.
        point: Point,
        /// The board's size.
        size: Size,
        /// The stone that stands there.
        by: Stone,
    },
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PlaceError::OffBoard { point, size } => write!(
                f,
                "column {}, row {} from the top left is off the board: columns and rows 1 to {} are allowed",
                point.x() + 1,
                point.y() + 1,
                size.get()
            ),
            PlaceError::Occupied { point, size, by } => write!(
                f,
                "{} is taken by a {} stone: choose a free point",
                point.name(size),
                if by == Stone::Black { "black" } else { "white" }
            ),
        }
    }
}

impl std::error::Error for PlaceError {}

#[cfg(test)]
pub(crate) mod tests;
