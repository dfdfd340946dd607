//! `analyze` and `bench`: values, lines and the signature.

use crate::tengen;

/// The number that stands behind `"key":` in a JSON text.
fn number(json: &str, key: &str) -> Option<i64> {
    let start = json.find(&format!("\"{key}\":"))? + key.len() + 3;
    let rest = &json[start..];
    let end = rest.find([',', '}'])?;
    rest[..end].parse().ok()
}

#[test]
fn a_limit_of_nodes_gives_the_same_result_twice() {
    let arguments = ["analyze", "h8i9h10h9", "--nodes", "5000", "--lines", "3"];
    let first = tengen(&arguments);
    assert_eq!(first.code, 0, "{}", first.err);
    let table = |out: &str| out.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(table(&tengen(&arguments).out), table(&first.out));
    let lines = first.out.lines().filter(|line| line.contains('%')).count();
    assert_eq!(lines, 3, "{}", first.out);
    assert!(
        first
            .out
            .starts_with("Black to move after 4 stones, freestyle 15x15.")
    );
}

#[test]
fn a_program_gets_one_object() {
    let run = tengen(&[
        "analyze",
        "h8i9h10h9",
        "--depth",
        "3",
        "--json",
        "--lines",
        "2",
    ]);
    assert_eq!((run.code, run.out.lines().count()), (0, 1), "{}", run.err);
    assert!(run.out.contains("\"rule\":\"freestyle\"") && run.out.contains("\"best\":\""));
    assert!(number(&run.out, "nodes").is_some_and(|nodes| nodes > 10));
    assert_eq!(number(&run.out, "depth"), Some(3));
    assert_eq!(run.out.matches("\"win_chance\":").count(), 2);
}

#[test]
fn wins_losses_and_ends_are_told() {
    // Black completes its four.
    let won = tengen(&["analyze", "h8a1i8a3j8a5k8g8", "--nodes", "1000", "--json"]);
    assert_eq!(number(&won.out, "wins_in"), Some(1), "{}", won.out);
    assert!(won.out.contains("\"best\":\"L8\""), "{}", won.out);
    // White cannot stop an open four.
    let lost = tengen(&["analyze", "h8a1i8a3j8a5k8", "--nodes", "1000", "--json"]);
    assert_eq!(number(&lost.out, "loses_in"), Some(2), "{}", lost.out);
    // Black makes two threes, and every line goes on to the five.
    let fork = ["analyze", "h8a1i8a3j9o1j10o3", "--lines", "3", "--json"];
    let fork = tengen(&[&fork[..], &["--nodes", "20000"]].concat());
    assert_eq!(number(&fork.out, "wins_in"), Some(5), "{}", fork.out);
    for line in fork.out.split("{\"value\":").skip(1) {
        let moves = line.split("\"moves\":[").nth(1).unwrap();
        let moves = moves.split(']').next().unwrap().split(',').count() as i64;
        let plies = number(line, "wins_in").or_else(|| number(line, "loses_in"));
        assert!(plies.is_none_or(|plies| plies == moves), "{line}");
    }
    let over = tengen(&["analyze", "h8a1i8a3j8a5k8a7l8", "--nodes", "1000"]);
    assert!(over.code == 0 && over.out.contains("The game is over: Black wins"));
}

/// A search that ends before it has judged a move claims nothing, least of all a loss.
#[test]
fn what_was_not_searched_is_not_called_lost() {
    let text = tengen(&["analyze", "h8", "--nodes", "1"]);
    assert_eq!(text.code, 0, "{}", text.err);
    assert!(
        text.out
            .contains("Stopped before a move was judged: 1 node in "),
        "{}",
        text.out
    );
    assert!(!text.out.contains("-M"), "{}", text.out);
    let json = tengen(&["analyze", "h8", "--nodes", "1", "--json"]);
    assert!(json.out.contains("\"lines\":[]"), "{}", json.out);
    assert!(json.out.contains("\"black_chance\":0.5"), "{}", json.out);
    assert!(!json.out.contains("\"best\":null"), "{}", json.out);
    let bench = tengen(&["bench", "--nodes", "1"]);
    assert!(!bench.out.contains("-M"), "{}", bench.out);
}

