//! The one door to the engine.

mod dead;
mod vote;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tengen_core::{Point, Position as Referee, Rule, Size};
use tengen_nnue::Net;

use crate::params::Params;
use crate::position::{Position, Spot, spot_of};
use crate::report::{Answer, Clock, Deaf, Event, Limits, Line, Listener, NoClock, Stop};
use crate::score::Score;
use crate::search::{BalanceTask, MAX_PLY, Memory, RootTask, Searcher, Shared};
use crate::table::Table;
use crate::time::{Plan, expected_nodes};
use crate::value::ValueTable;
use crate::variant::Variant;
use crate::with_variant;

/// What the engine may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes for the transposition table, the largest piece of memory.
    pub table_bytes: usize,
    /// Threads that search together.
    pub threads: usize,
    /// Numbers that steer the search.
    pub params: Params,
    /// Pattern tables to think with; `None` for the shipped ones of the rule.
    pub values: Option<&'static ValueTable>,
    /// What judges quiet positions.
    pub evaluation: Evaluation,
}

/// What judges quiet positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// Pattern tables alone.
    #[default]
    Classical,
    /// The net that ships for the rule and size; pattern tables where there is none.
    Shipped,
    /// This net in games of its own rule and size; in others what ships for them.
    Net(Arc<Net>),
}

impl Evaluation {
    /// The net for such games, if there is one.
    pub fn net(&self, rule: Rule, size: Size) -> Option<Arc<Net>> {
        match self {
            Evaluation::Classical => None,
            Evaluation::Shipped => tengen_nnue::shipped(rule, size),
            Evaluation::Net(net) => {
                let suits = (net.rule(), net.size()) == (rule, size);
                if suits {
                    Some(Arc::clone(net))
                } else {
                    tengen_nnue::shipped(rule, size)
                }
            }
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            table_bytes: 64 << 20,
            threads: 1,
            params: Params::default(),
            values: None,
            evaluation: Evaluation::default(),
        }
    }
}

/// A player of all rules and sizes: set options, ask for a move.
///
/// ```
/// use tengen_core::{Position, Rule, Size};
/// use tengen_engine::{Deaf, Engine, Limits, NoClock, Options, Stop};
/// let mut engine = Engine::new(Options { table_bytes: 1 << 20, ..Options::default() });
/// let mut game = Position::new(Size::STANDARD, Rule::Freestyle);
/// game.play(game.size().centre())?;
/// let limits = Limits { nodes: Some(2_000), ..Limits::default() };
/// let answer = engine.search(&game, &limits, &NoClock, &Stop::new(), &mut Deaf);
/// game.play(answer.best.unwrap())?;
/// # Ok::<(), tengen_core::MoveError>(())
/// ```
#[derive(Debug, Default)]
pub struct Engine {
    options: Options,
    table: Option<Table>,
    memories: Vec<Memory>,
    last_game: Option<(Rule, Size)>,
}

impl Engine {
    /// An engine with these options. Memory is taken when the first search begins.
    pub fn new(options: Options) -> Engine {
        Engine {
            options,
            ..Engine::default()
        }
    }

    /// The options in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options. The old table is freed before a new one is made.
    pub fn set_options(&mut self, options: Options) {
        // Values of another evaluation would mislead.
        if options.table_bytes != self.options.table_bytes
            || options.evaluation != self.options.evaluation
        {
            self.table = None;
        }
        self.options = options;
    }

    /// Bytes that the transposition table holds now.
    pub fn table_bytes(&self) -> usize {
        self.table.as_ref().map_or(0, Table::bytes)
    }

    /// Forgets everything learned in earlier searches.
    pub fn new_game(&mut self) {
        self.table = None;
        self.memories.clear();
    }

    /// Searches the position for the side to move and answers with the best move.
    ///
    /// It ends when a limit is reached or `stop` is raised, and tells `listener` what it
    /// finds on the way. In a position that is over there is no best move.
    pub fn search(
        &mut self,
        game: &Referee,
        limits: &Limits,
        clock: &dyn Clock,
        stop: &Stop,
        listener: &mut dyn Listener,
    ) -> Answer {
        let call = Call {
            game,
            goal: Goal::Best,
            limits,
            clock,
            stop,
        };
        self.answer(&call, listener)
    }

