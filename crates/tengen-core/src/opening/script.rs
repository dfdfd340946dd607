//! The protocols written down: what is done in which order, and by whom.

use super::{Protocol, Region, Seat};
use crate::stone::Stone;
use Region::{Anywhere, Central};
use Seat::{First, Second};
use Step::{
    ChooseColour, ChooseColourOrAddTwo, DeclareFifths, MaySwap, MaySwapOrOfferTen, OfferFifths,
    PickFifth, Place,
};
use Stone::{Black, White};
use Who::{Plays, Sits};

/// Who does a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// Always the same player.
    Sits(Seat),
    /// The one who has this colour when the step comes.
    Plays(Stone),
}

/// One step of a protocol. Stones come in the order of play: black, white, black, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Place(Who, Region),
    MaySwap(Who),
    /// Offering ten leads to [`TEN_FIFTHS`] instead of the steps that follow.
    MaySwapOrOfferTen(Who),
    ChooseColour(Who),
    /// Adding two leads to [`TWO_MORE`].
    ChooseColourOrAddTwo(Who),
    DeclareFifths(Who),
    /// As many acts as fifth stones are asked for.
    OfferFifths(Who),
    PickFifth(Who),
}

impl Step {
    pub(super) fn who(self) -> Who {
        match self {
            Place(who, _)
            | MaySwap(who)
            | MaySwapOrOfferTen(who)
            | ChooseColour(who)
            | ChooseColourOrAddTwo(who)
            | DeclareFifths(who)
            | OfferFifths(who)
            | PickFifth(who) => who,
        }
    }
}

pub(super) fn of(protocol: Protocol) -> &'static [Step] {
    match protocol {
        Protocol::None => &[],
        Protocol::Swap1 => SWAP1,
        Protocol::Swap => SWAP,
        Protocol::Swap2 => SWAP2,
        Protocol::Soosyrv8 => SOOSYRV_8,
        Protocol::Taraguchi10 => TARAGUCHI_10,
    }
}

const SWAP1: &[Step] = &[Place(Sits(First), Anywhere), MaySwap(Sits(Second))];

const SWAP: &[Step] = &[
    Place(Sits(First), Anywhere),
    Place(Sits(First), Anywhere),
    Place(Sits(First), Anywhere),
    ChooseColour(Sits(Second)),
];

const SWAP2: &[Step] = &[
    Place(Sits(First), Anywhere),
    Place(Sits(First), Anywhere),
    Place(Sits(First), Anywhere),
    ChooseColourOrAddTwo(Sits(Second)),
];

/// Swap2 after the second player has decided to add two stones.
pub(super) const TWO_MORE: &[Step] = &[
    Place(Sits(Second), Anywhere),
    Place(Sits(Second), Anywhere),
    ChooseColour(Sits(First)),
];

/// The first three stones are one of the 26 openings: those are exactly the stones in
/// these regions.
const SOOSYRV_8: &[Step] = &[
    Place(Sits(First), Central(1)),
    Place(Sits(First), Central(3)),
    Place(Sits(First), Central(5)),
    MaySwap(Sits(Second)),
    Place(Plays(White), Anywhere),
    DeclareFifths(Plays(White)),
    MaySwap(Plays(Black)),
    OfferFifths(Plays(Black)),
    PickFifth(Plays(White)),
];

const TARAGUCHI_10: &[Step] = &[
    Place(Plays(Black), Central(1)),
    MaySwap(Plays(White)),
    Place(Plays(White), Central(3)),
    MaySwap(Plays(Black)),
    Place(Plays(Black), Central(5)),
    MaySwap(Plays(White)),
    Place(Plays(White), Central(7)),
    MaySwapOrOfferTen(Plays(Black)),
    Place(Plays(Black), Central(9)),
    MaySwap(Plays(White)),
];

/// Taraguchi-10 after Black has decided to offer ten fifth stones.
pub(super) const TEN_FIFTHS: &[Step] = &[OfferFifths(Plays(Black)), PickFifth(Plays(White))];
