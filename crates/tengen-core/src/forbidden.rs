//! Renju's forbidden points.
use crate::{Board, Point};

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

/// Why a point is forbidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// The point.
    pub point: Point,
    /// All kinds that hold.
    pub kinds: Vec<ForbiddenKind>,
}

/// Whether `point` is forbidden to Black.
pub fn is_forbidden(_board: &Board, _point: Point) -> bool {
    false
}

/// shim
pub fn forbidden_at(_board: &Board, _point: Point) -> Option<Forbidden> {
    None
}
impl ForbiddenKind {
    /// shim
    pub fn name(self) -> &'static str {
        "shim"
    }
}
