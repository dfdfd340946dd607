//! Games between two settings of our own engine inside one process, at fixed nodes.
//!
//! No clock and no pipe: results depend on the seed alone.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use tengen_core::rng::Rng;
use tengen_core::{Position, Stone};
use tengen_engine::{Deaf, Engine, Limits, NoClock, Options, Stop};

use crate::learn::selfplay::{Plan, even_opening};

/// One side of a duel.
#[derive(Clone, Debug)]
pub(crate) struct Contestant {
    pub(crate) options: Options,
    pub(crate) nodes: u64,
}

/// Plays pairs of games from even openings with colours swapped. Calls `tell` with the
/// half points (0 to 4) that the first contestant made in each pair until it says stop.
pub(crate) fn duel(plan: &Plan, sides: &[Contestant; 2], mut tell: impl FnMut(u8) -> bool) {
    let next = AtomicUsize::new(0);
    let pairs = plan.games.div_ceil(2);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut opener = Engine::new(plan.options.clone());
                let mut engines = [0, 1].map(|i| Engine::new(sides[i].options.clone()));
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= pairs {
                        return;
                    }
                    let points = play_pair(plan, sides, index, &mut opener, &mut engines);
                    if sender.send(points).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for points in &receiver {
            if !tell(points) {
                next.store(pairs, Ordering::Relaxed);
                break;
            }
        }
    });
}

fn play_pair(
    plan: &Plan,
    sides: &[Contestant; 2],
    index: usize,
    opener: &mut Engine,
    engines: &mut [Engine; 2],
) -> u8 {
    let mut rng = Rng::new(plan.seed ^ (index as u64).wrapping_mul(0xD134_2543_DE82_EF95));
    opener.new_game();
    let opening = even_opening(plan, &mut rng, opener);
    [0, 1]
        .map(|first_is_black| {
            let black = 1 - first_is_black;
            let result = play_game(&opening, black, sides, engines);
            match result {
                None => 1,
                Some(Stone::Black) if black == 0 => 2,
                Some(Stone::White) if black == 1 => 2,
                Some(_) => 0,
            }
        })
        .iter()
        .sum()
}

/// Plays one game; `black` is the index of the side that has Black.
fn play_game(
    opening: &Position,
    black: usize,
    sides: &[Contestant; 2],
    engines: &mut [Engine; 2],
) -> Option<Stone> {
    let mut position = opening.clone();
    for engine in engines.iter_mut() {
        engine.new_game();
    }
    while position.outcome().is_none() {
        let side = match position.to_move() {
            Stone::Black => black,
            Stone::White => 1 - black,
        };
        let limits = Limits {
            nodes: Some(sides[side].nodes),
            ..Limits::default()
        };
        let answer = engines[side].search(&position, &limits, &NoClock, &Stop::new(), &mut Deaf);
        position.play(answer.best?).ok()?;
    }
    position.outcome()?.winner
}
