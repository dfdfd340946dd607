//! Instructions that a make+unmake pair of the engine takes, against stored figures.
//!
//! Counted by Valgrind, which sees the same instructions on a busy machine as on an idle
//! one. What building the tables costs falls out: two runs differ in their pairs alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// The rules as the example and the stored figures name them.
const RULES: [&str; 5] = ["freestyle", "standard", "renju", "caro8", "caro9"];
/// Pairs of the shorter run; the longer does twice as many.
const PAIRS: u64 = 10_000;
/// How much more than stored fails, in percent: with the compiler of the stored figures,
/// and with another, which translates in its own way.
const TOLERANCE: f64 = 3.0;
const OTHER_COMPILER: f64 = 15.0;

/// Figures of all rules, and the compiler they belong to.
#[derive(Clone, Debug, PartialEq)]
struct Figures {
    compiler: String,
    /// Instructions of a pair, by rule.
    pairs: BTreeMap<String, f64>,
}

/// Counts and compares with the stored figures, or stores the new ones.
///
/// Where nothing can be counted it says so and lets the rest of the tests go on.
pub(crate) fn run(root: &Path, store: bool) -> Result<()> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        println!("   not run: the stored figures are for Linux on x86-64");
        return Ok(());
    }
    if !has_valgrind()? {
        println!("   not run: Valgrind is missing, and is installed here only on Debian as root");
        return Ok(());
    }
    let found = count(root)?;
    if store {
        std::fs::write(file(root), found.to_text()).context("the figures cannot be written")?;
        print!("{}", found.to_text());
        return Ok(());
    }
    let stored = std::fs::read_to_string(file(root)).with_context(|| {
        format!("{FILE} cannot be read: make it with `cargo xtask instructions --store`")
    })?;
    let stored = Figures::from_text(&stored).with_context(|| FILE.to_owned())?;
    for line in compare(&stored, &found)? {
        println!("   {line}");
    }
    Ok(())
}

const FILE: &str = "crates/tengen-engine/instructions.txt";

fn file(root: &Path) -> PathBuf {
    root.join(FILE)
}

fn has_valgrind() -> Result<bool> {
    let valgrind = || process::succeeds(Command::new("valgrind").arg("--version"));
    if !valgrind() && process::is_debian_root() {
        process::apt_install(&["valgrind"])?;
    }
    Ok(valgrind())
}

fn count(root: &Path) -> Result<Figures> {
    let example = "make_unmake";
    process::run(
        process::cargo(root)
            .args(["build", "--release", "--quiet", "-p", "tengen-engine"])
            .args(["--example", example]),
    )?;
    let program = target_folder(root)?.join("release/examples").join(example);
    let mut pairs = BTreeMap::new();
    for rule in RULES {
        let (few, less) = instructions(&program, rule, PAIRS)?;
        let (many, more) = instructions(&program, rule, 2 * PAIRS)?;
        if many <= few {
            bail!("{example} did {few} and {many} pairs: twice as many were expected");
        }
        let each = more.saturating_sub(less) as f64 / (many - few) as f64;
        pairs.insert(rule.to_owned(), each);
    }
    let version = process::output(Command::new(rustc()).arg("--version"))?;
    let version = String::from_utf8_lossy(&version);
    Ok(Figures {
        compiler: version.split(' ').take(2).collect::<Vec<_>>().join(" "),
        pairs,
    })
}

fn rustc() -> std::ffi::OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// Where cargo builds; a setting of the user may have moved it.
fn target_folder(root: &Path) -> Result<PathBuf> {
    let mut metadata = process::cargo(root);
    metadata.args(["metadata", "--format-version=1", "--no-deps"]);
    let metadata: serde_json::Value = serde_json::from_slice(&process::output(&mut metadata)?)?;
    let folder = metadata["target_directory"].as_str();
    Ok(folder.context("cargo names no target folder")?.into())
}

/// How many pairs a run did, and how many instructions it took.
fn instructions(program: &Path, rule: &str, pairs: u64) -> Result<(u64, u64)> {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no"])
        .arg("--cachegrind-out-file=/dev/null")
        .arg(program)
        .args([rule, &pairs.to_string()])
        .output()
        .context("valgrind cannot be started")?;
    let report = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("valgrind ended with {}: {report}", output.status);
    }
    let done = String::from_utf8_lossy(&output.stdout).trim().parse();
    let counted = report.lines().find_map(counted_instructions);
    Ok((
        done.context("make_unmake does not say how many pairs it did")?,
        counted.with_context(|| format!("no count in {report:?}"))?,
    ))
}

