//! Wins that are proven.
//!
//! [`solve`] looks for a win of either side and answers with a [`Proof`]: a certificate
//! that tengen-core replayed against every defence. Nothing is called a win without one.
//!
//! - `fours`: wins by continuous fours (VCF), of any length or the shortest;
//! - `search`: proof-number search over fours, threats (VCT) or every move; `expand`:
//!   what a position is before its moves are searched;
//! - `zone`: which replies can stop a threat; `table`: what was found out;
//! - [`defences`]: what stops a threat; [`check_line`]: whether a given line wins;
//! - `certify`, `prove`: the play written down, replayed, and repaired where it lacks a
//!   reply.

mod certify;
mod check;
mod defences;
mod expand;
mod fours;
mod meter;
mod prove;
mod search;
mod table;
mod zone;

use tengen_core::proof::{self, Certificate, Verified};
use tengen_core::{Point, Position as Referee, Stone};

use crate::position::{Position, point_of};
use crate::report::{Clock, Stop};
use crate::variant::Variant;
use crate::with_variant;
use certify::Builder;
use fours::{ANY_LENGTH, Attack, Found, Fours};
use meter::Meter;
use prove::Decision;
use search::{Search, Width};

pub use check::{Checked, Judgement, check_line};
pub use defences::{Defence, Defences, Effect, defences};
pub use meter::Budget;

/// By which moves a win is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Every move of the attacker makes a four (VCF).
    Fours,
    /// Fours and moves with a threat of fours behind them (VCT).
    #[default]
    Threats,
    /// Any move. For small boards, few free points and forced positions.
    Any,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position.
    pub game: &'a Referee,
    /// Whose win is looked for, whoever is to move.
    pub attacker: Stone,
    /// By which moves.
    pub kind: Kind,
    /// Whether a win by fours shall be shown to be the shortest of its kind.
    pub shortest: bool,
    /// How long to look.
    pub budget: Budget,
    /// Bytes for the table of positions; a part of them if no more can be had
    /// ([`affordable_table_bytes`]).
    pub table_bytes: usize,
    /// Numbers that steer the search.
    pub tuning: Tuning,
}

/// Numbers that steer the search for proofs. They change what is found within a budget,
/// never what is true. `docs/solver.md` tells how the defaults were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Positions that a search for fours may look at in the first round; each further
    /// round has eight times more.
    pub first_fours: u64,
    /// Per cent by which a move may be searched beyond the second best.
    pub slack: u32,
    /// Effort expected of a four that builds nothing else, where one that does is 1.
    pub four: u32,
    /// Effort expected of an attack by an open three.
    pub three: u32,
    /// Effort expected of any other attack.
    pub other: u32,
    /// Whether the efforts for moves that must all be dealt with are added up; otherwise
    /// the greatest counts, and one for each of the others.
    pub adds_up: bool,
    /// Whether short threats are looked for first, since they leave few replies.
    pub short_threats: bool,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            first_fours: 512,
            slack: 10,
            four: 2,
            three: 3,
            other: 12,
            adds_up: true,
            short_threats: true,
        }
    }
}

impl<'a> Question<'a> {
    /// Does the side to move win by threats?
    pub fn new(game: &'a Referee) -> Question<'a> {
        Question {
            game,
            attacker: game.to_move(),
            kind: Kind::default(),
            shortest: false,
            budget: Budget::default(),
            table_bytes: 32 << 20,
            tuning: Tuning::default(),
        }
    }
}

/// A win, with the play that passed the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The play against every defence.
    pub certificate: Certificate,
    /// What the check found: how long the win takes at most.
    pub verified: Verified,
    /// By which moves it wins.
    pub kind: Kind,
    /// For a win by fours: whether every shorter one was ruled out.
    pub shortest: bool,
}

/// What is known in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The attacker wins.
    Win(Box<Proof>),
    /// No win by such moves exists.
    None,
    /// The budget ended first.
    Unknown,
}

/// An answer with what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What is known.
    pub finding: Finding,
    /// If there is no win and the attacker is not to move: the reply that stops it, or
    /// the fours by which the other side wins. Empty if nothing is threatened.
    pub refuted_by: Vec<Point>,
    /// Positions looked at.
    pub nodes: u64,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions looked at so far.
    pub nodes: u64,
    /// Milliseconds so far.
    pub elapsed_ms: u64,
    /// In a search over threats or every move: how much is still expected to be shown for
    /// a proof and for a refutation. Neither falls steadily, but the one that will be
    /// reached tends to.
    pub efforts: Option<(u64, u64)>,
}

