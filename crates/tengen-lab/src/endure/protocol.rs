//! P: whatever is said, and whenever, it lives, answers in order and ends when told.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tengen_core::rng::Rng;
use tengen_gomocup::client::Usage;

use super::Task;
use super::dialogue::{Brain, milliseconds};
use super::verdict::Verdict;

/// Lines to begin noise with: every kind of command, right and wrong.
const WORDS: [&str; 34] = [
    "START 15",
    "START 20 20",
    "START 999999999999",
    "RECTSTART 15,15",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "TURN -1,99",
    "BOARD",
    "7,7,1",
    "8,8,2",
    "9,9,3",
    "DONE",
    "BOARD 7,7,1 8,8,2 DONE",
    "YXBOARD 1,1,2 DONE",
    "TAKEBACK 7,7",
    "PLAY 3,3",
    "STOP",
    "YXSTOP",
    "YXNBEST 2",
    "YXSHOWFORBID",
    "YXSHOWINFO",
    "YXBALANCEONE 0",
    "YXBLOCK\n1,1\nDONE",
    "YXBLOCKRESET",
    "YXHASHCLEAR",
    "YXSEARCHDEFEND",
    "SWAP2BOARD 7,7 8,7 9,9 DONE",
    "INFO rule 4",
    "INFO timeout_turn 5",
    "INFO time_left 0",
    "INFO max_memory 1",
    "INFO thread_num 2",
    "INFO hash_size 99999999999",
];

/// What keeps searches short, said again and again.
const HURRY: &str = "INFO timeout_turn 5\nINFO timeout_match 0\nINFO max_node 30";

/// P4: noise by the megabyte, checked every thousand lines.
pub(super) fn noise(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let mut rng = task.rng();
    let mut left = task.count(10_000_000);
    let mut brain = Brain::spawn(&task.brain)?;
    while left > 0 {
        let bytes = some_noise(&mut rng, left.min(100_000));
        left = left.saturating_sub(bytes.len());
        verdict.count("bytes", bytes.len());
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        verdict.count("lines", lines);
        let alive = brain
            .send_bytes(&bytes)
            .and_then(|_| still_answers(&mut brain));
        if let Err(error) = alive {
            verdict.fail(format!("{left} bytes before the end: {error:#}"));
            brain = Brain::spawn(&task.brain)?;
        }
    }
    brain.send("END")?;
    match brain.wait() {
        Ok((_, _, status)) => verdict.demand(status.success(), || format!("ends with {status}")),
        Err(error) => verdict.fail(format!("{error:#}")),
    }
    Ok(verdict)
}

/// Whole lines, a part of them mutated; never one that ends the process.
fn some_noise(rng: &mut Rng, least: usize) -> Vec<u8> {
    let mut noise = Vec::new();
    while noise.len() < least {
        let mut line = WORDS[rng.below(WORDS.len())].as_bytes().to_vec();
        match rng.below(6) {
            0 => {
                let at = rng.below(line.len());
                line[at] = rng.next_u64() as u8;
            }
            1 => line = (0..rng.below(80)).map(|_| rng.next_u64() as u8).collect(),
            2 => line.truncate(rng.below(line.len())),
            _ => {}
        }
        // Bytes may be line ends: each piece between them is a command.
        let ends = |piece: &[u8]| {
            let word = piece.trim_ascii_start();
            word.len() >= 3 && word[..3].eq_ignore_ascii_case(b"END")
        };
        let is_end = |&byte: &u8| byte == b'\n' || byte == b'\r';
        if line.split(is_end).any(ends) {
            continue;
        }
        noise.extend(line);
        noise.push(b'\n');
        if rng.below(20) == 0 {
            noise.extend(HURRY.bytes());
            noise.push(b'\n');
        }
    }
    noise
}

/// Whether ABOUT is answered. A command that wants a path may swallow the first one.
fn still_answers(brain: &mut Brain) -> Result<()> {
    brain.send(&format!("DONE\n{HURRY}\nSTOP\nABOUT\nABOUT"))?;
    // What the noise asked for comes first.
    loop {
        let said = brain.answer()?;
        if said.text.starts_with("name=") {
            return Ok(());
        }
    }
}

