use proptest::prelude::*;

use super::*;
use crate::record::test_support::{any_bytes, any_line, damaged};
use crate::record::text;

/// The moves of the test game.
const GAME: &str = "h8i9h10h9g9i11f10i7j10i10i8";
/// The same as PSQ lines, without times.
const POINTS: [(u8, u8); 11] = [
    (8, 8),
    (9, 9),
    (8, 10),
    (8, 9),
    (7, 9),
    (9, 11),
    (6, 10),
    (9, 7),
    (10, 10),
    (9, 10),
    (9, 8),
];

fn file(header: &str, tail: &str) -> String {
    let mut out = format!("{header}\n");
    for (n, (x, y)) in POINTS.iter().enumerate() {
        out += &format!("{x},{y},{}\n", 17 * n);
    }
    out + tail
}

const TAIL: &str = "AI1.zip\nAI2.zip\n-1\n1,Renju\n";
const HEADER: &str = "Piskvorky 15x15, 11:11, 0";

fn renju() -> ReadOptions {
    ReadOptions {
        rule: Some(Rule::Renju),
        ..ReadOptions::default()
    }
}

fn notes_of<T>(reading: &Reading<T>) -> Vec<String> {
    reading.notes.iter().map(ToString::to_string).collect()
}

fn moves_of(tree: &Tree) -> String {
    text::write(tree, super::super::Rows::FromTop).unwrap()
}

#[test]
fn a_clean_file_of_the_judge_needs_no_note() {
    let text = file(HEADER, TAIL).replace('\n', "\r\n");
    let reading = parse(&text, &renju()).unwrap();
    assert_eq!(notes_of(&reading), [""; 0]);
    let Psq { tree, end } = reading.value;
    assert_eq!(moves_of(&tree), GAME);
    assert_eq!((tree.size.get(), tree.rule), (15, Rule::Renju));
    assert_eq!(tree.info.players.black, "AI1.zip");
    assert_eq!(tree.info.players.white, "AI2.zip");
    assert_eq!(
        (tree.info.event.as_str(), end),
        ("Renju", Some(EndCode::UNKNOWN))
    );
    assert_eq!(tree.info.result, None);
    let times: Vec<_> = tree.main_line()[1..]
        .iter()
        .map(|&id| tree.node(id).time_ms.unwrap())
        .collect();
    assert_eq!(times, (0..11).map(|n| 17 * n).collect::<Vec<u64>>());
}

#[test]
fn the_rule_is_not_stored() {
    let reading = read(&file(HEADER, TAIL), &ReadOptions::default()).unwrap();
    assert_eq!(reading.value.rule, Rule::Freestyle);
    assert_eq!(
        notes_of(&reading),
        ["line 1, column 1: PSQ stores no rule: freestyle is assumed"]
    );
}

#[test]
fn a_lone_return_behind_the_header_and_other_levels_do_not_matter() {
    let text = file("Piskvorky 20x20, 0:0, 1", TAIL).replacen('\n', "\r", 1);
    let reading = read(&text, &renju()).unwrap();
    assert_eq!(reading.value.size.get(), 20);
    assert_eq!(moves_of(&reading.value), GAME);
    let notes = notes_of(&reading);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].contains("second player began"), "{notes:?}");
}

#[test]
fn boards_that_are_not_square_or_not_offered_are_refused() {
    for (header, part) in [
        ("Piskvorky 20x15, 11:11, 0", "20x15: only square boards"),
        ("Piskvorky 4x4, 11:11, 0", "sizes from 5 to 22"),
        (
            "Piskvorky 99999999999999999999x99999999999999999999",
            "sizes from 5 to 22",
        ),
        ("Piskvorky", "is no PSQ header"),
        ("Piskvorky axb", "is no PSQ header"),
        ("Hello", "is no PSQ header"),
    ] {
        let error = read(&file(header, TAIL), &renju()).unwrap_err();
        assert!(error.message.contains(part), "{error}");
        assert_eq!(error.place.line, 1);
    }
    assert!(
        read("\u{FEFF}", &renju())
            .unwrap_err()
            .message
            .contains("empty file")
    );
}

#[test]
fn the_tail_may_be_missing_in_part_or_whole() {
    for (tail, names, notes) in [
        (
            "",
            ["", ""],
            vec!["line 13, column 1: the end code is missing"],
        ),
        ("-1\n", ["", ""], vec![]),
        (
            "A\nB\n",
            ["A", "B"],
            vec!["line 15, column 1: the end code is missing"],
        ),
        (
            "A\n-1\n",
            ["A", ""],
            vec!["line 15, column 1: there is one name only: taken as Black's"],
        ),
        (
            "A\nB\nC\n-1\n",
            ["A", "B"],
            vec!["line 15, column 1: \"C\" is a third name: ignored"],
        ),
    ] {
        let reading = read(&file(HEADER, tail), &renju()).unwrap();
        assert_eq!(moves_of(&reading.value), GAME);
        let players = &reading.value.info.players;
        assert_eq!([&players.black, &players.white], names);
        assert_eq!(notes_of(&reading), notes);
    }
}

