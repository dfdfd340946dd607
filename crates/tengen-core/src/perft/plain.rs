//! Renju's forbidden points without any cleverness: stones are put down on copies of the
//! board, and rows are counted. For checking the quick finder; very slow.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::point::{Direction, Point};
use crate::stone::Stone;

/// Further than this along a line, a stone has no part in a five through the new one.
const REACH: i32 = 5;

/// Whether a black stone on the free `point` is forbidden.
pub(super) fn is_forbidden(board: &Board, point: Point) -> bool {
    let Some(board) = with_black(board, point) else {
        return false;
    };
    let rows = Direction::ALL.map(|direction| row_length(&board, point, direction));
    if rows.contains(&5) {
        return false;
    }
    rows.iter().any(|&length| length > 5)
        || fours(&board, point).len() >= 2
        || real_threes(&board, point) >= 2
}

fn with_black(board: &Board, point: Point) -> Option<Board> {
    let mut next = board.clone();
    next.place(point, Stone::Black).ok()?;
    Some(next)
}

fn row_length(board: &Board, point: Point, direction: Direction) -> u8 {
    board.run(point, direction).map_or(0, |run| run.length)
}

/// The free points near `point` on its line.
fn neighbours(board: &Board, point: Point, direction: Direction) -> Vec<Point> {
    (-REACH..=REACH)
        .filter_map(|steps| point.step(direction, steps))
        .filter(|&neighbour| board.is_free(neighbour))
        .collect()
}

/// The sets of four stones, one of them on `point`, that one more stone makes five.
fn fours(board: &Board, point: Point) -> BTreeSet<Vec<Point>> {
    let mut found = BTreeSet::new();
    for direction in Direction::ALL {
        for added in neighbours(board, point, direction) {
            found.extend(row_with(board, added, direction, 5, point));
        }
    }
    found
}

/// The other stones of the row that a black stone on `added` completes, if the row has
/// that length and holds `point`.
fn row_with(
    board: &Board,
    added: Point,
    direction: Direction,
    length: u8,
    point: Point,
) -> Option<Vec<Point>> {
    let run = with_black(board, added)?.run(added, direction)?;
    let others: Vec<Point> = run.points().filter(|&stone| stone != added).collect();
    (run.length == length && others.contains(&point)).then_some(others)
}

/// How many lines through the stone on `point` hold a three that is real.
fn real_threes(board: &Board, point: Point) -> usize {
    Direction::ALL
        .into_iter()
        .filter(|&direction| {
            neighbours(board, point, direction)
                .into_iter()
                .any(|added| {
                    makes_straight_four(board, added, direction, point)
                        && !makes_five(board, added)
                        && !is_forbidden(board, added)
                })
        })
        .count()
}

/// Whether a black stone on `added` makes four in an unbroken row with the stone on
/// `point`, and a five is to be had at both ends.
fn makes_straight_four(board: &Board, added: Point, direction: Direction, point: Point) -> bool {
    if row_with(board, added, direction, 4, point).is_none() {
        return false;
    }
    let Some(board) = with_black(board, added) else {
        return false;
    };
    let ends = neighbours(&board, added, direction)
        .into_iter()
        .filter(|&end| {
            row_with(&board, end, direction, 5, added).is_some_and(|row| row.contains(&point))
        });
    // A row of four that is unbroken can only be made five at its two ends.
    ends.count() == 2
}

fn makes_five(board: &Board, point: Point) -> bool {
    with_black(board, point).is_some_and(|board| {
        Direction::ALL
            .into_iter()
            .any(|direction| row_length(&board, point, direction) == 5)
    })
}
