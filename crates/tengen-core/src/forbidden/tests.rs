//! Drawn positions, a slow twin, and properties.

mod fixtures;
mod properties;
mod twin;

use crate::board::Board;
use crate::point::Size;
use crate::rng::Rng;
use crate::stone::Stone;

/// A board with stones thrown on it: of a hundred points about `black` black and `white`
/// white ones.
fn random_board(size: Size, black: usize, white: usize, rng: &mut Rng) -> Board {
    let mut board = Board::new(size);
    for point in size.points() {
        let throw = rng.below(100);
        if throw < black {
            board.place(point, Stone::Black).unwrap();
        } else if throw < black + white {
            board.place(point, Stone::White).unwrap();
        }
    }
    board
}
