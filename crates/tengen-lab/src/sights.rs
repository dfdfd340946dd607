//! `tengen-lab sights`: positions that tell the levels apart.
//!
//! For each step of the scale it finds positions with one thing to see, which the lower
//! level misses and the upper one sees, whatever the seed. What is right is told by the
//! rules and by proofs, not by the levels. The tests of tengen-play read the file.

mod kinds;

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

/// How many seeds a level is asked with: it must not be luck.
const SEEDS: u64 = 4;

/// A position found.
struct Sight {
    moves: Vec<Point>,
    right: Vec<Point>,
}

/// Finds the positions, every kind on a thread of its own, and writes them as they are
/// found, so that a run that is broken off leaves what it has.
pub(crate) fn run(options: &SightsOptions) -> Result<()> {
    let kinds: Vec<Kind> = Kind::all()
        .into_iter()
        .filter(|kind| kind.upper <= options.up_to)
        .collect();
    let found: Mutex<Vec<Vec<String>>> = Mutex::new(vec![Vec::new(); kinds.len()]);
    std::thread::scope(|scope| {
        let threads: Vec<_> = kinds
            .iter()
            .enumerate()
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
        for (thread, kind) in threads.into_iter().zip(&kinds) {
            let ended = thread.join();
            ended.map_err(|_| anyhow::anyhow!("{}: the search broke off", kind.name))??;
        }
        Ok(())
    })
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
    let mut upper = Contender::new(kind.upper);
    let mut lower = kind.lower.map(Contender::new);
    for game in 0..options.games {
        let positions = play(kind, options.seed.wrapping_add(game));
        let fitting = positions.iter().find_map(|position| {
            if play_alike(position, &mut upper, lower.as_mut()) {
                return None;
            }
            let right = kind.right(position)?;
            tells_apart(position, &right, &mut upper, lower.as_mut()).then(|| Sight {
                moves: position.moves().filter_map(|mv| mv.point).collect(),
                right,
            })
        });
        // Positions of one game are alike: only one is taken from each.
        if let Some(sight) = fitting {
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
fn play_alike(position: &Position, upper: &mut Contender, lower: Option<&mut Contender>) -> bool {
    lower.is_some_and(|lower| lower.choose(position, 0) == upper.choose(position, 0))
}

/// Whether the upper one always plays a right point and the lower one never does.
fn tells_apart(
    position: &Position,
    right: &[Point],
    upper: &mut Contender,
    lower: Option<&mut Contender>,
) -> bool {
    let is_right = |contender: &mut Contender, seed| {
        contender
            .choose(position, seed)
            .is_some_and(|point| right.contains(&point))
    };
    let misses = lower.is_none_or(|lower| (0..SEEDS).all(|seed| !is_right(lower, seed)));
    misses && (0..SEEDS).all(|seed| is_right(upper, seed))
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
