//! Opening protocols: what to place, and whether to swap.
//!
//! A side that may choose between the colours takes the one that its own search
//! prefers. Placing two more stones and leaving the choice to the opponent is never
//! better than that by one's own judgement, so it is not done.

use tengen_core::{Point, Position, Rule, Size, Symmetry};

use super::dialogue::{Ask, Found, coordinates};
use super::settings::Budget;
use super::stones::{Owner, Stones};

/// An opening decision is not worth more time than this.
const LONGEST_MS: u64 = 10_000;

/// The largest number of fifth moves in a Soosyrv opening.
const MOST_FIFTHS: i64 = 8;

/// A step of an opening, and how it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// Place the first three stones.
    Place(Form),
    /// Swap, or stay and play; this many stones stand.
    Choose(Form, usize),
    /// Place a fourth stone after which one fifth move is fair.
    Fourth(&'static str),
    /// Offer so many fifth moves.
    Fifths(&'static str, usize),
    /// A step that we do not play.
    Unsupported(u8),
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
        3 | 5 => Ok(Opening::Choose(Form::Line, stones)),
        _ => Err(format!("SWAP2BOARD takes 0, 3 or 5 stones, not {stones}")),
    }
}

/// The step `YXSWAP2STEPn`.
pub(super) fn swap2_step(step: u8) -> Opening {
    match step {
        1 => Opening::Place(Form::Messages(SWAP2, 0)),
        2 => Opening::Choose(Form::Messages(SWAP2, 1), 3),
        _ => Opening::Choose(Form::Messages(SWAP2, 2), 5),
    }
}

