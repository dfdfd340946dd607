//! Wins by continuous fours (VCF), over the whole board, exact in every rule.
//!
//! Only the attacker branches: a four has one answer (in caro sometimes two or three).
//! What repeats is failure, so failed positions are remembered.

use crate::pattern::Threat;
use crate::position::{Position, Spot};
use crate::tactics::{self, Verdict};
use crate::variant::Variant;

/// How a search for fours ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fours {
    /// The side to move makes five with its `plies`th ply, beginning with `first`.
    Win {
        /// Plies of the line found, not always the shortest.
        plies: usize,
        /// First move of the line.
        first: Spot,
    },
    /// No win by fours exists.
    None,
    /// The budget ended before the answer was known.
    Unknown,
}

/// Remembers failures and counts what is spent. Kept between searches.
#[derive(Debug)]
pub struct FourSearch {
    /// Keys of positions from which no win by fours exists; overwritten freely.
    failed: Vec<u64>,
    spent: u64,
    budget: u64,
    out_of_budget: bool,
}

const FAILED_BITS: u32 = 16;

impl Default for FourSearch {
    fn default() -> FourSearch {
        FourSearch {
            failed: vec![0; 1 << FAILED_BITS],
            spent: 0,
            budget: 0,
            out_of_budget: false,
        }
    }
}

impl FourSearch {
    /// Looks for a win by fours of the side to move within `budget` positions.
    pub fn solve<V: Variant>(&mut self, position: &mut Position<V>, budget: u64) -> Fours {
        self.spent = 0;
        self.budget = budget;
        self.out_of_budget = false;
        match self.attack(position) {
            Some((plies, first)) => Fours::Win { plies, first },
            None if self.out_of_budget => Fours::Unknown,
            None => Fours::None,
        }
    }

    /// Positions looked at by the last [`FourSearch::solve`].
    pub fn spent(&self) -> u64 {
        self.spent
    }

    fn slot(key: u64) -> usize {
        (key >> (64 - FAILED_BITS)) as usize
    }

    /// Plies and first move of a win for the side to move.
    fn attack<V: Variant>(&mut self, position: &mut Position<V>) -> Option<(usize, Spot)> {
        self.spent += 1;
        let attacker = position.to_move();
        match tactics::judge(position) {
            // Five-ply wins are wins by threes too: only fours count here.
            Verdict::Wins { plies, by } if plies < 5 => return Some((plies, by)),
            Verdict::Loses => return None,
            Verdict::Forced => return self.attack_while_forced(position),
            Verdict::Wins { .. } | Verdict::Defend | Verdict::Open => {}
        }
        if tactics::fours(position, attacker) == 0 {
            return None;
        }
        let key = position.key();
        if self.failed[FourSearch::slot(key)] == key {
            return None;
        }
        let mut moves = Vec::with_capacity(16);
        tactics::own_fours(position, &mut moves);
        let found = self.try_fours(position, &moves);
        if found.is_none() && !self.out_of_budget {
            self.failed[FourSearch::slot(key)] = key;
        }
        found
    }

    /// The other side has a four: the attacker must answer it with a four.
    fn attack_while_forced<V: Variant>(
        &mut self,
        position: &mut Position<V>,
    ) -> Option<(usize, Spot)> {
        let attacker = position.to_move();
        let mut replies = Vec::new();
        tactics::replies_to_fives(position, &mut replies);
        replies.retain(|&reply| {
            position.threat(reply, attacker).makes_four()
                || position.threat(reply, attacker) == Threat::Forbidden
        });
        self.try_fours(position, &replies)
    }

    fn try_fours<V: Variant>(
        &mut self,
        position: &mut Position<V>,
        moves: &[Spot],
    ) -> Option<(usize, Spot)> {
        for &four in moves {
            if self.spent >= self.budget {
                self.out_of_budget = true;
                return None;
            }
            position.make(four);
            let won = self.defend(position);
            position.unmake();
            if let Some(plies) = won {
                return Some((plies + 1, four));
            }
        }
        None
    }

    /// The attacker has made a four. Plies until its five, if every answer loses.
    fn defend<V: Variant>(&mut self, position: &mut Position<V>) -> Option<usize> {
        let defender = position.to_move();
        let attacker = defender.opponent();
        if position.count(defender, Threat::Five) > 0 || position.count(attacker, Threat::Five) == 0
        {
            return None;
        }
        let mut replies = Vec::new();
        tactics::replies_to_fives(position, &mut replies);
        let mut longest = 2;
        for reply in replies {
            position.make(reply);
            let won = self.attack(position);
            position.unmake();
            longest = longest.max(won?.0 + 1);
        }
        Some(longest)
    }
}
