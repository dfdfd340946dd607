//! A game in progress: the one object that a face holds.
//!
//! A session is told what people do, and tells what happened ([`Session::poll`]). It
//! never blocks: programs think elsewhere, and whatever people do cancels them at once.
//! Everything that changes a game is kept before it is told.
//!
//! ```
//! use tengen_play::{Event, GameSettings, Opponent, Player, Session};
//! let mut session = Session::start(GameSettings {
//!     opponent: Player::Opponent(Opponent::Random),
//!     ..GameSettings::default()
//! })?;
//! let centre = session.game().size().centre();
//! loop {
//!     match session.poll().into_iter().next() {
//!         Some(Event::Moved { .. }) => break, // the other side drew Black
//!         _ if session.is_persons_turn() => break,
//!         _ => std::thread::yield_now(),
//!     }
//! }
//! // The other side may have taken the centre: then this is refused with a reason.
//! if let Err(refusal) = session.play(centre) {
//!     assert!(refusal.to_string().contains("H8"));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod begin;
mod ends;
mod history;
mod people;
mod resume;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use tengen_core::opening::{Act, ProtocolError, Seat, Task};
use tengen_core::{Game, GameError, Outcome, Point, Stone};

use crate::adaptive::Adaptive;
use crate::clock::{Clocks, MonotonicTime, TimeControl, TimeSource};
use crate::event::{Event, View};
use crate::hint::HintProgress;
use crate::journal::{Change, GameId, Header, Journal, Keeper, KeptPlayer, Logged, Summary};
use crate::player::{Opponent, Player};
use crate::settings::{ColourChoice, GameSettings};
use crate::thinking::{Background, Job, JobTask, News, Reply, Report, Thinker};

pub use begin::Start;
pub(crate) use resume::Replay;
pub use resume::ResumeError;

/// Whose turn it is, and what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who.
    pub seat: Seat,
    /// That player's colour, as things stand.
    pub stone: Stone,
    /// What the opening asks; `None` for an ordinary move.
    pub task: Option<Task>,
}

/// Why a session refuses what a person asks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules do not allow it.
    #[error("{0}")]
    Game(#[from] GameError),
    /// The settings do not go together.
    #[error("{0}")]
    Settings(#[from] ProtocolError),
    /// A program is to move.
    #[error("it is not your turn: {0} is to move")]
    NotYourTurn(String),
    /// The game has ended.
    #[error("the game is over: take a move back or start anew")]
    Over,
    /// No move of a person stands on the board.
    #[error("there is nothing to take back: you have not moved yet")]
    NothingToUndo,
    /// Nothing was taken back.
    #[error("there is nothing to do again")]
    NothingToRedo,
    /// No person plays.
    #[error("two programs play: only they could do that")]
    NoPerson,
    /// No draw was offered to a person.
    #[error("no draw was offered to you")]
    NoOffer,
    /// A hint is for a person's move in ordinary play.
    #[error("there is no hint for this step of the opening")]
    NoHint,
    /// The level is settled while a game runs.
    #[error("this is settled until the game ends")]
    Locked,
}

/// What a session works with. [`Session::start`] takes the real ones; tests their own.
#[derive(Debug)]
pub struct Parts {
    /// Thinks for programs.
    pub thinker: Box<dyn Thinker>,
    /// Tells the time.
    pub time: Arc<dyn TimeSource>,
    /// Keeps games; `None` plays without a store.
    pub keeper: Option<Box<dyn Keeper>>,
}

impl Parts {
    /// Real time and a thread for thinking, which calls `wake` when it has news.
    ///
    /// # Errors
    /// What the system says if it has no thread to give.
    pub fn real(
        keeper: Option<Box<dyn Keeper>>,
        wake: crate::thinking::Wake,
    ) -> std::io::Result<Parts> {
        Ok(Parts {
            thinker: Box::new(Background::start(wake)?),
            time: Arc::new(MonotonicTime::default()),
            keeper,
        })
    }
}

/// Something that was done on the board, with the clocks around it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    seat: Seat,
    done: Done,
    before: Clocks,
    after: Clocks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    Move(Point),
    Act(Act),
}

/// A job that the thinker works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    number: u64,
    seat: Seat,
    task: JobTask,
}

