//! The thinker on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use tengen_engine::Stop;

use super::brain::Brains;
use super::{Job, News, Reply, Report, Thinker};

/// Called on the thinking thread whenever there is news, so that a face can wait for
/// its own events and this at once.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Ends a job from outside. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    /// Ends our own searches, which then answer with what they have.
    pub(super) stop: Stop,
    /// Ends waiting for a foreign program too: the answer is not wanted any more.
    pub(super) dropped: Arc<AtomicBool>,
}

impl Cancel {
    /// Ends the job; its answer is not wanted any more.
    pub fn drop_job(&self) {
        self.dropped.store(true, Ordering::Relaxed);
        self.stop.raise();
    }

    /// Lets the job answer with what it has.
    pub fn hurry(&self) {
        self.stop.raise();
    }

    /// Whether the answer is not wanted any more.
    pub fn is_dropped(&self) -> bool {
        self.dropped.load(Ordering::Relaxed)
    }
}

/// Thinks on one thread; jobs come one after the other.
pub struct Background {
    jobs: Option<Sender<(Job, Cancel)>>,
    news: Receiver<News>,
    running: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl std::fmt::Debug for Background {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Background").finish_non_exhaustive()
    }
}

impl Background {
    /// Starts the thread. It sleeps until there is a job.
    ///
    /// # Errors
    /// What the system says if it has no thread to give.
    pub fn start(wake: Wake) -> std::io::Result<Background> {
        let (jobs, inbox) = channel::<(Job, Cancel)>();
        let (outbox, news) = channel();
        let thread = std::thread::Builder::new()
            .name("thinking".to_owned())
            .spawn(move || work(&inbox, &outbox, &wake))?;
        Ok(Background {
            jobs: Some(jobs),
            news,
            running: Cancel::default(),
            thread: Some(thread),
        })
    }
}

impl Thinker for Background {
    fn ask(&mut self, job: Job) {
        self.cancel();
        self.running = Cancel::default();
        if let Some(jobs) = &self.jobs {
            // The thread lives as long as this sender.
            let _ = jobs.send((job, self.running.clone()));
        }
    }

    fn cancel(&mut self) {
        self.running.drop_job();
    }

    fn hurry(&mut self) {
        self.running.hurry();
    }

    fn poll(&mut self) -> Option<News> {
        self.news.try_recv().ok()
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.cancel();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic there was told by its own message; the game is saved.
            let _ = thread.join();
        }
    }
}

fn work(inbox: &Receiver<(Job, Cancel)>, outbox: &Sender<News>, wake: &Wake) {
    let mut brains = Brains::default();
    for (job, cancel) in inbox {
        if cancel.is_dropped() {
            continue;
        }
        let number = job.number;
        let mut tell = |what: Report| {
            // Nobody may be left to hear it; then the loop ends by itself.
            let _ = outbox.send(News { job: number, what });
            wake();
        };
        // A fault in a program must not leave a person waiting for its move for ever.
        let thought = catch_unwind(AssertUnwindSafe(|| brains.answer(&job, &cancel, &mut tell)));
        let reply = thought.unwrap_or_else(|_| {
            brains = Brains::default();
            Reply::Failed("a fault in the program".to_owned())
        });
        tell(Report::Done(reply));
    }
}
