//! The event loop: lines come in, searches end, answers go out in order.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use tengen_core::{Rule, Size};
use tengen_engine::{Options, Stop};

use super::clock::TurnClock;
use super::command::{Command, Info, Urgency};
use super::dialogue::{Action, Dialogue, moves_of};
use super::output::Output;
use super::settings::{Budget, Moves, Times};
use super::task::{Found, Task};
use super::thinker::{self, Job, Order};
use super::waiting::Waiting;
use super::wire::{Input, LineCutter};

/// Lines on their way from the reader; each has at most 64 KiB.
const LINES_UNDER_WAY: usize = 16;
/// Answers given before END get this long to be written.
const LAST_WORDS: Duration = Duration::from_millis(100);
/// Answers given before the end of the input: nobody is in a hurry then, and on a busy
/// machine the thread that writes may have to wait for its turn.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// What the tables of two rules, a net and the smallest search need: without so much a
/// game cannot be begun.
const LEAST_MEMORY: usize = 14 << 20;

/// Settings come one right after the other, and the thinker cannot be called back from a
/// net: so long nothing is said before it reads one.
const QUIET: Duration = Duration::from_millis(5);

/// Something that happened.
enum Event {
    Input(Input, Instant),
    EndOfInput,
    Found(Found),
    /// Nobody reads our answers any more.
    OutputClosed,
}

/// Speaks the protocol until END, the end of the input or a closed output.
///
/// `notices` are told as messages with the first search, not before: some managers take
/// nothing but OK after START. It returns when the process should end; its threads may still be waiting for input.
///
/// # Errors
/// A thread cannot be started, or there is no memory for any game.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    options: Options,
    notices: Vec<String>,
) -> io::Result<()> {
    // Better no game than one that ends in the middle. The compiler would drop memory
    // that nobody looks at.
    let mut probe = Vec::<u8>::new();
    std::hint::black_box(&mut probe).try_reserve_exact(LEAST_MEMORY)?;
    drop(probe);
    let (events, inbox) = sync_channel(LINES_UNDER_WAY);
    let closed = events.clone();
    let output = Output::start(output, move || {
        let _ = closed.send(Event::OutputClosed);
    })?;
    let found = events.clone();
    let orders = thinker::start(options, notices, output.clone(), move |what| {
        let _ = found.send(Event::Found(what));
    })?;
    std::thread::Builder::new()
        .name("input".to_owned())
        .stack_size(256 << 10)
        .spawn(move || read_input(input, &events))?;
    Server {
        dialogue: Dialogue::new(),
        orders,
        output,
        waiting: Waiting::default(),
        hurried: 0,
        running: None,
        pondering: None,
        to_prepare: None,
        to_read: None,
        read: None,
        path_follows: false,
        input_ended: false,
        last_answer: None,
    }
    .run(&inbox);
    Ok(())
}

fn read_input(mut input: impl Read, events: &SyncSender<Event>) {
    let mut cutter = LineCutter::default();
    let mut buffer = [0; 16 << 10];
    loop {
        let count = match input.read(&mut buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => 0,
        };
        // The clock of a move starts here, before anything is looked at.
        let now = Instant::now();
        let take = |line| {
            let _ = events.send(Event::Input(line, now));
        };
        if count == 0 {
            cutter.finish(take);
            let _ = events.send(Event::EndOfInput);
            return;
        }
        cutter.feed(&buffer[..count], take);
    }
}

/// A search that is going on.
struct Running {
    clock: Arc<TurnClock>,
    stop: Stop,
    times: Times,
    moves: Moves,
    game: (Rule, Size),
    endless: bool,
}

struct Server {
    dialogue: Dialogue,
    orders: Sender<Order>,
    output: Output,
    /// Lines to be obeyed when the running search is over.
    waiting: Waiting,
    /// So many of the waiting lines came before a STOP: they get no time to think.
    hurried: usize,
    running: Option<Running>,
    /// Ends the search on the opponent's time, once one was begun.
    pondering: Option<Stop>,
    /// A rule to make ready for when nothing else is to be done.
    to_prepare: Option<(Rule, Option<Size>)>,
    /// A game whose net to read when nothing has been said for a while.
    to_read: Option<(Rule, Size)>,
    /// The game whose net was read last.
    read: Option<(Rule, Size)>,
    /// The line that comes next may be a path, whatever its first word.
    path_follows: bool,
    input_ended: bool,
    last_answer: Option<Instant>,
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Flow {
    GoOn,
    Exit,
}

impl Server {
    fn run(mut self, inbox: &Receiver<Event>) {
        while let Some(event) = self.next_event(inbox) {
            if self.handle(event) == Flow::Exit || self.catch_up() == Flow::Exit {
                break;
            }
        }
        self.stop_pondering();
        self.output.drain(if self.input_ended {
            LAST_ANSWERS
        } else {
            LAST_WORDS
        });
    }

