//! The eight symmetries of a square board.

use std::fmt;

use crate::point::{Direction, Point, Size};

/// One of the eight ways to turn or mirror a square board.
///
/// Numbered so that bit 0 mirrors left and right, bit 1 mirrors top and bottom, and
/// bit 2 then swaps columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// What it does to the board, in words.
    pub const fn name(self) -> &'static str {
        match self.0 & 7 {
            0 => "as it is",
            1 => "mirrored left-right",
            2 => "mirrored top-bottom",
            3 => "turned by half",
            4 => "mirrored in the falling diagonal",
            5 => "turned a quarter to the left",
            6 => "turned a quarter to the right",
            _ => "mirrored in the rising diagonal",
        }
    }

    /// Where `point` of a board of `size` goes. A point off that board stays itself.
    #[must_use]
    pub fn apply(self, point: Point, size: Size) -> Point {
        if !size.contains(point) {
            return point;
        }
        let last = size.get() - 1;
        let x = if self.0 & 1 == 0 {
            point.x()
        } else {
            last - point.x()
        };
        let y = if self.0 & 2 == 0 {
            point.y()
        } else {
            last - point.y()
        };
        let (x, y) = if self.0 & 4 == 0 { (x, y) } else { (y, x) };
        size.point(x, y).unwrap_or(point)
    }

    /// Where a line of `direction` goes (a line has no sense of forward here).
    #[must_use]
    pub fn apply_to_direction(self, direction: Direction) -> Direction {
        let mirrored = (self.0 & 1 != 0) != (self.0 & 2 != 0);
        match direction {
            Direction::Row if self.0 & 4 != 0 => Direction::Column,
            Direction::Column if self.0 & 4 != 0 => Direction::Row,
            Direction::Falling if mirrored => Direction::Rising,
            Direction::Rising if mirrored => Direction::Falling,
            other => other,
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        // Swapping columns and rows exchanges the two mirrors.
        match self.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            other => Symmetry(other),
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_eight_differ_and_each_has_an_inverse() {
        let size = Size::new(7).unwrap();
        let mut images = HashSet::new();
        for symmetry in Symmetry::ALL {
            let image: Vec<Point> = size.points().map(|p| symmetry.apply(p, size)).collect();
            for p in size.points() {
                assert_eq!(symmetry.inverse().apply(symmetry.apply(p, size), size), p);
            }
            images.insert(image);
        }
        assert_eq!(images.len(), 8);
    }

    /// The names, told by where three corners of a board (top left, top right, bottom
    /// left) go.
    #[test]
    fn names_say_what_is_done() {
        let size = Size::new(5).unwrap();
        let corner = |x, y| size.point(x, y).unwrap();
        let (top_left, top_right) = (corner(0, 0), corner(4, 0));
        let (bottom_left, bottom_right) = (corner(0, 4), corner(4, 4));
        let named = |corners: [Point; 3]| {
            let from = [top_left, top_right, bottom_left];
            let found = Symmetry::ALL
                .iter()
                .find(|symmetry| from.map(|p| symmetry.apply(p, size)) == corners);
            found.unwrap().to_string()
        };
        for (corners, name) in [
            ([top_left, top_right, bottom_left], "as it is"),
            ([top_right, top_left, bottom_right], "mirrored left-right"),
            ([bottom_left, bottom_right, top_left], "mirrored top-bottom"),
            ([bottom_right, bottom_left, top_right], "turned by half"),
            (
                [top_left, bottom_left, top_right],
                "mirrored in the falling diagonal",
            ),
            (
                [bottom_left, top_left, bottom_right],
                "turned a quarter to the left",
            ),
            (
                [top_right, bottom_right, top_left],
                "turned a quarter to the right",
            ),
            (
                [bottom_right, top_right, bottom_left],
                "mirrored in the rising diagonal",
            ),
        ] {
            assert_eq!(named(corners), name);
        }
    }

    #[test]
    fn directions_follow_their_points() {
        let size = Size::new(9).unwrap();
        let centre = size.centre();
        for symmetry in Symmetry::ALL {
            for direction in Direction::ALL {
                let next = symmetry.apply(centre.step(direction, 1).unwrap(), size);
                let image = symmetry.apply_to_direction(direction);
                assert!([1, -1].map(|n| centre.step(image, n)).contains(&Some(next)));
            }
        }
    }
}
