//! The engine's view of a position, when somebody asks for it: runs beside a game without
//! touching it, until it is stopped or given another position.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use tengen_core::{Position, Stone};
use tengen_engine::{Clock, Engine, Evaluation, Event, Limits, Listener, Options, Stop};

use crate::event::View;
use crate::stopwatch::Stopwatch;
use crate::thinking::Wake;

/// The table of an analysis: large enough for minutes.
const TABLE_BYTES: usize = 64 << 20;

/// What an analysis may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisLimits {
    /// How many best lines.
    pub lines: usize,
    /// Milliseconds; `None` goes on until stopped.
    pub time_ms: Option<u64>,
    /// Positions; `None` for no limit.
    pub nodes: Option<u64>,
    /// Threads.
    pub threads: usize,
}

impl Default for AnalysisLimits {
    /// Three lines for a minute on one thread: nothing burns for ever by itself.
    fn default() -> AnalysisLimits {
        AnalysisLimits {
            lines: 3,
            time_ms: Some(60_000),
            nodes: None,
            threads: 1,
        }
    }
}

/// Analyses one position at a time on a thread of its own, which sleeps in between.
///
/// ```
/// use tengen_core::{Position, Rule, Size};
/// use tengen_play::{AnalysisLimits, Analyst};
/// let mut analyst = Analyst::start(std::sync::Arc::new(|| {}))?;
/// let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
/// position.play(position.size().centre())?;
/// analyst.look_at(&position, AnalysisLimits { nodes: Some(500), ..Default::default() });
/// while analyst.view().is_none() {
///     std::thread::yield_now();
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Analyst {
    jobs: Option<Sender<Job>>,
    stop: Stop,
    shared: Arc<Mutex<Shared>>,
    thread: Option<JoinHandle<()>>,
}

struct Job {
    number: u64,
    position: Position,
    limits: AnalysisLimits,
    stop: Stop,
}

/// What the thread tells.
#[derive(Default)]
struct Shared {
    /// The job that counts; what others say is dropped.
    number: u64,
    view: Option<View>,
    running: bool,
}

impl std::fmt::Debug for Analyst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analyst").finish_non_exhaustive()
    }
}

impl Analyst {
    /// Starts the thread; `wake` is called on it whenever there is something new.
    ///
    /// # Errors
    /// What the system says if it has no thread to give.
    pub fn start(wake: Wake) -> std::io::Result<Analyst> {
        let (jobs, inbox) = channel();
        let shared = Arc::new(Mutex::new(Shared::default()));
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("analysis".to_owned())
            .spawn(move || work(&inbox, &theirs, &wake))?;
        Ok(Analyst {
            jobs: Some(jobs),
            stop: Stop::new(),
            shared,
            thread: Some(thread),
        })
    }

    /// Looks at another position; the one before is dropped at once. A position that is
    /// over has no view.
    pub fn look_at(&mut self, position: &Position, limits: AnalysisLimits) {
        self.stop.raise();
        self.stop = Stop::new();
        let number = {
            let mut shared = lock(&self.shared);
            shared.number += 1;
            shared.view = None;
            shared.running = position.outcome().is_none();
            shared.number
        };
        if position.outcome().is_none()
            && let Some(jobs) = &self.jobs
        {
            // The thread lives as long as this sender.
            let _ = jobs.send(Job {
                number,
                position: position.clone(),
                limits,
                stop: self.stop.clone(),
            });
        }
    }

    /// Ends the analysis; the last view stays.
    pub fn stop(&mut self) {
        self.stop.raise();
        lock(&self.shared).running = false;
    }

    /// What is seen by now of the position that was given last.
    pub fn view(&self) -> Option<View> {
        lock(&self.shared).view.clone()
    }

    /// Whether it is still looking.
    pub fn is_running(&self) -> bool {
        lock(&self.shared).running
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.stop.raise();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic there was told by its own message.
            let _ = thread.join();
        }
    }
}

fn lock(shared: &Mutex<Shared>) -> std::sync::MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(inbox: &Receiver<Job>, shared: &Arc<Mutex<Shared>>, wake: &Wake) {
    let mut engine = Engine::default();
    for job in inbox {
        if job.stop.is_raised() {
            continue;
        }
        // A fault in one look must not leave the face waiting, nor the next look undone.
        let look = AssertUnwindSafe(|| look(&mut engine, &job, shared, wake));
        if catch_unwind(look).is_err() {
            engine = Engine::default();
        }
        let mut shared = lock(shared);
        if shared.number == job.number {
            shared.running = false;
        }
        drop(shared);
        wake();
    }
}

