//! The log of a game: everything that changed it, in order, so that it can be kept as it
//! happens and brought back as it was.
//!
//! A log is only ever added to. Taking back is an entry like any other, so a game comes
//! back with what could be done again. A [`Keeper`] stores logs; the session hands each
//! entry over before it tells its face.

use std::fmt;

use tengen_core::opening::{Act, Protocol, Seat};
use tengen_core::{Point, Rule, Size, Stone};

use crate::clock::{TimeControl, TimeSource};
use crate::event::Event;
use crate::player::{EngineLimits, Opponent, Player};

/// How long to wait after a failure before saving is tried again without a new entry.
const RETRY_MS: u64 = 2_000;

/// The number of a kept game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub i64);

/// One change of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A stone that stands before the first move.
    SetUp(Stone, Point),
    /// Who moves first, after stones were set up.
    ToMove(Stone),
    /// An ordinary move.
    Move(Point),
    /// An act of the opening.
    Act(Act),
    /// The end of the game, if it was not one by the rules, was taken back, and so many
    /// moves and acts.
    Undo(usize),
    /// So many were done again.
    Redo(usize),
    /// A player resigned.
    Resign(Seat),
    /// The players agreed on a draw.
    Draw,
    /// A player's time was over.
    Time(Seat),
}

impl Change {
    /// As it is kept: `move h8`, `act swap`, `undo 2`, `resign first`, `set-black h8`.
    pub fn text(self, size: Size) -> String {
        let seat = |seat: Seat| match seat {
            Seat::First => "first",
            Seat::Second => "second",
        };
        match self {
            Change::SetUp(stone, point) => format!("set-{} {}", colour(stone), point.name(size)),
            Change::ToMove(stone) => format!("to-move {}", colour(stone)),
            Change::Move(point) => format!("move {}", point.name(size)),
            Change::Act(act) => format!("act {}", act.text(size)),
            Change::Undo(plies) => format!("undo {plies}"),
            Change::Redo(plies) => format!("redo {plies}"),
            Change::Resign(who) => format!("resign {}", seat(who)),
            Change::Draw => "draw".to_owned(),
            Change::Time(who) => format!("time {}", seat(who)),
        }
    }

    /// Reads what [`text`](Change::text) wrote; `None` for anything else.
    pub fn parse(text: &str, size: Size) -> Option<Change> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let seat = || match rest {
            "first" => Some(Seat::First),
            "second" => Some(Seat::Second),
            _ => None,
        };
        let plies = || rest.parse().ok();
        match word {
            "set-black" => point_named(rest, size).map(|at| Change::SetUp(Stone::Black, at)),
            "set-white" => point_named(rest, size).map(|at| Change::SetUp(Stone::White, at)),
            "to-move" => Stone::BOTH
                .into_iter()
                .find(|stone| colour(*stone) == rest)
                .map(Change::ToMove),
            "move" => point_named(rest, size).map(Change::Move),
            "act" => Act::parse(rest, size).ok().map(Change::Act),
            "undo" => plies().map(Change::Undo),
            "redo" => plies().map(Change::Redo),
            "resign" => seat().map(Change::Resign),
            "draw" if rest.is_empty() => Some(Change::Draw),
            "time" => seat().map(Change::Time),
            _ => None,
        }
    }
}

fn colour(stone: Stone) -> &'static str {
    match stone {
        Stone::Black => "black",
        Stone::White => "white",
    }
}

fn point_named(name: &str, size: Size) -> Option<Point> {
    size.points().find(|point| point.name(size) == name)
}

/// A change with the clocks after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Logged {
    /// What changed.
    pub change: Change,
    /// How long a move took, in milliseconds.
    pub took_ms: u64,
    /// What both seats have left after it, in milliseconds.
    pub left_ms: [u64; 2],
}

/// A player as it is kept. Foreign programs are kept by name only: what a file says must
/// never start a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptPlayer {
    /// A person.
    Person,
    /// A named opponent.
    Opponent(Opponent),
    /// The engine with limits.
    Engine(EngineLimits),
    /// A foreign program of this name.
    External(String),
}

impl KeptPlayer {
    /// The text that is kept.
    pub fn text(&self) -> String {
        match self {
            KeptPlayer::Person => "person".to_owned(),
            KeptPlayer::Opponent(opponent) => opponent.id(),
            KeptPlayer::Engine(limits) => {
                let number = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
                format!(
                    "engine {} {} {} {}",
                    number(limits.nodes),
                    number(limits.depth.map(u64::from)),
                    number(limits.turn_ms),
                    limits.threads
                )
            }
            KeptPlayer::External(name) => format!("external {name}"),
        }
    }

    /// Reads what [`text`](KeptPlayer::text) wrote; `None` for anything else.
    pub fn parse(text: &str) -> Option<KeptPlayer> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "person" => Some(KeptPlayer::Person),
            "external" => Some(KeptPlayer::External(rest.to_owned())),
            "engine" => {
                let mut words = rest.split(' ');
                let mut number = || match words.next()? {
                    "-" => Some(None),
                    digits => digits.parse::<u64>().ok().map(Some),
                };
                Some(KeptPlayer::Engine(EngineLimits {
                    nodes: number()?,
                    depth: number()?.and_then(|n| u32::try_from(n).ok()),
                    turn_ms: number()?,
                    threads: usize::try_from(number()??).ok()?,
                }))
            }
            _ => text.parse().ok().map(KeptPlayer::Opponent),
        }
    }

    /// The player again; `external` finds a foreign program by its name. One that is not
    /// found becomes a person, so that the game can be played on by hand.
    pub fn revive(&self, external: &dyn Fn(&str) -> Option<crate::ExternalEngine>) -> Player {
        match self {
            KeptPlayer::Person => Player::Person,
            KeptPlayer::Opponent(opponent) => Player::Opponent(*opponent),
            KeptPlayer::Engine(limits) => Player::Engine(*limits),
            KeptPlayer::External(name) => external(name).map_or(Player::Person, Player::External),
        }
    }
}

