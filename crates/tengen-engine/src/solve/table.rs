//! Proof numbers of positions that were seen.

use crate::memory::zeroed_blocks;

/// Stands for "cannot be": the proof number of a refuted position.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// How much is still to be shown for a proof, and for a refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// 0: the attacker's win is proven.
    pub(super) proof: u32,
    /// 0: refuted.
    pub(super) refutation: u32,
}

impl Numbers {
    pub(super) const PROVEN: Numbers = Numbers {
        proof: 0,
        refutation: INFINITE,
    };
    pub(super) const REFUTED: Numbers = Numbers {
        proof: INFINITE,
        refutation: 0,
    };

    pub(super) fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_refuted(self) -> bool {
        self.refutation == 0
    }
}

/// Key, numbers and work in three words: zero words are a vacant entry, and memory full
/// of zeros costs nothing until it is used.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// Positions expanded below: what it would cost to lose this entry. 0 if vacant.
    work: u32,
}

type Words = [u64; 3];

const VACANT: Words = [0; 3];

impl Entry {
    fn from_words(words: Words) -> Entry {
        Entry {
            key: words[0],
            numbers: Numbers {
                proof: words[1] as u32,
                refutation: (words[1] >> 32) as u32,
            },
            work: words[2] as u32,
        }
    }

    fn words(self) -> Words {
        let Numbers { proof, refutation } = self.numbers;
        [
            self.key,
            u64::from(refutation) << 32 | u64::from(proof),
            u64::from(self.work),
        ]
    }
}

/// Entries that share a place; the one with the least work gives way.
const BUCKET: usize = 4;

/// A table of fixed size for one attacker: keys say nothing about who attacks.
#[derive(Debug)]
pub(super) struct Table {
    entries: Box<[Words]>,
    buckets: u64,
    is_empty: bool,
}

impl Table {
    /// A table of about so many bytes, or of what can be had.
    pub(super) fn new(bytes: usize) -> Table {
        let wanted = (bytes / (BUCKET * size_of::<Words>())).max(1);
        let entries = zeroed_blocks(wanted, BUCKET).unwrap_or_else(|| Box::new([VACANT; BUCKET]));
        Table {
            buckets: (entries.len() / BUCKET) as u64,
            entries,
            is_empty: true,
        }
    }

    /// Bytes that it may use.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let high = (u128::from(key) * u128::from(self.buckets)) >> 64;
        let start = high as usize * BUCKET;
        start..start + BUCKET
    }

    pub(super) fn get(&self, key: u64) -> Option<Numbers> {
        let bucket = &self.entries[self.bucket(key)];
        let words = bucket.iter().find(|words| words[0] == key)?;
        let entry = Entry::from_words(*words);
        (entry.work > 0).then_some(entry.numbers)
    }

    pub(super) fn put(&mut self, key: u64, numbers: Numbers, work: u32) {
        let range = self.bucket(key);
        let bucket = &mut self.entries[range];
        let work_at = |place: usize| bucket[place][2];
        let same = (0..BUCKET).find(|&place| bucket[place][0] == key && work_at(place) > 0);
        let least = (0..BUCKET).min_by_key(|&place| work_at(place));
        let before = same.map_or(0, |place| Entry::from_words(bucket[place]).work);
        if let Some(place) = same.or(least) {
            let work = before.saturating_add(work.max(1));
            bucket[place] = Entry { key, numbers, work }.words();
            self.is_empty = false;
        }
    }

    pub(super) fn forget(&mut self, key: u64) {
        let range = self.bucket(key);
        for words in &mut self.entries[range] {
            if words[0] == key {
                *words = VACANT;
            }
        }
    }

    /// Forgets everything that is not proven.
    pub(super) fn keep_proofs(&mut self) {
        if self.is_empty {
            return;
        }
        for words in &mut *self.entries {
            if !Entry::from_words(*words).numbers.is_proven() {
                *words = VACANT;
            }
        }
    }
}
