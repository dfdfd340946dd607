//! The lines of a PSQ file, each on its own.

/// The lines of a text, ended by LF, CR LF or a lone CR, trimmed, with the offset at which
/// their content begins. Blank lines are skipped.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    /// All lines of `text`.
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        Lines { text, at: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let end = rest.find(['\r', '\n']).unwrap_or(rest.len());
            let indented = rest[..end].trim_end_matches(is_blank);
            let line = indented.trim_start_matches(is_blank);
            let start = self.at + indented.len() - line.len();
            self.at += end + 1;
            if !line.is_empty() {
                return Some((start, line));
            }
        }
        None
    }
}

/// Blank space, and what old editors and programs leave at the end of a file.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\0' | '\u{1A}' | '\u{FEFF}')
}

/// A line without what is blank at its ends.
pub(super) fn trim(line: &str) -> &str {
    line.trim_matches(is_blank)
}

/// What a line can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `x,y` or `x,y,ms`.
    Move(MoveLine),
    /// A number alone: an end code.
    Number(i64),
    /// Anything else: a name, or a broken move.
    Other,
}

/// The numbers of a move as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveLine {
    pub(super) x: i64,
    pub(super) y: i64,
    /// `None` if there is no third column or it is not readable.
    pub(super) time_ms: Option<u64>,
    /// Whether there is something in its place that is no time.
    pub(super) bad_time: bool,
}

/// What a trimmed line is.
pub(super) fn kind(line: &str) -> Kind {
    let Some((x, rest)) = leading_number(line) else {
        return Kind::Other;
    };
    if rest.is_empty() {
        return Kind::Number(x);
    }
    let second = rest.trim_start().strip_prefix(',').map(str::trim_start);
    let Some((y, rest)) = second.and_then(leading_number) else {
        return Kind::Other;
    };
    // `10-1` is a second number that has run into a negative third one; `1O` is a slip
    // of the pen, of which nothing is certain.
    if !(rest.is_empty() || rest.starts_with([',', '-', ' ', '\t'])) {
        return Kind::Other;
    }
    let rest = rest.trim_start();
    let third = rest.strip_prefix(',').map(str::trim_start);
    let time = third.map(|third| match leading_number(third) {
        Some((time, tail))
            if tail.trim_start().is_empty() || tail.trim_start().starts_with(',') =>
        {
            u64::try_from(time).ok()
        }
        _ => None,
    });
    Kind::Move(MoveLine {
        x,
        y,
        time_ms: time.flatten(),
        bad_time: time == Some(None) || (third.is_none() && !rest.is_empty()),
    })
}

/// The whole number at the start of `text` and what follows it. Numbers too large for
/// anything stay large.
fn leading_number(text: &str) -> Option<(i64, &str)> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let length = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    if length == 0 {
        return None;
    }
    let (number, rest) = text.split_at(text.len() - digits.len() + length);
    Some((number.parse().unwrap_or(i64::MAX), rest))
}

/// What a header says that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) width: u64,
    pub(super) height: u64,
    /// Whether the last field is 1: the second player began.
    pub(super) second_began: bool,
}

/// Reads `Piskvorky 15x15, 11:11, 0` in any case and with any blanks.
pub(super) fn header(line: &str) -> Option<Header> {
    const NAME: &str = "piskvork";
    let name = line.get(..NAME.len())?;
    if !name.eq_ignore_ascii_case(NAME) {
        return None;
    }
    let rest = line[NAME.len()..].trim_start_matches(|c: char| c.is_alphabetic());
    let mut fields = rest.split(',');
    let board = fields.next()?.trim();
    let (width, height) = board.split_once(['x', 'X', '×', '*'])?;
    Some(Header {
        width: side(width)?,
        height: side(height)?,
        second_began: fields.nth(1).is_some_and(|field| field.trim() == "1"),
    })
}

/// A side length; one too large for anything stays too large.
fn side(text: &str) -> Option<u64> {
    let digits = text.trim();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(u64::MAX))
}
