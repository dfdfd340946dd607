//! The Gomocup protocol: lines of text between a manager and a brain.
//!
//! [`client`] is the manager's side: it runs a brain of any author as a child process
//! and asks it for moves.
#![forbid(unsafe_code)]

pub mod client;
