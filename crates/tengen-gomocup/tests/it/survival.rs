//! What must not harm it: noise, floods, readers that do not read, little memory.

use super::{Brain, PATIENCE, answers_to};
use std::process::{Command, Stdio};
use std::time::Duration;
use tengen_core::rng::Rng;

/// Peak resident memory in bytes.
#[cfg(target_os = "linux")]
pub(super) fn peak_memory(brain: &Brain) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", brain.child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kib = line.unwrap().split_whitespace().nth(1).unwrap();
    kib.parse::<u64>().unwrap() * 1024
}

#[test]
fn an_endless_line_costs_one_error_and_no_memory() {
    let mut brain = Brain::new();
    brain.send("ABOUT");
    brain.answer();
    #[cfg(target_os = "linux")]
    let idle = peak_memory(&brain);
    let zeros = vec![0; 1 << 20];
    for _ in 0..20 {
        brain.send_bytes(&zeros);
    }
    brain.send("\nABOUT");
    assert!(brain.answer().starts_with("ERROR "));
    assert!(brain.answer().starts_with("name="));
    #[cfg(target_os = "linux")]
    assert!(peak_memory(&brain) < idle + (2 << 20));
}

#[test]
fn noise_leaves_it_alive() {
    let words = [
        "START 15",
        "TURN 7,7",
        "BOARD",
        "7,7,1",
        "DONE",
        "INFO rule 4",
        "BEGIN",
        "RESTART",
        "YXNBEST 2",
        "TAKEBACK 7,7",
        "PLAY 3,3",
        "STOP",
        "YXBOARD 1,1,2 DONE",
        "\u{1}\u{2}",
        "SWAP2BOARD DONE",
        "YXBALANCEONE 0",
        "TURN",
        "INFO time_left 0",
        "INFO max_memory 1",
    ];
    let mut rng = Rng::new(5);
    let mut noise: Vec<u8> = b"INFO max_node 30\nINFO timeout_turn 20\n".to_vec();
    for _ in 0..3_000 {
        let mut line = words[rng.below(words.len())].as_bytes().to_vec();
        if rng.below(5) == 0 {
            let at = rng.below(line.len());
            line[at] = rng.next_u64() as u8;
        }
        // END is the one word that may end it.
        if line.to_ascii_uppercase().starts_with(b"END") {
            continue;
        }
        noise.extend_from_slice(&line);
        noise.push(b'\n');
    }
    noise.extend_from_slice(b"ABOUT\n");
    let answers = answers_to(&noise);
    assert!(answers.len() > 1_000);
    assert!(answers.last().unwrap().starts_with("name="));
}

#[test]
fn nobody_reads_and_it_still_hears() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    use std::io::{BufRead, BufReader, Write};
    // Far more than a pipe holds.
    input.write_all("ABOUT\n".repeat(5_000).as_bytes()).unwrap();
    input
        .write_all(b"START 15\nINFO timeout_turn -1\n")
        .unwrap();
    input
        .write_all(b"INFO show_detail 3\nBOARD 7,7,2 DONE\n")
        .unwrap();
    std::thread::sleep(Duration::from_millis(100));
    input.write_all(b"YXSTOP\nABOUT\n").unwrap();
    input.flush().unwrap();
    // Its output is read only now.
    let mut reader = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut abouts = 0;
    let mut moves = 0;
    while abouts < 5_001 {
        let line = reader.next().unwrap().unwrap();
        abouts += usize::from(line.starts_with("name="));
        moves += usize::from(super::parse_move(&line).is_some());
    }
    assert_eq!(moves, 1);
    // Blocked again, END is heard all the same.
    input.write_all("ABOUT\n".repeat(5_000).as_bytes()).unwrap();
    input.write_all(b"END\n").unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_output_ends_it() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    use std::io::Write;
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(b"START 15\nINFO timeout_turn -1\nBEGIN\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
}

#[test]
fn every_size_and_any_memory_plays() {
    for size in [5, 6, 19, 22] {
        let mut brain = Brain::new();
        brain.send(&format!(
            "START {size}\nINFO max_node 200\nINFO max_memory 1\nBEGIN"
        ));
        assert_eq!(brain.answer(), "OK");
        let (x, y) = brain.move_answer();
        assert!(x.max(y) < size);
    }
    let answers = answers_to(b"START 23\nSTART 1000\nSTART 22\n");
    assert!(answers[0].starts_with("ERROR ") && answers[1].starts_with("ERROR "));
    assert_eq!(answers[2], "OK");
}

