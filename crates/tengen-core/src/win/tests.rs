use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::ascii;
use crate::board::tests::random_board;
use crate::point::Size;
use crate::rng::Rng;
use crate::rule::Rule::{Caro8, Freestyle, Renju, Standard};
use crate::stone::Stone::{Black, White};
use crate::symmetry::Symmetry;

const ALL: &[Rule] = &Rule::ALL;

/// The points of a line that runs from edge to edge through the middle of an odd board.
fn line(size: Size, direction: Direction) -> Vec<Point> {
    let n = size.get();
    (0..n)
        .filter_map(|i| match direction {
            Direction::Row => size.point(i, n / 2),
            Direction::Column => size.point(n / 2, i),
            Direction::Falling => size.point(i, i),
            Direction::Rising => size.point(i, n - 1 - i),
        })
        .collect()
}

/// Lays a line drawn from edge to edge onto all four directions, with its longest row of
/// `X` in either colour, and checks under which rules that row wins: `black` for both
/// colours, `white` for White in addition.
fn check(drawn: &str, black: &[Rule], white: &[Rule]) {
    let size = Size::new(drawn.len() as u8).unwrap();
    for direction in Direction::ALL {
        for stone in Stone::BOTH {
            let stones = line(size, direction).into_iter().zip(drawn.chars());
            let stones = stones.filter_map(|(point, c)| match c {
                'X' => Some((point, stone)),
                'O' => Some((point, stone.opponent())),
                _ => None,
            });
            let board = Board::with_stones(size, stones).unwrap();
            for rule in Rule::ALL {
                let wins = black.contains(&rule) || (stone == White && white.contains(&rule));
                check_row(&board, rule, stone, wins);
            }
        }
    }
}

/// The one long row of `stone` on the board wins, or nothing does: seen from each of its
/// stones, over the whole board, and before its last stone is put down.
fn check_row(board: &Board, rule: Rule, stone: Stone, wins: bool) {
    let found = all_winning_runs(board, rule, stone);
    assert_eq!(found.len(), usize::from(wins), "{rule} {board:?}");
    assert!(all_winning_runs(board, rule, stone.opponent()).is_empty());
    for (point, _) in board.stones() {
        let is_in_row = found.iter().any(|run| run.points().any(|it| it == point));
        let expected = if is_in_row { &found[..] } else { &[] };
        assert_eq!(winning_runs_at(board, rule, point), expected);
        assert!(
            !wins_at_once(board, rule, point, stone),
            "the point is taken"
        );
        if board.get(point) == Some(stone) {
            let mut before = board.clone();
            before.remove(point);
            assert_eq!(
                wins_at_once(&before, rule, point, stone),
                is_in_row,
                "{rule} {point:?} {before:?}"
            );
        }
    }
}

#[test]
fn a_five_wins_under_every_rule_unless_both_ends_are_held() {
    check(".XXXXX.", ALL, &[]);
    check("OXXXXX.", ALL, &[]);
    check(".XXXXXO", ALL, &[]);
    check("OXXXXXO", &[Freestyle, Standard, Renju], &[]);
    check("OXXXXXO..", &[Freestyle, Standard, Renju], &[]);
}

#[test]
fn the_edge_holds_nothing() {
    check("XXXXX", ALL, &[]);
    check("XXXXX..", ALL, &[]);
    check("XXXXXO.", ALL, &[]);
    check(".OXXXXX", ALL, &[]);
    check("OXXXXXO.X", &[Freestyle, Standard, Renju], &[]);
}

#[test]
fn more_than_five_win_where_the_rule_says_so() {
    for drawn in [
        ".XXXXXX..",
        "XXXXXX.",
        "OXXXXXXO.",
        "OXXXXXXXO",
        "XXXXXXX",
        "XXXXXXXXX",
    ] {
        check(drawn, &[Freestyle, Caro8], &[Renju]);
    }
}

