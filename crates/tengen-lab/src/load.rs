//! `tengen-lab load`: many games at once on the web server, measured from outside.
//!
//! Starts the program, plays on it through plain clients, and tells how long a stone took
//! to be confirmed, what memory the server used, and everything that went wrong. The last
//! line counts failures, and names among how many of what.

mod clients;
mod greedy;
mod idle;
mod kills;
mod leaves;
mod notes;
mod process;
mod stalled;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use tengen_web::client;

use notes::{Notes, Spread};
use process::Program;

use crate::output::say;

/// What to put on the server.
#[derive(Args, Debug)]
pub(crate) struct LoadOptions {
    /// The program
    #[arg(long, default_value = "target/release/tengen")]
    program: PathBuf,
    /// Games at once
    #[arg(long, default_value_t = 50)]
    games: usize,
    /// Whom they are played against: a program, or `person` for both sides by one page
    #[arg(long, default_value = "master")]
    opponent: String,
    /// Pages that only watch
    #[arg(long, default_value_t = 0)]
    watchers: usize,
    /// Pages that let the engine analyse without end
    #[arg(long, default_value_t = 0)]
    analysts: usize,
    /// Pages that send what no browser would
    #[arg(long, default_value_t = 0)]
    hostile: usize,
    /// Connections that say nothing for the time of the run; games are played afterwards
    #[arg(long, default_value_t = 0)]
    idle: usize,
    /// As many requests that never end, and pages that never read
    #[arg(long, default_value_t = 0)]
    stalled: usize,
    /// Pages that ask for a hundred searches: programs answer the others first alone, then
    /// beside them
    #[arg(long, default_value_t = 0)]
    greedy: usize,
    /// Seconds
    #[arg(long, default_value_t = 20.0)]
    seconds: f64,
    /// Instead of all that: kill the server so often in mid-game, and look what is lost
    #[arg(long)]
    kills: Option<u32>,
    /// Instead of all that: leave, undo or begin anew so often in the middle of a search
    #[arg(long)]
    leaves: Option<u32>,
}

/// The bound for the 99% of confirmations, in milliseconds.
const CONFIRMED_WITHIN_MS: f64 = 100.0;
/// How long games are played after an idle time.
const AFTER_IDLE: Duration = Duration::from_secs(5);
/// Files beyond those of the start that may be open at the end: the store's.
const SPARE_FILES: usize = 8;

/// Whether nothing went wrong.
pub(crate) fn run(options: &LoadOptions) -> Result<bool> {
    if let Some(kills) = options.kills {
        return kills::run(&options.program, kills);
    }
    if let Some(leaves) = options.leaves {
        return leaves::run(leaves);
    }
    if options.greedy > 0 {
        return greedy::run(options);
    }
    let folder = process::Folder::new("load")?;
    let program = Program::start(&options.program, folder.path(), 0)?;
    let notes = Arc::new(Notes::default());
    let files = program.open_files();
    let mut seconds = Duration::from_secs_f64(options.seconds);
    let idle = match options.idle {
        0 => Vec::new(),
        count => {
            let idle = idle::stay(&program, count, seconds, &notes)?;
            seconds = AFTER_IDLE;
            idle
        }
    };
    let before_kib = program.memory_kib();
    let mut threads = start_crowd(options, &program, &notes)?;
    if options.stalled > 0 {
        threads.extend(stalled::start(program.address(), options.stalled, &notes)?);
    }
    let figures = watch(&program, seconds, before_kib);
    notes.end();
    drop(idle);
    if options.hostile > 0 {
        notes.hang_up();
        look_for_leaks(&program, files, &notes);
    }
    let faults = program.complaints();
    let ended = program.end();
    for thread in threads {
        // A client that panicked is a fault of the bench.
        thread.join().ok().context("a client failed")?;
    }
    tell(options, &notes, &figures, ended?, faults)
}

type Crowd = Vec<std::thread::JoinHandle<()>>;

