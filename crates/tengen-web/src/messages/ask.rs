//! What the page asks.

use serde::{Deserialize, Serialize};

use super::Colour;

/// A message of the page. Each is answered by exactly one message that carries its `id`
/// as `re`: a snapshot, a direct answer, or an error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The page's own number for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What can be asked. The `type` of a message is the name in snake case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Ask {
    /// The first message of a connection: which room it is about. Without one: the room
    /// that this browser used last, else a new one. Answered by `welcome`, then a snapshot.
    Hello {
        /// As the snapshot named it.
        #[serde(default)]
        room: Option<String>,
    },
    /// Sends the snapshot again.
    Look,

    /// Begins a game; the one before stays in the list of games.
    NewGame {
        /// Everything settled before.
        settings: GameSetup,
    },
    /// The same game from its beginning, the colours as they were.
    Reset,
    /// Another game against the same opponent (or the one that the adaptive level chose).
    Again {
        /// Whether the colours change.
        #[serde(default)]
        swap: bool,
    },
    /// Puts a stone where the player's turn asks for one: a move, a stone of the opening,
    /// an offered or picked fifth.
    Place {
        /// Where.
        point: String,
        /// `done` of the snapshot that the person saw. The same stone sent twice is then
        /// played once, and one for a position that has passed is refused.
        #[serde(default)]
        at: Option<usize>,
        /// Whether a move that loses by force is answered by `warning` instead.
        #[serde(default)]
        careful: bool,
    },
    /// Takes one of the choices of the opening, as the snapshot lists them.
    Act {
        /// `keep`, `swap`, `black`, `white`, `add-two`, `offer-ten`, `declare-3`.
        act: String,
        /// As for `place`.
        #[serde(default)]
        at: Option<usize>,
    },
    /// Takes back to where a person last decided.
    Undo,
    /// Does again what was taken back.
    Redo,
    /// Gives up.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Answers the offer of the other person.
    AnswerDraw {
        /// Yes or no.
        accept: bool,
    },
    /// One more step of a hint.
    Hint,
    /// Lets the thinking program move at once.
    MoveNow,
    /// Lets the game wait.
    Pause,
    /// Goes on after a pause or a failure.
    Resume,
    /// The least time between two moves where two programs play.
    Pace {
        /// Milliseconds, at most 60,000.
        ms: u64,
    },
    /// Switches the adaptive level; refused while a game runs.
    SetAdaptive {
        /// On or off.
        on: bool,
    },
    /// Makes links for a guest and for spectators.
    Invite,

    /// Goes to the study board: with the game as it stands, or with what was studied last.
    Study {
        /// Whether the present game replaces what was studied.
        #[serde(default)]
        fresh: bool,
    },
    /// Back to the game.
    LeaveStudy,
    /// Walks in the tree.
    Walk {
        /// Where to.
        step: WalkStep,
        /// How many times; 1 if left out.
        #[serde(default = "one")]
        count: usize,
    },
    /// Goes to a node of the tree.
    Go {
        /// Its id.
        node: u32,
    },
    /// Plays moves from the cursor on, as a variation where the tree has others.
    StudyPlay {
        /// One move or a whole line.
        moves: Vec<String>,
    },
    /// Cuts a node and all behind it off.
    DeleteNode {
        /// Its id.
        node: u32,
    },
    /// Makes the way to a node the main line.
    PromoteNode {
        /// Its id.
        node: u32,
    },
    /// Writes the comment at the cursor; an empty one removes it.
    Comment {
        /// At most 10,000 characters.
        text: String,
    },
    /// A new study from stones set up.
    SetUp {
        /// Side length.
        size: u8,
        /// The rule's name.
        rule: String,
        /// Black stones.
        black: Vec<String>,
        /// White stones.
        white: Vec<String>,
        /// Who moves.
        to_move: Colour,
    },
    /// A new study from text: SGF, PSQ, a position string, a gomocalc link, our own link.
    /// Files go by `POST /api/open`.
    Open {
        /// The text.
        text: String,
        /// Which game of several, from 0.
        #[serde(default)]
        index: usize,
        /// The rule of a text that names none.
        #[serde(default)]
        rule: Option<String>,
        /// The side length of a text that names none.
        #[serde(default)]
        size: Option<u8>,
    },
    /// Begins a game from the position at the cursor of the study.
    PlayFromHere {
        /// The setup; its rule and size are those of the study.
        settings: GameSetup,
    },

    /// Lets the engine look at the position at the cursor, and follow the cursor.
    Analyse {
        /// Best lines, 1 to 9.
        #[serde(default = "three")]
        lines: usize,
        /// Threads, 1 to what `welcome` allows.
        #[serde(default = "one")]
        threads: usize,
        /// Seconds for a position; 60 if left out, 600 at the most.
        #[serde(default)]
        seconds: Option<u32>,
    },
    /// Ends analysis and review.
    StopAnalysis,
    /// Judges every position of the main line shortly, for the graph.
    Review,
    /// Looks for a proven win in the position at the cursor.
    Solve {
        /// Whose win.
        attacker: Colour,
        /// By which moves.
        kind: SolveKind,
        /// Whether a win by fours shall be the shortest.
        #[serde(default)]
        shortest: bool,
        /// 10 if left out, 120 at the most.
        #[serde(default)]
        seconds: Option<u32>,
    },
    /// What stops the threat of the side that is not to move.
    Defences {
        /// By which moves it threatens.
        kind: SolveKind,
        /// As for `solve`.
        #[serde(default)]
        seconds: Option<u32>,
    },
    /// Whether a line of the side to move wins, and if not, what refutes it.
    CheckLine {
        /// The line, both sides' moves.
        moves: Vec<String>,
        /// By which moves a win is looked for.
        kind: SolveKind,
        /// As for `solve`.
        #[serde(default)]
        seconds: Option<u32>,
    },
    /// Ends the search for a proof.
    StopSolve,
    /// Goes to a place in the proof that was found.
    WalkProof {
        /// The defender's replies from the root on; any free point may be tried.
        replies: Vec<String>,
    },
    /// Puts the proof away; the board shows the cursor again.
    CloseProof,

    /// The list of kept games.
    ListGames,
    /// Takes up a kept game: one that is not over is played on, others too can be undone.
    OpenGame {
        /// Its number.
        game: i64,
    },
    /// Gives a kept game a title.
    RenameGame {
        /// Its number.
        game: i64,
        /// At most 200 characters.
        title: String,
    },
    /// Deletes a kept game for good.
    DeleteGame {
        /// Its number.
        game: i64,
    },
    /// Writes what the board shows: the game, or the study.
    Export {
        /// As what.
        format: ExportFormat,
        /// Whether a picture has numbers on its stones.
        #[serde(default)]
        numbers: bool,
    },
}