/// A game in progress: whose turn it is, its clocks, and what may be asked of it.
#[derive(Debug)]
pub struct Session {
    settings: GameSettings,
    players: [Player; 2],
    you: Seat,
    seed: u64,
    game: Game,
    clocks: Clocks,
    done: Vec<Entry>,
    /// What was taken back, the next to be done again last.
    undone: Vec<Entry>,
    thinker: Box<dyn Thinker>,
    running: Option<Running>,
    /// An answer that waits for the pace of a game that is watched.
    held: Option<Reply>,
    jobs: u64,
    view: Option<View>,
    time: Arc<dyn TimeSource>,
    turn_began_ms: u64,
    pace_ms: u64,
    paused: bool,
    draw_offer: Option<Seat>,
    hint: Option<HintProgress>,
    adaptive: Adaptive,
    /// The same before the end of this game was counted: an end can be taken back.
    adaptive_before_end: Option<Adaptive>,
    next_opponent: Option<Opponent>,
    journal: Journal,
    events: Vec<Event>,
}

impl Session {
    /// A game with a thread of its own for thinking, and without a store.
    ///
    /// # Errors
    /// Settings that do not go together, or no thread to be had.
    pub fn start(settings: GameSettings) -> Result<Session, Box<dyn std::error::Error>> {
        let parts = Parts::real(None, Arc::new(|| {}))?;
        Ok(Session::with_parts(settings, parts)?)
    }

    /// A game with these parts.
    ///
    /// # Errors
    /// [`Refusal::Settings`] if the settings do not go together.
    pub fn with_parts(settings: GameSettings, parts: Parts) -> Result<Session, Refusal> {
        settings.check()?;
        let size_and_rule = (settings.size, settings.rule);
        let mut session = Session {
            players: [Player::Person, Player::Person],
            you: Seat::First,
            seed: 0,
            game: Game::new(size_and_rule.0, size_and_rule.1),
            clocks: Clocks::new(TimeControl::None),
            done: Vec::new(),
            undone: Vec::new(),
            thinker: parts.thinker,
            running: None,
            held: None,
            jobs: 0,
            view: None,
            time: parts.time,
            turn_began_ms: 0,
            pace_ms: 0,
            paused: false,
            draw_offer: None,
            hint: None,
            adaptive: Adaptive::default(),
            adaptive_before_end: None,
            next_opponent: None,
            journal: Journal::new(parts.keeper, blank_header(&settings)),
            events: Vec::new(),
            settings: GameSettings::default(),
        };
        session.new_game(settings)?;
        Ok(session)
    }

    /// What happened since this was last asked: answers of programs and flags that fell
    /// are looked at first. To be called often, and when the thinker wakes the face.
    pub fn poll(&mut self) -> Vec<Event> {
        while let Some(news) = self.thinker.poll() {
            self.hear(news);
        }
        if let Some(reply) = self.held.take() {
            self.take_reply(reply);
        }
        self.look_at_clocks();
        self.events.extend(self.journal.retry(&*self.time));
        std::mem::take(&mut self.events)
    }

    /// Milliseconds until [`poll`](Session::poll) has something to do even if no news
    /// come: a flag falls, a held move is due, or what could not be kept is tried again.
    /// `None` if there is no such moment.
    pub fn due_in_ms(&self) -> Option<u64> {
        let now = self.time.now_ms();
        let pace = self
            .held
            .is_some()
            .then(|| (self.turn_began_ms + self.pace_ms).saturating_sub(now));
        let running = self.clocks.running_seat();
        let flag = running.and_then(|seat| self.clocks.left_ms(seat, now));
        let retry = self.journal.retry_in_ms(now);
        [pace, flag, retry].into_iter().flatten().min()
    }

    /// The game: its position is the one on the board.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the game was set up with. The colour is the one asked for, not the one drawn.
    pub fn settings(&self) -> &GameSettings {
        &self.settings
    }

