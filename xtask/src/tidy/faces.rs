//! The terminal and the page describe an opponent in the same words: whoever changes what
//! a level sees must tell both.

use std::collections::BTreeMap;

use super::{Problem, Repository};

/// The language files that belong together: the terminal's, the page's.
const PAIRS: [(&str, &str); 2] = [
    (
        "crates/tengen-tui/texts/en.json",
        "crates/tengen-web/page/i18n/en.json",
    ),
    (
        "crates/tengen-tui/texts/zh.json",
        "crates/tengen-web/page/i18n/zh.json",
    ),
];

/// What the keys of these sentences begin with.
const SHARED: &str = "character.";

/// Finds opponents whom the two faces describe differently.
pub(super) fn same_words(repository: &Repository) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (terminal, page) in PAIRS {
        match (shared(repository, terminal), shared(repository, page)) {
            (Ok(said), Ok(told)) => problems.extend(differences((terminal, &said), (page, &told))),
            (said, told) => problems.extend([said.err(), told.err()].into_iter().flatten()),
        }
    }
    problems
}

/// The sentences of one file that both faces must share.
fn shared(repository: &Repository, path: &str) -> Result<BTreeMap<String, String>, Problem> {
    let text = repository
        .text_of(path)
        .ok_or_else(|| Problem::new(path, 0, "this language file is missing"))?;
    let all: BTreeMap<String, String> = serde_json::from_str(text)
        .map_err(|error| Problem::new(path, error.line(), error.to_string()))?;
    Ok(all
        .into_iter()
        .filter(|(key, _)| key.starts_with(SHARED))
        .collect())
}

type Named<'a> = (&'a str, &'a BTreeMap<String, String>);

fn differences((terminal, said): Named<'_>, (page, told): Named<'_>) -> Vec<Problem> {
    let keys = said
        .keys()
        .chain(told.keys().filter(|key| !said.contains_key(*key)));
    keys.filter(|key| said.get(*key) != told.get(*key))
        .map(|key| {
            let quote = |text: Option<&String>| {
                text.map_or("nothing".to_owned(), |text| format!("\"{text}\""))
            };
            let (here, there) = (quote(told.get(key)), quote(said.get(key)));
            Problem::new(
                page,
                0,
                format!("{key} is {here}, but {there} in {terminal}"),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::File;
    use super::*;

    fn with_page(page: &str) -> Repository {
        let terminal = r#"{"character.level-1": "Sees fives", "quit": "Leave"}"#;
        let files = PAIRS
            .iter()
            .flat_map(|(of_terminal, of_page)| [(*of_terminal, terminal), (*of_page, page)])
            .map(|(path, text)| File {
                path: path.to_owned(),
                bytes: 0,
                text: Some(text.to_owned()),
            })
            .collect();
        Repository {
            files,
            packages: Vec::new(),
        }
    }

    #[test]
    fn the_same_words_pass_whatever_else_is_said() {
        let page = with_page(r#"{"close": "Close", "character.level-1": "Sees fives"}"#);
        assert_eq!(same_words(&page), []);
    }

    #[test]
    fn other_missing_and_further_sentences_are_found() {
        for (page, message) in [
            (
                r#"{"character.level-1": "Sees fours"}"#,
                "character.level-1 is \"Sees fours\", but \"Sees fives\"",
            ),
            ("{}", "character.level-1 is nothing"),
            (
                r#"{"character.level-1": "Sees fives", "character.old": "Old"}"#,
                "character.old is \"Old\", but nothing",
            ),
        ] {
            let problems = same_words(&with_page(page));
            assert_eq!(problems.len(), PAIRS.len(), "{problems:?}");
            assert!(problems[0].message.starts_with(message), "{problems:?}");
        }
    }

    #[test]
    fn files_that_are_gone_or_broken_are_found() {
        assert_eq!(
            same_words(&Repository::default()).len(),
            2 * PAIRS.len(),
            "no check falls silent"
        );
        assert_eq!(same_words(&with_page("{")).len(), PAIRS.len());
    }
}
