//! The way from the root to the cursor, and the position at its end.

use crate::board::Board;
use crate::position::Position;
use crate::stone::Stone;
use crate::tree::{Node, NodeId, Setup, Tree};

/// A path in a tree with its position, kept in step by going forward and back.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    position: Position,
    /// From the root to the cursor; never empty.
    path: Vec<NodeId>,
    /// How to leave each node of `path` but the root.
    back: Vec<Back>,
}

/// What restores the position before a node.
#[derive(Clone, Debug)]
enum Back {
    /// The node made a move.
    Undo,
    /// The node changed nothing: it only says something, or its point was taken.
    Nothing,
    /// The node set stones up.
    Restore(Box<Position>),
}

impl Walk {
    /// The walk along `path`, which begins at the root.
    pub(super) fn to(tree: &Tree, path: &[NodeId]) -> Walk {
        let mut walk = Walk {
            position: Position::new(tree.size, tree.rule),
            path: vec![Tree::ROOT],
            back: Vec::new(),
        };
        // Nobody goes back beyond the root.
        let _ = walk.enter(tree.node(Tree::ROOT));
        for &id in path.iter().skip(1) {
            walk.forward(id, tree.node(id));
        }
        walk
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn path(&self) -> &[NodeId] {
        &self.path
    }

    pub(super) fn node(&self) -> NodeId {
        self.path.last().copied().unwrap_or(Tree::ROOT)
    }

    /// Goes to `id`, a child of the last node. A move that the board cannot take (off the
    /// board, on a stone) leaves the position as it is.
    pub(super) fn forward(&mut self, id: NodeId, node: &Node) {
        let back = self.enter(node);
        self.path.push(id);
        self.back.push(back);
    }

    /// Goes to the parent; `false` at the root.
    pub(super) fn back(&mut self) -> bool {
        match self.back.pop() {
            None => return false,
            Some(Back::Nothing) => {}
            Some(Back::Undo) => {
                self.position.undo();
            }
            Some(Back::Restore(position)) => self.position = *position,
        }
        self.path.pop();
        true
    }

    fn enter(&mut self, node: &Node) -> Back {
        let before = set_up(&self.position, &node.setup)
            .map(|position| std::mem::replace(&mut self.position, position));
        let has_moved = node
            .mv
            .is_some_and(|mv| self.position.play_as_written(mv).is_ok());
        match before {
            Some(before) => Back::Restore(Box::new(before)),
            None if has_moved => Back::Undo,
            None => Back::Nothing,
        }
    }
}

/// The position after stones were set up; `None` if there is nothing to set up. Points
/// off the board are passed over.
///
/// If the side to move is not stated it stays; on a board that was empty it is White if
/// Black has more stones, else Black.
fn set_up(position: &Position, setup: &Setup) -> Option<Position> {
    if setup == &Setup::default() {
        return None;
    }
    let mut board: Board = position.board().clone();
    for &(point, stone) in &setup.stones {
        board.remove(point);
        if let Some(stone) = stone
            && position.size().contains(point)
        {
            let placed = board.place(point, stone);
            debug_assert!(placed.is_ok());
        }
    }
    let by_count = match board.count(Stone::Black) > board.count(Stone::White) {
        true => Stone::White,
        false => Stone::Black,
    };
    let unstated = match position.board().stone_count() {
        0 => by_count,
        _ => position.to_move(),
    };
    let to_move = setup.to_move.unwrap_or(unstated);
    Some(Position::with_board(board, position.rule(), to_move))
}
