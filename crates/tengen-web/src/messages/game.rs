//! The game in progress.

use serde::{Deserialize, Serialize};

use super::{Colour, GameSetup, Text};

/// The game in progress, whatever the board shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameView {
    /// Its number in the list of games, once it is kept.
    pub number: Option<i64>,
    /// What it was set up with; the colour as asked, not as drawn.
    pub settings: GameSetup,
    /// The players, Black first.
    pub seats: [SeatView; 2],
    /// Moves and stones of the opening.
    pub moves: Vec<MoveView>,
    /// How many moves and acts were done: the `at` of `place` and `act`.
    pub done: usize,
    /// Who must do what; `null` once it is over.
    pub turn: Option<TurnView>,
    /// The program that thinks.
    pub thinking: Option<ThinkingView>,
    /// How it ended.
    pub outcome: Option<OutcomeView>,
    /// Who offers a draw.
    pub draw_offer: Option<Colour>,
    /// What this person may ask for.
    pub can: Abilities,
    /// What the hint tells by now.
    pub hint: Option<HintView>,
    /// Whether the game waits.
    pub paused: bool,
    /// The least time between two moves of programs, in milliseconds.
    pub pace_ms: u64,
    /// Whether the level adapts.
    pub adaptive: bool,
    /// Whether the level and its switch are locked, because a game runs.
    pub level_locked: bool,
}

/// One of the two players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatView {
    /// The colour, as things stand.
    pub stone: Colour,
    /// Whether the colours are settled; not before the end of an opening protocol.
    pub settled: bool,
    /// Whether the player has that colour until something changes it; not in an opening
    /// where a colour is chosen only after the stones are placed.
    pub holds: bool,
    /// Whether the player places the opening; without a protocol, plays the first stone.
    pub opens: bool,
    /// The name to show.
    pub name: Text,
    /// A line about how it plays; `null` for people.
    pub character: Option<Text>,
    /// The opponent's id; `null` for people.
    pub program: Option<String>,
    /// Rating on our own scale, and half of its 95% interval; `null` if not rated.
    pub rating: Option<[i32; 2]>,
    /// Whether the person at this page sits here.
    pub you: bool,
    /// Whether somebody sits here: `false` for a friend who is not (or no longer) there.
    pub present: bool,
    /// Milliseconds left; `null` without a clock.
    pub clock_ms: Option<u64>,
    /// Whether this clock runs now: the page counts on by itself.
    pub running: bool,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveView {
    /// From 1.
    pub number: usize,
    /// Where.
    pub point: String,
    /// Its colour.
    pub stone: Colour,
    /// How long it took; `null` if not known.
    pub ms: Option<u64>,
}

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnView {
    /// The colour of the one whose turn it is, as things stand.
    pub stone: Colour,
    /// Whether it is the person at this page.
    pub yours: bool,
    /// What the opening asks; `null` for an ordinary move.
    pub task: Option<Text>,
    /// What can be chosen with `act`; empty where a stone is asked for.
    pub choices: Vec<ChoiceView>,
}

/// A choice of the opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceView {
    /// What to send.
    pub act: String,
    /// The sentence that says what it means.
    pub text: Text,
}

/// A program that thinks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinkingView {
    /// Its colour.
    pub stone: Colour,
    /// For how long by now.
    pub elapsed_ms: u64,
    /// How long it may take; `null` where it is bound by positions, not by time.
    pub limit_ms: Option<u64>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutcomeView {
    /// `null` for a draw.
    pub winner: Option<Colour>,
    /// `five`, `overline`, `forbidden`, `resignation`, `time`, `agreement`, `full`,
    /// `no_move`, `unknown`.
    pub cause: String,
    /// Whether the person at this page won or lost; `null` for a draw and for others.
    pub you_won: Option<bool>,
    /// The sentence.
    pub text: Text,
}

/// What this person may ask for now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abilities {
    /// `undo`.
    pub undo: bool,
    /// `redo`.
    pub redo: bool,
    /// `resign`.
    pub resign: bool,
    /// `offer_draw`.
    pub offer_draw: bool,
    /// `answer_draw`.
    pub answer_draw: bool,
    /// `hint`.
    pub hint: bool,
    /// `move_now`.
    pub move_now: bool,
    /// `pause` or `resume`.
    pub pause: bool,
    /// `new_game`, `again`, `reset` and all the rest that only the host may do.
    pub host: bool,
}

/// A hint, as far as it goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HintView {
    /// 1 to 5.
    pub step: usize,
    /// Whether asking again tells more.
    pub more: bool,
    /// What is said.
    pub texts: Vec<Text>,
    /// The ninth of the board to look at: column and row, -1 left or lower to 1.
    pub region: Option<[i8; 2]>,
    /// The point.
    pub point: Option<String>,
    /// The line, beginning with the point.
    pub line: Vec<String>,
}
