//! Solver variants on problem files: what they solve, and what it costs.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use tengen_core::Position;
use tengen_engine::solve::{self, Budget, Finding, Kind, Question, Tuning};
use tengen_engine::{NoClock, Stop};

use crate::data::{self, Record};

/// What to compare.
#[derive(Args, Debug)]
pub(crate) struct VariantsOptions {
    /// Files of VCT problems
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Positions that each problem may take
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    nodes: u64,
}

/// The defaults, and what else was thought of, one change each.
fn variants() -> Vec<(&'static str, Tuning)> {
    let usual = Tuning::default();
    let with = |change: fn(&mut Tuning)| {
        let mut tuning = usual;
        change(&mut tuning);
        tuning
    };
    vec![
        ("as shipped", usual),
        ("efforts not added up", with(|t| t.adds_up = false)),
        ("no slack", with(|t| t.slack = 0)),
        ("slack 100%", with(|t| t.slack = 100)),
        ("all attacks alike", with(|t| (t.three, t.other) = (1, 1))),
        ("quiet attacks late", with(|t| (t.three, t.other) = (3, 12))),
        ("first fours 64", with(|t| t.first_fours = 64)),
        ("first fours 4096", with(|t| t.first_fours = 4096)),
    ]
}

pub(super) fn run(options: &VariantsOptions) -> Result<bool> {
    let texts = options
        .files
        .iter()
        .map(|path| std::fs::read_to_string(path).with_context(|| path.display().to_string()))
        .collect::<Result<Vec<_>>>()?;
    let mut problems = Vec::new();
    for text in &texts {
        for record in data::records(text)? {
            problems.push(position(&record)?);
        }
    }
    println!(
        "| variant | solved of {} | million positions | seconds |",
        problems.len()
    );
    println!("|---|---|---|---|");
    for (name, tuning) in variants() {
        let start = Instant::now();
        let (mut solved, mut nodes) = (0, 0);
        for game in &problems {
            let question = Question {
                kind: Kind::Threats,
                budget: Budget {
                    nodes: Some(options.nodes),
                    ms: None,
                },
                tuning,
                ..Question::new(game)
            };
            let solution = solve::solve(&question, &NoClock, &Stop::new(), &mut |_| {});
            solved += usize::from(matches!(solution.finding, Finding::Win(_)));
            nodes += solution.nodes;
        }
        let seconds = start.elapsed().as_secs_f64();
        let millions = nodes as f64 / 1e6;
        println!("| {name} | {solved} | {millions:.2} | {seconds:.1} |");
    }
    Ok(true)
}

fn position(record: &Record<'_>) -> Result<Position> {
    Ok(Position::with_board(
        record.board()?,
        record.rule()?,
        record.to_move()?,
    ))
}
