//! `tengen-lab sights`: positions that tell the levels apart.
//!
//! For each step of the scale it finds positions with one thing to see, which the lower
//! level misses and the upper one sees, whatever the seed. What is right is told by the
//! rules and by proofs, not by the levels. The tests of tengen-play read the file.

mod kinds;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use clap::Args;
use tengen_core::rng::Rng;
use tengen_core::{Point, Position, Rule, Size};
use tengen_play::{Contender, Opponent};

use kinds::Kind;

use crate::output::remark;

/// What to look for.
#[derive(Debug, Args)]
pub(crate) struct SightsOptions {
    /// File to write, one position a line
    #[arg(long)]
    write: PathBuf,
    /// Positions of each kind
    #[arg(long, default_value_t = 10)]
    count: usize,
    /// The lowest step to look for; what the file has of lower and higher ones stays
    #[arg(long, default_value = "level-1")]
    from: Opponent,
    /// The highest step: positions that this opponent sees and the one below misses
    #[arg(long, default_value = "master")]
    up_to: Opponent,
    /// Games played at the most in search of each kind
    #[arg(long, default_value_t = 2_000)]
    games: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How many seeds an opponent is asked with: it must not be luck. The highest do not vary
/// so late in a game.
fn seeds(opponent: Opponent) -> u64 {
    match opponent {
        Opponent::Level(8..) | Opponent::Master => 1,
        _ => 4,
    }
}

/// A position found.
struct Sight {
    moves: Vec<Point>,
    right: Vec<Point>,
}

/// Finds the positions, every kind on a thread of its own, and writes them as they are
/// found, so that a run that is broken off leaves what it has.
pub(crate) fn run(options: &SightsOptions) -> Result<()> {
    let kinds = Kind::all();
    let is_wanted = |kind: &Kind| (options.from..=options.up_to).contains(&kind.upper);
    let kept = std::fs::read_to_string(&options.write).unwrap_or_default();
    let known = kinds.iter().map(|kind| match is_wanted(kind) {
        true => Vec::new(),
        false => lines_of(kind, &kept),
    });
    let found: Mutex<Vec<Vec<String>>> = Mutex::new(known.collect());
    std::thread::scope(|scope| {
        let threads: Vec<_> = kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| is_wanted(kind))
            .map(|(at, kind)| {
                let found = &found;
                scope.spawn(move || -> Result<()> {
                    find(kind, options, &mut |sight| {
                        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                        found[at].push(line(kind, &sight));
                        write(&options.write, &found)
                    })
                })
            })
            .collect();
        for (thread, kind) in threads
            .into_iter()
            .zip(kinds.iter().filter(|kind| is_wanted(kind)))
        {
            let ended = thread.join();
            ended.map_err(|_| anyhow::anyhow!("{}: the search broke off", kind.name))??;
        }
        Ok(())
    })
}

/// The positions of a step in a file that was written before.
fn lines_of(kind: &Kind, text: &str) -> Vec<String> {
    let start = format!("see={} ", kind.upper.id());
    let lines = text.lines().filter(|line| line.starts_with(&start));
    lines.map(str::to_owned).collect()
}

fn write(path: &Path, found: &[Vec<String>]) -> Result<()> {
    let mut text = String::from(HEADING);
    for line in found.iter().flatten() {
        text += line;
        text.push('\n');
    }
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

const HEADING: &str = "\
# Positions that tell the levels apart, freestyle 15x15: written by `tengen-lab sights`.
# step: who sees it, who misses it (- for nobody); right: every point that is right.
";

fn line(kind: &Kind, sight: &Sight) -> String {
    let size = Size::STANDARD;
    let names = |points: &[Point]| -> Vec<String> {
        points
            .iter()
            .map(|point| point.name(size).to_lowercase())
            .collect()
    };
    let lower = kind.lower.map_or("-".to_owned(), Opponent::id);
    format!(
        "see={} miss={lower} kind={} right={} moves={}",
        kind.upper.id(),
        kind.name,
        names(&sight.right).join(","),
        names(&sight.moves).concat()
    )
}

fn find(
    kind: &Kind,
    options: &SightsOptions,
    tell: &mut dyn FnMut(Sight) -> Result<()>,
) -> Result<()> {
    let mut count = 0;
    let mut taken = BTreeSet::new();
    for game in 0..options.games {
        let positions = kind.candidates(play(kind, options.seed.wrapping_add(game)));
        let fitting = positions.iter().find_map(|position| {
            if play_alike(position, kind) {
                return None;
            }
            let right = kind.right(position)?;
            tells_apart(position, &right, kind).then(|| Sight {
                moves: position.moves().filter_map(|mv| mv.point).collect(),
                right,
            })
        });
        // Positions of one game are alike: only one is taken from each. Two games may be
        // the same.
        if let Some(sight) = fitting
            && taken.insert(sight.moves.clone())
        {
            tell(sight)?;
            count += 1;
        }
        if count >= options.count {
            break;
        }
    }
    remark!("{}: {count} positions", kind.name);
    Ok(())
}

/// Whether both play the same: then a proof, which takes long, would be in vain.
fn play_alike(position: &Position, kind: &Kind) -> bool {
    let lower = kind.lower.map(|lower| answer(lower, position, 0));
    lower.is_some_and(|lower| lower == answer(kind.upper, position, 0))
}

/// What an opponent plays that has thought about nothing before.
fn answer(opponent: Opponent, position: &Position, seed: u64) -> Option<Point> {
    Contender::new(opponent).choose(position, seed)
}

/// Whether the upper one always plays a right point and the lower one never does.
fn tells_apart(position: &Position, right: &[Point], kind: &Kind) -> bool {
    let is_right = |opponent: Opponent, seed| {
        answer(opponent, position, seed).is_some_and(|point| right.contains(&point))
    };
    let misses = kind
        .lower
        .is_none_or(|lower| (0..seeds(lower)).all(|seed| !is_right(lower, seed)));
    misses && (0..seeds(kind.upper)).all(|seed| is_right(kind.upper, seed))
}

/// The positions of a game between two players who let such positions come about, late
/// ones first.
fn play(kind: &Kind, seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut players = kind.players.map(Contender::new);
    if rng.below(2) == 0 {
        players.swap(0, 1);
    }
    let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
    let mut seen = Vec::new();
    while position.outcome().is_none() {
        let player = &mut players[position.to_move() as usize];
        let Some(point) = player.choose(&position, seed) else {
            break;
        };
        if position.play(point).is_err() {
            break;
        }
        if position.outcome().is_none() && position.board().stone_count() >= EARLIEST {
            seen.push(position.clone());
        }
    }
    seen.reverse();
    seen
}

/// Stones on the board of the earliest position that is taken.
const EARLIEST: usize = 9;
