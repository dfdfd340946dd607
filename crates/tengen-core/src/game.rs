//! A game: a tree of moves, a cursor in it, and the position there.
//!
//! Going back is moving the cursor. Another move at an earlier place begins a variation
//! beside what was played; nothing is lost. A game being *played* ([`Game::play`]) refuses
//! what the rule does not allow and says why. A *record* ([`Game::from_tree`],
//! [`Game::record`]) is taken as it is: a forbidden move stands and ends the game as
//! White's win, and [`Game::notes`] tells what does not fit the rules.
//!
//! ```
//! use tengen_core::{Game, Rule, Size};
//! let size = Size::STANDARD;
//! let mut game = Game::new(size, Rule::Freestyle);
//! game.play(size.centre())?;
//! let first_try = game.play(size.point(8, 6).unwrap())?;
//! game.undo();
//! game.play(size.point(8, 7).unwrap())?; // a variation
//! game.go_to(first_try)?; // the first try is still there
//! assert_eq!(game.variations().len(), 2);
//! assert_eq!(game.position().board().stone_count(), 2);
//! # Ok::<(), tengen_core::GameError>(())
//! ```

mod annotate;
mod error;
mod notes;
mod opening;
mod result;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::HashMap;

use crate::forbidden;
use crate::opening::{Act, Opening};
use crate::outcome::Outcome;
use crate::point::{Point, Size};
use crate::position::{MoveError, Position};
use crate::rule::Rule;
use crate::tree::{Info, Move, Node, NodeId, Tree};

pub use error::GameError;
pub use notes::GameNote;
pub use opening::ACTS_PROPERTY;
use walk::Walk;

/// A game with its variations: see the [module](self).
#[derive(Clone, Debug)]
pub struct Game {
    tree: Tree,
    /// The way to the cursor and the position there; always in step with `tree`.
    walk: Walk,
    /// The child that was last gone to, for redo, where that is not the first one.
    visited: HashMap<NodeId, NodeId>,
    opening: Option<OpeningState>,
    /// The node that the recorded result belongs to, where that is not the end of the
    /// main line.
    result_at: Option<NodeId>,
    notes: Vec<GameNote>,
}

/// An opening protocol and where in the tree its last stone stands.
#[derive(Clone, Debug)]
struct OpeningState {
    opening: Opening,
    tip: NodeId,
}

impl Game {
    /// A new game without an opening protocol; see
    /// [`with_protocol`](Game::with_protocol).
    pub fn new(size: Size, rule: Rule) -> Game {
        Game::from_tree(Tree::new(size, rule))
    }

    /// The game of a record, the cursor at its root. Takes it as it is: nothing of the
    /// tree is changed, what does not fit the rules is in [`notes`](Game::notes).
    ///
    /// ```
    /// use tengen_core::{Cause, Game, Move, Rule, Size, Stone, Tree};
    /// // Black's last move makes two threes, which renju forbids.
    /// let mut tree = Tree::new(Size::STANDARD, Rule::Renju);
    /// let mut at = Tree::ROOT;
    /// for (n, (x, y)) in [(6, 7), (0, 0), (5, 7), (14, 0), (7, 6), (0, 14), (7, 5), (14, 14), (7, 7)]
    ///     .into_iter()
    ///     .enumerate()
    /// {
    ///     let mv = Move { stone: Stone::BOTH[n % 2], point: tree.size.point(x, y) };
    ///     at = tree.add_move(at, mv);
    /// }
    /// let mut game = Game::from_tree(tree);
    /// game.to_end();
    /// let outcome = game.outcome().unwrap();
    /// assert_eq!(outcome.winner, Some(Stone::White));
    /// assert!(matches!(outcome.cause, Cause::ForbiddenMove(_)));
    /// ```
    pub fn from_tree(tree: Tree) -> Game {
        let mut notes = notes::on_main_line(&tree);
        let opening = match opening::restore(&tree) {
            Ok(opening) => opening,
            Err(note) => {
                notes.push(note);
                None
            }
        };
        let walk = Walk::to(&tree, &[Tree::ROOT]);
        Game {
            tree,
            walk,
            visited: HashMap::new(),
            opening,
            result_at: None,
            notes,
        }
    }

