//! Bytes of a file into text.
//!
//! Game records come in whatever encoding their program used, and often say nothing or
//! the wrong thing about it. [`decode`] believes a byte order mark, then the bytes
//! themselves where they leave no doubt, then what the file declares, and guesses last;
//! it says what it assumed. The whole file is judged at once: single characters of one
//! encoding are often valid in another (GBK's 元 is the bytes D4 AA, which pass as
//! UTF-8).

use encoding_rs::{
    Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1251,
};

/// A text and what had to be assumed to get it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark. Bytes that fit nowhere became U+FFFD.
    pub text: String,
    /// The encoding that was used.
    pub encoding: &'static str,
    /// What was assumed or lost; empty if the file left no doubt.
    pub notes: Vec<String>,
}

impl Decoded {
    fn new(bytes: &[u8], encoding: &'static Encoding, assumption: Option<String>) -> Decoded {
        let (text, lossy) = encoding.decode_without_bom_handling(bytes);
        let mut notes: Vec<String> = assumption.into_iter().collect();
        if lossy {
            notes.push(format!(
                "some bytes are not {}: shown as \u{FFFD}",
                encoding.name()
            ));
        }
        Decoded {
            text: text.into_owned(),
            encoding: encoding.name(),
            notes,
        }
    }
}

/// Decodes a file of any encoding that game records are met in.
///
/// ```
/// use tengen::decode::decode;
/// let decoded = decode(b"(;GM[4]SZ[15]CA[GBK]C[\xBB\xA8\xD4\xC2])");
/// assert!(decoded.text.contains("花月"));
/// assert!(decoded.notes.is_empty());
/// ```
pub fn decode(bytes: &[u8]) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return Decoded::new(&bytes[mark..], encoding, None);
    }
    if let Some(encoding) = bare_utf16(bytes) {
        let note = format!("no byte order mark: read as {}", encoding.name());
        return Decoded::new(bytes, encoding, Some(note));
    }
    let as_utf8 = Utf8Look::at(bytes);
    if as_utf8.is_ascii() {
        return Decoded::new(bytes, UTF_8, None);
    }
    let declared = declared_encoding(bytes);
    let (encoding, is_guess) = choose(bytes, &as_utf8, declared);
    let note = match declared {
        Some(declared) if declared != encoding => Some(format!(
            "the file says that it is {}, which does not fit: read as {}",
            declared.name(),
            encoding.name()
        )),
        None if is_guess => Some(format!(
            "no encoding is declared: read as {}",
            encoding.name()
        )),
        _ => None,
    };
    Decoded::new(bytes, encoding, note)
}

/// The encoding of bytes with characters beyond ASCII, and whether it is a guess.
fn choose(
    bytes: &[u8],
    as_utf8: &Utf8Look,
    declared: Option<&'static Encoding>,
) -> (&'static Encoding, bool) {
    if as_utf8.is_certain() {
        return (UTF_8, false);
    }
    if let Some(declared) = declared {
        let (_, lossy) = declared.decode_without_bom_handling(bytes);
        if !lossy {
            return (declared, false);
        }
    }
    let guess = guess(bytes);
    let is_plain = as_utf8.is_usual || guess != GB18030;
    if as_utf8.is_valid() && is_plain {
        (UTF_8, false)
    } else if guess == GB18030 && declared == Some(GBK) {
        // The same pairs: a damaged file rather than a wrong name.
        (GBK, false)
    } else {
        (guess, true)
    }
}

/// What the bytes look like as UTF-8.
struct Utf8Look {
    /// Sequences of two bytes: also usual as one character of GBK.
    pairs: usize,
    /// Longer sequences: hardly ever valid by chance.
    long: usize,
    /// Places that are not UTF-8.
    broken: usize,
    /// Whether all pairs are usual letters.
    is_usual: bool,
}

