//! The store against everything that happens to files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tengen_core::rng::Rng;
use tengen_core::{Point, Size, Stone};

use super::schema::{APPLICATION, STEPS, VERSION, check_sum};
use super::*;
use crate::{
    ColourChoice, Event, GameSettings, Parts, Player, Refusal, Session, Start, TimeControl,
};

/// A folder of its own for each test, removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-store-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join(FILE_NAME)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn two_people() -> GameSettings {
    GameSettings {
        you: Player::Person,
        opponent: Player::Person,
        colour: ColourChoice::Black,
        time: TimeControl::PerGame {
            ms: 60_000,
            increment_ms: 0,
        },
        ..GameSettings::default()
    }
}

fn session(store: &Store) -> Session {
    let parts = Parts::real(Some(Box::new(store.clone())), Arc::new(|| {})).unwrap();
    Session::with_parts(two_people(), parts).unwrap()
}

fn at(x: u8, y: u8) -> Point {
    Size::STANDARD.point(x, y).unwrap()
}

fn moves(session: &Session) -> Vec<Point> {
    session.game().moves().filter_map(|mv| mv.point).collect()
}

/// A store with three short games.
fn filled(folder: &Folder) -> Store {
    let store = Store::open(&folder.0).unwrap();
    let mut session = session(&store);
    for game in 0..3 {
        for x in 0..8 + game {
            session.play(at(x, 3 + game)).unwrap();
        }
        session.new_game(two_people()).unwrap();
    }
    store
}

#[test]
fn a_game_comes_back_as_it_stood() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    let mut played = session(&store);
    for (x, y) in [(7, 7), (8, 7), (8, 8), (9, 9)] {
        played.play(at(x, y)).unwrap();
    }
    played.undo().unwrap();
    played.undo().unwrap();
    let id = played.game_id().unwrap();
    assert!(played.is_saved());
    drop((played, store));

    let store = Store::open(&folder.0).unwrap();
    assert_eq!(store.last_unfinished().unwrap(), Some(id));
    let kept = store.game(id).unwrap();
    assert_eq!(kept.damage, None);
    let mut again = session(&store);
    again
        .take_up(kept.id, &kept.header, kept.log, &|_| None)
        .unwrap();
    assert_eq!(moves(&again), [at(7, 7), at(8, 7)]);
    again.redo().unwrap();
    assert_eq!(moves(&again), [at(7, 7), at(8, 7), at(8, 8)]);
    again.resign().unwrap();
    assert_eq!(store.last_unfinished().unwrap(), None);
    let row = &store.games().unwrap()[0];
    assert_eq!(
        (row.moves, row.result.as_str()),
        (3, "Black wins: resignation")
    );
}

#[test]
fn a_game_from_stones_set_up_comes_back_with_them() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    let mut played = session(&store);
    let stones = vec![
        (at(7, 7), Stone::White),
        (at(8, 7), Stone::Black),
        (at(3, 3), Stone::White),
    ];
    let start = Start {
        stones: stones.clone(),
        to_move: Some(Stone::White),
        moves: vec![at(0, 0), at(0, 1)],
    };
    played.new_game_at(two_people(), &start).unwrap();
    played.play(at(9, 9)).unwrap();
    assert!(played.is_saved() && played.done() == 3);
    let kept = store.game(played.game_id().unwrap()).unwrap();
    let mut again = session(&store);
    again.open(kept, &|_| None).unwrap();
    let board = |session: &Session| session.game().position().board().clone();
    assert_eq!(board(&again), board(&played));
    assert_eq!(moves(&again), [at(0, 0), at(0, 1), at(9, 9)]);
    // Moves can be taken back, stones set up cannot.
    for _ in 0..3 {
        again.undo().unwrap();
    }
    assert_eq!(again.undo(), Err(Refusal::NothingToUndo));
    assert_eq!(board(&again).stone_count(), stones.len());
    assert_eq!(again.game().position().to_move(), Stone::White);
    let five = (0..5).map(|x| (at(x, 0), Stone::Black)).collect();
    let won = Start {
        stones: five,
        ..Start::default()
    };
    assert_eq!(again.new_game_at(two_people(), &won), Err(Refusal::Over));
    assert_eq!(board(&again).stone_count(), stones.len());
}

