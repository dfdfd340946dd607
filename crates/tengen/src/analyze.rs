//! `tengen analyze`: what the engine thinks of a position.

mod progress;
mod report;

use std::time::Duration;

use tengen_core::{Game, Position};
use tengen_engine::{Answer, Engine, Evaluation, Limits, Options};
use tengen_play::Stopwatch;

use crate::cli::AnalyzeArgs;
use crate::failure::Failure;
use crate::{input, searching, show, terminal};
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
    let turn_ms = searching::milliseconds(seconds)?;
    Ok(Limits {
        depth: args.depth,
        nodes: args.nodes,
        turn_ms,
        lines: args.lines.get(),
        ..Limits::default()
    })
}

fn search(position: &Position, limits: &Limits, args: &AnalyzeArgs) -> Result<Analysis, Failure> {
    let stop = searching::stop_on_interrupt()?;
    let mut engine = Engine::new(Options {
        table_bytes: searching::bytes(args.memory),
        threads: usize::from(args.threads),
        evaluation: Evaluation::Shipped,
        ..Options::default()
    });
    let clock = Stopwatch::start();
    let mut progress = Progress::new(position.size());
    let answer = engine.search(position, limits, &clock, &stop, &mut progress);
    progress.clear();
    if let Some(words) = searching::shortage(engine.table_bytes(), args.memory) {
        terminal::say(words);
    }
    Ok(Analysis {
        answer,
        elapsed: clock.elapsed(),
    })
}
