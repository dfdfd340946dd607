//! What a player does in an opening, and its spelling in records.

use std::fmt;

use crate::point::{Point, Size};
use crate::stone::Stone;

/// One act of a player; the [`Task`](super::Task) says which are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Put the stone that is asked for on this point.
    Place(Point),
    /// Leave the colours as they are.
    Keep,
    /// Exchange the colours.
    Swap,
    /// Take this colour.
    Choose(Stone),
    /// Add a white and a black stone, and let the other player choose (swap2).
    AddTwo,
    /// Keep Black and offer ten fifth stones (Taraguchi-10).
    OfferTen,
    /// Ask for that many fifth stones (Soosyrv-8).
    Declare(u8),
    /// Offer this point for Black's fifth stone.
    Offer(Point),
    /// Let Black's fifth stone stand on this offered point.
    Pick(Point),
}

impl Act {
    /// The act as records spell it, one word: `H8`, `keep`, `swap`, `black`, `white`,
    /// `add-two`, `offer-ten`, `declare-3`, `offer-H9`, `pick-H9`.
    ///
    /// ```
    /// use tengen_core::{Size, opening::Act};
    /// let act = Act::Offer(Size::STANDARD.centre());
    /// assert_eq!(act.text(Size::STANDARD), "offer-H8");
    /// assert_eq!(Act::parse("OFFER-h8", Size::STANDARD), Ok(act));
    /// ```
    pub fn text(self, size: Size) -> String {
        match self {
            Act::Place(point) => point.name(size),
            Act::Keep => "keep".to_owned(),
            Act::Swap => "swap".to_owned(),
            Act::Choose(Stone::Black) => "black".to_owned(),
            Act::Choose(Stone::White) => "white".to_owned(),
            Act::AddTwo => "add-two".to_owned(),
            Act::OfferTen => "offer-ten".to_owned(),
            Act::Declare(fifths) => format!("declare-{fifths}"),
            Act::Offer(point) => format!("offer-{}", point.name(size)),
            Act::Pick(point) => format!("pick-{}", point.name(size)),
        }
    }

    /// Reads what [`text`](Act::text) writes, in any case.
    ///
    /// # Errors
    /// [`ActTextError`] if the word is none of these or names no point of the board.
    pub fn parse(text: &str, size: Size) -> Result<Act, ActTextError> {
        let word = text.trim().to_ascii_lowercase();
        let known = match word.as_str() {
            "keep" => Some(Act::Keep),
            "swap" => Some(Act::Swap),
            "black" => Some(Act::Choose(Stone::Black)),
            "white" => Some(Act::Choose(Stone::White)),
            "add-two" => Some(Act::AddTwo),
            "offer-ten" => Some(Act::OfferTen),
            _ => match word.split_once('-') {
                Some(("declare", fifths)) => fifths.parse().ok().map(Act::Declare),
                Some(("offer", name)) => point_named(name, size).map(Act::Offer),
                Some(("pick", name)) => point_named(name, size).map(Act::Pick),
                _ => point_named(&word, size).map(Act::Place),
            },
        };
        known.ok_or_else(|| ActTextError {
            met: text.chars().take(40).collect(),
        })
    }
}

fn point_named(name: &str, size: Size) -> Option<Point> {
    size.points()
        .find(|point| point.name(size).eq_ignore_ascii_case(name))
}

/// A word that is no act of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActTextError {
    /// The word (its beginning, if it is long).
    pub met: String,
}

impl fmt::Display for ActTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no act of an opening: a point such as H8, keep, swap, black, white, add-two, offer-ten, declare-3, offer-H9 and pick-H9 are",
            self.met
        )
    }
}

impl std::error::Error for ActTextError {}
