//! What in a record does not fit the rules.

use std::fmt;

use super::Walk;
use crate::board::PlaceError;
use crate::outcome::Outcome;
use crate::tree::{NodeId, Tree};

/// Something on the main line of a record that does not fit the rules. It is kept in the
/// tree all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameNote {
    /// Moves after the end. They stand on the board and change the result no more.
    AfterEnd {
        /// The first of them.
        first: NodeId,
        /// How many.
        count: usize,
        /// How the game had ended.
        outcome: Box<Outcome>,
    },
    /// Moves that the board cannot take: they are passed over.
    Impossible {
        /// The first of them.
        first: NodeId,
        /// How many.
        count: usize,
        /// What is wrong with the first.
        error: PlaceError,
    },
    /// Moves of a colour whose turn it was not.
    OutOfTurn {
        /// The first of them.
        first: NodeId,
        /// How many.
        count: usize,
    },
    /// The record names another winner than the rules do.
    OtherResult {
        /// What the record says.
        recorded: Box<Outcome>,
        /// What the rules say.
        by_rules: Box<Outcome>,
    },
    /// The opening protocol on record cannot be followed.
    Opening {
        /// What is wrong.
        message: String,
    },
}

impl fmt::Display for GameNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameNote::AfterEnd { count, outcome, .. } => write!(
                f,
                "{} after the end ({outcome}): kept, the result stays",
                moves(*count)
            ),
            GameNote::Impossible { count, error, .. } => {
                write!(f, "{} impossible and passed over: {error}", moves(*count))
            }
            GameNote::OutOfTurn { count, .. } => {
                write!(f, "{} out of turn: kept as written", moves(*count))
            }
            GameNote::OtherResult { recorded, by_rules } => write!(
                f,
                "the record says \"{recorded}\", but by the rules it is \"{by_rules}\""
            ),
            GameNote::Opening { message } => write!(
                f,
                "the opening protocol on record cannot be followed and is left aside: {message}"
            ),
        }
    }
}

fn moves(count: usize) -> String {
    match count {
        1 => "1 move".to_owned(),
        _ => format!("{count} moves"),
    }
}

/// Goes along the main line and compares it with the rules. At most one note of a kind.
pub(super) fn on_main_line(tree: &Tree) -> Vec<GameNote> {
    let line = tree.main_line();
    let mut walk = Walk::to(tree, &line[..1]);
    let mut after_end = None;
    let mut impossible = None;
    let mut out_of_turn = None;
    for &id in &line[1..] {
        let node = tree.node(id);
        if let Some(mv) = node.mv
            && node.setup.stones.is_empty()
        {
            let position = walk.position();
            if let Some(outcome) = position.outcome() {
                count_one(&mut after_end, || (id, outcome.clone()));
            }
            if mv.stone != node.setup.to_move.unwrap_or(position.to_move()) {
                count_one(&mut out_of_turn, || (id, ()));
            }
            let placed = mv.point.map_or(Ok(()), |point| {
                position.board().clone().place(point, mv.stone)
            });
            if let Err(error) = placed {
                count_one(&mut impossible, || (id, error));
            }
        }
        walk.forward(id, node);
    }
    let other_result = match (&tree.info.result, walk.position().outcome()) {
        (Some(recorded), Some(by_rules)) if recorded.winner != by_rules.winner => {
            Some(GameNote::OtherResult {
                recorded: Box::new(recorded.clone()),
                by_rules: Box::new(by_rules.clone()),
            })
        }
        _ => None,
    };
    let notes = [
        after_end.map(|((first, outcome), count)| GameNote::AfterEnd {
            first,
            count,
            outcome: Box::new(outcome),
        }),
        impossible.map(|((first, error), count)| GameNote::Impossible {
            first,
            count,
            error,
        }),
        out_of_turn.map(|((first, ()), count)| GameNote::OutOfTurn { first, count }),
        other_result,
    ];
    notes.into_iter().flatten().collect()
}

/// Keeps the first of a kind and counts them all.
fn count_one<T>(seen: &mut Option<(T, usize)>, first: impl FnOnce() -> T) {
    match seen {
        Some((_, count)) => *count += 1,
        None => *seen = Some((first(), 1)),
    }
}
