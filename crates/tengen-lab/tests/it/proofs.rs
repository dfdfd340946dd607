//! `proofs` in small: the solver against plain truth, damaged certificates.

use crate::{lab, lines};

#[test]
fn no_claim_is_false() {
    let output = lab(&["proofs", "truth", "--count", "40", "--seed", "3"]);
    let told = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{told:#?}");
    assert_eq!(told.len(), 6, "{told:#?}");
    assert!(told.iter().all(|line| line.ends_with("false claims 0")));
}

#[test]
fn damage_is_seen_by_both_checks() {
    let output = lab(&["proofs", "fuzz", "--count", "300", "--seed", "3"]);
    let told = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{told:#?}");
    assert_eq!(told.last().map(String::as_str), Some("disagreements 0"));
}
