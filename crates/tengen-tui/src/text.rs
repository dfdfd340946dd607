//! Every sentence of the terminal face, by key and language.
//!
//! The texts lie in `texts/en.json` and `texts/zh.json`: flat tables with the same keys,
//! in which `{name}` stands for a word that is put in.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::LazyLock;

use ratatui::text::Span;

/// A language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, simplified.
    Chinese,
}

impl Language {
    /// The language of a locale such as `zh_CN.UTF-8`; English where it is none of ours.
    pub fn of_locale(locale: &str) -> Language {
        match locale.to_ascii_lowercase().starts_with("zh") {
            true => Language::Chinese,
            false => Language::English,
        }
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "en" => Ok(Language::English),
            "zh" => Ok(Language::Chinese),
            _ => Err(format!("{text:?} is no language: en and zh are")),
        }
    }
}

/// All sentences of one language.
#[derive(Debug)]
pub struct Texts {
    language: Language,
    sentences: BTreeMap<String, String>,
}

impl Texts {
    /// The sentences of a language.
    pub fn of(language: Language) -> &'static Texts {
        static ENGLISH: LazyLock<Texts> =
            LazyLock::new(|| Texts::read(Language::English, include_str!("../texts/en.json")));
        static CHINESE: LazyLock<Texts> =
            LazyLock::new(|| Texts::read(Language::Chinese, include_str!("../texts/zh.json")));
        match language {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }

    fn read(language: Language, json: &str) -> Texts {
        let sentences = serde_json::from_str(json).expect("the tables are tested");
        Texts {
            language,
            sentences,
        }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The sentence of that key; the key itself if there is none, which tests exclude.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.sentences.get(key).map_or(key, String::as_str)
    }

    /// The sentence with words put in for its slots.
    pub fn say(&self, key: &str, words: &[(&str, &dyn Display)]) -> String {
        let mut sentence = self.get(key).to_owned();
        for (slot, word) in words {
            sentence = sentence.replace(&format!("{{{slot}}}"), &word.to_string());
        }
        sentence
    }

    /// That games are not kept, and why.
    pub fn not_kept(&self, reason: &str) -> String {
        self.say("status.store", &[("reason", &clean(reason))])
    }

    /// That a foreign program of a kept game is not there, and what can be done.
    pub fn engine_missing(&self, name: &str) -> String {
        self.say("status.engine_missing", &[("name", &clean(name))])
    }

    /// Sentences side by side: with a blank between them, which Chinese does not use.
    pub fn join(&self, sentences: &[String]) -> String {
        let between = match self.language {
            Language::English => " ",
            Language::Chinese => "",
        };
        let filled: Vec<&str> = sentences
            .iter()
            .map(String::as_str)
            .filter(|sentence| !sentence.is_empty())
            .collect();
        filled.join(between)
    }
}

/// Text from outside on one line: what could steer a terminal, or turn the direction of
/// what follows, is replaced by a visible sign.
pub fn clean(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.chars()
        .map(|c| match c.is_control() || turns(c) {
            true => '\u{FFFD}',
            false => c,
        })
        .collect()
}

/// The columns that a text takes: Chinese characters take two.
pub fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// The text cut to at most so many columns, never inside a character.
pub fn cut(text: &str, columns: usize) -> String {
    let mut kept = String::new();
    let mut taken = 0;
    for c in text.chars() {
        taken += width(c.encode_utf8(&mut [0; 4]));
        if taken > columns {
            break;
        }
        kept.push(c);
    }
    kept
}

/// As much of a text as fits, ending with a whole word if there is more.
pub fn whole_words(text: &str, columns: usize) -> String {
    let line = cut(text, columns);
    if line.len() == text.len() || text[line.len()..].starts_with(' ') {
        return line;
    }
    match line.rfind(' ') {
        Some(end) if end > 0 => line[..end].to_owned(),
        _ => line,
    }
}

/// The lines of a text in so many columns, broken between words where it has any.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let line = whole_words(rest, columns);
        if line.is_empty() {
            break;
        }
        rest = rest[line.len()..].trim_start();
        lines.push(line);
    }
    lines
}

/// The text with blanks behind it up to so many columns.
pub fn pad(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(blanks))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(sentence: &str) -> Vec<&str> {
        let mut slots: Vec<&str> = sentence
            .split('{')
            .skip(1)
            .filter_map(|part| part.split('}').next())
            .collect();
        slots.sort_unstable();
        slots
    }

    #[test]
    fn both_languages_have_the_same_keys_and_slots() {
        let (en, zh) = (Texts::of(Language::English), Texts::of(Language::Chinese));
        let keys = |texts: &Texts| texts.sentences.keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(en), keys(zh));
        for key in keys(en) {
            assert_eq!(slots(en.get(&key)), slots(zh.get(&key)), "{key}");
        }
    }

    /// A misspelt key would show itself on the screen; a left-over one misleads.
    #[test]
    fn the_sources_ask_for_keys_that_exist_and_for_all_of_them() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut sources = String::new();
        let mut folders = vec![folder];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => folders.push(path),
                    false => sources += &std::fs::read_to_string(path).unwrap(),
                }
            }
        }
        let texts = Texts::of(Language::English);
        for call in [".get(\"", ".say(\""] {
            for (at, _) in sources.match_indices(call) {
                let key = sources[at + call.len()..].split('"').next().unwrap();
                let is_whole = !key.contains('{');
                assert!(!is_whole || texts.sentences.contains_key(key), "{key}");
            }
        }
        // These are put together from the names of what they speak of.
        let composed = [
            "rule.",
            "condition.",
            "opponent.",
            "character.",
            "protocol.",
            "task.",
            "act.",
            "kind.",
            "region.",
            "hint.kind.",
        ];
        for key in texts.sentences.keys() {
            // The same deed, done by you or where nobody is "you".
            let stem = key
                .strip_suffix(".you")
                .or_else(|| key.strip_suffix(".both"));
            let known = sources.contains(&format!("\"{}\"", stem.unwrap_or(key)))
                || composed.iter().any(|start| key.starts_with(start));
            assert!(known, "{key} is not used");
        }
    }

    #[test]
    fn characters_and_help_fit_where_they_stand() {
        for language in [Language::English, Language::Chinese] {
            let texts = Texts::of(language);
            for (key, sentence) in &texts.sentences {
                let most = match (key.split('.').next(), language) {
                    (Some("character"), _) => 40,
                    (Some("help"), Language::English) => 25,
                    (Some("help"), Language::Chinese) => 15,
                    _ => continue,
                };
                assert!(width(sentence) <= most, "{sentence}");
            }
        }
    }

    #[test]
    fn locales_choose_the_language() {
        assert_eq!(Language::of_locale("zh_CN.UTF-8"), Language::Chinese);
        assert_eq!(Language::of_locale("de_DE.UTF-8"), Language::English);
        assert_eq!("ZH".parse(), Ok(Language::Chinese));
        assert!("fr".parse::<Language>().unwrap_err().contains("en and zh"));
    }

    #[test]
    fn widths_are_columns_and_cuts_keep_characters_whole() {
        assert_eq!(width("黑方 a"), 6);
        assert_eq!(cut("黑方a", 3), "黑");
        assert_eq!(whole_words("one two three", 9), "one two");
        assert_eq!(whole_words("one two", 9), "one two");
        assert_eq!(whole_words("one two", 3), "one");
        assert_eq!(whole_words("黑方获胜", 5), "黑方");
        assert_eq!(pad("黑", 4), "黑  ");
        assert_eq!(clean("a\x1b[2J\u{202E}"), "a\u{FFFD}[2J\u{FFFD}");
    }
}
