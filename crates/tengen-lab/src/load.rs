//! `tengen-lab load`: many games at once on the web server, measured from outside.
//!
//! Starts the program, plays on it through plain clients, and tells how long a stone took
//! to be confirmed, what memory the server used, and everything that went wrong.

mod clients;
mod kills;
mod process;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use tengen_web::client;

use process::Program;

/// What to put on the server.
#[derive(Args, Debug)]
pub(crate) struct LoadOptions {
    /// The program
    #[arg(long, default_value = "target/release/tengen")]
    program: PathBuf,
    /// Games at once, each against a program
    #[arg(long, default_value_t = 50)]
    games: usize,
    /// Whom they are played against
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
    /// Connections that say nothing
    #[arg(long, default_value_t = 0)]
    idle: usize,
    /// Seconds
    #[arg(long, default_value_t = 20.0)]
    seconds: f64,
    /// Instead of all that: kill the server so often in mid-game, and look what is lost
    #[arg(long)]
    kills: Option<u32>,
}

/// The bound for the 99% of confirmations, in milliseconds.
const CONFIRMED_WITHIN_MS: f64 = 100.0;

/// What all clients write down.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// Milliseconds from a stone sent to its snapshot.
    confirmed_ms: Mutex<Vec<f64>>,
    games_over: Mutex<usize>,
    faults: Mutex<Vec<String>>,
    end: AtomicBool,
}

impl Notes {
    pub(crate) fn confirmed(&self, took: Duration) {
        lock(&self.confirmed_ms).push(took.as_secs_f64() * 1_000.0);
    }

    pub(crate) fn game_over(&self) {
        *lock(&self.games_over) += 1;
    }

    pub(crate) fn fault(&self, what: String) {
        // The server's end is no fault.
        if !self.is_over() {
            lock(&self.faults).push(what);
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.end.load(Ordering::Relaxed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether nothing went wrong.
pub(crate) fn run(options: &LoadOptions) -> Result<bool> {
    if let Some(kills) = options.kills {
        return kills::run(&options.program, kills);
    }
    let folder = process::Folder::new("load")?;
    let program = Program::start(&options.program, folder.path(), 0)?;
    let notes = Arc::new(Notes::default());
    let begun = Instant::now();
    let mut threads = Vec::new();
    // Everything on one cookie would be one game: each player is a browser of its own.
    for number in 0..options.games {
        let (notes, address) = (Arc::clone(&notes), program.address());
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
            let (notes, address) = (Arc::clone(&notes), program.address());
            let cookie = client::enter(address, "", None).context("no cookie")?;
            threads.push(std::thread::spawn(move || role(address, &cookie, &notes)));
        }
    }
    let idle = clients::idle(program.address(), options.idle)?;
    let figures = watch(&program, options.seconds, begun);
    notes.end.store(true, Ordering::Relaxed);
    drop(idle);
    let ended = program.end();
    for thread in threads {
        // A client that panicked is a fault of the bench.
        thread.join().ok().context("a client failed")?;
    }
    tell(options, &notes, &figures, ended?)
}

/// What was seen of the server's process.
#[derive(Debug)]
struct Figures {
    early_kib: u64,
    last_kib: u64,
    cpu_share: f64,
}

/// Waits, and reads memory after a tenth of the time and at the end.
fn watch(program: &Program, seconds: f64, begun: Instant) -> Figures {
    let all = Duration::from_secs_f64(seconds);
    std::thread::sleep(all / 10);
    let early_kib = program.memory_kib();
    let cpu = program.cpu_seconds();
    std::thread::sleep(all.saturating_sub(all / 10));
    Figures {
        early_kib,
        last_kib: program.memory_kib(),
        cpu_share: (program.cpu_seconds() - cpu) / begun.elapsed().as_secs_f64(),
    }
}

fn tell(options: &LoadOptions, notes: &Notes, figures: &Figures, end: Duration) -> Result<bool> {
    let mut times = lock(&notes.confirmed_ms).clone();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(index).copied().unwrap_or(0.0)
    };
    println!(
        "{} games at once against {}, {} games over, {} stones confirmed",
        options.games,
        options.opponent,
        lock(&notes.games_over),
        times.len()
    );
    println!(
        "confirmed in ms: 50% {:.1}, 99% {:.1}, 99.9% {:.1}, worst {:.1}",
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    println!(
        "memory {} KiB after a tenth, {} KiB at the end; {:.2} cores; ended in {} ms",
        figures.early_kib,
        figures.last_kib,
        figures.cpu_share,
        end.as_millis()
    );
    let mut faults = lock(&notes.faults).clone();
    if options.games > 0 && times.is_empty() {
        faults.push("no stone was confirmed".to_owned());
    }
    if at(0.99) > CONFIRMED_WITHIN_MS {
        faults.push(format!("99% of the stones took {:.1} ms", at(0.99)));
    }
    if end > Duration::from_secs(2) {
        faults.push(format!("the end took {end:?}"));
    }
    for fault in faults.iter().take(20) {
        println!("  {fault}");
    }
    println!("{} failures", faults.len());
    Ok(faults.is_empty())
}
