//! x86-64: AVX2, AVX-512, and AVX-512 with VNNI, which multiplies pairs and adds them to a sum
//! in one instruction.

use std::arch::x86_64::*;

use super::wide::{Vector, Wide};
use super::{Cells, Change, Channels, HIDDEN, Head, Net, Stone, Verdict, head};

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// Thirty-two numbers.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

/// The same, multiplied and added at once.
#[derive(Clone, Copy)]
pub(super) struct Vnni(__m512i);

/// Says in the names of the processor's instructions what a vector does.
macro_rules! vector {
    (
        $name:ident: [$register:ty; $in_cell:literal],
        $zero:ident, $load:ident, $store:ident,
        $widen:ident($load_half:ident),
        $repeat:ident, $repeat_number:ident,
        $add:ident, $subtract:ident, $least:ident, $most:ident, $add_sums:ident,
        ($sum:ident, $a:ident, $b:ident) => $add_products:expr,
    ) => {
        // SAFETY of all blocks: the caller keeps the promises of the trait, which are those
        // of the instructions.
        #[allow(clippy::undocumented_unsafe_blocks, reason = "said once, above")]
        impl Vector for $name {
            type Cell = [Self; $in_cell];
            const NUMBERS: usize = size_of::<$register>() / 2;

            #[inline(always)]
            fn everywhere(self) -> Self::Cell {
                [self; $in_cell]
            }

            #[inline(always)]
            unsafe fn zero() -> Self {
                unsafe { $name($zero()) }
            }

            #[inline(always)]
            unsafe fn load(from: *const i16) -> Self {
                unsafe { $name($load(from.cast::<$register>())) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut i16) {
                unsafe { $store(to.cast::<$register>(), self.0) }
            }

            #[inline(always)]
            unsafe fn widened(from: *const i8) -> Self {
                unsafe { $name($widen($load_half(from.cast()))) }
            }

            #[inline(always)]
            unsafe fn repeated([first, second]: [i16; 2]) -> Self {
                let both = i32::from(second) << 16 | i32::from(first as u16);
                unsafe { $name($repeat(both)) }
            }

            #[inline(always)]
            unsafe fn plus(self, other: Self) -> Self {
                unsafe { $name($add(self.0, other.0)) }
            }

            #[inline(always)]
            unsafe fn minus(self, other: Self) -> Self {
                unsafe { $name($subtract(self.0, other.0)) }
            }

            #[inline(always)]
            unsafe fn clipped(self) -> Self {
                unsafe { $name($least($most(self.0, $zero()), $repeat_number(255))) }
            }

            #[inline(always)]
            unsafe fn plus_sums(self, other: Self) -> Self {
                unsafe { $name($add_sums(self.0, other.0)) }
            }

            #[inline(always)]
            unsafe fn plus_products(self, a: Self, b: Self) -> Self {
                let ($sum, $a, $b) = (self.0, a.0, b.0);
                unsafe { $name($add_products) }
            }
        }
    };
}

vector! {
    Avx2: [__m256i; 4],
    _mm256_setzero_si256, _mm256_loadu_si256, _mm256_storeu_si256,
    _mm256_cvtepi8_epi16(_mm_loadu_si128),
    _mm256_set1_epi32, _mm256_set1_epi16,
    _mm256_add_epi16, _mm256_sub_epi16, _mm256_min_epi16, _mm256_max_epi16, _mm256_add_epi32,
    (sum, a, b) => _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)),
}

vector! {
    Avx512: [__m512i; 2],
    _mm512_setzero_si512, _mm512_loadu_si512, _mm512_storeu_si512,
    _mm512_cvtepi8_epi16(_mm256_loadu_si256),
    _mm512_set1_epi32, _mm512_set1_epi16,
    _mm512_add_epi16, _mm512_sub_epi16, _mm512_min_epi16, _mm512_max_epi16, _mm512_add_epi32,
    (sum, a, b) => _mm512_add_epi32(sum, _mm512_madd_epi16(a, b)),
}

vector! {
    Vnni: [__m512i; 2],
    _mm512_setzero_si512, _mm512_loadu_si512, _mm512_storeu_si512,
    _mm512_cvtepi8_epi16(_mm256_loadu_si256),
    _mm512_set1_epi32, _mm512_set1_epi16,
    _mm512_add_epi16, _mm512_sub_epi16, _mm512_min_epi16, _mm512_max_epi16, _mm512_add_epi32,
    (sum, a, b) => _mm512_dpwssd_epi32(sum, a, b),
}

compiled! {
    #[target_feature(enable = "avx2")]
    avx2: Wide<Avx2>
}

compiled! {
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
    avx512: Wide<Avx512>
}

compiled! {
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512vnni")]
    vnni: Wide<Vnni>
}
