//! Position strings: points one after another, `h8h9i10`, Black first.
//!
//! Two dialects differ in where row 1 is ([`Rows`]); we write rows from the bottom.
//! The reader also takes what people paste: move numbers, dots, brackets, line breaks,
//! either case, full-width forms, passes (`--` or `pass`), a `moves=` field with `rule=`
//! and `size=` beside it, and gomocalc links, which hold nothing but such a string.

mod lexer;
#[cfg(test)]
mod tests;

use std::ops::Range;

use self::lexer::{Lexer, Token};
use super::coordinate::Coordinates;
use super::line::{LineBuilder, writable_line};
use super::{
    Failure, Format, MAX_GAMES, Notes, ReadOptions, Reading, RecordError, Rows, USUAL_SIZES,
    WriteError, beginning, excerpt,
};
use crate::point::{AREA, Size};
use crate::rule::Rule;
use crate::tree::Tree;

const LINK: &str = "https://gomocalc.com/#/";
const MOVES_FIELD: &str = "moves=";
const NO_MOVE: &str = "no move is found: expected points one after another, such as h8h9i10";

/// Reads one position string or gomocalc link; of several `moves=` fields the first.
///
/// Stops at the first point that is off the board or taken, keeps the moves before and
/// says so. A letter I where it should be skipped, or a letter that only exists where I
/// is skipped, overrules the switch in `options`, with a note.
///
/// # Errors
/// If there is no move that can be kept, or the text is XML or HTML, in whose words points
/// would be found by chance.
///
/// ```
/// use tengen_core::record::{ReadOptions, text};
/// let reading = text::read("1. h8 i9  2. h10", &ReadOptions::default())?;
/// assert_eq!(reading.value.main_moves().len(), 3);
/// # Ok::<(), tengen_core::record::RecordError>(())
/// ```
pub fn read(text: &str, options: &ReadOptions) -> Result<Reading<Tree>, RecordError> {
    let start = beginning(text)?;
    if text[start..].starts_with('<') {
        let message = "this is XML or HTML: expected points one after another, such as h8h9i10";
        return Err(RecordError::at(text, start, message));
    }
    let mut notes = Notes::new(text);
    let value = match text.find(MOVES_FIELD) {
        Some(at) => read_fields(text, line_around(text, at), options, &mut notes),
        None => link_payload(text).and_then(|span| read_span(text, span, options, &mut notes)),
    }
    .map_err(|failure| failure.locate(text))?;
    Ok(Reading {
        value,
        notes: notes.finish(),
    })
}

/// Reads every line with a `moves=` field as a game of its own, or else the whole text
/// as one game.
///
/// # Errors
/// If there is no move that can be kept.
pub fn read_all(text: &str, options: &ReadOptions) -> Result<Reading<Vec<Tree>>, RecordError> {
    if !text.contains(MOVES_FIELD) {
        return read(text, options).map(|Reading { value, notes }| Reading {
            value: vec![value],
            notes,
        });
    }
    let mut notes = Notes::new(text);
    let mut games = Vec::new();
    let mut first_failure = None;
    let mut offset = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let span = offset..offset + line.len();
        offset = span.end;
        if line.trim_start().starts_with('#') || !line.contains(MOVES_FIELD) {
            continue;
        }
        if games.len() == MAX_GAMES {
            notes.push(
                span.start,
                format!("only the first {MAX_GAMES} games are read"),
            );
            break;
        }
        match read_fields(text, span, options, &mut notes) {
            Ok(tree) => games.push(tree),
            Err(failure) => {
                notes.push(failure.offset, failure.message.clone());
                first_failure.get_or_insert(failure);
            }
        }
    }
    if games.is_empty() {
        let failure = first_failure.unwrap_or_else(|| Failure::new(0, NO_MOVE));
        return Err(failure.locate(text));
    }
    Ok(Reading {
        value: games,
        notes: notes.finish(),
    })
}

/// Writes the main line; passes become `--`. Variations, comments, players and the rule
/// have no place in a position string.
///
/// # Errors
/// [`WriteError`] if the main line is not stones in turn on free points of the board.
pub fn write(tree: &Tree, rows: Rows) -> Result<String, WriteError> {
    write_as(tree, rows, Format::PositionString)
}

