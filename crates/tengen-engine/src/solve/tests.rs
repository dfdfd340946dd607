//! The solver against plain truth, and every known way to claim a false win.

mod false_wins;
mod questions;
mod truth;

use tengen_core::ascii::{self, Drawing};
use tengen_core::{Position as Referee, Rule, Stone, proof, win};

use super::*;
use crate::report::NoClock;

/// Positions that a test may look at.
const NODES: u64 = 300_000;

fn ask(game: &Referee, attacker: Stone, kind: Kind) -> Finding {
    let question = Question {
        attacker,
        kind,
        budget: Budget {
            nodes: Some(NODES),
            ms: None,
        },
        table_bytes: 1 << 20,
        ..Question::new(game)
    };
    let finding = solve(&question, &NoClock, &Stop::new(), &mut |_| {}).finding;
    if let Finding::Win(proof) = &finding {
        assert!(proof.certificate.is_about(game));
        assert_eq!(proof.certificate.winner, attacker);
        assert_eq!(proof::verify(&proof.certificate), Ok(proof.verified));
    }
    finding
}

/// A drawn position with this side to move.
fn drawn(rule: Rule, to_move: Stone, drawing: &str) -> (Referee, Drawing) {
    let drawing = ascii::parse(drawing).unwrap();
    let game = Referee::with_board(drawing.board.clone(), rule, to_move);
    assert!(game.outcome().is_none());
    (game, drawing)
}

/// Plain truth by trying everything: does the side to move win by fours within so many of
/// its moves? Uses tengen-core alone.
fn wins_by_fours(game: &Referee, fours: usize) -> bool {
    let attacker = game.to_move();
    let fives = |game: &Referee, stone: Stone| {
        let free = game.board().free_points();
        free.filter(|&point| win::wins_at_once(game.board(), game.rule(), point, stone))
            .count()
    };
    if fives(game, attacker) > 0 {
        return true;
    }
    fours > 0
        && game.legal_points().any(|four| {
            let mut after = game.clone();
            after.play(four).is_ok()
                && after.outcome().is_none()
                && fives(&after, attacker) > 0
                && fives(&after, attacker.opponent()) == 0
                && after.legal_points().all(|reply| {
                    let mut answered = after.clone();
                    answered.play(reply).is_ok()
                        && answered.outcome().is_none()
                        && (fives(&answered, attacker) > 0 || wins_by_fours(&answered, fours - 1))
                })
        })
}