#[test]
fn games_are_listed_renamed_exported_and_deleted() {
    let folder = Folder::new();
    let store = filled(&folder);
    let rows = store.games().unwrap();
    assert_eq!(rows.len(), 3);
    store.rename(rows[1].id, "a fine one").unwrap();
    let (sgf, left_out) = store.export().unwrap();
    assert_eq!(sgf.matches("(;").count(), 3);
    assert!(sgf.contains("GN[a fine one]") && left_out.is_empty());
    store.delete(rows[0].id).unwrap();
    assert_eq!(store.games().unwrap().len(), 2);
    assert_eq!(
        store.game(rows[0].id).unwrap_err(),
        StoreError::NoSuchGame(rows[0].id.0)
    );
    assert!(store.delete(rows[0].id).is_err());
    store.set_setting("sheet", "one").unwrap();
    store.set_setting("sheet", "two").unwrap();
    assert_eq!(store.setting("sheet").unwrap().as_deref(), Some("two"));
    assert_eq!(store.setting("none").unwrap(), None);
}

/// F5, first half.
#[test]
fn a_newer_file_is_refused_with_both_versions_and_left_alone() {
    let folder = Folder::new();
    drop(filled(&folder));
    let connection = Connection::open(folder.file()).unwrap();
    connection
        .pragma_update(None, "user_version", VERSION + 1)
        .unwrap();
    drop(connection);
    let before = std::fs::read(folder.file()).unwrap();
    let error = Store::open(&folder.0).unwrap_err();
    let text = error.to_string();
    assert!(text.contains(&format!("version {}", VERSION + 1)), "{text}");
    assert!(text.contains(&format!("up to {VERSION}")), "{text}");
    assert_eq!(std::fs::read(folder.file()).unwrap(), before);
}

#[test]
fn a_colour_that_was_drawn_is_drawn_again_and_a_chosen_one_stays() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    let choices = [
        ColourChoice::Random,
        ColourChoice::Black,
        ColourChoice::White,
    ];
    for colour in choices {
        let mut played = session(&store);
        let settings = GameSettings {
            colour,
            ..two_people()
        };
        played.new_game(settings.clone()).unwrap();
        played.play(at(7, 7)).unwrap();
        let kept = store.game(played.game_id().unwrap()).unwrap();
        let mut again = session(&store);
        again.open(kept, &|_| None).unwrap();
        assert_eq!(again.settings(), &settings);
        assert_eq!(again.your_seat(), played.your_seat());
    }
}

/// What the header of a game of the first version is summed over.
const OLD_HEADER: [&str; 8] = [
    "freestyle",
    "15",
    "none",
    "person",
    "person",
    "0",
    "none",
    "7",
];

/// Such a game without moves; its check sum is the parameter.
const OLD_GAME: &str = "INSERT INTO games (created_s, changed_s, rule, size, protocol, first,
    second, you, time, seed, moves, result, sum)
    VALUES (0, 0, 'freestyle', 15, 'none', 'person', 'person', 0, 'none', 7, 0, '', ?1)";

/// F5, second half.
#[test]
fn an_older_file_is_migrated_after_a_backup() {
    let folder = Folder::new();
    let old = Connection::open(folder.file()).unwrap();
    old.execute_batch(STEPS[0]).unwrap();
    old.execute(OLD_GAME, [check_sum(&OLD_HEADER)]).unwrap();
    old.pragma_update(None, "application_id", APPLICATION)
        .unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    drop(old);
    let store = Store::open(&folder.0).unwrap();
    let mut played = session(&store);
    played.play(at(7, 7)).unwrap();
    assert!(played.is_saved());
    let kept = store.game(crate::journal::GameId(1)).unwrap();
    assert!(kept.damage.is_none() && !kept.header.drawn);
    let copy = folder.0.join("games-v1.sqlite3");
    let copied = Connection::open(copy).unwrap();
    let version: i64 = copied
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    assert_eq!(version, 1);
}

