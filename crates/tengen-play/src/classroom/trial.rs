//! The opponent that tries: every point of its own, then every answer.
//!
//! A winning point is played at once. Otherwise the best point is put on the board and
//! the other side tries its answers; if some are dangerous, one of those points is taken
//! instead, the one that is best for oneself.

use tengen_core::Point;

use super::rows::{FIVE, Rows};

/// Points this far from a stone are tried.
const NEAR: u8 = 2;

/// An answer that gains this much is dangerous: two threats at once (two open threes
/// gain twice 900) or more. A single three or half-open four is not.
const DANGER: i64 = 1_800;

/// The point to play; `None` if no legal point is near.
pub(super) fn choose(mut rows: Rows) -> Option<Point> {
    let own = tried(&mut rows);
    let &(gain, best) = own.iter().reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    // The four that became a five is no longer counted: hence not quite all of it.
    if gain > FIVE / 2 {
        return Some(best);
    }
    rows.play(best);
    let answers = tried(&mut rows);
    rows.undo();
    let is_dangerous = |point: Point| {
        answers
            .iter()
            .any(|&(gain, answer)| answer == point && gain >= DANGER)
    };
    let safest = own
        .iter()
        .filter(|&&(_, point)| is_dangerous(point))
        .reduce(|a, b| if b.0 > a.0 { b } else { a });
    Some(safest.map_or(best, |&(_, point)| point))
}

/// Every point near a stone with what the side to move gains by it: its own rows grow,
/// the other side's shrink.
fn tried(rows: &mut Rows) -> Vec<(i64, Point)> {
    let stone = rows.to_move();
    let standing = |rows: &Rows| rows.counts(stone).worth() - rows.counts(stone.opponent()).worth();
    let before = standing(rows);
    rows.points_near(NEAR)
        .into_iter()
        .map(|point| {
            rows.play(point);
            let gain = standing(rows) - before;
            rows.undo();
            (gain, point)
        })
        .collect()
}