#[test]
fn less_than_five_or_a_gap_win_nothing() {
    for drawn in [
        "XXXX.",
        ".XXXX..",
        "XX.XXX.",
        "XXXX.XX",
        "XXXXOXX",
        "XXXXO.XXXX.",
    ] {
        check(drawn, &[], &[]);
    }
}

/// A stone that bridges two rows of which only the sum is too long.
#[test]
fn a_bridge_makes_one_row_of_two() {
    let board = ascii::parse(
        ". . . . . . .
         X X X a X X .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    )
    .unwrap();
    let a = board.mark('a').unwrap();
    for rule in Rule::ALL {
        let wins = matches!(rule, Freestyle | Caro8);
        assert_eq!(wins_at_once(&board.board, rule, a, Black), wins, "{rule}");
        assert!(!wins_at_once(&board.board, rule, a, White));
    }
}

#[test]
fn one_stone_can_complete_several_rows() {
    let drawing = ascii::parse(
        "X . . . X . . O
         . X . . X . O .
         . . X . X O . .
         . . . X X . . .
         X X X X(X). . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    )
    .unwrap();
    let (board, last) = (drawing.board, drawing.last.unwrap());
    for rule in Rule::ALL {
        let runs = winning_runs_at(&board, rule, last);
        let directions: Vec<Direction> = runs.iter().map(|run| run.direction).collect();
        use Direction::{Column, Falling, Row};
        assert_eq!(directions, [Row, Column, Falling], "{rule}");
        assert_eq!(all_winning_runs(&board, rule, Black), runs);
    }
}

/// Few gaps and one colour ahead, so that long rows and held fives are common.
fn any_board(size: Size, rng: &mut Rng) -> Board {
    match rng.below(2) {
        0 => random_board(size, 68, 16, rng),
        _ => random_board(size, 16, 68, rng),
    }
}

fn as_set(runs: Vec<Run>) -> HashSet<Run> {
    runs.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// On any board, what the stones see along their own lines is what the walk over the
    /// whole board finds, and a winning stone is foreseen on its free point.
    #[test]
    fn the_four_lines_see_what_the_whole_board_holds(
        rule in prop::sample::select(ALL),
        n in 5_u8..=22,
        seed: u64,
    ) {
        let board = any_board(Size::new(n).unwrap(), &mut Rng::new(seed));
        for stone in Stone::BOTH {
            let seen: HashSet<Run> = board
                .stones()
                .filter(|&(_, colour)| colour == stone)
                .flat_map(|(point, _)| winning_runs_at(&board, rule, point))
                .collect();
            prop_assert_eq!(seen, as_set(all_winning_runs(&board, rule, stone)));
            for point in board.free_points().take(20) {
                let mut next = board.clone();
                next.place(point, stone).unwrap();
                let wins = !winning_runs_at(&next, rule, point).is_empty();
                prop_assert_eq!(wins_at_once(&board, rule, point, stone), wins);
            }
        }
    }

    #[test]
    fn symmetry_commutes_with_winning_rows(
        rule in prop::sample::select(ALL),
        n in 5_u8..=22,
        which in 0..8_usize,
        seed: u64,
    ) {
        let (size, symmetry) = (Size::new(n).unwrap(), Symmetry::ALL[which]);
        let board = any_board(size, &mut Rng::new(seed));
        let image = board.transformed(symmetry);
        for stone in Stone::BOTH {
            let stones = |runs: &[Run], turn: Symmetry| -> HashSet<Vec<Point>> {
                let turned = runs.iter().map(|run| {
                    let mut points: Vec<Point> =
                        run.points().map(|point| turn.apply(point, size)).collect();
                    points.sort_unstable();
                    points
                });
                turned.collect()
            };
            let here = all_winning_runs(&board, rule, stone);
            let there = all_winning_runs(&image, rule, stone);
            prop_assert_eq!(
                stones(&here, symmetry),
                stones(&there, Symmetry::IDENTITY)
            );
            for point in board.free_points().take(20) {
                prop_assert_eq!(
                    wins_at_once(&board, rule, point, stone),
                    wins_at_once(&image, rule, symmetry.apply(point, size), stone)
                );
            }
        }
    }
}
