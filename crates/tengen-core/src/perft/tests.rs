//! The frozen counts, and the two ways of counting against each other.

use super::*;
use crate::point::Size;
use crate::record::Rows;
use crate::record::coordinate::{Coordinates, parse_point};
use crate::rng::Rng;

/// Positions with their counts; `tengen-lab perft --make` writes the file.
const FROZEN: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../fixtures/perft.txt"
));

struct Case<'a> {
    line: &'a str,
    board: Board,
    rule: Rule,
    to_move: Stone,
}

impl<'a> Case<'a> {
    fn read(line: &'a str) -> Case<'a> {
        let size = Size::new(field(line, "size").unwrap().parse().unwrap()).unwrap();
        let mut board = Board::new(size);
        for (key, stone) in [("black", Stone::Black), ("white", Stone::White)] {
            for name in field(line, key)
                .unwrap()
                .split_inclusive(|c: char| c.is_ascii_digit())
                .fold(Vec::<String>::new(), join_digits)
            {
                let habit = Coordinates {
                    rows: Rows::FromTop,
                    skip_i: false,
                };
                let point = parse_point(&name, size, habit).unwrap();
                board.place(point, stone).unwrap();
            }
        }
        Case {
            line,
            board,
            rule: field(line, "rule").unwrap().parse().unwrap(),
            to_move: match field(line, "stm").unwrap() {
                "b" => Stone::Black,
                "w" => Stone::White,
                other => panic!("{other} is no side"),
            },
        }
    }

    fn position(&self) -> Position {
        Position::with_board(self.board.clone(), self.rule, self.to_move)
    }

    fn frozen(&self, depth: u32) -> Option<Counts> {
        let numbers: Vec<u64> = field(self.line, &format!("d{depth}"))?
            .split(',')
            .map(|number| number.parse().unwrap())
            .collect();
        let [nodes, wins, draws, forbidden] = numbers[..] else {
            panic!("four numbers expected: {}", self.line);
        };
        Some(Counts {
            nodes,
            wins,
            draws,
            forbidden,
        })
    }
}

/// Puts the second digit of a row back to its point: pieces end with a digit each.
fn join_digits(mut names: Vec<String>, piece: &str) -> Vec<String> {
    match names.last_mut() {
        Some(last) if piece.len() == 1 => last.push_str(piece),
        _ => names.push(piece.to_owned()),
    }
    names
}

fn field<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.split(' ')
        .find_map(|field| field.strip_prefix(key)?.strip_prefix('='))
        .map(|value| if value == "-" { "" } else { value })
}

fn frozen_cases() -> Vec<Case<'static>> {
    let lines = FROZEN.lines().filter(|line| !line.starts_with('#'));
    lines.map(Case::read).collect()
}

#[test]
fn every_rule_has_twenty_frozen_positions() {
    let cases = frozen_cases();
    for rule in Rule::ALL {
        let of_rule = cases.iter().filter(|case| case.rule == rule);
        assert_eq!(of_rule.clone().count(), 20, "{rule}");
        let first_ply = of_rule.map(|case| case.frozen(1).unwrap());
        assert!(first_ply.clone().filter(|c| c.wins > 0).count() >= 5);
        let with_forbidden = first_ply.filter(|c| c.forbidden > 0).count();
        let some = with_forbidden >= 5;
        assert_eq!(some, rule.has_forbidden_points(Stone::Black));
    }
}

#[test]
fn the_quick_count_equals_the_frozen_one() {
    for case in frozen_cases() {
        for (depth, frozen) in (1..).map_while(|depth| Some((depth, case.frozen(depth)?))) {
            assert_eq!(count(&mut case.position(), depth), frozen, "{}", case.line);
        }
    }
}

#[test]
fn the_slow_count_equals_the_frozen_one() {
    for case in frozen_cases() {
        let counts = count_by_whole_board(&case.board, case.rule, case.to_move, 1);
        assert_eq!(Some(counts), case.frozen(1), "{}", case.line);
    }
}

#[test]
fn the_plain_finder_agrees_with_the_quick_one_on_random_boards() {
    let mut rng = Rng::new(20);
    let size = Size::new(11).unwrap();
    let mut forbidden = 0;
    for _ in 0..40 {
        let mut points: Vec<_> = size.points().collect();
        rng.shuffle(&mut points);
        let stones = points.iter().enumerate().take(50);
        let colour = |n| [Stone::White, Stone::Black][usize::from(n % 3 != 0)];
        let board = Board::with_stones(size, stones.map(|(n, &p)| (p, colour(n)))).unwrap();
        for point in board.free_points() {
            let expected = crate::forbidden::is_forbidden(&board, point);
            assert_eq!(plain::is_forbidden(&board, point), expected, "{board:?}");
            forbidden += u32::from(expected);
        }
    }
    assert!(forbidden > 100, "{forbidden}");
}

/// Deep enough to fill the board: wins, full boards and Black without a legal move.
#[test]
fn a_game_that_is_over_is_a_leaf_at_any_depth() {
    let size = Size::MIN;
    let row: Vec<_> = size.points().take(5).collect();
    let board = Board::with_stones(size, row.into_iter().map(|p| (p, Stone::White))).unwrap();
    let mut position = Position::with_board(board.clone(), Rule::Renju, Stone::Black);
    for depth in 0..3 {
        let leaf = Counts {
            nodes: 1,
            wins: 1,
            ..Counts::default()
        };
        assert_eq!(count(&mut position, depth), leaf);
        assert_eq!(
            count_by_whole_board(&board, Rule::Renju, Stone::Black, depth),
            leaf
        );
    }
}
