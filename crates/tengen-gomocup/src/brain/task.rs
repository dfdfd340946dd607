//! What the dialogue asks of the engine, and what it gets back.

use tengen_core::{Point, Position, Size};
use tengen_engine::Score;

use super::settings::{Budget, MemoryPlan};

/// A search to be made.
#[derive(Clone, Debug)]
pub struct Task {
    /// What is wanted.
    pub ask: Ask,
    /// The position, with us to move.
    pub position: Position,
    /// How long it may take.
    pub budget: Budget,
    /// Moves not to be considered.
    pub excluded: Vec<Point>,
    /// Lines from here whose last move is not to be considered.
    pub excluded_lines: Vec<Vec<Point>>,
    /// What it may use.
    pub memory: MemoryPlan,
    /// How its progress is shown.
    pub style: Style,
}

/// What a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The best move, and so many best lines.
    Best {
        /// At least 1.
        lines: usize,
    },
    /// Moves after which the value for us is near a target.
    Balanced {
        /// 1: ours; 2: ours and the opponent's.
        moves: u8,
        /// In points.
        target: i32,
    },
    /// The best move, and where that is hardly better than none, two fair ones as well.
    BestOrPair,
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// `show_detail`, 0 to 3.
    pub detail: u8,
    /// The client sends row and column: names of points swap them.
    pub swapped: bool,
    /// Board size, for names of points.
    pub size: Size,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The moves asked for, or the first moves of the lines; empty if there are none.
    pub points: Vec<Point>,
    /// The values of the lines for the side to move, as far as they are known; of moves
    /// asked for together there is one.
    pub scores: Vec<Score>,
    /// A fair pair of moves with the value that it leaves, if one was looked for.
    pub pair: Option<([Point; 2], Score)>,
    /// Milliseconds since the command was read.
    pub elapsed_ms: u64,
}

/// A position to think about while the opponent does.
#[derive(Clone, Debug)]
pub struct Ponder {
    /// The position, with the opponent to move.
    pub position: Position,
    /// What may be used.
    pub memory: MemoryPlan,
}
