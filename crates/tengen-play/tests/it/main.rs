//! Tests that need processes of their own.

mod processes;
