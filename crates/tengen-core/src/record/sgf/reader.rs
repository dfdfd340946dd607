//! Puts the nodes of a game into a tree, with the board beside it.
//!
//! Nodes come in the order of the text, which is depth first. One board is enough: what
//! a variation changed is logged, and undone where the variation ends.

use crate::board::Board;
use crate::point::Point;
use crate::record::{Failure, MAX_GAMES, Notes, ReadOptions, Reading, RecordError, beginning};
use crate::stone::Stone;
use crate::tree::{Move, Node, NodeId, Tree};

use super::draft::{Complaint, Desk, Draft, DraftMove, RootDraft};
use super::ending::{self, Reason, Verdict};
use super::header::{Facts, Layout, bracketed};
use super::syntax::{Event, RawNode, Syntax};
use super::value::Spot;

/// Reads all games of a text.
pub(super) fn read_games(
    text: &str,
    options: &ReadOptions,
) -> Result<Reading<Vec<Tree>>, RecordError> {
    let mut notes = Notes::new(text);
    let mut syntax = Syntax::new(text, beginning(text)?);
    let mut rectangle_points = text.len().max(RECTANGLE_POINTS);
    let mut trees = Vec::new();
    let mut failures: Vec<Failure> = Vec::new();
    let mut empty_game = None;
    note_lost_letters(text, &mut notes);

    let mut next = syntax.first_game(&mut notes);
    while let Some(start) = next {
        if trees.len() == MAX_GAMES {
            let message = format!("more than {MAX_GAMES} games: the rest is not read");
            notes.push(start, message);
            break;
        }
        let facts = Facts::collect(syntax.clone(), start);
        if facts.is_game {
            match facts.decide(options, &mut notes) {
                Ok(layout) => {
                    let desk = Desk::new(&mut notes, layout.grid, &mut rectangle_points);
                    trees.push(GameReader::new(layout, desk).read(&mut syntax));
                }
                Err(failure) => {
                    skip_game(&mut syntax);
                    failures.push(failure);
                }
            }
        } else {
            skip_game(&mut syntax);
            empty_game.get_or_insert(start);
        }
        next = syntax.next_game(&mut notes);
    }

    if trees.is_empty() {
        return Err(no_game(text, failures, empty_game));
    }
    for Failure { offset, message } in failures {
        notes.push(offset, format!("game not read: {message}"));
    }
    if let Some(start) = empty_game {
        notes.push(start, "an empty game was left out");
    }
    Ok(Reading {
        value: trees,
        notes: notes.finish(),
    })
}

/// Why no game could be read.
fn no_game(text: &str, failures: Vec<Failure>, empty_game: Option<usize>) -> RecordError {
    if let Some(failure) = failures.into_iter().next() {
        return failure.locate(text);
    }
    match empty_game {
        Some(start) => RecordError::at(
            text,
            start,
            "nothing of a game could be read: no move, no set-up stone, no board size (SZ) or other property of a game",
        ),
        None => RecordError::at(
            text,
            0,
            "no SGF: neither \"(;\" nor a property like B[hh] was found",
        ),
    }
}

/// How many points rectangles may name in a short text; in a long one, as many as it
/// has bytes. Enough for the whole board marked at every move.
const RECTANGLE_POINTS: usize = 1_000_000;

/// Characters that come up when GBK text goes through a wrong decoder and back. What
/// stood there cannot be restored.
fn note_lost_letters(text: &str, notes: &mut Notes) {
    if let Some(offset) = text.find("锟斤拷") {
        notes.push(
            offset,
            "锟斤拷: letters were lost in this file before it came here; kept as they are",
        );
    }
}

fn skip_game(syntax: &mut Syntax) {
    let mut unheard = Notes::new("");
    let mut node = RawNode::default();
    while syntax.next(&mut node, &mut unheard) != Event::End {}
}

/// Where in the tree the next node goes, and what holds there.
#[derive(Clone, Copy)]
struct Here {
    node: NodeId,
    /// Length of the log of changes to the board.
    changes: usize,
    /// Moves on the way here, passes included.
    moves: usize,
    /// Whose turn it is, where that is known.
    to_move: Option<Stone>,
}

/// Why a line of moves is not read on.
struct Stop {
    offset: usize,
    message: String,
}

struct GameReader<'n, 't> {
    desk: Desk<'n, 't>,
    tree: Tree,
    board: Board,
    /// What stood on a point before each change.
    changes: Vec<(Point, Option<Stone>)>,
    here: Here,
    branches: Vec<Here>,
    root: Option<RootDraft>,
    end_words: Option<Reason>,
    silent: SilentNodes,
}

/// Nodes that say nothing. They are left out, and what follows them moves up: a text of
/// nothing but semicolons would otherwise grow into a tree of many times its size.
#[derive(Default)]
struct SilentNodes {
    count: usize,
    first_offset: usize,
}

impl SilentNodes {
    fn add(&mut self, offset: usize) {
        if self.count == 0 {
            self.first_offset = offset;
        }
        self.count += 1;
    }

