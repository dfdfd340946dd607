//! The known ways to claim a false win, one test each, and where they are none.

use super::*;
use crate::position::{Spot, spot_of};
use crate::{Freestyle, Renju};

/// What fours do for the side to move, which plain search confirms.
fn fours(rule: Rule, to_move: Stone, drawing: &str) -> bool {
    let (game, _) = drawn(rule, to_move, drawing);
    let claimed = match ask(&game, to_move, Kind::Fours) {
        Finding::Win(_) => true,
        Finding::None => false,
        Finding::Unknown => panic!("{game:?}"),
    };
    assert_eq!(wins_by_fours(&game, 3), claimed, "{game:?}");
    claimed
}

/// Black's four at `a` makes an open three too; White's answer at `b` is a four.
const COUNTER: &str = "
    . . . . . X . . .
    . . . . . O . . .
    . . . . . O . . .
    . . . . . O . . .
    O X X X a b . . .
    . . . . X c . . .
    . . . . X . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn an_answer_that_makes_a_four_must_be_met_by_a_four() {
    assert!(!fours(Rule::Freestyle, Stone::Black, COUNTER));
    let without = COUNTER.replacen(". . . . . O . . .", ". . . . . . . . .", 1);
    assert!(fours(Rule::Freestyle, Stone::Black, &without));
    // The block at `c` is a four itself here, and Black goes on.
    let with_four = COUNTER.replace(". . . . X c . . .", ". . . . X c X X .");
    assert!(fours(Rule::Freestyle, Stone::Black, &with_four));
}

#[test]
fn an_answer_that_makes_a_straight_four_ends_the_attack() {
    // Black has one more four in the last column, which helps nothing.
    let open = "
        . . . . . . . . .
        . . . . . O . . .
        . . . . . O . . .
        . . . . . O . . .
        O X X X a b . . .
        . . . . X . . . .
        . . . . X . . . X
        . . . . . . . . X
        . . . . . . . . X";
    assert!(!fours(Rule::Freestyle, Stone::Black, open));
}

#[test]
fn an_answer_that_makes_five_ends_the_attack() {
    let five = COUNTER.replace(". . . . . X . . .", ". . . . . O . . .");
    assert!(!fours(Rule::Freestyle, Stone::Black, &five));
}

#[test]
fn a_four_that_stands_must_be_met_first() {
    let (rule, black) = (Rule::Freestyle, Stone::Black);
    // Black's open three would win at once, but White's four in the last row stands.
    let standing = "
        . . . . . . . . .
        . . . . . . . . .
        . . . X X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X O O O O a . . .";
    assert!(!fours(rule, black, standing));
    assert!(fours(
        rule,
        black,
        &standing.replace("O O O O a", "O O O . a")
    ));
    // Here the block at `a` is a four in its column, and Black goes on with the three.
    let with_four = "
        . . . . . . . . .
        . . . . . . . . .
        . . X X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        X O O O O a . . .";
    assert!(fours(rule, black, with_four));
}

#[test]
fn an_overline_is_no_five_where_it_wins_nothing() {
    // The gap would make six.
    let six = "
        . . . . . . . . . .
        . . . . . . . . . .
        O X X . X a X O . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . X . . . .
        . . . . . X . . . .
        . . . . . X . . . .
        . . . . . O . . . .";
    for (rule, wins) in [
        (Rule::Freestyle, true),
        (Rule::Caro8, true),
        (Rule::Standard, false),
        (Rule::Caro9, false),
        (Rule::Renju, false),
    ] {
        let gap = six.replace("O X X . X a X O", "O X X . X X X O");
        let (game, _) = drawn(rule, Stone::Black, &gap);
        let found = ask(&game, Stone::Black, Kind::Fours);
        assert_eq!(matches!(found, Finding::Win(_)), wins, "{rule}");
    }
}

#[test]
fn caro_fours_may_be_met_beside_the_row() {
    // Enemy stones two steps away: closing either end leaves a held five.
    let held = "
        . . . . . . . . . .
        . . . . . . . . . .
        . O . X X X . . O .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .";
    for (rule, wins) in [
        (Rule::Freestyle, true),
        (Rule::Standard, true),
        (Rule::Caro8, false),
        (Rule::Caro9, false),
    ] {
        assert_eq!(fours(rule, Stone::Black, held), wins, "{rule}");
    }
    // A five between two enemy stones is none.
    let closed = held.replace(". O . X X X . . O .", ". O X X X X . O . .");
    assert!(fours(Rule::Freestyle, Stone::Black, &closed));
    assert!(!fours(Rule::Caro9, Stone::Black, &closed));
}

