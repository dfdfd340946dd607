//! `tengen-lab sights`: positions that tell the levels apart.
//!
//! For each step of the scale it finds positions with one thing to see, which the lower
//! level misses and the upper one sees, whatever the seed. What is right is told by the
//! rules, by proofs and, for the last step, by long searches: not by the levels. The tests
//! of tengen-play read the file.

mod choice;
mod file;
mod kinds;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use tengen_core::rng::Rng;
use tengen_core::{Point, Position};
use tengen_play::{Contender, Opponent};

use file::Sight;
use kinds::Kind;

use crate::arguments::named_file;
use crate::in_order::in_order;
use crate::output::remark;

/// What to look for.
#[derive(Debug, Args)]
pub(crate) struct SightsOptions {
    /// File to write, one position a line
    #[arg(long, value_parser = named_file())]
    write: PathBuf,
    /// Positions of each kind
    #[arg(long, default_value_t = 10)]
    count: usize,
    /// Look for all positions of these steps anew, not only for those that the file lacks
    #[arg(long)]
    anew: bool,
    /// The lowest step to look for; what the file has of lower and higher ones stays
    #[arg(long, default_value = "level-1")]
    from: Opponent,
    /// The highest step: positions that this opponent sees and the one below misses
    #[arg(long, default_value = "master")]
    up_to: Opponent,
    /// Games played at the most in search of each kind
    #[arg(long, default_value_t = 2_000)]
    games: u64,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Begin no game after this many seconds, even if positions lack
    #[arg(long)]
    seconds: Option<u64>,
    /// Number of the first game, which is also its seed: a run goes on where another ended
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

/// Keeps the positions of the file that still tell the levels apart and looks for those that
/// lack, step after step. They are written as they are found, so that a run that is broken
/// off leaves what it has, and the next one goes on.
pub(crate) fn run(options: &SightsOptions) -> Result<()> {
    let started = Instant::now();
    let in_time = || {
        let elapsed = started.elapsed().as_secs();
        options.seconds.is_none_or(|limit| elapsed < limit)
    };
    let kinds = Kind::all();
    let mut found = file::read(&options.write, &kinds);
    for (at, kind) in kinds.iter().enumerate() {
        if !(options.from..=options.up_to).contains(&kind.upper) {
            continue;
        }
        let before = found[at].len();
        found[at].retain(|sight| !options.anew && still_holds(sight, kind));
        if found[at].len() < before {
            remark!("{}: {} of {before} hold", kind.name, found[at].len());
            file::write(&options.write, &kinds, &found)?;
        }
        let missing = options.count.saturating_sub(found[at].len());
        let take = &mut |sight| {
            // Two games may be the same.
            if found[at].contains(&sight) {
                return Ok(false);
            }
            found[at].push(sight);
            file::write(&options.write, &kinds, &found).map(|()| true)
        };
        find(kind, options, missing, &in_time, take)?;
        remark!("{}: {} positions", kind.name, found[at].len());
    }
    Ok(())
}

fn still_holds(sight: &Sight, kind: &Kind) -> bool {
    let position = sight.position();
    position.is_some_and(|position| tells_apart(&position, &sight.right, kind))
}

/// Plays game after game until so many positions were taken: `take` says which it wants.
fn find(
    kind: &Kind,
    options: &SightsOptions,
    missing: usize,
    in_time: &dyn Fn() -> bool,
    take: &mut dyn FnMut(Sight) -> Result<bool>,
) -> Result<()> {
    if missing == 0 || !in_time() {
        return Ok(());
    }
    let seed_of = |game: usize| options.seed.wrapping_add(game as u64);
    let mut taken = 0;
    let mut failed = None;
    let worker = || |game: usize| look_into(kind, seed_of(game));
    in_order(options.threads, 0, worker, |game, sight: Option<Sight>| {
        let name = kind.name;
        match sight.map_or(Ok(false), &mut *take) {
            Ok(true) => {
                taken += 1;
                remark!("{name}: game {}, {taken} of {missing}", seed_of(game));
            }
            Ok(false) if (game + 1) % PROGRESS == 0 => {
                remark!("{name}: looked into all games up to {}", seed_of(game));
            }
            Ok(false) => {}
            Err(error) => failed = Some(error),
        }
        let games_left = (game as u64 + 1) < options.games;
        failed.is_none() && taken < missing && games_left && in_time()
    });
    failed.map_or(Ok(()), Err)
}

/// After so many games it is told how far the work is.
const PROGRESS: usize = 10;

/// Plays a game and looks for a position that fits; those of one game are alike, so one
/// of them is enough.
fn look_into(kind: &Kind, seed: u64) -> Option<Sight> {
    kind.positions(seed).iter().find_map(|position| {
        if play_alike(position, kind) {
            return None;
        }
        let right = kind.right(position)?;
        tells_apart(position, &right, kind).then(|| Sight {
            moves: position.moves().filter_map(|mv| mv.point).collect(),
            right,
        })
    })
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
fn play(players: [Opponent; 2], mut position: Position, seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut players = players.map(Contender::new);
    if rng.below(2) == 0 {
        players.swap(0, 1);
    }
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
