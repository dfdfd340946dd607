//! What it says, whatever the way in which the bytes come.

use super::{Brain, answers_to, parse_move};
use std::process::Command;

/// Dialogues with the number of their answers. Nothing in them ends a search that is going
/// on, as another board would: what that search finds depends on when the bytes come.
const SCRIPTS: [(&str, usize); 4] = [
    (
        "\
ABOUT
START 15
INFO max_node 300
INFO rule 4
BOARD
7,7,2
8,8,1
9,8,2
DONE
TURN 3,3
YXSHOWFORBID
YXNBEST 2
TURN 99,99
TAKEBACK 7,7
YXBALANCEONE 0
YXBALANCETWO 0
nonsense
",
        11,
    ),
    ("START 15\nINFO max_node 300\nSWAP2BOARD\nDONE\n", 2),
    (
        "START 15\nINFO max_node 300\nSWAP2BOARD\n7,7\n8,7\n9,9\nDONE\nABOUT\n",
        3,
    ),
    (
        "START 15\nINFO max_node 300\nYXBOARD 7,7,2 8,8,1 DONE\nRESTART\nBEGIN\nTURN 0,0\n",
        4,
    ),
];

#[test]
fn one_byte_at_a_time_or_all_at_once() {
    for (script, count) in SCRIPTS {
        let wanted = answers_to(script.as_bytes());
        assert_eq!(wanted.len(), count, "{wanted:#?}");
        let mut brain = Brain::new();
        for byte in script.as_bytes() {
            brain.send_bytes(&[*byte]);
        }
        assert_eq!(brain.finish().0, wanted);
    }
}

#[test]
fn six_spellings_get_the_same_answers() {
    for (script, count) in SCRIPTS {
        let wanted = without_echo(answers_to(script.as_bytes()));
        assert_eq!(wanted.len(), count);
        for spelling in [
            script.replace('\n', "\r\n"),
            script.replace('\n', "\r"),
            script.to_lowercase(),
            script.replace(' ', "\t ").replace('\n', " \n\n"),
            format!("\u{feff}{}", script.replace(',', " , ")),
            script
                .replace(
                    "BOARD\n7,7,2\n8,8,1\n9,8,2\nDONE",
                    "board 7,7,2 8,8,1 9,8,2 done",
                )
                .replace("SWAP2BOARD\nDONE", "swap2board done"),
        ] {
            let answers = without_echo(answers_to(spelling.as_bytes()));
            assert_eq!(answers, wanted, "{spelling:?}");
        }
    }
}

/// Unknown words come back as they were spelt.
fn without_echo(mut answers: Vec<String>) -> Vec<String> {
    for answer in &mut answers {
        if answer.starts_with("UNKNOWN command ") {
            answer.truncate("UNKNOWN command".len());
        }
    }
    answers
}

#[test]
fn a_megabyte_of_commands_in_one_write() {
    const ROUND: &str = "ABOUT\nTURN 99,99\nfoo\nINFO game_type 1\nRESTART\n";
    let rounds = (1 << 20) / ROUND.len() + 1;
    let script = format!(
        "START 15\nINFO max_node 20\n{}BEGIN\nABOUT\n",
        ROUND.repeat(rounds)
    );
    let answers = answers_to(script.as_bytes());
    assert_eq!(answers.len(), 1 + 4 * rounds + 2);
    for (n, answer) in answers[1..=4 * rounds].iter().enumerate() {
        let word = ["name=", "ERROR ", "UNKNOWN ", "OK"][n % 4];
        assert!(answer.starts_with(word), "{n}: {answer}");
    }
    assert!(parse_move(&answers[1 + 4 * rounds]).is_some());
}

#[test]
fn no_time_still_wins_and_blocks() {
    for time in ["timeout_turn 0", "time_left 0", "time_left -5000"] {
        for rule in [0, 1, 4, 8, 9] {
            let mut brain = Brain::new();
            brain.send(&format!("START 20\nINFO rule {rule}\nINFO {time}"));
            assert_eq!(brain.answer(), "OK");
            // Our four is open at one end; so is the opponent's.
            brain.send("BOARD 3,3,2 4,3,1 4,9,2 5,3,1 5,9,2 6,3,1 6,9,2 7,3,1 7,9,2 DONE");
            assert_eq!(brain.move_answer(), (8, 3), "{time}, rule {rule}");
            brain.send("BOARD 3,9,1 4,9,2 12,3,1 5,9,2 14,5,1 6,9,2 16,3,1 7,9,2 DONE");
            let block = brain.move_answer();
            // In caro a five held at both ends is none, so the far end blocks as well.
            let far_end = rule >= 8 && block == (9, 9);
            assert!(block == (8, 9) || far_end, "{time}, rule {rule}: {block:?}");
        }
    }
}

