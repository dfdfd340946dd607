//! The same code compiled for several sets of instructions, chosen at run time.
//!
//! The loops stand in `accumulator.rs` and `head.rs` once. A function that enables a set
//! of instructions and inlines them lets the compiler use wider vectors; only the sums of
//! a layer are written out for each set, because no compiler finds the best way. All
//! arithmetic is on whole numbers, so that every set gives the same result. This is the one
//! place in the project with `unsafe`: such functions may only run where the processor
//! knows the set.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt;

use crate::accumulator::{Cells, Change};
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
}

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
            }
        }
        sets
    }

    /// The best of them.
    pub fn best() -> Isa {
        Isa::available().pop().unwrap_or(Isa(Set::Plain))
    }

    #[inline]
    pub(crate) fn change(self, cells: &mut Cells, net: &Net, change: Change) {
        match self.0 {
            Set::Plain => cells.change(net, change),
            // SAFETY: `available`, which alone makes an `Isa`, has seen the features.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { x86::change_avx2(cells, net, change) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { x86::change_avx512(cells, net, change) },
        }
    }

    #[inline]
    pub(crate) fn judge(self, head: &Head, regions: &[Channels; 9], black: bool) -> Verdict {
        match self.0 {
            Set::Plain => head.judge(Plain, regions, black),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { x86::judge_avx2(head, regions, black) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { x86::judge_avx512(head, regions, black) },
        }
    }
}

impl Isa {
    #[inline]
    pub(crate) fn policy(self, head: &Head, hidden: &[i16; HIDDEN]) -> Channels {
        match self.0 {
            Set::Plain => head.policy(Plain, hidden),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { x86::policy_avx2(head, hidden) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { x86::policy_avx512(head, hidden) },
        }
    }

    #[inline]
    pub(crate) fn logit(self, sum: &Channels, policy: &Channels) -> i32 {
        match self.0 {
            Set::Plain => head::logit(sum, policy),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { x86::logit_avx2(sum, policy) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { x86::logit_avx512(sum, policy) },
        }
    }
}

impl fmt::Debug for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