    fn tell(&self, notes: &mut Notes) {
        let message = match self.count {
            0 => return,
            1 => "a node that says nothing: dropped".to_string(),
            n => format!("{n} nodes that say nothing, the first of them here: dropped"),
        };
        notes.push(self.first_offset, message);
    }
}

impl<'n, 't> GameReader<'n, 't> {
    fn new(layout: Layout, desk: Desk<'n, 't>) -> GameReader<'n, 't> {
        GameReader {
            desk,
            tree: Tree::new(layout.grid.size, layout.rule),
            board: Board::new(layout.grid.size),
            changes: Vec::new(),
            here: Here {
                node: Tree::ROOT,
                changes: 0,
                moves: 0,
                to_move: Some(Stone::Black),
            },
            branches: Vec::new(),
            root: None,
            end_words: None,
            silent: SilentNodes::default(),
        }
    }

    /// Reads the game that `syntax` stands in, to its end.
    fn read(mut self, syntax: &mut Syntax<'t>) -> Tree {
        let mut raw = RawNode::default();
        loop {
            let mut event = syntax.next(&mut raw, self.desk.notes);
            if event == Event::Node {
                match self.take(&raw) {
                    Ok(()) => continue,
                    Err(stop) => event = self.skip_line(syntax, &mut raw, stop),
                }
            }
            match event {
                Event::Open => self.open_branch(),
                Event::Close => self.close_branch(),
                Event::Node => {}
                Event::End => return self.finish(),
            }
        }
    }

    fn open_branch(&mut self) {
        self.here.changes = self.changes.len();
        self.branches.push(self.here);
    }

    fn close_branch(&mut self) {
        let Some(back) = self.branches.pop() else {
            return;
        };
        while self.changes.len() > back.changes {
            if let Some((point, before)) = self.changes.pop() {
                set(&mut self.board, point, before);
            }
        }
        self.here = back;
    }

    /// Skips the rest of a line behind a move that cannot be; gives what ended it.
    fn skip_line(&mut self, syntax: &mut Syntax<'t>, raw: &mut RawNode<'t>, stop: Stop) -> Event {
        let mut dropped = 0_usize;
        let mut depth = 0_usize;
        let end = loop {
            match syntax.next(raw, self.desk.notes) {
                Event::Open => depth += 1,
                Event::Close if depth > 0 => depth -= 1,
                Event::Node => dropped += 1,
                end => break end,
            }
        };
        let Stop { offset, message } = stop;
        let behind = match dropped {
            0 => String::new(),
            1 => ", and 1 node behind it is dropped".to_string(),
            n => format!(", and {n} nodes behind it are dropped"),
        };
        let notes = &mut self.desk.notes;
        notes.push(
            offset,
            format!("{message}: the line stops before it{behind}"),
        );
        end
    }

    fn take(&mut self, raw: &RawNode<'t>) -> Result<(), Stop> {
        if self.root.is_none() {
            return self.take_root(raw);
        }
        let mut draft = Draft::read(raw, None, &mut self.desk);
        self.end_words = self.end_words.or(draft.end_words);
        if draft.is_blank() {
            if !raw.is_cut() {
                self.silent.add(raw.offset);
            }
            return Ok(());
        }
        if draft.moves.is_empty() {
            let mut node = Node::default();
            self.set_up(&draft);
            node.setup = std::mem::take(&mut draft.setup);
            draft.annotate(&mut node);
            self.attach(node);
            return Ok(());
        }
        self.part_setup_from_moves(&mut draft, raw.offset);
        let last = self.play(&mut draft)?;
        draft.annotate(self.tree.node_mut(last));
        Ok(())
    }

    /// The root holds no move: those found there become nodes behind it.
    fn take_root(&mut self, raw: &RawNode<'t>) -> Result<(), Stop> {
        let mut root = RootDraft::default();
        let mut draft = Draft::read(raw, Some(&mut root), &mut self.desk);
        self.root = Some(root);
        self.end_words = draft.end_words;
        self.set_up(&draft);
        self.tree.node_mut(Tree::ROOT).setup = std::mem::take(&mut draft.setup);
        let mut behind = draft.take_moves_out();
        draft.annotate(self.tree.node_mut(Tree::ROOT));
        if let Some(mv) = behind.moves.first() {
            self.desk.notes.push(
                mv.offset,
                "a move in the first node: it gets a node of its own",
            );
        }
        self.play(&mut behind)?;
        Ok(())
    }

    /// Set-up stones and moves must not share a node: the set-up comes first.
    fn part_setup_from_moves(&mut self, draft: &mut Draft, offset: usize) {
        let last = draft.moves.last().map(|mv| mv.stone.opponent());
        if draft.setup.stones.is_empty() && draft.setup.to_move == last {
            // Says whose turn it is after the move, which goes without saying.
            draft.setup.to_move = None;
        }
        if draft.setup.stones.is_empty() && draft.setup.to_move.is_none() {
            return;
        }
        self.desk.once(
            Complaint::SetupWithMove,
            offset,
            "set-up and a move in one node: the set-up gets a node of its own before it",
        );
        self.set_up(draft);
        let mut node = Node::default();
        node.setup = std::mem::take(&mut draft.setup);
        self.attach(node);
    }

