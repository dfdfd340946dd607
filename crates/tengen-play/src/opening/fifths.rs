//! The fifth stones of renju's openings: how many to ask for, which to offer, which to
//! pick.

use tengen_core::opening::{Act, Opening, TARAGUCHI_FIFTHS};
use tengen_core::{Board, Point, Position, Symmetry};

use super::judge::Judge;

/// The best fifth stones of Black, best first, no two alike; with their values for Black.
pub(super) fn best(position: &Position, count: usize, judge: &mut Judge<'_>) -> Vec<(Point, i32)> {
    let mut found: Vec<(Point, i32)> = Vec::new();
    // Twins under a symmetry count once, so more are looked at.
    for (point, value) in judge.ranked(position, 2 * count + 4) {
        let is_twin = |&(other, _): &(Point, i32)| alike(position.board(), point, other);
        if !found.iter().any(is_twin) && found.len() < count {
            found.push((point, value));
        }
    }
    found
}

/// Whether a symmetry of the board takes one point to the other.
fn alike(board: &Board, one: Point, other: Point) -> bool {
    Symmetry::ALL.into_iter().any(|symmetry| {
        symmetry.apply(one, board.size()) == other && board.transformed(symmetry) == *board
    })
}

/// The number of fifths that is nearest to fair: with more of them the worst, which White
/// would pick, is worse for Black.
pub(super) fn declare(opening: &Opening, most: u8, judge: &mut Judge<'_>) -> Act {
    let fifths = best(opening.position(), usize::from(most), judge);
    let fairest = fifths
        .iter()
        .zip(1..=most)
        .min_by_key(|&(&(_, value), number)| (value.abs(), number));
    Act::Declare(fairest.map_or(1, |(_, number)| number))
}

/// Black before the fifth stone of Taraguchi-10: ten offers if even the tenth is good
/// enough, else a swap if Black is worse.
pub(super) fn swap_keep_or_offer(opening: &Opening, judge: &mut Judge<'_>) -> Act {
    let ten = best(opening.position(), usize::from(TARAGUCHI_FIFTHS), judge);
    let first = ten.first().map_or(0, |&(_, value)| value);
    match ten.get(usize::from(TARAGUCHI_FIFTHS) - 1) {
        Some(&(_, tenth)) if tenth >= 0 => Act::OfferTen,
        _ if first < 0 => Act::Swap,
        _ => Act::Keep,
    }
}

/// The next best fifth that may still be offered.
pub(super) fn offer(opening: &Opening, judge: &mut Judge<'_>) -> Option<Act> {
    let wanted = opening.offered().len() + usize::from(TARAGUCHI_FIFTHS);
    best(opening.position(), wanted, judge)
        .into_iter()
        .map(|(point, _)| Act::Offer(point))
        .find(|&act| opening.check(act).is_ok())
}

/// The offered fifth that is worst for Black.
pub(super) fn pick(opening: &Opening, judge: &mut Judge<'_>) -> Option<Act> {
    let worst = opening
        .offered()
        .iter()
        .filter_map(|&point| {
            let mut after = opening.position().clone();
            after.play(point).ok()?;
            Some((judge.for_black(&after), point))
        })
        .min()?;
    Some(Act::Pick(worst.1))
}
