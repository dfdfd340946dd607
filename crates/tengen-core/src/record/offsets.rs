//! Gomocup's opening lists: one opening a line, `x,y, x,y, ...`, Black first.
//!
//! The numbers are offsets from [`Size::centre`], x to the right and y **down**, so that
//! one list serves several boards. An odd number of stones means that White is to move.

use std::fmt;

use super::line::{LineBuilder, writable_line};
use super::{
    Failure, Format, MAX_GAMES, Notes, ReadOptions, Reading, RecordError, USUAL_SIZES, WriteError,
    WriteProblem, beginning, excerpt,
};
use crate::board::PlaceError;
use crate::point::{Point, Size};
use crate::rule::Rule;
use crate::tree::Tree;

/// The values that a list may hold.
const OFFSETS: std::ops::RangeInclusive<i32> = -50..=49;

/// Reads an opening list, a tree for each line. Blank lines and lines that begin with
/// `#` are skipped; blanks, tabs and commas part the numbers.
///
/// A line that is broken or does not fit the board is dropped whole, with a note: part
/// of an opening is another opening.
///
/// # Errors
/// If no line can be kept.
///
/// ```
/// use tengen_core::record::{ReadOptions, offsets};
/// let openings = offsets::read("0,0, 1,-1\n-7,7\n", &ReadOptions::default())?.value;
/// assert_eq!(openings.len(), 2);
/// # Ok::<(), tengen_core::record::RecordError>(())
/// ```
pub fn read(text: &str, options: &ReadOptions) -> Result<Reading<Vec<Tree>>, RecordError> {
    let start = beginning(text)?;
    let mut notes = Notes::new(text);
    let size = options.size.unwrap_or_else(|| usual_size(text));
    let rule = options.rule.unwrap_or(Rule::Freestyle);
    if options.size.is_none() || options.rule.is_none() {
        let message =
            format!("an opening list states no board and no rule: {rule} on {size} is assumed");
        notes.push(start, message);
    }
    let mut openings = Vec::new();
    let mut first_failure = None;
    for (at, line) in opening_lines(text) {
        if openings.len() == MAX_GAMES {
            notes.push(at, format!("only the first {MAX_GAMES} openings are read"));
            break;
        }
        match read_line(at, line, size, rule, &mut notes) {
            Ok(tree) => openings.push(tree),
            Err((offset, problem)) => {
                notes.push_with(offset, || format!("{problem}; this opening is dropped"));
                first_failure.get_or_insert_with(|| Failure::new(offset, problem.to_string()));
            }
        }
    }
    if openings.is_empty() {
        let failure = first_failure.unwrap_or_else(|| {
            Failure::new(
                start,
                "no opening is found: expected lines such as 0,0, 1,-1",
            )
        });
        return Err(failure.locate(text));
    }
    Ok(Reading {
        value: openings,
        notes: notes.finish(),
    })
}

/// Writes an opening list, a line for each tree's main line.
///
/// # Errors
/// [`WriteError`] for an opening without moves, with passes or stones set up, or with
/// moves out of turn or on no free point.
pub fn write(openings: &[Tree]) -> Result<String, WriteError> {
    let mut out = String::new();
    for tree in openings {
        let centre = tree.size.centre();
        let offset = |point: Point| {
            let x = i32::from(point.x()) - i32::from(centre.x());
            let y = i32::from(point.y()) - i32::from(centre.y());
            format!("{x},{y}")
        };
        let line: Vec<String> = writable_line(tree, Format::OffsetOpenings)?
            .into_iter()
            .filter_map(|id| tree.node(id).mv?.point.map(offset))
            .collect();
        if line.is_empty() {
            return Err(WriteError {
                format: Format::OffsetOpenings,
                problem: WriteProblem::NoMoves,
            });
        }
        out.push_str(&line.join(", "));
        out.push('\n');
    }
    Ok(out)
}

