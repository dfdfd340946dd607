//! A small random number generator whose stream never changes.
//!
//! Zobrist keys, frozen counts and seeded opponents depend on it, so it must give the
//! same numbers on every machine and in every version.

/// `SplitMix64` (Steele, Lea and Flood, 2014): one 64-bit word of state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// A generator that starts from `seed`; every seed is good.
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The generator of one among many pieces of work that share a seed, such as a game.
    ///
    /// Both numbers go through the mixing function. A seed that merely moves with the index
    /// may land on the stream of another piece, some draws ahead: this generator walks by a
    /// fixed step.
    pub const fn stream(seed: u64, index: u64) -> Rng {
        let place = Rng::new(index).next_u64();
        Rng::new(Rng::new(seed ^ place).next_u64())
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 if `bound` is 0. The bias is below 2^-32 for any bound
    /// that fits 32 bits.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// One of `items`, or `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Puts `items` into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_frozen() {
        // First outputs for seed 0, as published with the algorithm.
        let mut rng = Rng::new(0);
        assert_eq!(rng.next_u64(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(rng.next_u64(), 0x6E78_9E6A_A1B9_65F4);
        assert_eq!(rng.next_u64(), 0x06C4_5D18_8009_454F);
    }

    #[test]
    fn streams_share_no_numbers() {
        let mut seen = std::collections::HashSet::new();
        for seed in [0, 1, 5, 2 << 32] {
            for index in 0..100 {
                let mut rng = Rng::stream(seed, index);
                assert!((0..100).all(|_| seen.insert(rng.next_u64())));
            }
        }
    }

    #[test]
    fn numbers_stay_below_the_bound_and_reach_all_of_it() {
        let mut rng = Rng::new(7);
        let mut seen = [false; 6];
        for _ in 0..200 {
            seen[rng.below(6)] = true;
        }
        assert_eq!(seen, [true; 6]);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}
