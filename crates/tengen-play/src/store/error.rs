//! What can go wrong with the store.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why the store cannot do something. The file is then as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be made or used.
    #[error("games cannot be kept in {}: {reason}", .folder.display())]
    Folder {
        /// Where it was looked for.
        folder: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file can be read but not written.
    #[error("{} cannot be written to", .path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a newer program.
    #[error(
        "{} is of version {found}, and this program knows versions up to {known}: use a newer program",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The file is damaged.
    #[error("{} is damaged ({reason}); it was left as it is", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was noticed first.
        reason: String,
    },
    /// The file is a database of another program, or no database.
    #[error("{} holds no games of this program; it was left as it is", .path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// There is no room left.
    #[error("there is no room left for {}", .path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Another program holds the file for too long.
    #[error("{} is in use by another program", .path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// There is no game of that number.
    #[error("there is no game number {0}")]
    NoSuchGame(i64),
    /// Another program has gone on with the game.
    #[error("game number {0} was changed by another program meanwhile")]
    ChangedElsewhere(i64),
    /// Anything else that SQLite says.
    #[error("{}: {reason}", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it says.
        reason: String,
    },
}

impl StoreError {
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path },
            Some(ErrorCode::NotADatabase) => StoreError::NotOurs { path },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged {
                path,
                reason: error.to_string(),
            },
            _ => StoreError::Other {
                path,
                reason: error.to_string(),
            },
        }
    }
}