    /// Thinks on the other side's time: searches a position in which that side is to
    /// move, until `stop` is raised or so many nodes are visited. What it finds stays in
    /// the table and the histories, for the search that follows the other side's move.
    pub fn ponder(&mut self, game: &Referee, nodes: Option<u64>, stop: &Stop) {
        let limits = Limits {
            // With a depth nothing is answered without a search, forced moves neither.
            depth: Some(MAX_PLY as u32),
            nodes,
            ..Limits::default()
        };
        self.search(game, &limits, &NoClock, stop, &mut Deaf);
    }

    /// Finds a fair continuation: a move of the side to move (or with `pair` a move of
    /// each side) after which the value for that side is as near to `target` points as
    /// it can be made. The first line of the answer begins with it, and has that value.
    ///
    /// Limits are as for [`Engine::search`], but one thread searches and one line is
    /// found. There is no answer if every continuation ends the game.
    pub fn balance(
        &mut self,
        game: &Referee,
        (target, pair): (i32, bool),
        limits: &Limits,
        clock: &dyn Clock,
        stop: &Stop,
        listener: &mut dyn Listener,
    ) -> Answer {
        let call = Call {
            game,
            goal: Goal::Balance { target, pair },
            limits,
            clock,
            stop,
        };
        self.answer(&call, listener)
    }

    fn answer(&mut self, call: &Call<'_>, listener: &mut dyn Listener) -> Answer {
        if call.game.outcome().is_some() {
            return without_search(None);
        }
        if matches!(call.goal, Goal::Best) && dead::is_dead(call.game.board()) {
            let mut legal = call.game.legal_points();
            return without_search(legal.find(|point| !call.limits.excluded.contains(point)));
        }
        with_variant!(call.game.rule(), variant => self.answer_as(variant, call, listener))
    }

    fn answer_as<V: Variant>(
        &mut self,
        variant: V,
        call: &Call<'_>,
        listener: &mut dyn Listener,
    ) -> Answer {
        let Call { game, limits, .. } = *call;
        self.prepare(game.rule(), game.size());
        let values = self.options.values.unwrap_or_else(V::values);
        let position = Position::from_board(game.board(), game.to_move(), variant, values);
        let plan = Plan::new(limits, self.options.params.time_shares.max(1) as u64);
        let net = self.options.evaluation.net(game.rule(), game.size());
        let shared = Shared {
            table: ready_table(&mut self.table, &self.options, call, &plan),
            params: &self.options.params,
            clock: call.clock,
            stop: call.stop,
            done: AtomicBool::new(false),
            hard_ms: plan.hard_ms,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            avoided: avoided_moves(game, limits),
            net: net.as_ref(),
        };
        let root = root_task(limits, plan);
        // The stacks of helpers might take the last memory that there is.
        let threads = if shared.table.is_short() {
            1
        } else {
            self.memories.len()
        };
        let memories = &mut self.memories[..threads];
        let lines = match call.goal {
            Goal::Best => run_threads(&position, &shared, memories, &root, listener),
            Goal::Balance { target, pair } => {
                let mut searcher = Searcher::new(position, &shared, &mut memories[0]);
                let task = BalanceTask { root, target, pair };
                let lines = searcher.balance(&task, listener);
                searcher.report_nodes();
                lines
            }
        };
        Answer {
            best: lines.first().and_then(|line| line.moves.first().copied()),
            nodes: shared.nodes.load(Ordering::Relaxed),
            lines,
        }
    }

    /// Sees to memory, and forgets what another rule or size left behind: keys do not
    /// tell them apart.
    fn prepare(&mut self, rule: Rule, size: Size) {
        if self.last_game != Some((rule, size)) {
            self.new_game();
            self.last_game = Some((rule, size));
        }
        let threads = self.options.threads.max(1);
        self.memories.resize_with(threads, Memory::default);
        for memory in &mut self.memories {
            memory.begin_search(self.options.params.history_kept != 0);
        }
    }
}

