//! The adaptive level: after two wins or two losses running, the next game is against
//! the next level up or down.

use crate::player::Opponent;

/// How many results of one kind in a row change the level.
const RUN: i8 = 2;

/// The next game will be against another level; the person is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelChange {
    /// The level so far.
    pub from: Opponent,
    /// The level of the next game.
    pub to: Opponent,
}

/// Counts a person's results against levels. Off unless switched on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adaptive {
    enabled: bool,
    /// Wins in a row, or losses if negative.
    run: i8,
}

impl Adaptive {
    /// With results of earlier games forgotten.
    pub fn new(enabled: bool) -> Adaptive {
        Adaptive { enabled, run: 0 }
    }

    /// Whether it is on.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// As it is kept: `off`, or `on` and the results in a row (`on -1` after a loss).
    pub fn text(self) -> String {
        match self.enabled {
            true => format!("on {}", self.run),
            false => "off".to_owned(),
        }
    }

    /// Reads what [`text`](Adaptive::text) wrote; `None` for anything else.
    pub fn parse(text: &str) -> Option<Adaptive> {
        let run = match text.split_once(' ') {
            Some(("on", run)) => run.parse().ok()?,
            None if text == "off" => return Some(Adaptive::new(false)),
            _ => return None,
        };
        let known = (1 - RUN..RUN).contains(&run);
        known.then_some(Adaptive { enabled: true, run })
    }

    /// Takes the result of a finished game: the person won, lost, or drew (`None`).
    /// Returns the change that is due, if one is; then counting starts anew.
    pub fn note(&mut self, opponent: Opponent, person_won: Option<bool>) -> Option<LevelChange> {
        let is_level = opponent.one_up().is_some() || opponent.one_down().is_some();
        if !self.enabled || !is_level {
            return None;
        }
        self.run = match person_won {
            None => 0,
            Some(true) => self.run.max(0) + 1,
            Some(false) => self.run.min(0) - 1,
        };
        let to = match self.run {
            RUN.. => opponent.one_up(),
            i8::MIN..=-2 => opponent.one_down(),
            _ => return None,
        };
        self.run = 0;
        to.map(|to| LevelChange { from: opponent, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: Opponent = Opponent::Level(3);

    #[test]
    fn two_wins_or_losses_running_change_the_level_by_one() {
        let mut adaptive = Adaptive::new(true);
        assert_eq!(adaptive.note(THREE, Some(true)), None);
        assert_eq!(
            adaptive.note(THREE, Some(true)),
            Some(LevelChange {
                from: THREE,
                to: Opponent::Level(4)
            })
        );
        assert_eq!(adaptive.note(THREE, Some(false)), None);
        let down = adaptive.note(THREE, Some(false));
        assert_eq!(down.map(|change| change.to), Some(Opponent::Level(2)));
    }

    #[test]
    fn mixed_results_and_draws_start_anew() {
        let mut adaptive = Adaptive::new(true);
        for won in [
            Some(true),
            Some(false),
            Some(true),
            None,
            Some(true),
            Some(false),
        ] {
            assert_eq!(adaptive.note(THREE, won), None, "{won:?}");
        }
    }

    #[test]
    fn the_ends_of_the_scale_and_other_opponents_stay() {
        let mut adaptive = Adaptive::new(true);
        for opponent in [Opponent::Level(1), Opponent::Random] {
            adaptive.note(opponent, Some(false));
            assert_eq!(adaptive.note(opponent, Some(false)), None);
        }
        let mut off = Adaptive::default();
        off.note(THREE, Some(true));
        assert_eq!(off.note(THREE, Some(true)), None);
        // A win against Random says nothing about levels.
        adaptive.note(THREE, Some(true));
        assert_eq!(adaptive.note(Opponent::Random, Some(true)), None);
        assert!(adaptive.note(THREE, Some(true)).is_some());
    }

    #[test]
    fn what_is_kept_reads_back() {
        let mut adaptive = Adaptive::new(true);
        for won in [None, Some(true), Some(false)] {
            adaptive.note(THREE, won);
            assert_eq!(Adaptive::parse(&adaptive.text()), Some(adaptive));
        }
        let off = Adaptive::default();
        assert_eq!(Adaptive::parse(&off.text()), Some(off));
        for wrong in ["", "on", "on x", "on 2", "on -2", "off 0", "yes 1"] {
            assert_eq!(Adaptive::parse(wrong), None, "{wrong}");
        }
    }
}
