//! The greedy opponent: scores every point near a stone and takes the best.
//!
//! A point is worth what it changes: the gain of one's own rows through it, and nine
//! times what the other side's rows lose, weighted by how near it is to the centre.

use tengen_core::{Point, Size, Stone};

use super::rows::Rows;

/// How much more breaking a row counts than making one.
pub(super) const DEFENCE: i64 = 9;

/// Points this far from a stone are looked at.
const NEAR: u8 = 2;

/// The point with the best score; the first of several.
pub(super) fn choose(rows: &Rows) -> Option<Point> {
    let mut rows = rows.clone();
    let points = rows.points_near(NEAR);
    let best = points
        .into_iter()
        .map(|point| (score(&mut rows, point), point))
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, point)| point)
}

/// The score of a free point for the side to move.
pub(super) fn score(rows: &mut Rows, point: Point) -> i64 {
    let stone = rows.to_move();
    let before = standing(rows, stone);
    rows.play(point);
    let after = standing(rows, stone);
    rows.undo();
    (after - before) * weight(point, rows.size())
}

/// One's own rows minus the other side's, these times the defence weight.
fn standing(rows: &Rows, stone: Stone) -> i64 {
    rows.counts(stone).worth() - DEFENCE * rows.counts(stone.opponent()).worth()
}

/// 1 at the rim, growing by one for each step towards the centre.
fn weight(point: Point, size: Size) -> i64 {
    let to_rim = |at: u8| at.min(size.get() - 1 - at);
    i64::from(to_rim(point.x()).min(to_rim(point.y()))) + 1
}
