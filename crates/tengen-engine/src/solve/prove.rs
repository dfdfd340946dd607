//! From a decided search to a certificate that was verified.
//!
//! The search is trusted for nothing: its proof is written down and replayed against
//! every reply by tengen-core. If a reply turns up that the search had left out, the
//! search is told and goes on.

use tengen_core::proof::{self, Certificate, Fault, Refusal, Step, StepId, Verified};
use tengen_core::{Point, Position as Referee};

use super::certify::{Builder, listed};
use super::expand::Expansion;
use super::fours::Attack;
use super::search::{Search, Width};
use crate::pattern::Threat;
use crate::position::{Spot, spot_of};
use crate::tactics::{self, Verdict};
use crate::variant::Variant;

/// How a search ended.
#[derive(Clone, Debug)]
pub(super) enum Decision {
    /// The attacker wins, and here is the verified proof.
    Win(Box<Certificate>, Verified),
    /// Every line that the width allows was refuted.
    None,
    /// Everything was spent.
    Unknown,
}

/// Replays of one round before the search is given up as inconsistent.
const MOST_REPAIRS: usize = 1_000;

impl<V: Variant> Search<'_, V> {
    /// Decides the position by moves of this width and proves the win, if there is one.
    ///
    /// Threats are first looked for among the threes, which nearly all of them are.
    pub(super) fn prove(&mut self, game: &Referee, width: Width) -> Decision {
        let mut now = match width {
            Width::Threats => Width::Threes,
            width => width,
        };
        let mut budget = self.tuning.first_fours;
        while !self.meter.is_over() {
            self.begin(now, budget);
            match self.prove_as_begun(game) {
                Decision::None if self.doubtful => budget = budget.saturating_mul(8),
                Decision::None if now != width => now = width,
                decision => return decision,
            }
        }
        Decision::Unknown
    }

    fn prove_as_begun(&mut self, game: &Referee) -> Decision {
        for _ in 0..MOST_REPAIRS {
            let numbers = self.decide();
            if numbers.is_refuted() && !self.meter.is_over() {
                return Decision::None;
            }
            if !numbers.is_proven() {
                return Decision::Unknown;
            }
            let Some(certificate) = self.certificate(game) else {
                continue;
            };
            match proof::verify(&certificate) {
                Ok(verified) => return Decision::Win(Box::new(certificate), verified),
                Err(refusal) if self.repair(&certificate, &refusal) => {}
                Err(_) => return Decision::Unknown,
            }
        }
        Decision::Unknown
    }

    /// Writes the proof down; `None` if the table had lost a part of it.
    fn certificate(&mut self, game: &Referee) -> Option<Certificate> {
        let mut builder = Builder::default();
        let root = if self.position.to_move() == self.attacker {
            self.attack_step(&mut builder)
        } else {
            self.defence_step(&mut builder, None)
        };
        Some(builder.finish(root?, game, self.attacker))
    }

    /// The step with which the attacker, to move, wins.
    fn attack_step(&mut self, builder: &mut Builder) -> Option<StepId> {
        let key = self.position.key();
        if let Some(step) = builder.known(key) {
            return Some(step);
        }
        let step = match self.won_by_fours() {
            Some(attack) => builder.attack(&mut self.position, &attack),
            None => self.searched_step(builder)?,
        };
        builder.remember(key, step);
        Some(step)
    }

    fn won_by_fours(&mut self) -> Option<Attack> {
        match tactics::judge(&mut self.position) {
            Verdict::Loses | Verdict::Forced => None,
            _ => self.find_fours(),
        }
    }

    /// The step of an attacker's node that was won by searching its moves.
    fn searched_step(&mut self, builder: &mut Builder) -> Option<StepId> {
        // The second time the node has been searched anew.
        for _ in 0..2 {
            if let Expansion::Moves(moves) = self.expand() {
                for spot in self.proven_children(&moves) {
                    self.position.make(spot);
                    let step = self.defence_step(builder, Some(spot));
                    self.position.unmake();
                    if step.is_some() {
                        return step;
                    }
                }
            }
            self.table.forget(self.position.key());
            if !self.decide().is_proven() || self.meter.is_over() {
                return None;
            }
        }
        None
    }

    /// The defender is to move after `by`: the step that answers everything.
    fn defence_step(&mut self, builder: &mut Builder, by: Option<Spot>) -> Option<StepId> {
        let moves = match self.expand() {
            Expansion::Proven => {
                return Some(builder.after_four(&mut self.position, by, Vec::new()));
            }
            Expansion::Moves(moves) if !self.meter.is_over() => moves,
            Expansion::Moves(_) | Expansion::Refuted => return self.lost_step(),
        };
        let mut answers = Vec::with_capacity(moves.spots.len());
        for &reply in &moves.spots {
            self.position.make(reply);
            let step = self.attack_step(builder);
            self.position.unmake();
            let Some(step) = step else {
                return self.lost_step();
            };
            answers.push((reply, step));
        }
        if self.position.count(self.attacker, Threat::Five) > 0 {
            return Some(builder.after_four(&mut self.position, by, answers));
        }
        let otherwise = moves.threat.as_ref().map(|attack| {
            self.position.make_pass();
            let step = builder.attack(&mut self.position, attack);
            self.position.unmake();
            step
        });
        Some(builder.add(Step {
            by: by.and_then(crate::position::point_of),
            replies: listed(answers),
            otherwise,
        }))
    }

    /// The table called the position proven and is wrong or has forgotten why.
    fn lost_step(&mut self) -> Option<StepId> {
        self.table.forget(self.position.key());
        None
    }

    /// Tells the search about the reply that a proof lacks; `false` if there is none.
    fn repair(&mut self, certificate: &Certificate, refusal: &Refusal) -> bool {
        let before = self.position.ply();
        let missing = self.walk_to_gap(certificate, refusal);
        if let Some(reply) = missing {
            self.add_missed_reply(spot_of(reply));
        }
        while self.position.ply() > before {
            self.position.unmake();
            self.table.forget(self.position.key());
        }
        missing.is_some()
    }

    /// Plays the refused line up to the first reply that the certificate does not list.
    fn walk_to_gap(&mut self, certificate: &Certificate, refusal: &Refusal) -> Option<Point> {
        let unanswered = match refusal.fault {
            Fault::Unanswered(reply) => Some(reply),
            _ => None,
        };
        let mut step = certificate.steps.first()?;
        for point in refusal.line.iter().copied().chain(unanswered) {
            if self.position.to_move() != self.attacker {
                let listed = step.replies.iter().find(|(reply, _)| *reply == point);
                let Some(&(_, next)) = listed else {
                    return Some(point);
                };
                step = certificate.steps.get(next as usize)?;
            }
            self.position.make(spot_of(point));
        }
        None
    }
}
