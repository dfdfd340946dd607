//! Memory for tables: as much as can be had.

use std::hint::black_box;

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;

/// So many blocks of zeros, `length` values each. If the memory cannot be had the blocks are
/// halved until it can, and once more, so that others have some; `None` if it never can.
/// Zeros come from the system and cost nothing until they are touched.
pub(crate) fn zeroed_blocks<T: Zeroable>(wanted: usize, length: usize) -> Option<Box<[T]>> {
    let allocate = |blocks: usize| try_zeroed_slice_box(blocks * length).ok();
    if let Some(all) = allocate(wanted) {
        return Some(all);
    }
    let halves = std::iter::successors(Some(wanted / 2), |blocks| Some(blocks / 2));
    let mut less = halves.take_while(|&blocks| blocks > 0);
    // A compiler may leave out memory that nobody looks at, and take it for had.
    let most = less.find(|&blocks| black_box(allocate(blocks)).is_some())?;
    allocate((most / 2).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_is_halved_and_what_can_is_not() {
        assert_eq!(zeroed_blocks::<u64>(5, 8).unwrap().len(), 40);
        // Half of the address space cannot be had by anyone.
        let wanted = isize::MAX as usize / 64;
        let words = zeroed_blocks::<u64>(wanted, 8).unwrap();
        let blocks = words.len() / 8;
        assert!(blocks > 0 && blocks < wanted / 2, "{blocks}");
        assert!(words.len().is_multiple_of(8));
    }
}
