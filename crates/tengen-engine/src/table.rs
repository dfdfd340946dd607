//! The transposition table: what earlier searches found out, shared by all threads.
//!
//! Entries are two atomic words, the key mixed with the data by XOR, so that a torn write is
//! seen as a foreign entry and no lock is needed. Memory is taken zeroed from the
//! system, which costs nothing until it is touched. Touching a page for the first time
//! costs more than searching a node, so a search uses no more of the table than its
//! limits let it fill: see [`Table::reserve`].

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::memory::zeroed_blocks;
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
const WORDS: usize = 2 * WAYS;
const GENERATIONS: u8 = 32;
/// The smallest part of a table that is used: 256 KiB.
const LEAST_BUCKETS: usize = 1 << 12;
/// The C library of Linux may cut allocations of up to 32 MiB out of a heap that it does not
/// give back, where what was freed and what came after it are held together. What is larger
/// is mapped alone and given back whole; of such a mapping, what is never touched costs nothing.
const MAPPED_ALONE: usize = 33 << 20;
/// Smaller tables do not matter so much, and elsewhere what is not touched may count.
const LEAST_MAPPED_ALONE: usize = if cfg!(all(target_os = "linux", target_env = "gnu")) {
    4 << 20
} else {
    usize::MAX
};
/// Buckets moved between two looks at what may end the moving: some 0.1 ms.
const MOVED_AT_ONCE: usize = 1 << 9;

/// A lock-free table that may grow up to a fixed size.
#[derive(Debug)]
pub(crate) struct Table {
    /// More than may be used, where only so the table is mapped alone.
    words: Box<[AtomicU64]>,
    /// Buckets that may be used.
    most_buckets: usize,
    /// Less memory could be had than was wanted.
    is_short: bool,
    /// Buckets in use, from the first on.
    buckets: usize,
    generation: AtomicU8,
}

impl Table {
    /// The largest table within `bytes` for which there is memory, and of one bucket at the
    /// least.
    pub(crate) fn new(bytes: usize) -> Table {
        let wanted = (bytes / (8 * WORDS)).max(1);
        let mapped = match bytes {
            LEAST_MAPPED_ALONE.. => wanted.max(MAPPED_ALONE / (8 * WORDS)),
            _ => wanted,
        };
        let words = zeroed_blocks(mapped, WORDS).unwrap_or_else(one_bucket);
        let most_buckets = wanted.min(words.len() / WORDS);
        Table {
            is_short: most_buckets < wanted,
            buckets: LEAST_BUCKETS.min(most_buckets),
            most_buckets,
            words,
            generation: AtomicU8::new(0),
        }
    }

    /// Makes room for a search of so many nodes, a bucket for each as far as the table
    /// goes. What is stored moves to its new place as long as `go_on` says so; what does
    /// not is lost and harmless, because every entry carries its key.
    pub(crate) fn reserve(&mut self, nodes: u64, mut go_on: impl FnMut() -> bool) {
        let most = self.most_buckets;
        let wanted = usize::try_from(nodes).unwrap_or(most).min(most);
        // Small steps are not worth the moving.
        if wanted < most.min(self.buckets + self.buckets / 2) {
            return;
        }
        let used = std::mem::replace(&mut self.buckets, wanted);
        if wanted == used {
            return;
        }
        // From the last on: no entry moves to a bucket that is still to be looked at.
        for bucket in (0..used).rev() {
            if bucket % MOVED_AT_ONCE == 0 && !go_on() {
                return;
            }
            self.move_bucket(bucket);
        }
    }

    fn move_bucket(&mut self, bucket: usize) {
        for way in (bucket * WORDS..(bucket + 1) * WORDS).step_by(2) {
            let data = std::mem::take(self.words[way + 1].get_mut());
            let key = std::mem::take(self.words[way].get_mut()) ^ data;
            if data != 0 {
                self.write(self.least_useful(self.bucket(key)), key, data);
            }
        }
    }

    /// The way of a bucket that is empty, or whose loss hurts least.
    fn least_useful(&self, start: usize) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let ways = (start..start + WORDS).step_by(2);
        ways.min_by_key(|way| usefulness(self.words[way + 1].load(Ordering::Relaxed), generation))
            .unwrap_or(start)
    }

    /// Whether memory is so scarce that the table is smaller than wanted.
    pub(crate) fn is_short(&self) -> bool {
        self.is_short
    }

    /// Bytes that it may use.
    pub(crate) fn bytes(&self) -> usize {
        self.most_buckets * WORDS * 8
    }

    /// Marks what is stored from now on as newer.
    pub(crate) fn next_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * WORDS
    }

    /// Has the beginning of a position's bucket fetched, to be there when it is looked up. The
    /// end as well, which often lies in another line of the cache, saves no time.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        tengen_nnue::prefetch(&self.words[self.bucket(key)]);
    }

    /// Looks a position up.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let start = self.bucket(key);
        for pair in self.words[start..start + WORDS].chunks_exact(2) {
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
        for way in (start..start + WORDS).step_by(2) {
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
            let useful = usefulness(data, generation);
            if useful < worst.0 {
                worst = (useful, way);
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

/// The table when there is no memory at all.
fn one_bucket() -> Box<[AtomicU64]> {
    (0..WORDS).map(|_| AtomicU64::new(0)).collect()
}

/// How much a later search may gain from an entry: depth counts, age discounts.
fn usefulness(data: u64, generation: u8) -> i32 {
    if data == 0 {
        i32::MIN
    } else {
        i32::from(unpack(data).depth) - 8 * i32::from(age(data, generation))
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
    fn growing_keeps_what_is_stored() {
        let mut table = Table::new(1 << 22);
        let mut rng = Rng::new(6);
        let stored: Vec<(u64, Entry)> = (0..3_000)
            .map(|_| (rng.next_u64(), entry(&mut rng)))
            .collect();
        for &(key, entry) in &stored {
            table.store(key, entry);
        }
        let kept = |table: &Table| {
            let is_kept = |pair: &&(u64, Entry)| table.probe(pair.0) == Some(pair.1);
            stored.iter().filter(is_kept).count()
        };
        let before = kept(&table);
        assert!(before > 2_900, "{before}");
        for nodes in [0, 5_000, 9_000, 30_000, u64::MAX] {
            table.reserve(nodes, || true);
            assert_eq!(kept(&table), before, "{nodes}");
        }
        assert_eq!(table.buckets, (1 << 22) / 64);
    }

    #[test]
    fn growing_that_is_cut_short_loses_entries_only() {
        let mut table = Table::new(1 << 22);
        let mut rng = Rng::new(7);
        let keys: Vec<u64> = (0..3_000).map(|_| rng.next_u64()).collect();
        let same = entry(&mut rng);
        for &key in &keys {
            table.store(key, same);
        }
        let mut looks = 0;
        table.reserve(u64::MAX, || {
            looks += 1;
            looks < 3
        });
        let found: Vec<Entry> = keys.iter().filter_map(|&key| table.probe(key)).collect();
        assert!(found.len() < 2_000 && found.iter().all(|found| *found == same));
        for &key in &keys {
            table.store(key, same);
            assert_eq!(table.probe(key), Some(same));
        }
    }

    #[test]
    fn an_impossible_amount_of_memory_is_halved_not_fatal() {
        let table = Table::new(usize::MAX / 4);
        assert!(table.bytes() >= 64 && table.is_short());
        assert!(!Table::new(1 << 16).is_short());
    }
}
