//! The truth about wins without any cleverness, to check the verifier and the solver by.
//!
//! Shares no code with [`verify`](super::verify()): rows are found by walking the whole
//! board, forbidden points by putting stones down and counting. For small boards only.

use std::collections::HashMap;

use super::{Certificate, StepId};
use crate::board::Board;
use crate::perft;
use crate::point::Point;
use crate::rule::Rule;
use crate::stone::Stone;
use crate::win;
use crate::zobrist;

/// Whether the certificate shows its win, by playing each of its lines to the end.
pub fn proves(certificate: &Certificate) -> bool {
    let order = |at: usize| {
        let step = &certificate.steps[at];
        let mut next = step
            .replies
            .iter()
            .map(|&(_, next)| next)
            .chain(step.otherwise);
        let mut points = step.by.into_iter().chain(step.replies.iter().map(|r| r.0));
        let mut listed: Vec<Point> = step.replies.iter().map(|&(reply, _)| reply).collect();
        listed.sort_unstable();
        listed.dedup();
        next.all(|next| next as usize > at && (next as usize) < certificate.steps.len())
            && points.all(|point| certificate.board.size().contains(point))
            && listed.len() == step.replies.len()
    };
    let over = Stone::BOTH
        .into_iter()
        .any(|stone| has_won(&certificate.board, certificate.rule, stone));
    if certificate.steps.is_empty() || over || !(0..certificate.steps.len()).all(order) {
        return false;
    }
    if certificate.to_move == certificate.winner {
        winner_wins(certificate, &certificate.board, 0)
    } else {
        certificate.steps[0].by.is_none() && loser_loses(certificate, &certificate.board, 0)
    }
}

fn winner_wins(certificate: &Certificate, board: &Board, at: StepId) -> bool {
    let Certificate { rule, winner, .. } = *certificate;
    let Some(by) = certificate.steps[at as usize].by else {
        return false;
    };
    let Some(after) = with(board, by, winner) else {
        return false;
    };
    if has_won(&after, rule, winner) {
        return true;
    }
    may_play(board, rule, winner, by) && loser_loses(certificate, &after, at)
}

fn loser_loses(certificate: &Certificate, board: &Board, at: StepId) -> bool {
    let Certificate { rule, winner, .. } = *certificate;
    let loser = winner.opponent();
    let mut replies = 0;
    for reply in board.free_points() {
        if !may_play(board, rule, loser, reply) {
            continue;
        }
        replies += 1;
        let Some(after) = with(board, reply, loser) else {
            return false;
        };
        let Some(next) = certificate.answer(at, reply) else {
            return false;
        };
        if has_won(&after, rule, loser) || !winner_wins(certificate, &after, next) {
            return false;
        }
    }
    replies > 0
}

fn with(board: &Board, point: Point, stone: Stone) -> Option<Board> {
    let mut next = board.clone();
    next.place(point, stone).ok()?;
    Some(next)
}

fn has_won(board: &Board, rule: Rule, stone: Stone) -> bool {
    !win::all_winning_runs(board, rule, stone).is_empty()
}

fn may_play(board: &Board, rule: Rule, stone: Stone, point: Point) -> bool {
    !rule.has_forbidden_points(stone) || !perft::is_forbidden_by_counting(board, point)
}

/// Decides small positions by playing every game to its end, and remembers them.
#[derive(Debug)]
pub struct Truth {
    rule: Rule,
    attacker: Stone,
    known: HashMap<u64, bool>,
}

impl Truth {
    /// For wins of `attacker` under this rule.
    pub fn new(rule: Rule, attacker: Stone) -> Truth {
        Truth {
            rule,
            attacker,
            known: HashMap::new(),
        }
    }

    /// Whether the attacker wins from here, whatever the other side does. Takes time
    /// that grows by a factor of about three with each free point.
    pub fn wins(&mut self, board: &Board, to_move: Stone) -> bool {
        let turn = match to_move {
            Stone::Black => 0,
            Stone::White => zobrist::WHITE_TO_MOVE,
        };
        let key = board.key() ^ turn;
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let wins = self.try_all(board, to_move);
        self.known.insert(key, wins);
        wins
    }

    fn try_all(&mut self, board: &Board, to_move: Stone) -> bool {
        let attacks = to_move == self.attacker;
        let free: Vec<Point> = board.free_points().collect();
        let wins_now = |&&point: &&Point| win::wins_at_once(board, self.rule, point, to_move);
        if free.iter().find(wins_now).is_some() {
            return attacks;
        }
        let mut moves = 0;
        for point in free {
            if !may_play(board, self.rule, to_move, point) {
                continue;
            }
            moves += 1;
            let Some(after) = with(board, point, to_move) else {
                continue;
            };
            if self.wins(&after, to_move.opponent()) == attacks {
                return attacks;
            }
        }
        // Every move of the attacker fails, or every move of the defender; without any
        // move it is a draw.
        !attacks && moves > 0
    }
}
