//! Opening protocols: who must do what before ordinary play begins.
//!
//! Black's advantage is so large that players share the first stones out fairly: one
//! places, the other chooses. An [`Opening`] is the state machine of such a
//! [`Protocol`]. It names the [`Seat`] whose turn it is and its [`Task`], takes one
//! [`Act`] at a time, and refuses everything else with what is allowed instead. Seats
//! are the two people; colours may change hands between them until it is over.
//!
//! ```
//! use tengen_core::opening::{Act, Opening, Protocol, Seat};
//! use tengen_core::{Rule, Size, Stone};
//! let size = Size::STANDARD;
//! let mut opening = Opening::new(Protocol::Swap2, size, Rule::Standard)?;
//! for (x, y) in [(7, 7), (8, 6), (9, 9)] {
//!     assert_eq!(opening.turn().map(|turn| turn.seat), Some(Seat::First));
//!     opening.apply(Act::Place(size.point(x, y).unwrap()))?;
//! }
//! // The second player sees three stones and takes White.
//! assert!(opening.choices().contains(&Act::AddTwo));
//! opening.apply(Act::Choose(Stone::White))?;
//! assert!(opening.is_over());
//! assert_eq!(opening.seat_of(Stone::White), Seat::Second);
//! assert_eq!(opening.position().to_move(), Stone::White);
//! # Ok::<(), tengen_core::opening::ProtocolError>(())
//! ```

mod act;
mod error;
mod fifths;
mod protocol;
mod script;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;

use crate::point::{Point, Size};
use crate::position::Position;
use crate::rule::Rule;
use crate::stone::{BySide, Stone};

pub use act::{Act, ActTextError};
pub use error::ProtocolError;
pub use protocol::{Protocol, ProtocolNameError};
use script::{Step, Who};
pub use text::{ENGLISH, Phrase};

/// The most fifth stones that White may ask for in Soosyrv-8.
pub const MOST_DECLARED_FIFTHS: u8 = 8;
/// How many fifth stones Black may offer instead of the last swaps in Taraguchi-10.
pub const TARAGUCHI_FIFTHS: u8 = 10;

/// One of the two players, whatever the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The one who opens; Black until a colour is chosen or swapped.
    First,
    /// The one who answers.
    Second,
}

impl Seat {
    /// The first, then the second.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Seat::First => "first player",
            Seat::Second => "second player",
        })
    }
}

/// Where a stone may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The whole board.
    Anywhere,
    /// The square of that odd side length around the centre; 1 is the centre alone.
    Central(u8),
}

impl Region {
    /// Whether `point` of a board of `size` lies inside.
    pub fn contains(self, point: Point, size: Size) -> bool {
        size.contains(point)
            && match self {
                Region::Anywhere => true,
                Region::Central(side) => point.distance(size.centre()) <= side / 2,
            }
    }
}

/// What a player is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Put down a stone: [`Act::Place`].
    PlaceStone {
        /// Of this colour, whoever will play it in the end.
        stone: Stone,
        /// On a free point in here.
        region: Region,
    },
    /// [`Act::Keep`] the colours or [`Act::Swap`] them.
    MaySwap,
    /// The same, or [`Act::OfferTen`].
    MaySwapOrOfferTen,
    /// [`Act::Choose`] a colour.
    ChooseColour,
    /// The same, or [`Act::AddTwo`].
    ChooseColourOrAddTwo,
    /// Say how many fifth stones Black must offer, from 1: [`Act::Declare`].
    DeclareFifths {
        /// The largest number allowed.
        most: u8,
    },
    /// [`Act::Offer`] a point for Black's fifth stone, no two alike under any symmetry
    /// of the four stones.
    OfferFifth {
        /// How many are still to be offered, this one included.
        left: u8,
    },
    /// [`Act::Pick`] one of the offered points; Black's stone goes there.
    PickFifth,
}

/// Who must do what next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Who.
    pub seat: Seat,
    /// What.
    pub task: Task,
}

/// The state of an opening protocol: see the [module](self).
///
/// Equal openings have gone through the same acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    protocol: Protocol,
    position: Position,
    /// What is still to be done, first step first.
    script: &'static [Step],
    black: Seat,
    /// How many fifth stones must be offered, once that is known.
    fifths: u8,
    offered: Vec<Point>,
    acts: Vec<Act>,
}

