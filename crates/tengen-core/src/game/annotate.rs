//! What is said about a game beside its moves: comments, marks, clocks, stones set up.

use super::{Game, GameError, Walk};
use crate::board::PlaceError;
use crate::point::Point;
use crate::stone::Stone;
use crate::tree::{Mark, Node, NodeId};

impl Game {
    /// Replaces the comment at the cursor; an empty one removes it.
    pub fn set_comment(&mut self, comment: impl Into<String>) {
        self.node_mut().comment = comment.into();
    }

    /// Puts a mark on a point of the cursor's node, in addition to those it has.
    ///
    /// # Errors
    /// [`GameError::Place`] if the point is off the board.
    pub fn add_mark(&mut self, point: Point, mark: Mark) -> Result<(), GameError> {
        self.check_on_board(point)?;
        let marks = &mut self.node_mut().marks;
        if !marks.contains(&(point, mark.clone())) {
            marks.push((point, mark));
        }
        Ok(())
    }

    /// Removes all marks from a point of the cursor's node; `false` if it had none.
    pub fn clear_marks(&mut self, point: Point) -> bool {
        let marks = &mut self.node_mut().marks;
        let before = marks.len();
        marks.retain(|&(at, _)| at != point);
        marks.len() < before
    }

    /// Notes the time that the move at the cursor took, and what was left on the mover's
    /// clock after it, both in milliseconds.
    pub fn set_clock(&mut self, time_ms: Option<u64>, time_left_ms: Option<u64>) {
        let node = self.node_mut();
        node.time_ms = time_ms;
        node.time_left_ms = time_left_ms;
    }

    /// Sets stones up or takes them away (`None`) without a move, and says whose turn it
    /// then is. Happens in the cursor's node if that has neither a move nor anything
    /// behind it, as the root of a new game, else in a new node behind it.
    ///
    /// If the side to move is not stated it stays; on a board that was empty it is White
    /// if Black has more stones, else Black. A board with a winning row is over.
    ///
    /// # Errors
    /// [`GameError::Place`] for a point off the board, [`GameError::DuringOpening`] while
    /// an opening is in progress; nothing is changed then.
    ///
    /// ```
    /// use tengen_core::{Game, Rule, Size, Stone};
    /// let size = Size::STANDARD;
    /// let mut game = Game::new(size, Rule::Renju);
    /// game.set_up(&[(size.centre(), Some(Stone::White))], Some(Stone::Black))?;
    /// assert_eq!(game.position().board().get(size.centre()), Some(Stone::White));
    /// assert_eq!(game.position().to_move(), Stone::Black);
    /// # Ok::<(), tengen_core::GameError>(())
    /// ```
    pub fn set_up(
        &mut self,
        stones: &[(Point, Option<Stone>)],
        to_move: Option<Stone>,
    ) -> Result<NodeId, GameError> {
        self.refuse_during_opening()?;
        for &(point, _) in stones {
            self.check_on_board(point)?;
        }
        self.pin_result();
        let is_blank = self.node().mv.is_none() && self.node().children().is_empty();
        if !is_blank {
            let child = self.tree.add(self.cursor(), Node::default());
            self.step_to(child);
        }
        let setup = &mut self.node_mut().setup;
        setup.stones.extend_from_slice(stones);
        setup.to_move = to_move.or(setup.to_move);
        self.walk = Walk::to(&self.tree, self.walk.path());
        Ok(self.cursor())
    }

    fn node_mut(&mut self) -> &mut Node {
        let cursor = self.cursor();
        self.tree.node_mut(cursor)
    }

    fn check_on_board(&self, point: Point) -> Result<(), GameError> {
        let size = self.size();
        if size.contains(point) {
            Ok(())
        } else {
            Err(GameError::Place(PlaceError::OffBoard { point, size }))
        }
    }
}
