//! The formats by name, and what they cannot hold.

use std::fmt;

use crate::board::PlaceError;

/// A way to write a game or a position as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// SGF, `(;FF[4]GM[4]...)`.
    Sgf,
    /// PSQ of Piskvork and Gomocup's judge.
    Psq,
    /// Points one after another, `h8h9i10`.
    PositionString,
    /// A link to gomocalc that holds a position string.
    GomocalcLink,
    /// Gomocup's opening lists: offsets from the centre.
    OffsetOpenings,
    /// A board drawn with characters.
    AsciiBoard,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Sgf => "SGF",
            Format::Psq => "PSQ",
            Format::PositionString => "a position string",
            Format::GomocalcLink => "a gomocalc link",
            Format::OffsetOpenings => "an opening list",
            Format::AsciiBoard => "a drawn board",
        })
    }
}

/// A record that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    /// The format asked for.
    pub format: Format,
    /// What it cannot hold.
    pub problem: WriteProblem,
}

/// What a format cannot hold. Moves are numbered from 1 along the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteProblem {
    /// A game without moves.
    NoMoves,
    /// Stones set up without a move.
    Setup,
    /// A move of the side that is not to move.
    OutOfTurn {
        /// Which move.
        number: usize,
    },
    /// A pass.
    Pass {
        /// Which move.
        number: usize,
    },
    /// A stone off the board or on another stone.
    Illegal {
        /// Which move.
        number: usize,
        /// What is wrong with its point.
        why: PlaceError,
    },
    /// A player's name that would be read as something else.
    Name {
        /// The name.
        name: String,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.format;
        match &self.problem {
            WriteProblem::NoMoves => write!(f, "{format} cannot hold a game without moves"),
            WriteProblem::Setup => write!(f, "{format} cannot hold stones set up without a move"),
            WriteProblem::OutOfTurn { number } => write!(
                f,
                "{format} cannot hold move {number}, which is out of turn: colours must \
                 alternate from Black on"
            ),
            WriteProblem::Pass { number } => {
                write!(f, "{format} cannot hold the pass at move {number}")
            }
            WriteProblem::Illegal { number, why } => {
                write!(f, "{format} cannot hold move {number}: {why}")
            }
            WriteProblem::Name { name } => write!(
                f,
                "{format} cannot hold the name {}: it must be one line that is no number and no move",
                super::excerpt(name)
            ),
        }
    }
}

impl std::error::Error for WriteError {}