/// F6: whatever is flipped or cut off, nothing is overwritten and nothing false is told.
#[test]
fn damage_is_noticed_or_harmless_and_never_written_over() {
    let folder = Folder::new();
    let whole = filled(&folder);
    let truth: Vec<Vec<Point>> = all_moves(&whole);
    drop(whole);
    let sound = std::fs::read(folder.file()).unwrap();
    let mut rng = Rng::new(11);
    let (mut refused, mut partly) = (0, 0);
    let other = Folder::new();
    for round in 0..1_000 {
        let mut bytes = sound.clone();
        if round % 4 == 0 {
            bytes.truncate(1 + rng.below(bytes.len() - 1));
        } else {
            let place = rng.below(bytes.len());
            bytes[place] ^= 1 << rng.below(8);
        }
        std::fs::write(other.file(), &bytes).unwrap();
        match Store::open(&other.0) {
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains(FILE_NAME), "{error}");
                let beside = Store::name_beside(&other.file());
                assert!(!beside.exists());
            }
            Ok(store) => {
                let found = all_moves(&store);
                assert!(found.iter().zip(&truth).all(|(a, b)| b.starts_with(a)));
                partly += usize::from(found != truth);
            }
        }
        assert!(
            std::fs::read(other.file()).unwrap() == bytes,
            "round {round}"
        );
        for leftover in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(other.0.join(format!("{FILE_NAME}{leftover}")));
        }
    }
    assert!(
        refused > 250 && partly > 0,
        "{refused} refused, {partly} read in part"
    );
}

/// The moves of every game, oldest game first; a game that cannot be read has none.
fn all_moves(store: &Store) -> Vec<Vec<Point>> {
    let mut rows = store.games().unwrap_or_default();
    rows.sort_by_key(|row| row.id);
    let moves_of = |row: &GameRow| {
        let game = store.game(row.id).ok()?;
        let moves = game.record().main_moves();
        Some(moves.iter().filter_map(|mv| mv.point).collect())
    };
    rows.iter()
        .map(|row| moves_of(row).unwrap_or_default())
        .collect()
}

/// F3: the move stands, is marked as not saved, and is saved when room returns.
#[test]
fn a_full_disk_keeps_the_game_going_and_is_made_up_for() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    let mut played = session(&store);
    let size = Size::MAX;
    let wide = GameSettings {
        size,
        ..two_people()
    };
    played.new_game(wide).unwrap();
    played.play(at(0, 0)).unwrap();
    let pages = pages_of(&store);
    limit_pages(&store, pages);
    let mut count = 1;
    // Every other row and every fourth column stay empty: there are no fives.
    for point in size.points().skip(1) {
        if point.y() % 2 == 0 && point.x() % 4 != 3 {
            played.play(point).unwrap();
            count += 1;
        }
    }
    assert!(played.outcome().is_none());
    let told = played.poll();
    let unsaved =
        |event: &Event| matches!(event, Event::NotSaved { reason } if reason.contains("no room"));
    assert!(told.iter().any(unsaved), "{told:?}");
    assert!(!played.is_saved());
    assert_eq!(moves(&played).len(), count);
    limit_pages(&store, 1_000_000);
    played.play(at(1, 1)).unwrap();
    assert!(played.is_saved());
    assert!(played.poll().contains(&Event::Saved));
    let kept = store.game(played.game_id().unwrap()).unwrap();
    assert_eq!(kept.log.len(), count + 1);
}

fn pages_of(store: &Store) -> i64 {
    let count = |row: &rusqlite::Row<'_>| row.get(0);
    let pages = store.lock().pragma_query_value(None, "page_count", count);
    pages.unwrap()
}

/// The bound holds for the connection that writes.
fn limit_pages(store: &Store, pages: i64) {
    let connection_limit = move |connection: &Connection| {
        let sql = format!("PRAGMA max_page_count = {pages}");
        Ok(connection.query_row(&sql, [], |row| row.get(0)).unwrap())
    };
    assert_eq!(store.write(connection_limit), Ok(pages));
}

/// Holds the writer, so that what is ordered meanwhile goes into one commit.
fn hold(store: &Store) -> impl FnOnce() {
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let pending = store.order(move |_| {
        let _ = wait.recv();
        Ok(0)
    });
    move || {
        drop(go);
        pending.wait().unwrap();
    }
}

