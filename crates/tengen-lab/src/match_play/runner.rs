//! Plays the games of a match on several tables at once.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, anyhow};

use super::game::{self, Abandoned, Seat};
use super::plan::Plan;
use super::record::{GameRecord, Side};
use super::stats::Verdict;
use super::summary::Summary;

/// How a run of games came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// All games are played.
    Complete,
    /// The sequential test was decided before that.
    Decided,
    /// The runner was told to stop.
    Interrupted,
}

/// Starts both engines once, so that a wrong command is told before the first game, and
/// notes what they say about themselves.
pub(crate) fn try_engines(plan: &mut Plan, interrupt: &Arc<AtomicBool>) -> Result<()> {
    for (engine, conditions) in plan.engines.iter().zip(&mut plan.conditions.engines) {
        let mut seat = Seat::new(engine, Arc::clone(interrupt));
        seat.start_game()
            .with_context(|| format!("the engine {} does not start", engine.name))?;
        conditions.about = seat.about();
    }
    Ok(())
}

/// Plays what is not in `games` yet. `finished` sees every new game as it ends, and the
/// summary with it; its error stops the match.
pub(crate) fn play_all(
    plan: &Plan,
    games: &mut Vec<GameRecord>,
    interrupt: &Arc<AtomicBool>,
    mut finished: impl FnMut(&GameRecord, &Summary) -> Result<()>,
) -> Result<Finish> {
    let mut summary = Summary::of(&plan.conditions, games);
    let waiting = waiting_pairs(plan, games);
    let stop = AtomicBool::new(is_decided(plan, &summary));
    let mut failure = None;
    thread::scope(|scope| {
        let (sender, results) = channel();
        let tables = plan.concurrency.min(lock(&waiting).len());
        for _ in 0..tables {
            let sender = sender.clone();
            let (waiting, stop) = (&waiting, &stop);
            scope.spawn(move || sit_at_table(plan, waiting, stop, interrupt, &sender));
        }
        drop(sender);
        for result in results {
            let outcome = result.and_then(|game: GameRecord| {
                summary.add(&game);
                finished(&game, &summary)?;
                games.push(game);
                Ok(())
            });
            if let Err(error) = outcome {
                failure.get_or_insert(error);
                stop.store(true, Ordering::Relaxed);
            }
            if is_decided(plan, &summary) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    games.sort_by_key(|game| game.game);
    match failure {
        Some(error) => Err(error),
        None if interrupt.load(Ordering::Relaxed) => Ok(Finish::Interrupted),
        None if is_decided(plan, &summary) => Ok(Finish::Decided),
        None => Ok(Finish::Complete),
    }
}

type Waiting = Mutex<VecDeque<Vec<u32>>>;

fn lock(waiting: &Waiting) -> std::sync::MutexGuard<'_, VecDeque<Vec<u32>>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pairs of which a game is still to be played.
fn waiting_pairs(plan: &Plan, games: &[GameRecord]) -> Waiting {
    let done: std::collections::BTreeSet<u32> = games.iter().map(|game| game.game).collect();
    let pairs = plan.pairs().filter_map(|mut pair| {
        pair.retain(|game| !done.contains(game));
        (!pair.is_empty()).then_some(pair)
    });
    Mutex::new(pairs.collect())
}

/// Whether the sequential test has an answer. A part of a match cannot say: its pairs
/// are not all pairs.
fn is_decided(plan: &Plan, summary: &Summary) -> bool {
    plan.shard.is_none()
        && plan
            .sprt
            .is_some_and(|test| test.verdict(&summary.pairs) != Verdict::Undecided)
}

/// Plays pair after pair with the same two processes.
fn sit_at_table(
    plan: &Plan,
    waiting: &Waiting,
    stop: &AtomicBool,
    interrupt: &Arc<AtomicBool>,
    results: &Sender<Result<GameRecord>>,
) {
    let mut seats =
        Side::BOTH.map(|side| Seat::new(&plan.engines[side.index()], Arc::clone(interrupt)));
    let is_over = || stop.load(Ordering::Relaxed) || interrupt.load(Ordering::Relaxed);
    while !is_over() {
        let Some(pair) = lock(waiting).pop_front() else {
            return;
        };
        for number in pair {
            let result = match game::play(plan, number, &mut seats) {
                Ok(game) => Ok(game),
                Err(Abandoned::Interrupted) => return,
                Err(Abandoned::Broken(error)) => {
                    Err(anyhow!(error).context(format!("game {number} cannot be played")))
                }
            };
            let failed = result.is_err();
            if results.send(result).is_err() || failed {
                return;
            }
        }
    }
}
