//! The full story of a black stone: everything a person may want to see.

use super::judge::{self, Lines};
use super::line::{Line, LineThree, points_of};
use super::{ForbiddenKind, RENJU};
use crate::board::{Board, Run};
use crate::point::{Direction, Point};
use crate::stone::Stone;

/// How many straight-four points one examination follows. Positions from play need a
/// few dozen; the limit keeps contrived ones from filling memory. Verdicts stay exact.
const STORY_LIMIT: usize = 2_000;

/// What a black stone on one point makes under renju's rule, line by line.
///
/// The data is complete by itself: [`explain`](Examination::explain) puts it into English
/// sentences, and a program in another language can do the same from these fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examination {
    /// Where the stone is put.
    pub point: Point,
    /// All kinds that forbid the move, in the order of [`ForbiddenKind::ALL`]; empty if
    /// the move is legal.
    pub kinds: Vec<ForbiddenKind>,
    /// Rows of exactly five that the stone completes. One is enough to win, and the move
    /// is then legal whatever else it makes.
    pub fives: Vec<Run>,
    /// Rows of six and more that the stone completes.
    pub overlines: Vec<Run>,
    /// The fours that the stone is part of.
    pub fours: Vec<Four>,
    /// The lines that have the shape of a three, real or not: at most one a direction.
    pub threes: Vec<Three>,
}

/// Four stones to which one can be added to make exactly five.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Four {
    /// The line it lies on.
    pub direction: Direction,
    /// Its four stones in order along the line.
    pub stones: Vec<Point>,
    /// Where the five is made: two points for a straight four, else one.
    pub five_points: Vec<Point>,
}

/// Three stones to which one can be added to make a straight four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Three {
    /// The line it lies on.
    pub direction: Direction,
    /// Its three stones in order along the line.
    pub stones: Vec<Point>,
    /// The one or two points that make the straight four.
    pub extensions: Vec<Extension>,
}

/// A point that makes a straight four of a three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// The point.
    pub point: Point,
    /// The two end points of the straight four: either would make the five.
    pub ends: [Point; 2],
    /// Why Black cannot use the point for a straight four; `None` if Black can.
    pub obstacle: Option<Obstacle>,
    /// The story of a second black stone on this point, with the first one on the board.
    ///
    /// `None` where it decides nothing (inside a story that shapes alone settle) or where
    /// a contrived position would make the whole too long.
    pub then: Option<Box<Examination>>,
}

/// Why a straight-four point does not make a three real.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The stone would make a five at the same time, so there is no straight four.
    Five,
    /// Black may not play there.
    Forbidden(Vec<ForbiddenKind>),
}

/// Why a move that looks forbidden is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LegalBecause {
    /// It makes a five, which beats the overline or the two fours that it also makes.
    Five,
    /// Two or more lines look like threes, but fewer than two of them are real.
    FalseDoubleThree,
}

impl LegalBecause {
    /// A short name: `five`, `false33`.
    pub const fn code(self) -> &'static str {
        match self {
            LegalBecause::Five => "five",
            LegalBecause::FalseDoubleThree => "false33",
        }
    }
}

impl Examination {
    /// Whether the move is forbidden.
    pub fn is_forbidden(&self) -> bool {
        !self.kinds.is_empty()
    }

    /// Why the move is legal although it looks forbidden; `None` for a forbidden move and
    /// for one that does not look like it.
    pub fn legal_because(&self) -> Option<LegalBecause> {
        if !self.fives.is_empty() {
            let looks_forbidden = !self.overlines.is_empty() || self.fours.len() >= 2;
            looks_forbidden.then_some(LegalBecause::Five)
        } else {
            let looks_forbidden = !self.is_forbidden() && self.threes.len() >= 2;
            looks_forbidden.then_some(LegalBecause::FalseDoubleThree)
        }
    }

    /// The threes that are real.
    pub fn real_threes(&self) -> impl Iterator<Item = &Three> {
        self.threes.iter().filter(|three| three.is_real())
    }

    /// The lines that look like threes and are none, because Black can make a straight
    /// four on none of their points.
    pub fn false_threes(&self) -> impl Iterator<Item = &Three> {
        self.threes.iter().filter(|three| !three.is_real())
    }
}

impl Four {
    /// Whether either end makes the five.
    pub fn is_straight(&self) -> bool {
        self.five_points.len() == 2
    }
}

impl Three {
    /// Whether Black can make a straight four of it.
    pub fn is_real(&self) -> bool {
        self.extensions.iter().any(|e| e.obstacle.is_none())
    }
}

