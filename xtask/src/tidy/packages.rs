//! What cargo knows about our packages: who depends on whom, and what they say of
//! themselves.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use super::{Problem, Repository};
use crate::process;

/// A package of the workspace, or one that it is built from.
#[derive(Debug, Default, Clone)]
pub(super) struct Package {
    pub(super) name: String,
    /// Whether it is one of ours.
    pub(super) is_ours: bool,
    pub(super) description: String,
    pub(super) licence: String,
    pub(super) rust_version: String,
    pub(super) dependencies: Vec<Dependency>,
}

#[derive(Debug, Clone)]
pub(super) struct Dependency {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Whether it lies in this repository.
    pub(super) is_ours: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Normal,
    /// For tests and examples only.
    Dev,
    Build,
}

/// For each room the rooms that it may use; whatever is not listed, it may not.
const ROOMS: [(&str, &[&str]); 10] = [
    ("tengen-core", &[]),
    ("tengen-nnue", &["tengen-core"]),
    ("tengen-engine", &["tengen-core", "tengen-nnue"]),
    (
        "tengen-gomocup",
        &["tengen-core", "tengen-nnue", "tengen-engine"],
    ),
    (
        "tengen-play",
        &[
            "tengen-core",
            "tengen-nnue",
            "tengen-engine",
            "tengen-gomocup",
        ],
    ),
    (
        "tengen-tui",
        &[
            "tengen-core",
            "tengen-nnue",
            "tengen-engine",
            "tengen-gomocup",
            "tengen-play",
        ],
    ),
    (
        "tengen-web",
        &[
            "tengen-core",
            "tengen-nnue",
            "tengen-engine",
            "tengen-gomocup",
            "tengen-play",
        ],
    ),
    (
        "tengen",
        &[
            "tengen-core",
            "tengen-nnue",
            "tengen-engine",
            "tengen-gomocup",
            "tengen-play",
            "tengen-tui",
            "tengen-web",
        ],
    ),
    (
        "tengen-lab",
        &[
            "tengen-core",
            "tengen-nnue",
            "tengen-engine",
            "tengen-gomocup",
            "tengen-play",
            "tengen-web",
        ],
    ),
    ("xtask", &[]),
];

const ARCHITECTURE: &str = "ARCHITECTURE.md";

/// Finds dependencies between our packages that do not point downwards, and any
/// dependency at all of the lowest room.
pub(super) fn edges(repository: &Repository) -> Vec<Problem> {
    let mut problems = Vec::new();
    for package in ours(repository) {
        let mut report = |message: String| {
            problems.push(Problem::new(&manifest(&package.name), 0, message));
        };
        let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == package.name) else {
            report(format!(
                "{} has no place among the rooms: add it to {ARCHITECTURE} and to xtask's table",
                package.name
            ));
            continue;
        };
        for dependency in &package.dependencies {
            let name = &dependency.name;
            if dependency.is_ours && !allowed.contains(&name.as_str()) {
                report(format!("{} may not depend on {name}", package.name));
            } else if package.name == "tengen-core" && dependency.kind != Kind::Dev {
                report(format!(
                    "tengen-core depends on nothing, but names {name} outside dev-dependencies"
                ));
            }
        }
    }
    problems
}

/// Finds packages of ours without description, licence or oldest Rust version.
pub(super) fn metadata(repository: &Repository) -> Vec<Problem> {
    let mut problems = Vec::new();
    for package in ours(repository) {
        let fields = [
            ("description", &package.description),
            ("license", &package.licence),
            ("rust-version", &package.rust_version),
        ];
        for (field, _) in fields.iter().filter(|(_, value)| value.trim().is_empty()) {
            let message = format!("the package says no {field}");
            problems.push(Problem::new(&manifest(&package.name), 0, message));
        }
    }
    problems
}

/// Finds packages in which the compiler would let `unsafe` pass.
pub(super) fn unsafe_lint(repository: &Repository) -> Vec<Problem> {
    let mut problems = Vec::new();
    let root = repository.text_of("Cargo.toml").unwrap_or_default();
    if !section(root, "[workspace.lints.rust]").any(|line| line == "unsafe_code = \"forbid\"") {
        let message = "[workspace.lints.rust] must hold unsafe_code = \"forbid\"";
        problems.push(Problem::new("Cargo.toml", 0, message));
    }
    for package in ours(repository) {
        let path = manifest(&package.name);
        let text = repository.text_of(&path).unwrap_or_default();
        let inherits = section(text, "[lints]").any(|line| line == "workspace = true");
        // The room of vector instructions cannot forbid, but states its own lints.
        let denies = package.name == "tengen-nnue"
            && section(text, "[lints.rust]").any(|line| line == "unsafe_code = \"deny\"");
        if !inherits && !denies {
            let message = "must take the workspace's lints: [lints] workspace = true";
            problems.push(Problem::new(&path, 0, message));
        }
    }
    let core = "crates/tengen-core/src/lib.rs";
    if let Some(text) = repository.text_of(core)
        && !text.lines().any(|line| line == "#![forbid(unsafe_code)]")
    {
        let message = "must say #![forbid(unsafe_code)] itself: it is also built elsewhere";
        problems.push(Problem::new(core, 0, message));
    }
    problems
}

