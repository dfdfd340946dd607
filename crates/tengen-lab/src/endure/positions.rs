//! Positions to ask a brain about, as the lines of BOARD.

use std::fmt::Write as _;

use tengen_core::rng::Rng;
use tengen_core::{Board, Point, Position, Rule, Size, Stone, judge_whole_board};

/// BOARD for the side to move, in one piece and without the last line end.
pub(super) fn board_command(stones: impl IntoIterator<Item = (Point, bool)>) -> String {
    let mut text = "BOARD\n".to_owned();
    for (point, own) in stones {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{},{},{}",
            point.x(),
            point.y(),
            if own { 1 } else { 2 }
        );
    }
    text + "DONE"
}

/// A game that is going on: so many random stones around the centre, fewer if it would
/// be over.
pub(super) fn scattered(size: Size, rule: Rule, stones: usize, rng: &mut Rng) -> Position {
    let mut position = Position::new(size, rule);
    while position.moves().len() < stones {
        let near: Vec<Point> = position
            .legal_points()
            .filter(|point| point.distance(size.centre()) <= 4)
            .collect();
        let Some(&point) = rng.pick(&near) else {
            break;
        };
        if position.play(point).is_err() {
            break;
        }
        if position.outcome().is_some() {
            position.undo();
            break;
        }
    }
    position
}

/// The stones of a position in the order of play, for [`board_command`].
pub(super) fn told(position: &Position) -> Vec<(Point, bool)> {
    let mover = position.to_move();
    position
        .moves()
        .filter_map(|mv| Some((mv.point?, mv.stone == mover)))
        .collect()
}

/// A full board of 5x5 but for one point, without a row of five: the free point, and the
/// stones as [`board_command`] wants them.
pub(super) fn one_free_point(rng: &mut Rng) -> (Point, Vec<(Point, bool)>) {
    let size = Size::MIN;
    loop {
        let mut points: Vec<Point> = size.points().collect();
        rng.shuffle(&mut points);
        let Some(free) = points.pop() else {
            continue;
        };
        let coloured = |(index, &point): (usize, &Point)| {
            let stone = if index.is_multiple_of(2) {
                Stone::Black
            } else {
                Stone::White
            };
            (point, stone)
        };
        let stones: Vec<(Point, Stone)> = points.iter().enumerate().map(coloured).collect();
        let Ok(board) = Board::with_stones(size, stones.iter().copied()) else {
            continue;
        };
        if judge_whole_board(&board, Rule::Freestyle, Stone::Black).is_none() {
            let own = |(point, stone)| (point, stone == Stone::Black);
            return (free, stones.into_iter().map(own).collect());
        }
    }
}

/// Four of ours in a row with one end free, on 15x15, and four of the opponent's far
/// apart: the point that wins in every rule, and the stones.
pub(super) fn one_move_wins(rng: &mut Rng) -> ((u8, u8), Vec<(Point, bool)>) {
    let (x, y) = (1 + rng.below(9) as u8, 4 + rng.below(7) as u8);
    let across = rng.below(2) == 0;
    let at = |x: u8, y: u8| {
        let (x, y) = if across { (x, y) } else { (y, x) };
        Point::new(x, y)
    };
    // One end is blocked, so that there is one answer; the far end stays free.
    let own = (0..4).filter_map(|step| Some((at(x + step, y)?, true)));
    let corners = [(0, 0), (14, 0), (0, 14)];
    let others = corners
        .into_iter()
        .filter_map(|(x, y)| Some((at(x, y)?, false)));
    let blocked = at(x - 1, y).map(|point| (point, false));
    let wins = if across { (x + 4, y) } else { (y, x + 4) };
    (wins, own.chain(others).chain(blocked).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::win;

    #[test]
    fn the_winning_point_wins_in_every_rule() {
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let ((x, y), stones) = one_move_wins(&mut rng);
            assert_eq!(stones.len(), 8, "as many stones of each colour");
            let coloured = stones
                .iter()
                .map(|&(point, own)| (point, if own { Stone::Black } else { Stone::White }));
            let board = Board::with_stones(Size::STANDARD, coloured).unwrap();
            let point = Point::new(x, y).unwrap();
            for rule in Rule::ALL {
                assert!(
                    win::wins_at_once(&board, rule, point, Stone::Black),
                    "{rule}"
                );
            }
            let wins = board
                .free_points()
                .filter(|&at| win::wins_at_once(&board, Rule::Freestyle, at, Stone::Black));
            assert_eq!(wins.count(), 1);
        }
    }

    #[test]
    fn the_last_free_point_is_free_and_nobody_has_won() {
        let mut rng = Rng::new(2);
        for _ in 0..50 {
            let (free, stones) = one_free_point(&mut rng);
            assert_eq!(stones.len(), 24);
            assert!(stones.iter().all(|&(point, _)| point != free));
            assert_eq!(stones.iter().filter(|(_, own)| *own).count(), 12);
        }
    }

    #[test]
    fn scattered_games_go_on() {
        let mut rng = Rng::new(3);
        for rule in Rule::ALL {
            for stones in [0, 1, 8, 60] {
                let position = scattered(Size::STANDARD, rule, stones, &mut rng);
                assert!(position.outcome().is_none());
                assert!(position.moves().len() <= stones);
                assert_eq!(told(&position).len(), position.moves().len());
            }
        }
        let text = board_command(told(&scattered(
            Size::STANDARD,
            Rule::Freestyle,
            2,
            &mut rng,
        )));
        let fields: Vec<&str> = text.lines().collect();
        assert_eq!((fields[0], fields[3]), ("BOARD", "DONE"));
        assert!(
            fields[1].ends_with(",1") && fields[2].ends_with(",2"),
            "{text}"
        );
    }
}
