//! Sets of grid places as rows of bits.

use super::{RIM, Spot};

/// A set of grid places: one word for each row of the padded grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rows([u32; 32]);

/// Which columns around a stone become candidates, by row distance -4 to 4: a 7x7 square
/// and the eight rays to distance 4.
const NEAR: [u32; 9] = [
    0b1_0001_0001,
    0b0_1111_1110,
    0b0_1111_1110,
    0b0_1111_1110,
    0b1_1111_1111,
    0b0_1111_1110,
    0b0_1111_1110,
    0b0_1111_1110,
    0b1_0001_0001,
];

impl Rows {
    #[inline]
    pub(super) fn insert(&mut self, spot: Spot) {
        self.0[usize::from(spot / 32) % 32] |= 1 << (spot % 32);
    }

    #[inline]
    pub(super) fn remove(&mut self, spot: Spot) {
        self.0[usize::from(spot / 32) % 32] &= !(1 << (spot % 32));
    }

    /// Whether the place is in the set.
    #[inline]
    pub fn contains(&self, spot: Spot) -> bool {
        self.0[usize::from(spot / 32) % 32] >> (spot % 32) & 1 != 0
    }

    /// The places in both sets.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Rows) -> Rows {
        let mut both = *self;
        for (row, &mask) in both.0.iter_mut().zip(&other.0) {
            *row &= mask;
        }
        both
    }

    /// Adds the neighbourhood of a place; returns the nine rows as they were.
    #[inline]
    pub(super) fn spread(&mut self, row: usize, column: usize) -> [u32; 9] {
        let mut before = [0; 9];
        let first = row - 4;
        for (i, near) in NEAR.into_iter().enumerate() {
            let bits = &mut self.0[(first + i) % 32];
            before[i] = *bits;
            *bits |= near << (column - 4);
        }
        before
    }

    #[inline]
    pub(super) fn restore(&mut self, row: usize, before: &[u32; 9]) {
        for (i, &bits) in before.iter().enumerate() {
            self.0[(row - 4 + i) % 32] = bits;
        }
    }

    /// The places, row by row.
    #[inline]
    pub fn iter(&self) -> SpotIter {
        SpotIter {
            rows: self.0,
            row: usize::from(RIM),
        }
    }
}

impl IntoIterator for Rows {
    type Item = Spot;
    type IntoIter = SpotIter;

    fn into_iter(self) -> SpotIter {
        self.iter()
    }
}

/// Walks a set of places row by row.
#[derive(Clone, Debug)]
pub struct SpotIter {
    rows: [u32; 32],
    row: usize,
}

impl Iterator for SpotIter {
    type Item = Spot;

    #[inline]
    fn next(&mut self) -> Option<Spot> {
        while self.row < 32 - usize::from(RIM) {
            let bits = &mut self.rows[self.row];
            if *bits != 0 {
                let column = bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some((self.row * 32) as Spot + column as Spot);
            }
            self.row += 1;
        }
        None
    }
}
