//! M: memory stays below the limit, is given back, and may be refused.

use std::path::PathBuf;

use anyhow::{Context, Result};
use tengen_core::{Rule, Size};
use tengen_gomocup::client::Usage;
use tengen_nnue::shipped_home;

use super::Task;
use super::dialogue::Brain;
use super::play::telling;
use super::time::{judge_ending, play};
use super::verdict::Verdict;
use crate::match_play::record::{GameRecord, Side, Used};

const MEGABYTE: u64 = 1_000_000;

/// M1: a game for each limit, rule and number of threads; the peak stays below 95%.
pub(super) fn limits(task: &Task) -> Result<Verdict> {
    let mut cases = Vec::new();
    for megabytes in [64, 80, 128, 350, 1000] {
        for rule in Rule::ALL {
            // A net takes memory, too, and most ship for 15x15.
            let with_net = shipped_home(rule, Size::STANDARD).map(|_| 15);
            for size in with_net.into_iter().chain([20]) {
                cases.extend([1, 2].map(|threads| (megabytes, rule, size, threads)));
            }
        }
    }
    let all = cases.len();
    task.rng().shuffle(&mut cases);
    let mut verdict = Verdict::default();
    for (megabytes, rule, size, threads) in cases.into_iter().take(task.count(all)) {
        let limit = megabytes * MEGABYTE;
        // In bytes, which the option for memory does not take.
        let info = format!("max_memory={limit}");
        let words = format!(
            "--size {size} --time 0 --nodes 20000 --games 1 --memory 0 --rule {rule} \
             --threads {threads} --info-first {info} --info-second {info}"
        );
        let mut peaks = Vec::new();
        for game in play(task, &words)? {
            judge_ending(&mut verdict, &game);
            peaks.extend(game.used.map(|used| used.peak_kib));
        }
        // Games are over before a large table is full.
        peaks.push(peak_of_long_search(task, limit, rule, (size, threads))?);
        verdict.count("long searches", 1);
        for kib in peaks {
            let Some(peak) = kib.map(|kib| kib << 10) else {
                verdict.fail("the system does not tell the peak of memory");
                continue;
            };
            let percent = 100.0 * peak as f64 / limit as f64;
            verdict.highest("peak in % of the limit", percent);
            verdict.demand(peak <= limit / 100 * 95, || {
                format!("{megabytes} MB, {rule} {size}, {threads} threads: peak {peak} bytes")
            });
        }
    }
    Ok(verdict)
}

/// The most resident memory, in KiB, after ten seconds of thought about a second move.
fn peak_of_long_search(
    task: &Task,
    limit: u64,
    rule: Rule,
    (size, threads): (u8, u64),
) -> Result<Option<u64>> {
    let mut brain = Brain::spawn(&task.brain)?;
    brain.send(&format!(
        "START {size}\nINFO max_memory {limit}\nINFO thread_num {threads}\nINFO rule {}\n\
         INFO timeout_turn 10000\nINFO timeout_match 0\nBOARD 7,7,2 DONE",
        rule.gomocup_code()
    ))?;
    brain.expect("OK")?;
    brain.expect_move(size)?;
    Ok(Usage::of_process(brain.id()).peak_kib)
}

/// M2: `match` tells peak and unique memory of every game, and the peak is what `time -v`
/// says as well.
pub(super) fn two_witnesses(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    for rule in Rule::ALL {
        let words = format!("--time 0 --nodes 1000 --games 2 --rule {rule}");
        for game in play(task, &words)? {
            judge_ending(&mut verdict, &game);
            let is_told = |used: &Used| used.peak_kib.is_some() && used.unique_kib.is_some();
            verdict.demand(game.used.iter().all(is_told), || {
                format!("{rule}: {:?}", game.used)
            });
        }
        let (ours, theirs) = peak_by_both(task, rule)?;
        let apart = 1024.0 * ours.abs_diff(theirs) as f64 / MEGABYTE as f64;
        verdict.count("processes", 1);
        verdict.highest("peak in MiB", ours as f64 / 1024.0);
        verdict.highest("apart in MB", apart);
        verdict.demand(apart <= 1.0, || {
            format!("{rule}: {ours} KiB by VmHWM, {theirs} KiB by time -v")
        });
    }
    Ok(verdict)
}

