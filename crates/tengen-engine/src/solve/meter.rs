//! What a solver may still spend.

use crate::report::{Clock, Stop};

/// Positions between two looks at the clock: well under a millisecond.
const POLL: u64 = 512;

/// How long a solver may go on. Whatever is reached first ends it; with nothing set it
/// runs until stopped. Positions alone make an answer that is the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Milliseconds, by the caller's clock.
    pub ms: Option<u64>,
}

/// Counts positions and says when to end.
#[derive(Debug)]
pub(super) struct Meter<'a> {
    nodes: u64,
    max_nodes: u64,
    end_ms: u64,
    next_poll: u64,
    clock: &'a dyn Clock,
    stop: &'a Stop,
    over: bool,
}

impl<'a> Meter<'a> {
    pub(super) fn new(budget: Budget, clock: &'a dyn Clock, stop: &'a Stop) -> Meter<'a> {
        Meter {
            nodes: 0,
            max_nodes: budget.nodes.unwrap_or(u64::MAX),
            end_ms: budget.ms.unwrap_or(u64::MAX),
            next_poll: 0,
            clock,
            stop,
            over: false,
        }
    }

    /// Counts one position; whether everything is spent.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.over
    }

    #[cold]
    fn poll(&mut self) {
        self.next_poll = self.nodes.saturating_add(POLL).min(self.max_nodes);
        if self.nodes >= self.max_nodes {
            self.next_poll = u64::MAX;
            self.over = true;
        }
        self.over |= self.stop.is_raised() || self.clock.elapsed_ms() >= self.end_ms;
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed_ms(&self) -> u64 {
        self.clock.elapsed_ms()
    }
}
