//! Renju's forbidden points: which they are, and why.
//!
//! # The six definitions
//!
//! 1. A **five** is exactly five black stones in an unbroken row. A move that makes one
//!    wins and is never forbidden, whatever else it makes.
//! 2. An **overline** is an unbroken row of six or more.
//! 3. A **four** is a set of four stones to which one stone can be added to make exactly
//!    five. Fours are counted as different sets of stones through the new one, so one
//!    line can hold two (`X.XXX.X`), and a straight four is one.
//! 4. A **straight four** (open four) is four in an unbroken row whose two end points
//!    both make exactly five.
//! 5. A **three** is a set of three stones to which one stone can be added to make a
//!    straight four without making a five at the same time.
//! 6. A **double three** is two threes of one stone that are both *real*. A three is real
//!    if Black could play one of its straight-four points: no five there, no overline, no
//!    double four and no double three, the last judged by this same rule with the stones
//!    put down so far staying on the board.
//!
//! Overline, double four and double three are the three kinds of forbidden move.
//!
//! # Which function to ask
//!
//! [`is_forbidden`] answers yes or no and is quick. [`forbidden_at`] and
//! [`forbidden_points`] name the kinds. [`examine()`] tells everything there is to show a
//! person: rows, fours, threes, and for every straight-four point why Black could or
//! could not play there.
//!
//! ```
//! use tengen_core::forbidden::{ForbiddenKind, forbidden_at, is_forbidden};
//! use tengen_core::{Board, Size, Stone};
//!
//! // A row and a column of two black stones each, which meet in the centre.
//! let size = Size::STANDARD;
//! let mut board = Board::new(size);
//! for (x, y) in [(5, 7), (6, 7), (7, 5), (7, 6)] {
//!     board.place(size.point(x, y).unwrap(), Stone::Black)?;
//! }
//! assert!(is_forbidden(&board, size.centre()));
//! let forbidden = forbidden_at(&board, size.centre()).unwrap();
//! assert_eq!(forbidden.kinds, [ForbiddenKind::DoubleThree]);
//! # Ok::<(), tengen_core::PlaceError>(())
//! ```

mod examine;
mod explain;
mod judge;
mod line;
#[cfg(test)]
mod tests;

use std::fmt;

pub use examine::{Examination, Extension, Four, LegalBecause, Obstacle, Three, examine};

use crate::board::Board;
use crate::point::Point;

/// One of the three kinds of forbidden move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ForbiddenKind {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two real threes at once.
    DoubleThree,
}

impl ForbiddenKind {
    /// All three, in the order in which they are listed.
    pub const ALL: [ForbiddenKind; 3] = [
        ForbiddenKind::Overline,
        ForbiddenKind::DoubleFour,
        ForbiddenKind::DoubleThree,
    ];

    /// The short form players write: `6`, `44`, `33`.
    pub const fn code(self) -> &'static str {
        match self {
            ForbiddenKind::Overline => "6",
            ForbiddenKind::DoubleFour => "44",
            ForbiddenKind::DoubleThree => "33",
        }
    }

    /// The kind in words: `overline`, `double four`, `double three`.
    pub const fn name(self) -> &'static str {
        match self {
            ForbiddenKind::Overline => "overline",
            ForbiddenKind::DoubleFour => "double four",
            ForbiddenKind::DoubleThree => "double three",
        }
    }
}

impl fmt::Display for ForbiddenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A forbidden point. [`examine()`] says which lines make it so.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Forbidden {
    /// The point.
    pub point: Point,
    /// All kinds that hold, at least one, in the order of [`ForbiddenKind::ALL`].
    pub kinds: Vec<ForbiddenKind>,
}

/// Whether renju forbids Black to play `point`. A point that is taken or off the board
/// is not forbidden, only impossible.
pub fn is_forbidden(board: &Board, point: Point) -> bool {
    board.is_free(point) && judge::forbids(board, point, &RENJU)
}

/// The kinds that make `point` forbidden to Black, or `None` if it is not forbidden.
pub fn forbidden_at(board: &Board, point: Point) -> Option<Forbidden> {
    if !board.is_free(point) {
        return None;
    }
    let kinds = judge::kinds(board, point, &RENJU);
    (!kinds.is_empty()).then_some(Forbidden { point, kinds })
}

/// All points that are forbidden to Black, row by row from the top left.
pub fn forbidden_points(board: &Board) -> Vec<Forbidden> {
    let free = board.free_points();
    free.filter_map(|point| forbidden_at(board, point))
        .collect()
}

/// The clauses of the six definitions that are easily missed. The rules have all of them;
/// tests switch one off at a time to show that a drawn position depends on it.
struct Clauses {
    /// 1: a move that makes a five is never forbidden.
    five_is_never_forbidden: bool,
    /// 2: six or more in a row are forbidden.
    overline_is_forbidden: bool,
    /// 3: the five that a four threatens is exactly five.
    four_makes_exactly_five: bool,
    /// 3: fours are counted as sets of stones, not as lines.
    fours_are_sets_of_stones: bool,
    /// 4: both ends of a straight four make exactly five.
    straight_four_makes_exactly_five: bool,
    /// 5: the stone that makes the straight four makes no five at the same time.
    three_makes_no_five: bool,
    /// 6: a three is real only where the straight four is no overline.
    real_three_makes_no_overline: bool,
    /// 6: and where it is no double four.
    real_three_makes_no_double_four: bool,
    /// 6: and no double three, judged by the same rule again and again: this many times.
    levels_of_judgement: usize,
    /// 6: the stones put down so far stay on the board.
    stones_stay: bool,
}

/// The rules of renju: every clause holds.
const RENJU: Clauses = Clauses {
    five_is_never_forbidden: true,
    overline_is_forbidden: true,
    four_makes_exactly_five: true,
    fours_are_sets_of_stones: true,
    straight_four_makes_exactly_five: true,
    three_makes_no_five: true,
    real_three_makes_no_overline: true,
    real_three_makes_no_double_four: true,
    levels_of_judgement: usize::MAX,
    stones_stay: true,
};
