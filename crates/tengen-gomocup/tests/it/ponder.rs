//! Thinking on the opponent's time, seen from outside by the processor time it takes.

use super::Brain;
use std::time::Duration;

/// Processor time used so far, in the kernel's ticks.
fn ticks(brain: &Brain) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", brain.child.id())).unwrap();
    // The name in brackets may hold anything; user and system time are the 14th and 15th
    // field of the whole.
    let (_, after_name) = stat.rsplit_once(") ").unwrap();
    let fields: Vec<&str> = after_name.split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

/// Waits, as long as it takes, until the process has worked for 30 ms more.
fn wait_until_busy(brain: &Brain) {
    let begun = ticks(brain);
    for _ in 0..20_000 {
        if ticks(brain) >= begun + 3 {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("nothing is searched");
}

/// Waits until the process does nothing: a search never rests for so long.
fn wait_until_idle(brain: &Brain) {
    for _ in 0..200 {
        let before = ticks(brain);
        std::thread::sleep(Duration::from_millis(400));
        if ticks(brain) == before {
            return;
        }
    }
    panic!("something is still searched");
}

fn pondering() -> Brain {
    let mut brain = Brain::started(500);
    brain.send("INFO pondering 1\nTURN 7,7");
    brain.move_answer();
    wait_until_busy(&brain);
    brain
}

#[test]
fn it_lasts_until_a_stop_and_costs_no_line() {
    let mut brain = pondering();
    brain.send("INFO time_left 50000");
    wait_until_busy(&brain);
    brain.send("YXSTOP");
    wait_until_idle(&brain);
    brain.send("ABOUT");
    assert!(brain.line().unwrap().starts_with("name="), "silence before");
    wait_until_idle(&brain);
    // After the next move it begins again, until it is no longer wanted.
    brain.send("TURN 0,0");
    brain.move_answer();
    wait_until_busy(&brain);
    brain.send("INFO pondering 0");
    wait_until_idle(&brain);
}

#[test]
fn any_command_is_obeyed_at_once() {
    let mut brain = pondering();
    for (command, wanted) in [
        ("ABOUT", "name="),
        ("YXSHOWFORBID", "FORBID ."),
        ("nonsense", "UNKNOWN "),
        ("INFO hash_size 2048\nYXHASHCLEAR\nABOUT", "name="),
        ("TURN 99,99", "ERROR "),
        ("RESTART", "OK"),
        ("START 20", "OK"),
    ] {
        brain.send(command);
        let answer = brain.answer();
        assert!(answer.starts_with(wanted), "{command}: {answer}");
    }
    for point in ["3,3", "4,9", "12,1"] {
        brain.send(&format!("TURN {point}\nABOUT"));
        brain.move_answer();
        assert!(brain.answer().starts_with("name="));
    }
    wait_until_busy(&brain);
    brain.send("END");
    assert!(brain.finish().1.success());
}

#[test]
fn the_end_of_the_input_ends_it() {
    let (answers, status) = pondering().finish();
    assert!(answers.is_empty() && status.success());
}

#[test]
fn it_is_off_unless_asked_for() {
    let mut brain = Brain::started(500);
    brain.send("TURN 7,7");
    brain.move_answer();
    wait_until_idle(&brain);
}
