//! Counting over games that were made up by hand.

use super::*;
use crate::match_play::record::{EngineConditions, Used, VERSION};

/// A match with these limits in seconds, a move and a game, for both engines.
fn conditions(turn_s: f64, game_s: f64) -> Conditions {
    let engine = |name: &str| EngineConditions {
        name: name.to_owned(),
        command: name.to_owned(),
        turn_s,
        game_s,
        grace_s: 1.0,
        nodes: 0,
        memory_mb: 350,
        threads: 1,
        info: Vec::new(),
        about: String::new(),
    };
    Conditions {
        tengen_match: VERSION,
        rule: "renju".to_owned(),
        size: 15,
        engines: [engine("new"), engine("old")],
        openings: "random".to_owned(),
        openings_digest: "random".to_owned(),
        seed: 1,
        restart: false,
        max_moves: None,
        play_on: false,
        sprt: None,
        games: 10,
        shard: None,
    }
}

fn game(number: u32, winner: Option<Side>, ending: Ending, times_ms: &[f64]) -> GameRecord {
    GameRecord {
        game: number,
        black: if number.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        },
        winner,
        ending,
        detail: String::new(),
        opening: 3,
        moves: String::new(),
        times_ms: times_ms.to_vec(),
        used: [Used::default(); 2],
    }
}

const FIRST: Option<Side> = Some(Side::First);
const SECOND: Option<Side> = Some(Side::Second);

#[test]
fn pairs_are_counted_once_both_games_are_there() {
    let mut summary = Summary::of(&conditions(1.0, 0.0), &[]);
    for (number, winner) in [(5, FIRST), (0, FIRST), (1, None), (2, SECOND), (4, FIRST)] {
        summary.add(&game(number, winner, Ending::Five, &[]));
    }
    assert_eq!(summary.pairs.0, [0, 0, 0, 1, 1], "games 0 and 1, 4 and 5");
    assert_eq!(counts(summary.tally), "+3 =1 -1");
    assert_eq!(counts(summary.with_black), "+2 =0 -1");
}

#[test]
fn breakdowns_are_told_apart_and_charged_to_the_loser() {
    let games = [
        game(0, FIRST, Ending::Five, &[]),
        game(1, FIRST, Ending::Time, &[]),
        game(2, SECOND, Ending::Crash, &[]),
        game(3, SECOND, Ending::Illegal, &[]),
        game(4, SECOND, Ending::Forbidden, &[]),
        game(5, FIRST, Ending::Nonsense, &[]),
        game(6, None, Ending::FullBoard, &[]),
    ];
    let summary = Summary::of(&conditions(1.0, 0.0), &games);
    assert_eq!(summary.tally.games(), 7);
    assert_eq!(counts(summary.undisturbed), "+1 =1 -2");
    let [new, old] = &summary.engines;
    assert_eq!((new.crashes, new.illegal, new.forbidden), (1, 1, 1));
    assert_eq!((new.time_losses, new.nonsense), (0, 0));
    assert_eq!((old.time_losses, old.nonsense, old.crashes), (1, 1, 0));
}

/// The opening has three moves, so that White, the second engine, moves first.
#[test]
fn time_beyond_the_limit_is_that_of_the_mover() {
    let times = [90.0, 100.0, 101.5, 130.0, 80.0];
    let summary = Summary::of(
        &conditions(0.1, 0.0),
        &[game(0, FIRST, Ending::Five, &times)],
    );
    let [new, old] = &summary.engines;
    assert_eq!(old.beyond_ms, [0.0, 1.5, 0.0]);
    assert_eq!(new.beyond_ms, [0.0, 30.0]);
    assert_eq!((new.moves, old.moves), (2, 3));
    assert_eq!((new.slowest_ms, old.slowest_ms), (130.0, 101.5));
    assert_eq!(new.thinking_s_a_move(), "0.115");
}

#[test]
fn a_clock_for_the_game_runs_down() {
    let times = [0.0, 150.0, 0.0, 100.0, 0.0, 10.0];
    let summary = Summary::of(
        &conditions(0.0, 0.2),
        &[game(0, FIRST, Ending::Five, &times)],
    );
    // 200 ms, then 50 left, then nothing.
    assert_eq!(summary.engines[0].beyond_ms, [0.0, 50.0, 10.0]);
    let unlimited = Summary::of(
        &conditions(0.0, 0.0),
        &[game(0, FIRST, Ending::Five, &times)],
    );
    assert_eq!(unlimited.engines[0].beyond(1.0), "-");
}

#[test]
fn of_a_thousand_moves_the_worst_is_not_the_999th() {
    let engine = EngineSummary {
        beyond_ms: (0..1000).rev().map(f64::from).collect(),
        ..EngineSummary::default()
    };
    assert_eq!(engine.beyond(1.0), "999.00");
    assert_eq!(engine.beyond(0.999), "998.00");
    assert_eq!(engine.beyond(0.5), "499.00");
}

#[test]
fn processor_time_counts_where_it_is_known() {
    let mut known = game(0, FIRST, Ending::Five, &[0.0, 100.0, 0.0, 300.0]);
    known.used[0] = Used {
        cpu_ms: Some(300.0),
        peak_kib: Some(2048),
        resident_kib: Some(1024),
        ..Used::default()
    };
    let unknown = game(2, FIRST, Ending::Five, &[0.0, 900.0]);
    let summary = Summary::of(&conditions(0.0, 0.0), &[known, unknown]);
    assert_eq!(summary.engines[0].cpu_share(), "75%");
    assert_eq!(summary.engines[1].cpu_share(), "-");
    assert_eq!(megabytes(summary.engines[0].peak_kib), "2.0");
}

#[test]
fn the_last_line_is_the_score() {
    let games = [
        game(0, FIRST, Ending::Five, &[]),
        game(1, None, Ending::FullBoard, &[]),
    ];
    let text = Summary::of(&conditions(0.5, 0.0), &games).to_string();
    assert_eq!(text.lines().last(), Some("score 75.0%"));
    let empty = Summary::of(&conditions(0.5, 0.0), &[]).to_string();
    assert_eq!(empty.lines().last(), Some("score - (no games)"));
}