/// Searches without an end, which may fill the whole table, until so many nodes are told.
#[cfg(target_os = "linux")]
pub(super) fn search_until(brain: &mut Brain, nodes: u64) {
    brain.send("BOARD 9,9,2 10,10,1 10,9,2 DONE");
    loop {
        let line = brain.line().unwrap();
        let mut words = line.split(' ').skip_while(|&word| word != "NODES");
        let told = words.nth(1).and_then(|number| number.parse().ok());
        if told.is_some_and(|told: u64| told >= nodes) {
            break;
        }
    }
    brain.send("YXSTOP");
    brain.move_answer();
}

#[cfg(target_os = "linux")]
#[test]
fn peak_memory_stays_below_the_limit() {
    let cases: [(u64, usize, u64, &[u8]); 3] = [
        (64, 1, 40_000, &[0, 1, 4, 8, 9]),
        (80, 2, 60_000, &[4]),
        (128, 1, 100_000, &[1]),
    ];
    for (megabytes, threads, nodes, rules) in cases {
        let mut brain = Brain::new();
        let limit = megabytes * 1_000_000;
        brain.send(&format!(
            "START 20\nINFO max_memory {limit}\nINFO thread_num {threads}\n\
             INFO timeout_turn -1\nINFO timeout_match -1"
        ));
        assert_eq!(brain.answer(), "OK");
        for rule in rules {
            brain.send(&format!("INFO rule {rule}"));
            search_until(&mut brain, nodes);
        }
        let peak = peak_memory(&brain);
        let case = format!("{megabytes} MB, {threads} threads: {peak}");
        assert!(peak <= limit * 95 / 100, "{case}");
        assert!(peak >= limit / 2, "the table is not used: {case}");
    }
}

/// What was read of the nets of earlier games stays in memory as a part of the program.
#[cfg(target_os = "linux")]
#[test]
fn a_walk_through_the_rules_stays_below_the_limit() {
    const LIMIT: u64 = 64_000_000;
    for threads in [1, 2] {
        let mut brain = Brain::new();
        brain.send(&format!(
            "INFO max_memory {LIMIT}\nINFO thread_num {threads}\n\
             INFO timeout_turn -1\nINFO timeout_match -1"
        ));
        // Twice: what is freed between two games is used again, and not held beside the new.
        for rule in [4, 0, 8, 1, 9, 4, 0, 8, 1, 9] {
            for size in [15, 20] {
                brain.send(&format!("START {size}\nINFO rule {rule}"));
                assert_eq!(brain.answer(), "OK");
                search_until(&mut brain, 20_000);
            }
        }
        let peak = peak_memory(&brain);
        let percent = 100.0 * peak as f64 / LIMIT as f64;
        assert!(percent <= 95.0, "{threads} threads: {percent:.1}%");
    }
}

/// With less address space than it is allowed to use, it plays in what it gets.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_cannot_be_had_is_done_without() {
    let mut played = 0;
    for mebibytes in [16, 18, 20, 22, 24, 27, 30, 33, 40, 64, 100, 200, 400] {
        let mut command = Command::new("sh");
        let program = env!("CARGO_BIN_EXE_pbrain-tengen");
        command.args([
            "-c",
            &format!("ulimit -v {}; exec {program}", mebibytes << 10),
        ]);
        let mut brain = Brain::from_command(&mut command);
        use std::io::Write;
        // Where not even START is answered, nothing is asked for.
        let written = brain.input.as_mut().unwrap().write_all(b"START 15\n");
        if written.is_err() || brain.line().as_deref() != Some("OK") {
            continue;
        }
        brain.send("INFO max_memory 1000000000\nINFO timeout_turn 50");
        brain.send("BOARD 7,7,2 DONE");
        brain.move_answer();
        brain.send("RESTART\nINFO rule 4");
        assert_eq!(brain.answer(), "OK");
        brain.send("INFO thread_num 2\nTURN 7,7\nTURN 0,0");
        brain.move_answer();
        brain.move_answer();
        played += 1;
    }
    assert!(played >= 5, "only {played} started");
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_large_is_allocated_before_the_first_thinking_command() {
    let mut brain = Brain::new();
    brain.send("START 20\nINFO max_memory 1000000000\nINFO hash_size 500000\nABOUT");
    assert_eq!(brain.answer(), "OK");
    brain.answer();
    let status = std::fs::read_to_string(format!("/proc/{}/status", brain.child.id())).unwrap();
    let resident = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib: u64 = resident
        .unwrap()
        .split_whitespace()
        .nth(1)
        .unwrap()
        .parse()
        .unwrap();
    assert!(kib < 8 << 10, "{kib} KiB");
}

