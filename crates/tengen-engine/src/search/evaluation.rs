//! What a quiet position is worth: pattern sums, and a net's judgement where there is one.
//!
//! The board knows nothing of the net: it is told of every move beside the board.

use tengen_core::Stone;
use tengen_nnue::{Accumulator, Judgement, Policy};

use super::{DECIDED, Searcher};
use crate::position::{Position, Spot, point_of};
use crate::variant::Variant;

/// A net that follows the search.
#[derive(Debug)]
pub(super) struct NetEye {
    accumulator: Accumulator,
    /// What was asked last, by the position's key.
    last: Option<(u64, Judgement)>,
}

impl NetEye {
    pub(super) fn new<V: Variant>(
        net: &std::sync::Arc<tengen_nnue::Net>,
        position: &Position<V>,
    ) -> NetEye {
        NetEye {
            accumulator: Accumulator::from_board(std::sync::Arc::clone(net), &position.to_board()),
            last: None,
        }
    }

    fn judge(&mut self, key: u64, mover: Stone) -> Judgement {
        match self.last {
            Some((known, judgement)) if known == key => judgement,
            _ => {
                let judgement = self.accumulator.judge(mover);
                self.last = Some((key, judgement));
                judgement
            }
        }
    }

    /// How good a move looks, 256 to a unit of log-odds.
    #[inline]
    pub(super) fn logit(&self, policy: &Policy, spot: Spot) -> i32 {
        point_of(spot).map_or(0, |point| self.accumulator.logit(policy, point))
    }
}

impl<V: Variant> Searcher<'_, V> {
    /// Makes a move on the board and before the net's eye.
    #[inline]
    pub(super) fn make(&mut self, spot: Spot) {
        // Memory is slower than all that follows here.
        self.shared.table.prefetch(self.position.key_after(spot));
        if let Some(net) = &mut self.net
            && let Some(point) = point_of(spot)
        {
            net.accumulator.place(point, self.position.to_move());
        }
        self.position.make(spot);
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn unmake(&mut self) {
        if let Some(net) = &mut self.net
            && let Some(point) = self.position.last_move().and_then(point_of)
        {
            let mover = self.position.to_move().opponent();
            net.accumulator.remove(point, mover);
        }
        self.position.unmake();
    }

    /// What the position is worth to the side to move, without looking ahead.
    pub(super) fn static_value(&mut self) -> i32 {
        let patterns = self.pattern_value();
        let (key, mover) = (self.position.key(), self.position.to_move());
        let value = match &mut self.net {
            None => patterns,
            Some(net) => {
                let share = self.shared.params.net_share;
                let judged = net.judge(key, mover).value();
                (share * judged + (64 - share) * patterns) / 64
            }
        };
        value.clamp(-DECIDED + 1, DECIDED - 1)
    }

    /// Pattern sums and standing threats.
    fn pattern_value(&self) -> i32 {
        let mover = self.position.to_move();
        let own = self.position.sums(mover).on_move;
        let other = self.position.sums(mover.opponent()).waiting;
        own - other + self.position.standing()
    }

    /// What the net thinks of the moves, where a node is deep enough to ask.
    pub(super) fn policy(&mut self, depth: i32) -> Option<Policy> {
        let params = self.shared.params;
        if params.net_policy == 0 || depth < params.net_policy_depth {
            return None;
        }
        let (key, mover) = (self.position.key(), self.position.to_move());
        let net = self.net.as_mut()?;
        let judgement = net.judge(key, mover);
        Some(net.accumulator.policy(&judgement))
    }
}
