//! Runs `tengen-lab` as a developer would: what it prints and how it ends.
// Helpers of tests may unwrap as the tests do: a panic is the failure report.
#![allow(clippy::unwrap_used)]

mod arguments;
mod closed_pipe;
mod endure;
mod match_play;
mod perft;
mod proofs;
mod suite;

use std::path::PathBuf;
use std::process::{Command, Output};

/// A sample file of this package.
fn sample(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen-lab"))
        .args(arguments)
        .output()
        .unwrap()
}

fn lines(output: &[u8]) -> Vec<String> {
    let text = String::from_utf8(output.to_vec()).unwrap();
    text.lines().map(str::to_owned).collect()
}
