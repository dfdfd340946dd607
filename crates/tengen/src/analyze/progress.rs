//! One line on the terminal that follows the search.

use std::io::{IsTerminal, Write};

use tengen_core::Size;
use tengen_engine::{Event, Listener};

use super::report;

/// Shows the best line of every finished depth, if anybody watches.
#[derive(Debug)]
pub(super) struct Progress {
    size: Size,
    watched: bool,
}

/// The line must not wrap, or it cannot be overwritten.
const COLUMNS: usize = 79;

impl Progress {
    pub(super) fn new(size: Size) -> Progress {
        Progress {
            size,
            watched: std::io::stderr().is_terminal(),
        }
    }

    /// Removes the line.
    pub(super) fn clear(&self) {
        self.write("");
    }

    fn write(&self, text: &str) {
        if self.watched {
            let shown: String = text.chars().take(COLUMNS).collect();
            let mut errors = std::io::stderr();
            // Nobody is there to tell if this fails.
            let _ = write!(errors, "\r\x1b[K{shown}").and_then(|()| errors.flush());
        }
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
            self.write(&format!(
                "depth {}-{}  {}  {} nodes, {} a second  {}",
                best.depth,
                best.deepest.max(best.depth),
                report::value(best.score),
                report::grouped(nodes),
                report::grouped(speed),
                report::names(best, self.size)
            ));
        }
    }
}
