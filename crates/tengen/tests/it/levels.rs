//! `levels`: the table for people, the array for programs.

use crate::tengen;

#[test]
fn the_array_has_the_sixteen_in_order() {
    let run = tengen(&["levels", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let array: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let rows = array.as_array().unwrap();
    let ids: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 16);
    assert_eq!(
        ids[..6],
        [
            "random",
            "greedy",
            "trial",
            "minimax",
            "alphabeta",
            "level-1"
        ]
    );
    assert_eq!(ids[14..], ["level-10", "master"]);
    for row in rows {
        let fields: Vec<&String> = row.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["elo", "error", "games", "id", "name"]);
    }
}

#[test]
fn the_table_has_a_line_for_each_with_its_character() {
    let run = tengen(&["levels"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 16));
    let line = run.out.lines().find(|line| line.starts_with("Level 2 "));
    assert!(line.unwrap().ends_with("Blocks fours, misses threes"));
}
