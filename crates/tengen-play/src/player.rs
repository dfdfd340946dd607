//! Who sits at the board: a person, a named opponent, an engine with limits, or a foreign
//! program.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tengen_gomocup::client::CommandLine;

/// The highest numbered level.
pub const HIGHEST_LEVEL: u8 = 10;

/// A named opponent of fixed strength: five of the classroom, ten levels, and Master.
///
/// The order is that of the table of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Opponent {
    /// Any free point.
    Random,
    /// The point with the best score for its four lines.
    Greedy,
    /// Tries every point, then lets the other side try.
    Trial,
    /// Two plies, every answer looked at.
    Minimax,
    /// Four plies, without looking at what cannot matter.
    AlphaBeta,
    /// Level 1 to 10 of the real engine; see [`Opponent::level`].
    Level(u8),
    /// The real engine at full strength.
    Master,
}

impl Opponent {
    /// All sixteen, in the order of the table.
    pub const ALL: [Opponent; 16] = [
        Opponent::Random,
        Opponent::Greedy,
        Opponent::Trial,
        Opponent::Minimax,
        Opponent::AlphaBeta,
        Opponent::Level(1),
        Opponent::Level(2),
        Opponent::Level(3),
        Opponent::Level(4),
        Opponent::Level(5),
        Opponent::Level(6),
        Opponent::Level(7),
        Opponent::Level(8),
        Opponent::Level(9),
        Opponent::Level(10),
        Opponent::Master,
    ];

    /// The five of the classroom.
    pub const CLASSROOM: [Opponent; 5] = [
        Opponent::Random,
        Opponent::Greedy,
        Opponent::Trial,
        Opponent::Minimax,
        Opponent::AlphaBeta,
    ];

    /// That level, if it is between 1 and 10.
    pub fn level(number: u8) -> Option<Opponent> {
        (1..=HIGHEST_LEVEL)
            .contains(&number)
            .then_some(Opponent::Level(number))
    }

    /// The name in files and on the command line: `random`, `level-3`, `master`.
    pub fn id(self) -> String {
        match self {
            Opponent::Random => "random".to_owned(),
            Opponent::Greedy => "greedy".to_owned(),
            Opponent::Trial => "trial".to_owned(),
            Opponent::Minimax => "minimax".to_owned(),
            Opponent::AlphaBeta => "alphabeta".to_owned(),
            Opponent::Level(number) => format!("level-{number}"),
            Opponent::Master => "master".to_owned(),
        }
    }

    /// The name for people, in English.
    pub fn name(self) -> String {
        match self {
            Opponent::Random => "Random".to_owned(),
            Opponent::Greedy => "Greedy".to_owned(),
            Opponent::Trial => "Trial".to_owned(),
            Opponent::Minimax => "Minimax".to_owned(),
            Opponent::AlphaBeta => "Alpha-beta".to_owned(),
            Opponent::Level(number) => format!("Level {number}"),
            Opponent::Master => "Master".to_owned(),
        }
    }

    /// One line of character, in English. Translations go by [`id`](Opponent::id).
    pub fn character(self) -> &'static str {
        match self {
            Opponent::Random => "Plays any free point",
            Opponent::Greedy => "Takes the point with the highest score, and looks no further",
            Opponent::Trial => "Tries every point, then asks what you would do",
            Opponent::Minimax => "Looks at every answer to every move",
            Opponent::AlphaBeta => "Four plies deep, skipping what cannot matter",
            Opponent::Level(number) => level_character(number),
            Opponent::Master => "The engine at full strength",
        }
    }

    /// Whether it belongs to the classroom.
    pub fn is_classroom(self) -> bool {
        Opponent::CLASSROOM.contains(&self)
    }

    /// Whether it gives up once its loss is proven; the others play the longest defence.
    pub fn resigns(self) -> bool {
        match self {
            Opponent::Level(number) => number >= 8,
            Opponent::Master => true,
            _ => false,
        }
    }

    /// The next opponent up on the scale of levels, where Master follows level 10.
    pub fn one_up(self) -> Option<Opponent> {
        match self {
            Opponent::Level(HIGHEST_LEVEL) => Some(Opponent::Master),
            Opponent::Level(number) => Opponent::level(number + 1),
            _ => None,
        }
    }

    /// The next opponent down on the same scale.
    pub fn one_down(self) -> Option<Opponent> {
        match self {
            Opponent::Master => Opponent::level(HIGHEST_LEVEL),
            Opponent::Level(number) => Opponent::level(number.saturating_sub(1)),
            _ => None,
        }
    }
}

