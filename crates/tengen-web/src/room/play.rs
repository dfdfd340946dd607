//! What players do.

use tengen_core::opening::{Act, Seat, Task};
use tengen_core::{Point, Size};
use tengen_play::hint::{self, Warning};
use tengen_play::{ColourChoice, Refusal, Start};

use super::asks::Done;
use super::{Careful, Letter, Refused, Room};
use crate::messages::{ErrorCode, GameSetup, Role, Tell, Text, WarningView};
use crate::searches::Queue;
use crate::{setup, words};

impl Room {
    pub(super) fn session_done(&mut self, done: Result<(), Refusal>) -> Result<Done, Refused> {
        match done {
            Ok(()) => Ok(Done::Changed),
            Err(refusal) => Err((ErrorCode::Refused, words::refusal(&refusal, &self.session))),
        }
    }

    /// The seat that somebody may act for now.
    fn acting_seat(&self, role: Role) -> Result<(Seat, Option<Task>), Refused> {
        let Some(turn) = self.session.turn() else {
            return Err((ErrorCode::Refused, Text::new("refused.over")));
        };
        match self.decides(role, turn.seat) {
            true => Ok((turn.seat, turn.task)),
            false => Err((ErrorCode::Refused, Text::new("refused.turn"))),
        }
    }

    /// Whether an act that was meant for an earlier position has been done already.
    fn is_repeated(&self, role: Role, act: Act, at: Option<usize>) -> Result<bool, Refused> {
        let Some(at) = at.filter(|&at| at != self.session.done()) else {
            return Ok(false);
        };
        match self.session.done_at(at) {
            Some((seat, done)) if done == act && self.decides(role, seat) => Ok(true),
            _ => Err((ErrorCode::Stale, Text::new("error.stale"))),
        }
    }

    pub(super) fn place(
        &mut self,
        from: u64,
        role: Role,
        re: Option<u64>,
        name: &str,
        at: Option<usize>,
        careful: bool,
    ) -> Result<Done, Refused> {
        let point = self.point(name)?;
        if self.is_repeated(role, Act::Place(point), at)? {
            return Ok(Done::Shown);
        }
        let (_, task) = self.acting_seat(role)?;
        if careful && task.is_none() {
            return Ok(self.check_first(Careful {
                from,
                id: re,
                point,
                at: self.session.done(),
            }));
        }
        self.put(point, task)
    }

    fn put(&mut self, point: Point, task: Option<Task>) -> Result<Done, Refused> {
        let done = match task {
            Some(Task::OfferFifth { .. }) => self.session.act(Act::Offer(point)),
            Some(Task::PickFifth) => self.session.act(Act::Pick(point)),
            _ => self.session.play(point),
        };
        self.session_done(done)
    }

    /// Lets the solver look whether the move loses; it is made afterwards.
    fn check_first(&mut self, careful: Careful) -> Done {
        if let Some(ticket) = self.careful.take() {
            self.searches.withdraw(&ticket);
        }
        let position = self.session.game().position().clone();
        let outlet = self.outlet.clone();
        self.careful = Some(self.searches.submit(Queue::Turn, move |_| {
            let warning = hint::warn(&position, careful.point);
            // A room that is gone needs no warning.
            let _ = outlet.send(Letter::Warned(Box::new(careful), warning));
        }));
        Done::Later
    }

    /// The check has ended: the move is made, or the person is warned.
    pub(super) fn warned(&mut self, careful: &Careful, warning: Option<Warning>) {
        let Some(role) = self.member(careful.from).map(|member| member.role) else {
            return;
        };
        let (from, re) = (careful.from, careful.id);
        let size = self.session.game().size();
        if careful.at != self.session.done() {
            return self.refuse(from, re, (ErrorCode::Stale, Text::new("error.stale")));
        }
        if let Some(warning) = warning {
            let line = words::names(&warning.line, size);
            let name = careful.point.name(size);
            let view = WarningView {
                text: Text::new("warn")
                    .with("point", name.as_str())
                    .with("line", line),
                point: name,
                line: words::name_list(&warning.line, size),
                moves: warning.moves,
            };
            return self.answer(from, re, Tell::Warning(view));
        }
        let put = self
            .acting_seat(role)
            .and_then(|(_, task)| self.put(careful.point, task));
        match put {
            Ok(_) => {
                self.collect();
                self.broadcast(Some((from, re)));
            }
            Err(refused) => self.refuse(from, re, refused),
        }
    }

