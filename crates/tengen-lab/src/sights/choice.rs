//! Where level 10 and Master choose differently, and two judges say that level 10 is wrong.
//!
//! What tells these two apart is seldom a proof: it is which of two quiet moves is the
//! better one. So the truth is the verdict of two long searches for each move, many times
//! longer than those of the two players: one judges by the net, as Master does, the other
//! by the pattern tables, as level 10 does itself. Only where both agree is it taken. So it
//! is neither Master's own opinion nor that of its net: by the second judge level 10
//! disowns its move as soon as it has more time.

use std::iter;

use tengen_core::rng::Rng;
use tengen_core::{Point, Position, Stone};
use tengen_engine::{Engine, Evaluation, Options, Score};
use tengen_play::{MASTER_NODES, Opponent};

use super::kinds::search;
use super::{EARLIEST, answer};
use crate::duel::base_options;
use crate::learn::selfplay::rated_opening;

/// Positions that each judge looks at after each move.
const VERDICT_NODES: u64 = 2_000_000;

/// A move is wrong if its chance to win is so much below that of the best one.
const WRONG: f64 = 0.25;

/// A move is right if it is no more than this below the best one.
const RIGHT: f64 = 0.10;

/// What Master's own search has to see between the two moves for the judges to be asked.
const SUSPECT: f64 = 0.20;

/// Whose chance to win is less has nothing more to miss: there the game ends.
const LOST: f64 = 0.1;

/// So many moves are examined at the most, the best that a search of several lines finds.
const EXAMINED: usize = 8;

/// Positions that judge how even an opening is.
const OPENING_NODES: u64 = 20_000;

/// The positions of a game of level 10 against Master in which, as Master sees it, what
/// level 10 plays or would play is much worse; late ones first. Both are asked as they are
/// before their first search, as in the test.
pub(super) fn disagreements(seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut position = opening(&mut rng);
    let level = if rng.below(2) == 0 {
        Stone::Black
    } else {
        Stone::White
    };
    let mut suspects = Vec::new();
    while position.outcome().is_none() {
        let master = search(&mut judge(&Evaluation::Shipped), &position, MASTER_NODES, 1);
        let (Some(best), Some(line)) = (master.best, master.lines.first()) else {
            break;
        };
        let Some(other) = answer(Opponent::Level(10), &position, seed) else {
            break;
        };
        if other != best && position.board().stone_count() >= EARLIEST {
            let chance = chance_after(&position, other, &Evaluation::Shipped, MASTER_NODES);
            if line.score.win_chance() - chance >= SUSPECT {
                suspects.push(position.clone());
            }
        }
        if line.score.is_decided() || line.score.win_chance() < LOST {
            break;
        }
        let next = if position.to_move() == level {
            other
        } else {
            best
        };
        if position.play(next).is_err() {
            break;
        }
    }
    suspects.reverse();
    suspects
}

/// A few stones that the net finds even.
pub(super) fn opening(rng: &mut Rng) -> Position {
    let options = Options {
        evaluation: Evaluation::Shipped,
        ..base_options()
    };
    rated_opening(OPENING_NODES, options, rng)
}

/// The moves that both judges hold to be right, where both hold that of level 10 to be
/// wrong; `None` if they do not, or if Master with twice its positions plays another.
pub(super) fn right_moves(position: &Position) -> Option<Vec<Point>> {
    let wrong = answer(Opponent::Level(10), position, 0)?;
    let mut master = judge(&Evaluation::Shipped);
    let steady = search(&mut master, position, 2 * MASTER_NODES, 1).best?;
    if steady == wrong {
        return None;
    }
    // Asked first, one judge after the other: here most positions fall.
    let mut chances = [0.0; 2];
    for (judge, chance) in JUDGES.iter().zip(&mut chances) {
        *chance = chance_after(position, steady, judge, VERDICT_NODES);
        if *chance - chance_after(position, wrong, judge, VERDICT_NODES) < WRONG {
            return None;
        }
    }
    let mut right = promising(position, steady);
    right.retain(|&point| point != wrong);
    for (judge, chance) in JUDGES.iter().zip(chances) {
        let chance_of = |&point: &Point| match point {
            _ if point == steady => chance,
            _ => chance_after(position, point, judge, VERDICT_NODES),
        };
        let judged = right.iter().map(|point| (*point, chance_of(point)));
        right = near_the_best(&judged.collect::<Vec<_>>());
    }
    right.contains(&steady).then_some(right)
}

