//! What ends the game on the board: asked about first if the game would be lost.

use tengen_play::store::StoredGame;
use tengen_play::{GameSettings, Refusal, Session, Start};

use super::{App, Question, Screen};
use crate::text::clean;

/// What follows the game on the board.
#[derive(Clone, Debug)]
pub(crate) enum Next {
    /// The person leaves.
    Quit,
    /// The same game with the other colour.
    Again,
    New(Box<GameSettings>, Start),
    /// A kept game.
    Open(Box<StoredGame>),
}

impl App {
    /// Whether games are to be kept and the one on the board is not.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.cannot_keep || !self.session.is_saved()
    }

    /// Whether somebody has played what would be lost with the game on the board.
    pub(crate) fn would_lose(&self) -> bool {
        let stones = self.session.game().position().board().stone_count();
        self.is_unsaved() && stones > 0
    }

    /// Goes on to what follows this game; if the game would be lost the person is asked,
    /// once.
    pub(super) fn give_up_for(&mut self, next: Next) {
        let is_asked = matches!(self.screen, Screen::Ask(Question::Lose(..)));
        if is_asked || !self.would_lose() {
            return self.go_on_to(next);
        }
        let behind = std::mem::replace(&mut self.screen, Screen::Board);
        self.screen = Screen::Ask(Question::Lose(next, Box::new(behind)));
    }

    pub(super) fn go_on_to(&mut self, next: Next) {
        self.screen = Screen::Board;
        match next {
            Next::Quit => self.quits = true,
            Next::Again => self.begin(Session::again),
            Next::New(settings, start) => {
                self.begin(|session| session.new_game_at(*settings, &start));
            }
            Next::Open(game) => self.take_up(*game),
        }
    }

    fn begin(&mut self, begin: impl FnOnce(&mut Session) -> Result<(), Refusal>) {
        let begun = begin(&mut self.session);
        if begun.is_ok() {
            self.review = None;
        }
        self.complain(begun);
    }

    fn take_up(&mut self, game: StoredGame) {
        self.review = None;
        let engines = &self.engines;
        let external = |name: &str| engines.iter().find(|engine| engine.name == name).cloned();
        if let Err(error) = self.session.open(game, &external) {
            let reason = clean(&error.to_string());
            self.message = Some(self.texts.say("games.trouble", &[("reason", &reason)]));
        }
    }
}
