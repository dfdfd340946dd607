//! `tengen-lab spsa`: many parameters tuned at once by games (simultaneous perturbation
//! stochastic approximation).
//!
//! Each pair of games sets the current values, every one moved a little up or down by a
//! coin, against their mirror image; the winner's side pulls all values a bit towards
//! itself. No single result says much, thousands together do. A batch of pairs is played
//! with the same centre and then applied in order, so that the result depends on the seed
//! and not on which thread was quicker.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail};
use clap::Args;
use tengen_core::rng::Rng;
use tengen_core::{Rule, Size};
use tengen_engine::params::Params;
use tengen_engine::{Engine, Options};

use crate::arena::{Budget, Contestant, play_pair};
use crate::arguments::{named_file, positive};
use crate::duel::{OPENING_NODES, base_options, cores, evaluation, parse_params};
use crate::learn::selfplay::Plan;
use crate::output::{remark, say};

/// What to tune, and how.
#[derive(Debug, Args)]
pub(crate) struct SpsaOptions {
    /// What to tune and how far to move it at a time, such as `razoring_margin:20,singular_margin:1`
    #[arg(long, value_delimiter = ',', required = true)]
    tune: Vec<String>,
    /// Where to begin and what to keep fixed, such as `singular=0`; the rest is as shipped
    #[arg(long, default_value = "")]
    start: String,
    /// Rule of the games
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Side length of the board
    #[arg(long, default_value_t = 15)]
    size: u8,
    /// Net that judges for both sides: a file, or `shipped`; without it, the classical values
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Pairs of games
    #[arg(long, default_value_t = 5000)]
    pairs: usize,
    /// Pairs played from the same values before these are moved
    #[arg(long, default_value_t = 32)]
    batch: usize,
    /// Positions that each move may visit
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Share of a step that one won game is worth at the start; it falls to a third
    #[arg(long, default_value_t = 0.012)]
    rate: f64,
    /// Stop after this many seconds even if pairs are left
    #[arg(long)]
    seconds: Option<u64>,
    /// Seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time [default: one for each core]
    #[arg(long, value_parser = positive::<usize>)]
    concurrency: Option<usize>,
    /// Where the values are written after every batch
    #[arg(long, value_parser = named_file())]
    out: Option<PathBuf>,
}

/// A parameter on its way.
#[derive(Clone, Debug)]
struct Knob {
    name: String,
    value: f64,
    step: f64,
    low: f64,
    high: f64,
}