/// P5: zeros without a line end cost one ERROR and no memory.
pub(super) fn endless_line(task: &Task) -> Result<Verdict> {
    const PIECE: usize = 1_000_000;
    let mut verdict = Verdict::default();
    let mut brain = Brain::spawn(&task.brain)?;
    brain.send("ABOUT")?;
    brain.expect("name=")?;
    let peak = |brain: &Brain| Usage::of_process(brain.id()).peak_kib;
    let idle = peak(&brain).context("the system does not tell the peak of memory")?;
    let zeros = vec![0; PIECE];
    for _ in 0..task.count(100) {
        brain.send_bytes(&zeros)?;
        verdict.count("bytes", PIECE);
    }
    brain.send("\nABOUT")?;
    brain.expect("ERROR ")?;
    brain.expect("name=").context("one ERROR only")?;
    let grown = peak(&brain).unwrap_or(u64::MAX).saturating_sub(idle);
    verdict.highest("growth in KiB", grown as f64);
    verdict.demand(grown <= 2048, || format!("grows by {grown} KiB"));
    Ok(verdict)
}

/// P8: each command that makes it think gets one move, and nothing else is said.
pub(super) fn line_for_line(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let mut rng = task.rng();
    let mut brain = Brain::spawn(&task.brain)?;
    for n in 0..task.count(10_000) {
        if let Err(error) = random_dialogue(&mut brain, &mut rng, &mut verdict) {
            verdict.fail(format!("dialogue {n}: {error:#}"));
            brain = Brain::spawn(&task.brain)?;
        }
        verdict.count("dialogues", 1);
    }
    brain.send("END")?;
    // Fails if anything was written on stderr.
    let (rest, _, status) = brain.wait()?;
    verdict.demand(rest.is_empty() && status.success(), || {
        format!("ends with {status} and {} more lines", rest.len())
    });
    Ok(verdict)
}

fn random_dialogue(brain: &mut Brain, rng: &mut Rng, verdict: &mut Verdict) -> Result<()> {
    let size = 5 + rng.below(18) as u8;
    let rule = [0, 1, 2, 4, 8, 9][rng.below(6)];
    brain.send(&format!("START {size}\nINFO rule {rule}\nINFO max_node 60"))?;
    brain.expect("OK")?;
    let mut taken = Vec::new();
    if rng.below(4) == 0 {
        brain.send("BEGIN")?;
        taken.push(brain.expect_move(size)?.0);
        verdict.count("moves", 1);
    }
    for _ in 0..1 + rng.below(8) {
        let point = (rng.below(size.into()) as u8, rng.below(size.into()) as u8);
        if taken.contains(&point) {
            continue;
        }
        taken.push(point);
        // A word that makes it think, one that does not, and silence in between.
        let talk = ["ABOUT", "YXSHOWFORBID", "nonsense"][rng.below(3)];
        let think = thinking_command(&taken, rng);
        brain.send(&format!("{think}\nINFO game_type 1\n{talk}"))?;
        let (found, _) = brain.expect_move(size)?;
        verdict.count("moves", 1);
        verdict.demand(!taken.contains(&found), || {
            format!("plays on a stone, {found:?}")
        });
        taken.push(found);
        let word = match talk {
            "ABOUT" => "name=",
            "YXSHOWFORBID" => "FORBID ",
            _ => "UNKNOWN ",
        };
        brain.expect(word).context("one move only")?;
    }
    Ok(())
}

/// One of the ways to tell of the last stone, which is the opponent's, and ask for an answer.
fn thinking_command(taken: &[(u8, u8)], rng: &mut Rng) -> String {
    let (x, y) = taken.last().copied().unwrap_or_default();
    // The stones change sides, back from the last.
    let whose = |(back, &(x, y)): (usize, &(u8, u8))| format!("{x},{y},{}\n", 2 - back % 2);
    let mut stones: Vec<String> = taken.iter().rev().enumerate().map(whose).collect();
    stones.reverse();
    match rng.below(4) {
        0 => format!("BOARD\n{}DONE", stones.concat()),
        1 => format!("YXBOARD\n{}DONE\nYXNBEST 2", stones.concat()),
        _ => format!("TURN {x},{y}"),
    }
}

