//! The app without a terminal: games by keys and mouse, and every screen as text.
//!
//! The screens lie in `tests/screens`; `TENGEN_UPDATE=1` writes them anew.

mod next_game;
mod openings;
mod records;
mod unsaved;

use std::path::Path;
use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use tengen_core::opening::{Act, Task};
use tengen_core::{Rule, Size};
use tengen_play::clock::TimeSource;
use tengen_play::thinking::{Job, JobTask, News, Reply, Report, Thinker};
use tengen_play::{ColourChoice, Opponent, Parts, TimeControl};

use super::*;
use crate::look::{Depth, Ground};
use crate::text::Language;

/// Answers every turn at once with the first free point of the top row; in an opening it
/// swaps whenever it may, asks for two fifths, and adds two stones.
#[derive(Debug, Default)]
struct TopRow {
    news: Vec<News>,
    /// Fails so often before it answers.
    failures: usize,
}

impl Thinker for TopRow {
    fn ask(&mut self, job: Job) {
        let board = job.game.position().board();
        let free = board.free_points().next().unwrap();
        let reply = match job.task {
            JobTask::Turn if self.failures > 0 => {
                self.failures -= 1;
                Reply::Failed("out of order".to_owned())
            }
            JobTask::Turn => match job.game.turn() {
                None => Reply::Move(free),
                Some(turn) => Reply::Act(act(turn.task, &job)),
            },
            JobTask::DrawOffer => Reply::Draw(false),
            JobTask::Hint => Reply::Failed("no hints here".to_owned()),
        };
        let what = Report::Done(reply);
        self.news.push(News {
            job: job.number,
            what,
        });
    }

    fn cancel(&mut self) {
        self.news.clear();
    }

    fn hurry(&mut self) {}

    fn poll(&mut self) -> Option<News> {
        self.news.pop()
    }
}

fn act(task: Task, job: &Job) -> Act {
    match task {
        Task::MaySwap => Act::Swap,
        Task::DeclareFifths { .. } => Act::Declare(2),
        Task::ChooseColourOrAddTwo => Act::AddTwo,
        _ => job.game.opening().unwrap().choices()[0],
    }
}

/// Time that stands still.
#[derive(Debug)]
struct Still;

impl TimeSource for Still {
    fn now_ms(&self) -> u64 {
        0
    }
}

struct Stage {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Stage {
    fn new(settings: GameSettings, language: Language, look: Look, size: (u16, u16)) -> Stage {
        Stage::kept(settings, language, look, size, None)
    }

    fn kept(
        settings: GameSettings,
        language: Language,
        look: Look,
        size: (u16, u16),
        store: Option<Store>,
    ) -> Stage {
        Stage::with_thinker(settings, language, look, size, store, TopRow::default())
    }

    fn with_thinker(
        settings: GameSettings,
        language: Language,
        look: Look,
        size: (u16, u16),
        store: Option<Store>,
        thinker: TopRow,
    ) -> Stage {
        let keeper = store.clone();
        let parts = Parts {
            thinker: Box::new(thinker),
            time: Arc::new(Still),
            keeper: keeper.map(|it| Box::new(it) as Box<dyn tengen_play::journal::Keeper>),
        };
        Stage::with_parts(settings, language, look, size, store, parts)
    }

    fn with_parts(
        settings: GameSettings,
        language: Language,
        look: Look,
        size: (u16, u16),
        store: Option<Store>,
        parts: Parts,
    ) -> Stage {
        let mut app = App::new(Start {
            session: Session::with_parts(settings, parts).unwrap(),
            store,
            texts: Texts::of(language),
            look,
            ground_is_given: true,
            decode: |bytes| String::from_utf8_lossy(bytes).into_owned(),
            engines: Vec::new(),
            cannot_keep: false,
            message: None,
        });
        app.update(Input::Resize(size.0, size.1));
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        Stage { app, terminal }
    }

    fn usual(settings: GameSettings) -> Stage {
        Stage::new(settings, Language::English, PLAIN, (80, 24))
    }

