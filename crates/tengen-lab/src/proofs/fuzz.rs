//! Damaged certificates: the check must agree with one that shares no code with it.

use anyhow::Result;
use tengen_core::proof::{self, Certificate, StepId, plain};
use tengen_core::rng::Rng;
use tengen_core::{Board, Point, Rule};
use tengen_engine::solve::{Finding, Kind};

use super::{ProofsOptions, ask, positions};

use crate::output::say;

/// Damaged copies made of each certificate.
const COPIES: usize = 50;

/// Certificates that need more replies take the slow check too long.
const MOST_REPLIES: u64 = 400;

pub(super) fn run(options: &ProofsOptions) -> Result<bool> {
    let mut disagreements = 0;
    for rule in options.rules() {
        let mut rng = Rng::new(options.seed);
        let (mut tried, mut accepted, mut proofs) = (0, 0, 0);
        while tried < options.count {
            let Some(certificate) = some_certificate(&mut rng, rule) else {
                continue;
            };
            proofs += 1;
            for _ in 0..COPIES.min(options.count - tried) {
                tried += 1;
                let damaged = damage(&mut rng, &certificate);
                let holds = proof::verify(&damaged).is_ok();
                accepted += usize::from(holds);
                if holds != plain::proves(&damaged) {
                    disagreements += 1;
                    say!("the checks disagree ({holds}):\n{}", proof::write(&damaged));
                }
            }
        }
        say!(
            "{rule}: {tried} damaged copies of {proofs} certificates, {accepted} of them still \
             prove, {} refused",
            tried - accepted
        );
    }
    say!("disagreements {disagreements}");
    Ok(disagreements == 0)
}

/// A short proof on a random board.
fn some_certificate(rng: &mut Rng, rule: Rule) -> Option<Certificate> {
    let free = 8 + rng.below(16);
    let game = positions::random(rng, rule, free)?;
    let kind = [Kind::Fours, Kind::Threats][rng.below(2)];
    match ask(&game, game.to_move(), kind) {
        Finding::Win(proof)
            if (3..8).contains(&proof.verified.plies) && proof.verified.replies < MOST_REPLIES =>
        {
            Some(proof.certificate)
        }
        _ => None,
    }
}

/// A copy with one to three things changed.
fn damage(rng: &mut Rng, certificate: &Certificate) -> Certificate {
    let mut copy = certificate.clone();
    for _ in 0..=rng.below(3) {
        damage_once(rng, &mut copy);
    }
    copy
}

fn damage_once(rng: &mut Rng, copy: &mut Certificate) {
    let size = copy.board.size();
    let count = copy.steps.len();
    let some_point = |rng: &mut Rng| size.points().nth(rng.below(size.area()));
    if count == 0 {
        return;
    }
    let at = rng.below(count);
    let step = &mut copy.steps[at];
    let reply = (!step.replies.is_empty()).then(|| rng.below(step.replies.len()));
    match (rng.below(10), reply) {
        (0, _) => step.by = some_point(rng),
        (1, _) => step.otherwise = None,
        (2, _) => step.otherwise = Some(rng.below(count + 1) as StepId),
        (3, Some(reply)) => {
            step.replies.remove(reply);
        }
        (4, Some(reply)) => step.replies[reply].1 = rng.below(count + 1) as StepId,
        (5, Some(reply)) => {
            if let Some(point) = some_point(rng) {
                step.replies[reply].0 = point;
            }
        }
        (6, _) => copy.board = with_a_stone_moved(rng, &copy.board),
        (7, _) => copy.rule = Rule::ALL[rng.below(Rule::ALL.len())],
        (8, _) => {
            copy.steps.truncate(at.max(1));
        }
        _ => copy.to_move = copy.to_move.opponent(),
    }
}

fn with_a_stone_moved(rng: &mut Rng, board: &Board) -> Board {
    let stones: Vec<_> = board.stones().collect();
    let free: Vec<Point> = board.free_points().collect();
    let mut moved = board.clone();
    if let (Some(&(from, stone)), Some(&to)) = (rng.pick(&stones), rng.pick(&free)) {
        moved.remove(from);
        // `to` was free, and still is.
        let placed = moved.place(to, stone);
        debug_assert!(placed.is_ok());
    }
    moved
}
