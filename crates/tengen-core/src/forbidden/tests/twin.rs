//! A second finder, slow and written another way, to check the first one against.
//!
//! It knows no windows and no bits. It puts stones into a drawn grid and measures whole
//! rows: a four is found by adding a stone and seeing a row of five, a three by adding a
//! stone, seeing a row of four, and trying both its ends.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::board::tests::random_board;
use crate::forbidden::{ForbiddenKind, examine, forbidden_points, is_forbidden};
use crate::point::{MAX_SIZE, MIN_SIZE, Size};
use crate::rng::Rng;
use crate::stone::Stone;

type Spot = (i32, i32);

const STEPS: [Spot; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

#[derive(Clone)]
struct Grid {
    cells: Vec<Vec<char>>,
}

impl Grid {
    fn of(board: &Board) -> Grid {
        let n = board.size().get();
        let cell = |x, y| match board.get(board.size().point(x, y).unwrap()) {
            Some(Stone::Black) => 'X',
            Some(Stone::White) => 'O',
            None => '.',
        };
        Grid {
            cells: (0..n)
                .map(|y| (0..n).map(|x| cell(x, y)).collect())
                .collect(),
        }
    }

    fn at(&self, (x, y): Spot) -> char {
        let row = usize::try_from(y).ok().and_then(|y| self.cells.get(y));
        row.and_then(|row| row.get(usize::try_from(x).ok()?))
            .copied()
            .unwrap_or('#')
    }

    fn with(&self, (x, y): Spot) -> Grid {
        let mut grid = self.clone();
        grid.cells[y as usize][x as usize] = 'X';
        grid
    }

    /// The whole row of black stones through `spot`, with the spots before and behind it.
    fn row(&self, spot: Spot, step: Spot) -> (BTreeSet<Spot>, [Spot; 2]) {
        let walk = |sign: i32| {
            let mut last = spot;
            while self.at(last) == 'X' {
                last = (last.0 + sign * step.0, last.1 + sign * step.1);
            }
            last
        };
        let ends = [walk(-1), walk(1)];
        let mut row = BTreeSet::new();
        let mut here = (ends[0].0 + step.0, ends[0].1 + step.1);
        while here != ends[1] {
            row.insert(here);
            here = (here.0 + step.0, here.1 + step.1);
        }
        (row, ends)
    }

    /// The free spots of the line that could matter, near or far.
    fn free_on_line(&self, spot: Spot, step: Spot) -> impl Iterator<Item = Spot> + '_ {
        let n = self.cells.len() as i32;
        (-n..=n)
            .map(move |k| (spot.0 + k * step.0, spot.1 + k * step.1))
            .filter(|&other| self.at(other) == '.')
    }

    fn has_five(&self, spot: Spot) -> bool {
        STEPS.iter().any(|&step| self.row(spot, step).0.len() == 5)
    }

    fn has_overline(&self, spot: Spot) -> bool {
        STEPS.iter().any(|&step| self.row(spot, step).0.len() > 5)
    }

    /// The sets of four stones through `spot` that one more stone makes five.
    fn fours(&self, spot: Spot) -> BTreeSet<BTreeSet<Spot>> {
        let mut found = BTreeSet::new();
        for step in STEPS {
            for other in self.free_on_line(spot, step) {
                let (mut row, _) = self.with(other).row(other, step);
                if row.len() == 5 && row.contains(&spot) {
                    row.remove(&other);
                    found.insert(row);
                }
            }
        }
        found
    }

    /// The spots on one line that make a straight four through `spot`.
    fn straight_four_spots(&self, spot: Spot, step: Spot) -> Vec<Spot> {
        let makes_straight_four = |&other: &Spot| {
            let grid = self.with(other);
            let (row, ends) = grid.row(other, step);
            row.len() == 4
                && row.contains(&spot)
                && ends
                    .iter()
                    .all(|&end| grid.at(end) == '.' && grid.with(end).row(end, step).0.len() == 5)
        };
        self.free_on_line(spot, step)
            .filter(makes_straight_four)
            .collect()
    }

    /// The lines through `spot` that look like threes, and of these the real ones.
    fn threes(&self, spot: Spot) -> (usize, usize) {
        let spots = STEPS.map(|step| self.straight_four_spots(spot, step));
        let shapes = spots.iter().filter(|spots| !spots.is_empty()).count();
        let playable = |&other: &Spot| {
            let grid = self.with(other);
            !grid.has_five(other) && grid.kinds(other).is_empty()
        };
        let real = spots.iter().filter(|spots| spots.iter().any(playable));
        (shapes, if shapes < 2 { 0 } else { real.count() })
    }

    /// The kinds that the stone on `spot` makes.
    fn kinds(&self, spot: Spot) -> Vec<ForbiddenKind> {
        if self.has_five(spot) {
            return vec![];
        }
        let mut kinds = vec![];
        if self.has_overline(spot) {
            kinds.push(ForbiddenKind::Overline);
        }
        if self.fours(spot).len() >= 2 {
            kinds.push(ForbiddenKind::DoubleFour);
        }
        if self.threes(spot).1 >= 2 {
            kinds.push(ForbiddenKind::DoubleThree);
        }
        kinds
    }
}

