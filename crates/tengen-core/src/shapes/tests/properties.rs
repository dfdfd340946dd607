//! Properties on whole boards.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::board::Board;
use crate::board::tests::random_board;
use crate::forbidden::examine;
use crate::point::{AREA, Direction, Point, Size};
use crate::rng::Rng;
use crate::rule::Rule;
use crate::shapes::{Kind, Life, Shape, shapes, shapes_at};
use crate::stone::Stone;
use crate::symmetry::Symmetry;
use crate::win::{all_winning_runs, wins_at_once};

fn boards() -> impl Strategy<Value = Board> {
    (5u8..=15, 0usize..40, 0usize..40, any::<u64>()).prop_map(|(n, black, white, seed)| {
        let size = Size::new(n).unwrap();
        random_board(size, black, white, &mut Rng::new(seed))
    })
}

/// A shape as a set, so that turned boards can be compared.
type Plain = (
    Direction,
    Kind,
    Life,
    bool,
    BTreeSet<Point>,
    BTreeSet<Point>,
    BTreeSet<Point>,
);

fn plain(shape: &Shape, symmetry: Symmetry, size: Size) -> Plain {
    let turned = |points: &[Point]| points.iter().map(|&p| symmetry.apply(p, size)).collect();
    (
        symmetry.apply_to_direction(shape.direction),
        shape.kind,
        shape.life,
        shape.broken,
        turned(&shape.stones),
        turned(&shape.extensions),
        turned(&shape.replies),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn symmetry_commutes_with_shapes(board in boards()) {
        let size = board.size();
        for rule in Rule::ALL {
            for stone in Stone::BOTH {
                let here = shapes(&board, rule, stone);
                for symmetry in Symmetry::ALL {
                    let there = shapes(&board.transformed(symmetry), rule, stone);
                    let image: BTreeSet<Plain> =
                        here.iter().map(|s| plain(s, symmetry, size)).collect();
                    let found: BTreeSet<Plain> =
                        there.iter().map(|s| plain(s, Symmetry::IDENTITY, size)).collect();
                    prop_assert_eq!(found.len(), there.len());
                    prop_assert_eq!(image, found);
                }
            }
        }
    }

    /// Complete rows are the winning ones, and winning points are those of the fours.
    #[test]
    fn shapes_agree_with_the_win_test(board in boards()) {
        for rule in Rule::ALL {
            for stone in Stone::BOTH {
                let found = shapes(&board, rule, stone);
                let complete = found.iter().filter(|s| s.life == Life::Complete);
                prop_assert_eq!(complete.count(), all_winning_runs(&board, rule, stone).len());
                if found.iter().any(|s| s.life == Life::Complete) {
                    continue;
                }
                let named: BTreeSet<Point> = found
                    .iter()
                    .filter(|s| s.kind == Kind::Four)
                    .flat_map(|s| s.extensions.iter().copied())
                    .collect();
                let wins: BTreeSet<Point> = board
                    .free_points()
                    .filter(|&p| wins_at_once(&board, rule, p, stone))
                    .collect();
                prop_assert_eq!(named, wins);
            }
        }
    }

    /// Stones are the colour's, extensions and replies are free, all on the named line.
    #[test]
    fn shapes_name_points_of_the_right_sort(board in boards()) {
        for rule in Rule::ALL {
            for stone in Stone::BOTH {
                for shape in shapes(&board, rule, stone) {
                    let on_line = |p: &Point| (-22..=22)
                        .any(|n| shape.stones[0].step(shape.direction, n) == Some(*p));
                    prop_assert!(shape.stones.iter().all(|&p| board.get(p) == Some(stone)));
                    prop_assert!(shape.stones.iter().all(on_line));
                    let free = shape.extensions.iter().chain(&shape.replies);
                    prop_assert!(free.clone().all(|&p| board.is_free(p)));
                    prop_assert!(free.clone().all(on_line));
                }
            }
        }
    }

    /// What a stone would make is what is there when it stands.
    #[test]
    fn a_stone_makes_what_then_stands(board in boards(), pick in any::<u64>()) {
        let any_point = Rng::new(pick).below(AREA);
        let point = Point::new((any_point % 22) as u8, (any_point / 22) as u8).unwrap();
        for rule in Rule::ALL {
            for stone in Stone::BOTH {
                let made = shapes_at(&board, rule, point, stone);
                let mut after = board.clone();
                if after.place(point, stone).is_err() {
                    prop_assert!(made.is_empty());
                    continue;
                }
                let mut standing = shapes(&after, rule, stone);
                standing.retain(|shape| shape.stones.contains(&point));
                prop_assert_eq!(made, standing);
            }
        }
    }

    /// In renju Black's fours and open threes are those of the forbidden-point finder.
    #[test]
    fn fours_and_threes_agree_with_the_finder(board in boards()) {
        for point in board.free_points() {
            let told = examine(&board, point).unwrap();
            if !told.fives.is_empty() {
                continue;
            }
            let made = shapes_at(&board, Rule::Renju, point, Stone::Black);
            let count = |kind, life: Option<Life>| made
                .iter()
                .filter(|s| s.kind == kind && life.map_or(s.life != Life::Dead, |l| s.life == l))
                .count();
            prop_assert_eq!(count(Kind::Four, None), told.fours.len());
            let straight = told.fours.iter().filter(|four| four.is_straight());
            prop_assert_eq!(count(Kind::Four, Some(Life::Open)), straight.count());
            prop_assert_eq!(count(Kind::Three, Some(Life::Open)), told.real_threes().count());
        }
    }
}