    /// The tree as plain data, for writers.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Gives the tree away.
    pub fn into_tree(self) -> Tree {
        self.tree
    }

    /// Players, date and so on.
    pub fn info(&self) -> &Info {
        &self.tree.info
    }

    /// The same, to change it. For the result see [`resign`](Game::resign) and the
    /// others, which also remember the place it belongs to.
    pub fn info_mut(&mut self) -> &mut Info {
        &mut self.tree.info
    }

    /// Board size.
    pub fn size(&self) -> Size {
        self.tree.size
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        self.tree.rule
    }

    /// What does not fit the rules in the record that this game was made from.
    pub fn notes(&self) -> &[GameNote] {
        &self.notes
    }

    /// The position at the cursor.
    pub fn position(&self) -> &Position {
        self.walk.position()
    }

    /// Where in the tree we are.
    pub fn cursor(&self) -> NodeId {
        self.walk.node()
    }

    /// The way from the root to the cursor, both included.
    pub fn path(&self) -> &[NodeId] {
        self.walk.path()
    }

    /// The node at the cursor.
    pub fn node(&self) -> &Node {
        self.tree.node(self.cursor())
    }

    /// The moves from the root to the cursor, passes included.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.path().iter().filter_map(|&id| self.tree.node(id).mv)
    }

    /// The node at the cursor and its alternatives, the main line first; the root stands
    /// alone.
    pub fn variations(&self) -> &[NodeId] {
        match self.node().parent() {
            Some(parent) => self.tree.node(parent).children(),
            None => &[Tree::ROOT],
        }
    }

    /// Goes one step back; `false` at the root. The acts of an opening stay done: see
    /// [`take_back_act`](Game::take_back_act).
    pub fn undo(&mut self) -> bool {
        self.walk.back()
    }

    /// Goes one step on, along the child that was visited last, else the main line;
    /// `false` where nothing follows.
    pub fn redo(&mut self) -> bool {
        let Some(child) = self.next() else {
            return false;
        };
        self.step_to(child);
        true
    }

    /// The node that [`redo`](Game::redo) would go to.
    pub fn next(&self) -> Option<NodeId> {
        let children = self.node().children();
        let visited = self.visited.get(&self.cursor());
        visited.or(children.first()).copied()
    }

    /// Goes to any node of the tree.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`] if the id is not linked to the root; the cursor stays.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), GameError> {
        let path = self.tree.path(node);
        if path.first() != Some(&Tree::ROOT) {
            return Err(GameError::NoSuchNode);
        }
        let shared = self.path().iter().zip(&path).take_while(|(a, b)| a == b);
        let shared = shared.count();
        while self.path().len() > shared {
            self.walk.back();
        }
        for &id in &path[shared..] {
            self.step_to(id);
        }
        Ok(())
    }

    /// Goes to the root.
    pub fn to_start(&mut self) {
        while self.undo() {}
    }

    /// Goes on as [`redo`](Game::redo) does until nothing follows.
    pub fn to_end(&mut self) {
        while self.redo() {}
    }

    fn step_to(&mut self, child: NodeId) {
        if self.node().children().first() == Some(&child) {
            self.visited.remove(&self.cursor());
        } else {
            self.visited.insert(self.cursor(), child);
        }
        self.walk.forward(child, self.tree.node(child));
    }

    /// Plays `point` for the side to move, as a game in progress does, and goes there: to
    /// an old node if this move was made here before, else to a new one.
    ///
    /// # Errors
    /// [`GameError`] for a point off the board, taken or forbidden, after the end, or in a
    /// step of the opening that asks for something else. It says what is legal instead;
    /// nothing is changed then.
    pub fn play(&mut self, point: Point) -> Result<NodeId, GameError> {
        if self.turn().is_some() {
            self.act(Act::Place(point))?;
            return Ok(self.cursor());
        }
        self.check(point)?;
        let stone = self.position().to_move();
        let point = Some(point);
        Ok(self.advance(Move { stone, point }))
    }

    /// Whether [`play`](Game::play) would accept `point` as an ordinary move.
    fn check(&self, point: Point) -> Result<(), GameError> {
        if let Some(outcome) = self.outcome() {
            return Err(GameError::Over(Box::new(outcome.clone())));
        }
        self.position().check(point).map_err(|error| match error {
            MoveError::Place(error) => GameError::Place(error),
            MoveError::GameOver(outcome) => GameError::Over(outcome),
            MoveError::Forbidden { reason, size } => GameError::Forbidden {
                explanation: forbidden::examine(self.position().board(), reason.point)
                    .map_or_else(String::new, |why| why.explain(size)),
                reason,
            },
        })
    }

    /// Adds a move as a referee or a student of a record does: either colour, a pass, a
    /// forbidden point (which ends the game), or on from a game that was resigned, lost on
    /// time or agreed drawn.
    ///
    /// # Errors
    /// [`GameError`] for a point off the board or taken, after an end by the rules, or
    /// while an opening is in progress; nothing is changed then.
    pub fn record(&mut self, mv: Move) -> Result<NodeId, GameError> {
        self.refuse_during_opening()?;
        if let Some(outcome) = self.position().outcome() {
            return Err(GameError::Over(Box::new(outcome.clone())));
        }
        if let Some(point) = mv.point {
            let mut board = self.position().board().clone();
            board.place(point, mv.stone).map_err(GameError::Place)?;
        }
        Ok(self.advance(mv))
    }

    /// Goes to the child with this move, which is added if there is none.
    fn advance(&mut self, mv: Move) -> NodeId {
        self.pin_result();
        let at = self.cursor();
        let child = match self.tree.child_with_move(at, mv) {
            Some(child) => child,
            None => self.tree.add_move(at, mv),
        };
        self.step_to(child);
        self.settle();
        child
    }

    /// Makes the way to the cursor the main line. The result goes with it: it is taken
    /// from the new main line's end, and dropped if it belonged to another line.
    pub fn promote(&mut self) {
        self.pin_result();
        for &id in self.walk.path() {
            self.tree.promote(id);
        }
        let line = self.tree.main_line();
        if self.result_at.is_some_and(|id| !line.contains(&id)) {
            self.reopen();
        }
        if let Some(outcome) = Walk::to(&self.tree, &line).position().outcome() {
            self.tree.info.result = Some(outcome.clone());
            self.result_at = line.last().copied();
        }
    }

    /// Cuts a node and all behind it out of the tree; a cursor in there goes back to the
    /// node before it. The one act that loses something.
    ///
    /// # Errors
    /// [`GameError::NoSuchNode`] for the root and for nodes that are not in the tree,
    /// [`GameError::PartOfOpening`] for the stones of an opening protocol.
    pub fn remove(&mut self, node: NodeId) -> Result<(), GameError> {
        self.pin_result();
        let path = self.tree.path(node);
        let (Some(&Tree::ROOT), Some(parent)) = (path.first(), self.tree.node(node).parent())
        else {
            return Err(GameError::NoSuchNode);
        };
        let is_inside = |id| self.tree.path(id).contains(&node);
        if self.opening.as_ref().is_some_and(|it| is_inside(it.tip)) {
            return Err(GameError::PartOfOpening);
        }
        if self.result_at.is_some_and(is_inside) {
            self.reopen();
        }
        if self.path().contains(&node) {
            self.go_to(parent)?;
        }
        self.visited.retain(|_, child| *child != node);
        self.tree.unlink(node);
        Ok(())
    }

    /// How the game stands at the cursor: ended by the rules, or, where the recorded
    /// result belongs (the end of the main line, or where a player resigned), as recorded.
    /// `None` while it goes on.
    pub fn outcome(&self) -> Option<&Outcome> {
        let by_rules = self.position().outcome();
        by_rules.or_else(|| self.recorded_result())
    }

    /// The stones of the winning rows at the cursor; none if no five ended the game.
    pub fn winning_stones(&self) -> Vec<Point> {
        self.outcome()
            .map_or_else(Vec::new, Outcome::winning_stones)
    }
}
