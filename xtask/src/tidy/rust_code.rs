//! Just enough reading of Rust to tell code from comments and strings.

/// The source with comments, strings and character literals blanked out. Line breaks
/// and byte offsets stay as they were.
pub(super) fn code_only(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut code = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = end_of_token(bytes, at);
        if is_blanked(bytes, at) {
            for byte in &mut code[at..end] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
        }
        at = end;
    }
    String::from_utf8_lossy(&code).into_owned()
}

/// Blanks the modules that exist only for tests, out of what [`code_only`] returned.
pub(super) fn without_test_modules(code: &str) -> String {
    const TEST_ONLY: &str = "#[cfg(test)]";
    let mut kept = code.to_owned();
    let mut from = 0;
    while let Some(found) = kept[from..].find(TEST_ONLY) {
        let start = from + found;
        let item = start + TEST_ONLY.len();
        let end = end_of_item(&kept, item);
        let blank: String = kept[start..end]
            .chars()
            .map(|c| if c == '\n' { '\n' } else { ' ' })
            .collect();
        kept.replace_range(start..end, &blank);
        from = start + blank.len();
    }
    kept
}

/// Where the item that starts at `from` ends: behind its closing brace, or behind its
/// semicolon if it has no body.
pub(super) fn end_of_item(code: &str, from: usize) -> usize {
    let mut braces = 0usize;
    let mut brackets = 0usize;
    for (offset, byte) in code.bytes().enumerate().skip(from) {
        match byte {
            b'(' | b'[' if braces == 0 => brackets += 1,
            b')' | b']' if braces == 0 => brackets = brackets.saturating_sub(1),
            b';' if braces == 0 && brackets == 0 => return offset + 1,
            b'{' => braces += 1,
            b'}' => {
                braces = braces.saturating_sub(1);
                if braces == 0 && brackets == 0 {
                    return offset + 1;
                }
            }
            _ => {}
        }
    }
    code.len()
}

/// The offsets at which `word` stands in `code` as a whole word.
pub(super) fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let bytes = code.as_bytes();
    code.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |&at| {
            let before = at.checked_sub(1).map(|i| bytes[i]);
            let after = bytes.get(at + word.len()).copied();
            !before.is_some_and(is_name) && !after.is_some_and(is_name)
        })
}

/// The line of a byte offset, from 1.
pub(super) fn line_of(text: &str, offset: usize) -> usize {
    1 + text.as_bytes()[..offset]
        .iter()
        .filter(|&&byte| byte == b'\n')
        .count()
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Whether the token at `at` is a comment, a string or a character.
fn is_blanked(bytes: &[u8], at: usize) -> bool {
    let rest = &bytes[at..];
    rest.starts_with(b"//")
        || rest.starts_with(b"/*")
        || rest[0] == b'"'
        || raw_string_hashes(bytes, at).is_some()
        || character_end(bytes, at).is_some()
}

fn end_of_token(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        let length = rest.iter().position(|&byte| byte == b'\n');
        return length.map_or(bytes.len(), |length| at + length);
    }
    if rest.starts_with(b"/*") {
        return end_of_block_comment(bytes, at);
    }
    if rest[0] == b'"' {
        return end_of_quoted(bytes, at + 1, b'"');
    }
    if let Some(hashes) = raw_string_hashes(bytes, at) {
        let mut closing = vec![b'"'];
        closing.resize(1 + hashes, b'#');
        let body = at + 2 + hashes;
        return bytes[body..]
            .windows(closing.len())
            .position(|window| window == closing)
            .map_or(bytes.len(), |length| body + length + closing.len());
    }
    character_end(bytes, at).unwrap_or(at + 1)
}

/// Block comments nest.
fn end_of_block_comment(bytes: &[u8], at: usize) -> usize {
    let mut depth = 0usize;
    let mut i = at;
    while i < bytes.len() {
        if bytes[i..].starts_with(b"/*") {
            depth += 1;
            i += 2;
        } else if bytes[i..].starts_with(b"*/") {
            depth -= 1;
            i += 2;
            if depth == 0 {
                return i;
            }
        } else {
            i += 1;
        }
    }
    bytes.len()
}

fn end_of_quoted(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The number of `#` if a raw string starts here (`r"`, `r#"`; `br` and `cr` arrive
/// here at their `r`).
fn raw_string_hashes(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes[at] != b'r' {
        return None;
    }
    let before = at.checked_sub(1).map(|i| bytes[i]);
    let prefixed = matches!(before, Some(b'b' | b'c'))
        && !at.checked_sub(2).is_some_and(|i| is_name(bytes[i]));
    if before.is_some_and(is_name) && !prefixed {
        return None;
    }
    let hashes = bytes[at + 1..].iter().take_while(|&&b| b == b'#').count();
    (bytes.get(at + 1 + hashes) == Some(&b'"')).then_some(hashes)
}

/// Where the character literal that starts here ends; `None` for a lifetime.
fn character_end(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes[at] != b'\'' {
        return None;
    }
    if bytes.get(at + 1) == Some(&b'\\') {
        return Some(end_of_quoted(bytes, at + 1, b'\''));
    }
    let mut end = at + 2;
    while bytes.get(end).is_some_and(|byte| byte & 0xC0 == 0x80) {
        end += 1;
    }
    (bytes.get(end) == Some(&b'\'')).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, code: &str) {
        let blanked = code_only(source);
        assert_eq!(blanked.len(), source.len());
        let words: Vec<&str> = blanked.split_whitespace().collect();
        assert_eq!(words.join(" "), code);
    }

    #[test]
    fn comments_and_literals_are_blanked() {
        check("a // { b\nc", "a c");
        check("a /* { /* nested */ } */ c", "a c");
        check(r#"a "{ \" }" c"#, "a c");
        check("a r#\"{ \" }\"# c", "a c");
        check("a br\"\\\" c", "a b c");
        check(r"a '{' '\'' '\u{7B}' '点' c", "a c");
        check("f::<'a, 'b>(x: &'a str)", "f::<'a, 'b>(x: &'a str)");
        check("r#type for\"{\" ", "r#type for");
        check("\"open", "");
        check("/* open", "");
    }

    #[test]
    fn test_modules_are_left_out() {
        let code = "a\n#[cfg(test)]\nmod tests { fn f() { b } }\n#[cfg(test)]\nmod more;\nc";
        let kept = without_test_modules(code);
        assert_eq!(kept.split_whitespace().collect::<String>(), "ac");
        assert_eq!(kept.lines().count(), code.lines().count());
    }

    #[test]
    fn items_end_at_their_brace_or_semicolon() {
        let code = "fn f(x: [u8; 3]) -> [u8; { 2 }] { { } } g";
        assert_eq!(&code[end_of_item(code, 0)..], " g");
        assert_eq!(end_of_item("mod x; y", 0), 6);
        assert_eq!(end_of_item("fn f() {", 0), 8);
    }

    #[test]
    fn words_are_whole() {
        let code = "unsafe_code unsafe {unsafe} 点unsafe";
        assert_eq!(words(code, "unsafe").collect::<Vec<_>>(), [12, 20]);
        assert_eq!(line_of("a\nb\nc", 2), 2);
    }
}
