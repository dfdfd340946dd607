//! Opening protocols: what to place, and whether to swap.
//!
//! A side that may choose between the colours takes the one that its own search
//! prefers. Where swap2 allows to place two more stones and leave the choice to the
//! opponent, that is worth no more than nothing by one's own judgement, since the
//! opponent takes the better side. But the opponent knows the three stones that it has
//! placed: where they leave the colours level, a fair pair of our own is the best of the
//! three ways on.

use tengen_core::{Point, Position, Rule, Size, Symmetry};
use tengen_engine::Score;

use super::dialogue::coordinates;
use super::settings::Budget;
use super::stones::{Owner, Stones};
use super::task::{Ask, Found};

/// An opening decision is not worth more time than this.
const LONGEST_MS: u64 = 10_000;

/// The largest number of fifth moves in a Soosyrv opening.
const MOST_FIFTHS: i64 = 8;

/// What it is worth to leave an opening that the opponent has chosen, in points: about
/// 2% of a game.
const UNPREPARED: i32 = 20;

/// A step of an opening, and how it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// Place the first three stones.
    Place(Form),
    /// Swap, or stay and play; this many stones stand.
    Choose(Form, usize),
    /// Three stones stand: swap, stay and play, or place two more.
    ChooseOfThree(Form),
    /// Four stones stand, and so many fifth moves are to be offered: swap or not.
    ChooseWithFifths(Form, usize),
    /// Place a fourth stone after which one fifth move is fair.
    Fourth(&'static str),
    /// Offer so many fifth moves.
    Fifths(&'static str, usize),
    /// Choose the fifth move of the opponent among these.
    Pick(&'static str, Vec<Point>),
}

/// How the answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// On one line, as SWAP2BOARD wants it.
    Line,
    /// As MESSAGE lines of the Yixin protocol with this name, so many swaps offered.
    Messages(&'static str, u8),
}

const SWAP2: &str = "SWAP2";
const SOOSORV: &str = "SOOSORV";

/// What has to be searched for a step.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) ask: Ask,
    pub(super) position: Position,
    pub(super) excluded: Vec<Point>,
}

/// The step that SWAP2BOARD with so many stones asks for.
///
/// # Errors
/// There is no such step.
pub(super) fn swap2_board(stones: usize) -> Result<Opening, String> {
    match stones {
        0 => Ok(Opening::Place(Form::Line)),
        3 => Ok(Opening::ChooseOfThree(Form::Line)),
        5 => Ok(Opening::Choose(Form::Line, 5)),
        _ => Err(format!("SWAP2BOARD takes 0, 3 or 5 stones, not {stones}")),
    }
}

/// The step `YXSWAP2STEPn`.
pub(super) fn swap2_step(step: u8) -> Opening {
    match step {
        1 => Opening::Place(Form::Messages(SWAP2, 0)),
        2 => Opening::ChooseOfThree(Form::Messages(SWAP2, 1)),
        _ => Opening::Choose(Form::Messages(SWAP2, 2), 5),
    }
}

/// The step `YXSOOSORVSTEPn` up to 5; the number is that of the fifth moves.
pub(super) fn soosorv_step(step: u8, number: Option<i64>) -> Opening {
    let fifths = number.unwrap_or(1).clamp(1, MOST_FIFTHS) as usize;
    match step {
        1 => Opening::Place(Form::Messages(SOOSORV, 0)),
        2 => Opening::Choose(Form::Messages(SOOSORV, 1), 3),
        3 => Opening::Fourth(SOOSORV),
        4 => Opening::ChooseWithFifths(Form::Messages(SOOSORV, 2), fifths),
        _ => Opening::Fifths(SOOSORV, fifths),
    }
}

/// The step `YXSOOSORVSTEP6`: one of these fifth moves is chosen.
pub(super) fn soosorv_choice(offered: Vec<Point>) -> Opening {
    Opening::Pick(SOOSORV, offered)
}

/// Whether the choice between the colours gains so little that two fair stones may be
/// better than both.
pub(super) fn is_level(score: Score) -> bool {
    score.get().abs() < UNPREPARED
}

/// Bounds the time of an opening decision.
pub(super) fn limit(budget: &mut Budget) {
    if let Some(turn) = &mut budget.limits.turn_ms {
        *turn = (*turn).min(LONGEST_MS);
    }
    budget.endless = false;
}

/// The first two stones of an opening of our own: the third is found by search.
fn first_two(size: Size) -> [Point; 2] {
    let centre = size.centre();
    let beside = size.point(centre.x() + 1, centre.y()).unwrap_or(centre);
    [centre, beside]
}

/// Fair to both sides with one more move of ours.
const FAIR_MOVE: Ask = Ask::Balanced {
    moves: 1,
    target: 0,
};

impl Opening {
    /// What has to be searched, and where.
    ///
    /// # Errors
    /// The board does not fit the step.
    pub(super) fn prepare(&self, stones: &Stones, rule: Rule) -> Result<Question, String> {
        // Twins under a symmetry of the board count once, so more are looked at.
        let several = |number: usize| Ask::Best { lines: 8 * number };
        let (ask, wanted) = match self {
            Opening::Place(form) => return Ok(third_stone(*form, stones.size(), rule)),
            Opening::Choose(_, wanted) => (Ask::Best { lines: 1 }, *wanted),
            Opening::ChooseOfThree(_) => (Ask::BestOrPair, 3),
            Opening::ChooseWithFifths(_, 1) => (Ask::Best { lines: 1 }, 4),
            Opening::Fourth(_) => (FAIR_MOVE, 3),
            Opening::ChooseWithFifths(_, number) | Opening::Fifths(_, number) => {
                (several(*number), 4)
            }
            Opening::Pick(_, offered) => (
                Ask::Best {
                    lines: offered.len(),
                },
                4,
            ),
        };
        let found = stones.count();
        if found != wanted {
            return Err(format!("this step needs {wanted} stones, not {found}"));
        }
        let position = stones.position(rule);
        if let Some(outcome) = position.outcome() {
            return Err(format!("the game is over: {outcome}"));
        }
        Ok(Question {
            ask,
            excluded: self.excluded(&position)?,
            position,
        })
    }

    /// All but the moves on offer, if some are.
    fn excluded(&self, position: &Position) -> Result<Vec<Point>, String> {
        let Opening::Pick(_, offered) = self else {
            return Ok(Vec::new());
        };
        if offered.is_empty() {
            return Err("no fifth moves are on offer".to_owned());
        }
        if let Some(&point) = offered
            .iter()
            .find(|&&point| position.check(point).is_err())
        {
            return Err(format!("{} is no legal fifth move", coordinates(point)));
        }
        let points = position.size().points();
        Ok(points.filter(|point| !offered.contains(point)).collect())
    }

    /// The lines that answer the step.
    pub(super) fn answer(&self, position: &Position, found: &Found) -> Vec<String> {
        let Some(&best) = found.points.first() else {
            return vec!["ERROR no move was found for this opening".to_owned()];
        };
        let score = found.scores.first().copied();
        let (x, y) = (best.x(), best.y());
        match self {
            Opening::Place(form) => place(*form, position, best),
            Opening::Choose(form, _) => vec![swap_or_stay(*form, score, best)],
            Opening::ChooseOfThree(form) => match (score, found.pair) {
                (Some(score), Some((pair, left))) if is_pair_better(score, left) => {
                    place_pair(*form, pair)
                }
                _ => vec![swap_or_stay(*form, score, best)],
            },
            Opening::ChooseWithFifths(form, number) => {
                // The opponent of the side that offers takes the worst of them.
                let distinct = distinct_points(position, &found.points);
                let last = distinct.get(number - 1).or(distinct.last());
                let score = last.and_then(|&n| found.scores.get(n).copied());
                vec![swap_or_stay(*form, score, best)]
            }
            Opening::Fourth(name) => vec![format!("MESSAGE {name} MOVE4 {x} {y} 1")],
            Opening::Fifths(name, number) => offer(name, *number, position, &found.points),
            Opening::Pick(name, _) => {
                // Lines come best first for the side that offers: the last is ours.
                let mut known = found.points.iter().zip(&found.scores);
                let worst = known.next_back().map_or(best, |(&point, _)| point);
                vec![format!("MESSAGE {name} MOVE5C {} {}", worst.x(), worst.y())]
            }
        }
    }
}

/// Stays with the colour to move if its score is not below zero.
fn swap_or_stay(form: Form, score: Option<Score>, best: Point) -> String {
    let swap = score.is_some_and(|score| score.get() < 0);
    match form {
        Form::Line if swap => "SWAP".to_owned(),
        Form::Line => coordinates(best),
        Form::Messages(name, n) => {
            let choice = if swap { "YES" } else { "NO" };
            format!("MESSAGE {name} SWAP{n} {choice}")
        }
    }
}

/// Whether a pair that leaves this value to the choice of the opponent is better than
/// our own choice between the colours.
fn is_pair_better(score: Score, left: Score) -> bool {
    UNPREPARED - left.get().abs() > score.get().abs()
}

fn place_pair(form: Form, pair: [Point; 2]) -> Vec<String> {
    match form {
        Form::Line => vec![pair.map(coordinates).join(" ")],
        Form::Messages(name, _) => pair
            .into_iter()
            .zip(4..)
            .map(|(point, n)| format!("MESSAGE {name} MOVE{n} {} {}", point.x(), point.y()))
            .collect(),
    }
}

/// The search for a third stone after our first two. Soosyrv's openings have it within
/// two steps of the centre.
fn third_stone(form: Form, size: Size, rule: Rule) -> Question {
    let mut two = Stones::new(size);
    let owners = [Owner::Own, Owner::Opponent];
    for (point, owner) in first_two(size).into_iter().zip(owners) {
        two.put(point, owner);
    }
    let is_near = matches!(form, Form::Messages(SOOSORV, _));
    let centre = size.centre();
    let excluded = size
        .points()
        .filter(|point| is_near && point.distance(centre) > 2)
        .collect();
    Question {
        ask: FAIR_MOVE,
        position: two.position(rule),
        excluded,
    }
}

/// The first three stones: two on the board already, and the third that was found.
fn place(form: Form, position: &Position, third: Point) -> Vec<String> {
    let three = position
        .moves()
        .filter_map(|mv| mv.point)
        .chain(std::iter::once(third));
    match form {
        Form::Line => vec![three.map(coordinates).collect::<Vec<_>>().join(" ")],
        Form::Messages(name, _) => three
            .zip(1..)
            .map(|(point, n)| format!("MESSAGE {name} MOVE{n} {} {}", point.x(), point.y()))
            .collect(),
    }
}

/// Fifth moves, best first.
fn offer(name: &str, number: usize, position: &Position, points: &[Point]) -> Vec<String> {
    let mut lines = vec![format!("MESSAGE {name} MOVE5 REFRESH")];
    for n in distinct_points(position, points).into_iter().take(number) {
        let point = points[n];
        lines.push(format!("MESSAGE {name} MOVE5 {} {}", point.x(), point.y()));
    }
    lines.push(format!("MESSAGE {name} MOVE5 DONE"));
    lines
}

/// Which of the points are no twin of an earlier one under a symmetry of the board.
fn distinct_points(position: &Position, points: &[Point]) -> Vec<usize> {
    let board = position.board();
    let symmetries: Vec<Symmetry> = Symmetry::ALL
        .into_iter()
        .filter(|&symmetry| board.transformed(symmetry) == *board)
        .collect();
    let is_twin = |n: usize| {
        let images = symmetries
            .iter()
            .map(|symmetry| symmetry.apply(points[n], position.size()));
        images.into_iter().any(|image| points[..n].contains(&image))
    };
    (0..points.len()).filter(|&n| !is_twin(n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(x: u8, y: u8, points: i32) -> Found {
        Found {
            points: Size::STANDARD.point(x, y).into_iter().collect(),
            scores: vec![Score::points(points)],
            ..Found::default()
        }
    }

    fn answer(opening: &Opening, stones: &Stones, found: &Found) -> Vec<String> {
        let question = opening.prepare(stones, Rule::Standard).unwrap();
        opening.answer(&question.position, found)
    }

    fn three() -> Stones {
        let mut stones = Stones::new(Size::STANDARD);
        for (x, owner) in [(7, Owner::Opponent), (8, Owner::Own), (9, Owner::Opponent)] {
            stones.put(Size::STANDARD.point(x, 7).unwrap(), owner);
        }
        stones
    }

    /// A row of four, its own mirror image in two ways.
    fn four() -> Stones {
        let mut stones = three();
        stones.put(Size::STANDARD.point(6, 7).unwrap(), Owner::Own);
        stones
    }

    #[test]
    fn three_stones_are_placed_on_one_line_or_on_three() {
        let empty = Stones::new(Size::STANDARD);
        let line = answer(&swap2_board(0).unwrap(), &empty, &found(9, 9, 3));
        assert_eq!(line, ["7,7 8,7 9,9"]);
        let messages = answer(&swap2_step(1), &empty, &found(9, 9, 3));
        assert_eq!(
            messages,
            [
                "MESSAGE SWAP2 MOVE1 7 7",
                "MESSAGE SWAP2 MOVE2 8 7",
                "MESSAGE SWAP2 MOVE3 9 9"
            ]
        );
    }

    #[test]
    fn the_better_colour_is_taken() {
        let board = swap2_board(3).unwrap();
        assert_eq!(answer(&board, &three(), &found(3, 4, 50)), ["3,4"]);
        assert_eq!(answer(&board, &three(), &found(3, 4, -50)), ["SWAP"]);
        let step = swap2_step(2);
        let no = answer(&step, &three(), &found(3, 4, 50));
        assert_eq!(no, ["MESSAGE SWAP2 SWAP1 NO"]);
        let yes = answer(&step, &three(), &found(3, 4, -50));
        assert_eq!(yes, ["MESSAGE SWAP2 SWAP1 YES"]);
    }

    #[test]
    fn steps_that_do_not_fit_the_board_are_refused() {
        assert!(swap2_board(4).is_err());
        assert!(swap2_step(3).prepare(&three(), Rule::Standard).is_err());
        let centre = Size::STANDARD.centre();
        for offered in [vec![], vec![centre]] {
            let step = soosorv_choice(offered);
            assert!(step.prepare(&four(), Rule::Renju).is_err(), "{step:?}");
        }
        assert!(
            soosorv_step(5, Some(2))
                .prepare(&three(), Rule::Renju)
                .is_err()
        );
    }

    #[test]
    fn soosorv_opens_near_the_centre_and_offers_different_fifths() {
        let empty = Stones::new(Size::STANDARD);
        let question = soosorv_step(1, None).prepare(&empty, Rule::Renju).unwrap();
        assert_eq!(question.excluded.len(), 15 * 15 - 25);
        let fourth = answer(&soosorv_step(3, None), &three(), &found(3, 4, 0));
        assert_eq!(fourth, ["MESSAGE SOOSORV MOVE4 3 4 1"]);
        // A row of four is its own mirror image: 8,6 and 8,8 are twins.
        let four = four();
        let mut several = found(8, 6, 0);
        for (x, y) in [(8, 8), (9, 6), (9, 5)] {
            several.points.extend(Size::STANDARD.point(x, y));
        }
        let offer = answer(&soosorv_step(5, Some(2)), &four, &several);
        assert_eq!(
            offer,
            [
                "MESSAGE SOOSORV MOVE5 REFRESH",
                "MESSAGE SOOSORV MOVE5 8 6",
                "MESSAGE SOOSORV MOVE5 9 6",
                "MESSAGE SOOSORV MOVE5 DONE"
            ]
        );
        let swap = answer(&soosorv_step(4, None), &four, &found(3, 4, -9));
        assert_eq!(swap, ["MESSAGE SOOSORV SWAP2 YES"]);
    }

    fn with_pair(score: i32, left: i32) -> Found {
        let point = |x| Size::STANDARD.point(x, 3).unwrap();
        Found {
            pair: Some(([point(1), point(2)], Score::points(left))),
            ..found(3, 4, score)
        }
    }

    #[test]
    fn two_stones_are_placed_where_the_colours_are_level() {
        let board = swap2_board(3).unwrap();
        assert_eq!(answer(&board, &three(), &with_pair(5, -3)), ["1,3 2,3"]);
        assert_eq!(answer(&board, &three(), &with_pair(-5, 3)), ["1,3 2,3"]);
        // An unfair pair, or a colour that is clearly better.
        assert_eq!(answer(&board, &three(), &with_pair(-5, 16)), ["SWAP"]);
        assert_eq!(answer(&board, &three(), &with_pair(40, 0)), ["3,4"]);
        assert_eq!(
            answer(&swap2_step(2), &three(), &with_pair(0, 0)),
            ["MESSAGE SWAP2 MOVE4 1 3", "MESSAGE SWAP2 MOVE5 2 3"]
        );
        // With five stones there is no such way.
        assert!(is_level(Score::points(19)) && !is_level(Score::points(-20)));
    }

    #[test]
    fn the_worst_fifth_on_offer_is_chosen_and_counted_with() {
        let offered: Vec<Point> = [(8, 6), (9, 6), (9, 5)]
            .iter()
            .filter_map(|&(x, y)| Size::STANDARD.point(x, y))
            .collect();
        let several = Found {
            points: offered.clone(),
            scores: [50, 10, -30].map(Score::points).to_vec(),
            ..Found::default()
        };
        let step = soosorv_choice(offered);
        let question = step.prepare(&four(), Rule::Renju).unwrap();
        assert_eq!(question.excluded.len(), 225 - 3);
        assert_eq!(
            answer(&step, &four(), &several),
            ["MESSAGE SOOSORV MOVE5C 9 5"]
        );
        // Black has the better side of one fifth or two, not of three.
        for (number, choice) in [(1, "NO"), (2, "NO"), (3, "YES"), (8, "YES")] {
            let step = soosorv_step(4, Some(number));
            let wanted = format!("MESSAGE SOOSORV SWAP2 {choice}");
            assert_eq!(answer(&step, &four(), &several), [wanted], "{number}");
        }
    }
}
