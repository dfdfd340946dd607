//! Decided lines, told to their end.
//!
//! The search stops where a position is known to be decided: by standing threats, by a
//! search for fours, by the table. Whoever reads `+M9` wants to see nine plies, so the
//! rest is played out here: the winner goes on as was found, and the loser holds out as
//! long as was announced, neither less nor more.
//!
//! It is done as soon as a root move has its score, while the table still holds what the
//! score came from. The table is only read and the searcher's memory left alone, so that
//! no node count depends on it.

use super::{DECIDED, Searcher, Shared, WIN};
use crate::pattern::Threat;
use crate::position::{Position, Spot};
use crate::table::Bound;
use crate::tactics::{self, Verdict};
use crate::variant::Variant;
use crate::vcf::{FourSearch, Fours};

/// Positions that may be looked at for the end of one line: a few milliseconds. Most need
/// some dozens.
const BUDGET: u64 = 4_000;
/// Positions that one search for fours among them may look at: many more than a leaf
/// spends, since a leaf knows from earlier ones what fails.
const FOURS_BUDGET: u64 = 400;
/// Failed positions remembered by these searches: 2^10 keys are 8 KB.
const FOURS_BITS: u32 = 10;

impl<V: Variant> Searcher<'_, V> {
    /// Adds to a line from the root what is missing to the five, if its score is a win or
    /// loss. Nothing is added if no end of just that length is found within the budget.
    pub(super) fn complete(&mut self, line: &mut Vec<Spot>, score: i32) {
        if !(DECIDED + 1..WIN).contains(&score.abs()) {
            return;
        }
        let plies = (WIN - score.abs()) as usize;
        let Some(missing) = plies.checked_sub(line.len()).filter(|&plies| plies > 0) else {
            return;
        };
        for &spot in line.iter() {
            self.position.make(spot);
        }
        let mut ending = Ending {
            position: &mut self.position,
            shared: self.shared,
            fours: FourSearch::with_memory(FOURS_BITS),
            left: BUDGET,
        };
        let end = if missing % 2 == 1 {
            ending.win(missing)
        } else {
            ending.hold_out(missing)
        };
        for _ in line.iter() {
            self.position.unmake();
        }
        line.extend(end.into_iter().flatten().rev());
    }
}

/// The moves of an ending, the last one first.
type Backwards = Vec<Spot>;

/// Plays out one line on the searcher's board, which comes back as it was.
struct Ending<'a, V: Variant> {
    position: &'a mut Position<V>,
    shared: &'a Shared<'a>,
    fours: FourSearch,
    /// Positions that may still be looked at.
    left: u64,
}

impl<V: Variant> Ending<'_, V> {
    /// How the side to move makes five with its `plies`th ply from here, an odd number.
    fn win(&mut self, plies: usize) -> Option<Backwards> {
        let verdict = tactics::judge(self.position);
        if let Verdict::Wins { plies: known, by } = verdict {
            if known == plies {
                return self.win_by(by, plies);
            }
            // Nobody goes on for longer with an open four within reach.
            if known < 5 {
                return None;
            }
        }
        let by_table = self.known_by_table(plies);
        let found = by_table.and_then(|best| self.win_by(best, plies));
        if found.is_some() {
            return found;
        }
        let budget = self.left.min(FOURS_BUDGET);
        let fours = self.fours.solve(self.position, budget);
        self.left = self.left.saturating_sub(self.fours.spent());
        match fours {
            Fours::Win {
                plies: known,
                first,
            } if known == plies => self.win_by(first, plies),
            _ => None,
        }
    }

    /// The same, beginning with this move.
    fn win_by(&mut self, spot: Spot, plies: usize) -> Option<Backwards> {
        if !self.is_allowed(spot) {
            return None;
        }
        if plies == 1 {
            return Some(vec![spot]);
        }
        self.position.make(spot);
        let end = self.hold_out(plies - 1);
        self.position.unmake();
        let mut end = end?;
        end.push(spot);
        Some(end)
    }

    /// How the side to move loses with the `plies`th ply from here, an even number.
    ///
    /// Replies after which a win of that length is known go first: to look for fours after
    /// every other reply costs much more.
    fn hold_out(&mut self, plies: usize) -> Option<Backwards> {
        let mut replies = self.replies(plies);
        replies.retain(|&reply| self.is_allowed(reply));
        for look_for_fours in [false, true] {
            for &reply in &replies {
                self.left = self.left.checked_sub(1)?;
                self.position.make(reply);
                let end = if self.is_known(plies - 1) != look_for_fours {
                    self.win(plies - 1)
                } else {
                    None
                };
                self.position.unmake();
                if let Some(mut end) = end {
                    end.push(reply);
                    return Some(end);
                }
            }
        }
        None
    }

    /// The loser's moves among which one lasts for so many plies.
    fn replies(&mut self, plies: usize) -> Vec<Spot> {
        let other = self.position.to_move().opponent();
        let mut replies = Vec::new();
        match tactics::judge(self.position) {
            Verdict::Forced => tactics::replies_to_fives(self.position, &mut replies),
            // Two fives are threatened: one can be stopped, where that is allowed.
            Verdict::Loses => {
                replies.extend(self.position.set(other, Threat::Five).iter());
                replies.extend(self.position.free_spots());
            }
            // Nothing stops all open fours: again one of them.
            Verdict::Defend if plies == 4 => {
                replies.extend(self.position.set(other, Threat::OpenFour).iter());
                replies.extend(self.position.free_spots());
            }
            Verdict::Defend => {
                tactics::defences(self.position, &mut replies);
                tactics::own_fours(self.position, &mut replies);
            }
            Verdict::Wins { .. } | Verdict::Open => replies.extend(self.position.candidates()),
        }
        replies
    }

    /// Whether threats or table say that the side to move wins in so many plies.
    fn is_known(&mut self, plies: usize) -> bool {
        match tactics::judge(self.position) {
            Verdict::Wins { plies: known, .. } if known == plies => true,
            _ => self.known_by_table(plies).is_some(),
        }
    }

    /// The move by which the table knows a win in so many plies.
    fn known_by_table(&self, plies: usize) -> Option<Spot> {
        let entry = self.shared.table.probe(self.position.key())?;
        let is_known = entry.bound != Bound::Upper && i32::from(entry.score) == WIN - plies as i32;
        (is_known && entry.best != 0).then_some(entry.best)
    }

    /// Whether a move is legal, and not excluded by the caller.
    fn is_allowed(&mut self, spot: Spot) -> bool {
        self.position.is_free(spot)
            && self.position.is_legal(spot)
            && !self.shared.avoids(self.position.key(), spot)
    }
}
