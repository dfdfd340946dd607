//! `match` and `merge`: two Gomocup engines play each other, and what that says.

mod game;
pub(crate) mod openings;
mod options;
mod output;
mod plan;
mod progress;
pub(crate) mod record;
mod runner;
pub(crate) mod stats;
mod store;
mod summary;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use tengen_gomocup::client::Settings;

use self::plan::Plan;
use self::progress::Progress;
use self::record::GameRecord;
use self::runner::Finish;
use self::store::Store;
use self::summary::Summary;

use crate::output::{remark, say_part};

pub(crate) use self::options::{MatchOptions, MergeOptions};

/// For the help texts.
pub(crate) const EXIT_CODES: &str = "\
Exit status:
  0    all games are played, or the sequential test is decided
  2    wrong usage, an unreadable file, or an engine that does not start
  130  interrupted: with --store the same command goes on";

/// For the help text of `merge`.
pub(crate) const MERGE_EXIT_CODES: &str = "\
Exit status:
  0  done; how many games are missing is told
  2  wrong usage, an unreadable file, or parts of different matches";

/// What shells report for a program that Ctrl-C ended.
const INTERRUPTED: u8 = 130;

/// Plays a match and prints its summary.
pub(crate) fn run_match(options: &MatchOptions) -> Result<ExitCode> {
    let mut plan = Plan::new(options)?;
    let interrupt = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupt);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;
    if let Err(error) = runner::try_engines(&mut plan, &interrupt) {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        return Err(error);
    }
    output::check(&options.output)?;
    let (mut store, mut games) = match &options.store {
        Some(path) => {
            let (store, games) = Store::open(path, &plan.conditions)?;
            (Some(store), games)
        }
        None => (None, Vec::new()),
    };
    if !options.quiet {
        advise(&plan);
    }
    let all: usize = plan.pairs().map(|pair| pair.len()).sum();
    let progress = Progress::new(options.quiet, all as u64, games.len() as u64);
    let finish = runner::play_all(&plan, &mut games, &interrupt, |game, summary| {
        if let Some(store) = &mut store {
            store.add(game)?;
        }
        progress.game(game, summary);
        Ok(())
    });
    progress.finish();
    // First what the games say: nothing that goes wrong with a file is to cost it.
    say_part!("{}", Summary::of(&plan.conditions, &games));
    output::write(&options.output, &plan.conditions, &games)?;
    Ok(match finish? {
        Finish::Complete | Finish::Decided => ExitCode::SUCCESS,
        Finish::Interrupted => {
            let advice = if store.is_some() {
                "the same command goes on"
            } else {
                "with --store it could go on"
            };
            remark!("tengen-lab: interrupted; {advice}");
            ExitCode::from(INTERRUPTED)
        }
    })
}

/// Plays a match without a store or a summary, and returns its games.
pub(crate) fn play_games(options: &MatchOptions) -> Result<Vec<GameRecord>> {
    let mut plan = Plan::new(options)?;
    let interrupt = Arc::new(AtomicBool::new(false));
    runner::try_engines(&mut plan, &interrupt)?;
    let mut games = Vec::new();
    let quiet = !std::io::stderr().is_terminal();
    let progress = Progress::new(quiet, u64::from(plan.games), 0);
    let finish = runner::play_all(&plan, &mut games, &interrupt, |game, summary| {
        progress.game(game, summary);
        Ok(())
    });
    progress.finish();
    finish?;
    Ok(games)
}

/// Says what may spoil the match, though it can be played.
fn advise(plan: &Plan) {
    if let Some(count) = plan.openings.count()
        && plan.games.div_ceil(2) as usize > count
    {
        remark!("note: {count} openings; they come again with the board turned and mirrored");
    }
    for engine in &plan.engines {
        if !is_limited(&engine.settings) {
            let name = &engine.name;
            remark!("note: no time and no nodes limit {name}; it may think for ever");
        }
    }
    let threads = plan
        .engines
        .iter()
        .filter_map(|engine| engine.settings.threads);
    let wanted = plan.concurrency * threads.max().unwrap_or(1) as usize;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if wanted > cores {
        remark!("note: {wanted} threads think at a time on {cores} cores; times will suffer");
    }
}

/// Whether an engine is told anything that ends its thought.
fn is_limited(settings: &Settings) -> bool {
    const LIMITS: [&str; 4] = ["timeout_turn", "timeout_match", "max_node", "max_depth"];
    settings.turn.is_some()
        || settings.whole_game.is_some()
        || settings.nodes.is_some()
        || (settings.more.iter()).any(|(key, _)| LIMITS.contains(&key.to_lowercase().as_str()))
}

/// Puts the parts of a match together and prints the summary of all.
pub(crate) fn run_merge(options: &MergeOptions) -> Result<ExitCode> {
    let parts = options
        .files
        .iter()
        .map(|path| Ok((path.clone(), store::read(path)?)))
        .collect::<Result<Vec<_>>>()?;
    let all = store::merge(parts)?;
    let missing = u64::from(all.conditions.games).saturating_sub(all.games.len() as u64);
    if missing > 0 {
        remark!(
            "note: {missing} of {} games are missing",
            all.conditions.games
        );
    }
    say_part!("{}", Summary::of(&all.conditions, &all.games));
    output::write(&options.output, &all.conditions, &all.games)?;
    Ok(ExitCode::SUCCESS)
}
