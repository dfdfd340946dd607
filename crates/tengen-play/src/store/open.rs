//! Opening: look first, touch only what is sound and known.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::StoreError;
use super::schema::{APPLICATION, STEPS, VERSION};

/// How long a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    let fault = |error: rusqlite::Error| StoreError::of(path, &error);
    let exists = path.metadata().is_ok_and(|data| data.len() > 0);
    let found = match exists {
        true => inspect(path)?,
        false => 0,
    };
    let mut connection = Connection::open(path).map_err(fault)?;
    connection
        .busy_handler(Some(wait_a_little))
        .map_err(fault)?;
    if connection.is_readonly("main").map_err(fault)? {
        return Err(StoreError::ReadOnly {
            path: path.to_owned(),
        });
    }
    if (1..VERSION).contains(&found) {
        back_up(&connection, path, found)?;
    }
    patiently(|| set_up(&connection)).map_err(fault)?;
    if found < VERSION {
        migrate(&connection).map_err(fault)?;
    }
    Ok(connection)
}

/// A connection that only reads, for a file that [`open`] has opened.
pub(super) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    let fault = |error: rusqlite::Error| StoreError::of(path, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(fault)?;
    connection.busy_timeout(PATIENCE).map_err(fault)?;
    Ok(connection)
}

/// Reads what an existing file is without changing a byte of it; its version.
fn inspect(path: &Path) -> Result<i64, StoreError> {
    let fault = |error: rusqlite::Error| StoreError::of(path, &error);
    let connection = open_reader(path)?;
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get(0));
    let application: i64 = number("application_id").map_err(fault)?;
    if application == 0 && is_empty(&connection).map_err(fault)? {
        // Another process is about to make its tables, or died before it could.
        return Ok(0);
    }
    if application != APPLICATION {
        return Err(StoreError::NotOurs {
            path: path.to_owned(),
        });
    }
    let found: i64 = number("user_version").map_err(fault)?;
    if found > VERSION {
        return Err(StoreError::Newer {
            path: path.to_owned(),
            found,
            known: VERSION,
        });
    }
    let verdict: String = connection
        .pragma_query_value(None, "integrity_check", |row| row.get(0))
        .map_err(fault)?;
    if verdict != "ok" || found < 1 {
        return Err(StoreError::Damaged {
            path: path.to_owned(),
            reason: verdict,
        });
    }
    Ok(found)
}

/// Whether a database holds no table at all.
fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| {
        row.get(0)
    })
}

/// Waits for another writer in small steps. SQLite's own waiting grows to a tenth of a
/// second a step, in which a busy writer takes the file again and again.
fn wait_a_little(tries: i32) -> bool {
    let step = Duration::from_millis(2);
    std::thread::sleep(step);
    step * u32::try_from(tries).unwrap_or(0) < PATIENCE
}

/// Tries again while another process holds the file: SQLite's own patience does not cover
/// the change to WAL mode.
fn patiently(act: impl Fn() -> rusqlite::Result<()>) -> rusqlite::Result<()> {
    let begun = Instant::now();
    loop {
        match act() {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && begun.elapsed() < PATIENCE =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            done => return done,
        }
    }
}

/// Copies an older file before it is changed.
fn back_up(connection: &Connection, path: &Path, version: i64) -> Result<(), StoreError> {
    let copy = free_name(path, &format!("v{version}"));
    connection
        .backup("main", &copy, None::<fn(rusqlite::backup::Progress)>)
        .map_err(|error| StoreError::of(&copy, &error))
}

/// The path with a word before its ending, and a number if that is taken.
pub(super) fn free_name(path: &Path, word: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let name = |n: u32| match n {
        1 => path.with_file_name(format!("{stem}-{word}.{ending}")),
        n => path.with_file_name(format!("{stem}-{word}-{n}.{ending}")),
    };
    // As many copies as there are numbers are not to be expected.
    (1..u32::MAX)
        .map(name)
        .find(|candidate| !candidate.exists())
        .unwrap_or_else(|| name(u32::MAX))
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// Goes through the missing steps in one transaction. The version is read again inside
/// it: another process may have been quicker.
fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let all = || -> rusqlite::Result<()> {
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        for step in STEPS.iter().skip(usize::try_from(version).unwrap_or(0)) {
            connection.execute_batch(step)?;
        }
        connection.pragma_update(None, "application_id", APPLICATION)?;
        connection.pragma_update(None, "user_version", VERSION)
    };
    match all() {
        Ok(()) => connection.execute_batch("COMMIT"),
        Err(error) => {
            // The first error is the one to tell.
            let _ = connection.execute_batch("ROLLBACK");
            Err(error)
        }
    }
}
