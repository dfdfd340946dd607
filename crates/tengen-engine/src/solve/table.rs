//! Proof numbers of positions that were seen.

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

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// Positions expanded below: what it would cost to lose this entry.
    work: u32,
}

const VACANT: Entry = Entry {
    key: 0,
    numbers: Numbers {
        proof: 1,
        refutation: 1,
    },
    work: 0,
};

/// Entries that share a place; the one with the least work gives way.
const BUCKET: usize = 4;

/// A table of fixed size for one attacker: keys say nothing about who attacks.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    buckets: u64,
}

impl Table {
    /// About so many bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / (BUCKET * size_of::<Entry>())).max(1);
        Table {
            entries: vec![VACANT; buckets * BUCKET],
            buckets: buckets as u64,
        }
    }

    fn bucket(&self, key: u64) -> usize {
        let high = (u128::from(key) * u128::from(self.buckets)) >> 64;
        high as usize * BUCKET
    }

    pub(super) fn get(&self, key: u64) -> Option<Numbers> {
        let start = self.bucket(key);
        let bucket = &self.entries[start..start + BUCKET];
        let entry = bucket
            .iter()
            .find(|entry| entry.key == key && entry.work > 0)?;
        Some(entry.numbers)
    }

    pub(super) fn put(&mut self, key: u64, numbers: Numbers, work: u32) {
        let start = self.bucket(key);
        let bucket = &mut self.entries[start..start + BUCKET];
        let same = bucket.iter().position(|entry| entry.key == key);
        let place = same.or_else(|| {
            let places = 0..BUCKET;
            places.min_by_key(|&place| bucket[place].work)
        });
        if let Some(place) = place {
            let before = if same.is_some() {
                bucket[place].work
            } else {
                0
            };
            bucket[place] = Entry {
                key,
                numbers,
                work: before.saturating_add(work.max(1)),
            };
        }
    }

    pub(super) fn forget(&mut self, key: u64) {
        let start = self.bucket(key);
        for entry in &mut self.entries[start..start + BUCKET] {
            if entry.key == key {
                *entry = VACANT;
            }
        }
    }

    /// Forgets everything that is not proven.
    pub(super) fn keep_proofs(&mut self) {
        for entry in &mut self.entries {
            if !entry.numbers.is_proven() {
                *entry = VACANT;
            }
        }
    }
}