/// Black's row of three is closed at one side; its four at `a` is a double three as well.
const FOUL: &str = "
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . X . . . . .
    . . . . . X . . . . .
    O X X X . a . . . . .
    . . . . . . X . . . .
    . . . . . . . X . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .";

#[test]
fn black_does_not_attack_on_forbidden_points() {
    assert!(fours(Rule::Standard, Stone::Black, FOUL));
    assert!(!fours(Rule::Renju, Stone::Black, FOUL));
}

#[test]
fn a_five_overrides_what_is_forbidden() {
    // The point completes five in the row and six in the column.
    let both = "
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        O X X X a X O . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert!(fours(Rule::Renju, Stone::Black, both));
}

/// White's four at `w` can only be met at `a`, a double three for Black.
const TRAP: &str = "
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . X . . . . .
    . . . . . X . . . . .
    X O O O w a . . . . .
    . . . . . . X . . . .
    . . . . . . . X . . .
    . . . . . . . . b . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .";

#[test]
fn a_four_wins_if_black_may_not_answer_it() {
    assert!(fours(Rule::Renju, Stone::White, TRAP));
    assert!(!fours(Rule::Standard, Stone::White, TRAP));
    // With a white stone on `b` the diagonal is no three: the answer is legal.
    assert!(!fours(Rule::Renju, Stone::White, &TRAP.replace('b', "O")));
}

/// Whether a point is forbidden to Black after these moves.
fn forbidden_after(game: &Referee, line: &[Spot], point: Spot) -> bool {
    let mut position = Position::from_board(game.board(), game.to_move(), Renju, Renju::values());
    for &spot in line {
        position.make(spot);
    }
    let after = position.is_forbidden(point);
    while position.ply() > 0 {
        position.unmake();
    }
    after
}

