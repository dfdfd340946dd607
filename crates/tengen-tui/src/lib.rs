//! The terminal face of Tengen: a board for keys and mouse, and a game line by line.
//!
//! - [`App`] is the whole screen as plain data: inputs in, frames out. It knows no
//!   terminal, so a test can play a game and look at every screen.
//! - [`run`] gives it a real terminal, which it leaves as it found it, whatever happens.
//! - [`plain`] is the same game for pipes and for terminals that can do nothing.
//! - [`text`] holds every sentence, in English and in Chinese.
//!
//! The rules are `tengen-core`'s, the game is a `tengen_play::Session`; nothing here
//! decides what is legal.
#![forbid(unsafe_code)]

mod app;
mod draw;
mod enquiry;
mod keys;
pub mod look;
mod picture;
pub mod plain;
mod terminal;
pub mod text;
mod words;

pub use app::{App, Effect, Input, Start};
pub use terminal::run;
