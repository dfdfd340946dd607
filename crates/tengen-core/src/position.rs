//! A position in play: board, rule, side to move, and the moves that led there.
//!
//! This is the plain referee that faster code is checked against. After each stone it
//! looks at that stone's four lines only; [`judge_whole_board`] is the slow twin.

use std::fmt;

use crate::board::{Board, PlaceError};
use crate::forbidden::{self, Forbidden};
use crate::outcome::{Cause, Outcome};
use crate::point::{Point, Size};
use crate::rule::Rule;
use crate::stone::Stone;
use crate::tree::Move;
use crate::win;
use crate::zobrist;

/// A game in progress or just over: plays, takes back, and knows the result.
///
/// ```
/// use tengen_core::{Position, Rule, Size, Stone};
/// let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
/// for x in 0..4 {
///     position.play(position.size().point(x, 0).unwrap())?;
///     position.play(position.size().point(x, 5).unwrap())?;
/// }
/// position.play(position.size().point(4, 0).unwrap())?;
/// let outcome = position.outcome().unwrap();
/// assert_eq!(outcome.winner, Some(Stone::Black));
/// assert_eq!(outcome.winning_stones().len(), 5);
/// position.undo();
/// assert!(position.outcome().is_none());
/// # Ok::<(), tengen_core::MoveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rule: Rule,
    board: Board,
    to_move: Stone,
    played: Vec<Played>,
    outcome: Option<Outcome>,
}

/// A move with what undo needs to restore.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Played {
    mv: Move,
    to_move_before: Stone,
    /// Whether the game had ended before. Such a move does not change the outcome.
    was_over: bool,
}

impl Position {
    /// An empty board with Black to move.
    pub fn new(size: Size, rule: Rule) -> Position {
        Position {
            rule,
            board: Board::new(size),
            to_move: Stone::Black,
            played: Vec::new(),
            outcome: None,
        }
    }

    /// A position that was set up. If a winning row stands on the board, or nothing can
    /// be played, it is over already.
    pub fn with_board(board: Board, rule: Rule, to_move: Stone) -> Position {
        let outcome = judge_whole_board(&board, rule, to_move);
        Position {
            rule,
            board,
            to_move,
            played: Vec::new(),
            outcome,
        }
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Side length of the board.
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// Whose turn it is (or would be, after the end).
    pub fn to_move(&self) -> Stone {
        self.to_move
    }

    /// The moves since the position was made, oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.played.iter().map(|played| played.mv)
    }

    /// The last move, if any was made since the position was made.
    pub fn last_move(&self) -> Option<Move> {
        self.played.last().map(|played| played.mv)
    }

    /// The result; `None` while the game goes on.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Zobrist key of the stones and the side to move.
    pub fn key(&self) -> u64 {
        match self.to_move {
            Stone::Black => self.board.key(),
            Stone::White => self.board.key() ^ zobrist::WHITE_TO_MOVE,
        }
    }

    /// Whether the side to move may play `point`.
    ///
    /// # Errors
    /// [`MoveError`] says why not, and what is legal instead.
    pub fn check(&self, point: Point) -> Result<(), MoveError> {
        if let Some(outcome) = &self.outcome {
            return Err(MoveError::GameOver(Box::new(outcome.clone())));
        }
        match self.board.get(point) {
            _ if !self.size().contains(point) => Err(MoveError::Place(PlaceError::OffBoard {
                point,
                size: self.size(),
            })),
            Some(by) => Err(MoveError::Place(PlaceError::Occupied {
                point,
                size: self.size(),
                by,
            })),
            None => match self.forbidden_to(self.to_move, point) {
                Some(reason) => Err(MoveError::Forbidden {
                    reason: Box::new(reason),
                    size: self.size(),
                }),
                None => Ok(()),
            },
        }
    }

    /// Puts a stone of the side to move on `point`.
    ///
    /// # Errors
    /// [`MoveError`] if that is not legal; the position is then unchanged.
    pub fn play(&mut self, point: Point) -> Result<(), MoveError> {
        self.check(point)?;
        self.play_as_written(Move {
            stone: self.to_move,
            point: Some(point),
        })
        .map_err(MoveError::Place)
    }

