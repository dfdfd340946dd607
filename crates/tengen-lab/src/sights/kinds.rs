//! What there is to see, step by step, and which points are right.

use tengen_core::rng::Rng;
use tengen_core::shapes::{Kind as ShapeKind, Life, Shape, shapes};
use tengen_core::{Cell, Direction, Point, Position, Rule, Size, Stone, win};
use tengen_engine::vcf::{self, FourProof};
use tengen_engine::{Answer, Deaf, Engine, Limits, NoClock, Options, Stop};
use tengen_play::Opponent;

use super::{choice, play};

/// One step of the scale.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) upper: Opponent,
    pub(super) lower: Option<Opponent>,
    /// Who plays the games in which such positions come about.
    players: [Opponent; 2],
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    /// An own five.
    Five,
    /// A four of the other side on a diagonal.
    FourOnDiagonal,
    /// An open three of the other side.
    Three(ThreeKind),
    /// A four-three, double four or open four of one's own.
    FourThree,
    /// A win by fours with so many own moves.
    Fours(usize, usize),
    /// A win that a deep search proves, and no short one.
    Proven,
    /// Such a win as early in its game as it can be proven, where it is hardest to see.
    EarliestProven,
    /// A choice that two long searches agree about, each with another evaluation.
    Choice,
}

/// Which open three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ThreeKind {
    /// Unbroken, in a row or column.
    Straight,
    /// Unbroken, on a diagonal.
    Diagonal,
    /// With a gap.
    Broken,
}

impl ThreeKind {
    fn of(shape: &Shape) -> ThreeKind {
        match shape.direction {
            _ if shape.broken => ThreeKind::Broken,
            Direction::Row | Direction::Column => ThreeKind::Straight,
            Direction::Falling | Direction::Rising => ThreeKind::Diagonal,
        }
    }
}

impl Kind {
    /// All steps, lowest first.
    pub(super) fn all() -> Vec<Kind> {
        let level = Opponent::Level;
        let step = |name, number: u8, players, what| Kind {
            name,
            upper: if number > 10 {
                Opponent::Master
            } else {
                level(number)
            },
            lower: number.checked_sub(1).filter(|&below| below > 0).map(level),
            players,
            what,
        };
        let weak = [level(2), level(3)];
        let middling = [level(4), level(5)];
        let good = [level(6), level(7)];
        let strong = [level(8), level(9)];
        vec![
            step("five", 1, weak, What::Five),
            step(
                "four-on-diagonal",
                2,
                [level(1), level(2)],
                What::FourOnDiagonal,
            ),
            step("three", 3, weak, What::Three(ThreeKind::Straight)),
            step(
                "diagonal-three",
                4,
                middling,
                What::Three(ThreeKind::Diagonal),
            ),
            step("broken-three", 5, middling, What::Three(ThreeKind::Broken)),
            step("four-three", 6, middling, What::FourThree),
            step("fours", 7, good, What::Fours(5, 7)),
            step("proven-8", 8, good, What::Proven),
            step("proven-9", 9, good, What::Proven),
            step("proven-10", 10, strong, What::EarliestProven),
            step("choice-11", 11, [level(10), Opponent::Master], What::Choice),
        ]
    }

    /// The positions of a game that are worth a look, late ones first.
    pub(super) fn positions(&self, seed: u64) -> Vec<Position> {
        match self.what {
            // Such strong players vary little: from the empty board their games repeat.
            What::EarliestProven => {
                let opening = choice::opening(&mut Rng::new(seed));
                earliest_proven(play(self.players, opening, seed))
            }
            What::Choice => choice::disagreements(seed),
            _ => {
                let empty = Position::new(Size::STANDARD, Rule::Freestyle);
                play(self.players, empty, seed)
            }
        }
    }

    /// The right points, if the position has what this step is about and nothing simpler.
    pub(super) fn right(&self, position: &Position) -> Option<Vec<Point>> {
        let own = position.to_move();
        let own_fives = fives(position, own);
        let their_fives = fives(position, own.opponent());
        match self.what {
            What::Five => (!own_fives.is_empty()
                && own_fives.iter().any(|&it| is_straight(position, it, own)))
            .then_some(own_fives),
            _ if !own_fives.is_empty() => None,
            What::FourOnDiagonal => (!their_fives.is_empty()
                && their_fives
                    .iter()
                    .all(|&five| is_unbroken_diagonal(position, five, own.opponent())))
            .then_some(their_fives),
            _ if !their_fives.is_empty() => None,
            What::Three(kind) => three_to_stop(position, kind),
            What::FourThree => first_moves_of_fours(position, 2, 3),
            What::Fours(least, most) => first_moves_of_fours(position, least, most),
            What::Proven => promising_and_proven(position),
            What::EarliestProven => proven_moves(position),
            What::Choice => choice::right_moves(position),
        }
    }
}

fn fives(position: &Position, stone: Stone) -> Vec<Point> {
    let (board, rule) = (position.board(), position.rule());
    board
        .free_points()
        .filter(|&point| win::wins_at_once(board, rule, point, stone))
        .collect()
}

/// Stones of this colour right before and behind a point.
fn neighbours(position: &Position, point: Point, direction: Direction, stone: Stone) -> [usize; 2] {
    [-1, 1].map(|sign: i32| {
        (1..)
            .take_while(|n| position.board().look(point, direction, sign * n) == Cell::Stone(stone))
            .count()
    })
}

fn is_straight(position: &Position, five: Point, stone: Stone) -> bool {
    [Direction::Row, Direction::Column]
        .into_iter()
        .any(|direction| {
            let counts = neighbours(position, five, direction, stone);
            counts.contains(&0) && counts.iter().sum::<usize>() >= 4
        })
}

