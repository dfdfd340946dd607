//! Time by the wall, for searches: the engine itself knows no clock.

use std::time::{Duration, Instant};

use tengen_engine::Clock;

/// Runs since it was started.
///
/// ```
/// use tengen_engine::Clock;
/// let watch = tengen_play::Stopwatch::start();
/// assert!(watch.elapsed_ms() < 60_000);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Clock for Stopwatch {
    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
