//! The rows on a board, counted by length and open ends, move by move.
//!
//! A *row* is an unbroken line of one colour's stones. It is *open* if both ends are
//! free, *half open* if one is, and worth nothing if neither is (unless it has won). Gaps
//! are not looked at: an opponent of the classroom does not see a broken four.

use tengen_core::{Board, forbidden};
use tengen_core::{Cell, Direction, Point, Position, Rule, Run, Size, Stone};

/// What a winning row is worth.
pub(super) const FIVE: i64 = 1_000_000;

/// Worth of an open row by its length: one, two, three, four.
const OPEN: [i64; 4] = [10, 100, 1_000, 10_000];
/// Worth of a half-open row by its length.
const HALF_OPEN: [i64; 4] = [1, 10, 100, 1_000];

/// How many rows of each kind one colour has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowCounts {
    /// Rows that win.
    pub fives: i32,
    /// Open rows of one to four stones.
    pub open: [i32; 4],
    /// Half-open rows of one to four stones.
    pub half_open: [i32; 4],
}

impl RowCounts {
    /// What they are worth together.
    pub fn worth(&self) -> i64 {
        let sum = |counts: &[i32; 4], worths: &[i64; 4]| -> i64 {
            counts
                .iter()
                .zip(worths)
                .map(|(&count, worth)| i64::from(count) * worth)
                .sum()
        };
        i64::from(self.fives) * FIVE + sum(&self.open, &OPEN) + sum(&self.half_open, &HALF_OPEN)
    }

    /// Counts a row in (`times` 1) or out (-1).
    fn count(&mut self, rule: Rule, run: &Run, times: i32) {
        let free_ends = run.ends.iter().filter(|&&end| end == Cell::Empty).count();
        let index = usize::from(run.length) - 1;
        if rule.run_wins(run) {
            self.fives += times;
        } else if index < 4 {
            match free_ends {
                2 => self.open[index] += times,
                1 => self.half_open[index] += times,
                _ => {}
            }
        }
    }
}

/// A board with its rows counted, on which moves are tried and taken back.
#[derive(Clone, Debug)]
pub struct Rows {
    board: Board,
    rule: Rule,
    to_move: Stone,
    counts: [RowCounts; 2],
    /// What was played here, with the counts before it.
    played: Vec<(Point, [RowCounts; 2])>,
}

impl Rows {
    /// Counts the rows of a position.
    pub fn new(position: &Position) -> Rows {
        let board = position.board().clone();
        let rule = position.rule();
        let mut counts = [RowCounts::default(); 2];
        for (point, stone) in board.stones() {
            for direction in Direction::ALL {
                // Each row is counted where it begins. A lone stone is a row of one in
                // each of the four directions.
                if let Some(run) = board.run(point, direction)
                    && run.start == point
                {
                    counts[stone as usize].count(rule, &run, 1);
                }
            }
        }
        Rows {
            board,
            rule,
            to_move: position.to_move(),
            counts,
            played: Vec::new(),
        }
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Board size.
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Stone {
        self.to_move
    }

    /// The rows of a colour.
    pub fn counts(&self, stone: Stone) -> &RowCounts {
        &self.counts[stone as usize]
    }

    /// Whether the rule lets the side to move play this free point.
    pub fn is_legal(&self, point: Point) -> bool {
        !self.rule.has_forbidden_points(self.to_move)
            || !forbidden::is_forbidden(&self.board, point)
    }

    /// Puts a stone of the side to move on a free point. Only the rows that touch the
    /// point change: they are counted out, and in again with the stone on the board.
    pub fn play(&mut self, point: Point) {
        self.played.push((point, self.counts));
        self.count_around(point, -1);
        // The caller promises a free point; on a taken one nothing would change.
        let placed = self.board.place(point, self.to_move);
        debug_assert!(placed.is_ok());
        self.count_around(point, 1);
        self.to_move = self.to_move.opponent();
    }

    /// Takes the last stone back.
    pub fn undo(&mut self) {
        if let Some((point, counts)) = self.played.pop() {
            self.board.remove(point);
            self.counts = counts;
            self.to_move = self.to_move.opponent();
        }
    }

    /// The same with the other side to move, as if a turn had been passed.
    pub fn pass(&mut self) {
        self.to_move = self.to_move.opponent();
    }

    /// The free points within `distance` of a stone, row by row; forbidden ones left out.
    pub fn points_near(&self, distance: u8) -> Vec<Point> {
        let mut near = [false; tengen_core::AREA];
        for (stone, _) in self.board.stones() {
            let size = self.size().get();
            let span = |at: u8| at.saturating_sub(distance)..(at + distance + 1).min(size);
            for y in span(stone.y()) {
                for x in span(stone.x()) {
                    near[self.size().point(x, y).map_or(0, Point::index)] = true;
                }
            }
        }
        self.board
            .free_points()
            .filter(|point| near[point.index()] && self.is_legal(*point))
            .collect()
    }

    /// Counts the rows that hold `point` or stand beside it.
    fn count_around(&mut self, point: Point, times: i32) {
        for direction in Direction::ALL {
            let touching = match self.board.get(point) {
                Some(_) => [0, -1, 1].as_slice(),
                None => [-1, 1].as_slice(),
            };
            let own = self.board.get(point);
            for &step in touching {
                let at = point.step(direction, step);
                let Some(at) = at.filter(|&at| self.size().contains(at)) else {
                    continue;
                };
                // A neighbour of the same colour is in the row of the point itself.
                if step != 0 && own.is_some() && self.board.get(at) == own {
                    continue;
                }
                if let Some(run) = self.board.run(at, direction) {
                    self.counts[run.stone as usize].count(self.rule, &run, times);
                }
            }
        }
    }
}