#[test]
fn blanks_and_blank_lines_do_not_matter() {
    let text = file("Piskvorky 15x15 ,  11:11 ,  0 ", TAIL)
        .replace('\n', "\n\n")
        .replace(',', " , ");
    let reading = read(&text, &renju()).unwrap();
    assert_eq!(moves_of(&reading.value), GAME);
    assert_eq!(notes_of(&reading), [""; 0]);
    for header in [
        "PISKVORKY 15X15 , 11:11,0",
        "piskvorky15x15",
        "Piskvork  15 x 15",
    ] {
        let reading = read(&file(header, TAIL), &renju()).unwrap();
        assert_eq!(reading.value.size.get(), 15);
        assert_eq!(notes_of(&reading), [""; 0]);
    }
}

#[test]
fn files_that_count_from_zero_are_noticed_and_read_on_request() {
    let text = "Piskvorky 15x15, 11:11, 0\n0,0,5\n14,14,6\n7,7,1\n-1\n";
    let reading = read(text, &renju()).unwrap();
    assert_eq!(reading.value.main_moves().len(), 0);
    let notes = notes_of(&reading);
    assert_eq!(notes.len(), 1);
    assert!(
        notes[0]
            .starts_with("line 2, column 1: move 1: 0,0 is off the board: numbers from 1 to 15"),
        "{notes:?}"
    );
    assert!(notes[0].contains("read it as zero-based"), "{notes:?}");

    let shifted = ReadOptions {
        zero_based: true,
        ..renju()
    };
    let reading = read(text, &shifted).unwrap();
    assert_eq!(moves_of(&reading.value), "a1o15h8");
    assert_eq!(notes_of(&reading), [""; 0]);
}

#[test]
fn a_broken_third_column_costs_the_time_only() {
    let text = file(HEADER, TAIL)
        .replace("8,10,34", "8,10-1,")
        .replace("8,9,51", "8,9,-51")
        .replace("7,9,68", "7,9,x")
        .replace("9,11,85", "9,11");
    let reading = read(&text, &renju()).unwrap();
    assert_eq!(moves_of(&reading.value), GAME);
    let lines: Vec<usize> = reading.notes.iter().map(|note| note.place.line).collect();
    assert_eq!(lines, [4, 5, 6]);
    let line = reading.value.main_line();
    let times: Vec<_> = (3..8)
        .map(|n| reading.value.node(line[n]).time_ms)
        .collect();
    assert_eq!(times, [None, None, None, None, Some(102)]);
}

#[test]
fn a_point_that_cannot_be_read_ends_the_moves() {
    for bad in ["8,1O,34", "8;10;34", "abc", "8,,34", ",8,10"] {
        let text = file(HEADER, TAIL).replace("8,10,34", bad);
        let reading = read(&text, &renju()).unwrap();
        assert_eq!(moves_of(&reading.value), "h8i9", "{bad}");
        let notes = notes_of(&reading);
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert!(
            notes[0].starts_with("line 4, column 1: move 3: "),
            "{notes:?}"
        );
        assert!(notes[0].contains(&excerpt(bad)), "{notes:?}");
        assert_eq!(reading.value.info.players.white, "AI2.zip");
    }
}

#[test]
fn a_stone_on_a_stone_ends_the_moves_and_the_players_stay() {
    let text = file(HEADER, &format!("8,8,5\n1,1,5\n{TAIL}"));
    let reading = read(&text, &renju()).unwrap();
    assert_eq!(moves_of(&reading.value), GAME);
    let notes = notes_of(&reading);
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(
        notes[0].starts_with("line 13, column 1: move 12: H8 is taken"),
        "{notes:?}"
    );
    assert_eq!(reading.value.info.players.black, "AI1.zip");
}

#[test]
fn what_follows_the_end_is_ignored() {
    let text = file(HEADER, TAIL) + "\0\0\u{1A} garbage 99,99,99\n";
    let reading = read(&text, &renju()).unwrap();
    assert_eq!(moves_of(&reading.value), GAME);
    let notes = notes_of(&reading);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].contains("\"garbage 99,99,99\""), "{notes:?}");
    // Moves taken back, as Piskvork may append them.
    let reading = read(&file(HEADER, "-1\n1,1,4\n2,2,4\n"), &renju()).unwrap();
    assert_eq!(moves_of(&reading.value), GAME);
    assert_eq!(reading.value.info.event, "");
}

