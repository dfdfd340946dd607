//! Values of properties: escaped text, points, times, and how they are written.

use crate::point::{Point, Size};

/// Undoes escaping. Line breaks of every kind become `\n`; an escaped one vanishes.
pub(super) fn text(raw: &str) -> String {
    if !raw.contains(['\\', '\r']) {
        return raw.to_string();
    }
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let (c, escaped) = match c {
            '\\' => match chars.next() {
                Some(next) => (next, true),
                None => break,
            },
            c => (c, false),
        };
        if matches!(c, '\n' | '\r') {
            let other_half = if c == '\n' { '\r' } else { '\n' };
            chars.next_if_eq(&other_half);
            if !escaped {
                out.push('\n');
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Undoes escaping in a one-line text: line breaks become blanks.
pub(super) fn line(raw: &str) -> String {
    let text = text(raw);
    if text.contains('\n') {
        text.replace('\n', " ")
    } else {
        text
    }
}

/// Parts a composed value at its colon; an escaped colon does not count.
pub(super) fn compose(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, byte) in raw.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b':' => return Some((&raw[..at], &raw[at + 1..])),
            _ => {}
        }
    }
    None
}

/// How a text is written between brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Lines stay.
    Text,
    /// On one line.
    Line,
    /// On one line, behind the colon of a composed value.
    Composed,
}

/// Writes a text so that [`text()`] or [`line()`] reads it back. An opening bracket is escaped
/// too, which the standard allows: a free one makes readers (ours included) suspect that
/// a closing one is missing.
pub(super) fn push_escaped(out: &mut String, text: &str, style: Style) {
    let mut rest = text;
    let special = |c: char| matches!(c, '\\' | '[' | ']' | ':' | '\n' | '\r');
    while let Some(at) = rest.find(special) {
        out.push_str(&rest[..at]);
        let end = match &rest.as_bytes()[at..] {
            [b'\r', b'\n', ..] => at + 2,
            _ => at + 1,
        };
        match (&rest[at..=at], style) {
            ("\n" | "\r", Style::Text) => out.push('\n'),
            ("\n" | "\r", _) => out.push(' '),
            (":", Style::Text | Style::Line) => out.push(':'),
            (c, _) => {
                out.push('\\');
                out.push_str(c);
            }
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
}

/// How the letters of a file's points are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    /// The board.
    pub(super) size: Size,
    /// Whether the letter i is left out, as in Go's human coordinates.
    pub(super) skips_i: bool,
}

/// What a move's value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// A point of the board.
    At(Point),
    /// A pass.
    Pass,
    /// Letters that name no point of this board.
    OffBoard,
    /// Not two letters.
    NoPoint,
}

impl Grid {
    /// Reads a move's value. `tt` is the old pass wherever the board has no such point.
    pub(super) fn spot(self, raw: &str) -> Spot {
        let word = raw.trim();
        if word.is_empty() || (word.eq_ignore_ascii_case("tt") && self.size.get() <= 19) {
            return Spot::Pass;
        }
        match letters(word) {
            None => Spot::NoPoint,
            Some((x, y)) => self.on_board(x, y).map_or(Spot::OffBoard, Spot::At),
        }
    }

    /// Reads a point.
    pub(super) fn point(self, raw: &str) -> Option<Point> {
        let (x, y) = letters(raw.trim())?;
        self.on_board(x, y)
    }

    /// Reads an entry of a point list: a point, or `first:last`, corners of a rectangle.
    /// Gives the two corners, top left first.
    pub(super) fn rectangle(self, raw: &str) -> Option<(Point, Point)> {
        let (from, to) = compose(raw).unwrap_or((raw, raw));
        let (from, to) = (self.point(from)?, self.point(to)?);
        let first = Point::new(from.x().min(to.x()), from.y().min(to.y()))?;
        let last = Point::new(from.x().max(to.x()), from.y().max(to.y()))?;
        Some((first, last))
    }

    fn on_board(self, x: u8, y: u8) -> Option<Point> {
        let (x, y) = if self.skips_i {
            (without_i(x)?, without_i(y)?)
        } else {
            (x, y)
        };
        self.size.point(x, y)
    }
}

/// Two letters as numbers from 0; capitals count as small letters, since no board here
/// is so large that they would mean more.
pub(super) fn letters(word: &str) -> Option<(u8, u8)> {
    let number = |b: u8| {
        b.is_ascii_alphabetic()
            .then(|| b.to_ascii_lowercase() - b'a')
    };
    match *word.as_bytes() {
        [x, y] => Some((number(x)?, number(y)?)),
        _ => None,
    }
}

/// The letter i, counted from 0.
pub(super) const LETTER_I: u8 = b'i' - b'a';

fn without_i(letter: u8) -> Option<u8> {
    match letter.cmp(&LETTER_I) {
        std::cmp::Ordering::Less => Some(letter),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(letter - 1),
    }
}

