//! What a game is played with: players, colour, rule, board, opening and clock.

use tengen_core::opening::{Protocol, ProtocolError, Seat};
use tengen_core::rng::Rng;
use tengen_core::{Rule, Size};

use crate::clock::TimeControl;
use crate::player::{Opponent, Player};

/// Which colour the first named player has; with an opening protocol: whether that player
/// opens (Black) or answers (White).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColourChoice {
    /// Black, who moves first.
    Black,
    /// White.
    White,
    /// Drawn at random, and told.
    #[default]
    Random,
}

/// Everything that is settled before a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSettings {
    /// The rule.
    pub rule: Rule,
    /// Board size.
    pub size: Size,
    /// How the game is opened.
    pub protocol: Protocol,
    /// The one who set the game up: mostly a person, a program where one watches.
    pub you: Player,
    /// The other one.
    pub opponent: Player,
    /// Which colour [`you`](GameSettings::you) has.
    pub colour: ColourChoice,
    /// The clock.
    pub time: TimeControl,
    /// Decides what is drawn at random, and the variety of opponents; the same seed gives
    /// the same game against the same moves. `None` takes a new one each game.
    pub seed: Option<u64>,
}

impl Default for GameSettings {
    /// A person against level 3, freestyle on 15x15, colours drawn, no clock.
    fn default() -> GameSettings {
        GameSettings {
            rule: Rule::Freestyle,
            size: Size::STANDARD,
            protocol: Protocol::None,
            you: Player::Person,
            opponent: Player::Opponent(Opponent::Level(3)),
            colour: ColourChoice::Random,
            time: TimeControl::None,
            seed: None,
        }
    }
}

impl GameSettings {
    /// Whether such a game can be played.
    ///
    /// # Errors
    /// [`ProtocolError::Unsuitable`] if the opening does not go with rule and size.
    pub fn check(&self) -> Result<(), ProtocolError> {
        if self.protocol.suits(self.size, self.rule) {
            Ok(())
        } else {
            Err(ProtocolError::Unsuitable {
                protocol: self.protocol,
                size: self.size,
                rule: self.rule,
            })
        }
    }

    /// The seat of [`you`](GameSettings::you), drawn where that is asked for.
    pub(crate) fn draw_seat(&self, rng: &mut Rng) -> Seat {
        match self.colour {
            ColourChoice::Black => Seat::First,
            ColourChoice::White => Seat::Second,
            ColourChoice::Random => Seat::BOTH[rng.below(2)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renju_openings_are_refused_elsewhere() {
        let mut settings = GameSettings {
            protocol: Protocol::Taraguchi10,
            ..GameSettings::default()
        };
        assert!(settings.check().is_err());
        settings.rule = Rule::Renju;
        assert!(settings.check().is_ok());
    }

    #[test]
    fn a_drawn_seat_can_be_either() {
        let settings = GameSettings::default();
        let mut rng = Rng::new(1);
        let seats: Vec<Seat> = (0..20).map(|_| settings.draw_seat(&mut rng)).collect();
        assert!(seats.contains(&Seat::First) && seats.contains(&Seat::Second));
    }
}
