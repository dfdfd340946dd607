//! The searches themselves, as they run on a worker's thread.

use std::time::{Duration, Instant};

use tengen_core::{Point, Position, Stone};
use tengen_engine::solve::{self, Budget, Effect, Finding, Kind, Question};
use tengen_engine::{Clock, Deaf, Engine, Event, Limits, Listener, NoClock, Score, Stop};

use super::study::Chance;
use super::study_jobs::{Report, Teller, Watch, question};
use crate::messages::SolveKind;
use crate::report::black_chance;
use crate::searches::Slot;

/// Positions for each move of a review.
const REVIEW_NODES: u64 = 20_000;
/// Positions for proving what a review calls decided.
const REVIEW_PROOF_NODES: u64 = 60_000;
/// How often a long search tells how far it is.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Passes on what an analysis sees, and lets it make way for others.
pub(super) struct Watcher<'a> {
    pub(super) slot: &'a Slot<'a>,
    pub(super) stop: &'a Stop,
    pub(super) teller: &'a Teller,
    pub(super) node: u32,
    pub(super) yielded: bool,
}

impl Listener for Watcher<'_> {
    fn hear(&mut self, event: Event<'_>) {
        if let Event::Depth {
            lines,
            nodes,
            elapsed_ms,
        } = event
            && !lines.is_empty()
        {
            self.teller.tell(Report::Seen {
                node: self.node,
                lines: lines.to_vec(),
                nodes,
                time_ms: elapsed_ms,
            });
        }
        if !self.yielded && !self.stop.is_raised() && self.slot.should_yield() {
            self.yielded = true;
            self.stop.raise();
        }
    }
}

/// Narrow searches come first: they find most wins, and their proofs are shorter to read.
pub(super) fn solve_by_steps(
    position: &Position,
    attacker: Stone,
    kind: SolveKind,
    shortest: bool,
    budget_ms: u64,
    stop: &Stop,
    teller: &Teller,
) {
    let kinds: &[(Kind, u64)] = match kind {
        SolveKind::Vcf => &[(Kind::Fours, 4)],
        SolveKind::Vct => &[(Kind::Fours, 1), (Kind::Threats, 4)],
        SolveKind::Any => &[(Kind::Fours, 1), (Kind::Threats, 3), (Kind::Any, 4)],
    };
    let watch = Watch(Instant::now());
    let mut told = Instant::now();
    let mut nodes = 0;
    let mut last = (Finding::Unknown, Vec::new());
    for &(kind, quarters) in kinds {
        let now = watch.elapsed_ms();
        let until = now + budget_ms.saturating_sub(now) / 4 * quarters;
        let question = Question {
            shortest,
            ..question(position, attacker, kind, until)
        };
        let solution = solve::solve(&question, &watch, stop, &mut |progress| {
            if told.elapsed() >= PROGRESS_EVERY {
                told = Instant::now();
                teller.tell(Report::Progress {
                    nodes: nodes + progress.nodes,
                    time_ms: progress.elapsed_ms,
                });
            }
        });
        nodes += solution.nodes;
        last = (solution.finding, solution.refuted_by);
        if matches!(last.0, Finding::Win(_)) || stop.is_raised() {
            break;
        }
    }
    teller.tell(Report::Solved {
        finding: last.0,
        refuted_by: last.1,
        nodes,
        time_ms: watch.elapsed_ms(),
    });
}

/// Who wins by a score that is no estimate.
pub(super) fn decided(score: Score, to_move: Stone) -> Option<Stone> {
    match score {
        _ if score.is_win() => Some(to_move),
        _ if score.is_loss() => Some(to_move.opponent()),
        _ => None,
    }
}

/// A quick judgement for the graph; what it calls decided is proven.
pub(super) fn judge(engine: &mut Engine, position: &Position, stop: &Stop) -> Option<Chance> {
    let to_move = position.to_move();
    if let Some(outcome) = position.outcome() {
        return Some(Chance {
            black: match outcome.winner {
                Some(Stone::Black) => 1.0,
                Some(Stone::White) => 0.0,
                None => 0.5,
            },
            decided: outcome.winner,
        });
    }
    let limits = Limits {
        nodes: Some(REVIEW_NODES),
        ..Limits::default()
    };
    let answer = engine.search(position, &limits, &NoClock, stop, &mut Deaf);
    let score = answer.lines.first()?.score;
    let claimed = decided(score, to_move);
    let proven = claimed.filter(|&winner| {
        let question = Question {
            attacker: winner,
            budget: Budget {
                nodes: Some(REVIEW_PROOF_NODES),
                ms: None,
            },
            table_bytes: 4 << 20,
            ..Question::new(position)
        };
        let solution = solve::solve(&question, &NoClock, stop, &mut |_| {});
        matches!(solution.finding, Finding::Win(_))
    });
    Some(Chance {
        black: black_chance(score, to_move),
        decided: proven,
    })
}

/// Whether a move is the only one against a win by fours that the other side threatens.
/// Against a four the next stone needs no telling.
pub(super) fn is_only_move(position: &Position, played: Point, stop: &Stop) -> bool {
    let question = Question {
        attacker: position.to_move().opponent(),
        kind: Kind::Fours,
        budget: Budget {
            nodes: Some(REVIEW_PROOF_NODES),
            ms: None,
        },
        table_bytes: 4 << 20,
        ..Question::new(position)
    };
    let Some(found) = solve::defences(&question, &NoClock, stop) else {
        return false;
    };
    if found.attack.verified.plies <= 1 || stop.is_raised() {
        return false;
    }
    let mut others = found.replies.iter().filter(|it| it.reply != played);
    let stops = |effect: &Effect| matches!(effect, Effect::Stops);
    found
        .replies
        .iter()
        .any(|it| it.reply == played && stops(&it.effect))
        && others.all(|it| !matches!(it.effect, Effect::Stops | Effect::Unknown))
}
