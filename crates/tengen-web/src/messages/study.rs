//! The study board: tree, analysis, proofs.

use serde::{Deserialize, Serialize};

use super::{Colour, Text};

/// What is studied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StudyView {
    /// The title of the record; plain text from a file.
    pub title: String,
    /// The players' names, Black first; plain text from a file.
    pub players: [String; 2],
    /// The result as recorded or by the rules.
    pub outcome: Option<super::OutcomeView>,
    /// The tree in order: each node after its parent, main line first.
    pub nodes: Vec<TreeNodeView>,
    /// Whether somebody added moves or words since it was opened, or set its stones up.
    pub touched: bool,
    /// How many nodes were left out, because the tree is too large to show.
    pub left_out: usize,
    /// The node that the board shows.
    pub cursor: u32,
    /// The way from the root to the cursor, both included.
    pub path: Vec<u32>,
    /// The comment at the cursor; plain text.
    pub comment: String,
    /// What had to be repaired when it was opened, in English; plain text.
    pub notes: Vec<String>,
    /// How many games the opened text held, and which this is, from 0.
    pub games: usize,
    /// See `games`.
    pub index: usize,
    /// Whether the position can be played on from with `play_from_here`.
    pub playable: bool,
    /// The engine.
    pub engine: EngineView,
    /// The last analysis of the position at the cursor.
    pub analysis: Option<AnalysisView>,
    /// Chances along the line through the cursor, as far as they are known.
    pub graph: Vec<GraphPoint>,
    /// The question put to the solver, and its answer.
    pub solve: Option<SolveView>,
    /// What stops the threat.
    pub defences: Option<DefencesView>,
    /// A line put to the test.
    pub checked: Option<CheckedView>,
    /// The open proof.
    pub proof: Option<ProofView>,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNodeView {
    /// Its id.
    pub id: u32,
    /// The node before; `null` for the root.
    pub parent: Option<u32>,
    /// The move; `null` for the root, a pass, or stones set up.
    pub point: Option<String>,
    /// The move's colour.
    pub stone: Option<Colour>,
    /// Which move it is, from 1; 0 for the root.
    pub number: usize,
    /// Whether it belongs to the main line.
    pub main: bool,
    /// Whether it has a comment.
    pub comment: bool,
    /// `gave_win`, `missed_win`, `only_move`, or `null`.
    pub label: Option<String>,
}

/// What the engine is set to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineView {
    /// Whether analysis is switched on.
    pub on: bool,
    /// Whether it waits for others who search.
    pub queued: bool,
    /// Whether a review of the whole game is running.
    pub reviewing: bool,
    /// Best lines.
    pub lines: usize,
    /// Threads.
    pub threads: usize,
    /// Seconds for a position.
    pub seconds: u32,
    /// What it judges this rule and board with: `net freestyle 15x15`, `pattern tables`.
    #[serde(default)]
    pub net: String,
}

/// What the engine sees; `tengen analyze --json` prints the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysisView {
    /// The rule's name.
    pub rule: String,
    /// Side length.
    pub size: u8,
    /// Stones on the board.
    pub stones: usize,
    /// Who is to move: chances and values are this side's.
    pub to_move: Colour,
    /// How the game ended, in English; then there are no lines.
    pub outcome: Option<String>,
    /// The best move.
    pub best: Option<String>,
    /// The best lines, best first; none if the search was stopped before it had judged one.
    pub lines: Vec<LineView>,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
    /// The node of the tree that it is about; left out where there is no tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    /// Whether it is still going on.
    #[serde(default)]
    pub running: bool,
    /// Black's chance by the best line, 0 to 1, for the bar; by the result of a game that is
    /// over, and 0.5 if nothing is known.
    #[serde(default)]
    pub black_chance: f64,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineView {
    /// The estimate in points; `null` if the line is decided.
    pub value: Option<i32>,
    /// The side to move wins with this ply, as a search found.
    pub wins_in: Option<usize>,
    /// It loses with this ply.
    pub loses_in: Option<usize>,
    /// The chance to win, 0 to 1.
    pub win_chance: f64,
    /// Full depth in plies.
    pub depth: u32,
    /// Deepest ply.
    pub deepest: u32,
    /// The moves, beginning with the side to move.
    pub moves: Vec<String>,
}

