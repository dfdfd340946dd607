//! One line through a new black stone, as bits: the shapes that definitions 1 to 5 name.
//!
//! No definition looks further than five points from the new stone, so a line is eleven
//! points: bit 5 is the stone, bit 0 lies five steps back, bit 10 five steps forth. A
//! point that is neither black nor free is white or off the board; the walk stops there,
//! because nothing behind it can take part.

use super::Clauses;
use crate::board::Board;
use crate::point::{Direction, Point};
use crate::stone::Stone;

const REACH: i32 = 5;
const CENTRE: u32 = 5;

/// The eleven points round a new black stone along one direction.
#[derive(Clone, Copy)]
pub(super) struct Line {
    black: u16,
    free: u16,
}

/// Four stones that one more makes a five.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct LineFour {
    /// The four stones.
    pub(super) stones: u16,
    /// The points that make the five: two for a straight four.
    pub(super) five_points: u16,
}

/// Three stones that one more makes a straight four; what happens on other lines is not
/// known here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct LineThree {
    /// The three stones.
    pub(super) stones: u16,
    /// The point that makes the straight four.
    pub(super) extension: u16,
    /// The two end points of that straight four.
    pub(super) ends: u16,
}

impl Line {
    /// The line through `point`, seen as if a black stone stood there.
    pub(super) fn read(board: &Board, point: Point, direction: Direction) -> Line {
        let mut line = Line {
            black: 1 << CENTRE,
            free: 0,
        };
        let (dx, dy) = direction.delta();
        for sign in [-1, 1] {
            let (mut x, mut y) = (i32::from(point.x()), i32::from(point.y()));
            for steps in 1..=REACH {
                (x, y) = (x + sign * dx, y + sign * dy);
                // Coordinates below 0 turn into large ones, which no board has.
                let Some(there) = board.size().point(x as u8, y as u8) else {
                    break;
                };
                let bit = 1 << (REACH + sign * steps);
                match board.get(there) {
                    Some(Stone::Black) => line.black |= bit,
                    None => line.free |= bit,
                    Some(Stone::White) => break,
                }
            }
        }
        line
    }

    /// Length of the unbroken row through the new stone; rows over six may count short.
    pub(super) fn row(self) -> u32 {
        let forth = (self.black >> (CENTRE + 1)).trailing_ones();
        let back = (self.black << (16 - CENTRE)).leading_ones();
        back + 1 + forth
    }

    /// Definition 3: the different sets of four stones, the new stone among them, to
    /// which one stone can be added to make exactly five.
    pub(super) fn fours(self, clauses: &Clauses) -> impl Iterator<Item = LineFour> {
        let mut found: [Option<LineFour>; 5] = [None; 5];
        let mut count = 0;
        let enough = self.black.count_ones() >= 4;
        for start in (1..=CENTRE).filter(|_| enough) {
            let window = 0b1_1111 << start;
            let (stones, gaps) = (self.black & window, self.free & window);
            let exact = self.black & neighbours(start, 5) == 0 || !clauses.four_makes_exactly_five;
            if stones.count_ones() != 4 || gaps.count_ones() != 1 || !exact {
                continue;
            }
            // A straight four is met twice, in adjoining windows: it is one set.
            match found[..count].last_mut().and_then(Option::as_mut) {
                Some(last) if last.stones == stones || !clauses.fours_are_sets_of_stones => {
                    last.five_points |= gaps;
                }
                _ => {
                    found[count] = Some(LineFour {
                        stones,
                        five_points: gaps,
                    });
                    count += 1;
                }
            }
        }
        found.into_iter().flatten()
    }

    /// Definitions 4 and 5 on this line alone: the ways to make, with one more stone, a
    /// straight four that the new stone is part of. At most two, and all of one three.
    pub(super) fn threes(self, clauses: &Clauses) -> impl Iterator<Item = LineThree> {
        let exact = clauses.straight_four_makes_exactly_five;
        let enough = self.black.count_ones() >= 3;
        (2..=CENTRE).filter_map(move |start| {
            let window = 0b1111 << start;
            let (stones, extension) = (self.black & window, self.free & window);
            let ends = neighbours(start, 4);
            let beyond = neighbours(start - 1, 6);
            let straight = enough
                && stones.count_ones() == 3
                && extension.count_ones() == 1
                && self.free & ends == ends
                && (self.black & beyond == 0 || !exact);
            straight.then_some(LineThree {
                stones,
                extension,
                ends,
            })
        })
    }
}

/// The two points next to the `length` points from `start`.
fn neighbours(start: u32, length: u32) -> u16 {
    (1 << (start + length)) | (1 << (start - 1))
}

/// The board points of `bits` on the line through `point`, in order along it.
pub(super) fn points_of(
    bits: u16,
    point: Point,
    direction: Direction,
) -> impl Iterator<Item = Point> {
    (-REACH..=REACH)
        .filter(move |steps| bits & (1 << (REACH + steps)) != 0)
        .filter_map(move |steps| point.step(direction, steps))
}
