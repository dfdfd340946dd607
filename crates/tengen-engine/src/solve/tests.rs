//! The solver against plain truth, and every known way to claim a false win.

mod false_wins;
mod questions;
mod truth;

use tengen_core::ascii::{self, Drawing};
use tengen_core::{Position as Referee, Rule, Stone, proof, win};

use super::*;
use crate::plain_fours::wins_by_fours;
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
