//! Why a game refuses something.

use std::fmt;

use crate::board::PlaceError;
use crate::forbidden::Forbidden;
use crate::opening::{ProtocolError, Turn};
use crate::outcome::Outcome;

/// Why a game refuses something, with what is legal instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The point is off the board or taken.
    Place(PlaceError),
    /// Renju forbids Black this point.
    Forbidden {
        /// The point and the kinds.
        reason: Box<Forbidden>,
        /// Which rows, fours and threes make it so, one sentence a line;
        /// [`forbidden::examine`](crate::forbidden::examine) gives the same as data.
        explanation: String,
    },
    /// The game has ended here.
    Over(Box<Outcome>),
    /// The opening protocol asks for something else.
    Opening(ProtocolError),
    /// This has to wait until the opening protocol is over.
    DuringOpening(Turn),
    /// The opening is in progress at another place of the tree than the cursor.
    AwayFromOpening(Turn),
    /// The stones of an opening protocol cannot be cut out of the tree.
    PartOfOpening,
    /// The node is not in this game's tree.
    NoSuchNode,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let task = |turn: &Turn| format!("{}: {}", turn.seat, turn.task.phrase().english());
        match self {
            GameError::Place(error) => error.fmt(f),
            GameError::Forbidden { explanation, .. } => write!(
                f,
                "{explanation}Black may play any free point that is not forbidden."
            ),
            GameError::Over(outcome) => write!(
                f,
                "the game is over ({outcome}): take a move back or start anew"
            ),
            GameError::Opening(error) => error.fmt(f),
            GameError::DuringOpening(turn) => {
                write!(f, "the opening comes first; {}", task(turn))
            }
            GameError::AwayFromOpening(turn) => write!(
                f,
                "the opening goes on at its last stone, not here: go there first; {}",
                task(turn)
            ),
            GameError::PartOfOpening => f.write_str(
                "the stones of the opening cannot be removed: take its acts back, or remove what follows them",
            ),
            GameError::NoSuchNode => f.write_str(
                "there is no such place in this game: only nodes of its tree can be used, and the root cannot be removed",
            ),
        }
    }
}

impl std::error::Error for GameError {}

impl From<ProtocolError> for GameError {
    fn from(error: ProtocolError) -> GameError {
        GameError::Opening(error)
    }
}
