//! Games on disk: one SQLite file in one folder.
//!
//! Every entry of a game's log is committed before it is told, in WAL mode with full
//! syncs: neither the death of the process nor a power cut loses what was on the board.
//! One thread writes, and commits together what waits together; reading goes on meanwhile.
//! A file that is damaged, newer than this program or not ours is refused and left as it
//! is, byte for byte; an older one is copied before it is brought up to date. Each row
//! carries a check sum, so that what SQLite cannot notice is noticed too.
//!
//! ```
//! use tengen_play::store::Store;
//! # let folder = std::env::temp_dir().join(format!("tengen-doc-{}", std::process::id()));
//! let store = Store::open(&folder)?;
//! assert!(store.games()?.is_empty());
//! # drop(store);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod keep;
mod open;
mod read;
mod schema;
#[cfg(test)]
mod tests;
mod write;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use etcetera::BaseStrategy;
use rusqlite::Connection;

use crate::journal::GameId;

pub use error::StoreError;
pub use read::{GameRow, StoredGame};
pub use write::Pending;

use write::{Writer, Written};

/// The name of the file in its folder.
pub const FILE_NAME: &str = "games.sqlite3";

/// An open store. Clones share it.
#[derive(Clone, Debug)]
pub struct Store(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Declared first, so that the writer's connection is closed last: only one that may
    /// write can put the last pages into the file.
    reader: Mutex<Connection>,
    writer: Writer,
    path: PathBuf,
}

impl Store {
    /// The platform's folder for our data; `None` if the system names none.
    pub fn default_folder() -> Option<PathBuf> {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.data_dir().join("tengen"))
    }

    /// Opens the store in a folder; folder and file are made if they are missing.
    ///
    /// # Errors
    /// [`StoreError`] says what is wrong and where. An existing file that is refused is
    /// left as it is.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        std::fs::create_dir_all(folder).map_err(|reason| StoreError::Folder {
            folder: folder.to_owned(),
            reason: reason.to_string(),
        })?;
        Store::open_file(&folder.join(FILE_NAME))
    }

    /// Opens a store file; it is made if it is missing.
    ///
    /// # Errors
    /// As [`open`](Store::open).
    pub fn open_file(path: &Path) -> Result<Store, StoreError> {
        let connection = open::open(path)?;
        let reader = open::open_reader(path)?;
        Ok(Store(Arc::new(Inner {
            reader: Mutex::new(reader),
            writer: Writer::start(connection, path)?,
            path: path.to_owned(),
        })))
    }

    /// A free file name beside a file that was refused, to be offered to the person.
    pub fn name_beside(refused: &Path) -> PathBuf {
        open::free_name(refused, "new")
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Gives a game a title.
    ///
    /// # Errors
    /// [`StoreError`], also if there is no such game.
    pub fn rename(&self, game: GameId, title: &str) -> Result<(), StoreError> {
        let title = title.to_owned();
        self.change(game, move |connection| {
            let sql = "UPDATE games SET title = ?2 WHERE id = ?1";
            connection.execute(sql, (game.0, &title))
        })
    }

    /// Deletes a game for good.
    ///
    /// # Errors
    /// [`StoreError`], also if there is no such game.
    pub fn delete(&self, game: GameId) -> Result<(), StoreError> {
        self.change(game, move |connection| {
            connection.execute("DELETE FROM games WHERE id = ?1", (game.0,))
        })
    }

    fn change(
        &self,
        game: GameId,
        act: impl Fn(&Connection) -> rusqlite::Result<usize> + Send + 'static,
    ) -> Result<(), StoreError> {
        let path = self.0.path.clone();
        self.write(move |connection| match act(connection) {
            Ok(0) => Err(StoreError::NoSuchGame(game.0)),
            Ok(_) => Ok(0),
            Err(error) => Err(StoreError::of(&path, &error)),
        })
        .map(drop)
    }

    /// A remembered setting of a face.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        use rusqlite::OptionalExtension;
        self.lock()
            .query_row("SELECT value FROM settings WHERE key = ?1", [key], |row| {
                row.get(0)
            })
            .optional()
            .map_err(|error| self.fault(&error))
    }

    /// Remembers a setting of a face.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn set_setting(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.order_setting(key, value).wait()
    }

    /// The same without waiting. Settings are written in the order in which this is
    /// called, also from several threads.
    pub fn order_setting(&self, key: &str, value: &str) -> Pending {
        let (key, value) = (key.to_owned(), value.to_owned());
        let path = self.0.path.clone();
        self.order(move |connection| {
            connection
                .execute(
                    "INSERT INTO settings (key, value) VALUES (?1, ?2)
                     ON CONFLICT (key) DO UPDATE SET value = ?2",
                    [&key, &value],
                )
                .map(|_| 0)
                .map_err(|error| StoreError::of(&path, &error))
        })
    }

    /// Writes, and waits until it is on the disk.
    fn write(&self, work: impl FnMut(&Connection) -> Written + Send + 'static) -> Written {
        self.order(work).number()
    }

    fn order(&self, work: impl FnMut(&Connection) -> Written + Send + 'static) -> Pending {
        self.0.writer.order(&self.0.path, Box::new(work))
    }

    /// The connection for reading.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.0.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fault(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::of(&self.0.path, error)
    }
}
