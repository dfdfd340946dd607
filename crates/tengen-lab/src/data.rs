//! The line format of test data: one record a line, an id and then `key=value` fields.
//!
//! Points are written as `h8`: the column from the left (no letter is skipped) and the
//! row **from the top**. Lines that begin with `#` are comments.

use anyhow::{Context, Result, bail, ensure};
use tengen_core::{Board, Point, Rule, Size, Stone};

/// One line of a data file.
#[derive(Clone, Debug)]
pub(crate) struct Record<'a> {
    /// Line in the file, from 1.
    pub(crate) line: usize,
    /// The first field.
    pub(crate) id: &'a str,
    fields: Vec<(&'a str, &'a str)>,
}

/// Takes all records out of a file's text.
///
/// # Errors
/// A field that is not `key=value`, or an id that stands there twice.
pub(crate) fn records(text: &str) -> Result<Vec<Record<'_>>> {
    let mut ids = std::collections::HashSet::new();
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let number = index + 1;
        let mut words = line.split(' ').filter(|word| !word.is_empty());
        let id = words.next().unwrap_or_default();
        let fields = words
            .map(|word| word.split_once('='))
            .collect::<Option<Vec<_>>>();
        let Some(fields) = fields.filter(|_| !id.contains('=')) else {
            bail!("line {number}: expected an id and then fields such as size=15");
        };
        ensure!(ids.insert(id), "line {number}: the id {id} is used before");
        found.push(Record {
            line: number,
            id,
            fields,
        });
    }
    Ok(found)
}

impl<'a> Record<'a> {
    /// The value of a field, if the record has it.
    pub(crate) fn get(&self, key: &str) -> Option<&'a str> {
        self.fields
            .iter()
            .find_map(|&(name, value)| (name == key).then_some(value))
    }

    /// The value of a field that must be there.
    pub(crate) fn need(&self, key: &str) -> Result<&'a str> {
        self.get(key)
            .with_context(|| format!("the field {key}= is missing"))
    }

    /// Whether the record has all of these fields.
    pub(crate) fn has(&self, keys: &[&str]) -> bool {
        keys.iter().all(|key| self.get(key).is_some())
    }

    /// `size=`, the board's side length.
    pub(crate) fn size(&self) -> Result<Size> {
        let value = self.need("size")?;
        let n: u64 = value.parse().with_context(|| format!("size={value}"))?;
        Ok(Size::try_from(n)?)
    }

    /// `rule=`.
    pub(crate) fn rule(&self) -> Result<Rule> {
        Ok(self.need("rule")?.parse()?)
    }

    /// The points of a field, written one after another.
    pub(crate) fn points(&self, key: &str) -> Result<Vec<Point>> {
        points(self.need(key)?, self.size()?).with_context(|| format!("in {key}="))
    }

    /// The points of a field, separated by commas.
    pub(crate) fn point_list(&self, key: &str) -> Result<Vec<Point>> {
        let size = self.size()?;
        items(self.need(key)?)
            .map(|name| point(name, size))
            .collect::<Result<Vec<_>>>()
            .with_context(|| format!("in {key}="))
    }

    /// The stones of `moves=`, or of `black=` and `white=`.
    pub(crate) fn board(&self) -> Result<Board> {
        let mut stones = Vec::new();
        if self.get("moves").is_some() {
            let moves = self.points("moves")?;
            stones.extend(moves.into_iter().zip(Stone::BOTH.into_iter().cycle()));
        } else {
            for (key, stone) in [("black", Stone::Black), ("white", Stone::White)] {
                stones.extend(self.points(key)?.into_iter().map(|point| (point, stone)));
            }
        }
        let mut board = Board::new(self.size()?);
        for (point, stone) in stones {
            let placed = board.place(point, stone);
            ensure!(placed.is_ok(), "two stones on {}", name(point));
        }
        Ok(board)
    }

    /// `stm=`, the side to move.
    pub(crate) fn to_move(&self) -> Result<Stone> {
        side(self.need("stm")?)
    }
}

/// `b` or `w`.
pub(crate) fn side(text: &str) -> Result<Stone> {
    match text {
        "b" => Ok(Stone::Black),
        "w" => Ok(Stone::White),
        _ => bail!("{text:?} is no side: b and w are"),
    }
}

/// The items of a list with commas; `-` and `none` are the empty list.
pub(crate) fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .filter(move |_| !matches!(text, "-" | "none" | ""))
}

/// Points written one after another; `-` is none.
pub(crate) fn points(text: &str, size: Size) -> Result<Vec<Point>> {
    let mut found = Vec::new();
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let end = rest
            .char_indices()
            .skip(1)
            .find_map(|(at, c)| (!c.is_ascii_digit()).then_some(at))
            .unwrap_or(rest.len());
        let (name, tail) = rest.split_at(end);
        found.push(point(name, size)?);
        rest = tail;
    }
    Ok(found)
}

/// One point, such as `h8`.
pub(crate) fn point(name: &str, size: Size) -> Result<Point> {
    let read = || {
        let column = name.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let row: u8 = name.get(1..)?.parse().ok()?;
        size.point(column, row.checked_sub(1)?)
    };
    read().with_context(|| format!("{name:?} is no point of a {size} board"))
}

/// The point as the data spells it.
pub(crate) fn name(point: Point) -> String {
    format!("{}{}", char::from(b'a' + point.x()), point.y() + 1)
}

/// The points as the data spells them, in the order given; `-` for none.
pub(crate) fn names(points: impl IntoIterator<Item = Point>) -> String {
    let names: String = points.into_iter().map(name).collect();
    if names.is_empty() {
        "-".to_owned()
    } else {
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_id_and_fields() {
        let text = "# comment\n\na-1 size=15 moves=h8i9 note=x=y\r\nb-2 size=6 black=a1 white=-\n";
        let records = records(text).unwrap();
        assert_eq!(records.len(), 2);
        assert_eq!((records[0].id, records[0].line), ("a-1", 3));
        assert_eq!(records[0].get("note"), Some("x=y"));
        assert!(records[0].need("kind").is_err());
        assert_eq!(records[0].board().unwrap().stone_count(), 2);
        assert_eq!(records[1].board().unwrap().count(Stone::White), 0);
    }

    #[test]
    fn lines_of_another_form_are_refused_with_their_number() {
        for text in ["a size=15 junk\n", "size=15 black=-\n", "a x=1\na x=2\n"] {
            let line = text.lines().count();
            let error = records(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("line {line}: ")), "{error}");
        }
    }

    #[test]
    fn points_count_rows_from_the_top() {
        let size = Size::STANDARD;
        let found = points("a1o15i10", size).unwrap();
        assert_eq!(names(found.clone()), "a1o15i10");
        assert_eq!((found[1].x(), found[1].y()), (14, 14));
        for bad in ["a0", "a16", "p1", "h", "8", "h8x", "H8", "é8", "h+8"] {
            assert!(points(bad, size).is_err(), "{bad}");
        }
        assert!(points("-", size).unwrap().is_empty());
        assert_eq!(names([]), "-");
    }
}
