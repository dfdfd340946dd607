//! Which moves a node looks at, and in which order.

use tengen_core::Stone;
use tengen_nnue::Policy;

use super::evaluation::NetEye;
use super::{Frame, Memory};
use crate::params::Params;
use crate::pattern::Threat;
use crate::position::{Position, Spot};
use crate::tactics::{self, Verdict};
use crate::variant::Variant;

/// Moves with their scores; taken best first by selection, because few get searched.
#[derive(Debug)]
pub(super) struct MoveList {
    /// Score above, inverted place below, so that equal scores go by place and the order
    /// is the same on every machine. Of 32 bits, whose largest every x86-64 finds four at a
    /// time: with 64 it took 6% of a search.
    packed: Vec<i32>,
    next: usize,
}

/// Bits of a place.
const SPOT_BITS: u32 = 10;
const LAST_SPOT: Spot = (1 << SPOT_BITS) - 1;

impl MoveList {
    fn with_room_for(moves: usize) -> MoveList {
        MoveList {
            packed: Vec::with_capacity(moves),
            next: 0,
        }
    }

    fn push(&mut self, spot: Spot, score: i32) {
        self.packed
            .push(score << SPOT_BITS | i32::from(LAST_SPOT - spot));
    }

    /// The best move not taken yet, and its score.
    pub(super) fn take(&mut self) -> Option<(Spot, i32)> {
        let rest = self.packed.get_mut(self.next..)?;
        let best = rest.iter().copied().max()?;
        let at = rest.iter().position(|&packed| packed == best)?;
        rest.swap(0, at);
        self.next += 1;
        let spot = LAST_SPOT - (best as Spot & LAST_SPOT);
        Some((spot, best >> SPOT_BITS))
    }

    pub(super) fn len(&self) -> usize {
        self.packed.len()
    }
}

/// What a move does: for Black in renju a point that looks forbidden and is not counts
/// as the threes it seems to make.
#[inline]
pub(super) fn threat_of<V: Variant>(position: &Position<V>, spot: Spot, stone: Stone) -> Threat {
    match position.threat(spot, stone) {
        Threat::Forbidden => Threat::ThreePlus,
        threat => threat,
    }
}

/// The table's move: above every other score.
pub(super) const FIRST: i32 = 1 << 19;
/// No other score is larger, either way.
const LARGEST: i32 = FIRST - 1;
/// Moves with this score or less come last, to be tried only if all else loses.
pub(super) const LAST: i32 = -FIRST;
/// What a move gains in the order that was good elsewhere at the same ply.
const KILLER: i32 = 20;
/// More points than lie near the stones of most positions.
const ROOM: usize = 128;

/// What tells good moves from bad ones before they are searched.
#[derive(Debug)]
pub(super) struct Clues<'a> {
    pub(super) memory: &'a Memory,
    pub(super) params: &'a Params,
    pub(super) frame: &'a Frame,
    /// The table's move.
    pub(super) best_known: Spot,
    /// A net and what it thinks of this position's moves.
    pub(super) net: Option<(&'a NetEye, Policy)>,
}

impl Clues<'_> {
    /// Lists the moves of a node by what the threats allow. `fours_last`: where a threat
    /// must be met, own fours that do not meet it get scores up to [`LAST`].
    pub(super) fn list<V: Variant>(
        &self,
        position: &mut Position<V>,
        verdict: Verdict,
        fours_last: bool,
    ) -> MoveList {
        if verdict == Verdict::Open || self.params.threat_moves == 0 {
            let mut moves = MoveList::with_room_for(ROOM);
            for spot in position.candidates() {
                moves.push(spot, self.score(position, spot));
            }
            return moves;
        }
        let mut spots = Vec::with_capacity(16);
        // From this one on they come last.
        let mut kept_for_last = usize::MAX;
        match verdict {
            Verdict::Forced => tactics::replies_to_fives(position, &mut spots),
            Verdict::Defend => {
                tactics::defences(position, &mut spots);
                let mut fours = Vec::new();
                tactics::own_fours(position, &mut fours);
                fours.retain(|four| !spots.contains(four));
                if fours_last {
                    kept_for_last = spots.len();
                }
                spots.extend(fours);
            }
            _ => spots.extend(position.candidates()),
        }
        let mut moves = MoveList::with_room_for(spots.len());
        for (i, spot) in spots.into_iter().enumerate() {
            // Twice, so that no score lifts it above the mark again.
            let last = if i >= kept_for_last { 2 * LAST } else { 0 };
            moves.push(spot, self.score(position, spot) + last);
        }
        moves
    }

    #[inline]
    fn score<V: Variant>(&self, position: &Position<V>, spot: Spot) -> i32 {
        if spot == self.best_known {
            return FIRST;
        }
        let mover = position.to_move();
        let own = position.info(spot, mover);
        let other = position.info(spot, mover.opponent());
        let mut score = i32::from(own.attack) + i32::from(other.defend);
        if let Some((eye, policy)) = &self.net {
            score += eye.logit(policy, spot) * self.params.net_policy / 256;
        }
        if self.params.history != 0 {
            let history = self.memory.history.at_point(mover, spot);
            score += history * self.params.history_weight / 256;
            if self.frame.killers.contains(&spot) {
                score += KILLER;
            }
        }
        score.clamp(-LARGEST, LARGEST)
    }
}
