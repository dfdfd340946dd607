//! The cells of a position, kept up to date stone by stone.

use std::fmt;
use std::sync::Arc;

use tengen_core::{Board, Point, Stone};

use crate::cells::{Cells, Change};
use crate::head::{Channels, Verdict};
use crate::net::Net;
use crate::simd::Isa;

/// Follows the stones of one game for a net.
#[derive(Clone)]
pub struct Accumulator {
    net: Arc<Net>,
    isa: Isa,
    cells: Cells,
    /// What has changed since the cells were last up to date.
    pending: Vec<Change>,
}

/// What a net says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    verdict: Verdict,
    mover: Stone,
}

impl Judgement {
    /// What the position is worth to the mover: 200 points are one unit of log-odds.
    pub fn value(&self) -> i32 {
        self.verdict.value
    }

    /// Half the width of the draw, in the same points: the mover wins with probability
    /// sigmoid(value - draw) and loses with sigmoid(-value - draw).
    pub fn draw(&self) -> i32 {
        self.verdict.draw
    }
}

/// Which points look good to the mover of a position.
#[derive(Clone, Copy, Debug)]
pub struct Policy(Channels);

impl Accumulator {
    /// An empty board, computed with the best instructions that this machine has.
    pub fn new(net: Arc<Net>) -> Accumulator {
        Accumulator::with_isa(net, Isa::best())
    }

    /// An empty board, computed with given instructions.
    pub fn with_isa(net: Arc<Net>, isa: Isa) -> Accumulator {
        let cells = Cells::new(&net);
        Accumulator {
            net,
            isa,
            cells,
            pending: Vec::new(),
        }
    }

    /// The cells of a board, computed from nothing.
    pub fn from_board(net: Arc<Net>, board: &Board) -> Accumulator {
        let mut accumulator = Accumulator::new(net);
        for (point, stone) in board.stones() {
            accumulator.place(point, stone);
        }
        accumulator
    }

    /// A stone is put on an empty point.
    pub fn place(&mut self, point: Point, stone: Stone) {
        self.push(Change {
            point,
            stone,
            comes: true,
        });
    }

    /// A stone is taken away from its point.
    pub fn remove(&mut self, point: Point, stone: Stone) {
        self.push(Change {
            point,
            stone,
            comes: false,
        });
    }

    /// What was undone before anyone looked never happens.
    fn push(&mut self, change: Change) {
        let opposite = Change {
            comes: !change.comes,
            ..change
        };
        if self.pending.last() == Some(&opposite) {
            self.pending.pop();
        } else {
            self.pending.push(change);
        }
    }

    /// Brings the cells up to date now rather than when something is asked.
    pub fn settle(&mut self) {
        for change in self.pending.drain(..) {
            self.isa.change(&mut self.cells, &self.net, change);
        }
    }

    /// What the position is worth to the side to move.
    pub fn judge(&mut self, mover: Stone) -> Judgement {
        // Most stones that are judged are taken back next: the last one only lends its
        // sums, and the cells are not told of it.
        let last = self.pending.pop_if(|change| change.comes);
        self.settle();
        let verdict = self.isa.judge(&mut self.cells, &self.net, last, mover);
        self.pending.extend(last);
        Judgement { verdict, mover }
    }

    /// The policy that belongs to a judgement of this very position.
    pub fn policy(&mut self, judgement: &Judgement) -> Policy {
        self.settle();
        let head = self.net.head(judgement.mover);
        let weights = self.isa.policy(head, &judgement.verdict.hidden);
        Policy(weights.seen_by(judgement.mover == Stone::Black))
    }

    /// How good a move looks: logits with 256 to a unit.
    pub fn logit(&self, policy: &Policy, point: Point) -> i32 {
        self.isa.logit(self.cells.sum(point), &policy.0)
    }
}

impl fmt::Debug for Accumulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accumulator")
            .field("net", &self.net)
            .field("isa", &self.isa)
            .field("pending", &self.pending)
            .finish_non_exhaustive()
    }
}
