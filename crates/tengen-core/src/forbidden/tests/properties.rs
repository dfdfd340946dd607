//! Properties that hold on every board.

use proptest::prelude::*;

use crate::board::tests::random_board;
use crate::board::{Board, Cell};
use crate::forbidden::{
    Examination, ForbiddenKind, Four, Obstacle, Three, examine, forbidden_at, forbidden_points,
    is_forbidden,
};
use crate::point::{AREA, Direction, Point, Size};
use crate::rng::Rng;
use crate::rule::Rule;
use crate::stone::Stone;
use crate::symmetry::Symmetry;
use crate::win::wins_at_once;

/// Boards of every size, from empty to crowded.
fn boards() -> impl Strategy<Value = Board> {
    (5u8..=22, 0usize..50, 0usize..25, any::<u64>()).prop_map(|(n, black, white, seed)| {
        random_board(Size::new(n).unwrap(), black, white, &mut Rng::new(seed))
    })
}

/// Boards on which black stones crowd enough for threes within threes.
fn crowded_boards() -> impl Strategy<Value = Board> {
    (9u8..=13, 18usize..28, 0usize..6, any::<u64>()).prop_map(|(n, black, white, seed)| {
        random_board(Size::new(n).unwrap(), black, white, &mut Rng::new(seed))
    })
}

/// The length of the row that a black stone on `added` makes.
fn row_length(board: &Board, added: Point, direction: Direction) -> u8 {
    let mut board = board.clone();
    board.place(added, Stone::Black).unwrap();
    board.run(added, direction).unwrap().length
}

fn check_four(board: &Board, stone: Point, four: &Four) {
    assert_eq!(four.stones.len(), 4);
    assert!(four.stones.contains(&stone));
    assert!(matches!(four.five_points.len(), 1 | 2));
    for &point in &four.stones {
        assert_eq!(board.get(point), Some(Stone::Black));
    }
    for &five in &four.five_points {
        let mut after = board.clone();
        after.place(five, Stone::Black).unwrap();
        let run = after.run(five, four.direction).unwrap();
        assert_eq!(run.length, 5);
        assert!(four.stones.iter().all(|&p| run.points().any(|q| q == p)));
    }
}

fn check_three(board: &Board, stone: Point, three: &Three) {
    assert_eq!(three.stones.len(), 3);
    assert!(three.stones.contains(&stone));
    assert!(matches!(three.extensions.len(), 1 | 2));
    for extension in &three.extensions {
        let mut after = board.clone();
        after.place(extension.point, Stone::Black).unwrap();
        let run = after.run(extension.point, three.direction).unwrap();
        assert_eq!(run.length, 4);
        assert_eq!(run.ends, [Cell::Empty; 2]);
        assert!(three.stones.iter().all(|&p| run.points().any(|q| q == p)));
        for end in extension.ends {
            assert_eq!(row_length(&after, end, three.direction), 5);
        }
        let expected = if wins_at_once(board, Rule::Renju, extension.point, Stone::Black) {
            Some(Obstacle::Five)
        } else {
            forbidden_at(board, extension.point).map(|f| Obstacle::Forbidden(f.kinds))
        };
        assert_eq!(extension.obstacle, expected);
        if let Some(then) = &extension.then {
            assert_eq!(then.point, extension.point);
            check(board, then);
        }
    }
}

