//! The student's net: what a position is worth and which moves look good, in whole
//! numbers that are the same on every machine.
//!
//! `docs/net-format.md` says what is computed and how files look; this crate does it fast.
//! A [`Net`] is a file that has been checked. An [`Accumulator`] follows the stones as they
//! come and go, and makes a [`Judgement`] of the position when asked.
//!
//! ```no_run
//! use std::sync::Arc;
//! use tengen_core::{Size, Stone};
//! use tengen_nnue::{Accumulator, Net};
//!
//! let net = Arc::new(Net::from_bytes(&std::fs::read("freestyle15.tnet")?)?);
//! let mut accumulator = Accumulator::new(net);
//! accumulator.place(Size::STANDARD.centre(), Stone::Black);
//! let judgement = accumulator.judge(Stone::White);
//! println!("White is worth {} points", judgement.value());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Moves that are made and taken back before anyone asks cost next to nothing.

mod accumulator;
mod cells;
mod file;
mod head;
mod net;
mod shipped;
mod simd;
mod windows;

pub use accumulator::{Accumulator, Judgement, Policy};
pub use file::NetError;
pub use net::Net;
pub use shipped::{shipped, shipped_home};
pub use simd::{Isa, prefetch};
