//! Taking back and doing again.

use tengen_core::opening::{Act, Seat};

use super::{Done, Entry, Refusal, Session};
use crate::clock::Clocks;
use crate::event::Event;
use crate::journal::Change;

impl Session {
    /// Takes back to where a person last decided: two plies against a program, one
    /// between two people or two programs (who then wait). A game that was resigned,
    /// lost on time or agreed drawn goes on, and where a person had been to move nothing
    /// else is taken back. A running search is cancelled at once.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`] if no person has decided anything yet.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        let reopens = self.ended_beyond_the_rules();
        let plies = self.plies_to_undo(reopens)?;
        self.cancel();
        self.draw_offer = None;
        self.take_back(plies);
        if let Some(before) = self.adaptive_before_end.take() {
            // A result that is taken back must not count a second time.
            self.adaptive = before;
            self.next_opponent = None;
        }
        self.paused = !self.has_person();
        self.keep(Change::Undo(plies), 0);
        self.events.push(Event::Undone { plies });
        self.begin_turn();
        Ok(())
    }

    /// Does again what was taken back, up to where a person decides next.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`] if nothing was taken back since the last new move.
    pub fn redo(&mut self) -> Result<(), Refusal> {
        if !self.can_redo() {
            return Err(Refusal::NothingToRedo);
        }
        self.cancel();
        let mut plies = 0;
        while let Some(next) = self.undone.last().copied() {
            if !self.redo_entry(next) {
                self.undone.clear();
                break;
            }
            plies += 1;
            if self.outcome().is_some() || self.is_persons_turn() || !self.has_person() {
                break;
            }
        }
        if plies == 0 {
            return Err(Refusal::NothingToRedo);
        }
        self.keep(Change::Redo(plies), 0);
        self.events.push(Event::Redone { plies });
        self.after_change();
        Ok(())
    }

    /// How many moves and acts were done and not taken back.
    pub fn done(&self) -> usize {
        self.done.len()
    }

    /// Who did what as the entry `at`, from 0; an ordinary move is a stone placed.
    pub fn done_at(&self, at: usize) -> Option<(Seat, Act)> {
        let entry = self.done.get(at)?;
        let act = match entry.done {
            Done::Move(point) => Act::Place(point),
            Done::Act(act) => act,
        };
        Some((entry.seat, act))
    }

    /// Whether something was taken back that can be done again: not after a resignation,
    /// which has to be taken back first.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty() && self.outcome().is_none()
    }

    /// Whether [`undo`](Session::undo) would do something.
    pub fn can_undo(&self) -> bool {
        self.plies_to_undo(self.ended_beyond_the_rules()).is_ok()
    }

    /// Whether the game ended by resignation, time or agreement, which can be taken back.
    fn ended_beyond_the_rules(&self) -> bool {
        self.outcome().is_some() && self.game.position().outcome().is_none()
    }

    fn plies_to_undo(&self, reopens: bool) -> Result<usize, Refusal> {
        if reopens && (self.person_was_to_move() || !self.has_person()) {
            return Ok(0);
        }
        if !self.has_person() {
            return match self.done.len() {
                0 => Err(Refusal::NothingToUndo),
                _ => Ok(1),
            };
        }
        let back = self
            .done
            .iter()
            .rev()
            .position(|entry| self.is_person(entry));
        match back {
            Some(back) => Ok(back + 1),
            None if reopens => Ok(0),
            None => Err(Refusal::NothingToUndo),
        }
    }

    /// Whether the next decision on the board is a person's, in a game that has ended too.
    fn person_was_to_move(&self) -> bool {
        let seat = match self.game.turn() {
            Some(turn) => turn.seat,
            None => self.game.colours()[self.game.position().to_move()],
        };
        self.player(seat).is_person()
    }

    fn is_person(&self, entry: &Entry) -> bool {
        self.player(entry.seat).is_person()
    }

    /// Reopens the game and takes `plies` entries back.
    pub(super) fn take_back(&mut self, plies: usize) {
        self.game.reopen();
        self.clocks = Clocks::rested(self.clocks.control(), self.clocks_at_turn().resting_ms());
        for _ in 0..plies {
            let Some(entry) = self.done.pop() else {
                break;
            };
            match entry.done {
                Done::Move(_) => {
                    self.game.undo();
                }
                Done::Act(_) => {
                    self.game.take_back_act();
                }
            }
            self.clocks = entry.before;
            self.undone.push(entry);
        }
    }

    /// The clocks when the present turn began, whatever has run since.
    fn clocks_at_turn(&self) -> Clocks {
        match self.done.last() {
            Some(entry) => entry.after,
            None => Clocks::new(self.clocks.control()),
        }
    }

    /// Does an entry again, with the clocks as they were after it; `false` if the board
    /// does not take it.
    pub(super) fn redo_entry(&mut self, entry: Entry) -> bool {
        let accepted = match entry.done {
            Done::Move(point) => self.game.play(point).is_ok(),
            Done::Act(act) => self.game.act(act).is_ok(),
        };
        if accepted {
            self.clocks = entry.after;
            self.undone.pop();
            self.done.push(entry);
        }
        accepted
    }

    /// A program repeats what it did before: kept and told like a new move.
    pub(super) fn apply_again(&mut self, entry: Entry) -> bool {
        if !self.redo_entry(entry) {
            return false;
        }
        let change = match entry.done {
            Done::Move(point) => Change::Move(point),
            Done::Act(act) => Change::Act(act),
        };
        self.keep(change, 0);
        self.tell_done(entry.seat, entry.done, 0);
        if let Some(outcome) = self.outcome().cloned() {
            self.tell_end(outcome);
        }
        true
    }
}
