//! Runs the program as a person or a script would: output, messages and exit status.
// Helpers of tests may unwrap as the tests do: a panic is the failure report.
#![allow(clippy::unwrap_used)]

mod analyze;
mod broken;
mod convert;
mod files;
mod help;
mod levels;
mod play;
mod safety;
mod shapes;
mod show;
mod solve;
mod web;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the program left.
#[derive(Debug)]
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    /// The line of facts that begins with this word, without the word.
    fn fact(&self, word: &str) -> Option<&str> {
        self.out
            .lines()
            .find_map(|line| line.strip_prefix(word))
            .map(str::trim)
    }

    /// The board's row with this number, as drawn.
    fn row(&self, number: u32) -> &str {
        let start = format!("{number:>2}");
        let mut rows = self.out.lines();
        rows.find_map(|line| line.strip_prefix(&start)).unwrap()
    }
}

/// Runs the program with nothing to read on its standard input.
fn tengen(arguments: &[&str]) -> Run {
    tengen_with(arguments, b"")
}

/// The program with these arguments.
fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command
        .args(arguments)
        // Nothing that a test does reaches the games of the person who runs it.
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    command
}

/// For `sh -c`, followed by `sh` and a command: files can be made and not be written to,
/// as on a disk that is full, by the superuser too.
#[cfg(unix)]
const ON_FULL_DISK: &str = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";

/// Runs the program with this standard input.
fn tengen_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = program(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments may be gone before it reads.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder of its own for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The path of a file in it.
    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file into it and gives its path.
    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left lies in cargo's own folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Compares with a file in `tests/expected`. With `TENGEN_UPDATE` set it is written anew.
fn expect_file(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/expected")
        .join(name);
    if std::env::var_os("TENGEN_UPDATE").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    // Git may have given the file another line end on Windows.
    assert_eq!(expected.replace("\r\n", "\n"), found, "{}", path.display());
}
