//! The house rules that no compiler checks.
//!
//! Every check is a plain function from the [`Repository`], which is data in memory, to
//! the problems found. The unit tests of a check give it a bad sample, so that no check
//! can fall silent unnoticed.

mod code_map;
mod faces;
mod licences;
mod links;
mod packages;
mod purity;
mod rust_code;
mod sizes;
mod text;
mod weight;

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::process;
use packages::Package;

/// One file of the repository.
#[derive(Debug)]
struct File {
    /// Path from the repository's root, with `/` between its parts.
    path: String,
    /// Size in bytes.
    bytes: u64,
    /// Its content; `None` if that is not text.
    text: Option<String>,
}

impl File {
    /// The ending of the name, without the dot.
    fn extension(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

/// Everything that the checks look at.
#[derive(Debug, Default)]
struct Repository {
    files: Vec<File>,
    packages: Vec<Package>,
}

impl Repository {
    /// The files that hold text, with it.
    fn texts(&self) -> impl Iterator<Item = (&File, &str)> {
        self.files
            .iter()
            .filter_map(|file| Some((file, file.text.as_deref()?)))
    }

    /// The Rust sources.
    fn rust(&self) -> impl Iterator<Item = (&File, &str)> {
        self.texts().filter(|(file, _)| file.extension() == "rs")
    }

    /// The text of one file.
    fn text_of(&self, path: &str) -> Option<&str> {
        self.texts()
            .find(|(file, _)| file.path == path)
            .map(|(_, text)| text)
    }
}

/// A broken rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Problem {
    path: String,
    /// Line from 1; 0 if the file as a whole is meant.
    line: usize,
    message: String,
}

impl Problem {
    fn new(path: &str, line: usize, message: impl Into<String>) -> Problem {
        Problem {
            path: path.to_owned(),
            line,
            message: message.into(),
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

type Check = fn(&Repository) -> Vec<Problem>;

/// All checks with the rule that each guards.
const CHECKS: [(&str, Check); 16] = [
    ("rooms depend downwards only", packages::edges),
    ("packages say what they are", packages::metadata),
    ("unsafe code is forbidden by lint", packages::unsafe_lint),
    ("dependencies are explained", packages::explained),
    ("licences let us pass on what we use", licences::licences),
    ("unsafe code stays in its room", purity::unsafe_code),
    ("lower rooms touch nothing outside", purity::outside_world),
    ("nothing unfinished is left", purity::unfinished),
    ("files and functions stay short", sizes::lengths),
    ("text is clean", text::whitespace),
    ("no machine or registry is named", text::private_names),
    ("npm lock files name no address", text::npm_locks),
    ("links in documents lead somewhere", links::dead_links),
    ("the code map is true", code_map::code_map),
    ("both faces describe an opponent alike", faces::same_words),
    ("the repository stays light", weight::weight),
];

/// Runs every check on the repository at `root`.
pub(crate) fn run(root: &Path) -> Result<()> {
    let repository = Repository {
        files: read_files(root)?,
        packages: packages::read(root)?,
    };
    let mut count = 0;
    for (rule, check) in CHECKS {
        let mut problems = check(&repository);
        problems.sort();
        for problem in &problems {
            println!("   {problem} [{rule}]");
        }
        count += problems.len();
    }
    let files = repository.files.len();
    if count > 0 {
        let noun = if count == 1 { "problem" } else { "problems" };
        bail!("tidy found {count} {noun} in {files} files");
    }
    println!("   tidy: {} rules hold in {files} files", CHECKS.len());
    Ok(())
}

/// Reads all files that git tracks or would track, or, without git, all that lie there.
fn read_files(root: &Path) -> Result<Vec<File>> {
    let mut paths = match git_files(root) {
        Some(paths) => paths,
        None => walk(root)?,
    };
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let place = root.join(&path);
        // A link or a file just deleted is no content of ours.
        if !std::fs::symlink_metadata(&place).is_ok_and(|meta| meta.is_file()) {
            continue;
        }
        let content = std::fs::read(&place)?;
        files.push(File {
            path,
            bytes: content.len() as u64,
            text: String::from_utf8(content)
                .ok()
                .filter(|text| !text.contains('\0')),
        });
    }
    Ok(files)
}

fn git_files(root: &Path) -> Option<Vec<String>> {
    let listing = process::output(
        Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others"])
            .arg("--exclude-standard")
            .current_dir(root),
    );
    let listing = String::from_utf8(listing.ok()?).ok()?;
    Some(
        listing
            .split_terminator('\0')
            .map(str::to_owned)
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect(),
    )
}

/// Every file below `root`, without the folders that tools fill.
fn walk(root: &Path) -> Result<Vec<String>> {
    const FILLED_BY_TOOLS: [&str; 5] = [".git", ".venv", "node_modules", "runs", "target"];
    let mut found = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() {
                name.clone()
            } else {
                format!("{folder}/{name}")
            };
            if !entry.file_type()?.is_dir() {
                found.push(path);
            } else if !FILLED_BY_TOOLS.contains(&name.as_str()) {
                folders.push(path);
            }
        }
    }
    Ok(found)
}

/// Samples for the tests of the checks.
#[cfg(test)]
mod sample {
    use super::{File, Package, Repository};

