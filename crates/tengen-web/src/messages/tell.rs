//! What the server tells.

use serde::{Deserialize, Serialize};

use super::{
    AnalysisView, BoardView, Colour, ExportFormat, GameSetup, GameView, SolveView, StudyView, Text,
};

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// The `id` of the request that it answers; left out where nobody asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub re: Option<u64>,
    /// What is told.
    #[serde(flatten)]
    pub tell: Tell,
}

/// What can be told. The `type` of a message is the name in snake case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Tell {
    /// Once, after `hello`: what does not change while the server runs.
    Welcome(Box<Welcome>),
    /// All of the page's truth.
    Snapshot(Box<Snapshot>),
    /// What the engine sees by now; the next snapshot holds the last one too. May be left
    /// out where the connection is slow.
    Analysis(Box<AnalysisView>),
    /// How far the solver is; likewise.
    Solving(Box<SolveView>),
    /// Answers `place` with `careful`: the stone was not put down.
    Warning(WarningView),
    /// Answers `list_games`, `rename_game`, `delete_game`.
    Games {
        /// The last changed first.
        games: Vec<GameRowView>,
    },
    /// Answers `export`.
    Exported(Exported),
    /// Why something was not done. The board is as it was.
    Error {
        /// For programs.
        code: ErrorCode,
        /// For people.
        text: Text,
    },
}

/// What does not change while the server runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Welcome {
    /// The program's version.
    pub version: String,
    /// What this connection is.
    pub role: Role,
    /// The room it is about.
    pub room: String,
    /// The engine's name and version, always to be shown beside its judgement.
    pub engine: String,
    /// What it judges with: the name of the net or of the pattern tables.
    pub net: String,
    /// Threads that analysis may use.
    pub max_threads: usize,
    /// The opponents, weakest first.
    pub levels: Vec<LevelView>,
    /// The rules.
    pub rules: Vec<RuleChoice>,
    /// The opening protocols.
    pub protocols: Vec<ProtocolChoice>,
    /// The board sizes to offer.
    pub sizes: Vec<u8>,
    /// The setup that was used last, to begin the new-game sheet with.
    pub remembered: GameSetup,
    /// Where games are kept.
    pub store: StoreView,
}

/// An opponent; `tengen levels --json` prints the same, with no group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelView {
    /// `random`, `level-3`, `master`.
    pub id: String,
    /// In English; the page has `opponent.*` for its own language.
    pub name: String,
    /// Rating; `null` if not rated yet.
    pub elo: Option<i32>,
    /// Half of the 95% interval.
    pub error: Option<i32>,
    /// Games behind it.
    pub games: u32,
    /// `classroom`, `level`, `master`; left out where nobody sorts them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub group: String,
}

/// An opponent by its words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpponentChoice {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Text,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleChoice {
    /// `freestyle` and so on.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// The winning condition, always shown.
    pub condition: Text,
}

/// An opening protocol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProtocolChoice {
    /// `swap2` and so on.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// What happens in it.
    pub about: Text,
    /// Whether it belongs to renju on 15x15 alone.
    pub renju_only: bool,
}

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoreView {
    /// Whether they are.
    pub kept: bool,
    /// If not, why.
    pub trouble: Option<Text>,
}

/// What a connection may do in its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Everything.
    Host,
    /// Play the other seat.
    Guest,
    /// Watch.
    Spectator,
}

/// What the board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The game.
    Play,
    /// The study.
    Study,
}

/// All of the page's truth after a change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Counts the changes of the room without a gap. A page that misses one asks `look`.
    pub seq: u64,
    /// The room, for `hello` after a reload.
    pub room: String,
    /// What this connection is.
    pub role: Role,
    /// What the board shows.
    pub mode: Mode,
    /// The board.
    pub board: BoardView,
    /// The status bar.
    pub bar: Bar,
    /// What happened with this change, to be announced.
    pub news: Vec<Text>,
    /// The game in progress.
    pub game: GameView,
    /// The study; `null` for guests and spectators, and before there is one.
    pub study: Option<StudyView>,
    /// Who is there.
    pub people: People,
    /// Whether everything on the board is saved.
    pub saved: bool,
}

/// The status bar: always a full sentence, and the winning condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// How it is to look.
    pub tone: Tone,
    /// What it says, one sentence after the other.
    pub texts: Vec<Text>,
    /// The rule with its condition.
    pub rule: Text,
    /// The opponent; `null` where there is none to name.
    pub opponent: Option<Text>,
}

/// How the status bar is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Somebody is to move.
    Turn,
    /// A program thinks.
    Thinking,
    /// The game is over.
    Over,
    /// The game waits.
    Paused,
    /// The person must know: not saved, a program failed.
    Alert,
}

/// Who is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct People {
    /// Pages of the host.
    pub hosts: usize,
    /// Pages of the guest.
    pub guests: usize,
    /// Pages that watch.
    pub spectators: usize,
    /// For the host, once invited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<Links>,
}

/// The part of the invitation links behind the address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Links {
    /// For the other player: `#enter=...`.
    pub guest: String,
    /// For those who watch.
    pub spectator: String,
    /// The addresses by which other machines reach the server; empty on loopback alone.
    pub addresses: Vec<String>,
}

/// A move that loses by force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WarningView {
    /// The move that was asked for.
    pub point: String,
    /// The sentence.
    pub text: Text,
    /// How the other side wins, beginning with its answer.
    pub line: Vec<String>,
    /// In how many of its moves.
    pub moves: usize,
}

/// A kept game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRowView {
    /// Its number.
    pub game: i64,
    /// Its title; plain text, empty if none.
    pub title: String,
    /// When it began, in seconds since 1970.
    pub created_s: i64,
    /// When it was last changed.
    pub changed_s: i64,
    /// The rule's name.
    pub rule: String,
    /// Side length.
    pub size: i64,
    /// The players, the first seat first.
    pub players: [Text; 2],
    /// Stones on the board.
    pub moves: i64,
    /// Whether it is over.
    pub over: bool,
    /// Who won; `null` for a draw, and while it goes on.
    pub winner: Option<Colour>,
    /// The result in English as it is kept; empty while it goes on.
    pub result: String,
    /// Whether it is the one on the board.
    pub current: bool,
}

/// Something written out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exported {
    /// As what.
    pub format: ExportFormat,
    /// A name for the file.
    pub name: String,
    /// Its content.
    pub text: String,
    /// What the format cannot hold and was lost, in English.
    pub losses: Vec<String>,
}

/// Why something was not done, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The message could not be read.
    BadMessage,
    /// This role may not do that.
    NotAllowed,
    /// The rules or the state of the game do not allow it.
    Refused,
    /// The position has changed since.
    Stale,
    /// There is no such room, node, game or point.
    NotFound,
    /// A text or file could not be read, or a format cannot hold the game.
    Unreadable,
    /// Too many searches or rooms.
    Busy,
    /// The store cannot do it.
    Store,
}
