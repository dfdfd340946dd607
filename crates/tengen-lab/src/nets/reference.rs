//! The reference in Python, as a process that is asked line by line.

use std::io::{BufRead, BufReader, BufWriter, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use tengen_core::Stone;

use super::Words;
use super::walk::{self, Walk};

/// `python -m student answers`, ended when dropped.
#[derive(Debug)]
pub(super) struct Reference {
    child: Child,
    input: Option<ChildStdin>,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Reference {
    pub(super) fn start(python: &Path, root: &Path, net: &Path) -> Result<Reference> {
        // It runs in another folder, so that paths have to be whole.
        let whole = |path: &Path| {
            std::path::absolute(path).with_context(|| format!("no such path: {}", path.display()))
        };
        let mut child = Command::new(whole(python)?)
            .args(["-m", "student", "answers", "--net"])
            .arg(whole(net)?)
            .current_dir(root.join("training"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {} in training/", python.display()))?;
        let output = child.stdout.take().context("no output")?;
        Ok(Reference {
            input: child.stdin.take(),
            child,
            answers: BufReader::new(output).lines(),
        })
    }

    /// Sends so many positions of a walk, on a thread: answers come meanwhile.
    pub(super) fn ask(&mut self, mut walk: Walk, positions: usize) -> Result<()> {
        let mut input = BufWriter::new(self.input.take().context("it was asked before")?);
        std::thread::Builder::new().spawn(move || {
            for _ in 0..positions {
                walk.go_on(|_, _, _| {});
                let side = match walk.mover() {
                    Stone::Black => 'b',
                    Stone::White => 'w',
                };
                // If it has ended, the missing answer will be told.
                if writeln!(input, "{side} {}", walk::text(walk.board())).is_err() {
                    return;
                }
            }
            let _ = input.flush();
        })?;
        Ok(())
    }

    /// The next answer.
    pub(super) fn answer(&mut self) -> Result<Words> {
        let line = match self.answers.next() {
            Some(line) => line.context("the reference cannot be read")?,
            None => bail!("the reference has ended before its last answer"),
        };
        read(&line).with_context(|| format!("the reference says {line:?}"))
    }

    /// Waits for its end; nothing more may be said.
    pub(super) fn end(mut self) -> Result<()> {
        ensure!(self.answers.next().is_none(), "the reference says too much");
        let status = self.child.wait()?;
        ensure!(status.success(), "the reference ends with {status}");
        Ok(())
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        // Fails only if it has ended by itself; waiting reaps it either way.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Value, draw and logits, separated by blanks.
fn read(line: &str) -> Result<Words> {
    let mut numbers = line.split_whitespace().map(str::parse);
    let mut next = || numbers.next().context("too few numbers");
    let (value, draw) = (next()??, next()??);
    let logits = numbers.collect::<Result<_, _>>()?;
    Ok(Words {
        value,
        draw,
        logits,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_numbers() {
        let words = read("-12 3 4 -5 6").unwrap();
        assert_eq!((words.value, words.draw), (-12, 3));
        assert_eq!(words.logits, [4, -5, 6]);
        for wrong in ["", "1", "1 x", "1 2 3.5"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
