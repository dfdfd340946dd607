//! Winning rows: found at the last stone, and by a slow twin over the whole board.

use crate::board::{Board, Cell, Run};
use crate::point::{Direction, Point};
use crate::rule::Rule;
use crate::stone::Stone;

/// The winning rows through the stone on `point`: looks along its four lines only.
///
/// Empty if there is no stone or none of its rows wins. One stone can complete several.
pub fn winning_runs_at(board: &Board, rule: Rule, point: Point) -> Vec<Run> {
    Direction::ALL
        .into_iter()
        .filter_map(|direction| board.run(point, direction))
        .filter(|run| rule.run_wins(run))
        .collect()
}

/// Whether a stone of this colour on the free `point` would complete a winning row.
pub fn wins_at_once(board: &Board, rule: Rule, point: Point, stone: Stone) -> bool {
    board.is_free(point)
        && Direction::ALL
            .into_iter()
            .filter_map(|direction| board.run_with(point, direction, stone))
            .any(|run| rule.run_wins(&run))
}

/// All winning rows of a colour on the whole board, by walking every line from rim to
/// rim. Slow and independent of [`winning_runs_at`], which it checks.
pub fn all_winning_runs(board: &Board, rule: Rule, stone: Stone) -> Vec<Run> {
    let mut found = Vec::new();
    for direction in Direction::ALL {
        for start in board.size().points() {
            let begins = board.get(start) == Some(stone)
                && board.look(start, direction, -1) != Cell::Stone(stone);
            if !begins {
                continue;
            }
            let mut length = 1;
            while board.look(start, direction, length) == Cell::Stone(stone) {
                length += 1;
            }
            let run = Run {
                stone,
                direction,
                start,
                length: length as u8,
                ends: [
                    board.look(start, direction, -1),
                    board.look(start, direction, length),
                ],
            };
            if rule.run_wins(&run) {
                found.push(run);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
