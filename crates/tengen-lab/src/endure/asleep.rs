//! T6: a brain that is stopped and woken by its manager, as Gomocup's does it.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::Task;
use super::dialogue::Brain;
use super::verdict::Verdict;

const BOARD: &str = "BOARD 7,7,2 8,8,1 9,8,2 DONE";
const ASLEEP: Duration = Duration::from_secs(2);

/// Asleep in thought, between moves, and from the very beginning.
pub(super) fn asleep(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    for n in 0..task.count(15) {
        let done = match n % 3 {
            0 => in_thought(task, &mut verdict),
            1 => between_moves(task, &mut verdict),
            _ => from_the_beginning(task, &mut verdict),
        };
        if let Err(error) = done {
            verdict.fail(format!("sleep {n}: {error:#}"));
        }
        verdict.count("sleeps", 1);
    }
    Ok(verdict)
}

fn signal(brain: &Brain, name: &str) -> Result<Instant> {
    let at = Instant::now();
    let status = Command::new("kill")
        .args([format!("-{name}"), brain.id().to_string()])
        .status()?;
    ensure!(status.success(), "kill -{name} ends with {status}");
    Ok(at)
}

fn ready(task: &Task, turn_ms: u64) -> Result<Brain> {
    let mut brain = Brain::spawn(&task.brain)?;
    brain.send(&format!("START 15\nINFO timeout_turn {turn_ms}\nBEGIN"))?;
    brain.expect("OK")?;
    brain.expect_move(15)?;
    Ok(brain)
}

/// The limit passes while it sleeps: it answers within 20 ms of waking.
fn in_thought(task: &Task, verdict: &mut Verdict) -> Result<()> {
    let mut brain = ready(task, 1000)?;
    brain.send(BOARD)?;
    std::thread::sleep(Duration::from_millis(100));
    signal(&brain, "STOP")?;
    std::thread::sleep(ASLEEP);
    let woken = signal(&brain, "CONT")?;
    let (_, said) = brain.expect_move(15)?;
    verdict.delay(
        "limit passed, woken to move",
        20.0,
        said.ms_since(woken),
        String::new,
    );
    Ok(())
}

/// The next limit counts from the waking at the earliest, and is used.
fn between_moves(task: &Task, verdict: &mut Verdict) -> Result<()> {
    let mut brain = ready(task, 300)?;
    signal(&brain, "STOP")?;
    std::thread::sleep(ASLEEP);
    brain.send(BOARD)?;
    let woken = signal(&brain, "CONT")?;
    let (_, said) = brain.expect_move(15)?;
    let ms = said.ms_since(woken);
    verdict.delay(
        "asleep between moves, beyond 300 ms",
        20.0,
        ms - 300.0,
        String::new,
    );
    verdict.demand(ms > 100.0, || format!("thinks for {ms:.0} ms of 300 only"));
    Ok(())
}

/// Stopped right after it was started, with everything written while it sleeps: start-up
/// and the first move come out of one limit.
fn from_the_beginning(task: &Task, verdict: &mut Verdict) -> Result<()> {
    let mut brain = Brain::spawn(&task.brain)?;
    signal(&brain, "STOP")?;
    brain.send(&format!("START 15\nINFO timeout_turn 500\n{BOARD}"))?;
    std::thread::sleep(ASLEEP);
    let woken = signal(&brain, "CONT")?;
    brain.expect("OK")?;
    let (_, said) = brain.expect_move(15)?;
    let ms = said.ms_since(woken);
    verdict.delay(
        "asleep from the beginning, beyond 500 ms",
        20.0,
        ms - 500.0,
        String::new,
    );
    Ok(())
}
