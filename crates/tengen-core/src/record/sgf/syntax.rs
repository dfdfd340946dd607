//! The shape of an SGF text: games, brackets, nodes, and properties with raw values.
//!
//! Nothing here knows what a property means. The text is walked once from left to right
//! with a depth counter instead of recursion, so a hundred thousand nested variations
//! cost no stack, and every byte is looked at a bounded number of times.

use std::borrow::Cow;
use std::ops::Range;

use crate::record::{Notes, excerpt};

/// One `[value]`, still escaped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    /// Byte offset of the opening bracket.
    pub(super) offset: usize,
    /// What stands between the brackets.
    pub(super) raw: &'a str,
    /// Whether the closing bracket was there before the text ended.
    pub(super) closed: bool,
}

/// A property's name and where its values lie in its [`RawNode`].
#[derive(Clone, Debug)]
pub(super) struct Property<'a> {
    /// Byte offset of the name.
    pub(super) offset: usize,
    /// The name as written.
    pub(super) name: &'a str,
    values: Range<usize>,
}

/// The properties of one node. The reader keeps one and has it refilled, node by node.
#[derive(Debug, Default)]
pub(super) struct RawNode<'a> {
    /// Byte offset of the semicolon, or of what stands where it is missing.
    pub(super) offset: usize,
    properties: Vec<Property<'a>>,
    values: Vec<Value<'a>>,
}

impl<'a> RawNode<'a> {
    /// All properties with their values, as written.
    pub(super) fn properties(&self) -> impl Iterator<Item = (&Property<'a>, &[Value<'a>])> {
        self.properties
            .iter()
            .map(|property| (property, &self.values[property.values.clone()]))
    }

    /// Whether the text ends inside the node, which is noted.
    pub(super) fn is_cut(&self) -> bool {
        self.values.last().is_some_and(|value| !value.closed)
    }
}

/// What comes next inside a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A variation begins.
    Open,
    /// A node; its properties are in the [`RawNode`].
    Node,
    /// A variation ends.
    Close,
    /// The game ends, by its bracket or with the text.
    End,
}

/// Walks a text. A copy walks on its own from the same place.
#[derive(Clone, Debug)]
pub(super) struct Syntax<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    /// The text ended inside a value; brackets missing behind it need no further note.
    cut: bool,
    /// Where a game begins without `(;`, which is noted already.
    loose_at: Option<usize>,
}

impl<'a> Syntax<'a> {
    /// A walk over `text`, with the content beginning at byte `start`.
    pub(super) fn new(text: &'a str, start: usize) -> Syntax<'a> {
        Syntax {
            text,
            at: start,
            depth: 0,
            cut: false,
            loose_at: None,
        }
    }

    /// Goes to the first game of the text and says where it begins; `None` if there is
    /// none. Text before it is noted and skipped.
    pub(super) fn first_game(&mut self, notes: &mut Notes) -> Option<usize> {
        let start = self.at;
        if let Some(found) = self.loose_start(start) {
            return Some(self.enter_loosely(found, notes));
        }
        if let Some(found) = self.find_opening(start) {
            return Some(self.enter(found, notes));
        }
        let found = self.find_loose_property(start)?;
        Some(self.enter_loosely(found, notes))
    }

    /// Goes to the next game behind the one just ended. Other text is noted and skipped.
    pub(super) fn next_game(&mut self, notes: &mut Notes) -> Option<usize> {
        if let Some(found) = self.find_opening(self.at) {
            return Some(self.enter(found, notes));
        }
        let rest = &self.text[self.at..];
        if let Some(offset) = rest.find(|c| !is_blank(c)) {
            notes.push(
                self.at + offset,
                format!("text behind the game ignored: {}", excerpt(&rest[offset..])),
            );
        }
        self.at = self.text.len();
        None
    }

    /// The next part of the game. Properties of a node are put into `node`.
    pub(super) fn next(&mut self, node: &mut RawNode<'a>, notes: &mut Notes) -> Event {
        self.skip_junk(notes);
        match self.peek() {
            None => {
                if !self.cut && self.depth > 0 {
                    notes.push(
                        self.text.len(),
                        format!("{} closing \")\" missing at the end", self.depth),
                    );
                }
                self.depth = 0;
                Event::End
            }
            Some(b'(') => {
                self.at += 1;
                self.depth += 1;
                Event::Open
            }
            Some(b')') => {
                self.at += 1;
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    Event::End
                } else {
                    Event::Close
                }
            }
            Some(b';') => {
                node.offset = self.at;
                self.at += 1;
                self.fill(node, notes);
                Event::Node
            }
            Some(_) => {
                if self.loose_at != Some(self.at) {
                    notes.push(
                        self.at,
                        "\";\" missing before a property: a node begins here",
                    );
                }
                node.offset = self.at;
                self.fill(node, notes);
                Event::Node
            }
        }
    }