/// Compares every free point of the board; says how many are forbidden, and how many
/// look so and are not.
fn compare(board: &Board) -> (usize, usize) {
    let grid = Grid::of(board);
    let found = forbidden_points(board);
    let mut forbidden = 0;
    let mut false_threes = 0;
    for point in board.free_points() {
        let spot = (i32::from(point.x()), i32::from(point.y()));
        let there = grid.with(spot);
        let kinds = there.kinds(spot);
        let what = format!("{}\n{board:?}", point.name(board.size()));
        let listed = found.iter().find(|f| f.point == point);
        assert_eq!(listed.map_or(vec![], |f| f.kinds.clone()), kinds, "{what}");
        assert_eq!(is_forbidden(board, point), !kinds.is_empty(), "{what}");
        forbidden += usize::from(!kinds.is_empty());

        let told = examine(board, point).unwrap();
        assert_eq!(told.kinds, kinds, "{what}");
        assert_eq!(!told.fives.is_empty(), there.has_five(spot), "{what}");
        assert_eq!(told.fours.len(), there.fours(spot).len(), "{what}");
        let (shapes, real) = there.threes(spot);
        assert_eq!(told.threes.len(), shapes, "{what}");
        if shapes >= 2 {
            assert_eq!(told.real_threes().count(), real, "{what}");
            false_threes += usize::from(real < 2);
        }
    }
    (forbidden, false_threes)
}

#[test]
fn the_twin_agrees_on_boards_of_all_sizes() {
    let mut rng = Rng::new(20_261);
    let mut forbidden = 0;
    for n in MIN_SIZE..=MAX_SIZE {
        let size = Size::new(n).unwrap();
        for (black, white) in [(15, 5), (25, 25), (35, 5), (45, 15), (70, 10)] {
            forbidden += compare(&random_board(size, black, white, &mut rng)).0;
        }
    }
    assert!(
        forbidden > 500,
        "only {forbidden} forbidden points were met"
    );
}

#[test]
fn the_twin_agrees_where_threes_crowd() {
    let mut rng = Rng::new(33);
    let (mut forbidden, mut false_threes) = (0, 0);
    for round in 0..400u16 {
        let size = Size::new(9 + (round % 5) as u8).unwrap();
        let met = compare(&random_board(size, 22, 3, &mut rng));
        forbidden += met.0;
        false_threes += met.1;
    }
    assert!(forbidden > 1_000, "only {forbidden} forbidden points");
    assert!(
        false_threes > 300,
        "only {false_threes} false double threes"
    );
}
