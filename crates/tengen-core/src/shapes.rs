//! Shapes for people: the rows that a colour has and could make, as players name them.
//!
//! [`shapes`] lists what stands on the board, so that it can be lit up; [`shapes_at`]
//! tells what one more stone would make, so that "you can make a four-three" can be said.
//!
//! # Definitions
//!
//! All of them speak of one line (row, column or diagonal) and one colour. *Winning* is
//! what the [`Rule`] says: under standard, caro9 and for Black in renju a row of six
//! wins nothing; under caro neither does a five with enemy stones at both ends.
//!
//! - A **five** is a row that wins with five stones, an **overline** one of six or more.
//!   A row of that length that wins nothing is *dead*.
//! - A **four** is four stones of which one more stone makes a winning row. It is **open**
//!   (live, 活四) if the enemy cannot stop that with a single stone on the line: four in an
//!   unbroken row with room at both ends. Otherwise it is a *rush four* (冲四), and
//!   [`Shape::replies`] are the points that stop it: mostly one, under caro sometimes two.
//! - An **open** three, two or one (活三, 活二, 活一) is as many stones that one more stone
//!   makes an open four, an open three or an open two.
//! - A **sleeping** three, two or one (眠三, 眠二, 眠一) is not open, but one more stone makes
//!   it a four, a sleeping three or a sleeping two.
//! - **Dead** stones (死) cannot become part of a winning row on that line any more.
//! - A shape is **broken** (跳) if there is a gap between its stones.
//!
//! In renju a black three is open only if Black may play one of the points that make the
//! open four (see [`forbidden`](crate::forbidden)); extensions never name a forbidden point.
//!
//! # What is listed
//!
//! Each set of stones appears once on a line, as the strongest shape that it makes. A
//! weaker shape is left out if stronger ones on the line already hold all its stones. Fours
//! with the same winning points are one shape.
//!
//! ```
//! use tengen_core::shapes::{Kind, Life, shapes, shapes_at};
//! use tengen_core::{Board, Rule, Size, Stone};
//!
//! let size = Size::STANDARD;
//! let mut board = Board::new(size);
//! for (x, y) in [(5, 7), (6, 7), (7, 5), (7, 6), (7, 8)] {
//!     board.place(size.point(x, y).unwrap(), Stone::White)?;
//! }
//! let strongest = &shapes(&board, Rule::Freestyle, Stone::White)[0];
//! assert_eq!(strongest.name_en(), "broken open three");
//!
//! let made = shapes_at(&board, Rule::Freestyle, size.centre(), Stone::White);
//! assert_eq!(made[0].name_zh(), "活四");
//! assert_eq!((made[1].kind, made[1].life), (Kind::Three, Life::Open));
//! # Ok::<(), tengen_core::PlaceError>(())
//! ```

mod line;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use crate::board::Board;
use crate::forbidden::is_forbidden;
use crate::point::{Direction, Point};
use crate::rule::Rule;
use crate::stone::Stone;
use crate::win::wins_at_once;
use line::{Line, LineShape};

/// How many stones a shape has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A single stone.
    One,
    /// Two stones.
    Two,
    /// Three stones.
    Three,
    /// Four stones, or more with gaps.
    Four,
    /// Five in an unbroken row.
    Five,
    /// Six or more in an unbroken row.
    Overline,
}

/// How much is left to hope for. Later ones are stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Life {
    /// Cannot win on this line any more (死).
    Dead,
    /// Can still win, but the enemy can answer each step (眠): ones to threes.
    Sleeping,
    /// Threatens to win, and can be stopped (冲): fours.
    Rush,
    /// Live (活): becomes, or is, a four that no single stone stops.
    Open,
    /// Has won: fives and overlines that the rule counts.
    Complete,
}

/// A colour's stones on one line, and what they amount to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Whose stones.
    pub stone: Stone,
    /// How many they are.
    pub kind: Kind,
    /// What they are worth.
    pub life: Life,
    /// The line they lie on.
    pub direction: Direction,
    /// The stones in order along the line.
    pub stones: Vec<Point>,
    /// Where one more stone wins (fours) or makes the next stronger shape of the same
    /// life, in order along the line. Forbidden points are left out.
    pub extensions: Vec<Point>,
    /// Where one enemy stone on this line takes the shape's life: a rush four wins no
    /// more, an open three, two or one is open no more, a sleeping one is dead. Empty for
    /// open fours, which nothing stops. Counter-threats elsewhere are not looked at.
    pub replies: Vec<Point>,
    /// Whether there is a gap between the stones (跳).
    pub broken: bool,
}

