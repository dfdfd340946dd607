//! Pattern tables learned from self-play: games, samples, fitting.
//!
//! Everything is seeded and limited by nodes, so that the same command writes the same
//! bytes again.

pub(crate) mod command;
pub(crate) mod fit;
pub(crate) mod sample;
pub(crate) mod selfplay;
