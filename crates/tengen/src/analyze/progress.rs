//! One line on the terminal that follows the search.

use tengen_core::Size;
use tengen_engine::{Event, Listener};

use super::report;
use crate::searching::grouped;
use crate::terminal::StatusLine;

/// Shows the best line of every finished depth, if anybody watches.
#[derive(Debug)]
pub(super) struct Progress {
    size: Size,
    line: StatusLine,
}

impl Progress {
    pub(super) fn new(size: Size) -> Progress {
        Progress {
            size,
            line: StatusLine::new(false),
        }
    }

    /// Removes the line.
    pub(super) fn clear(&self) {
        self.line.clear();
    }
}

impl Listener for Progress {
    fn hear(&mut self, event: Event<'_>) {
        if let Event::Depth {
            lines,
            nodes,
            elapsed_ms,
        } = event
            && let Some(best) = lines.first().filter(|line| line.depth > 0)
        {
            let speed = nodes * 1000 / elapsed_ms.max(1);
            self.line.write(&format!(
                "depth {}-{}  {}  {} nodes, {} a second  {}",
                best.depth,
                best.deepest.max(best.depth),
                report::value(best.score),
                grouped(nodes),
                grouped(speed),
                report::names(best, self.size)
            ));
        }
    }
}
