//! A thinker that answers when told, a clock that stands, a keeper in memory.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use super::super::*;
use crate::journal::{KeepError, Keeper};

/// What the thinker was asked, and what it will say.
#[derive(Debug, Default)]
pub(super) struct Script {
    pub(super) jobs: Vec<Job>,
    pub(super) running: bool,
    outbox: VecDeque<News>,
}

#[derive(Clone, Debug, Default)]
struct Scripted(Arc<Mutex<Script>>);

impl Thinker for Scripted {
    fn ask(&mut self, job: Job) {
        let mut script = self.0.lock().unwrap();
        script.jobs.push(job);
        script.running = true;
    }

    fn cancel(&mut self) {
        self.0.lock().unwrap().running = false;
    }

    fn hurry(&mut self) {}

    fn poll(&mut self) -> Option<News> {
        self.0.lock().unwrap().outbox.pop_front()
    }
}

#[derive(Debug, Default)]
struct StoppedTime(AtomicU64);

impl TimeSource for StoppedTime {
    fn now_ms(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Games kept in memory; refuses while `broken`.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    pub(super) games: Vec<(Header, Vec<Logged>)>,
    pub(super) broken: bool,
    /// How long it takes to refuse, as a store does that is locked.
    pub(super) patience_ms: u64,
}

#[derive(Clone, Debug)]
struct MemoryKeeper(Arc<Mutex<Shelf>>, Arc<StoppedTime>);

impl MemoryKeeper {
    /// The shelf, unless it is broken.
    fn shelf(&self) -> Result<MutexGuard<'_, Shelf>, KeepError> {
        let shelf = self.0.lock().unwrap();
        if shelf.broken {
            self.1.0.fetch_add(shelf.patience_ms, Ordering::Relaxed);
            return Err(KeepError("the shelf is broken".to_owned()));
        }
        Ok(shelf)
    }
}

impl Keeper for MemoryKeeper {
    fn begin(&mut self, header: &Header, log: &[Logged], _: &Summary) -> Result<GameId, KeepError> {
        let mut shelf = self.shelf()?;
        shelf.games.push((header.clone(), log.to_vec()));
        Ok(GameId(shelf.games.len() as i64 - 1))
    }

    fn append(
        &mut self,
        game: GameId,
        kept: usize,
        log: &[Logged],
        _: &Summary,
    ) -> Result<(), KeepError> {
        let mut shelf = self.shelf()?;
        let old = &mut shelf.games[game.0 as usize].1;
        assert_eq!(old.len(), kept, "nothing is left out or kept twice");
        old.extend_from_slice(log);
        Ok(())
    }
}

/// A session with all its parts in our hands.
pub(super) struct Stage {
    pub(super) session: Session,
    script: Arc<Mutex<Script>>,
    shelf: Arc<Mutex<Shelf>>,
    time: Arc<StoppedTime>,
}

impl Stage {
    pub(super) fn new(settings: GameSettings) -> Stage {
        let script = Arc::default();
        let shelf = Arc::default();
        let time = Arc::new(StoppedTime::default());
        let parts = Parts {
            thinker: Box::new(Scripted(Arc::clone(&script))),
            time: Arc::clone(&time) as Arc<dyn TimeSource>,
            keeper: Some(Box::new(MemoryKeeper(
                Arc::clone(&shelf),
                Arc::clone(&time),
            ))),
        };
        Stage {
            session: Session::with_parts(settings, parts).unwrap(),
            script,
            shelf,
            time,
        }
    }

    pub(super) fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap()
    }

    pub(super) fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap()
    }

    /// The last job answers, whether or not it is still wanted.
    pub(super) fn answer(&mut self, reply: Reply) {
        let mut script = self.script();
        let job = script.jobs.last().map_or(0, |job| job.number);
        script.running = false;
        let what = Report::Done(reply);
        script.outbox.push_back(News { job, what });
    }

    pub(super) fn pass_ms(&mut self, ms: u64) {
        self.time.0.fetch_add(ms, Ordering::Relaxed);
    }

    pub(super) fn stones(&self) -> usize {
        self.session.game().position().board().stone_count()
    }
}

/// The events in a word each.
pub(super) fn kinds(events: &[Event]) -> String {
    let word = |event: &Event| match event {
        Event::Started { .. } => "started",
        Event::Resumed { .. } => "resumed",
        Event::Moved { .. } => "moved",
        Event::Acted { .. } => "acted",
        Event::Undone { .. } => "undone",
        Event::Redone { .. } => "redone",
        Event::Thinking { .. } => "thinking",
        Event::View { .. } => "view",
        Event::DrawOffered { .. } => "offered",
        Event::DrawDeclined { .. } => "declined",
        Event::Over { .. } => "over",
        Event::Failed { .. } => "failed",
        Event::NotSaved { .. } => "unsaved",
        Event::Saved => "saved",
        Event::Hint { .. } => "hint",
        Event::LevelChanged(_) => "level",
    };
    events.iter().map(word).collect::<Vec<_>>().join(" ")
}
