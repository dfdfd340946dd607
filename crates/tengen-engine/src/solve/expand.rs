//! What a position is before its moves are searched: decided, or a list of moves.
//!
//! A move of the attacker that makes no four must threaten one: the attacker's fours are
//! looked for as if the defender passed, and their play bounds the replies that need to be
//! searched ([`super::zone`]).

use std::rc::Rc;

use super::fours::{ANY_LENGTH, Attack, Found};
use super::search::{Search, Width};
use super::zone;
use crate::pattern::{LineClass, Threat};
use crate::position::Spot;
use crate::tactics::{self, Verdict};
use crate::variant::Variant;

/// What can be said about a position before its moves are searched.
#[derive(Clone, Debug)]
pub(super) enum Expansion {
    /// The attacker wins.
    Proven,
    /// It does not, as far as this width goes.
    Refuted,
    /// It depends on these moves.
    Moves(Rc<Moves>),
}

/// The moves of a node.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// What is searched, in order of promise.
    pub(super) spots: Vec<Spot>,
    /// At a node of the defender: the attack that follows every other reply.
    pub(super) threat: Option<Attack>,
}

/// Nodes whose moves are kept; beyond, all are forgotten and made anew when needed.
const KEPT_MOVES: usize = 1 << 17;

/// A threat is looked for with so many fours first: few fours leave the defender few
/// replies, and the reader a shorter proof.
const SHORT_THREATS: [u8; 4] = [1, 2, 3, 5];

impl<V: Variant> Search<'_, V> {
    /// What the position at hand is, or depends on. Worth nothing once the meter is over.
    pub(super) fn expand(&mut self) -> Expansion {
        let key = self.position.key();
        if let Some(moves) = self.moves.get(&key) {
            return Expansion::Moves(Rc::clone(moves));
        }
        self.meter.tick();
        let expansion = if self.position.to_move() == self.attacker {
            self.expand_attack()
        } else {
            self.expand_defence()
        };
        if let Expansion::Moves(moves) = &expansion {
            if self.moves.len() >= KEPT_MOVES {
                self.moves.clear();
            }
            self.moves.insert(key, Rc::clone(moves));
        }
        expansion
    }

    fn expand_attack(&mut self) -> Expansion {
        let mut spots = Vec::new();
        match tactics::judge(&mut self.position) {
            Verdict::Wins { plies: 1 | 3, .. } => return Expansion::Proven,
            Verdict::Loses => return Expansion::Refuted,
            Verdict::Forced => tactics::replies_to_fives(&mut self.position, &mut spots),
            Verdict::Wins { .. } | Verdict::Defend | Verdict::Open => {
                if self.find_fours().is_some() {
                    return Expansion::Proven;
                }
                self.attacks(&mut spots);
            }
        }
        moves_or_refuted(spots)
    }

    /// The fours that would win if the defender, to move, passed: a short attack if there
    /// is one.
    fn find_threat(&mut self) -> Option<Attack> {
        self.position.make_pass();
        let found = self.find_short_fours().or_else(|| self.find_fours());
        self.position.unmake();
        found
    }

    fn find_short_fours(&mut self) -> Option<Attack> {
        if !self.tuning.short_threats {
            return None;
        }
        for length in SHORT_THREATS {
            let budget = self.fours_budget;
            let found = self
                .fours
                .search(&mut self.position, length, budget, &mut self.meter);
            match found {
                Found::Win(attack) => return Some(attack),
                Found::None { ever: false } => {}
                Found::None { ever: true } | Found::Unknown => return None,
            }
        }
        None
    }

    /// The win by fours of the side to move, if one is found.
    pub(super) fn find_fours(&mut self) -> Option<Attack> {
        let budget = self.fours_budget;
        let found = self
            .fours
            .search(&mut self.position, ANY_LENGTH, budget, &mut self.meter);
        match found {
            Found::Win(attack) => Some(attack),
            Found::None { .. } => None,
            Found::Unknown => {
                self.doubtful = true;
                None
            }
        }
    }

    /// The moves that may lead the attack on.
    fn attacks(&mut self, spots: &mut Vec<Spot>) {
        match self.width {
            Width::Fours => {}
            Width::Threes => {
                tactics::own_fours(&mut self.position, spots);
                self.threes(spots);
            }
            Width::Threats | Width::Full => {
                let mover = self.position.to_move();
                let free: Vec<Spot> = self.position.free_spots().collect();
                let legal = free
                    .into_iter()
                    .filter(|&spot| self.position.is_legal(spot));
                spots.extend(legal);
                spots.sort_by_key(|&spot| std::cmp::Reverse(self.position.threat(spot, mover)));
            }
        }
    }

    /// Moves that make a three of some sort and no four: with a stone more, a four.
    fn threes(&mut self, spots: &mut Vec<Spot>) {
        let attacker = self.attacker;
        let near: Vec<Spot> = self.position.candidates().collect();
        for spot in near {
            let classes = (0..4).map(|line| self.position.line_class(spot, line, attacker));
            let best = classes.max().unwrap_or(LineClass::Dead);
            let makes_three = match self.position.threat(spot, attacker) {
                Threat::Forbidden => best < LineClass::Four && self.position.is_legal(spot),
                threat => !threat.makes_four() && best >= LineClass::SleepingThree,
            };
            if makes_three {
                spots.push(spot);
            }
        }
    }

    fn expand_defence(&mut self) -> Expansion {
        let defender = self.position.to_move();
        if self.position.count(defender, Threat::Five) > 0 {
            return Expansion::Refuted;
        }
        if self.position.count(self.attacker, Threat::Five) > 0 {
            let mut spots = Vec::new();
            tactics::replies_to_fives(&mut self.position, &mut spots);
            return if spots.is_empty() {
                Expansion::Proven
            } else {
                moves_or_refuted(spots)
            };
        }
        match self.find_threat() {
            Some(attack) => self.expand_threatened(attack),
            None if self.width == Width::Full => self.expand_unthreatened(),
            None => Expansion::Refuted,
        }
    }

    fn expand_threatened(&mut self, attack: Attack) -> Expansion {
        // Whoever has fours and the move needs no defence.
        if self.find_fours().is_some() {
            return Expansion::Refuted;
        }
        let mut spots = zone::replies(&mut self.position, &attack);
        if let Some(missed) = self.missed.get(&self.position.key()) {
            spots.extend(
                missed
                    .iter()
                    .filter(|spot| !spots.contains(spot))
                    .copied()
                    .collect::<Vec<_>>(),
            );
        }
        Expansion::Moves(Rc::new(Moves {
            spots,
            threat: Some(attack),
        }))
    }

    fn expand_unthreatened(&mut self) -> Expansion {
        if self.find_fours().is_some() {
            return Expansion::Refuted;
        }
        let free: Vec<Spot> = self.position.free_spots().collect();
        let legal = free
            .into_iter()
            .filter(|&spot| self.position.is_legal(spot));
        moves_or_refuted(legal.collect())
    }
}

/// Without a move the attack is over, or the game.
fn moves_or_refuted(spots: Vec<Spot>) -> Expansion {
    if spots.is_empty() {
        return Expansion::Refuted;
    }
    Expansion::Moves(Rc::new(Moves {
        spots,
        threat: None,
    }))
}
