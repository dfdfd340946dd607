//! Walking through a game: the one on the board, or one from a file.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use tengen_core::{Game, Move, Position, Rule, Size, Tree};

use super::App;

/// Moves that are walked through.
#[derive(Clone, Debug)]
pub(crate) struct Review {
    pub(crate) size: Size,
    pub(crate) rule: Rule,
    pub(crate) moves: Vec<Move>,
    /// How many of them stand on the board.
    pub(crate) at: usize,
}

impl Review {
    fn of(game: &Game) -> Review {
        let moves: Vec<Move> = game.moves().collect();
        Review {
            size: game.size(),
            rule: game.rule(),
            at: moves.len(),
            moves,
        }
    }

    /// The main line of a record.
    pub(super) fn of_record(tree: Tree) -> Review {
        let mut game = Game::from_tree(tree);
        game.to_end();
        Review::of(&game)
    }

    /// The position after the moves walked so far; what a record holds beyond the rules
    /// is left out.
    pub(crate) fn position(&self) -> Position {
        let mut position = Position::new(self.size, self.rule);
        for mv in &self.moves[..self.at] {
            // A pass or a stone on a taken point shows nothing new.
            let _ = position.play_as_written(*mv);
        }
        position
    }
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
        let end = review.moves.len();
        review.at = match key.code {
            KeyCode::Left => review.at.saturating_sub(1),
            KeyCode::Right => review.at + 1,
            KeyCode::PageUp => review.at.saturating_sub(10),
            KeyCode::PageDown => review.at + 10,
            KeyCode::Home => 0,
            KeyCode::End => end,
            KeyCode::Esc => {
                self.review = None;
                return true;
            }
            _ => return true,
        }
        .min(end);
        self.message = None;
        true
    }
}
