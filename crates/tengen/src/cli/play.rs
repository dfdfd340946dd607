//! The arguments of `play`: everything in the new-game sheet, and how it is shown.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tengen_core::opening::Protocol;
use tengen_core::{Rule, Size};
use tengen_play::{Opponent, TimeControl};
use tengen_tui::text::Language;

use super::values::whole;

/// What `tengen help play` says first.
pub(crate) const ABOUT: &str = "\
Play against a person or a program, here in the terminal

The board is played on with arrows and Enter, with the mouse, or by typing h8 and Enter;
`?` shows all keys. Every move is kept as it is made, and the last game goes on at the
next start unless a new one is asked for by any of the options. Without a terminal, or
with --plain, it is a game line by line.

Programs of others are named by --engine or in the file engines.txt of the data folder
(a line each: name = command line), and nowhere else.";

/// What it says last.
pub(crate) const EXAMPLES: &str = "\
Examples:
  tengen play                                   the last game, or the sheet's settings
  tengen play --level 3 --rule renju --color random
  tengen play --opponent greedy --size 19 --clock 5+3
  tengen play --opponent person --opening swap2
  tengen play --watch master --level 8          two programs, Master has Black
  tengen play --engine ./pbrain-other --clock 30s
  printf 'h8\\nquit\\n' | tengen play --plain --level 1

Exit status:
   0  played
   1  the game could not be set up
  64  wrong usage
  73  the output cannot be written";

/// The arguments of `play`.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The level to play against: 1 to 10
    #[arg(short, long, value_name = "N", value_parser = whole::<u8>(1..=10))]
    pub(crate) level: Option<u8>,
    /// Whom to play against: an id of `tengen levels`, or `person`
    #[arg(long, value_name = "ID", conflicts_with = "level")]
    pub(crate) opponent: Option<Rival>,
    /// Play against a Gomocup program: a command line, or a name of engines.txt
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["level", "opponent"])]
    pub(crate) engine: Option<String>,
    /// Do not play but watch this opponent, who takes your side
    #[arg(long, value_name = "ID")]
    pub(crate) watch: Option<Opponent>,
    /// Your colour; with an opening: whether you open (black) or answer
    #[arg(short, long, value_name = "COLOUR")]
    pub(crate) color: Option<Colour>,
    /// The rule: freestyle, standard, renju, caro8, caro9
    #[arg(short, long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,
    /// The board's side length: 5 to 22
    #[arg(short, long, value_name = "N", value_parser = super::size)]
    pub(crate) size: Option<Size>,
    /// The opening protocol: none, swap1, swap, swap2, soosyrv8, taraguchi10
    #[arg(short, long, value_name = "NAME")]
    pub(crate) opening: Option<Protocol>,
    /// The clock: none, minutes (10), minutes+seconds a move (5+3), seconds a move (30s)
    #[arg(long, value_name = "TIME", value_parser = clock)]
    pub(crate) clock: Option<TimeControl>,
    /// Decides what is drawn at random, so that a game can be repeated
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// Begin a new game even if the last one is not over
    #[arg(long)]
    pub(crate) new: bool,
    /// Go on with the last game, also line by line or with the program of --engine
    #[arg(long, conflicts_with = "new")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) showing: ShowingArgs,
}

/// How the game is shown and kept.
#[derive(Args, Debug)]
#[command(next_help_heading = "Showing and keeping")]
pub(crate) struct ShowingArgs {
    /// A game line by line, for pipes and plain terminals
    #[arg(long)]
    pub(crate) plain: bool,
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Use no colours (so does the variable `NO_COLOR`)
    #[arg(long)]
    pub(crate) no_color: bool,
    /// The terminal's background, where it cannot be known: light or dark
    #[arg(long, value_name = "GROUND")]
    pub(crate) ground: Option<GroundArg>,
    /// The language: en or zh; the locale's by default
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Language>,
    /// The folder where games are kept; the system's data folder by default
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Keep nothing
    #[arg(long, conflicts_with = "data")]
    pub(crate) no_store: bool,
}

/// Whom one can play against by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rival {
    /// Another person at the same keyboard.
    Person,
    /// A program.
    Program(Opponent),
}

impl std::str::FromStr for Rival {
    type Err = String;

    fn from_str(text: &str) -> Result<Rival, String> {
        if text.eq_ignore_ascii_case("person") {
            return Ok(Rival::Person);
        }
        let opponent: Result<Opponent, _> = text.parse();
        opponent
            .map(Rival::Program)
            .map_err(|error| format!("{error}; so is person"))
    }
}

/// A person's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    Black,
    White,
    Random,
}

/// The terminal's background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroundArg {
    Light,
    Dark,
}

fn clock(text: &str) -> Result<TimeControl, String> {
    let allowed =
        || "none, minutes (10), minutes+seconds (5+3) or seconds a move (30s) is expected";
    let number = |digits: &str, unit_ms: f64| -> Result<u64, String> {
        let value: f64 = digits.trim().parse().map_err(|_| allowed().to_owned())?;
        let ms = value * unit_ms;
        match (1.0..=864_000_000.0).contains(&ms) {
            true => Ok(ms as u64),
            false => Err("a time from a thousandth of a second to ten days is allowed".to_owned()),
        }
    };
    let word = text.trim().to_lowercase();
    if word == "none" {
        return Ok(TimeControl::None);
    }
    if let Some(seconds) = word.strip_suffix('s') {
        return Ok(TimeControl::PerMove {
            ms: number(seconds, 1000.0)?,
        });
    }
    let (minutes, increment_ms) = match word.split_once('+') {
        Some((minutes, "0")) => (minutes, 0),
        Some((minutes, seconds)) => (minutes, number(seconds, 1000.0)?),
        None => (word.as_str(), 0),
    };
    Ok(TimeControl::PerGame {
        ms: number(minutes, 60_000.0)?,
        increment_ms,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_nonsense_is_refused() {
        assert_eq!(clock("none"), Ok(TimeControl::None));
        assert_eq!(clock("30s"), Ok(TimeControl::PerMove { ms: 30_000 }));
        let five_three = TimeControl::PerGame {
            ms: 300_000,
            increment_ms: 3_000,
        };
        assert_eq!(clock("5+3"), Ok(five_three));
        assert_eq!(
            clock("10"),
            Ok(TimeControl::PerGame {
                ms: 600_000,
                increment_ms: 0
            })
        );
        for wrong in ["", "x", "-1", "0", "5+x", "nan", "1e99"] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }
}
