//! Moves that the store refuses: told, marked for as long as it lasts, and not given up
//! without a question.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tengen_play::journal::{Header, KeepError, Keeper, Logged, Summary};

use super::*;

/// A disk without room, and the time in which that is tried again.
#[derive(Clone, Debug, Default)]
struct Disk {
    has_room: Arc<AtomicBool>,
    ms: Arc<AtomicU64>,
}

impl Disk {
    fn keep(&self) -> Result<(), KeepError> {
        match self.has_room.load(Ordering::Relaxed) {
            true => Ok(()),
            false => Err(KeepError("no room".to_owned())),
        }
    }

    fn make_room(&self) {
        self.has_room.store(true, Ordering::Relaxed);
        self.ms.fetch_add(60_000, Ordering::Relaxed);
    }
}

impl Keeper for Disk {
    fn begin(&mut self, _: &Header, _: &[Logged], _: &Summary) -> Result<GameId, KeepError> {
        self.keep().map(|()| GameId(1))
    }

    fn append(&mut self, _: GameId, _: usize, _: &[Logged], _: &Summary) -> Result<(), KeepError> {
        self.keep()
    }
}

impl TimeSource for Disk {
    fn now_ms(&self) -> u64 {
        self.ms.load(Ordering::Relaxed)
    }
}

/// A game that cannot be saved, in this window.
fn on_full_disk(settings: GameSettings, language: Language, size: (u16, u16)) -> (Stage, Disk) {
    let disk = Disk::default();
    let parts = Parts {
        thinker: Box::new(TopRow::default()),
        time: Arc::new(disk.clone()),
        keeper: Some(Box::new(disk.clone())),
    };
    let stage = Stage::with_parts(settings, language, PLAIN, size, None, parts);
    (stage, disk)
}

const MARK: &str = "NOT SAVED";
const QUESTION: &str = "Not saved. Lose this game? Enter yes, Esc no";

#[test]
fn an_unsaved_game_is_marked_until_it_is_saved() {
    let (mut stage, disk) = on_full_disk(against_program(), Language::English, (60, 20));
    assert!(!stage.screen().contains(MARK));
    assert_eq!(stage.ctrl('q'), [Effect::Quit], "nothing would be lost");
    stage.type_line("h8");
    let screen = stage.screen();
    assert!(screen.contains("Not saved: no room"), "{screen}");
    assert_eq!(stage.stones(), 2, "the answer has come");
    stage.type_line("i8");
    for key in [KeyCode::F(1), KeyCode::F(2), KeyCode::Tab] {
        stage.press(key);
        let screen = stage.screen();
        assert!(screen.lines().next().unwrap().contains(MARK), "{screen}");
        stage.press(KeyCode::Esc);
    }
    stage.resize(30, 12);
    assert!(stage.screen().starts_with(MARK), "{}", stage.screen());
    stage.resize(60, 20);
    disk.make_room();
    stage.app.update(Input::Tick);
    let screen = stage.screen();
    assert!(screen.contains("Everything is saved again."), "{screen}");
    stage.press(KeyCode::Esc);
    let screen = stage.screen();
    assert!(!screen.to_lowercase().contains("not saved"), "{screen}");
    assert_eq!(stage.ctrl('q'), [Effect::Quit]);
}

#[test]
fn the_end_of_a_game_does_not_hide_that_it_is_not_saved() {
    let (mut stage, disk) = on_full_disk(two_people(), Language::English, (80, 24));
    disk.has_room.store(true, Ordering::Relaxed);
    for typed in ["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1"] {
        stage.type_line(typed);
    }
    disk.has_room.store(false, Ordering::Relaxed);
    stage.type_line("l8");
    let screen = stage.screen();
    let both = "Black wins with five: H8-L8. Not saved: no room";
    assert!(screen.contains(both), "{screen}");
    assert!(screen.contains(MARK), "{screen}");
}

#[test]
fn leaving_an_unsaved_game_is_asked_about_once() {
    let (mut stage, _) = on_full_disk(two_people(), Language::English, (60, 20));
    stage.type_line("h8");
    assert_eq!(stage.ctrl('q'), []);
    assert!(stage.screen().contains(QUESTION), "{}", stage.screen());
    assert_eq!(stage.press(KeyCode::Esc), []);
    assert!(!stage.screen().contains(QUESTION));
    stage.ctrl('q');
    assert_eq!(stage.press(KeyCode::Enter), [Effect::Quit]);
    // In a window that is too small for the board the question is read as well.
    stage.resize(46, 18);
    assert_eq!(stage.ctrl('c'), []);
    assert!(stage.screen().contains(QUESTION), "{}", stage.screen());
    assert_eq!(stage.ctrl('c'), [Effect::Quit], "who insists leaves");
}

