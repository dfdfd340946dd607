//! The store under `kill -9`, and under two writers.
//!
//! The other process is this test binary again, told by an environment variable to be a
//! player: it plays moves and prints each one after it was kept.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tengen_core::rng::Rng;
use tengen_core::{Point, Size};
use tengen_play::journal::GameId;
use tengen_play::store::Store;
use tengen_play::{ColourChoice, Event, GameSettings, Parts, Player, Session};

const FOLDER: &str = "TENGEN_TEST_PLAYER_FOLDER";
const MOVES: &str = "TENGEN_TEST_PLAYER_MOVES";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("tengen-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn settings() -> GameSettings {
    GameSettings {
        you: Player::Person,
        opponent: Player::Person,
        colour: ColourChoice::Black,
        size: Size::MAX,
        ..GameSettings::default()
    }
}

/// Points in an order in which nobody ever gets five in a row.
fn quiet_points() -> impl Iterator<Item = Point> {
    let size = Size::MAX;
    let rows = (0..size.get()).filter(|y| y % 2 == 0);
    rows.flat_map(move |y| {
        let columns = (0..size.get()).filter(|x| x % 4 != 3);
        columns.filter_map(move |x| size.point(x, y))
    })
}

/// Plays until it has played enough or is killed; not a test by itself.
#[test]
fn player() {
    let Ok(folder) = std::env::var(FOLDER) else {
        return;
    };
    let wanted: usize = std::env::var(MOVES).unwrap().parse().unwrap();
    let store = Store::open(Path::new(&folder)).unwrap();
    let parts = Parts::real(Some(Box::new(store)), Arc::new(|| {})).unwrap();
    let mut session = Session::with_parts(settings(), parts).unwrap();
    let mut played = 0;
    let mut out = std::io::stdout();
    // The test harness has begun a line of its own.
    writeln!(out).unwrap();
    while played < wanted {
        for point in quiet_points().take(wanted - played) {
            session.play(point).unwrap();
            wait_until_saved(&mut session);
            played += 1;
            let id = session.game_id().unwrap().0;
            let number = session.game().position().board().stone_count();
            writeln!(out, "kept {id} {number}").unwrap();
            out.flush().unwrap();
        }
        session.new_game(settings()).unwrap();
    }
}

/// On a machine that gives the other writer no time, saving may have to be tried again.
fn wait_until_saved(session: &mut Session) {
    while !session.is_saved() {
        for event in session.wait(Duration::from_millis(100)) {
            if let Event::NotSaved { reason } = event {
                assert!(reason.contains("in use by another program"), "{reason}");
            }
        }
    }
}

fn start_player(folder: &Path, moves: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([
            "processes::player",
            "--exact",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(FOLDER, folder)
        .env(MOVES, moves.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills the player after so many confirmed moves and a little more; the last move that
/// it confirmed, as game and number.
fn play_and_kill(folder: &Path, confirmed: usize, delay: Duration) -> Option<(i64, usize)> {
    let mut child = start_player(folder, 1_000_000);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut last = None;
    let mut hear = |line: String| {
        let mut words = line.strip_prefix("kept ")?.split(' ');
        last = Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?));
        Some(())
    };
    let mut heard = 0;
    while heard < confirmed {
        let line = lines.next().unwrap().unwrap();
        heard += usize::from(hear(line).is_some());
    }
    std::thread::sleep(delay);
    child.kill().unwrap();
    // What it had confirmed before it died is still in the pipe.
    for line in lines.map_while(Result::ok) {
        hear(line);
    }
    child.wait().unwrap();
    last
}

/// F2: two hundred kills at random moments; every confirmed move is there, the file is
/// sound, and the game can be taken up.
#[test]
fn nothing_confirmed_is_lost_by_kill() {
    let folder = Folder::new("kills");
    let mut rng = Rng::new(23);
    let mut confirmed_moves = 0;
    for round in 0..200 {
        let delay = Duration::from_micros(rng.below(4_000) as u64);
        let (game, number) = play_and_kill(&folder.0, rng.below(4), delay).unwrap_or((0, 0));
        // Opening checks the whole file and refuses a damaged one.
        let store = Store::open(&folder.0).unwrap();
        if game == 0 {
            continue;
        }
        confirmed_moves += number;
        let kept = store.game(GameId(game)).unwrap();
        assert_eq!(kept.damage, None, "round {round}");
        assert!(
            kept.log.len() >= number,
            "round {round}: {} of {number}",
            kept.log.len()
        );
        let parts = Parts::real(None, Arc::new(|| {})).unwrap();
        let mut session = Session::with_parts(settings(), parts).unwrap();
        session
            .take_up(kept.id, &kept.header, kept.log, &|_| None)
            .unwrap();
        let expected: Vec<Point> = quiet_points().take(number).collect();
        let moves: Vec<Point> = session.game().moves().filter_map(|mv| mv.point).collect();
        assert!(moves.starts_with(&expected), "round {round}");
    }
    println!("200 kills, {confirmed_moves} confirmed moves, 0 lost");
    assert!(confirmed_moves > 200);
}

/// F7: two writers, a thousand moves each.
#[test]
fn two_processes_keep_all_their_moves() {
    let folder = Folder::new("writers");
    // Both begin on an empty folder: making the file is part of the race.
    let mut writers = [1, 2].map(|_| start_player(&folder.0, 1_000));
    for writer in &mut writers {
        let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
        let confirmed = lines
            .map_while(Result::ok)
            .filter(|line| line.starts_with("kept "))
            .count();
        assert_eq!(confirmed, 1_000);
        assert!(writer.wait().unwrap().success());
    }
    let store = Store::open(&folder.0).unwrap();
    let moves: i64 = store.games().unwrap().iter().map(|row| row.moves).sum();
    assert_eq!(moves, 2_000);
}
