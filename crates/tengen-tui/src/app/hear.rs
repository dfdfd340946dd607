//! What the session tells, and what of it is remembered.

use tengen_core::opening::Act;
use tengen_play::{Event, GameSettings};

use super::sheet::Sheet;
use super::{App, Question, REMEMBERED, Screen};
use crate::draw;

impl App {
    /// Looks at what the session tells.
    pub(super) fn tick(&mut self) {
        let is_of_store = |event: &Event| matches!(event, Event::NotSaved { .. } | Event::Saved);
        // That a move could not be saved comes before the move: the word must outlast it.
        let mut events = self.session.poll();
        events.sort_by_key(is_of_store);
        for event in &events {
            self.hear(event);
        }
        self.keep_adaptive();
        self.follow_analysis();
    }

    fn keep_adaptive(&mut self) {
        let adaptive = self.session.adaptive();
        if adaptive != self.kept_adaptive {
            self.kept_adaptive = adaptive;
            if let Some(store) = &self.store {
                App::remember_adaptive(store, adaptive);
            }
        }
    }

    /// Lets the store remember settings for the next start. Forgotten choices are no loss
    /// that would be worth a word.
    pub(super) fn remember(&self, settings: &GameSettings) {
        if let Some(store) = &self.store {
            let _ = store.set_setting(REMEMBERED, &Sheet::remembered(settings));
        }
    }

    /// The settings of the next game if nothing else is chosen. Of a game that was kept
    /// before draws were, only the colour is known that was drawn: what was wished for
    /// comes from what is remembered.
    pub(super) fn next_settings(&self) -> GameSettings {
        let mut settings = self.session.next_settings();
        let remembered = self.store.as_ref().and_then(App::remembered_settings);
        if let (true, Some(remembered)) = (self.is_resumed, remembered) {
            settings.colour = remembered.colour;
        }
        settings
    }

    fn hear(&mut self, event: &Event) {
        match event {
            Event::Started { .. } => {
                self.is_resumed = false;
                self.cursor = self.session.game().size().centre();
                self.tell_before_turn(event);
            }
            Event::Moved { seat, .. } => {
                self.hint_point = None;
                self.message = None;
                if self.session.player(*seat).is_person() || self.is_watching() {
                    self.news = None;
                }
            }
            // What a program chose before it placed this stone stays to be read.
            Event::Acted {
                seat,
                act: Act::Place(_),
            } if !self.session.player(*seat).is_person() => self.message = None,
            Event::Acted {
                act: Act::Offer(_), ..
            } => {
                self.message = None;
                self.news = Some(self.texts.all_offered(&self.session));
            }
            Event::Resumed { .. } => {
                self.is_resumed = true;
                self.tell_before_turn(event);
            }
            Event::Acted { .. }
            | Event::Undone { .. }
            | Event::Redone { .. }
            | Event::DrawDeclined { .. } => self.tell_before_turn(event),
            Event::Hint { hint } => {
                self.hint_point = hint.point;
                let size = self.session.game().size();
                let columns = draw::status_columns(self);
                self.message = Some(self.texts.hint_within(hint, size, columns));
            }
            Event::Over { .. } | Event::Saved => {
                self.news = None;
                self.message = self.texts.event(&self.session, event);
            }
            Event::DrawOffered { by } => {
                self.message = self.texts.event(&self.session, event);
                if self.session.player(by.other()).is_person() {
                    self.screen = Screen::Ask(Question::Draw);
                }
            }
            Event::LevelChanged(_) => {
                self.remember(&self.next_settings());
                let before = self.message.take().unwrap_or_default();
                let news = self.texts.event(&self.session, event).unwrap_or_default();
                self.message = Some(self.texts.join(&[before, news]));
            }
            Event::NotSaved { .. } => {
                self.news = self.texts.event(&self.session, event);
                // At its end only the outcome is told.
                if self.session.outcome().is_some() {
                    let both = [self.message.take(), self.news.clone()];
                    self.message = Some(self.texts.join(&both.map(Option::unwrap_or_default)));
                }
            }
            Event::Thinking { .. } | Event::View { .. } => {}
            _ => self.message = self.texts.event(&self.session, event),
        }
    }

    /// Tells something together with whose turn it is: what is asked next must stay
    /// readable.
    fn tell_before_turn(&mut self, event: &Event) {
        self.hint_point = None;
        self.message = None;
        self.news = self.texts.event(&self.session, event);
    }
}
