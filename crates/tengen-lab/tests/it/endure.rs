//! `endure` on the weak engine of the tests: good behaviour passes, bad is counted.

use crate::{lab, lines};

/// Runs a row with little of its counts; its exit status and its lines.
fn endure(row: &str, share: &str, brain: &str) -> (Option<i32>, Vec<String>) {
    let brain = format!(
        "\"{}\" fake-brain {brain}",
        env!("CARGO_BIN_EXE_tengen-lab")
    );
    let output = lab(&["endure", row, "--share", share, "--brain", &brain]);
    (output.status.code(), lines(&output.stdout))
}

#[cfg(target_os = "linux")]
#[test]
fn games_in_one_process_are_counted_and_pass() {
    let (code, told) = endure("M5", "0.004", "rows");
    assert!(told[0].starts_with("M5: 4 games, "), "{told:?}");
    assert_eq!(told.last().unwrap(), "0 failures", "{told:?}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_brain_that_breaks_down_fails() {
    for (fault, words) in [
        ("crash", ": a crash; "),
        ("occupied", ": an illegal move; "),
    ] {
        let (code, told) = endure("m5", "0.004", &format!("rows --fault {fault} --at 2"));
        let games = told.iter().filter(|line| line.contains(words)).count();
        assert_eq!(games, 4, "{told:?}");
        assert_eq!(code, Some(1), "{fault}");
    }
}

#[test]
fn noise_that_kills_is_noticed() {
    // It reads text only, and ends at the first byte that is none.
    let (code, told) = endure("P4", "0.001", "rows");
    assert!(told[0].starts_with("P4: 100"), "{told:?}");
    assert_eq!(code, Some(1), "{told:?}");
}

#[test]
fn wrong_usage_ends_with_two() {
    for wrong in [&["endure", "T9"][..], &["endure", "T1", "--share", "0"]] {
        assert_eq!(lab(wrong).status.code(), Some(2), "{wrong:?}");
    }
}
