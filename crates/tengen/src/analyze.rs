//! `tengen analyze`: what the engine thinks of a position.

mod progress;
mod report;

use std::time::{Duration, Instant};

use tengen_core::{Game, Position};
use tengen_engine::{Answer, Clock, Engine, Limits, Options, Stop};

use crate::cli::AnalyzeArgs;
use crate::failure::Failure;
use crate::input;
use crate::show;
use crate::terminal;

use progress::Progress;

/// How long to think if no limit is given.
const DEFAULT_SECONDS: f64 = 5.0;

/// What was found, with what it cost.
#[derive(Debug)]
struct Analysis {
    answer: Answer,
    elapsed: Duration,
}

pub(crate) fn run(args: &AnalyzeArgs) -> Result<(), Failure> {
    let games = input::load(args.input.as_deref(), &args.reading)?;
    let mut game = Game::from_tree(games.into_one(&args.reading)?);
    let node = show::node_after(game.tree(), args.after)?;
    // The node was just found in this very tree.
    let found = game.go_to(node);
    debug_assert!(found.is_ok());
    let position = game.position();
    let limits = limits(args)?;
    let analysis = search(position, &limits, args)?;
    let text = if args.json {
        report::json(position, &analysis)
    } else {
        report::text(position, &analysis)
    };
    terminal::print(&text)
}

/// The limits asked for, or a few seconds. A time of 0 means: until interrupted.
fn limits(args: &AnalyzeArgs) -> Result<Limits, Failure> {
    let unlimited = args.time.is_none() && args.nodes.is_none() && args.depth.is_none();
    let seconds = if unlimited {
        Some(DEFAULT_SECONDS)
    } else {
        args.time
    };
    let turn_ms = match seconds {
        Some(seconds) if !(0.0..=1e9).contains(&seconds) => {
            let message = format!("--time {seconds}: seconds from 0 (no limit) upwards");
            return Err(Failure::Usage(message));
        }
        Some(seconds) if seconds > 0.0 => Some((seconds * 1000.0).ceil() as u64),
        _ => None,
    };
    Ok(Limits {
        depth: args.depth,
        nodes: args.nodes,
        turn_ms,
        lines: args.lines.get(),
        ..Limits::default()
    })
}

fn search(position: &Position, limits: &Limits, args: &AnalyzeArgs) -> Result<Analysis, Failure> {
    let stop = Stop::new();
    let flag = stop.clone();
    // The first Ctrl-C ends the search and shows what was found.
    ctrlc::set_handler(move || {
        if flag.is_raised() {
            std::process::exit(130);
        }
        flag.raise();
    })
    .map_err(|error| Failure::Usage(format!("Ctrl-C cannot be caught: {error}")))?;
    let mut engine = Engine::new(Options {
        table_bytes: args.memory.get() << 20,
        threads: args.threads.get(),
        ..Options::default()
    });
    let clock = Watch(Instant::now());
    let mut progress = Progress::new(position.size());
    let answer = engine.search(position, limits, &clock, &stop, &mut progress);
    progress.clear();
    Ok(Analysis {
        answer,
        elapsed: clock.0.elapsed(),
    })
}

/// A clock that runs since the search was asked for.
#[derive(Debug)]
pub(crate) struct Watch(pub(crate) Instant);

impl Clock for Watch {
    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
