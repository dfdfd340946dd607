//! Records: games and positions as text.
//!
//! Readers are lenient exactly where real files are broken: they keep what is certain,
//! and their [`Reading`] carries a [`Note`] for everything repaired or dropped. Only a
//! text from which nothing can be kept is a [`RecordError`]. Writers are strict.
//!
//! All readers take `&str`: decoding old encodings (GBK, UTF-16) is the caller's part.
//! Time and memory are linear in the input.

use std::fmt;

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
    /// The place of a byte offset in `text`; beyond the end it is the end. Counts from
    /// the start, so ask only for places that are reported.
    pub fn of(text: &str, offset: usize) -> Place {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Place {
            offset,
            line: 1 + before.bytes().filter(|&b| b == b'\n').count(),
            column: 1 + before[line_start..].chars().count(),
        }
    }
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

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for RecordError {}
