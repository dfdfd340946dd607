//! The board in characters: a column for each point and one or more for the line to its
//! right. Nothing depends on colour: the last move stands in ( ), winning rows in [ ].

use tengen_core::diagram::{Diagram, DrawnStone, star_points};
use tengen_core::record::coordinate::Coordinates;
use tengen_core::{Direction, Mark, Point, Size, Stone};

use crate::terminal::{Painter, Role};

/// Which characters the terminal is trusted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Characters {
    Unicode,
    Ascii,
}

impl Characters {
    pub(super) fn stone(self, stone: Stone) -> char {
        match (self, stone) {
            (Characters::Unicode, Stone::Black) => '●',
            (Characters::Unicode, Stone::White) => '○',
            (Characters::Ascii, Stone::Black) => 'X',
            (Characters::Ascii, Stone::White) => 'O',
        }
    }

    /// The line between two points.
    fn line(self) -> char {
        match self {
            Characters::Unicode => '─',
            Characters::Ascii => ' ',
        }
    }

    /// The line between two stones of a winning row.
    fn winning_line(self) -> char {
        match self {
            Characters::Unicode => '═',
            Characters::Ascii => '=',
        }
    }

    fn free_point(self, point: Point, size: Size, is_star: bool) -> char {
        const CROSSINGS: [[char; 3]; 3] = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
        let third = |n: u8| match n {
            0 => 0,
            n if n + 1 == size.get() => 2,
            _ => 1,
        };
        match (self, is_star) {
            (Characters::Ascii, false) => '.',
            (Characters::Ascii, true) => '+',
            (Characters::Unicode, true) => '•',
            (Characters::Unicode, false) => CROSSINGS[third(point.y())][third(point.x())],
        }
    }
}

/// A diagram about to be drawn.
pub(super) struct Drawing<'a> {
    pub(super) diagram: &'a Diagram,
    pub(super) characters: Characters,
    pub(super) painter: Painter,
}

impl Drawing<'_> {
    pub(super) fn render(&self) -> String {
        let size = self.diagram.size;
        let stars = star_points(size);
        let mut out = String::new();
        for y in 0..size.get() {
            let number = format!("{:>2}", size.get() - y);
            out.push_str(&self.painter.paint(Role::Quiet, &number));
            let first = size.point(0, y);
            out.push_str(&self.gap(None, first, 1));
            for x in 0..size.get() {
                let Some(point) = size.point(x, y) else {
                    continue;
                };
                let (text, role) = self.cell(point, stars.contains(&point));
                out.push_str(&self.painter.paint(role, &text));
                let room = self.width() - text.chars().count();
                let next = x.checked_add(1).and_then(|x| size.point(x, y));
                out.push_str(&self.gap(Some(point), next, room));
            }
            out.push('\n');
        }
        out.push_str(&self.letters());
        out
    }

    /// Columns from one point to the next: room for the longest number, and the line.
    fn width(&self) -> usize {
        let largest = self.diagram.stones.iter().filter_map(|drawn| drawn.number);
        let digits = largest.max().map_or(0, |number| number.to_string().len());
        2 + digits
    }

    fn letters(&self) -> String {
        let habit = Coordinates::default();
        let letters = (0..self.diagram.size.get()).map(|x| {
            let width = self.width();
            format!("{:width$}", habit.letter(x))
        });
        let line = format!("   {}", letters.collect::<String>());
        format!("{}\n", self.painter.paint(Role::Quiet, line.trim_end()))
    }

    /// What stands on a point.
    fn cell(&self, point: Point, is_star: bool) -> (String, Role) {
        let at = |drawn: &&DrawnStone| drawn.point == point;
        if let Some(drawn) = self.diagram.stones.iter().find(at) {
            let number = drawn.number.map_or(String::new(), |n| n.to_string());
            let text = format!("{}{number}", self.characters.stone(drawn.stone));
            let role = if self.wins(point) {
                Role::Accent
            } else if self.diagram.last == Some(point) {
                Role::Last
            } else {
                Role::Plain
            };
            return (text, role);
        }
        if self.diagram.forbidden.contains(&point) {
            return ("!".to_owned(), Role::Alert);
        }
        let marked = |(at, _): &&(Point, Mark)| *at == point;
        match self.diagram.marks.iter().find(marked) {
            Some((_, mark)) => (sign(mark).to_string(), Role::Accent),
            None => {
                let free = self
                    .characters
                    .free_point(point, self.diagram.size, is_star);
                (free.to_string(), Role::Quiet)
            }
        }
    }

    fn wins(&self, point: Point) -> bool {
        let rows = &self.diagram.winning;
        rows.iter()
            .any(|row| row.points().any(|stone| stone == point))
    }

    /// Whether both points lie in one winning row, side by side.
    fn win_together(&self, left: Point, right: Point) -> bool {
        self.diagram.winning.iter().any(|row| {
            let holds = |point| row.points().any(|stone| stone == point);
            row.direction == Direction::Row && holds(left) && holds(right)
        })
    }

    /// The columns between two points of a row; beyond the edge there is only room for
    /// a bracket.
    fn gap(&self, left: Option<Point>, right: Option<Point>, room: usize) -> String {
        if let (Some(left), Some(right)) = (left, right)
            && self.win_together(left, right)
        {
            let line = self.characters.winning_line().to_string();
            return self.painter.paint(Role::Accent, &line.repeat(room));
        }
        let (line, room) = match (left, right) {
            (Some(_), Some(_)) => (self.characters.line(), room),
            _ => (' ', 1),
        };
        let mut gap = vec![(line, Role::Quiet); room];
        if let (Some(bracket), Some(first)) = (self.bracket(left, [']', ')']), gap.first_mut()) {
            *first = bracket;
        }
        if let (Some(bracket), Some(last)) = (self.bracket(right, ['[', '(']), gap.last_mut()) {
            *last = bracket;
        }
        if right.is_none() && gap == [(' ', Role::Quiet)] {
            return String::new();
        }
        let painted = gap.into_iter().map(|(c, role)| {
            let text = c.to_string();
            self.painter.paint(role, &text)
        });
        painted.collect()
    }

    /// The bracket beside a point: the first for winning stones, the second for the last
    /// move.
    fn bracket(&self, point: Option<Point>, [winning, last]: [char; 2]) -> Option<(char, Role)> {
        let point = point?;
        if self.wins(point) {
            Some((winning, Role::Accent))
        } else if self.diagram.last == Some(point) {
            Some((last, Role::Last))
        } else {
            None
        }
    }
}

/// A mark in one column. Letters that take two columns would push the row aside.
fn sign(mark: &Mark) -> char {
    match mark {
        Mark::Cross => '*',
        Mark::Circle => 'c',
        Mark::Square => 's',
        Mark::Triangle => 't',
        Mark::Label(label) => label
            .chars()
            .next()
            .filter(char::is_ascii_graphic)
            .unwrap_or('*'),
    }
}
