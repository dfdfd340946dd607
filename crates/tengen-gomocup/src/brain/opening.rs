//! Opening protocols: what to place, and whether to swap.
//!
//! A side that may choose between the colours takes the one that its own search
//! prefers. Placing two more stones and leaving the choice to the opponent is never
//! better than that by one's own judgement, so it is not done.

use tengen_core::{Point, Position, Rule, Size};

use super::dialogue::{Ask, Found, coordinates};
use super::settings::Budget;
use super::stones::{Owner, Stones};

/// An opening decision is not worth more time than this.
const LONGEST_MS: u64 = 10_000;

/// A step of an opening, and how it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// Place the first three stones.
    Place(Form),
    /// Swap, or stay and play; this many stones stand.
    Choose(Form, usize),
    /// A step that we do not play.
    Unsupported(u8),
}

/// How the answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// On one line, as SWAP2BOARD wants it.
    Line,
    /// As MESSAGE lines of the Yixin protocol, this many swaps offered so far.
    Messages(u8),
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
        1 => Opening::Place(Form::Messages(0)),
        2 => Opening::Choose(Form::Messages(1), 3),
        _ => Opening::Choose(Form::Messages(2), 5),
    }
}

/// The step `YXSOOSORVSTEPn`, which is not played yet.
pub(super) fn soosorv_step(step: u8, _number: Option<i64>) -> Opening {
    Opening::Unsupported(step)
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

impl Opening {
    /// What has to be searched, and where.
    ///
    /// # Errors
    /// The board does not fit the step.
    pub(super) fn prepare(self, stones: &Stones, rule: Rule) -> Result<(Ask, Position), String> {
        match self {
            Opening::Place(_) => {
                let mut two = Stones::new(stones.size());
                let owners = [Owner::Own, Owner::Opponent];
                for (point, owner) in first_two(stones.size()).into_iter().zip(owners) {
                    two.put(point, owner);
                }
                let ask = Ask::Balanced {
                    moves: 1,
                    target: 0,
                };
                Ok((ask, two.position(rule)))
            }
            Opening::Choose(_, wanted) => {
                if stones.count() != wanted {
                    let found = stones.count();
                    return Err(format!("this step needs {wanted} stones, not {found}"));
                }
                let position = stones.position(rule);
                match position.outcome() {
                    Some(outcome) => Err(format!("the game is over: {outcome}")),
                    None => Ok((Ask::Best { lines: 1 }, position)),
                }
            }
            Opening::Unsupported(step) => {
                Err(format!("step {step} of this opening is not supported"))
            }
        }
    }

    /// The lines that answer the step.
    pub(super) fn answer(self, position: &Position, found: &Found) -> Vec<String> {
        let Some(&best) = found.points.first() else {
            return vec!["ERROR no move was found for this opening".to_owned()];
        };
        let swap = found.score.is_some_and(|score| score.get() < 0);
        match self {
            Opening::Place(form) => place(form, position, best),
            Opening::Choose(Form::Line, _) if swap => vec!["SWAP".to_owned()],
            Opening::Choose(Form::Line, _) => vec![coordinates(best)],
            Opening::Choose(Form::Messages(n), _) => {
                let choice = if swap { "YES" } else { "NO" };
                vec![format!("MESSAGE SWAP2 SWAP{n} {choice}")]
            }
            Opening::Unsupported(_) => Vec::new(),
        }
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
        Form::Messages(_) => three
            .zip(1..)
            .map(|(point, n)| format!("MESSAGE SWAP2 MOVE{n} {} {}", point.x(), point.y()))
            .collect(),
    }
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
        let (_, position) = opening.prepare(stones, Rule::Standard).unwrap();
        opening.answer(&position, found)
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
        let soosorv = soosorv_step(2, None);
        assert!(soosorv.prepare(&three(), Rule::Renju).is_err());
    }
}
