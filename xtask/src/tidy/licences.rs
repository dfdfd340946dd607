//! What we are built from may be passed on under our own licences.

use super::{Problem, Repository};

/// Licences that ask for no more than being named.
const ALLOWED: [&str; 11] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Finds packages of others under a licence that we have not looked at.
pub(super) fn licences(repository: &Repository) -> Vec<Problem> {
    repository
        .packages
        .iter()
        .filter(|package| !package.is_ours && !is_allowed(&package.licence))
        .map(|package| {
            let message = format!(
                "{} is licensed {:?}; without a word we use {}",
                package.name,
                package.licence,
                ALLOWED.join(", ")
            );
            Problem::new("Cargo.lock", 0, message)
        })
        .collect()
}

/// Whether a licence expression can be met with allowed licences alone.
fn is_allowed(expression: &str) -> bool {
    // Old manifests write a slash for OR.
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any_of(&mut rest) == Some(true) && rest.is_empty()
}

/// Alternatives joined by OR; `None` if the text is no expression.
fn any_of(rest: &mut &[&str]) -> Option<bool> {
    let mut allowed = all_of(rest)?;
    while skip(rest, "OR") {
        allowed |= all_of(rest)?;
    }
    Some(allowed)
}

/// Demands joined by AND.
fn all_of(rest: &mut &[&str]) -> Option<bool> {
    let mut allowed = single(rest)?;
    while skip(rest, "AND") {
        allowed &= single(rest)?;
    }
    Some(allowed)
}

/// One licence, or an expression in brackets. An exception (WITH) only widens what the
/// licence allows, so it is passed over.
fn single(rest: &mut &[&str]) -> Option<bool> {
    if skip(rest, "(") {
        let allowed = any_of(rest)?;
        return skip(rest, ")").then_some(allowed);
    }
    let name = next(rest)?;
    if skip(rest, "WITH") {
        next(rest)?;
    }
    Some(ALLOWED.contains(&name))
}

fn next<'a>(rest: &mut &[&'a str]) -> Option<&'a str> {
    let (first, others) = rest.split_first()?;
    *rest = others;
    Some(first)
}

fn skip(rest: &mut &[&str], word: &str) -> bool {
    let found = rest.first() == Some(&word);
    if found {
        *rest = &rest[1..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::packages::Package;
    use super::*;

    #[test]
    fn expressions_are_understood() {
        for allowed in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(Apache-2.0 OR MIT) AND BSD-3-Clause",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
            "(MIT OR GPL-3.0) AND (ISC OR MPL-2.0)",
        ] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT",
            "MIT)",
            "MIT OR",
            "MIT Apache-2.0",
        ] {
            assert!(!is_allowed(refused), "{refused}");
        }
    }

    #[test]
    fn only_packages_of_others_are_judged() {
        let package = |is_ours: bool, licence: &str| Package {
            is_ours,
            licence: licence.to_owned(),
            ..Package::default()
        };
        let repository = Repository {
            files: Vec::new(),
            packages: vec![
                package(true, ""),
                package(false, "MIT"),
                package(false, "SSPL-1.0"),
            ],
        };
        let problems = licences(&repository);
        assert_eq!(problems.len(), 1);
        assert!(problems[0].message.contains("SSPL-1.0"));
    }
}
