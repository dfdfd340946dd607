//! Boards on which nobody can win any more.

use tengen_core::{Board, Cell, Direction, Point, Stone};

/// Whether no colour can ever have five in a row: every stretch of five cells holds
/// stones of both. What overlines and held fives mean is left aside, so that in their
/// rules a dead board may be taken for a living one, never the other way round.
pub(super) fn is_dead(board: &Board) -> bool {
    let is_open = |point: Point| {
        Direction::ALL.into_iter().any(|direction| {
            Stone::BOTH
                .into_iter()
                .any(|stone| has_room(board, point, direction, stone))
        })
    };
    !board.size().points().any(is_open)
}

/// Whether five cells from here on are free or this colour's.
fn has_room(board: &Board, point: Point, direction: Direction, stone: Stone) -> bool {
    (0..5).all(|steps| match board.look(point, direction, steps) {
        Cell::Empty => true,
        Cell::Stone(other) => other == stone,
        Cell::Edge => false,
    })
}
