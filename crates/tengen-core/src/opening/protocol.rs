//! The protocols by name.

use std::fmt;
use std::str::FromStr;

use super::{Phrase, text};
use crate::point::Size;
use crate::rule::Rule;
use crate::stone::Stone;

/// A way to open the game fairly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Protocol {
    /// Nothing is agreed: the first player is Black and plays.
    None,
    /// One black stone, then the second player may swap.
    Swap1,
    /// Three stones, then the second player chooses a colour.
    Swap,
    /// Three stones, then the second player chooses a colour or adds two stones and
    /// leaves the choice to the first.
    Swap2,
    /// Renju: one of the 26 openings, a swap, White's stone with a number of fifths, a
    /// swap, and that many offers for Black's fifth stone.
    Soosyrv8,
    /// Renju: four stones in growing central squares with a swap after each, then a fifth
    /// in 9x9 with a swap, or ten offers for it.
    Taraguchi10,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 6] = [
        Protocol::None,
        Protocol::Swap1,
        Protocol::Swap,
        Protocol::Swap2,
        Protocol::Soosyrv8,
        Protocol::Taraguchi10,
    ];

    /// The name used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::None => "none",
            Protocol::Swap1 => "swap1",
            Protocol::Swap => "swap",
            Protocol::Swap2 => "swap2",
            Protocol::Soosyrv8 => "soosyrv8",
            Protocol::Taraguchi10 => "taraguchi10",
        }
    }

    /// The name as players print it.
    pub const fn title(self) -> &'static str {
        match self {
            Protocol::None => "no opening protocol",
            Protocol::Swap1 => "Swap1",
            Protocol::Swap => "Swap",
            Protocol::Swap2 => "Swap2",
            Protocol::Soosyrv8 => "Soosyrv-8",
            Protocol::Taraguchi10 => "Taraguchi-10",
        }
    }

    /// The whole protocol in a sentence or two.
    pub fn phrase(self) -> Phrase {
        text::of_protocol(self)
    }

    /// Whether it can be played: Soosyrv-8 and Taraguchi-10 belong to renju on 15x15, the
    /// others go with every rule and size.
    pub fn suits(self, size: Size, rule: Rule) -> bool {
        match self {
            Protocol::None | Protocol::Swap1 | Protocol::Swap | Protocol::Swap2 => true,
            Protocol::Soosyrv8 | Protocol::Taraguchi10 => {
                rule.has_forbidden_points(Stone::Black) && size == Size::STANDARD
            }
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Protocol {
    type Err = ProtocolNameError;

    /// Reads a name in any case; hyphens and spaces do not matter, nor does the number of
    /// the two renju protocols.
    ///
    /// ```
    /// use tengen_core::opening::Protocol;
    /// assert_eq!("Soosyrv-8".parse(), Ok(Protocol::Soosyrv8));
    /// assert_eq!("taraguchi".parse(), Ok(Protocol::Taraguchi10));
    /// assert!("swap7".parse::<Protocol>().unwrap_err().to_string().contains("swap2"));
    /// ```
    fn from_str(text: &str) -> Result<Protocol, ProtocolNameError> {
        let word: String = text
            .chars()
            .filter(|c| !matches!(c, '-' | '_' | ' '))
            .take(40)
            .flat_map(char::to_lowercase)
            .collect();
        let name = match word.as_str() {
            "soosyrv" => "soosyrv8",
            "taraguchi" => "taraguchi10",
            other => other,
        };
        Protocol::ALL
            .into_iter()
            .find(|protocol| protocol.name() == name)
            .ok_or_else(|| ProtocolNameError {
                met: text.trim().chars().take(40).collect(),
            })
    }
}

/// A word that names no opening protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolNameError {
    /// The word (its beginning, if it is long).
    pub met: String,
}

impl fmt::Display for ProtocolNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no opening protocol: none, swap1, swap, swap2, soosyrv8 and taraguchi10 are",
            self.met
        )
    }
}

impl std::error::Error for ProtocolNameError {}
