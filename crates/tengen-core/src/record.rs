//! Records: games and positions as text.
//!
//! Readers are lenient exactly where real files are broken: they keep what is certain,
//! and their [`Reading`] carries a [`Note`] for everything repaired or dropped. Only a
//! text from which nothing can be kept is a [`RecordError`]. Writers are strict.
//!
//! All readers take `&str`: decoding old encodings (GBK, UTF-16) is the caller's part.
//! Time and memory are linear in the input.

pub mod coordinate;
mod detect;
mod format;
mod line;
mod notes;
pub mod offsets;
pub mod psq;
pub mod sgf;
#[cfg(test)]
pub(crate) mod test_support;
pub mod text;

use std::fmt;

use crate::point::Size;
use crate::rule::Rule;

pub use detect::{detect, losses, read, read_as, write};
pub use format::{Format, WriteError, WriteProblem};
pub(crate) use notes::{Failure, Notes, beginning, excerpt};

/// The boards that people use, the smallest first: where a text names no size, the first
/// that holds its moves is assumed.
pub(crate) const USUAL_SIZES: [Size; 3] = [usual(15), usual(19), usual(20)];

const fn usual(n: u8) -> Size {
    match Size::new(n) {
        Ok(size) => size,
        Err(_) => Size::STANDARD,
    }
}

/// A list of games longer than this is cut, with a note: short lines would grow into
/// trees of many times their size.
pub const MAX_GAMES: usize = 100_000;

/// What a reader is told beforehand: how to read a text where it does not say itself.
///
/// ```
/// use tengen_core::Rule;
/// use tengen_core::record::ReadOptions;
/// let options = ReadOptions { rule: Some(Rule::Renju), ..ReadOptions::default() };
/// assert_eq!(options.size, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The rule of a text that names none; freestyle, with a note, if this is `None` too.
    pub rule: Option<Rule>,
    /// The board of a text that names none; if this is `None` too, 15x15 or the smallest
    /// usual board that holds all moves, with a note.
    pub size: Option<Size>,
    /// Where row 1 is in human coordinates and position strings.
    pub rows: Rows,
    /// Whether human coordinates and position strings skip the column letter I.
    pub skip_i: bool,
    /// Whether the numbers of a PSQ file start at 0, as some programs write them.
    pub zero_based: bool,
    /// Whether a record of another game (an SGF file of Go) is opened as if it were ours.
    pub other_games: bool,
}

/// Where row 1 lies. The two dialects of position strings differ in nothing else, and
/// mixing them up mirrors a game without any error: state which one is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rows {
    /// Row 1 is at the bottom, as players count and as we write.
    #[default]
    FromBottom,
    /// Row 1 is at the top, as Gomocup's judge and c-gomoku-cli write.
    FromTop,
}

/// A place in a text, for people (line and column from 1, in characters) and for
/// programs (byte offset from 0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Byte offset from the start of the text.
    pub offset: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// The place of a byte offset in `text`; beyond the end it is the end. A line ends
    /// with LF, CR LF or a lone CR. Counts from the start, so ask only for places that
    /// are reported.
    pub fn of(text: &str, offset: usize) -> Place {
        Place::START.advanced_to(text, offset)
    }

    const START: Place = Place {
        offset: 0,
        line: 1,
        column: 1,
    };

    /// The place of a later `offset`, counted on from here.
    fn advanced_to(mut self, text: &str, offset: usize) -> Place {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let bytes = text.as_bytes();
        while self.offset < offset {
            let byte = bytes[self.offset];
            self.offset += 1;
            if byte == b'\n' || (byte == b'\r' && bytes.get(self.offset) != Some(&b'\n')) {
                self.line += 1;
                self.column = 1;
            } else if bytes
                .get(self.offset)
                .is_none_or(|&next| !is_continuation(next))
            {
                self.column += 1;
            }
        }
        self
    }
}

/// Whether this byte continues a character of UTF-8.
const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Something that a reader repaired, dropped or assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where in the text.
    pub place: Place,
    /// What was met and what was done about it.
    pub message: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// What a reader made of a text, and what it had to repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<T> {
    /// What was read.
    pub value: T,
    /// Everything repaired, dropped or assumed, in the order of the text. At most
    /// [`MAX_NOTES`]; the last one then says how many were left out.
    pub notes: Vec<Note>,
}

/// A hopeless file does not produce more notes than a person would read.
pub const MAX_NOTES: usize = 100;

/// A text from which nothing could be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Where reading failed.
    pub place: Place,
    /// What was expected and what was met.
    pub message: String,
}

impl RecordError {
    /// The failure at a byte offset of `text`.
    pub(crate) fn at(text: &str, offset: usize, message: impl Into<String>) -> RecordError {
        RecordError {
            place: Place::of(text, offset),
            message: message.into(),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for RecordError {}
