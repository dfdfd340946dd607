//! x86-64: AVX2 and AVX-512.
//!
//! VNNI's multiply-and-add of pairs is not used: it takes 5 cycles and every sum waits for
//! the one before, which measured no faster than two instructions.

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
    _mm256_storeu_si256, _mm512_add_epi32, _mm512_loadu_si512, _mm512_madd_epi16,
    _mm512_set1_epi32, _mm512_storeu_si512,
};

use super::{Cells, Change, Channels, HIDDEN, Head, Net, Verdict, head};
use crate::head::{Kernel, Layer};

/// Sums for eight outputs an instruction. Only made where AVX2 is enabled.
#[derive(Clone, Copy)]
struct Avx2;

/// Sums for sixteen outputs an instruction. Only made where AVX-512 is enabled.
#[derive(Clone, Copy)]
struct Avx512;

impl Kernel for Avx2 {
    #[inline(always)]
    fn apply<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        layer: &Layer<INPUTS, OUTPUTS>,
        input: &[i16; INPUTS],
    ) -> [i32; OUTPUTS] {
        // SAFETY: the functions below that make an `Avx2` run only where there is AVX2.
        unsafe { apply_avx2(layer, input) }
    }
}

impl Kernel for Avx512 {
    #[inline(always)]
    fn apply<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        layer: &Layer<INPUTS, OUTPUTS>,
        input: &[i16; INPUTS],
    ) -> [i32; OUTPUTS] {
        // SAFETY: as above, for AVX-512.
        unsafe { apply_avx512(layer, input) }
    }
}

/// Inputs `2 * pair` and `2 * pair + 1` as one number, in one load.
#[inline(always)]
fn pair_of<const INPUTS: usize>(input: &[i16; INPUTS], pair: usize) -> i32 {
    assert!(pair < INPUTS / 2);
    // SAFETY: both lie within the array, and any four bytes are a number.
    unsafe {
        let first = input.as_ptr().add(2 * pair);
        first.cast::<i32>().read_unaligned()
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn apply_avx2<const INPUTS: usize, const OUTPUTS: usize>(
    layer: &Layer<INPUTS, OUTPUTS>,
    input: &[i16; INPUTS],
) -> [i32; OUTPUTS] {
    const LANES: usize = 8;
    // Four sums at a time stay in registers.
    const AT_ONCE: usize = 4;
    const { assert!(OUTPUTS.is_multiple_of(LANES) && INPUTS.is_multiple_of(2)) };
    let mut outputs = [0; OUTPUTS];
    for start in (0..OUTPUTS).step_by(AT_ONCE * LANES) {
        let count = AT_ONCE.min((OUTPUTS - start) / LANES);
        let biases = &layer.biases[start..start + count * LANES];
        let mut sums = [_mm256_set1_epi32(0); AT_ONCE];
        for (sum, bias) in sums.iter_mut().zip(biases.chunks_exact(LANES)) {
            // SAFETY: the chunk has eight numbers of four bytes.
            *sum = unsafe { _mm256_loadu_si256(bias.as_ptr().cast::<__m256i>()) };
        }
        for pair in 0..INPUTS / 2 {
            let both = _mm256_set1_epi32(pair_of(input, pair));
            let first = 2 * (pair * OUTPUTS + start);
            let weights = &layer.pairs[first..first + 2 * count * LANES];
            for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(2 * LANES)) {
                // SAFETY: the chunk has sixteen numbers of two bytes.
                let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast::<__m256i>()) };
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(both, weights));
            }
        }
        let outputs = outputs[start..start + count * LANES].chunks_exact_mut(LANES);
        for (output, sum) in outputs.zip(sums) {
            // SAFETY: the chunk has eight numbers of four bytes.
            unsafe { _mm256_storeu_si256(output.as_mut_ptr().cast::<__m256i>(), sum) };
        }
    }
    outputs
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
#[inline]
fn apply_avx512<const INPUTS: usize, const OUTPUTS: usize>(
    layer: &Layer<INPUTS, OUTPUTS>,
    input: &[i16; INPUTS],
) -> [i32; OUTPUTS] {
    const LANES: usize = 16;
    const MOST: usize = 4;
    const { assert!(OUTPUTS.is_multiple_of(LANES) && OUTPUTS <= MOST * LANES) };
    const { assert!(INPUTS.is_multiple_of(2)) };
    let mut sums = [_mm512_set1_epi32(0); MOST];
    for (sum, bias) in sums.iter_mut().zip(layer.biases.chunks_exact(LANES)) {
        // SAFETY: the chunk has sixteen numbers of four bytes.
        *sum = unsafe { _mm512_loadu_si512(bias.as_ptr().cast::<__m512i>()) };
    }
    for pair in 0..INPUTS / 2 {
        let both = _mm512_set1_epi32(pair_of(input, pair));
        let weights = &layer.pairs[2 * pair * OUTPUTS..2 * (pair + 1) * OUTPUTS];
        for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(2 * LANES)) {
            // SAFETY: the chunk has 32 numbers of two bytes.
            let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast::<__m512i>()) };
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(both, weights));
        }
    }
    let mut outputs = [0; OUTPUTS];
    for (output, sum) in outputs.chunks_exact_mut(LANES).zip(sums) {
        // SAFETY: the chunk has sixteen numbers of four bytes.
        unsafe { _mm512_storeu_si512(output.as_mut_ptr().cast::<__m512i>(), sum) };
    }
    outputs
}

#[target_feature(enable = "avx2")]
pub(super) fn change_avx2(cells: &mut Cells, net: &Net, change: Change) {
    cells.change(net, change);
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
pub(super) fn change_avx512(cells: &mut Cells, net: &Net, change: Change) {
    cells.change(net, change);
}

#[target_feature(enable = "avx2")]
pub(super) fn judge_avx2(head: &Head, regions: &[Channels; 9], black: bool) -> Verdict {
    head.judge(Avx2, regions, black)
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
pub(super) fn judge_avx512(head: &Head, regions: &[Channels; 9], black: bool) -> Verdict {
    head.judge(Avx512, regions, black)
}

#[target_feature(enable = "avx2")]
pub(super) fn policy_avx2(head: &Head, hidden: &[i16; HIDDEN]) -> Channels {
    head.policy(Avx2, hidden)
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
pub(super) fn policy_avx512(head: &Head, hidden: &[i16; HIDDEN]) -> Channels {
    head.policy(Avx512, hidden)
}

#[target_feature(enable = "avx2")]
pub(super) fn logit_avx2(sum: &Channels, policy: &Channels) -> i32 {
    head::logit(sum, policy)
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
pub(super) fn logit_avx512(sum: &Channels, policy: &Channels) -> i32 {
    head::logit(sum, policy)
}
