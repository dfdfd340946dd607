//! T: answers in time, on an idle machine, on a busy one, and at once where due.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use tengen_core::rng::Rng;
use tengen_core::{Rule, Size};

use super::Task;
use super::dialogue::Brain;
use super::positions::{board_command, one_free_point, one_move_wins, scattered, told};
use super::verdict::Verdict;
use crate::match_play::record::{Ending, GameRecord, Side};
use crate::match_play::{MatchOptions, play_games};

/// What tournaments allow, in MiB.
const MEMORY_MIB: u64 = 350;

/// T1: 10 ms a move, one game at a time.
pub(super) fn fast_moves(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let games = task.count(1000);
    let played = play(task, &format!("--time 0.01 --games {games}"))?;
    judge_times(&mut verdict, &played, 10.0, 10.0);
    Ok(verdict)
}

/// T2: 50 ms a move, two games at a time, in all rules.
pub(super) fn two_tables(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    play_two_tables(task, 1000, 25.0, &mut verdict)?;
    Ok(verdict)
}

/// T3: the same while four threads do nothing but run.
pub(super) fn overloaded(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let played = play_two_tables(task, 200, 100.0, &mut verdict);
        over.store(true, Ordering::Relaxed);
        played
    })?;
    Ok(verdict)
}

fn play_two_tables(
    task: &Task,
    games: usize,
    allowed_ms: f64,
    verdict: &mut Verdict,
) -> Result<()> {
    let games = task.count(games).div_ceil(Rule::ALL.len());
    for rule in Rule::ALL {
        let words = format!("--time 0.05 --concurrency 2 --rule {rule} --games {games}");
        judge_times(verdict, &play(task, &words)?, 50.0, allowed_ms);
    }
    Ok(())
}

/// T7: ten seconds for a game on 20x20 that is played on to the last point.
pub(super) fn match_clock(task: &Task) -> Result<Verdict> {
    const GAME_MS: f64 = 10_000.0;
    let mut verdict = Verdict::default();
    let games = task.count(50);
    let words = format!("--size 20 --time 0 --game-time 10 --play-on --games {games}");
    let played = play(task, &words)?;
    for game in &played {
        judge_ending(&mut verdict, game);
        let filled = game.opening + game.times_ms.len();
        verdict.demand(filled == 400, || {
            format!("game {}: ends after {filled} stones", game.game)
        });
        for side in Side::BOTH {
            let moves = game.times_ms.iter().enumerate();
            let own = moves.filter(|&(index, _)| game.mover(index) == side);
            let spent = own.map(|(_, ms)| ms).sum();
            verdict.delay("used of 10 s", GAME_MS, spent, || {
                format!("game {}, {side:?}", game.game)
            });
        }
    }
    Ok(verdict)
}

/// The brain against itself, with more words for `match`.
pub(super) fn play(task: &Task, words: &str) -> Result<Vec<GameRecord>> {
    let brain = task.brain.to_string();
    let memory = format!("--memory {MEMORY_MIB} --seed {}", task.seed);
    let mut all = vec![brain.clone(), brain];
    // What `words` says comes last, and counts.
    all.extend(memory.split(' ').chain(words.split(' ')).map(str::to_owned));
    play_games(&MatchOptions::from_words(&all)?)
}

/// Every move within its limit, every game ended by play, memory below the cap.
fn judge_times(verdict: &mut Verdict, games: &[GameRecord], limit_ms: f64, allowed_ms: f64) {
    for game in games {
        judge_ending(verdict, game);
        for (index, ms) in game.times_ms.iter().enumerate() {
            verdict.delay("late", allowed_ms, ms - limit_ms, || {
                format!("game {}, answer {}", game.game, index + 1)
            });
        }
        for used in game.used {
            if let Some(kib) = used.peak_kib {
                verdict.highest("peak in MiB", kib as f64 / 1024.0);
            }
            verdict.demand(
                used.peak_kib.is_none_or(|kib| kib <= MEMORY_MIB << 10),
                || format!("game {}: peak {:?} KiB", game.game, used.peak_kib),
            );
        }
    }
}

/// Counts the game; it must have been ended by play.
pub(super) fn judge_ending(verdict: &mut Verdict, game: &GameRecord) {
    verdict.count("games", 1);
    verdict.count("moves", game.times_ms.len());
    let by_play = match game.ending {
        Ending::Five | Ending::FullBoard | Ending::NoLegalMove | Ending::MaxMoves => true,
        Ending::Forbidden | Ending::Time | Ending::Crash | Ending::Illegal | Ending::Nonsense => {
            false
        }
    };
    verdict.demand(by_play, || {
        format!(
            "game {}: {}; {}",
            game.game,
            game.ending.words(),
            game.detail
        )
    });
}

/// T5: fresh processes are ready soon, and what needs no thought gets none.
pub(super) fn at_once(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let mut rng = task.rng();
    for n in 0..task.count(1000) {
        if let Err(error) = first_answers(task, n, &mut rng, &mut verdict) {
            verdict.fail(format!("process {n}: {error:#}"));
        }
        verdict.count("processes", 1);
    }
    let mut brain = ready_brain(task)?;
    for n in 0..task.count(1000) {
        if let Err(error) = ask_at_once(&mut brain, n, &mut rng, &mut verdict) {
            verdict.fail(format!("position {n}: {error:#}"));
            brain = ready_brain(task)?;
        }
        verdict.count("positions", 1);
    }
    Ok(verdict)
}

