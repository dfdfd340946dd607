//! Links between documents lead somewhere.

use std::collections::{BTreeMap, BTreeSet};

use super::{Problem, Repository};

/// Finds relative links in Markdown to files, folders or headings that do not exist.
pub(super) fn dead_links(repository: &Repository) -> Vec<Problem> {
    let places = Places::of(repository);
    let mut problems = Vec::new();
    for (file, text) in repository.texts() {
        if file.extension() != "md" {
            continue;
        }
        for (line, target) in links(text) {
            if let Some(message) = places.why_dead(&file.path, &target) {
                problems.push(Problem::new(&file.path, line, message));
            }
        }
    }
    problems
}

/// Everything that a link can lead to.
struct Places {
    paths: BTreeSet<String>,
    headings: BTreeMap<String, BTreeSet<String>>,
}

impl Places {
    fn of(repository: &Repository) -> Places {
        let mut paths = BTreeSet::from([String::new()]);
        for file in &repository.files {
            paths.insert(file.path.clone());
            for (slash, _) in file.path.match_indices('/') {
                paths.insert(file.path[..slash].to_owned());
            }
        }
        let headings = repository
            .texts()
            .filter(|(file, _)| file.extension() == "md")
            .map(|(file, text)| (file.path.clone(), anchors(text)))
            .collect();
        Places { paths, headings }
    }

    fn why_dead(&self, from: &str, target: &str) -> Option<String> {
        let has_scheme = target.contains("://") || target.starts_with("mailto:");
        if has_scheme || target.is_empty() {
            return None;
        }
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let Some(path) = resolve(from, path) else {
            return Some(format!("the link {target} leads out of the repository"));
        };
        if !self.paths.contains(&path) {
            return Some(format!("the link {target} leads nowhere"));
        }
        let headings = self.headings.get(&path)?;
        (!anchor.is_empty() && !headings.contains(anchor))
            .then(|| format!("{path} has no heading for the link {target}"))
    }
}

/// The path that a link in the file `from` means; `None` above the root.
fn resolve(from: &str, link: &str) -> Option<String> {
    if link.is_empty() {
        return Some(from.to_owned());
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// The text without fenced blocks, line by line with line numbers from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        if is_fence {
            in_block = !in_block;
        }
        (!is_fence && !in_block).then_some((index + 1, line))
    })
}

/// The targets of all links, `[text](target)` and `[name]: target`, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        let line = without_inline_code(line);
        for (at, opening) in line.match_indices("](") {
            let rest = &line[at + opening.len()..];
            let target = rest.split([')', ' ']).next().unwrap_or_default();
            found.push((number, target.to_owned()));
        }
        if let Some((name, target)) = line.split_once("]: ")
            && name.starts_with('[')
        {
            let target = target.split_whitespace().next().unwrap_or_default();
            found.push((number, target.to_owned()));
        }
    }
    found
}

fn without_inline_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("")
}

/// The anchors that a page's headings get: lower case, words joined by hyphens.
fn anchors(text: &str) -> BTreeSet<String> {
    prose(text)
        .filter_map(|(_, line)| {
            let title = line.trim_start_matches('#');
            (title.len() < line.len() && title.starts_with(' ')).then(|| slug(title.trim()))
        })
        .collect()
}

fn slug(title: &str) -> String {
    title
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            _ => c.is_alphanumeric().then_some(c),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    const GUIDE: &str = "# Guide\n\n## How to `add` a rule, quickly\n";

    #[track_caller]
    fn check(document: &str, problems: &[&str]) {
        let repository = sample::files([("docs/page.md", document), ("docs/more/guide.md", GUIDE)]);
        let found = dead_links(&repository);
        assert_eq!(found.len(), problems.len(), "{found:?}");
        for (problem, part) in found.iter().zip(problems) {
            assert!(problem.to_string().contains(part), "{problem} {part}");
        }
    }

    #[test]
    fn living_links_are_left_alone() {
        check("[a](more/guide.md) ![b](../docs/page.md)\n", &[]);
        check("[a](more) [b](./more/) [c](..) [d](#top)\n# Top\n", &[]);
        check("[a](more/guide.md#how-to-add-a-rule-quickly)\n", &[]);
        check("[a](https://example.org) [b](mailto:a@example.org)\n", &[]);
        check("`[a](gone.md)`\n```\n[b](gone.md)\n```\n", &[]);
    }

    #[test]
    fn dead_links_are_found() {
        check(
            "\n[a](gone.md)\n",
            &["docs/page.md:2: the link gone.md leads nowhere"],
        );
        check("[a](more/guide.md) [b](more/gone.md)\n", &["more/gone.md"]);
        check("[a](../../x.md)\n", &["leads out of the repository"]);
        check("[a](more/guide.md#gone)\n", &["no heading"]);
        check("[a](#gone)\n", &["no heading"]);
        check("[a]: gone.md\n", &["gone.md"]);
    }
}
