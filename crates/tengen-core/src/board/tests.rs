use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::ascii;
use crate::rng::Rng;

fn size(n: u8) -> Size {
    Size::new(n).unwrap()
}

/// A board with stones thrown on it: of a hundred points about `black` black and `white`
/// white ones.
pub(crate) fn random_board(size: Size, black: usize, white: usize, rng: &mut Rng) -> Board {
    let mut board = Board::new(size);
    for point in size.points() {
        let throw = rng.below(100);
        if throw < black {
            board.place(point, Stone::Black).unwrap();
        } else if throw < black + white {
            board.place(point, Stone::White).unwrap();
        }
    }
    board
}

fn board(drawing: &str) -> Board {
    ascii::parse(drawing).unwrap().board
}

#[test]
fn a_refused_stone_changes_nothing() {
    let mut board = Board::new(size(7));
    let (inside, outside) = (Point::new(6, 6).unwrap(), Point::new(7, 0).unwrap());
    board.place(inside, Stone::White).unwrap();
    let before = board.clone();
    let off_board = board.place(outside, Stone::Black).unwrap_err();
    assert!(matches!(off_board, PlaceError::OffBoard { .. }));
    assert_eq!(
        off_board.to_string(),
        "column 8, row 1 from the top left is off the board: columns and rows 1 to 7 are allowed"
    );
    let taken = board.place(inside, Stone::Black).unwrap_err();
    assert!(matches!(
        taken,
        PlaceError::Occupied {
            by: Stone::White,
            ..
        }
    ));
    assert_eq!(
        taken.to_string(),
        "G1 is taken by a white stone: choose a free point"
    );
    assert_eq!(board, before);
    assert_eq!(board.remove(outside), None);
    assert_eq!(
        (board.get(outside), board.is_free(outside)),
        (None, false),
        "what is off the board is neither taken nor free"
    );
    assert!(Board::with_stones(size(5), [(inside, Stone::Black)]).is_err());
}

#[test]
fn the_key_tells_stones_colours_and_points_apart_but_not_their_order() {
    let [a, b] = [(3, 4), (4, 3)].map(|(x, y)| Point::new(x, y).unwrap());
    let key = |stones: &[(Point, Stone)]| {
        let stones = stones.iter().copied();
        Board::with_stones(Size::STANDARD, stones).unwrap().key()
    };
    use Stone::{Black, White};
    assert_eq!(key(&[]), 0);
    assert_eq!(
        key(&[(a, Black), (b, White)]),
        key(&[(b, White), (a, Black)])
    );
    let all = [
        key(&[(a, Black)]),
        key(&[(a, White)]),
        key(&[(b, Black)]),
        key(&[(a, Black), (b, White)]),
        key(&[(a, White), (b, Black)]),
    ];
    for (n, key) in all.iter().enumerate() {
        assert!(!all[..n].contains(key), "{n}");
    }
}

/// A run seen from each of its stones is the same, with what lies at its ends.
#[test]
fn runs_reach_as_far_as_their_colour_and_know_their_ends() {
    let board = board(
        "X X X . . . .
         . . . . . O .
         . . . . X . .
         . . . X . . .
         . . X . . . .
         . O O O X . .
         . . . . . . O",
    );
    let black = Cell::Stone(Stone::Black);
    for (direction, points, ends) in [
        (
            Direction::Row,
            vec![(0, 0), (1, 0), (2, 0)],
            [Cell::Edge, Cell::Empty],
        ),
        (
            Direction::Rising,
            vec![(2, 4), (3, 3), (4, 2)],
            [Cell::Stone(Stone::White), Cell::Stone(Stone::White)],
        ),
        (
            Direction::Row,
            vec![(1, 5), (2, 5), (3, 5)],
            [Cell::Empty, black],
        ),
        (Direction::Falling, vec![(6, 6)], [Cell::Empty, Cell::Edge]),
        (Direction::Column, vec![(0, 0)], [Cell::Edge, Cell::Empty]),
        (Direction::Column, vec![(2, 5)], [black, Cell::Empty]),
    ] {
        let points: Vec<Point> = points
            .into_iter()
            .map(|(x, y)| Point::new(x, y).unwrap())
            .collect();
        for &point in &points {
            let run = board.run(point, direction).unwrap();
            assert_eq!(run.points().collect::<Vec<_>>(), points);
            assert_eq!(run.ends, ends, "{direction:?} {point:?}");
            assert_eq!(run.start, points[0]);
            assert_eq!(Some(run.stone), board.get(point));
            let is_held = run.stone == Stone::Black && points.len() == 3 && points[0].y() == 4;
            assert_eq!(run.is_held(), is_held, "{run:?}");
        }
    }
    let free = Point::new(3, 0).unwrap();
    assert_eq!(board.run(free, Direction::Row), None);
    let outside = Point::new(9, 9).unwrap();
    assert_eq!(board.run(outside, Direction::Row), None);
    assert_eq!(board.look(outside, Direction::Row, 0), Cell::Edge);
}

#[test]
fn a_full_board_has_no_free_point() {
    let mut board = Board::new(size(5));
    for point in board.size().points() {
        assert!(!board.is_full());
        board.place(point, Stone::Black).unwrap();
    }
    assert!(board.is_full());
    assert_eq!(board.free_points().count(), 0);
    assert_eq!(board.stones().count(), 25);
}

#[test]
fn a_board_is_shown_as_it_is_drawn() {
    let drawn = "5x5\nX....\n.....\n..O..\n.....\n....X\n";
    assert_eq!(format!("{:?}", board(&drawn[4..])), drawn);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Whatever is placed and removed, the board is what a map of points is, and its key
    /// and counts are those of a board built anew.
    #[test]
    fn a_board_is_what_a_map_is(n in 5_u8..=22, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut board = Board::new(size(n));
        let mut model = BTreeMap::new();
        for _ in 0..300 {
            let point = Point::new(rng.below(22) as u8, rng.below(22) as u8).unwrap();
            let stone = Stone::BOTH[rng.below(2)];
            if rng.below(3) == 0 {
                prop_assert_eq!(board.remove(point), model.remove(&point));
            } else if board.place(point, stone).is_ok() {
                prop_assert!(size(n).contains(point));
                prop_assert_eq!(model.insert(point, stone), None);
            } else {
                prop_assert!(!size(n).contains(point) || model.contains_key(&point));
            }
        }
        prop_assert!(board.stones().eq(model.iter().map(|(&point, &stone)| (point, stone))));
        let anew = Board::with_stones(size(n), model).unwrap();
        prop_assert_eq!(&board, &anew);
        prop_assert_eq!(board.key(), anew.key());
        let free = board.free_points().count();
        prop_assert_eq!(free + board.stone_count(), size(n).area());
    }

    /// Turning moves every stone and every run to its image, and turns back.
    #[test]
    fn symmetry_commutes_with_stones_and_runs(n in 5_u8..=22, which in 0..8_usize, seed: u64) {
        let (size, symmetry) = (size(n), Symmetry::ALL[which]);
        let board = random_board(size, 50, 25, &mut Rng::new(seed));
        let image = board.transformed(symmetry);
        prop_assert_eq!(&image.transformed(symmetry.inverse()), &board);
        for point in size.points() {
            let turned = symmetry.apply(point, size);
            prop_assert_eq!(image.get(turned), board.get(point));
            for direction in Direction::ALL {
                let there = image.run(turned, symmetry.apply_to_direction(direction));
                let here = board.run(point, direction);
                prop_assert_eq!(
                    there.map(|run| (run.length, run.is_held())),
                    here.map(|run| (run.length, run.is_held()))
                );
            }
        }
    }
}