fn is_unbroken_diagonal(position: &Position, five: Point, stone: Stone) -> bool {
    Direction::ALL.into_iter().all(|direction| {
        let counts = neighbours(position, five, direction, stone);
        let is_five = counts.iter().sum::<usize>() >= 4;
        let is_diagonal = matches!(direction, Direction::Falling | Direction::Rising);
        !is_five || is_diagonal && counts.contains(&0)
    })
}

/// The points that stop the only open three, where one's own side can make no four.
fn three_to_stop(position: &Position, kind: ThreeKind) -> Option<Vec<Point>> {
    let own = position.to_move();
    let listed = |stone: Stone| shapes(position.board(), position.rule(), stone);
    let is_three = |shape: &Shape| shape.kind == ShapeKind::Three;
    let can_make_four = listed(own)
        .iter()
        .any(|shape| is_three(shape) && shape.life != Life::Dead);
    let threes: Vec<Shape> = listed(own.opponent())
        .into_iter()
        .filter(|shape| is_three(shape) && shape.life == Life::Open)
        .collect();
    match &threes[..] {
        [three] if !can_make_four && ThreeKind::of(three) == kind => Some(three.replies.clone()),
        _ => None,
    }
}

/// Every first move of a win by fours, if the shortest takes so many own moves (the five
/// included); `None` if there is no such win.
fn first_moves_of_fours(position: &Position, least: usize, most: usize) -> Option<Vec<Point>> {
    let moves = own_moves(position)?;
    if moves < least || moves > most {
        return None;
    }
    let right: Vec<Point> = position
        .legal_points()
        .filter(|&point| {
            let mut after = position.clone();
            after.play(point).is_ok() && wins_after(&after)
        })
        .collect();
    (!right.is_empty()).then_some(right)
}

/// Own moves of a win by fours, the five included.
fn own_moves(position: &Position) -> Option<usize> {
    let mut attempts = 0;
    let proof = vcf::prove(position, &mut || {
        attempts += 1;
        attempts <= 4
    });
    let FourProof::Win(line) = proof else {
        return None;
    };
    let mut after = position.clone();
    for &point in &line {
        after.play(point).ok()?;
    }
    Some(line.len().div_ceil(2) + usize::from(after.outcome().is_none()))
}

/// Whether the side that has just moved has a four, and wins by fours after every answer
/// to it.
fn wins_after(after: &Position) -> bool {
    let attacker = after.to_move().opponent();
    let threats = fives(after, attacker);
    if threats.is_empty() || !fives(after, after.to_move()).is_empty() {
        return false;
    }
    threats.len() > 1
        || threats.iter().all(|&reply| {
            let mut answered = after.clone();
            answered.play(reply).is_ok() && own_moves(&answered).is_some()
        })
}

/// Positions of the search that proves.
const PROOF_NODES: u64 = 1_500_000;
/// A lead in points that makes a proof worth trying.
const PROMISING: i32 = 200;

/// Positions of the search that asks whether the winner of a game has won already.
const EARLY_PROOF_NODES: u64 = 400_000;
/// How many of the earliest such positions of a game are looked at.
const LOOKED_AT: usize = 2;

/// An engine that proves, as it is before its first search.
fn prover() -> Engine {
    Engine::new(Options {
        table_bytes: 32 << 20,
        ..Options::default()
    })
}

pub(super) fn search(engine: &mut Engine, position: &Position, nodes: u64, lines: usize) -> Answer {
    let limits = Limits {
        nodes: Some(nodes),
        lines,
        ..Limits::default()
    };
    engine.search(position, &limits, &NoClock, &Stop::new(), &mut Deaf)
}

/// The first moves of the lines that are proven to win.
fn wins(answer: &Answer) -> Vec<Point> {
    let won = answer.lines.iter().filter(|line| line.score.is_win());
    won.filter_map(|line| line.moves.first().copied()).collect()
}

/// From the end of a game, late positions first, back to where its winner can no longer be
/// proven to win: the last ones before that.
fn earliest_proven(positions: Vec<Position>) -> Vec<Position> {
    let Some(winner) = positions.first().map(Position::to_move) else {
        return Vec::new();
    };
    let mut proven: Vec<Position> = positions
        .into_iter()
        .filter(|position| position.to_move() == winner)
        .take_while(is_proven)
        .collect();
    proven.reverse();
    proven.truncate(LOOKED_AT);
    proven
}

/// Whether the side to move is proven to win.
fn is_proven(position: &Position) -> bool {
    let answer = search(&mut prover(), position, EARLY_PROOF_NODES, 1);
    !wins(&answer).is_empty()
}

/// [`proven_moves`], asked only where a short search expects them.
fn promising_and_proven(position: &Position) -> Option<Vec<Point>> {
    is_promising(position).then(|| proven_moves(position))?
}

fn is_promising(position: &Position) -> bool {
    let glance = search(&mut prover(), position, PROOF_NODES / 50, 1);
    let best = glance.lines.first();
    best.is_some_and(|line| line.score.get() >= PROMISING)
}

/// The moves that a deep search proves to win where no win by fours exists.
///
/// One line alone is followed deeper than the best of six: each has its own number of positions.
fn proven_moves(position: &Position) -> Option<Vec<Point>> {
    if own_moves(position).is_some() {
        return None;
    }
    let mut engine = prover();
    let mut right = wins(&search(&mut engine, position, EARLY_PROOF_NODES, 1));
    for point in wins(&search(&mut engine, position, PROOF_NODES, 6)) {
        if !right.contains(&point) {
            right.push(point);
        }
    }
    (!right.is_empty()).then_some(right)
}