/// The peak in KiB of the same process, as we and as `time -v` read it.
fn peak_by_both(task: &Task, rule: Rule) -> Result<(u64, u64)> {
    let report = tempfile(rule);
    let mut brain = Brain::spawn_timed(&task.brain, &report)?;
    brain.send(&format!(
        "START 15\nINFO rule {}\nINFO max_node 100000\nBOARD 7,7,2 8,8,1 9,8,2 DONE",
        rule.gomocup_code()
    ))?;
    brain.expect("OK")?;
    brain.expect_move(15)?;
    let ours = Usage::of_process(only_child(brain.id())?).peak_kib;
    brain.send("END")?;
    brain.wait()?;
    let text = std::fs::read_to_string(&report).context("time -v wrote nothing")?;
    let _ = std::fs::remove_file(&report);
    let mut words = text.split("Maximum resident set size (kbytes):");
    let theirs = words.nth(1).and_then(|rest| rest.split_whitespace().next());
    let theirs = theirs.context("time -v does not tell the peak")?.parse()?;
    Ok((ours.context("the system does not tell the peak")?, theirs))
}

/// Where `time -v` writes to: no other run has this name.
fn tempfile(rule: Rule) -> PathBuf {
    let name = format!("tengen-lab-{}-{rule}.time", std::process::id());
    std::env::temp_dir().join(name)
}

fn only_child(pid: u32) -> Result<u32> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"))
        .context("the system does not tell the children of a process")?;
    let id = children.trim().parse();
    id.with_context(|| format!("one child was expected, not {children:?}"))
}

/// M3: from the address space that START needs to 400 MB, in 20 steps.
pub(super) fn little_address_space(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let base = address_space_of_start(task)?;
    let most = (400 * MEGABYTE).max(base);
    let mut smaller = 0;
    let steps = task.count(20).max(2) as u64;
    for step in 0..steps {
        let bytes = base + (most - base) * step / (steps - 1);
        match play_within(task, bytes) {
            Ok(told) => {
                smaller += usize::from(told);
                // What START needs leaves no room for the table of a tournament.
                verdict.demand(told || step > 0, || {
                    format!("{bytes} bytes: nothing is said about less memory")
                });
            }
            Err(error) => verdict.fail(format!("{bytes} bytes: {error:#}")),
        }
        verdict.count("limits", 1);
    }
    verdict.note(format!(
        "from {} MB; a smaller table was told {smaller} times",
        base / MEGABYTE
    ));
    Ok(verdict)
}

/// What a process has mapped when it has answered START.
fn address_space_of_start(task: &Task) -> Result<u64> {
    let mut brain = Brain::spawn(&task.brain)?;
    brain.send("START 15")?;
    brain.expect("OK")?;
    let status = std::fs::read_to_string(format!("/proc/{}/status", brain.id()))
        .context("the system does not tell what a process has mapped")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmPeak:"));
    let kib: u64 = line
        .and_then(|rest| rest.split_whitespace().next())
        .context("no VmPeak")?
        .parse()?;
    Ok(kib << 10)
}

/// Three moves and a good end with so much address space; whether less memory was told.
fn play_within(task: &Task, bytes: u64) -> Result<bool> {
    let mut brain = Brain::spawn_limited(&task.brain, bytes)?;
    brain.send("START 15\nINFO max_memory 350000000\nINFO max_node 20000")?;
    brain.expect("OK")?;
    brain.send("BOARD\n7,7,2\n8,8,1\n9,8,2\nDONE")?;
    for turn in ["TURN 0,0", "TURN 14,14"] {
        brain.expect_move(15)?;
        brain.send(turn)?;
    }
    brain.expect_move(15)?;
    let told = brain
        .talk
        .iter()
        .any(|line| line.to_lowercase().contains("memory"));
    brain.send("END")?;
    let (_, _, status) = brain.wait()?;
    anyhow::ensure!(status.success(), "ends with {status}");
    Ok(told)
}

/// M5: many games in one process; what it holds after the last is what it held after the
/// tenth.
pub(super) fn many_games(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let games = task.count(1000);
    // A small table, in KiB, so that every game fills it.
    let small = "hash_size=1024";
    let words =
        format!("--time 0 --nodes 1000 --games {games} --info-first {small} --info-second {small}");
    let played = play(task, &words)?;
    for game in &played {
        judge_ending(&mut verdict, game);
    }
    compare_use(&mut verdict, &played);
    Ok(verdict)
}

