//! One thread writes, and commits together what waits together.
//!
//! A commit waits for the disk, which takes milliseconds, on a busy disk a tenth of a
//! second. Fifty games that each waited for their own turn would wait for all the others
//! too; so the writer takes everything that has come meanwhile, does it in one transaction,
//! and answers after the commit. Each order is a savepoint of its own: one that fails takes
//! nothing of the others with it.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;

use rusqlite::Connection;

use super::error::StoreError;

/// Most orders of one commit.
const MOST_TOGETHER: usize = 256;

/// What an order gives: the number of a new game, or 0.
pub(super) type Written = Result<i64, StoreError>;

/// What is to be written. It may be called twice: alone, after a commit of several failed.
type Work = Box<dyn FnMut(&Connection) -> Written + Send>;

struct Order {
    work: Work,
    answer: SyncSender<Written>,
}

/// The one thread that writes to a file. Dropping it waits for what was ordered.
#[derive(Debug)]
pub(super) struct Writer {
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

/// An order that was given.
#[derive(Debug)]
#[must_use = "what is written is only known after waiting for it"]
pub struct Pending {
    answer: Receiver<Written>,
    path: PathBuf,
}

impl Pending {
    /// Waits until it is on the disk.
    ///
    /// # Errors
    /// [`StoreError`]; nothing of it is written then.
    pub fn wait(self) -> Result<(), StoreError> {
        self.number().map(drop)
    }

    pub(super) fn number(self) -> Written {
        self.answer.recv().unwrap_or_else(|_| {
            Err(StoreError::Other {
                path: self.path,
                reason: "the writer has failed".to_owned(),
            })
        })
    }
}

impl Writer {
    /// Starts the thread with its connection.
    pub(super) fn start(connection: Connection, path: &Path) -> Result<Writer, StoreError> {
        let (orders, inbox) = channel();
        let file = path.to_owned();
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || serve(&connection, &file, &inbox))
            .map_err(|error| StoreError::Other {
                path: path.to_owned(),
                reason: error.to_string(),
            })?;
        Ok(Writer {
            orders: Some(orders),
            thread: Some(thread),
        })
    }

    /// Orders something; orders are carried out as they come.
    pub(super) fn order(&self, path: &Path, work: Work) -> Pending {
        let (answer, answered) = sync_channel(1);
        if let Some(orders) = &self.orders {
            // A writer that is gone drops the order, which the one who waits is told.
            let _ = orders.send(Order { work, answer });
        }
        Pending {
            answer: answered,
            path: path.to_owned(),
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // A panic there was told by its own message.
            let _ = thread.join();
        }
    }
}

fn serve(connection: &Connection, path: &Path, inbox: &Receiver<Order>) {
    while let Ok(first) = inbox.recv() {
        let mut orders = vec![first];
        orders.extend(inbox.try_iter().take(MOST_TOGETHER - 1));
        let written = match together(connection, path, &mut orders) {
            Ok(written) => written,
            // Whoever is to blame fails alone.
            Err(_) if orders.len() > 1 => orders
                .iter_mut()
                .map(|order| alone(connection, path, order))
                .collect(),
            Err(error) => vec![Err(error)],
        };
        for (order, written) in orders.into_iter().zip(written) {
            // Whoever ordered it may not want to know.
            let _ = order.answer.send(written);
        }
    }
}

fn alone(connection: &Connection, path: &Path, order: &mut Order) -> Written {
    let mut written = together(connection, path, std::slice::from_mut(order))?;
    written.pop().unwrap_or(Ok(0))
}

/// Carries out all orders and commits once. An error says that nothing was written.
fn together(
    connection: &Connection,
    path: &Path,
    orders: &mut [Order],
) -> Result<Vec<Written>, StoreError> {
    let fault = |error: rusqlite::Error| StoreError::of(path, &error);
    // May write from its beginning: two processes then wait for each other instead of
    // failing in the middle.
    connection.execute_batch("BEGIN IMMEDIATE").map_err(fault)?;
    let all = || -> Result<Vec<Written>, StoreError> {
        let mut written = Vec::with_capacity(orders.len());
        for order in orders {
            connection.execute_batch("SAVEPOINT one").map_err(fault)?;
            let done = (order.work)(connection);
            let end = match done {
                Ok(_) => "RELEASE one",
                Err(_) => "ROLLBACK TO one; RELEASE one",
            };
            match (connection.execute_batch(end), &done) {
                (Ok(()), _) => {}
                // SQLite gives a whole transaction up where the disk fails: then the
                // reason is the order's, and not that there is no savepoint any more.
                (Err(_), Err(error)) => return Err(error.clone()),
                (Err(error), Ok(_)) => return Err(fault(error)),
            }
            written.push(done);
        }
        connection.execute_batch("COMMIT").map_err(fault)?;
        Ok(written)
    };
    let done = all();
    if !connection.is_autocommit() {
        // The first error is the one to tell.
        let _ = connection.execute_batch("ROLLBACK");
    }
    done
}
