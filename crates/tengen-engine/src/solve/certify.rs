//! From won attacks to certificates.
//!
//! Steps are gathered children first and turned round at the end, so that each leads to
//! later ones only.

use std::collections::HashMap;

use tengen_core::proof::{Certificate, Step, StepId};
use tengen_core::{Point, Position as Referee, Stone};

use super::fours::Attack;
use crate::pattern::Threat;
use crate::position::{Position, Spot, point_of};
use crate::tactics;
use crate::variant::Variant;

/// Gathers the steps of a certificate.
#[derive(Debug, Default)]
pub(super) struct Builder {
    steps: Vec<Step>,
    /// The steps that only complete a row, by the point.
    fives: HashMap<Spot, StepId>,
    /// The steps of positions, by their keys: the attacker is to move there.
    known: HashMap<u64, StepId>,
}

impl Builder {
    /// Adds a step whose children were added before.
    pub(super) fn add(&mut self, step: Step) -> StepId {
        self.steps.push(step);
        self.steps.len() as StepId - 1
    }

    pub(super) fn known(&self, key: u64) -> Option<StepId> {
        self.known.get(&key).copied()
    }

    pub(super) fn remember(&mut self, key: u64, step: StepId) {
        self.known.insert(key, step);
    }

    fn five(&mut self, spot: Spot) -> StepId {
        if let Some(&id) = self.fives.get(&spot) {
            return id;
        }
        let id = self.add(Step {
            by: point_of(spot),
            ..Step::default()
        });
        self.fives.insert(spot, id);
        id
    }

    /// The step with which the side to move begins this attack.
    pub(super) fn attack<V: Variant>(
        &mut self,
        position: &mut Position<V>,
        attack: &Attack,
    ) -> StepId {
        let attacker = position.to_move();
        if position.threat(attack.by, attacker) == Threat::Five {
            return self.five(attack.by);
        }
        position.make(attack.by);
        let mut answers = Vec::with_capacity(attack.answers.len());
        for (reply, next) in &attack.answers {
            position.make(*reply);
            answers.push((*reply, self.attack(position, next)));
            position.unmake();
        }
        let step = self.after_four(position, Some(attack.by), answers);
        position.unmake();
        step
    }

    /// The step of a move that threatens five: what follows the answers that stop it, and
    /// the fives behind all others. The defender is to move.
    pub(super) fn after_four<V: Variant>(
        &mut self,
        position: &mut Position<V>,
        by: Option<Spot>,
        answers: Vec<(Spot, StepId)>,
    ) -> StepId {
        let attacker = position.to_move().opponent();
        let mut replies = listed(answers);
        let mut otherwise = None;
        if let Some(five) = position.first(attacker, Threat::Five) {
            otherwise = Some(self.five(five));
            let mut stops = Vec::new();
            tactics::stops_of_five(position, five, attacker, &mut stops);
            for stop in stops {
                let Some(point) = point_of(stop) else {
                    continue;
                };
                if replies.iter().any(|&(reply, _)| reply == point) {
                    continue;
                }
                position.make(stop);
                let second = position.first(attacker, Threat::Five);
                position.unmake();
                // No second five: then the stop is not legal, or the proof will fail.
                if let Some(second) = second {
                    replies.push((point, self.five(second)));
                }
            }
        }
        self.add(Step {
            by: by.and_then(point_of),
            replies,
            otherwise,
        })
    }

    /// The certificate that begins with `root`; steps it does not need are left out.
    pub(super) fn finish(self, root: StepId, game: &Referee, winner: Stone) -> Certificate {
        let mut numbers: Vec<Option<StepId>> = vec![None; self.steps.len()];
        numbers[root as usize] = Some(0);
        let mut count = 0;
        let mut steps = Vec::new();
        // Children have smaller numbers here, so each is met after all that lead to it.
        for (id, step) in self.steps.iter().enumerate().rev() {
            if numbers[id].is_none() {
                continue;
            }
            numbers[id] = Some(count);
            count += 1;
            let next = step.replies.iter().map(|&(_, next)| next);
            for next in next.chain(step.otherwise) {
                numbers[next as usize].get_or_insert(0);
            }
            steps.push(step.clone());
        }
        let turned = |id: StepId| numbers[id as usize].unwrap_or(0);
        for step in &mut steps {
            for (_, next) in &mut step.replies {
                *next = turned(*next);
            }
            step.otherwise = step.otherwise.map(turned);
        }
        Certificate {
            steps,
            ..Certificate::for_position(game, winner)
        }
    }
}

/// Replies as points of the board.
pub(super) fn listed(answers: Vec<(Spot, StepId)>) -> Vec<(Point, StepId)> {
    answers
        .into_iter()
        .filter_map(|(spot, next)| Some((point_of(spot)?, next)))
        .collect()
}
