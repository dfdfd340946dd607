//! `tengen-lab ladder`: all named opponents on one scale, by games between neighbours.
//!
//! Every game is kept in a store as it ends, so that the same command goes on after a
//! kill. Without clocks the result depends on the seed and the engine alone; the store
//! and the table carry both parts of the engine's bench signature. After a change of the
//! engine the same command plays again what the change touches: a new net only asks for
//! Master's games.

mod games;
mod rating;
mod store;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use tengen_engine::bench;
use tengen_play::{MASTER_NODES, Opponent, Rating, RatingTable};

use crate::arguments::{named_file, positive};
use crate::duel::cores;
use crate::output::{remark, say};
use games::{Player, play_game};
use rating::{Pairing, rate};
use store::{Conditions, Result as GameResult, Store};

/// What to play.
#[derive(Debug, Args)]
pub(crate) struct LadderOptions {
    /// File in which every finished game is kept; the same command goes on with it
    #[arg(long, value_parser = named_file())]
    store: PathBuf,
    /// Games of each pair, half of them with either colour
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Only these opponents, such as `level-1,level-2`; `beginner` is the scripted one
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Write the table that the program ships to this file
    #[arg(long, value_parser = named_file())]
    write: Option<PathBuf>,
    /// Seed of openings and variety
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time [default: one for each core]
    #[arg(long, value_parser = positive::<usize>)]
    threads: Option<usize>,
}

/// The opponents in the order of strength that is expected: neighbours and next
/// neighbours in it play each other, and so do those on the scale of levels.
const ORDER: [&str; 17] = [
    "random",
    "level-1",
    "beginner",
    "level-2",
    "level-3",
    "greedy",
    "trial",
    "level-4",
    "level-5",
    "minimax",
    "level-6",
    "alphabeta",
    "level-7",
    "level-8",
    "level-9",
    "level-10",
    "master",
];

/// The scripted beginner helps to judge level 1; it is no opponent of the program.
const BEGINNER: &str = "beginner";

/// One game to be played.
#[derive(Clone, Copy, Debug)]
struct Task {
    pair: (Player, Player),
    /// Openings are numbered; each is played with both colours.
    number: usize,
}

/// Plays what is missing, prints the table, writes it if asked to.
pub(crate) fn run(options: &LadderOptions) -> Result<()> {
    let players = chosen(&options.only)?;
    let signatures = bench::signatures().map_err(anyhow::Error::msg)?;
    let conditions = Conditions {
        classical: signatures.classical,
        net: signatures.net,
        seed: options.seed,
        master_nodes: MASTER_NODES,
    };
    let (mut store, mut results) = Store::open(&options.store, &conditions)?;
    let tasks = missing(&pairs(&players), options.games, &results);
    remark!("{} games kept, {} to play", results.len(), tasks.len());
    play_all(options, &tasks, |result| {
        store.add(&result)?;
        results.push(result);
        Ok(())
    })?;
    report(&players, &results, options, &conditions)
}

fn chosen(only: &[String]) -> Result<Vec<Player>> {
    let named = |name: &str| match name {
        BEGINNER => Ok(Player::Beginner),
        id => id.parse().map(Player::Opponent),
    };
    let all: Vec<Player> = ORDER
        .iter()
        .map(|name| named(name))
        .collect::<Result<_, _>>()?;
    if only.is_empty() {
        return Ok(all);
    }
    let wanted: Vec<Player> = only
        .iter()
        .map(|name| named(name))
        .collect::<Result<_, _>>()?;
    ensure!(wanted.len() > 1, "--only needs at least two opponents");
    Ok(all.into_iter().filter(|it| wanted.contains(it)).collect())
}

/// Neighbours and next neighbours, in the order given and on the scale of levels; and
/// Master against each opponent of the classroom, to whom it must lose nothing.
fn pairs(players: &[Player]) -> Vec<(Player, Player)> {
    let is_level = |player: &&Player| match player {
        Player::Opponent(opponent) => !opponent.is_classroom(),
        Player::Beginner => false,
    };
    let levels: Vec<Player> = players.iter().filter(is_level).copied().collect();
    let mut found = Vec::new();
    let master = Player::Opponent(Opponent::Master);
    if players.contains(&master) {
        let lessons = Opponent::CLASSROOM.map(Player::Opponent).into_iter();
        let present = lessons.filter(|lesson| players.contains(lesson));
        found.extend(present.map(|lesson| (lesson, master)));
    }
    for list in [players, &levels] {
        for (at, &one) in list.iter().enumerate() {
            for &other in list.iter().skip(at + 1).take(2) {
                if !found.contains(&(one, other)) {
                    found.push((one, other));
                }
            }
        }
    }
    found
}

