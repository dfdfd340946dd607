//! Zobrist keys: a 64-bit fingerprint of a position, the same on every machine.
//!
//! The key of a board is the XOR of one random word for each stone, so that placing and
//! removing a stone are the same cheap step.

use crate::point::{AREA, Point};
use crate::rng::Rng;
use crate::stone::Stone;

/// Frozen: changing it changes every stored key.
const SEED: u64 = 0x7E46_E600_0000_0001;

const KEYS: [[u64; AREA]; 2] = stone_keys();

const fn stone_keys() -> [[u64; AREA]; 2] {
    let mut rng = Rng::new(SEED);
    let mut keys = [[0; AREA]; 2];
    let mut i = 0;
    while i < 2 * AREA {
        keys[i / AREA][i % AREA] = rng.next_u64();
        i += 1;
    }
    keys
}

/// Goes into a key, by XOR, when White is to move.
pub const WHITE_TO_MOVE: u64 = 0xA5F1_52EB_3C71_9D0D;

/// The word for one stone on one point.
pub fn stone_key(point: Point, stone: Stone) -> u64 {
    KEYS[stone as usize][point.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_frozen_and_distinct() {
        let key = |x, y, stone| stone_key(Point::new(x, y).unwrap(), stone);
        // Numbers that files and other programs may have stored.
        assert_eq!(key(0, 0, Stone::Black), 0x8D86_7126_0754_CF39);
        assert_eq!(key(7, 7, Stone::Black), 0xC3D7_38BF_EA04_BEDE);
        assert_eq!(key(21, 21, Stone::White), 0xE229_7F6F_B38F_3695);
        let all: HashSet<u64> = KEYS
            .iter()
            .flatten()
            .copied()
            .chain([WHITE_TO_MOVE])
            .collect();
        assert_eq!(all.len(), 2 * AREA + 1);
    }
}
