//! How a game ends.

use std::fmt;

use crate::board::Run;
use crate::forbidden::Forbidden;
use crate::point::Point;
use crate::stone::Stone;

/// The end of a game: who won, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Stone>,
    /// What ended the game.
    pub cause: Cause,
}

/// What ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// One or more winning rows.
    Five(Vec<Run>),
    /// Black played a forbidden point, which a referee or a record accepts: White wins.
    ForbiddenMove(Box<Forbidden>),
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The players agreed on it.
    Agreement,
    /// No point is free.
    FullBoard,
    /// Points are free, but all are forbidden to the side to move.
    NoLegalMove,
    /// A record says so and gives no reason.
    Unknown,
}

impl Outcome {
    /// A win for `winner`.
    pub fn win(winner: Stone, cause: Cause) -> Outcome {
        Outcome {
            winner: Some(winner),
            cause,
        }
    }

    /// A draw.
    pub fn draw(cause: Cause) -> Outcome {
        Outcome {
            winner: None,
            cause,
        }
    }

    /// The stones that win, in order along their lines, each named once.
    pub fn winning_stones(&self) -> Vec<Point> {
        let mut stones = Vec::new();
        if let Cause::Five(runs) = &self.cause {
            for point in runs.iter().flat_map(Run::points) {
                if !stones.contains(&point) {
                    stones.push(point);
                }
            }
        }
        stones
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins: {}", self.cause),
            None => write!(f, "draw: {}", self.cause),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Five(runs) if runs.iter().all(|run| run.length > 5) => "overline",
            Cause::Five(_) => "five in a row",
            Cause::ForbiddenMove(_) => "forbidden move",
            Cause::Resignation => "resignation",
            Cause::Time => "time",
            Cause::Agreement => "agreement",
            Cause::FullBoard => "the board is full",
            Cause::NoLegalMove => "no legal move is left",
            Cause::Unknown => "cause not recorded",
        })
    }
}
