//! Arguments that cannot be taken: what is allowed is told, and nothing is written.

use crate::lab;

#[test]
fn numbers_below_0_are_told_from_options() {
    for (arguments, said) in [
        (["speed", "--seconds", "-1"], "above 0"),
        (["openings", "--window", "-5"], "from 0 to 20000"),
        (["openings", "--count", "-1"], "from 1 to 100000"),
        (["openings", "--nodes", "-1e3"], "above 0"),
        (["selfplay", "--games", "-4"], "above 0"),
    ] {
        let output = lab(&arguments);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert!(complaint.contains(said), "{arguments:?}: {complaint}");
        assert!(!complaint.contains("tip"), "{arguments:?}: {complaint}");
    }
}
