//! A kernel of vectors, whatever their width.

use std::marker::PhantomData;

use crate::head::{Channels, Kernel, LINE, Layer, Line};
use crate::net::Row;

/// A vector: numbers of 16 bits, or half as many sums of 32 bits.
///
/// # Safety
/// What is unsafe here may only run where the processor has the vector's instructions, and
/// pointers must lead to as many bytes as are read or written.
pub(super) trait Vector: Copy {
    /// The vectors of all channels of a cell.
    type Cell: Copy + AsRef<[Self]> + AsMut<[Self]>;
    /// Numbers of 16 bits in a vector.
    const NUMBERS: usize;

    /// The same vector for all channels of a cell.
    fn everywhere(self) -> Self::Cell;
    unsafe fn zero() -> Self;
    unsafe fn load(from: *const i16) -> Self;
    unsafe fn store(self, to: *mut i16);
    /// As many signed bytes, each as a number.
    unsafe fn widened(from: *const i8) -> Self;
    /// The same two numbers over and over.
    unsafe fn repeated(pair: [i16; 2]) -> Self;
    unsafe fn plus(self, other: Self) -> Self;
    unsafe fn minus(self, other: Self) -> Self;
    /// Each number limited to 0 .. 255.
    unsafe fn clipped(self) -> Self;
    /// As [`Vector::plus`], of sums.
    unsafe fn plus_sums(self, other: Self) -> Self;
    /// Sums, each with the products of two neighbours in `a` and `b` more.
    unsafe fn plus_products(self, a: Self, b: Self) -> Self;
}

/// A kernel of such vectors, which is only made where the processor has them: so all that is
/// unsafe below may run, and only lengths are left to be seen to.
#[derive(Clone, Copy)]
pub(super) struct Wide<V>(PhantomData<V>);

impl<V> Wide<V> {
    /// # Safety
    /// The processor has the vector's instructions.
    #[inline(always)]
    pub(super) unsafe fn new() -> Wide<V> {
        Wide(PhantomData)
    }
}

/// Vectors of outputs that are computed side by side.
const ABREAST: usize = 2;
/// Where there is one input, its pairs are dealt out to so many sums: none needs to wait for
/// the one before.
const PARTS: usize = 4;
/// Outputs whose weights for a pair of inputs fill a line.
const LINE_OUTPUTS: usize = LINE / 2;

/// The `n`th vector of lines.
#[inline(always)]
fn nth<V: Vector>(lines: &[Line], n: usize) -> V {
    let at = n * V::NUMBERS;
    let numbers = &lines[at / LINE].0[at % LINE..][..V::NUMBERS];
    // SAFETY: as many numbers were taken.
    unsafe { V::load(numbers.as_ptr()) }
}

/// Adds vectors of sums to the outputs from `start` on.
#[inline(always)]
fn add_to<V: Vector>(outputs: &mut [i32], start: usize, sums: [V; ABREAST]) {
    let lanes = V::NUMBERS / 2;
    let outputs = outputs[start..].chunks_exact_mut(lanes);
    for (outputs, sum) in outputs.zip(sums) {
        let outputs = outputs.as_mut_ptr().cast::<i16>();
        // SAFETY: half as many sums, of twice the width, were taken.
        unsafe { V::load(outputs).plus_sums(sum).store(outputs) };
    }
}

impl<V: Vector> Kernel for Wide<V> {
    type Cell = V::Cell;

    #[inline(always)]
    fn nothing(self) -> V::Cell {
        // SAFETY: no length matters.
        unsafe { V::zero() }.everywhere()
    }

    #[inline(always)]
    fn add(self, cell: V::Cell, to: &mut Channels) {
        let parts = to.0.chunks_exact_mut(V::NUMBERS);
        for (vector, numbers) in cell.as_ref().iter().zip(parts) {
            let numbers = numbers.as_mut_ptr();
            // SAFETY: the part has as many numbers.
            unsafe { V::load(numbers).plus(*vector).store(numbers) };
        }
    }

