//! A child process whose output arrives line by line, each with the time it was read.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::command_line::CommandLine;
use super::error::ClientError;

/// Longer lines are cut. The protocol's lines are a few dozen bytes.
const MAX_LINE: usize = 64 * 1024;
/// Lines that wait to be read by us; a brain that floods us loses what exceeds them.
pub(super) const MAX_WAITING: usize = 1024;
/// How many MESSAGE and DEBUG lines are kept.
const MAX_MESSAGES: usize = 64;
/// What a brain has between END and its forced end; Gomocup's judge gives as much.
const GOODBYE: Duration = Duration::from_millis(500);
/// How long the exit status of a brain that closed its input or output is waited for, and
/// then its last words.
pub(super) const STATUS_WAIT: Duration = Duration::from_millis(200);

/// How long its last complaint is waited for: it comes at once, unless a grandchild holds the
/// pipe open.
const COMPLAINT_WAIT: Duration = Duration::from_secs(2);

/// A line of a brain's output, without its end.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// When its last byte was read.
    pub(super) at: Instant,
}

/// What came of waiting for a line.
#[derive(Debug)]
pub(super) enum Waited {
    Line(Line),
    TimeOver,
    /// The output is closed and everything in it was read.
    Closed,
}

type Messages = Arc<Mutex<VecDeque<String>>>;

/// The last line on the standard error output: where an interpreter says why it ends.
type Complaint = Arc<Mutex<Option<String>>>;

/// A running brain. Dropping it ends the process, by force if it does not listen.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    messages: Messages,
    complaint: Complaint,
    /// Closed when the standard error output has been read to its end.
    complaint_known: Receiver<()>,
    ends_by_force: bool,
}

