//! What all clients of a load write down.

use std::fmt;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Times, in milliseconds and in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread(Vec<f64>);

impl Spread {
    pub(super) fn of(times: &[f64]) -> Spread {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        Spread(times)
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// The time that this share of all stays below; 0 of none.
    pub(super) fn at(&self, share: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        let index = ((self.0.len() as f64 * share) as usize).min(last);
        self.0.get(index).copied().unwrap_or(0.0)
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "50% {:.1}, 99% {:.1}, 99.9% {:.1}, worst {:.1}",
            self.at(0.5),
            self.at(0.99),
            self.at(0.999),
            self.at(1.0)
        )
    }
}

/// What was met.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Milliseconds from a stone sent to its snapshot.
    confirmed: Mutex<Vec<f64>>,
    /// Milliseconds from a stone sent to the program's own.
    answered: Mutex<Vec<f64>>,
    games_over: AtomicUsize,
    checked: AtomicUsize,
    visits: AtomicUsize,
    faults: Mutex<Vec<String>>,
    lines: Mutex<Vec<TcpStream>>,
    end: AtomicBool,
}

impl Notes {
    pub(super) fn confirm(&self, took: Duration) {
        lock(&self.confirmed).push(took.as_secs_f64() * 1_000.0);
    }

    pub(super) fn answer(&self, took: Duration) {
        lock(&self.answered).push(took.as_secs_f64() * 1_000.0);
    }

    pub(super) fn game_over(&self) {
        self.games_over.fetch_add(1, Ordering::Relaxed);
    }

    /// A position was found to follow from its moves by the rules.
    pub(super) fn check(&self) {
        self.checked.fetch_add(1, Ordering::Relaxed);
    }

    /// A hostile client has done its worst.
    pub(super) fn visit(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Something went wrong; after the end nothing can.
    pub(super) fn fault(&self, what: String) {
        if !self.is_over() {
            lock(&self.faults).push(what);
        }
    }

    /// Something was found wrong when all was over.
    pub(super) fn fault_at_end(&self, what: String) {
        lock(&self.faults).push(what);
    }

    /// A connection that is to be cut at the end, whatever its client waits for.
    pub(super) fn remember(&self, line: &TcpStream) {
        lock(&self.lines).extend(line.try_clone());
    }

    /// Cuts all of them.
    pub(super) fn hang_up(&self) {
        for line in lock(&self.lines).drain(..) {
            // It may be gone already.
            let _ = line.shutdown(Shutdown::Both);
        }
    }

    pub(super) fn end(&self) {
        self.end.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_over(&self) -> bool {
        self.end.load(Ordering::Relaxed)
    }

    pub(super) fn confirmed(&self) -> Spread {
        Spread::of(&lock(&self.confirmed))
    }

    pub(super) fn answered(&self) -> Spread {
        Spread::of(&lock(&self.answered))
    }

    pub(super) fn games_over(&self) -> usize {
        self.games_over.load(Ordering::Relaxed)
    }

    pub(super) fn checked(&self) -> usize {
        self.checked.load(Ordering::Relaxed)
    }

    pub(super) fn visits(&self) -> usize {
        self.visits.load(Ordering::Relaxed)
    }

    pub(super) fn faults(&self) -> Vec<String> {
        lock(&self.faults).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn shares_are_taken_from_the_slow_end() {
        let hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        let spread = Spread::of(&hundred);
        assert_eq!((spread.at(0.5), spread.at(0.99)), (51.0, 100.0));
        assert_eq!(Spread::of(&[]).at(0.99), 0.0);
    }
}
