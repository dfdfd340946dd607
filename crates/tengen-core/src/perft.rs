//! Counting leaves by outcome: a fingerprint of the rules.
//!
//! Plain leaf counts are nearly factorials in this game and show little; how many leaves
//! are wins and draws, and how many points were forbidden on the way, shows whether two
//! implementations of the rules agree. [`count`] uses the quick referee;
//! [`count_by_whole_board`] shares nothing with it: it judges every board as a whole and
//! finds forbidden points by putting stones down and looking at the rows.

mod plain;
#[cfg(test)]
mod tests;

use std::ops::AddAssign;

use crate::board::Board;
use crate::point::Point;
use crate::position::Position;
use crate::rule::Rule;
use crate::stone::Stone;
use crate::win;

/// What a count found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Leaves: games that ended on the way, and positions at the full depth.
    pub nodes: u64,
    /// Leaves that are won.
    pub wins: u64,
    /// Leaves that are drawn.
    pub draws: u64,
    /// Points that were forbidden to the side to move, over all inner positions.
    pub forbidden: u64,
}

impl Counts {
    /// One leaf: `over` if its game has ended, `won` if somebody won it.
    fn leaf(over: bool, won: bool) -> Counts {
        Counts {
            nodes: 1,
            wins: u64::from(won),
            draws: u64::from(over && !won),
            forbidden: 0,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.nodes += other.nodes;
        self.wins += other.wins;
        self.draws += other.draws;
        self.forbidden += other.forbidden;
    }
}

/// Whether a black stone on the free `point` is forbidden, by putting stones down and
/// counting rows: slow, and independent of [`forbidden`](crate::forbidden).
pub(crate) fn is_forbidden_by_counting(board: &Board, point: Point) -> bool {
    plain::is_forbidden(board, point)
}

/// Counts all games of `depth` more plies. A position that is over is itself the leaf.
///
/// ```
/// use tengen_core::perft::count;
/// use tengen_core::{Position, Rule, Size};
/// let mut position = Position::new(Size::MIN, Rule::Freestyle);
/// assert_eq!(count(&mut position, 2).nodes, 25 * 24);
/// ```
pub fn count(position: &mut Position, depth: u32) -> Counts {
    let outcome = position.outcome();
    if depth == 0 || outcome.is_some() {
        let won = outcome.is_some_and(|outcome| outcome.winner.is_some());
        return Counts::leaf(outcome.is_some(), won);
    }
    let legal: Vec<_> = position.legal_points().collect();
    let free = position.size().area() - position.board().stone_count();
    let mut counts = Counts {
        forbidden: (free - legal.len()) as u64,
        ..Counts::default()
    };
    for point in legal {
        if position.play(point).is_ok() {
            counts += count(position, depth - 1);
            position.undo();
        }
    }
    counts
}

/// The same counts, by copying boards and looking at the whole of each. Slow.
///
/// ```
/// use tengen_core::perft::{count, count_by_whole_board};
/// use tengen_core::{Board, Position, Rule, Size, Stone};
/// let board = Board::new(Size::MIN);
/// let mut position = Position::with_board(board.clone(), Rule::Renju, Stone::Black);
/// assert_eq!(
///     count_by_whole_board(&board, Rule::Renju, Stone::Black, 1),
///     count(&mut position, 1),
/// );
/// ```
pub fn count_by_whole_board(board: &Board, rule: Rule, to_move: Stone, depth: u32) -> Counts {
    let mut legal = Vec::new();
    let mut counts = Counts::default();
    for point in board.free_points() {
        if rule.has_forbidden_points(to_move) && plain::is_forbidden(board, point) {
            counts.forbidden += 1;
        } else {
            legal.push(point);
        }
    }
    let won = Stone::BOTH
        .into_iter()
        .any(|stone| !win::all_winning_runs(board, rule, stone).is_empty());
    let over = won || legal.is_empty();
    if depth == 0 || over {
        return Counts::leaf(over, won);
    }
    for point in legal {
        let mut next = board.clone();
        if next.place(point, to_move).is_ok() {
            counts += count_by_whole_board(&next, rule, to_move.opponent(), depth - 1);
        }
    }
    counts
}
