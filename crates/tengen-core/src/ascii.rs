//! Boards drawn with characters: read for tests and from pasted text, printed for people.
//!
//! ```
//! use tengen_core::ascii;
//! let drawing = ascii::parse(
//!     ". . . . .
//!      . X . . .
//!      . . O . .
//!      . . . a .
//!      . . . . .",
//! )?;
//! assert_eq!(drawing.board.stone_count(), 2);
//! assert_eq!(drawing.mark('a').unwrap().name(drawing.board.size()), "D2");
//! # Ok::<(), tengen_core::record::RecordError>(())
//! ```

use crate::board::Board;
use crate::diagram::star_points;
use crate::point::{Point, Size};
use crate::record::coordinate::Coordinates;
use crate::record::{Failure, Notes, ReadOptions, Reading, RecordError, beginning, excerpt};
use crate::rule::Rule;
use crate::stone::Stone;
use crate::tree::Tree;

/// What a drawing shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The stones.
    pub board: Board,
    /// The stone in brackets, if one is.
    pub last: Option<Point>,
    /// Letters (other than X and O), `?` and `!` on free points, row by row.
    pub marks: Vec<(Point, char)>,
}

impl Drawing {
    /// The first point with that mark.
    pub fn mark(&self, mark: char) -> Option<Point> {
        self.marks(mark).next()
    }

    /// All points with that mark, row by row from the top left.
    pub fn marks(&self, mark: char) -> impl Iterator<Item = Point> + '_ {
        self.marks
            .iter()
            .filter(move |&&(_, other)| other == mark)
            .map(|&(point, _)| point)
    }
}

/// Reads a drawn board.
///
/// | character | meaning |
/// |---|---|
/// | `X` `x` `#` `@` `●` | black stone |
/// | `O` `o` `○` | white stone |
/// | `.` `+` `*` `·` `_` `,` and crossings such as `┼` | free point |
/// | other letters, `?`, `!` | free point with a mark |
/// | `(X)` or `[X]` | the last move |
///
/// Blanks, dashes between points, frames, row numbers at either side and a heading of
/// column letters are skipped. The top row comes first.
///
/// # Errors
/// For a character that means nothing here, rows of different length, a board that is
/// not square or of no size that is offered.
pub fn parse(text: &str) -> Result<Drawing, RecordError> {
    let start = beginning(text)?;
    draw(text, start).map_err(|failure| failure.locate(text))
}

/// Reads a drawn board as a record: stones set up in the root, the letters as labels.
///
/// The side to move follows from the number of stones, if they could come from a game.
///
/// # Errors
/// As [`parse`].
pub fn read(text: &str, options: &ReadOptions) -> Result<Reading<Tree>, RecordError> {
    let drawing = parse(text)?;
    let mut notes = Notes::new(text);
    let mut tree = Tree::new(
        drawing.board.size(),
        options.rule.unwrap_or(Rule::Freestyle),
    );
    if options.rule.is_none() {
        notes.push(0, "a drawing states no rule: freestyle is assumed");
    }
    let root = tree.node_mut(Tree::ROOT);
    root.setup.stones = drawing
        .board
        .stones()
        .map(|(point, stone)| (point, Some(stone)))
        .collect();
    let (black, white) = (
        drawing.board.count(Stone::Black),
        drawing.board.count(Stone::White),
    );
    root.setup.to_move = match black.checked_sub(white) {
        Some(0) => Some(Stone::Black),
        Some(1) => Some(Stone::White),
        _ => {
            let message = format!(
                "{black} black and {white} white stones are no game: the side to move is not known"
            );
            notes.push(0, message);
            None
        }
    };
    root.marks = drawing
        .marks
        .iter()
        .map(|&(point, mark)| (point, crate::tree::Mark::Label(mark.to_string())))
        .collect();
    Ok(Reading {
        value: tree,
        notes: notes.finish(),
    })
}

/// One crossing of a drawn row.
#[derive(Clone, Copy)]
struct Cell {
    stone: Option<Stone>,
    mark: Option<char>,
    is_last: bool,
}