impl From<&Player> for KeptPlayer {
    fn from(player: &Player) -> KeptPlayer {
        match player {
            Player::Person => KeptPlayer::Person,
            Player::Opponent(opponent) => KeptPlayer::Opponent(*opponent),
            Player::Engine(limits) => KeptPlayer::Engine(*limits),
            Player::External(engine) => KeptPlayer::External(engine.name.clone()),
        }
    }
}

/// What is kept of a game beside its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rule.
    pub rule: Rule,
    /// Board size.
    pub size: Size,
    /// How it was opened.
    pub protocol: Protocol,
    /// The players by seat.
    pub players: [KeptPlayer; 2],
    /// The seat of the one who set the game up.
    pub you: Seat,
    /// Whether that seat was drawn, and not chosen.
    pub drawn: bool,
    /// The clock.
    pub time: TimeControl,
    /// What variety was drawn from.
    pub seed: u64,
}

/// What a list of games shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Stones on the board.
    pub moves: usize,
    /// The result in English; empty while the game goes on.
    pub result: String,
}

/// Why a game could not be kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct KeepError(pub String);

/// Keeps games. A method that returns `Ok` has kept what it was given, whatever happens
/// to this process afterwards.
pub trait Keeper: fmt::Debug + Send {
    /// Begins a game with the first entries of its log.
    ///
    /// # Errors
    /// [`KeepError`]; nothing is kept then.
    fn begin(
        &mut self,
        header: &Header,
        log: &[Logged],
        summary: &Summary,
    ) -> Result<GameId, KeepError>;

    /// Adds entries to a log that has `kept` already.
    ///
    /// # Errors
    /// [`KeepError`]; none of the entries is kept then.
    fn append(
        &mut self,
        game: GameId,
        kept: usize,
        log: &[Logged],
        summary: &Summary,
    ) -> Result<(), KeepError>;
}

/// The log of the running game, and how much of it is kept.
#[derive(Debug)]
pub(crate) struct Journal {
    keeper: Option<Box<dyn Keeper>>,
    header: Header,
    game: Option<GameId>,
    log: Vec<Logged>,
    kept: usize,
    summary: Summary,
    /// When to try again, after a failure.
    retry_at_ms: Option<u64>,
    /// Whether entries are gathered, to be kept at once.
    holds: bool,
}

impl Journal {
    /// The log of a new game. Nothing is kept before the first entry.
    pub(crate) fn new(keeper: Option<Box<dyn Keeper>>, header: Header) -> Journal {
        Journal {
            keeper,
            header,
            game: None,
            log: Vec::new(),
            kept: 0,
            summary: Summary::default(),
            retry_at_ms: None,
            holds: false,
        }
    }

    /// Gathers entries until [`release`](Journal::release).
    pub(crate) fn hold(&mut self) {
        self.holds = true;
    }

    /// Keeps what was gathered.
    pub(crate) fn release(&mut self, time: &dyn TimeSource) -> Option<Event> {
        self.holds = false;
        self.flush(time)
    }

    /// Goes on with a log that is kept already.
    pub(crate) fn go_on(&mut self, header: Header, game: GameId, log: Vec<Logged>) {
        self.header = header;
        self.game = Some(game);
        self.kept = log.len();
        self.log = log;
        self.retry_at_ms = None;
    }

    /// Begins another game.
    pub(crate) fn restart(&mut self, header: Header) {
        let keeper = self.keeper.take();
        *self = Journal::new(keeper, header);
    }

    pub(crate) fn game(&self) -> Option<GameId> {
        self.game
    }

    pub(crate) fn is_kept(&self) -> bool {
        self.keeper.is_none() || self.kept == self.log.len()
    }

    pub(crate) fn add(
        &mut self,
        logged: Logged,
        summary: Summary,
        time: &dyn TimeSource,
    ) -> Option<Event> {
        self.log.push(logged);
        self.summary = summary;
        match self.holds {
            true => None,
            false => self.flush(time),
        }
    }

    /// Tries again, if an earlier failure makes that due.
    pub(crate) fn retry(&mut self, time: &dyn TimeSource) -> Option<Event> {
        match self.retry_in_ms(time.now_ms()) {
            Some(0) => self.flush(time),
            _ => None,
        }
    }

    /// Milliseconds until [`retry`](Journal::retry) tries again; `None` if nothing failed.
    pub(crate) fn retry_in_ms(&self, now_ms: u64) -> Option<u64> {
        self.retry_at_ms.map(|at| at.saturating_sub(now_ms))
    }

    fn flush(&mut self, time: &dyn TimeSource) -> Option<Event> {
        let keeper = self.keeper.as_mut()?;
        let fresh = &self.log[self.kept..];
        if fresh.is_empty() {
            return None;
        }
        let kept = match self.game {
            Some(game) => keeper.append(game, self.kept, fresh, &self.summary),
            None => keeper
                .begin(&self.header, fresh, &self.summary)
                .map(|game| self.game = Some(game)),
        };
        let had_failed = self.retry_at_ms.is_some();
        match kept {
            Ok(()) => {
                self.kept = self.log.len();
                self.retry_at_ms = None;
                had_failed.then_some(Event::Saved)
            }
            Err(KeepError(reason)) => {
                // The attempt itself may have waited long, for a store that is locked.
                self.retry_at_ms = Some(time.now_ms() + RETRY_MS);
                (!had_failed).then_some(Event::NotSaved { reason })
            }
        }
    }
}
