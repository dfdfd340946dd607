//! The one owner of every search: a fair queue over the machine's cores.
//!
//! There are two lines to stand in. **Turns** are short: moves of programs, hints, warnings.
//! **Studies** are long: analysis, reviews, proofs. Each line has as many workers as the
//! machine has cores, so that a study never delays a turn by more than the share of the
//! processor that it takes. A client stands in a line once: whoever asks again has given up
//! what was asked before, and goes to the end. Analysis and reviews that have had their slice
//! make way when others wait, and go on later ([`Slot::should_yield`]). A proof cannot be
//! taken up again: after its slice it has a share of its time by the length of the line
//! ([`Slot::is_spent`]). What is not wanted any more leaves the line at once, or is stopped
//! within milliseconds if it runs.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tengen_play::thinking::Brains;

/// How long a study goes on while others wait.
pub(crate) const SLICE: Duration = Duration::from_secs(4);

/// Which line to stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Queue {
    /// Short.
    Turn,
    /// Long.
    Study,
}

/// What a worker runs.
type Work = Box<dyn FnOnce(&Slot<'_>) + Send>;

struct Waiting {
    number: u64,
    since: Instant,
    work: Work,
}

#[derive(Default)]
struct Line {
    waiting: VecDeque<Waiting>,
    running: usize,
}

#[derive(Default)]
struct State {
    turns: Line,
    studies: Line,
    closing: bool,
    /// Memories of programs, by the client that used them last, the oldest first.
    brains: VecDeque<(u64, Brains)>,
}

impl State {
    fn line(&mut self, queue: Queue) -> &mut Line {
        match queue {
            Queue::Turn => &mut self.turns,
            Queue::Study => &mut self.studies,
        }
    }
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    cores: usize,
    slice: Duration,
    next: AtomicU64,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The owner of all searches. Clones share it.
#[derive(Clone)]
pub(crate) struct Searches {
    shared: Arc<Shared>,
    threads: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

impl std::fmt::Debug for Searches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searches")
            .field("cores", &self.shared.cores)
            .finish_non_exhaustive()
    }
}

/// What a running search knows of its surroundings.
pub(crate) struct Slot<'a> {
    shared: &'a Shared,
    queue: Queue,
    /// How long it waited in line.
    pub(crate) waited: Duration,
    begun: Instant,
}

impl std::fmt::Debug for Slot<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Slot")
            .field("queue", &self.queue)
            .field("begun", &self.begun)
            .finish_non_exhaustive()
    }
}

impl Slot<'_> {
    /// Whether a study has had its share and others wait.
    pub(crate) fn should_yield(&self) -> bool {
        self.begun.elapsed() >= self.shared.slice
            && !self.shared.lock().line(self.queue).waiting.is_empty()
    }

    /// The most that work may take by now, where alone it would take `alone`: the more
    /// stand in line, the less.
    pub(crate) fn bound(&self, alone: Duration) -> Duration {
        let mut state = self.shared.lock();
        let line = state.line(self.queue);
        let all = (line.waiting.len() + line.running).max(1);
        let cores = self.shared.cores.min(all);
        let share = alone * cores as u32 / all as u32;
        share.max(Duration::from_millis(300)).min(alone)
    }

    /// Whether a study that cannot be taken up again has had its share while others wait,
    /// where alone it would take `alone`.
    pub(crate) fn is_spent(&self, alone: Duration) -> bool {
        self.should_yield() && self.begun.elapsed() >= self.bound(alone)
    }

    /// The memories of this client's programs, or those that were unused for longest.
    pub(crate) fn take_brains(&self, client: u64) -> Brains {
        let mut state = self.shared.lock();
        let own = state.brains.iter().position(|(owner, _)| *owner == client);
        let most = 2 * self.shared.cores + 2;
        let found = match own {
            Some(at) => state.brains.remove(at),
            None if state.brains.len() >= most => state.brains.pop_front(),
            None => None,
        };
        found.map_or_else(Brains::default, |(_, brains)| brains)
    }

    /// Gives them back.
    pub(crate) fn keep_brains(&self, client: u64, brains: Brains) {
        self.shared.lock().brains.push_back((client, brains));
    }
}

