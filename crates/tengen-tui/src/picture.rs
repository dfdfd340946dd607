//! The board as a grid of characters with roles; the screen and the line game share it.
//!
//! Two columns a point and one row, or four columns and two rows where there is room.
//! Brackets take the line cells beside a point, so that they work without colour.

use std::collections::BTreeMap;

use tengen_core::diagram::star_points;
use tengen_core::{Board, Point, Stone};

/// What a cell means; its colour follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Lines and star points.
    Grid,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// The brackets of the cursor.
    Cursor,
    /// A winning stone, or what a hint shows.
    Accent,
    /// A forbidden point or a threat.
    Alert,
    /// A digit on a stone: its ground has the stone's colour.
    Number(Stone),
}

/// One character of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) symbol: char,
    pub(crate) role: Role,
    /// Part of the last move, which has a ground of its own.
    pub(crate) last: bool,
}

/// Which characters are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glyphs {
    /// Plain ASCII only.
    pub(crate) ascii: bool,
    /// White is a filled stone: only where colours tell it from Black.
    pub(crate) filled_white: bool,
    /// Colours are seen; without them a winning row is numbered.
    pub(crate) coloured: bool,
}

impl Glyphs {
    /// The sign of a stone.
    pub(crate) fn stone(self, stone: Stone) -> char {
        match (stone, self.ascii) {
            (Stone::Black, true) => 'X',
            (Stone::White, true) => 'O',
            (Stone::Black, false) => '●',
            (Stone::White, false) if self.filled_white => '●',
            (Stone::White, false) => '○',
        }
    }
}

/// What is to be seen on a board.
#[derive(Clone, Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) board: &'a Board,
    pub(crate) last: Option<Point>,
    pub(crate) cursor: Option<Point>,
    /// The winning stones in order.
    pub(crate) winning: Vec<Point>,
    /// Signs on free points; a later one replaces an earlier one.
    pub(crate) marks: Vec<(Point, char, Role)>,
    /// Numbers to be written on stones.
    pub(crate) numbers: BTreeMap<Point, usize>,
}

/// How many columns and rows lie between neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pitch {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

impl Pitch {
    pub(crate) const SMALL: Pitch = Pitch {
        columns: 2,
        rows: 1,
    };
    pub(crate) const LARGE: Pitch = Pitch {
        columns: 4,
        rows: 2,
    };

    /// Columns of a picture: the grid and a margin on both sides.
    pub(crate) fn width(self, side: usize) -> usize {
        self.columns * (side - 1) + 3
    }

    /// Rows of a picture.
    pub(crate) fn height(self, side: usize) -> usize {
        self.rows * (side - 1) + 1
    }

    /// Where a point lies in the picture: column and row.
    pub(crate) fn place(self, point: Point) -> (usize, usize) {
        let (x, y) = (usize::from(point.x()), usize::from(point.y()));
        (1 + self.columns * x, self.rows * y)
    }

