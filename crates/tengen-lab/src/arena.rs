//! Games between two settings of our own engine inside one process.
//!
//! No pipe, and at fixed nodes no clock: such results depend on the seed alone.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use tengen_core::rng::Rng;
use tengen_core::{Point, Position, Stone};
use tengen_engine::solve::{self, Finding, Question};
use tengen_engine::{Clock, Deaf, Engine, Limits, NoClock, Options, Stop};
use tengen_play::Stopwatch;

use crate::learn::selfplay::{Plan, even_opening};
use crate::match_play::stats::{Pairs, Tally};

/// One side of a duel.
#[derive(Clone, Debug)]
pub(crate) struct Contestant {
    pub(crate) options: Options,
    pub(crate) budget: Budget,
}

/// What a contestant may spend on each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Budget {
    /// Positions: every machine plays the same games.
    Nodes(u64),
    /// Positions, of which up to `solver` go first to the search for a proven win.
    ProofFirst {
        /// Positions in all.
        nodes: u64,
        /// Positions for the solver.
        solver: u64,
    },
    /// Milliseconds: the games depend on the machine and on what else it does.
    Time(u64),
    /// Milliseconds for all moves of a game together; who needs more has lost.
    Game(u64),
}

impl Budget {
    /// What is left after a move of so many milliseconds; nothing if they were too many.
    fn after(self, ms: u64) -> Option<Budget> {
        match self {
            Budget::Game(left) => left.checked_sub(ms).map(Budget::Game),
            other => Some(other),
        }
    }
}

/// What the first contestant made of a pair: half points (0 to 2) with Black, with White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairResult(pub(crate) [u8; 2]);

/// All results of a duel, from the first contestant's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DuelScore {
    pub(crate) games: Tally,
    pub(crate) pairs: Pairs,
}

impl DuelScore {
    pub(crate) fn add(&mut self, result: PairResult) {
        for half_points in result.0 {
            self.games.add(half_points);
        }
        self.pairs.add(result.0.iter().sum());
    }
}

/// Plays pairs of games from even openings with colours swapped. Calls `tell` with the
/// result of each pair until it says stop.
pub(crate) fn duel(plan: &Plan, sides: &[Contestant; 2], mut tell: impl FnMut(PairResult) -> bool) {
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

pub(crate) fn play_pair(
    plan: &Plan,
    sides: &[Contestant; 2],
    index: usize,
    opener: &mut Engine,
    engines: &mut [Engine; 2],
) -> PairResult {
    let mut rng = Rng::stream(plan.seed, index as u64);
    opener.new_game();
    let opening = even_opening(plan, &mut rng, opener);
    PairResult([0, 1].map(|black| {
        let first = if black == 0 {
            Stone::Black
        } else {
            Stone::White
        };
        match play_game(&opening, black, sides, engines) {
            None => 1,
            Some(winner) if winner == first => 2,
            Some(_) => 0,
        }
    }))
}

/// Plays one game and returns its winner; `black` is the index of the side that has
/// Black. Who answers with a point that the rules refuse, or too late, has lost.
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
    let mut budgets = [0, 1].map(|side| sides[side].budget);
    while position.outcome().is_none() {
        let mover = position.to_move();
        let side = match mover {
            Stone::Black => black,
            Stone::White => 1 - black,
        };
        let stopwatch = Stopwatch::start();
        let best = think(&mut engines[side], &position, budgets[side], &stopwatch)?;
        let rest = budgets[side].after(stopwatch.elapsed_ms());
        let (Some(rest), Ok(_)) = (rest, position.play(best)) else {
            return Some(mover.opponent());
        };
        budgets[side] = rest;
    }
    position.outcome()?.winner
}

/// The first move of a win by threats that the solver proves within so many positions, or
/// what it spent in vain.
fn proven_move(position: &Position, nodes: u64) -> Result<Point, u64> {
    let question = Question {
        budget: solve::Budget {
            nodes: Some(nodes),
            ms: None,
        },
        table_bytes: 1 << 20,
        ..Question::new(position)
    };
    let solution = solve::solve(&question, &NoClock, &Stop::new(), &mut |_| {});
    let first = match &solution.finding {
        Finding::Win(proof) => proof.certificate.main_line().first().copied(),
        Finding::None | Finding::Unknown => None,
    };
    first.ok_or(solution.nodes)
}

/// The engine's move within its budget; `None` where no legal move is left.
fn think(
    engine: &mut Engine,
    position: &Position,
    budget: Budget,
    stopwatch: &Stopwatch,
) -> Option<Point> {
    let mut limits = Limits::default();
    let budget = match budget {
        Budget::ProofFirst { nodes, solver } => match proven_move(position, solver) {
            Ok(point) => return Some(point),
            Err(spent) => Budget::Nodes(nodes.saturating_sub(spent).max(1)),
        },
        budget => budget,
    };
    let clock: &dyn Clock = match budget {
        Budget::Nodes(nodes) | Budget::ProofFirst { nodes, .. } => {
            limits.nodes = Some(nodes);
            &NoClock
        }
        Budget::Time(ms) => {
            limits.turn_ms = Some(ms);
            stopwatch
        }
        Budget::Game(left) => {
            limits.left_ms = Some(left);
            stopwatch
        }
    };
    let answer = engine.search(position, &limits, clock, &Stop::new(), &mut Deaf);
    answer.best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_games_time_is_used_up_and_other_budgets_are_not() {
        assert_eq!(Budget::Game(100).after(30), Some(Budget::Game(70)));
        assert_eq!(Budget::Game(70).after(70), Some(Budget::Game(0)));
        assert_eq!(Budget::Game(70).after(71), None);
        for budget in [Budget::Nodes(5), Budget::Time(5)] {
            assert_eq!(budget.after(1_000), Some(budget));
        }
    }
}
