//! A quiet word before a move that loses by force.

use tengen_core::proof::Certificate;
use tengen_core::{Point, Position, Stone, win};
use tengen_engine::Stop;
use tengen_engine::solve::Kind;

use super::find::{own_moves, prove};

/// Positions that the opponent's fours may take to be found.
const FOURS_NODES: u64 = 50_000;
/// Positions that its threes and fours may take.
const THREATS_NODES: u64 = 15_000;

/// A move loses by force: the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// How the opponent wins, beginning with the answer to the move.
    pub line: Vec<Point>,
    /// In how many moves of the opponent, the five included.
    pub moves: usize,
    /// The play against every defence, from the position after the move.
    pub proof: Box<Certificate>,
}

/// Whether playing `point` lets the opponent win by fours, or soon by threes and fours,
/// which is then proven. `None` says nothing about other ways to lose; nor is anything said
/// about the stop of a five, since every other move would lose at once.
pub fn warn(position: &Position, point: Point) -> Option<Warning> {
    let mut after = position.clone();
    after.play(point).ok()?;
    if after.outcome().is_some() || stops_five(position, &after) {
        return None;
    }
    let stop = Stop::new();
    let proof = prove(&after, Kind::Fours, FOURS_NODES, &stop)
        .or_else(|| prove(&after, Kind::Threats, THREATS_NODES, &stop))?;
    Some(Warning {
        line: proof.certificate.main_line(),
        moves: own_moves(&proof),
        proof: Box::new(proof.certificate),
    })
}

/// Whether the opponent could make five, and after the move at fewer points.
fn stops_five(position: &Position, after: &Position) -> bool {
    let (own, other) = (position.to_move(), position.to_move().opponent());
    fives(position, own) == 0 && fives(after, other) < fives(position, other)
}

/// At how many points a stone would make five.
fn fives(position: &Position, stone: Stone) -> usize {
    let (board, rule) = (position.board(), position.rule());
    let makes_five = |&point: &Point| win::wins_at_once(board, rule, point, stone);
    board.free_points().filter(makes_five).count()
}