/// A point of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GraphPoint {
    /// The node.
    pub node: u32,
    /// Which move it is; 0 for the root.
    pub number: usize,
    /// Black's chance, 0 to 1.
    pub black_chance: f64,
    /// Who has a decided win there, if one side has.
    pub decided: Option<Colour>,
}

/// A question to the solver with its answer; `tengen solve --json` prints the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolveView {
    /// `queued`, `running`, `win`, `none`, `unknown`.
    pub result: String,
    /// Whose win was looked for.
    pub attacker: Colour,
    /// By which moves.
    pub kind: super::SolveKind,
    /// Positions looked at.
    pub nodes: u64,
    /// How long it took.
    pub time_ms: u64,
    /// The node of the tree that it is about; left out where there is no tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
    /// The sentence.
    pub text: Text,
    /// Plies until the five at the latest, for a win.
    pub plies: Option<usize>,
    /// Whether every shorter win of the kind was ruled out.
    pub shortest: bool,
    /// The longest line of the proof.
    pub line: Vec<String>,
    /// If there is no win and the attacker is not to move: what stops it.
    pub refuted_by: Vec<String>,
}

/// A proof that is being walked through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofView {
    /// Who wins.
    pub winner: Colour,
    /// Steps of the whole proof.
    pub steps: usize,
    /// Replies that were played against it by the check.
    pub replies_checked: u64,
    /// The moves from the root to the place shown, both sides'.
    pub moves: Vec<String>,
    /// The defender's replies on the way: what `walk_proof` sends.
    pub replies: Vec<String>,
    /// The place shown.
    pub step: ProofStepView,
}

/// A place in a proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofStepView {
    /// Whether the game is won here.
    pub won: bool,
    /// Plies left at the latest.
    pub plies_left: usize,
    /// The replies that need an answer of their own.
    pub replies: Vec<ReplyView>,
    /// The answer to every other reply; `null` if there is no other.
    pub otherwise: Option<String>,
}

/// A reply and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplyView {
    /// The defender's move.
    pub reply: String,
    /// The winner's answer.
    pub answer: Option<String>,
    /// Plies left after it at the latest.
    pub plies_left: usize,
}

/// What stops a threat; `tengen solve --defences --json` prints the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DefencesView {
    /// `queued`, `running`, `done`, `no_threat`.
    pub result: String,
    /// Who threatens.
    pub attacker: Colour,
    /// The line of the threat.
    pub threat: Vec<String>,
    /// The replies that were judged.
    pub replies: Vec<DefenceView>,
    /// The node of the tree that it is about; left out where there is no tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
}

/// A reply to a threat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefenceView {
    /// The reply.
    pub reply: String,
    /// `stops`, `loses`, `unknown`.
    pub effect: String,
    /// Plies until the five, for one that loses.
    pub plies: Option<usize>,
}

/// A line put to the test; `tengen solve --check --json` prints the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckedView {
    /// `queued`, `running`, `done`.
    pub result: String,
    /// The attacker's moves in order, up to the first that does not win.
    pub moves: Vec<CheckedMoveView>,
    /// The node of the tree that it is about; left out where there is no tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
}

/// A move of a line put to the test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckedMoveView {
    /// The move.
    pub point: String,
    /// `wins`, `refuted`, `unknown`, `impossible`.
    pub judgement: String,
    /// Plies until the five, for one that wins.
    pub plies: Option<usize>,
    /// What refutes it; empty if any reply will do.
    pub refuted_by: Vec<String>,
}
