//! The tables, version by version.

/// Marks our files: `TGGM` in the header of SQLite.
pub(super) const APPLICATION: i64 = 0x5447_474D;

/// What brings a file from version `n` to `n + 1`; a new file goes through all of it.
/// What has shipped is never edited: a change is a new step.
pub(super) const STEPS: [&str; 3] = [
    // 1: games and their logs.
    "CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        created_s INTEGER NOT NULL,
        changed_s INTEGER NOT NULL,
        title TEXT NOT NULL DEFAULT '',
        rule TEXT NOT NULL,
        size INTEGER NOT NULL,
        protocol TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        you INTEGER NOT NULL,
        time TEXT NOT NULL,
        seed INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        result TEXT NOT NULL,
        sum INTEGER NOT NULL
     ) STRICT;
     CREATE TABLE log (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        change TEXT NOT NULL,
        took_ms INTEGER NOT NULL,
        first_ms INTEGER NOT NULL,
        second_ms INTEGER NOT NULL,
        sum INTEGER NOT NULL,
        PRIMARY KEY (game, number)
     ) STRICT, WITHOUT ROWID;",
    // 2: what faces remember; the list of games in order of change.
    "CREATE TABLE settings (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX games_by_change ON games (changed_s);",
    // 3: whether a seat was drawn; of older games nobody knows.
    "ALTER TABLE games ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0;",
];

/// The version that this program writes.
pub(super) const VERSION: i64 = STEPS.len() as i64;

/// A check sum over the columns of a row (FNV-1a), as SQLite's signed integers hold it.
pub(super) fn check_sum(columns: &[&str]) -> i64 {
    let mut sum: u64 = 0xCBF2_9CE4_8422_2325;
    for byte in columns.iter().flat_map(|text| text.bytes().chain([0])) {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    sum as i64
}
