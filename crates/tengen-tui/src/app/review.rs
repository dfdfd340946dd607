//! Walking through a game with the engine beside it: the game on the board, or one from
//! a file or the store. Moves can be tried out; the game itself stays as it is.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use tengen_core::record::Note;
use tengen_core::{Board, Game, Move, Point, Position, Stone, Tree};
use tengen_engine::vcf::{self, FourProof};
use tengen_play::Start;

use super::App;
use super::leave::Next;
use crate::text::clean;
use crate::words::names;

/// Attempts at a threat's proof, each with twice the positions of the last.
const THREAT_ATTEMPTS: u32 = 3;
/// The longest comment that is shown.
const LONGEST_COMMENT: usize = 400;

/// Moves that are walked through.
#[derive(Clone, Debug)]
pub(crate) struct Review {
    /// Before the first move; a record may have stones there.
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    /// How many of them stand on the board.
    pub(crate) at: usize,
    /// Whether the engine looks at it.
    pub(crate) engine: bool,
    /// Names of Black and White, where a record tells them.
    pub(crate) players: [String; 2],
    /// What the record says, before the first move and after each.
    comments: Vec<String>,
    /// What was repaired or assumed when it was read.
    notes: String,
    /// The moves of the game itself, while others are tried out.
    game: Option<Vec<Move>>,
    /// The whole record that is walked through, if it came from one: variations, comments
    /// and what else a file has.
    source: Option<Tree>,
}

impl Review {
    fn of(game: &Game) -> Review {
        let moves: Vec<Move> = game.moves().collect();
        let mut beginning = game.clone();
        beginning.to_start();
        Review {
            start: beginning.position().clone(),
            at: moves.len(),
            moves,
            engine: true,
            players: [String::new(), String::new()],
            comments: Vec::new(),
            notes: String::new(),
            game: None,
            source: None,
        }
    }

    /// The main line of a record, from its beginning.
    pub(super) fn of_record(tree: Tree) -> Review {
        let players = &tree.info.players;
        let players = [clean(&players.black), clean(&players.white)];
        let line = tree.main_line().into_iter();
        let comments = line
            .filter(|&node| node == Tree::ROOT || tree.node(node).mv.is_some())
            .map(|node| comment(&tree, node))
            .collect();
        let source = Some(tree.clone());
        let mut game = Game::from_tree(tree);
        game.to_end();
        Review {
            players,
            comments,
            source,
            ..Review::of(&game)
        }
    }

    /// The same with what the reader noted, to be shown where the walk begins: at the end.
    pub(super) fn with_notes(mut self, notes: &[Note]) -> Review {
        let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
        self.notes = clean(&notes.join("; "));
        self
    }

    /// The position after the moves walked so far; what a record holds beyond the rules
    /// is left out.
    pub(crate) fn position(&self) -> Position {
        let mut position = self.start.clone();
        for mv in &self.moves[..self.at] {
            // A pass or a stone on a taken point shows nothing new.
            let _ = position.play_as_written(*mv);
        }
        position
    }

    /// Whether moves are tried out that the game does not have.
    pub(crate) fn is_trying(&self) -> bool {
        self.game.is_some()
    }

    /// What the record says about the position shown.
    pub(crate) fn comment(&self) -> &str {
        match self.game {
            Some(_) => "",
            None => match self.comments.get(self.at).map_or("", String::as_str) {
                "" if self.at == self.moves.len() => &self.notes,
                comment => comment,
            },
        }
    }

    /// The record of all moves: the one that was opened, unless others are tried out.
    pub(super) fn whole_record(&self) -> Tree {
        match &self.source {
            Some(source) if !self.is_trying() => source.clone(),
            _ => self.record(self.moves.len()),
        }
    }

    /// Where a game begins that goes on from the position shown. Moves that a game could
    /// not make (a pass, two of one colour) make stones set up of the whole position.
    fn start_here(&self) -> Start {
        let mut expected = self.start.to_move();
        let mut points = Vec::new();
        for mv in &self.moves[..self.at] {
            match mv.point.filter(|_| mv.stone == expected) {
                Some(point) => points.push(point),
                None => return set_up(&self.position(), Vec::new()),
            }
            expected = expected.opponent();
        }
        set_up(&self.start, points)
    }

    /// The record of the moves, the first `count` of them.
    pub(super) fn record(&self, count: usize) -> Tree {
        let mut game = Game::new(self.start.size(), self.start.rule());
        let stones = self.start.board().stones();
        let stones: Vec<_> = stones.map(|(point, stone)| (point, Some(stone))).collect();
        if !stones.is_empty() {
            // All of them were on a board of this size.
            let _ = game.set_up(&stones, Some(self.start.to_move()));
        }
        for point in self.moves[..count].iter().filter_map(|mv| mv.point) {
            // What the rules refuse ends the record.
            if game.play(point).is_err() {
                break;
            }
        }
        let [black, white] = &self.players;
        black.clone_into(&mut game.info_mut().players.black);
        white.clone_into(&mut game.info_mut().players.white);
        game.into_tree()
    }

