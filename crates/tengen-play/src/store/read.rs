//! Reading: the list of games, one game, all of them as SGF.

use rusqlite::{OptionalExtension, Row};
use tengen_core::opening::Seat;
use tengen_core::record::sgf;
use tengen_core::{Game, Size, Tree};

use super::Store;
use super::error::StoreError;
use super::keep::{HeaderRow, entry_sum};
use crate::clock::TimeControl;
use crate::journal::{Change, GameId, Header, KeptPlayer, Logged};
use crate::session::Replay;

/// A line in the list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its number.
    pub id: GameId,
    /// When it began, in seconds since 1970.
    pub created_s: i64,
    /// When it was last changed.
    pub changed_s: i64,
    /// Its title; empty if none was given.
    pub title: String,
    /// The rule's name, as kept.
    pub rule: String,
    /// Side length of the board, as kept.
    pub size: i64,
    /// The players, first and second seat, as kept: see [`KeptPlayer`].
    pub players: [String; 2],
    /// The seat of the one who set it up: 0 or 1.
    pub you: i64,
    /// Stones on the board.
    pub moves: i64,
    /// The result in English; empty while the game goes on.
    pub result: String,
}

/// A kept game, ready to be taken up.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its number.
    pub id: GameId,
    /// Its title; empty if none was given.
    pub title: String,
    /// What it was set up with.
    pub header: Header,
    /// Its log, as far as it can be read.
    pub log: Vec<Logged>,
    /// What could not be read, in English; then the log ends before it, and the game must
    /// not be gone on with.
    pub damage: Option<String>,
}

impl StoredGame {
    /// The game as a record: names, result, and what was taken back as variations. What
    /// does not fit the rules ends it.
    pub fn record(&self) -> Tree {
        let header = &self.header;
        let game = Game::with_protocol(header.size, header.rule, header.protocol)
            .unwrap_or_else(|_| Game::new(header.size, header.rule));
        let mut game = Replay::as_far_as_possible(game, header, &self.log);
        let names = self.header.players.each_ref().map(shown_name);
        let black = game.colours().black as usize;
        let info = game.info_mut();
        names[black].clone_into(&mut info.players.black);
        names[1 - black].clone_into(&mut info.players.white);
        self.title.clone_into(&mut info.title);
        game.promote();
        game.into_tree()
    }
}

fn shown_name(player: &KeptPlayer) -> String {
    match player {
        KeptPlayer::Person => "Person".to_owned(),
        KeptPlayer::Opponent(opponent) => opponent.name(),
        KeptPlayer::Engine(_) => "Tengen".to_owned(),
        KeptPlayer::External(name) => name.clone(),
    }
}

