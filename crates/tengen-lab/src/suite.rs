//! `tengen-lab suite`: does the program answer as the test data says?

mod entry;
mod forbidden;
mod games;
mod vcf;
mod win_rules;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::data::{self, Record};

/// What is asked of the records of a file; recognised by their fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Forbidden,
    WinRules,
    Games,
    EntryChecks,
    Fours,
}

/// Fields that tell a kind of file from all others.
const MARKS: [(Kind, &[&str]); 6] = [
    (Kind::Forbidden, &["forbid", "legal"]),
    (Kind::WinRules, &["move", "freestyle", "caro8", "caro9"]),
    (Kind::Games, &["moves", "final", "cause", "five"]),
    (Kind::EntryChecks, &["kind", "accept", "reject"]),
    (Kind::Fours, &["result", "fours", "line"]),
    (Kind::Fours, &["result", "proof", "nodes"]),
];

/// Files that are known but need a solver, by a field that only they have.
const LATER: [(&str, &str); 3] = [
    ("quiet", "VCT problems"),
    ("upto", "VCT problems"),
    ("attmoves", "VCT problems"),
];

impl Kind {
    fn of(record: &Record<'_>) -> Result<Kind> {
        if let Some((kind, _)) = MARKS.iter().find(|(_, keys)| record.has(keys)) {
            return Ok(*kind);
        }
        if let Some((_, what)) = LATER.iter().find(|(key, _)| record.has(&[key])) {
            bail!(
                "{what} need the threat solver, which is not part of tengen-lab yet: \
                 files of forbidden points, winning rows, games, entry checks and VCF problems \
                 can be run"
            );
        }
        bail!(
            "line {}: no suite is known for records with these fields: expected forbid= and \
             legal=, or move= with freestyle=, caro8= and caro9=, or moves= with final=, \
             cause= and five=, or kind= with accept= and reject=, or result= with fours= and \
             line=",
            record.line
        )
    }

    /// Seconds for a record where none were asked for.
    fn usual_seconds(self) -> f64 {
        match self {
            Kind::EntryChecks => 0.1,
            Kind::Forbidden | Kind::WinRules | Kind::Games | Kind::Fours => 1.0,
        }
    }

    fn check(self, record: &Record<'_>, seconds: Option<f64>) -> Faults {
        let seconds = seconds.unwrap_or_else(|| self.usual_seconds());
        let checked = match self {
            Kind::Forbidden => forbidden::check(record),
            Kind::WinRules => win_rules::check(record),
            Kind::Games => games::check(record),
            Kind::EntryChecks => entry::check(record, seconds),
            Kind::Fours => vcf::check(record, seconds),
        };
        checked.unwrap_or_else(|error| {
            let mut faults = Faults::default();
            faults.add(format!("cannot be read: {error:#}"));
            faults
        })
    }
}

/// What is wrong with one record; nothing if it is solved.
#[derive(Debug, Default)]
struct Faults {
    wrong: Vec<String>,
    /// What was not found, where that is no false claim.
    unsolved: Option<String>,
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
pub(crate) fn run(files: &[PathBuf], threads: usize, seconds: Option<f64>) -> Result<Tally> {
    let texts = files
        .iter()
        .map(|path| std::fs::read_to_string(path).with_context(|| path.display().to_string()))
        .collect::<Result<Vec<_>>>()?;
    let suites = files
        .iter()
        .zip(&texts)
        .map(|(path, text)| open(text).with_context(|| path.display().to_string()))
        .collect::<Result<Vec<_>>>()?;
    let mut out = std::io::stdout().lock();
    let mut total = Tally::default();
    for (path, (kind, records)) in files.iter().zip(&suites) {
        let start = Instant::now();
        let faults = check_all(*kind, records, threads, seconds);
        report(&mut out, path, records, &faults)?;
        let tally = Tally {
            records: records.len(),
            solved: records.len() - faults.len(),
            wrong: faults
                .values()
                .filter(|found| !found.wrong.is_empty())
                .count(),
        };
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

/// The faults of every record that has some, by its place in the list.
fn check_all(
    kind: Kind,
    records: &[Record<'_>],
    threads: usize,
    seconds: Option<f64>,
) -> BTreeMap<usize, Faults> {
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(BTreeMap::new());
    let progress = Progress::new(records.len());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(record) = records.get(index) else {
                        break;
                    };
                    let faults = kind.check(record, seconds);
                    if !faults.is_empty() {
                        // A poisoned lock means that another worker panicked; the scope
                        // then panics too, so nothing is hidden by going on.
                        wrong
                            .lock()
                            .unwrap_or_else(std::sync::PoisonError::into_inner)
                            .insert(index, faults);
                    }
                    progress.show(index);
                }
            });
        }
    });
    progress.clear();
    wrong
        .into_inner()
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
            eprint!("\r{done} of {} ", self.total);
        }
    }

    fn clear(&self) {
        if self.visible {
            eprint!("\r{:30}\r", "");
        }
    }
}
