//! Human coordinates: `H8`, and the habits in which communities differ.
//!
//! The letter is the column from the left, the number the row from the bottom; the
//! centre of a 15x15 board is `H8`. Some skip the letter I, some count rows from the
//! top: [`Coordinates`] says which habit is meant.

use std::fmt;

use super::{ReadOptions, Rows, excerpt};
use crate::point::{Point, Size};

/// How columns and rows are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Coordinates {
    /// Where row 1 is.
    pub rows: Rows,
    /// Whether the column letters go from H to J.
    pub skip_i: bool,
}

impl From<&ReadOptions> for Coordinates {
    fn from(options: &ReadOptions) -> Coordinates {
        Coordinates {
            rows: options.rows,
            skip_i: options.skip_i,
        }
    }
}

impl Coordinates {
    /// The point's name, in capitals; `None` if it is off the board.
    ///
    /// ```
    /// use tengen_core::{Point, Size};
    /// use tengen_core::record::coordinate::Coordinates;
    /// let point = Point::new(8, 0).unwrap();
    /// assert_eq!(Coordinates::default().name(point, Size::STANDARD).unwrap(), "I15");
    /// let as_in_go = Coordinates { skip_i: true, ..Coordinates::default() };
    /// assert_eq!(as_in_go.name(point, Size::STANDARD).unwrap(), "J15");
    /// ```
    pub fn name(self, point: Point, size: Size) -> Option<String> {
        if !size.contains(point) {
            return None;
        }
        let row = match self.rows {
            Rows::FromBottom => size.get() - point.y(),
            Rows::FromTop => point.y() + 1,
        };
        Some(format!("{}{row}", self.letter(point.x())))
    }

    /// The capital letter of a column, counted from 0 at the left.
    pub fn letter(self, column: u8) -> char {
        let skipped = u8::from(self.skip_i && column >= b'I' - b'A');
        char::from(b'A'.saturating_add(column).saturating_add(skipped))
    }

    /// The column of a letter in either case; `None` for what is no letter or skipped.
    pub(crate) fn column(self, letter: char) -> Option<u8> {
        let upper = letter.to_ascii_uppercase();
        if !upper.is_ascii_uppercase() || (self.skip_i && upper == 'I') {
            return None;
        }
        let index = upper as u8 - b'A';
        Some(index - u8::from(self.skip_i && upper > 'I'))
    }

    /// The point in a column from 0 and a row as named here, if it is on the board.
    pub(crate) fn point(self, column: u8, row: u32, size: Size) -> Option<Point> {
        let row = u8::try_from(row).ok()?;
        let y = match self.rows {
            Rows::FromBottom => size.get().checked_sub(row)?,
            Rows::FromTop => row.checked_sub(1)?,
        };
        size.point(column, y)
    }
}

/// Reads one point as a person writes it.
///
/// Takes a letter and a number in either case, with blanks or a comma around and
/// between, full-width forms too. Two numbers (`8,8`) are column and row counted from
/// the **top left** starting at 1, as Piskvork shows them, whatever `coordinates` says.
///
/// # Errors
/// [`CoordinateError`] quotes what was met and says what is allowed.
///
/// ```
/// use tengen_core::Size;
/// use tengen_core::record::coordinate::{Coordinates, parse_point};
/// let point = parse_point(" h, 8 ", Size::STANDARD, Coordinates::default())?;
/// assert_eq!(point, Size::STANDARD.centre());
/// # Ok::<(), tengen_core::record::coordinate::CoordinateError>(())
/// ```
pub fn parse_point(
    text: &str,
    size: Size,
    coordinates: Coordinates,
) -> Result<Point, CoordinateError> {
    let error = |problem| CoordinateError {
        problem,
        met: excerpt(text),
        size,
        coordinates,
    };
    let (column, row) = split(text).ok_or_else(|| error(Problem::NoPoint))?;
    match column {
        Column::Letter(letter) if coordinates.skip_i && letter.eq_ignore_ascii_case(&'I') => {
            Err(error(Problem::SkippedLetter))
        }
        Column::Letter(letter) => coordinates
            .column(letter)
            .and_then(|column| coordinates.point(column, row, size))
            .ok_or_else(|| error(Problem::OffBoard)),
        Column::Number(number) => number
            .checked_sub(1)
            .and_then(|x| u8::try_from(x).ok())
            .and_then(|x| {
                let from_top = Coordinates {
                    rows: Rows::FromTop,
                    ..coordinates
                };
                from_top.point(x, row, size)
            })
            .ok_or_else(|| error(Problem::OffBoard)),
    }
}

enum Column {
    Letter(char),
    Number(u32),
}

/// Takes `h8` or `8,8` apart, without asking whether it is on a board.
fn split(text: &str) -> Option<(Column, u32)> {
    // What people type is short; anything longer is no point and need not be walked.
    const LONGEST: usize = 64;
    let is_separator = |c: char| c == ',' || c.is_whitespace();
    let folded: String = text.chars().take(LONGEST + 1).map(fold).collect();
    let word = folded.trim_matches(is_separator);
    if word.chars().count() > LONGEST {
        return None;
    }
    let first = word.chars().next()?;
    let (column, rest) = if first.is_ascii_alphabetic() {
        (Column::Letter(first), &word[1..])
    } else {
        let end = word.find(|c: char| !c.is_ascii_digit())?;
        let (number, rest) = word.split_at(end);
        if !rest.starts_with(is_separator) {
            return None;
        }
        (Column::Number(number_of(number)?), rest)
    };
    Some((column, number_of(rest.trim_start_matches(is_separator))?))
}