    /// Reads properties into `node` until the next bracket or semicolon.
    fn fill(&mut self, node: &mut RawNode<'a>, notes: &mut Notes) {
        node.properties.clear();
        node.values.clear();
        loop {
            self.skip_junk(notes);
            let Some(name) = self.name_before_value() else {
                return;
            };
            let offset = self.at;
            self.at += name.len();
            let first = node.values.len();
            while self.peek_past_space() == Some(b'[') {
                let value = self.value();
                if !value.closed {
                    self.cut = true;
                    notes.push(
                        offset,
                        format!(
                            "{name}[ at byte {offset} is never closed: all text behind it belongs to it"
                        ),
                    );
                }
                node.values.push(value);
            }
            node.properties.push(Property {
                offset,
                name,
                values: first..node.values.len(),
            });
        }
    }

    /// Reads a value; stands on its opening bracket.
    ///
    /// If the bracket found belongs to a move inside the value, as in `C[text;B[hh]`, the
    /// value's own bracket is missing, and nobody can tell where it should be: the value
    /// then runs to the end of the text.
    fn value(&mut self) -> Value<'a> {
        let offset = self.at;
        let bytes = self.text.as_bytes();
        let start = offset + 1;
        let mut at = start;
        let mut inner = None;
        // None of these bytes occurs inside a longer UTF-8 character, so bytes will do.
        while at < bytes.len() && bytes[at] != b']' {
            match bytes[at] {
                b'\\' => at += 1,
                b'[' => inner = Some(at),
                _ => {}
            }
            at += 1;
        }
        // An escaping backslash may be the last byte of the text.
        let at = at.min(bytes.len());
        let own = !inner.is_some_and(|inner| is_move(&bytes[start..inner], &bytes[inner + 1..at]));
        let closed = own && at < bytes.len();
        let end = if closed { at } else { bytes.len() };
        self.at = if closed { end + 1 } else { end };
        Value {
            offset,
            raw: self.text.get(start..end).unwrap_or_default(),
            closed,
        }
    }

    /// Skips what is neither a bracket, a semicolon nor a property, with one note.
    fn skip_junk(&mut self, notes: &mut Notes) {
        let mut junk: Option<usize> = None;
        while let Some(byte) = self.peek_past_space() {
            if matches!(byte, b'(' | b')' | b';') || self.name_before_value().is_some() {
                break;
            }
            junk.get_or_insert(self.at);
            if byte == b'[' {
                self.value();
            } else {
                self.at += match name_length(&self.text[self.at..]) {
                    0 => self.text[self.at..]
                        .chars()
                        .next()
                        .map_or(1, char::len_utf8),
                    length => length,
                };
            }
        }
        if let Some(offset) = junk {
            notes.push(
                offset,
                format!(
                    "{} skipped: only \"(\", \")\", \";\" and properties like B[hh] are expected here",
                    excerpt(self.text[offset..self.at].trim_end())
                ),
            );
        }
    }

    /// The name here, if a value follows it.
    fn name_before_value(&self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let length = name_length(rest);
        (length > 0 && rest[length..].trim_start_matches(is_blank).starts_with('['))
            .then(|| &rest[..length])
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn peek_past_space(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
        self.peek()
    }

    /// The next `(` that a `;` follows.
    fn find_opening(&self, from: usize) -> Option<usize> {
        let text = self.text;
        text[from..]
            .match_indices('(')
            .map(|(offset, _)| from + offset)
            .find(|&offset| text[offset + 1..].trim_start().starts_with(';'))
    }

    /// The very beginning, if the text starts with `;` and a property, or with a
    /// property, that is: if the opening bracket is missing.
    fn loose_start(&self, from: usize) -> Option<usize> {
        let rest = &self.text[from..];
        let inside = rest.strip_prefix(';').unwrap_or(rest).trim_start();
        let mut there = self.clone();
        there.at = self.text.len() - inside.len();
        there.name_before_value().filter(|name| is_telling(name))?;
        Some(from)
    }

    /// The first property that only SGF has, wherever it stands.
    fn find_loose_property(&self, from: usize) -> Option<usize> {
        let mut there = self.clone();
        there.at = from;
        while let Some(byte) = there.peek() {
            if byte.is_ascii_alphanumeric() {
                if there.name_before_value().is_some_and(is_telling) {
                    return Some(there.at);
                }
                there.at += name_length(&there.text[there.at..]);
            } else {
                there.at += there.text[there.at..]
                    .chars()
                    .next()
                    .map_or(1, char::len_utf8);
            }
        }
        None
    }

    fn enter(&mut self, start: usize, notes: &mut Notes) -> usize {
        let before = &self.text[self.at..start];
        if let Some(offset) = before.find(|c| !is_blank(c)) {
            notes.push(
                self.at + offset,
                format!(
                    "text before \"(;\" skipped: {}",
                    excerpt(before[offset..].trim_end())
                ),
            );
        }
        self.at = start + 1;
        self.depth = 1;
        start
    }

    fn enter_loosely(&mut self, start: usize, notes: &mut Notes) -> usize {
        notes.push(start, "\"(;\" missing: a game is taken to begin here");
        self.at = start;
        self.depth = 1;
        self.loose_at = Some(start);
        start
    }
}