    /// Makes a move as a record has it: either colour, a pass, a forbidden point (which
    /// loses) or a move after the end (which changes the result no more).
    ///
    /// # Errors
    /// [`PlaceError`] if the point is off the board or taken; nothing is changed then.
    pub fn play_as_written(&mut self, mv: Move) -> Result<(), PlaceError> {
        let fault = mv
            .point
            .and_then(|point| self.forbidden_to(mv.stone, point));
        if let Some(point) = mv.point {
            self.board.place(point, mv.stone)?;
        }
        self.played.push(Played {
            mv,
            to_move_before: self.to_move,
            was_over: self.outcome.is_some(),
        });
        self.to_move = mv.stone.opponent();
        if self.outcome.is_none() {
            self.outcome = match fault {
                Some(fault) => Some(Outcome::win(
                    mv.stone.opponent(),
                    Cause::ForbiddenMove(Box::new(fault)),
                )),
                None => self.judge_last(mv),
            };
        }
        Ok(())
    }

    /// Takes the last move back and says which it was; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let played = self.played.pop()?;
        if let Some(point) = played.mv.point {
            self.board.remove(point);
        }
        self.to_move = played.to_move_before;
        if !played.was_over {
            self.outcome = None;
        }
        Some(played.mv)
    }

    /// The points that the side to move may play, row by row; none once the game is over.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> + '_ {
        let going_on = self.outcome.is_none();
        self.board
            .free_points()
            .filter(move |&point| going_on && self.is_legal_on_board(point))
    }

    fn is_legal_on_board(&self, point: Point) -> bool {
        may_play(&self.board, self.rule, self.to_move, point)
    }

    fn forbidden_to(&self, stone: Stone, point: Point) -> Option<Forbidden> {
        if self.rule.has_forbidden_points(stone) {
            forbidden::forbidden_at(&self.board, point)
        } else {
            None
        }
    }

    fn judge_last(&self, mv: Move) -> Option<Outcome> {
        let rows = mv.point.map_or_else(Vec::new, |point| {
            win::winning_runs_at(&self.board, self.rule, point)
        });
        if rows.is_empty() {
            dead_end(&self.board, self.rule, self.to_move)
        } else {
            Some(Outcome::win(mv.stone, Cause::Five(rows)))
        }
    }
}

/// Whether `stone` may go on the free `point`: it is not forbidden.
fn may_play(board: &Board, rule: Rule, stone: Stone, point: Point) -> bool {
    !rule.has_forbidden_points(stone) || !forbidden::is_forbidden(board, point)
}

/// The draw of a board on which `to_move` has nothing to play.
fn dead_end(board: &Board, rule: Rule, to_move: Stone) -> Option<Outcome> {
    if board.is_full() {
        Some(Outcome::draw(Cause::FullBoard))
    } else if board
        .free_points()
        .any(|point| may_play(board, rule, to_move, point))
    {
        None
    } else {
        Some(Outcome::draw(Cause::NoLegalMove))
    }
}

/// The result of a board by looking at all of it: the slow twin of what [`Position`]
/// finds at the last stone. If both colours have winning rows (which play cannot reach),
/// the side that just moved has won.
pub fn judge_whole_board(board: &Board, rule: Rule, to_move: Stone) -> Option<Outcome> {
    for stone in [to_move.opponent(), to_move] {
        let rows = win::all_winning_runs(board, rule, stone);
        if !rows.is_empty() {
            return Some(Outcome::win(stone, Cause::Five(rows)));
        }
    }
    dead_end(board, rule, to_move)
}

/// Why a move is refused, with what is legal instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The point is off the board or taken.
    Place(PlaceError),
    /// The rule forbids Black this point.
    Forbidden {
        /// The kinds, and the lines and points that make it so.
        reason: Box<Forbidden>,
        /// The board's size, for naming points.
        size: Size,
    },
    /// The game has ended.
    GameOver(Box<Outcome>),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Place(error) => error.fmt(f),
            MoveError::Forbidden { reason, size } => {
                let kinds: Vec<&str> = reason.kinds.iter().map(|kind| kind.name()).collect();
                write!(
                    f,
                    "{} is forbidden to Black ({}): choose a free point that is not",
                    reason.point.name(*size),
                    kinds.join(" and ")
                )
            }
            MoveError::GameOver(outcome) => {
                write!(
                    f,
                    "the game is over ({outcome}): take a move back or start anew"
                )
            }
        }
    }
}

impl std::error::Error for MoveError {}

#[cfg(test)]
mod tests;