    /// A package of others that says nothing but its name.
    pub(super) fn package(name: &str) -> Package {
        Package {
            name: name.to_owned(),
            ..Package::default()
        }
    }

    /// A repository of these texts.
    pub(super) fn files<const N: usize>(files: [(&str, &str); N]) -> Repository {
        let files = files
            .into_iter()
            .map(|(path, text)| File {
                path: path.to_owned(),
                bytes: text.len() as u64,
                text: Some(text.to_owned()),
            })
            .collect();
        Repository {
            files,
            packages: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_name_file_and_line() {
        let whole = Problem::new("a.rs", 0, "is bad");
        assert_eq!(whole.to_string(), "a.rs: is bad");
        let line = Problem::new("a.rs", 3, "is bad");
        assert_eq!(line.to_string(), "a.rs:3: is bad");
    }

    #[test]
    fn files_are_found_with_and_without_git() {
        let root = process::repository_root().unwrap();
        let walked = walk(&root).unwrap();
        assert!(walked.iter().any(|path| path == "xtask/src/tidy.rs"));
        assert!(!walked.iter().any(|path| path.starts_with("target/")));
        if let Some(listed) = git_files(&root) {
            assert!(listed.iter().any(|path| path == "Cargo.toml"));
        }
    }

    /// Guards the table of checks: each of them speaks up about a repository in which
    /// everything is wrong.
    #[test]
    fn every_rule_can_be_broken() {
        let heavy = " ".repeat(5_000_001);
        let long = "//\n".repeat(801);
        let address = format!(
            "{{\n\"resolved\": \"https://{}/\"\n}}",
            ["npmjs", ".org"].concat()
        );
        let mut rotten = sample::files([
            (
                "crates/tengen-core/src/lib.rs",
                "unsafe { println!() }\ntodo!()\n",
            ),
            ("crates/tengen-core/src/long.rs", long.as_str()),
            ("page/package-lock.json", address.as_str()),
            ("README.md", "[dead](gone.md) \n"),
            ("heavy.bin", heavy.as_str()),
        ]);
        let mut own = sample::package("tengen-cellar");
        own.is_ours = true;
        own.dependencies.push(packages::Dependency {
            name: "unexplained".to_owned(),
            kind: packages::Kind::Normal,
            is_ours: false,
        });
        rotten.packages = vec![own, sample::package("foreign")];
        for (rule, check) in CHECKS {
            assert!(!check(&rotten).is_empty(), "{rule}");
        }
    }

    #[test]
    fn an_empty_repository_breaks_only_the_rules_about_what_must_be_there() {
        let broken: Vec<&str> = CHECKS
            .into_iter()
            .filter(|(_, check)| !check(&Repository::default()).is_empty())
            .map(|(rule, _)| rule)
            .collect();
        let wanted = [
            "unsafe code is forbidden by lint",
            "both faces describe an opponent alike",
        ];
        assert_eq!(broken, wanted);
    }
}