/// The lines that hold openings, with the offset at which their content begins.
fn opening_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, '\u{FEFF}' | '\0' | '\u{1A}');
    let mut next = 0;
    text.split(['\n', '\r']).filter_map(move |line| {
        let start = next;
        next += line.len() + 1;
        let content = line.trim_start_matches(is_blank);
        let at = start + line.len() - content.len();
        let content = content.trim_end_matches(is_blank);
        (!content.is_empty() && !content.starts_with('#')).then_some((at, content))
    })
}

/// The numbers of a line, each with its offset in the text; `None` for what is none.
fn numbers(at: usize, line: &str) -> impl Iterator<Item = (usize, Option<i32>)> {
    let is_gap = |c: char| c == ',' || c.is_whitespace();
    let mut next = at;
    line.split_inclusive(is_gap).filter_map(move |piece| {
        let start = next;
        next += piece.len();
        let word = piece.trim_end_matches(is_gap);
        (!word.is_empty()).then(|| (start, word.parse().ok()))
    })
}

/// Why a line is dropped. Written out only where it is reported.
enum Problem<'a> {
    NoOffset(&'a str),
    OffBoard { x: i32, y: i32, size: Size },
    Taken(PlaceError),
    OddCount,
}

impl fmt::Display for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoOffset(line) => {
                write!(f, "in {}: expected numbers from -50 to 49", excerpt(line))
            }
            Problem::OffBoard { x, y, size } => {
                write!(f, "the offset {x},{y} lies off a board of {size}")
            }
            Problem::Taken(error) => error.fmt(f),
            Problem::OddCount => f.write_str("an odd count of numbers: expected x,y pairs"),
        }
    }
}

fn read_line<'a>(
    at: usize,
    line: &'a str,
    size: Size,
    rule: Rule,
    notes: &mut Notes<'_>,
) -> Result<Tree, (usize, Problem<'a>)> {
    // Made with the first point: a list of rubbish needs no boards.
    let mut builder = None;
    let mut x_before = None;
    for (at, number) in numbers(at, line) {
        let number = number
            .filter(|number| OFFSETS.contains(number))
            .ok_or((at, Problem::NoOffset(line)))?;
        let Some(x) = x_before.take() else {
            x_before = Some(number);
            continue;
        };
        let y = number;
        let point = point_at(size, x, y).ok_or((at, Problem::OffBoard { x, y, size }))?;
        builder
            .get_or_insert_with(|| LineBuilder::new(Tree::new(size, rule), None))
            .play(point, None, notes, at)
            .map_err(|error| (at, Problem::Taken(error)))?;
    }
    match builder {
        Some(builder) if x_before.is_none() => Ok(builder.finish()),
        _ => Err((at, Problem::OddCount)),
    }
}

fn point_at(size: Size, x: i32, y: i32) -> Option<Point> {
    let centre = size.centre();
    let column = u8::try_from(i32::from(centre.x()) + x).ok()?;
    let row = u8::try_from(i32::from(centre.y()) + y).ok()?;
    size.point(column, row)
}