/// How a property's name was spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// In capitals, as it should be.
    Plain,
    /// Without any capital.
    LowerCase,
    /// With small letters between, as files before `FF[4]` may; only capitals count.
    Long,
}

/// A property's name in capitals, and how it was spelt.
pub(super) fn canonical_name(name: &str) -> (Cow<'_, str>, Spelling) {
    if !name.bytes().any(|b| b.is_ascii_lowercase()) {
        return (Cow::Borrowed(name), Spelling::Plain);
    }
    if !name.bytes().any(|b| b.is_ascii_uppercase()) {
        return (Cow::Owned(name.to_ascii_uppercase()), Spelling::LowerCase);
    }
    let capitals = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    (Cow::Owned(capitals), Spelling::Long)
}

/// Whether a loose property of this name tells that the text is SGF.
fn is_telling(name: &str) -> bool {
    matches!(
        &*canonical_name(name).0,
        "B" | "W" | "AB" | "AW" | "FF" | "GM" | "SZ"
    )
}

/// Whether a `[` that stands behind `before`, with `inside` up to the next `]`, makes a
/// node with a move: `;B[hh]`.
fn is_move(before: &[u8], inside: &[u8]) -> bool {
    let Some((b'B' | b'W', rest)) = before.split_last() else {
        return false;
    };
    rest.trim_ascii_end().ends_with(b";")
        && matches!(inside.len(), 0 | 2)
        && inside.iter().all(u8::is_ascii_lowercase)
}

/// Length in bytes of the name that `text` begins with. Digits are no part of `FF[4]`'s
/// names, but `5A` (offered fifth moves) is met in files.
fn name_length(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphanumeric).count()
}

/// Blank space, and the marks that editors leave at a file's ends.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FEFF}' | '\0' | '\u{1A}')
}
