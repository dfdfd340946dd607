//! How programs play opening protocols: they propose what is fair, take the better
//! colour, and keep some variety.
//!
//! After every stone of a protocol the other side may choose, so the one who places looks
//! for balance: the stone after which the engine sees neither side ahead. The one who
//! chooses takes what the engine prefers. In swap2 a position too close to call is
//! answered with two more stones.

mod fifths;
mod judge;
#[cfg(test)]
mod tests;

use tengen_core::opening::{Act, Opening, Protocol, Task};
use tengen_core::rng::Rng;
use tengen_core::{Game, Point, Stone};
use tengen_engine::{Engine, Stop};

use judge::Judge;

/// A position within so many points of balance is too close to call.
const CLOSE: i32 = 25;
/// Stones that differ by no more than this from the fairest one are as good.
const AS_FAIR: i32 = 12;
/// How many stones are tried for balance.
const TRIED: usize = 24;
/// The distance from another stone at which a balancing stone is looked for.
const REACH: u8 = 4;

/// An act for the player whose turn it is; `None` if the opening is over.
pub(crate) fn choose(game: &Game, engine: &mut Engine, stop: &Stop, rng: &mut Rng) -> Option<Act> {
    let opening = game.opening()?;
    let turn = opening.turn()?;
    let own = opening.stone_of(turn.seat);
    let mut judge = Judge::new(engine, stop);
    let act = match turn.task {
        Task::PlaceStone { .. } => place(opening, &mut judge, rng),
        Task::MaySwap => Some(swap_if_worse(judge.for_black_after(opening), own)),
        Task::MaySwapOrOfferTen => Some(fifths::swap_keep_or_offer(opening, &mut judge)),
        Task::ChooseColour => Some(Act::Choose(better(judge.for_black(opening.position())))),
        Task::ChooseColourOrAddTwo => {
            let value = judge.for_black(opening.position());
            Some(if value.abs() < CLOSE {
                Act::AddTwo
            } else {
                Act::Choose(better(value))
            })
        }
        Task::DeclareFifths { most } => Some(fifths::declare(opening, most, &mut judge)),
        Task::OfferFifth { .. } => fifths::offer(opening, &mut judge),
        Task::PickFifth => fifths::pick(opening, &mut judge),
    };
    // Whatever the engine did not find, some act is allowed.
    act.filter(|&act| opening.check(act).is_ok())
        .or_else(|| rng.pick(&opening.choices()).copied())
}

/// The colour that a value for Black speaks for.
fn better(for_black: i32) -> Stone {
    if for_black > 0 {
        Stone::Black
    } else {
        Stone::White
    }
}

fn swap_if_worse(for_black: i32, own: Stone) -> Act {
    if better(for_black) == own {
        Act::Keep
    } else {
        Act::Swap
    }
}

fn place(opening: &Opening, judge: &mut Judge<'_>, rng: &mut Rng) -> Option<Act> {
    let stones = opening.position().board().stone_count();
    let allowed: Vec<Point> = opening
        .choices()
        .into_iter()
        .filter_map(|act| match act {
            Act::Place(point) => Some(point),
            _ => None,
        })
        .collect();
    let point = match (opening.protocol(), stones) {
        (Protocol::Swap1, 0) => fairest(opening, judge, &one_eighth(opening, &allowed), rng),
        (_, 0) => near(&allowed, opening.position().size().centre(), 2, rng),
        (_, 1) => {
            let first = opening.position().last_move().and_then(|mv| mv.point);
            near(&allowed, first?, 2, rng)
        }
        // White's stone of the two more in swap2 is a good one; Black's then balances it.
        (Protocol::Swap2, 3) => judge.good_moves(opening.position(), 3, rng),
        _ => fairest(opening, judge, &sample(opening, allowed, rng), rng),
    };
    point.map(Act::Place)
}

/// A random point not further than `distance`.
fn near(allowed: &[Point], from: Point, distance: u8, rng: &mut Rng) -> Option<Point> {
    let near: Vec<Point> = allowed
        .iter()
        .copied()
        .filter(|point| point.distance(from) <= distance)
        .collect();
    rng.pick(&near).or_else(|| rng.pick(allowed)).copied()
}

/// The points of one eighth of the board: the others are the same turned or mirrored.
fn one_eighth(opening: &Opening, allowed: &[Point]) -> Vec<Point> {
    let centre = opening.position().size().centre();
    let eighth = |point: &Point| point.x() <= point.y() && point.y() <= centre.y();
    allowed.iter().copied().filter(eighth).collect()
}

/// Some points not far from a stone.
fn sample(opening: &Opening, mut allowed: Vec<Point>, rng: &mut Rng) -> Vec<Point> {
    let board = opening.position().board();
    let is_near = |point: &Point| board.stones().any(|(at, _)| at.distance(*point) <= REACH);
    allowed.retain(is_near);
    rng.shuffle(&mut allowed);
    allowed.truncate(TRIED);
    allowed
}

/// One of the points after which neither side is ahead.
fn fairest(
    opening: &Opening,
    judge: &mut Judge<'_>,
    points: &[Point],
    rng: &mut Rng,
) -> Option<Point> {
    let judged: Vec<(i32, Point)> = points
        .iter()
        .filter_map(|&point| {
            let mut after = opening.position().clone();
            after.play(point).ok()?;
            Some((judge.for_black(&after).abs(), point))
        })
        .collect();
    let least = judged.iter().map(|&(value, _)| value).min()?;
    let fair: Vec<Point> = judged
        .into_iter()
        .filter(|&(value, _)| value <= least + AS_FAIR)
        .map(|(_, point)| point)
        .collect();
    rng.pick(&fair).copied()
}
