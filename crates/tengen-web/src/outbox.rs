//! What waits to be sent to one connection: bounded, and told apart by worth.
//!
//! A snapshot or an answer is never dropped. What streams (analysis, progress) is replaced
//! by the next of its kind, and given up first where the reader is slow. A reader that
//! lets more than the bound pile up is disconnected: after a reconnect one snapshot holds
//! everything.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

use crate::messages::{Tell, Told};

/// Most messages that may wait.
pub(crate) const MOST_MESSAGES: usize = 256;
/// Most bytes that may wait.
pub(crate) const MOST_BYTES: usize = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    Kept,
    Analysis,
    Solving,
}

#[derive(Default)]
struct Pile {
    waiting: VecDeque<(Worth, Utf8Bytes)>,
    bytes: usize,
    overflowed: bool,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    pile: Mutex<Pile>,
    notify: Notify,
}

/// The way to one connection. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Outbox(Arc<Shared>);

impl std::fmt::Debug for Outbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outbox").finish_non_exhaustive()
    }
}

/// What the sender of a connection does next.
#[derive(Debug, PartialEq)]
pub(crate) enum Next {
    /// Send this.
    Message(Utf8Bytes),
    /// Close: the reader is too slow.
    TooSlow,
    /// Close: the server ends.
    Closed,
}

impl Outbox {
    fn lock(&self) -> MutexGuard<'_, Pile> {
        self.0.pile.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message at the end.
    pub(crate) fn tell(&self, told: &Told) {
        let worth = match told.tell {
            Tell::Analysis(_) => Worth::Analysis,
            Tell::Solving(_) => Worth::Solving,
            _ => Worth::Kept,
        };
        // Every type of a message can be written.
        if let Ok(text) = serde_json::to_string(told) {
            self.put(worth, text.into());
        }
    }

    /// Puts a text that is written already (and is never dropped) at the end.
    pub(crate) fn tell_written(&self, text: Utf8Bytes) {
        self.put(Worth::Kept, text);
    }

    fn put(&self, worth: Worth, text: Utf8Bytes) {
        let mut pile = self.lock();
        if pile.overflowed {
            // The connection ends; nothing more is piled up for it until it has.
            return;
        }
        if worth != Worth::Kept {
            pile.forget(worth);
        }
        pile.bytes += text.len();
        pile.waiting.push_back((worth, text));
        if pile.is_over() {
            pile.forget(Worth::Analysis);
            pile.forget(Worth::Solving);
        }
        if pile.is_over() {
            pile.overflowed = true;
            pile.waiting = VecDeque::new();
            pile.bytes = 0;
        }
        drop(pile);
        self.0.notify.notify_one();
    }

    /// Lets the connection end once everything is sent.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.0.notify.notify_one();
    }

    /// Waits for what to do next.
    pub(crate) async fn next(&self) -> Next {
        loop {
            let notified = self.0.notify.notified();
            {
                let mut pile = self.lock();
                if pile.overflowed {
                    return Next::TooSlow;
                }
                if let Some((_, text)) = pile.waiting.pop_front() {
                    pile.bytes -= text.len();
                    return Next::Message(text);
                }
                if pile.closed {
                    return Next::Closed;
                }
            }
            notified.await;
        }
    }
}

impl Pile {
    fn is_over(&self) -> bool {
        self.waiting.len() > MOST_MESSAGES || self.bytes > MOST_BYTES
    }

    fn forget(&mut self, worth: Worth) {
        let bytes = &mut self.bytes;
        self.waiting.retain(|(it, text)| {
            let stays = *it != worth;
            if !stays {
                *bytes -= text.len();
            }
            stays
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(outbox: &Outbox, worth: Worth, length: usize) {
        outbox.put(worth, "x".repeat(length).into());
    }

    fn next(outbox: &Outbox) -> Next {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(outbox.next())
    }

    #[test]
    fn streams_are_replaced_and_moves_are_kept_in_order() {
        let outbox = Outbox::default();
        put(&outbox, Worth::Kept, 1);
        put(&outbox, Worth::Analysis, 2);
        put(&outbox, Worth::Kept, 3);
        put(&outbox, Worth::Analysis, 4);
        outbox.close();
        let lengths: Vec<usize> = (0..3)
            .map(|_| match next(&outbox) {
                Next::Message(text) => text.len(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(lengths, [1, 3, 4]);
        assert_eq!(next(&outbox), Next::Closed);
    }

    #[test]
    fn a_reader_that_stops_is_given_up_at_the_bound() {
        let by_number = Outbox::default();
        for _ in 0..=MOST_MESSAGES {
            put(&by_number, Worth::Kept, 1);
        }
        assert_eq!(next(&by_number), Next::TooSlow);
        let by_size = Outbox::default();
        put(&by_size, Worth::Analysis, MOST_BYTES / 2);
        put(&by_size, Worth::Kept, MOST_BYTES / 2 + 1);
        assert!(!by_size.lock().overflowed, "analysis goes first");
        put(&by_size, Worth::Kept, MOST_BYTES / 2 + 1);
        assert_eq!(next(&by_size), Next::TooSlow);
    }
}
