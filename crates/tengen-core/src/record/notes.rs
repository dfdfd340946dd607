//! What every reader needs: collecting notes, the beginning of a text, short quotations.

use super::{MAX_NOTES, Note, Place, RecordError};

/// Collects the notes of one reading.
///
/// Notes are kept by offset; their lines and columns are counted once, in
/// [`finish`](Notes::finish), so that many notes on a long text stay cheap.
#[derive(Debug)]
pub(crate) struct Notes<'a> {
    text: &'a str,
    kept: Vec<(usize, String)>,
    left_out: usize,
}

impl<'a> Notes<'a> {
    /// No notes yet on `text`.
    pub(crate) fn new(text: &'a str) -> Notes<'a> {
        Notes {
            text,
            kept: Vec::new(),
            left_out: 0,
        }
    }

    /// Says something about the text at a byte offset.
    pub(crate) fn push(&mut self, offset: usize, message: impl Into<String>) {
        self.push_with(offset, || message.into());
    }

    /// The same, for what a hopeless text repeats a million times: the message is only
    /// written if it is kept.
    pub(crate) fn push_with(&mut self, offset: usize, message: impl FnOnce() -> String) {
        if self.kept.len() < MAX_NOTES {
            self.kept.push((offset, message()));
        } else {
            self.left_out += 1;
        }
    }

    /// All notes in the order of the text, at most [`MAX_NOTES`].
    pub(crate) fn finish(mut self) -> Vec<Note> {
        let overflow = (self.left_out > 0).then(|| {
            let (offset, _) = self.kept.pop().unwrap_or_default();
            let message = format!("and {} more notes like these", self.left_out + 1);
            (offset, message)
        });
        self.kept.sort_by_key(|&(offset, _)| offset);
        let mut place = Place::START;
        let mut notes: Vec<Note> = Vec::with_capacity(self.kept.len() + 1);
        for (offset, message) in self.kept {
            place = place.advanced_to(self.text, offset);
            notes.push(Note { place, message });
        }
        if let Some((offset, message)) = overflow {
            let place = Place::of(self.text, offset);
            notes.push(Note { place, message });
        }
        notes
    }
}

/// A [`RecordError`] whose line is not counted yet: of many failures in one text only
/// the reported one is worth that walk.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// Byte offset in the text.
    pub(crate) offset: usize,
    /// What was expected and what was met.
    pub(crate) message: String,
}

impl Failure {
    /// The failure at a byte offset.
    pub(crate) fn new(offset: usize, message: impl Into<String>) -> Failure {
        Failure {
            offset,
            message: message.into(),
        }
    }

    /// The error to report.
    pub(crate) fn locate(self, text: &str) -> RecordError {
        RecordError::at(text, self.offset, self.message)
    }
}

/// Where the content of `text` begins: behind byte order marks and blank space.
///
/// # Errors
/// A text without any content: "empty file".
pub(crate) fn beginning(text: &str) -> Result<usize, RecordError> {
    text.find(|c: char| !(c.is_whitespace() || c == '\u{FEFF}' || c == '\0'))
        .ok_or_else(|| RecordError::at(text, 0, "empty file: there is nothing to read"))
}

/// A quotation for a message: the first characters of `text`, control characters made
/// visible, in quotation marks.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_come_in_the_order_of_the_text_with_lines_and_columns() {
        let text = "ab\r\ncd\rä!\n";
        let mut notes = Notes::new(text);
        notes.push(text.find('!').unwrap(), "third");
        notes.push(0, "first");
        notes.push(5, "second");
        notes.push(999, "end");
        let notes = notes.finish();
        let shown: Vec<String> = notes.iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "line 1, column 1: first",
                "line 2, column 2: second",
                "line 3, column 2: third",
                "line 4, column 1: end",
            ]
        );
        for note in &notes {
            assert_eq!(note.place, Place::of(text, note.place.offset));
        }
    }

    #[test]
    fn a_hopeless_text_gets_no_more_notes_than_a_person_reads() {
        let text = "x".repeat(1000);
        let mut notes = Notes::new(&text);
        for offset in 0..1000 {
            notes.push(offset, "bad");
        }
        let notes = notes.finish();
        assert_eq!(notes.len(), MAX_NOTES);
        let last = &notes[MAX_NOTES - 1];
        assert_eq!(last.message, "and 901 more notes like these");
        assert_eq!(last.place.offset, MAX_NOTES - 1);

        let mut notes = Notes::new(&text);
        for offset in 0..MAX_NOTES {
            notes.push(offset, "bad");
        }
        let notes = notes.finish();
        assert!(notes.iter().all(|note| note.message == "bad"));
    }

    #[test]
    fn blank_texts_are_called_empty() {
        for text in ["", "\u{FEFF}", " \r\n\0"] {
            assert!(beginning(text).unwrap_err().message.contains("empty file"));
        }
        assert_eq!(beginning("\u{FEFF} (;"), Ok(4));
    }

    #[test]
    fn quotations_are_short_and_visible() {
        assert_eq!(excerpt("a\0b"), r#""a\0b""#);
        assert_eq!(excerpt(&"x".repeat(25)).chars().count(), 27);
    }
}