#[test]
fn one_move_beyond_the_board_is_wrong_and_several_are_another_board() {
    let one = file(HEADER, "19,1,0\n-1\n");
    let reading = read(&one, &renju()).unwrap();
    assert_eq!(
        (reading.value.size.get(), moves_of(&reading.value)),
        (15, GAME.to_owned())
    );
    assert!(notes_of(&reading)[0].contains("19,1 is off the board"));

    let two = file(HEADER, "19,1,0\n1,19,0\n-1\n");
    let reading = read(&two, &renju()).unwrap();
    assert_eq!(reading.value.size.get(), 19);
    assert_eq!(reading.value.main_moves().len(), 13);
    assert!(notes_of(&reading)[0].contains("the header says 15x15, but 2 moves"));
}

#[test]
fn without_a_header_the_moves_tell_the_board() {
    let text = &file("", TAIL)[1..];
    let reading = read(text, &renju()).unwrap();
    assert_eq!(moves_of(&reading.value), GAME);
    assert!(notes_of(&reading)[0].contains("15x15 is assumed"));
}

#[test]
fn accidents_at_the_end_are_told() {
    for (code, end) in [
        ("0", EndCode::NORMAL),
        ("15", EndCode::TIMEOUT),
        ("-2", EndCode::ENGINE_ERROR),
        ("-1", EndCode::UNKNOWN),
    ] {
        let text = file(HEADER, &format!("{code}\n"));
        assert_eq!(parse(&text, &renju()).unwrap().value.end, Some(end));
        let notes = notes_of(&read(&text, &renju()).unwrap());
        let is_accident = matches!(end, EndCode::TIMEOUT | EndCode::ENGINE_ERROR);
        assert_eq!(notes.len(), usize::from(is_accident), "{notes:?}");
    }
}

#[test]
fn files_are_written_as_piskvork_does() {
    let mut tree = parse(&file(HEADER, TAIL), &renju()).unwrap().value.tree;
    let text = write(&tree, EndCode::NORMAL).unwrap();
    assert!(text.starts_with("Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,17\r\n"));
    assert!(text.ends_with("9,8,170\r\nAI1.zip\r\nAI2.zip\r\n0\r\n"));
    tree.info.players.black.clear();
    let text = write(&tree, EndCode::NORMAL).unwrap();
    assert!(text.ends_with("\r\n-\r\nAI2.zip\r\n0\r\n"));
    for name in ["15", "8,8", "a\nb", "-", "-3"] {
        tree.info.players.black = name.to_owned();
        let error = write(&tree, EndCode::NORMAL).unwrap_err();
        assert!(matches!(error.problem, WriteProblem::Name { .. }), "{name}");
    }
    let pass = text::read("h8--h9", &renju()).unwrap().value;
    let error = write(&pass, EndCode::NORMAL).unwrap_err().to_string();
    assert_eq!(error, "PSQ cannot hold the pass at move 2");
}

#[test]
fn long_files_take_linear_time() {
    for piece in [
        "1,1\n",
        "x\n",
        "\n",
        "-1\n",
        "8,8,",
        "\r",
        "9",
        "1,1,x\n",
        "0,0,0\n",
        "a,b\n1,1,1\n",
    ] {
        let text = format!("{HEADER}\n{}", piece.repeat(1_000_000 / piece.len()));
        let reading = read(&text, &renju()).unwrap();
        assert!(reading.notes.len() <= crate::record::MAX_NOTES);
    }
}

/// Trees of what PSQ holds: stones in turn, each with a time, two names or none.
fn any_psq() -> impl Strategy<Value = Psq> {
    let name = "([A-Za-z]([ -~]{0,10}[A-Za-z.é五])?)?";
    (any_line(false), name, name, any::<i64>(), any::<u32>()).prop_map(
        |(mut tree, black, white, end, seed)| {
            for (n, id) in tree.main_line().into_iter().enumerate().skip(1) {
                tree.node_mut(id).time_ms = Some(u64::from(seed) * n as u64 % 100_000);
            }
            tree.info.players.black = black;
            tree.info.players.white = white;
            Psq {
                tree,
                end: Some(EndCode(end)),
            }
        },
    )
}

fn print(psq: &Psq) -> String {
    write(&psq.tree, psq.end.unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_written_is_read_back(psq in any_psq()) {
        let options = ReadOptions {
            rule: Some(psq.tree.rule),
            ..ReadOptions::default()
        };
        prop_assert_eq!(parse(&print(&psq), &options).unwrap().value, psq);
    }

    #[test]
    fn random_bytes_are_read_or_refused(text in any_bytes()) {
        let _ = read(&text, &renju());
        let _ = read(&format!("{HEADER}\n{text}"), &renju());
    }

    #[test]
    fn damaged_files_are_read_or_refused(
        text in any_psq().prop_flat_map(|psq| damaged(print(&psq))),
    ) {
        let _ = read(&text, &renju());
    }
}