/// A process that has answered once in every rule.
fn ready_brain(task: &Task) -> Result<Brain> {
    let mut brain = Brain::spawn(&task.brain)?;
    for rule in Rule::ALL {
        let code = rule.gomocup_code();
        brain.send(&format!(
            "START 15\nINFO rule {code}\nINFO max_node 10\nBEGIN"
        ))?;
        brain.expect("OK")?;
        brain.expect_move(15)?;
    }
    brain.send("INFO max_node 0")?;
    Ok(brain)
}

fn first_answers(task: &Task, n: usize, rng: &mut Rng, verdict: &mut Verdict) -> Result<()> {
    let rule = Rule::ALL[n % Rule::ALL.len()];
    let mut brain = Brain::spawn(&task.brain)?;
    brain.send("START 15")?;
    let ready = brain.expect("OK")?.ms_since(brain.born);
    verdict.delay("start to OK", 50.0, ready, || format!("process {n}"));
    brain.send(&format!(
        "INFO rule {}\nINFO timeout_turn 0",
        rule.gomocup_code()
    ))?;
    let position = scattered(Size::STANDARD, rule, rng.below(12), rng);
    let asked = brain.send(&board_command(told(&position)))?;
    let (_, said) = brain.expect_move(15)?;
    verdict.delay(
        "first answer without time",
        10.0,
        said.ms_since(asked),
        || format!("process {n}, {rule}"),
    );
    brain.send("END")?;
    let (_, _, status) = brain.wait()?;
    verdict.demand(status.success(), || format!("process {n}: {status}"));
    Ok(())
}

fn ask_at_once(brain: &mut Brain, n: usize, rng: &mut Rng, verdict: &mut Verdict) -> Result<()> {
    let rule = Rule::ALL[rng.below(Rule::ALL.len())];
    let (what, info) = [
        ("no time a move", "INFO timeout_turn 0"),
        (
            "no time left",
            "INFO timeout_match 180000\nINFO time_left 0",
        ),
        (
            "time overdrawn",
            "INFO timeout_match 180000\nINFO time_left -5000",
        ),
        ("one free point", "INFO timeout_turn 30000"),
        ("one move wins", "INFO timeout_turn 30000"),
    ][n % 5];
    let (size, stones, wanted) = match what {
        "one free point" => {
            let (free, stones) = one_free_point(rng);
            (5, stones, Some((free.x(), free.y())))
        }
        "one move wins" => {
            let (wins, stones) = one_move_wins(rng);
            (15, stones, Some(wins))
        }
        _ => {
            let position = scattered(Size::STANDARD, rule, rng.below(30), rng);
            (15, told(&position), None)
        }
    };
    // A single free point may be forbidden to Black in renju.
    let code = if size == 5 { 0 } else { rule.gomocup_code() };
    brain.send(&format!(
        "START {size}\nINFO timeout_turn 30000\nINFO timeout_match 0\n\
         INFO time_left 2147483647\nINFO rule {code}\n{info}"
    ))?;
    brain.expect("OK").context(what)?;
    let asked = brain.send(&board_command(stones))?;
    let (found, said) = brain.expect_move(size).context(what)?;
    verdict.demand(wanted.is_none_or(|wanted| wanted == found), || {
        format!("{what}, {rule}: plays {found:?}, expected {wanted:?}")
    });
    verdict.delay("at once", 10.0, said.ms_since(asked), || {
        format!("{what}, {rule}")
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_play::record::Used;

    fn game(ending: Ending, times_ms: Vec<f64>, peak_kib: u64) -> GameRecord {
        let used = Used {
            peak_kib: Some(peak_kib),
            ..Used::default()
        };
        GameRecord {
            game: 0,
            black: Side::First,
            winner: None,
            ending,
            detail: String::new(),
            opening: 4,
            moves: String::new(),
            times_ms,
            used: [used; 2],
        }
    }

    fn failures(game: GameRecord) -> u64 {
        let mut verdict = Verdict::default();
        judge_times(&mut verdict, &[game], 50.0, 25.0);
        verdict.failures()
    }

    #[test]
    fn late_moves_breakdowns_and_too_much_memory_fail() {
        let times = || vec![1.0, 50.0, 74.9];
        assert_eq!(failures(game(Ending::Five, times(), 1000)), 0);
        assert_eq!(failures(game(Ending::FullBoard, times(), 350 << 10)), 0);
        assert_eq!(failures(game(Ending::Five, vec![75.1, 80.0], 1000)), 2);
        assert_eq!(failures(game(Ending::Five, times(), 351 << 10)), 2);
        for ending in [
            Ending::Time,
            Ending::Crash,
            Ending::Illegal,
            Ending::Forbidden,
            Ending::Nonsense,
        ] {
            assert_eq!(failures(game(ending, times(), 1000)), 1, "{ending:?}");
        }
    }
}
