//! Runs `pbrain-tengen` as managers do: what it says, when, and how it ends.
// Helpers of tests may unwrap as the tests do: a panic is the failure report.
#![allow(clippy::unwrap_used)]

mod brain;
mod clients;
mod nets;
mod order;
#[cfg(target_os = "linux")]
mod ponder;
mod survival;
mod yixin;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Longer than anything here takes on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A brain in a process of its own, ended when dropped.
struct Brain {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Brain {
    fn new() -> Brain {
        Brain::from_command(&mut Command::new(env!("CARGO_BIN_EXE_pbrain-tengen")))
    }

    fn from_command(command: &mut Command) -> Brain {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let output = child.stdout.take().unwrap();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Brain {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    /// A brain that has started on a board of 15 and answers after so many nodes.
    fn started(nodes: u32) -> Brain {
        let mut brain = Brain::new();
        brain.send(&format!("START 15\nINFO max_node {nodes}"));
        assert_eq!(brain.answer(), "OK");
        brain
    }

    fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// The next line, MESSAGE and bare INFO included; `None` at the end.
    fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the brain is silent"),
        }
    }

    /// The next line that is an answer.
    fn answer(&mut self) -> String {
        loop {
            let line = self.line().expect("an answer before the end");
            if !is_talk(&line) {
                return line;
            }
        }
    }

    /// The next answer as a move.
    fn move_answer(&mut self) -> (u8, u8) {
        let line = self.answer();
        parse_move(&line).unwrap_or_else(|| panic!("{line:?} is no move"))
    }

    /// Ends the input; returns all answers that still come, and how the process ended.
    fn finish(&mut self) -> (Vec<String>, ExitStatus) {
        self.input = None;
        let mut answers = Vec::new();
        while let Some(line) = self.line() {
            if !is_talk(&line) {
                answers.push(line);
            }
        }
        (answers, self.wait())
    }

    /// Waits for the end; nothing may have been said on stderr.
    fn wait(&mut self) -> ExitStatus {
        let status = self.child.wait().unwrap();
        let mut errors = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            stderr.read_to_string(&mut errors).unwrap();
        }
        assert_eq!(errors, "", "stderr stays silent");
        status
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What may stand before an answer.
fn is_talk(line: &str) -> bool {
    line.starts_with("MESSAGE ") || line.starts_with("DEBUG ") || line.starts_with("INFO ")
}

/// `x,y` with digits only.
fn parse_move(line: &str) -> Option<(u8, u8)> {
    let (x, y) = line.split_once(',')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (is_number(x) && is_number(y)).then(|| Some((x.parse().ok()?, y.parse().ok()?)))?
}

/// Runs a whole script; returns its answers.
fn answers_to(script: &[u8]) -> Vec<String> {
    let mut brain = Brain::new();
    brain.send_bytes(script);
    let (answers, status) = brain.finish();
    assert!(status.success());
    answers
}
