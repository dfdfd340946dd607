//! Games on disk: one SQLite file in one folder.
//!
//! Every entry of a game's log is committed before it is told, in WAL mode with full
//! syncs: neither the death of the process nor a power cut loses what was on the board.
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

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use etcetera::BaseStrategy;
use rusqlite::Connection;

use crate::journal::GameId;

pub use error::StoreError;
pub use read::{GameRow, StoredGame};

/// The name of the file in its folder.
pub const FILE_NAME: &str = "games.sqlite3";

/// An open store. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    connection: Arc<Mutex<Connection>>,
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
        Ok(Store {
            connection: Arc::new(Mutex::new(connection)),
            path: path.to_owned(),
        })
    }

    /// A free file name beside a file that was refused, to be offered to the person.
    pub fn name_beside(refused: &Path) -> PathBuf {
        open::free_name(refused, "new")
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives a game a title.
    ///
    /// # Errors
    /// [`StoreError`], also if there is no such game.
    pub fn rename(&self, game: GameId, title: &str) -> Result<(), StoreError> {
        self.change(
            game,
            "UPDATE games SET title = ?2 WHERE id = ?1",
            (game.0, title),
        )
    }

    /// Deletes a game for good.
    ///
    /// # Errors
    /// [`StoreError`], also if there is no such game.
    pub fn delete(&self, game: GameId) -> Result<(), StoreError> {
        self.change(game, "DELETE FROM games WHERE id = ?1", (game.0,))
    }

    fn change(
        &self,
        game: GameId,
        sql: &str,
        values: impl rusqlite::Params,
    ) -> Result<(), StoreError> {
        let changed = self
            .lock()
            .execute(sql, values)
            .map_err(|error| self.fault(&error))?;
        match changed {
            0 => Err(StoreError::NoSuchGame(game.0)),
            _ => Ok(()),
        }
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
        self.lock()
            .execute(
                "INSERT INTO settings (key, value) VALUES (?1, ?2)
                 ON CONFLICT (key) DO UPDATE SET value = ?2",
                [key, value],
            )
            .map(|_| ())
            .map_err(|error| self.fault(&error))
    }

    /// A panic elsewhere leaves the connection sound: transactions roll back.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn fault(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::of(&self.path, error)
    }
}