/// Every claim of an examination, checked on the board by putting stones down.
fn check(board: &Board, told: &Examination) {
    let mut board = board.clone();
    assert_eq!(
        forbidden_at(&board, told.point).map_or(vec![], |f| f.kinds),
        told.kinds
    );
    board.place(told.point, Stone::Black).unwrap();
    for run in told.fives.iter().chain(&told.overlines) {
        assert_eq!(board.run(told.point, run.direction), Some(*run));
    }
    assert!(told.fives.iter().all(|run| run.length == 5));
    assert!(told.overlines.iter().all(|run| run.length > 5));
    for (index, four) in told.fours.iter().enumerate() {
        check_four(&board, told.point, four);
        assert!(told.fours[..index].iter().all(|f| f.stones != four.stones));
    }
    for three in &told.threes {
        check_three(&board, told.point, three);
    }
    if told.fives.is_empty() {
        let holds = |kind| told.kinds.contains(&kind);
        assert_eq!(holds(ForbiddenKind::Overline), !told.overlines.is_empty());
        assert_eq!(holds(ForbiddenKind::DoubleFour), told.fours.len() >= 2);
        let real = told.real_threes().count();
        assert_eq!(holds(ForbiddenKind::DoubleThree), real >= 2);
    } else {
        assert!(told.kinds.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn symmetry_commutes_with_the_finder(board in boards()) {
        let size = board.size();
        let here = forbidden_points(&board);
        for symmetry in Symmetry::ALL {
            let mut image: Vec<_> = here
                .iter()
                .map(|f| (symmetry.apply(f.point, size), f.kinds.clone()))
                .collect();
            image.sort();
            let there: Vec<_> = forbidden_points(&board.transformed(symmetry))
                .into_iter()
                .map(|f| (f.point, f.kinds))
                .collect();
            prop_assert_eq!(image, there);
        }
    }

    #[test]
    fn symmetry_commutes_with_examinations(board in crowded_boards()) {
        let size = board.size();
        for point in board.free_points() {
            let told = examine(&board, point).unwrap();
            for symmetry in Symmetry::ALL {
                let image = examine(&board.transformed(symmetry), symmetry.apply(point, size)).unwrap();
                prop_assert_eq!(&told.kinds, &image.kinds);
                prop_assert_eq!(told.legal_because(), image.legal_because());
                prop_assert_eq!(told.fours.len(), image.fours.len());
                let threes = |told: &Examination| (told.threes.len(), told.real_threes().count());
                prop_assert_eq!(threes(&told), threes(&image));
            }
        }
    }

    #[test]
    fn examinations_claim_only_what_is_so(board in crowded_boards()) {
        for point in board.free_points() {
            check(&board, &examine(&board, point).unwrap());
        }
    }

    /// The finder may look at any point, and leaves the board as it was.
    #[test]
    fn any_point_may_be_asked(board in boards()) {
        let before = board.clone();
        for index in 0..AREA {
            let point = Point::new((index % 22) as u8, (index / 22) as u8).unwrap();
            let free = board.is_free(point);
            prop_assert_eq!(examine(&board, point).is_some(), free);
            prop_assert_eq!(forbidden_at(&board, point).is_some(), is_forbidden(&board, point));
            prop_assert!(free || !is_forbidden(&board, point));
        }
        prop_assert_eq!(before, board);
    }

    /// A stone that is put down is no longer asked about, and taking it up brings back
    /// what was.
    #[test]
    fn placing_and_removing_restores_the_answer(board in boards(), pick in any::<u64>()) {
        let before = forbidden_points(&board);
        let free: Vec<Point> = board.free_points().collect();
        let mut trial = board.clone();
        if let Some(&point) = Rng::new(pick).pick(&free) {
            for stone in Stone::BOTH {
                trial.place(point, stone).unwrap();
                prop_assert!(forbidden_points(&trial).iter().all(|f| f.point != point));
                trial.remove(point);
                prop_assert_eq!(&forbidden_points(&trial), &before);
            }
        }
    }

    /// The sentences name the point and the verdict first, and every line ends a sentence.
    #[test]
    fn explanations_speak_for_every_point(board in crowded_boards()) {
        let size = board.size();
        for point in board.free_points() {
            let told = examine(&board, point).unwrap();
            let text = told.explain(size);
            prop_assert!(text.starts_with(&point.name(size)));
            prop_assert_eq!(text.lines().next().unwrap().contains("forbidden"), told.is_forbidden());
            for line in text.lines() {
                prop_assert!(line.ends_with(['.', ':']), "{}", line);
            }
            for three in told.false_threes().filter(|_| told.fives.is_empty()) {
                let names: Vec<String> = three.stones.iter().map(|p| p.name(size)).collect();
                let phrase = format!("{} looks like a three but is not real", names.join("-"));
                prop_assert!(text.contains(&phrase), "{}", text);
            }
        }
    }
}

/// The largest board, nothing but black stones: here the recursion has the most to look at.
/// Examinations put down at least the stones that the finder puts down, and their number,
/// not the clock, shows that it stays small.
#[test]
fn crowds_of_black_stones_stay_cheap() {
    let mut rng = Rng::new(484);
    for black in (5..=95).step_by(5) {
        for _ in 0..20 {
            let board = random_board(Size::MAX, black, 0, &mut rng);
            let found = forbidden_points(&board);
            assert!(found.len() <= board.free_points().count());
            for f in found {
                let told = examine(&board, f.point).unwrap();
                assert!(stories(&told) < 500, "{}", told.explain(board.size()));
            }
        }
    }
}

/// How many stones an examination puts down.
fn stories(told: &Examination) -> usize {
    let extensions = told.threes.iter().flat_map(|three| &three.extensions);
    let then = extensions.filter_map(|extension| extension.then.as_deref());
    1 + then.map(stories).sum::<usize>()
}
