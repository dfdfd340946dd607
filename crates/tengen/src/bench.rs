//! `tengen bench`: fixed searches whose number of nodes identifies the engine.

use std::time::Instant;

use tengen_core::Position;
use tengen_engine::{Answer, Evaluation, Limits, bench};

use crate::cli::BenchArgs;
use crate::failure::Failure;
use crate::terminal;

pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let limits = Limits {
        depth: args.nodes.is_none().then_some(args.depth),
        nodes: args.nodes,
        ..Limits::default()
    };
    let mut total = 0;
    let mut seconds = 0.0;
    for position in bench::positions().map_err(Failure::Unusable)? {
        for evaluation in bench::evaluations(&position) {
            let by_net = evaluation != Evaluation::Classical;
            build_tables(&position, evaluation.clone());
            let begun = Instant::now();
            let answer = bench::search(&position, evaluation, &limits);
            seconds += begun.elapsed().as_secs_f64();
            total += answer.nodes;
            terminal::print(&describe(&position, by_net, &answer))?;
        }
    }
    let speed = total as f64 / f64::max(seconds, 1e-9);
    terminal::print(&format!("{total} nodes {speed:.0} nps\n"))
}

/// The first search in a rule builds its tables, and the first by a net reads it, which is
/// not to be measured.
fn build_tables(position: &Position, evaluation: Evaluation) {
    let shortest = Limits {
        depth: Some(1),
        nodes: Some(1),
        ..Limits::default()
    };
    bench::search(position, evaluation, &shortest);
}

fn describe(position: &Position, by_net: bool, answer: &Answer) -> String {
    let size = position.size();
    let best = answer.lines.first();
    let first = answer.best.map(|point| point.name(size));
    format!(
        "{:<9} {:>2}  depth {:>2}  {:>6}  {:>4}  {:>9} nodes{}\n",
        position.rule(),
        size.get(),
        best.map_or(0, |line| line.depth),
        best.filter(|line| line.is_judged())
            .map_or_else(|| "-".to_owned(), |line| line.score.to_string()),
        first.unwrap_or_default(),
        answer.nodes,
        if by_net { "  by the net" } else { "" }
    )
}
