use proptest::prelude::*;

use super::*;
use crate::record::test_support::{any_bytes, any_line, damaged};
use crate::stone::Stone;

/// Options with rule and size, so that only real repairs are noted.
fn known() -> ReadOptions {
    ReadOptions {
        rule: Some(Rule::Freestyle),
        size: Some(Size::STANDARD),
        ..ReadOptions::default()
    }
}

/// The moves as a position string with rows from the top, and the notes.
fn read_from_top(text: &str, options: &ReadOptions) -> (String, Vec<String>) {
    let reading = read(text, options).unwrap();
    let written = write(&reading.value, Rows::FromTop).unwrap();
    let notes = reading.notes.iter().map(ToString::to_string).collect();
    (written, notes)
}

fn read_quietly(text: &str) -> String {
    let (written, notes) = read_from_top(text, &known());
    assert_eq!(notes, [""; 0], "{text}");
    written
}

#[test]
fn what_people_paste_is_read_without_a_word() {
    for text in [
        "h8i7h6",
        "H8I7H6",
        "\u{FEFF}h8 i7\r\nh6\n",
        "1. h8 2. i7 3. h6",
        "1.h8 i7 2.h6",
        "(1) h8, (2) i7; (3) h6.",
        "[h8][i7][h6]",
        "h8-i7-h6",
        "h 8 i\t7 h 6",
        "Ｈ８　Ｉ７、ｈ６。",
        "h8 → i7 → h6",
        "----------\nh8 i7 h6\n----------",
        "h08 i07 h06",
    ] {
        assert_eq!(read_quietly(text), "h8i9h10", "{text}");
    }
}

#[test]
fn passes_are_moves() {
    for text in ["h8--h9", "h8 pass h9", "h8passh9", "h8 PASS h9", "h8 -- h9"] {
        let tree = read(text, &known()).unwrap().value;
        let moves = tree.main_moves();
        assert_eq!(moves.len(), 3, "{text}");
        assert_eq!((moves[1].stone, moves[1].point), (Stone::White, None));
        assert_eq!(write(&tree, Rows::FromBottom).unwrap(), "h8--h9");
    }
}

/// Capitals, rows from the bottom: a file of renju players.
#[test]
fn rows_count_from_the_bottom_by_default() {
    let (moves, _) = read_from_top("H8I7H6H7G7I5\n", &ReadOptions::default());
    assert_eq!(moves, "h8i9h10h9g9i11");
}

/// Rows from the top, no letter I: cannot be told from the normal style without switches.
#[test]
fn switches_choose_the_other_dialect() {
    let text = "h8 j9 h10 h9 g9 j11\n";
    let options = ReadOptions {
        rows: Rows::FromTop,
        skip_i: true,
        ..known()
    };
    let (moves, notes) = read_from_top(text, &options);
    assert_eq!(moves, "h8i9h10h9g9i11");
    assert_eq!(notes, [""; 0]);
    assert_eq!(read_quietly("h8 j9"), "h8j7");
}

#[test]
fn letters_that_prove_a_style_overrule_the_switch() {
    let (moves, notes) = read_from_top("h8 j8 p8", &known());
    assert_eq!(moves, "h8i8o8");
    assert!(notes[0].contains("where I is skipped"), "{notes:?}");

    let skip = ReadOptions {
        skip_i: true,
        ..known()
    };
    let (moves, notes) = read_from_top("h8 i8 j8", &skip);
    assert_eq!(moves, "h8i8j8");
    assert!(notes[0].contains("not skipped"), "{notes:?}");

    // Two letters too far, or an I, prove nothing: the point is off the board.
    for text in ["h8 q8", "h8 p8 q8", "h8 i8 p8"] {
        let (_, notes) = read_from_top(text, &known());
        assert!(notes[0].contains("off the board"), "{text}: {notes:?}");
    }
}

