//! What a caller asks of a search, and what the search tells.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tengen_core::Point;

use crate::score::Score;

/// How long a search may go on. Whatever is reached first ends it; with nothing set it
/// runs until stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Positions visited. A search by nodes on one thread is deterministic.
    pub nodes: Option<u64>,
    /// Milliseconds for this move at the very most.
    pub turn_ms: Option<u64>,
    /// Milliseconds left for the rest of the game, from which a share is planned.
    pub left_ms: Option<u64>,
    /// How many best lines to find; 0 counts as 1.
    pub lines: usize,
    /// Moves not to be considered at the root.
    pub excluded: Vec<Point>,
    /// Lines from the root whose last move is not to be considered where the others have
    /// been played, in whatever order. A table that remembers searches with other lines
    /// may know these: begin with [`crate::Engine::new_game`] when they change. Wins by
    /// fours seen at the end of a line do not look at them.
    pub excluded_lines: Vec<Vec<Point>>,
}

/// One line of play with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Best play for both sides, beginning with the side to move. Never empty.
    ///
    /// With a win or loss in n plies as the score it has n moves, of which the last makes
    /// the five: the winner plays as was found, the loser as long a defence as was found.
    /// A shorter line has this beginning, but the search could not tell the rest within a
    /// small budget (no test has met one), or only by a move of `excluded_lines`.
    pub moves: Vec<Point>,
    /// Score for the side to move. At the end of a search that was stopped as a move turned
    /// out better than all before, that move is worth at least this.
    pub score: Score,
    /// Full depth of the search behind it.
    pub depth: u32,
    /// Deepest ply reached.
    pub deepest: u32,
}

impl Line {
    /// Whether the line has a value. A search that was stopped at once names a move without
    /// one, whose score is below every loss.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.score > -Score::INFINITE
    }
}

/// News from a running search.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A depth is finished, or the search was stopped within it and had found something new:
    /// all lines, best first.
    Depth {
        /// The lines found, best first.
        lines: &'a [Line],
        /// Positions visited so far, by all threads.
        nodes: u64,
        /// Milliseconds since the search began.
        elapsed_ms: u64,
    },
    /// The search begins to look at this root move.
    RootMove {
        /// The move.
        point: Point,
        /// In which iteration.
        depth: u32,
    },
    /// A root move turned out better than all before it in this iteration.
    NewBest {
        /// The move.
        point: Point,
        /// Its score.
        score: Score,
        /// In which iteration.
        depth: u32,
    },
    /// A root move is proven lost.
    Lost {
        /// The move.
        point: Point,
    },
}

/// Hears the news of a search. It runs on the searching thread: be quick.
pub trait Listener {
    /// Takes one piece of news.
    fn hear(&mut self, event: Event<'_>);
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deaf;

impl Listener for Deaf {
    fn hear(&mut self, _: Event<'_>) {}
}

/// Time since the search began. Passed in, so that the engine owns no clock.
pub trait Clock: Debug + Sync {
    /// Milliseconds since the move's clock was started, which may be before the search.
    fn elapsed_ms(&self) -> u64;
}

/// A clock that stands still: for searches limited by nodes or depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed_ms(&self) -> u64 {
        0
    }
}

/// Ends a search from outside, at once. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends every search that watches this flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Makes the flag usable again.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it is raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move to play; `None` if no legal move exists (or all were excluded).
    pub best: Option<Point>,
    /// The lines found, best first; the first begins with `best`.
    pub lines: Vec<Line>,
    /// Positions visited, by all threads.
    pub nodes: u64,
}
