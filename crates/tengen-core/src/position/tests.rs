mod properties;

use super::*;
use crate::ascii;
use crate::forbidden::ForbiddenKind;

fn at(name: &str) -> Point {
    let size = Size::STANDARD;
    let mut points = size.points();
    points.find(|point| point.name(size) == name).unwrap()
}

fn mv(stone: Stone, name: &str) -> Move {
    Move {
        stone,
        point: Some(at(name)),
    }
}

/// A position on 15x15 after these moves.
fn played(rule: Rule, moves: &str) -> Position {
    let mut position = Position::new(Size::STANDARD, rule);
    for name in moves.split_whitespace() {
        position.play(at(name)).unwrap();
    }
    position
}

/// Black may make two threes on H8.
const DOUBLE_THREE: &str = "G8 A1 F8 A3 H9 A5 H10 A7";
/// Black may make a five on E1.
const FOUR: &str = "A1 A15 B1 B15 C1 C15 D1 D15";

#[test]
fn a_move_is_refused_off_the_board_on_a_stone_and_where_it_is_forbidden() {
    let mut position = played(Rule::Renju, DOUBLE_THREE);
    let before = position.clone();
    for (point, is_expected, words) in [
        (
            Point::new(15, 0).unwrap(),
            (|e| matches!(e, MoveError::Place(PlaceError::OffBoard { .. })))
                as fn(&MoveError) -> bool,
            "columns and rows 1 to 15 are allowed",
        ),
        (
            at("A3"),
            |e| matches!(e, MoveError::Place(PlaceError::Occupied { .. })),
            "A3 is taken by a white stone: choose a free point",
        ),
        (
            at("H8"),
            |e| matches!(e, MoveError::Forbidden { .. }),
            "H8 is forbidden to Black (double three): choose a free point that is not",
        ),
    ] {
        let error = position.play(point).unwrap_err();
        assert!(is_expected(&error), "{error:?}");
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(position.check(point), Err(error));
        assert_eq!(position, before);
    }
    assert!(!position.legal_points().any(|point| point == at("H8")));
}

#[test]
fn nothing_is_legal_after_the_end() {
    let mut position = played(Rule::Freestyle, FOUR);
    position.play(at("E1")).unwrap();
    let before = position.clone();
    assert_eq!(position.legal_points().count(), 0);
    for name in ["E15", "A1"] {
        let error = position.play(at(name)).unwrap_err();
        assert!(matches!(error, MoveError::GameOver(_)), "{error:?}");
        assert_eq!(
            error.to_string(),
            "the game is over (Black wins: five in a row): take a move back or start anew"
        );
    }
    assert_eq!(position, before);
    assert_eq!(position.undo(), Some(mv(Stone::Black, "E1")));
    position.play(at("E1")).unwrap();
    assert_eq!(position, before);
}

#[test]
fn the_winning_stones_are_those_of_the_row() {
    let mut position = played(Rule::Standard, FOUR);
    position.play(at("E1")).unwrap();
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Stone::Black));
    assert_eq!(
        outcome.winning_stones(),
        ["A1", "B1", "C1", "D1", "E1"].map(at)
    );
}

/// Renju: an overline is a loss for Black and a win for White, in the same row.
#[test]
fn a_six_wins_for_white_and_loses_for_black_in_renju() {
    for (stone, winner) in [(Stone::Black, Stone::White), (Stone::White, Stone::White)] {
        let row = ["A1", "B1", "C1", "E1", "F1"].map(|name| (at(name), stone));
        let board = Board::with_stones(Size::STANDARD, row).unwrap();
        let mut position = Position::with_board(board, Rule::Renju, stone);
        assert_eq!(position.check(at("D1")).is_ok(), stone == Stone::White);
        position.play_as_written(mv(stone, "D1")).unwrap();
        let outcome = position.outcome().unwrap();
        assert_eq!(outcome.winner, Some(winner));
        let is_foul = matches!(outcome.cause, Cause::ForbiddenMove(_));
        assert_eq!(is_foul, stone == Stone::Black);
        let six = usize::from(stone == Stone::White) * 6;
        assert_eq!(outcome.winning_stones().len(), six);
    }
}

