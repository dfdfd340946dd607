//! The rules: who wins with which row. Adding a rule touches this module alone.
//!
//! Two more modules follow from a rule's clauses without knowing its name:
//! [`win`](crate::win) finds winning rows on a board, and
//! [`forbidden`](crate::forbidden) the points that renju forbids Black.

use std::fmt;
use std::str::FromStr;

use crate::board::Run;
use crate::stone::Stone;

/// A rule of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win, for both colours.
    Standard,
    /// Black wins with exactly five and must not make an overline, a double four or a
    /// double three; White wins with five or more and may do anything.
    Renju,
    /// A five that enemy stones do not hold at both ends wins, and so do six and more.
    Caro8,
    /// Exactly five win, unless enemy stones hold them at both ends.
    Caro9,
}

/// What a rule says about rows longer than five.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overline {
    Wins,
    WinsNothing,
}

/// What a rule says about a five with an enemy stone at each end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeldFive {
    Wins,
    WinsNothing,
}

/// Everything that tells one rule from another.
struct Clauses {
    name: &'static str,
    aliases: &'static [&'static str],
    gomocup_code: u32,
    condition: &'static str,
    overline: [Overline; 2],
    held_five: HeldFive,
    black_has_forbidden_points: bool,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 5] = [
        Rule::Freestyle,
        Rule::Standard,
        Rule::Renju,
        Rule::Caro8,
        Rule::Caro9,
    ];

    const fn clauses(self) -> Clauses {
        use Overline::{Wins, WinsNothing};
        match self {
            Rule::Freestyle => Clauses {
                name: "freestyle",
                aliases: &["free", "gomoku"],
                gomocup_code: 0,
                condition: "Five or more in a row win.",
                overline: [Wins, Wins],
                held_five: HeldFive::Wins,
                black_has_forbidden_points: false,
            },
            Rule::Standard => Clauses {
                name: "standard",
                aliases: &["exactly-five"],
                gomocup_code: 1,
                condition: "Exactly five in a row win; six or more do not.",
                overline: [WinsNothing, WinsNothing],
                held_five: HeldFive::Wins,
                black_has_forbidden_points: false,
            },
            Rule::Renju => Clauses {
                name: "renju",
                aliases: &[],
                gomocup_code: 4,
                condition: "Black wins with exactly five and may not make an overline, a double four or a double three; White wins with five or more.",
                overline: [WinsNothing, Wins],
                held_five: HeldFive::Wins,
                black_has_forbidden_points: true,
            },
            Rule::Caro8 => Clauses {
                name: "caro8",
                aliases: &[],
                gomocup_code: 8,
                condition: "Five in a row win unless enemy stones stand at both ends; six or more always win.",
                overline: [Wins, Wins],
                held_five: HeldFive::WinsNothing,
                black_has_forbidden_points: false,
            },
            Rule::Caro9 => Clauses {
                name: "caro9",
                aliases: &["caro"],
                gomocup_code: 9,
                condition: "Exactly five in a row win unless enemy stones stand at both ends.",
                overline: [WinsNothing, WinsNothing],
                held_five: HeldFive::WinsNothing,
                black_has_forbidden_points: false,
            },
        }
    }

    /// The name used in files and on the command line: `freestyle`, `standard`, `renju`,
    /// `caro8`, `caro9`.
    pub const fn name(self) -> &'static str {
        self.clauses().name
    }

    /// The winning condition as a sentence, to be shown beside the board: names of rules
    /// differ between communities, the condition does not.
    pub const fn condition(self) -> &'static str {
        self.clauses().condition
    }

    /// The number in Gomocup's `INFO rule`.
    pub const fn gomocup_code(self) -> u32 {
        self.clauses().gomocup_code
    }

    /// The rule with that Gomocup number (0, 1, 4, 8, 9).
    pub fn from_gomocup_code(code: u32) -> Option<Rule> {
        Rule::ALL
            .into_iter()
            .find(|rule| rule.gomocup_code() == code)
    }

    /// Whether some points are forbidden to this colour.
    pub const fn has_forbidden_points(self, stone: Stone) -> bool {
        self.clauses().black_has_forbidden_points && matches!(stone, Stone::Black)
    }

    /// Whether a row of `length` stones of `stone`'s colour wins; `held` says that enemy
    /// stones stand at both of its ends.
    pub const fn row_wins(self, stone: Stone, length: u8, held: bool) -> bool {
        let clauses = self.clauses();
        match length {
            0..5 => false,
            5 => !held || matches!(clauses.held_five, HeldFive::Wins),
            _ => matches!(clauses.overline[stone as usize], Overline::Wins),
        }
    }

    /// Whether this row wins.
    pub fn run_wins(self, run: &Run) -> bool {
        self.row_wins(run.stone, run.length, run.is_held())
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    /// Reads a rule's name in any case; `caro` alone means `caro9`.
    fn from_str(text: &str) -> Result<Rule, RuleError> {
        let word = text.trim();
        Rule::ALL
            .into_iter()
            .find(|rule| {
                let clauses = rule.clauses();
                std::iter::once(&clauses.name)
                    .chain(clauses.aliases)
                    .any(|name| name.eq_ignore_ascii_case(word))
            })
            .ok_or_else(|| RuleError {
                met: word.chars().take(40).collect(),
            })
    }
}

/// A word that names no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// The word (its beginning, if it is long).
    pub met: String,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no rule: freestyle, standard, renju, caro8 and caro9 (or caro) are",
            self.met
        )
    }
}

impl std::error::Error for RuleError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_lead_back_to_the_rule() {
        for rule in Rule::ALL {
            assert_eq!(rule.name().parse(), Ok(rule));
            assert_eq!(rule.name().to_uppercase().parse(), Ok(rule));
            assert_eq!(Rule::from_gomocup_code(rule.gomocup_code()), Some(rule));
        }
        assert_eq!("caro".parse(), Ok(Rule::Caro9));
        assert_eq!(Rule::from_gomocup_code(2), None);
        let error = "chess".parse::<Rule>().unwrap_err().to_string();
        assert!(
            error.contains("chess") && error.contains("renju"),
            "{error}"
        );
    }

    /// The table of the definitions, written out: (rule, colour, length, held) wins.
    #[test]
    fn rows_win_as_the_definitions_say() {
        use Rule::{Caro8, Caro9, Freestyle, Renju, Standard};
        use Stone::{Black, White};
        for rule in Rule::ALL {
            for stone in Stone::BOTH {
                assert!(!rule.row_wins(stone, 4, false));
                assert!(rule.row_wins(stone, 5, false));
                let held = rule.row_wins(stone, 5, true);
                assert_eq!(held, !matches!(rule, Caro8 | Caro9));
                for held in [false, true] {
                    let six = rule.row_wins(stone, 6, held);
                    assert_eq!(six, rule.row_wins(stone, 22, held));
                    let expected = match (rule, stone) {
                        (Freestyle | Caro8, _) | (Renju, White) => true,
                        (Standard | Caro9, _) | (Renju, Black) => false,
                    };
                    assert_eq!(six, expected, "{rule} {stone}");
                }
            }
        }
    }
}
