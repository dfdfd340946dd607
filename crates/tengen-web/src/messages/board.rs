//! What stands on the board.

use serde::{Deserialize, Serialize};

use super::{Colour, Text};

/// The board as it is to be drawn: of the game, the study, or the place in a proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardView {
    /// Side length.
    pub size: u8,
    /// The rule's name.
    pub rule: String,
    /// Whose stone is next; `null` once the game is over.
    pub to_move: Option<Colour>,
    /// The stones in the order they were put down, set-up stones first.
    pub stones: Vec<StoneView>,
    /// The stone put down last.
    pub last: Option<String>,
    /// Winning rows, each from one end to the other.
    pub winning: Vec<Vec<String>>,
    /// Points that the side to move may not play, each with its reason.
    pub forbidden: Vec<ForbiddenView>,
    /// Shapes to light up where threats are shown.
    pub threats: Vec<ThreatView>,
    /// Marks of a record.
    pub marks: Vec<MarkView>,
    /// Points offered for Black's fifth stone.
    pub offered: Vec<String>,
    /// Where the opening asks for a stone: the side length of the central square; `null`
    /// for the whole board.
    pub region: Option<u8>,
    /// Whether this person may put a stone down now.
    pub open: bool,
}

/// A stone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoneView {
    /// Where.
    pub point: String,
    /// Its colour.
    pub stone: Colour,
    /// Which move it was, from 1; `null` for a stone that was set up.
    pub number: Option<usize>,
}

/// A forbidden point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForbiddenView {
    /// Where.
    pub point: String,
    /// `overline`, `double-four`, `double-three`.
    pub kinds: Vec<String>,
    /// The sentence that says why.
    pub text: Text,
    /// The rows, fours and threes that make it so.
    pub rows: Vec<RowView>,
}

/// A row that a forbidden stone would make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowView {
    /// `overline`, `four`, `three`.
    pub kind: String,
    /// Its stones, the forbidden one included.
    pub stones: Vec<String>,
    /// Where the five or the straight four would be made: drawn dashed.
    pub follow: Vec<String>,
}

/// A shape that threatens something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreatView {
    /// Whose.
    pub stone: Colour,
    /// `five`, `open-four`, `four`, `open-three`.
    pub shape: String,
    /// Its stones.
    pub stones: Vec<String>,
    /// The points that complete it.
    pub points: Vec<String>,
}

/// A mark of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkView {
    /// Where.
    pub point: String,
    /// `cross`, `circle`, `square`, `triangle`, `label`.
    pub kind: String,
    /// The text of a label; plain text from a file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}