/// Finds dependencies that the architecture document does not explain, or of which it names
/// other users than the manifests do.
pub(super) fn explained(repository: &Repository) -> Vec<Problem> {
    let document = repository.text_of(ARCHITECTURE).unwrap_or_default();
    let mut users: BTreeMap<&str, Vec<(&str, Kind)>> = BTreeMap::new();
    for package in ours(repository) {
        for dependency in package.dependencies.iter().filter(|it| !it.is_ours) {
            let user = (package.name.as_str(), dependency.kind);
            users.entry(&dependency.name).or_default().push(user);
        }
    }
    let problem_of = |(name, users): (&str, Vec<(&str, Kind)>)| {
        let quoted = format!("`{name}`");
        let row = document
            .lines()
            .zip(1..)
            .find(|(line, _)| cell(line, 1).contains(&quoted));
        let Some((row, number)) = row else {
            let (user, _) = users.first()?;
            let message = format!("give {quoted} a row in the dependency table: {ARCHITECTURE}");
            return Some(Problem::new(&manifest(user), 0, message));
        };
        let needed: BTreeSet<&str> = users
            .into_iter()
            .filter_map(|(user, kind)| (kind != Kind::Dev).then_some(user))
            .collect();
        let mut expected: Vec<String> = needed.iter().map(|user| format!("`{user}`")).collect();
        if expected.is_empty() {
            expected.push("tests".to_owned());
        }
        let told: BTreeSet<&str> = cell(row, 2).split(',').map(str::trim).collect();
        let agrees = told == expected.iter().map(String::as_str).collect();
        let message = format!("{quoted} is used by {}", expected.join(", "));
        (!agrees).then(|| Problem::new(ARCHITECTURE, number, message))
    };
    users.into_iter().filter_map(problem_of).collect()
}

/// A cell of a table's row, counted from 1; empty if the line is none or has fewer.
fn cell(line: &str, number: usize) -> &str {
    match line.starts_with('|') {
        true => line.split('|').nth(number).unwrap_or_default(),
        false => "",
    }
}

fn ours(repository: &Repository) -> impl Iterator<Item = &Package> {
    repository.packages.iter().filter(|package| package.is_ours)
}

/// The path of a package's manifest: the folders are named like the packages.
fn manifest(package: &str) -> String {
    match package {
        "xtask" => "xtask/Cargo.toml".to_owned(),
        name => format!("crates/{name}/Cargo.toml"),
    }
}

/// The lines of one section of a manifest.
fn section<'a>(manifest: &'a str, header: &'a str) -> impl Iterator<Item = &'a str> {
    manifest
        .lines()
        .map(str::trim)
        .skip_while(move |line| *line != header)
        .skip(1)
        .take_while(|line| !line.starts_with('['))
}

/// Asks cargo for all packages that are built on this machine.
pub(super) fn read(root: &Path) -> Result<Vec<Package>> {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = process::output(Command::new(compiler).arg("-vV").current_dir(root))?;
    let version = String::from_utf8_lossy(&version).into_owned();
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .context("`rustc -vV` names no host")?;
    let json = process::output(
        process::cargo(root)
            .args(["metadata", "--format-version", "1"])
            .args(["--filter-platform", host]),
    )?;
    from_metadata(&serde_json::from_slice(&json).context("cargo's metadata is no JSON")?)
}

fn from_metadata(metadata: &Value) -> Result<Vec<Package>> {
    let ids: Vec<&str> = list(metadata, "workspace_members")?
        .iter()
        .filter_map(Value::as_str)
        .collect();
    list(metadata, "packages")?
        .iter()
        .map(|package| {
            let is_ours = ids.contains(&text(package, "id"));
            package_from(package, is_ours)
        })
        .collect()
}

fn package_from(package: &Value, is_ours: bool) -> Result<Package> {
    let dependencies = list(package, "dependencies")?
        .iter()
        .map(|dependency| Dependency {
            name: text(dependency, "name").to_owned(),
            kind: match text(dependency, "kind") {
                "dev" => Kind::Dev,
                "build" => Kind::Build,
                _ => Kind::Normal,
            },
            is_ours: dependency.get("path").is_some_and(Value::is_string),
        })
        .collect();
    Ok(Package {
        name: text(package, "name").to_owned(),
        is_ours,
        description: text(package, "description").to_owned(),
        licence: text(package, "license").to_owned(),
        rust_version: text(package, "rust_version").to_owned(),
        dependencies,
    })
}

fn list<'a>(value: &'a Value, field: &str) -> Result<&'a Vec<Value>> {
    value
        .get(field)
        .and_then(Value::as_array)
        .with_context(|| format!("cargo's metadata has no list {field}"))
}

/// A text field; empty if it is missing or null.
fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests;