impl Opening {
    /// The start of a protocol on an empty board.
    ///
    /// # Errors
    /// [`ProtocolError::Unsuitable`]: Soosyrv-8 and Taraguchi-10 belong to renju on
    /// 15x15; the other protocols go with every rule and size.
    pub fn new(protocol: Protocol, size: Size, rule: Rule) -> Result<Opening, ProtocolError> {
        if !protocol.suits(size, rule) {
            return Err(ProtocolError::Unsuitable {
                protocol,
                size,
                rule,
            });
        }
        Ok(Opening::begin(protocol, Position::new(size, rule)))
    }

    fn begin(protocol: Protocol, position: Position) -> Opening {
        Opening {
            protocol,
            position,
            script: script::of(protocol),
            black: Seat::First,
            fifths: 0,
            offered: Vec::new(),
            acts: Vec::new(),
        }
    }

    /// The protocol that is followed.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The stones so far, and whose colour is to move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The acts so far, oldest first.
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// The points offered for Black's fifth stone so far, in the order offered.
    pub fn offered(&self) -> &[Point] {
        &self.offered
    }

    /// Whether the protocol is done and ordinary play goes on from
    /// [`position`](Opening::position).
    pub fn is_over(&self) -> bool {
        self.script.is_empty()
    }

    /// Who plays which colour: for good once the protocol is over, before that as things
    /// stand.
    pub fn colours(&self) -> BySide<Seat> {
        BySide {
            black: self.black,
            white: self.black.other(),
        }
    }

    /// Who plays this colour, as things stand.
    pub fn seat_of(&self, stone: Stone) -> Seat {
        self.colours()[stone]
    }

    /// Which colour this player has, as things stand.
    pub fn stone_of(&self, seat: Seat) -> Stone {
        if seat == self.black {
            Stone::Black
        } else {
            Stone::White
        }
    }

    /// Who must do what next; `None` once the protocol is over.
    pub fn turn(&self) -> Option<Turn> {
        let step = self.script.first()?;
        let seat = match step.who() {
            Who::Sits(seat) => seat,
            Who::Plays(stone) => self.seat_of(stone),
        };
        let task = match *step {
            Step::Place(_, region) => Task::PlaceStone {
                stone: self.position.to_move(),
                region,
            },
            Step::MaySwap(_) => Task::MaySwap,
            Step::MaySwapOrOfferTen(_) => Task::MaySwapOrOfferTen,
            Step::ChooseColour(_) => Task::ChooseColour,
            Step::ChooseColourOrAddTwo(_) => Task::ChooseColourOrAddTwo,
            Step::DeclareFifths(_) => Task::DeclareFifths {
                most: MOST_DECLARED_FIFTHS,
            },
            Step::OfferFifths(_) => Task::OfferFifth {
                left: self.fifths - self.offered.len() as u8,
            },
            Step::PickFifth(_) => Task::PickFifth,
        };
        Some(Turn { seat, task })
    }

    /// Does what the task asks.
    ///
    /// # Errors
    /// [`ProtocolError`] says what is allowed instead; nothing is changed then.
    pub fn apply(&mut self, act: Act) -> Result<(), ProtocolError> {
        self.check(act)?;
        let seat = self.turn().map_or(Seat::First, |turn| turn.seat);
        let mut rest = &self.script[1..];
        match act {
            Act::Place(point) | Act::Pick(point) => {
                self.position.play(point).map_err(ProtocolError::Move)?;
            }
            Act::Keep => {}
            Act::Swap => self.black = self.black.other(),
            Act::Choose(Stone::Black) => self.black = seat,
            Act::Choose(Stone::White) => self.black = seat.other(),
            Act::AddTwo => rest = script::TWO_MORE,
            Act::OfferTen => {
                self.fifths = TARAGUCHI_FIFTHS;
                rest = script::TEN_FIFTHS;
            }
            Act::Declare(fifths) => self.fifths = fifths,
            Act::Offer(point) => {
                self.offered.push(point);
                if self.offered.len() < usize::from(self.fifths) {
                    rest = self.script;
                }
            }
        }
        self.script = rest;
        self.acts.push(act);
        Ok(())
    }

