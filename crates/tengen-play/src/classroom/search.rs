//! Looking ahead: plain minimax, and alpha-beta, which finds the same for less work.
//!
//! Both look at the points within two of a stone and value the board by its rows. The
//! side to move is worth a tenth more, as it can use what it has first. A win is better
//! the sooner it comes.

use tengen_core::Point;

use super::greedy;
use super::rows::{FIVE, Rows};

/// Points this far from a stone are looked at.
const NEAR: u8 = 2;

/// Beyond every value of a board that goes on.
const WIN: i64 = 1_000 * FIVE;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best move; `None` if there is none.
    pub best: Option<Point>,
    /// Its value for the side to move.
    pub value: i64,
    /// Positions looked at.
    pub nodes: u64,
}

/// A search in progress.
#[derive(Debug)]
pub struct Search {
    rows: Rows,
    nodes: u64,
    /// Positions after which alpha-beta gives up.
    most_nodes: u64,
}

impl Search {
    /// A search of the position that these rows stand in.
    pub fn new(rows: Rows) -> Search {
        Search {
            rows,
            nodes: 0,
            most_nodes: u64::MAX,
        }
    }

    /// Tries every move of the next `plies` plies.
    pub fn minimax(mut self, plies: u32) -> Found {
        let mut best = None;
        let mut value = -WIN;
        for point in self.ordered_points() {
            self.rows.play(point);
            let answer = -self.minimax_value(plies - 1, 1);
            self.rows.undo();
            if best.is_none() || answer > value {
                (best, value) = (Some(point), answer);
            }
        }
        let nodes = self.nodes;
        Found { best, value, nodes }
    }

    fn minimax_value(&mut self, plies: u32, depth: u32) -> i64 {
        self.nodes += 1;
        if let Some(value) = self.final_value(plies, depth) {
            return value;
        }
        let answers = self.rows.points_near(NEAR).into_iter().map(|point| {
            self.rows.play(point);
            let value = -self.minimax_value(plies - 1, depth + 1);
            self.rows.undo();
            value
        });
        // Where the rule forbids everything near, nobody gets anywhere.
        answers.max().unwrap_or(0)
    }

    /// The same, without looking at moves that cannot change the result: once an answer
    /// refutes a move, its other answers do not matter.
    pub fn alpha_beta(mut self, plies: u32) -> Found {
        let (best, value) = self.best_move(plies);
        let nodes = self.nodes;
        Found { best, value, nodes }
    }

    /// Alpha-beta one ply deeper each time, until `plies` or about `most_nodes`. What an
    /// unfinished depth found is forgotten.
    pub fn deepen(mut self, plies: u32, most_nodes: u64) -> Found {
        let (mut best, mut value) = self.best_move(1);
        self.most_nodes = most_nodes;
        for depth in 2..=plies {
            let deeper = self.best_move(depth);
            if self.nodes >= most_nodes {
                break;
            }
            (best, value) = deeper;
        }
        let nodes = self.nodes;
        Found { best, value, nodes }
    }

    fn best_move(&mut self, plies: u32) -> (Option<Point>, i64) {
        let mut best = None;
        let mut value = -WIN;
        for point in self.ordered_points() {
            self.rows.play(point);
            let answer = -self.alpha_beta_value(plies - 1, 1, -WIN, -value);
            self.rows.undo();
            if best.is_none() || answer > value {
                (best, value) = (Some(point), answer);
            }
        }
        (best, value)
    }

    /// The value, if it lies between `alpha` and `beta`; else a bound on that side of
    /// them where it lies.
    fn alpha_beta_value(&mut self, plies: u32, depth: u32, mut alpha: i64, beta: i64) -> i64 {
        self.nodes += 1;
        if let Some(value) = self.final_value(plies, depth) {
            return value;
        }
        let mut best = None;
        for point in self.ordered_points() {
            self.rows.play(point);
            let value = -self.alpha_beta_value(plies - 1, depth + 1, -beta, -alpha);
            self.rows.undo();
            best = best.max(Some(value));
            alpha = alpha.max(value);
            if alpha >= beta || self.nodes >= self.most_nodes {
                break;
            }
        }
        best.unwrap_or(0)
    }

    /// The value of a position that is over or deep enough.
    fn final_value(&self, plies: u32, depth: u32) -> Option<i64> {
        let mover = self.rows.to_move();
        let own = self.rows.counts(mover);
        let other = self.rows.counts(mover.opponent());
        if other.fives > 0 {
            Some(-WIN + i64::from(depth))
        } else if self.rows.board().is_full() {
            Some(0)
        } else if plies == 0 {
            Some(11 * own.worth() - 10 * other.worth())
        } else {
            None
        }
    }

    /// The moves to try, those that greedy likes best first.
    fn ordered_points(&mut self) -> Vec<Point> {
        let points = self.rows.points_near(NEAR);
        let mut scored: Vec<(i64, Point)> = points
            .into_iter()
            .map(|point| (-greedy::score(&mut self.rows, point), point))
            .collect();
        scored.sort_unstable();
        scored.into_iter().map(|(_, point)| point).collect()
    }
}
