//! Wins by continuous fours with their play, at any length or the shortest.
//!
//! Only the attacker branches: a four has one answer (in caro up to three). What repeats
//! is failure, so a table remembers for each position the number of fours that did not
//! suffice there. It is keyed by stones and turn: the attacker is the side to move.

use super::meter::Meter;
use crate::pattern::Threat;
use crate::position::{Position, Spot};
use crate::tactics::{self, Verdict};
use crate::variant::Variant;

/// More fours than any board has room for, in the eight bits that the table keeps.
pub(super) const ANY_LENGTH: u8 = u8::MAX;

/// An attack by fours, with every answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attack {
    /// The four, or the five that ends it.
    pub(super) by: Spot,
    /// What follows each answer that stops the five; empty if none does.
    pub(super) answers: Vec<(Spot, Attack)>,
}

impl Attack {
    fn ending(by: Spot) -> Attack {
        Attack {
            by,
            answers: Vec::new(),
        }
    }

    /// Its moves with the first answer to each.
    pub(super) fn line(&self) -> Vec<Spot> {
        let mut line = vec![self.by];
        let mut at = self;
        while let Some((answer, next)) = at.answers.first() {
            line.extend([*answer, next.by]);
            at = next;
        }
        line
    }

    /// Fours on its longest line, the last five not counted unless it comes at once.
    pub(super) fn fours(&self) -> usize {
        let longest = self.answers.iter().map(|(_, next)| next.fours()).max();
        1 + longest.unwrap_or(0)
    }
}

/// How a search for fours ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The side to move wins so.
    Win(Attack),
    /// No win of that length exists, nor of any other if `ever`.
    None {
        /// Whether no win of any length exists.
        ever: bool,
    },
    /// The budget ended first.
    Unknown,
}

/// A search for fours with its table.
#[derive(Debug)]
pub(super) struct Fours {
    /// Keys whose low eight bits are the number of fours that did not suffice.
    failed: Vec<u64>,
    bits: u32,
    left: u64,
    spent: bool,
    /// Whether the allowed number of fours cut something off.
    cut: bool,
}

const LENGTH_BITS: u64 = 0xFF;

impl Fours {
    /// Remembers up to 2^`bits` positions.
    pub(super) fn with_memory(bits: u32) -> Fours {
        Fours {
            failed: vec![0; 1 << bits],
            bits,
            left: 0,
            spent: false,
            cut: false,
        }
    }

    /// Looks for a win by at most `length` fours of the side to move, within `budget`
    /// positions.
    pub(super) fn search<V: Variant>(
        &mut self,
        position: &mut Position<V>,
        length: u8,
        budget: u64,
        meter: &mut Meter<'_>,
    ) -> Found {
        self.left = budget;
        self.spent = false;
        self.cut = false;
        match self.attack(position, length, meter) {
            Some(attack) => Found::Win(attack),
            None if self.spent => Found::Unknown,
            None => Found::None { ever: !self.cut },
        }
    }

    fn slot(&self, key: u64) -> usize {
        (key >> (64 - self.bits)) as usize
    }

    fn has_failed(&self, key: u64, length: u8) -> bool {
        let entry = self.failed[self.slot(key)];
        (entry ^ key) <= LENGTH_BITS && (entry & LENGTH_BITS) as u8 >= length
    }

    fn note_failure(&mut self, key: u64, length: u8) {
        let slot = self.slot(key);
        self.failed[slot] = key & !LENGTH_BITS | u64::from(length);
    }

    fn attack<V: Variant>(
        &mut self,
        position: &mut Position<V>,
        length: u8,
        meter: &mut Meter<'_>,
    ) -> Option<Attack> {
        if self.left == 0 || meter.tick() {
            self.spent = true;
            return None;
        }
        self.left -= 1;
        let forced = match tactics::judge(position) {
            Verdict::Wins { plies: 1, by } => return Some(Attack::ending(by)),
            Verdict::Wins { plies: 3, by } if length > 0 => return Some(Attack::ending(by)),
            Verdict::Loses => return None,
            Verdict::Forced => true,
            Verdict::Wins { .. } | Verdict::Defend | Verdict::Open => false,
        };
        let attacker = position.to_move();
        if tactics::fours(position, attacker) == 0 {
            return None;
        }
        if length == 0 {
            self.cut = true;
            return None;
        }
        let key = position.key();
        if self.has_failed(key, length) {
            // What failed for every length was stored as such.
            self.cut |= !self.has_failed(key, ANY_LENGTH);
            return None;
        }
        let cut_before = std::mem::replace(&mut self.cut, false);
        let moves = four_moves(position, forced);
        let found = self.try_fours(position, &moves, length, meter);
        if found.is_none() && !self.spent {
            let length = if self.cut { length } else { ANY_LENGTH };
            self.note_failure(key, length);
        }
        self.cut |= cut_before;
        found
    }

    fn try_fours<V: Variant>(
        &mut self,
        position: &mut Position<V>,
        moves: &[Spot],
        length: u8,
        meter: &mut Meter<'_>,
    ) -> Option<Attack> {
        for &by in moves {
            position.make(by);
            let answers = self.defend(position, length, meter);
            position.unmake();
            if let Some(answers) = answers {
                return Some(Attack { by, answers });
            }
            if self.spent {
                return None;
            }
        }
        None
    }

    /// The attacker has moved. What follows each answer, if every answer loses.
    fn defend<V: Variant>(
        &mut self,
        position: &mut Position<V>,
        length: u8,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<(Spot, Attack)>> {
        let defender = position.to_move();
        if position.count(defender, Threat::Five) > 0
            || position.count(defender.opponent(), Threat::Five) == 0
        {
            return None;
        }
        let mut replies = Vec::new();
        tactics::replies_to_fives(position, &mut replies);
        let rest = if length == ANY_LENGTH {
            length
        } else {
            length - 1
        };
        let mut answers = Vec::with_capacity(replies.len());
        for reply in replies {
            position.make(reply);
            let next = self.attack(position, rest, meter);
            position.unmake();
            answers.push((reply, next?));
        }
        Some(answers)
    }
}

/// The fours of the side to move; if it must answer a four, those that do.
fn four_moves<V: Variant>(position: &mut Position<V>, forced: bool) -> Vec<Spot> {
    let mut moves = Vec::with_capacity(16);
    if forced {
        let attacker = position.to_move();
        tactics::replies_to_fives(position, &mut moves);
        moves.retain(|&reply| {
            let threat = position.threat(reply, attacker);
            threat.makes_four() || threat == Threat::Forbidden
        });
    } else {
        tactics::own_fours(position, &mut moves);
    }
    moves
}