impl Utf8Look {
    fn at(bytes: &[u8]) -> Utf8Look {
        let mut look = Utf8Look {
            pairs: 0,
            long: 0,
            broken: 0,
            is_usual: true,
        };
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars().filter(|c| !c.is_ascii()) {
                if c.len_utf8() == 2 {
                    look.pairs += 1;
                    look.is_usual &= is_usual_letter(c);
                } else {
                    look.long += 1;
                }
            }
            look.broken += usize::from(!chunk.invalid().is_empty());
        }
        look
    }

    fn is_ascii(&self) -> bool {
        self.pairs + self.long + self.broken == 0
    }

    fn is_valid(&self) -> bool {
        self.broken == 0
    }

    /// Whether it can be nothing else, a few damaged places allowed.
    fn is_certain(&self) -> bool {
        self.is_ascii() || self.long > 4 * self.broken
    }
}

/// Latin, Greek and Cyrillic letters: the characters of two bytes in UTF-8 that are
/// likelier in a game record than the GBK character with the same bytes.
fn is_usual_letter(c: char) -> bool {
    matches!(c, '\u{A0}'..='\u{17F}' | '\u{386}'..='\u{3CE}' | '\u{400}'..='\u{45F}')
}

/// UTF-16 without a byte order mark, if the beginning shows it: records begin with
/// ASCII characters, so every second byte is zero there.
fn bare_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    const LOOKED_AT: usize = 64;
    let start = &bytes[..bytes.len().min(LOOKED_AT)];
    let pairs = start.chunks_exact(2);
    let count = pairs.len();
    if count < 2 {
        return None;
    }
    let first_is_zero = pairs.clone().filter(|pair| pair[0] == 0).count();
    let second_is_zero = pairs.filter(|pair| pair[1] == 0).count();
    let nearly_all = count - count / 5;
    if second_is_zero >= nearly_all && first_is_zero == 0 {
        Some(UTF_16LE)
    } else if first_is_zero >= nearly_all && second_is_zero == 0 {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// The encoding that an SGF file names in `CA`, if it is one of single bytes or pairs:
/// the name was found in bytes, so it cannot be UTF-16.
fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    const LONGEST_NAME: usize = 40;
    let name_at = bytes.windows(3).enumerate().find_map(|(at, three)| {
        let is_whole_name = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        (is_whole_name && three.eq_ignore_ascii_case(b"CA[")).then_some(at + 3)
    })?;
    let rest = &bytes[name_at..];
    let end = rest.iter().take(LONGEST_NAME).position(|&b| b == b']')?;
    let encoding = Encoding::for_label_no_replacement(&rest[..end])?;
    (encoding.is_ascii_compatible()).then_some(encoding)
}

/// The likeliest encoding of bytes that are not UTF-8 and declare nothing that fits.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let pairs = PairCount::of(bytes);
    if pairs.hanzi * 2 >= pairs.all {
        GB18030
    } else if pairs.kana * 4 >= pairs.all {
        SHIFT_JIS
    } else if has_words_beyond_ascii(bytes) {
        WINDOWS_1251
    } else {
        // Latin letters; Piskvork and many of its players are Czech.
        WINDOWS_1250
    }
}

/// Statistics of the bytes beyond ASCII, taken in pairs.
struct PairCount {
    all: usize,
    /// Pairs that are common Chinese characters or punctuation in GB2312.
    hanzi: usize,
    /// Pairs that are kana in Shift JIS.
    kana: usize,
}

impl PairCount {
    fn of(bytes: &[u8]) -> PairCount {
        let mut count = PairCount {
            all: 0,
            hanzi: 0,
            kana: 0,
        };
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at].is_ascii() {
                at += 1;
                continue;
            }
            count.all += 1;
            let pair = (bytes[at], bytes.get(at + 1).copied().unwrap_or(0));
            match pair {
                (0xA1..=0xA3 | 0xB0..=0xD7, 0xA1..=0xFE) => count.hanzi += 1,
                (0x82, 0x9F..=0xF1) | (0x83, 0x40..=0x96) => count.kana += 1,
                _ => {}
            }
            at += if pair.1 >= 0x40 { 2 } else { 1 };
        }
        count
    }
}