/// A search that nothing but a command ends.
const ENDLESS: &str = "INFO timeout_turn -1\nINFO timeout_match -1\nINFO time_left 1";
const BOARD: &str = "BOARD 7,7,2 8,8,1 9,8,2 DONE";

fn is_free(point: (u8, u8)) -> bool {
    ![(7, 7), (8, 8), (9, 8)].contains(&point)
}

fn thinking_brain(task: &Task) -> Result<Brain> {
    let mut brain = Brain::spawn(&task.brain)?;
    brain.send(&format!("START 15\n{ENDLESS}"))?;
    brain.expect("OK")?;
    // The first search also builds tables, which is not what is measured here.
    brain.send(&format!("{BOARD}\nSTOP"))?;
    brain.expect_move(15)?;
    Ok(brain)
}

/// Up to 50 ms, to the microsecond; now and then nothing at all.
fn random_pause(rng: &mut Rng) {
    if rng.below(10) > 0 {
        std::thread::sleep(Duration::from_micros(rng.below(50_000) as u64));
    }
}

/// P9: STOP brings a move within 20 ms, END the end within 200 ms, a closed input the
/// move and then the end.
pub(super) fn stop_at_any_moment(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let mut rng = task.rng();
    let mut brain = thinking_brain(task)?;
    for n in 0..task.count(1000) {
        let done = match n % 4 {
            0 => stop_once(&mut brain, &mut rng, &mut verdict),
            1 => stop_first_search(task, &mut rng, &mut verdict),
            2 => end_once(task, &mut rng, &mut verdict),
            _ => close_once(task, &mut rng, &mut verdict),
        };
        if let Err(error) = done {
            verdict.fail(format!("moment {n}: {error:#}"));
            brain = thinking_brain(task)?;
        }
        verdict.count("moments", 1);
    }
    Ok(verdict)
}

/// STOP in the first search of a process, which also builds tables.
fn stop_first_search(task: &Task, rng: &mut Rng, verdict: &mut Verdict) -> Result<()> {
    let mut brain = Brain::spawn(&task.brain)?;
    brain.send(&format!("START 15\n{ENDLESS}"))?;
    brain.expect("OK")?;
    stop_once(&mut brain, rng, verdict)
}

fn stop_once(brain: &mut Brain, rng: &mut Rng, verdict: &mut Verdict) -> Result<()> {
    brain.send(BOARD)?;
    random_pause(rng);
    let asked = brain.send("STOP")?;
    let (point, said) = brain.expect_move(15)?;
    verdict.delay("STOP to move", 20.0, said.ms_since(asked), String::new);
    verdict.demand(is_free(point), || format!("plays on a stone, {point:?}"));
    brain.send("ABOUT")?;
    brain.expect("name=").context("one move only")?;
    Ok(())
}

fn end_once(task: &Task, rng: &mut Rng, verdict: &mut Verdict) -> Result<()> {
    let mut brain = thinking_brain(task)?;
    brain.send(BOARD)?;
    random_pause(rng);
    let asked = brain.send("END")?;
    let (_, ended, status) = brain.wait()?;
    let ms = milliseconds(ended.saturating_duration_since(asked));
    verdict.delay("END to end", 200.0, ms, String::new);
    verdict.demand(status.success(), || format!("END: {status}"));
    Ok(())
}

