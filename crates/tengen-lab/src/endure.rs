//! `tengen-lab endure`: the long rows of what must never go wrong, each with its counts.
//!
//! A row passes when it ends with `0 failures` and has counted something. Delays are
//! measured by our own monotonic clock; the worst and the 99.9% value are told, since
//! means hide what loses games.

mod asleep;
mod clients;
mod dialogue;
mod memory;
mod play;
mod positions;
mod protocol;
mod time;
mod verdict;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use tengen_core::rng::Rng;
use tengen_gomocup::client::CommandLine;

use verdict::Verdict;

use crate::output::say;
use crate::processor_time::stolen_ms;

/// What to endure.
#[derive(Debug, Args)]
pub(crate) struct EndureOptions {
    /// Rows to run [default: all, which takes hours]
    #[arg(value_enum, ignore_case = true)]
    rows: Vec<Row>,
    /// The brain: a command, split at blanks [default: pbrain-tengen beside this program]
    #[arg(long)]
    brain: Option<CommandLine>,
    /// Share of the full counts to run, for a brief look
    #[arg(long, default_value_t = 1.0)]
    share: f64,
    /// Seed of openings, delays and noise
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Row {
    /// 10 ms a move, one game at a time: nothing over +10 ms in 1,000 games
    #[value(name = "T1")]
    T1,
    /// 50 ms a move on two cores: nothing over +25 ms in 1,000 games of all rules
    #[value(name = "T2")]
    T2,
    /// The same beside four busy loops: nothing over +100 ms in 200 games
    #[value(name = "T3")]
    T3,
    /// 1,000 fresh processes, and 1,000 positions that must be answered at once
    #[value(name = "T5")]
    T5,
    /// Stopped and woken by its manager, in thought, between moves and from the beginning
    #[value(name = "T6")]
    T6,
    /// 50 games of 10 s on 20x20, played on to the last point
    #[value(name = "T7")]
    T7,
    /// A game and a long search for each memory limit, rule and number of threads, on 20x20
    /// and where a net ships: peak below 95%
    #[value(name = "M1")]
    M1,
    /// The peak that we read, beside the one that `time -v` reads: within 1 MB
    #[value(name = "M2")]
    M2,
    /// Address space cut in 20 steps: plays on with less
    #[value(name = "M3")]
    M3,
    /// 1,000 games in one process: memory, threads and files stay
    #[value(name = "M5")]
    M5,
    /// 1,000 changes of table, threads, rule, size and memory: nothing is left behind
    #[value(name = "M6")]
    M6,
    /// 10 million bytes of noise: still alive
    #[value(name = "P4")]
    P4,
    /// 100 million bytes without a line end: no memory
    #[value(name = "P5")]
    P5,
    /// 10,000 random dialogues: one line for each command that makes it think
    #[value(name = "P8")]
    P8,
    /// STOP, END and the end of the input, at 1,000 random moments
    #[value(name = "P9")]
    P9,
    /// Other commands during a search, at 500 random moments
    #[value(name = "P10")]
    P10,
    /// Whole games as five managers hold them, with pauses and without
    #[value(name = "P13")]
    P13,
    /// 100,000 random boards of all sizes: every answer is legal
    #[value(name = "C1")]
    C1,
    /// 100,000 dense boards of renju: no answer is forbidden
    #[value(name = "C2")]
    C2,
    /// 10,000 games: the fast board and the plain rules agree at every ply
    #[value(name = "C3")]
    C3,
    /// 100 positions, twice in one process and once in another: the same words
    #[value(name = "C4")]
    C4,
}

/// What every row needs to know.
#[derive(Debug)]
struct Task {
    brain: CommandLine,
    share: f64,
    seed: u64,
}

impl Task {
    /// So much of a full count as was asked for, and one at least.
    fn count(&self, full: usize) -> usize {
        ((full as f64 * self.share).round() as usize).max(1)
    }

    fn rng(&self) -> Rng {
        Rng::new(self.seed)
    }
}

/// Runs the rows; `true` if nothing failed.
pub(crate) fn run(options: &EndureOptions) -> Result<bool> {
    if !(options.share > 0.0 && options.share <= 100.0) {
        bail!(
            "--share takes a number above 0, 1 for all, not {}",
            options.share
        );
    }
    let task = Task {
        brain: match &options.brain {
            Some(brain) => brain.clone(),
            None => brain_beside_us()?,
        },
        share: options.share,
        seed: options.seed,
    };
    let rows = match options.rows.as_slice() {
        [] => Row::value_variants(),
        rows => rows,
    };
    let mut failures = 0;
    for &row in rows {
        let stolen_before = stolen_ms();
        let mut verdict = run_row(row, &task)?;
        if let (Some(before), Some(now)) = (stolen_before, stolen_ms())
            && now > before
        {
            // Nothing that a brain could do about it.
            let took = now - before;
            verdict.note(format!("the host took {took} ms from this virtual machine"));
        }
        say!("{row:?}: {verdict}");
        failures += verdict.failures();
    }
    say!("{failures} failures");
    Ok(failures == 0)
}

fn run_row(row: Row, task: &Task) -> Result<Verdict> {
    match row {
        Row::T1 => time::fast_moves(task),
        Row::T2 => time::two_tables(task),
        Row::T3 => time::overloaded(task),
        Row::T5 => time::at_once(task),
        Row::T6 => asleep::asleep(task),
        Row::T7 => time::match_clock(task),
        Row::M1 => memory::limits(task),
        Row::M2 => memory::two_witnesses(task),
        Row::M3 => memory::little_address_space(task),
        Row::M5 => memory::many_games(task),
        Row::M6 => memory::changes(task),
        Row::P4 => protocol::noise(task),
        Row::P5 => protocol::endless_line(task),
        Row::P8 => protocol::line_for_line(task),
        Row::P9 => protocol::stop_at_any_moment(task),
        Row::P10 => protocol::commands_during_search(task),
        Row::P13 => clients::whole_games(task),
        Row::C1 => play::legal_answers(task),
        Row::C2 => play::no_forbidden_answers(task),
        Row::C3 => play::two_judges(task),
        Row::C4 => play::same_again(task),
    }
}

/// `cargo build` puts the brain into the same folder.
fn brain_beside_us() -> Result<CommandLine> {
    let here = std::env::current_exe().context("cannot tell where this program lies")?;
    let name = format!("pbrain-tengen{}", std::env::consts::EXE_SUFFIX);
    let brain: PathBuf = here.with_file_name(name);
    if !brain.is_file() {
        bail!(
            "there is no {}: build it, or name a brain with --brain",
            brain.display()
        );
    }
    let quoted = format!("\"{}\"", brain.display());
    quoted
        .parse()
        .with_context(|| format!("{quoted} cannot be started"))
}
