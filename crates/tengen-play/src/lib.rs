//! Games in progress, without a terminal and without a network.
//!
//! A face (the terminal app, the web page) holds one [`Session`] for each game: it says
//! what people do, and the session tells what happened ([`Event`]). Below it:
//!
//! - [`player`]: persons, named opponents, the engine with limits, foreign programs;
//! - [`classroom`]: five plain opponents, each a lesson; `level`: ten levels and Master on
//!   the real engine; `opening`: how programs open;
//! - [`thinking`]: programs think on a thread of their own;
//! - [`store`]: games on disk, which nothing loses; [`journal`]: the log of a game;
//! - [`clock`], [`hint`], `adaptive`, `analysis`: time and help.
#![forbid(unsafe_code)]

mod adaptive;
mod analysis;
mod beginner;
pub mod classroom;
pub mod clock;
mod contender;
mod event;
pub mod hint;
pub mod journal;
mod level;
mod opening;
pub mod player;
mod ratings;
mod session;
mod settings;
mod stopwatch;
pub mod store;
pub mod thinking;

pub use adaptive::{Adaptive, LevelChange};
pub use analysis::{AnalysisLimits, Analyst};
pub use beginner::Beginner;
pub use clock::TimeControl;
pub use contender::{Contender, MASTER_NODES};
pub use event::{Event, View};
pub use player::{EngineLimits, ExternalEngine, Opponent, Player};
pub use ratings::{Rating, RatingTable};
pub use session::{Parts, Refusal, ResumeError, Session, Start, Turn};
pub use settings::{ColourChoice, GameSettings};
pub use stopwatch::Stopwatch;
