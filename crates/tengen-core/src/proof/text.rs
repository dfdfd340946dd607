//! Certificates as text: a head of named lines, then one line a step.

use std::fmt::{self, Write};

use super::{Certificate, Step, StepId};
use crate::board::Board;
use crate::point::{Point, Size};
use crate::record::coordinate::{Coordinates, parse_point};
use crate::rule::Rule;
use crate::stone::Stone;

/// First line of every certificate; the number changes with the format.
const TITLE: &str = "tengen-proof 1";

/// What stands for "no stones" and "no move".
const NOTHING: &str = "-";
/// What stands for "every reply not listed".
const OTHERWISE: &str = "*";
/// Stands between a reply and the step that follows it.
const ARROW: char = '>';

/// A text that is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line, from 1; one past the last if something is missing at the end.
    pub line: usize,
    /// What was met there, and what is expected.
    pub message: String,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for FormatError {}

/// Writes a certificate as text.
pub fn write(certificate: &Certificate) -> String {
    let size = certificate.board.size();
    let stones = |wanted: Stone| {
        let stones = certificate.board.stones();
        let names: Vec<String> = stones
            .filter(|&(_, stone)| stone == wanted)
            .map(|(point, _)| point.name(size))
            .collect();
        if names.is_empty() {
            NOTHING.to_owned()
        } else {
            names.join(" ")
        }
    };
    let mut text = format!(
        "{TITLE}\nrule {}\nsize {}\nblack {}\nwhite {}\nto-move {}\nwinner {}\nsteps {}\n",
        certificate.rule,
        size.get(),
        stones(Stone::Black),
        stones(Stone::White),
        side_name(certificate.to_move),
        side_name(certificate.winner),
        certificate.steps.len()
    );
    for (id, step) in certificate.steps.iter().enumerate() {
        write_step(&mut text, id, step, size);
    }
    text
}

fn write_step(text: &mut String, id: usize, step: &Step, size: Size) {
    let by = step.by.map_or(NOTHING.to_owned(), |by| by.name(size));
    // Writing to a string cannot fail.
    let _ = write!(text, "{id} {by}");
    for (reply, next) in &step.replies {
        let _ = write!(text, " {}{ARROW}{next}", reply.name(size));
    }
    if let Some(next) = step.otherwise {
        let _ = write!(text, " {OTHERWISE}{ARROW}{next}");
    }
    text.push('\n');
}

fn side_name(stone: Stone) -> &'static str {
    match stone {
        Stone::Black => "black",
        Stone::White => "white",
    }
}

/// Reads a certificate. Blank lines and lines that begin with `#` are passed over.
///
/// Says nothing about what the certificate is worth: [`super::verify`] does.
///
/// # Errors
/// [`FormatError`] names the line, what was met and what is expected.
pub fn read(text: &str) -> Result<Certificate, FormatError> {
    let mut lines = Lines::new(text);
    let (line, title) = lines.next(TITLE)?;
    if title != TITLE {
        return Err(expected(line, title, &format!("{TITLE:?}")));
    }
    let (line, rule) = lines.field("rule")?;
    let rule: Rule = rule.parse().map_err(|error| at(line, error))?;
    let (line, size) = lines.field("size")?;
    let size = number(line, size)?;
    let size = Size::try_from(size).map_err(|error| at(line, error))?;
    let mut board = Board::new(size);
    for stone in Stone::BOTH {
        let (line, names) = lines.field(side_name(stone))?;
        for name in names.split_whitespace().filter(|&name| name != NOTHING) {
            let point = point(line, name, size)?;
            board.place(point, stone).map_err(|error| at(line, error))?;
        }
    }
    let to_move = lines.side("to-move")?;
    let winner = lines.side("winner")?;
    let (line, count) = lines.field("steps")?;
    let count = number(line, count)?;
    let mut steps = Vec::new();
    while let Some((line, text)) = lines.take() {
        steps.push(read_step(line, text, steps.len(), size)?);
    }
    if steps.len() as u64 != count {
        let message = format!(
            "{} steps stand here, and the head says {count}",
            steps.len()
        );
        return Err(at(lines.last + 1, message));
    }
    Ok(Certificate {
        rule,
        board,
        to_move,
        winner,
        steps,
    })
}

fn read_step(line: usize, text: &str, id: usize, size: Size) -> Result<Step, FormatError> {
    let mut words = text.split_whitespace();
    let met = words.next().unwrap_or_default();
    if number(line, met)? != id as u64 {
        return Err(expected(line, met, &format!("step {id}")));
    }
    let mut step = Step::default();
    match words.next() {
        None => return Err(at(line, "the step has no move: a point or - is expected")),
        Some(NOTHING) => {}
        Some(name) => step.by = Some(point(line, name, size)?),
    }
    for word in words {
        let Some((reply, next)) = word.split_once(ARROW) else {
            return Err(expected(
                line,
                word,
                "a reply and its step, such as H8>12 or *>3",
            ));
        };
        let next = number(line, next)?;
        let next =
            StepId::try_from(next).map_err(|_| at(line, format!("there is no step {next}")))?;
        if reply == OTHERWISE {
            if step.otherwise.replace(next).is_some() {
                return Err(at(line, "* stands here twice"));
            }
        } else {
            step.replies.push((point(line, reply, size)?, next));
        }
    }
    Ok(step)
}

/// The lines that say something, with their numbers.
struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    /// Number of the last line seen.
    last: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        Lines {
            lines: text.lines().enumerate(),
            last: 0,
        }
    }

    fn take(&mut self) -> Option<(usize, &'a str)> {
        let said = |&(_, line): &(usize, &str)| !line.trim().is_empty() && !line.starts_with('#');
        let (index, line) = self.lines.find(said)?;
        self.last = index + 1;
        Some((index + 1, line.trim()))
    }

    fn next(&mut self, wanted: &str) -> Result<(usize, &'a str), FormatError> {
        self.take().ok_or_else(|| {
            at(
                self.last + 1,
                format!("the text ends, {wanted:?} is expected"),
            )
        })
    }

    /// The value of the line that must begin with `name`.
    fn field(&mut self, name: &str) -> Result<(usize, &'a str), FormatError> {
        let (line, text) = self.next(name)?;
        let (met, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if met != name {
            return Err(expected(line, met, &format!("{name:?}")));
        }
        Ok((line, value.trim()))
    }

    fn side(&mut self, name: &str) -> Result<Stone, FormatError> {
        let (line, side) = self.field(name)?;
        let found = Stone::BOTH
            .into_iter()
            .find(|&stone| side_name(stone) == side);
        found.ok_or_else(|| expected(line, side, "black or white"))
    }
}

fn at(line: usize, message: impl fmt::Display) -> FormatError {
    FormatError {
        line,
        message: message.to_string(),
    }
}

fn expected(line: usize, met: &str, wanted: &str) -> FormatError {
    let met: String = met.chars().take(40).collect();
    at(line, format!("{met:?} stands where {wanted} is expected"))
}

fn number(line: usize, word: &str) -> Result<u64, FormatError> {
    word.parse().map_err(|_| expected(line, word, "a number"))
}

fn point(line: usize, name: &str, size: Size) -> Result<Point, FormatError> {
    parse_point(name, size, Coordinates::default()).map_err(|error| at(line, error))
}