/// A row of digits as a number; one too large for any board stays too large.
fn number_of(digits: &str) -> Option<u32> {
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(u32::MAX))
}

/// The plain form of a full-width letter, digit or sign; other characters stay.
pub(crate) fn fold(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFF01 + u32::from(b'!')).unwrap_or(c),
        '\u{3000}' => ' ',
        '、' => ',',
        '。' => '.',
        other => other,
    }
}

/// A text that names no point of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoordinateError {
    /// What is wrong with it.
    pub problem: Problem,
    /// The text (its beginning, if it is long), in quotation marks.
    pub met: String,
    /// The board that was asked about.
    pub size: Size,
    /// The habit in which it was read.
    pub coordinates: Coordinates,
}

/// What can be wrong with a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Problem {
    /// It has not the form of a point.
    NoPoint,
    /// It has, but there is no such column or row.
    OffBoard,
    /// The letter I, which this habit skips.
    SkippedLetter,
}

impl fmt::Display for CoordinateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.size.get();
        let last = self.coordinates.letter(n - 1);
        let gap = if self.coordinates.skip_i && n > 8 {
            " without I"
        } else {
            ""
        };
        write!(
            f,
            "{} {}: allowed are columns A to {last}{gap} and rows 1 to {n}, such as {}",
            self.met,
            match self.problem {
                Problem::NoPoint => "is no point",
                Problem::OffBoard => "is off the board",
                Problem::SkippedLetter => "uses the letter I, which is skipped here",
            },
            self.coordinates
                .name(self.size.centre(), self.size)
                .unwrap_or_default(),
        )
    }
}

impl std::error::Error for CoordinateError {}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Coordinates = Coordinates {
        rows: Rows::FromBottom,
        skip_i: false,
    };

    fn read(text: &str, coordinates: Coordinates) -> Option<(u8, u8)> {
        parse_point(text, Size::STANDARD, coordinates)
            .ok()
            .map(|p| (p.x(), p.y()))
    }

    #[test]
    fn people_write_points_in_many_ways() {
        for text in [
            "C15",
            "c15",
            " c 15 ",
            "c,15",
            "C, 15",
            "Ｃ１５",
            "ｃ　１５",
            "c015",
            "3,1",
            "3 1",
            "３，１",
            "c、15",
        ] {
            assert_eq!(read(text, PLAIN), Some((2, 0)), "{text}");
        }
    }

    #[test]
    fn habits_differ_in_the_letter_i_and_in_row_one() {
        let skip = Coordinates {
            skip_i: true,
            ..PLAIN
        };
        let top = Coordinates {
            rows: Rows::FromTop,
            ..PLAIN
        };
        assert_eq!(read("j1", PLAIN), Some((9, 14)));
        assert_eq!(read("j1", skip), Some((8, 14)));
        assert_eq!(read("h1", skip), Some((7, 14)));
        assert_eq!(read("j1", top), Some((9, 0)));
        assert_eq!(
            (read("p1", skip), read("p1", PLAIN)),
            (Some((14, 14)), None)
        );
        assert_eq!((read("i1", skip), read("i1", PLAIN)), (None, Some((8, 14))));
        // Numbers alone are Piskvork's, always from the top left.
        assert_eq!(read("1,2", top), read("1,2", PLAIN));
    }

    #[test]
    fn every_name_leads_back_to_its_point() {
        for n in [5, 8, 9, 15, 20, 22] {
            let size = Size::new(n).unwrap();
            for rows in [Rows::FromBottom, Rows::FromTop] {
                for skip_i in [false, true] {
                    let habit = Coordinates { rows, skip_i };
                    for point in size.points() {
                        let name = habit.name(point, size).unwrap();
                        assert_eq!(parse_point(&name, size, habit), Ok(point), "{name}");
                        if habit == PLAIN {
                            assert_eq!(name, point.name(size));
                        }
                    }
                }
            }
        }
        assert_eq!(PLAIN.name(Size::MAX.centre(), Size::MIN), None);
    }

    #[test]
    fn what_is_no_point_is_quoted_with_what_is_allowed() {
        for text in [
            "", " ", "h", "8", "8h", "hh8", "h8x", "h-8", "8,", ",8", "h8 h9", "8.8", "é8", "h٣",
        ] {
            let error = parse_point(text, Size::STANDARD, PLAIN).unwrap_err();
            assert_eq!(error.problem, Problem::NoPoint, "{text}");
        }
        for text in [
            "h0",
            "h16",
            "p8",
            "z1",
            "0,1",
            "1,0",
            "16,1",
            "h99999999999",
        ] {
            let error = parse_point(text, Size::STANDARD, PLAIN).unwrap_err();
            assert_eq!(error.problem, Problem::OffBoard, "{text}");
        }
        let skip = Coordinates {
            skip_i: true,
            ..PLAIN
        };
        let message = |text, habit| {
            parse_point(text, Size::STANDARD, habit)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            message("P3", PLAIN),
            "\"P3\" is off the board: allowed are columns A to O and rows 1 to 15, such as H8"
        );
        assert_eq!(
            message("i3", skip),
            "\"i3\" uses the letter I, which is skipped here: allowed are columns A to P \
             without I and rows 1 to 15, such as H8"
        );
        let long = "h".repeat(1_000_000);
        assert!(message(&long, PLAIN).len() < 200);
    }
}
