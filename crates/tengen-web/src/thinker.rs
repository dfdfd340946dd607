//! Programs think in the one queue of searches.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use tengen_play::thinking::{Brains, Cancel, Job, JobTask, News, Reply, Report, Thinker, Wake};
use tengen_play::{EngineLimits, Opponent, Player};

use crate::searches::{Queue, Searches, Slot, Ticket};

/// The thinker of one room.
pub(crate) struct QueuedThinker {
    searches: Searches,
    client: u64,
    wake: Wake,
    outbox: Sender<News>,
    news: Receiver<News>,
    running: Option<(Ticket, Cancel)>,
}

impl std::fmt::Debug for QueuedThinker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QueuedThinker")
            .field("client", &self.client)
            .finish_non_exhaustive()
    }
}

impl QueuedThinker {
    /// A thinker for this client, which calls `wake` when it has news.
    pub(crate) fn new(searches: Searches, client: u64, wake: Wake) -> QueuedThinker {
        let (outbox, news) = channel();
        QueuedThinker {
            searches,
            client,
            wake,
            outbox,
            news,
            running: None,
        }
    }
}

impl Thinker for QueuedThinker {
    fn ask(&mut self, job: Job) {
        self.cancel();
        let cancel = Cancel::default();
        let (client, outbox, wake) = (self.client, self.outbox.clone(), self.wake.clone());
        let theirs = cancel.clone();
        let ticket = self.searches.submit(Queue::Turn, move |slot| {
            let mut brains = slot.take_brains(client);
            let number = job.number;
            let job = in_time(job, slot);
            let mut tell = |what: Report| {
                // Nobody may be left to hear it.
                let _ = outbox.send(News { job: number, what });
                wake();
            };
            if !theirs.is_dropped() {
                let thinking =
                    std::panic::AssertUnwindSafe(|| brains.answer(&job, &theirs, &mut tell));
                // The game must not wait for ever for an answer that cannot come.
                let reply = std::panic::catch_unwind(thinking)
                    .unwrap_or_else(|_| Reply::Failed("the search failed".to_owned()));
                if matches!(reply, Reply::Failed(_)) {
                    brains = Brains::default();
                }
                tell(Report::Done(reply));
            }
            slot.keep_brains(client, brains);
        });
        self.running = Some((ticket, cancel));
    }

    fn cancel(&mut self) {
        if let Some((ticket, cancel)) = self.running.take() {
            cancel.drop_job();
            self.searches.withdraw(&ticket);
        }
    }

    fn hurry(&mut self) {
        if let Some((_, cancel)) = &self.running {
            cancel.hurry();
        }
    }

    fn poll(&mut self) -> Option<News> {
        self.news.try_recv().ok()
    }
}

impl Drop for QueuedThinker {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// The job with the time that is left of it after waiting in line; in a crowd a move that
/// would take seconds takes its share.
fn in_time(mut job: Job, slot: &Slot<'_>) -> Job {
    let waited = u64::try_from(slot.waited.as_millis()).unwrap_or(u64::MAX);
    let left = |ms: u64| ms.saturating_sub(waited).max(20);
    job.turn_ms = job.turn_ms.map(left);
    job.left_ms = job.left_ms.map(left);
    let timed = match &job.player {
        Player::Opponent(Opponent::Master) => true,
        Player::Engine(limits) => limits.nodes.is_none() && limits.depth.is_none(),
        _ => false,
    };
    if timed && job.task == JobTask::Turn {
        let alone = Duration::from_millis(EngineLimits::DEFAULT_TURN_MS);
        let bound = u64::try_from(slot.bound(alone).as_millis()).unwrap_or(u64::MAX);
        job.turn_ms = match (job.turn_ms, job.left_ms) {
            // A game with a clock plans for itself.
            (None, Some(_)) => None,
            (turn, _) => Some(turn.map_or(bound, |turn| turn.min(bound))),
        };
    }
    job
}
