//! What tasks and choices mean, in words that can be translated.
//!
//! The machine gives a [`Phrase`]: a key, and a number where one is needed. The English
//! sentences stand in one table, [`ENGLISH`]; a translation is a table with the same keys.

use super::{Act, Opening, Protocol, Region, Task};
use crate::stone::Stone;

/// A sentence to be shown, independent of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Phrase {
    /// Names the sentence in [`ENGLISH`] and in its translations.
    pub key: &'static str,
    /// What `{n}` stands for in it.
    pub number: Option<u8>,
}

impl Phrase {
    /// The English sentence.
    ///
    /// ```
    /// use tengen_core::opening::{Region, Task};
    /// use tengen_core::Stone;
    /// let task = Task::PlaceStone { stone: Stone::White, region: Region::Central(3) };
    /// assert_eq!(
    ///     task.phrase().english(),
    ///     "Place a white stone within the central 3x3 points."
    /// );
    /// ```
    pub fn english(self) -> String {
        let sentence = ENGLISH
            .iter()
            .find(|(key, _)| *key == self.key)
            .map_or(self.key, |(_, sentence)| sentence);
        match self.number {
            Some(number) => sentence.replace("{n}", &number.to_string()),
            None => sentence.to_owned(),
        }
    }
}

/// Every sentence: its key and its English text, in which `{n}` is a number.
pub const ENGLISH: &[(&str, &str)] = &[
    (
        "protocol.none",
        "The first player is Black and plays the first stone anywhere.",
    ),
    (
        "protocol.swap1",
        "The first player places one black stone; the second may swap the colours.",
    ),
    (
        "protocol.swap",
        "The first player places a black, a white and a black stone; the second chooses a colour.",
    ),
    (
        "protocol.swap2",
        "The first player places a black, a white and a black stone; the second chooses a colour, or adds a white and a black stone and leaves the choice to the first.",
    ),
    (
        "protocol.soosyrv8",
        "The first player places one of the 26 openings; the second may swap. White adds a stone and says how many fifth stones Black must offer, 1 to 8; the other may swap. Black offers them and White picks one.",
    ),
    (
        "protocol.taraguchi10",
        "The first four stones go within the central 1x1, 3x3, 5x5 and 7x7 points, and after each the other player may swap. The fifth goes within 9x9 with one more swap; or Black offers ten fifth stones anywhere and White picks one.",
    ),
    ("task.place.centre", "Place a black stone in the centre."),
    ("task.place.black", "Place a black stone anywhere."),
    ("task.place.white", "Place a white stone anywhere."),
    (
        "task.place.black.central",
        "Place a black stone within the central {n}x{n} points.",
    ),
    (
        "task.place.white.central",
        "Place a white stone within the central {n}x{n} points.",
    ),
    ("task.may_swap", "Keep the colours or swap them."),
    (
        "task.may_swap_or_ten",
        "Keep the colours, swap them, or offer ten fifth stones.",
    ),
    ("task.choose", "Choose a colour."),
    (
        "task.choose_or_two",
        "Choose a colour, or add a white and a black stone and let the other player choose.",
    ),
    (
        "task.declare",
        "Say how many fifth stones Black must offer: 1 to {n}.",
    ),
    (
        "task.offer",
        "Offer a point for Black's fifth stone, none the mirror image of another; {n} to go.",
    ),
    (
        "task.pick",
        "Pick one of the points offered for Black's fifth stone.",
    ),
    ("act.place", "Place the stone here."),
    ("act.keep.black", "Stay Black and play the next stone."),
    ("act.keep.white", "Stay White and play the next stone."),
    (
        "act.take.black",
        "Take Black; the other player plays the next stone.",
    ),
    ("act.take.white", "Take White and play the next stone."),
    (
        "act.take.white.wait",
        "Take White; the other player plays the next stone.",
    ),
    (
        "act.add_two",
        "Add a white and a black stone; the other player then chooses a colour.",
    ),
    (
        "act.offer_ten",
        "Stay Black and offer ten fifth stones anywhere, of which White picks one.",
    ),
    (
        "act.declare",
        "Number of fifth stones that Black must offer: {n}.",
    ),
    ("act.offer", "Offer this point for Black's fifth stone."),
    ("act.pick", "Let Black's fifth stone stand here."),
];

const fn plain(key: &'static str) -> Phrase {
    Phrase { key, number: None }
}

const fn counted(key: &'static str, number: u8) -> Phrase {
    Phrase {
        key,
        number: Some(number),
    }
}

pub(super) fn of_protocol(protocol: Protocol) -> Phrase {
    plain(match protocol {
        Protocol::None => "protocol.none",
        Protocol::Swap1 => "protocol.swap1",
        Protocol::Swap => "protocol.swap",
        Protocol::Swap2 => "protocol.swap2",
        Protocol::Soosyrv8 => "protocol.soosyrv8",
        Protocol::Taraguchi10 => "protocol.taraguchi10",
    })
}

impl Task {
    /// What is asked, as a sentence to the player whose turn it is.
    pub fn phrase(self) -> Phrase {
        match self {
            Task::PlaceStone { stone, region } => match (stone, region) {
                (_, Region::Central(1)) => plain("task.place.centre"),
                (Stone::Black, Region::Anywhere) => plain("task.place.black"),
                (Stone::White, Region::Anywhere) => plain("task.place.white"),
                (Stone::Black, Region::Central(n)) => counted("task.place.black.central", n),
                (Stone::White, Region::Central(n)) => counted("task.place.white.central", n),
            },
            Task::MaySwap => plain("task.may_swap"),
            Task::MaySwapOrOfferTen => plain("task.may_swap_or_ten"),
            Task::ChooseColour => plain("task.choose"),
            Task::ChooseColourOrAddTwo => plain("task.choose_or_two"),
            Task::DeclareFifths { most } => counted("task.declare", most),
            Task::OfferFifth { left } => counted("task.offer", left),
            Task::PickFifth => plain("task.pick"),
        }
    }
}

impl Opening {
    /// What an act would mean now, as a sentence to the player whose turn it is; `None`
    /// if it is not allowed.
    pub fn meaning(&self, act: Act) -> Option<Phrase> {
        self.check(act).ok()?;
        let mine = self.stone_of(self.turn()?.seat);
        let next = self.position().to_move();
        Some(match act {
            Act::Place(_) => plain("act.place"),
            // Colours are offered only to the player who would play the next stone.
            Act::Keep => plain(match mine {
                Stone::Black => "act.keep.black",
                Stone::White => "act.keep.white",
            }),
            Act::Swap => taking(mine.opponent(), next),
            Act::Choose(stone) => taking(stone, next),
            Act::AddTwo => plain("act.add_two"),
            Act::OfferTen => plain("act.offer_ten"),
            Act::Declare(fifths) => counted("act.declare", fifths),
            Act::Offer(_) => plain("act.offer"),
            Act::Pick(_) => plain("act.pick"),
        })
    }
}

/// Black is never taken with Black to move: whoever takes it gives the turn away.
fn taking(stone: Stone, next: Stone) -> Phrase {
    plain(match (stone, next) {
        (Stone::Black, _) => "act.take.black",
        (Stone::White, Stone::White) => "act.take.white",
        (Stone::White, Stone::Black) => "act.take.white.wait",
    })
}
