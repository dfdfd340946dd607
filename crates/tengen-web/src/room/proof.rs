//! A proof that is walked through, branch by branch.

use tengen_core::proof::{Certificate, StepId};
use tengen_core::{Point, Position};
use tengen_engine::solve::Proof;

use super::Refused;
use super::play::point_named;
use crate::messages::{ErrorCode, ProofStepView, ProofView, ReplyView, Text};
use crate::words::name_list;

/// Most replies that are listed at one place.
const MOST_REPLIES: usize = 60;

/// A proof with a place in it.
#[derive(Debug)]
pub(super) struct OpenProof {
    proof: Proof,
    /// Plies to the five from each step on, its own move included.
    plies: Vec<usize>,
    base: Position,
    /// The place.
    position: Position,
    at: StepId,
    moves: Vec<Point>,
    replies: Vec<Point>,
    /// Whether the board shows the place; otherwise the cursor of the study.
    pub(super) is_walked: bool,
}

impl OpenProof {
    pub(super) fn new(proof: Proof, base: Position) -> OpenProof {
        let plies = plies(&proof.certificate);
        let mut open = OpenProof {
            plies,
            position: base.clone(),
            at: 0,
            moves: Vec::new(),
            replies: Vec::new(),
            is_walked: false,
            base,
            proof,
        };
        open.begin_anew();
        open
    }

    pub(super) fn base(&self) -> &Position {
        &self.base
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn moves(&self) -> &[Point] {
        &self.moves
    }

    fn begin_anew(&mut self) {
        self.position = self.base.clone();
        self.at = 0;
        self.moves.clear();
        self.replies.clear();
        self.play_step();
    }

    /// Plays the winner's move of the present step.
    fn play_step(&mut self) {
        let by = self.step().and_then(|step| step.by);
        if let Some(point) = by
            && self.position.play(point).is_ok()
        {
            self.moves.push(point);
        }
    }

    fn step(&self) -> Option<&tengen_core::proof::Step> {
        self.proof.certificate.steps.get(self.at as usize)
    }

    /// Goes to the place that these replies lead to.
    pub(super) fn walk(&mut self, names: &[String]) -> Result<(), Refused> {
        let size = self.base.size();
        let replies: Result<Vec<Point>, Refused> =
            names.iter().map(|name| point_named(name, size)).collect();
        let replies = replies?;
        self.begin_anew();
        for reply in replies {
            let next = self.proof.certificate.answer(self.at, reply);
            let legal = self.position.outcome().is_none() && self.position.check(reply).is_ok();
            let (Some(next), true) = (next, legal) else {
                return Err((ErrorCode::NotFound, Text::new("error.point")));
            };
            // Checked just above.
            let _ = self.position.play(reply);
            self.moves.push(reply);
            self.replies.push(reply);
            self.at = next;
            self.play_step();
        }
        self.is_walked = true;
        Ok(())
    }

    pub(super) fn view(&self) -> ProofView {
        let size = self.base.size();
        let certificate = &self.proof.certificate;
        ProofView {
            winner: certificate.winner.into(),
            steps: certificate.steps.len(),
            replies_checked: self.proof.verified.replies,
            moves: name_list(&self.moves, size),
            replies: name_list(&self.replies, size),
            step: self.step_view(),
        }
    }

    fn step_view(&self) -> ProofStepView {
        let size = self.base.size();
        let steps = &self.proof.certificate.steps;
        let left = |id: StepId| self.plies.get(id as usize).copied().unwrap_or(0);
        let by = |id: StepId| {
            let answer = steps.get(id as usize).and_then(|step| step.by);
            answer.map(|point| point.name(size))
        };
        let won = self.position.outcome().is_some();
        let here = self.step();
        let mut replies: Vec<ReplyView> = here
            .filter(|_| !won)
            .map_or(&[][..], |step| &step.replies)
            .iter()
            .map(|&(reply, next)| ReplyView {
                reply: reply.name(size),
                answer: by(next),
                plies_left: 1 + left(next),
            })
            .collect();
        // The longest resistance first.
        replies.sort_by_key(|reply| std::cmp::Reverse(reply.plies_left));
        replies.truncate(MOST_REPLIES);
        let own_move = usize::from(here.is_some_and(|step| step.by.is_some()));
        ProofStepView {
            won,
            plies_left: match won {
                true => 0,
                false => left(self.at).saturating_sub(own_move),
            },
            replies,
            otherwise: here
                .filter(|_| !won)
                .and_then(|step| step.otherwise)
                .and_then(by),
        }
    }
}

/// For each step how many plies it takes at the latest, its own move included.
fn plies(certificate: &Certificate) -> Vec<usize> {
    let steps = &certificate.steps;
    let mut plies = vec![0_usize; steps.len()];
    // Steps lead to later ones only.
    for at in (0..steps.len()).rev() {
        let step = &steps[at];
        let nexts = step
            .replies
            .iter()
            .map(|&(_, next)| next)
            .chain(step.otherwise);
        let longest = nexts
            .filter_map(|next| plies.get(next as usize).copied())
            .map(|left| left + 1)
            .max()
            .unwrap_or(0);
        plies[at] = longest + usize::from(step.by.is_some());
    }
    plies
}