    /// Whether `act` is allowed now.
    ///
    /// # Errors
    /// [`ProtocolError`] says what is allowed instead.
    pub fn check(&self, act: Act) -> Result<(), ProtocolError> {
        let Some(turn) = self.turn() else {
            return Err(ProtocolError::Over { act });
        };
        match (turn.task, act) {
            (Task::PlaceStone { region, .. }, Act::Place(point)) => {
                self.check_stone(point)?;
                if region.contains(point, self.position.size()) {
                    Ok(())
                } else {
                    Err(ProtocolError::OutsideRegion {
                        point,
                        region,
                        size: self.position.size(),
                    })
                }
            }
            (Task::MaySwap | Task::MaySwapOrOfferTen, Act::Keep | Act::Swap)
            | (Task::MaySwapOrOfferTen, Act::OfferTen)
            | (Task::ChooseColour | Task::ChooseColourOrAddTwo, Act::Choose(_))
            | (Task::ChooseColourOrAddTwo, Act::AddTwo) => Ok(()),
            (Task::DeclareFifths { most }, Act::Declare(asked)) => {
                if (1..=most).contains(&asked) {
                    Ok(())
                } else {
                    Err(ProtocolError::NumberOfFifths { asked, most })
                }
            }
            (Task::OfferFifth { .. }, Act::Offer(point)) => self.check_offer(point),
            (Task::PickFifth, Act::Pick(point)) => {
                if self.offered.contains(&point) {
                    self.check_stone(point)
                } else {
                    Err(ProtocolError::NotOffered {
                        point,
                        offered: self.offered.clone(),
                        size: self.position.size(),
                    })
                }
            }
            _ => Err(ProtocolError::WrongStep { act, turn }),
        }
    }

    fn check_stone(&self, point: Point) -> Result<(), ProtocolError> {
        self.position.check(point).map_err(ProtocolError::Move)
    }

    fn check_offer(&self, point: Point) -> Result<(), ProtocolError> {
        self.check_stone(point)?;
        let alike = self
            .offered
            .iter()
            .find(|&&other| fifths::alike(self.position.board(), point, other));
        match alike {
            Some(&like) => Err(ProtocolError::SameFifth {
                point,
                like,
                size: self.position.size(),
            }),
            None => Ok(()),
        }
    }

    /// Every act that is allowed now; none once the protocol is over.
    pub fn choices(&self) -> Vec<Act> {
        let Some(turn) = self.turn() else {
            return Vec::new();
        };
        let points = self.position.board().free_points();
        let candidates: Vec<Act> = match turn.task {
            Task::PlaceStone { .. } => points.map(Act::Place).collect(),
            Task::MaySwap => vec![Act::Keep, Act::Swap],
            Task::MaySwapOrOfferTen => vec![Act::Keep, Act::Swap, Act::OfferTen],
            Task::ChooseColour => Stone::BOTH.map(Act::Choose).to_vec(),
            Task::ChooseColourOrAddTwo => {
                let mut acts = Stone::BOTH.map(Act::Choose).to_vec();
                acts.push(Act::AddTwo);
                acts
            }
            Task::DeclareFifths { most } => (1..=most).map(Act::Declare).collect(),
            Task::OfferFifth { .. } => points.map(Act::Offer).collect(),
            Task::PickFifth => self.offered.iter().copied().map(Act::Pick).collect(),
        };
        candidates
            .into_iter()
            .filter(|&act| self.check(act).is_ok())
            .collect()
    }

    /// Takes the last act back and says which it was; `None` at the start.
    pub fn undo(&mut self) -> Option<Act> {
        let (&last, before) = self.acts.split_last()?;
        let empty = Position::new(self.position.size(), self.position.rule());
        let mut again = Opening::begin(self.protocol, empty);
        for &act in before {
            // What was accepted once is accepted again from the same start.
            let accepted = again.apply(act);
            debug_assert!(accepted.is_ok());
        }
        *self = again;
        Some(last)
    }
}
