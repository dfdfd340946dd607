//! PSQ: the game files of Piskvork and of Gomocup's judge.
//!
//! ```text
//! Piskvorky 20x20, 11:11, 0      board, players' levels, who began
//! 10,10,456                      column, row from the top left, milliseconds
//! 11,12,4500
//! first.exe                      the players, after a tournament game only
//! second.exe
//! -1                             how it ended, see EndCode
//! ```
//!
//! Neither the rule nor the result is stored. The rule comes from the caller; the
//! result is for the rules to say, never for the number of moves.

mod line;
#[cfg(test)]
mod tests;

use std::fmt;

use self::line::{Header, Kind, Lines, MoveLine};
use super::line::{LineBuilder, writable_line};
use super::{
    Failure, Format, Notes, ReadOptions, Reading, RecordError, USUAL_SIZES, WriteError,
    WriteProblem, beginning, excerpt,
};
use crate::point::Size;
use crate::rule::Rule;
use crate::stone::Stone;
use crate::tree::Tree;

/// A PSQ file: the game and the number that tells how its play ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Psq {
    /// The moves with their times, and the players.
    pub tree: Tree,
    /// The end code, if the file has one.
    pub end: Option<EndCode>,
}

/// How play ended, as the program that ran the game saw it. It names no winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndCode(pub i64);

impl EndCode {
    /// Played to its end.
    pub const NORMAL: EndCode = EndCode(0);
    /// A player ran out of time.
    pub const TIMEOUT: EndCode = EndCode(15);
    /// Not known: saved by hand, or written by Gomocup's judge.
    pub const UNKNOWN: EndCode = EndCode(-1);
    /// A player's program failed in another way.
    pub const ENGINE_ERROR: EndCode = EndCode(-2);
}

impl fmt::Display for EndCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match *self {
            EndCode::NORMAL => "played to the end",
            EndCode::TIMEOUT => "a player ran out of time",
            EndCode::ENGINE_ERROR => "a player's program failed",
            _ => "end not known",
        })
    }
}

/// Stands for a player without a name beside one with a name.
const NO_NAME: &str = "-";

/// Reads a PSQ file; see [`read`] for the game alone.
///
/// # Errors
/// If the text is empty, has neither a header nor moves, or its board is not square or
/// of no size that is offered.
pub fn parse(text: &str, options: &ReadOptions) -> Result<Reading<Psq>, RecordError> {
    beginning(text)?;
    let mut notes = Notes::new(text);
    let value = parse_noting(text, options, &mut notes).map_err(|failure| failure.locate(text))?;
    Ok(Reading {
        value,
        notes: notes.finish(),
    })
}

/// Reads a PSQ file as a game. An end code that tells of an accident becomes a note.
///
/// # Errors
/// As [`parse`].
///
/// ```
/// use tengen_core::record::{ReadOptions, psq};
/// let text = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,17\r\n-1\r\n";
/// let tree = psq::read(text, &ReadOptions::default())?.value;
/// assert_eq!(tree.main_moves().len(), 2);
/// # Ok::<(), tengen_core::record::RecordError>(())
/// ```
pub fn read(text: &str, options: &ReadOptions) -> Result<Reading<Tree>, RecordError> {
    let mut reading = parse(text, options)?;
    if let Some(end @ (EndCode::TIMEOUT | EndCode::ENGINE_ERROR)) = reading.value.end {
        let message = format!("end code {}: {end}, the file does not say who", end.0);
        let place = super::Place::of(text, text.len());
        reading.notes.truncate(super::MAX_NOTES - 1);
        reading.notes.push(super::Note { place, message });
    }
    Ok(Reading {
        value: reading.value.tree,
        notes: reading.notes,
    })
}

/// Writes the main line as Piskvork does, with the header of Gomocup's judge. A move
/// without a time gets 0; the rule, variations and comments have no place in PSQ.
///
/// # Errors
/// [`WriteError`] for passes, stones set up, moves out of turn or on no free point, and
/// names that would be read as something else.
pub fn write(tree: &Tree, end: EndCode) -> Result<String, WriteError> {
    let line = writable_line(tree, Format::Psq)?;
    let mut out = format!("Piskvorky {}, 11:11, 0\r\n", tree.size);
    for id in line {
        let node = tree.node(id);
        if let Some(point) = node.mv.and_then(|mv| mv.point) {
            let time = node.time_ms.unwrap_or(0);
            out.push_str(&format!("{},{},{time}\r\n", point.x() + 1, point.y() + 1));
        }
    }
    let names = Stone::BOTH.map(|stone| tree.info.players[stone].trim());
    if names != ["", ""] {
        for name in names {
            out.push_str(writable_name(name)?);
            out.push_str("\r\n");
        }
    }
    out.push_str(&format!("{}\r\n", end.0));
    Ok(out)
}