#[test]
fn the_attacking_stone_may_make_the_block_legal() {
    // As long as `w` is free, `a` is a double three (column and row). White's four at `w`
    // closes the row: Black may block after all.
    let (game, drawing) = drawn(
        Rule::Renju,
        Stone::White,
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . X . . . . .
        . . . . . X . . . . .
        X O O O w a X X . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
    let [block, four] = ['a', 'w'].map(|mark| spot_of(drawing.mark(mark).unwrap()));
    assert!(forbidden_after(&game, &[], block));
    assert!(!forbidden_after(&game, &[four], block));
    assert_eq!(ask(&game, Stone::White, Kind::Fours), Finding::None);
    assert!(!wins_by_fours(&game, 2));
}

#[test]
fn a_forbidden_point_may_become_legal_on_the_way() {
    // `a` is a double three until White, answering Black's four at `f`, stands on `b`:
    // then it is a four and a three.
    let drawing = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . X . . . . .
        . . . . . X . . . . .
        O X X X . a . . . . .
        . . . . . . X . . . .
        . . . . . . . X f . .
        . . . . . . . . b . .
        . . . . . . . . X . .
        . . . . . . . . X . .
        . . . . . . . . X . .";
    let (game, marks) = drawn(Rule::Renju, Stone::Black, drawing);
    let [point, four, answer] = ['a', 'f', 'b'].map(|mark| spot_of(marks.mark(mark).unwrap()));
    assert!(forbidden_after(&game, &[], point));
    assert!(!forbidden_after(&game, &[four, answer], point));
    assert!(fours(Rule::Renju, Stone::Black, drawing));
    // Without that four nothing makes it legal.
    let without = drawing.replacen(". . . . . . . . X . .", ". . . . . . . . . . .", 1);
    assert!(!fours(Rule::Renju, Stone::Black, &without));
}

#[test]
fn a_legal_point_may_become_forbidden_on_the_way() {
    // The four at `f` gives the column a fourth stone: `a` would be two fours at once.
    let drawing = "
        . . . . . O . . . . .
        . . . . . X O . . . .
        . . . . . X . . . . .
        . . . . b f X X X O .
        O X X X . a . . . . .
        . . O . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    let (game, marks) = drawn(Rule::Renju, Stone::Black, drawing);
    let [point, four, answer] = ['a', 'f', 'b'].map(|mark| spot_of(marks.mark(mark).unwrap()));
    assert!(!forbidden_after(&game, &[], point));
    assert!(forbidden_after(&game, &[four, answer], point));
    assert!(fours(Rule::Standard, Stone::Black, drawing));
    assert!(!fours(Rule::Renju, Stone::Black, drawing));
}

#[test]
fn a_stone_that_makes_the_block_legal_is_tried_as_a_defence() {
    // White threatens the trap; a black stone on a line of `a` can make `a` legal there.
    let (game, drawing) = drawn(Rule::Renju, Stone::Black, TRAP);
    let mut position = Position::from_board(game.board(), Stone::Black, Renju, Renju::values());
    let replies = replies_to_fours(&mut position);
    for (mark, why) in [('a', "the block"), ('w', "the four"), ('b', "the diagonal")] {
        let spot = spot_of(drawing.mark(mark).unwrap());
        assert!(replies.contains(&spot) || !position.is_legal(spot), "{why}");
    }
    let found = ask(&game, Stone::White, Kind::Threats);
    assert!(!matches!(found, Finding::Win(_)), "Black can play w");
}

/// The replies that can stop what the other side would win by fours.
fn replies_to_fours<V: Variant>(position: &mut Position<V>) -> Vec<Spot> {
    let stop = Stop::new();
    let mut deaf = |_| {};
    let mut meter = Meter::new(Budget::default(), &NoClock, &stop, &mut deaf);
    position.make_pass();
    let found = Fours::with_memory(8).search(position, ANY_LENGTH, u64::MAX, &mut meter);
    position.unmake();
    let Found::Win(attack) = found else {
        panic!("there is a threat: {found:?}");
    };
    zone::replies(position, &attack)
}

#[test]
fn a_forbidden_far_end_gives_white_one_more_defence() {
    // Black may not play `q`, two fours at once: so a stone on `r` stops the three, too.
    let (game, drawing) = drawn(
        Rule::Renju,
        Stone::White,
        "
        . . . . . . . . . . .
        . . . O . . . . . . .
        . . . X . . . . . . .
        . . . X . . . . . . .
        . . . X . . . . . . .
        . . . q X X X p r . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . O O . . . . . O O .
        . . . . . . . . . . .",
    );
    let mut position = Position::from_board(game.board(), Stone::White, Renju, Renju::values());
    position.make_pass();
    let far = spot_of(drawing.mark('q').unwrap());
    assert!(position.is_forbidden(far));
    position.unmake();
    let replies = replies_to_fours(&mut position);
    for mark in ['p', 'q', 'r'] {
        assert!(
            replies.contains(&spot_of(drawing.mark(mark).unwrap())),
            "{mark}"
        );
    }
}

#[test]
fn a_three_without_a_playable_straight_four_is_no_threat() {
    // Both straight-four points of the row would make six in their columns.
    let three = "
        . . . O . . . O . . .
        . . . X . . . X . . .
        . . . X . . . X . . .
        . . . X . . . X . . .
        . . . X . O . X . . .
        . . . a X X X b . . .
        . . . X . O . X . . .
        . . . O . . . O . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    assert!(fours(Rule::Standard, Stone::Black, three));
    assert!(!fours(Rule::Renju, Stone::Black, three));
}

#[test]
fn failures_at_a_length_say_nothing_about_longer_attacks() {
    // The first four makes an open three of the column, the second wins.
    let (game, _) = drawn(
        Rule::Freestyle,
        Stone::Black,
        "
        . . . . . . . . . .
        . . . . . . . . . .
        O X X X . . . . . .
        . . . . . . . . . .
        . . . . X . . . . .
        . . . . X . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .",
    );
    let black = game.to_move();
    let mut position = Position::from_board(game.board(), black, Freestyle, Freestyle::values());
    let stop = Stop::new();
    let mut deaf = |_| {};
    let mut meter = Meter::new(Budget::default(), &NoClock, &stop, &mut deaf);
    let mut fours = Fours::with_memory(8);
    let mut search = |length| fours.search(&mut position, length, u64::MAX, &mut meter);
    assert_eq!(search(1), Found::None { ever: false });
    assert!(matches!(search(ANY_LENGTH), Found::Win(_)));
    assert_eq!(search(1), Found::None { ever: false });
    assert!(matches!(search(2), Found::Win(_)));
}

#[test]
fn what_is_found_for_one_side_says_nothing_about_the_other() {
    // Both have an open three: whoever moves wins.
    let drawing = "
        . . . . . . . . .
        . . . X X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O O O . . .
        . . . . . . . . .
        . . . . . . . . .";
    for to_move in Stone::BOTH {
        let (game, _) = drawn(Rule::Freestyle, to_move, drawing);
        for attacker in Stone::BOTH {
            let found = ask(&game, attacker, Kind::Threats);
            assert_eq!(matches!(found, Finding::Win(_)), attacker == to_move);
        }
    }
}
