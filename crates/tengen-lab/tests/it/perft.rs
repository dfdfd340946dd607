//! `perft` on the frozen counts, on changed ones, and on ones it makes.

use std::path::Path;

use crate::{lab, lines};

const FROZEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/perft.txt");

/// A file of its own for one test, removed at the end.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        Scratch(folder.join(format!("{name}-{}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // It may never have been written; the folder is cargo's to clean anyway.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_frozen_counts_hold() {
    let output = lab(&["perft"]);
    assert_eq!(lines(&output.stdout), ["solved 100 of 100, wrong 0"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn changed_counts_are_found_by_both_ways() {
    let text = std::fs::read_to_string(FROZEN).unwrap();
    let line = text
        .lines()
        .find(|line| line.starts_with("renju-04"))
        .unwrap();
    let scratch = Scratch::new("changed");
    std::fs::write(scratch.path(), line.replace(" d1=4,", " d1=5,")).unwrap();
    let output = lab(&["perft", "--slow", scratch.path()]);
    let found = lines(&output.stdout);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(
        found[0].contains("depth 1, quick: expected 5,"),
        "{found:?}"
    );
    assert!(found[1].contains("depth 1, slow: expected 5,"), "{found:?}");
    assert_eq!(found[2], "solved 0 of 1, wrong 1");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn files_without_counts_are_refused() {
    let scratch = Scratch::new("without");
    std::fs::write(
        scratch.path(),
        "a rule=renju size=5 stm=b black=- white=-\n",
    )
    .unwrap();
    let output = lab(&["perft", scratch.path()]);
    assert_eq!(output.status.code(), Some(2));
    let errors = lines(&output.stderr).join("\n");
    assert!(
        errors.contains(":1: a") && errors.contains("d1="),
        "{errors}"
    );
}
