//! Lines out: whole, in order, one write each, from a thread of its own.
//!
//! A manager that does not read must not stop the brain from hearing it. So lines wait
//! in a queue; talk about the search is dropped when the queue grows, answers are kept.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So many pieces of news may wait.
const MAX_NEWS: usize = 256;
/// With so many waiting, trifles are dropped, and so is all old news before an answer.
const MANY_NEWS: usize = 64;
/// Answers beyond this many bytes are dropped: nobody has read for a very long time.
const MAX_BYTES: usize = 4 << 20;

/// The way out, shared by all threads.
#[derive(Clone, Debug)]
pub(super) struct Output {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    items: VecDeque<Item>,
    /// Items that are not answers.
    news: usize,
    bytes: usize,
    is_writing: bool,
    closed: bool,
}

#[derive(Debug)]
struct Item {
    /// Lines, each with its line feed.
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Answer,
    News,
    Trifle,
}

impl Output {
    /// Starts the thread that writes to `sink`; `on_closed` is called when nobody can
    /// read any more.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub(super) fn start(
        mut sink: impl Write + Send + 'static,
        on_closed: impl FnOnce() + Send + 'static,
    ) -> std::io::Result<Output> {
        let shared = Arc::new(Shared::default());
        let output = Output {
            shared: Arc::clone(&shared),
        };
        std::thread::Builder::new()
            .name("output".to_owned())
            .stack_size(256 << 10)
            .spawn(move || {
                shared.write_all(&mut sink);
                on_closed();
            })?;
        Ok(output)
    }

    /// Sends an answer.
    pub(super) fn say(&self, line: &str) {
        let mut queue = self.shared.lock();
        if queue.news >= MANY_NEWS {
            queue.drop_old_news();
        }
        queue.push(format!("{line}\n"), Kind::Answer);
        self.shared.changed.notify_all();
    }

    /// Tells how the search stands: one or more whole lines, kept or dropped together.
    pub(super) fn tell(&self, lines: String) {
        self.push_if_room(lines, Kind::News, MAX_NEWS);
    }

    /// Tells a detail of the search that is dropped first.
    pub(super) fn mention(&self, lines: String) {
        self.push_if_room(lines, Kind::Trifle, MANY_NEWS);
    }

    fn push_if_room(&self, lines: String, kind: Kind, most: usize) {
        let mut queue = self.shared.lock();
        if queue.news < most {
            queue.push(lines, kind);
            self.shared.changed.notify_all();
        }
    }

    /// Waits until everything is written, but not longer than `longest`.
    pub(super) fn drain(&self, longest: Duration) {
        let queue = self.shared.lock();
        let busy =
            |queue: &mut Queue| !(queue.closed || queue.items.is_empty() && !queue.is_writing);
        let _ = self.shared.changed.wait_timeout_while(queue, longest, busy);
    }
}

impl Shared {
    /// A thread that panicked while holding the lock left whole items behind.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_all(&self, sink: &mut impl Write) {
        loop {
            let item = self.next_item();
            let result = item
                .text
                .split_inclusive('\n')
                .try_for_each(|line| sink.write_all(line.as_bytes()).and_then(|()| sink.flush()));
            let mut queue = self.lock();
            queue.is_writing = false;
            queue.closed = result.is_err();
            self.changed.notify_all();
            if result.is_err() {
                queue.items.clear();
                return;
            }
        }
    }

    fn next_item(&self) -> Item {
        let mut queue = self.lock();
        loop {
            if let Some(item) = queue.items.pop_front() {
                queue.news -= usize::from(item.kind != Kind::Answer);
                queue.bytes -= item.text.len();
                queue.is_writing = true;
                return item;
            }
            queue = self
                .changed
                .wait(queue)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Queue {
    fn push(&mut self, text: String, kind: Kind) {
        if self.closed || self.bytes + text.len() > MAX_BYTES {
            return;
        }
        self.news += usize::from(kind != Kind::Answer);
        self.bytes += text.len();
        self.items.push_back(Item { text, kind });
    }

    /// Drops everything but answers and the newest news.
    fn drop_old_news(&mut self) {
        let newest = self.items.iter().rposition(|item| item.kind == Kind::News);
        let mut index = 0;
        self.items.retain(|item| {
            index += 1;
            item.kind == Kind::Answer || Some(index - 1) == newest
        });
        self.news = usize::from(newest.is_some());
        self.bytes = self.items.iter().map(|item| item.text.len()).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// Takes a line only when told so; fails when there is nobody to tell.
    struct Gate {
        open: Receiver<()>,
        lines: Sender<String>,
    }

    impl Write for Gate {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let closed = std::io::ErrorKind::BrokenPipe;
            self.open.recv().map_err(|_| closed)?;
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.lines.send(text).map_err(|_| closed)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn gate() -> (Output, Sender<()>, Receiver<String>, Receiver<()>) {
        let (open, wait) = channel();
        let (lines, written) = channel();
        let (tell, closed) = channel();
        let sink = Gate { open: wait, lines };
        let output = Output::start(sink, move || tell.send(()).unwrap_or(())).unwrap();
        (output, open, written, closed)
    }

    #[test]
    fn news_is_dropped_and_answers_are_kept_when_nobody_reads() {
        let (output, open, written, _closed) = gate();
        output.say("OK");
        while !output.shared.lock().is_writing {
            std::thread::yield_now();
        }
        for n in 0..100 {
            output.tell(format!("MESSAGE {n}\n"));
            output.mention("MESSAGE trifle\n".to_owned());
        }
        output.say("7,7");
        output.say("8,8");
        for _ in 0..4 {
            open.send(()).unwrap();
        }
        let lines: Vec<String> = (0..4).map(|_| written.recv().unwrap()).collect();
        assert_eq!(lines, ["OK\n", "MESSAGE 99\n", "7,7\n", "8,8\n"]);
    }

    #[test]
    fn what_waits_is_bounded() {
        let (output, _open, _written, _closed) = gate();
        for _ in 0..10_000 {
            output.tell("MESSAGE\n".to_owned());
            output.mention("MESSAGE\n".to_owned());
        }
        assert!(output.shared.lock().items.len() <= MAX_NEWS);
        let line = "x".repeat(1 << 16);
        for _ in 0..200 {
            output.say(&line);
        }
        assert!(output.shared.lock().bytes <= MAX_BYTES);
    }

    #[test]
    fn every_line_is_a_write_of_its_own() {
        let (output, open, written, _closed) = gate();
        output.tell("INFO PV 0\nINFO PV DONE\n".to_owned());
        open.send(()).unwrap();
        open.send(()).unwrap();
        assert_eq!(written.recv().unwrap(), "INFO PV 0\n");
        assert_eq!(written.recv().unwrap(), "INFO PV DONE\n");
    }

    #[test]
    fn a_closed_pipe_is_told_and_stops_nothing() {
        let (output, open, _written, closed) = gate();
        drop(open);
        output.say("OK");
        closed.recv().unwrap();
        output.say("7,7");
        output.drain(Duration::from_secs(3600));
    }
}
