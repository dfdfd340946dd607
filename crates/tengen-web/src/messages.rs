//! Every message between the page and the server: one JSON object in one text frame.
//!
//! The page asks ([`Request`]), the server tells ([`Told`]). After every change the server
//! sends one [`Snapshot`] that holds all of the page's truth; only what streams (analysis,
//! progress of a proof) and direct answers come as messages of their own.
//! `docs/web-messages.md` shows each with an example; a test reads those examples back.
//!
//! Points are written as people name them (`H8`: letter of the column, row from the
//! bottom, I included), colours as `black` and `white`. Sentences travel as a [`Text`]: a
//! key and arguments, which the page turns into words of its language.

mod ask;
mod board;
mod game;
mod study;
mod tell;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tengen_core::Stone;

pub use ask::{
    Ask, ClockSetup, ColourSetup, ExportFormat, GameSetup, PlayerSetup, Request, SolveKind,
    WalkStep,
};
pub use board::{BoardView, ForbiddenView, MarkView, RowView, StoneView, ThreatView};
pub use game::{
    Abilities, ChoiceView, GameView, HintView, MoveView, OutcomeView, SeatView, ThinkingView,
    TurnView,
};
pub use study::{
    AnalysisView, CheckedMoveView, CheckedView, DefenceView, DefencesView, EngineView, GraphPoint,
    LineView, ProofStepView, ProofView, ReplyView, SolveView, StudyView, TreeNodeView,
};
pub use tell::{
    Bar, ErrorCode, Exported, GameRowView, LevelView, Links, Mode, OpponentChoice, People,
    ProtocolChoice, Role, RuleChoice, Snapshot, StoreView, Tell, Told, Tone, WarningView, Welcome,
};

/// A sentence or a word: a key of the page's language files and what goes into its slots.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Text {
    /// Names the sentence, such as `over.five`.
    pub key: String,
    /// What `{name}` in it stands for; left out if there is nothing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, Arg>,
}

/// What goes into a slot of a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Arg {
    /// A number.
    Number(i64),
    /// Plain text, the same in every language: a point, a name that somebody typed. It is
    /// shown as it is and never as markup.
    Plain(String),
    /// Another text, to be put in the page's language first.
    Text(Text),
    /// Several, joined as the language joins a list.
    List(Vec<Text>),
}

impl Text {
    /// A sentence without slots.
    pub fn new(key: impl Into<String>) -> Text {
        Text {
            key: key.into(),
            args: BTreeMap::new(),
        }
    }

    /// The same with one more slot filled.
    #[must_use]
    pub fn with(mut self, name: &str, arg: impl Into<Arg>) -> Text {
        self.args.insert(name.to_owned(), arg.into());
        self
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Arg {
        Arg::Plain(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::Plain(text)
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Arg {
        Arg::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u8> for Arg {
    fn from(number: u8) -> Arg {
        Arg::Number(i64::from(number))
    }
}

impl From<Text> for Arg {
    fn from(text: Text) -> Arg {
        Arg::Text(text)
    }
}

impl From<Vec<Text>> for Arg {
    fn from(texts: Vec<Text>) -> Arg {
        Arg::List(texts)
    }
}

/// A colour on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Black, who moves first.
    Black,
    /// White.
    White,
}

impl From<Stone> for Colour {
    fn from(stone: Stone) -> Colour {
        match stone {
            Stone::Black => Colour::Black,
            Stone::White => Colour::White,
        }
    }
}

impl From<Colour> for Stone {
    fn from(colour: Colour) -> Stone {
        match colour {
            Colour::Black => Stone::Black,
            Colour::White => Stone::White,
        }
    }
}