/// What is not in the store yet, round by round, so that all pairs grow alike.
fn missing(pairs: &[(Player, Player)], games: usize, results: &[GameResult]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for number in 0..games {
        for &pair in pairs {
            let is_kept = |result: &GameResult| {
                result.number == number
                    && result.first == pair.0.id()
                    && result.second == pair.1.id()
            };
            if !results.iter().any(is_kept) {
                tasks.push(Task { pair, number });
            }
        }
    }
    tasks
}

fn play_all(
    options: &LadderOptions,
    tasks: &[Task],
    mut keep: impl FnMut(GameResult) -> Result<()>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let threads = options.threads.unwrap_or_else(cores).max(1);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = play_game(task.pair, task.number, options.seed);
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for result in receiver {
            keep(result)?;
        }
        Ok(())
    })
}

fn report(
    players: &[Player],
    results: &[GameResult],
    options: &LadderOptions,
    conditions: &Conditions,
) -> Result<()> {
    let ids: Vec<String> = players.iter().map(|player| player.id()).collect();
    let pairings = pairings(&ids, results);
    for pairing in &pairings {
        say!(
            "{:<10} {:<10} {:>5.1}% of {}",
            ids[pairing.first],
            ids[pairing.second],
            100.0 * pairing.score / f64::from(pairing.games),
            pairing.games
        );
    }
    let lost = |it: &&Pairing| ids[it.second] == "master" && is_lesson(&ids[it.first]);
    let lost: f64 = pairings.iter().filter(lost).map(|it| it.score).sum();
    // An empty sum of floats is -0, which would read strangely.
    say!("points that the classroom took from master: {}", lost + 0.0);
    let anchor = ids.iter().position(|id| id == ANCHOR).unwrap_or(0);
    let rated = rate(ids.len(), &pairings, anchor);
    for (id, (elo, error)) in ids.iter().zip(&rated) {
        say!("{id:<10} {:>5.0} ± {error:.0}", elo + ANCHOR_ELO);
    }
    if let Some(path) = &options.write {
        let table = table(&ids, &rated, &pairings, conditions)?;
        std::fs::write(path, table.to_json())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn is_lesson(id: &str) -> bool {
    id.parse().is_ok_and(Opponent::is_classroom)
}

/// The scale hangs on this opponent.
const ANCHOR: &str = "level-1";
const ANCHOR_ELO: f64 = 500.0;

fn pairings(ids: &[String], results: &[GameResult]) -> Vec<Pairing> {
    let index = |id: &str| ids.iter().position(|it| it == id);
    let mut found: Vec<Pairing> = Vec::new();
    for result in results {
        let (Some(first), Some(second)) = (index(&result.first), index(&result.second)) else {
            continue;
        };
        let slot = found
            .iter()
            .position(|it| it.first == first && it.second == second);
        let at = slot.unwrap_or_else(|| {
            found.push(Pairing {
                first,
                second,
                score: 0.0,
                games: 0,
            });
            found.len() - 1
        });
        found[at].score += f64::from(result.half_points) / 2.0;
        found[at].games += 1;
    }
    found
}

fn table(
    ids: &[String],
    rated: &[(f64, f64)],
    pairings: &[Pairing],
    conditions: &Conditions,
) -> Result<RatingTable> {
    let mut ratings = Vec::new();
    for opponent in Opponent::ALL {
        let Some(at) = ids.iter().position(|id| *id == opponent.id()) else {
            bail!("{opponent} is missing: a table needs all opponents");
        };
        let games = pairings
            .iter()
            .filter(|it| it.first == at || it.second == at)
            .map(|it| it.games)
            .sum();
        ratings.push(Rating {
            opponent,
            elo: (rated[at].0 + ANCHOR_ELO).round() as i32,
            error: rated[at].1.round() as i32,
            games,
        });
    }
    Ok(RatingTable {
        signature: conditions.classical,
        net_signature: conditions.net,
        master_nodes: conditions.master_nodes,
        ratings,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_and_next_neighbours_play_and_nothing_is_played_twice() {
        let all = chosen(&[]).unwrap();
        assert_eq!(all.len(), ORDER.len());
        let pairs = pairs(&all);
        let level = |n| Player::Opponent(Opponent::Level(n));
        for n in 1..9 {
            assert!(pairs.contains(&(level(n), level(n + 1))));
            assert!(pairs.contains(&(level(n), level(n + 2))));
        }
        for lesson in Opponent::CLASSROOM {
            let master = Player::Opponent(Opponent::Master);
            assert!(pairs.contains(&(Player::Opponent(lesson), master)));
        }
        for (at, pair) in pairs.iter().enumerate() {
            assert!(!pairs[at + 1..].contains(pair));
        }
        let kept = GameResult {
            first: pairs[0].0.id(),
            second: pairs[0].1.id(),
            number: 1,
            half_points: 2,
        };
        assert_eq!(missing(&pairs, 3, &[kept]).len(), 3 * pairs.len() - 1);
        assert!(chosen(&["nobody".to_owned()]).is_err());
    }
}
