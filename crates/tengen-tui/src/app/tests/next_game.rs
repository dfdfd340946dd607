//! What lasts beyond a move or a game: the adaptive level, news, questions, watching.

use super::*;

fn kept(store: &Store, settings: GameSettings) -> Stage {
    let store = Some(store.clone());
    Stage::kept(settings, Language::English, PLAIN, (80, 24), store)
}

#[test]
fn the_adaptive_level_is_told_offered_and_remembered() {
    let folder = Folder::new("adaptive");
    let store = Store::open(&folder.0).unwrap();
    let mut stage = kept(&store, against_program());
    stage.ctrl('a');
    assert!(stage.screen().contains("The level adapts"));
    stage.type_line("h8");
    stage.ctrl('a');
    assert!(
        stage
            .screen()
            .contains("This is settled until the game ends.")
    );
    stage.press(KeyCode::F(4));
    stage.press(KeyCode::Enter);
    // The second loss comes after another start.
    let mut stage = kept(&store, against_program());
    assert!(
        stage
            .screen()
            .contains("Adaptive level (locked in a game)   [on ]")
    );
    stage.press(KeyCode::F(4));
    stage.press(KeyCode::Enter);
    let screen = stage.screen();
    assert!(
        screen.contains("The next game is against Level 2."),
        "{screen}"
    );
    stage.press(KeyCode::F(2));
    let screen = stage.screen();
    assert!(screen.contains("1  [2]  3"), "{screen}");
    let remembered = App::remembered_settings(&store).unwrap();
    assert_eq!(remembered.opponent, Player::Opponent(Opponent::Level(2)));
    stage.press(KeyCode::Esc);
    stage.press(KeyCode::F(10));
    assert!(stage.screen().contains("Level 2"));
}

/// The lot of a game is no choice: after another start, and after the adaptive level has
/// changed, the sheet still has what was chosen on it.
#[test]
fn a_random_colour_stays_chosen_after_another_start() {
    let folder = Folder::new("random");
    let store = Store::open(&folder.0).unwrap();
    let mut stage = kept(&store, against_program());
    stage.press(KeyCode::F(2));
    stage.press(KeyCode::Down);
    stage.press(KeyCode::Down);
    stage.press(KeyCode::Right);
    stage.press(KeyCode::Right);
    assert!(stage.screen().contains("[Random]"), "{}", stage.screen());
    stage.press(KeyCode::Enter);
    stage.type_line("h8");
    let id = store.last_unfinished().unwrap().unwrap();
    let mut game = store.game(id).unwrap();
    assert!(game.header.drawn);
    // As of a store that did not know it yet.
    game.header.drawn = false;
    let mut stage = kept(&store, against_program());
    let taken_up = stage
        .app
        .session
        .take_up(id, &game.header, game.log, &|_| None);
    taken_up.unwrap();
    stage.app.update(Input::Tick);
    assert_ne!(stage.app.session.settings().colour, ColourChoice::Random);
    stage.press(KeyCode::F(2));
    assert!(stage.screen().contains("[Random]"), "{}", stage.screen());
}

#[test]
fn taking_back_and_declining_leave_the_turn_readable() {
    let mut stage = Stage::usual(against_program());
    stage.type_line("h8");
    stage.ctrl('z');
    let screen = stage.screen();
    assert!(
        screen.contains("Taken back: 2. Your turn. You are Black."),
        "{screen}"
    );
    stage.ctrl('y');
    let screen = stage.screen();
    assert!(screen.contains("Done again: 2. Your turn."), "{screen}");
    stage.press(KeyCode::F(9));
    let screen = stage.screen();
    assert!(
        screen.contains("The draw is declined. Your turn."),
        "{screen}"
    );
    stage.press(KeyCode::F(4));
    stage.press(KeyCode::Enter);
    stage.ctrl('z');
    let screen = stage.screen();
    assert!(screen.contains("The game goes on. Your turn."), "{screen}");
}

#[test]
fn a_draw_between_two_people_names_the_one_who_offers() {
    let mut stage = Stage::usual(two_people());
    stage.type_line("h8");
    stage.press(KeyCode::F(9));
    let screen = stage.screen();
    assert!(
        screen.contains("White offers a draw. Enter accepts"),
        "{screen}"
    );
    stage.press(KeyCode::Enter);
    assert!(stage.screen().contains("Draw by agreement."));
}

