//! The study board: a tree of moves with a cursor, and what is known about it.

use std::collections::HashMap;

use tengen_core::{Game, Move, NodeId, Point, Rule, Setup, Size, Stone, Tree};
use tengen_play::Start;

use super::proof::OpenProof;
use crate::board_view;
use crate::messages::{
    AnalysisView, Bar, BoardView, CheckedView, DefencesView, EngineView, GraphPoint, SolveView,
    StudyView, Text, Tone, TreeNodeView,
};
use crate::{setup, words};

/// Most nodes of a tree that are shown.
const MOST_NODES: usize = 1_500;

/// What is known about a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chance {
    /// Black's chance, 0 to 1.
    pub(super) black: f64,
    /// Who has a decided win.
    pub(super) decided: Option<Stone>,
}

/// Something that is studied.
#[derive(Debug)]
pub(super) struct Study {
    pub(super) game: Game,
    /// All games of the text that was opened.
    pub(super) collection: Vec<Tree>,
    pub(super) index: usize,
    /// Whether somebody added moves or words, or set the stones up.
    pub(super) touched: bool,
    pub(super) notes: Vec<String>,
    pub(super) engine: EngineView,
    pub(super) analysis: Option<AnalysisView>,
    pub(super) chances: HashMap<u32, Chance>,
    pub(super) labels: HashMap<u32, &'static str>,
    pub(super) solve: Option<SolveView>,
    pub(super) defences: Option<DefencesView>,
    pub(super) checked: Option<CheckedView>,
    pub(super) proof: Option<OpenProof>,
}

