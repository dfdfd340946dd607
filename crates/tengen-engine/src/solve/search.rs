//! The proof-number search: depth-first, with thresholds, over one table.
//!
//! The attacker's nodes need one child proven, the defender's all of them. Stones only
//! ever come, so no position repeats on a line and values do not depend on the path.

use std::collections::HashMap;
use std::rc::Rc;

use tengen_core::{Stone, zobrist};

use super::expand::{Expansion, Moves};
use super::fours::Fours;
use super::meter::Meter;
use super::table::{INFINITE, Numbers, Table};
use super::{Question, Tuning};
use crate::pattern::Threat;
use crate::position::{Position, Spot, point_of};
use crate::variant::Variant;

/// Which moves of the attacker are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// Fours only.
    Fours,
    /// Fours, and moves that make a three of some sort and threaten fours.
    Threes,
    /// Fours, and every move that threatens fours.
    Threats,
    /// Every legal move; and the defender need not be threatened.
    Full,
}

/// A search for one attacker's win from one position.
pub(super) struct Search<'a, V: Variant> {
    pub(super) position: Position<V>,
    pub(super) attacker: Stone,
    pub(super) tuning: Tuning,
    pub(super) width: Width,
    pub(super) meter: Meter<'a>,
    pub(super) fours: Fours,
    pub(super) table: Table,
    /// Positions that one search for fours may look at.
    pub(super) fours_budget: u64,
    /// Whether a search for fours ended early, so that a refutation is not certain.
    pub(super) doubtful: bool,
    pub(super) moves: HashMap<u64, Rc<Moves>>,
    /// Replies that a replay found missing, by the position's key.
    pub(super) missed: HashMap<u64, Vec<Spot>>,
    visits: u64,
}

/// Visits of positions, known ones too, that count as one more position looked at.
const VISITS_A_POSITION: u64 = 64;

/// Bits of the table of failed fours: 2^18 keys are 2 MB.
const FOURS_BITS: u32 = 18;

impl<'a, V: Variant> Search<'a, V> {
    pub(super) fn new(
        position: Position<V>,
        meter: Meter<'a>,
        question: &Question<'_>,
    ) -> Search<'a, V> {
        Search {
            position,
            attacker: question.attacker,
            tuning: question.tuning,
            width: Width::Fours,
            meter,
            fours: Fours::with_memory(FOURS_BITS),
            table: Table::new(question.table_bytes),
            fours_budget: 0,
            doubtful: false,
            moves: HashMap::new(),
            missed: HashMap::new(),
            visits: 0,
        }
    }

    /// Searches the position at hand until it is decided or everything is spent.
    pub(super) fn decide(&mut self) -> Numbers {
        self.search(INFINITE, INFINITE).0
    }

    /// Makes sure that this reply is searched in the position at hand from now on.
    pub(super) fn add_missed_reply(&mut self, reply: Spot) {
        let key = self.position.key();
        self.missed.entry(key).or_default().push(reply);
        self.moves.remove(&key);
        self.table.forget(key);
    }

    /// Begins anew with this width and this budget for each search for fours. Proofs stay.
    pub(super) fn begin(&mut self, width: Width, fours_budget: u64) {
        self.width = width;
        self.fours_budget = fours_budget;
        self.doubtful = false;
        self.moves.clear();
        self.table.keep_proofs();
    }

    /// Searches until a number reaches its threshold. Numbers and positions expanded.
    fn search(&mut self, max_proof: u32, max_refutation: u32) -> (Numbers, u32) {
        let key = self.position.key();
        let expansion = self.expand();
        // Known positions cost little, but a search among them alone must end too.
        self.visits += 1;
        if self.visits.is_multiple_of(VISITS_A_POSITION) {
            self.meter.tick();
        }
        if self.meter.is_over() {
            // What was cut short says nothing.
            return (GUESS, 0);
        }
        let moves = match expansion {
            Expansion::Proven => return self.settle(key, Numbers::PROVEN, 1),
            Expansion::Refuted => return self.settle(key, Numbers::REFUTED, 1),
            Expansion::Moves(moves) => moves,
        };
        let attacks = self.position.to_move() == self.attacker;
        let mut children = self.children(key, &moves);
        let mut work = 1;
        loop {
            let sums = Sums::of(
                attacks,
                self.tuning.adds_up,
                children.iter().map(|child| self.numbers(child)),
            );
            let Numbers { proof, refutation } = sums.numbers;
            if self.position.ply() == 0 {
                self.meter.root = Some(sums.numbers);
            }
            let reached = proof >= max_proof || refutation >= max_refutation;
            if reached || proof == 0 || refutation == 0 || self.meter.is_over() {
                return self.settle(key, sums.numbers, work);
            }
            let child = &mut children[sums.best];
            let (proof, refutation) =
                sums.thresholds(attacks, self.tuning.slack, max_proof, max_refutation);
            self.position.make(child.spot);
            let (found, below) = self.search(proof, refutation);
            self.position.unmake();
            // Two moves whose entries drive each other out of a full table would be
            // searched by turns for ever, if what was found did not count here.
            if !self.meter.is_over() {
                child.guess = found;
            }
            work = work.saturating_add(below);
        }
    }

    /// The moves whose positions are proven.
    pub(super) fn proven_children(&self, moves: &Moves) -> Vec<Spot> {
        let children = self.children(self.position.key(), moves);
        let proven = children
            .iter()
            .filter(|child| self.numbers(child).is_proven());
        proven.map(|child| child.spot).collect()
    }

    /// Why the defender, to move in a position that was refuted, is not lost: the reply
    /// that stops the attack, or its own fours. Empty if nothing is threatened.
    pub(super) fn refutation(&mut self) -> Vec<Spot> {
        if let Some(attack) = self.find_fours() {
            return attack.line();
        }
        let Expansion::Moves(moves) = self.expand() else {
            return Vec::new();
        };
        let children = self.children(self.position.key(), &moves);
        let refuted = children
            .iter()
            .find(|child| self.numbers(child).is_refuted());
        refuted.map(|child| child.spot).into_iter().collect()
    }

    fn settle(&mut self, key: u64, numbers: Numbers, work: u32) -> (Numbers, u32) {
        self.table.put(key, numbers, work);
        (numbers, work)
    }

    fn numbers(&self, child: &Child) -> Numbers {
        self.table.get(child.key).unwrap_or(child.guess)
    }

    /// The keys of the children, and what to expect of those not seen yet.
    fn children(&self, key: u64, moves: &Moves) -> Vec<Child> {
        let mover = self.position.to_move();
        let attacks = mover == self.attacker;
        moves
            .spots
            .iter()
            .filter_map(|&spot| {
                let stone_key = zobrist::stone_key(point_of(spot)?, mover);
                Some(Child {
                    spot,
                    key: key ^ stone_key ^ zobrist::WHITE_TO_MOVE,
                    guess: if attacks {
                        self.guess_attack(spot)
                    } else {
                        GUESS
                    },
                })
            })
            .collect()
    }

    /// A four leaves one reply, an open three a few, anything else is a long shot.
    fn guess_attack(&self, spot: Spot) -> Numbers {
        let proof = match self.position.threat(spot, self.attacker) {
            Threat::FourPlus | Threat::FourThree | Threat::OpenFour => 1,
            Threat::Four => self.tuning.four,
            Threat::Three | Threat::ThreePlus | Threat::DoubleThree | Threat::Forbidden => {
                self.tuning.three
            }
            _ => self.tuning.other,
        };
        Numbers {
            proof,
            refutation: 1,
        }
    }
}