/// Resident memory within 1 MiB of what it was after the tenth game, no more threads, no
/// more files.
fn compare_use(verdict: &mut Verdict, games: &[GameRecord]) {
    let (Some(early), Some(last)) = (games.get(9).or(games.first()), games.last()) else {
        return;
    };
    for side in Side::BOTH {
        let use_of = |game: &GameRecord| -> Option<(u64, u64, u64)> {
            let Used {
                resident_kib,
                threads,
                files,
                ..
            } = game.used[side.index()];
            Some((resident_kib?, threads?, files?))
        };
        let (Some(before), Some(after)) = (use_of(early), use_of(last)) else {
            verdict.fail("the system does not tell what a process uses");
            continue;
        };
        verdict.demand(after.0 <= before.0 + 1024, || {
            format!("{side:?}: {} KiB became {} KiB", before.0, after.0)
        });
        verdict.demand((after.1, after.2) == (before.1, before.2), || {
            format!("{side:?}: threads and files {before:?} became {after:?}")
        });
        verdict.note(format!("{} to {} KiB", before.0, after.0));
    }
}

/// M6: table, threads, rule, size and limit change in any order, some of them in a search.
/// The peak stays below the highest limit named, and afterwards all is as in a new process.
pub(super) fn changes(task: &Task) -> Result<Verdict> {
    const LARGEST: usize = 128_000_000;
    const BOARD: &str = "BOARD 7,7,2 8,8,1 9,8,2 6,9,1 DONE";
    let mut verdict = Verdict::default();
    let mut rng = task.rng();
    let wanted = telling(&mut Brain::spawn(&task.brain)?, Rule::Standard, BOARD)?;
    let mut brain = Brain::spawn(&task.brain)?;
    brain.send(&format!("START 15\nINFO max_memory {LARGEST}\nBEGIN\nSTOP"))?;
    brain.expect("OK")?;
    brain.expect_move(15)?;
    let before = Usage::of_process_in_full(brain.id());
    for n in 0..task.count(1000) {
        let change = match rng.below(4) {
            0 => format!("hash_size {}", rng.below(120_000)),
            1 => format!("thread_num {}", rng.below(3)),
            2 => format!("rule {}", [0, 1, 4, 8, 9][rng.below(5)]),
            // Never 0, which lifts the limit.
            _ => format!("max_memory {}", 1 + rng.below(LARGEST)),
        };
        let size = 5 + rng.below(18) as u8;
        brain.send(&format!(
            "START {size}\nINFO max_node 0\nINFO timeout_turn -1"
        ))?;
        brain.expect("OK")?;
        // Before the search, or in it.
        let (first, then) = if rng.below(2) == 0 {
            ("BEGIN", format!("INFO {change}\nSTOP"))
        } else {
            ("INFO game_type 1", format!("INFO {change}\nBEGIN\nSTOP"))
        };
        brain.send(&format!("{first}\n{then}"))?;
        brain.expect_move(size)?;
        brain.send("INFO timeout_turn 0\nTURN 0,0")?;
        if brain.expect_move(size).is_err() {
            verdict.fail(format!("change {n}: {change}"));
        }
        verdict.count("changes", 1);
    }
    // The same stones under another rule: nothing that it left in the table may be met.
    telling(&mut brain, Rule::Freestyle, BOARD)?;
    let again = telling(&mut brain, Rule::Standard, BOARD)?;
    verdict.demand(again == wanted, || format!("{again:#?}, not {wanted:#?}"));
    let after = Usage::of_process_in_full(brain.id());
    verdict.demand(
        (after.threads, after.files) == (before.threads, before.files),
        || format!("threads and files: {before:?} became {after:?}"),
    );
    let peak = after
        .peak_kib
        .context("the system does not tell the peak")?
        << 10;
    verdict.highest("peak in MB", peak as f64 / MEGABYTE as f64);
    verdict.demand(peak <= LARGEST as u64 / 100 * 95, || {
        format!("peak {peak} bytes")
    });
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_play::record::Ending;

    fn game(resident_kib: u64, threads: u64, files: u64) -> GameRecord {
        let used = Used {
            resident_kib: Some(resident_kib),
            threads: Some(threads),
            files: Some(files),
            ..Used::default()
        };
        GameRecord {
            game: 0,
            black: Side::First,
            winner: None,
            ending: Ending::Five,
            detail: String::new(),
            opening: 0,
            moves: String::new(),
            times_ms: vec![1.0],
            used: [used; 2],
        }
    }

    #[test]
    fn growth_threads_and_files_are_noticed() {
        let failures = |last: GameRecord| {
            let mut games = vec![game(5000, 3, 4); 12];
            games.push(last);
            let mut verdict = Verdict::default();
            verdict.count("games", games.len());
            compare_use(&mut verdict, &games);
            verdict.failures()
        };
        assert_eq!(failures(game(6024, 3, 4)), 0);
        assert_eq!(failures(game(4000, 3, 4)), 0);
        assert_eq!(failures(game(6025, 3, 4)), 2);
        assert_eq!(failures(game(5000, 4, 4)), 2);
        assert_eq!(failures(game(5000, 3, 5)), 2);
    }
}
