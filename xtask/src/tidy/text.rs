//! Clean text, and names that must not appear in it.

use super::{File, Problem, Repository};

/// Endings of files that people edit. Records in fixtures keep whatever bytes they have.
const EDITED: [&str; 12] = [
    "css", "html", "js", "json", "md", "py", "rs", "sh", "svg", "toml", "yaml", "yml",
];

/// Finds trailing blanks, tabs, carriage returns, a missing last line break and the
/// marks of an unfinished merge.
pub(super) fn whitespace(repository: &Repository) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (file, text) in repository.texts() {
        if !EDITED.contains(&file.extension()) {
            continue;
        }
        for (index, line) in text.split('\n').enumerate() {
            if let Some(message) = line_problem(line) {
                problems.push(Problem::new(&file.path, index + 1, message));
            }
        }
        let ends_well = text.is_empty() || (text.ends_with('\n') && !text.ends_with("\n\n"));
        if !ends_well {
            let message = "must end with exactly one line break";
            problems.push(Problem::new(&file.path, text.lines().count(), message));
        }
    }
    problems
}

fn line_problem(line: &str) -> Option<&'static str> {
    if line.ends_with('\r') {
        Some("ends with a carriage return: lines end with a line feed alone")
    } else if line.ends_with([' ', '\t']) {
        Some("has blanks at its end")
    } else if line.contains('\t') {
        Some("holds a tab: indent with spaces (in a string write \\t)")
    } else if ["<<<<<<< ", ">>>>>>> "].iter().any(|m| line.starts_with(m)) {
        Some("is left from a merge")
    } else {
        None
    }
}

/// Beginnings of paths that exist on one machine only. In pieces, like the host names
/// below, because this file is searched as well.
const MACHINE_PATHS: [&[&str]; 5] = [
    &["/", "work", "/"],
    &["/", "root", "/"],
    &["/", "home", "/"],
    &["/", "Users", "/"],
    &["C:", "\\", "Users"],
];

/// Host names of package registries and distribution mirrors: builds must work with any.
const REGISTRY_HOSTS: [&[&str]; 9] = [
    &["crates", ".io"],
    &["pypi", ".org"],
    &["python", "hosted.org"],
    &["npmjs", ".org"],
    &["npmjs", ".com"],
    &["yarn", "pkg.com"],
    &["deb.", "debian.org"],
    &["archive.", "ubuntu.com"],
    &["download.", "pytorch.org"],
];

/// Finds paths of one machine and names of package registries.
pub(super) fn private_names(repository: &Repository) -> Vec<Problem> {
    let paths = MACHINE_PATHS.map(<[&str]>::concat);
    let hosts = REGISTRY_HOSTS.map(<[&str]>::concat);
    let mut problems = Vec::new();
    for (file, text) in repository.texts() {
        for (index, line) in text.lines().enumerate() {
            let mut report = |message: String| {
                problems.push(Problem::new(&file.path, index + 1, message));
            };
            if let Some(path) = paths.iter().find(|path| names_path(line, path)) {
                report(format!("{path} is a folder of one machine"));
            }
            if let Some(host) = hosts.iter().find(|host| line.contains(host.as_str()))
                && !is_cargo_source(file, line)
            {
                report(format!("{host} is a package registry: do not name it"));
            }
        }
    }
    problems
}

/// Whether an absolute path begins in this line; the same letters further inside a
/// relative path or an address do not count.
fn names_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-/}~$".contains(c))
    })
}

/// Cargo writes the name of its index into its lock file, whatever mirror is used.
fn is_cargo_source(file: &File, line: &str) -> bool {
    file.name() == "Cargo.lock" && line.starts_with("source = \"registry+")
}

/// Finds download addresses in npm's lock files: they fix one mirror for everybody.
pub(super) fn npm_locks(repository: &Repository) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (file, text) in repository.texts() {
        if !["package-lock.json", "npm-shrinkwrap.json"].contains(&file.name()) {
            continue;
        }
        for (index, line) in text.lines().enumerate() {
            if line.contains("\"resolved\"") {
                let message = "names a download address: set omit-lockfile-registry-resolved in .npmrc and write the lock file again";
                problems.push(Problem::new(&file.path, index + 1, message));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[track_caller]
    fn check(check: fn(&Repository) -> Vec<Problem>, path: &str, text: &str, lines: &[usize]) {
        let problems = check(&sample::files([(path, text)]));
        let found: Vec<usize> = problems.iter().map(|problem| problem.line).collect();
        assert_eq!(found, lines, "{problems:?}");
    }

    #[test]
    fn unclean_lines_are_found() {
        check(whitespace, "a.rs", "fine\n\n  fine\n", &[]);
        check(whitespace, "a.rs", "a \nb\r\n\tc\n", &[1, 2, 3]);
        check(whitespace, "a.md", "no end", &[1]);
        check(whitespace, "a.md", "two ends\n\n", &[2]);
        check(whitespace, "a.toml", "<<<<<<< mine\n", &[1]);
        check(whitespace, "fixtures/a.psq", "a \r\n", &[]);
        check(whitespace, "empty.py", "", &[]);
    }

    #[test]
    fn machine_paths_are_found() {
        let path = |parts: &[&str]| parts.concat();
        for parts in MACHINE_PATHS {
            check(private_names, "a", &format!("\"{}x\"", path(parts)), &[1]);
        }
        let inner = format!("example.org{0}x docs{0}x", path(MACHINE_PATHS[0]));
        check(private_names, "a", &inner, &[]);
    }

    #[test]
    fn registry_hosts_are_found_except_in_cargo_lock() {
        for parts in REGISTRY_HOSTS {
            let line = format!("\nindex = \"https://{}/x\"", parts.concat());
            check(private_names, "pip.conf", &line, &[2]);
        }
        let source = format!(
            "source = \"registry+https://github.com/rust-lang/{}-index\"",
            REGISTRY_HOSTS[0].concat()
        );
        check(private_names, "Cargo.lock", &source, &[]);
        check(private_names, "other.lock", &source, &[1]);
    }

    #[test]
    fn addresses_in_npm_locks_are_found() {
        let lock = "{\n  \"resolved\": \"https://example.org/a.tgz\"\n}\n";
        check(npm_locks, "page/package-lock.json", lock, &[2]);
        check(npm_locks, "page/other.json", lock, &[]);
    }
}