fn writable_name(name: &str) -> Result<&str, WriteError> {
    if name.is_empty() {
        return Ok(NO_NAME);
    }
    let one_line = !name.contains(['\r', '\n']) && line::trim(name) == name;
    if one_line && name != NO_NAME && line::kind(name) == Kind::Other {
        return Ok(name);
    }
    Err(WriteError {
        format: Format::Psq,
        problem: WriteProblem::Name {
            name: name.to_owned(),
        },
    })
}

fn parse_noting(text: &str, options: &ReadOptions, notes: &mut Notes<'_>) -> Result<Psq, Failure> {
    let mut lines = Lines::new(text);
    let (at, first) = lines
        .next()
        .ok_or_else(|| Failure::new(0, "empty file: there is nothing to read"))?;
    let header = match (line::header(first), line::kind(first)) {
        (Some(header), _) => Some(header),
        (None, Kind::Move(_)) => None,
        (None, _) => {
            return Err(Failure::new(
                at,
                format!(
                    "{} is no PSQ header: expected one such as \"Piskvorky 15x15, 11:11, 0\"",
                    excerpt(first)
                ),
            ));
        }
    };
    let body = match header {
        Some(_) => lines,
        None => Lines::new(text),
    };
    let survey = Survey::of(body.clone(), options);
    let size = board_size(at, header, &survey, options, notes)?;
    if options.rule.is_none() {
        notes.push(at, "PSQ stores no rule: freestyle is assumed");
    }
    let tree = Tree::new(size, options.rule.unwrap_or(Rule::Freestyle));
    let mut reader = Reader {
        line: LineBuilder::new(tree, options.rule),
        stopped: false,
        size,
        shift: i64::from(!options.zero_based),
        names: Vec::new(),
        end: None,
    };
    let mut rest = body;
    for (at, line) in rest.by_ref() {
        reader.take(at, line, &survey, notes);
        if reader.end.is_some() {
            break;
        }
    }
    let mut psq = reader.finish(text, header, notes);
    read_behind_the_end(rest, &mut psq.tree, notes);
    Ok(psq)
}

/// The board's size from the header, or the usual one that holds the moves.
fn board_size(
    at: usize,
    header: Option<Header>,
    survey: &Survey,
    options: &ReadOptions,
    notes: &mut Notes<'_>,
) -> Result<Size, Failure> {
    let fitting = USUAL_SIZES
        .into_iter()
        .find(|size| survey.largest <= u64::from(size.get()));
    let Some(Header { width, height, .. }) = header else {
        let size = options.size.or(fitting).unwrap_or(Size::STANDARD);
        notes.push(at, format!("the header is missing: {size} is assumed"));
        return Ok(size);
    };
    if width != height {
        return Err(Failure::new(
            at,
            format!("the board is {width}x{height}: only square boards can be read"),
        ));
    }
    let stated = Size::try_from(width).map_err(|error| Failure::new(at, error.to_string()))?;
    // One move beyond the board is a bad move, several are a wrong header.
    let beyond = survey.moves_beyond(stated);
    match fitting {
        Some(size) if beyond > 1 && size > stated => {
            notes.push(
                at,
                format!("the header says {stated}, but {beyond} moves lie beyond: read as {size}"),
            );
            Ok(size)
        }
        _ => Ok(stated),
    }
}

/// What a first walk over the lines before the end code tells.
struct Survey {
    /// Where the last line with a move begins: what is no move before it is a broken one.
    last_move: Option<usize>,
    /// The largest coordinate, counted from 1.
    largest: u64,
    /// How many moves have a given number as their larger coordinate; the last place
    /// counts all beyond.
    by_reach: [usize; 24],
}

impl Survey {
    fn of(lines: Lines<'_>, options: &ReadOptions) -> Survey {
        let mut survey = Survey {
            last_move: None,
            largest: 0,
            by_reach: [0; 24],
        };
        for (at, line) in lines {
            match line::kind(line) {
                Kind::Number(_) => break,
                Kind::Other => {}
                Kind::Move(MoveLine { x, y, .. }) => {
                    let reach = x.max(y).saturating_add(i64::from(options.zero_based));
                    let reach = u64::try_from(reach).unwrap_or(0);
                    survey.last_move = Some(at);
                    survey.largest = survey.largest.max(reach);
                    survey.by_reach[reach.min(23) as usize] += 1;
                }
            }
        }
        survey
    }

