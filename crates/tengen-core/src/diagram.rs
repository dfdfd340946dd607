//! Pictures of positions: an SVG diagram that looks the same everywhere, and text.
//!
//! A [`Diagram`] says what is shown, a [`Style`] how. Letters and digits are drawn as
//! strokes of our own, so that no font is needed; output depends on nothing but input.

mod glyphs;
mod style;
mod svg;
#[cfg(test)]
mod tests;

pub use style::{Colours, Style};

use crate::ascii;
use crate::board::{Board, Run};
use crate::point::{Point, Size};
use crate::record::coordinate::Coordinates;
use crate::stone::Stone;
use crate::tree::{Mark, NodeId, Tree};
use crate::win::winning_runs_at;

/// The reference points of a board (星), drawn as dots: on 15x15 four and the centre.
///
/// ```
/// use tengen_core::{Size, diagram::star_points};
/// let names: Vec<String> = star_points(Size::STANDARD)
///     .iter()
///     .map(|point| point.name(Size::STANDARD))
///     .collect();
/// assert_eq!(names, ["D12", "L12", "H8", "D4", "L4"]);
/// ```
pub fn star_points(size: Size) -> Vec<Point> {
    let n = size.get();
    // Small boards have room for the centre alone; even ones have no middle line.
    let margin = if n >= 13 { 3 } else { 2 };
    let corners = [margin, n - 1 - margin];
    let middle = (n % 2 == 1).then_some(n / 2);
    size.points()
        .filter(|point| {
            let is_corner = |at: u8| n >= 9 && corners.contains(&at);
            let is_middle = |at: u8| Some(at) == middle;
            let (x, y) = (point.x(), point.y());
            (is_corner(x) && is_corner(y))
                || (is_middle(x) && is_middle(y))
                || (n >= 19 && (is_corner(x) && is_middle(y) || is_middle(x) && is_corner(y)))
        })
        .collect()
}

/// A stone in a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnStone {
    /// Where it stands.
    pub point: Point,
    /// Its colour.
    pub stone: Stone,
    /// The number written on it.
    pub number: Option<u32>,
}

/// What a diagram shows. Points off the board are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The board's size.
    pub size: Size,
    /// The stones, each point at most once.
    pub stones: Vec<DrawnStone>,
    /// The stone with a ring.
    pub last: Option<Point>,
    /// Marks on points, with or without a stone.
    pub marks: Vec<(Point, Mark)>,
    /// Rows to strike through.
    pub winning: Vec<Run>,
    /// Points with the cross of a forbidden move.
    pub forbidden: Vec<Point>,
    /// What a screen reader says; empty for a plain description.
    pub title: String,
}

/// Which moves of a diagram are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// None.
    #[default]
    None,
    /// All moves, from 1.
    All,
    /// The moves from this one on, with their own numbers.
    From(u32),
}

impl Diagram {
    /// The stones of a board.
    pub fn of_board(board: &Board) -> Diagram {
        let stones = board.stones().map(|(point, stone)| DrawnStone {
            point,
            stone,
            number: None,
        });
        Diagram {
            size: board.size(),
            stones: stones.collect(),
            last: None,
            marks: Vec::new(),
            winning: Vec::new(),
            forbidden: Vec::new(),
            title: String::new(),
        }
    }

    /// The position behind the node `at` of a record: its stones, the last move, its
    /// marks, and the winning rows if the last move made any.
    pub fn of_tree(tree: &Tree, at: NodeId, numbers: Numbers) -> Diagram {
        let mut board = Board::new(tree.size);
        let mut number_at = vec![None; crate::point::AREA];
        let mut number: u32 = 0;
        let mut last = None;
        for id in tree.path(at) {
            let node = tree.node(id);
            for &(point, stone) in &node.setup.stones {
                set(&mut board, point, stone);
                number_at[point.index()] = None;
            }
            let Some(mv) = node.mv else { continue };
            number = number.saturating_add(1);
            last = mv.point;
            if let Some(point) = mv.point {
                set(&mut board, point, Some(mv.stone));
                number_at[point.index()] = Some(number);
            }
        }
        let mut diagram = Diagram::of_board(&board);
        let first = match numbers {
            Numbers::None => u32::MAX,
            Numbers::All => 1,
            Numbers::From(first) => first,
        };
        for stone in &mut diagram.stones {
            stone.number = number_at[stone.point.index()].filter(|&number| number >= first);
        }
        diagram.last = last.filter(|&point| board.get(point).is_some());
        diagram.winning = last.map_or(Vec::new(), |point| {
            winning_runs_at(&board, tree.rule, point)
        });
        diagram.marks.clone_from(&tree.node(at).marks);
        diagram
    }

    /// The board with its stones, without numbers and marks.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size);
        for drawn in &self.stones {
            set(&mut board, drawn.point, Some(drawn.stone));
        }
        board
    }

    /// The diagram as lines of text: the last move in brackets, marks on free points by
    /// their first character.
    pub fn text(&self, unicode: bool, habit: Coordinates) -> String {
        let marks = self.marks.iter().filter_map(|(point, mark)| {
            let shown = match mark {
                Mark::Cross => '*',
                Mark::Circle => 'c',
                Mark::Square => 's',
                Mark::Triangle => 't',
                Mark::Label(label) => label.chars().find(|c| !c.is_control())?,
            };
            Some((*point, shown))
        });
        let forbidden = self.forbidden.iter().map(|&point| (point, '!'));
        let options = ascii::PrintOptions {
            unicode,
            coordinates: true,
            habit,
            last: self.last,
            marks: forbidden.chain(marks).collect(),
        };
        ascii::print(&self.board(), &options)
    }

    /// The diagram as an SVG document.
    pub fn svg(&self, style: &Style) -> String {
        svg::render(self, style)
    }
}

/// Several diagrams as one SVG document, row by row with so many in each row. The stones
/// are flat.
pub fn sheet(diagrams: &[Diagram], columns: usize, style: &Style) -> String {
    svg::sheet(diagrams, columns, style)
}

/// Makes `point` hold `stone`, whatever was there; off the board nothing happens.
fn set(board: &mut Board, point: Point, stone: Option<Stone>) {
    board.remove(point);
    if let Some(stone) = stone {
        // The only error left is a point off the board, which a broken record may name.
        let _ = board.place(point, stone);
    }
}
