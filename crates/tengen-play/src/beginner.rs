//! A scripted beginner, by whom level 1 is measured: knows the rule, extends the longest
//! row of his own, and blocks nothing but fours.

use tengen_core::rng::Rng;
use tengen_core::{Cell, Direction, Point, Position, Stone, win};

/// The scripted beginner.
#[derive(Clone, Copy, Debug)]
pub struct Beginner;

impl Beginner {
    /// His move; `None` if there is no legal one.
    pub fn choose(position: &Position, rng: &mut Rng) -> Option<Point> {
        let (board, rule) = (position.board(), position.rule());
        let own = position.to_move();
        let legal: Vec<Point> = position.legal_points().collect();
        let wins = |stone: Stone| {
            legal
                .iter()
                .copied()
                .find(|&point| win::wins_at_once(board, rule, point, stone))
        };
        if let Some(point) = wins(own).or_else(|| wins(own.opponent())) {
            return Some(point);
        }
        if board.count(own) == 0 {
            let centre = position.size().centre();
            let near: Vec<Point> = legal
                .into_iter()
                .filter(|point| point.distance(centre) <= 3)
                .collect();
            return rng.pick(&near).copied();
        }
        let longest = legal
            .iter()
            .map(|&point| length_at(position, point))
            .max()?;
        let best: Vec<Point> = legal
            .into_iter()
            .filter(|&point| length_at(position, point) == longest)
            .collect();
        rng.pick(&best).copied()
    }
}

/// Length of the longest row with room for five that a stone on `point` would belong to.
fn length_at(position: &Position, point: Point) -> u8 {
    let stone = position.to_move();
    Direction::ALL
        .into_iter()
        .filter(|&direction| room(position, point, direction) >= 5)
        .filter_map(|direction| position.board().run_with(point, direction, stone))
        .map(|run| run.length)
        .max()
        .unwrap_or(0)
}

/// Points in a line around `point` that the other side does not hold.
fn room(position: &Position, point: Point, direction: Direction) -> usize {
    let enemy = Cell::Stone(position.to_move().opponent());
    let reach = |sign: i32| {
        (1..5)
            .map(|n| position.board().look(point, direction, sign * n))
            .take_while(|&cell| cell != enemy && cell != Cell::Edge)
            .count()
    };
    reach(-1) + 1 + reach(1)
}