/// The step `YXSOOSORVSTEPn`; the number is that of the fifth moves.
pub(super) fn soosorv_step(step: u8, number: Option<i64>) -> Opening {
    match step {
        1 => Opening::Place(Form::Messages(SOOSORV, 0)),
        2 => Opening::Choose(Form::Messages(SOOSORV, 1), 3),
        3 => Opening::Fourth(SOOSORV),
        4 => Opening::Choose(Form::Messages(SOOSORV, 2), 4),
        5 => Opening::Fifths(SOOSORV, number.unwrap_or(1).clamp(1, MOST_FIFTHS) as usize),
        _ => Opening::Unsupported(step),
    }
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
    pub(super) fn prepare(self, stones: &Stones, rule: Rule) -> Result<Question, String> {
        let (ask, wanted) = match self {
            Opening::Place(form) => return Ok(third_stone(form, stones.size(), rule)),
            Opening::Choose(_, wanted) => (Ask::Best { lines: 1 }, wanted),
            Opening::Fourth(_) => (FAIR_MOVE, 3),
            // Twins under a symmetry of the board count once, so more are looked at.
            Opening::Fifths(_, number) => (Ask::Best { lines: 8 * number }, 4),
            Opening::Unsupported(step) => {
                return Err(format!("step {step} of this opening is not supported"));
            }
        };
        let found = stones.count();
        if found != wanted {
            return Err(format!("this step needs {wanted} stones, not {found}"));
        }
        let position = stones.position(rule);
        match position.outcome() {
            Some(outcome) => Err(format!("the game is over: {outcome}")),
            None => Ok(Question {
                ask,
                position,
                excluded: Vec::new(),
            }),
        }
    }

    /// The lines that answer the step.
    pub(super) fn answer(self, position: &Position, found: &Found) -> Vec<String> {
        let Some(&best) = found.points.first() else {
            return vec!["ERROR no move was found for this opening".to_owned()];
        };
        let swap = found.score.is_some_and(|score| score.get() < 0);
        let (x, y) = (best.x(), best.y());
        match self {
            Opening::Place(form) => place(form, position, best),
            Opening::Choose(Form::Line, _) if swap => vec!["SWAP".to_owned()],
            Opening::Choose(Form::Line, _) => vec![coordinates(best)],
            Opening::Choose(Form::Messages(name, n), _) => {
                let choice = if swap { "YES" } else { "NO" };
                vec![format!("MESSAGE {name} SWAP{n} {choice}")]
            }
            Opening::Fourth(name) => vec![format!("MESSAGE {name} MOVE4 {x} {y} 1")],
            Opening::Fifths(name, number) => offer(name, number, position, &found.points),
            Opening::Unsupported(_) => Vec::new(),
        }
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

/// Fifth moves, best first, no two of which are the same but for a turn of the board.
fn offer(name: &str, number: usize, position: &Position, points: &[Point]) -> Vec<String> {
    let board = position.board();
    let symmetries: Vec<Symmetry> = Symmetry::ALL
        .into_iter()
        .filter(|&symmetry| board.transformed(symmetry) == *board)
        .collect();
    let mut offered: Vec<Point> = Vec::new();
    for &point in points {
        let is_twin = symmetries
            .iter()
            .any(|symmetry| offered.contains(&symmetry.apply(point, position.size())));
        if !is_twin && offered.len() < number {
            offered.push(point);
        }
    }
    let mut lines = vec![format!("MESSAGE {name} MOVE5 REFRESH")];
    for point in offered {
        lines.push(format!("MESSAGE {name} MOVE5 {} {}", point.x(), point.y()));
    }
    lines.push(format!("MESSAGE {name} MOVE5 DONE"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::Score;

    fn found(x: u8, y: u8, points: i32) -> Found {
        Found {
            points: Size::STANDARD.point(x, y).into_iter().collect(),
            score: Some(Score::points(points)),
            elapsed_ms: 0,
        }
    }

    fn answer(opening: Opening, stones: &Stones, found: &Found) -> Vec<String> {
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

    #[test]
    fn three_stones_are_placed_on_one_line_or_on_three() {
        let empty = Stones::new(Size::STANDARD);
        let line = answer(swap2_board(0).unwrap(), &empty, &found(9, 9, 3));
        assert_eq!(line, ["7,7 8,7 9,9"]);
        let messages = answer(swap2_step(1), &empty, &found(9, 9, 3));
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
        assert_eq!(answer(board, &three(), &found(3, 4, 50)), ["3,4"]);
        assert_eq!(answer(board, &three(), &found(3, 4, -50)), ["SWAP"]);
        let step = swap2_step(2);
        let no = answer(step, &three(), &found(3, 4, 50));
        assert_eq!(no, ["MESSAGE SWAP2 SWAP1 NO"]);
        let yes = answer(step, &three(), &found(3, 4, -50));
        assert_eq!(yes, ["MESSAGE SWAP2 SWAP1 YES"]);
    }

    #[test]
    fn steps_that_do_not_fit_the_board_are_refused() {
        assert!(swap2_board(4).is_err());
        assert!(swap2_step(3).prepare(&three(), Rule::Standard).is_err());
        assert!(
            soosorv_step(6, None)
                .prepare(&three(), Rule::Renju)
                .is_err()
        );
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
        let fourth = answer(soosorv_step(3, None), &three(), &found(3, 4, 0));
        assert_eq!(fourth, ["MESSAGE SOOSORV MOVE4 3 4 1"]);
        // A row of four is its own mirror image: 8,6 and 8,8 are twins.
        let mut four = three();
        four.put(Size::STANDARD.point(6, 7).unwrap(), Owner::Own);
        let mut several = found(8, 6, 0);
        for (x, y) in [(8, 8), (9, 6), (9, 5)] {
            several.points.extend(Size::STANDARD.point(x, y));
        }
        let offer = answer(soosorv_step(5, Some(2)), &four, &several);
        assert_eq!(
            offer,
            [
                "MESSAGE SOOSORV MOVE5 REFRESH",
                "MESSAGE SOOSORV MOVE5 8 6",
                "MESSAGE SOOSORV MOVE5 9 6",
                "MESSAGE SOOSORV MOVE5 DONE"
            ]
        );
        let swap = answer(soosorv_step(4, None), &four, &found(3, 4, -9));
        assert_eq!(swap, ["MESSAGE SOOSORV SWAP2 YES"]);
    }
}
