//! The code map in the architecture document is true and complete.

use std::collections::BTreeSet;

use super::{Problem, Repository};

const DOCUMENT: &str = "ARCHITECTURE.md";
const MAP: &str = "## Code map";

/// Finds modules that the code map does not name, and names that lead nowhere.
///
/// The map has a heading `### FOLDER` for each source folder and below it a table whose
/// first column names files (`tree.rs`) and folders (`record/`) directly in it. A folder
/// may go unnamed if the file beside it (`record.rs`) is there.
pub(super) fn code_map(repository: &Repository) -> Vec<Problem> {
    let document = repository.text_of(DOCUMENT).unwrap_or_default();
    let mut problems = Vec::new();
    let mut mapped = BTreeSet::new();
    for (line, path) in named_paths(document) {
        let exists = repository
            .files
            .iter()
            .any(|file| file.path == path || (path.ends_with('/') && file.path.starts_with(&path)));
        if !exists {
            let message = format!("the code map names {path}, which does not exist");
            problems.push(Problem::new(DOCUMENT, line, message));
        }
        mapped.insert(path);
    }
    for (file, _) in repository.rust() {
        if is_module(&file.path) && !mapped.contains(&file.path) {
            let message = format!("give it a row in the code map: {DOCUMENT}");
            problems.push(Problem::new(&file.path, 0, message));
        }
    }
    problems
}

/// Whether a file lies directly in a source folder and is more than a crate's root.
fn is_module(path: &str) -> bool {
    path.split_once("/src/").is_some_and(|(_, name)| {
        !name.contains('/') && !["lib.rs", "main.rs", "tests.rs"].contains(&name)
    })
}

/// All paths that the code map names, with their lines.
fn named_paths(document: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut folder = None;
    let lines = document.lines().enumerate();
    for (index, line) in lines.skip_while(|(_, line)| *line != MAP).skip(1) {
        if line.starts_with("## ") {
            break;
        }
        if let Some(heading) = line.strip_prefix("### ") {
            folder = Some(heading.trim());
        }
        let first_column = line.strip_prefix('|').and_then(|row| row.split('|').next());
        if let (Some(folder), Some(names)) = (folder, first_column) {
            let quoted = names.split('`').skip(1).step_by(2);
            found.extend(quoted.map(|name| (index + 1, format!("{folder}/{name}"))));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    const DOCUMENT_TEXT: &str = "# Map\n\n## Code map\n\n### a/src\n\n| File | Owns |\n|---|---|\n\
        | `tree.rs`, `tree/` | the `leaf.rs` and all |\n\n## Then\n\n| `more.rs` | |\n";

    #[track_caller]
    fn check(paths: &[&str], problems: &[&str]) {
        let mut repository = sample::files([(DOCUMENT, DOCUMENT_TEXT)]);
        for path in paths {
            repository.files.extend(sample::files([(path, "")]).files);
        }
        let found: Vec<String> = code_map(&repository)
            .iter()
            .map(Problem::to_string)
            .collect();
        assert_eq!(found.len(), problems.len(), "{found:?}");
        for (problem, part) in found.iter().zip(problems) {
            assert!(problem.contains(part), "{problem} {part}");
        }
    }

    #[test]
    fn a_true_map_is_left_alone() {
        check(
            &["a/src/lib.rs", "a/src/tree.rs", "a/src/tree/leaf.rs"],
            &[],
        );
    }

    #[test]
    fn gaps_and_ghosts_are_found() {
        check(
            &["a/src/tree.rs", "a/src/tree/leaf.rs", "a/src/root.rs"],
            &["a/src/root.rs: give it a row"],
        );
        check(
            &["a/src/tree.rs"],
            &["ARCHITECTURE.md:9: the code map names a/src/tree/"],
        );
    }
}
