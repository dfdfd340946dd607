//! What the threats on the board decide or force, read off the counts without search.
//!
//! Names of sides: *mover* is to move, *other* is not. All answers are exact except
//! where a doc comment says "in renju".

use tengen_core::Stone;

use crate::pattern::{LineClass, Threat};
use crate::position::{Position, Spot};
use crate::variant::Variant;

/// What stands on the board, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The mover makes five with its `plies`th ply from here (1, 3 or 5), beginning with
    /// this move.
    Wins {
        /// Odd number of plies.
        plies: usize,
        /// First move.
        by: Spot,
    },
    /// The other side makes five in two plies whatever the mover does.
    Loses,
    /// The mover must answer a four.
    Forced,
    /// The other side would make an open four (or two fours) next: only fours and
    /// defences make sense.
    Defend,
    /// Nothing is decided or forced.
    Open,
}

/// Reads the verdict off the threats.
pub fn judge<V: Variant>(position: &mut Position<V>) -> Verdict {
    let mover = position.to_move();
    let other = mover.opponent();
    if let Some(by) = position.first(mover, Threat::Five) {
        return Verdict::Wins { plies: 1, by };
    }
    if position.count(other, Threat::Five) > 0 {
        return judge_forced(position, other);
    }
    if let Some(by) = position.first(mover, Threat::OpenFour) {
        return Verdict::Wins { plies: 3, by };
    }
    let black_in_renju = V::FORBIDS && mover == Stone::Black;
    if !black_in_renju && fours(position, other) == 0 {
        let by = position
            .first(mover, Threat::FourThree)
            .or_else(|| position.first(mover, Threat::DoubleThree));
        if let Some(by) = by {
            return Verdict::Wins { plies: 5, by };
        }
    }
    without_win(position)
}

/// The verdict on a board where neither side has a five, for a mover who sees no win of its own.
pub fn without_win<V: Variant>(position: &Position<V>) -> Verdict {
    if position.count(position.to_move().opponent(), Threat::OpenFour) > 0 {
        Verdict::Defend
    } else {
        Verdict::Open
    }
}

fn judge_forced<V: Variant>(position: &mut Position<V>, other: Stone) -> Verdict {
    if V::HELD_FIVES {
        // A stone beside a five can spoil it, so counting five points is not enough.
        let mut replies = Vec::new();
        replies_to_fives(position, &mut replies);
        return if replies.is_empty() {
            Verdict::Loses
        } else {
            Verdict::Forced
        };
    }
    if position.count(other, Threat::Five) > 1 {
        return Verdict::Loses;
    }
    match position.first(other, Threat::Five) {
        Some(block) if !position.is_legal(block) => Verdict::Loses,
        _ => Verdict::Forced,
    }
}

/// How many free points would make a four (or look forbidden and might).
#[inline]
pub fn fours<V: Variant>(position: &Position<V>, stone: Stone) -> usize {
    let suspects = if V::FORBIDS && stone == Stone::Black {
        position.count(stone, Threat::Forbidden)
    } else {
        0
    };
    position.count(stone, Threat::Four)
        + position.count(stone, Threat::FourPlus)
        + position.count(stone, Threat::FourThree)
        + position.count(stone, Threat::OpenFour)
        + suspects
}

/// The legal moves after which the other side can no longer make five at once.
/// Empty if there are none: the mover has lost.
pub fn replies_to_fives<V: Variant>(position: &mut Position<V>, replies: &mut Vec<Spot>) {
    let other = position.to_move().opponent();
    replies.clear();
    let mut fives = position.set(other, Threat::Five).iter();
    let Some(first) = fives.next() else { return };
    stops_of_five(position, first, other, replies);
    let mut stops = Vec::new();
    for five in fives {
        stops.clear();
        stops_of_five(position, five, other, &mut stops);
        replies.retain(|reply| stops.contains(reply));
    }
    replies.retain(|&reply| position.is_legal(reply));
}

/// The points where an enemy stone keeps `stone` from winning at `five`.
pub(crate) fn stops_of_five<V: Variant>(
    position: &Position<V>,
    five: Spot,
    stone: Stone,
    stops: &mut Vec<Spot>,
) {
    stops.push(five);
    if !V::HELD_FIVES {
        return;
    }
    let winning: Vec<usize> = (0..4)
        .filter(|&direction| position.line_class(five, direction, stone) == LineClass::Five)
        .collect();
    // Two winning lines meet only in the five point itself.
    if let [direction] = winning[..] {
        position.spoilers(five, direction, stone, LineClass::Five, stops);
    }
}

/// The moves that meet every open four (or pair of fours) the other side could make next,
/// without the mover's own fours. In renju White may have a further defence that makes
/// Black's point forbidden; such moves are not listed.
pub fn defences<V: Variant>(position: &mut Position<V>, moves: &mut Vec<Spot>) {
    let other = position.to_move().opponent();
    moves.clear();
    let mut points = position.set(other, Threat::OpenFour).iter();
    let Some(first) = points.next() else { return };
    stops_of_open_four(position, first, other, moves);
    let mut stops = Vec::new();
    for point in points {
        stops.clear();
        stops_of_open_four(position, point, other, &mut stops);
        moves.retain(|spot| stops.contains(spot));
    }
    moves.retain(|&spot| position.is_legal(spot));
}

fn stops_of_open_four<V: Variant>(
    position: &Position<V>,
    spot: Spot,
    stone: Stone,
    stops: &mut Vec<Spot>,
) {
    stops.push(spot);
    let class = |direction| position.line_class(spot, direction, stone);
    let open: Vec<usize> = (0..4)
        .filter(|&d| class(d) == LineClass::OpenFour)
        .collect();
    let plain: Vec<usize> = (0..4).filter(|&d| class(d) == LineClass::Four).collect();
    match (&open[..], &plain[..]) {
        ([direction], []) => {
            position.spoilers(spot, *direction, stone, LineClass::OpenFour, stops);
        }
        ([], [first, second]) => {
            position.spoilers(spot, *first, stone, LineClass::Four, stops);
            position.spoilers(spot, *second, stone, LineClass::Four, stops);
        }
        // Lines meet only in the point itself, so no other stone stops all of them.
        _ => {}
    }
}

/// The mover's free points that make a four but not more than one (open fours win
/// outright and are found by [`judge`]). In renju Black's points that look forbidden and
/// are not are among them.
pub fn own_fours<V: Variant>(position: &mut Position<V>, moves: &mut Vec<Spot>) {
    let mover = position.to_move();
    for threat in [
        Threat::FourThree,
        Threat::FourPlus,
        Threat::Four,
        Threat::OpenFour,
    ] {
        if position.count(mover, threat) > 0 {
            moves.extend(position.set(mover, threat).iter());
        }
    }
    if V::FORBIDS && mover == Stone::Black && position.count(mover, Threat::Forbidden) > 0 {
        let suspects: Vec<Spot> = position.set(mover, Threat::Forbidden).iter().collect();
        moves.extend(suspects.into_iter().filter(|&spot| {
            let makes_four = (0..4).any(|direction| {
                matches!(
                    position.line_class(spot, direction, mover),
                    LineClass::Four | LineClass::OpenFour
                )
            });
            makes_four && position.is_legal(spot)
        }));
    }
}
