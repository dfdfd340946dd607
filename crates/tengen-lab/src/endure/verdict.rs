//! What a row counted, how late things were, and what went wrong.

use std::fmt;

/// Failures that are told in words; all are counted.
const TOLD: usize = 10;

/// The result of a row.
#[derive(Debug, Default)]
pub(super) struct Verdict {
    counts: Vec<(&'static str, u64)>,
    delays: Vec<Delays>,
    highest: Vec<(&'static str, f64)>,
    notes: Vec<String>,
    failures: u64,
    told: Vec<String>,
}

/// All delays of one kind, in milliseconds.
#[derive(Debug)]
struct Delays {
    what: &'static str,
    allowed_ms: f64,
    ms: Vec<f64>,
}

impl Verdict {
    /// Adds to a count.
    pub(super) fn count(&mut self, what: &'static str, more: usize) {
        match self.counts.iter_mut().find(|(name, _)| *name == what) {
            Some((_, count)) => *count += more as u64,
            None => self.counts.push((what, more as u64)),
        }
    }

    /// Something is wrong.
    pub(super) fn fail(&mut self, message: impl Into<String>) {
        self.failures += 1;
        if self.told.len() < TOLD {
            self.told.push(message.into());
        }
    }

    /// Something is wrong unless `holds`.
    pub(super) fn demand(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.fail(message());
        }
    }

    /// Something took so long; more than allowed is a failure.
    pub(super) fn delay(
        &mut self,
        what: &'static str,
        allowed_ms: f64,
        ms: f64,
        when: impl FnOnce() -> String,
    ) {
        if ms > allowed_ms {
            self.fail(format!(
                "{what}: {ms:.1} ms, allowed {allowed_ms} ({})",
                when()
            ));
        }
        match self.delays.iter_mut().find(|delays| delays.what == what) {
            Some(delays) => delays.ms.push(ms),
            None => self.delays.push(Delays {
                what,
                allowed_ms,
                ms: vec![ms],
            }),
        }
    }

    /// A value of which the highest is worth knowing.
    pub(super) fn highest(&mut self, what: &'static str, value: f64) {
        match self.highest.iter_mut().find(|(name, _)| *name == what) {
            Some((_, highest)) => *highest = highest.max(value),
            None => self.highest.push((what, value)),
        }
    }

    /// Something worth knowing.
    pub(super) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// How often something was wrong. A row that counted nothing has failed.
    pub(super) fn failures(&self) -> u64 {
        let counted = self.counts.iter().any(|&(_, count)| count > 0);
        self.failures + u64::from(!counted)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self
            .counts
            .iter()
            .map(|(what, count)| format!("{count} {what}"))
            .collect();
        if counts.is_empty() {
            write!(f, "nothing was counted")?;
        }
        write!(f, "{}", counts.join(", "))?;
        for delays in &self.delays {
            write!(f, "; {delays}")?;
        }
        for (what, value) in &self.highest {
            write!(f, "; {what} {value:.1}")?;
        }
        for note in &self.notes {
            write!(f, "; {note}")?;
        }
        write!(f, ": {} failures", self.failures())?;
        for delays in &self.delays {
            if let late @ 1.. = delays.beyond() {
                write!(f, ", {late} of them {}", delays.what)?;
            }
        }
        for failure in &self.told {
            write!(f, "\n    {failure}")?;
        }
        Ok(())
    }
}

impl Delays {
    /// How many were longer than allowed.
    fn beyond(&self) -> usize {
        let is_beyond = |&&ms: &&f64| ms > self.allowed_ms;
        self.ms.iter().filter(is_beyond).count()
    }
}

impl fmt::Display for Delays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sorted = self.ms.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let rank = (share * sorted.len() as f64).ceil() as usize;
            sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
        };
        write!(
            f,
            "{} worst {:.1} ms, 99.9% {:.1}, median {:.1}, allowed {}",
            self.what,
            at(1.0),
            at(0.999),
            at(0.5),
            self.allowed_ms
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worst_and_rare_values_are_told_and_late_ones_fail() {
        let mut verdict = Verdict::default();
        for n in 1..=2000 {
            verdict.count("moves", 1);
            verdict.delay("late", 1999.0, f64::from(n), || format!("move {n}"));
            verdict.highest("peak in MiB", f64::from(n % 7));
        }
        assert_eq!(verdict.failures(), 1);
        assert_eq!(
            verdict.to_string(),
            "2000 moves; late worst 2000.0 ms, 99.9% 1998.0, median 1000.0, allowed 1999; \
             peak in MiB 6.0: 1 failures, 1 of them late\n    late: 2000.0 ms, allowed 1999 (move 2000)"
        );
    }

    #[test]
    fn a_row_that_counted_nothing_fails() {
        let mut verdict = Verdict::default();
        verdict.count("games", 0);
        assert_eq!(verdict.failures(), 1);
        verdict.count("games", 2);
        assert_eq!(verdict.failures(), 0);
        verdict.demand(false, || "no".to_owned());
        verdict.demand(true, || "yes".to_owned());
        assert_eq!(verdict.failures(), 1);
    }

    #[test]
    fn all_failures_count_and_the_first_are_told() {
        let mut verdict = Verdict::default();
        verdict.count("things", 50);
        for n in 0..50 {
            verdict.fail(format!("thing {n}"));
        }
        let text = verdict.to_string();
        assert!(text.contains("50 failures") && text.contains("thing 9"));
        assert!(!text.contains("thing 10"));
    }
}
