//! The Gomocup protocol: lines of text between a manager and a brain.
//!
//! [`brain`] is the brain's side: the program `pbrain-tengen`.
//! [`client`] is the manager's side: it runs a brain of any author as a child process
//! and asks it for moves.
#![forbid(unsafe_code)]

pub mod brain;
pub mod client;
