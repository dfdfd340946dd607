//! Records that are opened, played on from and saved.

use super::*;

#[test]
fn names_and_comments_of_records_cannot_steer_the_terminal() {
    let folder = Folder::new("record");
    let file = folder.0.join("nasty.sgf");
    let text =
        "(;GM[4]SZ[15]PB[Ann\u{1b}[31m]PW[Bob\u{9b}2J];B[hh]C[see\u{1b}]52;c;eA==\u{7}];W[ii])";
    std::fs::write(&file, text).unwrap();
    let mut stage = Stage::usual(two_people());
    stage.ctrl('o');
    stage.type_line(file.to_str().unwrap());
    stage.press(KeyCode::Char(' '));
    stage.press(KeyCode::Left);
    let screen = stage.screen();
    assert!(screen.contains("Ann") && screen.contains("Bob"), "{screen}");
    assert!(screen.contains("see"), "{screen}");
    let steers = |c: char| c.is_control() && c != '\n';
    assert!(!screen.chars().any(steers), "{screen:?}");
}

/// A record with stones set up, White to move, a comment and a variation.
const RECORD: &str =
    "(;GM[4]SZ[15]RU[freestyle]AB[hh][ii]AW[hg]PL[W];W[gg]C[why here](;B[ff])(;B[fg]))";

fn opened(folder: &Folder) -> Stage {
    let file = folder.0.join("setup.sgf");
    std::fs::write(&file, RECORD).unwrap();
    let mut stage = Stage::usual(two_people());
    stage.ctrl('o');
    stage.type_line(file.to_str().unwrap());
    stage.press(KeyCode::Char(' '));
    stage
}

#[test]
fn a_game_goes_on_from_a_record_with_its_stones_and_colours() {
    let folder = Folder::new("play-on");
    let mut stage = opened(&folder);
    stage.press(KeyCode::Left);
    stage.press(KeyCode::Char('p'));
    assert_eq!(stage.stones(), 4);
    let position = stage.app.session.game().position();
    assert_eq!(position.to_move(), Stone::Black);
    let size = Size::STANDARD;
    let stone_at = |name: &str| {
        let (x, y) = (
            name.as_bytes()[0] - b'A',
            15 - name[1..].parse::<u8>().unwrap(),
        );
        position.board().get(size.point(x, y).unwrap())
    };
    assert_eq!(stone_at("H8"), Some(Stone::Black));
    assert_eq!(stone_at("H9"), Some(Stone::White));
    assert_eq!(stone_at("G9"), Some(Stone::White));
}

#[test]
fn what_was_opened_is_saved_whole() {
    let folder = Folder::new("save");
    let mut stage = opened(&folder);
    let copy = folder.0.join("copy.sgf");
    stage.ctrl('s');
    stage.type_line(copy.to_str().unwrap());
    let written = std::fs::read_to_string(&copy).unwrap();
    for part in ["AB[hh][ii]", "C[why here]", ";B[ff]", ";B[fg]"] {
        assert!(written.contains(part), "{part}: {written}");
    }
}

#[test]
fn what_a_reader_assumed_stands_in_the_panel() {
    let mut stage = Stage::usual(two_people());
    stage.ctrl('o');
    stage.type_line("h8i9g7");
    stage.press(KeyCode::Char(' '));
    let screen = stage.screen();
    assert!(screen.contains("read as freestyle on"), "{screen}");
    stage.press(KeyCode::Left);
    assert!(!stage.screen().contains("read as"));
}

#[test]
fn a_name_that_is_no_file_and_no_position_is_told_so() {
    let mut stage = Stage::usual(two_people());
    stage.ctrl('o');
    stage.type_line("nosuch.sgf");
    let screen = stage.screen();
    assert!(screen.contains("There is no file nosuch.sgf"), "{screen}");
    assert!(stage.app.review.is_none());
}
