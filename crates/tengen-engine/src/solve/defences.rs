//! What stops a threat: every reply, with the refutation of those that do not.

use tengen_core::proof::{self, Certificate};
use tengen_core::{Point, Position as Referee, Stone};

use super::{Budget, Finding, Kind, Proof, Question, Solution, solve};
use crate::report::{Clock, Stop};

/// What a reply does to the attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The attack goes through as it is.
    None(Box<Proof>),
    /// The attacker needs another way, or more moves, and still wins.
    Delays(Box<Proof>),
    /// No win of the kind asked for is left.
    Stops,
    /// The budget ended before it was known.
    Unknown,
}

/// A reply of the defender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// Where.
    pub reply: Point,
    /// What comes of it.
    pub effect: Effect,
}

/// An attack and all replies to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defences {
    /// What the other side wins with if the side to move does nothing.
    pub attack: Proof,
    /// Every legal reply, row by row.
    pub replies: Vec<Defence>,
    /// Positions looked at.
    pub nodes: u64,
}

/// The surroundings of several questions about one game.
pub(super) struct Inquiry<'a> {
    pub(super) kind: Kind,
    pub(super) budget: Budget,
    pub(super) table_bytes: usize,
    pub(super) clock: &'a dyn Clock,
    pub(super) stop: &'a Stop,
    pub(super) nodes: u64,
}

impl<'a> Inquiry<'a> {
    /// An inquiry within a question's limits.
    pub(super) fn new(question: &Question<'_>, clock: &'a dyn Clock, stop: &'a Stop) -> Self {
        Inquiry {
            kind: question.kind,
            budget: question.budget,
            table_bytes: question.table_bytes,
            clock,
            stop,
            nodes: 0,
        }
    }

    /// Asks with an even share of what is left, if `parts` questions are to come.
    pub(super) fn ask(
        &mut self,
        game: &Referee,
        attacker: Stone,
        kind: Kind,
        parts: usize,
    ) -> Solution {
        let parts = parts.max(1) as u64;
        let now = self.clock.elapsed_ms();
        let share = |left: u64| left.div_ceil(parts);
        let question = Question {
            attacker,
            kind,
            budget: Budget {
                nodes: self
                    .budget
                    .nodes
                    .map(|nodes| share(nodes.saturating_sub(self.nodes))),
                ms: self
                    .budget
                    .ms
                    .map(|end| now + share(end.saturating_sub(now))),
            },
            table_bytes: self.table_bytes,
            ..Question::new(game)
        };
        let solution = solve(&question, self.clock, self.stop, &mut |_| {});
        self.nodes += solution.nodes;
        solution
    }
}

/// Which replies of the side to move stop what the other side threatens; `None` if no
/// threat of the kind is found. The question's attacker is not asked for: it is the side
/// that is not to move.
pub fn defences(question: &Question<'_>, clock: &dyn Clock, stop: &Stop) -> Option<Defences> {
    let game = question.game;
    let attacker = game.to_move().opponent();
    let mut inquiry = Inquiry::new(question, clock, stop);
    let passed = Referee::with_board(game.board().clone(), game.rule(), attacker);
    let attack = inquiry.attack(&passed, attacker)?;
    let legal: Vec<Point> = game.legal_points().collect();
    let mut replies: Vec<Defence> = Vec::with_capacity(legal.len());
    let mut open = Vec::new();
    for &reply in &legal {
        let effect = replayed(game, &attack, reply);
        if effect.is_none() {
            open.push(replies.len());
        }
        let effect = effect.unwrap_or(Effect::Unknown);
        replies.push(Defence { reply, effect });
    }
    for (n, &index) in open.iter().enumerate() {
        let reply = replies[index].reply;
        replies[index].effect = inquiry.effect(game, reply, attacker, open.len() - n);
    }
    Some(Defences {
        attack,
        replies,
        nodes: inquiry.nodes,
    })
}

/// The attack played on against this reply without a search, if it still works.
fn replayed(game: &Referee, attack: &Proof, reply: Point) -> Option<Effect> {
    let mut after = game.clone();
    after.play(reply).ok()?;
    if after.outcome().is_some() {
        return Some(Effect::Stops);
    }
    let certificate = Certificate {
        steps: attack.certificate.steps.clone(),
        ..Certificate::for_position(&after, attack.certificate.winner)
    };
    let verified = proof::verify(&certificate).ok()?;
    Some(Effect::None(Box::new(Proof {
        certificate,
        verified,
        kind: attack.kind,
        shortest: false,
    })))
}

impl Inquiry<'_> {
    /// The attack to be met: fours if there are any, since fewer replies meet them.
    fn attack(&mut self, passed: &Referee, attacker: Stone) -> Option<Proof> {
        if let Finding::Win(proof) = self.ask(passed, attacker, Kind::Fours, 8).finding {
            return Some(*proof);
        }
        if self.kind == Kind::Fours {
            return None;
        }
        match self.ask(passed, attacker, self.kind, 2).finding {
            Finding::Win(proof) => Some(*proof),
            Finding::None | Finding::Unknown => None,
        }
    }

    fn effect(&mut self, game: &Referee, reply: Point, attacker: Stone, parts: usize) -> Effect {
        let mut after = game.clone();
        if after.play(reply).is_err() {
            return Effect::Unknown;
        }
        match self.ask(&after, attacker, self.kind, parts).finding {
            Finding::Win(proof) => Effect::Delays(proof),
            Finding::None => Effect::Stops,
            Finding::Unknown => Effect::Unknown,
        }
    }
}