/// The smallest usual board on which every opening fits that fits any of them.
fn usual_size(text: &str) -> Size {
    let largest = USUAL_SIZES[USUAL_SIZES.len() - 1];
    let fits = |size: Size, offset: i32| point_at(size, offset, offset).is_some();
    let mut needed = 0;
    for (at, line) in opening_lines(text) {
        for (_, number) in numbers(at, line) {
            let Some(offset) = number else { continue };
            if let Some(index) = USUAL_SIZES.iter().position(|&size| fits(size, offset)) {
                needed = needed.max(index);
            }
        }
    }
    USUAL_SIZES.get(needed).copied().unwrap_or(largest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::test_support::{any_bytes, any_line, damaged};
    use crate::record::{Rows, text as strings};
    use proptest::prelude::*;

    fn known() -> ReadOptions {
        ReadOptions {
            rule: Some(Rule::Freestyle),
            size: Some(Size::STANDARD),
            ..ReadOptions::default()
        }
    }

    fn moves_of(trees: &[Tree]) -> Vec<String> {
        trees
            .iter()
            .map(|tree| strings::write(tree, Rows::FromTop).unwrap())
            .collect()
    }

    #[test]
    fn offsets_count_right_and_down_from_the_centre() {
        let text = "0,0, 1,-1\r\n\n# comment\n-7,-7,\t7 , 7, 0,3\n";
        let reading = read(text, &known()).unwrap();
        assert_eq!(moves_of(&reading.value), ["h8i7", "a1o15h11"]);
        assert_eq!(reading.notes, []);
        let twenty = ReadOptions {
            size: Some(Size::new(20).unwrap()),
            ..known()
        };
        let reading = read("0,0, 9,9, -10,-10", &twenty).unwrap();
        assert_eq!(moves_of(&reading.value), ["k11t20a1"]);
    }

    #[test]
    fn the_board_grows_to_the_usual_one_that_fits() {
        for (text, size) in [("7,7", 15), ("8,0", 19), ("-9,9", 19), ("-10,0", 20)] {
            let reading = read(text, &ReadOptions::default()).unwrap();
            assert_eq!(reading.value[0].size.get(), size, "{text}");
            assert!(reading.notes[0].message.contains("freestyle"));
        }
    }

    #[test]
    fn a_bad_line_is_dropped_whole() {
        for (bad, column, part) in [
            ("0,0, 8,0", 8, "off a board of 15x15"),
            ("0,0, 1", 1, "odd count"),
            ("0,0, x,1", 6, "expected numbers from -50 to 49"),
            ("0,0, 99,1", 6, "expected numbers from -50 to 49"),
            ("0,0, 0,0", 8, "H8 is taken"),
        ] {
            let reading = read(&format!("1,1\n{bad}\n2,2\n"), &known()).unwrap();
            assert_eq!(moves_of(&reading.value), ["i9", "j10"], "{bad}");
            let [note] = &reading.notes[..] else {
                panic!("{:?}", reading.notes);
            };
            assert_eq!((note.place.line, note.place.column), (2, column), "{note}");
            assert!(note.message.contains(part), "{note}");
            assert!(note.message.ends_with("this opening is dropped"), "{note}");
            assert!(read(bad, &known()).unwrap_err().message.contains(part));
        }
        assert!(
            read("# x", &known())
                .unwrap_err()
                .message
                .contains("no opening")
        );
        assert!(
            read("", &known())
                .unwrap_err()
                .message
                .contains("empty file")
        );
    }

    #[test]
    fn an_opening_without_moves_cannot_be_written() {
        let empty = Tree::new(Size::STANDARD, Rule::Freestyle);
        let error = write(&[empty]).unwrap_err().to_string();
        assert_eq!(error, "an opening list cannot hold a game without moves");
    }

    #[test]
    fn long_lists_take_linear_time() {
        for piece in ["0,0\n", "0,0,", "\n", "x\n", "é", "# "] {
            let text = piece.repeat(1_000_000 / piece.len());
            if let Ok(reading) = read(&text, &known()) {
                assert!(reading.value.len() <= MAX_GAMES);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn what_is_written_is_read_back(trees in proptest::collection::vec(any_line(false), 1..5)) {
            let mut trees = trees;
            let (size, rule) = (trees[0].size, trees[0].rule);
            trees.retain(|tree| (tree.size, tree.rule) == (size, rule));
            let options = ReadOptions {
                rule: Some(rule),
                size: Some(size),
                ..ReadOptions::default()
            };
            let reading = read(&write(&trees).unwrap(), &options).unwrap();
            prop_assert_eq!(reading.value, trees);
        }

        #[test]
        fn random_bytes_are_read_or_refused(text in any_bytes()) {
            let _ = read(&text, &ReadOptions::default());
        }

        #[test]
        fn damaged_lists_are_read_or_refused(
            text in any_line(false).prop_flat_map(|tree| damaged(write(&[tree]).unwrap())),
        ) {
            let _ = read(&text, &ReadOptions::default());
        }
    }
}