impl Study {
    pub(super) fn new(game: Game) -> Study {
        Study {
            game,
            collection: Vec::new(),
            index: 0,
            touched: false,
            notes: Vec::new(),
            engine: EngineView {
                on: false,
                queued: false,
                reviewing: false,
                lines: 3,
                threads: 1,
                seconds: 60,
                net: String::new(),
            },
            analysis: None,
            chances: HashMap::new(),
            labels: HashMap::new(),
            solve: None,
            defences: None,
            checked: None,
            proof: None,
        }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn cursor(&self) -> u32 {
        self.game.cursor().get()
    }

    /// The position that the board shows: at the cursor, or in the open proof.
    pub(super) fn board(&self) -> BoardView {
        let game = &self.game;
        let size = game.size();
        let mut moves: Vec<(Point, Stone)> = game
            .moves()
            .filter_map(|mv| Some((mv.point?, mv.stone)))
            .collect();
        let shown = self.proof.as_ref().filter(|proof| proof.is_walked);
        let mut view = match shown {
            Some(proof) => {
                let position = proof.position();
                let before = moves.len();
                let mut stone = proof.base().to_move();
                for &point in proof.moves() {
                    moves.push((point, stone));
                    stone = stone.opponent();
                }
                let mut view = board_view::board(position, &moves, position.outcome());
                // In a proof its own moves are counted, from 1.
                for stone in &mut view.stones {
                    stone.number = stone
                        .number
                        .and_then(|n| n.checked_sub(before))
                        .filter(|&n| n > 0);
                }
                view
            }
            None => board_view::board(game.position(), &moves, game.outcome()),
        };
        view.marks = board_view::marks(&game.node().marks, size);
        view.open = shown.is_none() && game.position().outcome().is_none();
        view
    }

    pub(super) fn bar(&self) -> Bar {
        let game = &self.game;
        let (tone, text) = match game.outcome() {
            Some(outcome) => (Tone::Over, words::outcome(outcome, game.size(), None).text),
            None => {
                let colour = words::colour(game.position().to_move());
                (Tone::Turn, Text::new("status.study").with("colour", colour))
            }
        };
        Bar {
            tone,
            texts: vec![text],
            rule: words::bar_rule(game.rule(), game.size()),
            opponent: None,
        }
    }

    pub(super) fn view(&self) -> StudyView {
        let game = &self.game;
        let info = game.info();
        let (nodes, left_out) = self.nodes();
        StudyView {
            title: short(&info.title, 200),
            players: [
                short(&info.players.black, 100),
                short(&info.players.white, 100),
            ],
            outcome: game
                .outcome()
                .map(|outcome| words::outcome(outcome, game.size(), None)),
            nodes,
            touched: self.touched,
            left_out,
            cursor: self.cursor(),
            path: game.path().iter().map(|id| id.get()).collect(),
            comment: short(&game.node().comment, 10_000),
            notes: self.notes.clone(),
            games: self.collection.len().max(1),
            index: self.index,
            playable: self.game.outcome().is_none(),
            engine: EngineView {
                net: setup::judged_with(game.rule(), game.size()),
                ..self.engine.clone()
            },
            analysis: self
                .analysis
                .clone()
                .filter(|analysis| analysis.node == Some(self.cursor())),
            graph: self.graph(),
            solve: self.solve.clone(),
            defences: self.defences.clone(),
            checked: self.checked.clone(),
            proof: self.proof.as_ref().map(OpenProof::view),
        }
    }

    /// The tree in order, main line first, and how many nodes were left out.
    fn nodes(&self) -> (Vec<TreeNodeView>, usize) {
        let tree = self.game.tree();
        let mut views = Vec::new();
        let mut linked = 0;
        // Id, move number of its parent, whether the parent is on the main line.
        let mut open: Vec<(NodeId, usize, bool)> = vec![(Tree::ROOT, 0, true)];
        while let Some((id, before, main)) = open.pop() {
            linked += 1;
            let node = tree.node(id);
            let number = before + usize::from(node.mv.is_some());
            for (at, &child) in node.children().iter().enumerate().rev() {
                open.push((child, number, main && at == 0));
            }
            if views.len() < MOST_NODES {
                views.push(TreeNodeView {
                    id: id.get(),
                    parent: node.parent().map(NodeId::get),
                    point: node
                        .mv
                        .and_then(|mv| mv.point)
                        .map(|point| point.name(tree.size)),
                    stone: node.mv.map(|mv| mv.stone.into()),
                    number,
                    main,
                    comment: !node.comment.is_empty(),
                    label: self.labels.get(&id.get()).map(|&label| label.to_owned()),
                });
            }
        }
        let left_out = linked - views.len();
        (views, left_out)
    }

    /// The line through the cursor and on from it, as ids with their move numbers.
    pub(super) fn line(&self) -> Vec<(NodeId, usize)> {
        let tree = self.game.tree();
        let mut line = self.game.path().to_vec();
        while let Some(&child) = line.last().and_then(|&id| tree.node(id).children().first()) {
            line.push(child);
        }
        let mut number = 0;
        line.into_iter()
            .map(|id| {
                number += usize::from(tree.node(id).mv.is_some());
                (id, number)
            })
            .collect()
    }

    fn graph(&self) -> Vec<GraphPoint> {
        self.line()
            .into_iter()
            .filter_map(|(id, number)| {
                let chance = self.chances.get(&id.get())?;
                Some(GraphPoint {
                    node: id.get(),
                    number,
                    black_chance: chance.black,
                    decided: chance.decided.map(Into::into),
                })
            })
            .collect()
    }

    /// The position at the cursor as the start of a game: moves as far back as they were
    /// made in turn, and before them stones set up.
    pub(super) fn start(&self) -> Start {
        let size = self.game.size();
        let mut moves: Vec<Move> = Vec::new();
        for &id in self.game.path().iter().rev() {
            let node = self.game.tree().node(id);
            let in_turn = |mv: &Move| {
                mv.point.is_some()
                    && moves
                        .last()
                        .is_none_or(|later| later.stone == mv.stone.opponent())
            };
            match node.mv.filter(in_turn) {
                Some(mv) if node.setup == Setup::default() => moves.push(mv),
                _ => break,
            }
        }
        moves.reverse();
        let mut board = self.game.position().board().clone();
        for point in moves.iter().filter_map(|mv| mv.point) {
            board.remove(point);
        }
        let first = moves.first().map(|mv| mv.stone);
        let first = first.unwrap_or_else(|| self.game.position().to_move());
        let stones: Vec<(Point, Stone)> = size
            .points()
            .filter_map(|point| Some((point, board.get(point)?)))
            .collect();
        Start {
            // An empty board with Black to move is how every game begins.
            to_move: Some(first).filter(|&it| it == Stone::White || !stones.is_empty()),
            stones,
            moves: moves.iter().filter_map(|mv| mv.point).collect(),
        }
    }

    /// Marks the moves of the line that gave a proven win away, or missed one.
    pub(super) fn label(&mut self) {
        let line = self.line();
        for pair in line.windows(2) {
            let [(before, _), (after, _)] = pair else {
                continue;
            };
            let Some(mv) = self.game.tree().node(*after).mv else {
                continue;
            };
            let known = |id: &NodeId| self.chances.get(&id.get()).copied();
            let (Some(was), Some(is)) = (known(before), known(after)) else {
                continue;
            };
            let other = mv.stone.opponent();
            let label = if is.decided == Some(other) && was.decided != Some(other) {
                "gave_win"
            } else if was.decided == Some(mv.stone) && is.decided != Some(mv.stone) {
                "missed_win"
            } else {
                continue;
            };
            self.labels.insert(after.get(), label);
        }
    }

    /// What belongs to another position is put away.
    pub(super) fn moved(&mut self) {
        if let Some(proof) = &mut self.proof {
            proof.is_walked = false;
        }
    }
}

/// A study from stones set up.
pub(super) fn set_up(
    size: Size,
    rule: Rule,
    stones: &[(Point, Option<Stone>)],
    to_move: Stone,
) -> Result<Study, tengen_core::GameError> {
    let mut game = Game::new(size, rule);
    game.set_up(stones, Some(to_move))?;
    Ok(Study::new(game))
}

/// Text of a file, cut where it would fill a screen for nothing.
fn short(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