    /// The player in a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat as usize]
    }

    /// The seat of the one who set the game up.
    pub fn your_seat(&self) -> Seat {
        self.you
    }

    /// The colour of a seat, as things stand.
    pub fn stone_of(&self, seat: Seat) -> Stone {
        match self.game.colours().black == seat {
            true => Stone::Black,
            false => Stone::White,
        }
    }

    /// Who must do what; `None` once the game is over.
    pub fn turn(&self) -> Option<Turn> {
        if self.outcome().is_some() {
            return None;
        }
        if let Some(turn) = self.game.turn() {
            return Some(Turn {
                seat: turn.seat,
                stone: match turn.task {
                    Task::PlaceStone { stone, .. } => stone,
                    _ => self.stone_of(turn.seat),
                },
                task: Some(turn.task),
            });
        }
        let stone = self.game.position().to_move();
        Some(Turn {
            seat: self.game.colours()[stone],
            stone,
            task: None,
        })
    }

    /// Whether a person is asked to do something.
    pub fn is_persons_turn(&self) -> bool {
        self.turn()
            .is_some_and(|turn| self.player(turn.seat).is_person())
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.game.outcome()
    }

    /// What a player has left by now, in milliseconds; `None` without a clock.
    pub fn left_ms(&self, seat: Seat) -> Option<u64> {
        self.clocks.left_ms(seat, self.time.now_ms())
    }

    /// How long the present turn has taken, in milliseconds.
    pub fn turn_ms(&self) -> u64 {
        self.time.now_ms().saturating_sub(self.turn_began_ms)
    }

    /// The player whose turn a program is thinking about.
    pub fn thinking(&self) -> Option<Seat> {
        self.running
            .filter(|running| running.task == JobTask::Turn)
            .map(|running| running.seat)
    }

    /// What the thinking program saw last; of the last move, if none is thinking.
    pub fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    /// Who has offered a draw that is not answered yet.
    pub fn draw_offer(&self) -> Option<Seat> {
        self.draw_offer
    }

    /// Whether everything on the board is kept; also `true` without a store.
    pub fn is_saved(&self) -> bool {
        self.journal.is_kept()
    }

    /// The number under which the game is kept, once it is.
    pub fn game_id(&self) -> Option<GameId> {
        self.journal.game()
    }

    /// Whether the game waits: programs do not think and clocks stand.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    fn hear(&mut self, news: News) {
        let Some(running) = self.running.filter(|running| running.number == news.job) else {
            return;
        };
        match news.what {
            Report::View(view) => {
                self.view = Some(view.clone());
                let seat = running.seat;
                self.events.push(Event::View { seat, view });
            }
            Report::Done(reply) => self.take_reply(reply),
        }
    }

    fn take_reply(&mut self, reply: Reply) {
        let Some(running) = self.running else {
            return;
        };
        let watched = self.players.iter().all(|player| !player.is_person());
        let now = self.time.now_ms();
        if watched && now < self.turn_began_ms + self.pace_ms {
            self.held = Some(reply);
            return;
        }
        self.running = None;
        let seat = running.seat;
        let done = match reply {
            Reply::Move(point) => self.apply(seat, Done::Move(point)),
            Reply::Act(act) => self.apply(seat, Done::Act(act)),
            Reply::Resign => self.finish(Change::Resign(seat)),
            Reply::Draw(true) => self.finish(Change::Draw),
            Reply::Draw(false) => {
                self.draw_offer = None;
                self.events.push(Event::DrawDeclined { by: seat });
                Ok(())
            }
            Reply::Hint(facts) => {
                let key = self.game.position().key();
                self.tell_hint(HintProgress::new(key, *facts));
                Ok(())
            }
            Reply::Failed(message) => {
                self.fail(seat, message);
                Ok(())
            }
        };
        if let Err(error) = done {
            self.fail(seat, error.to_string());
        }
    }

    /// A program gave no usable answer: the game waits.
    fn fail(&mut self, seat: Seat, message: String) {
        self.clocks.pause(self.time.now_ms());
        self.paused = true;
        self.events.push(Event::Failed { seat, message });
    }

    /// Does something on the board, keeps it, and lets the next player begin.
    fn apply(&mut self, seat: Seat, done: Done) -> Result<(), GameError> {
        match done {
            Done::Move(point) => self.game.play(point).map(|_| ())?,
            Done::Act(act) => self.game.act(act)?,
        }
        let before = self.clocks_at_rest();
        let took_ms = self.clocks.finish_move(self.time.now_ms());
        match self.undone.last() {
            Some(next) if next.done == done => {
                self.undone.pop();
            }
            _ => self.undone.clear(),
        }
        self.done.push(Entry {
            seat,
            done,
            before,
            after: self.clocks,
        });
        self.draw_offer = None;
        let left = self.clocks.control().start_ms();
        let left = left.map(|_| self.clocks.resting_ms()[seat as usize]);
        let change = match done {
            Done::Move(point) => {
                self.game.set_clock(Some(took_ms), left);
                Change::Move(point)
            }
            Done::Act(act) => Change::Act(act),
        };
        self.keep(change, took_ms);
        self.tell_done(seat, done, took_ms);
        self.after_change();
        Ok(())
    }

    fn tell_done(&mut self, seat: Seat, done: Done, took_ms: u64) {
        self.events.push(match done {
            Done::Move(point) => Event::Moved {
                seat,
                stone: self.game.position().to_move().opponent(),
                point,
                number: self.game.position().board().stone_count(),
                took_ms,
            },
            Done::Act(act) => Event::Acted { seat, act },
        });
    }

    /// The clocks as they stood when the turn began.
    fn clocks_at_rest(&self) -> Clocks {
        Clocks::rested(self.clocks.control(), self.clocks.resting_ms())
    }

    fn keep(&mut self, change: Change, took_ms: u64) {
        let logged = Logged {
            change,
            took_ms,
            left_ms: self.clocks.resting_ms(),
        };
        let summary = Summary {
            moves: self.game.position().board().stone_count(),
            result: self.outcome().map_or_else(String::new, ToString::to_string),
        };
        let told = self.journal.add(logged, summary, &*self.time);
        self.events.extend(told);
    }

    /// Tells the end, or lets the next player begin.
    fn after_change(&mut self) {
        self.cancel();
        match self.outcome().cloned() {
            Some(outcome) => self.tell_end(outcome),
            None => self.begin_turn(),
        }
    }

    /// Starts the clock of the player to move, and the thinking of a program.
    fn begin_turn(&mut self) {
        // A program does again what it did before a move was taken back and repeated.
        while let Some(turn) = self.turn() {
            if self.paused {
                return;
            }
            let now = self.time.now_ms();
            self.turn_began_ms = now;
            self.clocks.run(turn.seat, now);
            if self.player(turn.seat).is_person() {
                return;
            }
            match self.undone.last().copied() {
                Some(next) if next.seat == turn.seat && self.has_person() => {
                    if self.apply_again(next) {
                        continue;
                    }
                    self.undone.clear();
                }
                _ => {}
            }
            self.ask(turn.seat, JobTask::Turn);
            self.events.push(Event::Thinking { seat: turn.seat });
            return;
        }
    }

    fn has_person(&self) -> bool {
        self.players.iter().any(Player::is_person)
    }

    fn ask(&mut self, seat: Seat, task: JobTask) {
        self.jobs += 1;
        self.view = None;
        self.held = None;
        let number = self.jobs;
        self.running = Some(Running { number, seat, task });
        let left = self.left_ms(seat);
        let (turn_ms, left_ms) = match self.clocks.control() {
            TimeControl::PerMove { .. } => (left, None),
            TimeControl::None | TimeControl::PerGame { .. } => (None, left),
        };
        self.thinker.ask(Job {
            number,
            seat,
            player: self.player(seat).clone(),
            game: self.game.clone(),
            task,
            turn_ms,
            left_ms,
            seed: self.seed,
        });
    }

    /// Ends whatever is being thought about, at once.
    fn cancel(&mut self) {
        if self.running.take().is_some() {
            self.thinker.cancel();
        }
        self.held = None;
    }

    fn header(&self) -> Header {
        Header {
            rule: self.settings.rule,
            size: self.settings.size,
            protocol: self.settings.protocol,
            players: self.players.each_ref().map(KeptPlayer::from),
            you: self.you,
            drawn: self.settings.colour == ColourChoice::Random,
            time: self.settings.time,
            seed: self.seed,
        }
    }
}

fn blank_header(settings: &GameSettings) -> Header {
    Header {
        rule: settings.rule,
        size: settings.size,
        protocol: settings.protocol,
        players: [KeptPlayer::Person, KeptPlayer::Person],
        you: Seat::First,
        drawn: false,
        time: settings.time,
        seed: 0,
    }
}