/// Writes a point as two letters, column then row from the top.
pub(super) fn push_point(out: &mut String, point: Point) {
    out.push(char::from(b'a' + point.x()));
    out.push(char::from(b'a' + point.y()));
}

/// Reads seconds, with or without a fraction, as milliseconds. More than three digits
/// behind the point are cut off.
pub(super) fn milliseconds(raw: &str) -> Option<u64> {
    let word = raw.trim();
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    let seconds: u64 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    let thousandths = fraction
        .bytes()
        .chain(std::iter::repeat(b'0'))
        .take(3)
        .fold(0, |sum, b| sum * 10 + u64::from(b - b'0'));
    seconds.checked_mul(1000)?.checked_add(thousandths)
}

/// Milliseconds as seconds, without needless zeros.
pub(super) fn seconds(milliseconds: u64) -> String {
    let (whole, thousandths) = (milliseconds / 1000, milliseconds % 1000);
    if thousandths == 0 {
        return whole.to_string();
    }
    let text = format!("{whole}.{thousandths:03}");
    text.trim_end_matches('0').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone() {
        assert_eq!(
            text(r"4-3 at \[h8\], a\:b \\ end"),
            r"4-3 at [h8], a:b \ end"
        );
        assert_eq!(text("a\r\nb\rc\nd\n\re"), "a\nb\nc\nd\ne");
        assert_eq!(text("one \\\r\nline"), "one line");
        assert_eq!(text("tail\\"), "tail");
        assert_eq!(line("a\r\nb"), "a b");
    }

    #[test]
    fn what_is_written_reads_back() {
        for original in ["", "]\\:\n", "a]b", "\\\\", "x\n\ny:", "终\\局]"] {
            let mut out = String::new();
            push_escaped(&mut out, original, Style::Text);
            assert_eq!(text(&out), original);
        }
        let mut out = String::from("hh:");
        push_escaped(&mut out, "a:b]\nc", Style::Composed);
        let (point, label) = compose(&out).unwrap();
        assert_eq!((point, line(label).as_str()), ("hh", "a:b] c"));
        let mut out = String::new();
        push_escaped(&mut out, "a\r\nb\rc", Style::Text);
        assert_eq!(out, "a\nb\nc");
    }

    #[test]
    fn composed_values_part_at_the_first_free_colon() {
        assert_eq!(compose("aa:b:c"), Some(("aa", "b:c")));
        assert_eq!(compose(r"a\:a:b"), Some((r"a\:a", "b")));
        assert_eq!(compose(r"a\\:b"), Some((r"a\\", "b")));
        assert_eq!(compose(r"a\:b"), None);
    }

    #[test]
    fn spots_are_points_passes_or_neither() {
        let grid = |n| Grid {
            size: Size::new(n).unwrap(),
            skips_i: false,
        };
        let centre = Size::STANDARD.centre();
        assert_eq!(grid(15).spot(" hh "), Spot::At(centre));
        assert_eq!(grid(15).spot("HH"), Spot::At(centre));
        assert_eq!(grid(15).spot(""), Spot::Pass);
        assert_eq!(grid(19).spot("tt"), Spot::Pass);
        assert_eq!(grid(20).spot("tt"), Spot::At(Point::new(19, 19).unwrap()));
        assert_eq!(grid(15).spot("pp"), Spot::OffBoard);
        for bad in ["h", "h8", "hhh", "é"] {
            assert_eq!(grid(15).spot(bad), Spot::NoPoint, "{bad}");
        }
        let no_i = Grid {
            skips_i: true,
            ..grid(15)
        };
        assert_eq!(no_i.point("jp"), Point::new(8, 14));
        assert_eq!(no_i.point("hi"), None);
    }

    #[test]
    fn rectangles_are_read_from_any_corner() {
        let grid = Grid {
            size: Size::STANDARD,
            skips_i: false,
        };
        let corners = (Point::new(0, 1).unwrap(), Point::new(2, 3).unwrap());
        for raw in ["ab:cd", "cd:ab", "ad:cb"] {
            assert_eq!(grid.rectangle(raw), Some(corners), "{raw}");
        }
        assert_eq!(grid.rectangle("ab:zz"), None);
    }

    #[test]
    fn times_are_exact() {
        for ms in [0, 1, 20, 300, 1000, 61_005, u64::MAX] {
            assert_eq!(milliseconds(&seconds(ms)), Some(ms));
        }
        assert_eq!(seconds(1250), "1.25");
        assert_eq!(milliseconds("12."), Some(12_000));
        assert_eq!(milliseconds(".5"), Some(500));
        assert_eq!(milliseconds("1.23456"), Some(1234));
        for bad in ["", ".", "-1", "1:30", "1e3", "99999999999999999999"] {
            assert_eq!(milliseconds(bad), None, "{bad}");
        }
    }
}
