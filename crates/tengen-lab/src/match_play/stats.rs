//! What a match says about strength: Elo with error bars, and the sequential test.
//!
//! Every opening is played twice with colours swapped, and the *pair* of games is the
//! unit: the two games share the opening's imbalance, so that their sum varies less
//! than two games at random would. A pair has five results for the first engine, 0 to 2
//! points in steps of one half: the pentanomial counts.

use std::fmt;

/// Standard deviations on either side that hold 95% of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// The test counts an outcome that never happened as this many, so that the likelihood
/// of every hypothesis is defined.
const UNSEEN: f64 = 1e-3;

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
}

impl Tally {
    /// Adds a game with that many half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub(crate) fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points, from 0 to 1; `None` without games.
    pub(crate) fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / games as f64)
    }
}

/// How many pairs gave the first engine 0, 1, 2, 3 and 4 half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairs(pub(crate) [u64; 5]);

impl Pairs {
    /// Adds a pair with that many half points, 4 at most.
    pub(crate) fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score and variance of one pair, both on the scale from 0 to 1.
    fn mean_and_variance(&self) -> Option<(f64, f64)> {
        let count = self.count() as f64;
        if count == 0.0 {
            return None;
        }
        let share = |index: usize| self.0[index] as f64 / count;
        let mean: f64 = (0..5).map(|i| share(i) * value(i)).sum();
        let variance = (0..5).map(|i| share(i) * (value(i) - mean).powi(2)).sum();
        Some((mean, variance))
    }

    /// Elo with its 95% interval; `None` without pairs.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let (mean, variance) = self.mean_and_variance()?;
        let count = self.count() as f64;
        let (error, low, high) = if variance > 0.0 {
            let error = (variance / count).sqrt();
            let (low, high) = (mean - Z95 * error, mean + Z95 * error);
            (error, low.max(0.0), high.min(1.0))
        } else {
            // All pairs ended alike: the variance seen is 0, the uncertainty is not. A
            // share of pairs up to Wilson's bound may yet end otherwise.
            let unseen = Z95 * Z95 / (count + Z95 * Z95);
            let error = unseen * mean.max(1.0 - mean) / Z95;
            (error, mean - unseen * mean, mean + unseen * (1.0 - mean))
        };
        let superiority = normal_cdf((mean - 0.5) / error);
        Some(Estimate {
            elo: elo_of_score(mean),
            low: elo_of_score(low),
            high: elo_of_score(high),
            superiority,
        })
    }
}

/// The score of a pair with that many half points.
fn value(half_points: usize) -> f64 {
    half_points as f64 / 4.0
}

/// What a match says about the difference between two engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// The first engine's advantage.
    pub(crate) elo: f64,
    /// Lower end of the 95% interval.
    pub(crate) low: f64,
    /// Upper end of the 95% interval.
    pub(crate) high: f64,
    /// Likelihood of superiority: the chance that the first engine is the better one.
    pub(crate) superiority: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = (self.high - self.low) / 2.0;
        write!(f, "{:+.1}", self.elo)?;
        if half.is_finite() {
            write!(f, " ± {half:.1}")?;
        }
        write!(f, " [{:+.1}, {:+.1}]", self.low, self.high)
    }
}

/// The difference in Elo at which the better side scores `score`; infinite at 0 and 1.
pub(crate) fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score expected at a difference in Elo.
pub(crate) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The share of a standard normal distribution below `x`.
fn normal_cdf(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    // Taylor's series around 0 of the integral, times the density: all terms have one
    // sign, so that nothing cancels; beyond 8 the answer is 0 or 1 to every digit shown.
    let mut term = x;
    let mut sum = x;
    for k in 1..200 {
        term *= x * x / f64::from(2 * k + 1);
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

/// A sequential probability ratio test between two differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    /// The difference that is to be rejected.
    pub(crate) elo0: f64,
    /// The difference that is to be accepted.
    pub(crate) elo1: f64,
    /// Chance of accepting `elo1` though `elo0` is true.
    pub(crate) alpha: f64,
    /// Chance of accepting `elo0` though `elo1` is true.
    pub(crate) beta: f64,
}

/// Where a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Undecided,
    /// The lower difference is accepted: the change is not wanted.
    LowerAccepted,
    /// The higher difference is accepted: the change is wanted.
    HigherAccepted,
}

impl Sprt {
    /// The log likelihood ratios at which the test ends, below and above.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The generalised log likelihood ratio: for each hypothesis the likeliest
    /// distribution of pair results with the expected score, given what was seen.
    pub(crate) fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs
            .0
            .map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let lower = likeliest_with_mean(&counts, score_of_elo(self.elo0));
        let higher = likeliest_with_mean(&counts, score_of_elo(self.elo1));
        (0..5)
            .map(|i| counts[i] * (higher[i] / lower[i]).ln())
            .sum()
    }

    pub(crate) fn verdict(&self, pairs: &Pairs) -> Verdict {
        let ratio = self.log_likelihood_ratio(pairs);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Verdict::HigherAccepted
        } else if ratio <= lower {
            Verdict::LowerAccepted
        } else {
            Verdict::Undecided
        }
    }

    /// The verdict as reports tell it.
    pub(crate) fn verdict_in_words(&self, pairs: &Pairs) -> String {
        match self.verdict(pairs) {
            Verdict::Undecided => "undecided".to_owned(),
            Verdict::LowerAccepted => format!("{} Elo accepted", self.elo0),
            Verdict::HigherAccepted => format!("{} Elo accepted", self.elo1),
        }
    }
}

/// Of all distributions over the five results whose mean is `mean`, the one that makes
/// `counts` likeliest. By Lagrange's method each share is divided by `1 + t (value -
/// mean)`; the mean falls as `t` grows, so that halving finds it.
fn likeliest_with_mean(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let shares = counts.map(|count| count / total);
    let excess = |t: f64| -> f64 {
        (0..5)
            .map(|i| shares[i] * (value(i) - mean) / (1.0 + t * (value(i) - mean)))
            .sum()
    };
    // Between these every denominator is positive.
    let mut low = -1.0 / (1.0 - mean);
    let mut high = 1.0 / mean;
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = (low + high) / 2.0;
    std::array::from_fn(|i| shares[i] / (1.0 + t * (value(i) - mean)))
}

#[cfg(test)]
mod tests;