    fn moves_beyond(&self, size: Size) -> usize {
        self.by_reach[usize::from(size.get()) + 1..].iter().sum()
    }
}

/// Takes the lines between header and end code one by one.
struct Reader {
    line: LineBuilder,
    stopped: bool,
    size: Size,
    shift: i64,
    names: Vec<String>,
    end: Option<EndCode>,
}

impl Reader {
    fn take(&mut self, at: usize, line: &str, survey: &Survey, notes: &mut Notes<'_>) {
        match line::kind(line) {
            Kind::Number(code) => self.end = Some(EndCode(code)),
            Kind::Move(_) | Kind::Other if self.stopped && survey.last_move >= Some(at) => {}
            Kind::Move(raw) => {
                if let Err(why) = self.play(at, &raw, notes) {
                    self.stop(at, &why, notes);
                }
            }
            Kind::Other if survey.last_move > Some(at) => {
                let why = format!(
                    "{} is no move: expected column, row and milliseconds, such as 8,8,0",
                    excerpt(line)
                );
                self.stop(at, &why, notes);
            }
            Kind::Other if self.names.len() < 2 => self.names.push(line.to_owned()),
            Kind::Other => {
                notes.push_with(at, || format!("{} is a third name: ignored", excerpt(line)));
            }
        }
    }

    fn play(&mut self, at: usize, raw: &MoveLine, notes: &mut Notes<'_>) -> Result<(), String> {
        let coordinate = |n: i64| u8::try_from(n.checked_sub(self.shift)?).ok();
        let point = coordinate(raw.x)
            .zip(coordinate(raw.y))
            .and_then(|(x, y)| self.size.point(x, y));
        let Some(point) = point else {
            return Err(self.off_board(raw));
        };
        if raw.bad_time {
            notes.push(at, "the time of this move is not readable: dropped");
        }
        self.line
            .play(point, raw.time_ms, notes, at)
            .map_err(|error| error.to_string())
    }

    fn off_board(&self, raw: &MoveLine) -> String {
        let MoveLine { x, y, .. } = raw;
        let (first, last) = (self.shift, i64::from(self.size.get()) - 1 + self.shift);
        let hint = if self.shift == 1 && (*x == 0 || *y == 0) {
            " (if the whole file counts from 0, read it as zero-based)"
        } else {
            ""
        };
        format!("{x},{y} is off the board: numbers from {first} to {last} are allowed{hint}")
    }

    fn stop(&mut self, at: usize, why: &str, notes: &mut Notes<'_>) {
        notes.push(at, self.line.stopped(why));
        self.stopped = true;
    }

    fn finish(self, text: &str, header: Option<Header>, notes: &mut Notes<'_>) -> Psq {
        if self.end.is_none() {
            notes.push(text.len(), "the end code is missing");
        }
        let mut tree = self.line.finish();
        let mut names = self
            .names
            .into_iter()
            .map(|name| if name == NO_NAME { String::new() } else { name });
        tree.info.players.black = names.next().unwrap_or_default();
        match names.next() {
            Some(name) => {
                tree.info.players.white = name;
                if header.is_some_and(|header| header.second_began) {
                    notes.push(
                        0,
                        "the header says that the second player began; the first name is kept as Black's",
                    );
                }
            }
            None if !tree.info.players.black.is_empty() => {
                notes.push(text.len(), "there is one name only: taken as Black's");
            }
            None => {}
        }
        Psq {
            tree,
            end: self.end,
        }
    }
}

/// Behind the end code the judge writes a number, which is not the winner, and the
/// tournament's name. Anything else there is no part of the game.
fn read_behind_the_end<'a>(
    mut rest: impl Iterator<Item = (usize, &'a str)>,
    tree: &mut Tree,
    notes: &mut Notes<'_>,
) {
    let mut next = rest.next();
    if let Some((_, line)) = next
        && line::kind(line) == Kind::Other
        && let Some((number, event)) = line.split_once(',')
        && number.trim_end().bytes().all(|b| b.is_ascii_digit())
        && !event.trim().is_empty()
    {
        tree.info.event = event.trim().to_owned();
        next = rest.next();
    }
    if let Some((at, line)) = next {
        let message = format!("{} and what follows the end code is ignored", excerpt(line));
        notes.push(at, message);
    }
}