/// A place in line, or a search that runs. Dropping it does not cancel it.
#[derive(Clone, Debug)]
pub(crate) struct Ticket {
    number: u64,
    queue: Queue,
    begun: Arc<AtomicBool>,
}

impl Ticket {
    /// Whether it still waits.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.begun.load(Ordering::Relaxed)
    }
}

impl Searches {
    /// Starts the workers for so many cores; a study that others wait for has `slice`.
    pub(crate) fn start(cores: usize, slice: Duration) -> std::io::Result<Searches> {
        let cores = cores.max(1);
        let shared = Arc::new(Shared {
            state: Mutex::new(State::default()),
            wake: Condvar::new(),
            cores,
            slice,
            next: AtomicU64::new(1),
        });
        let mut threads = Vec::new();
        for queue in [Queue::Turn, Queue::Study] {
            for number in 0..cores {
                let shared = Arc::clone(&shared);
                threads.push(
                    std::thread::Builder::new()
                        .name(format!("{queue:?}-{number}").to_lowercase())
                        .spawn(move || work(&shared, queue))?,
                );
            }
        }
        Ok(Searches {
            shared,
            threads: Arc::new(Mutex::new(threads)),
        })
    }

    /// Cores that searches may use.
    pub(crate) fn cores(&self) -> usize {
        self.shared.cores
    }

    /// Puts work at the end of a line.
    pub(crate) fn submit(
        &self,
        queue: Queue,
        work: impl FnOnce(&Slot<'_>) + Send + 'static,
    ) -> Ticket {
        let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let begun = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&begun);
        let waiting = Waiting {
            number,
            since: Instant::now(),
            work: Box::new(move |slot| {
                flag.store(true, Ordering::Relaxed);
                work(slot);
            }),
        };
        let mut state = self.shared.lock();
        if !state.closing {
            state.line(queue).waiting.push_back(waiting);
        }
        drop(state);
        // Workers of both lines wait for the same signal.
        self.shared.wake.notify_all();
        Ticket {
            number,
            queue,
            begun,
        }
    }

    /// Takes work out of the line; what runs must be stopped by its own flag.
    pub(crate) fn withdraw(&self, ticket: &Ticket) {
        let mut state = self.shared.lock();
        let waiting = &mut state.line(ticket.queue).waiting;
        waiting.retain(|waiting| waiting.number != ticket.number);
    }

    /// How many searches run and wait, for tests and for the log.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.shared.lock();
        (
            state.turns.running + state.studies.running,
            state.turns.waiting.len() + state.studies.waiting.len(),
        )
    }

    /// Ends all waiting work and the workers, once what runs has been stopped.
    pub(crate) fn close(&self) {
        {
            let mut state = self.shared.lock();
            state.closing = true;
            state.turns.waiting.clear();
            state.studies.waiting.clear();
        }
        self.shared.wake.notify_all();
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A panic there was told by its own message.
            let _ = thread.join();
        }
    }
}

/// Lets whoever answers people go before whoever thinks. On Linux a thread has a priority
/// of its own, and threads that it starts have the same.
fn make_way() {
    #[cfg(target_os = "linux")]
    {
        // Without it searches work as well, and people wait a little longer.
        let _ = rustix::process::nice(10);
    }
}

