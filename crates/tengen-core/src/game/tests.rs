mod openings;
mod properties;
mod records;

use super::*;
use crate::board::PlaceError;
use crate::forbidden::ForbiddenKind;
use crate::outcome::Cause;
use crate::stone::Stone;
use crate::tree::Mark;

pub(super) fn at(name: &str) -> Point {
    let size = Size::STANDARD;
    size.points()
        .find(|point| point.name(size) == name)
        .unwrap()
}

/// A game with these moves played on 15x15.
pub(super) fn played(rule: Rule, moves: &str) -> Game {
    let mut game = Game::new(Size::STANDARD, rule);
    for name in moves.split_whitespace() {
        game.play(at(name)).unwrap();
    }
    game
}

const FIVE: &str = "A1 A15 B1 B15 C1 C15 D1 D15 E1";

#[test]
fn a_five_ends_the_game_with_its_stones() {
    let mut game = played(Rule::Standard, FIVE);
    let outcome = game.outcome().unwrap().clone();
    assert_eq!(outcome.winner, Some(Stone::Black));
    assert_eq!(
        game.winning_stones(),
        ["A1", "B1", "C1", "D1", "E1"].map(at)
    );
    assert_eq!(game.info().result, Some(outcome));
    let error = game.play(at("E15")).unwrap_err();
    assert!(matches!(error, GameError::Over(_)), "{error:?}");
    assert!(error.to_string().contains("take a move back"), "{error}");
    // Taking the winning move back opens the game again, and another line is possible.
    game.undo();
    assert!(game.outcome().is_none());
    game.play(at("H8")).unwrap();
    assert!(game.outcome().is_none());
    assert!(game.winning_stones().is_empty());
}

#[test]
fn each_refusal_is_its_own_error_and_says_what_is_legal() {
    let mut game = played(Rule::Renju, "G8 A1 F8 A3 H9 A5 H10 A7");
    let before = game.clone();
    let off_board = game.play(Point::new(20, 3).unwrap()).unwrap_err();
    assert!(matches!(
        off_board,
        GameError::Place(PlaceError::OffBoard { .. })
    ));
    assert!(off_board.to_string().contains("1 to 15 are allowed"));
    let taken = game.play(at("A3")).unwrap_err();
    assert!(matches!(
        taken,
        GameError::Place(PlaceError::Occupied { .. })
    ));
    assert!(taken.to_string().contains("choose a free point"));
    let forbidden = game.play(at("H8")).unwrap_err();
    let GameError::Forbidden { reason, .. } = &forbidden else {
        panic!("{forbidden:?}");
    };
    assert_eq!(reason.kinds, [ForbiddenKind::DoubleThree]);
    let text = forbidden.to_string();
    assert!(text.contains("H8 is forbidden: double three."), "{text}");
    assert!(text.contains("F8-G8-H8"), "{text}");
    assert!(text.ends_with("that is not forbidden."), "{text}");
    assert_eq!(game.tree(), before.tree());
    assert_eq!(game.position(), before.position());
    // The same point is White's for the asking.
    game.play(at("C3")).unwrap();
    game.play(at("H8")).unwrap();
}

#[test]
fn going_back_and_trying_another_move_loses_nothing() {
    let mut game = played(Rule::Freestyle, "H8 H9 I9");
    let first = game.cursor();
    game.undo();
    game.undo();
    let second = game.play(at("I8")).unwrap();
    assert_eq!(game.variations().len(), 2);
    assert_eq!(game.tree().len(), 5);
    // Redo follows what was visited last.
    game.to_start();
    game.to_end();
    assert_eq!(game.cursor(), second);
    game.go_to(first).unwrap();
    game.to_start();
    game.to_end();
    assert_eq!(game.cursor(), first);
    // The same move again goes to the old node.
    game.undo();
    assert_eq!(game.play(at("I9")).unwrap(), first);
    assert_eq!(game.tree().len(), 5);
    let names: Vec<Point> = game.moves().filter_map(|mv| mv.point).collect();
    assert_eq!(names, ["H8", "H9", "I9"].map(at));
}

#[test]
fn a_result_belongs_to_the_line_it_was_given_in() {
    let mut game = played(Rule::Freestyle, "H8 H9 I9");
    let main = game.cursor();
    game.undo();
    let variation = game.play(at("I8")).unwrap();
    game.lose_on_time(Stone::White).unwrap();
    let by_time = Outcome::win(Stone::Black, Cause::Time);
    assert_eq!(game.outcome(), Some(&by_time));
    assert_eq!(game.tree().main_line().last(), Some(&variation));
    assert!(game.agree_draw().is_err());
    assert!(matches!(game.play(at("A1")), Err(GameError::Over(_))));
    game.go_to(main).unwrap();
    assert_eq!(game.outcome(), None);
    game.play(at("A1")).unwrap();
    // A student may go on where the player lost on time, and the result stays there.
    game.go_to(variation).unwrap();
    let mv = Move {
        stone: Stone::White,
        point: Some(at("A1")),
    };
    game.record(mv).unwrap();
    assert_eq!(game.outcome(), None);
    game.undo();
    assert_eq!(game.outcome(), Some(&by_time));
    // Reopened, play goes on.
    game.reopen();
    assert_eq!(game.outcome(), None);
    game.play(at("A2")).unwrap();
    game.agree_draw().unwrap();
    assert_eq!(game.outcome(), Some(&Outcome::draw(Cause::Agreement)));
}

