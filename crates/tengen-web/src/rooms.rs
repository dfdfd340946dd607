//! All rooms, and all browsers that may enter them.
//!
//! A browser is known by its cookie. A *host* has a room of its own and may do everything
//! in it; a *guest* and *spectators* come by link into somebody's room. Which game is on
//! the board of which room is kept in the store, so that a restart loses no seat.

mod kept;
#[cfg(test)]
mod tests;
mod visitors;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tengen_play::journal::GameId;
use tengen_play::store::Store;
use tokio::sync::watch;

use crate::messages::{ErrorCode, GameSetup, Role, Text};
use crate::room::{Letter, Member, Refused, Room, RoomParts};
use crate::searches::Searches;
use crate::server::Silence;
use crate::setup;
use crate::token::Token;

use visitors::{Grants, Visitor};

/// Most rooms that are open at a time: each is a thread and a game.
const MOST_ROOMS: usize = 256;
/// Most browsers that are remembered while the server runs.
const MOST_VISITORS: usize = 4_096;

/// The largest study that is kept.
const MOST_STUDY_BYTES: usize = 64 << 10;

/// What all rooms share.
#[derive(Debug)]
pub(crate) struct Services {
    /// Where games are kept.
    pub(crate) store: Option<Store>,
    /// Why they are not, if they are not.
    pub(crate) store_trouble: Option<String>,
    /// The one owner of every search.
    pub(crate) searches: Searches,
    /// Addresses for other machines; empty on loopback.
    pub(crate) addresses: Vec<String>,
    /// The token that makes a host; `None` on loopback, where everybody is one.
    pub(crate) key: Option<Token>,
    /// How long a connection may be silent.
    pub(crate) silence: Silence,
}

impl Services {
    pub(crate) fn addresses(&self) -> Vec<String> {
        self.addresses.clone()
    }
}

/// What is known about a room, open or not.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Record {
    game: Option<i64>,
    friend: bool,
    guest: Option<Token>,
    spectator: Option<Token>,
    setup: Option<GameSetup>,
    /// What was studied there last, as SGF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    study: Option<String>,
    /// Whether somebody had added to it.
    #[serde(default)]
    touched: bool,
    used: u64,
}

#[derive(Debug, Default)]
struct State {
    live: HashMap<String, Sender<Letter>>,
    records: HashMap<String, Record>,
    visitors: Vec<Visitor>,
    last_setup: Option<GameSetup>,
    /// The last game that was not over when the server began, until a room takes it up.
    /// Games begun since belong to the rooms that began them.
    left_over: Option<i64>,
    closing: bool,
}

#[derive(Debug)]
struct Inner {
    services: Services,
    state: Mutex<State>,
    next: AtomicU64,
    /// Told when the server ends, to connections that are in no room.
    closing: watch::Sender<bool>,
}

/// All rooms. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Rooms(Arc<Inner>);

/// What a browser gets for its token.
#[derive(Debug)]
pub(crate) struct Entered {
    /// The cookie; new if it had none.
    pub(crate) cookie: Token,
    /// What it is.
    pub(crate) role: Role,
    /// The room of a guest or spectator.
    pub(crate) room: Option<String>,
}

impl Rooms {
    /// With what the store remembers.
    pub(crate) fn new(services: Services) -> Rooms {
        let mut state = kept::load(services.store.as_ref());
        // On loopback somebody new goes on with the last game.
        let store = services.store.as_ref().filter(|_| services.key.is_none());
        let last = store.and_then(|store| store.last_unfinished().ok().flatten());
        state.left_over = last.map(|game| game.0);
        let visits = state.visitors.iter().map(|it| it.used);
        let uses = state.records.values().map(|it| it.used);
        let most = visits.chain(uses).max().unwrap_or(0);
        Rooms(Arc::new(Inner {
            services,
            state: Mutex::new(state),
            next: AtomicU64::new(most + 1),
            closing: watch::Sender::new(false),
        }))
    }

    pub(crate) fn services(&self) -> &Services {
        &self.0.services
    }