/// What stood on the screen, a question of the game or half a name, comes back.
#[test]
fn who_stays_goes_on_where_the_question_came() {
    let (mut stage, _) = on_full_disk(two_people(), Language::English, (80, 24));
    stage.type_line("h8");
    stage.press(KeyCode::F(9));
    let draw = "Enter accepts, Esc declines";
    assert!(stage.screen().contains(draw), "{}", stage.screen());
    stage.ctrl('q');
    assert!(stage.screen().contains(QUESTION));
    stage.press(KeyCode::Esc);
    assert!(stage.screen().contains(draw), "{}", stage.screen());
    stage.press(KeyCode::Esc);
    stage.ctrl('s');
    stage.press(KeyCode::Char('x'));
    stage.ctrl('q');
    stage.press(KeyCode::Esc);
    assert!(matches!(&stage.app.screen, Screen::Prompt(prompt) if prompt.text == "x"));
}

#[test]
fn the_question_tells_when_the_game_is_saved_meanwhile() {
    for language in [Language::English, Language::Chinese] {
        let (mut stage, disk) = on_full_disk(two_people(), language, (60, 20));
        let texts = Texts::of(language);
        stage.type_line("h8");
        assert!(stage.screen().contains(texts.get("title.not_saved")));
        stage.ctrl('q');
        assert!(stage.screen().contains(texts.get("ask.lose")));
        disk.make_room();
        stage.app.update(Input::Tick);
        let screen = stage.screen();
        assert!(screen.contains(texts.get("ask.lose.saved")), "{screen}");
        assert_eq!(stage.press(KeyCode::Enter), [Effect::Quit]);
        // The word that it is saved again goes, and what was told before does not come back.
        stage.press(KeyCode::Esc);
        assert!(!stage.screen().contains("no room"), "{}", stage.screen());
    }
}

#[test]
fn another_game_does_not_take_the_place_of_an_unsaved_one_unasked() {
    let again = |stage: &mut Stage| {
        stage.press(KeyCode::F(10));
    };
    let sheet = |stage: &mut Stage| {
        stage.press(KeyCode::F(2));
        stage.press(KeyCode::Enter);
    };
    let sheet_by_mouse = |stage: &mut Stage| {
        stage.press(KeyCode::F(2));
        stage.click(75, 21);
    };
    let from_here = |stage: &mut Stage| {
        stage.press(KeyCode::Tab);
        stage.press(KeyCode::Home);
        stage.press(KeyCode::Char('p'));
    };
    let ways: [&dyn Fn(&mut Stage); 4] = [&again, &sheet, &sheet_by_mouse, &from_here];
    for (n, way) in ways.into_iter().enumerate() {
        let (mut stage, _) = on_full_disk(two_people(), Language::English, (80, 24));
        stage.type_line("h8");
        way(&mut stage);
        let screen = stage.screen();
        assert!(screen.contains(QUESTION), "way {n}: {screen}");
        stage.press(KeyCode::Esc);
        assert_eq!(stage.stones(), 1, "way {n}");
        stage.app.screen = Screen::Board;
        stage.app.review = None;
        way(&mut stage);
        stage.press(KeyCode::Enter);
        assert_eq!(stage.stones(), 0, "way {n}");
        let screen = stage.screen();
        assert!(screen.contains("New game."), "way {n}: {screen}");
        assert!(!screen.contains(MARK), "nothing is played yet: {screen}");
    }
}

#[test]
fn a_kept_game_does_not_take_the_place_of_an_unsaved_one_unasked() {
    let folder = Folder::new("unsaved-open");
    let store = Store::open(&folder.0).unwrap();
    let kept = Some(store.clone());
    let mut before = Stage::kept(two_people(), Language::English, PLAIN, (80, 24), kept);
    for typed in ["h8", "i9", "g7"] {
        before.type_line(typed);
    }
    let disk = Disk::default();
    let parts = Parts {
        thinker: Box::new(TopRow::default()),
        time: Arc::new(disk.clone()),
        keeper: Some(Box::new(disk)),
    };
    let (settings, size) = (two_people(), (80, 24));
    let mut stage = Stage::with_parts(settings, Language::English, PLAIN, size, Some(store), parts);
    stage.type_line("a1");
    stage.ctrl('g');
    assert!(stage.screen().contains(MARK), "over the list too");
    stage.press(KeyCode::Enter);
    assert!(stage.screen().contains(QUESTION), "{}", stage.screen());
    stage.press(KeyCode::Esc);
    assert_eq!(stage.stones(), 1);
    assert!(matches!(stage.app.screen, Screen::Games));
    stage.press(KeyCode::Enter);
    stage.press(KeyCode::Enter);
    assert_eq!(stage.stones(), 3);
}

/// There was to be a store, and there is none.
#[test]
fn a_run_that_cannot_keep_games_is_marked_and_asks_too() {
    let mut stage = Stage::usual(two_people());
    stage.app.cannot_keep = true;
    assert!(stage.screen().contains(MARK));
    assert_eq!(stage.ctrl('q'), [Effect::Quit], "nothing would be lost");
    stage.type_line("h8");
    assert_eq!(stage.ctrl('q'), []);
    assert!(stage.screen().contains(QUESTION), "{}", stage.screen());
    let mut stage = Stage::usual(two_people());
    stage.type_line("h8");
    assert!(!stage.screen().contains(MARK), "nobody wanted a store");
    assert_eq!(stage.ctrl('q'), [Effect::Quit]);
}
