//! How much of the clock a move may use.

use crate::report::Limits;

/// The plan for one move, in milliseconds since its clock was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// No new iteration is begun after about this.
    pub(crate) soft_ms: u64,
    /// Search ends at once at this.
    pub(crate) hard_ms: u64,
    /// Whether a steady best move ends the search earlier: pays only where the time
    /// saved can be used for later moves.
    pub(crate) thrifty: bool,
}

impl Plan {
    /// A plan for these limits. Without a time limit it never stops.
    pub(crate) fn new(limits: &Limits) -> Plan {
        let turn = limits
            .turn_ms
            .map_or(u64::MAX, |ms| ms.saturating_sub(reserve(ms)));
        let Some(left) = limits.left_ms else {
            return Plan {
                soft_ms: turn,
                hard_ms: turn,
                thrifty: false,
            };
        };
        let left = left.saturating_sub(reserve(left));
        // Twenty more moves at this pace; a move in trouble may take three shares.
        let share = left / 20;
        let hard_ms = turn.min(left / 7);
        Plan {
            soft_ms: share.min(hard_ms),
            hard_ms,
            // A long game has twice as many moves.
            thrifty: left / 40 < turn,
        }
    }

    /// Whether to stop before the next iteration; `factor` scales the plan in 1/64.
    pub(crate) fn should_stop(&self, elapsed_ms: u64, factor: u64) -> bool {
        if self.hard_ms == u64::MAX {
            return false;
        }
        let soft = if self.thrifty {
            (self.soft_ms * factor / 64).min(self.hard_ms)
        } else {
            self.hard_ms
        };
        // The next iteration would take longer than all before it.
        elapsed_ms >= soft - soft / 10
    }
}

/// The longest that a search with these limits takes, in milliseconds since its clock was
/// started: what is left of the turn after a reserve, or a share of the game's time.
pub fn thinking_ms(limits: &Limits) -> u64 {
    Plan::new(limits).hard_ms
}

/// Positions that a search with these limits may visit on so many threads, generously.
pub(crate) fn expected_nodes(limits: &Limits, threads: usize) -> u64 {
    let by_time = thinking_ms(limits).saturating_mul(NODES_PER_MS * threads as u64);
    limits.nodes.unwrap_or(u64::MAX).min(by_time)
}

/// Positions that a thread visits in a millisecond on a fast machine.
const NODES_PER_MS: u64 = 1_500;

/// Time kept back for the way to the manager: 5% within 3 to 30 ms.
fn reserve(ms: u64) -> u64 {
    (ms / 20).clamp(3, 30)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(turn_ms: Option<u64>, left_ms: Option<u64>) -> Plan {
        Plan::new(&Limits {
            turn_ms,
            left_ms,
            ..Limits::default()
        })
    }

    #[test]
    fn no_limit_never_stops() {
        assert!(!plan(None, None).should_stop(u64::MAX - 1, 64));
    }

    #[test]
    fn a_reserve_is_kept_and_zero_is_zero() {
        assert_eq!(plan(Some(1000), None).hard_ms, 970);
        assert_eq!(plan(Some(10), None).hard_ms, 7);
        assert_eq!(plan(Some(0), None).hard_ms, 0);
        assert!(plan(Some(0), None).should_stop(0, 64));
    }

    #[test]
    fn easy_moves_save_time_where_the_match_clock_matters() {
        let fast = plan(Some(5_000), Some(120_000));
        assert!(fast.should_stop(2_600, 32) && !fast.should_stop(2_600, 64));
        let ample = plan(Some(5_000), Some(1_000_000));
        assert!(!ample.should_stop(2_600, 32) && ample.should_stop(4_700, 32));
        // A move in trouble takes more than its share, if there is more.
        let long = plan(Some(300_000), Some(1_000_000));
        assert!(long.should_stop(46_000, 64) && !long.should_stop(46_000, 96));
    }

    #[test]
    fn a_match_clock_is_never_overdrawn() {
        for left in [0, 1, 50, 1000, 180_000] {
            let plan = plan(Some(30_000), Some(left));
            assert!(plan.soft_ms <= plan.hard_ms && plan.hard_ms <= left / 7 + 1);
        }
    }
}