    /// A number that no other has.
    pub(crate) fn next_number(&self) -> u64 {
        self.0.next.fetch_add(1, Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Exchanges a token for a cookie. A browser that has one keeps it.
    pub(crate) fn enter(&self, token: &str, cookie: Option<&str>) -> Result<Entered, Refused> {
        let invalid = || (ErrorCode::NotAllowed, Text::new("error.enter"));
        let used = self.next_number();
        let mut state = self.lock();
        let known = cookie.and_then(|cookie| state.visitor(cookie));
        let opened = state.opened_by(token);
        let is_key = self
            .0
            .services
            .key
            .as_ref()
            .is_some_and(|key| key.is(token));
        let is_owner = is_key || (token.is_empty() && self.0.services.key.is_none());
        if known.is_none() && opened.is_none() && !is_owner
            || !token.is_empty() && opened.is_none() && !is_key
        {
            return Err(invalid());
        }
        let at = match known {
            Some(at) => at,
            None => state.add_visitor(used).map_err(|_| invalid())?,
        };
        let visitor = &mut state.visitors[at];
        visitor.used = used;
        visitor.owner |= is_owner;
        if let Some((room, role)) = opened {
            if visitor.room.as_ref() != Some(&room) {
                visitor.grants.add(&room, role);
            }
            let entered = Entered {
                cookie: visitor.cookie.clone(),
                role: visitor.role_in(&room).unwrap_or(role),
                room: Some(room),
            };
            // The token has left the guest's address: the cookie must survive a restart.
            self.save(state);
            return Ok(entered);
        }
        let granted = visitor.grants.last();
        Ok(Entered {
            cookie: visitor.cookie.clone(),
            role: match (visitor.owner, granted) {
                (false, Some((_, role))) => *role,
                _ => Role::Host,
            },
            room: match visitor.owner {
                true => None,
                false => granted.map(|(room, _)| room.clone()),
            },
        })
    }

    /// Whether this cookie is known.
    pub(crate) fn knows(&self, cookie: &str) -> bool {
        self.lock().visitor(cookie).is_some()
    }

    /// The room that a browser means, and what it is there.
    pub(crate) fn find(
        &self,
        cookie: &str,
        asked: Option<&str>,
    ) -> Result<(String, Role), Refused> {
        let missing = || (ErrorCode::NotFound, Text::new("error.room"));
        let used = self.next_number();
        let fresh = Token::new().map_err(|_| missing())?;
        let mut state = self.lock();
        let at = state.visitor(cookie).ok_or_else(missing)?;
        let visitor = &mut state.visitors[at];
        visitor.used = used;
        if let Some(room) = asked
            && let Some(role) = visitor.role_in(room)
        {
            return Ok((room.to_owned(), role));
        }
        if !visitor.owner {
            let granted = visitor.grants.last();
            return granted
                .map(|(room, role)| (room.clone(), *role))
                .ok_or_else(missing);
        }
        if let Some(room) = &visitor.room {
            return Ok((room.clone(), Role::Host));
        }
        // Half a token names a room well enough; it opens nothing.
        let room = fresh.secret()[..16].to_owned();
        visitor.room = Some(room.clone());
        let game = state.unclaimed_game();
        state.records.insert(
            room.clone(),
            Record {
                game,
                used,
                ..Record::default()
            },
        );
        Ok((room, Role::Host))
    }

    /// Lets a connection into a room, which is opened if it is not.
    pub(crate) fn join(&self, key: &str, member: Member) -> Result<Sender<Letter>, Refused> {
        let busy = || (ErrorCode::Busy, Text::new("error.busy"));
        let mut state = self.lock();
        if state.closing {
            return Err(busy());
        }
        if let Some(sender) = state.live.get(key) {
            // A room takes letters until it has left the list, under this same lock.
            let _ = sender.send(Letter::Join(member));
            return Ok(sender.clone());
        }
        if state.live.len() >= MOST_ROOMS {
            return Err(busy());
        }
        let record = state.records.entry(key.to_owned()).or_default().clone();
        let (outlet, inbox) = channel();
        let parts = RoomParts {
            key: key.to_owned(),
            rooms: self.clone(),
            inbox,
            outlet: outlet.clone(),
            game: record.game.map(GameId),
            friend: record.friend,
        };
        Room::start(parts).map_err(|_| busy())?;
        let _ = outlet.send(Letter::Join(member));
        state.live.insert(key.to_owned(), outlet.clone());
        Ok(outlet)
    }

    /// The way to an open room.
    pub(crate) fn sender(&self, key: &str) -> Option<Sender<Letter>> {
        self.lock().live.get(key).cloned()
    }

    /// Takes an empty room off the list, unless a letter has just come for it.
    pub(crate) fn retire(&self, key: &str, inbox: &Receiver<Letter>) -> Result<(), Box<Letter>> {
        let mut state = self.lock();
        match inbox.try_recv() {
            Ok(letter) => Err(Box::new(letter)),
            Err(_) => {
                state.live.remove(key);
                Ok(())
            }
        }
    }

    /// A room has ended.
    pub(crate) fn forget(&self, key: &str) {
        self.lock().live.remove(key);
    }

    /// Notes which game is on the board of a room.
    pub(crate) fn note_game(&self, key: &str, game: Option<GameId>, friend: bool) {
        let used = self.next_number();
        let mut state = self.lock();
        let record = state.records.entry(key.to_owned()).or_default();
        let game = game.map(|id| id.0);
        let is_new = record.game != game || record.friend != friend;
        record.game = game;
        record.friend = friend;
        record.used = used;
        // A write waits for the disk: only what a restart would miss is worth it.
        if is_new {
            self.save(state);
        }
    }

    /// Keeps everything that a restart needs.
    fn save(&self, state: MutexGuard<'_, State>) {
        let Some(store) = &self.0.services.store else {
            return;
        };
        // Ordered under the lock, so that the newest is written last; the disk is waited
        // for without it.
        let ordered = store.order_setting(kept::KEY, &kept::text(&state));
        drop(state);
        // A store that cannot take it costs seats after a restart and nothing now.
        let _ = ordered.wait();
    }

    /// Remembers a setup for the next new-game sheet; it is kept with the game's first move.
    pub(crate) fn remember(&self, key: &str, setup: &GameSetup) {
        let mut state = self.lock();
        state.records.entry(key.to_owned()).or_default().setup = Some(setup.clone());
        state.last_setup = Some(setup.clone());
    }

    /// The setup that was used last: in this room, else anywhere on this machine.
    pub(crate) fn remembered(&self, key: &str) -> GameSetup {
        let state = self.lock();
        let own = state.records.get(key).and_then(|it| it.setup.clone());
        let anywhere = || match self.0.services.key {
            None => state.last_setup.clone(),
            Some(_) => None,
        };
        let mut remembered = own.or_else(anywhere).unwrap_or_else(setup::first_setup);
        // Nobody waits for a friend whom nobody has invited.
        if remembered.opponent == crate::messages::PlayerSetup::Friend {
            remembered.opponent = setup::first_setup().opponent;
        }
        remembered
    }

    /// Keeps what is studied in a room; too large a study is not kept.
    pub(crate) fn keep_study(&self, key: &str, sgf: String, touched: bool) {
        let mut state = self.lock();
        let record = state.records.entry(key.to_owned()).or_default();
        let sgf = Some(sgf).filter(|sgf| sgf.len() <= MOST_STUDY_BYTES);
        if record.study != sgf || record.touched != touched {
            record.study = sgf;
            record.touched = touched;
            self.save(state);
        }
    }

    /// What was studied in a room last, and whether somebody had added to it.
    pub(crate) fn kept_study(&self, key: &str) -> Option<(String, bool)> {
        let state = self.lock();
        let record = state.records.get(key)?;
        Some((record.study.clone()?, record.touched))
    }

    /// Whether another open room has this game on its board.
    pub(crate) fn is_open_elsewhere(&self, key: &str, game: GameId) -> bool {
        let state = self.lock();
        let mut live = state.live.keys().filter(|other| *other != key);
        live.any(|other| {
            let record = state.records.get(other);
            record.is_some_and(|it| it.game == Some(game.0))
        })
    }

    /// Makes the links of a room.
    pub(crate) fn invite(&self, key: &str) {
        let (Ok(guest), Ok(spectator)) = (Token::new(), Token::new()) else {
            return;
        };
        let mut state = self.lock();
        let record = state.records.entry(key.to_owned()).or_default();
        record.guest.get_or_insert(guest);
        record.spectator.get_or_insert(spectator);
    }

    /// The tokens for guest and spectators, once there are some.
    pub(crate) fn links(&self, key: &str) -> Option<(String, String)> {
        let state = self.lock();
        let record = state.records.get(key)?;
        Some((
            record.guest.as_ref()?.secret().to_owned(),
            record.spectator.as_ref()?.secret().to_owned(),
        ))
    }

    /// Tells when the server ends. As long as it is kept it counts as an open connection.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// How many connections are open.
    pub(crate) fn connections(&self) -> usize {
        self.0.closing.receiver_count()
    }

    /// How many rooms are open.
    pub(crate) fn open_rooms(&self) -> usize {
        self.lock().live.len()
    }

    /// Tells all rooms and connections to end, and waits for them a little.
    pub(crate) fn close(&self, patience: Duration) {
        let begun = Instant::now();
        self.0.closing.send_replace(true);
        let senders: Vec<Sender<Letter>> = {
            let mut state = self.lock();
            state.closing = true;
            let senders = state.live.values().cloned().collect();
            self.save(state);
            senders
        };
        for sender in senders {
            // A room that has just ended needs no telling.
            let _ = sender.send(Letter::Close);
        }
        let is_open = || self.open_rooms() > 0 || self.connections() > 0;
        while is_open() && begun.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl State {
    /// The game that was left over, unless a room has it.
    fn unclaimed_game(&mut self) -> Option<i64> {
        let last = self.left_over.take()?;
        let claimed = self.records.values().any(|it| it.game == Some(last));
        (!claimed).then_some(last)
    }

    fn visitor(&self, cookie: &str) -> Option<usize> {
        // Every one is compared, so that the time tells nothing.
        let mut found = None;
        for (at, visitor) in self.visitors.iter().enumerate() {
            if visitor.cookie.is(cookie) {
                found = Some(at);
            }
        }
        found
    }

    /// The room and role that a link's token opens.
    fn opened_by(&self, token: &str) -> Option<(String, Role)> {
        let mut found = None;
        for (room, record) in &self.records {
            let is = |known: &Option<Token>| known.as_ref().is_some_and(|it| it.is(token));
            if is(&record.guest) {
                found = Some((room.clone(), Role::Guest));
            }
            if is(&record.spectator) {
                found = Some((room.clone(), Role::Spectator));
            }
        }
        found
    }

    fn add_visitor(&mut self, used: u64) -> Result<usize, getrandom::Error> {
        let is_open = |room: &str| self.live.contains_key(room);
        if self.visitors.len() >= MOST_VISITORS
            && let Some(least) =
                (0..self.visitors.len()).min_by_key(|&at| self.visitors[at].worth(is_open))
        {
            self.drop_visitor(least);
        }
        self.visitors.push(Visitor {
            cookie: Token::new()?,
            owner: false,
            room: None,
            grants: Grants::default(),
            used,
        });
        Ok(self.visitors.len() - 1)
    }

    /// Forgets a browser, and the rooms that nobody else can enter and nobody is in.
    fn drop_visitor(&mut self, at: usize) {
        let gone = self.visitors.swap_remove(at);
        for room in gone.rooms() {
            let is_known = |it: &Visitor| it.rooms().any(|known| known == room);
            if !self.live.contains_key(room) && !self.visitors.iter().any(is_known) {
                self.records.remove(room);
            }
        }
    }
}
