//! The thread that owns the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use tengen_core::{Rule, Size};
use tengen_engine::{Answer, Engine, Evaluation, Limits, Net, Options};
use tengen_engine::{Score, Stop, Variant, with_variant};

use super::clock::TurnClock;
use super::opening;
use super::output::Output;
use super::report::Reporter;
use super::settings::{Budget, MemoryPlan};
use super::task::{Ask, Found, Ponder, Task};

/// Deep lines recurse: the stack is reserved, not used, until then.
const STACK_BYTES: usize = 8 << 20;

/// What the thinker is told.
#[derive(Debug)]
pub(super) enum Order {
    /// Search.
    Think(Box<Job>),
    /// Search until stopped, and tell nobody.
    Ponder(Box<Ponder>, Stop),
    /// Build the tables of a rule, and read the net for a board of this size, now rather
    /// than on the clock of the first move.
    Prepare(Rule, Option<Size>),
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

/// Starts the thread. `done` is called with what each search found; the notices are told
/// with the first one.
///
/// # Errors
/// The thread cannot be started.
pub(super) fn start(
    options: Options,
    notices: Vec<String>,
    output: Output,
    done: impl Fn(Found) + Send + 'static,
) -> std::io::Result<Sender<Order>> {
    let (orders, inbox) = channel();
    std::thread::Builder::new()
        .name("thinker".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || work(options, notices, &inbox, &output, done))?;
    Ok(orders)
}

fn work(
    options: Options,
    notices: Vec<String>,
    inbox: &Receiver<Order>,
    output: &Output,
    done: impl Fn(Found),
) {
    let mut thinker = Thinker {
        evaluation: options.evaluation.clone(),
        engine: Engine::new(options),
        net: None,
        searched: Vec::new(),
        notices,
        said_short: false,
        said_unfit: false,
    };
    while let Ok(order) = inbox.recv() {
        match order {
            Order::Prepare(rule, size) => {
                build_tables_of(rule);
                if let Some(size) = size {
                    thinker.hold_net(rule, size);
                }
            }
            Order::Forget => thinker.engine.new_game(),
            Order::Think(job) => {
                done(thinker.think_safely(&job, output));
                thinker.remember_game(&job.task);
            }
            Order::Ponder(ponder, stop) => thinker.ponder_safely(&ponder, &stop),
        }
    }
}

fn build_tables_of(rule: Rule) {
    with_variant!(rule, variant => build_tables(variant));
}

fn build_tables<V: Variant>(_: V) {
    V::lines();
    V::values();
}

struct Thinker {
    engine: Engine,
    /// What judges positions, unless there is no time for it.
    evaluation: Evaluation,
    /// The net of the last game. Searches share it; without a holder between them each
    /// would read it anew.
    net: Option<Arc<Net>>,
    /// Rules and sizes of the searches so far.
    searched: Vec<(Rule, Size)>,
    /// What is to be told with the next search.
    notices: Vec<String>,
    /// That less memory was to be had than allowed has been said.
    said_short: bool,
    /// That the net of the command line is for other games has been said.
    said_unfit: bool,
}

impl Thinker {
    /// A fault in the engine must not cost the game: a fresh engine looks briefly, and
    /// if that fails too, the dialogue plays any legal point.
    fn think_safely(&mut self, job: &Job, output: &Output) -> Found {
        let mut found = catch_unwind(AssertUnwindSafe(|| self.think(job, output)))
            .or_else(|_| {
                output.say("MESSAGE an internal fault was met; the move is a hasty one");
                self.replace_engine();
                catch_unwind(AssertUnwindSafe(|| self.search_briefly(job)))
            })
            .unwrap_or_default();
        found.elapsed_ms = job.clock.real_ms();
        found
    }

    fn replace_engine(&mut self) {
        let mut options = self.engine.options().clone();
        options.threads = 1;
        self.engine = Engine::new(options);
    }

    /// What judges this search. Reading a net takes some milliseconds: a first move that
    /// is wanted at once is judged by patterns. It does not matter whether the net has
    /// been read by chance, so that the same dialogue gets the same answers.
    fn evaluation_for(&self, task: &Task) -> Evaluation {
        if task.budget.quick && !self.searched.contains(&game_of(task)) {
            Evaluation::Classical
        } else {
            self.evaluation.clone()
        }
    }

    /// Has the net of a game ready. The one before is let go first: both might not fit.
    fn hold_net(&mut self, rule: Rule, size: Size) {
        let fits = |net: &Arc<Net>| (net.rule(), net.size()) == (rule, size);
        if !self.net.as_ref().is_some_and(fits) {
            self.net = None;
            self.net = self.evaluation.net(rule, size);
        }
    }

    fn remember_game(&mut self, task: &Task) {
        let game = game_of(task);
        if !self.searched.contains(&game) {
            self.searched.push(game);
        }
    }