#[test]
fn a_five_beats_what_is_forbidden_beside_it() {
    let drawing = ascii::parse(
        ". . . . . . . . .
         . . . . X . . . .
         . . . . X . . . .
         . . . . X . . . .
         . . . . X . . . .
         X X X X a . . . .
         . . . . X . . . .
         . . . . . . . . .
         . . . . . . . . .",
    )
    .unwrap();
    let a = drawing.mark('a').unwrap();
    let mut position = Position::with_board(drawing.board, Rule::Renju, Stone::Black);
    position.play(a).unwrap();
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Stone::Black));
    assert_eq!(
        outcome.winning_stones().len(),
        5,
        "the six is no part of it"
    );
}

#[test]
fn a_recorded_forbidden_move_loses_and_moves_behind_the_end_change_nothing() {
    let mut position = played(Rule::Renju, DOUBLE_THREE);
    let start = position.clone();
    position.play_as_written(mv(Stone::Black, "H8")).unwrap();
    let outcome = position.outcome().unwrap().clone();
    assert_eq!(outcome.winner, Some(Stone::White));
    let Cause::ForbiddenMove(reason) = &outcome.cause else {
        panic!("{outcome:?}");
    };
    assert_eq!(reason.point, at("H8"));
    assert_eq!(reason.kinds, [ForbiddenKind::DoubleThree]);
    for (stone, name) in [
        (Stone::White, "A9"),
        (Stone::Black, "I8"),
        (Stone::Black, "J8"),
    ] {
        position.play_as_written(mv(stone, name)).unwrap();
        assert_eq!(position.outcome(), Some(&outcome));
    }
    let full_history = position.clone();
    assert!(position.play_as_written(mv(Stone::Black, "J8")).is_err());
    let outside = Move {
        stone: Stone::Black,
        point: Point::new(0, 15),
    };
    assert!(position.play_as_written(outside).is_err());
    assert_eq!(position, full_history, "a refused move changes nothing");
    for _ in 0..4 {
        position.undo();
    }
    assert_eq!(position, start);
}

/// White may play the point that is forbidden to Black, and no other rule forbids it.
#[test]
fn points_are_forbidden_to_black_in_renju_only() {
    for rule in Rule::ALL {
        let mut position = played(rule, DOUBLE_THREE);
        assert_eq!(position.check(at("H8")).is_err(), rule == Rule::Renju);
        position.play(at("A14")).unwrap();
        position.play(at("H8")).unwrap();
        assert_eq!(position.outcome(), None);
    }
}

#[test]
fn passes_and_moves_out_of_turn_are_taken_as_written() {
    let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
    let start = position.clone();
    let pass = |stone| Move { stone, point: None };
    for written in [
        mv(Stone::White, "H8"),
        mv(Stone::White, "H9"),
        pass(Stone::White),
        pass(Stone::Black),
        mv(Stone::White, "H10"),
    ] {
        position.play_as_written(written).unwrap();
        assert_eq!(position.to_move(), written.stone.opponent());
        assert_eq!(position.last_move(), Some(written));
        assert_eq!(position.outcome(), None);
    }
    assert_eq!(position.moves().len(), 5);
    assert_eq!(position.board().stone_count(), 3);
    while position.undo().is_some() {}
    assert_eq!(position, start);
    assert_eq!(position.undo(), None);
}

#[test]
fn the_key_tells_whose_turn_it_is() {
    let board = || Board::new(Size::STANDARD);
    let [black, white] =
        Stone::BOTH.map(|stone| Position::with_board(board(), Rule::Freestyle, stone).key());
    assert_ne!(black, white);
    assert_eq!(
        played(Rule::Freestyle, "H8 H9 I9").key(),
        played(Rule::Renju, "I9 H9 H8").key()
    );
}

