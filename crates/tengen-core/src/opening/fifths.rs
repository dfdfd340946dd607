//! Which fifth stones are the same because the four stones before them look the same
//! from two sides.

use crate::board::Board;
use crate::point::Point;
use crate::stone::Stone;

type Vector = (i32, i32);

/// Whether some symmetry of the stones on the board takes `a` to `b`.
///
/// The symmetries are all turns, mirrorings and shifts of the grid that leave the black
/// stones black and the white stones white; their axis need not pass through the middle
/// of the board. After H8 H9 I9 I8, for example, the diagonal through H9 and I8 is one,
/// and players take fifth stones mirrored in it for the same. A point always is
/// like itself.
pub(super) fn alike(board: &Board, a: Point, b: Point) -> bool {
    if a == b {
        return true;
    }
    let of = |colour| -> Vec<Vector> {
        board
            .stones()
            .filter(|&(_, stone)| stone == colour)
            .map(|(point, _)| vector(point))
            .collect()
    };
    let (black, white) = (of(Stone::Black), of(Stone::White));
    let Some(&anchor) = black.first().or(white.first()) else {
        return false;
    };
    // A symmetry takes the anchor to a stone of its own colour: that fixes the shift.
    let targets = if black.is_empty() { &white } else { &black };
    (0..8).any(|turn| {
        targets.iter().any(|&target| {
            let turned = turned(anchor, turn);
            let shift = (target.0 - turned.0, target.1 - turned.1);
            let image = |v: Vector| {
                let v = self::turned(v, turn);
                (v.0 + shift.0, v.1 + shift.1)
            };
            image(vector(a)) == vector(b)
                && black.iter().all(|&stone| black.contains(&image(stone)))
                && white.iter().all(|&stone| white.contains(&image(stone)))
        })
    })
}

fn vector(point: Point) -> Vector {
    (i32::from(point.x()), i32::from(point.y()))
}

/// One of the eight turns and mirrorings about the origin.
fn turned((x, y): Vector, turn: u8) -> Vector {
    let x = if turn & 1 == 0 { x } else { -x };
    let y = if turn & 2 == 0 { y } else { -y };
    if turn & 4 == 0 { (x, y) } else { (y, x) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Size;

    fn board(stones: &[(u8, u8)]) -> Board {
        let stones = stones.iter().zip(Stone::BOTH.into_iter().cycle());
        Board::with_stones(
            Size::STANDARD,
            stones.map(|(&(x, y), stone)| (Point::new(x, y).unwrap(), stone)),
        )
        .unwrap()
    }

    fn check(stones: &[(u8, u8)], a: (u8, u8), b: (u8, u8), expected: bool) {
        let board = board(stones);
        let (a, b) = (Point::new(a.0, a.1).unwrap(), Point::new(b.0, b.1).unwrap());
        assert_eq!(alike(&board, a, b), expected, "{board:?} {a:?} {b:?}");
        assert_eq!(alike(&board, b, a), expected, "{board:?} {b:?} {a:?}");
    }

    #[test]
    fn stones_on_one_line_look_the_same_from_both_sides() {
        // H8 H9 H10 H12: left and right of the column are the same, above and below not.
        let column = [(7, 7), (7, 6), (7, 5), (7, 3)];
        check(&column, (5, 5), (9, 5), true);
        check(&column, (0, 14), (14, 14), true);
        check(&column, (7, 8), (7, 4), false);
        check(&column, (5, 5), (5, 6), false);
    }

    #[test]
    fn an_axis_beside_the_centre_counts() {
        // H8 H9 I9 I8: mirrored in the diagonal through H9 and I8, in the other one, and
        // turned by half.
        let square = [(7, 7), (7, 6), (8, 6), (8, 7)];
        check(&square, (6, 7), (8, 5), true);
        check(&square, (6, 7), (7, 8), true);
        check(&square, (6, 7), (9, 6), true);
        check(&square, (6, 7), (6, 6), false);
        // The shift of the axis matters: mirrored in the board's own diagonal these
        // would be the same.
        check(&square, (3, 4), (4, 3), false);
    }

    #[test]
    fn colours_matter() {
        // Black H8 J8, White I9 and I7: two axes. With White on I9 and I6 one is left.
        check(&[(7, 7), (8, 6), (9, 7), (8, 8)], (8, 5), (8, 9), true);
        check(&[(7, 7), (8, 6), (9, 7), (8, 9)], (8, 5), (8, 10), false);
        check(&[(7, 7), (8, 6), (9, 7), (8, 9)], (4, 2), (12, 2), true);
        // Exchanging the colours of H8 and H9 would be the mirror here.
        check(&[(7, 7), (7, 6), (9, 7), (9, 6)], (5, 6), (5, 7), false);
    }

    #[test]
    fn crooked_stones_have_no_symmetry() {
        let crooked = [(7, 7), (7, 6), (8, 6), (9, 9)];
        let board = board(&crooked);
        let points: Vec<Point> = board.free_points().collect();
        for &a in &points {
            for &b in &points {
                assert_eq!(alike(&board, a, b), a == b);
            }
        }
    }
}