/// Who has to agree: the net, and what level 10 itself goes by.
const JUDGES: [Evaluation; 2] = [Evaluation::Shipped, Evaluation::Classical];

/// The points whose chance to win is no more than the margin below the best one.
fn near_the_best(chances: &[(Point, f64)]) -> Vec<Point> {
    let best = chances.iter().map(|&(_, chance)| chance);
    let best = best.fold(0.0, f64::max);
    let near = chances.iter().filter(|(_, chance)| best - chance <= RIGHT);
    near.map(|&(point, _)| point).collect()
}

/// The best moves of a search of several lines, less those that Master sees to be much
/// worse than `steady`. It sees less than a judge does, so more is let pass.
fn promising(position: &Position, steady: Point) -> Vec<Point> {
    let mut engine = judge(&Evaluation::Shipped);
    let answer = search(&mut engine, position, 2 * MASTER_NODES, EXAMINED);
    let firsts = answer.lines.iter().filter_map(|line| line.moves.first());
    let others = firsts.filter(|&&point| point != steady);
    let chances: Vec<(Point, f64)> = iter::once(&steady)
        .chain(others)
        .map(|&point| {
            let chance = chance_after(position, point, &Evaluation::Shipped, MASTER_NODES);
            (point, chance)
        })
        .collect();
    let least = chances[0].1 - 2.0 * RIGHT;
    let good = chances.into_iter().filter(|&(_, chance)| chance >= least);
    good.map(|(point, _)| point).collect()
}

/// The mover's chance to win after a move, as a fresh search of so many positions sees it:
/// 0 or 1 if that proves it.
fn chance_after(position: &Position, point: Point, evaluation: &Evaluation, nodes: u64) -> f64 {
    let mut after = position.clone();
    if after.play(point).is_err() {
        return 0.0;
    }
    if let Some(outcome) = after.outcome() {
        return if outcome.winner.is_some() { 1.0 } else { 0.5 };
    }
    let answer = search(&mut judge(evaluation), &after, nodes, 1);
    let theirs = answer.lines.first().map_or(Score::ZERO, |line| line.score);
    (-theirs).win_chance()
}

/// An engine that has thought about nothing before; as much memory as Master has.
fn judge(evaluation: &Evaluation) -> Engine {
    Engine::new(Options {
        table_bytes: 16 << 20,
        evaluation: evaluation.clone(),
        ..Options::default()
    })
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Size};

    use super::*;

    fn after(moves: &str) -> Position {
        let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
        for name in moves.split(' ') {
            let named = |point: &Point| point.name(Size::STANDARD).eq_ignore_ascii_case(name);
            position
                .play(Size::STANDARD.points().find(named).unwrap())
                .unwrap();
        }
        position
    }

    fn point(name: &str) -> Point {
        after(name).moves().next().unwrap().point.unwrap()
    }

    #[test]
    fn chances_are_those_of_the_side_that_moves() {
        // Black has an open three: White loses by looking away, Black wins by going on.
        let white = after("h8 o1 h9 o3 h10");
        let black = after("h8 o1 h9 o3 h10 a1");
        for judge in &JUDGES {
            assert!(chance_after(&white, point("a1"), judge, 5_000) == 0.0);
            assert!(chance_after(&black, point("h11"), judge, 5_000) == 1.0);
        }
        let four = after("h8 o1 h9 o3 h10 o5 h11 o7");
        assert!(chance_after(&four, point("h12"), &JUDGES[0], 1_000) == 1.0);
        assert!(
            chance_after(&four, point("h8"), &JUDGES[0], 1_000) == 0.0,
            "illegal"
        );
    }

    #[test]
    fn what_is_near_the_best_stays() {
        let [a, b, c] = ["a1", "b2", "c3"].map(point);
        let chances = [(a, 0.45), (b, 0.5), (c, 0.3)];
        assert_eq!(near_the_best(&chances), [a, b]);
        assert_eq!(near_the_best(&[]), []);
    }
}
