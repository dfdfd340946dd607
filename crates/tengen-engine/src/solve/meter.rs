//! What a solver may still spend, and word of how far it is.

use super::Progress;
use super::table::Numbers;
use crate::report::{Clock, Stop};

/// Positions between two looks at the clock: well under a millisecond.
const POLL: u64 = 512;

/// Looks at the clock between two reports of progress: every 16,384 positions.
const POLLS_A_REPORT: u32 = 32;

/// How long a solver may go on. Whatever is reached first ends it; with nothing set it
/// runs until stopped. Positions alone make an answer that is the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Milliseconds, by the caller's clock.
    pub ms: Option<u64>,
}

/// Counts positions, says when to end, and tells the listener.
pub(super) struct Meter<'a> {
    nodes: u64,
    max_nodes: u64,
    end_ms: u64,
    next_poll: u64,
    clock: &'a dyn Clock,
    stop: &'a Stop,
    over: bool,
    /// The numbers of the position that was asked about, where there are any.
    pub(super) root: Option<Numbers>,
    polls: u32,
    progress: &'a mut dyn FnMut(Progress),
}

impl<'a> Meter<'a> {
    pub(super) fn new(
        budget: Budget,
        clock: &'a dyn Clock,
        stop: &'a Stop,
        progress: &'a mut dyn FnMut(Progress),
    ) -> Meter<'a> {
        Meter {
            nodes: 0,
            max_nodes: budget.nodes.unwrap_or(u64::MAX),
            end_ms: budget.ms.unwrap_or(u64::MAX),
            next_poll: 0,
            clock,
            stop,
            over: false,
            root: None,
            polls: 0,
            progress,
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
        let elapsed_ms = self.clock.elapsed_ms();
        self.over |= self.stop.is_raised() || elapsed_ms >= self.end_ms;
        self.polls += 1;
        if self.polls.is_multiple_of(POLLS_A_REPORT) {
            let efforts = |root: Numbers| (u64::from(root.proof), u64::from(root.refutation));
            (self.progress)(Progress {
                nodes: self.nodes,
                elapsed_ms,
                efforts: self.root.map(efforts),
            });
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