fn draw(text: &str, start: usize) -> Result<Drawing, Failure> {
    let mut rows: Vec<(usize, Vec<Cell>)> = Vec::new();
    let mut at = start;
    for line in text[start..].split(['\n', '\r']) {
        let (offset, content) = (at, line.trim());
        at += line.len() + 1;
        if content.is_empty() || is_frame(content) || is_heading(content) {
            continue;
        }
        let row = read_row(offset + line.len() - line.trim_start().len(), content)?;
        if rows.len() == usize::from(Size::MAX.get()) {
            return Err(Failure::new(
                offset,
                "more than 22 rows: boards have at most 22",
            ));
        }
        rows.push((offset, row));
    }
    let size = u64::try_from(rows.len())
        .ok()
        .and_then(|n| Size::try_from(n).ok())
        .ok_or_else(|| {
            let n = rows.len();
            Failure::new(
                start,
                format!("a drawing of {n} rows: boards of 5 to 22 are allowed"),
            )
        })?;
    let mut drawing = Drawing {
        board: Board::new(size),
        last: None,
        marks: Vec::new(),
    };
    for (y, (offset, row)) in rows.into_iter().enumerate() {
        if row.len() != usize::from(size.get()) {
            return Err(Failure::new(
                offset,
                format!(
                    "{} points in this row, but {} rows: the board must be square",
                    row.len(),
                    size.get()
                ),
            ));
        }
        for (x, cell) in row.into_iter().enumerate() {
            if let Some(point) = size.point(x as u8, y as u8) {
                put(&mut drawing, point, cell);
            }
        }
    }
    Ok(drawing)
}

fn put(drawing: &mut Drawing, point: Point, cell: Cell) {
    if let Some(stone) = cell.stone {
        // Every point of the drawing is on the board and met once.
        let placed = drawing.board.place(point, stone);
        debug_assert!(placed.is_ok());
    }
    if let Some(mark) = cell.mark {
        drawing.marks.push((point, mark));
    }
    if cell.is_last && cell.stone.is_some() {
        drawing.last = Some(point);
    }
}

/// Whether a trimmed line is drawn around the board: `+-----+` or a double line.
fn is_frame(line: &str) -> bool {
    let inner = line
        .strip_prefix('+')
        .and_then(|rest| rest.strip_suffix('+'));
    inner.is_some_and(|inner| !inner.is_empty() && inner.chars().all(|c| c == '-'))
        || line
            .chars()
            .all(|c| matches!(c, '═' | '╔' | '╗' | '╚' | '╝' | '='))
}

/// Whether a trimmed line names the columns: letters in the order of the alphabet.
fn is_heading(line: &str) -> bool {
    let mut expected = b'A';
    for c in line.chars().filter(|c| !c.is_whitespace()) {
        let letter = c.to_ascii_uppercase();
        if letter == 'J' && expected == b'I' {
            expected += 1;
        }
        if letter != char::from(expected) {
            return false;
        }
        expected += 1;
    }
    expected > b'D'
}

/// Whether a trimmed line looks like a row of a drawn board: five or more points, few of
/// them with a mark, and nothing that has no meaning on a board.
pub(crate) fn is_board_row(line: &str) -> bool {
    // Longer than any row of the largest board, however it is spaced.
    const LONGEST: usize = 400;
    let row = if line.len() <= LONGEST {
        read_row(0, line).unwrap_or_default()
    } else {
        return false;
    };
    let marks = row.iter().filter(|cell| cell.mark.is_some()).count();
    row.len() >= 5 && marks <= row.len() / 3
}

/// Reads a trimmed line whose content begins at `offset`.
fn read_row(offset: usize, line: &str) -> Result<Vec<Cell>, Failure> {
    let is_digit = |c: char| c.is_ascii_digit();
    let content = line.trim_start_matches(is_digit);
    let offset = offset + line.len() - content.len();
    let content = content.trim_end_matches(is_digit);
    let mut row = Vec::new();
    let mut is_last = false;
    for (at, c) in content.char_indices() {
        let (stone, mark) = match c {
            'X' | 'x' | '#' | '@' | '●' => (Some(Stone::Black), None),
            'O' | 'o' | '○' => (Some(Stone::White), None),
            '.' | '+' | '*' | '·' | '_' | ',' | '╋' | '┌'..='┼' => (None, None),
            '(' | '[' => {
                is_last = true;
                continue;
            }
            ')' | ']' | '-' | '─' | '|' | '│' | '║' => continue,
            _ if c.is_whitespace() => continue,
            _ if c.is_ascii_alphabetic() || c == '?' || c == '!' => (None, Some(c)),
            _ => {
                return Err(Failure::new(
                    offset + at,
                    format!(
                        "{} has no meaning on a board: draw X, O, . or a letter as a mark",
                        excerpt(&content[at..at + c.len_utf8()])
                    ),
                ));
            }
        };
        if row.len() == usize::from(Size::MAX.get()) {
            return Err(Failure::new(offset + at, "more than 22 points in a row"));
        }
        row.push(Cell {
            stone,
            mark,
            is_last,
        });
        is_last = false;
    }
    Ok(row)
}