impl Shape {
    /// Name in English: `open four`, `four`, `broken open three`, `sleeping two`.
    pub fn name_en(&self) -> String {
        let noun = match self.kind {
            Kind::One => "one",
            Kind::Two => "two",
            Kind::Three => "three",
            Kind::Four => "four",
            Kind::Five => "five",
            Kind::Overline => "overline",
        };
        let life = match self.life {
            Life::Dead => "dead ",
            Life::Sleeping => "sleeping ",
            Life::Open => "open ",
            Life::Rush | Life::Complete => "",
        };
        let broken = if self.broken { "broken " } else { "" };
        format!("{broken}{life}{noun}")
    }

    /// Name in Chinese: 活四, 冲四, 跳活三, 眠二.
    pub fn name_zh(&self) -> String {
        let noun = match (self.kind, self.life) {
            (Kind::Five, Life::Complete) => return "五连".to_string(),
            (Kind::Overline, _) => return "长连".to_string(),
            (Kind::One, _) => "一",
            (Kind::Two, _) => "二",
            (Kind::Three, _) => "三",
            (Kind::Four, _) => "四",
            (Kind::Five, _) => "五",
        };
        let life = match self.life {
            Life::Dead => "死",
            Life::Sleeping => "眠",
            // A broken rush four is called 跳四.
            Life::Rush if self.broken => "",
            Life::Rush => "冲",
            Life::Open | Life::Complete => "活",
        };
        let broken = if self.broken { "跳" } else { "" };
        format!("{broken}{life}{noun}")
    }

    /// Strongest first; dead ones come after all others.
    fn order(&self) -> impl Ord + use<> {
        let strength = if self.life == Life::Dead {
            (Life::Dead, self.kind, Life::Dead)
        } else {
            (Life::Complete, self.kind, self.life)
        };
        (Reverse(strength), self.direction, self.stones.clone())
    }
}

/// All shapes of one colour, strongest first, dead ones last.
pub fn shapes(board: &Board, rule: Rule, stone: Stone) -> Vec<Shape> {
    let mut found = Vec::new();
    for direction in Direction::ALL {
        for start in board.size().points() {
            let is_first = start
                .step(direction, -1)
                .is_none_or(|before| !board.size().contains(before));
            if is_first {
                found.extend(on_line(board, rule, stone, direction, start));
            }
        }
    }
    found.sort_by_cached_key(Shape::order);
    found
}

/// The shapes that a stone on the free `point` would be part of, strongest first. Empty
/// if the point is not free. Whether the point is forbidden is not asked.
pub fn shapes_at(board: &Board, rule: Rule, point: Point, stone: Stone) -> Vec<Shape> {
    let mut after = board.clone();
    if after.place(point, stone).is_err() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for direction in Direction::ALL {
        let start = (0..)
            .map_while(|n| point.step(direction, -n))
            .take_while(|&p| board.size().contains(p))
            .last()
            .unwrap_or(point);
        found.extend(on_line(&after, rule, stone, direction, start));
    }
    found.retain(|shape| shape.stones.contains(&point));
    found.sort_by_cached_key(Shape::order);
    found
}

/// The shapes on the line that begins at `start` on the rim.
fn on_line(
    board: &Board,
    rule: Rule,
    stone: Stone,
    direction: Direction,
    start: Point,
) -> Vec<Shape> {
    let points: Vec<Point> = (0..)
        .map_while(|n| start.step(direction, n))
        .take_while(|&p| board.size().contains(p))
        .collect();
    if points.iter().all(|&p| board.get(p) != Some(stone)) {
        return Vec::new();
    }
    let mut line = Line::new(rule, stone, points.iter().map(|&p| board.get(p)));
    if rule.has_forbidden_points(stone) {
        let free = |&(_, &p): &(usize, &Point)| board.is_free(p);
        for (index, &point) in points.iter().enumerate().filter(free) {
            if is_forbidden(board, point) {
                line.forbid(index);
            } else if wins_at_once(board, rule, point, stone) {
                line.mark_win(index);
            }
        }
    }
    let pick = |bits: u32| -> Vec<Point> {
        let chosen = points.iter().enumerate();
        chosen
            .filter(|(index, _)| bits & (1 << index) != 0)
            .map(|(_, &p)| p)
            .collect()
    };
    let convert = |shape: LineShape| Shape {
        stone,
        kind: shape.kind,
        life: shape.life,
        direction,
        stones: pick(shape.stones),
        extensions: pick(shape.extensions),
        replies: pick(shape.replies),
        broken: shape.is_broken(),
    };
    line.shapes().into_iter().map(convert).collect()
}