impl Process {
    pub(super) fn spawn(command: &CommandLine) -> Result<Process, ClientError> {
        let failed = |reason| ClientError::Spawn {
            program: command.program().to_owned(),
            reason,
        };
        let mut builder = Command::new(command.program());
        builder
            .args(command.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        apart_from_our_terminal(&mut builder);
        let mut child = builder.spawn().map_err(failed)?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let errors = child.stderr.take();
        let (sender, lines) = sync_channel(MAX_WAITING);
        let messages = Messages::default();
        let complaint = Complaint::default();
        let (reading_errors, complaint_known) = sync_channel::<()>(0);
        let process = Process {
            child,
            input,
            lines,
            messages: Arc::clone(&messages),
            complaint: Arc::clone(&complaint),
            complaint_known,
            ends_by_force: false,
        };
        // The threads end with what they read. They are not joined: a grandchild may hold
        // the pipes open for ever.
        if let Some(output) = output {
            let deliver = move |line: &[u8], at| deliver(line, at, &sender, &messages);
            thread::Builder::new()
                .name("brain output".to_owned())
                .spawn(move || read_lines(output, deliver))
                .map_err(failed)?;
        }
        if let Some(errors) = errors {
            thread::Builder::new()
                .name("brain errors".to_owned())
                .spawn(move || {
                    read_lines(errors, |line, _| keep(line, &complaint));
                    drop(reading_errors);
                })
                .map_err(failed)?;
        }
        Ok(process)
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes `text`, which ends with a line end, in one piece.
    pub(super) fn write(&mut self, text: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(text.as_bytes())?;
        input.flush()
    }

    /// The next line that is neither MESSAGE nor DEBUG, if one is read within `limit`.
    pub(super) fn next_line(&self, limit: Duration) -> Waited {
        match self.lines.recv_timeout(limit) {
            Ok(line) => Waited::Line(line),
            Err(RecvTimeoutError::Timeout) => Waited::TimeOver,
            Err(RecvTimeoutError::Disconnected) => Waited::Closed,
        }
    }

    /// Throws away what was said unasked; the last such line.
    pub(super) fn drain(&self) -> Option<String> {
        // As many as can wait, so that a flood cannot hold us here.
        self.lines
            .try_iter()
            .take(MAX_WAITING)
            .last()
            .map(|line| line.text)
    }

    /// The last MESSAGE and DEBUG lines since this was asked, oldest first.
    pub(super) fn take_messages(&self) -> Vec<String> {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.drain(..).collect()
    }

    /// The last line on the standard error output of a process that has ended.
    pub(super) fn complaint(&self) -> Option<String> {
        // It may still be on its way.
        let _ = self.complaint_known.recv_timeout(COMPLAINT_WAIT);
        let complaint = self.complaint.lock();
        complaint.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// From now on the process is not worth a goodbye.
    pub(super) fn give_up(&mut self) {
        self.ends_by_force = true;
    }

    /// How a process that closed its `end` (input or output) has ended, in words.
    pub(super) fn status(&mut self, end: &str) -> String {
        match self.wait(STATUS_WAIT) {
            Some(status) => status,
            None => format!("it closed its {end} and still runs"),
        }
    }

    /// Waits for the end of the process, `limit` at most.
    fn wait(&mut self, limit: Duration) -> Option<String> {
        let started = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if started.elapsed() >= limit => return None,
                Ok(None) => thread::sleep(pause),
                Err(error) => return Some(format!("its end is not known: {error}")),
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.ends_by_force {
            // It may be gone already; then there is nobody to hear it.
            let _ = self.write("END\n");
        }
        self.input = None;
        if !self.ends_by_force && self.wait(GOODBYE).is_some() {
            return;
        }
        // Fails only if the process has ended by itself; waiting reaps it either way.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Ctrl-C in a terminal goes to a whole group of processes. A brain that dies of it
/// would look as if it had crashed, so each gets a group of its own.
#[cfg(unix)]
fn apart_from_our_terminal(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn apart_from_our_terminal(_command: &mut Command) {}

/// Reads to the end of `output`, or until `take` says that nobody listens any more. A line
/// comes with the time at which its last byte was read.
fn read_lines(mut output: impl Read, take: impl Fn(&[u8], Instant) -> bool) {
    let mut chunk = [0; 4096];
    let mut line = Vec::new();
    loop {
        let count = match output.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        for &byte in &chunk[..count] {
            if byte == b'\n' || byte == b'\r' {
                if !take(&line, at) {
                    return;
                }
                line.clear();
            } else if line.len() < MAX_LINE {
                line.push(byte);
            }
        }
    }
    take(&line, Instant::now());
}

/// Keeps a line that says something in place of the one before it.
fn keep(line: &[u8], complaint: &Complaint) -> bool {
    let text = String::from_utf8_lossy(line).trim().to_owned();
    if !text.is_empty() {
        *complaint.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
    }
    true
}

/// Passes a line on; `false` if there is nobody any more.
fn deliver(line: &[u8], at: Instant, sender: &SyncSender<Line>, messages: &Messages) -> bool {
    let text = String::from_utf8_lossy(line).trim().to_owned();
    if text.is_empty() {
        return true;
    }
    if is_message(&text) {
        let mut messages = messages.lock().unwrap_or_else(PoisonError::into_inner);
        if messages.len() == MAX_MESSAGES {
            messages.pop_front();
        }
        messages.push_back(text);
        return true;
    }
    !matches!(
        sender.try_send(Line { text, at }),
        Err(TrySendError::Disconnected(_))
    )
}

fn is_message(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.eq_ignore_ascii_case("MESSAGE") || word.eq_ignore_ascii_case("DEBUG")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines and messages in `bytes`, which arrive `step` at a time.
    fn read(bytes: &[u8], step: usize) -> (Vec<String>, Vec<String>) {
        struct Slow<'a>(std::slice::Chunks<'a, u8>);
        impl Read for Slow<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let chunk = self.0.next().unwrap_or_default();
                buffer[..chunk.len()].copy_from_slice(chunk);
                Ok(chunk.len())
            }
        }
        let (sender, lines) = sync_channel(MAX_WAITING);
        let messages = Messages::default();
        read_lines(Slow(bytes.chunks(step)), |line, at| {
            deliver(line, at, &sender, &messages)
        });
        drop(sender);
        let messages = messages.lock().unwrap().iter().cloned().collect();
        (lines.iter().map(|line| line.text).collect(), messages)
    }

    #[test]
    fn lines_come_out_the_same_however_they_arrive() {
        let bytes = b"OK\r\nmessage depth 3\n\n 7,7 \rDEBUG x\r\n8,8";
        for step in [1, 2, 3, 1000] {
            let (lines, messages) = read(bytes, step);
            assert_eq!(lines, ["OK", "7,7", "8,8"], "{step} bytes at a time");
            assert_eq!(messages, ["message depth 3", "DEBUG x"]);
        }
    }

    #[test]
    fn the_last_complaint_that_says_something_is_kept() {
        let complaint = Complaint::default();
        let text = b"Traceback\r\n  line 3\nModuleNotFoundError: no \xff\n\n" as &[u8];
        read_lines(text, |line, _| keep(line, &complaint));
        let kept = complaint.lock().unwrap().clone();
        assert_eq!(kept.as_deref(), Some("ModuleNotFoundError: no \u{fffd}"));
    }

    #[test]
    fn floods_and_odd_bytes_stay_bounded() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend(b"\n\xff\x00,7\n");
        bytes.extend("9,9\nMESSAGE m\n".repeat(2 * MAX_WAITING).bytes());
        let (lines, messages) = read(&bytes, 4000);
        assert_eq!(lines.len(), MAX_WAITING);
        assert_eq!(lines[0].len(), MAX_LINE);
        assert_eq!(messages.len(), MAX_MESSAGES);
    }
}
