//! `tengen-lab tune`: pattern tables from nothing but games of the engine with itself.

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use tengen_core::{Rule, Size, Stone};
use tengen_engine::value::ValueTable;
use tengen_engine::{Options, with_variant};

use super::fit::{Fitted, Schedule, fit};
use super::sample::{MoveSample, ValueSample, samples};
use super::selfplay::{Plan, PlayedGame, play_all};
use crate::arguments::{check_writable, named_file, positive};
use crate::duel::{base_options, cores, parse_params};
use crate::output::{remark, remark_part, say};

/// How to learn.
#[derive(Debug, Args)]
pub(crate) struct TuneOptions {
    /// Rule to learn
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Side length of the board
    #[arg(long, default_value_t = 15)]
    size: u8,
    /// Games of the last round; earlier rounds play a quarter of them
    #[arg(long, default_value_t = 8_000, value_parser = positive::<usize>)]
    games: usize,
    /// Rounds: the first plays with the hand-made start, each later one with what was
    /// learned so far; all but the games of the first are learned from to the end
    #[arg(long, default_value_t = 3, value_parser = positive::<usize>)]
    rounds: usize,
    /// Independent runs whose tables are averaged: each finds its own style, and the mean
    /// is better than any
    #[arg(long, default_value_t = 4, value_parser = positive::<usize>)]
    runs: usize,
    /// Positions that each move may visit
    #[arg(long, default_value_t = 1_000, value_parser = positive::<u64>)]
    nodes: u64,
    /// Passes over the samples
    #[arg(long, default_value_t = 24, value_parser = positive::<usize>)]
    epochs: usize,
    /// Parameters of the search that plays. By default it skips no move for coming late:
    /// what is never searched is never played, and an order of moves would only learn itself
    #[arg(long, default_value = "move_count_pruning=0")]
    params: String,
    /// Seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time [default: one for each core]; the result does not depend
    /// on it
    #[arg(long, value_parser = positive::<usize>)]
    concurrency: Option<usize>,
    /// Where the table is written
    #[arg(long, value_parser = named_file())]
    out: PathBuf,
}

/// Learns and writes the table.
pub(crate) fn run(options: &TuneOptions) -> Result<()> {
    check_writable(&options.out)?;
    let mut tables = Vec::new();
    for run in 0..options.runs {
        let seed = options.seed.wrapping_add(100 * run as u64);
        tables.push(run_once(options, seed)?.to_bytes());
    }
    let forbids = options.rule.has_forbidden_points(Stone::Black);
    let bytes = average(&tables, forbids)?.to_bytes();
    std::fs::write(&options.out, &bytes)
        .with_context(|| format!("cannot write {}", options.out.display()))?;
    say!("{} bytes, FNV-1a {:016x}", bytes.len(), fnv(&bytes));
    Ok(())
}

/// All rounds of one run.
fn run_once(options: &TuneOptions, seed: u64) -> Result<&'static ValueTable> {
    let size = Size::new(options.size)?;
    let params = parse_params(&options.params)?;
    let forbids = options.rule.has_forbidden_points(Stone::Black);
    let mut table: &'static ValueTable = Box::leak(Box::new(ValueTable::start(forbids)));
    let mut games = Vec::new();
    for round in 0..options.rounds {
        let last = round + 1 == options.rounds;
        let plan = Plan {
            rule: options.rule,
            size,
            games: if last {
                options.games
            } else {
                options.games / 4
            },
            nodes: options.nodes,
            opening_nodes: options.nodes,
            seed: seed.wrapping_add(round as u64) << 32,
            threads: options.concurrency.unwrap_or_else(cores),
            options: Options {
                values: Some(table),
                params: params.clone(),
                ..base_options()
            },
        };
        if round == 1 {
            // The hand-made start plays another game than what is learned from it.
            games.clear();
        }
        games.extend(play_all(&plan, progress(plan.games)));
        let schedule = Schedule {
            epochs: options.epochs,
            rate: 0.01,
            seed,
        };
        let fitted = learn(&plan, &games, schedule);
        report(round, &games, &fitted);
        // One small table a round stays until the program ends.
        table = Box::leak(Box::new(fitted.table));
    }
    Ok(table)
}