fn start_crowd(options: &LoadOptions, program: &Program, notes: &Arc<Notes>) -> Result<Crowd> {
    let mut threads = Vec::new();
    // Everything on one cookie would be one game: each player is a browser of its own.
    for number in 0..options.games {
        let (notes, address) = (Arc::clone(notes), program.address());
        let opponent = options.opponent.clone();
        threads.push(std::thread::spawn(move || {
            clients::play(address, number as u64, &opponent, &notes);
        }));
    }
    let crowd = [
        (options.watchers, clients::watch as fn(_, &str, &Notes)),
        (options.analysts, clients::analyse),
        (options.hostile, clients::molest),
    ];
    for (count, role) in crowd {
        for _ in 0..count {
            let (notes, address) = (Arc::clone(notes), program.address());
            let cookie = client::enter(address, "", None).context("no cookie")?;
            threads.push(std::thread::spawn(move || role(address, &cookie, &notes)));
        }
    }
    Ok(threads)
}

/// What was seen of the server's process.
#[derive(Debug)]
struct Figures {
    before_kib: u64,
    early_kib: u64,
    last_kib: u64,
    cpu_share: f64,
}

/// Waits, and reads memory after a tenth of the time and at the end.
fn watch(program: &Program, all: Duration, before_kib: u64) -> Figures {
    std::thread::sleep(all / 10);
    let early_kib = program.memory_kib();
    let (cpu, since) = (program.cpu_seconds(), Instant::now());
    std::thread::sleep(all.saturating_sub(all / 10));
    Figures {
        before_kib,
        early_kib,
        last_kib: program.memory_kib(),
        cpu_share: (program.cpu_seconds() - cpu) / since.elapsed().as_secs_f64(),
    }
}

/// Whoever has hung up leaves no file behind.
fn look_for_leaks(program: &Program, before: usize, notes: &Notes) {
    let mut open = program.open_files();
    for _ in 0..100 {
        if open <= before + SPARE_FILES {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
        open = program.open_files();
    }
    say!("{before} files open at the start, {open} after everybody has gone");
    if open > before + SPARE_FILES {
        notes.fault_at_end(format!("{open} files are open, {before} were at the start"));
    }
}

fn tell(
    options: &LoadOptions,
    notes: &Notes,
    figures: &Figures,
    end: Duration,
    complaints: Vec<String>,
) -> Result<bool> {
    let confirmed = notes.confirmed();
    say!(
        "{} games at once against {}, {} games over, {} stones confirmed, {} positions checked",
        options.games,
        options.opponent,
        notes.games_over(),
        confirmed.count(),
        notes.checked(),
    );
    say!("confirmed in ms: {confirmed}");
    let answered = notes.answered();
    if answered.count() > 0 {
        say!("answered in ms: {answered}");
    }
    say!(
        "memory {} KiB at first, {} KiB after a tenth, {} KiB at the end; {:.2} cores; ended in {} ms",
        figures.before_kib,
        figures.early_kib,
        figures.last_kib,
        figures.cpu_share,
        end.as_millis()
    );
    let mut faults = notes.faults();
    faults.extend(complaints);
    faults.extend(bounds(options, figures, &confirmed, end));
    for fault in faults.iter().take(20) {
        say!("  {fault}");
    }
    say!(
        "{} failures in {} stones, {} games, {} idle, {} stalled and {} hostile visits",
        faults.len(),
        confirmed.count(),
        options.games,
        options.idle,
        options.stalled * 2,
        notes.visits(),
    );
    Ok(faults.is_empty())
}

/// What is beyond its bound.
fn bounds(
    options: &LoadOptions,
    figures: &Figures,
    confirmed: &Spread,
    end: Duration,
) -> Vec<String> {
    let mut faults = Vec::new();
    if options.games > 0 && confirmed.count() == 0 {
        faults.push("no stone was confirmed".to_owned());
    }
    let slow = confirmed.at(0.99);
    if slow > CONFIRMED_WITHIN_MS {
        faults.push(format!("99% of the stones took {slow:.1} ms"));
    }
    if end > Duration::from_secs(2) {
        faults.push(format!("the end took {end:?}"));
    }
    // In a short run programs are still filling their tables after a tenth of it.
    if options.hostile > 0 && options.seconds >= 300.0 {
        let bound = figures.early_kib + figures.early_kib / 10;
        if figures.last_kib > bound {
            faults.push(format!("memory grew beyond {bound} KiB"));
        }
    }
    let grown = figures.last_kib.saturating_sub(figures.before_kib);
    if options.stalled > 0 && grown > 32 << 10 {
        faults.push(format!("memory grew by {grown} KiB"));
    }
    faults
}