struct Child {
    spot: Spot,
    key: u64,
    /// What to go by where the table has no entry.
    guess: Numbers,
}

const GUESS: Numbers = Numbers {
    proof: 1,
    refutation: 1,
};

/// The effort for one more of the moves that must all be dealt with.
fn together(all: u32, one: u32, adds_up: bool) -> u32 {
    let sum = if adds_up || all == 0 || one == 0 {
        all.saturating_add(one)
    } else {
        all.max(one).saturating_add(1)
    };
    sum.min(INFINITE)
}

/// What the children's numbers come to.
struct Sums {
    numbers: Numbers,
    /// The child to search next.
    best: usize,
    /// Its own numbers, and those of the next best one.
    best_numbers: Numbers,
    second: u32,
}

impl Sums {
    fn of(attacks: bool, adds_up: bool, children: impl Iterator<Item = Numbers>) -> Sums {
        // Seen from the mover: `least` of its goal, `all` of the other's.
        let mut sums = Sums {
            numbers: Numbers::PROVEN,
            best: 0,
            best_numbers: Numbers::PROVEN,
            second: INFINITE,
        };
        let (mut least, mut all) = (INFINITE, 0_u32);
        for (n, numbers) in children.enumerate() {
            let (goal, other) = if attacks {
                (numbers.proof, numbers.refutation)
            } else {
                (numbers.refutation, numbers.proof)
            };
            all = together(all, other, adds_up);
            if goal < least {
                sums.second = least;
                least = goal;
                sums.best = n;
                sums.best_numbers = numbers;
            } else if goal < sums.second {
                sums.second = goal;
            }
        }
        if least == 0 {
            all = INFINITE;
        }
        sums.numbers = if attacks {
            Numbers {
                proof: least,
                refutation: all,
            }
        } else {
            Numbers {
                proof: all,
                refutation: least,
            }
        };
        sums
    }

    /// How far the best child may be searched.
    fn thresholds(
        &self,
        attacks: bool,
        slack: u32,
        max_proof: u32,
        max_refutation: u32,
    ) -> (u32, u32) {
        // Going a little beyond the second best saves jumping to and fro.
        let beyond = u64::from(self.second) * u64::from(100 + slack) / 100 + 1;
        let beyond = beyond.min(u64::from(INFINITE)) as u32;
        let rest = |limit: u32, sum: u32, own: u32| limit.saturating_sub(sum - own.min(sum)).max(1);
        let Numbers { proof, refutation } = self.numbers;
        if attacks {
            (
                max_proof.min(beyond),
                rest(max_refutation, refutation, self.best_numbers.refutation),
            )
        } else {
            (
                rest(max_proof, proof, self.best_numbers.proof),
                max_refutation.min(beyond),
            )
        }
    }
}
