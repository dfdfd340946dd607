//! The cells of a position, kept up to date stone by stone.

use std::fmt;
use std::sync::Arc;

use tengen_core::{Board, Point, Stone};

use crate::head::{Channels, Verdict};
use crate::net::Net;
use crate::simd::Isa;
use crate::windows::{self, REACH, STEPS};

/// Follows the stones of one game for a net.
#[derive(Clone)]
pub struct Accumulator {
    net: Arc<Net>,
    isa: Isa,
    cells: Cells,
    /// What has changed since the cells were last up to date.
    pending: Vec<Change>,
}

/// A stone that comes or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    point: Point,
    stone: Stone,
    comes: bool,
}

/// Sums of rows for each point, and of clipped sums for each region.
#[derive(Clone)]
pub(crate) struct Cells {
    side: usize,
    /// The four windows of each point, as Black sees them.
    windows: Vec<[u16; 4]>,
    sums: Vec<Channels>,
    regions: [Channels; 9],
    region_of: Vec<u8>,
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
        self.settle();
        let black = mover == Stone::Black;
        let head = self.net.head(mover);
        Judgement {
            verdict: self.isa.judge(head, &self.cells.regions, black),
            mover,
        }
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
        let sum = &self.cells.sums[self.cells.index(point)];
        self.isa.logit(sum, &policy.0)
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

impl Cells {
    fn new(net: &Net) -> Cells {
        let side = usize::from(net.size().get());
        let mut cells = Cells {
            side,
            windows: Vec::new(),
            sums: Vec::new(),
            regions: [Channels::ZERO; 9],
            region_of: Vec::new(),
        };
        for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
            let windows = STEPS.map(|(dx, dy)| {
                let points = |sign: i32| {
                    let inside =
                        |n: &i32| cells.at(x as i32 + sign * n * dx, y as i32 + sign * n * dy);
                    (1..=REACH as i32)
                        .take_while(|n| inside(n).is_some())
                        .count()
                };
                windows::empty(points(-1), points(1))
            });
            let mut sum = Channels::ZERO;
            for window in windows {
                for (number, &part) in sum.0.iter_mut().zip(&net.row(window).0) {
                    *number += i16::from(part);
                }
            }
            let region = 3 * (3 * y / side) + 3 * x / side;
            for (number, part) in cells.regions[region].0.iter_mut().zip(sum.clipped().0) {
                *number += part;
            }
            cells.windows.push(windows);
            cells.sums.push(sum);
            cells.region_of.push(region as u8);
        }
        cells
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.y()) * self.side + usize::from(point.x())
    }

    #[inline(always)]
    fn at(&self, x: i32, y: i32) -> Option<usize> {
        let side = self.side as i32;
        let inside = (0..side).contains(&x) && (0..side).contains(&y);
        inside.then_some((y * side + x) as usize)
    }

    /// Brings every window that holds the point up to date.
    #[inline(always)]
    pub(crate) fn change(&mut self, net: &Net, change: Change) {
        let (x, y) = (i32::from(change.point.x()), i32::from(change.point.y()));
        let own = change.stone == Stone::Black;
        for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
            for place in -(REACH as i32)..=REACH as i32 {
                // The cell from which the stone lies so many steps along the line.
                let Some(cell) = self.at(x - place * dx, y - place * dy) else {
                    continue;
                };
                let share = windows::share(place, own);
                let before = self.windows[cell][direction];
                let after = if change.comes {
                    before + share
                } else {
                    before - share
                };
                self.windows[cell][direction] = after;
                self.exchange(cell, net, before, after);
            }
        }
    }

    /// One window of a cell is another.
    #[inline(always)]
    fn exchange(&mut self, cell: usize, net: &Net, before: u16, after: u16) {
        let (old, new) = (net.row(before), net.row(after));
        let region = &mut self.regions[usize::from(self.region_of[cell])];
        let sums = &mut self.sums[cell];
        let numbers = sums.0.iter_mut().zip(&mut region.0);
        for ((sum, part), (&old, &new)) in numbers.zip(old.0.iter().zip(&new.0)) {
            let was = *sum;
            let is = was + i16::from(new) - i16::from(old);
            *sum = is;
            *part += is.clamp(0, 255) - was.clamp(0, 255);
        }
    }
}
