//! The thread that owns the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use tengen_core::Rule;
use tengen_engine::{Answer, Caro8, Caro9, Engine, Freestyle, Limits, Line, Options};
use tengen_engine::{Renju, Score, Standard, Stop, Variant};

use super::clock::TurnClock;
use super::dialogue::{Ask, Found, Task};
use super::output::Output;
use super::report::Reporter;
use super::settings::Budget;

/// Deep lines recurse: the stack is reserved, not used, until then.
const STACK_BYTES: usize = 8 << 20;

/// Lines enough for every move of any board.
const ALL_MOVES: usize = 500;

/// What the thinker is told.
#[derive(Debug)]
pub(super) enum Order {
    /// Search.
    Think(Box<Job>),
    /// Build the tables of a rule now rather than on the clock of the first move.
    Prepare(Rule),
    /// Forget earlier searches.
    Forget,
}

/// A search with its clock and its stop flag.
#[derive(Debug)]
pub(super) struct Job {
    /// What to search.
    pub(super) task: Task,
    /// When it was asked for.
    pub(super) clock: Arc<TurnClock>,
    /// Ends it.
    pub(super) stop: Stop,
}

/// Starts the thread. `done` is called with what each search found.
///
/// # Errors
/// The thread cannot be started.
pub(super) fn start(
    options: Options,
    output: Output,
    done: impl Fn(Found) + Send + 'static,
) -> std::io::Result<Sender<Order>> {
    let (orders, inbox) = channel();
    std::thread::Builder::new()
        .name("thinker".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || work(options, &inbox, &output, done))?;
    Ok(orders)
}

fn work(options: Options, inbox: &Receiver<Order>, output: &Output, done: impl Fn(Found)) {
    let mut thinker = Thinker {
        engine: Engine::new(options),
        said_short: false,
    };
    while let Ok(order) = inbox.recv() {
        match order {
            Order::Prepare(rule) => prepare(rule),
            Order::Forget => thinker.engine.new_game(),
            Order::Think(job) => done(thinker.think_safely(&job, output)),
        }
    }
}

fn prepare(rule: Rule) {
    match rule {
        Rule::Freestyle => build_tables::<Freestyle>(),
        Rule::Standard => build_tables::<Standard>(),
        Rule::Renju => build_tables::<Renju>(),
        Rule::Caro8 => build_tables::<Caro8>(),
        Rule::Caro9 => build_tables::<Caro9>(),
    }
}

fn build_tables<V: Variant>() {
    V::lines();
    V::values();
}

struct Thinker {
    engine: Engine,
    /// That less memory was to be had than allowed has been said.
    said_short: bool,
}

impl Thinker {
    /// A fault in the engine must not cost the game: a fresh engine looks briefly, and
    /// if that fails too, the dialogue plays any legal point.
    fn think_safely(&mut self, job: &Job, output: &Output) -> Found {
        let mut found = catch_unwind(AssertUnwindSafe(|| self.think(job, output)))
            .or_else(|_| {
                output.say("MESSAGE an internal fault was met; the move is a hasty one");
                let mut options = self.engine.options().clone();
                options.threads = 1;
                self.engine = Engine::new(options);
                catch_unwind(AssertUnwindSafe(|| self.search_briefly(job)))
            })
            .unwrap_or_default();
        found.elapsed_ms = job.clock.real_ms();
        found
    }

    fn think(&mut self, job: &Job, output: &Output) -> Found {
        self.take_memory(job);
        let clock = Arc::clone(&job.clock);
        let most_lines = match job.task.ask {
            Ask::Best { lines } => lines,
            // All moves are valued, but only one is wanted.
            Ask::Balanced { .. } => 1,
        };
        let mut reporter = Reporter::new(output.clone(), job.task.style, clock, most_lines);
        let found = match job.task.ask {
            Ask::Best { lines } => {
                let limits = Limits {
                    lines,
                    excluded: job.task.excluded.clone(),
                    ..job.task.budget.limits.clone()
                };
                let answer = self.search(job, &limits, &mut reporter);
                reporter.finish(&answer);
                best_of(&answer)
            }
            Ask::Balanced { moves, target } => self.balance(job, moves, target, &mut reporter),
        };
        self.complain(job, output);
        found
    }

    fn take_memory(&mut self, job: &Job) {
        let memory = job.task.memory;
        let mut options = self.engine.options().clone();
        options.table_bytes = memory.table_bytes;
        options.threads = memory.threads;
        if options != *self.engine.options() {
            self.engine.set_options(options);
        }
    }

    fn search(&mut self, job: &Job, limits: &Limits, reporter: &mut Reporter) -> Answer {
        let position = &job.task.position;
        self.engine
            .search(position, limits, job.clock.as_ref(), &job.stop, reporter)
    }

    fn search_briefly(&mut self, job: &Job) -> Found {
        let limits = Budget::quick().limits;
        let mut deaf = tengen_engine::Deaf;
        let clock = tengen_engine::NoClock;
        let position = &job.task.position;
        best_of(
            &self
                .engine
                .search(position, &limits, &clock, &Stop::new(), &mut deaf),
        )
    }

    /// One or two moves after which the value for us is as near to the target as any.
    fn balance(&mut self, job: &Job, moves: u8, target: i32, reporter: &mut Reporter) -> Found {
        let whole = Limits {
            lines: ALL_MOVES,
            excluded: job.task.excluded.clone(),
            ..job.task.budget.limits.clone()
        };
        if moves < 2 {
            let answer = self.search(job, &whole, reporter);
            return nearest(&answer.lines, target);
        }
        let half = Limits {
            turn_ms: whole.turn_ms.map(|ms| ms / 2),
            nodes: whole.nodes.map(|nodes| nodes.div_ceil(2)),
            ..whole.clone()
        };
        let mut found = nearest(&self.search(job, &half, reporter).lines, target);
        let mut after = job.task.position.clone();
        let played = found.points.first().map(|&point| after.play(point));
        if matches!(played, Some(Ok(()))) && after.outcome().is_none() {
            let answer =
                self.engine
                    .search(&after, &whole, job.clock.as_ref(), &job.stop, reporter);
            found.points.extend(nearest(&answer.lines, -target).points);
        }
        found
    }

    /// Says once that there was less memory than allowed.
    fn complain(&mut self, job: &Job, output: &Output) {
        let wanted = job.task.memory.table_bytes;
        let got = self.engine.table_bytes();
        if got > 0 && got < wanted / 4 * 3 && !self.said_short {
            self.said_short = true;
            let (got, wanted) = (got >> 20, wanted >> 20);
            output.say(&format!(
                "MESSAGE the table has {got} MiB: {wanted} MiB could not be had"
            ));
        }
    }
}

fn best_of(answer: &Answer) -> Found {
    let first_moves = answer.lines.iter().filter_map(|line| line.moves.first());
    let score = answer.lines.first().map(|line| line.score);
    Found {
        points: first_moves.copied().collect(),
        // A search that was stopped before anything was known has no value.
        score: score.filter(|&score| score > -Score::INFINITE),
        elapsed_ms: 0,
    }
}

fn nearest(lines: &[Line], target: i32) -> Found {
    let searched = lines.iter().filter(|line| line.depth > 0);
    let best = searched
        .min_by_key(|line| (line.score.get() - target).abs())
        .or(lines.first());
    Found {
        points: best
            .and_then(|line| line.moves.first().copied())
            .into_iter()
            .collect(),
        score: best.map(|line| line.score),
        elapsed_ms: 0,
    }
}