#[test]
fn a_game_that_is_over_has_the_chance_of_its_result() {
    let five = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"].concat();
    let black = tengen(&["analyze", &five, "--json"]);
    assert!(black.out.contains("\"black_chance\":1.0"), "{}", black.out);
    let white = tengen(&["analyze", &format!("o15{five}"), "--json"]);
    assert!(white.out.contains("\"black_chance\":0.0"), "{}", white.out);
}

#[test]
fn an_earlier_position_and_another_rule() {
    let run = tengen(&[
        "analyze",
        "h8i9h10h9",
        "--move",
        "1",
        "--nodes",
        "500",
        "--rule",
        "renju",
    ]);
    assert!(
        run.out
            .starts_with("White to move after 1 stone, renju 15x15."),
        "{}",
        run.out
    );
}

#[test]
fn wrong_limits_are_refused() {
    for arguments in [
        &["analyze", "h8", "--time", "-1"][..],
        &["analyze", "h8", "--time", "NaN"],
        &["analyze", "h8", "--time", "1e300"],
        &["analyze", "h8", "--lines", "0"],
        &["analyze", "h8", "--nodes", "0"],
        &["analyze", "h8", "--depth", "0"],
        &["analyze", "h8", "--threads", "0"],
        &["analyze", "h8", "--threads", "100000"],
        &["bench", "--nodes", "0"],
        &["bench", "--depth", "0"],
        &["analyze", "h8", "--move", "2"],
        &["bench", "--depth", "3", "--nodes", "3"],
    ] {
        let run = tengen(arguments);
        assert_eq!(
            (run.code, run.out.as_str()),
            (64, ""),
            "{arguments:?}: {}",
            run.err
        );
    }
}

#[test]
fn the_range_of_threads_is_told() {
    let many = ["analyze", "h8", "--nodes", "1000", "--threads"];
    let run = tengen(&[&many[..], &["1025"]].concat());
    assert!(run.err.contains("from 1 to 1024"), "{}", run.err);
    let run = tengen(&[&many[..], &["3"]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
}

/// No machine has so many MiB: 105 exabytes.
#[test]
fn memory_that_cannot_be_had_is_told() {
    // Nobody wins there, and a thousand positions do not tell.
    for (command, code) in [("analyze", 0), ("solve", 2)] {
        let search = [command, "h8i9h10h9", "--nodes", "1000"];
        let run = tengen(&[&search[..], &["--memory", "99999999999999"]].concat());
        assert_eq!(run.code, code, "{}", run.err);
        let end = "for a table, not 99999999999999";
        assert!(run.err.contains("memory is short"), "{}", run.err);
        assert!(run.err.contains(end), "{}", run.err);
        let run = tengen(&[&search[..], &["--memory", "1"]].concat());
        assert_eq!(run.code, code, "{}", run.err);
        assert!(!run.err.contains("memory"), "{}", run.err);
    }
}

/// The last line of a bench: nodes and speed.
fn signature(arguments: &[&str]) -> u64 {
    let run = tengen(arguments);
    assert_eq!(run.code, 0, "{}", run.err);
    let last = run.out.lines().last().unwrap();
    let words: Vec<&str> = last.split(' ').collect();
    assert!(
        matches!(words[..], [_, "nodes", speed, "nps"] if speed.parse::<u64>().is_ok()),
        "{last}"
    );
    words[0].parse().unwrap()
}

#[test]
fn the_bench_ends_with_its_signature() {
    let first = signature(&["bench", "--depth", "3"]);
    assert_eq!(signature(&["bench", "--depth", "3"]), first);
    assert!(signature(&["bench", "--depth", "2"]) < first);
    let limited = tengen(&["bench", "--nodes", "100"]);
    let searches = limited.out.lines().count() as u64 - 1;
    let by_net = limited.out.lines().filter(|it| it.ends_with("by the net"));
    assert_eq!(searches, 20 + by_net.count() as u64, "{}", limited.out);
    let nodes = signature(&["bench", "--nodes", "100"]);
    assert!((searches..=searches * 100).contains(&nodes), "{nodes}");
}
