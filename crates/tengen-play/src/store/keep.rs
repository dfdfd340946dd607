//! Writing: a game's log as it happens.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, params};
use tengen_core::Size;

use super::Store;
use super::error::StoreError;
use super::schema::check_sum;
use crate::journal::{GameId, Header, KeepError, Keeper, Logged, Summary};

impl Keeper for Store {
    fn begin(
        &mut self,
        header: &Header,
        log: &[Logged],
        summary: &Summary,
    ) -> Result<GameId, KeepError> {
        self.insert(header, log, summary)
            .map_err(|error| KeepError(error.to_string()))
    }

    fn append(
        &mut self,
        game: GameId,
        kept: usize,
        log: &[Logged],
        summary: &Summary,
    ) -> Result<(), KeepError> {
        self.extend(game, kept, log, summary)
            .map_err(|error| KeepError(error.to_string()))
    }
}

impl Store {
    fn insert(
        &self,
        header: &Header,
        log: &[Logged],
        summary: &Summary,
    ) -> Result<GameId, StoreError> {
        let path = self.path().to_owned();
        let row = HeaderRow::of(header);
        let (size, log, summary) = (header.size, log.to_vec(), summary.clone());
        self.write(move |connection| {
            insert(connection, &row, &summary)
                .and_then(|game| {
                    add_entries(connection, game, 0, &log, size)?;
                    Ok(game)
                })
                .map_err(|error| StoreError::of(&path, &error))
        })
        .map(GameId)
    }

    fn extend(
        &self,
        game: GameId,
        kept: usize,
        log: &[Logged],
        summary: &Summary,
    ) -> Result<(), StoreError> {
        let path = self.path().to_owned();
        let (log, summary) = (log.to_vec(), summary.clone());
        self.write(move |connection| {
            let size = size_if_unchanged(connection, &path, game, kept)?;
            add_entries(connection, game.0, kept, &log, size)
                .and_then(|()| update(connection, game, &summary))
                .map(|()| 0)
                .map_err(|error| StoreError::of(&path, &error))
        })
        .map(drop)
    }
}

/// A new row of the list of games; its number.
fn insert(connection: &Connection, row: &HeaderRow, summary: &Summary) -> rusqlite::Result<i64> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO games (created_s, changed_s, rule, size, protocol, first, second,
                            you, drawn, time, seed, moves, result, sum)
         VALUES (?1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?;
    insert.insert(params![
        now_s(),
        row.rule,
        row.size,
        row.protocol,
        row.first,
        row.second,
        row.you,
        row.drawn,
        row.time,
        row.seed,
        summary.moves as i64,
        summary.result,
        row.sum(),
    ])
}

/// The board size of a game that has as many entries as we know of.
fn size_if_unchanged(
    connection: &Connection,
    path: &Path,
    game: GameId,
    kept: usize,
) -> Result<Size, StoreError> {
    let look = || -> rusqlite::Result<(i64, i64)> {
        let mut query = connection.prepare_cached(
            "SELECT (SELECT count(*) FROM log WHERE game = ?1), size FROM games WHERE id = ?1",
        )?;
        query.query_row([game.0], |row| Ok((row.get(0)?, row.get(1)?)))
    };
    let (entries, size) = look().map_err(|error| match error {
        rusqlite::Error::QueryReturnedNoRows => StoreError::NoSuchGame(game.0),
        other => StoreError::of(path, &other),
    })?;
    if entries != kept as i64 {
        return Err(StoreError::ChangedElsewhere(game.0));
    }
    let size = u64::try_from(size).ok();
    let size = size.and_then(|n| Size::try_from(n).ok());
    size.ok_or(StoreError::NoSuchGame(game.0))
}

/// What the list of games shows.
fn update(connection: &Connection, game: GameId, summary: &Summary) -> rusqlite::Result<()> {
    let mut update = connection
        .prepare_cached("UPDATE games SET changed_s = ?2, moves = ?3, result = ?4 WHERE id = ?1")?;
    update
        .execute(params![
            game.0,
            now_s(),
            summary.moves as i64,
            summary.result
        ])
        .map(drop)
}

fn add_entries(
    connection: &Connection,
    game: i64,
    kept: usize,
    log: &[Logged],
    size: Size,
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO log (game, number, change, took_ms, first_ms, second_ms, sum)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (entry, number) in log.iter().zip(kept as i64 + 1..) {
        let change = entry.change.text(size);
        let [took, first, second] = [entry.took_ms, entry.left_ms[0], entry.left_ms[1]]
            .map(|ms| i64::try_from(ms).unwrap_or(i64::MAX));
        let sum = entry_sum(game, number, &change, [took, first, second]);
        insert.execute(params![game, number, change, took, first, second, sum])?;
    }
    Ok(())
}

/// The check sum of an entry.
pub(super) fn entry_sum(game: i64, number: i64, change: &str, times: [i64; 3]) -> i64 {
    let numbers = [game, number, times[0], times[1], times[2]].map(|n| n.to_string());
    let mut columns: Vec<&str> = numbers.iter().map(String::as_str).collect();
    columns.push(change);
    check_sum(&columns)
}

/// A header as the table holds it.
#[derive(Debug)]
pub(super) struct HeaderRow {
    pub(super) rule: String,
    pub(super) size: i64,
    pub(super) protocol: String,
    pub(super) first: String,
    pub(super) second: String,
    pub(super) you: i64,
    pub(super) drawn: bool,
    pub(super) time: String,
    pub(super) seed: i64,
}

impl HeaderRow {
    fn of(header: &Header) -> HeaderRow {
        HeaderRow {
            rule: header.rule.name().to_owned(),
            size: i64::from(header.size.get()),
            protocol: header.protocol.name().to_owned(),
            first: header.players[0].text(),
            second: header.players[1].text(),
            you: header.you as i64,
            drawn: header.drawn,
            time: header.time.text(),
            seed: header.seed as i64,
        }
    }

    /// The check sum of all of it.
    pub(super) fn sum(&self) -> i64 {
        let numbers = [self.size, self.you, self.seed].map(|n| n.to_string());
        let [size, you, seed] = &numbers;
        let mut columns: Vec<&str> = vec![
            &self.rule,
            size,
            &self.protocol,
            &self.first,
            &self.second,
            you,
            &self.time,
            seed,
        ];
        // Games of before this column have a sum without it.
        columns.extend(self.drawn.then_some("drawn"));
        check_sum(&columns)
    }
}

/// Seconds since 1970; 0 on a machine that is set before it.
fn now_s() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(0))
}
