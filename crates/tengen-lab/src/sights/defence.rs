//! Where a game turned: most moves lose by force, and few do not. What is lost is proven.

use tengen_core::{Point, Position};
use tengen_engine::{Engine, Options};
use tengen_play::MASTER_NODES;

use super::kinds::{EARLY_PROOF_NODES, PROOF_NODES, is_proven, prover, search, wins};

/// More points than this that do not lose: then there is little to see.
const MOST_HOLDING: usize = 8;

/// How many positions of the winner are looked at from before his win is easily proven.
const EARLIER: usize = 3;

/// Where a game turned, from its positions, late ones first: the one before the move that
/// lost, the first in which the winner is proven to win, and some of his before it, in
/// which a longer search may prove what he had.
pub(super) fn turns(positions: Vec<Position>) -> Vec<Position> {
    let Some(winner) = positions.first().map(Position::to_move) else {
        return Vec::new();
    };
    let his: Vec<Position> = positions
        .into_iter()
        .filter(|position| position.to_move() == winner)
        .collect();
    let Some(first) = his
        .iter()
        .take_while(|it| is_proven(it))
        .count()
        .checked_sub(1)
    else {
        return Vec::new();
    };
    let mut before = his[first].clone();
    let mistake = before.undo().map(|_| before);
    let his = his.into_iter().skip(first).take(1 + EARLIER);
    mistake.into_iter().chain(his).collect()
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
