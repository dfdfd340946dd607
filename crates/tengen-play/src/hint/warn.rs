//! A quiet word before a move that loses by force.

use tengen_core::{Point, Position};

use super::find::{own_moves, wins_by_fours};

/// A move loses by force: the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// How the opponent wins by fours, beginning with the answer to the move.
    pub line: Vec<Point>,
    /// In how many moves of the opponent, the five included.
    pub moves: usize,
}

/// Whether playing `point` lets the opponent win by fours, which is then proven. `None`
/// says nothing about other ways to lose.
pub fn warn(position: &Position, point: Point) -> Option<Warning> {
    let mut after = position.clone();
    after.play(point).ok()?;
    if after.outcome().is_some() {
        return None;
    }
    let line = wins_by_fours(&after)?;
    let moves = own_moves(&after, &line);
    Some(Warning { line, moves })
}
