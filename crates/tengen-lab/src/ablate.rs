//! `tengen-lab ablate`: what each technique of the search is worth, in Elo.
//!
//! The full engine plays itself with one technique turned off, or one parameter set, at
//! fixed nodes and from the same openings in every row; further rows double what the engine
//! may spend.

mod results;
mod rows;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use tengen_core::{MAX_SIZE, MIN_SIZE, Rule, Size};
use tengen_engine::{Evaluation, Options, bench};

use crate::arena::{Contestant, DuelScore, duel};
use crate::arguments::{named_file, positive};
use crate::duel::{OPENING_NODES, base_options, cores};
use crate::learn::selfplay::Plan;
use crate::output::{say, say_part};
use results::{Conditions, Results, RowResult};
use rows::{Doubling, Row};

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct AblateOptions {
    /// Techniques to turn off, or parameters with the value to set [default, unless --doubling
    /// is given: every technique but `vote` and `steady_time`, which are played by the clock]
    #[arg(value_name = "NAME[=VALUE]")]
    names: Vec<String>,
    /// Play with twice the nodes, the time or the threads against once
    #[arg(long, value_delimiter = ',')]
    doubling: Vec<Doubling>,
    /// Let both sides search with the net that ships for the rule and size, as the program
    /// does [default: with pattern tables alone]
    #[arg(long)]
    net: bool,
    /// Rule of the games
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Side length of the board
    #[arg(long, default_value_t = 15)]
    size: u8,
    /// Games a row; each opening is played with both colours
    #[arg(long, default_value_t = 400)]
    games: usize,
    /// Positions that each move may visit
    #[arg(long, default_value_t = 10_000, value_parser = positive::<u64>)]
    nodes: u64,
    /// Seconds a move in rows that double time or threads, and of `vote`; `steady_time` and
    /// `time_shares` get forty times as much for the whole game. For a quiet machine only
    #[arg(long, default_value_t = 0.1, value_parser = positive::<f64>)]
    time: f64,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cores to use [default: all]
    #[arg(long, value_parser = positive::<usize>)]
    threads: Option<usize>,
    /// File of results: a line of JSON for each finished row
    #[arg(long, default_value = "ablate.jsonl", value_parser = named_file())]
    out: PathBuf,
    /// The commit this binary was built from [default: what git says of this folder]
    #[arg(long)]
    commit: Option<String>,
    /// Play nothing: print the results of this file as a Markdown table
    #[arg(long, value_name = "FILE", conflicts_with_all = ["names", "doubling", "net", "out"])]
    table: Option<PathBuf>,
}

/// Plays the rows that are not in the results yet, or prints a table of results.
pub(crate) fn run(options: &AblateOptions) -> Result<()> {
    if let Some(path) = &options.table {
        say_part!("{}", results::table(&results::read(path)?));
        return Ok(());
    }
    let rows = rows::choose(&options.names, &options.doubling, options.net)?;
    measure(&Asked::new(options)?, &rows, &options.out)?;
    Ok(())
}

/// Plays the rows that are not in the file yet; returns how many that were.
fn measure(asked: &Asked, rows: &[Row], out: &Path) -> Result<usize> {
    let (mut results, done) = Results::open(out)?;
    let mut played = 0;
    for row in rows {
        let conditions = asked.conditions(row);
        if let Some(result) = done.iter().find(|result| result.conditions == conditions) {
            say!("{result}, played before");
            continue;
        }
        let result = asked.play(row, conditions)?;
        results.add(&result)?;
        say!("{result}");
        played += 1;
    }
    Ok(played)
}

/// The options, checked and completed.
#[derive(Clone, Debug)]
struct Asked {
    rule: Rule,
    size: Size,
    games: usize,
    nodes: u64,
    time_ms: u64,
    net: bool,
    opening_nodes: u64,
    seed: u64,
    threads: usize,
    commit: String,
    signature: u64,
}

impl Asked {
    fn new(options: &AblateOptions) -> Result<Asked> {
        if !(0.001..1e6).contains(&options.time) {
            bail!("--time takes seconds from 0.001 up, not {}", options.time);
        }
        if options.games < 2 {
            bail!("--games takes 2 or more: each opening is played with both colours");
        }
        let size = Size::new(options.size)?;
        if options.net {
            net_ships(options.rule, size)?;
        }
        Ok(Asked {
            rule: options.rule,
            size,
            games: options.games.next_multiple_of(2),
            nodes: options.nodes,
            time_ms: (options.time * 1000.0) as u64,
            net: options.net,
            opening_nodes: OPENING_NODES,
            seed: options.seed,
            threads: options.threads.unwrap_or_else(cores).max(1),
            commit: match &options.commit {
                Some(commit) => commit.clone(),
                None => commit_here()?,
            },
            signature: bench::signature().map_err(anyhow::Error::msg)?,
        })
    }

    fn conditions(&self, row: &Row) -> Conditions {
        Conditions {
            row: row.name(),
            rule: self.rule.to_string(),
            size: self.size.get(),
            games: self.games,
            nodes: (!row.is_timed()).then_some(self.nodes),
            time_ms: row.is_timed().then_some(self.time_ms),
            game_ms: row.game_ms(self.time_ms),
            threads: Some(row.threads()).filter(|&threads| threads > 1),
            net: self.net,
            seed: self.seed,
            commit: self.commit.clone(),
            signature: self.signature,
        }
    }

