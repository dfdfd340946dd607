//! One line of alternating moves, read into a tree or checked before writing: what the
//! formats without variations share.

use super::{Format, Notes, WriteError, WriteProblem};
use crate::board::{Board, PlaceError};
use crate::point::{AREA, Point};
use crate::rule::Rule;
use crate::stone::Stone;
use crate::tree::{Move, NodeId, Tree};
use crate::win::winning_runs_at;

/// No game passes more often than a board has points. Without a bound, a long row of
/// passes would grow into a tree many times its size.
const MAX_PASSES: usize = AREA;

/// Builds a tree of one line, Black first, move by move.
pub(crate) struct LineBuilder {
    tree: Tree,
    board: Board,
    end: NodeId,
    turn: Stone,
    moves: usize,
    passes: usize,
    /// The rule that judges moves after the end; `None` where it is only assumed.
    certain_rule: Option<Rule>,
    winner: Option<Stone>,
}

impl LineBuilder {
    /// Starts from an empty tree. With a `certain_rule` a note tells where the game was
    /// already won.
    pub(crate) fn new(tree: Tree, certain_rule: Option<Rule>) -> LineBuilder {
        LineBuilder {
            board: Board::new(tree.size),
            tree,
            end: Tree::ROOT,
            turn: Stone::Black,
            moves: 0,
            passes: 0,
            certain_rule,
            winner: None,
        }
    }

    /// How many moves stand.
    pub(crate) fn moves(&self) -> usize {
        self.moves
    }

    /// The tree as it is.
    pub(crate) fn finish(self) -> Tree {
        self.tree
    }

    /// Adds a stone and the time it took. The error says why there is none; it is to be
    /// reported and ends the line.
    pub(crate) fn play(
        &mut self,
        point: Point,
        time_ms: Option<u64>,
        notes: &mut Notes<'_>,
        offset: usize,
    ) -> Result<(), PlaceError> {
        self.board.place(point, self.turn)?;
        self.note_moves_after_the_end(notes, offset);
        let id = self.push(Some(point));
        self.tree.node_mut(id).time_ms = time_ms;
        if let Some(rule) = self.certain_rule
            && self.winner.is_none()
            && !winning_runs_at(&self.board, rule, point).is_empty()
        {
            self.winner = Some(self.turn.opponent());
        }
        Ok(())
    }

    /// Adds a pass; `false` if there are too many to be a game.
    pub(crate) fn pass(&mut self, notes: &mut Notes<'_>, offset: usize) -> bool {
        if self.passes == MAX_PASSES {
            return false;
        }
        self.passes += 1;
        self.note_moves_after_the_end(notes, offset);
        self.push(None);
        true
    }

    fn push(&mut self, point: Option<Point>) -> NodeId {
        let stone = self.turn;
        self.end = self.tree.add_move(self.end, Move { stone, point });
        self.turn = stone.opponent();
        self.moves += 1;
        self.end
    }

    /// Said once; the moves are kept.
    fn note_moves_after_the_end(&mut self, notes: &mut Notes<'_>, offset: usize) {
        if let Some(winner) = self.winner {
            self.certain_rule = None;
            self.winner = None;
            let number = self.moves + 1;
            notes.push(
                offset,
                format!("move {number} comes after {winner} had won; it and what follows is kept"),
            );
        }
    }

    /// What to say where the line ends before the text does.
    pub(crate) fn stopped(&self, why: &str) -> String {
        let kept = match self.moves {
            0 => "no move is kept".to_owned(),
            1 => "the move before is kept".to_owned(),
            n => format!("the {n} moves before are kept"),
        };
        format!("move {}: {why}; reading stops here, {kept}", self.moves + 1)
    }
}

/// The nodes of the main line that hold a move, if `format` can hold them: stones in
/// turn from Black on, each on a free point of the board.
pub(crate) fn writable_line(tree: &Tree, format: Format) -> Result<Vec<NodeId>, WriteError> {
    let mut board = Board::new(tree.size);
    let mut turn = Stone::Black;
    let mut line = Vec::new();
    for id in tree.main_line() {
        let node = tree.node(id);
        let number = line.len() + 1;
        let refuse = |problem| WriteError { format, problem };
        if !node.setup.stones.is_empty() || node.setup.to_move.is_some() {
            return Err(refuse(WriteProblem::Setup));
        }
        let Some(mv) = node.mv else { continue };
        if mv.stone != turn {
            return Err(refuse(WriteProblem::OutOfTurn { number }));
        }
        match mv.point {
            Some(point) => board
                .place(point, turn)
                .map_err(|why| refuse(WriteProblem::Illegal { number, why }))?,
            None if format == Format::PositionString => {}
            None => return Err(refuse(WriteProblem::Pass { number })),
        }
        line.push(id);
        turn = turn.opponent();
    }
    Ok(line)
}
