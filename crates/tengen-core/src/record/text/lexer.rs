//! Cuts a position string into points, passes and words.

use std::iter::FusedIterator;
use std::ops::Range;

use crate::record::coordinate::fold;

/// A piece of a position string that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A column letter (plain, either case) and a row.
    Point { letter: char, row: u32 },
    /// `--` or `pass`.
    Pass,
    /// One or two letters that make no point: a point gone wrong.
    Broken,
    /// Prose, or characters that belong to no position string.
    Word,
}

/// Walks over a part of a text once. Blanks, punctuation and numbers that stand alone
/// (move numbers) are skipped.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Lexer<'a> {
    /// Walks over `span` of `text`.
    pub(super) fn new(text: &'a str, span: Range<usize>) -> Lexer<'a> {
        Lexer {
            text,
            at: span.start,
            end: span.end,
        }
    }

    /// The next character in its plain form.
    fn peek(&self) -> Option<char> {
        self.text[self.at..self.end].chars().next().map(fold)
    }

    fn skip_one(&mut self) {
        if let Some(c) = self.text[self.at..self.end].chars().next() {
            self.at += c.len_utf8();
        }
    }

    /// Skips while `wanted` holds and says how many characters that were.
    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) -> usize {
        let mut count = 0;
        while self.peek().is_some_and(&wanted) {
            self.skip_one();
            count += 1;
        }
        count
    }

    fn plain(&self, span: Range<usize>) -> String {
        self.text[span].chars().map(fold).collect()
    }

    /// A token that begins with a letter.
    fn letters(&mut self, first: char) -> Token {
        let start = self.at;
        let length = self.skip_while(|c| c.is_ascii_alphabetic());
        if length == 1 {
            return self.row(first).unwrap_or(Token::Broken);
        }
        if length == 4 || length == 5 {
            let word = self.plain(start..self.at).to_ascii_lowercase();
            if word.starts_with("pass") {
                // In `passh9` the fifth letter begins a point.
                self.at = start;
                (0..4).for_each(|_| self.skip_one());
                return Token::Pass;
            }
        }
        self.skip_while(|c| c.is_ascii_digit());
        if length == 2 {
            Token::Broken
        } else {
            Token::Word
        }
    }

    /// The number behind a column letter, blanks between allowed.
    fn row(&mut self, letter: char) -> Option<Token> {
        let behind_letter = self.at;
        self.skip_while(|c| c == ' ' || c == '\t');
        let mut row = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            // A number too large for any board stays too large.
            row = Some(row.unwrap_or(0u32).saturating_mul(10).saturating_add(digit));
            self.skip_one();
        }
        if row.is_none() {
            self.at = behind_letter;
        }
        row.map(|row| Token::Point { letter, row })
    }
}

impl Iterator for Lexer<'_> {
    type Item = (Range<usize>, Token);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.at;
            let first = self.peek()?;
            let token = if first.is_ascii_alphabetic() {
                self.letters(first)
            } else if first.is_ascii_digit() {
                self.skip_while(|c| c.is_ascii_digit());
                continue;
            } else if first == '-' {
                // One dash parts moves, three and more are a ruled line.
                if self.skip_while(|c| c == '-') != 2 {
                    continue;
                }
                Token::Pass
            } else if is_skipped(first) {
                self.skip_one();
                continue;
            } else {
                self.skip_while(|c| !c.is_ascii_alphanumeric() && c != '-' && !is_skipped(c));
                Token::Word
            };
            return Some((start..self.at, token));
        }
    }
}

impl FusedIterator for Lexer<'_> {}

/// What may stand between moves without a word about it.
fn is_skipped(c: char) -> bool {
    c.is_whitespace()
        || c.is_ascii_punctuation() && c != '-'
        || matches!(
            c,
            '\u{FEFF}' | '–' | '—' | '→' | '·' | '…' | '【' | '】' | '「' | '」'
        )
}
