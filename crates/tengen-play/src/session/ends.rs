//! How a game ends beyond the rules: resignation, draws, time.

use tengen_core::opening::Seat;
use tengen_core::{GameError, Outcome};

use super::{Refusal, Session};
use crate::event::Event;
use crate::journal::Change;
use crate::player::Player;
use crate::thinking::JobTask;

impl Session {
    /// A person gives up: the only one there is, or the one to move.
    ///
    /// # Errors
    /// [`Refusal::Over`], or [`Refusal::NoPerson`] where two programs play.
    pub fn resign(&mut self) -> Result<(), Refusal> {
        let turn = self.turn().ok_or(Refusal::Over)?;
        let seat = match self.players.each_ref().map(Player::is_person) {
            [true, false] => Seat::First,
            [false, true] => Seat::Second,
            [true, true] => turn.seat,
            [false, false] => return Err(Refusal::NoPerson),
        };
        self.resign_as(seat)
    }

    /// The person in this seat gives up, whoever is to move: for people who sit apart.
    ///
    /// # Errors
    /// [`Refusal::Over`], or [`Refusal::NoPerson`] where a program sits.
    pub fn resign_as(&mut self, seat: Seat) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        if !self.player(seat).is_person() {
            return Err(Refusal::NoPerson);
        }
        Ok(self.finish(Change::Resign(seat))?)
    }

    /// The person to move offers a draw. A program answers by itself; a person with
    /// [`answer_draw`](Session::answer_draw).
    ///
    /// # Errors
    /// [`Refusal::NotYourTurn`] while a program is to move, [`Refusal::Over`].
    pub fn offer_draw(&mut self) -> Result<(), Refusal> {
        self.look_at_clocks();
        let turn = self.person_turn()?;
        let other = turn.seat.other();
        self.cancel();
        self.draw_offer = Some(turn.seat);
        self.events.push(Event::DrawOffered { by: turn.seat });
        if !self.player(other).is_person() {
            self.ask(other, JobTask::DrawOffer);
        }
        Ok(())
    }

    /// A person accepts or declines the draw that another person has offered. Playing on
    /// declines it too.
    ///
    /// # Errors
    /// [`Refusal::NoOffer`] if there is none to answer.
    pub fn answer_draw(&mut self, accept: bool) -> Result<(), Refusal> {
        let by = self.draw_offer.ok_or(Refusal::NoOffer)?.other();
        if !self.player(by).is_person() {
            return Err(Refusal::NoOffer);
        }
        if accept {
            return Ok(self.finish(Change::Draw)?);
        }
        self.draw_offer = None;
        self.events.push(Event::DrawDeclined { by });
        Ok(())
    }

    /// Ends the game; [`Change::Resign`], [`Change::Draw`] and [`Change::Time`] do.
    pub(super) fn finish(&mut self, change: Change) -> Result<(), GameError> {
        self.end_game(change)?;
        self.clocks.pause(self.time.now_ms());
        self.keep(change, 0);
        self.draw_offer = None;
        self.after_change();
        Ok(())
    }

    /// Writes an end beyond the rules into the game.
    pub(super) fn end_game(&mut self, change: Change) -> Result<(), GameError> {
        match change {
            Change::Resign(seat) => self.game.resign(self.stone_of(seat)),
            Change::Time(seat) => self.game.lose_on_time(self.stone_of(seat)),
            Change::Draw => self.game.agree_draw(),
            Change::SetUp(..)
            | Change::ToMove(_)
            | Change::Move(_)
            | Change::Act(_)
            | Change::Undo(_)
            | Change::Redo(_) => Ok(()),
        }
    }

    /// Ends the game if a flag has fallen.
    pub(super) fn look_at_clocks(&mut self) {
        if self.outcome().is_none()
            && let Some(seat) = self.clocks.flagged(self.time.now_ms())
        {
            // A game that is not over can end.
            let ended = self.finish(Change::Time(seat));
            debug_assert!(ended.is_ok());
        }
    }

    /// Tells how the game ended, and whether the next one is against another level.
    pub(super) fn tell_end(&mut self, outcome: Outcome) {
        self.clocks.pause(self.time.now_ms());
        let winner = outcome.winner.map(|stone| self.game.colours()[stone]);
        self.events.push(Event::Over { outcome });
        self.adaptive_before_end = Some(self.adaptive);
        let you = self.player(self.you);
        if let (Player::Person, Player::Opponent(opponent)) = (you, self.player(self.you.other()))
            && let Some(change) = self
                .adaptive
                .note(*opponent, winner.map(|seat| seat == self.you))
        {
            self.next_opponent = Some(change.to);
            self.events.push(Event::LevelChanged(change));
        }
    }
}
