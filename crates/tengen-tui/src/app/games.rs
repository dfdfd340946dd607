//! The list of kept games: open, rename, delete, export.

use std::path::Path;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use tengen_core::record::{self, Format};
use tengen_play::journal::GameId;
use tengen_play::store::{GameRow, StoreError};

use super::files::{format_of, write_new};
use super::leave::Next;
use super::review::Review;
use super::{App, Prompt, PromptKind, Question, Screen};
use crate::text::clean;

/// Kept games, and the one that is pointed at.
#[derive(Clone, Debug)]
pub(crate) struct GameList {
    pub(crate) rows: Vec<GameRow>,
    pub(crate) at: usize,
}

impl GameList {
    fn chosen(&self) -> Option<&GameRow> {
        self.rows.get(self.at)
    }
}

impl App {
    /// Shows the list, or says why there is none.
    pub(super) fn show_games(&mut self) {
        let Some(store) = &self.store else {
            self.message = Some(self.texts.get("games.unkept").to_owned());
            return;
        };
        match store.games() {
            Ok(rows) => {
                let before = self.games.as_ref().map_or(0, |list| list.at);
                let at = before.min(rows.len().saturating_sub(1));
                self.games = Some(GameList { rows, at });
                self.screen = Screen::Games;
            }
            Err(error) => self.store_trouble(&error),
        }
    }

    fn store_trouble(&mut self, error: &StoreError) {
        let reason = clean(&error.to_string());
        self.message = Some(self.texts.say("games.trouble", &[("reason", &reason)]));
    }

    /// What a key does in the list.
    pub(super) fn games_key(&mut self, key: KeyEvent) {
        let Some(list) = &mut self.games else {
            self.screen = Screen::Board;
            return;
        };
        self.message = None;
        let last = list.rows.len().saturating_sub(1);
        match key.code {
            KeyCode::Up => list.at = list.at.saturating_sub(1),
            KeyCode::Down => list.at = (list.at + 1).min(last),
            KeyCode::PageUp => list.at = list.at.saturating_sub(10),
            KeyCode::PageDown => list.at = (list.at + 10).min(last),
            KeyCode::Home => list.at = 0,
            KeyCode::End => list.at = last,
            KeyCode::Esc => self.screen = Screen::Board,
            KeyCode::Char('a') => self.prompt_with(PromptKind::ExportAll, String::new()),
            _ => self.chosen_key(key),
        }
    }

    /// What a key does with the game that is pointed at.
    fn chosen_key(&mut self, key: KeyEvent) {
        let chosen = self.games.as_ref().and_then(GameList::chosen);
        let Some((id, title)) = chosen.map(|row| (row.id, row.title.clone())) else {
            return;
        };
        match key.code {
            KeyCode::Enter => self.open_kept(id),
            KeyCode::Char('r') => self.prompt_with(PromptKind::Rename(id), title),
            KeyCode::Char('e') => self.prompt_with(PromptKind::Export(id), String::new()),
            KeyCode::Char('d') | KeyCode::Delete => {
                self.screen = Screen::Ask(Question::Delete(id));
            }
            _ => {}
        }
    }

    fn prompt_with(&mut self, kind: PromptKind, text: String) {
        self.screen = Screen::Prompt(Prompt { kind, text });
    }

    /// A game that goes on is taken up; one that is over, or damaged, is walked through.
    fn open_kept(&mut self, id: GameId) {
        let Some(store) = &self.store else {
            return;
        };
        let game = match store.game(id) {
            Ok(game) => game,
            Err(error) => return self.store_trouble(&error),
        };
        let over = |list: &super::games::GameList| {
            let row = list.rows.iter().find(|row| row.id == id);
            row.is_some_and(|row| !row.result.is_empty())
        };
        let is_over = self.games.as_ref().is_some_and(over);
        if is_over || game.damage.is_some() {
            self.screen = Screen::Board;
            let damage = game.damage.clone();
            self.review = Some(Review::of_record(game.record()));
            let damage = damage.map(|reason| clean(&reason));
            self.message =
                damage.map(|reason| self.texts.say("games.trouble", &[("reason", &reason)]));
        } else if self.session.game_id() == Some(id) {
            // It is on the board.
            self.screen = Screen::Board;
            self.review = None;
        } else {
            self.give_up_for(Next::Open(Box::new(game)));
        }
    }

    pub(super) fn delete_kept(&mut self, id: GameId) {
        let Some(store) = &self.store else {
            return;
        };
        // The game on the board would come back with its next move.
        if self.session.game_id() == Some(id) {
            self.show_games();
            self.message = Some(self.texts.get("games.in_use").to_owned());
            return;
        }
        match store.delete(id) {
            Ok(()) => {
                self.show_games();
                self.message = Some(self.texts.get("games.deleted").to_owned());
            }
            Err(error) => self.store_trouble(&error),
        }
    }

    pub(super) fn rename_kept(&mut self, id: GameId, title: &str) {
        let Some(store) = &self.store else {
            return;
        };
        let renamed = store.rename(id, title);
        self.show_games();
        if let Err(error) = renamed {
            self.store_trouble(&error);
        }
    }

    pub(super) fn export_kept(&mut self, id: GameId, path: &Path) {
        let Some(store) = &self.store else {
            return;
        };
        let text = store
            .game(id)
            .map_err(|error| error.to_string())
            .and_then(|game| {
                let format = format_of(path);
                record::write(&game.record(), format).map_err(|error| error.to_string())
            });
        self.show_games();
        self.message = Some(self.written(path, text.and_then(|text| write_new(path, &text))));
    }

    pub(super) fn export_all(&mut self, path: &Path) {
        let Some(store) = &self.store else {
            return;
        };
        let text = match (store.export(), format_of(path)) {
            (Ok((text, _)), Format::Sgf) => Ok(text),
            (Ok(_), _) => Err(self.texts.get("games.sgf_only").to_owned()),
            (Err(error), _) => Err(error.to_string()),
        };
        self.show_games();
        self.message = Some(self.written(path, text.and_then(|text| write_new(path, &text))));
    }
}
