//! The games of a ladder, one line each.
//!
//! A line with conditions opens a run: the games behind it were played under them. When
//! the engine has changed, the store goes on with new conditions, and of the older games
//! those count whose players the change does not touch.

use std::path::Path;

use anyhow::{Context, Result as Outcome, ensure};
use serde::{Deserialize, Serialize};
use tengen_play::Opponent;

use crate::grown::GrownFile;

/// What the games of a run have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Conditions {
    /// The engine's bench signature: the searches of freestyle 15 by the pattern tables.
    #[serde(alias = "signature")]
    pub(super) classical: u64,
    /// Its other part: those by the net; 0 in stores of an engine whose Master had none.
    #[serde(default)]
    pub(super) net: u64,
    pub(super) seed: u64,
    pub(super) master_nodes: u64,
}

impl Conditions {
    /// Whether a game that was played under these conditions would be the same `now`.
    fn still_hold(&self, now: &Conditions, game: &Result) -> bool {
        self.seed == now.seed
            && [&game.first, &game.second]
                .into_iter()
                .all(|player| self.depend(player) == now.depend(player))
    }

    /// What the play of an opponent depends on.
    fn depend(&self, player: &str) -> [u64; 3] {
        match player.parse() {
            Ok(Opponent::Master) => [self.classical, self.net, self.master_nodes],
            Ok(Opponent::Level(_)) => [self.classical, 0, 0],
            // The classroom and the scripted beginner do without the engine.
            _ => [0; 3],
        }
    }
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

/// A line of a store.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Conditions(Conditions),
    Game(Result),
}

/// A store that grows by a line a game.
#[derive(Debug)]
pub(super) struct Store(GrownFile);

impl Store {
    /// Opens a store, or begins one; the games in it that count under these conditions. A
    /// last line that a kill cut off is dropped: that game is played again.
    pub(super) fn open(path: &Path, conditions: &Conditions) -> Outcome<(Store, Vec<Result>)> {
        let shown = path.display();
        let (mut file, text) = GrownFile::open_text(path)?;
        let (mut run, mut kept) = (None, Vec::new());
        for (index, line) in text.lines().enumerate() {
            let at = || format!("{shown}, line {}", index + 1);
            match serde_json::from_str(line) {
                Ok(Line::Conditions(found)) => run = Some(found),
                Ok(Line::Game(game)) => {
                    let run = run.as_ref();
                    let run =
                        run.with_context(|| format!("{}: a game without conditions", at()))?;
                    if run.still_hold(conditions, &game) {
                        kept.push(game);
                    }
                }
                Err(_) => ensure!(false, "{}: neither a game nor conditions", at()),
            }
        }
        file.cut(text.len())?;
        if run.as_ref() != Some(conditions) {
            file.add_line(conditions)?;
        }
        Ok((Store(file), kept))
    }

    pub(super) fn add(&mut self, result: &Result) -> Outcome<()> {
        self.0.add_line(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A store that goes away with the test.
    struct Scratch(std::path::PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("tengen-ladder-{name}-{}.jsonl", std::process::id());
            Scratch(std::env::temp_dir().join(name))
        }

        fn open(&self, conditions: &Conditions) -> (Store, Vec<Result>) {
            Store::open(&self.0, conditions).unwrap()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            // One that was never made need not be removed.
            let _ = std::fs::remove_file(&self.0);
        }
    }

    const NOW: Conditions = Conditions {
        classical: 1,
        net: 2,
        seed: 3,
        master_nodes: 4,
    };

    fn game(first: &str, second: &str) -> Result {
        Result {
            first: first.to_owned(),
            second: second.to_owned(),
            number: 0,
            half_points: 2,
        }
    }

    #[test]
    fn a_store_goes_on_where_it_was_cut_off() {
        let scratch = Scratch::new("cut");
        let (mut store, kept) = scratch.open(&NOW);
        assert!(kept.is_empty());
        store.add(&game("random", "level-1")).unwrap();
        store.0.add(b"{\"first\": \"cut o").unwrap();
        drop(store);
        for _ in 0..2 {
            let (_, kept) = scratch.open(&NOW);
            assert_eq!(kept, [game("random", "level-1")]);
        }
    }

    #[test]
    fn after_a_change_those_games_count_that_it_does_not_touch() {
        let classroom = game("greedy", "trial");
        let levels = game("greedy", "level-3");
        let master = game("greedy", "master");
        let all = [classroom.clone(), levels.clone(), master.clone()];
        let net = Conditions { net: 9, ..NOW };
        let nodes = Conditions {
            master_nodes: 9,
            ..NOW
        };
        let classical = Conditions {
            classical: 9,
            ..NOW
        };
        let seed = Conditions { seed: 9, ..NOW };
        for (changed, count) in [
            (&NOW, 3),
            (&net, 2),
            (&nodes, 2),
            (&classical, 1),
            (&seed, 0),
        ] {
            let scratch = Scratch::new("change");
            let (mut store, _) = scratch.open(&NOW);
            for game in &all {
                store.add(game).unwrap();
            }
            drop(store);
            let (mut store, kept) = scratch.open(changed);
            assert_eq!(kept, all[..count], "{changed:?}");
            // What is played now counts beside what was kept.
            if count < 3 {
                store.add(&master).unwrap();
            }
            drop(store);
            let (_, kept) = scratch.open(changed);
            assert_eq!(kept.last(), Some(&master));
        }
    }

    #[test]
    fn a_store_of_an_engine_without_nets_is_read() {
        let scratch = Scratch::new("old");
        let old = "{\"signature\":1,\"seed\":3,\"master_nodes\":4}\n";
        let games = [game("level-1", "level-2"), game("level-10", "master")]
            .map(|game| serde_json::to_string(&game).unwrap());
        std::fs::write(&scratch.0, format!("{old}{}\n{}\n", games[0], games[1])).unwrap();
        assert_eq!(scratch.open(&NOW).1, [game("level-1", "level-2")]);
    }

    #[test]
    fn what_is_no_store_is_refused_and_left_alone() {
        let scratch = Scratch::new("strange");
        let game = serde_json::to_string(&game("level-1", "level-2")).unwrap();
        for text in ["hello\n".to_owned(), format!("{game}\n")] {
            std::fs::write(&scratch.0, &text).unwrap();
            let error = Store::open(&scratch.0, &NOW).unwrap_err().to_string();
            assert!(error.contains("line 1"), "{error}");
            assert_eq!(std::fs::read_to_string(&scratch.0).unwrap(), text);
        }
    }
}
