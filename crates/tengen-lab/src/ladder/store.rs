//! The games of a ladder, one line each.

use std::path::Path;

use anyhow::{Context, Result as Outcome, ensure};
use serde::{Deserialize, Serialize};

use crate::grown::GrownFile;

/// What all games of a store have in common; its first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Conditions {
    /// The engine's bench signature.
    pub(super) signature: u64,
    pub(super) seed: u64,
    pub(super) master_nodes: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Result {
    pub(super) first: String,
    pub(super) second: String,
    /// Which game of the pair; the first is Black in even ones.
    pub(super) number: usize,
    /// What the first made of it: 0, 1 or 2.
    pub(super) half_points: u8,
}

/// A store that grows by a line a game.
#[derive(Debug)]
pub(super) struct Store(GrownFile);

impl Store {
    /// Opens a store, or begins one; the games in it. A last line that a kill cut off is
    /// dropped: that game is played again.
    pub(super) fn open(path: &Path, conditions: &Conditions) -> Outcome<(Store, Vec<Result>)> {
        let shown = path.display();
        let (mut file, text) = GrownFile::open_text(path)?;
        let mut lines = text.lines().enumerate();
        let Some((_, first)) = lines.next() else {
            file.cut(0)?;
            file.add_line(conditions)?;
            return Ok((Store(file), Vec::new()));
        };
        let found: Conditions = serde_json::from_str(first)
            .with_context(|| format!("{shown}, line 1: expected the conditions of a ladder"))?;
        ensure!(
            found == *conditions,
            "{shown} was played under other conditions ({found:?}, now {conditions:?}): give another --store"
        );
        let game = |(index, line): (usize, &str)| {
            serde_json::from_str(line)
                .with_context(|| format!("{shown}, line {}: expected a game", index + 1))
        };
        let kept = lines.map(game).collect::<Outcome<_>>()?;
        file.cut(text.len())?;
        Ok((Store(file), kept))
    }

    pub(super) fn add(&mut self, result: &Result) -> Outcome<()> {
        self.0.add_line(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_goes_on_and_refuses_other_conditions() {
        let name = format!("tengen-ladder-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        let conditions = Conditions {
            signature: 1,
            seed: 2,
            master_nodes: 3,
        };
        let result = Result {
            first: "a".to_owned(),
            second: "b".to_owned(),
            number: 0,
            half_points: 2,
        };
        let (mut store, kept) = Store::open(&path, &conditions).unwrap();
        assert!(kept.is_empty());
        store.add(&result).unwrap();
        store.0.add(b"{\"first\": \"cut o").unwrap();
        drop(store);
        let (_, kept) = Store::open(&path, &conditions).unwrap();
        assert_eq!(kept, std::slice::from_ref(&result));
        let (_, kept) = Store::open(&path, &conditions).unwrap();
        assert_eq!(kept, [result]);
        let other = Conditions {
            signature: 9,
            ..conditions
        };
        assert!(Store::open(&path, &other).is_err());
        std::fs::remove_file(path).unwrap();
    }
}
