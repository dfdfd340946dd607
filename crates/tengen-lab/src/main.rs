//! The developers' bench of Tengen: runs test data against the program.
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod ablate;
mod accuracy;
mod arena;
mod arguments;
mod data;
mod duel;
mod endure;
mod fake_brain;
mod fixture;
mod grown;
mod in_order;
mod ladder;
mod learn;
mod load;
mod match_play;
mod nets;
mod openings;
mod output;
mod perft;
mod processor_time;
mod proofs;
mod selfplay;
mod sights;
mod speed;
mod spsa;
mod suite;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::arguments::positive;
use crate::output::remark;

/// The developers' bench of Tengen.
#[derive(Debug, Parser)]
#[command(version, about, after_help = EXIT_CODES, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit status:
  0  everything is right
  1  some answers are wrong
  2  wrong usage, a file that cannot be read or is of no known kind, or nobody who reads
     the results";

#[derive(Debug, Subcommand)]
enum Command {
    /// Ask the program what test data knows: forbidden points, winning rows, games
    ///
    /// Prints every record that failed, with what was expected and what was found. The
    /// last line is `solved N of M, wrong K`. The kind of a file is recognised by the
    /// fields of its first record.
    #[command(after_help = EXIT_CODES)]
    Suite {
        /// Files of test data, one record a line
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// How many records are checked at once [default: one for each core]
        #[arg(long, value_parser = positive::<usize>)]
        threads: Option<usize>,
        /// Seconds that a problem may take, where something is searched [default: 0.1 for
        /// entry checks, 1 for wins by fours, 10 for wins by threats]
        #[arg(long, value_parser = arguments::positive::<f64>)]
        time: Option<f64>,
        /// Look for the shortest win by fours, and show that it is
        #[arg(long)]
        shortest: bool,
        /// Count the seconds that the processor spent, not those that passed: for problems
        /// on a machine with other work
        #[arg(long)]
        processor_time: bool,
    },
    /// Count leaves by outcome and compare with the frozen counts
    #[command(after_help = EXIT_CODES)]
    Perft(perft::Options),
    /// Check the solver against plain truth, and the check of proofs against damage
    #[command(subcommand, after_help = EXIT_CODES)]
    Proofs(proofs::ProofsCommand),
    /// Let two Gomocup engines play each other
    ///
    /// Each opening is played twice with colours swapped. Time is measured by our own
    /// clock; the rules are those of tengen-core. The last line is `score 55.0%`, the
    /// first engine's share of the points, or `score - (no games)`.
    #[command(after_help = match_play::EXIT_CODES)]
    Match(Box<match_play::MatchOptions>),
    /// Put together the stores of a match that was played in shards
    #[command(after_help = match_play::MERGE_EXIT_CODES)]
    Merge(match_play::MergeOptions),
    /// Let two settings of our own engine play each other at fixed nodes
    ///
    /// Runs inside one process without a clock: the result depends on the seed alone.
    /// The last line is `score 55.0%`, the first side's share of the points.
    Duel(duel::DuelOptions),
    /// Rate all named opponents on one scale by games between neighbours
    ///
    /// Every finished game is kept in the store: the same command goes on after a kill.
    Ladder(ladder::LadderOptions),
    /// Find positions that one level misses and the next one sees
    Sights(sights::SightsOptions),
    /// Measure what each technique of the search is worth
    ///
    /// The full engine plays itself with one technique off, a row of games for each: every
    /// switch, and every parameter that 0 turns off, but those that need a clock. A name
    /// alone chooses one of them, NAME=VALUE sets any parameter, such as `singular
    /// gap_reduction=40`; `tengen-lab ablate x` lists the names. Every finished row is a line
    /// of the results file; the same command goes on where it was stopped. Needs no
    /// repository: the binary alone can run on another machine.
    Ablate(ablate::AblateOptions),
    /// Tune many parameters at once by games
    Spsa(spsa::SpsaOptions),
    /// Learn the pattern tables of a rule from self-play
    ///
    /// The same options write the same bytes on every machine.
    Tune(learn::command::TuneOptions),
    /// Write positions with the referee's answers, for the tests of training/
    Fixture(fixture::FixtureOptions),
    /// Make balanced openings of a rule and size
    ///
    /// Scattered stones near the centre, kept where our engine finds them even. The same
    /// options make the same file on every machine.
    Openings(openings::OpeningsOptions),
    /// Let the engine play itself quickly, into a compact file
    ///
    /// The same options write the same bytes; a run that was stopped goes on.
    Selfplay(selfplay::SelfplayOptions),
    /// Measure the speed of the board and of the search
    Speed(speed::SpeedOptions),
    /// Compare evaluations with labelled positions that nobody learnt from
    Accuracy(accuracy::AccuracyOptions),
    /// Compare all ways to compute the shipped nets, on random positions
    ///
    /// Every set of instructions with the plain one, following a game with beginning anew,
    /// and with --reference the Python reference of training/. The last line is
    /// `N failures`.
    #[command(after_help = EXIT_CODES)]
    Nets(nets::NetsOptions),
    /// Put a brain through what must never go wrong, for hours if need be
    ///
    /// Every row tells what it counted, the worst and the 99.9% delay, and its failures.
    /// Other load on the machine spoils the rows about time. The last line is
    /// `N failures`.
    #[command(after_help = EXIT_CODES)]
    Endure(endure::EndureOptions),
    /// Put many games at once on the web server, and measure how it answers
    ///
    /// Starts the program, plays through plain clients, and tells how long a stone takes
    /// to be confirmed. Other load on the machine spoils the times. The last line is
    /// `N failures`.
    #[command(after_help = EXIT_CODES)]
    Load(load::LoadOptions),
    /// Be a weak Gomocup engine that misbehaves if told to, for tests of managers
    FakeBrain(fake_brain::FakeBrainOptions),
}

fn main() -> ExitCode {
    // clap prints usage errors itself and exits with 2, help and version with 0.
    let matches = arguments::with_negative_numbers(Cli::command()).get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match run(cli.command) {
        Ok(code) => code,
        Err(error) => {
            remark!("tengen-lab: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Does what was asked; the exit code says how it went.
fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Suite {
            files,
            threads,
            time,
            shortest,
            processor_time,
        } => {
            let wishes = suite::Wishes {
                seconds: time,
                shortest,
                processor_time,
            };
            let cores = || std::thread::available_parallelism().map_or(1, usize::from);
            let tally = suite::run(&files, threads.unwrap_or_else(cores), wishes)?;
            Ok(right(tally.is_clean()))
        }
        Command::Perft(options) => perft::run(&options).map(right),
        Command::Proofs(command) => proofs::run(&command).map(right),
        Command::Match(options) => match_play::run_match(&options),
        Command::Merge(options) => match_play::run_merge(&options),
        Command::Duel(options) => duel::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Ladder(options) => ladder::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Sights(options) => sights::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Ablate(options) => ablate::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Spsa(options) => spsa::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Tune(options) => learn::command::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Fixture(options) => fixture::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Openings(options) => openings::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Selfplay(options) => selfplay::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Speed(options) => speed::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Accuracy(options) => accuracy::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Endure(options) => endure::run(&options).map(right),
        Command::Nets(options) => nets::run(&options).map(right),
        Command::Load(options) => load::run(&options).map(right),
        Command::FakeBrain(options) => fake_brain::run(&options).map(|()| ExitCode::SUCCESS),
    }
}

/// The exit code of a check.
fn right(everything: bool) -> ExitCode {
    if everything {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}