fn work(shared: &Shared, queue: Queue) {
    make_way();
    loop {
        let mut state = shared.lock();
        let next = loop {
            if state.closing {
                return;
            }
            if let Some(next) = state.line(queue).waiting.pop_front() {
                break next;
            }
            state = shared
                .wake
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        };
        state.line(queue).running += 1;
        drop(state);
        let slot = Slot {
            shared,
            queue,
            waited: next.since.elapsed(),
            begun: Instant::now(),
        };
        // A fault in one search must not take a worker away from all the others.
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (next.work)(&slot)));
        if done.is_err() {
            eprintln!("tengen: a search failed; the others go on");
        }
        shared.lock().line(queue).running -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn work_is_done_in_the_order_of_the_line_and_withdrawn_work_never() {
        let searches = Searches::start(1, SLICE).unwrap();
        let (hold, held) = channel::<()>();
        let (tell, told) = channel();
        let first = tell.clone();
        searches.submit(Queue::Turn, move |_| {
            held.recv().unwrap();
            first.send(0).unwrap();
        });
        let tickets: Vec<Ticket> = (1..5)
            .map(|number| {
                let tell = tell.clone();
                searches.submit(Queue::Turn, move |_| tell.send(number).unwrap())
            })
            .collect();
        assert!(tickets[1].is_waiting());
        searches.withdraw(&tickets[1]);
        hold.send(()).unwrap();
        let order: Vec<i32> = (0..4).map(|_| told.recv().unwrap()).collect();
        assert_eq!(order, [0, 1, 3, 4]);
        searches.close();
        assert_eq!(searches.load(), (0, 0));
    }

    #[test]
    fn a_study_holds_up_no_turn_and_a_panic_no_one() {
        let searches = Searches::start(1, SLICE).unwrap();
        let (hold, held) = channel::<()>();
        let (tell, told) = channel();
        searches.submit(Queue::Study, move |_| held.recv().unwrap());
        searches.submit(Queue::Turn, |_| panic!("as expected in this test"));
        searches.submit(Queue::Turn, move |_| tell.send(()).unwrap());
        told.recv().unwrap();
        hold.send(()).unwrap();
        searches.close();
    }

    #[test]
    fn a_crowd_shortens_every_turn_down_to_a_floor() {
        let searches = Searches::start(2, SLICE).unwrap();
        let (tell, told) = channel();
        let alone = Duration::from_secs(5);
        let teller = tell.clone();
        searches.submit(Queue::Turn, move |slot| {
            teller.send(slot.bound(alone)).unwrap();
        });
        assert_eq!(told.recv().unwrap(), alone);
        let (hold, held) = channel::<()>();
        let held = Arc::new(Mutex::new(held));
        for _ in 0..100 {
            let (tell, held) = (tell.clone(), Arc::clone(&held));
            searches.submit(Queue::Turn, move |slot| {
                held.lock().unwrap().recv().unwrap();
                tell.send(slot.bound(alone)).unwrap();
            });
        }
        for _ in 0..100 {
            hold.send(()).unwrap();
        }
        let first = told.recv().unwrap();
        assert_eq!(first, Duration::from_millis(300));
        for _ in 0..99 {
            told.recv().unwrap();
        }
        searches.close();
    }

    #[test]
    fn a_proof_has_a_share_of_its_time_while_others_wait() {
        let searches = Searches::start(1, SLICE).unwrap();
        let slot = |ago: u64| Slot {
            shared: &searches.shared,
            queue: Queue::Study,
            waited: Duration::ZERO,
            begun: Instant::now() - Duration::from_secs(ago),
        };
        let (alone, long_ago) = (Duration::from_secs(1_000), 600);
        assert!(!slot(long_ago).is_spent(alone), "nobody waits");
        let (hold, held) = channel::<()>();
        let (tell, told) = channel();
        searches.submit(Queue::Study, move |_| {
            tell.send(()).unwrap();
            held.recv().unwrap();
        });
        told.recv().unwrap();
        let waiting = searches.submit(Queue::Study, |_| {});
        // One runs and one waits: each has a half.
        assert!(slot(long_ago).is_spent(alone));
        assert!(!slot(0).is_spent(alone));
        assert!(!slot(0).is_spent(Duration::ZERO), "a slice at the least");
        searches.withdraw(&waiting);
        assert!(!slot(long_ago).is_spent(alone));
        hold.send(()).unwrap();
        searches.close();
    }
}
