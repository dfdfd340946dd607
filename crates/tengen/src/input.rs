//! From the command line to recorded games: finds, decodes and reads the input, and
//! tells what had to be repaired.

use std::ffi::OsStr;
use std::io::{IsTerminal, Read};
use std::path::Path;

use tengen::decode::decode;
use tengen_core::Tree;
use tengen_core::record::{self, Note, Reading, RecordError};

use crate::cli::ReadingArgs;
use crate::failure::Failure;
use crate::survey::counted;
use crate::terminal;

/// The games of an input, at least one.
#[derive(Debug)]
pub(crate) struct Games {
    /// What the input is called in messages.
    pub(crate) name: String,
    games: Vec<Tree>,
}

impl Games {
    /// All of them, or the one that was asked for.
    pub(crate) fn chosen(&self, args: &ReadingArgs) -> Result<&[Tree], Failure> {
        let Some(number) = args.game else {
            return Ok(&self.games);
        };
        let index = number.get() - 1;
        self.games.get(index..=index).ok_or_else(|| {
            Failure::Usage(format!(
                "--game {number}: {} holds {}",
                self.name,
                counted(self.games.len(), "game")
            ))
        })
    }

    /// Gives away the game that was asked for, else the first, which is said if there are
    /// more.
    pub(crate) fn into_one(mut self, args: &ReadingArgs) -> Result<Tree, Failure> {
        let count = self.chosen(args)?.len();
        if count > 1 {
            terminal::say(format!(
                "{}: this is the first of {count} games; choose another with --game",
                self.name
            ));
        }
        let index = args.game.map_or(0, |number| number.get() - 1);
        if index >= self.games.len() {
            return Err(Failure::Unusable(format!(
                "{}: there is no game",
                self.name
            )));
        }
        Ok(self.games.swap_remove(index))
    }
}

/// Reads what the argument names; notes go to the error output.
pub(crate) fn load(argument: Option<&OsStr>, args: &ReadingArgs) -> Result<Games, Failure> {
    let source = Source::open(argument)?;
    let options = args.options();
    let reading = match args.from {
        None => record::read(&source.text, &options),
        Some(format) => match format.as_record() {
            Some(format) => record::read_as(format, &source.text, &options),
            None => {
                return Err(Failure::Usage(
                    "--from svg: pictures cannot be read".to_owned(),
                ));
            }
        },
    };
    let Reading { value, notes } = reading.map_err(|error| source.failure(&error))?;
    let told = source.notes.len() + notes.len();
    source.tell(&notes);
    if args.strict && told > 0 {
        return Err(Failure::Unusable(format!(
            "{}: --strict refuses a record that needs {}",
            source.name,
            counted(told, "repair or assumption")
        )));
    }
    Ok(Games {
        name: source.name,
        games: value,
    })
}

/// A text and where it comes from.
struct Source {
    name: String,
    text: String,
    /// What decoding had to assume.
    notes: Vec<String>,
    /// Whether it stood on the command line itself.
    is_argument: bool,
}

impl Source {
    fn open(argument: Option<&OsStr>) -> Result<Source, Failure> {
        let nothing = "give a file, - for the standard input, or a position such as h8i9h10";
        let Some(argument) = argument else {
            if std::io::stdin().is_terminal() {
                return Err(Failure::Usage(nothing.to_owned()));
            }
            return Source::of_stdin();
        };
        match argument.to_str() {
            Some("-") => Source::of_stdin(),
            Some(text) if text.trim().is_empty() => Err(Failure::Usage(nothing.to_owned())),
            Some(text) if may_be_position(text) && !Path::new(text).exists() => Ok(Source {
                name: "command line".to_owned(),
                text: text.to_owned(),
                notes: Vec::new(),
                is_argument: true,
            }),
            _ => Source::of_file(Path::new(argument)),
        }
    }

    fn of_stdin() -> Result<Source, Failure> {
        let mut bytes = Vec::new();
        match std::io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => Source::of_bytes("standard input", &bytes),
            Err(error) => Err(Failure::Input(format!("standard input: {error}"))),
        }
    }

    fn of_file(path: &Path) -> Result<Source, Failure> {
        let name = path.display().to_string();
        match std::fs::read(path) {
            Ok(bytes) => Source::of_bytes(&name, &bytes),
            Err(error) => Err(Failure::Input(format!("{name}: {error}"))),
        }
    }

    fn of_bytes(name: &str, bytes: &[u8]) -> Result<Source, Failure> {
        if let Some(why) = unreadable(bytes) {
            return Err(Failure::Unusable(format!("{name}: {why}")));
        }
        let decoded = decode(bytes);
        Ok(Source {
            name: name.to_owned(),
            text: decoded.text,
            notes: decoded.notes,
            is_argument: false,
        })
    }

    fn failure(&self, error: &RecordError) -> Failure {
        let message = format!("{}: {error}{}", self.name, hint(&error.message));
        if self.is_argument {
            Failure::Input(format!("{message} (and there is no such file)"))
        } else {
            Failure::Unusable(message)
        }
    }

    fn tell(&self, notes: &[Note]) {
        for note in &self.notes {
            terminal::say(format!("{}: {note}", self.name));
        }
        for note in notes {
            terminal::say(format!("{}: {note}{}", self.name, hint(&note.message)));
        }
    }
}

/// The switch that helps where the library, which knows no switches, offers another way.
fn hint(message: &str) -> &'static str {
    if message.contains("as zero-based") {
        " (use --zero-based)"
    } else if message.contains("on request") {
        " (use --other-games)"
    } else {
        ""
    }
}

/// Records of formats that others write and we cannot read yet, by how they begin.
fn unreadable(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if bytes.starts_with(b"\xFFRenLib\xFF") {
        Some("a RenLib library cannot be read yet: export it as SGF")
    } else if text.trim_ascii_start().starts_with(b"<?xml") {
        Some("XML, such as RenjuNet's RIF, cannot be read yet")
    } else {
        None
    }
}

/// Whether an argument that names no file can be meant as a position: a link, or points
/// without any path around them. `game.sgf` is a file that is missing.
fn may_be_position(argument: &str) -> bool {
    if argument.contains("://") {
        return true;
    }
    let path = Path::new(argument);
    let has_ending = path
        .extension()
        .and_then(|ending| ending.to_str())
        .is_some_and(|ending| {
            (1..=4).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphabetic())
        });
    !has_ending && !argument.contains(['/', '\\'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_with_a_path_or_an_ending_are_files() {
        for file in ["game.sgf", "h8.psq", "a/h8", "..\\h8", "h8h9.txt"] {
            assert!(!may_be_position(file), "{file}");
        }
        for position in [
            "h8i9",
            "1. h8 i9 2. h10",
            "https://gomocalc.com/#/h8",
            "h8 h9",
        ] {
            assert!(may_be_position(position), "{position}");
        }
    }
}
