//! What a person may do on a turn.

use tengen_core::Point;
use tengen_core::opening::Act;

use super::{Done, Refusal, Session, Turn};
use crate::adaptive::Adaptive;
use crate::event::Event;
use crate::hint::{self, HintProgress, Warning};
use crate::thinking::JobTask;

impl Session {
    /// The person to move puts a stone on `point`.
    ///
    /// # Errors
    /// [`Refusal`] says why not, and what is allowed; nothing is changed then.
    pub fn play(&mut self, point: Point) -> Result<(), Refusal> {
        // A face that waits for a line hears of a fallen flag only now.
        self.look_at_clocks();
        let turn = self.person_turn()?;
        let done = match turn.task {
            Some(_) => Done::Act(Act::Place(point)),
            None => Done::Move(point),
        };
        self.person_does(turn, done)
    }

    /// The person to move does what the opening asks.
    ///
    /// # Errors
    /// [`Refusal`] says why not, and what is allowed; nothing is changed then.
    pub fn act(&mut self, act: Act) -> Result<(), Refusal> {
        self.look_at_clocks();
        let turn = self.person_turn()?;
        match (turn.task, act) {
            (None, Act::Place(point)) => self.person_does(turn, Done::Move(point)),
            _ => self.person_does(turn, Done::Act(act)),
        }
    }

    fn person_does(&mut self, turn: Turn, done: Done) -> Result<(), Refusal> {
        // A move ends a pause; one that is refused changes nothing.
        let paused = std::mem::replace(&mut self.paused, false);
        self.apply(turn.seat, done).map_err(|error| {
            self.paused = paused;
            Refusal::Game(error)
        })
    }

    /// The turn, if it is a person's.
    pub(super) fn person_turn(&self) -> Result<Turn, Refusal> {
        let turn = self.turn().ok_or(Refusal::Over)?;
        if self.player(turn.seat).is_person() {
            Ok(turn)
        } else {
            Err(Refusal::NotYourTurn(self.player(turn.seat).name()))
        }
    }

    /// Asks for a hint, or for the next step of one; it comes as [`Event::Hint`].
    ///
    /// # Errors
    /// [`Refusal::NotYourTurn`], [`Refusal::Over`], and [`Refusal::NoHint`] during an
    /// opening.
    pub fn ask_hint(&mut self) -> Result<(), Refusal> {
        let turn = self.person_turn()?;
        if turn.task.is_some() {
            return Err(Refusal::NoHint);
        }
        let key = self.game.position().key();
        match self.hint.take() {
            Some(mut progress) if progress.is_for(key) => {
                progress.advance();
                self.tell_hint(progress);
            }
            _ if self.running.is_none() => self.ask(turn.seat, JobTask::Hint),
            _ => {}
        }
        Ok(())
    }

    pub(super) fn tell_hint(&mut self, progress: HintProgress) {
        let hint = progress.hint(self.game.size());
        self.hint = Some(progress);
        self.events.push(Event::Hint { hint });
    }

    /// Whether a move of the person to move would lose by force, which is then proven.
    /// Takes a tenth of a second at the most. `None` in an opening.
    pub fn warn_before(&self, point: Point) -> Option<Warning> {
        let turn = self.person_turn().ok()?;
        match turn.task {
            Some(_) => None,
            None => hint::warn(self.game.position(), point),
        }
    }

    /// Lets a thinking program move at once with what it has.
    pub fn move_now(&mut self) {
        if self.running.is_some() {
            self.thinker.hurry();
        }
    }

    /// Lets the game wait: thinking ends, clocks stand.
    pub fn pause(&mut self) {
        if self.outcome().is_none() && !self.paused {
            self.cancel();
            self.clocks.pause(self.time.now_ms());
            self.paused = true;
        }
    }

    /// Goes on after a pause, a failure, or an undo between two programs.
    pub fn resume(&mut self) {
        if self.paused {
            self.paused = false;
            if !self.has_person() {
                self.undone.clear();
            }
            self.begin_turn();
        }
    }

    /// The least time between two moves where two programs play, in milliseconds.
    pub fn set_pace_ms(&mut self, pace_ms: u64) {
        self.pace_ms = pace_ms;
    }

    /// Switches the adaptive level on or off.
    ///
    /// # Errors
    /// [`Refusal::Locked`] while a game runs.
    pub fn set_adaptive(&mut self, enabled: bool) -> Result<(), Refusal> {
        if !self.done.is_empty() && self.outcome().is_none() {
            return Err(Refusal::Locked);
        }
        if enabled != self.adaptive.is_enabled() {
            self.adaptive = Adaptive::new(enabled);
            self.adaptive_before_end = None;
            self.next_opponent = None;
        }
        Ok(())
    }

    /// The adaptive level with what it has counted, to be kept until the next start.
    pub fn adaptive(&self) -> Adaptive {
        self.adaptive
    }

    /// Goes on with an adaptive level that was kept.
    pub fn restore_adaptive(&mut self, adaptive: Adaptive) {
        self.adaptive = adaptive;
    }

    /// Whether the level adapts.
    pub fn is_adaptive(&self) -> bool {
        self.adaptive.is_enabled()
    }

    /// Waits until something happens, `limit` at the most, and tells it. For faces
    /// without a loop of their own.
    pub fn wait(&mut self, limit: std::time::Duration) -> Vec<Event> {
        let begun = std::time::Instant::now();
        loop {
            let events = self.poll();
            if !events.is_empty() || begun.elapsed() >= limit {
                return events;
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}
