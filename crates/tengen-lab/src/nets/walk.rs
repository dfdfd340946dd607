//! Random positions, each a few stones from the one before.

use tengen_core::rng::Rng;
use tengen_core::{Board, Point, Size, Stone};

/// Stones come and go; after some hundred changes the board is emptied.
#[derive(Debug)]
pub(super) struct Walk {
    rng: Rng,
    board: Board,
    mover: Stone,
    /// Stones that the present part of the walk tends to.
    crowd: usize,
    left: usize,
}

impl Walk {
    pub(super) fn new(size: Size, seed: u64) -> Walk {
        Walk {
            rng: Rng::new(seed),
            board: Board::new(size),
            mover: Stone::Black,
            crowd: 0,
            left: 0,
        }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move, which is as random as the stones.
    pub(super) fn mover(&self) -> Stone {
        self.mover
    }

    /// To the next position, telling of every stone that comes or goes.
    pub(super) fn go_on(&mut self, mut tell: impl FnMut(Point, Stone, bool)) {
        if self.left == 0 {
            let stones: Vec<(Point, Stone)> = self.board.stones().collect();
            for (point, stone) in stones {
                self.board.remove(point);
                tell(point, stone, false);
            }
            self.left = 1 + self.rng.below(300);
            self.crowd = 1 + self.rng.below(2 * self.board.size().area());
        }
        self.left -= 1;
        for _ in 0..1 + self.rng.below(6) {
            self.change(&mut tell);
        }
        self.mover = self.colour();
    }

    fn change(&mut self, tell: &mut impl FnMut(Point, Stone, bool)) {
        let standing = self.board.stones().count();
        let size = self.board.size();
        if standing > 0 && self.rng.below(2 * self.crowd) < standing {
            let nth = self.rng.below(standing);
            let met = self.board.stones().nth(nth);
            if let Some((point, stone)) = met {
                self.board.remove(point);
                tell(point, stone, false);
            }
            return;
        }
        let stone = self.colour();
        // A point that is taken stays as it is.
        if let Some(point) = size.points().nth(self.rng.below(size.area()))
            && self.board.place(point, stone).is_ok()
        {
            tell(point, stone, true);
        }
    }

    fn colour(&mut self) -> Stone {
        [Stone::Black, Stone::White][self.rng.below(2)]
    }
}

/// A board row by row: `x` Black, `o` White.
pub(super) fn text(board: &Board) -> String {
    let sign = |point| match board.get(point) {
        Some(Stone::Black) => 'x',
        Some(Stone::White) => 'o',
        None => '.',
    };
    board.size().points().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_changes_are_told_and_boards_are_empty_to_crowded() {
        let mut walk = Walk::new(Size::STANDARD, 1);
        let mut told = Board::new(Size::STANDARD);
        let (mut fewest, mut most, mut movers) = (usize::MAX, 0, [0, 0]);
        for _ in 0..3_000 {
            walk.go_on(|point, stone, comes| {
                if comes {
                    told.place(point, stone).unwrap();
                } else {
                    assert_eq!(told.get(point), Some(stone));
                    told.remove(point);
                }
            });
            assert_eq!(text(&told), text(walk.board()));
            let stones = told.stones().count();
            (fewest, most) = (fewest.min(stones), most.max(stones));
            movers[usize::from(walk.mover() == Stone::White)] += 1;
        }
        assert!(fewest < 5 && most > 120, "{fewest} to {most}");
        assert!(movers.iter().all(|&count| count > 1_000), "{movers:?}");
    }
}
