//! What commands that search share: their limits, their end, and how a report begins.

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
