//! Why an act is refused.

use std::fmt;

use super::{Act, Protocol, Region, Turn};
use crate::point::{Point, Size};
use crate::position::MoveError;
use crate::rule::Rule;

/// Why an act is refused, with what is allowed instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtocolError {
    /// The protocol does not go with this rule and size.
    Unsuitable {
        /// The protocol asked for.
        protocol: Protocol,
        /// The board's size.
        size: Size,
        /// The rule.
        rule: Rule,
    },
    /// Something else must be done now.
    WrongStep {
        /// The act that was tried.
        act: Act,
        /// Who must do what.
        turn: Turn,
    },
    /// The protocol is over; ordinary moves follow.
    Over {
        /// The act that was tried.
        act: Act,
    },
    /// The stone must go nearer to the centre.
    OutsideRegion {
        /// The point that was tried.
        point: Point,
        /// Where the stone may go.
        region: Region,
        /// The board's size.
        size: Size,
    },
    /// No stone may go there: off the board, taken or forbidden.
    Move(MoveError),
    /// Too few or too many fifth stones were asked for.
    NumberOfFifths {
        /// The number that was tried.
        asked: u8,
        /// The largest number allowed.
        most: u8,
    },
    /// A turned or mirrored twin of this point was offered already, or the point itself.
    SameFifth {
        /// The point that was tried.
        point: Point,
        /// The offer that it equals.
        like: Point,
        /// The board's size.
        size: Size,
    },
    /// The point was not among the offers.
    NotOffered {
        /// The point that was tried.
        point: Point,
        /// The offers.
        offered: Vec<Point>,
        /// The board's size.
        size: Size,
    },
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProtocolError::Unsuitable {
                protocol,
                size,
                rule,
            } => write!(
                f,
                "{} is played under renju on 15x15, not under {rule} on {size}: none, swap1, swap and swap2 go with every rule and size",
                protocol.title()
            ),
            ProtocolError::WrongStep { act, turn } => write!(
                f,
                "{} is not possible in this step; it is the {}'s turn: {}",
                doing(*act),
                turn.seat,
                turn.task.phrase().english()
            ),
            ProtocolError::Over { act } => write!(
                f,
                "{} is not possible, the opening is over: play ordinary moves",
                doing(*act)
            ),
            ProtocolError::OutsideRegion {
                point,
                region,
                size,
            } => match region {
                Region::Central(1) => write!(
                    f,
                    "{} is not the centre: the stone must go on {}",
                    point.name(*size),
                    size.centre().name(*size)
                ),
                Region::Central(side) => write!(
                    f,
                    "{} is too far out: the stone must go within the central {side}x{side} points",
                    point.name(*size)
                ),
                Region::Anywhere => write!(
                    f,
                    "{} is outside: the stone may go on any free point of the board",
                    point.name(*size)
                ),
            },
            ProtocolError::Move(error) => error.fmt(f),
            ProtocolError::NumberOfFifths { asked, most } => write!(
                f,
                "{asked} fifth stones cannot be asked for: 1 to {most} are allowed"
            ),
            ProtocolError::SameFifth { point, like, size } if point == like => write!(
                f,
                "{} was offered already: offer another point",
                point.name(*size)
            ),
            ProtocolError::SameFifth { point, like, size } => write!(
                f,
                "{} is the mirror image of {}, which was offered already: offer a point that differs under every symmetry",
                point.name(*size),
                like.name(*size)
            ),
            ProtocolError::NotOffered {
                point,
                offered,
                size,
            } => {
                let names: Vec<String> = offered.iter().map(|it| it.name(*size)).collect();
                write!(
                    f,
                    "{} was not offered: pick one of {}",
                    point.name(*size),
                    names.join(", ")
                )
            }
        }
    }
}

impl std::error::Error for ProtocolError {}

fn doing(act: Act) -> &'static str {
    match act {
        Act::Place(_) => "placing a stone",
        Act::Keep => "keeping the colours",
        Act::Swap => "swapping the colours",
        Act::Choose(_) => "choosing a colour",
        Act::AddTwo => "adding two stones",
        Act::OfferTen => "offering ten fifth stones",
        Act::Declare(_) => "asking for a number of fifth stones",
        Act::Offer(_) => "offering a fifth stone",
        Act::Pick(_) => "picking a fifth stone",
    }
}
