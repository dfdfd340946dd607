//! `tengen-lab suite`: does the program answer as the test data says?

mod entry;
mod forbidden;
mod games;
mod vcf;
mod vct;
mod win_rules;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use tengen_engine::Clock;
use tengen_play::Stopwatch;

use crate::data::{self, Record};
use crate::output::{Results, remark_part};
use crate::processor_time::ProcessorTime;

/// What is asked of the records of a file; recognised by their fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Forbidden,
    WinRules,
    Games,
    EntryChecks,
    Fours,
    Threats,
}

/// Fields that tell a kind of file from all others.
const MARKS: [(Kind, &[&str]); 8] = [
    (Kind::Forbidden, &["forbid", "legal"]),
    (Kind::WinRules, &["move", "freestyle", "caro8", "caro9"]),
    (Kind::Games, &["moves", "final", "cause", "five"]),
    (Kind::EntryChecks, &["kind", "accept", "reject"]),
    (Kind::Fours, &["result", "fours", "line"]),
    (Kind::Fours, &["result", "proof", "nodes"]),
    (Kind::Threats, &["result", "quiet"]),
    (Kind::Threats, &["result", "upto"]),
];

impl Kind {
    fn of(record: &Record<'_>) -> Result<Kind> {
        if let Some((kind, _)) = MARKS.iter().find(|(_, keys)| record.has(keys)) {
            return Ok(*kind);
        }
        bail!(
            "line {}: no suite is known for records with these fields: expected forbid= and \
             legal=, or move= with freestyle=, caro8= and caro9=, or moves= with final=, \
             cause= and five=, or kind= with accept= and reject=, or result= with fours= and \
             line=, or result= with quiet= or upto=",
            record.line
        )
    }

    /// Seconds for a record where none were asked for.
    fn usual_seconds(self) -> f64 {
        match self {
            Kind::EntryChecks => 0.1,
            Kind::Forbidden | Kind::WinRules | Kind::Games | Kind::Fours => 1.0,
            Kind::Threats => 10.0,
        }
    }

    fn check(self, record: &Record<'_>, wishes: Wishes) -> Faults {
        let seconds = wishes.seconds.unwrap_or_else(|| self.usual_seconds());
        let checked = match self {
            Kind::Forbidden => forbidden::check(record),
            Kind::WinRules => win_rules::check(record),
            Kind::Games => games::check(record),
            Kind::EntryChecks => entry::check(record, seconds),
            Kind::Fours => vcf::check(record, seconds, wishes),
            Kind::Threats => vct::check(record, seconds, wishes),
        };
        checked.unwrap_or_else(|error| {
            let mut faults = Faults::default();
            faults.add(format!("cannot be read: {error:#}"));
            faults
        })
    }
}

/// How problems are to be solved.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wishes {
    /// Seconds for each; each kind of problem has a default of its own.
    pub(crate) seconds: Option<f64>,
    /// Whether the shortest win by fours is looked for.
    pub(crate) shortest: bool,
    /// Whether seconds are those that the processor spent on a problem.
    pub(crate) processor_time: bool,
}

impl Wishes {
    /// A clock that starts now, for the thread that asks.
    fn clock(self) -> Box<dyn Clock> {
        if self.processor_time {
            Box::new(ProcessorTime::start())
        } else {
            Box::new(Stopwatch::start())
        }
    }
}

/// A win that is to be found.
#[derive(Clone, Copy, Debug, Default)]
struct Win {
    /// How long it took; `None` if it was not found.
    seconds: Option<f64>,
    /// Whether it was shown to be the shortest.
    shortest: bool,
}

/// What is wrong with one record; nothing if it is solved.
#[derive(Debug, Default)]
struct Faults {
    wrong: Vec<String>,
    /// What was not found, where that is no false claim.
    unsolved: Option<String>,
    /// How the win was found, where there is one to be found.
    win: Option<Win>,
}

impl Faults {
    fn add(&mut self, message: impl Into<String>) {
        self.wrong.push(message.into());
    }

    /// Whether the record is solved.
    fn is_empty(&self) -> bool {
        self.wrong.is_empty() && self.unsolved.is_none()
    }

    /// Notes it if `found` is not what was expected.
    fn compare<T: PartialEq + Display>(&mut self, what: impl Display, expected: &T, found: &T) {
        if expected != found {
            self.add(format!("{what}: expected {expected}, found {found}"));
        }
    }

    /// Notes it if `holds` is false.
    fn demand(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.add(message());
        }
    }
}

/// How many records were asked, and how many answers were wrong.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    records: usize,
    solved: usize,
    wrong: usize,
}

