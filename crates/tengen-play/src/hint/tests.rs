//! Hints and warnings on drawn boards.

use tengen_core::{Position, Rule, Stone, ascii, proof};
use tengen_engine::{Engine, Options, Stop};

use super::*;

/// A freestyle position with Black (`X`) to move, and the point marked `a`.
fn drawn(text: &str) -> (Position, Option<Point>) {
    let drawing = ascii::parse(text).unwrap();
    let mark = drawing.mark('a');
    let position = Position::with_board(drawing.board, Rule::Freestyle, Stone::Black);
    (position, mark)
}

fn facts(text: &str) -> (HintFacts, Option<Point>) {
    let (position, mark) = drawn(text);
    let mut engine = Engine::new(Options {
        table_bytes: 1 << 20,
        ..Options::default()
    });
    (find(&position, &mut engine, &Stop::new()), mark)
}

#[track_caller]
fn check(text: &str, kind: HintKind) {
    let (found, mark) = facts(text);
    assert_eq!((found.kind, Some(found.point)), (kind, mark));
    assert_eq!(found.line.first(), Some(&found.point));
    let claims = !matches!(kind, HintKind::StopFour | HintKind::Quiet);
    assert_eq!(found.proof.is_some(), claims, "{kind:?}");
    if let Some(certificate) = &found.proof {
        proof::verify(certificate).unwrap();
    }
}

#[test]
fn a_five_comes_before_everything() {
    check(
        "
        . . . . . . . . .
        . O O O O . . . .
        . . . . . . . . .
        O X X X X a . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
        HintKind::Five,
    );
}

#[test]
fn a_four_of_the_opponent_must_be_stopped() {
    check(
        "
        . . . . . . . . .
        X O O O O a . . .
        . . . . . . . . .
        . . X X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
        HintKind::StopFour,
    );
}

#[test]
fn a_four_three_is_called_so() {
    check(
        "
        . . . . . . . . .
        . . . . . . . . .
        O X X X a . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . O . .
        . . . . . O . O .",
        HintKind::FourThree,
    );
}

#[test]
fn an_attack_by_threes_is_told_with_its_proof() {
    let (found, _) = facts(
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . X . . . .
        . . . . . . X . . . .
        . . . X X . a . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . O .
        . . . . . . . O . O .
        . . . . . . . . . . .",
    );
    let HintKind::Attack { moves } = found.kind else {
        panic!("{found:?}");
    };
    let verified = proof::verify(&found.proof.unwrap()).unwrap();
    assert_eq!(moves, (verified.plies as usize).div_ceil(2));
}

#[test]
fn a_threat_by_fours_is_told_with_its_proof() {
    let (found, _) = facts(
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . O . . . .
        . . . . . . O . . . .
        . . X O O O . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . X .
        . . X . . . . X . . .
        . . . . . . . . . . .",
    );
    assert!(
        matches!(found.kind, HintKind::StopFours { .. }),
        "{found:?}"
    );
    let certificate = found.proof.unwrap();
    assert_eq!(certificate.winner, Stone::White);
    proof::verify(&certificate).unwrap();
}

#[test]
fn steps_tell_one_thing_more_each() {
    let size = Size::STANDARD;
    let facts = HintFacts {
        kind: HintKind::FourThree,
        point: size.point(1, 1).unwrap(),
        line: vec![size.point(1, 1).unwrap(), size.point(1, 2).unwrap()],
        proof: None,
    };
    let mut progress = HintProgress::new(7, facts.clone());
    let mut told = Vec::new();
    for _ in 0..6 {
        let hint = progress.hint(size);
        told.push((
            hint.region.map(BoardRegion::name),
            hint.kind.is_some(),
            hint.point.is_some(),
            hint.line.len(),
        ));
        assert!(hint.something);
        progress.advance();
    }
    let region = Some("upper left");
    assert_eq!(
        told,
        [
            (None, false, false, 0),
            (region, false, false, 0),
            (region, true, false, 0),
            (region, true, true, 0),
            (region, true, true, 2),
            (region, true, true, 2),
        ]
    );
}

#[test]
fn regions_are_ninths_seen_from_the_bottom() {
    let size = Size::STANDARD;
    let name = |x, y| BoardRegion::of(size.point(x, y).unwrap(), size).name();
    assert_eq!(name(7, 7), "centre");
    assert_eq!(name(0, 14), "lower left");
    assert_eq!(name(14, 0), "upper right");
    assert_eq!(name(7, 14), "lower middle");
}

#[test]
fn a_warning_is_proven_and_only_given_where_it_is_true() {
    // White has an open three: Black must answer it, and a corner stone does not.
    let (position, mark) = drawn(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . a O O O . .
        . . . . . . . . .
        . . . . . . X . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    let corner = position.size().point(0, 8).unwrap();
    let warning = warn(&position, corner).unwrap();
    assert_eq!(warning.moves, 2);
    proof::verify(&warning.proof).unwrap();
    let mut after = position.clone();
    after.play(corner).unwrap();
    for &point in &warning.line {
        after.play(point).unwrap();
    }
    assert_eq!(warn(&position, mark.unwrap()), None);
    assert_eq!(
        warn(&position, position.size().point(4, 2).unwrap()),
        None,
        "taken"
    );
}

#[test]
fn nobody_is_warned_of_the_only_thing_to_do() {
    // White's four is open: the marked stop loses too, but there is nothing better.
    let (position, mark) = drawn(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . a O O O O . .
        . . . . . . . . .
        . . . . . . X . .
        . . . . . X . . .
        . . . X . . . . .
        . . . . . . . . X
        . . . . . . . . .",
    );
    assert_eq!(warn(&position, mark.unwrap()), None);
    let corner = position.size().point(0, 8).unwrap();
    assert_eq!(warn(&position, corner).unwrap().moves, 1);
}
