//! Finished games in a file of JSON lines: written one by one, read back to go on.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::record::{Conditions, GameRecord, VERSION};
use crate::grown::GrownFile;

/// A store that grows by a line for each finished game.
#[derive(Debug)]
pub(crate) struct Store(GrownFile);

/// What a store holds.
#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) conditions: Conditions,
    pub(crate) games: Vec<GameRecord>,
}

impl Store {
    /// Opens `path` to go on with a match, or creates it. Returns the games that are
    /// done already. A last line that was cut off by a kill is removed.
    pub(crate) fn open(path: &Path, conditions: &Conditions) -> Result<(Store, Vec<GameRecord>)> {
        let shown = path.display();
        let (mut file, text) = GrownFile::open_text(path)?;
        if text.is_empty() {
            file.cut(0)?;
            file.add_line(conditions)?;
            return Ok((Store(file), Vec::new()));
        }
        let contents = parse(&text).with_context(|| format!("in the store {shown}"))?;
        if let Some(found) = contents.conditions.difference(conditions) {
            let (field, [stored, wanted]) = (found.field, found.values);
            bail!(
                "the store {shown} holds another match: {field} is {stored} there, {wanted} \
                 here; name another file, or give the same conditions"
            );
        }
        file.cut(text.len())?;
        Ok((Store(file), contents.games))
    }

    /// Adds a finished game; it is on its way to the disk when this returns.
    pub(crate) fn add(&mut self, game: &GameRecord) -> Result<()> {
        self.0.add_line(game)
    }
}

/// Reads a store that another process may still be writing.
pub(crate) fn read(path: &Path) -> Result<Contents> {
    let shown = path.display();
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read the store {shown}"))?;
    parse(&text).with_context(|| format!("in the store {shown}"))
}

/// Puts the games of several parts of one match together, in order.
pub(crate) fn merge(parts: Vec<(PathBuf, Contents)>) -> Result<Contents> {
    let mut parts = parts.into_iter();
    let Some((first_path, mut all)) = parts.next() else {
        bail!("nothing to merge: name at least one store");
    };
    for (path, part) in parts {
        let conditions = all.conditions.without_folders();
        if let Some(found) = conditions.difference(&part.conditions.without_folders()) {
            let (field, [first, second]) = (found.field, found.values);
            bail!(
                "{} and {} are not parts of one match: {field} is {first} in the first, \
                 {second} in the second",
                first_path.display(),
                path.display()
            );
        }
        all.conditions.games = all.conditions.games.max(part.conditions.games);
        all.conditions.shard = None;
        all.games.extend(part.games);
    }
    all.games.sort_by_key(|game| game.game);
    if let Some(twice) = all.games.windows(2).find(|two| two[0].game == two[1].game) {
        bail!(
            "game {} is in more than one of the stores: each shard must be named once",
            twice[0].game
        );
    }
    Ok(all)
}

/// The whole lines of a store; what follows the last line end is left out.
fn parse(text: &str) -> Result<Contents> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines().enumerate();
    let (_, first) = lines.next().context("it is empty")?;
    let conditions: Conditions = serde_json::from_str(first)
        .context("line 1: expected the conditions of a match, as `tengen-lab match` writes them")?;
    if conditions.tengen_match != VERSION {
        bail!(
            "line 1: format {} is not known, only {VERSION} is",
            conditions.tengen_match
        );
    }
    let mut games: Vec<GameRecord> = Vec::new();
    let mut numbers = BTreeSet::new();
    for (index, line) in lines {
        let game: GameRecord = serde_json::from_str(line)
            .with_context(|| format!("line {}: expected a finished game", index + 1))?;
        if !numbers.insert(game.game) {
            bail!("line {}: game {} is there twice", index + 1, game.game);
        }
        games.push(game);
    }
    Ok(Contents { conditions, games })
}
