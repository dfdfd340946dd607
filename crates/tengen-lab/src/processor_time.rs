//! Time that the processor spent on the calling thread.
//!
//! On a machine with other work a second by the wall holds less than a second of
//! computing. Measurements of what can be computed in a second count this instead.

use std::time::Instant;

use tengen_engine::Clock;

/// Where Linux tells for how many nanoseconds a thread has run.
const THREAD: &str = "/proc/thread-self/schedstat";

/// Counts processor time of the thread that made it; where the system does not tell,
/// time by the wall.
#[derive(Debug)]
pub(crate) struct ProcessorTime {
    spent_before: Option<u64>,
    since: Instant,
}

impl ProcessorTime {
    pub(crate) fn start() -> ProcessorTime {
        ProcessorTime {
            spent_before: nanoseconds(),
            since: Instant::now(),
        }
    }

    /// Seconds since the start. To be asked by the thread that started it.
    pub(crate) fn seconds(&self) -> f64 {
        match (self.spent_before, nanoseconds()) {
            (Some(before), Some(now)) => now.saturating_sub(before) as f64 / 1e9,
            _ => self.since.elapsed().as_secs_f64(),
        }
    }
}

impl Clock for ProcessorTime {
    fn elapsed_ms(&self) -> u64 {
        (self.seconds() * 1e3) as u64
    }
}

fn nanoseconds() -> Option<u64> {
    let told = std::fs::read_to_string(THREAD).ok()?;
    told.split_whitespace().next()?.parse().ok()
}

/// Where Linux tells what the processors did since the start, in hundredths of a second.
const MACHINE: &str = "/proc/stat";

/// Milliseconds since the start of a virtual machine in which it wanted to compute and its host
/// did something else; `None` where the system does not tell.
pub(crate) fn stolen_ms() -> Option<u64> {
    stolen_in(&std::fs::read_to_string(MACHINE).ok()?)
}

/// It is the eighth number of the first line, which begins with a word.
fn stolen_in(told: &str) -> Option<u64> {
    let hundredths: u64 = told
        .lines()
        .next()?
        .split_whitespace()
        .nth(8)?
        .parse()
        .ok()?;
    Some(hundredths * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stolen_time_is_the_eighth_number() {
        let told =
            "cpu  6054713 53040 158953 2301071 7488 0 1290 28722 0 0\ncpu0 1 2 3 4 5 6 7 8 9 0\n";
        assert_eq!(stolen_in(told), Some(287_220));
        assert_eq!(stolen_in("cpu  1 2 3"), None);
        assert_eq!(stolen_in(""), None);
    }

    #[test]
    fn sleep_takes_no_processor_time() {
        if nanoseconds().is_none() {
            return;
        }
        let watch = ProcessorTime::start();
        std::thread::sleep(std::time::Duration::from_millis(50));
        let asleep = watch.seconds();
        assert!(asleep < 0.04, "{asleep}");
    }
}