/// Tunes; its last line holds the values in the form that `duel --first` takes.
pub(crate) fn run(options: &SpsaOptions) -> Result<()> {
    let fixed = parse_params(&options.start)?;
    let mut knobs = options
        .tune
        .iter()
        .map(|text| read_knob(text, &fixed))
        .collect::<Result<Vec<Knob>>>()?;
    let size = Size::new(options.size)?;
    let plan = Plan {
        rule: options.rule,
        size,
        games: 2 * options.pairs,
        nodes: options.nodes,
        opening_nodes: OPENING_NODES,
        seed: options.seed,
        threads: options.concurrency.unwrap_or_else(cores),
        options: Options {
            evaluation: evaluation(options.net.as_ref(), options.rule, size)?,
            ..base_options()
        },
    };
    let started = std::time::Instant::now();
    let mut done = 0;
    while done < options.pairs {
        if options
            .seconds
            .is_some_and(|limit| started.elapsed().as_secs() >= limit)
        {
            break;
        }
        let batch = done..options.pairs.min(done + options.batch.max(1));
        let results = play_batch(&plan, &fixed, &knobs, batch.clone());
        let progress = done as f64 / options.pairs as f64;
        let rate = options.rate * (1.0 - progress * 2.0 / 3.0);
        for (index, half_points) in batch.clone().zip(results) {
            apply(&plan, &mut knobs, index, half_points, rate);
        }
        done = batch.end;
        let state = format!("{done} pairs: {}", settings(&knobs));
        remark!("{state}");
        if let Some(path) = &options.out {
            std::fs::write(path, state + "\n")
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    say!("{}", settings(&knobs));
    Ok(())
}

fn read_knob(text: &str, fixed: &Params) -> Result<Knob> {
    let (name, step) = text
        .split_once(':')
        .with_context(|| format!("{text:?} is not NAME:STEP"))?;
    let step: f64 = step
        .parse()
        .ok()
        .filter(|&step| step > 0.0 && f64::is_finite(step))
        .with_context(|| format!("the step of {name} must be a number above 0, not {step:?}"))?;
    let Some(info) = Params::ALL.iter().find(|info| info.name == name) else {
        bail!("{name:?} is no parameter; `tengen-lab duel --first x=1` lists them");
    };
    let value = fixed.get(name).unwrap_or(info.default);
    Ok(Knob {
        name: name.to_owned(),
        value: f64::from(value),
        step,
        low: f64::from(info.range.0),
        high: f64::from(info.range.1),
    })
}

/// Half points of the raised side in every pair of the batch, in order.
fn play_batch(
    plan: &Plan,
    fixed: &Params,
    knobs: &[Knob],
    batch: std::ops::Range<usize>,
) -> Vec<u8> {
    let next = AtomicUsize::new(batch.start);
    let mut results = vec![2; batch.len()];
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            let (sender, next, end) = (sender.clone(), &next, batch.end);
            scope.spawn(move || {
                let mut opener = Engine::new(plan.options.clone());
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= end {
                        return;
                    }
                    let coins = coins(plan, knobs.len(), index);
                    let sides = [1.0, -1.0].map(|sign| Contestant {
                        options: Options {
                            params: moved(fixed, knobs, &coins, sign),
                            ..plan.options.clone()
                        },
                        budget: Budget::Nodes(plan.nodes),
                    });
                    let mut engines = [0, 1].map(|i: usize| Engine::new(sides[i].options.clone()));
                    let points = play_pair(plan, &sides, index, &mut opener, &mut engines);
                    if sender.send((index, points)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (index, points) in &receiver {
            results[index - batch.start] = points.0.iter().sum();
        }
    });
    results
}

/// Up (1) or down (-1) for each knob in this pair.
fn coins(plan: &Plan, knobs: usize, index: usize) -> Vec<f64> {
    let mut rng = Rng::stream(!plan.seed, index as u64);
    (0..knobs)
        .map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 })
        .collect()
}

fn moved(fixed: &Params, knobs: &[Knob], coins: &[f64], sign: f64) -> Params {
    let mut params = fixed.clone();
    for (knob, coin) in knobs.iter().zip(coins) {
        let value = (knob.value + sign * coin * knob.step).clamp(knob.low, knob.high);
        // The value lies within the range, so setting it cannot fail.
        let _ = params.set(&knob.name, value.round() as i32);
    }
    params
}

fn apply(plan: &Plan, knobs: &mut [Knob], index: usize, half_points: u8, rate: f64) {
    let won = f64::from(half_points) - 2.0;
    let coins = coins(plan, knobs.len(), index);
    for (knob, coin) in knobs.iter_mut().zip(coins) {
        knob.value = (knob.value + rate * won * coin * knob.step).clamp(knob.low, knob.high);
    }
}

fn settings(knobs: &[Knob]) -> String {
    let parts: Vec<String> = knobs
        .iter()
        .map(|knob| format!("{}={:.0}", knob.name, knob.value))
        .collect();
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knobs_are_read_and_faults_named() {
        let knob = read_knob("razoring_margin:20", &Params::default()).unwrap();
        assert_eq!(knob.value, f64::from(Params::default().razoring_margin));
        for (bad, word) in [
            ("x:1", "no parameter"),
            ("singular", "NAME:STEP"),
            ("singular:-1", "above 0"),
        ] {
            let error = format!("{:#}", read_knob(bad, &Params::default()).unwrap_err());
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn the_winner_pulls_the_values_towards_itself() {
        let plan = Plan {
            rule: Rule::Freestyle,
            size: Size::new(9).unwrap(),
            games: 2,
            nodes: 50,
            opening_nodes: 50,
            seed: 3,
            threads: 1,
            options: base_options(),
        };
        let fixed = Params::default();
        let before = vec![read_knob("razoring_margin:20", &fixed).unwrap()];
        let up = coins(&plan, 1, 0)[0];
        let mut after = before.clone();
        apply(&plan, &mut after, 0, 4, 0.5);
        assert_eq!(after[0].value - before[0].value, up * 20.0);
        let results = play_batch(&plan, &fixed, &before, 0..3);
        assert_eq!(results, play_batch(&plan, &fixed, &before, 0..3));
    }
}
