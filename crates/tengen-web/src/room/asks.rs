//! Requests: who may ask what, and who answers.

use super::{Refused, Room};
use crate::messages::{Ask, ErrorCode, Request, Role, Tell, Text};

/// What becomes of a request.
pub(super) enum Done {
    /// Something changed: everybody gets a snapshot.
    Changed,
    /// Nothing changed: the one who asked gets a snapshot.
    Shown,
    /// A direct answer.
    Told(Box<Tell>),
    /// The answer comes later.
    Later,
}

/// Whether this role may ask for this at all.
pub(crate) fn is_allowed(role: Role, ask: &Ask) -> bool {
    match (role, ask) {
        (Role::Host, _)
        | (_, Ask::Hello { .. } | Ask::Look | Ask::Export { .. })
        | (
            Role::Guest,
            Ask::Place { .. }
            | Ask::Act { .. }
            | Ask::Undo
            | Ask::Resign
            | Ask::OfferDraw
            | Ask::AnswerDraw { .. },
        ) => true,
        (Role::Guest | Role::Spectator, _) => false,
    }
}

impl Room {
    /// Does what somebody asks, and answers.
    pub(super) fn asked(&mut self, from: u64, request: &Request) {
        let Some(role) = self.member(from).map(|member| member.role) else {
            return;
        };
        let re = request.id;
        if !is_allowed(role, &request.ask) {
            let text = Text::new("error.not_allowed");
            return self.refuse(from, re, (ErrorCode::NotAllowed, text));
        }
        // What programs did meanwhile comes first.
        self.collect();
        if self.changed {
            self.broadcast(None);
        }
        match self.perform(from, role, re, &request.ask) {
            Ok(Done::Changed) => {
                self.collect();
                self.broadcast(Some((from, re)));
            }
            Ok(Done::Shown) => self.show(from, re),
            Ok(Done::Told(tell)) => self.answer(from, re, *tell),
            Ok(Done::Later) => {}
            Err(refused) => {
                self.refuse(from, re, refused);
            }
        }
    }

    fn perform(
        &mut self,
        from: u64,
        role: Role,
        re: Option<u64>,
        ask: &Ask,
    ) -> Result<Done, Refused> {
        match ask {
            Ask::Hello { .. } | Ask::Look => Ok(Done::Shown),
            Ask::Place { point, at, careful } => self.place(from, role, re, point, *at, *careful),
            Ask::Act { act, at } => self.act(role, act, *at),
            Ask::Resign => self.resign(role),
            Ask::Undo => self.undo(role),
            Ask::OfferDraw => self.offer_draw(role),
            Ask::AnswerDraw { accept } => self.answer_draw(role, *accept),
            Ask::NewGame { settings } => self.new_game(settings),
            Ask::Reset => self.reset(),
            Ask::Again { swap } => self.again(*swap),
            Ask::Redo => self.redo(),
            Ask::Hint => self.ask_hint(),
            Ask::MoveNow => {
                self.session.move_now();
                Ok(Done::Changed)
            }
            Ask::Pause => {
                self.session.pause();
                Ok(Done::Changed)
            }
            Ask::Resume => {
                self.session.resume();
                Ok(Done::Changed)
            }
            Ask::Pace { ms } => {
                self.pace_ms = (*ms).min(60_000);
                self.session.set_pace_ms(self.pace_ms);
                Ok(Done::Changed)
            }
            Ask::SetAdaptive { on } => {
                let done = self.session.set_adaptive(*on);
                self.session_done(done)
            }
            Ask::Invite => {
                self.rooms.invite(&self.key);
                Ok(Done::Changed)
            }
            Ask::ListGames => self.list_games(),
            Ask::OpenGame { game } => self.open_game(*game),
            Ask::RenameGame { game, title } => self.rename_game(*game, title),
            Ask::DeleteGame { game } => self.delete_game(*game),
            Ask::Export { format, numbers } => self.export(role, *format, *numbers),
            other => self.study_ask(other),
        }
    }
}
