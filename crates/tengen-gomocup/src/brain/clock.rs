//! The clock of one move, whose limit may change while the engine searches.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tengen_engine::{Clock, Limits, thinking_ms};

/// Time since a thinking command was read, stretched so that the engine's plan, made
/// for one limit, fits the limit that holds now. Monotonic.
#[derive(Debug)]
pub struct TurnClock {
    begun: Instant,
    /// What the engine planned with, in ms.
    planned: u64,
    /// What holds now, in ms.
    allowed: AtomicU64,
}

impl TurnClock {
    /// A clock that began when the command was read, for a search with these limits.
    pub fn new(begun: Instant, limits: &Limits) -> TurnClock {
        let planned = thinking_ms(limits).max(1);
        TurnClock {
            begun,
            planned,
            allowed: AtomicU64::new(planned),
        }
    }

    /// New limits for the running search.
    pub fn set_limits(&self, limits: &Limits) {
        self.allowed.store(thinking_ms(limits), Ordering::Relaxed);
    }

    /// Real milliseconds since the command was read.
    pub fn real_ms(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn stretched(&self, real_ms: u64) -> u64 {
        let allowed = self.allowed.load(Ordering::Relaxed);
        if allowed == self.planned {
            return real_ms;
        }
        let scaled = u128::from(real_ms) * u128::from(self.planned) / u128::from(allowed.max(1));
        u64::try_from(scaled).unwrap_or(u64::MAX - 1)
    }
}

impl Clock for TurnClock {
    fn elapsed_ms(&self) -> u64 {
        self.stretched(self.real_ms())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(turn_ms: u64) -> Limits {
        Limits {
            turn_ms: Some(turn_ms),
            ..Limits::default()
        }
    }

    /// The real time at which an engine that planned with the first limit stops.
    fn stops_at(first: u64, second: u64) -> u64 {
        let clock = TurnClock::new(Instant::now(), &limits(first));
        clock.set_limits(&limits(second));
        let planned = thinking_ms(&limits(first));
        (0..=2 * second + 10)
            .find(|&ms| clock.stretched(ms) >= planned)
            .unwrap_or(u64::MAX)
    }

    #[test]
    fn a_changed_limit_ends_the_search_where_it_says() {
        for (first, second) in [(1_000, 1_000), (30_000, 500), (500, 30_000), (1 << 40, 100)] {
            let wanted = thinking_ms(&limits(second));
            let at = stops_at(first, second);
            assert!(at.abs_diff(wanted) <= 1, "{first} to {second}: {at}");
        }
    }

    #[test]
    fn no_time_left_ends_it_at_once() {
        let clock = TurnClock::new(Instant::now(), &limits(1 << 40));
        clock.set_limits(&limits(0));
        assert!(clock.stretched(1) >= thinking_ms(&limits(1 << 40)));
    }
}