/// The number in a line such as `==42== I   refs:      1,234,567`.
fn counted_instructions(line: &str) -> Option<u64> {
    let (before, number) = line.split_once("refs:")?;
    if before.split_whitespace().next_back() != Some("I") {
        return None;
    }
    number.trim().replace(',', "").parse().ok()
}

/// A line for each rule; an error if one takes too many instructions.
fn compare(stored: &Figures, found: &Figures) -> Result<Vec<String>> {
    let tolerance = if stored.compiler == found.compiler {
        TOLERANCE
    } else {
        OTHER_COMPILER
    };
    let mut lines = Vec::new();
    let mut slower = Vec::new();
    for (rule, &now) in &found.pairs {
        let Some(&before) = stored.pairs.get(rule) else {
            bail!("no figure is stored for {rule}");
        };
        let change = 100.0 * (now / before - 1.0);
        let line = format!("{rule}: {now:.1} instructions a pair, {change:+.1}% of {before:.1}");
        if change > tolerance {
            slower.push(line.clone());
        }
        lines.push(line);
    }
    if !slower.is_empty() {
        bail!(
            "make+unmake takes more than {tolerance}% more instructions than stored by {}: {}; \
             if that is worth it, `cargo xtask instructions --store` keeps the new figures",
            stored.compiler,
            slower.join("; ")
        );
    }
    Ok(lines)
}

impl Figures {
    fn to_text(&self) -> String {
        let mut text = format!(
            "# Instructions of a make+unmake pair in the middle game on 15x15, as\n\
             # `cargo xtask instructions --store` counts them on x86-64.\n{}\n",
            self.compiler
        );
        for (rule, each) in &self.pairs {
            text.push_str(&format!("{rule} {each:.1}\n"));
        }
        text
    }

    fn from_text(text: &str) -> Result<Figures> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let compiler = lines.next().context("the compiler is missing")?.to_owned();
        let figure = |line: &str| {
            let (rule, each) = line.split_once(' ')?;
            let each: f64 = each.parse().ok()?;
            (each > 0.0).then(|| (rule.to_owned(), each))
        };
        let pairs = lines
            .map(|line| figure(line).with_context(|| format!("{line:?} is no rule and number")))
            .collect::<Result<_>>()?;
        Ok(Figures { compiler, pairs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(compiler: &str, each: f64) -> Figures {
        let pairs = RULES.map(|rule| (rule.to_owned(), each));
        Figures {
            compiler: compiler.to_owned(),
            pairs: pairs.into(),
        }
    }

    #[test]
    fn figures_survive_their_text() {
        let some = figures("rustc 1.95.0", 812.5);
        assert_eq!(Figures::from_text(&some.to_text()).unwrap(), some);
        for wrong in [
            "",
            "rustc 1\nrenju\n",
            "rustc 1\nrenju x\n",
            "rustc 1\nrenju 0\n",
        ] {
            assert!(Figures::from_text(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn the_committed_figures_are_complete() {
        let root = process::repository_root().unwrap();
        let text = std::fs::read_to_string(file(&root)).unwrap();
        let stored = Figures::from_text(&text).unwrap();
        assert!(RULES.iter().all(|&rule| stored.pairs.contains_key(rule)));
    }

    #[test]
    fn more_instructions_fail_beyond_the_tolerance() {
        let stored = figures("rustc 1", 1000.0);
        assert!(compare(&stored, &figures("rustc 1", 1029.0)).is_ok());
        assert!(compare(&stored, &figures("rustc 1", 500.0)).is_ok());
        assert!(compare(&stored, &figures("rustc 2", 1140.0)).is_ok());
        assert!(compare(&stored, &figures("rustc 2", 1160.0)).is_err());
        let error = compare(&stored, &figures("rustc 1", 1031.0)).unwrap_err();
        assert!(error.to_string().contains("--store"), "{error}");
    }

    #[test]
    fn the_count_is_found_in_the_report() {
        let line = "==15342== I   refs:      1,234,567";
        assert_eq!(counted_instructions(line), Some(1_234_567));
        assert_eq!(counted_instructions("==1== I refs: 99"), Some(99));
        for other in ["==1== D   refs: 5", "==1== I1  misses: 5", "text"] {
            assert_eq!(counted_instructions(other), None, "{other}");
        }
    }
}
