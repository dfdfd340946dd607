//! The brain's side: Tengen as an engine under a manager of the Gomocup protocol.
//!
//! From the wire inwards:
//!
//! - `wire` cuts bytes into lines, `command` reads them;
//! - [`Dialogue`] is the conversation as a pure state machine: a line in, [`Action`]s out;
//! - `serve` runs it: a thread reads, one thinks, one writes, and the loop in between
//!   decides what a command does to a running search;
//! - `settings`, `stones` and `opening` are what the dialogue knows, `task` is what it
//!   asks of the engine; `report` and `output` are how it speaks; `clock` measures a move
//!   from the first byte read.
//!
//! Invariants: every accepted thinking command gets exactly one move line, before the
//! answer to anything later; nothing but protocol is written; nothing large is allocated
//! before the first thinking command; no input ends the process but END and the end of
//! the input. While the opponent thinks nothing is searched unless `INFO pondering 1` was
//! sent; then any command but a time ends it, and YXSTOP until our next move.

mod clock;
mod command;
mod dialogue;
mod opening;
mod output;
mod report;
mod serve;
mod settings;
mod stones;
mod task;
mod thinker;
mod waiting;
mod wire;

pub use clock::TurnClock;
pub use command::{Body, BodyKind, Command, Entry, Info, Pair, Urgency};
pub use dialogue::{Action, Dialogue};
pub use serve::serve;
pub use settings::{Budget, MemoryPlan, Moves, Settings, Times};
pub use stones::{Owner, Stones};
pub use task::{Ask, Found, Ponder, Style, Task};
pub use wire::{Input, LineCutter, MAX_LINE};