/// Tells everything about a black stone on `point`; `None` if the point is not free.
///
/// ```
/// use tengen_core::forbidden::examine;
/// use tengen_core::{Board, Size, Stone};
///
/// let size = Size::STANDARD;
/// let mut board = Board::new(size);
/// for (x, y) in [(5, 7), (6, 7), (7, 5), (7, 6)] {
///     board.place(size.point(x, y).unwrap(), Stone::Black)?;
/// }
/// let examination = examine(&board, size.centre()).unwrap();
/// assert!(examination.is_forbidden());
/// assert_eq!(examination.real_threes().count(), 2);
/// println!("{}", examination.explain(size));
/// # Ok::<(), tengen_core::PlaceError>(())
/// ```
pub fn examine(board: &Board, point: Point) -> Option<Examination> {
    let mut teller = Teller {
        board: board.clone(),
        left: STORY_LIMIT,
    };
    teller.tell(point, Interest::Everything)
}

/// How much a story is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Interest {
    /// Somebody asked about this very stone.
    Everything,
    /// Only whether it is legal: threes are followed if they decide that.
    Verdict,
}

/// Builds an examination on a board of its own, where it puts stones down and takes
/// them up again.
struct Teller {
    board: Board,
    left: usize,
}

impl Teller {
    fn tell(&mut self, point: Point, interest: Interest) -> Option<Examination> {
        if !self.board.is_free(point) {
            return None;
        }
        let lines = Lines::read(&self.board, point);
        let kinds = judge::kinds(&self.board, point, &RENJU);
        self.board.place(point, Stone::Black).ok()?;
        let mut told = Examination {
            point,
            kinds,
            fives: self.rows(point, |length| length == 5),
            overlines: self.rows(point, |length| length > 5),
            fours: fours(point, &lines),
            threes: Vec::new(),
        };
        let shapes: Vec<(Direction, Line)> = lines
            .each()
            .filter(|(_, line)| line.threes(&RENJU).next().is_some())
            .collect();
        let threes_decide = told.fives.is_empty()
            && told.overlines.is_empty()
            && told.fours.len() < 2
            && shapes.len() >= 2;
        let follow = threes_decide || interest == Interest::Everything;
        told.threes = shapes
            .into_iter()
            .map(|(direction, line)| self.three(point, direction, line, follow))
            .collect();
        self.board.remove(point);
        Some(told)
    }

    /// The rows through the stone on `point` whose length is wanted.
    fn rows(&self, point: Point, wanted: fn(u8) -> bool) -> Vec<Run> {
        Direction::ALL
            .into_iter()
            .filter_map(|direction| self.board.run(point, direction))
            .filter(|run| wanted(run.length))
            .collect()
    }

    fn three(&mut self, point: Point, direction: Direction, line: Line, follow: bool) -> Three {
        let mut stones = Vec::new();
        let mut extensions = Vec::new();
        for shape in line.threes(&RENJU) {
            stones = points_of(shape.stones, point, direction).collect();
            extensions.extend(self.extension(point, direction, shape, follow));
        }
        Three {
            direction,
            stones,
            extensions,
        }
    }

    fn extension(
        &mut self,
        stone: Point,
        direction: Direction,
        shape: LineThree,
        follow: bool,
    ) -> Option<Extension> {
        let point = points_of(shape.extension, stone, direction).next()?;
        let mut ends = points_of(shape.ends, stone, direction);
        let ends = [ends.next()?, ends.next()?];
        let obstacle = self.obstacle(point);
        let then = if follow && self.left > 0 {
            self.left -= 1;
            self.tell(point, Interest::Verdict).map(Box::new)
        } else {
            None
        };
        Some(Extension {
            point,
            ends,
            obstacle,
            then,
        })
    }

    fn obstacle(&self, point: Point) -> Option<Obstacle> {
        if Lines::read(&self.board, point).makes_five() {
            return Some(Obstacle::Five);
        }
        let kinds = judge::kinds(&self.board, point, &RENJU);
        (!kinds.is_empty()).then_some(Obstacle::Forbidden(kinds))
    }
}

fn fours(point: Point, lines: &Lines) -> Vec<Four> {
    let mut found = Vec::new();
    for (direction, line) in lines.each() {
        found.extend(line.fours(&RENJU).map(|four| Four {
            direction,
            stones: points_of(four.stones, point, direction).collect(),
            five_points: points_of(four.five_points, point, direction).collect(),
        }));
    }
    found
}