    /// The next event; if none is there yet, the time is used.
    fn next_event(&mut self, inbox: &Receiver<Event>) -> Option<Event> {
        match inbox.try_recv() {
            Ok(event) => return Some(event),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => {}
        }
        if self.running.is_none() {
            // Several rules may be named before the one that is played.
            if let Some((rule, size)) = self.to_prepare.take() {
                let _ = self.orders.send(Order::Prepare(rule, None));
                self.to_read = size.map(|size| (rule, size));
            }
            if let Some((rule, size)) = self.to_read {
                match inbox.recv_timeout(QUIET) {
                    Ok(event) => return Some(event),
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                self.to_read = None;
                // A first move that is wanted at once does without the net.
                if self.last_answer.is_some() || !self.dialogue.settings().times.is_quick() {
                    self.read = Some((rule, size));
                    let _ = self.orders.send(Order::Prepare(rule, Some(size)));
                }
            }
            self.start_pondering();
        }
        inbox.recv().ok()
    }

    fn start_pondering(&mut self) {
        if self.pondering.is_none()
            && let Some(ponder) = self.dialogue.ponder()
        {
            let stop = Stop::new();
            let order = Order::Ponder(Box::new(ponder), stop.clone());
            if self.orders.send(order).is_ok() {
                self.pondering = Some(stop);
            }
        }
    }

    fn stop_pondering(&mut self) {
        if let Some(stop) = self.pondering.take() {
            stop.raise();
        }
    }

    fn handle(&mut self, event: Event) -> Flow {
        match event {
            Event::OutputClosed => return Flow::Exit,
            Event::EndOfInput => {
                self.input_ended = true;
                if let Some(running) = &self.running
                    && running.endless
                {
                    running.stop.raise();
                }
            }
            Event::Found(found) => {
                let game = self.running.take().map(|running| running.game);
                self.to_read = game.filter(|_| game != self.read);
                let actions = self.dialogue.answer(&found);
                self.last_answer = Some(Instant::now());
                return self.act(actions, Instant::now(), false);
            }
            Event::Input(input, at) => return self.take_in(input, at),
        }
        Flow::GoOn
    }

    /// A line has come: obeyed in its turn, unless it concerns the running search.
    fn take_in(&mut self, input: Input, at: Instant) -> Flow {
        if self.pondering.is_some() && !is_about_time(&input) {
            self.stop_pondering();
        }
        let urgency = self.urgency_of(&input);
        if self.running.is_some() {
            match urgency {
                Urgency::End => return Flow::Exit,
                Urgency::Stop => {
                    self.stop_all();
                    return Flow::GoOn;
                }
                Urgency::Interrupts => self.stop_all(),
                Urgency::Info(info) => self.change_times(info),
                Urgency::Waits => {}
            }
        }
        self.waiting.push(input, at);
        Flow::GoOn
    }

    /// What a line means to a running search; a path means nothing.
    fn urgency_of(&mut self, input: &Input) -> Urgency {
        let may_be_path = std::mem::take(&mut self.path_follows);
        let Input::Line(line) = input else {
            return Urgency::Waits;
        };
        if may_be_path && !Command::is_whole(line) {
            return Urgency::Waits;
        }
        let command = Command::parse(line);
        self.path_follows = command == Command::PathFollows;
        command.urgency()
    }

    /// The running search and those already asked for end now.
    fn stop_all(&mut self) {
        self.hurried = self.waiting.len();
        if let Some(running) = &self.running {
            running.stop.raise();
        }
    }

    fn change_times(&mut self, info: Info) {
        let Some(running) = &mut self.running else {
            return;
        };
        if !running.times.apply(info) {
            return;
        }
        if running.times.is_quick() {
            running.stop.raise();
        } else {
            running
                .clock
                .set_limits(&running.times.limits(running.moves));
        }
    }

    /// Obeys the lines that wait, as far as a search lets it.
    fn catch_up(&mut self) -> Flow {
        while self.running.is_none() {
            let Some((input, at)) = self.waiting.pop() else {
                return if self.input_ended {
                    Flow::Exit
                } else {
                    Flow::GoOn
                };
            };
            let hurry = self.hurried > 0;
            self.hurried = self.hurried.saturating_sub(1);
            let actions = self.dialogue.obey(&input);
            if self.act(actions, at, hurry) == Flow::Exit {
                return Flow::Exit;
            }
        }
        Flow::GoOn
    }

    fn act(&mut self, actions: Vec<Action>, at: Instant, hurry: bool) -> Flow {
        for action in actions {
            match action {
                Action::Say(line) => self.output.say(&line),
                Action::Forget => {
                    let _ = self.orders.send(Order::Forget);
                }
                Action::Prepare(rule, size) => self.to_prepare = Some((rule, size)),
                Action::Think(task) => self.think(*task, at, hurry),
                Action::Exit => return Flow::Exit,
            }
        }
        Flow::GoOn
    }

    fn think(&mut self, mut task: Task, at: Instant, hurry: bool) {
        if hurry || (self.input_ended && task.budget.endless) {
            task.budget = Budget::quick();
        }
        // A command that had to wait has its time from when its turn came.
        let begun = self.last_answer.map_or(at, |answered| answered.max(at));
        let clock = Arc::new(TurnClock::new(begun, &task.budget.limits));
        let stop = Stop::new();
        self.running = Some(Running {
            clock: Arc::clone(&clock),
            stop: stop.clone(),
            times: self.dialogue.settings().times.clone(),
            moves: moves_of(&task.position),
            game: (task.position.rule(), task.position.size()),
            endless: task.budget.endless,
        });
        let job = Box::new(Job { task, clock, stop });
        if self.orders.send(Order::Think(job)).is_err() {
            // The thinker is gone, which it never is while we live; play on without it.
            self.running = None;
            let actions = self.dialogue.answer(&Found::default());
            let _ = self.act(actions, at, false);
        }
    }
}

/// Whether a line sets a time, which a search on the opponent's time need not know.
fn is_about_time(input: &Input) -> bool {
    let Input::Line(line) = input else {
        return false;
    };
    matches!(
        Command::parse(line),
        Command::Info(Info::TimeoutTurn(_) | Info::TimeoutMatch(_) | Info::TimeLeft(_))
    )
}
