//! Arguments that cannot be taken: what is allowed is told, and nothing is written.

use std::process::Command;

use crate::{lab, lines};

#[test]
fn numbers_below_0_are_told_from_options() {
    for (arguments, said) in [
        (["speed", "--seconds", "-1"], "above 0"),
        (["openings", "--window", "-5"], "from 0 to 20000"),
        (["openings", "--count", "-1"], "from 1 to 100000"),
        (["openings", "--nodes", "-1e3"], "above 0"),
        (["selfplay", "--games", "-4"], "above 0"),
        (["openings", "--stones", "-1,4"], "from 0 to 121"),
        (["openings", "--threads", "-1"], "above 0"),
        (["duel", "--concurrency", "0"], "above 0"),
        (["duel", "--sprt", "-5,x"], "invalid"),
        (["match", "--time", "-1,2"], "seconds"),
        (["match", "--nodes", "-1,2"], "from 0 to"),
    ] {
        let output = lab(&arguments);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert!(complaint.contains(said), "{arguments:?}: {complaint}");
        assert!(!complaint.contains("tip"), "{arguments:?}: {complaint}");
    }
}

/// Where results are a file of their own, a dash must not become its name.
#[test]
fn a_dash_is_the_standard_output_or_refused() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("dash");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let lab_there = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen-lab"));
        command.args(words.split(' ')).current_dir(&folder);
        command.output().unwrap()
    };
    let made = lab_there("openings --count 2 --nodes 50 --out -");
    let shown = lines(&made.stdout);
    assert_eq!((made.status.code(), shown.len()), (Some(0), 3), "{made:?}");
    for words in [
        "fixture --count 1 --out -",
        "ablate --games 2 --nodes 10 --out -",
        "selfplay --games 1 --out -",
        "spsa --tune singular_margin:1 --pairs 1 --out -",
        "tune --games 1 --out -",
        "match a b --sgf -",
        "match a b --psq -",
        "match a b --store -",
        "ladder --store -",
        "ladder --store l.jsonl --write -",
        "sights --write -",
    ] {
        let output = lab_there(words);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}: {complaint}");
        assert!(
            complaint.contains("expected a file"),
            "{words}: {complaint}"
        );
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}