/// Asleep past its limit, it answers when it wakes; the next limit counts afresh.
#[cfg(target_os = "linux")]
#[test]
fn a_suspended_brain_plays_on() {
    let mut brain = Brain::new();
    brain.send("START 15\nINFO timeout_turn 200");
    assert_eq!(brain.answer(), "OK");
    let signal = |brain: &Brain, name: &str| {
        let command = format!("kill -{name} {}", brain.child.id());
        assert!(
            Command::new("sh")
                .args(["-c", &command])
                .status()
                .unwrap()
                .success()
        );
    };
    for between in [false, true] {
        if between {
            signal(&brain, "STOP");
        }
        brain.send("BOARD 7,7,2 8,8,1 9,8,2 DONE");
        signal(&brain, "STOP");
        std::thread::sleep(Duration::from_millis(300));
        signal(&brain, "CONT");
        let begun = std::time::Instant::now();
        brain.move_answer();
        assert!(begun.elapsed() < PATIENCE);
    }
}

/// All that a search by nodes under a rule tells, but for what depends on time.
fn telling(brain: &mut Brain, rule: u8) -> Vec<String> {
    brain.send(&format!(
        "START 15\nINFO hash_size 2048\nINFO thread_num 1\nINFO rule {rule}\nINFO max_node 4000"
    ));
    assert_eq!(brain.answer(), "OK");
    brain.send("BOARD 7,7,2 8,8,1 9,8,2 6,9,1 DONE");
    let mut told = Vec::new();
    loop {
        let line = brain.line().unwrap();
        let done = super::parse_move(&line).is_some();
        let words: Vec<&str> = line.split(' ').collect();
        let timeless = match words.iter().position(|&word| word == "SPEED") {
            Some(at) => [&words[..at], &words[at + 4..]].concat().join(" "),
            None => line,
        };
        told.push(timeless);
        if done {
            return told;
        }
    }
}

#[test]
fn changed_settings_leave_nothing_behind() {
    let mut rng = Rng::new(6);
    let mut fresh = Brain::new();
    let wanted = telling(&mut fresh, 1);
    assert!(wanted.len() > 3, "{wanted:?}");
    let mut brain = Brain::new();
    brain.send("START 15\nINFO max_node 300\nINFO max_memory 64000000\nBEGIN");
    assert_eq!(brain.answer(), "OK");
    brain.move_answer();
    #[cfg(target_os = "linux")]
    let threads = count_of(&brain, "task");
    for _ in 0..60 {
        let change = match rng.below(4) {
            0 => format!("INFO hash_size {}", rng.below(40_000)),
            1 => format!("INFO thread_num {}", rng.below(3)),
            2 => format!("INFO rule {}", [0, 1, 4, 8, 9][rng.below(5)]),
            _ => format!("INFO max_memory {}", rng.below(100_000_000)),
        };
        brain.send(&format!("{change}\nSTART {}", 5 + rng.below(18)));
        assert_eq!(brain.answer(), "OK", "{change}");
        brain.send("BEGIN\nTURN 0,0");
        brain.move_answer();
        brain.move_answer();
    }
    #[cfg(target_os = "linux")]
    assert_eq!(count_of(&brain, "task"), threads, "no thread is left over");
    // The same stones under another rule: nothing that it left in the table may be met.
    assert_ne!(telling(&mut brain, 0), wanted);
    assert_eq!(telling(&mut brain, 1), wanted);
}

#[cfg(target_os = "linux")]
fn count_of(brain: &Brain, what: &str) -> usize {
    let folder = format!("/proc/{}/{what}", brain.child.id());
    std::fs::read_dir(folder).unwrap().count()
}