#[test]
fn progress_in_every_form() {
    let talk = |detail: u8| {
        let mut brain = Brain::started(30_000);
        brain.send(&format!(
            "INFO show_detail {detail}\nBOARD 7,7,2 8,8,1 9,8,2 DONE"
        ));
        let mut lines = Vec::new();
        loop {
            let line = brain.line().unwrap();
            if parse_move(&line).is_some() {
                return lines;
            }
            lines.push(line);
        }
    };
    let has = |lines: &[String], start: &str| lines.iter().any(|line| line.starts_with(start));
    let plain = talk(0);
    assert!(has(&plain, "MESSAGE DEPTH "), "{plain:?}");
    assert!(
        plain
            .iter()
            .all(|line| line.contains(" EVAL ") && line.contains(" PV "))
    );
    let realtime = talk(1);
    for what in ["POS ", "DONE ", "BEST ", "VAL ", "PV ", "REFRESH"] {
        assert!(
            has(&realtime, &format!("MESSAGE REALTIME {what}")),
            "{what}"
        );
    }
    assert!(!has(&realtime, "INFO "));
    let blocks = talk(2);
    assert!(
        blocks.iter().all(|line| line.starts_with("INFO ")),
        "{blocks:?}"
    );
    for what in [
        "PV 0",
        "NUMPV 1",
        "DEPTH ",
        "BESTLINE ",
        "WINRATE ",
        "PV DONE",
    ] {
        assert!(has(&blocks, &format!("INFO {what}")), "{what}");
    }
    let both = talk(3);
    assert!(has(&both, "INFO EVAL ") && has(&both, "MESSAGE REALTIME VAL "));
}

#[test]
fn proven_wins_and_losses_are_told_in_plies() {
    let value = |board: &str| {
        let mut brain = Brain::started(20_000);
        brain.send(&format!("BOARD {board} DONE"));
        let mut last = String::new();
        loop {
            let line = brain.line().unwrap();
            if parse_move(&line).is_some() {
                return last;
            }
            last = line;
        }
    };
    // As many moves as plies: the line goes on to the five.
    let is_whole = |message: &str| {
        let mate = message.split(" EVAL ").nth(1)?.split(' ').next()?;
        let plies: usize = mate.trim_start_matches(['+', '-', 'M']).parse().ok()?;
        Some(message.split(" PV ").nth(1)?.split(' ').count() == plies)
    };
    let win = value("3,3,2 4,3,1 4,9,2 5,3,1 5,9,2 6,3,1 6,9,2 7,3,1 7,9,2");
    assert!(win.contains(" EVAL +M1 "), "{win}");
    let open_three = value("0,0,2 6,7,1 14,0,2 7,7,1 0,14,2 8,7,1");
    assert!(open_three.contains(" EVAL +M3 "), "{open_three}");
    let lost = value("6,7,2 0,0,1 7,7,2 14,0,1 8,7,2 0,14,1 9,7,2");
    assert!(lost.contains(" EVAL -M"), "{lost}");
    for message in [win, open_three, lost] {
        assert_eq!(is_whole(&message), Some(true), "{message}");
    }
}

#[test]
fn surroundings_do_not_matter() {
    let (script, _) = SCRIPTS[0];
    let wanted = answers_to(script.as_bytes());
    let mut bare = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    bare.env_clear()
        .env("LC_ALL", "de_DE.UTF-8")
        .env("TZ", "Pacific/Chatham")
        .current_dir("/");
    let mut brain = Brain::from_command(&mut bare);
    brain.send_bytes(script.as_bytes());
    assert_eq!(brain.finish().0, wanted);
}

#[test]
fn the_command_line_is_checked() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.stderr.is_empty());
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), text)
    };
    let (code, help) = run(&["--help"]);
    assert!(code == Some(0) && help.contains("--param") && help.contains("history = "));
    let (code, version) = run(&["--version"]);
    assert!(code == Some(0) && version.starts_with("pbrain-tengen "));
    for wrong in ["nonsense=1", "history=2000", "history=x", "history"] {
        let (code, text) = run(&["--param", wrong]);
        assert!(
            code == Some(2) && text.starts_with("ERROR "),
            "{wrong}: {text}"
        );
    }
    let mut tuned = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    let mut brain = Brain::from_command(tuned.args(["--param", "history=0", "--param=futility=0"]));
    brain.send("START 15");
    assert_eq!(brain.answer(), "OK");
}
