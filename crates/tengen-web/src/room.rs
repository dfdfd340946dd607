//! A room: one game, what is studied beside it, and everybody who looks at it.
//!
//! A room is a thread that owns a [`Session`] and takes one [`Letter`] at a time, so that
//! nothing in it needs a lock and what the store writes holds up nobody else. It never
//! thinks: programs, analysis and proofs stand in the queue of [`Searches`]. After every
//! change each connection gets one snapshot.

mod asks;
mod games;
mod play;
mod proof;
mod study;
mod study_asks;
mod study_jobs;
mod study_searches;
mod view;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use tengen_core::opening::Seat;
use tengen_play::clock::MonotonicTime;
use tengen_play::hint::{Hint, Warning};
use tengen_play::journal::{GameId, Keeper};
use tengen_play::thinking::Wake;
use tengen_play::{Event, GameSettings, Parts, Session};

use crate::messages::{ErrorCode, Mode, Request, Role, Tell, Text, Told};
use crate::outbox::Outbox;
use crate::rooms::Rooms;
use crate::searches::{Searches, Ticket};
use crate::setup;
use crate::thinker::QueuedThinker;

use study::Study;
use study_jobs::{StudyNews, StudyWork};

/// How long a room stays without anybody in it.
const EMPTY_FOR: Duration = Duration::from_secs(120);

/// Why something is not done.
pub(crate) type Refused = (ErrorCode, Text);

/// Somebody's connection.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// Tells connections apart.
    pub(crate) id: u64,
    /// What it may do.
    pub(crate) role: Role,
    /// The way to it.
    pub(crate) outbox: Outbox,
    /// The number of its `hello`, which the first snapshot answers.
    pub(crate) hello: Option<u64>,
}

/// What a room is told.
#[derive(Debug)]
pub(crate) enum Letter {
    /// Somebody comes.
    Join(Member),
    /// Somebody goes.
    Leave(u64),
    /// Somebody asks.
    Asked {
        /// Who.
        from: u64,
        /// What.
        request: Box<Request>,
    },
    /// The host opens a file.
    Open {
        /// Its text.
        text: String,
        /// Which game of several.
        index: usize,
        /// Where the answer goes.
        answer: tokio::sync::oneshot::Sender<Result<(), Refused>>,
    },
    /// A program has news.
    Thought,
    /// A study has news.
    Studied(StudyNews),
    /// The check of a careful move has ended.
    Warned(Box<Careful>, Option<Warning>),
    /// The server ends.
    Close,
}

/// A move that waits for the check whether it loses.
#[derive(Clone, Debug)]
pub(crate) struct Careful {
    from: u64,
    id: Option<u64>,
    point: tengen_core::Point,
    at: usize,
}

/// What a room is made from.
#[derive(Debug)]
pub(crate) struct RoomParts {
    /// Its key.
    pub(crate) key: String,
    /// All rooms: told which game is on the board.
    pub(crate) rooms: Rooms,
    /// Where letters arrive.
    pub(crate) inbox: Receiver<Letter>,
    /// The way to itself, for those who work for it.
    pub(crate) outlet: Sender<Letter>,
    /// The game to take up.
    pub(crate) game: Option<GameId>,
    /// Whether the opponent comes by link.
    pub(crate) friend: bool,
}

/// The room itself; lives on its own thread.
pub(crate) struct Room {
    key: String,
    rooms: Rooms,
    searches: Searches,
    outlet: Sender<Letter>,
    session: Session,
    members: Vec<Member>,
    seq: u64,
    mode: Mode,
    /// Whether the two people sit at two machines.
    friend: bool,
    /// Whether the game waits because somebody who plays is not there.
    waits: bool,
    pace_ms: u64,
    hint: Option<Hint>,
    hint_asked: bool,
    careful: Option<Ticket>,
    study: Option<Study>,
    work: Option<StudyWork>,
    works: u64,
    /// An engine whose table can be used again.
    spare_engine: Option<Box<tengen_engine::Engine>>,
    /// Events that the next snapshot tells.
    events: Vec<Event>,
    /// Other news for the next snapshot.
    news: Vec<Text>,
    /// The last thing that must be known: not saved, a program failed.
    alert: Option<Text>,
    changed: bool,
    kept_as: Option<GameId>,
}

impl Room {
    /// Starts the thread of a room.
    pub(crate) fn start(parts: RoomParts) -> std::io::Result<()> {
        std::thread::Builder::new()
            .name("room".to_owned())
            .spawn(move || run(&parts))
            .map(drop)
    }