/// A board without a five of either colour.
const FULL: &str = "
    X X O O X
    O O X X O
    X X O O a
    O O X X O
    X X O O X";

#[test]
fn a_full_board_is_a_draw() {
    let drawing = ascii::parse(FULL).unwrap();
    let last = drawing.mark('a').unwrap();
    for rule in Rule::ALL {
        let mut position = Position::with_board(drawing.board.clone(), rule, Stone::Black);
        assert_eq!(position.outcome(), None);
        position.play(last).unwrap();
        let draw = Outcome::draw(Cause::FullBoard);
        assert_eq!(position.outcome(), Some(&draw));
        let set_up = Position::with_board(position.board().clone(), rule, Stone::White);
        assert_eq!(set_up.outcome(), Some(&draw));
    }
}

#[test]
fn the_last_stone_can_still_win() {
    let drawing = ascii::parse(&FULL.replace("X X O O a", "O O O O a")).unwrap();
    let last = drawing.mark('a').unwrap();
    for rule in Rule::ALL {
        let mut position = Position::with_board(drawing.board.clone(), rule, Stone::White);
        position.play(last).unwrap();
        assert!(position.board().is_full());
        assert_eq!(position.outcome().unwrap().winner, Some(Stone::White));
    }
}

/// Two free points: `a`, and `b`, where Black would make six in a row.
const ONLY_AN_OVERLINE: &str = "
    O O X O O O
    X X O X X O
    X X X b X X
    O O X O O X
    X X O X X O
    O O X O a X";

#[test]
fn black_without_a_legal_move_draws_in_renju() {
    let drawing = ascii::parse(ONLY_AN_OVERLINE).unwrap();
    let [a, b] = ['a', 'b'].map(|mark| drawing.mark(mark).unwrap());
    let draw = Outcome::draw(Cause::NoLegalMove);
    for rule in Rule::ALL {
        let mut position = Position::with_board(drawing.board.clone(), rule, Stone::White);
        position.play(a).unwrap();
        if rule == Rule::Renju {
            assert_eq!(position.outcome(), Some(&draw));
            assert_eq!(position.legal_points().count(), 0);
            assert!(matches!(position.check(b), Err(MoveError::GameOver(_))));
            let set_up = Position::with_board(position.board().clone(), rule, Stone::Black);
            assert_eq!(set_up.outcome(), Some(&draw));
            let white = Position::with_board(position.board().clone(), rule, Stone::White);
            assert!(white.legal_points().eq([b]), "White may play there");
        } else {
            assert_eq!(position.outcome(), None, "{rule}");
            assert!(position.legal_points().eq([b]));
        }
        // With another free point left to Black the game goes on.
        let position = Position::with_board(drawing.board.clone(), rule, Stone::Black);
        assert_eq!(position.outcome(), None);
        assert_eq!(position.check(b).is_err(), rule == Rule::Renju);
    }
}

#[test]
fn a_position_that_is_set_up_with_a_five_is_over() {
    let row = ["A1", "B1", "C1", "D1", "E1"].map(|name| (at(name), Stone::White));
    let board = Board::with_stones(Size::STANDARD, row).unwrap();
    for to_move in Stone::BOTH {
        let position = Position::with_board(board.clone(), Rule::Renju, to_move);
        assert_eq!(position.outcome().unwrap().winner, Some(Stone::White));
        assert_eq!(position.legal_points().count(), 0);
    }
}

/// Play cannot reach this; the one who moved last has won.
#[test]
fn of_two_fives_that_of_the_last_mover_counts() {
    let mut stones = Vec::new();
    for x in 0..5 {
        stones.push((Point::new(x, 0).unwrap(), Stone::Black));
        stones.push((Point::new(x, 2).unwrap(), Stone::White));
    }
    let board = Board::with_stones(Size::STANDARD, stones).unwrap();
    for to_move in Stone::BOTH {
        let outcome = judge_whole_board(&board, Rule::Freestyle, to_move).unwrap();
        assert_eq!(outcome.winner, Some(to_move.opponent()));
    }
}