/// The mean of all numbers, rounded towards zero.
fn average(tables: &[Vec<u8>], forbids_black: bool) -> Result<ValueTable> {
    let mut sums: Vec<i32> = Vec::new();
    for bytes in tables {
        let words = bytes[HEADER_BYTES..].chunks_exact(2);
        let words = words.map(|pair| i32::from(i16::from_le_bytes([pair[0], pair[1]])));
        if sums.is_empty() {
            sums.extend(words);
        } else {
            sums.iter_mut()
                .zip(words)
                .for_each(|(sum, word)| *sum += word);
        }
    }
    let header = tables.first().context("no table was learned")?[..HEADER_BYTES].to_vec();
    let words = sums
        .iter()
        .flat_map(|sum| ((sum / tables.len() as i32) as i16).to_le_bytes());
    let bytes: Vec<u8> = header.into_iter().chain(words).collect();
    Ok(ValueTable::from_bytes(&bytes, forbids_black)?)
}

/// Bytes before the numbers of a table.
const HEADER_BYTES: usize = 8;

fn learn(plan: &Plan, games: &[PlayedGame], schedule: Schedule) -> Fitted {
    let (mut values, mut moves) = (Vec::new(), Vec::new());
    for numbered in (0..).zip(games) {
        sample_one(plan, numbered, &mut values, &mut moves);
    }
    fit(plan.rule, &values, &moves, schedule)
}

fn sample_one(
    plan: &Plan,
    game: (u32, &PlayedGame),
    values: &mut Vec<ValueSample>,
    moves: &mut Vec<MoveSample>,
) {
    with_variant!(plan.rule, variant => samples(variant, plan.size, game, values, moves));
}

fn report(round: usize, games: &[PlayedGame], fitted: &Fitted) {
    let won_by = |stone| {
        games
            .iter()
            .filter(|game| game.winner == Some(stone))
            .count()
    };
    say!(
        "round {}: {} games, Black won {}, White {}; held-out loss {:.4} (value) {:.4} (move), played move first in {:.1}%",
        round + 1,
        games.len(),
        won_by(Stone::Black),
        won_by(Stone::White),
        fitted.value_loss,
        fitted.move_loss,
        100.0 * fitted.first_choice,
    );
}

/// A line on a terminal that says how far self-play is.
fn progress(games: usize) -> impl FnMut(usize) {
    let shown = std::io::stderr().is_terminal();
    move |done| {
        if shown && (done.is_multiple_of(50) || done == games) {
            remark_part!("\r{done} of {games} games ");
            if done == games {
                remark!();
            }
        }
    }
}

/// FNV-1a, to compare written tables by eye.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiny(rule: Rule, threads: usize) -> (Vec<PlayedGame>, ValueTable) {
        let plan = Plan {
            rule,
            size: Size::new(9).unwrap(),
            games: 24,
            nodes: 40,
            opening_nodes: 40,
            seed: 9,
            threads,
            options: base_options(),
        };
        let games = play_all(&plan, |_| {});
        let schedule = Schedule {
            epochs: 2,
            rate: 0.01,
            seed: 1,
        };
        let fitted = learn(&plan, &games, schedule);
        (games, fitted.table)
    }

    #[test]
    fn the_same_seed_writes_the_same_table_whatever_the_threads() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let (games, table) = tiny(rule, 1);
            let (games_again, table_again) = tiny(rule, 2);
            assert_eq!(games, games_again);
            assert_eq!(table, table_again);
            assert_ne!(table, ValueTable::start(rule == Rule::Renju));
        }
    }

    #[test]
    fn tables_are_averaged_number_by_number() {
        let (_, learned) = tiny(Rule::Freestyle, 2);
        let start = ValueTable::start(false);
        let (a, b) = (learned.to_bytes(), start.to_bytes());
        assert_eq!(average(&[a.clone(), a.clone()], false).unwrap(), learned);
        let mean = average(&[a, b], false).unwrap();
        for code in [1, 77, 2000] {
            let [one, other, half] =
                [&learned, &start, &mean].map(|table| table.info(0, code).attack);
            assert_eq!(half, (one + other) / 2);
        }
        assert!(average(&[], false).is_err());
    }

    #[test]
    fn learned_tables_survive_their_bytes() {
        let (_, table) = tiny(Rule::Renju, 2);
        let bytes = table.to_bytes();
        assert_eq!(ValueTable::from_bytes(&bytes, true), Ok(table));
        assert!(ValueTable::from_bytes(&bytes[1..], true).is_err());
    }
}
