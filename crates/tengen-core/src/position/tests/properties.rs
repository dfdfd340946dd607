//! Random games in all rules and sizes, to the end and beyond.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::board::tests::random_board;
use crate::perft;
use crate::rng::Rng;
use crate::symmetry::Symmetry;

fn any_start() -> impl Strategy<Value = Position> {
    (prop::sample::select(&Rule::ALL[..]), 5_u8..=22)
        .prop_map(|(rule, n)| Position::new(Size::new(n).unwrap(), rule))
}

/// A legal point, if there is one: mostly beside a recent stone, so that rows grow and
/// games are decided.
fn any_legal(position: &Position, rng: &mut Rng) -> Option<Point> {
    let recent: Vec<Point> = position.moves().rev().filter_map(|mv| mv.point).collect();
    let recent = &recent[..recent.len().min(8)];
    for _ in 0..12 {
        let Some(&centre) = rng.pick(recent) else {
            break;
        };
        let direction = *rng.pick(&crate::point::Direction::ALL)?;
        let steps = [-2, -1, 1, 2][rng.below(4)];
        let point = centre.step(direction, steps);
        if let Some(point) = point.filter(|&point| position.check(point).is_ok()) {
            return Some(point);
        }
    }
    let legal: Vec<Point> = position.legal_points().collect();
    rng.pick(&legal).copied()
}

/// Any colour, sometimes a pass, anywhere on or off the board.
fn any_written(position: &Position, rng: &mut Rng) -> Move {
    let beyond = usize::from(position.size().get()) + 1;
    let point = Point::new(rng.below(beyond) as u8, rng.below(beyond) as u8);
    Move {
        stone: Stone::BOTH[rng.below(2)],
        point: point.filter(|_| rng.below(10) > 0),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// After every stone of a game, to its end, the four lines of that stone tell what
    /// the whole board tells: winner, winning stones, full board, no legal move.
    #[test]
    fn the_referee_agrees_with_the_whole_board(mut position in any_start(), seed: u64) {
        let mut rng = Rng::new(seed);
        while let Some(point) = any_legal(&position, &mut rng) {
            prop_assert_eq!(position.outcome(), None);
            position.play(point).unwrap();
            let twin = judge_whole_board(position.board(), position.rule(), position.to_move());
            prop_assert_eq!(position.outcome(), twin.as_ref());
        }
        prop_assert!(position.outcome().is_some());
    }

    #[test]
    fn playing_and_undoing_restores_everything(mut position in any_start(), seed: u64) {
        let mut rng = Rng::new(seed);
        let mut before = Vec::new();
        while let Some(point) = any_legal(&position, &mut rng) {
            before.push(position.clone());
            position.play(point).unwrap();
            prop_assert_eq!(position.moves().len(), before.len());
        }
        while let Some(expected) = before.pop() {
            prop_assert!(position.undo().is_some());
            prop_assert_eq!(&position, &expected);
            prop_assert_eq!(position.key(), expected.key());
        }
        prop_assert_eq!(position.undo(), None);
    }

    /// The same for records, whatever they say; a refused move changes nothing, and the
    /// first end stays the end.
    #[test]
    fn what_is_written_is_undone_too(mut position in any_start(), seed: u64) {
        let mut rng = Rng::new(seed);
        let mut before = Vec::new();
        for _ in 0..150 {
            let written = any_written(&position, &mut rng);
            let here = position.clone();
            if position.play_as_written(written).is_err() {
                prop_assert_eq!(&position, &here);
                let point = written.point.unwrap();
                prop_assert!(!position.board().is_free(point));
                continue;
            }
            if here.outcome().is_some() {
                prop_assert_eq!(position.outcome(), here.outcome());
            }
            before.push(here);
        }
        while let Some(expected) = before.pop() {
            prop_assert!(position.undo().is_some());
            prop_assert_eq!(&position, &expected);
        }
    }

    /// A turned game has the same legal points, forbidden points, counts and end.
    #[test]
    fn symmetry_commutes_with_legality_and_outcome(
        mut position in any_start(),
        which in 0..8_usize,
        seed: u64,
    ) {
        let (symmetry, size) = (Symmetry::ALL[which], position.size());
        let image = |points: Vec<Point>| -> BTreeSet<Point> {
            points.into_iter().map(|point| symmetry.apply(point, size)).collect()
        };
        let mut turned = position.clone();
        let mut rng = Rng::new(seed);
        while let Some(point) = any_legal(&position, &mut rng) {
            position.play(point).unwrap();
            turned.play(symmetry.apply(point, size)).unwrap();
            let legal = image(position.legal_points().collect());
            prop_assert_eq!(legal, turned.legal_points().collect());
        }
        prop_assert_eq!(position.board().transformed(symmetry), turned.board().clone());
        let [here, there] = [&position, &turned].map(|it| it.outcome().unwrap());
        prop_assert_eq!(here.winner, there.winner);
        prop_assert_eq!(here.to_string(), there.to_string());
        let stones = image(here.winning_stones());
        prop_assert_eq!(stones, there.winning_stones().into_iter().collect());
    }

    #[test]
    fn symmetry_commutes_with_perft(
        rule in prop::sample::select(&Rule::ALL[..]),
        n in 5_u8..=9,
        which in 0..8_usize,
        seed: u64,
    ) {
        let size = Size::new(n).unwrap();
        let board = random_board(size, 45, 33, &mut Rng::new(seed));
        let turned = board.transformed(Symmetry::ALL[which]);
        let [here, there] = [board, turned]
            .map(|board| perft::count(&mut Position::with_board(board, rule, Stone::Black), 2));
        prop_assert_eq!(here, there);
    }
}

/// The games above are worth something only if they end in different ways.
#[test]
fn random_games_reach_wins_by_both_colours_and_draws() {
    let mut rng = Rng::new(1);
    for rule in Rule::ALL {
        let mut ends = BTreeSet::new();
        for n in 0..300 {
            let size = Size::new([5, 6, 15][n % 3]).unwrap();
            let mut position = Position::new(size, rule);
            while let Some(point) = any_legal(&position, &mut rng) {
                position.play(point).unwrap();
            }
            ends.insert(position.outcome().unwrap().to_string());
        }
        for end in [
            "Black wins: five in a row",
            "White wins: five in a row",
            "draw: the board is full",
        ] {
            assert!(ends.contains(end), "{rule}: {ends:?}");
        }
    }
}