    #[inline(always)]
    fn exchange<const ROWS: usize, const KEPT: bool>(
        self,
        sum: &mut Channels,
        rows: [[&Row; 2]; ROWS],
        gain: &mut V::Cell,
    ) {
        let parts = sum.0.chunks_exact_mut(V::NUMBERS);
        for (n, (gain, numbers)) in gain.as_mut().iter_mut().zip(parts).enumerate() {
            // SAFETY: the part has as many numbers, and so have the parts of rows.
            unsafe {
                let was = V::load(numbers.as_ptr());
                let mut is = was;
                for pair in rows {
                    let [old, new] = pair.map(|row| {
                        let part = &row.0[n * V::NUMBERS..][..V::NUMBERS];
                        V::widened(part.as_ptr())
                    });
                    is = is.plus(new.minus(old));
                }
                if KEPT {
                    is.store(numbers.as_mut_ptr());
                }
                *gain = gain.plus(is.clipped().minus(was.clipped()));
            }
        }
    }

    #[inline(always)]
    fn apply<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        layer: &Layer<INPUTS, OUTPUTS>,
        input: &[i16; INPUTS],
    ) -> [i32; OUTPUTS] {
        const { assert!(OUTPUTS.is_multiple_of(ABREAST * V::NUMBERS / 2)) };
        const { assert!(INPUTS.is_multiple_of(2 * PARTS)) };
        let mut outputs = *layer.biases;
        let (pairs, _) = input.as_chunks::<2>();
        for start in (0..OUTPUTS).step_by(ABREAST * V::NUMBERS / 2) {
            // SAFETY: no length matters.
            let mut parts = unsafe { [[V::zero(); ABREAST]; PARTS] };
            let lines = layer.pairs.chunks_exact(PARTS * OUTPUTS / LINE_OUTPUTS);
            for (pairs, lines) in pairs.chunks_exact(PARTS).zip(lines) {
                for (part, sums) in parts.iter_mut().enumerate() {
                    let lines = &lines[(part * OUTPUTS + start) / LINE_OUTPUTS..];
                    for (n, sum) in sums.iter_mut().enumerate() {
                        // SAFETY: no length matters.
                        *sum = unsafe {
                            let both = V::repeated(pairs[part]);
                            sum.plus_products(both, nth(lines, n))
                        };
                    }
                }
            }
            for sums in parts {
                add_to(&mut outputs, start, sums);
            }
        }
        outputs
    }

    #[inline(always)]
    fn apply_to_all<const COUNT: usize, const INPUTS: usize, const OUTPUTS: usize>(
        self,
        layer: &Layer<INPUTS, OUTPUTS>,
        inputs: [&[i16; INPUTS]; COUNT],
    ) -> [[i32; OUTPUTS]; COUNT] {
        const { assert!(OUTPUTS.is_multiple_of(ABREAST * V::NUMBERS / 2)) };
        let mut all = [*layer.biases; COUNT];
        for start in (0..OUTPUTS).step_by(ABREAST * V::NUMBERS / 2) {
            // SAFETY: no length matters.
            let (mut all_sums, mut weights) =
                unsafe { ([[V::zero(); ABREAST]; COUNT], [V::zero(); ABREAST]) };
            let lines = layer.pairs.chunks_exact(OUTPUTS / LINE_OUTPUTS);
            for (pair, lines) in lines.enumerate() {
                // Read once for all inputs.
                for (n, weights) in weights.iter_mut().enumerate() {
                    *weights = nth(&lines[start / LINE_OUTPUTS..], n);
                }
                for (sums, input) in all_sums.iter_mut().zip(inputs) {
                    for (sum, &weights) in sums.iter_mut().zip(&weights) {
                        // SAFETY: no length matters.
                        *sum = unsafe {
                            let both = V::repeated([input[2 * pair], input[2 * pair + 1]]);
                            sum.plus_products(both, weights)
                        };
                    }
                }
            }
            for (outputs, sums) in all.iter_mut().zip(all_sums) {
                add_to(outputs, start, sums);
            }
        }
        all
    }
}
