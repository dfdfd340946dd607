//! Judging by a glance: what a stone makes and breaks on the lines through its point.
//!
//! The engine knows a class for each line ("a stone here makes a four"). A level that
//! glances takes only those classes that it sees, and weighs the points by the engine's
//! learned tables. What it sees at once (a five, an open four) it plays or stops at once.

use tengen_core::rng::Rng;
use tengen_core::{Board, Cell, Direction, Point, Position, Stone};
use tengen_engine::pattern::cell::CellTable;
use tengen_engine::pattern::{LineClass, Threat};
use tengen_engine::position::{Position as FastPosition, point_of, spot_of};
use tengen_engine::{Variant, with_variant};

/// Which shapes of a kind are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sees {
    /// None.
    Nothing,
    /// Unbroken ones in rows and columns.
    Straight,
    /// Unbroken ones in every direction.
    Unbroken,
    /// All.
    All,
}

impl Sees {
    fn sees(self, direction: Direction, unbroken: bool) -> bool {
        match self {
            Sees::Nothing => false,
            Sees::Straight => unbroken && matches!(direction, Direction::Row | Direction::Column),
            Sees::Unbroken => unbroken,
            Sees::All => true,
        }
    }
}

/// What is seen of one side's rows.
#[derive(Clone, Copy, Debug)]
struct Eye {
    /// That a stone makes five.
    fives: Sees,
    /// That a stone makes a four, open or not.
    fours: Sees,
    /// That a stone makes an open three.
    threes: Sees,
}

impl Eye {
    fn of([fives, fours, threes]: [Sees; 3]) -> Eye {
        Eye {
            fives,
            fours,
            threes,
        }
    }
}

/// A level that judges by a glance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance {
    own: Eye,
    theirs: Eye,
    /// How much the other side's rows count, in percent.
    caution: i32,
    /// Points that are worse than the best by no more than this, in percent of it, are
    /// as good.
    variety: i32,
}

impl Glance {
    /// Levels 1 to 5. None of them sees two things at once.
    pub(super) fn of(number: u8) -> Glance {
        use Sees::{All, Nothing, Straight, Unbroken};
        let (own, theirs, caution, variety) = match number {
            1 => (
                [All, Straight, Straight],
                [Straight, Nothing, Nothing],
                50,
                20,
            ),
            2 => ([All, Unbroken, Unbroken], [All, Nothing, Nothing], 60, 20),
            3 => ([All, All, All], [All, Straight, Nothing], 72, 22),
            4 => ([All, All, All], [All, Unbroken, Unbroken], 100, 5),
            _ => ([All, All, All], [All, All, Straight], 85, 30),
        };
        Glance {
            own: Eye::of(own),
            theirs: Eye::of(theirs),
            caution,
            variety,
        }
    }
}

/// What a glance makes of one point.
#[derive(Clone, Copy, Debug)]
struct Impression {
    point: Point,
    own: Threat,
    theirs: Threat,
    worth: i32,
}

/// The point to play; `None` if there is no legal one.
pub(super) fn choose(glance: &Glance, position: &Position, rng: &mut Rng) -> Option<Point> {
    let impressions =
        with_variant!(position.rule(), variant => impressions(variant, glance, position));
    let urgent: [&dyn Fn(&Impression) -> bool; 4] = [
        &|it| it.own == Threat::Five,
        &|it| it.theirs == Threat::Five,
        &|it| it.own == Threat::OpenFour,
        &|it| it.theirs == Threat::OpenFour,
    ];
    for is_urgent in urgent {
        let points: Vec<Impression> = impressions.iter().copied().filter(is_urgent).collect();
        if !points.is_empty() {
            return one_of_the_best(&points, 0, rng);
        }
    }
    one_of_the_best(&impressions, glance.variety, rng).or_else(|| {
        rng.pick(&position.legal_points().collect::<Vec<_>>())
            .copied()
    })
}

fn one_of_the_best(points: &[Impression], variety: i32, rng: &mut Rng) -> Option<Point> {
    let best = points.iter().map(|it| it.worth).max()?;
    let least = best - best.abs() * variety / 100;
    let good: Vec<Point> = points
        .iter()
        .filter(|it| it.worth >= least)
        .map(|it| it.point)
        .collect();
    rng.pick(&good).copied()
}

/// All legal points near a stone, as they look.
fn impressions<V: Variant>(variant: V, glance: &Glance, position: &Position) -> Vec<Impression> {
    let (board, mover) = (position.board(), position.to_move());
    let fast = FastPosition::from_board(board, mover, variant, V::values());
    fast.candidates()
        .filter_map(point_of)
        .filter(|&point| position.check(point).is_ok())
        .map(|point| {
            let look = |stone: Stone, eye: &Eye| {
                let classes = Direction::ALL.map(|direction| {
                    let class = fast.line_class(spot_of(point), direction as usize, stone);
                    eye.class(class, board, point, direction, stone)
                });
                strongest_alone(classes)
            };
            let own = look(mover, &glance.own);
            let theirs = look(mover.opponent(), &glance.theirs);
            let worth = worth_of::<V>(mover, own, |info| info.attack) * 100
                + worth_of::<V>(mover.opponent(), theirs, |info| info.defend) * glance.caution;
            Impression {
                point,
                own: Threat::of_lines(own, false),
                theirs: Threat::of_lines(theirs, false),
                worth,
            }
        })
        .collect()
}

/// What the learned tables say of these classes.
fn worth_of<V: Variant>(
    stone: Stone,
    classes: [LineClass; 4],
    number: impl Fn(&tengen_engine::value::CodeInfo) -> i16,
) -> i32 {
    let key = classes
        .iter()
        .enumerate()
        .fold(0, |key, (slot, &class)| key | (class as u16) << (4 * slot));
    let code = CellTable::get().code(key);
    i32::from(number(V::values().info(stone as usize, code)))
}

impl Eye {
    /// The class as this eye sees it: something overlooked looks like a single stone.
    fn class(
        &self,
        class: LineClass,
        board: &Board,
        point: Point,
        direction: Direction,
        stone: Stone,
    ) -> LineClass {
        let (sees, stones) = match class {
            LineClass::Five => (self.fives, 5),
            LineClass::Four | LineClass::OpenFour => (self.fours, 4),
            LineClass::OpenThree | LineClass::OpenThreeWide => (self.threes, 3),
            LineClass::Forbidden => return LineClass::Dead,
            smaller => return smaller,
        };
        if sees.sees(
            direction,
            is_unbroken(board, point, direction, stone, stones),
        ) {
            class
        } else {
            LineClass::OpenOne
        }
    }
}

/// The classes of all lines, of which only the strongest counts: two things at once are
/// not seen.
fn strongest_alone(mut classes: [LineClass; 4]) -> [LineClass; 4] {
    let strongest = (0..4).max_by_key(|&at| classes[at]).unwrap_or(0);
    for (at, class) in classes.iter_mut().enumerate() {
        if at != strongest && *class > LineClass::OpenTwoWidest {
            *class = LineClass::OpenOne;
        }
    }
    classes
}

/// Whether a stone on `point` prolongs an unbroken row at one of its ends to `stones`.
fn is_unbroken(
    board: &Board,
    point: Point,
    direction: Direction,
    stone: Stone,
    stones: usize,
) -> bool {
    let reach = |sign: i32| {
        (1..)
            .take_while(|n| board.look(point, direction, sign * n) == Cell::Stone(stone))
            .count()
    };
    let (back, forth) = (reach(-1), reach(1));
    (back == 0 || forth == 0) && back + forth + 1 >= stones
}