/// Looks for a win and proves it.
///
/// It ends when the budget is spent or `stop` is raised. The same question with a budget
/// of positions alone has the same answer everywhere.
///
/// ```
/// use tengen_core::{Position, Rule, Size, Stone};
/// use tengen_engine::solve::{self, Finding, Kind, Question};
/// use tengen_engine::{NoClock, Stop};
/// let mut game = Position::new(Size::STANDARD, Rule::Freestyle);
/// for (x, y) in [(7, 7), (0, 0), (8, 7), (0, 14), (9, 7), (14, 0)] {
///     game.play(game.size().point(x, y).unwrap())?;
/// }
/// let question = Question { kind: Kind::Fours, ..Question::new(&game) };
/// let solution = solve::solve(&question, &NoClock, &Stop::new(), &mut |_| {});
/// let Finding::Win(proof) = solution.finding else { panic!() };
/// assert_eq!(proof.verified.plies, 3);
/// # Ok::<(), tengen_core::MoveError>(())
/// ```
pub fn solve(
    question: &Question<'_>,
    clock: &dyn Clock,
    stop: &Stop,
    progress: &mut dyn FnMut(Progress),
) -> Solution {
    let call = Call {
        question,
        clock,
        stop,
    };
    with_variant!(question.game.rule(), variant => call.solve_as(variant, progress))
}

/// How large a table can be had if one of so many bytes is wanted.
pub fn affordable_table_bytes(wanted: usize) -> usize {
    table::Table::new(wanted).bytes()
}

/// A question with what it takes to answer it.
struct Call<'a> {
    question: &'a Question<'a>,
    clock: &'a dyn Clock,
    stop: &'a Stop,
}

/// Failed positions that a search for fours alone remembers: 2^22 keys are 32 MB.
const FOURS_BITS: u32 = 22;

impl Call<'_> {
    fn solve_as<V: Variant>(&self, variant: V, progress: &mut dyn FnMut(Progress)) -> Solution {
        let Question { game, attacker, .. } = *self.question;
        let mut meter = Meter::new(self.question.budget, self.clock, self.stop, progress);
        if game.outcome().is_some() {
            return Solution {
                finding: Finding::None,
                refuted_by: Vec::new(),
                nodes: 0,
            };
        }
        let mut position = Position::from_board(game.board(), game.to_move(), variant, V::values());
        let fours_only = self.question.kind == Kind::Fours;
        if fours_only && attacker == game.to_move() {
            let finding = self.solve_fours(&mut position, &mut meter);
            return Solution {
                finding,
                refuted_by: Vec::new(),
                nodes: meter.nodes(),
            };
        }
        let width = match self.question.kind {
            Kind::Fours => Width::Fours,
            Kind::Threats => Width::Threats,
            Kind::Any => Width::Full,
        };
        let mut search = Search::new(position, meter, self.question);
        let finding = match search.prove(game, width) {
            Decision::Win(certificate, verified) => Finding::Win(Box::new(Proof {
                certificate: *certificate,
                verified,
                kind: self.question.kind,
                shortest: false,
            })),
            Decision::None => Finding::None,
            Decision::Unknown => Finding::Unknown,
        };
        let refuted_by = match finding {
            Finding::None if attacker != game.to_move() => search.refutation(),
            _ => Vec::new(),
        };
        Solution {
            finding,
            refuted_by: refuted_by.into_iter().filter_map(point_of).collect(),
            nodes: search.meter.nodes(),
        }
    }

    fn solve_fours<V: Variant>(
        &self,
        position: &mut Position<V>,
        meter: &mut Meter<'_>,
    ) -> Finding {
        let mut fours = Fours::with_memory(FOURS_BITS);
        let attack = match fours.search(position, ANY_LENGTH, u64::MAX, meter) {
            Found::Win(attack) => attack,
            Found::None { .. } => return Finding::None,
            Found::Unknown => return Finding::Unknown,
        };
        let (attack, shortest) = if self.question.shortest {
            shorten(&mut fours, position, attack, meter)
        } else {
            (attack, false)
        };
        self.prove_fours(position, &attack, shortest)
    }

    fn prove_fours<V: Variant>(
        &self,
        position: &mut Position<V>,
        attack: &Attack,
        shortest: bool,
    ) -> Finding {
        let Question { game, attacker, .. } = *self.question;
        let mut builder = Builder::default();
        let root = builder.attack(position, attack);
        let certificate = builder.finish(root, game, attacker);
        match proof::verify(&certificate) {
            Ok(verified) => Finding::Win(Box::new(Proof {
                certificate,
                verified,
                kind: Kind::Fours,
                shortest,
            })),
            Err(refusal) => {
                debug_assert!(false, "an attack by fours does not replay: {refusal}");
                Finding::Unknown
            }
        }
    }
}

/// The shortest attack, by trying all lengths from one up; the attack itself if the
/// budget ends on the way.
fn shorten<V: Variant>(
    fours: &mut Fours,
    position: &mut Position<V>,
    attack: Attack,
    meter: &mut Meter<'_>,
) -> (Attack, bool) {
    let length = attack.fours();
    for length in 0..length.min(usize::from(ANY_LENGTH)) {
        match fours.search(position, length as u8, u64::MAX, meter) {
            Found::Win(shorter) => return (shorter, true),
            Found::None { .. } => {}
            Found::Unknown => return (attack, false),
        }
    }
    (attack, true)
}

#[cfg(test)]
mod tests;
