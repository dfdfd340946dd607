//! What is kept of a match: its conditions and its games, as lines of JSON.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tengen_core::Stone;
use tengen_gomocup::client::CommandLine;

/// Goes up when old stores can no longer be read.
pub(crate) const VERSION: u32 = 1;

/// The conditions of a match: the first line of a store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Conditions {
    /// Version of the format.
    pub(crate) tengen_match: u32,
    pub(crate) rule: String,
    pub(crate) size: u8,
    pub(crate) engines: [EngineConditions; 2],
    /// Where the openings come from, for people.
    pub(crate) openings: String,
    /// Fingerprint of the openings in the order played.
    pub(crate) openings_digest: String,
    pub(crate) seed: u64,
    pub(crate) restart: bool,
    pub(crate) max_moves: Option<usize>,
    pub(crate) play_on: bool,
    pub(crate) sprt: Option<[f64; 4]>,
    /// How many games were asked for; may differ between parts of a match.
    pub(crate) games: u32,
    /// Which part of how many; differs between parts of a match.
    pub(crate) shard: Option<[u32; 2]>,
}

/// What one engine is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EngineConditions {
    pub(crate) name: String,
    pub(crate) command: String,
    /// Seconds a move; 0 is no limit.
    pub(crate) turn_s: f64,
    /// Seconds a game; 0 is no limit.
    pub(crate) game_s: f64,
    pub(crate) grace_s: f64,
    /// Nodes a move; 0 is no limit.
    pub(crate) nodes: u64,
    /// Megabytes; 0 is not told.
    pub(crate) memory_mb: u64,
    pub(crate) threads: u32,
    /// More INFO lines, `key value`.
    pub(crate) info: Vec<String>,
    /// What it says about itself.
    pub(crate) about: String,
}

/// In what two matches differ, by the name of the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) field: String,
    /// What it is in the first match, and in the second.
    pub(crate) values: [Value; 2],
}

impl Conditions {
    /// The same without the folders of the programs, which differ from one machine to
    /// another.
    pub(crate) fn without_folders(&self) -> Conditions {
        let mut conditions = self.clone();
        for engine in &mut conditions.engines {
            if let Ok(command) = engine.command.parse::<CommandLine>()
                && let Some(name) = Path::new(command.program()).file_name()
            {
                let arguments = command.arguments().to_vec();
                engine.command = CommandLine::new(name.to_string_lossy(), arguments).to_string();
            }
        }
        conditions
    }

    /// How this match differs from another; `None` if games of both belong together.
    pub(crate) fn difference(&self, other: &Conditions) -> Option<Difference> {
        let value = |conditions: &Conditions| {
            let comparable = Conditions {
                games: 0,
                shard: None,
                ..conditions.clone()
            };
            // Numbers, texts and lists: nothing here can fail to be written.
            serde_json::to_value(comparable).unwrap_or_default()
        };
        difference(&value(self), &value(other))
    }
}

/// The first field in which two values differ, however deep it lies.
fn difference(first: &Value, second: &Value) -> Option<Difference> {
    let within = |name: &str, found: Difference| Difference {
        field: format!("{name} {}", found.field).trim_end().to_owned(),
        ..found
    };
    match (first, second) {
        (Value::Object(one), Value::Object(other)) => one.iter().find_map(|(key, value)| {
            let found = difference(value, other.get(key)?)?;
            Some(within(key, found))
        }),
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let mut entries = (1..).zip(one.iter().zip(other));
            entries.find_map(|(n, (value, beside))| {
                Some(within(&n.to_string(), difference(value, beside)?))
            })
        }
        _ => (first != second).then(|| Difference {
            field: String::new(),
            values: [first.clone(), second.clone()],
        }),
    }
}

/// One of the two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    First,
    Second,
}

impl Side {
    pub(crate) const BOTH: [Side; 2] = [Side::First, Side::Second];

    pub(crate) fn index(self) -> usize {
        self as usize
    }

    pub(crate) fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// What ended a game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ending {
    /// A winning row.
    Five,
    /// Black played a forbidden point.
    Forbidden,
    /// No point is free.
    FullBoard,
    /// The side to move has only forbidden points.
    NoLegalMove,
    /// As long as games were allowed to be.
    MaxMoves,
    /// An answer came too late or not at all.
    Time,
    /// A process ended or could not be spoken to.
    Crash,
    /// A move off the board or on a stone.
    Illegal,
    /// Lines came, but no move.
    Nonsense,
}

impl Ending {
    /// Whether the machine, the network or a bug may be to blame rather than play.
    pub(crate) fn is_breakdown(self) -> bool {
        matches!(self, Ending::Time | Ending::Crash | Ending::Nonsense)
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Ending::Five => "five in a row",
            Ending::Forbidden => "a forbidden move",
            Ending::FullBoard => "the board is full",
            Ending::NoLegalMove => "no legal move is left",
            Ending::MaxMoves => "the limit of moves",
            Ending::Time => "time",
            Ending::Crash => "a crash",
            Ending::Illegal => "an illegal move",
            Ending::Nonsense => "a nonsense answer",
        }
    }
}

/// A finished game: a line of a store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameRecord {
    /// Number from 0; games 2n and 2n + 1 are a pair.
    pub(crate) game: u32,
    /// Which engine played Black.
    pub(crate) black: Side,
    /// Who won; absent for a draw.
    pub(crate) winner: Option<Side>,
    pub(crate) ending: Ending,
    /// More about the ending, where there is more.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) detail: String,
    /// How many of the moves are the opening.
    pub(crate) opening: usize,
    /// All moves as a position string, rows from the top.
    pub(crate) moves: String,
    /// Milliseconds for each move after the opening; one more than there are moves if
    /// the last answer was no move.
    pub(crate) times_ms: Vec<f64>,
    pub(crate) used: [Used; 2],
}

/// What an engine used in a game, as far as the system tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Used {
    /// Processor time while it was to move.
    pub(crate) cpu_ms: Option<f64>,
    /// Most resident memory since its process started.
    pub(crate) peak_kib: Option<u64>,
    /// Memory of its own, after the game.
    pub(crate) unique_kib: Option<u64>,
    /// Resident memory after the game.
    pub(crate) resident_kib: Option<u64>,
    /// Threads after the game.
    pub(crate) threads: Option<u64>,
    /// Open files after the game.
    pub(crate) files: Option<u64>,
}

impl GameRecord {
    /// Half points of the first engine: 2, 1 or 0.
    pub(crate) fn half_points(&self) -> u8 {
        match self.winner {
            Some(Side::First) => 2,
            None => 1,
            Some(Side::Second) => 0,
        }
    }

    /// The engine that lost; `None` for a draw.
    pub(crate) fn loser(&self) -> Option<Side> {
        self.winner.map(Side::other)
    }

    /// Who plays `stone`.
    pub(crate) fn side_of(&self, stone: Stone) -> Side {
        match stone {
            Stone::Black => self.black,
            Stone::White => self.black.other(),
        }
    }

    /// The engine that made the move (or gave the answer) with this index in
    /// [`times_ms`](GameRecord::times_ms).
    pub(crate) fn mover(&self, index: usize) -> Side {
        if (self.opening + index).is_multiple_of(2) {
            self.black
        } else {
            self.black.other()
        }
    }
}
