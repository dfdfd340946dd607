//! The stones as the verifier sees them: a rimmed array, so that rows end by themselves.
//!
//! It counts rows by its own code. That the rest of the crate counts them the same way is
//! what the tests check.

use crate::board::Board;
use crate::point::{MAX_SIZE, Point};
use crate::rule::Rule;
use crate::stone::Stone;

const WIDTH: usize = MAX_SIZE as usize + 2;
const EMPTY: u8 = 2;
const EDGE: u8 = 3;

/// Steps along row, column and the two diagonals.
const STEPS: [usize; 4] = [1, WIDTH, WIDTH + 1, WIDTH - 1];

/// Where stones stand, with a rim around the board.
#[derive(Clone)]
pub(super) struct Grid {
    cells: [u8; WIDTH * WIDTH],
    rule: Rule,
}

/// What would win: the point, and the places beside the ends of the row it completes.
#[derive(Clone, Copy)]
pub(super) struct Five {
    point: usize,
    beside: [usize; 2],
}

fn index(point: Point) -> usize {
    (usize::from(point.y()) + 1) * WIDTH + usize::from(point.x()) + 1
}

impl Grid {
    pub(super) fn new(board: &Board, rule: Rule) -> Grid {
        let mut cells = [EDGE; WIDTH * WIDTH];
        for point in board.size().points() {
            cells[index(point)] = board.get(point).map_or(EMPTY, |stone| stone as u8);
        }
        Grid { cells, rule }
    }

    pub(super) fn put(&mut self, point: Point, stone: Stone) {
        self.cells[index(point)] = stone as u8;
    }

    pub(super) fn take(&mut self, point: Point) {
        self.cells[index(point)] = EMPTY;
    }

    pub(super) fn is_free(&self, point: Point) -> bool {
        self.cells[index(point)] == EMPTY
    }

    /// The row that a stone on the free `point` would win with.
    pub(super) fn five_at(&self, point: Point, stone: Stone) -> Option<Five> {
        let at = index(point);
        let own = stone as u8;
        if self.cells[at] != EMPTY {
            return None;
        }
        STEPS.into_iter().find_map(|step| {
            // Most points have no such neighbour on the line: nothing to count.
            if self.cells[at - step] != own && self.cells[at + step] != own {
                return None;
            }
            let (mut first, mut last) = (at, at);
            while self.cells[first - step] == own {
                first -= step;
            }
            while self.cells[last + step] == own {
                last += step;
            }
            let beside = [first - step, last + step];
            let length = (last - first) / step + 1;
            let held = beside
                .iter()
                .all(|&end| self.cells[end] == stone.opponent() as u8);
            let wins = self.rule.row_wins(stone, length as u8, held);
            wins.then_some(Five { point: at, beside })
        })
    }

    pub(super) fn wins(&self, point: Point, stone: Stone) -> bool {
        self.five_at(point, stone).is_some()
    }

    /// The stones of both colours as bits: two positions are the same if these are.
    pub(super) fn bits(&self) -> Vec<u64> {
        let mut bits = vec![0_u64; 2 * WIDTH * WIDTH / 64 + 1];
        for (at, &cell) in self.cells.iter().enumerate() {
            if cell < EMPTY {
                let bit = 2 * at + usize::from(cell);
                bits[bit / 64] |= 1 << (bit % 64);
            }
        }
        bits
    }
}

impl Five {
    /// Whether an enemy stone there leaves the row exactly as it is: it stands neither on
    /// the winning point nor beside the row.
    pub(super) fn is_untouched_by(self, reply: Point) -> bool {
        let at = index(reply);
        at != self.point && !self.beside.contains(&at)
    }
}
