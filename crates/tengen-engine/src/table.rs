//! The transposition table: what earlier searches found out, shared by all threads.
//!
//! Entries are two atomic words, the key mixed with the data by XOR, so that a torn write is
//! seen as a foreign entry and no lock is needed. Memory is taken zeroed from the
//! system, which costs nothing until it is touched.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;

use crate::position::Spot;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// A stored result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Best move; 0 if none is known.
    pub(crate) best: Spot,
    /// Score, wins counted from the stored position.
    pub(crate) score: i16,
    /// Static value.
    pub(crate) value: i16,
    /// Depth searched.
    pub(crate) depth: i8,
    /// What the score says.
    pub(crate) bound: Bound,
}

const WAYS: usize = 4;
const GENERATIONS: u8 = 32;

/// A lock-free table of fixed size.
#[derive(Debug)]
pub(crate) struct Table {
    words: Box<[AtomicU64]>,
    buckets: usize,
    generation: AtomicU8,
}

impl Table {
    /// The largest table within `bytes`; halved until the memory can be had, and of one
    /// bucket at the least.
    pub(crate) fn new(bytes: usize) -> Table {
        let mut buckets = (bytes / (16 * WAYS)).max(1);
        loop {
            match try_zeroed_slice_box(buckets * 2 * WAYS) {
                Ok(words) => {
                    return Table {
                        words,
                        buckets,
                        generation: AtomicU8::new(0),
                    };
                }
                Err(()) if buckets > 1 => buckets /= 2,
                Err(()) => {
                    return Table {
                        words: (0..2 * WAYS).map(|_| AtomicU64::new(0)).collect(),
                        buckets: 1,
                        generation: AtomicU8::new(0),
                    };
                }
            }
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// Marks what is stored from now on as newer.
    pub(crate) fn next_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * 2 * WAYS
    }

    /// Looks a position up.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let start = self.bucket(key);
        for pair in self.words[start..start + 2 * WAYS].chunks_exact(2) {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Stores a result over the least useful entry of its bucket.
    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let start = self.bucket(key);
        let generation = self.generation.load(Ordering::Relaxed);
        let mut worst = (i32::MAX, start);
        for way in (start..start + 2 * WAYS).step_by(2) {
            let data = self.words[way + 1].load(Ordering::Relaxed);
            if self.words[way].load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = unpack(data);
                if entry.best == 0 {
                    entry.best = old.best;
                }
                let keep = entry.bound != Bound::Exact
                    && i32::from(entry.depth) + 2 < i32::from(old.depth)
                    && age(data, generation) == 0;
                if !keep {
                    self.write(way, key, pack(entry, generation));
                }
                return;
            }
            let use_of = if data == 0 {
                i32::MIN
            } else {
                i32::from(unpack(data).depth) - 8 * i32::from(age(data, generation))
            };
            if use_of < worst.0 {
                worst = (use_of, way);
            }
        }
        self.write(worst.1, key, pack(entry, generation));
    }

    #[inline]
    fn write(&self, way: usize, key: u64, data: u64) {
        self.words[way].store(key ^ data, Ordering::Relaxed);
        self.words[way + 1].store(data, Ordering::Relaxed);
    }
}

fn age(data: u64, generation: u8) -> u8 {
    (generation + GENERATIONS - (data >> 59) as u8) % GENERATIONS
}

/// Bits: best 0-15, score 16-31, value 32-47, depth 48-55, bound 56-57 (never 0, so that
/// data is never 0), generation 59-63.
fn pack(entry: Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.best)
        | u64::from(entry.score as u16) << 16
        | u64::from(entry.value as u16) << 32
        | u64::from(entry.depth as u8) << 48
        | bound << 56
        | u64::from(generation) << 59
}

fn unpack(data: u64) -> Entry {
    Entry {
        best: data as u16,
        score: (data >> 16) as i16,
        value: (data >> 32) as i16,
        depth: (data >> 48) as i8,
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rng::Rng;

    fn entry(rng: &mut Rng) -> Entry {
        Entry {
            best: rng.below(1024) as Spot,
            score: rng.below(60_000) as i32 as i16,
            value: rng.next_u64() as i16,
            depth: rng.below(100) as i8 - 10,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][rng.below(3)],
        }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = Table::new(1 << 16);
        let mut rng = Rng::new(3);
        for _ in 0..500 {
            let (key, entry) = (rng.next_u64(), entry(&mut rng));
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
            assert_eq!(table.probe(key ^ 1), None);
        }
    }

    #[test]
    fn old_shallow_entries_make_room_first() {
        let table = Table::new(1);
        assert_eq!(table.bytes(), 64);
        let mut rng = Rng::new(4);
        let deep = Entry {
            depth: 50,
            bound: Bound::Lower,
            ..entry(&mut rng)
        };
        table.store(1, deep);
        for key in 2..40 {
            table.store(
                key,
                Entry {
                    depth: 1,
                    ..entry(&mut rng)
                },
            );
        }
        assert_eq!(table.probe(1), Some(deep));
        for _ in 0..10 {
            table.next_generation();
        }
        for key in 50..60 {
            table.store(
                key,
                Entry {
                    depth: 1,
                    ..entry(&mut rng)
                },
            );
        }
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn an_impossible_amount_of_memory_is_halved_not_fatal() {
        let table = Table::new(usize::MAX / 4);
        assert!(table.bytes() >= 64);
    }
}