    fn press(&mut self, code: KeyCode) -> Vec<Effect> {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        self.app.update(Input::Key(key))
    }

    fn ctrl(&mut self, c: char) -> Vec<Effect> {
        let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
        self.app.update(Input::Key(key))
    }

    fn type_line(&mut self, text: &str) {
        for c in text.chars() {
            self.press(KeyCode::Char(c));
        }
        self.press(KeyCode::Enter);
    }

    fn click(&mut self, column: u16, row: u16) {
        self.app.update(Input::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    }

    /// Gives the window another size.
    fn resize(&mut self, columns: u16, rows: u16) {
        self.terminal.backend_mut().resize(columns, rows);
        self.app.update(Input::Resize(columns, rows));
    }

    fn screen(&mut self) -> String {
        let app = &self.app;
        self.terminal.draw(|frame| app.draw(frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let mut text = String::new();
        for row in 0..buffer.area.height {
            let mut line = String::new();
            let mut column = 0;
            while column < buffer.area.width {
                let symbol = buffer[(column, row)].symbol();
                line.push_str(symbol);
                column += crate::text::width(symbol).max(1) as u16;
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Lets time go by until the screen shows this.
    fn until(&mut self, words: &str) -> String {
        loop {
            let screen = self.screen();
            if screen.contains(words) {
                return screen;
            }
            std::thread::yield_now();
            self.app.update(Input::Tick);
        }
    }

    fn stones(&self) -> usize {
        self.app.session.game().position().board().stone_count()
    }
}

const PLAIN: Look = Look {
    depth: Depth::None,
    ground: Ground::Dark,
    ascii: false,
    wide_stones: false,
};

fn against_program() -> GameSettings {
    GameSettings {
        colour: ColourChoice::Black,
        opponent: Player::Opponent(Opponent::Level(3)),
        seed: Some(1),
        ..GameSettings::default()
    }
}

fn two_people() -> GameSettings {
    GameSettings {
        opponent: Player::Person,
        ..against_program()
    }
}

fn expect_screen(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
    let path = path.join(format!("{name}.txt"));
    if std::env::var_os("TENGEN_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(expected.replace("\r\n", "\n"), found, "{}", path.display());
}

#[test]
fn a_game_is_won_by_typing_and_the_line_is_told() {
    let mut stage = Stage::usual(against_program());
    for typed in ["h8", "I8", "j8", "k8", "l8"] {
        stage.type_line(typed);
    }
    let screen = stage.screen();
    assert!(screen.contains("Black wins with five: H8-L8."), "{screen}");
    expect_screen("won", &screen);
    stage.ctrl('z');
    assert_eq!(stage.stones(), 8);
}

#[test]
fn arrows_enter_and_mouse_place_stones() {
    let mut stage = Stage::usual(two_people());
    stage.press(KeyCode::Right);
    stage.press(KeyCode::Up);
    stage.press(KeyCode::Enter);
    let played = |stage: &Stage| {
        let moves = stage.app.session.game().moves();
        let last = moves.last().and_then(|mv| mv.point);
        last.map(|point| point.name(Size::STANDARD))
    };
    assert_eq!(played(&stage).as_deref(), Some("I9"));
    // A1 is the lowest row, the first column of points.
    stage.click(5, 16);
    assert_eq!(played(&stage).as_deref(), Some("A1"));
    stage.click(33, 2);
    assert_eq!(played(&stage).as_deref(), Some("O15"));
    let before = stage.stones();
    stage.click(60, 10);
    assert_eq!(stage.stones(), before, "the panel is no board");
}

#[test]
fn screens_of_a_game_in_both_languages_and_several_sizes() {
    let clock = TimeControl::PerGame {
        ms: 300_000,
        increment_ms: 3_000,
    };
    let settings = || GameSettings {
        time: clock,
        ..against_program()
    };
    let ascii = Look {
        ascii: true,
        ..PLAIN
    };
    for (name, language, look, size) in [
        ("play_80x24", Language::English, PLAIN, (80, 24)),
        ("play_100x30", Language::English, PLAIN, (100, 30)),
        ("play_60x20", Language::English, PLAIN, (60, 20)),
        ("play_120x40", Language::English, PLAIN, (120, 40)),
        ("play_zh_80x24", Language::Chinese, PLAIN, (80, 24)),
        ("play_ascii_80x24", Language::English, ascii, (80, 24)),
    ] {
        let mut stage = Stage::new(settings(), language, look, size);
        for typed in ["h8", "i9", "g7"] {
            stage.type_line(typed);
        }
        stage.press(KeyCode::Left);
        stage.press(KeyCode::Char('k'));
        expect_screen(name, &stage.screen());
    }
}

#[test]
fn the_sheet_is_filled_by_keys_and_by_mouse_and_starts_a_game() {
    let mut stage = Stage::usual(against_program());
    stage.press(KeyCode::F(2));
    expect_screen("sheet_80x24", &stage.screen());
    stage.press(KeyCode::Right); // Classroom
    stage.press(KeyCode::Down);
    stage.press(KeyCode::Left); // Random
    let screen = stage.screen();
    let rows: Vec<&str> = screen.lines().collect();
    let row = rows.iter().position(|it| it.contains("Renju")).unwrap();
    let column = rows[row].chars().take_while(|&c| c != 'j').count();
    stage.click(column as u16, row as u16);
    stage.click(75, 21);
    let settings = stage.app.session.settings();
    assert_eq!(settings.rule, Rule::Renju);
    assert_eq!(settings.opponent, Player::Opponent(Opponent::Random));
    let mut chinese = Stage::new(against_program(), Language::Chinese, PLAIN, (100, 30));
    chinese.press(KeyCode::F(2));
    expect_screen("sheet_zh_100x30", &chinese.screen());
}

#[test]
fn in_a_narrow_window_the_sheet_shows_what_is_chosen_of_many() {
    let mut stage = Stage::new(against_program(), Language::English, PLAIN, (60, 20));
    stage.press(KeyCode::F(2));
    expect_screen("sheet_60x20", &stage.screen());
    // Opponent, level, colour, rule: renju has the most openings.
    for _ in 0..3 {
        stage.press(KeyCode::Down);
    }
    for _ in 0..2 {
        stage.press(KeyCode::Right);
    }
    stage.press(KeyCode::Down);
    assert!(stage.screen().contains('›'), "{}", stage.screen());
    for _ in 0..8 {
        stage.press(KeyCode::Right);
    }
    let screen = stage.screen();
    assert!(screen.contains("[Taraguchi-10]"), "{screen}");
    assert!(screen.contains('‹') && !screen.contains('›'), "{screen}");
}

#[test]
fn help_shows_every_key_also_in_the_smallest_window() {
    for (name, language, size) in [
        ("help_80x24", Language::English, (80, 24)),
        ("help_60x20", Language::English, (60, 20)),
        ("help_zh_60x20", Language::Chinese, (60, 20)),
    ] {
        let mut stage = Stage::new(against_program(), language, PLAIN, size);
        stage.press(KeyCode::Char('?'));
        let mut pages = String::new();
        while let Screen::Help(_) = stage.app.screen {
            pages += &stage.screen();
            stage.press(KeyCode::Char(' '));
        }
        for row in crate::keys::KEYS {
            let text = Texts::of(language).get(row.help);
            assert!(pages.contains(text), "{text}: {pages}");
        }
        expect_screen(name, &pages);
        stage.press(KeyCode::Char('?'));
        stage.press(KeyCode::Esc);
        assert!(matches!(stage.app.screen, Screen::Board));
    }
}

#[test]
fn forbidden_points_are_shown_with_their_reason() {
    let mut stage = Stage::usual(GameSettings {
        rule: Rule::Renju,
        ..two_people()
    });
    for typed in ["g8", "a1", "f8", "a3", "h9", "a5", "h10", "a7"] {
        stage.type_line(typed);
    }
    stage.type_line("h8");
    let screen = stage.screen();
    assert!(screen.contains("H8 is forbidden: double three"), "{screen}");
    assert_eq!(stage.stones(), 8);
    expect_screen("renju", &screen);
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let mut stage = Stage::usual(against_program());
    for (typed, word) in [("z9", "z9 is no move"), ("a15", "A15 is taken")] {
        stage.type_line("h8");
        stage.type_line(typed);
        let screen = stage.screen();
        assert!(screen.contains(word), "{screen}");
    }
    assert_eq!(stage.stones(), 2);
    stage.ctrl('y');
    assert!(stage.screen().contains("nothing to do again"));
}

/// The program fills the top row: after three stones there every move that does not
/// stop it is warned of, and the warning can be overruled or switched off.
#[test]
fn a_losing_move_is_asked_about_against_a_program_only() {
    let mut stage = Stage::usual(against_program());
    for typed in ["a1", "c1", "e1", "g1"] {
        stage.type_line(typed);
    }
    assert_eq!(stage.stones(), 8);
    stage.type_line("i1");
    let screen = stage.screen();
    assert!(screen.contains("I1 loses by force: E15."), "{screen}");
    stage.press(KeyCode::Esc);
    assert_eq!(stage.stones(), 8);
    stage.type_line("i1");
    stage.press(KeyCode::Enter);
    assert!(stage.screen().contains("White wins with five"));
}

#[test]
fn resigning_asks_first() {
    let mut stage = Stage::usual(against_program());
    stage.type_line("h8");
    stage.press(KeyCode::F(4));
    assert!(stage.screen().contains("Resign this game?"));
    stage.press(KeyCode::Esc);
    assert!(stage.app.session.outcome().is_none());
    stage.press(KeyCode::F(4));
    stage.press(KeyCode::Enter);
    let screen = stage.screen();
    assert!(screen.contains("White wins: Black resigned."), "{screen}");
}

#[test]
fn the_game_is_walked_through_and_another_can_be_opened() {
    let mut stage = Stage::usual(two_people());
    for typed in ["h8", "i9", "g7"] {
        stage.type_line(typed);
    }
    stage.press(KeyCode::Tab);
    stage.press(KeyCode::Left);
    let screen = stage.screen();
    assert!(screen.contains("Black to move after 2. I9"), "{screen}");
    assert!(screen.contains("2 of 3"), "{screen}");
    stage.ctrl('z');
    assert!(stage.screen().contains("Esc goes back to it"));
    let copied = stage.press(KeyCode::F(8));
    assert_eq!(copied, [Effect::Copy("h8i9".to_owned())]);
    stage.press(KeyCode::Esc);
    stage.ctrl('o');
    for c in "a1b2c3d4e5".chars() {
        stage.press(KeyCode::Char(c));
    }
    stage.press(KeyCode::Enter);
    let screen = stage.screen();
    assert!(screen.contains("5 of 5"), "{screen}");
    stage.press(KeyCode::Esc);
    assert_eq!(stage.stones(), 3, "the game is as it was");
    let copied = stage.press(KeyCode::F(8));
    assert_eq!(copied, [Effect::Copy("h8i9g7".to_owned())]);
}

/// Black has an open three that White did not stop: the engine proves the win, says who
/// gave it, and marks it below the board.
#[test]
fn the_analysis_proves_marks_and_tries_moves_out() {
    let mut stage = Stage::usual(two_people());
    for typed in ["h8", "a1", "i8", "c1", "j8", "o15", "g8"] {
        stage.type_line(typed);
    }
    stage.press(KeyCode::Tab);
    stage.press(KeyCode::Left);
    let screen = stage.until("Black wins in 2, whatever White plays.");
    assert!(screen.contains("proven"), "{screen}");
    let screen = stage.until("6. O15 gave the win.");
    assert!(screen.contains("The engine prefers"), "{screen}");
    assert!(screen.contains("Win chance of Black"), "{screen}");
    // From the start the next mistake is found again.
    stage.press(KeyCode::Home);
    stage.press(KeyCode::Char('b'));
    assert!(stage.screen().contains("6 of 7"));
    // White to move: what does Black threaten? And the engine's move is tried out.
    stage.press(KeyCode::Left);
    stage.press(KeyCode::Char('x'));
    let screen = stage.screen();
    assert!(
        screen.contains("Black threatens to win by fours"),
        "{screen}"
    );
    stage.until("Best lines");
    stage.press(KeyCode::Enter);
    let screen = stage.screen();
    assert!(screen.contains("Trying out"), "{screen}");
    stage.press(KeyCode::Esc);
    assert!(stage.screen().contains("5 of 7"));
    stage.press(KeyCode::Char(' '));
    assert!(stage.screen().contains("The engine rests"));
    stage.press(KeyCode::Char('p'));
    assert_eq!(stage.stones(), 5, "the game goes on from there");
}

/// With the engine at rest, whose figures differ from run to run.
#[test]
fn screens_of_a_walk_in_both_languages_and_several_sizes() {
    for (name, language, size) in [
        ("walk_80x24", Language::English, (80, 24)),
        ("walk_60x20", Language::English, (60, 20)),
        ("walk_zh_100x30", Language::Chinese, (100, 30)),
    ] {
        let mut stage = Stage::new(two_people(), language, PLAIN, size);
        for typed in ["h8", "i9", "g7", "j10", "k11"] {
            stage.type_line(typed);
        }
        stage.press(KeyCode::Tab);
        stage.press(KeyCode::Char(' '));
        stage.press(KeyCode::Left);
        expect_screen(name, &stage.screen());
        stage.press(KeyCode::Char('?'));
        expect_screen(&format!("{name}_help"), &stage.screen());
    }
}

#[test]
fn the_engines_view_stands_beside_a_game_when_asked_for() {
    let mut stage = Stage::usual(against_program());
    for typed in ["h8", "i8", "j8"] {
        stage.type_line(typed);
    }
    stage.press(KeyCode::F(7));
    let screen = stage.until("Best lines");
    assert!(screen.contains("The engine's view"), "{screen}");
    assert!(screen.contains("Win chance of Black"), "{screen}");
    stage.press(KeyCode::F(7));
    assert!(!stage.screen().contains("Best lines"));
}

/// A folder of its own, which goes with the test.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("tengen-tui-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn kept_games_are_listed_opened_renamed_exported_and_deleted() {
    let folder = Folder::new("list");
    let store = Store::open(&folder.0).unwrap();
    let store = Some(store);
    let mut stage = Stage::kept(two_people(), Language::English, PLAIN, (80, 24), store);
    for typed in ["h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8"] {
        stage.type_line(typed);
    }
    assert!(stage.screen().contains("Black wins with five"));
    stage.press(KeyCode::F(10));
    stage.type_line("g7");
    stage.ctrl('g');
    let screen = stage.screen();
    assert!(screen.contains("2 kept"), "{screen}");
    assert!(screen.contains("Black won"), "{screen}");
    assert!(screen.contains("goes on"), "{screen}");
    // The game on the board stays; the other one is renamed, with no power over the
    // terminal, exported, opened and deleted.
    stage.press(KeyCode::Char('d'));
    stage.press(KeyCode::Enter);
    assert!(stage.screen().contains("This game is on the board"));
    stage.press(KeyCode::Down);
    stage.press(KeyCode::Char('r'));
    for c in "my\u{1b}[2J win".chars() {
        stage.press(KeyCode::Char(c));
    }
    stage.press(KeyCode::Enter);
    let screen = stage.screen();
    assert!(screen.contains("my\u{FFFD}[2J win"), "{screen}");
    stage.press(KeyCode::Char('e'));
    let file = folder.0.join("won.sgf");
    stage.type_line(file.to_str().unwrap());
    assert!(stage.screen().contains("Saved to"));
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.starts_with("(;"), "{written}");
    stage.press(KeyCode::Enter);
    let screen = stage.screen();
    assert!(screen.contains("9 of 9"), "{screen}");
    stage.press(KeyCode::Esc);
    stage.ctrl('g');
    stage.press(KeyCode::Delete);
    assert!(stage.screen().contains("Delete this game for good?"));
    stage.press(KeyCode::Enter);
    let screen = stage.screen();
    assert!(screen.contains("1 kept"), "{screen}");
    assert!(!screen.contains("Black won"), "{screen}");
}

/// Where the terminal draws stones two columns wide, the cell behind each is left out.
#[test]
fn wide_stones_take_the_cell_behind_them() {
    let wide = Look {
        wide_stones: true,
        ..PLAIN
    };
    let mut stage = Stage::new(two_people(), Language::English, wide, (80, 24));
    stage.type_line("h8");
    stage.screen();
    let buffer = stage.terminal.backend().buffer().clone();
    let app = &stage.app;
    stage.terminal.draw(|frame| app.draw(frame)).unwrap();
    // H8 lies in the ninth row of the window, seven points to the right of column 5; the
    // test's terminal never hears of the cell behind it.
    let (column, row) = (5 + 2 * 7, 2 + 7);
    assert_eq!(buffer[(column, row)].symbol(), "●");
    assert_eq!(buffer[(column + 1, row)].symbol(), " ");
    assert_eq!(buffer[(column - 1, row)].symbol(), "[");
}

fn on_a_board_of(side: u8) -> GameSettings {
    GameSettings {
        size: Size::new(side).unwrap(),
        ..against_program()
    }
}

/// Every board that the sheet offers is played in the usual window; one that needs a larger
/// one names the keys that lead on.
#[test]
fn large_boards_fit_the_usual_window_or_name_a_way_out() {
    for side in [19, 20] {
        let mut stage = Stage::usual(on_a_board_of(side));
        stage.type_line("h8");
        let screen = stage.screen();
        expect_screen(&format!("play_{side}_80x24"), &screen);
        // A1 lies in the lowest row of the board, above the letters.
        stage.click(5, 1 + u16::from(side));
        assert_eq!(stage.stones(), 4, "{}", stage.screen());
        stage.press(KeyCode::Tab);
        stage.press(KeyCode::Char(' '));
        assert!(stage.screen().contains("4 of 4"), "{}", stage.screen());
    }
    let mut stage = Stage::usual(on_a_board_of(22));
    let screen = stage.screen().replace('\n', " ");
    assert!(screen.contains("needs 74 columns and 26 rows"), "{screen}");
    assert!(screen.contains("F2 new game, Ctrl+Q quit."), "{screen}");
    stage.press(KeyCode::F(2));
    assert!(stage.screen().contains("[ Start ]"));
}

/// Rule, size and condition stand in every window whole, or with a sign that they do not.
#[test]
fn the_title_says_when_it_is_cut() {
    for language in [Language::English, Language::Chinese] {
        for rule in Rule::ALL {
            let settings = GameSettings {
                rule,
                ..two_people()
            };
            let mut stage = Stage::new(settings, language, PLAIN, (60, 20));
            let screen = stage.screen();
            let title = screen.lines().next().unwrap();
            let condition = Texts::of(language).condition(rule);
            let whole = title.ends_with(&condition);
            assert!(whole || title.ends_with('…'), "{title}");
            let colons = title.matches([':', '：']).count();
            assert_eq!(colons, 1, "{title}");
        }
    }
}

#[test]
fn small_windows_are_told_and_no_size_is_too_odd_to_draw() {
    let mut small = Stage::new(against_program(), Language::English, PLAIN, (52, 18));
    let screen = small.screen();
    let words = screen.trim_end().replace('\n', " ");
    assert!(
        words.contains("needs 60 columns and 20 rows; this window has 52 by 18."),
        "{screen}"
    );
    assert!(words.ends_with("Ctrl+Q quit."), "{screen}");
    assert!(!words.contains("F2"), "the sheet does not fit either");
    for (columns, rows) in [(1, 1), (2, 50), (300, 2), (60, 20), (61, 21), (300, 100)] {
        for code in [KeyCode::Esc, KeyCode::F(1), KeyCode::F(2), KeyCode::Tab] {
            let mut stage = Stage::new(two_people(), Language::Chinese, PLAIN, (columns, rows));
            stage.press(code);
            stage.screen();
            stage.click(0, 0);
            stage.click(columns - 1, rows - 1);
        }
    }
}
