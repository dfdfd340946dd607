//! The board as a level notices it: some rows of the other side are not.
//!
//! A three that is not noticed lacks a stone on the board that is searched, so that the
//! whole search goes on as if it were not there. That stone's point cannot be played.

use tengen_core::shapes::{Kind, Life, Shape, shapes};
use tengen_core::{Direction, Point, Position};

/// Which open threes of the other side are not noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlooks {
    /// All are noticed.
    Nothing,
    /// Those on diagonals that the last move is not part of.
    DiagonalsElsewhere,
}

impl Overlooks {
    fn overlooks(self, shape: &Shape, last: Option<Point>) -> bool {
        let diagonal = matches!(shape.direction, Direction::Falling | Direction::Rising);
        match self {
            Overlooks::Nothing => false,
            Overlooks::DiagonalsElsewhere => {
                diagonal && last.is_none_or(|last| !shape.stones.contains(&last))
            }
        }
    }
}

/// The position with one stone less for every three that is not noticed, and those
/// stones' points.
pub(super) fn board_as_seen(overlooks: &Overlooks, position: &Position) -> (Position, Vec<Point>) {
    let mut board = position.board().clone();
    let mut missed = Vec::new();
    if *overlooks != Overlooks::Nothing {
        let theirs = position.to_move().opponent();
        let last = position.last_move().and_then(|mv| mv.point);
        for shape in shapes(&board.clone(), position.rule(), theirs) {
            let is_open_three = shape.kind == Kind::Three && shape.life == Life::Open;
            if is_open_three
                && overlooks.overlooks(&shape, last)
                && let Some(&stone) = shape.stones.get(1)
            {
                board.remove(stone);
                missed.push(stone);
            }
        }
    }
    if missed.is_empty() {
        return (position.clone(), missed);
    }
    let seen = Position::with_board(board, position.rule(), position.to_move());
    (seen, missed)
}