#[test]
fn promoting_a_line_takes_its_own_result() {
    let mut game = played(Rule::Freestyle, "H8 A1 H9 A2 H10 A3 H11 A4");
    game.play(at("O15")).unwrap();
    let loses = game.play(at("A5")).unwrap();
    assert_eq!(
        game.info().result.as_ref().unwrap().winner,
        Some(Stone::White)
    );
    game.undo();
    game.undo();
    game.play(at("H12")).unwrap();
    let white_won = game.info().result.clone();
    assert_eq!(white_won.unwrap().winner, Some(Stone::White));
    game.promote();
    let black_won = game.info().result.clone().unwrap();
    assert_eq!(black_won.winner, Some(Stone::Black));
    // Promoting a line that goes on drops the result.
    game.undo();
    game.play(at("O1")).unwrap();
    game.promote();
    assert_eq!(game.info().result, None);
    assert_eq!(game.outcome(), None);
    game.go_to(loses).unwrap();
    assert_eq!(game.outcome().unwrap().winner, Some(Stone::White));
}

#[test]
fn a_removed_line_is_gone_and_the_cursor_outside_it() {
    let mut game = played(Rule::Freestyle, "H8 H9 I9");
    let third = game.cursor();
    let second = game.path()[2];
    game.resign(Stone::White).unwrap();
    game.remove(second).unwrap();
    assert_eq!(game.cursor(), game.path()[1]);
    assert_eq!(game.position().board().stone_count(), 1);
    assert_eq!(game.info().result, None);
    assert!(!game.redo());
    assert_eq!(game.go_to(third), Err(GameError::NoSuchNode));
    assert_eq!(game.remove(third), Err(GameError::NoSuchNode));
    assert_eq!(game.remove(Tree::ROOT), Err(GameError::NoSuchNode));
    let error = GameError::NoSuchNode.to_string();
    assert!(error.contains("nodes of its tree"), "{error}");
}

#[test]
fn comments_marks_and_clocks_stay_with_their_node() {
    let mut game = played(Rule::Freestyle, "H8");
    game.set_comment("the centre");
    game.set_clock(Some(1500), Some(58_500));
    game.add_mark(at("H8"), Mark::Circle).unwrap();
    game.add_mark(at("H8"), Mark::Circle).unwrap();
    game.add_mark(at("A1"), Mark::Label("a".to_owned()))
        .unwrap();
    assert!(
        game.add_mark(Point::new(16, 0).unwrap(), Mark::Cross)
            .is_err()
    );
    game.play(at("H9")).unwrap();
    assert!(game.node().comment.is_empty());
    game.undo();
    assert_eq!(game.node().comment, "the centre");
    assert_eq!(game.node().time_ms, Some(1500));
    assert_eq!(game.node().time_left_ms, Some(58_500));
    assert_eq!(game.node().marks.len(), 2);
    assert!(game.clear_marks(at("H8")));
    assert!(!game.clear_marks(at("H8")));
    assert_eq!(game.node().marks.len(), 1);
}

#[test]
fn stones_are_set_up_at_the_root_or_in_a_new_node() {
    let mut game = Game::new(Size::STANDARD, Rule::Freestyle);
    let black = |names: &[&str]| -> Vec<(Point, Option<Stone>)> {
        let stones = names.iter().map(|name| (at(name), Some(Stone::Black)));
        stones.collect()
    };
    game.set_up(&black(&["A1", "B1"]), None).unwrap();
    assert_eq!(game.cursor(), Tree::ROOT);
    assert_eq!(game.position().to_move(), Stone::White);
    game.play(at("H8")).unwrap();
    let moved = game.cursor();
    // Taking one away and adding others goes behind the move; the turn stays.
    let mut change = black(&["C1", "D1"]);
    change.push((at("H8"), None));
    game.set_up(&change, None).unwrap();
    assert_eq!(game.node().parent(), Some(moved));
    assert_eq!(game.position().board().count(Stone::Black), 4);
    assert_eq!(game.position().board().count(Stone::White), 0);
    assert_eq!(game.position().to_move(), Stone::Black);
    game.play(at("E1")).unwrap();
    assert_eq!(game.winning_stones().len(), 5);
    game.undo();
    game.undo();
    assert_eq!(game.cursor(), moved);
    assert_eq!(game.position().board().count(Stone::White), 1);
    assert_eq!(game.position().to_move(), Stone::Black);
    let before = game.tree().clone();
    let outside = [(Point::new(21, 0).unwrap(), None)];
    assert!(matches!(
        game.set_up(&outside, None),
        Err(GameError::Place(PlaceError::OffBoard { .. }))
    ));
    assert_eq!(game.tree(), &before);
}

#[test]
fn a_referee_accepts_a_forbidden_move_and_white_wins() {
    let mut game = played(Rule::Renju, "G8 A1 F8 A3 H9 A5 H10 A7");
    let foul = Move {
        stone: Stone::Black,
        point: Some(at("H8")),
    };
    game.record(foul).unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Stone::White));
    assert!(matches!(outcome.cause, Cause::ForbiddenMove(_)));
    assert_eq!(game.info().result.as_ref(), Some(outcome));
    let after = Move {
        stone: Stone::White,
        point: Some(at("A8")),
    };
    assert!(matches!(game.record(after), Err(GameError::Over(_))));
    game.undo();
    let occupied = Move {
        stone: Stone::Black,
        point: Some(at("A1")),
    };
    assert!(matches!(game.record(occupied), Err(GameError::Place(_))));
    // Records know passes.
    let pass = Move {
        stone: Stone::Black,
        point: None,
    };
    game.record(pass).unwrap();
    assert_eq!(game.position().to_move(), Stone::White);
}
