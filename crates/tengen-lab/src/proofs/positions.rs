//! Random small positions without a winning row.

use tengen_core::rng::Rng;
use tengen_core::{Board, Position, Rule, Size, Stone, win};

/// A board of 6x6 to 8x8 with at most `free` free points (a few more if filling them
/// would make a row), and a side to move; `None` if the game would be over.
pub(super) fn random(rng: &mut Rng, rule: Rule, free: usize) -> Option<Position> {
    let size = Size::new(6 + rng.below(3) as u8).ok()?;
    let mut points: Vec<_> = size.points().collect();
    rng.shuffle(&mut points);
    let mut board = Board::new(size);
    for point in points {
        if size.area() - board.stone_count() <= free {
            break;
        }
        let first = Stone::BOTH[rng.below(2)];
        for stone in [first, first.opponent()] {
            let mut next = board.clone();
            let placed = next.place(point, stone).is_ok();
            if placed && !has_row(&next, rule) {
                board = next;
                break;
            }
        }
    }
    let game = Position::with_board(board, rule, Stone::BOTH[rng.below(2)]);
    game.outcome().is_none().then_some(game)
}

/// A stone can complete a row of the other colour too, where rows must not be held.
fn has_row(board: &Board, rule: Rule) -> bool {
    let mut stones = Stone::BOTH.into_iter();
    stones.any(|stone| !win::all_winning_runs(board, rule, stone).is_empty())
}
