//! The games of a ladder, one line each.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use anyhow::{Context, Result as Outcome, ensure};
use serde::{Deserialize, Serialize};

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
pub(super) struct Store {
    file: File,
}

impl Store {
    /// Opens a store, or begins one; the games in it. A last line that a kill cut off is
    /// dropped: that game is played again.
    pub(super) fn open(path: &Path, conditions: &Conditions) -> Outcome<(Store, Vec<Result>)> {
        let place = || format!("cannot use {}", path.display());
        let mut kept = Vec::new();
        let exists = path.metadata().is_ok_and(|data| data.len() > 0);
        if exists {
            let mut lines = BufReader::new(File::open(path).with_context(place)?).lines();
            let first = lines.next().transpose().with_context(place)?;
            let found: Conditions =
                serde_json::from_str(&first.unwrap_or_default()).with_context(place)?;
            ensure!(
                found == *conditions,
                "{} was played under other conditions ({found:?}, now {conditions:?}): give another --store",
                path.display()
            );
            for line in lines {
                match serde_json::from_str(&line.with_context(place)?) {
                    Ok(result) => kept.push(result),
                    Err(_) => break,
                }
            }
        }
        // Written anew, so that a half line does not stay in the middle.
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(true)
            .write(true)
            .open(path)
            .with_context(place)?;
        let mut text = serde_json::to_string(conditions)? + "\n";
        for result in &kept {
            text += &(serde_json::to_string(result)? + "\n");
        }
        file.write_all(text.as_bytes()).with_context(place)?;
        Ok((Store { file }, kept))
    }

    pub(super) fn add(&mut self, result: &Result) -> Outcome<()> {
        let line = serde_json::to_string(result)? + "\n";
        self.file.write_all(line.as_bytes())?;
        Ok(())
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
        store.file.write_all(b"{\"first\": \"cut o").unwrap();
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