/// Whether letters beyond ASCII keep to themselves, as Cyrillic ones do; Latin letters
/// with accents stand among plain ones.
fn has_words_beyond_ascii(bytes: &[u8]) -> bool {
    let high = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let mixed = bytes.windows(2).filter(|pair| {
        let plain = pair.iter().any(u8::is_ascii_alphabetic);
        plain && !pair.is_ascii()
    });
    mixed.count() * 4 < high
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_KR};
    use proptest::prelude::*;
    use tengen_core::record::{ReadOptions, sgf};
    use tengen_core::{NodeId, Tree};

    use super::*;

    const MOVES: &str = ";B[hh];W[ii];B[hj];W[hi];B[gi];W[ik];B[fj];W[ig];B[jj];W[ij];B[ih]";
    const ROOT: NodeId = Tree::ROOT;

    fn game(header: &str, comment: &str) -> String {
        format!("(;{header}SZ[15]C[{comment}]{MOVES})\n")
    }

    fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        let (bytes, _, lossy) = encoding.encode(text);
        assert!(!lossy, "{text}");
        bytes.into_owned()
    }

    fn utf16(text: &str, mark: bool, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let units = mark
            .then_some(0xFEFF)
            .into_iter()
            .chain(text.encode_utf16());
        units.flat_map(to_bytes).collect()
    }

    /// Asserts that the bytes hold the eleven moves and the comment; gives the notes.
    fn reads(bytes: &[u8], comment: &str) -> Vec<String> {
        let decoded = decode(bytes);
        let reading = sgf::read(&decoded.text, &ReadOptions::default()).unwrap();
        assert_eq!(reading.value[0].main_moves().len(), 11, "{decoded:?}");
        assert_eq!(reading.value[0].node(ROOT).comment, comment);
        assert!(reading.notes.is_empty(), "{:?}", reading.notes);
        decoded.notes
    }

    #[test]
    fn row_05_gbk_that_says_so() {
        for name in ["GBK", "gb2312", "GB18030"] {
            let text = game(&format!("FF[4]GM[4]CA[{name}]"), "五子棋对局：花月");
            assert_eq!(reads(&encoded(&text, GBK), "五子棋对局：花月"), [""; 0]);
        }
    }

    #[test]
    fn row_06_gbk_that_does_not() {
        let text = game("GM[4]", "寒星局 黑胜");
        let notes = reads(&encoded(&text, GBK), "寒星局 黑胜");
        assert_eq!(notes, ["no encoding is declared: read as gb18030"]);
    }

    #[test]
    fn row_07_a_character_whose_second_byte_is_a_backslash() {
        let text = game("GM[4]CA[GBK]", "筡 test");
        let bytes = encoded(&text, GBK);
        assert!(bytes.windows(2).any(|pair| pair == b"\xB9\\"));
        assert_eq!(reads(&bytes, "筡 test"), [""; 0]);
    }

    #[test]
    fn rows_08_and_09_utf16() {
        let text = game("FF[4]GM[4]", "花月 ok");
        assert_eq!(
            reads(&utf16(&text, true, u16::to_le_bytes), "花月 ok"),
            [""; 0]
        );
        assert_eq!(
            reads(&utf16(&text, true, u16::to_be_bytes), "花月 ok"),
            [""; 0]
        );
        let notes = reads(&utf16(&text, false, u16::to_le_bytes), "花月 ok");
        assert_eq!(notes, ["no byte order mark: read as UTF-16LE"]);
        let notes = reads(&utf16(&text, false, u16::to_be_bytes), "花月 ok");
        assert_eq!(notes, ["no byte order mark: read as UTF-16BE"]);
    }

    #[test]
    fn row_10_utf8_with_mark_and_crlf() {
        let text = game("FF[4]GM[4]", "花月").replace(';', "\r\n;");
        let bytes = format!("\u{FEFF}{text}").into_bytes();
        assert_eq!(reads(&bytes, "花月"), [""; 0]);
    }

    #[test]
    fn rows_42_and_43_empty() {
        for bytes in [&b""[..], b"\xEF\xBB\xBF", b"\xFF\xFE"] {
            assert_eq!(decode(bytes).text, "");
        }
    }

    #[test]
    fn utf8_needs_no_name_and_survives_a_wrong_one() {
        assert_eq!(
            reads(game("GM[4]", "花月 é ж").as_bytes(), "花月 é ж"),
            [""; 0]
        );
        assert_eq!(reads(game("GM[4]", "Müller").as_bytes(), "Müller"), [""; 0]);
        let notes = reads(game("GM[4]CA[gb2312]", "花月").as_bytes(), "花月");
        assert!(
            notes[0].contains("GBK, which does not fit: read as UTF-8"),
            "{notes:?}"
        );
    }

    /// 元旦 is D4 AA B5 A9: the first pair is valid UTF-8, the file is not.
    #[test]
    fn the_whole_file_is_judged() {
        for header in ["GM[4]CA[UTF-8]", "GM[4]"] {
            let bytes = encoded(&game(header, "元元元 元旦"), GBK);
            let notes = reads(&bytes, "元元元 元旦");
            assert!(notes[0].contains("read as gb18030"), "{notes:?}");
        }
        // Nothing but such pairs: no letters that anybody here would write.
        let bytes = encoded(&game("GM[4]", "元"), GBK);
        assert!(std::str::from_utf8(&bytes).is_ok());
        assert_eq!(reads(&bytes, "元").len(), 1);
    }

    #[test]
    fn other_encodings_by_name_and_by_guess() {
        for (name, encoding, comment) in [
            ("Shift_JIS", SHIFT_JIS, "ソフト連珠"),
            ("Big5", BIG5, "五子棋功"),
            ("EUC-KR", EUC_KR, "오목"),
            ("windows-1251", WINDOWS_1251, "Гомоку"),
            ("windows-1250", WINDOWS_1250, "Piškvorky"),
        ] {
            let bytes = encoded(&game(&format!("GM[4]CA[{name}]"), comment), encoding);
            assert_eq!(reads(&bytes, comment), [""; 0], "{name}");
        }
        for (encoding, comment) in [
            (SHIFT_JIS, "これはソフトです"),
            (WINDOWS_1251, "Партия Иванова"),
            (WINDOWS_1250, "Piškvorky, hráč Dvořák"),
            (WINDOWS_1250, "René"),
        ] {
            let notes = reads(&encoded(&game("GM[4]", comment), encoding), comment);
            assert!(notes[0].contains("no encoding is declared"), "{notes:?}");
        }
    }

    #[test]
    fn a_damaged_character_does_not_spoil_the_others() {
        let mut bytes = game("GM[4]", "花月花月花月?").into_bytes();
        let at = bytes.iter().position(|&b| b == b'?').unwrap();
        bytes[at] = 0xE8;
        let notes = reads(&bytes, "花月花月花月\u{FFFD}");
        assert!(notes[0].contains("some bytes are not UTF-8"), "{notes:?}");
        let mut bytes = encoded(&game("GM[4]CA[GBK]", "花月花月花月?"), GBK);
        let at = bytes.iter().position(|&b| b == b'?').unwrap();
        bytes[at] = 0xFF;
        let notes = reads(&bytes, "花月花月花月\u{FFFD}");
        assert!(notes[0].contains("some bytes are not GBK"), "{notes:?}");
    }

    #[test]
    fn a_name_that_is_no_encoding_counts_as_none() {
        for name in ["UTF-16", "klingon", ""] {
            let text = game(&format!("GM[4]CA[{name}]"), "花月");
            assert_eq!(reads(text.as_bytes(), "花月"), [""; 0], "{name}");
        }
    }

    #[test]
    fn text_of_other_formats_goes_through() {
        let psq = b"Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n";
        assert_eq!(decode(psq).text.as_bytes(), psq);
    }

    proptest! {
        #[test]
        fn any_bytes_give_text(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let decoded = decode(&bytes);
            prop_assert!(decoded.text.len() <= bytes.len() * 3);
        }

        #[test]
        fn chinese_comes_back(comment in "[花月寒星溪雨水流黑白棋胜负，。 a-z]{1,40}") {
            let text = game("GM[4]CA[GBK]", &comment);
            prop_assert_eq!(decode(&encoded(&text, GBK)).text, text.as_str());
            let text = game("GM[4]", &comment);
            prop_assert_eq!(decode(&encoded(&text, GBK)).text, text.as_str());
            prop_assert_eq!(decode(text.as_bytes()).text, text.as_str());
            let wide = utf16(&text, true, u16::to_le_bytes);
            prop_assert_eq!(decode(&wide).text, text.as_str());
        }
    }
}