fn look(engine: &mut Engine, job: &Job, shared: &Mutex<Shared>, wake: &Wake) {
    engine.set_options(Options {
        table_bytes: TABLE_BYTES,
        threads: job.limits.threads.max(1),
        evaluation: Evaluation::Shipped,
        ..Options::default()
    });
    let limits = Limits {
        lines: job.limits.lines,
        turn_ms: job.limits.time_ms,
        nodes: job.limits.nodes,
        ..Limits::default()
    };
    let mut teller = Teller {
        number: job.number,
        to_move: job.position.to_move(),
        shared,
        wake,
    };
    let watch = Stopwatch::start();
    let answer = engine.search(&job.position, &limits, &watch, &job.stop, &mut teller);
    // Where nothing is to be searched no depth was told.
    teller.tell(&answer.lines, answer.nodes, watch.elapsed_ms());
}

struct Teller<'a> {
    number: u64,
    to_move: Stone,
    shared: &'a Mutex<Shared>,
    wake: &'a Wake,
}

impl Teller<'_> {
    fn tell(&mut self, lines: &[tengen_engine::Line], nodes: u64, elapsed_ms: u64) {
        if lines.is_empty() {
            return;
        }
        let mut shared = lock(self.shared);
        if shared.number == self.number {
            shared.view = Some(View {
                to_move: self.to_move,
                lines: lines.to_vec(),
                nodes,
                elapsed_ms,
            });
            drop(shared);
            (self.wake)();
        }
    }
}

impl Listener for Teller<'_> {
    fn hear(&mut self, event: Event<'_>) {
        if let Event::Depth {
            lines,
            nodes,
            elapsed_ms,
        } = event
        {
            self.tell(lines, nodes, elapsed_ms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::{Rule, Size};

    fn position(moves: &[(u8, u8)]) -> Position {
        let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
        for &(x, y) in moves {
            position.play(Size::STANDARD.point(x, y).unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn the_last_position_counts_and_an_endless_look_ends_when_told() {
        let mut analyst = Analyst::start(Arc::new(|| {})).unwrap();
        let endless = AnalysisLimits {
            time_ms: None,
            ..AnalysisLimits::default()
        };
        analyst.look_at(&position(&[(7, 7)]), endless);
        analyst.look_at(&position(&[(7, 7), (8, 8)]), endless);
        while analyst.view().is_none() {
            std::thread::yield_now();
        }
        assert_eq!(analyst.view().map(|view| view.to_move), Some(Stone::Black));
        assert!(analyst.is_running());
        analyst.stop();
        assert!(!analyst.is_running() && analyst.view().is_some());
        // Joins the thread: ends only if the search has.
        drop(analyst);
    }

    #[test]
    fn a_limited_look_ends_by_itself_with_as_many_lines_as_asked() {
        let mut analyst = Analyst::start(Arc::new(|| {})).unwrap();
        let limits = AnalysisLimits {
            nodes: Some(3_000),
            ..AnalysisLimits::default()
        };
        analyst.look_at(&position(&[(7, 7), (8, 8)]), limits);
        while analyst.is_running() {
            std::thread::yield_now();
        }
        assert_eq!(analyst.view().unwrap().lines.len(), 3);
    }

    #[test]
    fn a_fault_ends_one_look_and_not_the_next() {
        use std::sync::atomic::{AtomicBool, Ordering};
        // The first news of a view meets a face that fails, on the analyst's own thread.
        let fails = AtomicBool::new(true);
        let mut analyst = Analyst::start(Arc::new(move || {
            let fault = fails.swap(false, Ordering::Relaxed);
            assert!(!fault, "as expected in this test");
        }))
        .unwrap();
        let limits = AnalysisLimits {
            nodes: Some(500),
            ..AnalysisLimits::default()
        };
        for _ in 0..2 {
            analyst.look_at(&position(&[(7, 7), (8, 8)]), limits);
            while analyst.is_running() {
                std::thread::yield_now();
            }
        }
        assert!(analyst.view().is_some());
    }
}
