//! The engine of Tengen: a fast position, a search, and the tables it thinks with.
//!
//! One door leads in: [`Engine`]. Below it, from the ground up:
//!
//! - [`pattern`]: what a stone makes on one line and on four, as generated tables;
//! - [`position`]: a board that keeps these classes up to date move by move;
//! - [`tactics`]: what standing threats decide or force, without search;
//! - [`vcf`]: wins by continuous fours;
//! - `search`: iterative deepening alpha-beta over all of it;
//! - [`solve`]: wins that are proven;
//! - [`value`]: the learned numbers; [`params`]: the numbers that steer the search;
//! - [`mod@bench`]: fixed searches whose nodes identify the engine.
//!
//! The engine prints nothing, owns no clock and touches no file. A search on one thread
//! is deterministic: no floating point decides anything.
#![forbid(unsafe_code)]

pub mod bench;
mod engine;
mod memory;
pub mod params;
pub mod pattern;
#[cfg(test)]
mod plain_fours;
pub mod position;
mod report;
mod score;
mod search;
pub mod solve;
mod table;
pub mod tactics;
mod time;
pub mod value;
mod variant;
pub mod vcf;

pub use engine::{Engine, Evaluation, Options};
pub use report::{Answer, Clock, Deaf, Event, Limits, Line, Listener, NoClock, Stop};
pub use score::{POINTS_PER_LOGIT, Score};
pub use tengen_nnue::{Net, NetError};
pub use time::thinking_ms;
pub use variant::{Caro8, Caro9, Freestyle, Renju, Standard, Variant};
