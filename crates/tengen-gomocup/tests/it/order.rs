//! Commands during a search: what stops it, what waits, what overtakes.

use super::{Brain, parse_move};
use std::time::Duration;
use tengen_core::rng::Rng;

/// Starts a search that nothing but a command ends.
fn thinking() -> Brain {
    let mut brain = Brain::new();
    brain.send("START 15\nINFO timeout_turn -1\nINFO timeout_match -1\nINFO time_left 1");
    assert_eq!(brain.answer(), "OK");
    brain.send("BOARD 7,7,2 8,8,1 9,8,2 DONE");
    brain
}

fn pause(rng: &mut Rng) {
    std::thread::sleep(Duration::from_micros(rng.below(20_000) as u64));
}

fn is_free(point: (u8, u8)) -> bool {
    point.0 < 15 && point.1 < 15 && ![(7, 7), (8, 8), (9, 8)].contains(&point)
}

#[test]
fn stop_at_any_moment_brings_one_sound_move() {
    let mut rng = Rng::new(1);
    let mut brain = thinking();
    for n in 0..40 {
        if n > 0 {
            brain.send("BOARD 7,7,2 8,8,1 9,8,2 DONE");
        }
        if n % 4 > 0 {
            pause(&mut rng);
        }
        brain.send(if n % 2 == 0 { "STOP" } else { "YXSTOP\nSTOP" });
        assert!(is_free(brain.move_answer()));
        brain.send("ABOUT");
        assert!(brain.answer().starts_with("name="), "one move only");
    }
}

#[test]
fn yixin_boards_undo_sequence() {
    let mut rng = Rng::new(2);
    let mut brain = thinking();
    for _ in 0..30 {
        pause(&mut rng);
        brain.send("start 15 15\nyxboard\n7,7,2\n8,8,1\ndone\nyxshowforbid\nyxstop");
        assert!(is_free(brain.move_answer()));
        assert_eq!(brain.answer(), "OK");
        assert_eq!(brain.answer(), "FORBID .");
        brain.send("board 7,7,2 8,8,1 9,8,2 done");
    }
    brain.send("START 20\nABOUT");
    assert!(is_free(brain.move_answer()));
    assert_eq!(brain.answer(), "OK");
    assert!(brain.answer().starts_with("name="));
}

#[test]
fn what_stops_a_search_is_obeyed_after_its_move() {
    for (command, wanted) in [
        ("RESTART", "OK"),
        ("START 99", "ERROR"),
        ("RECTSTART 20,20", "OK"),
        ("YXBOARD 1,1,2 DONE\nABOUT", "name="),
        ("BOARD 7,7,2 DONE\nSTOP", "move"),
        ("SWAP2BOARD DONE\nYXSTOP", "line"),
    ] {
        let mut brain = thinking();
        brain.send(command);
        assert!(is_free(brain.move_answer()), "{command}");
        let answer = brain.answer();
        let fits = match wanted {
            "move" => parse_move(&answer).is_some(),
            "line" => answer.split(' ').filter_map(parse_move).count() == 3,
            _ => answer.starts_with(wanted),
        };
        assert!(fits, "{command}: {answer}");
    }
}

#[test]
fn the_rest_waits_in_order() {
    let mut brain = thinking();
    brain.send("ABOUT\nTURN 99,99\nfoo\nTURN 1,1\nYXSHOWFORBID\nSTOP");
    assert!(is_free(brain.move_answer()));
    for word in ["name=", "ERROR ", "UNKNOWN "] {
        let answer = brain.answer();
        assert!(answer.starts_with(word), "{answer}");
    }
    assert!(is_free(brain.move_answer()));
    assert_eq!(brain.answer(), "FORBID .");
}

#[test]
fn new_times_hold_at_once() {
    for info in ["timeout_turn 0", "timeout_turn 30", "timeout_match 300"] {
        let mut brain = thinking();
        brain.send(&format!("INFO {info}"));
        assert!(is_free(brain.move_answer()), "{info}");
    }
}

#[test]
fn end_at_any_moment_ends_the_process() {
    let mut rng = Rng::new(3);
    for n in 0..12 {
        let mut brain = thinking();
        if n > 0 {
            pause(&mut rng);
        }
        brain.send(if n % 2 == 0 {
            "END"
        } else {
            "BOARD\n1,1,1\nEND"
        });
        let (_, status) = brain.finish();
        assert!(status.success());
    }
}

#[test]
fn a_path_that_begins_like_a_command_disturbs_no_search() {
    let mut brain = thinking();
    let paths = ["END OF GAME.bin", "stop here.bin", "start of game.bin"];
    for path in paths {
        brain.send(&format!("YXHASHDUMP\n{path}"));
    }
    brain.send("ABOUT\nYXSETDATABASE\nSTOP");
    assert!(is_free(brain.move_answer()));
    assert!(brain.answer().starts_with("name="));
    let (answers, status) = brain.finish();
    assert!(status.success() && answers.is_empty(), "{answers:?}");
}

/// Yixin-Board counts down from numbers that mean no limit.
#[test]
fn the_end_of_the_input_ends_a_search_whose_clock_is_none() {
    let mut brain = Brain::new();
    brain.send("info timeout_turn 2000000\ninfo timeout_match 100000000\nstart 15 15");
    assert_eq!(brain.answer(), "OK");
    brain.send("info time_left 99990000\nboard 7,7,2 8,8,1 9,8,2 done");
    let (answers, status) = brain.finish();
    assert!(status.success() && answers.len() == 1);
}

#[test]
fn the_end_of_the_input_lets_a_search_finish() {
    let mut brain = thinking();
    let (answers, status) = brain.finish();
    assert!(status.success() && answers.len() == 1);
    let mut brain = Brain::started(2_000);
    brain.send("BEGIN\nTURN 1,1\nABOUT");
    let (answers, status) = brain.finish();
    assert!(status.success() && answers.len() == 3, "{answers:?}");
    let mut brain = Brain::started(2_000);
    brain.send("BOARD\n7,7,2");
    let (answers, status) = brain.finish();
    assert!(status.success() && answers.is_empty());
    let (answers, status) = Brain::new().finish();
    assert!(status.success() && answers.is_empty());
}

#[test]
fn each_thinking_command_gets_one_move_line() {
    let mut rng = Rng::new(4);
    let mut brain = Brain::new();
    for _ in 0..150 {
        let size = 5 + rng.below(18);
        let rule = [0, 1, 2, 4, 8, 9][rng.below(6)];
        brain.send(&format!("START {size}\nINFO rule {rule}\nINFO max_node 60"));
        assert_eq!(brain.answer(), "OK");
        let mut taken: Vec<(u8, u8)> = Vec::new();
        for _ in 0..rng.below(10) {
            let point = (rng.below(size) as u8, rng.below(size) as u8);
            if taken.contains(&point) {
                continue;
            }
            taken.push(point);
            brain.send(&format!("TURN {},{}\nABOUT", point.0, point.1));
            let answer = brain.move_answer();
            assert!(!taken.contains(&answer) && usize::from(answer.0.max(answer.1)) < size);
            taken.push(answer);
            assert!(brain.answer().starts_with("name="));
        }
    }
}