impl Tally {
    /// Whether everything was right.
    pub(crate) fn is_clean(self) -> bool {
        self.wrong == 0
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally {
            records,
            solved,
            wrong,
        } = self;
        write!(f, "solved {solved} of {records}, wrong {wrong}")
    }
}

/// Runs all files, prints what failed and ends with the tally of all.
///
/// # Errors
/// A file that cannot be read or whose kind is not known. All files are opened before
/// the first is run.
pub(crate) fn run(files: &[PathBuf], threads: usize, wishes: Wishes) -> Result<Tally> {
    let texts = files
        .iter()
        .map(|path| std::fs::read_to_string(path).with_context(|| path.display().to_string()))
        .collect::<Result<Vec<_>>>()?;
    let suites = files
        .iter()
        .zip(&texts)
        .map(|(path, text)| open(text).with_context(|| path.display().to_string()))
        .collect::<Result<Vec<_>>>()?;
    let mut out = Results::new();
    let mut total = Tally::default();
    for (path, (kind, records)) in files.iter().zip(&suites) {
        let start = Instant::now();
        let faults = check_all(*kind, records, threads, wishes);
        report(&mut out, path, records, &faults)?;
        let tally = Tally {
            records: records.len(),
            solved: faults.values().filter(|found| found.is_empty()).count(),
            wrong: faults
                .values()
                .filter(|found| !found.wrong.is_empty())
                .count(),
        };
        tell_wins(&mut out, &faults, wishes)?;
        if files.len() > 1 {
            let seconds = start.elapsed().as_secs_f64();
            writeln!(out, "{}: {tally} ({seconds:.1} s)", path.display())?;
        }
        total.records += tally.records;
        total.solved += tally.solved;
        total.wrong += tally.wrong;
    }
    writeln!(out, "{total}")?;
    Ok(total)
}

/// The records of a file and their kind, which must be one and the same.
fn open(text: &str) -> Result<(Kind, Vec<Record<'_>>)> {
    let records = data::records(text)?;
    let first = records.first().context("there is no record in the file")?;
    Ok((Kind::of(first)?, records))
}

fn report(
    out: &mut impl Write,
    path: &Path,
    records: &[Record<'_>],
    faults: &BTreeMap<usize, Faults>,
) -> Result<()> {
    for (&index, found) in faults {
        let Record { line, id, .. } = &records[index];
        for fault in found.wrong.iter().chain(&found.unsolved) {
            writeln!(out, "{}:{line}: {id}: {fault}", path.display())?;
        }
    }
    Ok(())
}

/// How many of the wins were found, and how soon.
fn tell_wins(out: &mut impl Write, faults: &BTreeMap<usize, Faults>, wishes: Wishes) -> Result<()> {
    let wins: Vec<Win> = faults.values().filter_map(|found| found.win).collect();
    if wins.is_empty() {
        return Ok(());
    }
    let share =
        |count: usize| format!("{count} ({:.1}%)", 100.0 * count as f64 / wins.len() as f64);
    let within = |limit: f64| {
        let found = wins.iter().filter_map(|win| win.seconds);
        share(found.filter(|&seconds| seconds <= limit).count())
    };
    writeln!(
        out,
        "wins found of {}: {} within 0.1 s, {} within 1 s, {} within 10 s, {} in all",
        wins.len(),
        within(0.1),
        within(1.0),
        within(10.0),
        within(f64::INFINITY)
    )?;
    if wishes.shortest {
        let shortest = wins.iter().filter(|win| win.shortest).count();
        writeln!(out, "shown to be the shortest: {}", share(shortest))?;
    }
    Ok(())
}

/// What was found for every record, by its place in the list.
fn check_all(
    kind: Kind,
    records: &[Record<'_>],
    threads: usize,
    wishes: Wishes,
) -> BTreeMap<usize, Faults> {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(BTreeMap::new());
    let progress = Progress::new(records.len());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(record) = records.get(index) else {
                        break;
                    };
                    let faults = kind.check(record, wishes);
                    // A poisoned lock means that another worker panicked; the scope
                    // then panics too, so nothing is hidden by going on.
                    all.lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner)
                        .insert(index, faults);
                    progress.show(index);
                }
            });
        }
    });
    progress.clear();
    all.into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A line on the terminal that says how far the work is; silent elsewhere.
struct Progress {
    total: usize,
    visible: bool,
}

impl Progress {
    fn new(total: usize) -> Progress {
        Progress {
            total,
            visible: std::io::stderr().is_terminal(),
        }
    }

    fn show(&self, done: usize) {
        if self.visible && done.is_multiple_of(50) {
            remark_part!("\r{done} of {} ", self.total);
        }
    }

    fn clear(&self) {
        if self.visible {
            remark_part!("\r{:30}\r", "");
        }
    }
}
