//! Scores: how good a position is for the side to move, in whole numbers.

use std::fmt;
use std::ops::Neg;

/// A value from the view of the side to move: an estimate in points, or a win or loss in
/// so many plies. Estimates stay strictly between the wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

/// `WIN - n` is a win in n plies.
pub(crate) const WIN: i16 = 30_000;
/// Estimates are clamped to this; anything beyond is a win or loss found by search.
pub(crate) const LARGEST_ESTIMATE: i16 = 20_000;

impl Score {
    /// Neither side is better; also the score of a draw.
    pub const ZERO: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score(32_000);

    /// An estimate in points, clamped to the range of estimates.
    pub fn points(points: i32) -> Score {
        let limit = i32::from(LARGEST_ESTIMATE);
        Score(points.clamp(-limit, limit) as i16)
    }

    /// The side to move makes five with its `plies`th ply from here (1: at once).
    pub fn win_in(plies: usize) -> Score {
        Score(WIN - plies.min(5_000) as i16)
    }

    /// The other side makes five after `plies` plies from here.
    pub fn loss_in(plies: usize) -> Score {
        -Score::win_in(plies)
    }

    /// The number itself, for arithmetic inside the search.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// A score from arithmetic; clamped to what a score can hold.
    #[inline]
    pub fn from_raw(raw: i32) -> Score {
        Score(raw.clamp(-32_000, 32_000) as i16)
    }

    /// Whether it is a win or a loss rather than an estimate.
    pub const fn is_decided(self) -> bool {
        self.0 > LARGEST_ESTIMATE || self.0 < -LARGEST_ESTIMATE
    }

    /// Whether it is a win for the side to move.
    pub const fn is_win(self) -> bool {
        self.0 > LARGEST_ESTIMATE
    }

    /// Whether it is a loss for the side to move.
    pub const fn is_loss(self) -> bool {
        self.0 < -LARGEST_ESTIMATE
    }

    /// Plies until the five, for a win or loss; `None` for an estimate.
    pub fn plies(self) -> Option<usize> {
        self.is_decided()
            .then(|| usize::from((WIN - self.0.abs()).unsigned_abs()))
    }

    /// The chance to win that an estimate stands for, 0 to 1; only for showing.
    pub fn win_chance(self) -> f64 {
        match self {
            _ if self.is_win() => 1.0,
            _ if self.is_loss() => 0.0,
            _ => 1.0 / (1.0 + (-f64::from(self.0) / POINTS_PER_LOGIT).exp()),
        }
    }
}

/// How many points make one unit of log-odds; the learned tables are scaled to it.
pub const POINTS_PER_LOGIT: f64 = 200.0;

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// `37`, `-120`, `+M9` (wins in 9 plies), `-M12` (loses in 12).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) if self.0 > 0 => write!(f, "+M{plies}"),
            Some(plies) => write!(f, "-M{plies}"),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_wins_are_better_and_losses_mirror_them() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::win_in(400) > Score::points(1_000_000));
        assert_eq!(-Score::win_in(7), Score::loss_in(7));
        assert_eq!(Score::loss_in(4).plies(), Some(4));
        assert_eq!(Score::points(12).plies(), None);
        assert!(Score::INFINITE > Score::win_in(0));
    }

    #[test]
    fn text_forms() {
        assert_eq!(Score::win_in(9).to_string(), "+M9");
        assert_eq!(Score::loss_in(12).to_string(), "-M12");
        assert_eq!(Score::points(-120).to_string(), "-120");
    }
}
