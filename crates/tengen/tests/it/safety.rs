//! What comes from files must not reach the terminal raw, and a reader that goes away
//! is no fault.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::{Folder, tengen, tengen_with};

const EVIL: &str = "(;GM[4]SZ[15]PB[\x1b[31mred\x1b[0m\\]]EV[bell\x07]C[clear\x1b[2J\u{202E}\u{9b}31m]\
    ZZ[\x1b\\];B[hh];W[\x1bi])";

#[test]
fn control_characters_never_reach_the_terminal() {
    let run = tengen_with(&["show", "-", "--color", "never"], EVIL.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    for text in [&run.out, &run.err] {
        let steers = |c: char| (c.is_control() && c != '\n') || c == '\u{202E}';
        assert!(!text.contains(steers), "{text:?}");
    }
    assert!(
        run.out.contains("red") && run.out.contains("clear"),
        "{}",
        run.out
    );
}

#[test]
fn control_characters_in_names_of_files_are_filtered_too() {
    let run = tengen(&["show", "no\x1b[31mfile.sgf"]);
    assert_eq!(run.code, 66);
    assert!(!run.err.contains('\x1b'), "{:?}", run.err);
}

#[test]
fn colours_are_used_only_when_asked_for_or_on_a_terminal() {
    let plain = tengen(&["show", "h8i9"]);
    assert!(!plain.out.contains('\x1b'));
    let coloured = tengen(&["show", "h8i9", "--color", "always"]);
    assert!(
        coloured.out.contains("\x1b[7m○\x1b[0m"),
        "{:?}",
        coloured.out
    );
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    // More than a pipe holds, so that writing must fail once the reader has gone.
    let games = "0,0, 1,-1\n".repeat(60_000);
    let folder = Folder::new("pipe");
    let path = folder.file("list.txt", &games);
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["convert", &path, "--to", "sgf"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(first.starts_with("(;FF[4]"), "{first}");
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert!(!err.contains("panicked"), "{err}");
}
