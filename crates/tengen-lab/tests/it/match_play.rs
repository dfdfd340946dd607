//! `match` and `merge` with weak engines of our own, some of which misbehave.

use std::path::{Path, PathBuf};

use tengen_core::Stone;
use tengen_core::record::{ReadOptions, sgf};

use crate::{lab, lines};

/// The command of a fake engine.
fn brain(arguments: &str) -> String {
    let program = env!("CARGO_BIN_EXE_tengen-lab");
    format!("'{program}' fake-brain {arguments}")
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

struct Run {
    code: Option<i32>,
    report: Vec<String>,
    errors: String,
}

impl Run {
    fn last(&self) -> &str {
        self.report.last().map_or("", String::as_str)
    }

    /// What follows `label` in the report.
    fn row(&self, label: &str) -> &str {
        self.report
            .iter()
            .find_map(|line| line.strip_prefix(label))
            .unwrap_or_else(|| panic!("no {label:?} in {:#?}\n{}", self.report, self.errors))
            .trim()
    }

    /// The two engines' values behind `label`.
    fn both(&self, label: &str) -> [&str; 2] {
        let mut values = self.row(label).split_whitespace();
        [values.next().unwrap(), values.next().unwrap()]
    }
}

fn run(arguments: &[&str]) -> Run {
    let output = lab(arguments);
    Run {
        code: output.status.code(),
        report: lines(&output.stdout),
        errors: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs a match with a generous clock, so that no test depends on the machine's speed.
fn play(first: &str, second: &str, more: &str) -> Run {
    let (first, second) = (brain(first), brain(second));
    let mut arguments = vec!["match", &first, &second, "--time", "60"];
    arguments.extend(more.split_whitespace());
    run(&arguments)
}

/// The games of a store without what differs from run to run: number, colours, result
/// and moves, in order.
fn games(store: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(store).unwrap();
    let mut games: Vec<(u64, String)> = text
        .lines()
        .skip(1)
        .map(|line| {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            let part = |key: &str| game[key].to_string();
            let shown = ["black", "winner", "ending", "opening", "moves"].map(part);
            (game["game"].as_u64().unwrap(), shown.join(" "))
        })
        .collect();
    games.sort();
    games
        .into_iter()
        .map(|(number, game)| format!("{number} {game}"))
        .collect()
}

#[test]
fn the_better_engine_wins_every_game() {
    let run = play("rows", "random", "--games 6 --concurrency 2");
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert_eq!(run.last(), "score 100.0%");
    assert!(run.row("games").starts_with("6 +6 =0 -0"));
    assert_eq!(run.row("pairs"), "3 (0: 0, ½: 0, 1: 0, 1½: 0, 2: 3)");
    for fault in [
        "lost on time",
        "crashes",
        "illegal moves",
        "nonsense answers",
    ] {
        assert_eq!(run.both(fault), ["0", "0"], "{fault}");
    }
    let games = run.errors.lines().filter(|line| line.contains("/6 game "));
    assert_eq!(games.count(), 6, "a line for each game: {}", run.errors);
}

#[test]
fn each_fault_loses_and_is_counted_for_its_engine() {
    for (fault, counted, apart) in [
        ("crash", "crashes", "2"),
        ("off-board", "illegal moves", "0"),
        ("occupied", "illegal moves", "0"),
    ] {
        let run = play("random", &format!("rows --fault {fault}"), "--games 2");
        assert_eq!(run.code, Some(0), "{fault}: {}", run.errors);
        assert_eq!(run.last(), "score 100.0%", "{fault}");
        assert_eq!(run.both(counted), ["0", "2"], "{fault}");
        assert!(run.row("apart").starts_with(apart), "{fault}");
    }
}

/// Plays one game in which only the first engine's clock is short.
fn play_against_the_clock(first: &str, limits: &str) -> Run {
    let (first, second) = (brain(first), brain("random"));
    let mut arguments = vec!["match", &first, &second, "--games", "1", "--quiet"];
    arguments.extend(limits.split_whitespace());
    run(&arguments)
}

/// Waiting for an answer that never comes must end, by either clock.
#[test]
fn silence_ends_with_the_clock() {
    for limits in [
        "--time 0.05,60 --grace 0.05",
        "--time 0 --game-time 0.05,60 --grace 0.05",
    ] {
        let run = play_against_the_clock("rows --fault silence --at 1", limits);
        assert_eq!(run.code, Some(0), "{limits}: {}", run.errors);
        assert_eq!(run.both("lost on time"), ["1", "0"], "{limits}");
        assert_eq!(run.last(), "score 0.0%");
        assert!(run.row("apart").starts_with("1 decided"), "{limits}");
        assert_eq!(run.errors, "", "told to be quiet");
    }
}

/// The grace is long, so that even a busy machine reads the nonsense in time.
#[test]
fn nonsense_until_the_clock_ends_is_told_from_silence() {
    let limits = "--time 0.1,60 --grace 3";
    let run = play_against_the_clock("rows --fault nonsense --at 1", limits);
    assert_eq!(run.both("nonsense answers"), ["1", "0"], "{}", run.errors);
    assert_eq!(run.both("lost on time"), ["0", "0"]);
    assert!(run.row("apart").starts_with("1 decided"));
}

#[test]
fn talk_beside_the_move_does_no_harm() {
    let run = play("rows --fault chatter --at 2", "random", "--games 2");
    assert_eq!(run.last(), "score 100.0%", "{}", run.errors);
    assert_eq!(run.both("nonsense answers"), ["0", "0"]);
}

/// h8 is a double three with g8 i8 and h7 h9.
#[test]
fn black_loses_by_a_forbidden_move_in_renju_alone() {
    let openings = folder("forbidden").join("openings.txt");
    std::fs::write(&openings, "g8a1i8o1h7a15h9o15\n").unwrap();
    let openings = openings.display();
    let more = format!("--games 1 --openings {openings} --rule");
    let first = "rows --script 7,7";
    let renju = play(first, "random", &format!("{more} renju"));
    assert_eq!(renju.last(), "score 0.0%", "{}", renju.errors);
    assert_eq!(renju.both("forbidden moves"), ["1", "0"]);
    assert!(renju.errors.contains("after 9 moves"), "{}", renju.errors);
    let standard = play(first, "random", &format!("{more} standard"));
    assert_eq!(standard.both("forbidden moves"), ["0", "0"]);
}

#[test]
fn a_limit_of_moves_makes_draws_and_small_boards_fill_up() {
    let run = play("random", "random", "--games 4 --max-moves 10");
    assert_eq!(run.last(), "score 50.0%", "{}", run.errors);
    assert!(run.row("games").starts_with("4 +0 =4 -0"));
    let run = play("random", "random", "--games 20 --size 5 --quiet");
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert_eq!(run.both("illegal moves"), ["0", "0"]);
}

#[test]
fn what_cannot_work_is_told_before_the_first_game() {
    let good = brain("random");
    let refusing = brain("random --fault refusal");
    let quitting = brain("random --fault quit");
    let complaining = brain("random --fault complain");
    for (arguments, said) in [
        (vec!["no-such-engine", &good], "no-such-engine"),
        (vec![&good, &refusing], "no board is good enough"),
        (vec![&good, &good, "--size", "4"], "5 to 22"),
        (vec![&good, &good, "--rule", "chess"], "no rule"),
        (vec![&good, &good, "--games", "0"], "from 1 to 4294967295"),
        (vec![&good, &good, "--games", "-4"], "from 1 to 4294967295"),
        (vec![&good, &good, "--concurrency", "0"], "above 0"),
        (vec![&good, &good, "--time", "-1"], "seconds from 0 to"),
        (vec![&good, &good, "--nodes", "-1"], "from 0 to"),
        (vec![&good, &good, "--size", "-15"], "5 to 22"),
        (vec![&good, &good, "--time", "soon"], "seconds"),
        (vec![&good, &good, "--shard", "3/2"], "I/N"),
        (vec![&good, &good, "--sprt", "10,0"], "rising"),
        (
            vec![&good, &good, "--openings", "nowhere.txt"],
            "nowhere.txt",
        ),
        (vec![&good, &good, "--info-first", "x"], "a key"),
        (vec!["'open", &good], "not closed"),
        (vec![&quitting, &good], "it said \"ERROR it is not my day\""),
        (vec![&good, &complaining], "it said \"no module named day\""),
    ] {
        let mut all = vec!["match"];
        all.extend(arguments);
        let run = run(&all);
        assert_eq!(run.code, Some(2), "{said}: {}", run.errors);
        assert!(run.errors.contains(said), "{said}: {}", run.errors);
        assert!(run.report.is_empty(), "{said}: {:?}", run.report);
    }
}

/// Games that nobody can read later are not played first.
#[test]
fn records_that_cannot_be_written_are_told_before_the_first_game() {
    let folder = folder("unwritable");
    let file = folder.join("file");
    std::fs::write(&file, "").unwrap();
    for option in ["--sgf", "--psq"] {
        let path = file.join("below");
        let run = play(
            "rows",
            "random",
            &format!("--games 2 {option} {}", path.display()),
        );
        assert_eq!(run.code, Some(2), "{option}: {}", run.errors);
        assert!(run.errors.contains("below"), "{option}: {}", run.errors);
        assert!(!run.errors.contains("game 1"), "{option}: {}", run.errors);
    }
}

/// A file that spoils the writing after the last game does not cost the result.
#[test]
fn the_summary_comes_before_the_records() {
    let psq = folder("spoilt").join("psq");
    std::fs::create_dir_all(psq.join("game-00001.psq")).unwrap();
    let more = format!("--games 2 --psq {}", psq.display());
    let run = play("rows", "random", &more);
    assert_eq!(run.code, Some(2), "{}", run.errors);
    assert_eq!(run.last(), "score 100.0%");
    assert!(run.errors.contains("game-00001.psq"), "{}", run.errors);
    let left: Vec<_> = std::fs::read_dir(&psq).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn a_match_without_any_limit_is_remarked_on() {
    const NOTE: &str = "it may think for ever";
    let timed = play("random", "random", "--games 1");
    assert!(!timed.errors.contains(NOTE), "{}", timed.errors);
    let (first, second) = (brain("random"), brain("random"));
    let free = ["match", &first, &second, "--games", "1", "--time", "0"];
    assert_eq!(run(&free).errors.matches(NOTE).count(), 2);
    for (more, count) in [
        (["--nodes", "5"], 0),
        (["--nodes", "0,5"], 1),
        (["--game-time", "60"], 0),
        (["--info-first", "max_depth 4"], 1),
        (["--info-first", "hash_size 4"], 2),
    ] {
        let run = run(&[&free[..], &more].concat());
        assert_eq!(run.errors.matches(NOTE).count(), count, "{more:?}");
    }
}

#[test]
fn the_sequential_test_stops_early() {
    let run = play("rows", "random", "--games 400 --sprt 0,100 --quiet");
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert!(
        run.row("SPRT").contains("100 Elo accepted"),
        "{:?}",
        run.report
    );
    let games: u32 = run.row("games").split(' ').next().unwrap().parse().unwrap();
    assert!(games < 100, "{games} games");
    let run = play("random", "rows", "--games 400 --sprt 0,100 --quiet");
    assert!(
        run.row("SPRT").contains("0 Elo accepted"),
        "{:?}",
        run.report
    );
    assert_eq!(run.last(), "score 0.0%");
}

const RANDOM_MATCH: [&str; 2] = ["random --seed 1", "random --seed 2"];

/// A store cut at any place, as a kill leaves it, goes on to the same games.
#[test]
fn a_cut_store_goes_on_where_it_stopped() {
    let folder = folder("resume");
    let whole = folder.join("whole.jsonl");
    let [first, second] = RANDOM_MATCH;
    let more = |store: &Path| format!("--games 7 --quiet --store {}", store.display());
    let reference = play(first, second, &more(&whole));
    assert_eq!(reference.code, Some(0), "{}", reference.errors);
    let text = std::fs::read_to_string(&whole).unwrap();
    assert_eq!(text.lines().count(), 8);
    let line_ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let cut = folder.join("cut.jsonl");
    for at in [
        0,
        10,
        line_ends[0],
        line_ends[0] + 1,
        line_ends[3] + 40,
        line_ends[6],
    ] {
        std::fs::write(&cut, &text[..at]).unwrap();
        let run = play(first, second, &more(&cut));
        assert_eq!(run.code, Some(0), "{at}: {}", run.errors);
        assert_eq!(games(&cut), games(&whole), "cut at {at}");
        assert_eq!(run.row("games"), reference.row("games"));
        assert_eq!(run.row("pairs"), reference.row("pairs"));
        assert_eq!(run.last(), reference.last());
    }
    // Done already: nothing is played again. More games continue it.
    let before = std::fs::read(&cut).unwrap();
    play(first, second, &more(&cut));
    assert_eq!(std::fs::read(&cut).unwrap(), before);
    let longer = format!("--games 9 --quiet --store {}", cut.display());
    let run = play(first, second, &longer);
    assert!(run.row("games").starts_with("9 "), "{}", run.errors);
}

#[test]
fn a_store_of_another_match_or_a_damaged_one_is_refused() {
    let store = folder("other").join("store.jsonl");
    let [first, second] = RANDOM_MATCH;
    let shown = store.display();
    play(first, second, &format!("--games 2 --store {shown}"));
    let before = std::fs::read_to_string(&store).unwrap();
    for (more, said) in [
        (
            "--games 2 --rule renju",
            "rule is \"freestyle\" there, \"renju\" here;",
        ),
        ("--games 2 --seed 5", "seed is 1 there, 5 here;"),
        (
            "--games 2 --nodes 0,7",
            "engines 2 nodes is 0 there, 7 here;",
        ),
        (
            "--games 2 --sprt 0,5",
            "sprt is null there, [0.0,5.0,0.05,0.05] here;",
        ),
    ] {
        let run = play(first, second, &format!("{more} --store {shown}"));
        assert_eq!(run.code, Some(2), "{more}");
        assert!(run.errors.contains(said), "{more}: {}", run.errors);
        assert_eq!(std::fs::read_to_string(&store).unwrap(), before);
    }
    let damaged = before.replacen("\"game\"", "\"gone\"", 1);
    std::fs::write(&store, &damaged).unwrap();
    let run = play(first, second, &format!("--games 2 --store {shown}"));
    assert_eq!(run.code, Some(2));
    assert!(run.errors.contains("line 2"), "{}", run.errors);
}

#[test]
fn shards_put_together_are_one_match() {
    let folder = folder("shards");
    let [first, second] = RANDOM_MATCH;
    let store = |name: &str| folder.join(name).display().to_string();
    let base = "--games 14 --quiet --rule renju --sprt 0,10";
    let whole = play(
        first,
        second,
        &format!(
            "{base} --concurrency 2 --restart --store {}",
            store("whole")
        ),
    );
    assert_eq!(whole.code, Some(0), "{}", whole.errors);
    for part in 1..=3 {
        let run = play(
            first,
            second,
            &format!(
                "{base} --restart --shard {part}/3 --store {}",
                store(&part.to_string())
            ),
        );
        assert_eq!(run.code, Some(0), "{}", run.errors);
    }
    let [one, two, three] = ["1", "2", "3"].map(store);
    let psq = store("psq");
    let merged = run(&["merge", &two, &three, &one, "--psq", &psq]);
    assert_eq!(merged.code, Some(0), "{}", merged.errors);
    for row in [
        "games",
        "apart",
        "pairs",
        "Elo",
        "LOS",
        "SPRT",
        "moves",
        "forbidden moves",
    ] {
        assert_eq!(merged.row(row), whole.row(row), "{row}");
    }
    assert_eq!(merged.last(), whole.last());
    let mut parts: Vec<String> = [&one, &two, &three]
        .into_iter()
        .flat_map(|part| games(Path::new(part)))
        .collect();
    let mut all = games(Path::new(&store("whole")));
    parts.sort();
    all.sort();
    assert_eq!(parts, all);
    assert_eq!(std::fs::read_dir(&psq).unwrap().count(), 14);

    let part = run(&["merge", &one, &three]);
    assert!(
        part.errors.contains("4 of 14 games are missing"),
        "{}",
        part.errors
    );
    let twice = run(&["merge", &one, &one]);
    assert_eq!(twice.code, Some(2));
    assert!(twice.errors.contains("more than one"), "{}", twice.errors);
    // Another machine has its programs elsewhere.
    let text = std::fs::read_to_string(&three).unwrap();
    let program = env!("CARGO_BIN_EXE_tengen-lab");
    let elsewhere = text.replace(program, "/somewhere/else/tengen-lab");
    assert_ne!(text, elsewhere);
    std::fs::write(&three, elsewhere).unwrap();
    let moved = run(&["merge", &one, &two, &three]);
    assert_eq!(moved.last(), whole.last(), "{}", moved.errors);

    let other = store("other");
    play(first, second, &format!("--games 2 --quiet --store {other}"));
    let unlike = run(&["merge", &one, &other]);
    assert_eq!(unlike.code, Some(2));
    assert!(
        unlike
            .errors
            .contains("restart is true in the first, false in the second"),
        "{}",
        unlike.errors
    );
    let missing = run(&["merge", &one, "missing.jsonl"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.errors.contains("missing.jsonl"));
}

#[test]
fn games_are_written_for_other_programs() {
    let folder = folder("records");
    let (psq, sgf) = (folder.join("psq"), folder.join("games.sgf"));
    let more = format!("--games 2 --psq {} --sgf {}", psq.display(), sgf.display());
    let run = play("rows", "random --fault crash", &more);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    for number in 0..2 {
        let text = std::fs::read_to_string(psq.join(format!("game-0000{number}.psq"))).unwrap();
        assert!(text.starts_with("Piskvorky 15x15,"), "{text}");
        assert!(text.contains("tengen-lab-1"), "{text}");
        assert!(text.ends_with("-2\r\n"), "the code of a crash: {text}");
    }
    let text = std::fs::read_to_string(sgf).unwrap();
    let games = sgf::read(&text, &ReadOptions::default()).unwrap();
    assert!(games.notes.is_empty(), "{:?}", games.notes);
    let [first, second] = games.value.as_slice() else {
        panic!("expected two games: {text}");
    };
    assert!(text.contains("a crash"), "{text}");
    for (game, winner) in [(first, Stone::Black), (second, Stone::White)] {
        assert_eq!(game.info.players[winner], "tengen-lab-1");
        assert_eq!(game.info.result.as_ref().unwrap().winner, Some(winner));
    }
}

/// The first five counts, and both engines go on to the last point.
#[test]
fn engines_can_be_made_to_play_on() {
    let run = play("rows", "random", "--games 2 --size 9 --play-on");
    assert_eq!(run.last(), "score 100.0%", "{}", run.errors);
    let played_on = run.errors.matches("after 81 moves: five in a row").count();
    assert_eq!(played_on, 2, "{}", run.errors);
    // A limit of moves ends it earlier, and changes nothing about who has won.
    let run = play(
        "rows",
        "random",
        "--games 2 --size 9 --play-on --max-moves 60",
    );
    assert_eq!(run.last(), "score 100.0%", "{}", run.errors);
    let played_on = run.errors.matches("after 60 moves: five in a row").count();
    assert_eq!(played_on, 2, "{}", run.errors);
}

/// Ctrl-C in the middle of a game that would last for ever: the runner ends in order,
/// and so do the engines; the store can be gone on with.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_the_runner_and_its_engines() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let store = folder("interrupt").join("store.jsonl");
    // A number that no other process has on its command line.
    let mark = format!("90{}", std::process::id());
    let child = Command::new(env!("CARGO_BIN_EXE_tengen-lab"))
        .arg("match")
        .arg(brain(&format!("rows --fault silence --seed {mark}")))
        .arg(brain(&format!("random --seed {mark}")))
        .args(["--time", "0", "--games", "4", "--store"])
        .arg(&store)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The store is opened after the handler is set.
    let is_running = || std::fs::metadata(&store).is_ok_and(|data| data.len() > 0);
    for _ in 0..6000 {
        if is_running() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(is_running());
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(lines(&output.stdout).last().unwrap(), "score - (no games)");
    let left_over = std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let command = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let words: Vec<&[u8]> = command.split(|&byte| byte == 0).collect();
        words.contains(&mark.as_bytes())
    });
    assert!(!left_over, "an engine outlived the runner");
}
