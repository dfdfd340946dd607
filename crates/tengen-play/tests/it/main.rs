//! Tests that need processes of their own.
#![allow(clippy::unwrap_used)] // a panic is the failure report of a test

mod external;
mod processes;