    fn new(parts: &RoomParts) -> Result<Room, String> {
        let services = parts.rooms.services();
        let wake: Wake = {
            let outlet = std::sync::Mutex::new(parts.outlet.clone());
            Arc::new(move || {
                let outlet = outlet
                    .lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner);
                // A room that is gone needs no waking.
                let _ = outlet.send(Letter::Thought);
            })
        };
        let client = parts.rooms.next_number();
        let keeper = services
            .store
            .clone()
            .map(|it| Box::new(it) as Box<dyn Keeper>);
        let (settings, _) = setup::settings(&parts.rooms.remembered(&parts.key))
            .unwrap_or_else(|_| (GameSettings::default(), false));
        let session = Session::with_parts(
            settings,
            Parts {
                thinker: Box::new(QueuedThinker::new(services.searches.clone(), client, wake)),
                time: Arc::new(MonotonicTime::default()),
                keeper,
            },
        )
        .map_err(|refusal| refusal.to_string())?;
        let mut room = Room {
            key: parts.key.clone(),
            rooms: parts.rooms.clone(),
            searches: services.searches.clone(),
            outlet: parts.outlet.clone(),
            session,
            members: Vec::new(),
            seq: 0,
            mode: Mode::Play,
            friend: parts.friend,
            waits: false,
            pace_ms: 0,
            hint: None,
            hint_asked: false,
            careful: None,
            study: None,
            work: None,
            works: 0,
            spare_engine: None,
            events: Vec::new(),
            news: Vec::new(),
            alert: None,
            changed: false,
            kept_as: parts.game,
        };
        if let Some(game) = parts.game {
            room.take_up(game);
        }
        if let Some((sgf, touched)) = parts.rooms.kept_study(&parts.key) {
            let study = study_asks::read_study(&sgf, 0, None, None).ok();
            room.study = study.map(|study| Study { touched, ..study });
        }
        Ok(room)
    }

    /// Brings a kept game onto the board; what is wrong with it is told in the bar.
    fn take_up(&mut self, game: GameId) {
        if let Err((_, text)) = self.open_kept(game) {
            self.alert = Some(text);
        }
    }

    /// Takes a letter; `false` ends the room.
    fn take(&mut self, letter: Letter) -> bool {
        match letter {
            Letter::Join(member) => self.join(member),
            Letter::Leave(id) => self.leave(id),
            Letter::Asked { from, request } => self.asked(from, &request),
            Letter::Open {
                text,
                index,
                answer,
            } => {
                let done = self.open_text(&text, index, None, None);
                self.changed |= done.is_ok();
                // Whoever asked may have gone.
                let _ = answer.send(done);
            }
            Letter::Thought => {}
            Letter::Studied(news) => self.studied(news),
            Letter::Warned(careful, warning) => self.warned(&careful, warning),
            Letter::Close => {
                self.desert();
                return false;
            }
        }
        true
    }

    fn join(&mut self, member: Member) {
        if member.role == Role::Guest && !self.is_here(Role::Guest) {
            self.news.push(Text::new("status.friend_came"));
        }
        let (id, hello) = (member.id, member.hello);
        self.members.push(member);
        self.collect();
        self.broadcast(Some((id, hello)));
    }

    fn leave(&mut self, id: u64) {
        let before = self.members.len();
        let left = self.members.iter().find(|it| it.id == id).map(|it| it.role);
        self.members.retain(|member| member.id != id);
        if self.members.len() == before {
            return;
        }
        if left == Some(Role::Guest) && !self.is_here(Role::Guest) {
            self.news.push(Text::new("status.friend_left"));
        }
        if !self.is_here(Role::Host) {
            self.stop_study_work();
        }
        if self.members.is_empty() {
            self.desert();
        }
        self.changed = true;
    }

    /// Nobody is left: whatever is thought about ends, clocks stand.
    fn desert(&mut self) {
        self.stop_study_work();
        if let Some(study) = &self.study {
            let text = tengen_core::record::sgf::write(study.game().tree());
            self.rooms.keep_study(&self.key, text, study.touched);
        }
        if let Some(ticket) = self.careful.take() {
            self.searches.withdraw(&ticket);
        }
        if !self.session.is_paused() && self.session.outcome().is_none() {
            self.session.pause();
            self.waits = true;
        }
    }

    /// Whether somebody is in the room in this role.
    fn is_here(&self, role: Role) -> bool {
        self.members.iter().any(|member| member.role == role)
    }

    /// Whether the game cannot go on fairly: nobody is left, or one of two friends.
    fn misses_somebody(&self) -> bool {
        self.members.is_empty()
            || self.friend && !(self.is_here(Role::Host) && self.is_here(Role::Guest))
    }

    /// Lets the clocks stand while somebody who plays is away. A stone may be placed all
    /// the same: it ends the pause, which then begins again.
    fn mind_absence(&mut self) {
        let misses = self.misses_somebody();
        if misses && !self.session.is_paused() && self.session.outcome().is_none() {
            self.session.pause();
            self.waits = true;
        } else if !misses && self.waits {
            self.waits = false;
            self.session.resume();
        }
    }

    /// Takes the session's news in.
    fn collect(&mut self) {
        self.mind_absence();
        for event in self.session.poll() {
            match &event {
                Event::View { .. } => continue,
                Event::Hint { hint } => {
                    self.hint = Some(hint.clone());
                    self.hint_asked = false;
                }
                Event::Failed { .. } | Event::NotSaved { .. } => {
                    let texts = crate::words::event(&self.session, &event, None, self.friend);
                    self.alert = texts.into_iter().next();
                }
                Event::Saved => self.alert = None,
                Event::Moved { .. }
                | Event::Acted { .. }
                | Event::Undone { .. }
                | Event::Redone { .. }
                | Event::Started { .. }
                | Event::Resumed { .. } => {
                    self.hint = None;
                    self.hint_asked = false;
                    if self.session.is_saved() {
                        self.alert = None;
                    }
                }
                _ => {}
            }
            self.events.push(event);
            self.changed = true;
        }
        if self.session.game_id() != self.kept_as {
            self.kept_as = self.session.game_id();
            self.rooms.note_game(&self.key, self.kept_as, self.friend);
        }
    }

    /// The seat of somebody in this role; `None` for one who plays both or neither.
    fn seat_of(&self, role: Role) -> Option<Seat> {
        let you = self.session.your_seat();
        match role {
            Role::Host if self.friend || self.plays_alone() => Some(you),
            Role::Guest if self.friend => Some(you.other()),
            _ => None,
        }
    }

    /// Whether one person plays against a program.
    fn plays_alone(&self) -> bool {
        let you = self.session.your_seat();
        self.session.player(you).is_person() && !self.session.player(you.other()).is_person()
    }

    /// Whether somebody in this role decides for this seat.
    fn decides(&self, role: Role, seat: Seat) -> bool {
        self.session.player(seat).is_person()
            && match role {
                Role::Host => !self.friend || seat == self.session.your_seat(),
                Role::Guest => self.friend && seat != self.session.your_seat(),
                Role::Spectator => false,
            }
    }

    fn member(&self, id: u64) -> Option<&Member> {
        self.members.iter().find(|member| member.id == id)
    }

    /// Sends one message to one connection.
    fn answer(&self, to: u64, re: Option<u64>, tell: Tell) {
        if let Some(member) = self.member(to) {
            member.outbox.tell(&Told { re, tell });
        }
    }

    fn refuse(&self, to: u64, re: Option<u64>, (code, text): Refused) {
        self.answer(to, re, Tell::Error { code, text });
    }

    /// Sends the hosts something that streams.
    fn stream(&self, tell: &Tell) {
        for member in self.members.iter().filter(|it| it.role == Role::Host) {
            member.outbox.tell(&Told {
                re: None,
                tell: tell.clone(),
            });
        }
    }

    fn is_empty(&self) -> bool {
        self.members.is_empty()
    }
}

