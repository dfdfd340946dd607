//! Opening protocols on the screen, from either chair.

use tengen_core::opening::Protocol;

use super::*;

fn soosyrv(colour: ColourChoice) -> Stage {
    Stage::usual(soosyrv_settings(colour))
}

fn soosyrv_settings(colour: ColourChoice) -> GameSettings {
    GameSettings {
        rule: Rule::Renju,
        protocol: Protocol::Soosyrv8,
        colour,
        ..against_program()
    }
}

impl Stage {
    fn expect(&mut self, words: &[&str]) -> String {
        let screen = self.screen();
        for word in words {
            assert!(screen.contains(word), "{word} is missing:\n{screen}");
        }
        screen
    }
}

/// What an opening refuses is told in the language of the screen.
#[test]
fn openings_refuse_in_both_languages() {
    for (language, words) in [
        (Language::English, "A1 is not the centre"),
        (Language::Chinese, "A1 不是天元：须下在 H8。"),
    ] {
        let settings = GameSettings {
            rule: Rule::Renju,
            protocol: Protocol::Taraguchi10,
            ..two_people()
        };
        let mut stage = Stage::new(settings, language, PLAIN, (80, 24));
        stage.type_line("a1");
        let screen = stage.screen();
        assert!(screen.contains(words), "{screen}");
    }
}

#[test]
fn swap2_is_opened_by_points_and_decided_by_a_number() {
    let mut stage = Stage::usual(GameSettings {
        protocol: Protocol::Swap2,
        ..two_people()
    });
    for typed in ["h8", "i9", "g6"] {
        stage.type_line(typed);
    }
    let screen = stage.screen();
    assert!(screen.contains("3 Add two stones"), "{screen}");
    stage.press(KeyCode::Char('3'));
    // A digit alone does nothing, so that the Enter behind it places no stone.
    assert!(stage.screen().contains("3 Add two stones"));
    stage.press(KeyCode::Enter);
    assert!(stage.screen().contains("Place a white stone anywhere."));
}

#[test]
fn the_one_who_opens_is_told_of_swaps_and_asks_for_fifths() {
    let mut stage = soosyrv(ColourChoice::Black);
    stage.expect(&["You open. Place a black stone in the centre."]);
    for typed in ["h8", "i9", "h7"] {
        stage.type_line(typed);
    }
    stage.expect(&["Swapped: you are White. Place a white stone anywhere."]);
    stage.type_line("i6");
    stage.expect(&["How many fifths must Black offer? 1 to 8.", " 1-8"]);
    stage.type_line("9");
    stage.expect(&["9 is none of the choices: type a number from 1 to 8."]);
    stage.type_line("2");
    stage.expect(&["Swapped: you are Black.", "2 to go."]);
    stage.type_line("k9");
    stage.expect(&["Offered: K9."]);
    stage.type_line("f5");
    // The program has picked the first one; nothing is left of the other.
    let screen = stage.expect(&["K9 is picked.", "Your turn. You are Black."]);
    let board: Vec<&str> = screen.lines().skip(2).take(15).collect();
    let points: String = board.iter().flat_map(|row| row.chars().take(35)).collect();
    assert!(!points.contains(['a', 'b']), "{screen}");
    assert_eq!(stage.stones(), 6);
}

#[test]
fn the_one_who_answers_chooses_by_mouse_and_picks_by_letter() {
    let mut stage = soosyrv(ColourChoice::White);
    let screen = stage.expect(&["New game. Level 3 opens. Keep the colours", "2 Take Black"]);
    let rows: Vec<&str> = screen.lines().collect();
    let row = rows.iter().position(|it| it.contains("2 Take Black"));
    stage.click(40, row.unwrap() as u16);
    stage.expect(&["Fifths to offer: 2. Keep the colours or swap them."]);
    stage.type_line("2");
    let offered = stage.app.session.game().opening().unwrap().offered();
    let names = crate::words::names(offered, Size::STANDARD);
    let second = offered[1];
    stage.expect(&[&format!("Offered: {names}. Pick a fifth stone")]);
    stage.type_line("c");
    stage.expect(&["c is no move"]);
    stage.type_line("b");
    let picked = format!("{} is picked.", second.name(Size::STANDARD));
    stage.expect(&[&picked, "Your turn."]);
    let board = stage.app.session.game().position().board();
    assert_eq!(board.get(second), Some(Stone::Black));
}

#[test]
fn in_swap2_the_program_adds_two_and_the_person_chooses() {
    let mut stage = Stage::usual(GameSettings {
        protocol: Protocol::Swap2,
        ..against_program()
    });
    for typed in ["h8", "i9", "g6"] {
        stage.type_line(typed);
    }
    stage.expect(&["Level 3 adds two stones. Choose a colour."]);
    stage.type_line("2");
    stage.expect(&["You take White."]);
}

#[test]
fn in_a_narrow_window_what_is_asked_comes_before_what_happened() {
    let settings = soosyrv_settings(ColourChoice::Black);
    let mut stage = Stage::new(settings, Language::English, PLAIN, (60, 20));
    for typed in ["h8", "i9", "h7", "i6", "2"] {
        stage.type_line(typed);
    }
    let screen = stage.expect(&["Offer a fifth stone; 2 to go."]);
    assert!(!screen.contains("Swapped"), "{screen}");
}
