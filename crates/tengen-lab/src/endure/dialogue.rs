//! A brain as a process, spoken to line by line, each answer with its time.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tengen_gomocup::client::CommandLine;

/// Nothing that a brain is asked here takes longer.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// A running brain; dropping it ends the process.
#[derive(Debug)]
pub(super) struct Brain {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Said>,
    complaints: Option<JoinHandle<String>>,
    /// When the process was asked for.
    pub(super) born: Instant,
    /// MESSAGE, DEBUG and INFO lines so far.
    pub(super) talk: Vec<String>,
}

/// A line and when it was read.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) text: String,
    pub(super) at: Instant,
}

impl Said {
    /// Milliseconds since then.
    pub(super) fn ms_since(&self, then: Instant) -> f64 {
        milliseconds(self.at.saturating_duration_since(then))
    }
}

pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

impl Brain {
    pub(super) fn spawn(command: &CommandLine) -> Result<Brain> {
        let mut builder = Command::new(command.program());
        builder.args(command.arguments());
        Brain::from_command(builder)
    }

    /// The same with so many bytes of address space at the most.
    pub(super) fn spawn_limited(command: &CommandLine, bytes: u64) -> Result<Brain> {
        let mut builder = Command::new("prlimit");
        builder
            .arg(format!("--as={bytes}"))
            .arg(command.program())
            .args(command.arguments());
        Brain::from_command(builder)
    }

    /// The same under `time -v`, which writes its report into a file.
    pub(super) fn spawn_timed(command: &CommandLine, report: &Path) -> Result<Brain> {
        let mut builder = Command::new("/usr/bin/time");
        builder
            .args(["-v", "-o"])
            .arg(report)
            .arg(command.program())
            .args(command.arguments());
        Brain::from_command(builder)
    }

    fn from_command(mut builder: Command) -> Result<Brain> {
        let born = Instant::now();
        let mut child = builder
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {:?}", builder.get_program()))?;
        let (sender, lines) = channel();
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                // Bytes that are no text are an answer too, a wrong one.
                for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                    let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                    let at = Instant::now();
                    if sender.send(Said { text, at }).is_err() {
                        return;
                    }
                }
            });
        }
        let complaints = child.stderr.take().map(|mut errors| {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                let _ = errors.read_to_end(&mut bytes);
                String::from_utf8_lossy(&bytes).into_owned()
            })
        });
        Ok(Brain {
            input: child.stdin.take(),
            child,
            lines,
            complaints,
            born,
            talk: Vec::new(),
        })
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes lines in one piece; returns when, just before.
    pub(super) fn send(&mut self, text: &str) -> Result<Instant> {
        self.send_bytes(format!("{text}\n").as_bytes())
    }

    pub(super) fn send_bytes(&mut self, bytes: &[u8]) -> Result<Instant> {
        let input = self.input.as_mut().context("its input is closed")?;
        let at = Instant::now();
        input
            .write_all(bytes)
            .and_then(|()| input.flush())
            .context("it does not read any more")?;
        Ok(at)
    }

    /// The next line that is an answer.
    pub(super) fn answer(&mut self) -> Result<Said> {
        let patience = Instant::now() + PATIENCE;
        loop {
            let left = patience.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(said) if is_talk(&said.text) => self.talk.push(said.text),
                Ok(said) => return Ok(said),
                Err(RecvTimeoutError::Timeout) => {
                    bail!("it says nothing for {} s", PATIENCE.as_secs())
                }
                Err(RecvTimeoutError::Disconnected) => bail!("it has ended"),
            }
        }
    }

    /// The next answer, which must begin with `word`.
    pub(super) fn expect(&mut self, word: &str) -> Result<Said> {
        let said = self.answer()?;
        if !said.text.starts_with(word) {
            bail!("it says {:?} where {word} is expected", said.text);
        }
        Ok(said)
    }

    /// The next answer, which must be a move on a board of this size.
    pub(super) fn expect_move(&mut self, size: u8) -> Result<((u8, u8), Said)> {
        let said = self.answer()?;
        match parse_move(&said.text) {
            Some((x, y)) if x.max(y) < size => Ok(((x, y), said)),
            _ => bail!("it says {:?} where a move is expected", said.text),
        }
    }

    /// Closes the input.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the process: the answers still to come, when it ended, and
    /// how. Silence on stderr is demanded.
    pub(super) fn wait(mut self) -> Result<(Vec<Said>, Instant, ExitStatus)> {
        let patience = Instant::now() + PATIENCE;
        let status = loop {
            match self.child.try_wait()? {
                Some(status) => break status,
                None if Instant::now() >= patience => {
                    bail!("it does not end within {} s", PATIENCE.as_secs())
                }
                None => std::thread::sleep(Duration::from_micros(200)),
            }
        };
        let ended = Instant::now();
        if let Some(complaints) = self.complaints.take().and_then(|c| c.join().ok())
            && !complaints.is_empty()
        {
            bail!("it writes on stderr: {complaints:?}");
        }
        let answers = self.lines.iter().filter(|said| !is_talk(&said.text));
        Ok((answers.collect(), ended, status))
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        // Fails only if it has ended by itself; waiting reaps it either way.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What may stand before an answer.
fn is_talk(line: &str) -> bool {
    ["MESSAGE ", "DEBUG ", "INFO "]
        .iter()
        .any(|word| line.starts_with(word))
}

/// `x,y` with digits only.
pub(super) fn parse_move(line: &str) -> Option<(u8, u8)> {
    let (x, y) = line.split_once(',')?;
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    Some((number(x)?, number(y)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_are_moves() {
        assert_eq!(parse_move("7,14"), Some((7, 14)));
        for wrong in ["OK", "7,", ",7", "7, 7", "+7,7", "7,7,1", "-1,0", "300,1"] {
            assert_eq!(parse_move(wrong), None, "{wrong}");
        }
    }
}
