//! What commands that search share: their limits, their end, and how a report begins.

use std::num::NonZeroUsize;

use tengen_core::Position;
use tengen_engine::Stop;

use crate::failure::Failure;
use crate::survey::counted;

/// The longest time that can be asked for: thirty years.
const MOST_SECONDS: f64 = 1e9;

/// Milliseconds for the seconds that were asked for; 0 means until interrupted.
pub(crate) fn milliseconds(seconds: Option<f64>) -> Result<Option<u64>, Failure> {
    match seconds {
        Some(seconds) if !(0.0..=MOST_SECONDS).contains(&seconds) => Err(Failure::Usage(format!(
            "--time {seconds:e}: seconds from 0 (no limit) to {MOST_SECONDS}"
        ))),
        Some(seconds) if seconds > 0.0 => Ok(Some((seconds * 1000.0).ceil() as u64)),
        _ => Ok(None),
    }
}

/// Bytes for the memory that was asked for in MiB; what is beyond all bounds is all there is.
pub(crate) fn bytes(mebibytes: NonZeroUsize) -> usize {
    mebibytes.get().saturating_mul(1 << 20)
}

/// What to say if a table holds less than was asked for, as the engine makes it where the
/// memory cannot be had: a quarter at the most. Without a search there is no table.
pub(crate) fn shortage(held_bytes: usize, asked: NonZeroUsize) -> Option<String> {
    let is_short = held_bytes > 0 && held_bytes < bytes(asked) / 2;
    is_short.then(|| {
        let held = held_bytes as f64 / f64::from(1 << 20);
        format!("memory is short: {held:.0} MiB could be had for a table, not {asked}")
    })
}

/// The first Ctrl-C ends the search and lets it tell what it found, the second ends the
/// program.
pub(crate) fn stop_on_interrupt() -> Result<Stop, Failure> {
    let stop = Stop::new();
    let flag = stop.clone();
    ctrlc::set_handler(move || {
        if flag.is_raised() {
            std::process::exit(130);
        }
        flag.raise();
    })
    .map_err(|error| Failure::Usage(format!("Ctrl-C cannot be caught: {error}")))?;
    Ok(stop)
}

/// The first line of a report: which position is spoken of.
pub(crate) fn heading(position: &Position) -> String {
    format!(
        "{} to move after {}, {} {}.\n",
        position.to_move(),
        counted(position.board().stone_count(), "stone"),
        position.rule(),
        position.size()
    )
}

/// A number with a comma before every three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn a_table_that_is_too_small_is_told() {
        let asked = |mebibytes| NonZeroUsize::new(mebibytes).unwrap();
        assert_eq!(bytes(asked(3)), 3 << 20);
        assert_eq!(bytes(asked(usize::MAX >> 10)), usize::MAX);
        assert_eq!(
            shortage(64 << 20, asked(256)).unwrap(),
            "memory is short: 64 MiB could be had for a table, not 256"
        );
        // Not all bytes make up whole buckets.
        assert_eq!(shortage((256 << 20) - 63, asked(256)), None);
        assert_eq!(shortage(0, asked(256)), None);
    }

    #[test]
    fn no_time_is_a_limit_that_was_not_asked_for() {
        assert_eq!(milliseconds(Some(0.25)).unwrap(), Some(250));
        assert_eq!(milliseconds(Some(0.0)).unwrap(), None);
        assert_eq!(milliseconds(None).unwrap(), None);
        assert!(milliseconds(Some(-1.0)).is_err());
        let Err(Failure::Usage(fault)) = milliseconds(Some(1e300)) else {
            panic!("a time beyond all bounds is taken");
        };
        assert_eq!(
            fault,
            "--time 1e300: seconds from 0 (no limit) to 1000000000"
        );
        assert!(milliseconds(Some(f64::NAN)).is_err());
    }
}
