//! Proofs that a side wins: as data, as text, and the plain check that replays them.
//!
//! A [`Certificate`] holds a position and a tree of [`Step`]s: what the winner plays, and
//! for every reply of the loser the next step. [`verify`] replays the tree by the rules
//! against **every** legal reply on the board and says how long the win takes at most, or
//! which step fails and why. It knows no threat and no shape: only rows that win, and
//! points that are forbidden. [`read`] and [`write()`] keep a certificate as text; the format
//! stands in `docs/proofs.md`.
//!
//! ```
//! use tengen_core::proof::{Certificate, Step, verify};
//! use tengen_core::{Board, Rule, Size, Stone};
//!
//! // Four in a row with both ends free: whatever White does, one end remains.
//! let size = Size::STANDARD;
//! let at = |x| size.point(x, 7).unwrap();
//! let board = Board::with_stones(size, (4..8).map(|x| (at(x), Stone::Black)))?;
//! let mut proof = Certificate {
//!     rule: Rule::Freestyle,
//!     board,
//!     to_move: Stone::White,
//!     winner: Stone::Black,
//!     steps: vec![
//!         Step { by: None, replies: vec![(at(3), 1)], otherwise: Some(2) },
//!         Step::winning(at(8)),
//!         Step::winning(at(3)),
//!     ],
//! };
//! assert_eq!(verify(&proof).unwrap().plies, 2);
//!
//! // Without the listed reply, White's stone on that end is not answered.
//! proof.steps[0].replies.clear();
//! assert!(verify(&proof).is_err());
//! # Ok::<(), tengen_core::PlaceError>(())
//! ```

mod draw;
mod grid;
pub mod plain;
mod text;
mod verify;

#[cfg(test)]
mod tests;

use crate::board::Board;
use crate::point::Point;
use crate::position::Position;
use crate::rule::Rule;
use crate::stone::Stone;

pub use text::{FormatError, read, write};
pub use verify::{Fault, Refusal, Verified, WORK_LIMIT, verify, verify_within};

/// The place of a step in its certificate, from 0.
pub type StepId = u32;

/// A claim that `winner` wins from a position, with the play that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rule under which it wins.
    pub rule: Rule,
    /// The stones of the position.
    pub board: Board,
    /// Whose turn it is there.
    pub to_move: Stone,
    /// Who is said to win.
    pub winner: Stone,
    /// The play; the first step is the root. A step leads only to later ones, so that
    /// every way through ends; several may lead to the same one.
    pub steps: Vec<Step>,
}

impl Certificate {
    /// A certificate for this position without any step yet.
    pub fn for_position(position: &Position, winner: Stone) -> Certificate {
        Certificate {
            rule: position.rule(),
            board: position.board().clone(),
            to_move: position.to_move(),
            winner,
            steps: Vec::new(),
        }
    }

    /// Whether it speaks of this very position.
    pub fn is_about(&self, position: &Position) -> bool {
        self.rule == position.rule()
            && self.board == *position.board()
            && self.to_move == position.to_move()
    }

    /// The step that answers this reply at step `at`: its own, or the one for all others.
    pub fn answer(&self, at: StepId, reply: Point) -> Option<StepId> {
        let step = self.steps.get(at as usize)?;
        step.answer(reply)
    }

    /// The longest line through listed replies, beginning with the side to move.
    /// Where a step lists no reply, its answer to all others is the last move.
    pub fn main_line(&self) -> Vec<Point> {
        let count = self.steps.len();
        // Steps lead to later ones only, so one pass from the end knows all lengths.
        let mut lengths = vec![1_u32; count];
        let length = |lengths: &[u32], id: StepId| lengths.get(id as usize).copied().unwrap_or(0);
        for at in (0..count).rev() {
            let step = &self.steps[at];
            let longest = step
                .replies
                .iter()
                .map(|&(_, next)| next)
                .max_by_key(|&next| length(&lengths, next));
            if let Some(next) = longest.filter(|&next| next as usize > at) {
                lengths[at] = 2 + length(&lengths, next);
            }
        }
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            line.extend(step.by);
            let next = step.replies.iter().filter(|(_, next)| *next as usize > at);
            // The first of the longest, so that the line does not depend on later ties.
            let Some(&(reply, next)) = next.rev().max_by_key(|(_, next)| length(&lengths, *next))
            else {
                break;
            };
            line.push(reply);
            at = next as usize;
        }
        line
    }
}

/// A move of the winner and what follows each reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The winner's move; `None` only at the root, where the loser may be to move.
    pub by: Option<Point>,
    /// The step that follows each of these replies, by the reply.
    pub replies: Vec<(Point, StepId)>,
    /// The step that follows every reply not listed.
    pub otherwise: Option<StepId>,
}

impl Step {
    /// A move that completes a winning row.
    pub fn winning(by: Point) -> Step {
        Step {
            by: Some(by),
            ..Step::default()
        }
    }

    /// The step that follows this reply.
    pub fn answer(&self, reply: Point) -> Option<StepId> {
        let listed = self.replies.iter().find(|(point, _)| *point == reply);
        listed.map(|&(_, next)| next).or(self.otherwise)
    }
}