/// How a board is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintOptions {
    /// Lines and round stones instead of `X`, `O`, `.` and `+`.
    pub unicode: bool,
    /// Row numbers at the left and column letters below.
    pub coordinates: bool,
    /// How rows and columns are named.
    pub habit: Coordinates,
    /// The stone to put into brackets.
    pub last: Option<Point>,
    /// Characters to show on free points.
    pub marks: Vec<(Point, char)>,
}

impl Default for PrintOptions {
    /// Plain characters with coordinates.
    fn default() -> PrintOptions {
        PrintOptions {
            unicode: false,
            coordinates: true,
            habit: Coordinates::default(),
            last: None,
            marks: Vec::new(),
        }
    }
}

/// Prints a board for a terminal: two columns for each point, a line for each row.
///
/// ```
/// use tengen_core::{Board, Size, Stone, ascii};
/// let mut board = Board::new(Size::new(5)?);
/// board.place(board.size().centre(), Stone::Black)?;
/// let printed = ascii::print(&board, &ascii::PrintOptions::default());
/// assert_eq!(printed.lines().nth(2), Some(" 3 . . X . ."));
/// assert_eq!(printed.lines().last(), Some("   A B C D E"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn print(board: &Board, options: &PrintOptions) -> String {
    let size = board.size();
    let stars = star_points(size);
    let mut out = String::new();
    for y in 0..size.get() {
        let mut line = String::new();
        if options.coordinates {
            line.push_str(&format!("{:>2}", row_number(options.habit, size, y)));
        }
        for x in 0..size.get() {
            let Some(point) = size.point(x, y) else {
                continue;
            };
            if options.coordinates || x > 0 || options.last.is_some() {
                line.push(gap_before(point, options));
            }
            line.push(shown(board, point, stars.contains(&point), options));
        }
        if options
            .last
            .is_some_and(|last| (last.x(), last.y()) == (size.get() - 1, y))
        {
            line.push(')');
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    if options.coordinates {
        out.push_str("  ");
        for x in 0..size.get() {
            out.push(' ');
            out.push(options.habit.letter(x));
        }
        out.push('\n');
    }
    out
}

fn row_number(habit: Coordinates, size: Size, y: u8) -> u8 {
    match habit.rows {
        crate::record::Rows::FromBottom => size.get() - y,
        crate::record::Rows::FromTop => y + 1,
    }
}

/// What stands left of a point: a bracket of the last move, a line or a blank.
fn gap_before(point: Point, options: &PrintOptions) -> char {
    let left = point
        .x()
        .checked_sub(1)
        .and_then(|x| Point::new(x, point.y()));
    if options.last == Some(point) {
        '('
    } else if options.last.is_some() && options.last == left {
        ')'
    } else if options.unicode && left.is_some() {
        '─'
    } else {
        ' '
    }
}

fn shown(board: &Board, point: Point, is_star: bool, options: &PrintOptions) -> char {
    match board.get(point) {
        Some(Stone::Black) if options.unicode => return '●',
        Some(Stone::White) if options.unicode => return '○',
        Some(Stone::Black) => return 'X',
        Some(Stone::White) => return 'O',
        None => {}
    }
    if let Some(&(_, mark)) = options.marks.iter().find(|(marked, _)| *marked == point) {
        return mark;
    }
    match (options.unicode, is_star) {
        (false, false) => '.',
        (false, true) => '+',
        (true, true) => '╋',
        (true, false) => crossing(point, board.size()),
    }
}

/// The crossing of lines at a free point.
fn crossing(point: Point, size: Size) -> char {
    const CROSSINGS: [[char; 3]; 3] = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
    let third = |n: u8| match n {
        0 => 0,
        n if n == size.get() - 1 => 2,
        _ => 1,
    };
    CROSSINGS[third(point.y())][third(point.x())]
}

#[cfg(test)]
mod tests;