#[test]
fn an_unstated_board_grows_to_the_usual_size_that_fits() {
    for (text, size) in [
        ("h8h9", 15),
        ("o15", 15),
        ("h8p8", 19),
        ("h8h19", 19),
        ("t1", 20),
        ("h8h20", 20),
    ] {
        let reading = read(text, &ReadOptions::default()).unwrap();
        assert_eq!(reading.value.size.get(), size, "{text}");
        let note = &reading.notes[0].message;
        assert!(note.contains("freestyle"), "{note}");
        assert!(note.contains(&format!("{size}x{size}")), "{note}");
        assert!(note.contains("rows from the bottom"), "{note}");
    }
    let reading = read("h8z9", &ReadOptions::default()).unwrap();
    assert_eq!(reading.value.size, Size::STANDARD);
}

#[test]
fn reading_stops_at_the_first_impossible_point_and_says_so() {
    for (text, kept, note) in [
        (
            "h8 i9 h8 j10",
            2,
            "line 1, column 7: move 3: H8 is taken by a black stone: choose a free point; \
             reading stops here, the 2 moves before are kept",
        ),
        (
            "h8\nz3 i9",
            1,
            "line 2, column 1: move 2: \"z3\" is off the board: columns A to O and rows 1 to 15 \
             are allowed; reading stops here, the move before is kept",
        ),
        (
            "h8 h0",
            1,
            "line 1, column 4: move 2: \"h0\" is off the board: columns A to O and rows 1 to 15 \
             are allowed; reading stops here, the move before is kept",
        ),
        (
            "h8 hh i9",
            1,
            "line 1, column 4: move 2: \"hh\" is no point: expected a letter and a number; \
             reading stops here, the move before is kept",
        ),
    ] {
        let reading = read(text, &known()).unwrap();
        assert_eq!(reading.value.main_moves().len(), kept, "{text}");
        assert_eq!(reading.notes.len(), 1);
        assert_eq!(reading.notes[0].to_string(), note);
    }
}

#[test]
fn prose_is_passed_over_with_a_note() {
    let (moves, notes) = read_from_top("Game one: h8 white i9 最后 h10", &known());
    assert_eq!(moves, "h8i7h6");
    assert_eq!(notes.len(), 4, "{notes:?}");
    assert!(notes[2].contains("\"white\" is no move: ignored"));
}

#[test]
fn texts_without_a_move_are_errors() {
    for (text, part) in [
        ("", "empty file"),
        ("\u{FEFF}", "empty file"),
        ("1. 2. 3.", "no move is found"),
        ("hello world", "no move is found"),
        ("z99", "off the board"),
        ("https://gomocalc.com/", "link without moves"),
        ("moves=", "no move is found"),
        ("<?xml version=\"1.0\"?><move>h8 i9</move>", "XML or HTML"),
    ] {
        let error = read(text, &known()).unwrap_err();
        assert!(error.message.contains(part), "{text}: {error}");
    }
}

#[test]
fn gomocalc_links_hold_a_position_string() {
    assert_eq!(read_quietly("https://gomocalc.com/#/h8h9i10"), "h8h7i6");
    assert_eq!(
        read_quietly("see https://gomocalc.com/#/h8h9i10 a1"),
        "h8h7i6"
    );
    let tree = read("h8h9i10", &known()).unwrap().value;
    assert_eq!(write_link(&tree).unwrap(), "https://gomocalc.com/#/h8h9i10");
    let tree = read("h8--i10", &known()).unwrap().value;
    let error = write_link(&tree).unwrap_err().to_string();
    assert_eq!(error, "a gomocalc link cannot hold the pass at move 2");
}

#[test]
fn fields_beside_the_moves_state_rule_and_size() {
    let text = "# comment moves=a1\n\
                g1 rule=renju size=20 moves=t20a1 src=x\n\
                g2 rule=chess size=99 moves=h8\n\
                g3 moves=zz\n";
    let reading = read_all(text, &known()).unwrap();
    let [first, second] = &reading.value[..] else {
        panic!("{:?}", reading.value);
    };
    assert_eq!((first.rule, first.size.get()), (Rule::Renju, 20));
    assert_eq!(write(first, Rows::FromBottom).unwrap(), "t20a1");
    assert_eq!((second.rule, second.size.get()), (Rule::Freestyle, 15));
    let lines: Vec<usize> = reading.notes.iter().map(|note| note.place.line).collect();
    assert_eq!(lines, [3, 3, 4, 4]);
    assert_eq!(read(&text[19..], &known()).unwrap().value, *first);
}