    /// Tries a move out.
    fn try_move(&mut self, point: Point) -> Result<(), tengen_core::MoveError> {
        let mut position = self.position();
        let stone = position.to_move();
        position.play(point)?;
        let next = self.moves.get(self.at);
        if next.is_none_or(|mv| mv.point != Some(point)) {
            self.game.get_or_insert_with(|| self.moves.clone());
            self.moves.truncate(self.at);
            self.moves.push(Move {
                stone,
                point: Some(point),
            });
        }
        self.at += 1;
        Ok(())
    }

    /// Goes back to the game's own moves.
    fn stop_trying(&mut self) {
        if let Some(game) = self.game.take() {
            let common = self.moves.iter().zip(&game);
            let common = common.take_while(|(tried, played)| tried == played).count();
            self.at = self.at.min(common);
            self.moves = game;
        }
    }
}

/// A game that begins with a position, and goes on with moves.
fn set_up(position: &Position, moves: Vec<Point>) -> Start {
    let stones: Vec<_> = position.board().stones().collect();
    let to_move = position.to_move();
    let is_usual = stones.is_empty() && to_move == Stone::Black;
    Start {
        stones,
        to_move: (!is_usual).then_some(to_move),
        moves,
    }
}

fn comment(tree: &Tree, node: tengen_core::NodeId) -> String {
    let text: String = tree
        .node(node)
        .comment
        .chars()
        .take(LONGEST_COMMENT)
        .collect();
    clean(&text.replace(['\n', '\r', '\t'], " "))
}

impl App {
    /// Begins to walk through the game on the board, or stops walking.
    pub(super) fn review_game(&mut self) {
        self.review = match self.review {
            Some(_) => None,
            None => Some(Review::of(self.session.game())),
        };
    }

    /// What a key does while walking; `false` if it does nothing there.
    pub(super) fn review_key(&mut self, key: KeyEvent) -> bool {
        let Some(review) = &mut self.review else {
            return false;
        };
        self.message = None;
        let (at, end) = (review.at, review.moves.len());
        match key.code {
            KeyCode::Left => review.at = at.saturating_sub(1),
            KeyCode::Right => review.at = (at + 1).min(end),
            KeyCode::PageUp => review.at = at.saturating_sub(10),
            KeyCode::PageDown => review.at = (at + 10).min(end),
            KeyCode::Home => review.at = 0,
            KeyCode::End => review.at = end,
            KeyCode::Up => self.select_line(false),
            KeyCode::Down => self.select_line(true),
            KeyCode::Char(' ') => review.engine ^= true,
            KeyCode::Enter => self.try_selected(),
            KeyCode::Backspace => review.stop_trying(),
            KeyCode::Char('x') => self.tell_threat(),
            KeyCode::Char('b') => self.go_to_next_mistake(),
            KeyCode::Char('p') => self.play_from_here(),
            KeyCode::Esc if review.is_trying() => review.stop_trying(),
            KeyCode::Esc => self.review = None,
            _ => return false,
        }
        true
    }

    /// Tries the engine's selected move.
    fn try_selected(&mut self) {
        if let Some(point) = self.analysis.selected_move().filter(|_| self.shows_view()) {
            self.try_at(point);
        }
    }

    /// Tries a move out at a point of the reviewed board.
    pub(super) fn try_at(&mut self, point: Point) {
        let Some(review) = &mut self.review else {
            return;
        };
        if let Err(error) = review.try_move(point) {
            let board: Board = review.position().board().clone();
            self.message = Some(self.texts.move_error(&error, &board));
        }
    }

    /// Says whether the side that is not to move could win by fours if it were.
    fn tell_threat(&mut self) {
        let (position, _) = self.shown();
        let rival = position.to_move().opponent();
        let passed = Position::with_board(position.board().clone(), position.rule(), rival);
        let mut attempts = 0;
        let proof = match passed.outcome() {
            Some(_) => FourProof::None,
            None => vcf::prove(&passed, &mut || {
                attempts += 1;
                attempts <= THREAT_ATTEMPTS
            }),
        };
        let colour = self.texts.colour(rival);
        self.message = Some(match proof {
            FourProof::Win(line) => {
                let line = names(&line, passed.size());
                let words: [(&str, &dyn std::fmt::Display); 2] =
                    [("colour", &colour), ("line", &line)];
                self.texts.say("analysis.threat", &words)
            }
            FourProof::None => self.texts.say("analysis.no_threat", &[("colour", &colour)]),
            FourProof::Unknown => self
                .texts
                .say("analysis.unknown_threat", &[("colour", &colour)]),
        });
    }

    /// A new game goes on from the position shown, with the players of the last one.
    fn play_from_here(&mut self) {
        let Some(review) = &self.review else {
            return;
        };
        let settings = tengen_play::GameSettings {
            size: review.start.size(),
            rule: review.start.rule(),
            protocol: tengen_core::opening::Protocol::None,
            seed: None,
            ..self.session.settings().clone()
        };
        let start = review.start_here();
        self.give_up_for(Next::New(Box::new(settings), start));
    }
}
