//! Positions in which most moves lose by force, and few do not: what is lost is proven.

use tengen_core::{Point, Position};
use tengen_engine::{Engine, Evaluation, Options};
use tengen_play::MASTER_NODES;

use super::kinds::{EARLY_PROOF_NODES, PROOF_NODES, earliest_proven, prover, search, wins};

/// More points than this that do not lose: then there is little to see.
const MOST_HOLDING: usize = 8;

/// The position before the move that lost a game, if the loser played it in the end and
/// the win that it allowed is proven.
pub(super) fn before_the_losing_move(positions: Vec<Position>) -> Vec<Position> {
    let Some(mut before) = earliest_proven(positions).into_iter().next() else {
        return Vec::new();
    };
    match before.undo() {
        Some(_) => vec![before],
        None => Vec::new(),
    }
}

/// Every point after which no win of the other side can be proven; `None` if there is none,
/// if there are so many that it is hard to go wrong, or if Master might go wrong.
pub(super) fn holding_moves(position: &Position) -> Option<Vec<Point>> {
    let mut engine = prover();
    // Asked first, as all points take long.
    let steady = masters_moves(position)?;
    let mut falls = |&point: &Point| loses(&mut engine, position, point, EARLY_PROOF_NODES);
    if steady.iter().any(&mut falls) {
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
    let holds = |point| holding.contains(point);
    steady.iter().all(holds).then_some(holding)
}

/// Whether the other side is proven to win after a move.
fn loses(engine: &mut Engine, position: &Position, point: Point, nodes: u64) -> bool {
    let mut after = position.clone();
    after.play(point).is_ok()
        && after.outcome().is_none()
        && !wins(&search(engine, &after, nodes, 1)).is_empty()
}

/// What Master plays with half and with twice its positions, and without its net: where all
/// of it is right, a new net will hardly go wrong.
fn masters_moves(position: &Position) -> Option<Vec<Point>> {
    let variants = [
        (MASTER_NODES, Evaluation::Classical),
        (MASTER_NODES / 2, Evaluation::Shipped),
        (MASTER_NODES * 2, Evaluation::Shipped),
    ];
    let mut moves = Vec::new();
    for (nodes, evaluation) in variants {
        let mut engine = Engine::new(Options {
            table_bytes: 16 << 20,
            evaluation,
            ..Options::default()
        });
        moves.push(search(&mut engine, position, nodes, 1).best?);
    }
    Some(moves)
}
