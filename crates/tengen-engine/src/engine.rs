//! The one door to the engine.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tengen_core::{Position as Referee, Rule, Size};

use crate::params::Params;
use crate::position::{Position, spot_of};
use crate::report::{Answer, Clock, Deaf, Limits, Line, Listener, Stop};
use crate::search::{MAX_PLY, Memory, RootTask, Searcher, Shared};
use crate::table::Table;
use crate::time::Plan;
use crate::value::ValueTable;
use crate::variant::{Caro8, Caro9, Freestyle, Renju, Standard, Variant};

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
}

impl Default for Options {
    fn default() -> Options {
        Options {
            table_bytes: 64 << 20,
            threads: 1,
            params: Params::default(),
            values: None,
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
        if options.table_bytes != self.options.table_bytes {
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
            limits,
            clock,
            stop,
        };
        match game.rule() {
            Rule::Freestyle => self.search_as(Freestyle, &call, listener),
            Rule::Standard => self.search_as(Standard, &call, listener),
            Rule::Renju => self.search_as(Renju, &call, listener),
            Rule::Caro8 => self.search_as(Caro8, &call, listener),
            Rule::Caro9 => self.search_as(Caro9, &call, listener),
        }
    }

    fn search_as<V: Variant>(
        &mut self,
        variant: V,
        call: &Call<'_>,
        listener: &mut dyn Listener,
    ) -> Answer {
        if call.game.outcome().is_some() {
            return Answer {
                best: None,
                lines: Vec::new(),
                nodes: 0,
            };
        }
        let Call {
            game,
            limits,
            clock,
            stop,
        } = *call;
        self.prepare(game.rule(), game.size());
        let values = self.options.values.unwrap_or_else(V::values);
        let position = fast_position(game, variant, values);
        let plan = Plan::new(limits);
        let table = self
            .table
            .get_or_insert_with(|| Table::new(self.options.table_bytes));
        table.next_generation();
        let shared = Shared {
            table,
            params: &self.options.params,
            clock,
            stop,
            done: AtomicBool::new(false),
            hard_ms: plan.hard_ms,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
        };
        let task = RootTask {
            max_depth: limits.depth.unwrap_or(MAX_PLY as u32),
            lines: limits.lines.max(1),
            excluded: limits
                .excluded
                .iter()
                .map(|&point| spot_of(point))
                .collect(),
            plan,
            thread: 0,
            hurry: limits.lines <= 1 && limits.depth.is_none(),
        };
        let lines = run_threads(&position, &shared, &mut self.memories, &task, listener);
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
            memory.begin_search();
        }
    }
}

/// What a caller asks, in one piece.
#[derive(Clone, Copy)]
struct Call<'a> {
    game: &'a Referee,
    limits: &'a Limits,
    clock: &'a dyn Clock,
    stop: &'a Stop,
}

/// The fast board with the last two moves on record, which move ordering looks at.
fn fast_position<V: Variant>(
    game: &Referee,
    variant: V,
    values: &'static ValueTable,
) -> Position<V> {
    let mut board = game.board().clone();
    let recent: Vec<_> = game.moves().rev().take(4).collect();
    for mv in &recent {
        if let Some(point) = mv.point {
            board.remove(point);
        }
    }
    let first = recent.last().map_or(game.to_move(), |mv| mv.stone);
    let mut position = Position::from_board(&board, first, variant, values);
    for mv in recent.iter().rev() {
        match mv.point {
            Some(point) if mv.stone == position.to_move() => position.make(spot_of(point)),
            _ => return Position::from_board(game.board(), game.to_move(), variant, values),
        }
    }
    if position.to_move() == game.to_move() {
        position
    } else {
        Position::from_board(game.board(), game.to_move(), variant, values)
    }
}

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
        for (n, memory) in helpers.iter_mut().enumerate() {
            let task = RootTask {
                thread: n + 1,
                ..task.clone()
            };
            let position = position.clone();
            scope.spawn(move || {
                let mut searcher = Searcher::new(position, shared, memory);
                searcher.iterate(&task, &mut Deaf);
                searcher.report_nodes();
            });
        }
        let mut searcher = Searcher::new(position.clone(), shared, main);
        let lines = searcher.iterate(task, listener);
        searcher.report_nodes();
        shared.done.store(true, Ordering::Relaxed);
        lines
    })
}

#[cfg(test)]
mod tests;
