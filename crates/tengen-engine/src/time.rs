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
    /// A plan for these limits, by which a move gets one of so many shares of the game's
    /// time. Without a time limit it never stops.
    pub(crate) fn new(limits: &Limits, shares: u64) -> Plan {
        let hard_ms = thinking_ms(limits);
        Plan {
            soft_ms: part_of_game(limits, shares).min(hard_ms),
            hard_ms,
            thrifty: part_of_game(limits, MOVES_OF_A_LONG_GAME) < turn_ms(limits),
        }
    }

    /// Whether to stop before the next iteration; `factor` scales the plan in 1/64.
    pub(crate) fn should_stop(&self, elapsed_ms: u64, factor: u64) -> bool {
        if !self.thrifty {
            // What is not used now is lost.
            return elapsed_ms >= self.hard_ms;
        }
        let soft = (self.soft_ms * factor / 64).min(self.hard_ms);
        // The next iteration would take longer than all before it.
        elapsed_ms >= soft - soft / 10
    }

    /// Whether so much time is a part of the plan worth speaking of: what the search found
    /// before says little of how steady its best move is.
    pub(crate) fn is_under_way(&self, elapsed_ms: u64) -> bool {
        elapsed_ms >= self.soft_ms / 16
    }
}

/// One move takes at most such a part of the game's time, even one in trouble.
const LARGEST_PART: u64 = 7;
/// As long as the game's time allows so many more moves that use up their turns, nothing need
/// be saved.
const MOVES_OF_A_LONG_GAME: u64 = 40;

/// What may be used of the turn, for ever without a limit.
fn turn_ms(limits: &Limits) -> u64 {
    limits.turn_ms.map_or(u64::MAX, usable)
}

/// One of so many parts of what may be used of the game's time, for ever without a limit.
fn part_of_game(limits: &Limits, parts: u64) -> u64 {
    limits
        .left_ms
        .map_or(u64::MAX, |left_ms| usable(left_ms) / parts)
}

/// The longest that a search with these limits takes, in milliseconds since its clock was
/// started: what is left of the turn after a reserve, or a share of the game's time.
pub fn thinking_ms(limits: &Limits) -> u64 {
    turn_ms(limits).min(part_of_game(limits, LARGEST_PART))
}

/// Positions that a search with these limits may visit on so many threads, generously.
pub(crate) fn expected_nodes(limits: &Limits, threads: usize) -> u64 {
    let by_time = thinking_ms(limits).saturating_mul(NODES_PER_MS * threads as u64);
    limits.nodes.unwrap_or(u64::MAX).min(by_time)
}

/// Positions that a thread visits in a millisecond on a fast machine.
const NODES_PER_MS: u64 = 1_500;

/// What is left of a limit after what is kept back for the way to the manager: 5% within 3
/// to 30 ms.
fn usable(ms: u64) -> u64 {
    ms.saturating_sub((ms / 20).clamp(3, 30))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(turn_ms: Option<u64>, left_ms: Option<u64>) -> Plan {
        let limits = Limits {
            turn_ms,
            left_ms,
            ..Limits::default()
        };
        Plan::new(&limits, 20)
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
        assert!(!ample.should_stop(2_600, 32) && !ample.should_stop(4_900, 32));
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
