//! The classroom ladder: five plain opponents, each a lesson.
//!
//! | opponent | lesson |
//! |---|---|
//! | [`Random`](crate::Opponent::Random) | what a legal move is |
//! | [`Greedy`](crate::Opponent::Greedy) | scoring a move by the rows it makes and breaks |
//! | [`Trial`](crate::Opponent::Trial) | trying moves out and taking them back |
//! | [`Minimax`](crate::Opponent::Minimax) | expecting the best answer |
//! | [`AlphaBeta`](crate::Opponent::AlphaBeta) | the same answer for less work |
//!
//! They share one picture of the board, [`Rows`]: the rows of both colours, counted by
//! length and open ends, kept up to date move by move. Read `rows`, then the opponents
//! in the order above; `docs/classroom` has a page for each.

mod greedy;
mod rows;
mod search;
#[cfg(test)]
mod tests;
mod trial;

use tengen_core::rng::Rng;
use tengen_core::{Point, Position};

use crate::player::Opponent;

pub use rows::{RowCounts, Rows};
pub use search::{Found, Search};

/// Plies that the alpha-beta opponent looks ahead.
pub const ALPHA_BETA_PLIES: u32 = 4;

/// Positions after which the alpha-beta opponent is content with the depth it has
/// finished, so that no move takes much more than half a second.
const ALPHA_BETA_NODES: u64 = 600_000;

/// The move of an opponent of the classroom; `None` if there is no legal one. Opponents
/// of other kinds play here as `Random` does.
///
/// ```
/// use tengen_core::{Position, Rule, Size, rng::Rng};
/// use tengen_play::{Opponent, classroom};
/// let mut game = Position::new(Size::STANDARD, Rule::Freestyle);
/// let mut rng = Rng::new(1);
/// while game.outcome().is_none() {
///     let point = classroom::choose(Opponent::Greedy, &game, &mut rng).unwrap();
///     game.play(point)?;
/// }
/// # Ok::<(), tengen_core::MoveError>(())
/// ```
pub fn choose(opponent: Opponent, position: &Position, rng: &mut Rng) -> Option<Point> {
    if position.outcome().is_some() {
        return None;
    }
    if position.board().stone_count() == 0 && opponent != Opponent::Random {
        return central_point(position, rng);
    }
    let rows = Rows::new(position);
    match opponent {
        Opponent::Greedy => greedy::choose(&rows),
        Opponent::Trial => trial::choose(rows),
        Opponent::Minimax => Search::new(rows).minimax(2).best,
        Opponent::AlphaBeta => {
            Search::new(rows)
                .deepen(ALPHA_BETA_PLIES, ALPHA_BETA_NODES)
                .best
        }
        _ => random(position, rng),
    }
    // A rule may forbid every point that looked good.
    .or_else(|| random(position, rng))
}

/// Any legal point; on an empty board one of the central 5x5.
fn random(position: &Position, rng: &mut Rng) -> Option<Point> {
    if position.board().stone_count() == 0 {
        return central_point(position, rng);
    }
    let points: Vec<Point> = position.legal_points().collect();
    rng.pick(&points).copied()
}

/// A point of the central 5x5, all of them equally likely.
fn central_point(position: &Position, rng: &mut Rng) -> Option<Point> {
    let centre = position.size().centre();
    let points: Vec<Point> = position
        .legal_points()
        .filter(|point| point.distance(centre) <= 2)
        .collect();
    rng.pick(&points).copied()
}