impl Store {
    /// All games, the last changed first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn games(&self) -> Result<Vec<GameRow>, StoreError> {
        let connection = self.lock();
        let list = || -> rusqlite::Result<Vec<GameRow>> {
            let mut query = connection.prepare_cached(
                "SELECT id, created_s, changed_s, title, rule, size, first, second, you, moves,
                        result
                 FROM games ORDER BY changed_s DESC, id DESC",
            )?;
            query.query_map([], game_row)?.collect()
        };
        list().map_err(|error| self.fault(&error))
    }

    /// The game that was changed last and is not over.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn last_unfinished(&self) -> Result<Option<GameId>, StoreError> {
        self.lock()
            .query_row(
                "SELECT id FROM games WHERE result = '' AND moves > 0
                 ORDER BY changed_s DESC, id DESC LIMIT 1",
                [],
                |row| row.get(0).map(GameId),
            )
            .optional()
            .map_err(|error| self.fault(&error))
    }

    /// One game with its log. A damaged log is read up to the damage.
    ///
    /// # Errors
    /// [`StoreError`], also if there is no such game or its header is damaged.
    pub fn game(&self, id: GameId) -> Result<StoredGame, StoreError> {
        let connection = self.lock();
        let found = connection
            .query_row(
                "SELECT rule, size, protocol, first, second, you, time, seed, drawn, title,
                        sum
                 FROM games WHERE id = ?1",
                [id.0],
                |row| {
                    Ok((
                        header_row(row)?,
                        row.get::<_, String>(9)?,
                        row.get::<_, i64>(10)?,
                    ))
                },
            )
            .optional()
            .map_err(|error| self.fault(&error))?;
        let (row, title, sum) = found.ok_or(StoreError::NoSuchGame(id.0))?;
        let header = (row.sum() == sum).then(|| header_of(&row)).flatten();
        let header = header.ok_or_else(|| StoreError::Damaged {
            path: self.path().to_owned(),
            reason: format!(
                "the header of game number {} does not fit its check sum",
                id.0
            ),
        })?;
        let entries = || -> rusqlite::Result<Vec<EntryRow>> {
            let mut query = connection.prepare_cached(
                "SELECT number, change, took_ms, first_ms, second_ms, sum FROM log
                 WHERE game = ?1 ORDER BY number",
            )?;
            query.query_map([id.0], EntryRow::of)?.collect()
        };
        let entries = entries().map_err(|error| self.fault(&error))?;
        let (log, damage) = read_log(id, &entries, header.size);
        Ok(StoredGame {
            id,
            title,
            header,
            log,
            damage,
        })
    }

    /// All games as one SGF collection, oldest first. Games whose header is damaged are
    /// left out and named.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn export(&self) -> Result<(String, Vec<GameId>), StoreError> {
        let mut trees = Vec::new();
        let mut left_out = Vec::new();
        for row in self.games()?.into_iter().rev() {
            match self.game(row.id) {
                Ok(game) => trees.push(game.record()),
                Err(StoreError::Damaged { .. }) => left_out.push(row.id),
                Err(error) => return Err(error),
            }
        }
        Ok((sgf::write_all(&trees), left_out))
    }
}

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        id: GameId(row.get(0)?),
        created_s: row.get(1)?,
        changed_s: row.get(2)?,
        title: row.get(3)?,
        rule: row.get(4)?,
        size: row.get(5)?,
        players: [row.get(6)?, row.get(7)?],
        you: row.get(8)?,
        moves: row.get(9)?,
        result: row.get(10)?,
    })
}

fn header_row(row: &Row<'_>) -> rusqlite::Result<HeaderRow> {
    Ok(HeaderRow {
        rule: row.get(0)?,
        size: row.get(1)?,
        protocol: row.get(2)?,
        first: row.get(3)?,
        second: row.get(4)?,
        you: row.get(5)?,
        time: row.get(6)?,
        seed: row.get(7)?,
        drawn: row.get(8)?,
    })
}

fn header_of(row: &HeaderRow) -> Option<Header> {
    let size = u64::try_from(row.size).ok()?;
    Some(Header {
        rule: row.rule.parse().ok()?,
        size: Size::try_from(size).ok()?,
        protocol: row.protocol.parse().ok()?,
        players: [
            KeptPlayer::parse(&row.first)?,
            KeptPlayer::parse(&row.second)?,
        ],
        you: *Seat::BOTH.get(usize::try_from(row.you).ok()?)?,
        drawn: row.drawn,
        time: TimeControl::parse(&row.time)?,
        seed: row.seed as u64,
    })
}

/// An entry as the table holds it.
struct EntryRow {
    number: i64,
    change: String,
    times: [i64; 3],
    sum: i64,
}

impl EntryRow {
    fn of(row: &Row<'_>) -> rusqlite::Result<EntryRow> {
        Ok(EntryRow {
            number: row.get(0)?,
            change: row.get(1)?,
            times: [row.get(2)?, row.get(3)?, row.get(4)?],
            sum: row.get(5)?,
        })
    }

    fn entry(&self, game: GameId, expected: i64, size: Size) -> Option<Logged> {
        let sum = entry_sum(game.0, self.number, &self.change, self.times);
        if sum != self.sum || self.number != expected {
            return None;
        }
        let [took, first, second] = self.times.map(|ms| u64::try_from(ms).unwrap_or(0));
        Some(Logged {
            change: Change::parse(&self.change, size)?,
            took_ms: took,
            left_ms: [first, second],
        })
    }
}

fn read_log(game: GameId, rows: &[EntryRow], size: Size) -> (Vec<Logged>, Option<String>) {
    let mut log = Vec::with_capacity(rows.len());
    for (row, expected) in rows.iter().zip(1..) {
        match row.entry(game, expected, size) {
            Some(entry) => log.push(entry),
            None => {
                let damage = format!("entry {expected} of {} is damaged", rows.len());
                return (log, Some(damage));
            }
        }
    }
    (log, None)
}
