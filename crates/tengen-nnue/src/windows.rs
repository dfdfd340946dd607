//! Windows: a point and up to four points on either side of it along a line, as a number.

/// Points on either side.
pub(crate) const REACH: usize = 4;
/// Different sides: four digits of 1 (empty), 2 (own), 3 (other), fewer at an edge.
pub(crate) const SIDES: usize = 121;
/// Different windows.
pub(crate) const WINDOWS: usize = 3 * SIDES * SIDES;
/// Steps to the right, down, down-right and up-right.
pub(crate) const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What an own stone adds to the index of a window, by where it stands in it: -4 to 4
/// steps from the centre. A stone of the other side adds twice as much.
const SHARES: [u16; 2 * REACH + 1] = {
    let side = SIDES as u16;
    [
        27 * side,
        9 * side,
        3 * side,
        side,
        side * side,
        1,
        3,
        9,
        27,
    ]
};

/// What a stone that comes or goes adds to the index of a window in which it stands, by the
/// place: -4 to 4 steps from the centre. What is taken away is added as its complement.
#[inline(always)]
pub(crate) fn shares(own: bool, comes: bool) -> [u16; SHARES.len()] {
    let factor = if own { 1 } else { 2 };
    let factor = if comes {
        factor
    } else {
        0u16.wrapping_sub(factor)
    };
    let mut shares = SHARES;
    for share in &mut shares {
        *share = share.wrapping_mul(factor);
    }
    shares
}

/// The index of a window without stones, with so many points before and after its centre.
pub(crate) fn empty(before: usize, after: usize) -> u16 {
    let side = |points: usize| (0..points).map(|n| 3u16.pow(n as u32)).sum::<u16>();
    side(before) * SIDES as u16 + side(after)
}

/// Each side as the other colour sees it.
const MIRRORED_SIDES: [u8; SIDES] = {
    let mut sides = [0; SIDES];
    let mut index = 0;
    while index < SIDES {
        let (mut side, mut power, mut rest) = (0, 1, index);
        // Digits from 1 to 3; none are left at an edge.
        while rest > 0 {
            let code = (rest - 1) % 3 + 1;
            let swapped = if code == 1 { 1 } else { 5 - code };
            side += swapped * power;
            power *= 3;
            rest = (rest - code) / 3;
        }
        sides[index] = side as u8;
        index += 1;
    }
    sides
};

/// The index of the same window as the other side sees it.
pub(crate) fn mirrored(index: usize) -> usize {
    let side = |side: usize| usize::from(MIRRORED_SIDES[side]);
    let (centre, before, after) = (
        index / (SIDES * SIDES),
        index / SIDES % SIDES,
        index % SIDES,
    );
    let centre = [0, 2, 1][centre];
    (centre * SIDES + side(before)) * SIDES + side(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirrored_window_has_every_stone_of_the_other_side() {
        assert!((0..WINDOWS).all(|index| mirrored(mirrored(index)) == index));
        let full = empty(4, 4);
        for (own, other) in shares(true, true).into_iter().zip(shares(false, true)) {
            let [own, other] = [own, other].map(|share| usize::from(full + share));
            assert_eq!(mirrored(own), other, "{own}");
        }
        assert_eq!(mirrored(usize::from(empty(2, 0))), usize::from(empty(2, 0)));
    }

    #[test]
    fn indices_fill_their_range() {
        let most: u16 = shares(false, true).into_iter().sum();
        assert_eq!(usize::from(empty(4, 4) + most), WINDOWS - 1);
        assert_eq!(empty(0, 0), 0);
    }

    #[test]
    fn what_comes_and_goes_leaves_no_trace() {
        for own in [false, true] {
            let come_and_gone = shares(own, true).into_iter().zip(shares(own, false));
            for (comes, goes) in come_and_gone {
                assert_eq!(
                    empty(4, 4).wrapping_add(comes).wrapping_add(goes),
                    empty(4, 4)
                );
            }
        }
    }
}
