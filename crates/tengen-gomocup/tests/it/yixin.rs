//! Commands of the Yixin protocol and openings, answered by the real engine.

use super::{Brain, parse_move};

/// The talk before the next answer, and the answer.
fn talk_and_answer(brain: &mut Brain) -> (Vec<String>, String) {
    let mut talk = Vec::new();
    loop {
        let line = brain.line().unwrap();
        if !super::is_talk(&line) {
            return (talk, line);
        }
        talk.push(line);
    }
}

/// The next so many lines of an opening by this name that a command is answered with.
fn step(brain: &mut Brain, command: &str, name: &str, count: usize) -> Vec<String> {
    brain.send(command);
    let mut lines = Vec::new();
    while lines.len() < count {
        let line = brain.line().unwrap();
        assert!(!line.starts_with("ERROR"), "{command}: {line}");
        if let Some(rest) = line.strip_prefix(&format!("MESSAGE {name} ")) {
            lines.push(rest.to_owned());
        }
    }
    lines
}

/// `WORD a b` as `a,b`.
fn point_after(line: &str, word: &str) -> String {
    let rest = line.strip_prefix(word).unwrap_or_else(|| panic!("{line}"));
    let words: Vec<&str> = rest.split_whitespace().take(2).collect();
    words.join(",")
}

/// A board with alternating fields, the last stone the opponent's.
fn board(points: &[String]) -> String {
    let fields = |n: usize| 1 + (points.len() - n) % 2;
    let entries = points.iter().enumerate();
    let stones: Vec<String> = entries
        .map(|(n, point)| format!("{point},{}", fields(n)))
        .collect();
    format!("YXBOARD {} DONE", stones.join(" "))
}

#[test]
fn blocked_points_are_not_played() {
    let mut brain = Brain::started(600);
    let mut seen = Vec::new();
    for _ in 0..4 {
        brain.send("BOARD 7,7,2 8,8,1 9,8,2 DONE");
        let (x, y) = brain.move_answer();
        assert!(!seen.contains(&(x, y)), "{seen:?}");
        seen.push((x, y));
        brain.send(&format!("YXBLOCK\n{x},{y}\nDONE"));
    }
    // Allowed again, and with nothing remembered, the first is the best as before.
    brain.send("YXBLOCKRESET\nYXHASHCLEAR\nBOARD 7,7,2 8,8,1 9,8,2 DONE");
    let first = brain.move_answer();
    assert_eq!(first, seen[0]);
}

#[test]
fn the_best_lines_differ_and_come_with_their_values() {
    let mut brain = Brain::started(8_000);
    brain.send("YXBOARD 7,7,2 8,8,1 9,8,2 DONE\nYXNBEST 3");
    let (talk, answer) = talk_and_answer(&mut brain);
    assert!(parse_move(&answer).is_some());
    for n in 1..=3 {
        let wanted = format!("MESSAGE LINE {n} DEPTH ");
        assert!(talk.iter().any(|line| line.starts_with(&wanted)), "{n}");
    }
}

#[test]
fn every_defence_is_valued() {
    let mut brain = Brain::started(8_000);
    brain.send("YXBOARD 6,7,2 0,0,1 7,7,2 14,0,1 8,7,2 DONE\nYXSEARCHDEFEND");
    let (talk, answer) = talk_and_answer(&mut brain);
    let (x, y) = parse_move(&answer).unwrap();
    assert!(y == 7 && [5, 9].contains(&x), "{answer}");
    let lines = talk.iter().filter_map(|line| line.split(" PV ").nth(1));
    let mut firsts: Vec<&str> = lines.filter_map(|line| line.split(' ').next()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 2, "{firsts:?}");
}

#[test]
fn balanced_moves_come_as_one_or_two_points() {
    let mut brain = Brain::started(4_000);
    brain.send("YXBOARD 7,7,2 8,8,1 9,8,2 DONE\nYXBALANCEONE 0");
    assert!(parse_move(&brain.answer()).is_some());
    brain.send("YXBOARD 7,7,2 8,8,1 9,8,2 DONE\nYXBALANCETWO -30");
    let answer = brain.answer();
    let points: Vec<(u8, u8)> = answer.split(' ').filter_map(parse_move).collect();
    assert!(points.len() == 2 && points[0] != points[1], "{answer}");
}

#[test]
fn swap2_in_the_form_of_the_manager() {
    let mut pairs = 0;
    let boards = [(0, 15), (0, 20), (1, 15), (1, 20), (1, 19), (4, 15)];
    let cases = boards
        .into_iter()
        .flat_map(|board| [1000, 3000, 6000].map(|nodes| (board, nodes)));
    for ((rule, size), nodes) in cases {
        let mut brain = Brain::new();
        brain.send(&format!(
            "START {size}\nINFO rule {rule}\nINFO max_node {nodes}\nSWAP2BOARD\nDONE"
        ));
        assert_eq!(brain.answer(), "OK");
        let three = brain.answer();
        assert_eq!(
            three.split(' ').filter_map(parse_move).count(),
            3,
            "{three}"
        );
        // Our own opening is fair, so that all three ways on are good.
        brain.send(&format!("SWAP2BOARD {three} DONE"));
        let choice = brain.answer();
        match choice.split(' ').filter_map(parse_move).count() {
            0 => assert_eq!(choice, "SWAP"),
            1 => {}
            2 => {
                pairs += 1;
                brain.send(&format!("SWAP2BOARD {three} {choice} DONE"));
                let last = brain.answer();
                assert!(last == "SWAP" || parse_move(&last).is_some(), "{last}");
            }
            _ => panic!("{choice}"),
        }
    }
    assert!(pairs > 0, "two stones are never placed");
}

#[test]
fn the_steps_of_a_soosyrv_opening() {
    let mut brain = Brain::started(3_000);
    brain.send("INFO rule 4");
    let name = "SOOSORV";
    let placed = step(&mut brain, "YXSOOSORVSTEP1", name, 3);
    let mut points: Vec<String> = (1..=3)
        .map(|n| point_after(&placed[n - 1], &format!("MOVE{n} ")))
        .collect();
    brain.send(&board(&points));
    let swap = step(&mut brain, "YXSOOSORVSTEP2", name, 1);
    assert!(["SWAP1 YES", "SWAP1 NO"].contains(&swap[0].as_str()));
    let fourth = step(&mut brain, "YXSOOSORVSTEP3", name, 1);
    points.push(point_after(&fourth[0], "MOVE4 "));
    brain.send(&board(&points));
    let swap = step(&mut brain, "YXSOOSORVSTEP4 3", name, 1);
    assert!(["SWAP2 YES", "SWAP2 NO"].contains(&swap[0].as_str()));
    let offer = step(&mut brain, "YXSOOSORVSTEP5 3", name, 5);
    assert_eq!(
        (&offer[0][..], &offer[4][..]),
        ("MOVE5 REFRESH", "MOVE5 DONE")
    );
    let offered: Vec<String> = offer[1..4]
        .iter()
        .map(|line| point_after(line, "MOVE5 "))
        .collect();
    let command = format!("YXSOOSORVSTEP6\n{}\nDONE", offered.join("\n"));
    let choice = step(&mut brain, &command, name, 1);
    assert!(offered.contains(&point_after(&choice[0], "MOVE5C ")));
}
