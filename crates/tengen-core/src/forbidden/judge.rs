//! The verdict: definitions 1 to 6 with their full recursion.

use super::line::{Line, points_of};
use super::{Clauses, ForbiddenKind};
use crate::board::Board;
use crate::point::{Direction, Point};
use crate::stone::Stone;

/// What a black stone on one free point makes along the four lines; no look ahead.
pub(super) struct Lines {
    point: Point,
    lines: [Line; 4],
}

/// The straight-four points of one three: never more than two.
type Extensions = [Option<Point>; 2];

impl Lines {
    /// The lines through `point`, seen as if a black stone stood there.
    pub(super) fn read(board: &Board, point: Point) -> Lines {
        Lines {
            point,
            lines: Direction::ALL.map(|direction| Line::read(board, point, direction)),
        }
    }

    /// Each direction with its line.
    pub(super) fn each(&self) -> impl Iterator<Item = (Direction, Line)> + '_ {
        Direction::ALL.into_iter().zip(self.lines)
    }

    pub(super) fn makes_five(&self) -> bool {
        self.lines.iter().any(|line| line.row() == 5)
    }

    pub(super) fn makes_overline(&self, clauses: &Clauses) -> bool {
        clauses.overline_is_forbidden && self.lines.iter().any(|line| line.row() > 5)
    }

    pub(super) fn makes_double_four(&self, clauses: &Clauses) -> bool {
        let fours = self.lines.iter().flat_map(|line| line.fours(clauses));
        fours.take(2).count() == 2
    }

    /// The lines that have the shape of a three, and how many they are.
    fn threes(&self, clauses: &Clauses) -> ([Extensions; 4], usize) {
        let mut threes = [[None; 2]; 4];
        let mut count = 0;
        for (direction, line) in self.each() {
            let mut extensions = [None; 2];
            let bits = line.threes(clauses).map(|three| three.extension);
            let points = bits.filter_map(|bit| points_of(bit, self.point, direction).next());
            for (slot, point) in extensions.iter_mut().zip(points) {
                *slot = Some(point);
            }
            if extensions[0].is_some() {
                threes[count] = extensions;
                count += 1;
            }
        }
        (threes, count)
    }
}

/// Definition 1: a move that makes a five is not forbidden, whatever else it makes.
fn five_settles(lines: &Lines, clauses: &Clauses) -> bool {
    clauses.five_is_never_forbidden && lines.makes_five()
}

/// Whether a black stone on the free `point` of `board` is forbidden.
pub(super) fn forbids(board: &Board, point: Point, clauses: &Clauses) -> bool {
    let lines = Lines::read(board, point);
    if five_settles(&lines, clauses) {
        return false;
    }
    lines.makes_overline(clauses)
        || lines.makes_double_four(clauses)
        || is_double_three(board, &lines, clauses)
}

/// All kinds that hold for a black stone on the free `point`, in their order.
pub(super) fn kinds(board: &Board, point: Point, clauses: &Clauses) -> Vec<ForbiddenKind> {
    let lines = Lines::read(board, point);
    if five_settles(&lines, clauses) {
        return Vec::new();
    }
    let mut kinds = Vec::new();
    if lines.makes_overline(clauses) {
        kinds.push(ForbiddenKind::Overline);
    }
    if lines.makes_double_four(clauses) {
        kinds.push(ForbiddenKind::DoubleFour);
    }
    if is_double_three(board, &lines, clauses) {
        kinds.push(ForbiddenKind::DoubleThree);
    }
    kinds
}

fn is_double_three(board: &Board, lines: &Lines, clauses: &Clauses) -> bool {
    let (threes, count) = lines.threes(clauses);
    count >= 2 && Trial::new(board, clauses).two_are_real(lines.point, &threes[..count])
}

/// A board on which black stones are put down and taken up again while a verdict is
/// reached. Every level of the recursion puts down one stone on a free point, so it ends.
struct Trial<'a> {
    board: Board,
    /// How many stones are down.
    depth: usize,
    clauses: &'a Clauses,
}

/// What the four lines through a straight-four point say before any further look ahead.
enum FirstSight {
    Playable,
    Unplayable,
    /// Two or more lines look like threes: only a deeper look can tell.
    Open,
}

impl Trial<'_> {
    fn new<'a>(board: &Board, clauses: &'a Clauses) -> Trial<'a> {
        Trial {
            board: board.clone(),
            depth: 0,
            clauses,
        }
    }

    /// Definition 6: whether two of these threes of the stone on `point` are real.
    fn two_are_real(&mut self, point: Point, threes: &[Extensions]) -> bool {
        if self.depth >= self.clauses.levels_of_judgement {
            return threes.len() >= 2;
        }
        if self.board.place(point, Stone::Black).is_err() {
            return false;
        }
        let lifted = !self.clauses.stones_stay && self.board.remove(point).is_some();
        self.depth += 1;
        let verdict = self.two_real_among(threes);
        self.depth -= 1;
        if !lifted {
            self.board.remove(point);
        }
        verdict
    }

    /// Whether two of these threes are real. What can be told at first sight is told
    /// first: it often saves the look ahead.
    fn two_real_among(&mut self, threes: &[Extensions]) -> bool {
        let mut real = 0;
        let mut open = [[None; 2]; 4];
        let mut open_count = 0;
        for three in threes {
            let mut undecided = [None; 2];
            let mut sure = false;
            for (slot, point) in undecided.iter_mut().zip(three.iter().flatten()) {
                match self.first_sight(*point) {
                    FirstSight::Playable => sure = true,
                    FirstSight::Unplayable => {}
                    FirstSight::Open => *slot = Some(*point),
                }
            }
            if sure {
                real += 1;
            } else if undecided != [None; 2] {
                open[open_count] = undecided;
                open_count += 1;
            }
        }
        for (index, three) in open[..open_count].iter().enumerate() {
            if real >= 2 || real + (open_count - index) < 2 {
                break;
            }
            if three.iter().flatten().any(|&point| self.is_playable(point)) {
                real += 1;
            }
        }
        real >= 2
    }

    fn first_sight(&self, point: Point) -> FirstSight {
        let lines = Lines::read(&self.board, point);
        if self.is_unplayable_by_shape(&lines) {
            FirstSight::Unplayable
        } else if lines.threes(self.clauses).1 < 2 {
            FirstSight::Playable
        } else {
            FirstSight::Open
        }
    }

    /// Whether the straight-four point is out of question without any look ahead.
    fn is_unplayable_by_shape(&self, lines: &Lines) -> bool {
        let clauses = self.clauses;
        (clauses.three_makes_no_five && lines.makes_five())
            || (clauses.real_three_makes_no_overline && lines.makes_overline(clauses))
            || (clauses.real_three_makes_no_double_four && lines.makes_double_four(clauses))
    }

    /// Definition 6 at a straight-four point: no five, overline, double four or double
    /// three.
    fn is_playable(&mut self, point: Point) -> bool {
        let lines = Lines::read(&self.board, point);
        if self.is_unplayable_by_shape(&lines) {
            return false;
        }
        let (threes, count) = lines.threes(self.clauses);
        count < 2 || !self.two_are_real(point, &threes[..count])
    }
}
