//! Does a line that somebody gives win, and if not, what refutes it?

use tengen_core::{Point, Position as Referee};

use super::defences::Inquiry;
use super::{Finding, Proof, Question};
use crate::report::{Clock, Stop};

/// What is known about one of the attacker's moves in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It wins against every defence.
    Wins(Box<Proof>),
    /// It does not win by moves of the kind asked for.
    Refuted {
        /// The reply that stops it, or the fours by which the other side wins; empty if
        /// nothing is threatened and any reply will do.
        by: Vec<Point>,
    },
    /// The budget ended before it was known.
    Unknown,
    /// The move cannot be made.
    Impossible {
        /// Why, in words.
        reason: String,
    },
}

/// A move of the line with its judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The attacker's move.
    pub point: Point,
    /// Whether it wins.
    pub judgement: Judgement,
}

impl Checked {
    /// With which ply at the latest the row is complete, if the move wins; it is the first
    /// ply itself.
    pub fn plies(&self) -> Option<u32> {
        let Judgement::Wins(proof) = &self.judgement else {
            return None;
        };
        // A proof begins behind the move, unless the move is the five and all of the proof.
        let behind = proof.certificate.to_move != proof.certificate.winner;
        Some(proof.verified.plies + u32::from(behind))
    }
}

/// Judges the moves of the side to move in a line that begins with one of them; its
/// replies are the other side's. Ends with the first move that is not shown to win.
pub fn check_line(
    question: &Question<'_>,
    line: &[Point],
    clock: &dyn Clock,
    stop: &Stop,
) -> Vec<Checked> {
    let attacker = question.game.to_move();
    let mut inquiry = Inquiry::new(question, clock, stop);
    let mut game = question.game.clone();
    let mut checked = Vec::new();
    let mut own_moves_left = line.len().div_ceil(2);
    for &point in line {
        let attacks = game.to_move() == attacker;
        if let Err(error) = game.play(point) {
            let judgement = Judgement::Impossible {
                reason: error.to_string(),
            };
            checked.push(Checked { point, judgement });
            return checked;
        }
        if !attacks {
            continue;
        }
        let judgement = inquiry.judge(&game, own_moves_left);
        own_moves_left -= 1;
        let goes_on = matches!(judgement, Judgement::Wins(_)) && game.outcome().is_none();
        checked.push(Checked { point, judgement });
        if !goes_on {
            return checked;
        }
    }
    checked
}

impl Inquiry<'_> {
    /// The attacker has just moved.
    fn judge(&mut self, game: &Referee, parts: usize) -> Judgement {
        let attacker = game.to_move().opponent();
        if let Some(outcome) = game.outcome() {
            return match outcome.winner {
                Some(winner) if winner == attacker => self.judge_five(game),
                _ => Judgement::Refuted { by: Vec::new() },
            };
        }
        let kind = self.kind;
        let solution = self.ask(game, attacker, kind, parts);
        match solution.finding {
            Finding::Win(proof) => Judgement::Wins(proof),
            Finding::None => Judgement::Refuted {
                by: solution.refuted_by,
            },
            Finding::Unknown => Judgement::Unknown,
        }
    }

    /// The move completed a winning row: the proof is that move.
    fn judge_five(&mut self, game: &Referee) -> Judgement {
        let mut before = game.clone();
        before.undo();
        let attacker = before.to_move();
        match self.ask(&before, attacker, super::Kind::Fours, 1).finding {
            Finding::Win(proof) => Judgement::Wins(proof),
            Finding::None | Finding::Unknown => Judgement::Unknown,
        }
    }
}