    pub(super) fn act(
        &mut self,
        role: Role,
        text: &str,
        at: Option<usize>,
    ) -> Result<Done, Refused> {
        let size = self.session.game().size();
        let act = Act::parse(text, size).map_err(|error| {
            let text = Text::new("error.message").with("reason", error.to_string());
            (ErrorCode::BadMessage, text)
        })?;
        if self.is_repeated(role, act, at)? {
            return Ok(Done::Shown);
        }
        self.acting_seat(role)?;
        let done = self.session.act(act);
        self.session_done(done)
    }

    pub(super) fn undo(&mut self, role: Role) -> Result<Done, Refused> {
        if !self.may_undo(role) {
            return Err((ErrorCode::Refused, Text::new("refused.undo")));
        }
        let done = self.session.undo();
        self.session_done(done)
    }

    pub(super) fn redo(&mut self) -> Result<Done, Refused> {
        if self.friend {
            return Err((ErrorCode::Refused, Text::new("refused.redo")));
        }
        let done = self.session.redo();
        self.session_done(done)
    }

    pub(super) fn resign(&mut self, role: Role) -> Result<Done, Refused> {
        let done = match self.seat_of(role) {
            Some(seat) => self.session.resign_as(seat),
            None => self.session.resign(),
        };
        self.session_done(done)
    }

    pub(super) fn offer_draw(&mut self, role: Role) -> Result<Done, Refused> {
        self.acting_seat(role)?;
        let done = self.session.offer_draw();
        self.session_done(done)
    }

    pub(super) fn answer_draw(&mut self, role: Role, accept: bool) -> Result<Done, Refused> {
        let answers = self
            .session
            .draw_offer()
            .is_some_and(|by| self.decides(role, by.other()));
        if !answers {
            return Err((ErrorCode::Refused, Text::new("refused.offer")));
        }
        let done = self.session.answer_draw(accept);
        self.session_done(done)
    }

    pub(super) fn ask_hint(&mut self) -> Result<Done, Refused> {
        if self.friend {
            return Err((ErrorCode::Refused, Text::new("refused.hint")));
        }
        let done = self.session.ask_hint();
        self.hint_asked = done.is_ok();
        self.session_done(done)
    }

    /// Begins a game as set up.
    pub(super) fn new_game(&mut self, asked: &GameSetup) -> Result<Done, Refused> {
        self.begin(asked, &Start::default())
    }

    /// The same from a position that came about elsewhere.
    pub(super) fn begin(&mut self, asked: &GameSetup, start: &Start) -> Result<Done, Refused> {
        let refuse = |text: Text| (ErrorCode::Refused, text);
        let (settings, friend) = setup::settings(asked).map_err(refuse)?;
        let done = self.session.new_game_at(settings, start);
        self.session_done(done)?;
        self.set_friend(friend);
        self.rooms.remember(&self.key, asked);
        self.back_to_play();
        Ok(Done::Changed)
    }

    pub(super) fn set_friend(&mut self, friend: bool) {
        self.friend = friend;
        // That was the game before.
        self.waits = false;
        if friend {
            self.rooms.invite(&self.key);
        }
        self.rooms
            .note_game(&self.key, self.session.game_id(), friend);
    }

    /// The same game anew, the colours as they are.
    pub(super) fn reset(&mut self) -> Result<Done, Refused> {
        let mut settings = self.session.settings().clone();
        settings.colour = self.present_colour();
        let start = self.session.begun_at();
        let done = self.session.new_game_at(settings, &start);
        self.session_done(done)?;
        self.news.push(Text::new("status.reset"));
        self.back_to_play();
        Ok(Done::Changed)
    }

    /// Another game with the same opponent.
    pub(super) fn again(&mut self, swap: bool) -> Result<Done, Refused> {
        // This takes the level that the adaptive rule chose, and swaps the colours.
        let kept = self.present_colour();
        let done = self.session.again();
        self.session_done(done)?;
        if !swap {
            // That game is not the one to be told.
            self.session.poll();
            let mut settings = self.session.settings().clone();
            settings.colour = kept;
            let done = self.session.new_game(settings);
            self.session_done(done)?;
        }
        self.back_to_play();
        Ok(Done::Changed)
    }

    /// The part of the one who set the game up, as it was drawn.
    fn present_colour(&self) -> ColourChoice {
        match self.session.your_seat() {
            Seat::First => ColourChoice::Black,
            Seat::Second => ColourChoice::White,
        }
    }

    /// A point of the game's board by its name.
    fn point(&self, name: &str) -> Result<Point, Refused> {
        point_named(name, self.session.game().size())
    }
}

/// A point by its name.
pub(super) fn point_named(name: &str, size: Size) -> Result<Point, Refused> {
    let found = size
        .points()
        .find(|point| point.name(size).eq_ignore_ascii_case(name));
    found.ok_or_else(|| (ErrorCode::NotFound, Text::new("error.point")))
}
