//! Dialogues as five managers hold them.

use super::Brain;
use std::time::Duration;

/// Free points for the other side, far from each other.
const OTHERS: [(u8, u8); 5] = [(0, 0), (14, 3), (2, 12), (11, 14), (5, 0)];

/// Sends every line by itself, after a pause.
fn send_slowly(brain: &mut Brain, text: &str, ending: &str, pause: Duration) {
    for line in text.lines() {
        std::thread::sleep(pause);
        brain.send_bytes(format!("{line}{ending}").as_bytes());
    }
}

fn with_pauses(play: impl Fn(Duration)) {
    for ms in [0, 50] {
        play(Duration::from_millis(ms));
    }
}

#[test]
fn gomocup_judge() {
    with_pauses(|pause| {
        let mut brain = Brain::new();
        let settings = "START 15\nINFO timeout_turn 60\nINFO timeout_match 100000\n\
                        INFO max_memory 367001600\nINFO game_type 1\nINFO rule 1\nINFO folder /tmp/a b\n\
                        INFO time_left 100000\nBOARD\nDONE";
        send_slowly(&mut brain, settings, "\r\n", pause);
        assert_eq!(brain.answer(), "OK");
        brain.move_answer();
        for (x, y) in OTHERS {
            send_slowly(
                &mut brain,
                &format!("INFO time_left 90000\nTURN {x},{y}"),
                "\r\n",
                pause,
            );
            brain.move_answer();
        }
        brain.send("END");
        assert!(brain.finish().1.success());
    });
}

#[test]
fn piskvork() {
    with_pauses(|pause| {
        let mut brain = Brain::new();
        brain.send_bytes(b"START 20\r\n");
        assert_eq!(
            brain.line().as_deref(),
            Some("OK"),
            "the whole line, first of all"
        );
        let settings = "INFO max_memory 0\nINFO timeout_match 0\nINFO timeout_turn 60\nINFO game_type 0\n\
             INFO rule 0\nINFO time_left 2147483647\nINFO folder C:\\x\nINFO evaluate 3,3\nBEGIN";
        send_slowly(&mut brain, settings, "\r\n", pause);
        let first = brain.move_answer();
        send_slowly(&mut brain, "TURN 0,0", "\r\n", pause);
        let second = brain.move_answer();
        for point in [second, (0, 0)] {
            let text = format!("TAKEBACK {},{}", point.0, point.1);
            send_slowly(&mut brain, &text, "\r\n", pause);
            assert_eq!(brain.answer(), "OK");
        }
        send_slowly(&mut brain, "TURN 1,0", "\r\n", pause);
        brain.move_answer();
        send_slowly(&mut brain, "RESTART", "\r\n", pause);
        assert_eq!(brain.answer(), "OK");
        send_slowly(&mut brain, "BEGIN", "\r\n", pause);
        assert_eq!(brain.move_answer(), first);
    });
}

#[test]
fn c_gomoku_cli() {
    with_pauses(|pause| {
        let mut brain = Brain::new();
        send_slowly(&mut brain, "ABOUT", "\n", pause);
        assert!(brain.answer().starts_with("name=\"Tengen\""));
        for game in 0..3 {
            let settings = "START 15\nINFO rule 4\nINFO timeout_turn 2000\nINFO timeout_match 60000\n\
                 INFO max_depth 4\nINFO max_node 400\nINFO max_memory 100000000\n\
                 INFO thread_num 1";
            send_slowly(&mut brain, settings, "\n", pause);
            assert_eq!(brain.line().as_deref(), Some("OK"));
            let question = if game == 1 {
                "BEGIN"
            } else {
                "BOARD\n7,7,2\n7,8,1\n8,8,2\nDONE"
            };
            send_slowly(&mut brain, question, "\n", pause);
            brain.move_answer();
            for (x, y) in OTHERS {
                send_slowly(&mut brain, &format!("TURN {x},{y}"), "\n", pause);
                brain.move_answer();
            }
            send_slowly(&mut brain, "YXSTOP", "\n", pause);
        }
        brain.send("END");
        assert!(brain.finish().1.success());
    });
}

#[test]
fn yixin_board() {
    with_pauses(|pause| {
        let mut brain = Brain::new();
        let settings = "info timeout_turn 100\ninfo timeout_match 100000000\ninfo max_depth 100\n\
                        info max_node -1\ninfo rule 2\ninfo caution_factor 1\ninfo thread_num 1\n\
                        info thread_split_depth 8\ninfo hash_size 8192\ninfo pondering 0\n\
                        info checkmate 0\ninfo show_detail 1\nyxshowinfo";
        send_slowly(&mut brain, settings, "\n", pause);
        let mut board = String::new();
        for (n, (x, y)) in OTHERS.into_iter().enumerate() {
            board.push_str(&format!("{x},{y},2\n"));
            // What is left of no limit, before every question.
            let told = format!("info time_left {}", 99_990_000 - n);
            if n % 2 == 0 {
                let text = format!("{told}\nyxhashclear\nstart 15 15\nboard\n{board}done");
                send_slowly(&mut brain, &text, "\n", pause);
                assert_eq!(brain.answer(), "OK");
            } else {
                send_slowly(&mut brain, &format!("{told}\nturn {x},{y}"), "\n", pause);
            }
            let answer = brain.move_answer();
            board.push_str(&format!("{},{},1\n", answer.0, answer.1));
            let text = format!("start 15 15\nyxboard\n{board}done\nyxshowforbid");
            send_slowly(&mut brain, &text, "\n", pause);
            assert_eq!(brain.answer(), "OK");
            assert!(brain.answer().starts_with("FORBID "));
        }
    });
}

#[test]
fn gomoku_calculator() {
    with_pauses(|pause| {
        let mut brain = Brain::new();
        let settings = "YXSHOWINFO\nRELOADCONFIG config\nINFO RULE 2\nINFO THREAD_NUM 1\nINFO CAUTION_FACTOR 3\n\
             INFO STRENGTH 100\nINFO TIMEOUT_TURN 100000\nINFO TIMEOUT_MATCH -1\nINFO TIME_LEFT 1\n\
             INFO MAX_DEPTH 100\nINFO MAX_NODE 20000\nINFO SHOW_DETAIL 3\nINFO PONDERING 0\n\
             INFO SWAPABLE 0\nINFO HASH_SIZE 8192\nSTART 15";
        send_slowly(&mut brain, settings, "\n", pause);
        assert_eq!(brain.answer(), "OK");
        send_slowly(
            &mut brain,
            "YXBOARD 7,7,1 8,8,2 DONE\nYXNBEST 3",
            "\n",
            pause,
        );
        let mut lines = Vec::new();
        let answer = loop {
            let line = brain.line().unwrap();
            if !super::is_talk(&line) {
                break line;
            }
            lines.push(line);
        };
        assert!(super::parse_move(&answer).is_some());
        assert!(lines.iter().any(|line| line == "INFO NUMPV 3"), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("INFO BESTLINE ")));
        // In renju, which code 2 means to this client.
        let board = "YXBOARD 5,7,1 0,0,2 6,7,1 1,2,2 7,5,1 0,4,2 7,6,1 1,6,2 DONE\nYXSHOWFORBID";
        send_slowly(&mut brain, board, "\n", pause);
        assert_eq!(brain.answer(), "FORBID 0707.");
    });
}