    /// The point nearest to a cell of the picture.
    pub(crate) fn nearest(self, column: usize, row: usize, board: &Board) -> Option<Point> {
        let x = (column + self.columns / 2).checked_sub(1)? / self.columns;
        let y = (row + self.rows / 2) / self.rows;
        board
            .size()
            .point(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
    }
}

/// Draws the scene: rows from the top, all equally wide.
pub(crate) fn draw(scene: &Scene<'_>, pitch: Pitch, glyphs: Glyphs) -> Vec<Vec<Cell>> {
    let mut picture = empty_grid(scene.board, pitch, glyphs);
    let mut put = |column: usize, row: usize, symbol: char, role: Role, last: bool| {
        picture[row][column] = Cell { symbol, role, last };
    };
    for (point, stone) in scene.board.stones() {
        let (column, row) = pitch.place(point);
        let numbers = scene.numbers.get(&point);
        match numbers.filter(|_| scene.winning.is_empty()) {
            Some(&number) => {
                for (column, symbol) in
                    (column - usize::from(number >= 10)..).zip(digits(number, pitch))
                {
                    put(column, row, symbol, Role::Number(stone), false);
                }
            }
            None => put(column, row, glyphs.stone(stone), role_of(stone), false),
        }
    }
    for &(point, sign, role) in &scene.marks {
        if scene.board.is_free(point) {
            let (column, row) = pitch.place(point);
            put(column, row, sign, role, false);
        }
    }
    if let Some(point) = scene.last {
        bracket(&mut picture, pitch.place(point), ['(', ')'], None, true);
    }
    mark_winning(&mut picture, scene, pitch, glyphs);
    if let Some(point) = scene.cursor {
        let place = pitch.place(point);
        bracket(&mut picture, place, ['[', ']'], Some(Role::Cursor), false);
    }
    picture
}

fn role_of(stone: Stone) -> Role {
    match stone {
        Stone::Black => Role::Black,
        Stone::White => Role::White,
    }
}

/// A move's number as far as there is room. Two columns hold two digits: the order of play
/// tells the hundreds.
fn digits(number: usize, pitch: Pitch) -> Vec<char> {
    let text = number.to_string();
    let room = if pitch == Pitch::SMALL { 2 } else { 3 };
    text.chars().skip(text.len().saturating_sub(room)).collect()
}

fn mark_winning(picture: &mut [Vec<Cell>], scene: &Scene<'_>, pitch: Pitch, glyphs: Glyphs) {
    let last = scene.winning.len().saturating_sub(1);
    for (at, &point) in scene.winning.iter().enumerate() {
        let (column, row) = pitch.place(point);
        let cell = &mut picture[row][column];
        cell.role = Role::Accent;
        if !glyphs.coloured {
            cell.symbol = digit(at + 1);
        } else if at == 0 || at == last {
            bracket(
                picture,
                (column, row),
                ['[', ']'],
                Some(Role::Accent),
                false,
            );
        }
    }
}

/// Puts signs left and right of a place. A digit on the left belongs to the number there and
/// stays; those of the last move leave their neighbour's digits alone too.
fn bracket(
    picture: &mut [Vec<Cell>],
    (column, row): (usize, usize),
    signs: [char; 2],
    role: Option<Role>,
    last: bool,
) {
    let stone = match picture[row][column].role {
        Role::Number(stone) => role_of(stone),
        other => other,
    };
    picture[row][column].last |= last;
    for (column, symbol, keeps) in [(column - 1, signs[0], true), (column + 1, signs[1], last)] {
        let cell = &mut picture[row][column];
        if keeps && matches!(cell.role, Role::Number(_)) {
            continue;
        }
        *cell = Cell {
            symbol,
            role: role.unwrap_or(stone),
            last,
        };
    }
}

fn digit(number: usize) -> char {
    char::from(b'0' + (number % 10) as u8)
}

fn empty_grid(board: &Board, pitch: Pitch, glyphs: Glyphs) -> Vec<Vec<Cell>> {
    let side = usize::from(board.size().get());
    let stars = star_points(board.size());
    let (width, height) = (pitch.width(side), pitch.height(side));
    let symbol = |column: usize, row: usize| -> char {
        let inside = column.checked_sub(1).filter(|_| column + 1 < width);
        let Some(across) = inside else {
            return ' ';
        };
        let on_column = across.is_multiple_of(pitch.columns);
        let on_row = row.is_multiple_of(pitch.rows);
        match (on_column, on_row) {
            (true, true) => {
                let (x, y) = (across / pitch.columns, row / pitch.rows);
                let is_star = stars
                    .iter()
                    .any(|star| (usize::from(star.x()), usize::from(star.y())) == (x, y));
                crossing(x, y, side - 1, is_star, glyphs.ascii)
            }
            (false, true) if !glyphs.ascii => '─',
            (true, false) if !glyphs.ascii => '│',
            _ => ' ',
        }
    };
    (0..height)
        .map(|row| {
            (0..width)
                .map(|column| Cell {
                    symbol: symbol(column, row),
                    role: Role::Grid,
                    last: false,
                })
                .collect()
        })
        .collect()
}

fn crossing(x: usize, y: usize, end: usize, is_star: bool, ascii: bool) -> char {
    match (ascii, is_star) {
        (true, true) => return '+',
        (true, false) => return '.',
        (false, true) => return '•',
        (false, false) => {}
    }
    match (x, y) {
        (0, 0) => '┌',
        (x, 0) if x == end => '┐',
        (0, y) if y == end => '└',
        (x, y) if x == end && y == end => '┘',
        (_, 0) => '┬',
        (_, y) if y == end => '┴',
        (0, _) => '├',
        (x, _) if x == end => '┤',
        _ => '┼',
    }
}

/// The picture as lines of text with coordinates around it.
pub(crate) fn lines(scene: &Scene<'_>, glyphs: Glyphs) -> Vec<String> {
    let size = scene.board.size();
    let side = usize::from(size.get());
    let rows = draw(scene, Pitch::SMALL, glyphs);
    let mut lines: Vec<String> = rows
        .iter()
        .enumerate()
        .map(|(row, cells)| {
            let cells: String = cells.iter().map(|cell| cell.symbol).collect();
            format!(" {:>2} {}", side - row, cells.trim_end())
        })
        .collect();
    lines.push(format!("     {}", letters(side, Pitch::SMALL)));
    lines
}

/// The letters under the board, spaced like its columns.
pub(crate) fn letters(side: usize, pitch: Pitch) -> String {
    let mut text = String::new();
    for column in 0..side {
        if column > 0 {
            text.push_str(&" ".repeat(pitch.columns - 1));
        }
        text.push(char::from(b'A' + column as u8));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Size;

    fn scene(board: &Board) -> Scene<'_> {
        Scene {
            board,
            last: None,
            cursor: None,
            winning: Vec::new(),
            marks: Vec::new(),
            numbers: BTreeMap::new(),
        }
    }

    const ASCII: Glyphs = Glyphs {
        ascii: true,
        filled_white: false,
        coloured: false,
    };

    #[test]
    fn marks_use_the_cells_beside_a_point_and_the_cursor_wins() {
        let size = Size::new(5).unwrap();
        let mut board = Board::new(size);
        let at = |x, y| size.point(x, y).unwrap();
        board.place(at(1, 0), Stone::Black).unwrap();
        board.place(at(2, 0), Stone::White).unwrap();
        let scene = Scene {
            last: Some(at(1, 0)),
            cursor: Some(at(2, 0)),
            ..scene(&board)
        };
        assert_eq!(lines(&scene, ASCII)[0], "  5  .(X[O]. .");
    }

    #[test]
    fn every_cell_beside_a_point_leads_back_to_it() {
        let board = Board::new(Size::STANDARD);
        for pitch in [Pitch::SMALL, Pitch::LARGE] {
            for point in board.size().points() {
                let (column, row) = pitch.place(point);
                assert_eq!(pitch.nearest(column, row, &board), Some(point));
                // The line cell on the left belongs to the point on its right.
                assert_eq!(pitch.nearest(column - 1, row, &board), Some(point));
            }
            assert_eq!(pitch.nearest(200, 0, &board), None);
        }
    }

    #[test]
    fn numbers_keep_their_digits_where_brackets_would_stand() {
        let size = Size::new(5).unwrap();
        let mut board = Board::new(size);
        let stones = [(1, 9), (2, 10), (3, 123)].map(|(x, n)| (size.point(x, 0).unwrap(), n));
        for (point, _) in stones {
            board.place(point, Stone::Black).unwrap();
        }
        let scene = Scene {
            numbers: BTreeMap::from(stones),
            last: Some(stones[2].0),
            ..scene(&board)
        };
        assert_eq!(lines(&scene, ASCII)[0], "  5  . 91023).");
        let pointed = Scene {
            cursor: Some(stones[1].0),
            ..scene.clone()
        };
        assert_eq!(lines(&pointed, ASCII)[0], "  5  . 910]3).");
        let large: String = draw(&scene, Pitch::LARGE, ASCII)[0]
            .iter()
            .map(|cell| cell.symbol)
            .collect();
        assert_eq!(large.trim_end(), " .   9  10  123  .");
    }

    #[test]
    fn a_winning_row_is_numbered_without_colours() {
        let size = Size::new(6).unwrap();
        let mut board = Board::new(size);
        let row: Vec<Point> = (0..5).map(|x| size.point(x, 2).unwrap()).collect();
        for &point in &row {
            board.place(point, Stone::Black).unwrap();
        }
        let scene = Scene {
            winning: row,
            ..scene(&board)
        };
        assert_eq!(lines(&scene, ASCII)[2], "  4  1 2 3 4 5 .");
    }
}
