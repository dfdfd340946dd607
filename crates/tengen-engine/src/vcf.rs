//! Wins by continuous fours (VCF), over the whole board, exact in every rule.
//!
//! Only the attacker branches: a four has one answer (in caro sometimes two or three).
//! What repeats is failure, so failed positions are remembered.

use tengen_core::{Point, Position as Referee};

use crate::pattern::Threat;
use crate::position::{Position, Spot, point_of};
use crate::tactics::{self, Verdict};
use crate::variant::Variant;
use crate::with_variant;

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

/// What can be said about a position's fours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FourProof {
    /// The side to move wins by this line: its moves and the answers to them (the first
    /// of several, in caro), ending with the move that leaves no answer.
    Win(Vec<Point>),
    /// No win by fours exists.
    None,
    /// The budget ended before the answer was known.
    Unknown,
}

/// Searches the fours of the side to move, with twice the budget each time, until the
/// answer is known or `go_on`, asked before each new attempt, says no.
///
/// What failed is remembered, so that a new attempt soon is where the last one ended.
pub fn prove(game: &Referee, go_on: &mut dyn FnMut() -> bool) -> FourProof {
    with_variant!(game.rule(), variant => prove_as(variant, game, go_on))
}

fn prove_as<V: Variant>(variant: V, game: &Referee, go_on: &mut dyn FnMut() -> bool) -> FourProof {
    if game.outcome().is_some() {
        return FourProof::None;
    }
    let mut position = Position::from_board(game.board(), game.to_move(), variant, V::values());
    let mut search = FourSearch::with_memory(PROOF_BITS);
    let mut budget = FIRST_BUDGET;
    while go_on() {
        let mut line = Vec::new();
        match search.solve(&mut position, budget) {
            Fours::None => return FourProof::None,
            Fours::Win { .. } if search.play_out(&mut position, budget, &mut line) => {
                return FourProof::Win(line.into_iter().filter_map(point_of).collect());
            }
            Fours::Win { .. } | Fours::Unknown => budget *= 2,
        }
    }
    FourProof::Unknown
}

/// Positions of the first attempt: a few milliseconds.
const FIRST_BUDGET: u64 = 1 << 13;

/// Failed positions that a proof remembers: 2^22 keys are 32 MB.
const PROOF_BITS: u32 = 22;

/// Remembers failures and counts what is spent. Kept between searches.
#[derive(Debug)]
pub struct FourSearch {
    /// Keys of positions from which no win by fours exists; overwritten freely.
    failed: Vec<u64>,
    bits: u32,
    spent: u64,
    budget: u64,
    out_of_budget: bool,
}

/// Failed positions that a searching thread remembers.
const SEARCH_BITS: u32 = 16;

impl Default for FourSearch {
    fn default() -> FourSearch {
        FourSearch::with_memory(SEARCH_BITS)
    }
}

impl FourSearch {
    /// Remembers up to 2^`bits` failed positions.
    pub fn with_memory(bits: u32) -> FourSearch {
        FourSearch {
            failed: vec![0; 1 << bits],
            bits,
            spent: 0,
            budget: 0,
            out_of_budget: false,
        }
    }

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

    fn slot(&self, key: u64) -> usize {
        (key >> (64 - self.bits)) as usize
    }

    /// Follows a won attack to its end: the first answer to every four, then the next
    /// winning four. `false` if the budget does not suffice on the way. The position
    /// comes back as it was.
    fn play_out<V: Variant>(
        &mut self,
        position: &mut Position<V>,
        budget: u64,
        line: &mut Vec<Spot>,
    ) -> bool {
        let Fours::Win { first, plies } = self.solve(position, budget) else {
            return false;
        };
        line.push(first);
        if plies == 1 {
            return true;
        }
        position.make(first);
        let mut replies = Vec::new();
        tactics::replies_to_fives(position, &mut replies);
        let complete = replies.first().is_none_or(|&reply| {
            line.push(reply);
            position.make(reply);
            let complete = self.play_out(position, budget, line);
            position.unmake();
            complete
        });
        position.unmake();
        complete
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
        if self.failed[self.slot(key)] == key {
            return None;
        }
        let mut moves = Vec::with_capacity(16);
        tactics::own_fours(position, &mut moves);
        let found = self.try_fours(position, &moves);
        if found.is_none() && !self.out_of_budget {
            let slot = self.slot(key);
            self.failed[slot] = key;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain_fours::wins_by_fours;
    use tengen_core::rng::Rng;
    use tengen_core::{Board, Rule, Size, Stone, win};

    /// On small crowded boards every claim is true, and every short win is found.
    #[test]
    fn claims_agree_with_plain_search_in_every_rule() {
        let mut rng = Rng::new(41);
        for rule in Rule::ALL {
            let (mut won, mut none) = (0, 0);
            for round in 0..160 {
                let size = Size::new(6 + (round % 3) as u8).unwrap();
                let mut board = Board::new(size);
                for point in size.points() {
                    let stone = match rng.below(100) {
                        0..32 => Stone::Black,
                        32..60 => Stone::White,
                        _ => continue,
                    };
                    if !win::wins_at_once(&board, rule, point, stone) {
                        board.place(point, stone).unwrap();
                    }
                }
                let game = Referee::with_board(board, rule, Stone::BOTH[rng.below(2)]);
                if game.outcome().is_some() {
                    continue;
                }
                let mut attempts = 0;
                let found = prove(&game, &mut || {
                    attempts += 1;
                    attempts < 12
                });
                match found {
                    FourProof::Win(line) => {
                        won += 1;
                        let fours = line.len().div_ceil(2);
                        assert!(
                            fours > 4 || wins_by_fours(&game, fours),
                            "{line:?} {game:?}"
                        );
                    }
                    FourProof::None => {
                        none += 1;
                        assert!(!wins_by_fours(&game, 2), "{game:?}");
                    }
                    FourProof::Unknown => panic!("a small board is searched out: {game:?}"),
                }
            }
            assert!(won > 10 && none > 10, "{rule}: {won} won, {none} not");
        }
    }
}
