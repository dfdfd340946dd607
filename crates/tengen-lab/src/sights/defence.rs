//! Where a game turned: most moves lose by force, and few do not. What is lost is proven.

use tengen_core::{Point, Position};
use tengen_engine::{Engine, Options};
use tengen_play::MASTER_NODES;

use super::kinds::{EARLY_PROOF_NODES, PROOF_NODES, earliest_proven, prover, search, wins};

/// More points than this that do not lose: then there is little to see.
const MOST_HOLDING: usize = 8;

/// Where a game turned: the position before the move that lost it, and the first ones in
/// which the winner is proven to win.
pub(super) fn turns(positions: Vec<Position>) -> Vec<Position> {
    let mut turns = earliest_proven(positions);
    if let Some(mut before) = turns.first().cloned()
        && before.undo().is_some()
    {
        turns.insert(0, before);
    }
    turns
}

/// Every point after which no win of the other side can be proven; `None` if there is none,
/// if there are so many that it is hard to go wrong, or if Master might go wrong.
pub(super) fn holding_moves(position: &Position) -> Option<Vec<Point>> {
    let mut engine = prover();
    // Asked first, as all points take long.
    let steady = with_more_time(position)?;
    let mut falls = |&point: &Point| loses(&mut engine, position, point, EARLY_PROOF_NODES);
    if falls(&steady) {
        return None;
    }
    let mut holding = Vec::new();
    for point in position.legal_points() {
        if !falls(&point) {
            holding.push(point);
        }
        if holding.len() > MOST_HOLDING {
            return None;
        }
    }
    holding.retain(|&point| !loses(&mut engine, position, point, PROOF_NODES));
    holding.contains(&steady).then_some(holding)
}

/// Whether the other side is proven to win after a move.
fn loses(engine: &mut Engine, position: &Position, point: Point, nodes: u64) -> bool {
    let mut after = position.clone();
    after.play(point).is_ok()
        && after.outcome().is_none()
        && !wins(&search(engine, &after, nodes, 1)).is_empty()
}

/// What Master plays with twice its positions: where that is right too, it was no luck.
fn with_more_time(position: &Position) -> Option<Point> {
    let mut engine = Engine::new(Options {
        table_bytes: 16 << 20,
        ..Options::default()
    });
    search(&mut engine, position, 2 * MASTER_NODES, 1).best
}