/// Writes the main line as a gomocalc link. It holds neither rule nor size.
///
/// # Errors
/// [`WriteError`] as [`write()`], and for a pass.
pub fn write_link(tree: &Tree) -> Result<String, WriteError> {
    let moves = write_as(tree, Rows::FromBottom, Format::GomocalcLink)?;
    Ok(format!("{LINK}{moves}"))
}

fn write_as(tree: &Tree, rows: Rows, format: Format) -> Result<String, WriteError> {
    let habit = Coordinates {
        rows,
        skip_i: false,
    };
    let mut out = String::new();
    for id in writable_line(tree, format)? {
        let point = tree.node(id).mv.and_then(|mv| mv.point);
        match point.and_then(|point| habit.name(point, tree.size)) {
            Some(name) => out.push_str(&name.to_ascii_lowercase()),
            // Two passes need a gap: a longer row of dashes is a ruled line.
            None if out.ends_with('-') => out.push_str(" --"),
            None => out.push_str("--"),
        }
    }
    Ok(out)
}

/// The line of `text` that holds the byte at `offset`, without its end.
fn line_around(text: &str, offset: usize) -> Range<usize> {
    let is_end = |c| c == '\n' || c == '\r';
    let start = text[..offset].rfind(is_end).map_or(0, |at| at + 1);
    let end = text[offset..]
        .find(is_end)
        .map_or(text.len(), |at| offset + at);
    start..end
}

/// The part of a link that holds the moves; other text stays whole.
fn link_payload(text: &str) -> Result<Range<usize>, Failure> {
    let Some(scheme) = text.find("://") else {
        return Ok(0..text.len());
    };
    let address = &text[scheme..];
    let address = &address[..address.find(char::is_whitespace).unwrap_or(address.len())];
    let Some(hash) = address.find("#/") else {
        return Err(Failure::new(
            scheme,
            format!("a link without moves: expected one such as {LINK}h8h9i10"),
        ));
    };
    Ok(scheme + hash + 2..scheme + address.len())
}

/// Reads a line of fields such as `rule=renju size=15 moves=h8h9`.
fn read_fields(
    text: &str,
    line: Range<usize>,
    options: &ReadOptions,
    notes: &mut Notes<'_>,
) -> Result<Tree, Failure> {
    let mut options = options.clone();
    let mut moves = line.end..line.end;
    let mut offset = line.start;
    for field in text[line].split_inclusive(char::is_whitespace) {
        let start = offset;
        offset += field.len();
        let field = field.trim_end();
        let Some((key, value)) = field.split_once('=') else {
            continue;
        };
        match key {
            "rule" => match value.parse::<Rule>() {
                Ok(rule) => options.rule = Some(rule),
                Err(error) => notes.push(start, error.to_string()),
            },
            "size" => match value.parse().unwrap_or(u64::MAX).try_into() {
                Ok(size) => options.size = Some(size),
                Err(_) => notes.push(
                    start,
                    format!("{} is no board size: 5 to 22 are allowed", excerpt(value)),
                ),
            },
            "moves" => moves = start + MOVES_FIELD.len()..start + field.len(),
            _ => {}
        }
    }
    read_span(text, moves, &options, notes)
}

/// Reads the moves in `span`.
fn read_span(
    text: &str,
    span: Range<usize>,
    options: &ReadOptions,
    notes: &mut Notes<'_>,
) -> Result<Tree, Failure> {
    let style = Style::of(text, span.clone(), options, notes);
    let tree = Tree::new(style.size, options.rule.unwrap_or(Rule::Freestyle));
    let mut line = LineBuilder::new(tree, options.rule);
    let start = span.start;
    for (at, token) in Lexer::new(text, span) {
        if let Err(why) = add(&mut line, &token, &at, style, text, notes) {
            let message = line.stopped(&why);
            if line.moves() == 0 {
                return Err(Failure::new(at.start, message));
            }
            notes.push(at.start, message);
            break;
        }
    }
    if line.moves() == 0 {
        return Err(Failure::new(start, NO_MOVE));
    }
    Ok(line.finish())
}

