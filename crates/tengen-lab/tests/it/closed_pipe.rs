//! Nobody reads the results: the program ends without a word.

use std::process::{Command, Stdio};

use crate::sample;

/// Runs with a standard output that nobody reads; its exit status and complaints.
fn unread(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen-lab"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let complaints = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), complaints)
}

#[test]
fn commands_end_quietly_and_without_success() {
    let suite = sample("win_rules.txt");
    let brain = format!("\"{}\" fake-brain rows", env!("CARGO_BIN_EXE_tengen-lab"));
    let commands: [&[&str]; 5] = [
        &["suite", suite.to_str().unwrap()],
        &["duel", "--nodes", "10", "--games", "2"],
        &["openings", "--count", "1", "--nodes", "50"],
        &["endure", "M5", "--share", "0.001", "--brain", &brain],
        &["speed", "--seconds", "0.01"],
    ];
    for command in commands {
        let (code, complaints) = unread(command);
        assert_eq!(code, Some(2), "{command:?}: {complaints}");
        assert!(
            !complaints.contains("panicked"),
            "{command:?}: {complaints}"
        );
        assert!(
            !complaints.contains("tengen-lab:"),
            "{command:?}: {complaints}"
        );
    }
}
