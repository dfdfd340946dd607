//! Alpha-beta search: iterative deepening, principal variation search, and the pruning
//! and extension rules that let it look deep where it matters.
//!
//! `root` drives the iterations, `node` is the recursion and reads as a table of
//! contents, `moves` tries a node's moves; `evaluation` judges quiet positions, `picker`
//! lists and orders moves, `history` remembers what worked; `ending` tells decided lines
//! to their end; `balance` looks for fair continuations instead of the best.
//! Everything is whole numbers, so that every machine finds the same tree.

mod balance;
mod ending;
mod evaluation;
mod history;
mod moves;
mod node;
mod picker;
mod root;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tengen_nnue::Net;

use crate::params::Params;
use crate::position::{Position, Spot};
use crate::report::{Clock, Stop};
use crate::score::{self, Score};
use crate::table::Table;
use crate::variant::Variant;
use crate::vcf::FourSearch;
pub(crate) use balance::BalanceTask;
use evaluation::NetEye;
use history::History;
pub(crate) use root::RootTask;

/// Inside the search scores are plain numbers: `WIN - n` is a win with the nth ply, counted
/// from the root.
pub(crate) const WIN: i32 = score::WIN as i32;
/// Scores beyond this are wins or losses.
pub(crate) const DECIDED: i32 = score::LARGEST_ESTIMATE as i32;
/// Beyond every score; a root move not searched yet is worth minus this.
pub(crate) const INFINITE: i32 = Score::INFINITE.get();
/// Deepest ply and greatest depth: it fits the table's byte and the stack of a thread.
pub(crate) const MAX_PLY: usize = 120;

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) params: &'a Params,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) stop: &'a Stop,
    /// Raised by the main thread when it has its answer.
    pub(crate) done: AtomicBool,
    /// Ends the search at once when passed.
    pub(crate) hard_ms: u64,
    pub(crate) max_nodes: u64,
    /// Nodes of the threads, added up now and then.
    pub(crate) nodes: AtomicU64,
    /// The net to evaluate with, if there is one for the rule and size.
    pub(crate) net: Option<&'a Arc<Net>>,
    /// Moves not to be made, each by the key of the position where it would be made.
    pub(crate) avoided: Vec<(u64, Spot)>,
}

impl Shared<'_> {
    /// Whether the caller does not want this move in this position.
    #[inline]
    fn avoids(&self, key: u64, spot: Spot) -> bool {
        !self.avoided.is_empty() && self.avoided.contains(&(key, spot))
    }
}

/// What one line of the search remembers at one ply.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// Static value, or `None` where a threat makes it meaningless.
    value: Option<i32>,
    /// A move left out, to see how good the others are; 0 for none.
    excluded: Spot,
    /// Moves that ended the search of other nodes at this ply.
    killers: [Spot; 2],
}

/// One searching thread.
#[derive(Debug)]
pub(crate) struct Searcher<'a, V: Variant> {
    pub(crate) position: Position<V>,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) memory: &'a mut Memory,
    net: Option<NetEye>,
    /// By ply.
    frames: Vec<Frame>,
    /// By ply: the best line from there on, as far as it was followed.
    lines: Vec<Vec<Spot>>,
    pub(crate) nodes: u64,
    /// How many of them are in the sum of all threads.
    reported_nodes: u64,
    /// Once set, scores on the way up mean nothing any more.
    pub(crate) stopped: bool,
    /// Deepest ply of the running iteration.
    deepest: usize,
    /// Depth of the running iteration, to bound extensions.
    root_depth: i32,
}

/// What a thread keeps between searches.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    history: History,
    fours: FourSearch,
}

impl Memory {
    /// Makes room for new knowledge; forgets the old if it is not to be kept.
    pub(crate) fn begin_search(&mut self, keeps_history: bool) {
        if keeps_history {
            self.history.fade();
        } else {
            self.history = History::default();
        }
    }
}

impl<'a, V: Variant> Searcher<'a, V> {
    pub(crate) fn new(
        position: Position<V>,
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
    ) -> Searcher<'a, V> {
        Searcher {
            net: shared.net.map(|net| NetEye::new(net, &position)),
            position,
            shared,
            memory,
            frames: vec![Frame::default(); MAX_PLY + 4],
            lines: vec![Vec::new(); MAX_PLY + 4],
            nodes: 0,
            reported_nodes: 0,
            stopped: false,
            deepest: 0,
            root_depth: 0,
        }
    }

    /// Counts positions, and looks at the clock and the flag now and then: often enough to
    /// stop within a fraction of a millisecond.
    #[inline]
    fn count(&mut self, positions: u64) {
        self.nodes += positions;
        if self.nodes - self.reported_nodes >= 64 || self.nodes >= self.shared.max_nodes {
            self.check_limits();
        }
    }

    fn check_limits(&mut self) {
        let total = self.report_nodes();
        if self.shared.stop.is_raised()
            || self.shared.done.load(Ordering::Relaxed)
            || total >= self.shared.max_nodes
            || (self.shared.hard_ms < u64::MAX
                && self.shared.clock.elapsed_ms() >= self.shared.hard_ms)
        {
            self.stopped = true;
        }
    }

    /// Adds this thread's nodes to the sum of all; returns the sum.
    pub(crate) fn report_nodes(&mut self) -> u64 {
        let new = self.nodes - self.reported_nodes;
        self.reported_nodes = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    /// Nodes of all threads.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes - self.reported_nodes
    }
}