    /// Makes the draft's moves, each in a node; gives the last node.
    fn play(&mut self, draft: &mut Draft) -> Result<NodeId, Stop> {
        let moves = std::mem::take(&mut draft.moves);
        if let [_, second, ..] = moves.as_slice() {
            let message = format!(
                "{} moves in one node: taken in the order written",
                moves.len()
            );
            self.desk.notes.push(second.offset, message);
        }
        for mv in &moves {
            let point = self.check(mv)?;
            if let Some(point) = point {
                self.change(point, Some(mv.stone));
            }
            let stone = mv.stone;
            let mut node = Node::default();
            node.mv = Some(Move { stone, point });
            node.time_left_ms = draft.take_time_left(stone);
            self.attach(node);
            self.here.moves += 1;
            self.here.to_move = Some(stone.opponent());
        }
        Ok(self.here.node)
    }

    /// Whether a move can be made; its point, or `None` for a pass.
    fn check(&mut self, mv: &DraftMove) -> Result<Option<Point>, Stop> {
        let size = self.tree.size;
        let number = self.here.moves + 1;
        let stop = |why: String| {
            Err(Stop {
                offset: mv.offset,
                message: format!("move {number}, {}, {why}", mv.written()),
            })
        };
        let point = match mv.spot {
            Spot::Pass => None,
            Spot::At(point) => match self.board.get(point) {
                None => Some(point),
                Some(_) => {
                    return stop(format!("is on {}, which is taken", point.name(size)));
                }
            },
            Spot::OffBoard => return stop(format!("is off the {size} board")),
            Spot::NoPoint => return stop("names no point by two letters".to_string()),
        };
        if self.here.to_move.is_some_and(|side| side != mv.stone) {
            let message = format!(
                "move {number} is by {}, out of turn: colours are kept as written, but this is no game by turns",
                mv.stone
            );
            self.desk.once(Complaint::Turn, mv.offset, &message);
        }
        Ok(point)
    }

    fn set_up(&mut self, draft: &Draft) {
        for &(point, stone) in &draft.setup.stones {
            self.change(point, stone);
        }
        if draft.setup.to_move.is_some() || !draft.setup.stones.is_empty() {
            self.here.to_move = draft.setup.to_move;
        }
    }

    fn change(&mut self, point: Point, stone: Option<Stone>) {
        self.changes.push((point, self.board.get(point)));
        set(&mut self.board, point, stone);
    }

    /// Puts a node behind the last one.
    fn attach(&mut self, node: Node) {
        self.here.node = self.tree.add(self.here.node, node);
    }

    fn finish(mut self) -> Tree {
        self.silent.tell(self.desk.notes);
        let root = self.root.take().unwrap_or_default();
        self.tree.info = root.info;
        self.read_result(root.result, root.cause);
        self.tree
    }

    /// Puts together what `RE`, `TGCAUSE` and `TE` say.
    fn read_result(&mut self, result: Option<(usize, String)>, cause: Option<(usize, String)>) {
        let Some((offset, text)) = result else {
            if let Some((offset, _)) = cause {
                self.desk
                    .notes
                    .push(offset, "a reason for the end without a result: dropped");
            }
            return;
        };
        let (winner, said) = match ending::read_result(&text) {
            Verdict::Decided(winner, reason) => (winner, reason),
            undecided => {
                if undecided == Verdict::Unreadable {
                    let message = format!(
                        "RE{} is no result such as B+R, W+T or Draw: kept as text",
                        bracketed(&text)
                    );
                    self.desk.notes.push(offset, message);
                }
                let unknown = &mut self.tree.node_mut(Tree::ROOT).unknown;
                unknown.push(("RE".to_string(), vec![text]));
                return;
            }
        };
        let ours = cause.and_then(|(_, text)| ending::read_cause(&text));
        let reason = match said {
            Reason::Unknown | Reason::Forfeit => ours.or(self.end_words).unwrap_or(said),
            clear => ours.unwrap_or(clear),
        };
        let (outcome, confirmed) = ending::outcome(&self.tree, winner, reason);
        if !confirmed {
            let what = match reason {
                Reason::Five => "a five",
                Reason::Forbidden => "a forbidden move",
                _ => "forfeit",
            };
            let message = format!(
                "the result is said to be by {what}, which the main line does not show: kept without a reason"
            );
            self.desk.notes.push(offset, message);
        }
        self.tree.info.result = Some(outcome);
    }
}

fn set(board: &mut Board, point: Point, stone: Option<Stone>) {
    board.remove(point);
    if let Some(stone) = stone {
        // The point is free now; only one off the board would fail, and it stays off.
        let _ = board.place(point, stone);
    }
}