fn one() -> usize {
    1
}

fn three() -> usize {
    3
}

/// Ways through the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WalkStep {
    /// To the root.
    Start,
    /// To the end of this line.
    End,
    /// One move back.
    Back,
    /// One move on.
    Forward,
    /// To the variation before this one.
    PreviousVariation,
    /// To the next variation.
    NextVariation,
}

/// By which moves a win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SolveKind {
    /// Fours alone.
    Vcf,
    /// Threes and fours.
    Vct,
    /// Any move.
    Any,
}

/// What a game or study can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// With variations and comments.
    Sgf,
    /// Piskvork's format.
    Psq,
    /// `h8h9i10`.
    Position,
    /// A picture; the page makes a PNG of it.
    Svg,
    /// The part of our own link after the address: rule, size, moves or stones, side.
    Link,
    /// A gomocalc link, which holds moves only.
    Gomocalc,
}

/// Everything that is settled before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSetup {
    /// `freestyle`, `standard`, `renju`, `caro8`, `caro9`.
    pub rule: String,
    /// Side length, 5 to 22.
    pub size: u8,
    /// `none`, `swap1`, `swap`, `swap2`, `soosyrv8`, `taraguchi10`.
    #[serde(default = "no_protocol")]
    pub protocol: String,
    /// Who sets the game up: a person, or a program to watch.
    #[serde(default)]
    pub you: PlayerSetup,
    /// The other one.
    pub opponent: PlayerSetup,
    /// Whose colour is asked for: that of `you`.
    #[serde(default)]
    pub colour: ColourSetup,
    /// The clock.
    #[serde(default)]
    pub clock: ClockSetup,
}

fn no_protocol() -> String {
    "none".to_owned()
}

/// A player. Programs are named opponents only: nothing else can be started from here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PlayerSetup {
    /// Somebody at this screen.
    #[default]
    Person,
    /// Somebody who comes by link.
    Friend,
    /// A program: `random`, `greedy`, `trial`, `minimax`, `alphabeta`, `level-1` to
    /// `level-10`, `master`.
    Program {
        /// Its id.
        id: String,
    },
}

/// Which colour; with an opening protocol Black opens and White answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColourSetup {
    /// Black.
    Black,
    /// White.
    White,
    /// Drawn by lot, and told.
    #[default]
    Random,
}

/// A clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClockSetup {
    /// None.
    #[default]
    None,
    /// So much for every move.
    Move {
        /// Milliseconds, 1,000 to 3,600,000.
        ms: u64,
    },
    /// So much for the game.
    Game {
        /// Milliseconds at the start, 10,000 to 36,000,000.
        ms: u64,
        /// Milliseconds added after each move, at most 600,000.
        #[serde(default)]
        increment_ms: u64,
    },
}