    /// Nothing waits for the result, so that a fault costs the gain alone.
    fn ponder_safely(&mut self, ponder: &Ponder, stop: &Stop) {
        let result = catch_unwind(AssertUnwindSafe(|| {
            self.set_options(ponder.memory, self.evaluation.clone());
            let position = &ponder.position;
            self.hold_net(position.rule(), position.size());
            self.engine.ponder(&ponder.position, None, stop);
        }));
        if result.is_err() {
            self.replace_engine();
        }
    }

    fn think(&mut self, job: &Job, output: &Output) -> Found {
        self.tell_notices(job, output);
        let evaluation = self.evaluation_for(&job.task);
        if evaluation != Evaluation::Classical {
            let (rule, size) = game_of(&job.task);
            self.hold_net(rule, size);
        }
        self.set_options(job.task.memory, evaluation);
        let clock = Arc::clone(&job.clock);
        let limits = Limits {
            excluded: job.task.excluded.clone(),
            excluded_lines: job.task.excluded_lines.clone(),
            ..job.task.budget.limits.clone()
        };
        let most_lines = match job.task.ask {
            Ask::Best { lines } => lines,
            Ask::Balanced { .. } | Ask::BestOrPair => 1,
        };
        let mut reporter = Reporter::new(output.clone(), job.task.style, clock, most_lines);
        let found = match job.task.ask {
            Ask::Best { lines } => {
                let limits = Limits { lines, ..limits };
                let answer = self.search(job, &limits, &mut reporter);
                reporter.finish(&answer);
                best_of(&answer)
            }
            Ask::Balanced { moves, target } => {
                let wanted = (target, moves > 1);
                self.balance(job, wanted, &limits, &mut reporter)
            }
            Ask::BestOrPair => self.best_or_pair(job, &limits, &mut reporter),
        };
        self.complain(job, output);
        found
    }

    fn tell_notices(&mut self, job: &Job, output: &Output) {
        let (rule, size) = game_of(&job.task);
        if let Evaluation::Net(net) = &self.evaluation
            && (net.rule(), net.size()) != (rule, size)
            && !self.said_unfit
        {
            self.said_unfit = true;
            self.notices.push(format!(
                "the net is for {} on {}; the built-in evaluation plays {rule} on {size}",
                net.rule(),
                net.size()
            ));
        }
        for notice in self.notices.drain(..) {
            output.say(&format!("MESSAGE {notice}"));
        }
    }

    fn set_options(&mut self, memory: MemoryPlan, evaluation: Evaluation) {
        let mut options = self.engine.options().clone();
        options.evaluation = evaluation;
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
    fn balance(
        &mut self,
        job: &Job,
        wanted: (i32, bool),
        limits: &Limits,
        reporter: &mut Reporter,
    ) -> Found {
        let position = &job.task.position;
        let clock = job.clock.as_ref();
        let answer = self
            .engine
            .balance(position, wanted, limits, clock, &job.stop, reporter);
        let Some(line) = answer.lines.first() else {
            return Found::default();
        };
        let count = 1 + usize::from(wanted.1);
        Found {
            points: line.moves.iter().take(count).copied().collect(),
            ..best_of(&answer)
        }
    }

    /// The best move in half the time; the rest is for a fair pair, if that may be better.
    fn best_or_pair(&mut self, job: &Job, whole: &Limits, reporter: &mut Reporter) -> Found {
        let half = Limits {
            turn_ms: whole.turn_ms.map(|ms| ms / 2),
            left_ms: whole.left_ms.map(|ms| ms / 2),
            nodes: whole.nodes.map(|nodes| nodes.div_ceil(2)),
            ..whole.clone()
        };
        let answer = self.search(job, &half, reporter);
        reporter.finish(&answer);
        let mut found = best_of(&answer);
        if found
            .scores
            .first()
            .is_some_and(|&score| opening::is_level(score))
        {
            let fair = self.balance(job, (0, true), &half_left(whole), reporter);
            if let (&[first, second], Some(&score)) = (&fair.points[..], fair.scores.first()) {
                found.pair = Some(([first, second], score));
            }
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
                "MESSAGE memory is short: the table has {got} MiB, {wanted} MiB could not be had"
            ));
        }
    }
}

fn game_of(task: &Task) -> (Rule, Size) {
    (task.position.rule(), task.position.size())
}

/// What is left of a search after half of its nodes; its clock goes on by itself.
fn half_left(whole: &Limits) -> Limits {
    Limits {
        nodes: whole.nodes.map(|nodes| nodes / 2),
        ..whole.clone()
    }
}

fn best_of(answer: &Answer) -> Found {
    let first_moves = answer.lines.iter().filter_map(|line| line.moves.first());
    let scores = answer.lines.iter().map(|line| line.score);
    Found {
        points: first_moves.copied().collect(),
        // A search that was stopped before anything was known has no value.
        scores: scores
            .take_while(|&score| score > -Score::INFINITE)
            .collect(),
        ..Found::default()
    }
}
