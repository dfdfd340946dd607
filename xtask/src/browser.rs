//! The tests of the web app in a real browser: types of the page, then Chromium.
//!
//! They need Node and Chromium from the system, installed by its package manager where
//! we may, and the pinned npm packages of `crates/tengen-web/browser-tests`, which are
//! fetched once and again only when the lock file changes.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// The oldest Node that the tests are written for.
const OLDEST_NODE: u32 = 20;

/// Names under which systems install Chromium or its kin.
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Checks the page's types and drives the release binary in Chromium.
pub(crate) fn test(root: &Path) -> Result<()> {
    let folder = prepare(root)?;
    process::run(
        Command::new("node")
            .args(["node_modules/typescript/bin/tsc", "--project", "."])
            .current_dir(&folder),
    )?;
    process::run(
        Command::new("node")
            .args(["--test", "--test-concurrency=1"])
            .args(test_files(&folder)?)
            .env("TENGEN_BINARY", release_binary(root)?)
            .env("TENGEN_BROWSER", browser()?)
            .current_dir(&folder),
    )
}

/// Takes the pictures for the README, or measures the page: scripts beside the tests.
pub(crate) fn script(root: &Path, name: &str) -> Result<()> {
    let folder = prepare(root)?;
    process::run(
        Command::new("node")
            .arg(format!("{name}.mjs"))
            .env("TENGEN_BINARY", release_binary(root)?)
            .env("TENGEN_BROWSER", browser()?)
            .current_dir(&folder),
    )
}

/// Everything that the tests stand on; returns their folder.
fn prepare(root: &Path) -> Result<PathBuf> {
    let folder = root.join("crates/tengen-web/browser-tests");
    ensure_node()?;
    ensure_packages(&folder)?;
    Ok(folder)
}

/// The test files, named one by one: which of them a bare `node --test` finds depends on
/// its version.
fn test_files(folder: &Path) -> Result<Vec<String>> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .with_context(|| format!("{} cannot be read", folder.display()))?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".test.mjs"))
        .collect();
    if names.is_empty() {
        bail!("{} holds no *.test.mjs", folder.display());
    }
    names.sort();
    Ok(names)
}

fn release_binary(root: &Path) -> Result<PathBuf> {
    process::run(process::cargo(root).args(["build", "--release", "--package", "tengen"]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("target"), |folder| root.join(folder));
    Ok(target
        .join("release")
        .join(format!("tengen{}", std::env::consts::EXE_SUFFIX)))
}

fn ensure_node() -> Result<()> {
    if has_node() && has_npm() {
        return Ok(());
    }
    if process::is_debian_root() {
        process::apt_install(&["nodejs", "npm"])?;
        if has_node() && has_npm() {
            return Ok(());
        }
    }
    bail!(
        "the browser tests need Node {OLDEST_NODE} or newer with npm: install it (no user of Tengen needs it)"
    );
}

fn has_node() -> bool {
    process::output(Command::new("node").arg("--version")).is_ok_and(|text| {
        node_major(&String::from_utf8_lossy(&text)).is_some_and(|major| major >= OLDEST_NODE)
    })
}

fn has_npm() -> bool {
    process::succeeds(Command::new("npm").arg("--version"))
}

/// The first number of a version such as `v20.1.0`.
fn node_major(version: &str) -> Option<u32> {
    version
        .trim()
        .strip_prefix('v')?
        .split('.')
        .next()?
        .parse()
        .ok()
}

/// Installs the pinned packages unless those of this very lock file are there.
fn ensure_packages(folder: &Path) -> Result<()> {
    let lock = folder.join("package-lock.json");
    let wanted = std::fs::read_to_string(&lock)
        .with_context(|| format!("{} cannot be read", lock.display()))?;
    let stamp = folder.join("node_modules").join("installed-lock.json");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("   installing the pinned npm packages of the browser tests");
    process::run(Command::new("npm").args(["ci"]).current_dir(folder))?;
    // Written last: an installation that was broken off is done again.
    std::fs::write(&stamp, wanted).with_context(|| format!("{} cannot be written", stamp.display()))
}

/// A browser of Chromium's family: the one named by `TENGEN_BROWSER`, or the system's.
fn browser() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("TENGEN_BROWSER") {
        return Ok(PathBuf::from(named));
    }
    if let Some(found) = find_browser() {
        return Ok(found);
    }
    if process::is_debian_root() {
        process::apt_install(&["chromium", "fonts-noto-cjk"])?;
        if let Some(found) = find_browser() {
            return Ok(found);
        }
    }
    bail!(
        "the browser tests need Chromium: install it, or name a browser of its family in TENGEN_BROWSER"
    );
}

fn find_browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|folder| BROWSERS.map(|name| folder.join(name)))
        .find(|place| place.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(node_major("v20.20.2\n"), Some(20));
        assert_eq!(node_major("18.0"), None);
        assert_eq!(node_major("vx"), None);
    }

    #[test]
    fn the_tests_are_found_in_order() {
        let root = process::repository_root().unwrap();
        let folder = root.join("crates/tengen-web/browser-tests");
        let names = test_files(&folder).unwrap();
        assert!(names.is_sorted(), "{names:?}");
        assert!(
            names.iter().any(|name| name == "play.test.mjs"),
            "{names:?}"
        );
        assert!(test_files(&root.join("fixtures")).is_err());
    }
}
