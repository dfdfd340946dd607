use proptest::prelude::*;

use super::*;
use crate::record::test_support::{any_bytes, any_line, damaged};

fn names(drawing: &Drawing) -> Vec<(String, Stone)> {
    let size = drawing.board.size();
    let stones = drawing.board.stones();
    stones.map(|(p, stone)| (p.name(size), stone)).collect()
}

#[test]
fn many_ways_of_drawing_show_the_same_board() {
    use Stone::{Black, White};
    let plain = ".....\n.X...\n..O..\n.....\n....X";
    let spaced = "\n  5 . . . . . 5\n  4 . X . . . 4\n  3 . . O . . 3\n  2 . . . . . 2\n  1 . . . . X 1\n    A B C D E\n";
    let framed = "+-----+\r\n|.....|\r\n|.x...|\r\n|..o..|\r\n|.....|\r\n|....x|\r\n+-----+\r\n";
    let lines = "a b c d e\n┌─┬─┬─┬─┐\n├─●─┼─┼─┤\n├─┼─○─┼─┤\n├─┼─┼─┼─┤\n└─┴─┴─┴─●\n";
    let signs = "_,·*+\n.@...\n..○..\n.....\n....#";
    let expected = [
        ("B4".to_owned(), Black),
        ("C3".to_owned(), White),
        ("E1".to_owned(), Black),
    ];
    for text in [plain, spaced, framed, lines, signs] {
        assert_eq!(names(&parse(text).unwrap()), expected, "{text}");
    }
}

#[test]
fn letters_are_marks_and_brackets_the_last_move() {
    let text = "a . . . .\n. X O . .\n. .(X). ?\n. . . a .\n. . . . .";
    let drawing = parse(text).unwrap();
    assert_eq!(drawing.last, Size::MIN.point(2, 2));
    assert_eq!(drawing.mark('a'), Size::MIN.point(0, 0));
    assert_eq!(drawing.marks('a').count(), 2);
    assert_eq!(drawing.mark('?'), Size::MIN.point(4, 2));
    assert_eq!(drawing.mark('b'), None);
}

#[test]
fn drawings_that_are_no_board_are_refused_with_the_place() {
    let row = ".....\n";
    let many = ".".repeat(23);
    for (text, line, part) in [
        (String::new(), 1, "empty file"),
        (row.repeat(4), 1, "4 rows"),
        (row.repeat(23), 23, "at most 22"),
        (
            format!("{}....\n", row.repeat(4)),
            5,
            "4 points in this row",
        ),
        (
            format!("{}..%..\n", row.repeat(4)),
            5,
            "\"%\" has no meaning",
        ),
        (format!("{row}{many}\n"), 2, "more than 22 points"),
    ] {
        let error = parse(&text).unwrap_err();
        assert!(error.message.contains(part), "{error}");
        assert_eq!(error.place.line, line, "{error}");
    }
}

#[test]
fn a_drawing_is_a_record_of_stones_set_up() {
    let options = ReadOptions {
        rule: Some(Rule::Caro9),
        ..ReadOptions::default()
    };
    for (row, to_move, notes) in [
        ("XO..a", Some(Stone::Black), 0),
        ("XOX.a", Some(Stone::White), 0),
        ("X.X.a", None, 1),
        ("O...a", None, 1),
    ] {
        let text = format!("{row}\n.....\n.....\n.....\n.....\n");
        let Reading { value, notes: said } = read(&text, &options).unwrap();
        let root = value.node(Tree::ROOT);
        assert_eq!((root.setup.to_move, said.len()), (to_move, notes), "{row}");
        let stones = row.bytes().filter(|b| matches!(b, b'X' | b'O')).count();
        assert_eq!(root.setup.stones.len(), stones);
        assert_eq!(root.marks.len(), 1);
        assert_eq!(value.rule, Rule::Caro9);
    }
}

#[test]
fn a_printed_board_shows_coordinates_stars_and_the_last_move() {
    let mut board = Board::new(Size::STANDARD);
    let last = board.size().point(14, 0).unwrap();
    board.place(last, Stone::White).unwrap();
    board.place(board.size().centre(), Stone::Black).unwrap();
    let mut options = PrintOptions {
        last: Some(last),
        marks: vec![(board.size().point(1, 0).unwrap(), 'a')],
        ..PrintOptions::default()
    };
    let text = print(&board, &options);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 16);
    assert_eq!(lines[0], "15 . a . . . . . . . . . . . .(O)");
    assert_eq!(lines[3], "12 . . . + . . . . . . . + . . .");
    assert_eq!(lines[7], " 8 . . . . . . . X . . . . . . .");
    assert_eq!(lines[15], "   A B C D E F G H I J K L M N O");
    options.unicode = true;
    let text = print(&board, &options);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "15 ┌─a─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬(○)");
    assert_eq!(lines[3], "12 ├─┼─┼─╋─┼─┼─┼─┼─┼─┼─┼─╋─┼─┼─┤");
    assert_eq!(lines[7], " 8 ├─┼─┼─┼─┼─┼─┼─●─┼─┼─┼─┼─┼─┼─┤");
}

#[test]
fn long_texts_are_refused_quickly() {
    for piece in ["\n", ".", "X\n", "| |", "(", "+-"] {
        let _ = parse(&piece.repeat(1_000_000 / piece.len()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn what_is_printed_is_read_back(
        tree in any_line(false),
        unicode: bool,
        coordinates: bool,
        skip_i: bool,
    ) {
        let moves = tree.main_moves();
        let stones = moves.iter().filter_map(|mv| Some((mv.point?, mv.stone)));
        let board = Board::with_stones(tree.size, stones).unwrap();
        let options = PrintOptions {
            unicode,
            coordinates,
            habit: Coordinates { skip_i, ..Coordinates::default() },
            last: moves.last().and_then(|mv| mv.point),
            marks: board.free_points().take(2).map(|point| (point, 'm')).collect(),
        };
        let drawing = parse(&print(&board, &options)).unwrap();
        prop_assert_eq!(drawing, Drawing { board, last: options.last, marks: options.marks });
    }

    #[test]
    fn random_bytes_are_read_or_refused(text in any_bytes()) {
        let _ = parse(&text);
    }

    #[test]
    fn damaged_drawings_are_read_or_refused(text in any_line(false).prop_flat_map(|tree| {
        damaged(print(&Board::new(tree.size), &PrintOptions::default()))
    })) {
        let _ = parse(&text);
    }
}
