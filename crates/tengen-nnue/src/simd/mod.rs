//! The same code compiled for several sets of instructions, chosen at run time.
//!
//! What is computed stands in `cells.rs` and `head.rs` once, in words of a `Kernel`; here are
//! the kernels that are faster than plain loops. All arithmetic is on whole numbers, so that
//! every set gives the same result. This is the one place in the project with `unsafe`: such
//! functions may only run where the processor knows the set.
#![allow(unsafe_code)]

use std::fmt;

use tengen_core::Stone;

use crate::cells::{Cells, Change};
use crate::head::{self, Channels, HIDDEN, Head, Plain, Verdict};
use crate::net::Net;

/// A set of instructions that this machine has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Isa(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Vnni,
}

/// Asks the processor to fetch what stands there, without waiting for it; where there is no
/// such instruction it does nothing. It changes no result and never fails.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    // SAFETY: every x86-64 has the instruction, and it may be given any address.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Does plainly, or calls what does it with a set of instructions.
macro_rules! dispatch {
    ($isa:expr, $function:ident($($argument:expr),*), plainly $plain:expr) => {
        match $isa.0 {
            Set::Plain => $plain,
            // SAFETY: `available`, which alone makes an `Isa`, has seen the features.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { x86::avx2::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { x86::avx512::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Vnni => unsafe { x86::vnni::$function($($argument),*) },
        }
    };
}

/// A module with all that accumulators do, compiled for a set of instructions: what a
/// function inlines that may use them may use them, too.
macro_rules! compiled {
    (#[$features:meta] $module:ident: $kernel:ty) => {
        pub(super) mod $module {
            use super::*;

            #[$features]
            pub(in crate::simd) fn change(cells: &mut Cells, net: &Net, change: Change) {
                // SAFETY: this function may use the instructions, too. So may those below.
                let kernel = unsafe { <$kernel>::new() };
                cells.change(kernel, net, change);
            }

            #[$features]
            pub(in crate::simd) fn judge(
                cells: &mut Cells,
                net: &Net,
                last: Option<Change>,
                mover: Stone,
            ) -> Verdict {
                // SAFETY: as above.
                let kernel = unsafe { <$kernel>::new() };
                head::judge(kernel, cells, net, last, mover)
            }

            #[$features]
            pub(in crate::simd) fn policy(head: &Head, hidden: &[i16; HIDDEN]) -> Channels {
                // SAFETY: as above.
                head.policy(unsafe { <$kernel>::new() }, hidden)
            }

            #[$features]
            pub(in crate::simd) fn logit(sum: &Channels, policy: &Channels) -> i32 {
                head::logit(sum, policy)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod wide;
#[cfg(target_arch = "x86_64")]
mod x86;

impl Isa {
    /// Every set that this machine has, the best one last. Never empty.
    pub fn available() -> Vec<Isa> {
        #[allow(unused_mut, reason = "other processors have one set")]
        let mut sets = vec![Isa(Set::Plain)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                sets.push(Isa(Set::Avx2));
            }
            if is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
            {
                sets.push(Isa(Set::Avx512));
                if is_x86_feature_detected!("avx512vnni") {
                    sets.push(Isa(Set::Vnni));
                }
            }
        }
        sets
    }

    /// The best of them.
    pub fn best() -> Isa {
        Isa::available().pop().unwrap_or(Isa(Set::Plain))
    }

    /// See [`Cells::change`].
    #[inline]
    pub(crate) fn change(self, cells: &mut Cells, net: &Net, change: Change) {
        dispatch!(self, change(cells, net, change), plainly cells.change(Plain, net, change));
    }

    /// See [`head::judge`].
    #[inline]
    pub(crate) fn judge(
        self,
        cells: &mut Cells,
        net: &Net,
        last: Option<Change>,
        mover: Stone,
    ) -> Verdict {
        dispatch!(self, judge(cells, net, last, mover), plainly head::judge(Plain, cells, net, last, mover))
    }

    /// See [`Head::policy`].
    #[inline]
    pub(crate) fn policy(self, head: &Head, hidden: &[i16; HIDDEN]) -> Channels {
        dispatch!(self, policy(head, hidden), plainly head.policy(Plain, hidden))
    }

    /// See [`head::logit`].
    #[inline]
    pub(crate) fn logit(self, sum: &Channels, policy: &Channels) -> i32 {
        dispatch!(self, logit(sum, policy), plainly head::logit(sum, policy))
    }
}

impl fmt::Debug for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