fn run(parts: &RoomParts) {
    let (rooms, key) = (&parts.rooms, &parts.key);
    // A fault in one room must not leave the others without an answer for it.
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| live(parts)));
    match ended {
        // It has left the list already, and another of its name may be there by now.
        Ok(Ended::Retired) => {}
        Ok(Ended::Closed) => rooms.forget(key),
        Err(_) => {
            eprintln!("tengen: a room failed; its game is kept");
            rooms.forget(key);
        }
    }
}

impl Drop for Room {
    /// However it ends: nobody is left waiting.
    fn drop(&mut self) {
        for member in &self.members {
            member.outbox.close();
        }
    }
}

/// How a room ended.
enum Ended {
    /// Empty for long enough.
    Retired,
    /// With the server, or because it could not begin.
    Closed,
}

fn live(parts: &RoomParts) -> Ended {
    let mut room = match Room::new(parts) {
        Ok(room) => room,
        Err(reason) => {
            eprintln!("tengen: a room could not be opened: {reason}");
            while let Ok(letter) = parts.inbox.recv_timeout(Duration::from_millis(100)) {
                if let Letter::Join(member) = letter {
                    member.outbox.close();
                }
            }
            return Ended::Closed;
        }
    };
    let mut empty_since = Some(Instant::now());
    loop {
        let due = room.session.due_in_ms().map(Duration::from_millis);
        let retire = empty_since.map(|since| EMPTY_FOR.saturating_sub(since.elapsed()));
        let wait = [due, retire].into_iter().flatten().min();
        let letter = match wait {
            Some(wait) => parts.inbox.recv_timeout(wait.max(Duration::from_millis(1))),
            None => parts
                .inbox
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
        };
        match letter {
            Ok(letter) => {
                if !room.take(letter) {
                    return Ended::Closed;
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                let is_over = empty_since.is_some_and(|since| since.elapsed() >= EMPTY_FOR);
                if is_over {
                    match parts.rooms.retire(&parts.key, &parts.inbox) {
                        Ok(()) => return Ended::Retired,
                        Err(letter) => {
                            if !room.take(*letter) {
                                return Ended::Closed;
                            }
                        }
                    }
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ended::Closed,
        }
        room.collect();
        if room.changed {
            room.broadcast(None);
        }
        empty_since = match (room.is_empty(), empty_since) {
            (true, None) => Some(Instant::now()),
            (true, since) => since,
            (false, _) => None,
        };
    }
}
