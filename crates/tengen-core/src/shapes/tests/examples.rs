//! Lines as players draw them, with the names that they use.

use crate::board::Board;
use crate::point::{Direction, Size};
use crate::rule::Rule;
use crate::shapes::{Shape, shapes};
use crate::stone::Stone;

/// The shapes of `X`, which is `stone`, on a drawn row that goes from rim to rim.
fn row(rule: Rule, stone: Stone, drawn: &str) -> Vec<Shape> {
    let size = Size::new(drawn.len() as u8).unwrap();
    let mut board = Board::new(size);
    for (x, cell) in drawn.chars().enumerate() {
        let point = size.point(x as u8, size.centre().y()).unwrap();
        match cell {
            'X' => board.place(point, stone).unwrap(),
            'O' => board.place(point, stone.opponent()).unwrap(),
            _ => {}
        }
    }
    let mut found = shapes(&board, rule, stone);
    found.retain(|shape| shape.direction == Direction::Row);
    found
}

/// The strongest shape's names and how many points stop it.
fn strongest(rule: Rule, stone: Stone, drawn: &str) -> (String, String, usize) {
    let found = row(rule, stone, drawn);
    let first = &found[0];
    (first.name_en(), first.name_zh(), first.replies.len())
}

#[test]
fn shapes_have_the_names_that_players_use() {
    let expected = [
        ("...XXXXX...", "five", "五连", 0),
        ("...XXXXXX..", "overline", "长连", 0),
        ("....XXXX...", "open four", "活四", 0),
        ("...OXXXX...", "four", "冲四", 1),
        ("....XX.XX..", "broken four", "跳四", 1),
        ("....XXX....", "open three", "活三", 2),
        (".O.XXX..O..", "open three", "活三", 3),
        ("....XX.X...", "broken open three", "跳活三", 3),
        ("...OXXX....", "sleeping three", "眠三", 2),
        ("...X.X.X...", "broken sleeping three", "跳眠三", 2),
        (".OXXX.O....", "dead three", "死三", 0),
        ("....XX.....", "open two", "活二", 2),
        ("....X.X....", "broken open two", "跳活二", 3),
        ("OXX........", "sleeping two", "眠二", 3),
        (".....X.....", "open one", "活一", 2),
        ("OX.........", "sleeping one", "眠一", 4),
        ("OX.XO......", "broken dead two", "跳死二", 0),
    ];
    for (drawn, english, chinese, replies) in expected {
        let names = strongest(Rule::Freestyle, Stone::Black, drawn);
        assert_eq!(
            names,
            (english.to_string(), chinese.to_string(), replies),
            "{drawn}"
        );
    }
}

/// Six win nothing for Black in renju and for nobody in standard.
#[test]
fn overlines_take_shapes_away() {
    let black = |drawn| strongest(Rule::Renju, Stone::Black, drawn).0;
    let white = |drawn| strongest(Rule::Renju, Stone::White, drawn).0;
    let standard = |drawn| strongest(Rule::Standard, Stone::White, drawn).0;
    for exact in [black, standard] {
        assert_eq!(exact("...XXXXXX.."), "dead overline");
        assert_eq!(exact("..OXXX.XXO."), "broken dead four");
        assert_eq!(exact(".XXXX.X...."), "four");
        assert_eq!(exact("X.XXX..X..."), "broken four");
        assert_eq!(exact("O.XXX..X..."), "sleeping three");
    }
    assert_eq!(white("...XXXXXX.."), "overline");
    assert_eq!(white("..OXXX.XXO."), "broken four");
    assert_eq!(white(".XXXX.X...."), "open four");
}

/// Under caro a five between two enemies wins nothing, so fours have more answers.
#[test]
fn caro_holds_fives() {
    for rule in [Rule::Caro8, Rule::Caro9] {
        let four = |drawn| {
            let found = row(rule, Stone::Black, drawn);
            (found[0].name_en(), found[0].replies.len())
        };
        let named = |name: &str, replies| (name.to_string(), replies);
        assert_eq!(four("..OXXXXXO.."), named("dead five", 0));
        assert_eq!(four("...XXXXX..."), named("five", 0));
        assert_eq!(four("...XXXX...."), named("open four", 0));
        assert_eq!(four("..O.XXXX.O."), named("four", 2));
        assert_eq!(four("....XXXX.O."), named("four", 1));
        assert_eq!(four("..OXXXX...."), named("four", 2));
        assert_eq!(four("..OXX.XX..."), named("broken four", 2));
        // The edge holds nothing.
        assert_eq!(four("XXXX.O....."), named("four", 1));
    }
    assert_eq!(
        strongest(Rule::Freestyle, Stone::Black, "..O.XXXX.O.").0,
        "open four"
    );
}

#[test]
fn two_fours_on_one_line_are_both_listed() {
    let found = row(Rule::Renju, Stone::Black, "..X.XXX.X..");
    let fours: Vec<String> = found.iter().map(Shape::name_en).collect();
    assert_eq!(fours, ["broken four", "broken four"]);
    // One winning point is one four, however many stones it completes.
    let found = row(Rule::Freestyle, Stone::Black, "..XXX.XX...");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].stones.len(), found[0].extensions.len()), (5, 1));
}

/// Where Black may not make the straight four, the three is not open.
#[test]
fn forbidden_points_close_black_threes() {
    let size = Size::new(11).unwrap();
    let mut board = Board::new(size);
    // The gap of the row is an overline in the column.
    let row = [(4, 5), (6, 5), (7, 5)];
    let column = [(5, 2), (5, 3), (5, 4), (5, 6), (5, 7)];
    for (x, y) in row.into_iter().chain(column) {
        board
            .place(size.point(x, y).unwrap(), Stone::Black)
            .unwrap();
    }
    let gap = size.point(5, 5).unwrap();
    let on_row = |rule| {
        let found = shapes(&board, rule, Stone::Black);
        let mut on_row = found
            .into_iter()
            .filter(|shape| shape.direction == Direction::Row && shape.stones.len() == 3);
        on_row.next().unwrap()
    };
    let free = on_row(Rule::Freestyle);
    assert_eq!(
        (free.name_en(), free.extensions),
        ("broken open three".into(), vec![gap])
    );
    let renju = on_row(Rule::Renju);
    assert_eq!(renju.name_en(), "broken sleeping three");
    assert!(!renju.extensions.contains(&gap));
}

/// The glossary's drawings are the shapes that it calls them.
#[test]
fn the_glossary_draws_what_it_says() {
    let glossary = include_str!("../../../../../docs/glossary.md");
    let mut seen = 0;
    for line in glossary.lines().filter(|line| line.contains('`')) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let drawings: Vec<&str> = line
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|drawn| drawn.len() >= 5 && drawn.chars().all(|c| "XO.".contains(c)))
            .collect();
        // In the beginners' table the second column has our name, with "shape" for the number.
        let name = cells
            .iter()
            .find(|cell| cell.is_ascii() && !cell.is_empty());
        let name = cells
            .iter()
            .find(|cell| cell.starts_with("broken"))
            .or(name)
            .and_then(|cell| cell.split(['(', ',']).next())
            .map(|cell| cell.trim().trim_end_matches("shape"));
        for drawn in drawings {
            let (english, ..) = strongest(Rule::Freestyle, Stone::Black, drawn);
            assert!(english.starts_with(name.unwrap()), "{line}\n{english}");
            seen += 1;
        }
    }
    assert!(seen >= 18, "only {seen} drawings");
}
