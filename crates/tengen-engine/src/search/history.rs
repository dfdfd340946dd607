//! What worked elsewhere in the tree, for ordering and reducing moves.

use tengen_core::Stone;

use crate::position::Spot;

const GRID: usize = 1024;
/// Scores move towards this and never pass it.
const LIMIT: i32 = 8192;

/// How well moves did, whatever else stood on the board.
#[derive(Debug)]
pub(crate) struct History {
    /// By colour and point.
    points: Vec<i16>,
}

impl Default for History {
    fn default() -> History {
        History {
            points: vec![0; 2 * GRID],
        }
    }
}

impl History {
    /// How well a move did at this point.
    #[inline]
    pub(crate) fn at_point(&self, stone: Stone, spot: Spot) -> i32 {
        i32::from(self.points[stone as usize * GRID + usize::from(spot) % GRID])
    }

    /// Moves a move's score by `bonus`.
    pub(crate) fn reward(&mut self, stone: Stone, spot: Spot, bonus: i32) {
        let at = stone as usize * GRID + usize::from(spot) % GRID;
        approach(&mut self.points[at], bonus);
    }

    /// Makes room for new knowledge at the start of a search.
    pub(crate) fn fade(&mut self) {
        for score in &mut self.points {
            *score -= *score / 4;
        }
    }
}

/// Adds a bonus that gets weaker the nearer the score is to the limit.
fn approach(score: &mut i16, bonus: i32) {
    let now = i32::from(*score);
    *score = (now + bonus - now * bonus.abs() / LIMIT).clamp(-LIMIT, LIMIT) as i16;
}
