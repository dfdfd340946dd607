//! What goes to the terminal: nothing in it may come from a file unfiltered.

use std::fmt::Display;
use std::io::{IsTerminal, Write};

use crate::cli::When;
use crate::failure::Failure;

/// Text from a file on one line: what could steer a terminal, or turn the writing
/// direction of what follows, is replaced by a visible sign.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if is_harmless(c) { c } else { '\u{FFFD}' })
        .collect()
}

/// The same for text of several lines: line breaks and tabs stay.
pub(crate) fn clean_lines(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            c if is_harmless(c) => c,
            _ => '\u{FFFD}',
        })
        .collect()
}

fn is_harmless(c: char) -> bool {
    let turns_direction = matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !turns_direction
}

/// Says something on the error output. If that is closed there is nobody to tell.
pub(crate) fn say(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "{}", clean(&message.to_string()));
}

/// Prints to the standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::printing(&error))
}

/// Prints what explains an answer that the exit status gives: the answer stands though
/// nobody reads the explanation.
pub(crate) fn print_answer(text: &str) -> Result<(), Failure> {
    match print(text) {
        Err(Failure::ReaderGone) => Ok(()),
        printed => printed,
    }
}

/// Whether the standard output is a terminal.
pub(crate) fn output_is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// A line on the error output that says how far the work is: written over and over on a
/// terminal; elsewhere, if it is wanted, line below line.
#[derive(Debug)]
pub(crate) struct StatusLine {
    is_terminal: bool,
    wanted: bool,
}

/// A status line must not wrap, or it cannot be overwritten.
const COLUMNS: usize = 79;

impl StatusLine {
    /// Shown on a terminal, and elsewhere only if `wanted`.
    pub(crate) fn new(wanted: bool) -> StatusLine {
        StatusLine {
            is_terminal: std::io::stderr().is_terminal(),
            wanted,
        }
    }

    pub(crate) fn write(&self, text: &str) {
        if self.is_terminal {
            self.overwrite(&text.chars().take(COLUMNS).collect::<String>());
        } else if self.wanted {
            say(text);
        }
    }

    /// Removes the line where it was written over.
    pub(crate) fn clear(&self) {
        if self.is_terminal {
            self.overwrite("");
        }
    }

    fn overwrite(&self, shown: &str) {
        let mut errors = std::io::stderr();
        // Nobody is there to tell if this fails.
        let _ = write!(errors, "\r\x1b[K{shown}").and_then(|()| errors.flush());
    }
}

/// What a part of the picture means; the colour follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Nothing special.
    Plain,
    /// Grid and coordinates.
    Quiet,
    /// The last move.
    Last,
    /// A winning row.
    Accent,
    /// A forbidden point.
    Alert,
}

/// Puts colours around text, or leaves it as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Painter {
    colours: bool,
}

impl Painter {
    pub(crate) fn new(when: When) -> Painter {
        let colours = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => output_is_terminal() && colours_are_welcome(),
        };
        Painter { colours }
    }

    pub(crate) fn paint(self, role: Role, text: &str) -> String {
        let code = match role {
            Role::Plain => return text.to_owned(),
            Role::Quiet => "2",
            Role::Last => "7",
            Role::Accent => "1;36",
            Role::Alert => "1;31",
        };
        if self.colours && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// Whether the environment has nothing against colours. Old Windows consoles print the
/// codes as they are; those that understand them announce it.
fn colours_are_welcome() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let term = std::env::var_os("TERM");
    let understands = if cfg!(windows) {
        is_set("WT_SESSION") || is_set("ANSICON") || term.is_some()
    } else {
        term.is_some_and(|term| term != "dumb")
    };
    understands && !is_set("NO_COLOR")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_passes() {
        let text = "Ann\x1b[31m\u{9b}2J\u{202E}\r\x07\n棋士 é";
        assert_eq!(clean(text), "Ann�[31m�2J����棋士 é");
        assert_eq!(clean_lines("a\tb\nc\x1bd\r"), "a\tb\nc�d�");
    }

    #[test]
    fn colours_surround_only_what_has_a_role() {
        let painter = Painter::new(When::Always);
        assert_eq!(painter.paint(Role::Alert, "x"), "\x1b[1;31mx\x1b[0m");
        assert_eq!(painter.paint(Role::Plain, "x"), "x");
        assert_eq!(painter.paint(Role::Alert, ""), "");
        let plain = Painter::new(When::Never);
        assert_eq!(plain.paint(Role::Alert, "x"), "x");
    }
}