#[test]
fn what_waits_together_is_committed_together_and_what_fails_fails_alone() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    limit_pages(&store, pages_of(&store) + 20);
    let release = hold(&store);
    let before = store.order_setting("before", "kept");
    let half = store.order(|connection| {
        connection
            .execute("INSERT INTO settings VALUES ('half', 'lost')", [])
            .unwrap();
        Err(StoreError::NoSuchGame(7))
    });
    let large = store.order_setting("large", &"x".repeat(1 << 20));
    let after = store.order_setting("after", "kept");
    release();
    assert_eq!(half.wait(), Err(StoreError::NoSuchGame(7)));
    assert!(matches!(large.wait(), Err(StoreError::Full { .. })));
    assert_eq!((before.wait(), after.wait()), (Ok(()), Ok(())));
    let found = |key: &str| store.setting(key).unwrap();
    assert_eq!((found("half"), found("large")), (None, None));
    assert_eq!(found("before").as_deref(), Some("kept"));
    assert_eq!(found("after").as_deref(), Some("kept"));
}

#[test]
fn many_games_at_once_are_kept_whole() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    let all: Vec<(GameId, Vec<Point>)> = std::thread::scope(|scope| {
        let play = |row: u8| {
            let mut played = session(&store);
            for x in 0..10 {
                played.play(at(x, row)).unwrap();
                assert!(played.is_saved());
            }
            (played.game_id().unwrap(), moves(&played))
        };
        let threads: Vec<_> = (0..15).map(|row| scope.spawn(move || play(row))).collect();
        threads.into_iter().map(|it| it.join().unwrap()).collect()
    });
    drop(store);
    let store = Store::open(&folder.0).unwrap();
    assert_eq!(all.len(), 15);
    for (id, played) in all {
        let kept = store.game(id).unwrap().record().main_moves();
        let kept: Vec<Point> = kept.iter().filter_map(|mv| mv.point).collect();
        assert_eq!(kept, played);
    }
}

/// F4: a path under a file, and (unless root may do everything) a folder without rights.
#[test]
fn where_nothing_can_be_kept_the_place_is_named() {
    let folder = Folder::new();
    let file = folder.0.join("a-file");
    std::fs::write(&file, b"x").unwrap();
    let error = Store::open(&file.join("below")).unwrap_err();
    assert!(error.to_string().contains("a-file"), "{error}");
    read_only_folder(&folder.0.join("locked"));
}

#[cfg(unix)]
fn read_only_folder(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::create_dir(path).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o500)).unwrap();
    if std::fs::write(path.join("probe"), b"x").is_ok() {
        println!("a folder without rights: not run, as root may write everywhere");
        return;
    }
    let error = Store::open(path).unwrap_err();
    assert!(error.to_string().contains("locked"), "{error}");
}

#[cfg(not(unix))]
fn read_only_folder(_: &Path) {}

#[test]
fn files_of_others_are_refused() {
    let folder = Folder::new();
    std::fs::write(
        folder.file(),
        b"not a database, but long enough to be looked at",
    )
    .unwrap();
    let error = Store::open(&folder.0).unwrap_err();
    assert!(matches!(error, StoreError::NotOurs { .. }), "{error:?}");
    let other = Folder::new();
    let connection = Connection::open(other.file()).unwrap();
    connection.execute_batch("CREATE TABLE a (b)").unwrap();
    drop(connection);
    let error = Store::open(&other.0).unwrap_err();
    assert!(matches!(error, StoreError::NotOurs { .. }), "{error:?}");
}

/// Another process has made the file and not yet its tables.
#[test]
fn a_file_without_tables_is_made_a_store() {
    let folder = Folder::new();
    let other = Connection::open(folder.file()).unwrap();
    other.pragma_update(None, "journal_mode", "WAL").unwrap();
    assert!(folder.file().metadata().unwrap().len() > 0);
    let store = Store::open(&folder.0).unwrap();
    assert!(store.games().unwrap().is_empty());
    drop(other);
}

#[test]
fn a_game_that_went_on_elsewhere_is_not_mixed_up() {
    let folder = Folder::new();
    let store = Store::open(&folder.0).unwrap();
    let mut one = session(&store);
    one.play(at(7, 7)).unwrap();
    let kept = store.game(one.game_id().unwrap()).unwrap();
    let mut other = session(&Store::open(&folder.0).unwrap());
    other
        .take_up(kept.id, &kept.header, kept.log, &|_| None)
        .unwrap();
    other.play(at(8, 8)).unwrap();
    one.play(at(9, 9)).unwrap();
    assert!(other.is_saved() && !one.is_saved());
    let text = format!("{:?}", one.poll());
    assert!(text.contains("changed by another program"), "{text}");
}