fn close_once(task: &Task, rng: &mut Rng, verdict: &mut Verdict) -> Result<()> {
    let mut brain = thinking_brain(task)?;
    // Half of the searches have a limit, within which they may finish.
    let limit_ms = if rng.below(2) == 0 { 0.0 } else { 100.0 };
    if limit_ms > 0.0 {
        brain.send("INFO timeout_turn 100\nINFO timeout_match 0")?;
    }
    let asked = brain.send(BOARD)?;
    random_pause(rng);
    let closed = Instant::now();
    brain.close_input();
    let (answers, ended, status) = brain.wait()?;
    let due = if limit_ms > 0.0 { asked } else { closed };
    let ms = milliseconds(ended.saturating_duration_since(due)) - limit_ms;
    verdict.delay("closed input to end", 200.0, ms, String::new);
    verdict.demand(status.success(), || format!("closed input: {status}"));
    verdict.demand(answers.len() == 1, || {
        format!("closed input: {} answers", answers.len())
    });
    Ok(())
}

/// P10: the running search's move comes first, then the answers in order.
pub(super) fn commands_during_search(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let mut rng = task.rng();
    let mut brain = thinking_brain(task)?;
    for n in 0..task.count(500) {
        let done = match n % 3 {
            0 => undo_once(&mut brain, &mut rng, &mut verdict),
            1 => wait_in_order(&mut brain, &mut rng),
            _ => move_now(&mut brain, &mut rng, &mut verdict),
        };
        if let Err(error) = done {
            verdict.fail(format!("moment {n}: {error:#}"));
            brain = thinking_brain(task)?;
        }
        verdict.count("moments", 1);
    }
    Ok(verdict)
}

/// What Yixin-Board sends when a move is taken back during thought.
fn undo_once(brain: &mut Brain, rng: &mut Rng, verdict: &mut Verdict) -> Result<()> {
    brain.send(BOARD)?;
    random_pause(rng);
    let asked = brain.send("start 15 15\nyxboard\n7,7,2\n8,8,1\ndone\nyxshowforbid\nyxstop")?;
    let (point, said) = brain.expect_move(15)?;
    verdict.delay("undo to move", 20.0, said.ms_since(asked), String::new);
    verdict.demand(is_free(point), || format!("plays on a stone, {point:?}"));
    brain.expect("OK")?;
    brain.expect("FORBID .")?;
    Ok(())
}

fn wait_in_order(brain: &mut Brain, rng: &mut Rng) -> Result<()> {
    brain.send(BOARD)?;
    random_pause(rng);
    brain.send("ABOUT\nTURN 99,99\nfoo\nYXSHOWFORBID\nSTOP")?;
    let (point, _) = brain.expect_move(15)?;
    if !is_free(point) {
        bail!("plays on a stone, {point:?}");
    }
    for word in ["name=", "ERROR ", "UNKNOWN ", "FORBID ."] {
        brain.expect(word)?;
    }
    Ok(())
}

/// Piskvork's way to say that it wants the move now.
fn move_now(brain: &mut Brain, rng: &mut Rng, verdict: &mut Verdict) -> Result<()> {
    brain.send(BOARD)?;
    random_pause(rng);
    let asked = brain.send("INFO timeout_turn 0")?;
    let (point, said) = brain.expect_move(15)?;
    verdict.delay(
        "no more time to move",
        20.0,
        said.ms_since(asked),
        String::new,
    );
    verdict.demand(is_free(point), || format!("plays on a stone, {point:?}"));
    brain.send(ENDLESS)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_as_long_as_asked_and_never_says_end() {
        let mut rng = Rng::new(1);
        let noise = some_noise(&mut rng, 300_000);
        assert!(noise.len() >= 300_000 && noise.ends_with(b"\n"));
        let is_end = |&byte: &u8| byte == b'\n' || byte == b'\r';
        for line in noise.split(is_end) {
            let word = line.trim_ascii_start().to_ascii_uppercase();
            assert!(!word.starts_with(b"END"), "{line:?}");
        }
        for word in ["BOARD\n", "YXNBEST 2\n", "INFO timeout_turn 5\n"] {
            let bytes = word.as_bytes();
            assert!(noise.windows(bytes.len()).any(|window| window == bytes));
        }
        assert_eq!(noise, some_noise(&mut Rng::new(1), 300_000));
    }
}
