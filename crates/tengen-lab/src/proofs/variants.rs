//! Solver variants on problem files: what they solve, and what it costs.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use tengen_core::Position;
use tengen_engine::solve::{self, Budget, Finding, Kind, Question, Tuning};
use tengen_engine::{NoClock, Stop};

use crate::data::{self, Record};
use crate::output::say;
use crate::processor_time::ProcessorTime;

/// What to compare.
#[derive(Args, Debug)]
pub(crate) struct VariantsOptions {
    /// Files of VCT problems; those without a win are left out
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Positions that each problem may take
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    nodes: u64,
    /// Settings to compare with the defaults, each as NAME=NUMBER,...
    #[arg(long = "with", value_name = "SETTINGS")]
    settings: Vec<String>,
}

/// What a variant made of one problem.
#[derive(Clone, Copy, Debug)]
struct Solved {
    is_won: bool,
    nodes: u64,
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
            if record.need("result")? == "win" {
                problems.push(position(&record)?);
            }
        }
    }
    let mut variants = vec![("as shipped", Tuning::default())];
    for text in &options.settings {
        variants.push((text, changed(text).map_err(anyhow::Error::msg)?));
    }
    say!(
        "| variant | wins of {} | million positions | seconds of processor time |",
        problems.len()
    );
    say!("|---|---|---|---|");
    let mut racing: Vec<Solved> = Vec::new();
    for (name, tuning) in variants {
        let start = ProcessorTime::start();
        let solved = solve_all(&problems, tuning, options.nodes);
        tell(name, &solved, Some(start.seconds()));
        if racing.is_empty() {
            racing.clone_from(&solved);
        }
        for (best, one) in racing.iter_mut().zip(&solved) {
            if (!one.is_won, one.nodes) < (!best.is_won, best.nodes) {
                *best = *one;
            }
        }
    }
    if !options.settings.is_empty() {
        tell("all racing, each on a core", &racing, None);
    }
    Ok(true)
}

fn solve_all(problems: &[Position], tuning: Tuning, nodes: u64) -> Vec<Solved> {
    let solve = |game: &Position| {
        let question = Question {
            kind: Kind::Threats,
            budget: Budget {
                nodes: Some(nodes),
                ms: None,
            },
            tuning,
            ..Question::new(game)
        };
        let solution = solve::solve(&question, &NoClock, &Stop::new(), &mut |_| {});
        Solved {
            is_won: matches!(solution.finding, Finding::Win(_)),
            nodes: solution.nodes,
        }
    };
    problems.iter().map(solve).collect()
}

fn tell(name: &str, solved: &[Solved], seconds: Option<f64>) {
    let won = solved.iter().filter(|one| one.is_won).count();
    let millions = solved.iter().map(|one| one.nodes).sum::<u64>() as f64 / 1e6;
    let seconds = seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.1}"));
    say!("| {name} | {won} | {millions:.2} | {seconds} |");
}

/// The defaults with the numbers changed that `text` names: `three=2,other=4`.
fn changed(text: &str) -> Result<Tuning, String> {
    let mut tuning = Tuning::default();
    for part in text.split(',') {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| format!("{part}: a setting is NAME=NUMBER"))?;
        let number: u32 = value
            .parse()
            .map_err(|_| format!("{part}: {value} is no number"))?;
        match name {
            "first_fours" => tuning.first_fours = u64::from(number),
            "slack" => tuning.slack = number,
            "four" => tuning.four = number,
            "three" => tuning.three = number,
            "other" => tuning.other = number,
            "adds_up" => tuning.adds_up = number != 0,
            "short_threats" => tuning.short_threats = number != 0,
            _ => {
                return Err(format!(
                    "{name}: no such setting; there are first_fours, slack, four, three, \
                     other, and as 0 or 1 adds_up, short_threats"
                ));
            }
        }
    }
    Ok(tuning)
}

fn position(record: &Record<'_>) -> Result<Position> {
    Ok(Position::with_board(
        record.board()?,
        record.rule()?,
        record.to_move()?,
    ))
}
