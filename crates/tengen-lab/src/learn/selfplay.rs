//! Games of the engine against itself at a fixed number of nodes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use tengen_core::rng::Rng;
use tengen_core::{Point, Position, Rule, Size, Stone};
use tengen_engine::{Deaf, Engine, Limits, NoClock, Options, Stop};

/// How self-play games are made.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    pub(crate) games: usize,
    pub(crate) nodes: u64,
    /// Nodes for judging whether an opening is even.
    pub(crate) opening_nodes: u64,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) options: Options,
}

/// A finished game: all moves, which of them the engine chose, and who won.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayedGame {
    pub(crate) moves: Vec<Point>,
    /// `false` for stones of the opening and for stray moves.
    pub(crate) chosen: Vec<bool>,
    /// The mover's chance to win before each move, as the search saw it; 0.5 in the
    /// opening.
    pub(crate) chances: Vec<f32>,
    pub(crate) winner: Option<Stone>,
}

/// Plays all games of the plan; the same plan gives the same games in the same order.
pub(crate) fn play_all(plan: &Plan, mut progress: impl FnMut(usize)) -> Vec<PlayedGame> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut games = vec![None; plan.games];
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut engine = Engine::new(plan.options.clone());
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= plan.games {
                        return;
                    }
                    let game = play_one(plan, index, &mut engine);
                    if sender.send((index, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (done, (index, game)) in receiver.iter().enumerate() {
            games[index] = Some(game);
            progress(done + 1);
        }
    });
    games.into_iter().flatten().collect()
}

/// Plays the game with this number.
pub(crate) fn play_one(plan: &Plan, index: usize, engine: &mut Engine) -> PlayedGame {
    let mut rng = Rng::stream(plan.seed, index as u64);
    engine.new_game();
    let mut position = even_opening(plan, &mut rng, engine);
    let mut chosen = vec![false; position.moves().len()];
    let mut chances = vec![0.5; position.moves().len()];
    let limits = Limits {
        nodes: Some(plan.nodes),
        ..Limits::default()
    };
    let mut winner = None;
    while position.outcome().is_none() {
        let answer = engine.search(&position, &limits, &NoClock, &Stop::new(), &mut Deaf);
        let (Some(best), Some(line)) = (answer.best, answer.lines.first()) else {
            break;
        };
        // A win that the search sees is not played out: nothing is to be learned there.
        if line.score.is_decided() {
            let mover = position.to_move();
            winner = Some(if line.score.is_win() {
                mover
            } else {
                mover.opponent()
            });
            break;
        }
        let stray = (rng.below(STRAY) == 0)
            .then(|| stray_move(&position, &mut rng))
            .flatten();
        if position.play(stray.unwrap_or(best)).is_err() {
            break;
        }
        chosen.push(stray.is_none());
        chances.push(line.score.win_chance() as f32);
    }
    let winner = position.outcome().map_or(winner, |outcome| outcome.winner);
    PlayedGame {
        chosen,
        chances,
        moves: position.moves().filter_map(|mv| mv.point).collect(),
        winner,
    }
}

/// One move in so many is a stray one: search looks at bad moves too, and the tables
/// must know how they are punished.
const STRAY: usize = 6;

/// Some legal point near a stone.
fn stray_move(position: &Position, rng: &mut Rng) -> Option<Point> {
    let near: Vec<Point> = position
        .legal_points()
        .filter(|&point| {
            position
                .board()
                .stones()
                .any(|(stone, _)| stone.distance(point) <= 2)
        })
        .collect();
    rng.pick(&near).copied()
}

/// How many scattered starts are looked at before the evenest is taken.
const TRIES: usize = 24;
/// A start this even is taken at once, in points.
const EVEN: i32 = 60;

/// Two to eight stones scattered about a random point near the centre: the first start
/// that a short search finds even, or the evenest of a few.
pub(crate) fn even_opening(plan: &Plan, rng: &mut Rng, engine: &mut Engine) -> Position {
    let limits = Limits {
        nodes: Some(plan.opening_nodes),
        ..Limits::default()
    };
    let mut evenest: Option<(i32, Position)> = None;
    for _ in 0..TRIES {
        let Some(position) = scattered(plan, rng) else {
            continue;
        };
        let answer = engine.search(&position, &limits, &NoClock, &Stop::new(), &mut Deaf);
        let Some(line) = answer.lines.first() else {
            continue;
        };
        let lead = line.score.get().abs();
        if evenest.as_ref().is_none_or(|(least, _)| lead < *least) {
            evenest = Some((lead, position));
        }
        if lead < EVEN {
            break;
        }
    }
    evenest.map_or_else(
        || Position::new(plan.size, plan.rule),
        |(_, position)| position,
    )
}

/// Such a start for one game of freestyle 15, where opponents are rated.
pub(crate) fn rated_opening(opening_nodes: u64, options: Options, rng: &mut Rng) -> Position {
    let plan = Plan {
        rule: Rule::Freestyle,
        size: Size::STANDARD,
        games: 1,
        nodes: 0,
        opening_nodes,
        seed: 0,
        threads: 1,
        options,
    };
    even_opening(&plan, rng, &mut Engine::new(plan.options.clone()))
}

fn scattered(plan: &Plan, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::new(plan.size, plan.rule);
    let n = i32::from(plan.size.get());
    let stones = 2 + rng.below(7);
    let middle = |rng: &mut Rng| n / 2 - n / 5 + rng.below((2 * (n / 5) + 1) as usize) as i32;
    let (x, y) = (middle(rng), middle(rng));
    for _ in 0..stones {
        let near = |rng: &mut Rng, at: i32| at + rng.below(7) as i32 - 3;
        let point = plan.size.point(
            u8::try_from(near(rng, x)).ok()?,
            u8::try_from(near(rng, y)).ok()?,
        )?;
        position.play(point).ok()?;
    }
    position.outcome().is_none().then_some(position)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::duel::base_options;

    #[test]
    fn no_game_is_played_twice() {
        let plan = Plan {
            rule: Rule::Freestyle,
            size: Size::STANDARD,
            games: 60,
            nodes: 20,
            opening_nodes: 20,
            seed: 1 << 32,
            threads: 2,
            options: base_options(),
        };
        let games = play_all(&plan, |_| {});
        let different: HashSet<Vec<Point>> = games.into_iter().map(|game| game.moves).collect();
        assert_eq!(different.len(), plan.games);
    }
}