/// Adds what one token says; the error says why the line ends here.
fn add(
    line: &mut LineBuilder,
    token: &Token,
    at: &Range<usize>,
    style: Style,
    text: &str,
    notes: &mut Notes<'_>,
) -> Result<(), String> {
    let met = &text[at.clone()];
    match *token {
        Token::Point { letter, row } => {
            let point = style
                .habit
                .column(letter)
                .and_then(|column| style.habit.point(column, row, style.size))
                .ok_or_else(|| {
                    let last = style.habit.letter(style.size.get() - 1);
                    let rows = style.size.get();
                    format!(
                        "{} is off the board: columns A to {last} and rows 1 to {rows} are allowed",
                        excerpt(met)
                    )
                })?;
            line.play(point, None, notes, at.start)
                .map_err(|error| error.to_string())
        }
        Token::Pass if line.pass(notes, at.start) => Ok(()),
        Token::Pass => Err("too many passes for a game".to_owned()),
        // Titles may precede the moves; among them a broken point must not be guessed.
        Token::Broken if line.moves() > 0 => Err(format!(
            "{} is no point: expected a letter and a number",
            excerpt(met)
        )),
        Token::Broken | Token::Word => {
            notes.push_with(at.start, || format!("{} is no move: ignored", excerpt(met)));
            Ok(())
        }
    }
}

/// The board and the habit in which a string is to be read.
#[derive(Clone, Copy)]
struct Style {
    size: Size,
    habit: Coordinates,
}

impl Style {
    /// Settles size and letters from the options and from what the string proves, and
    /// notes every assumption.
    fn of(text: &str, span: Range<usize>, options: &ReadOptions, notes: &mut Notes<'_>) -> Style {
        let start = span.start;
        let seen = Seen::of(text, span);
        let mut habit = Coordinates::from(options);
        if habit.skip_i && seen.has('I') {
            habit.skip_i = false;
            notes.push(start, "the letter I is used, so it is read as not skipped");
        }
        if let Some(size) = options.size
            && !habit.skip_i
            && seen.proves_skipping(size)
        {
            habit.skip_i = true;
            let letter = habit.letter(size.get() - 1);
            notes.push(
                start,
                format!("the letter {letter} exists on {size} only where I is skipped: read so"),
            );
        }
        let size = options.size.unwrap_or_else(|| seen.usual_size(habit));
        if options.size.is_none() || options.rule.is_none() {
            let rule = options.rule.unwrap_or(Rule::Freestyle);
            let rows = match options.rows {
                Rows::FromBottom => "bottom",
                Rows::FromTop => "top",
            };
            notes.push(
                start,
                format!("rule and size are not all stated: read as {rule} on {size}, rows from the {rows}"),
            );
        }
        Style { size, habit }
    }
}

/// The letters and rows that a string uses.
#[derive(Default)]
struct Seen {
    /// Bit n for the nth letter.
    letters: u32,
    last_row: u32,
}

impl Seen {
    fn of(text: &str, span: Range<usize>) -> Seen {
        let largest = u32::from(USUAL_SIZES[USUAL_SIZES.len() - 1].get());
        let mut seen = Seen::default();
        let points = Lexer::new(text, span).filter_map(|(_, token)| match token {
            Token::Point { letter, row } => Some((letter, row)),
            _ => None,
        });
        // No game has more stones than the largest board has points.
        for (letter, row) in points.take(AREA) {
            seen.letters |= Seen::bit(letter);
            if row <= largest {
                seen.last_row = seen.last_row.max(row);
            }
        }
        seen
    }

    fn bit(letter: char) -> u32 {
        1 << (letter.to_ascii_uppercase() as u32 - u32::from(b'A'))
    }

    fn has(&self, letter: char) -> bool {
        self.letters & Seen::bit(letter) != 0
    }

    /// Whether a letter just beyond the board and none further is used, and I is not.
    fn proves_skipping(&self, size: Size) -> bool {
        let beyond = self.letters >> size.get();
        beyond == 1 && size.get() > 8 && !self.has('I')
    }

    /// The smallest usual board that holds every point that fits the largest of them.
    fn usual_size(&self, habit: Coordinates) -> Size {
        let holds = |size: Size, letters: u32| {
            let last = Seen::bit(habit.letter(size.get() - 1));
            letters < last << 1 && self.last_row <= u32::from(size.get())
        };
        let largest = USUAL_SIZES[USUAL_SIZES.len() - 1];
        let fitting = self.letters & ((Seen::bit(habit.letter(largest.get() - 1)) << 1) - 1);
        USUAL_SIZES
            .into_iter()
            .find(|&size| holds(size, fitting))
            .unwrap_or(largest)
    }
}