/// The answer where nothing can be won or lost any more.
fn without_search(best: Option<Point>) -> Answer {
    let line = |point| Line {
        moves: vec![point],
        score: Score::ZERO,
        depth: 0,
        deepest: 0,
    };
    Answer {
        best,
        lines: best.map(line).into_iter().collect(),
        nodes: 0,
    }
}

/// What is to be found.
#[derive(Clone, Copy)]
enum Goal {
    Best,
    Balance { target: i32, pair: bool },
}

/// What a caller asks, in one piece.
#[derive(Clone, Copy)]
struct Call<'a> {
    game: &'a Referee,
    goal: Goal,
    limits: &'a Limits,
    clock: &'a dyn Clock,
    stop: &'a Stop,
}

/// The table, made if there is none, with room for what this search may find.
fn ready_table<'a>(
    table: &'a mut Option<Table>,
    options: &Options,
    call: &Call<'_>,
    plan: &Plan,
) -> &'a Table {
    let table = table.get_or_insert_with(|| Table::new(options.table_bytes));
    let nodes = expected_nodes(call.limits, options.threads.max(1));
    let longest_ms = plan.hard_ms / 20;
    table.reserve(nodes, || {
        let in_time = plan.hard_ms == u64::MAX || call.clock.elapsed_ms() <= longest_ms;
        in_time && !call.stop.is_raised()
    });
    table.next_generation();
    table
}

fn root_task(limits: &Limits, plan: Plan) -> RootTask {
    let excluded = limits.excluded.iter().map(|&point| spot_of(point));
    RootTask {
        max_depth: limits.depth.unwrap_or(MAX_PLY as u32),
        lines: limits.lines.max(1),
        excluded: excluded.collect(),
        plan,
        thread: 0,
        hurry: limits.lines <= 1 && limits.depth.is_none(),
    }
}

/// The last moves of lines to avoid, by the position in which each would be played.
fn avoided_moves(game: &Referee, limits: &Limits) -> Vec<(u64, Spot)> {
    let mut avoided = Vec::new();
    for line in &limits.excluded_lines {
        let Some((&last, before)) = line.split_last() else {
            continue;
        };
        let mut after = game.clone();
        if before.iter().all(|&point| after.play(point).is_ok()) {
            avoided.push((after.key(), spot_of(last)));
        }
    }
    avoided
}

/// Deep lines recurse: the stack is reserved, not used, until then.
const STACK_BYTES: usize = 8 << 20;

/// Searches on as many threads as there are memories; a helper that cannot be started
/// is done without.
fn run_threads<V: Variant>(
    position: &Position<V>,
    shared: &Shared<'_>,
    memories: &mut [Memory],
    task: &RootTask,
    listener: &mut dyn Listener,
) -> Vec<Line> {
    let Some((main, helpers)) = memories.split_first_mut() else {
        return Vec::new();
    };
    std::thread::scope(|scope| {
        let mut started = Vec::new();
        for (n, memory) in helpers.iter_mut().enumerate() {
            let task = RootTask {
                thread: n + 1,
                ..task.clone()
            };
            let position = position.clone();
            let work = move || {
                let mut searcher = Searcher::new(position, shared, memory);
                let lines = searcher.iterate(&task, &mut Deaf);
                searcher.report_nodes();
                lines
            };
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            started.extend(builder.spawn_scoped(scope, work));
        }
        let mut searcher = Searcher::new(position.clone(), shared, main);
        let lines = searcher.iterate(task, listener);
        searcher.report_nodes();
        shared.done.store(true, Ordering::Relaxed);
        let others = started.into_iter().filter_map(|helper| helper.join().ok());
        let others: Vec<Vec<Line>> = others.collect();
        match vote::choose(shared.params, task.lines, &lines, &others) {
            Some(line) => {
                let lines = vec![line.clone()];
                tell_change(&lines, shared, listener);
                lines
            }
            None => lines,
        }
    })
}

/// The vote went against the main thread: the listener has heard something else.
fn tell_change(lines: &[Line], shared: &Shared<'_>, listener: &mut dyn Listener) {
    listener.hear(Event::Depth {
        lines,
        nodes: shared.nodes.load(Ordering::Relaxed),
        elapsed_ms: shared.clock.elapsed_ms(),
    });
}

#[cfg(test)]
mod tests;