    fn sides(&self, row: &Row) -> Result<[Contestant; 2]> {
        let evaluation = if self.net {
            Evaluation::Shipped
        } else {
            Evaluation::Classical
        };
        let base = Options {
            evaluation,
            ..base_options()
        };
        row.sides(&base, self.nodes, self.time_ms)
    }

    fn play(&self, row: &Row, conditions: Conditions) -> Result<RowResult> {
        let plan = Plan {
            rule: self.rule,
            size: self.size,
            games: conditions.games,
            nodes: self.nodes,
            opening_nodes: self.opening_nodes,
            seed: self.seed,
            // A game that uses two threads needs two cores.
            threads: (self.threads / row.threads_a_game()).max(1),
            // Judges the openings: the same with the net and without, to compare such rows.
            options: base_options(),
        };
        let sides = self.sides(row)?;
        let mut score = DuelScore::default();
        let start = Instant::now();
        duel(&plan, &sides, |result| {
            score.add(result);
            true
        });
        Ok(RowResult::new(
            conditions,
            &score,
            start.elapsed().as_secs_f64(),
        ))
    }
}

/// An engine that misses its net plays by the pattern tables without a word.
fn net_ships(rule: Rule, size: Size) -> Result<()> {
    let ships = |size: &Size| tengen_nnue::shipped_home(rule, *size).is_some();
    if !ships(&size) {
        let sizes = (MIN_SIZE..=MAX_SIZE).filter_map(|side| Size::new(side).ok());
        let others: Vec<String> = sizes.filter(ships).map(|size| size.to_string()).collect();
        let others = others.join(", ");
        bail!("--net: no net ships for {rule} {size}; under this rule it does for: {others}");
    }
    Ok(())
}

/// The commit of the checkout in the current folder, marked if it was changed since.
fn commit_here() -> Result<String> {
    const HINT: &str = "cannot tell which commit this is: give it with --commit";
    let output = std::process::Command::new("git")
        .args([
            "describe",
            "--always",
            "--dirty",
            "--abbrev=12",
            "--exclude=*",
        ])
        .output()
        .context(HINT)?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !output.status.success() || text.is_empty() {
        bail!(HINT);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that goes away with the test.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let unique = format!("tengen-ablate-{}-{name}", std::process::id());
            Scratch(std::env::temp_dir().join(unique))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn asked() -> Asked {
        Asked {
            rule: Rule::Freestyle,
            size: Size::new(9).unwrap(),
            games: 4,
            nodes: 50,
            time_ms: 1,
            net: false,
            opening_nodes: 50,
            seed: 1,
            threads: 2,
            commit: "abc".to_owned(),
            signature: 7,
        }
    }

    #[test]
    fn a_run_that_was_cut_off_goes_on_and_ends_the_same() {
        let (whole, cut) = (Scratch::new("whole"), Scratch::new("cut"));
        let switches = ["singular", "leaf_fours"].map(str::to_owned);
        let rows = rows::choose(&switches, &[Doubling::Nodes], false).unwrap();
        assert_eq!(measure(&asked(), &rows, &whole.0).unwrap(), 3);
        assert_eq!(measure(&asked(), &rows, &whole.0).unwrap(), 0);

        let text = std::fs::read_to_string(&whole.0).unwrap();
        let first = text.find('\n').unwrap();
        std::fs::write(&cut.0, &text[..first + 20]).unwrap();
        assert_eq!(measure(&asked(), &rows, &cut.0).unwrap(), 2);
        let timeless = |scratch: &Scratch| {
            let mut results = results::read(&scratch.0).unwrap();
            results.iter_mut().for_each(RowResult::forget_time);
            results
        };
        assert_eq!(timeless(&whole), timeless(&cut));
    }

    #[test]
    fn a_row_of_other_conditions_is_played_anew() {
        let out = Scratch::new("conditions");
        let rows = rows::choose(&["singular".to_owned()], &[], false).unwrap();
        let mut other = asked();
        other.signature += 1;
        let mut with_net = asked();
        with_net.net = true;
        assert_eq!(measure(&asked(), &rows, &out.0).unwrap(), 1);
        assert_eq!(measure(&other, &rows, &out.0).unwrap(), 1);
        assert_eq!(measure(&with_net, &rows, &out.0).unwrap(), 1);
        assert_eq!(measure(&with_net, &rows, &out.0).unwrap(), 0);
        assert_eq!(results::read(&out.0).unwrap().len(), 3);
    }

    #[test]
    fn both_sides_have_the_net_that_was_asked_for() {
        let rows = rows::choose(&["singular".to_owned()], &[Doubling::Nodes], false).unwrap();
        for net in [false, true] {
            let asked = Asked { net, ..asked() };
            for side in rows.iter().flat_map(|row| asked.sides(row).unwrap()) {
                let found = side.options.evaluation.net(asked.rule, asked.size);
                assert_eq!(found.is_some(), net, "{side:?}");
            }
        }
    }

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        ablate: AblateOptions,
    }

    #[test]
    fn a_net_that_does_not_ship_is_refused_with_those_that_do() {
        let words = "ablate --net --commit abc --rule renju --size 7 singular";
        let line = <Line as clap::Parser>::try_parse_from(words.split(' ')).unwrap();
        let told = Asked::new(&line.ablate).unwrap_err().to_string();
        let error = "no net ships for renju 7x7; under this rule it does for: 9x9, 10x10, ";
        assert!(told.contains(error), "{told}");
    }
}