fn level_character(number: u8) -> &'static str {
    match number {
        0 | 1 => "Sees fives, often misses a four",
        2 => "Blocks fours, misses threes",
        3 => "Blocks threes in rows and columns, not on diagonals",
        4 => "Blocks plain threes, misses broken ones",
        5 => "Sees broken rows too, walks into four-threes",
        6 => "Plays four-threes, does not follow rows of fours",
        7 => "Wins by rows of fours, forgets diagonals elsewhere",
        8 => "Sees short attacks by threes",
        9 => "Searches well, misses what is deep",
        _ => "Searches deep and proves what it can",
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.id())
    }
}

impl FromStr for Opponent {
    type Err = OpponentError;

    /// Reads an id in any case; `3` and `level3` mean `level-3`.
    fn from_str(text: &str) -> Result<Opponent, OpponentError> {
        let word = text.trim().to_lowercase();
        let number = word.strip_prefix("level").unwrap_or(&word);
        let number = number.trim_start_matches(['-', ' ']).parse().ok();
        if let Some(opponent) = number.and_then(Opponent::level) {
            return Ok(opponent);
        }
        Opponent::ALL
            .into_iter()
            .find(|opponent| opponent.id() == word)
            .ok_or_else(|| OpponentError {
                met: text.trim().chars().take(40).collect(),
            })
    }
}

impl TryFrom<String> for Opponent {
    type Error = OpponentError;

    fn try_from(text: String) -> Result<Opponent, OpponentError> {
        text.parse()
    }
}

impl From<Opponent> for String {
    fn from(opponent: Opponent) -> String {
        opponent.id()
    }
}

/// A word that names no opponent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{met:?} is no opponent: random, greedy, trial, minimax, alphabeta, level-1 to level-10 and master are"
)]
pub struct OpponentError {
    /// The word (its beginning, if it is long).
    pub met: String,
}

/// The real engine with limits of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EngineLimits {
    /// Positions visited for a move.
    pub nodes: Option<u64>,
    /// Plies of the deepest iteration.
    pub depth: Option<u32>,
    /// Milliseconds for a move. With no limit at all it takes
    /// [`DEFAULT_TURN_MS`](EngineLimits::DEFAULT_TURN_MS).
    pub turn_ms: Option<u64>,
    /// Threads that search together.
    pub threads: usize,
}

impl EngineLimits {
    /// What a move takes where nothing else limits it.
    pub const DEFAULT_TURN_MS: u64 = 5_000;
}

impl Default for EngineLimits {
    fn default() -> EngineLimits {
        EngineLimits {
            nodes: None,
            depth: None,
            turn_ms: None,
            threads: 1,
        }
    }
}

/// A foreign program that speaks the Gomocup protocol. It is named on the command line
/// or in the configuration file only, never by what comes over a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalEngine {
    /// The name to show.
    pub name: String,
    /// How it is started; there is no shell.
    pub command: CommandLine,
    /// Milliseconds for a move where the game has no clock.
    pub turn_ms: u64,
}

/// One of the two players of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Somebody at the board.
    Person,
    /// A named opponent.
    Opponent(Opponent),
    /// The real engine with limits of one's own.
    Engine(EngineLimits),
    /// A foreign program.
    External(ExternalEngine),
}

impl Player {
    /// Whether a person decides.
    pub fn is_person(&self) -> bool {
        matches!(self, Player::Person)
    }

    /// The name to show, in English; empty for a person, whose name is not ours to give.
    pub fn name(&self) -> String {
        match self {
            Player::Person => String::new(),
            Player::Opponent(opponent) => opponent.name(),
            Player::Engine(_) => "Engine".to_owned(),
            Player::External(engine) => engine.name.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_the_sixteen_in_order_and_read_back() {
        let ids: Vec<String> = Opponent::ALL.iter().map(|it| it.id()).collect();
        let expected = "random greedy trial minimax alphabeta level-1 level-2 level-3 level-4 \
                        level-5 level-6 level-7 level-8 level-9 level-10 master";
        assert_eq!(ids.join(" "), expected);
        for opponent in Opponent::ALL {
            assert_eq!(opponent.id().to_uppercase().parse(), Ok(opponent));
        }
        assert_eq!("7".parse(), Ok(Opponent::Level(7)));
        assert_eq!("Level 10".parse(), Ok(Opponent::Level(10)));
        for wrong in ["", "0", "11", "level-11", "mistress"] {
            let error = wrong.parse::<Opponent>().unwrap_err().to_string();
            assert!(error.contains("level-1 to level-10"), "{error}");
        }
    }

    #[test]
    fn the_scale_of_levels_has_two_ends() {
        assert_eq!(Opponent::Level(1).one_down(), None);
        assert_eq!(Opponent::Level(10).one_up(), Some(Opponent::Master));
        assert_eq!(Opponent::Master.one_up(), None);
        assert_eq!(Opponent::Master.one_down(), Some(Opponent::Level(10)));
        assert_eq!(Opponent::Greedy.one_up(), None);
    }
}