#[test]
fn lists_may_end_their_lines_in_any_way() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["g1 moves=h8h9", "# moves=a1", "g2 moves=i9", ""].join(end);
        let games = read_all(&text, &known()).unwrap().value;
        let strings: Vec<String> = games
            .iter()
            .map(|tree| write(tree, Rows::FromBottom).unwrap())
            .collect();
        assert_eq!(strings, ["h8h9", "i9"], "{end:?}");
    }
    let error = read_all("# moves=h8\n", &known()).unwrap_err();
    assert!(error.message.contains("no move is found"), "{error}");
}

#[test]
fn moves_after_a_win_are_kept_with_a_note_where_the_rule_is_known() {
    let text = "a1a2b1b2c1c2d1d2e1e2f1";
    let (moves, notes) = read_from_top(text, &known());
    assert_eq!(moves.matches('1').count(), 11);
    assert_eq!(notes.len(), 1);
    assert!(
        notes[0].contains("move 10 comes after Black had won"),
        "{notes:?}"
    );
    let unknown = ReadOptions {
        rule: None,
        ..known()
    };
    let (_, notes) = read_from_top(text, &unknown);
    assert!(
        !notes.iter().any(|note| note.contains("had won")),
        "{notes:?}"
    );
}

#[test]
fn only_stones_in_turn_on_free_points_can_be_written() {
    let mut tree = read("h8h9", &known()).unwrap().value;
    let end = *tree.main_line().last().unwrap();
    let point = tree.node(end).mv.unwrap().point;
    for (stone, part) in [(Stone::White, "out of turn"), (Stone::Black, "taken")] {
        let mut bad = tree.clone();
        bad.add_move(end, crate::tree::Move { stone, point });
        let error = write(&bad, Rows::FromBottom).unwrap_err().to_string();
        assert!(error.contains("move 3") && error.contains(part), "{error}");
    }
    tree.node_mut(Tree::ROOT).setup.to_move = Some(Stone::White);
    let error = write(&tree, Rows::FromBottom).unwrap_err();
    assert_eq!(error.problem, crate::record::WriteProblem::Setup);
}

#[test]
fn long_texts_take_linear_time() {
    for piece in [
        "--\n",
        "h8",
        "pass",
        "x",
        "1.",
        "é",
        "h ",
        "(",
        "moves=",
        "moves=zz\n",
        "passx",
        "h8\nmoves=h8 ",
    ] {
        let text = piece.repeat(1_000_000 / piece.len());
        let notes = match read_all(&text, &known()) {
            Ok(reading) => {
                let nodes: usize = reading.value.iter().map(Tree::len).sum();
                assert!(nodes <= 2 * MAX_GAMES, "{nodes}");
                reading.notes.len()
            }
            Err(_) => 0,
        };
        assert!(notes <= crate::record::MAX_NOTES);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_written_is_read_back(tree in any_line(true), from_top: bool) {
        let rows = if from_top { Rows::FromTop } else { Rows::FromBottom };
        let options = ReadOptions {
            rule: Some(tree.rule),
            size: Some(tree.size),
            rows,
            ..ReadOptions::default()
        };
        let reading = read(&write(&tree, rows).unwrap(), &options).unwrap();
        prop_assert_eq!(reading.value, tree);
    }

    #[test]
    fn random_bytes_are_read_or_refused(text in any_bytes()) {
        let _ = read_all(&text, &ReadOptions::default());
    }

    #[test]
    fn damaged_strings_are_read_or_refused(
        text in any_line(true)
            .prop_flat_map(|tree| damaged(write(&tree, Rows::FromBottom).unwrap())),
    ) {
        let _ = read_all(&text, &ReadOptions::default());
        let _ = read_all(&format!("rule=renju moves={text}"), &ReadOptions::default());
    }
}
