//! The searches themselves, as they run on a worker's thread.

use std::time::{Duration, Instant};

use tengen_core::{Game, Point, Position, Stone, Tree};
use tengen_engine::solve::{self, Budget, Effect, Finding, Kind, Question};
use tengen_engine::{
    Clock, Deaf, Engine, Evaluation, Event, Limits, Listener, NoClock, Options, Score, Stop,
};

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

/// The clock of a proof: its time is over early where others have waited long enough.
#[derive(Debug)]
pub(super) struct SharedWatch<'a> {
    watch: Watch,
    slot: &'a Slot<'a>,
    budget_ms: u64,
}

impl<'a> SharedWatch<'a> {
    pub(super) fn start(slot: &'a Slot<'a>, budget_ms: u64) -> SharedWatch<'a> {
        SharedWatch {
            watch: Watch(Instant::now()),
            slot,
            budget_ms,
        }
    }
}

impl Clock for SharedWatch<'_> {
    fn elapsed_ms(&self) -> u64 {
        let elapsed = self.watch.elapsed_ms();
        match self.slot.is_spent(Duration::from_millis(self.budget_ms)) {
            true => elapsed.max(self.budget_ms),
            false => elapsed,
        }
    }
}

/// A review in progress: it judges a line node by node, and can make way in between.
#[derive(Debug)]
pub(super) struct Review {
    game: Game,
    line: Vec<u32>,
    /// How many nodes of the line are done.
    done: usize,
}

impl Review {
    pub(super) fn new(tree: Tree, line: Vec<u32>) -> Review {
        Review {
            game: Game::from_tree(tree),
            line,
            done: 0,
        }
    }

    /// Judges the next nodes until others wait, one at the least; whether it is over.
    pub(super) fn go_on(
        &mut self,
        should_yield: &dyn Fn() -> bool,
        stop: &Stop,
        teller: &Teller,
    ) -> bool {
        let mut engine = Engine::new(Options {
            table_bytes: 8 << 20,
            evaluation: Evaluation::Shipped,
            ..Options::default()
        });
        while let Some(&node) = self.line.get(self.done) {
            self.done += 1;
            let Some(id) = self.game.tree().id(node) else {
                continue;
            };
            if stop.is_raised() || self.game.go_to(id).is_err() {
                return true;
            }
            self.judge(node, &mut engine, stop, teller);
            if self.done < self.line.len() && should_yield() {
                return false;
            }
        }
        true
    }

    /// Tells about the node that the game stands at.
    fn judge(&self, node: u32, engine: &mut Engine, stop: &Stop, teller: &Teller) {
        let position = self.game.position();
        let Some(chance) = judge(engine, position, stop) else {
            return;
        };
        teller.tell(Report::Judged { node, chance });
        let tree = self.game.tree();
        let next = self.line.get(self.done).and_then(|&next| tree.id(next));
        let played = next.and_then(|id| tree.node(id).mv);
        if let (Some(next), Some(mv)) = (next, played)
            && let Some(point) = mv.point.filter(|_| mv.stone == position.to_move())
            && chance.decided.is_none()
            && is_only_move(position, point, stop)
        {
            teller.tell(Report::OnlyMove(next.get()));
        }
    }
}

/// Narrow searches come first: they find most wins, and their proofs are shorter to read.
pub(super) fn solve_by_steps(
    position: &Position,
    attacker: Stone,
    kind: SolveKind,
    shortest: bool,
    watch: &SharedWatch<'_>,
    stop: &Stop,
    teller: &Teller,
) {
    let budget_ms = watch.budget_ms;
    let kinds: &[(Kind, u64)] = match kind {
        SolveKind::Vcf => &[(Kind::Fours, 4)],
        SolveKind::Vct => &[(Kind::Fours, 1), (Kind::Threats, 4)],
        SolveKind::Any => &[(Kind::Fours, 1), (Kind::Threats, 3), (Kind::Any, 4)],
    };
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
        let solution = solve::solve(&question, watch, stop, &mut |progress| {
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
        time_ms: watch.watch.elapsed_ms(),
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
fn judge(engine: &mut Engine, position: &Position, stop: &Stop) -> Option<Chance> {
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
fn is_only_move(position: &Position, played: Point, stop: &Stop) -> bool {
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