/// The last step of a hint is its line: it is what must be read.
#[test]
fn each_step_of_a_hint_keeps_what_it_adds() {
    use tengen_play::hint::{Hint, HintKind, HintStep};
    let size = Size::STANDARD;
    let line: Vec<Point> = size.points().take(9).collect();
    let hint = |step: HintStep| Hint {
        step,
        something: true,
        region: None,
        kind: Some(HintKind::Attack { moves: 5 }),
        point: Some(line[0]),
        line: line.clone(),
        proof: None,
    };
    for language in [Language::English, Language::Chinese] {
        let texts = Texts::of(language);
        let whole = texts.hint(&hint(HintStep::Line), size);
        assert_eq!(texts.hint_within(&hint(HintStep::Line), size, 200), whole);
        for columns in [45, 60] {
            let said = texts.hint_within(&hint(HintStep::Line), size, columns);
            assert!(crate::text::width(&said) <= columns, "{said}");
            assert!(said.contains(&crate::words::names(&line, size)), "{said}");
            let said = texts.hint_within(&hint(HintStep::Point), size, columns);
            assert!(said.contains("A15"), "{said}");
        }
    }
}

/// However long the proof, the keys that answer stay on the line.
#[test]
fn a_warning_never_pushes_its_question_off_the_screen() {
    let line: Vec<Point> = Size::STANDARD.points().take(20).collect();
    for (language, choice) in [
        (Language::English, "Enter plays it, Esc goes back"),
        (Language::Chinese, "Enter 仍然下，Esc 返回"),
    ] {
        for size in [(60, 20), (80, 24), (100, 30), (200, 50)] {
            let mut stage = Stage::new(against_program(), language, PLAIN, size);
            let point = Size::STANDARD.centre();
            for length in [1, 2, 5, 20] {
                let question = Question::Losing(point, line[..length].to_vec());
                stage.app.screen = Screen::Ask(question);
                let screen = stage.screen();
                assert!(screen.contains(choice), "{length} in {size:?}: {screen}");
            }
        }
    }
}

#[test]
fn two_programs_are_watched_paused_and_sped_up() {
    let mut stage = Stage::usual(GameSettings {
        you: Player::Opponent(Opponent::Level(2)),
        opponent: Player::Opponent(Opponent::Level(3)),
        ..against_program()
    });
    stage.press(KeyCode::Char(' '));
    assert!(stage.screen().contains("The game waits"));
    let before = stage.stones();
    stage.press(KeyCode::Char('+'));
    assert!(stage.screen().contains("A move every 0.25 s."));
    stage.press(KeyCode::Char('+'));
    stage.press(KeyCode::Char(' '));
    for _ in 0..6 {
        stage.app.update(Input::Tick);
    }
    assert!(stage.stones() > before, "{}", stage.screen());
}

#[test]
fn a_watched_game_says_that_it_waits_and_news_grow_old() {
    let mut stage = Stage::usual(GameSettings {
        you: Player::Opponent(Opponent::Level(2)),
        opponent: Player::Opponent(Opponent::Level(3)),
        ..against_program()
    });
    assert!(stage.screen().contains("New game."));
    stage.press(KeyCode::Char('+'));
    stage.press(KeyCode::Char('+'));
    while stage.stones() < 3 {
        stage.app.update(Input::Tick);
    }
    assert!(!stage.screen().contains("New game."));
    stage.ctrl('z');
    let screen = stage.screen();
    assert!(
        screen.contains("Taken back: 1. The game waits: Space goes on."),
        "{screen}"
    );
    stage.press(KeyCode::Char(' '));
    assert!(!stage.screen().contains("Taken back"));
}

#[test]
fn a_program_that_failed_is_asked_again_by_space() {
    let failing = TopRow {
        failures: 1,
        ..TopRow::default()
    };
    let english = Language::English;
    let mut stage = Stage::with_thinker(against_program(), english, PLAIN, (80, 24), None, failing);
    stage.type_line("h8");
    let screen = stage.screen();
    assert!(screen.contains("Level 3 failed: out of order"), "{screen}");
    stage.press(KeyCode::Esc);
    assert!(stage.screen().contains("The game waits: Space goes on."));
    stage.press(KeyCode::Char(' '));
    assert_eq!(stage.stones(), 2, "{}", stage.screen());
    // From now on Space places stones again.
    stage.press(KeyCode::Down);
    stage.press(KeyCode::Char(' '));
    assert_eq!(stage.stones(), 4);
}
