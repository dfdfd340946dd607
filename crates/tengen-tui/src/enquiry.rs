//! What a terminal says about itself when it is asked: how wide it draws a stone, and
//! what its background is.
//!
//! Everything is asked at once and read until the answer to the last question, which
//! every terminal answers; so a terminal that does not know the others costs no time.

use crate::look::Ground;

/// The answers, as far as they came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answers {
    /// Columns that one stone takes.
    pub(crate) stone: Option<u16>,
    /// Columns that one of each other sign takes.
    pub(crate) signs: Option<u16>,
    /// The background.
    pub(crate) ground: Option<Ground>,
}

/// The other signs that a screen is drawn with.
const SIGNS: &str = "─┼•×█▅";

/// The questions: a stone and where the cursor is then, the signs likewise, the colour of
/// the background (OSC 11), and once more the cursor as the end.
#[cfg_attr(not(unix), allow(dead_code))]
fn questions() -> String {
    let home = "\x1b[1;1H";
    let cursor = "\x1b[6n";
    let ground = "\x1b]11;?\x1b\\";
    format!("{home}●{cursor}{home}{SIGNS}{cursor}{ground}{home}{cursor}")
}

/// Columns that the signs take where each takes one.
pub(crate) fn narrow_signs() -> u16 {
    SIGNS.chars().count() as u16
}

/// Reads answers; the second value says whether the last one has come.
fn parse(bytes: &[u8]) -> (Answers, bool) {
    let text = String::from_utf8_lossy(bytes);
    let mut columns = Vec::new();
    for part in text.split("\x1b[").skip(1) {
        let report = part.split_once('R').map(|(numbers, _)| numbers);
        let column = report.and_then(|numbers| numbers.split_once(';')?.1.parse::<u16>().ok());
        columns.extend(column.map(|column| column.saturating_sub(1)));
    }
    let answers = Answers {
        stone: columns.first().copied(),
        signs: columns.get(1).copied(),
        ground: ground(&text),
    };
    (answers, columns.len() >= 3)
}

/// `]11;rgb:ffff/ffff/ffff`: light if it is nearer to white.
fn ground(text: &str) -> Option<Ground> {
    let (_, rest) = text.split_once("]11;rgb:")?;
    let end = rest.find(['\x07', '\x1b']).unwrap_or(rest.len());
    let mut parts = rest[..end].split('/').map(|digits| {
        let value = u32::from_str_radix(digits, 16).ok()?;
        let most = 16_u32.checked_pow(u32::try_from(digits.len()).ok()?)? - 1;
        Some(f64::from(value) / f64::from(most.max(1)))
    });
    let (red, green, blue) = (parts.next()??, parts.next()??, parts.next()??);
    let light = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5;
    Some(if light { Ground::Light } else { Ground::Dark })
}

/// How long a terminal may take: a tenth of a second, and as much again for a distant
/// connection.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(200);

/// The variable that gives a slower one more, in milliseconds.
#[cfg(unix)]
const PATIENCE_VARIABLE: &str = "TENGEN_TERMINAL_MS";

#[cfg(unix)]
fn patience() -> std::time::Duration {
    let given = std::env::var(PATIENCE_VARIABLE).ok();
    let milliseconds = given.and_then(|text| text.parse().ok());
    milliseconds.map_or(PATIENCE, std::time::Duration::from_millis)
}

/// Asks the terminal, which must be in raw mode.
#[cfg(unix)]
pub(crate) fn ask() -> std::io::Result<Answers> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::io::Write;

    let mut out = std::io::stdout();
    out.write_all(questions().as_bytes())?;
    out.flush()?;
    // Read without a buffer: what comes later belongs to the game.
    let stdin = std::io::stdin();
    let (patience, begun) = (patience(), std::time::Instant::now());
    let mut bytes = Vec::new();
    loop {
        let left = patience.saturating_sub(begun.elapsed());
        let wait = Timespec {
            tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: left.subsec_nanos().into(),
        };
        let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
        if left.is_zero() || poll(&mut watched, Some(&wait))? == 0 {
            break;
        }
        let mut some = [0; 256];
        let count = rustix::io::read(&stdin, &mut some)?;
        bytes.extend_from_slice(&some[..count]);
        if count == 0 || parse(&bytes).1 {
            break;
        }
    }
    Ok(parse(&bytes).0)
}

/// Asks only how wide a stone is: elsewhere nothing else can be read without waiting.
#[cfg(not(unix))]
pub(crate) fn ask() -> std::io::Result<Answers> {
    use ratatui::crossterm::{cursor, execute, style};
    execute!(std::io::stdout(), cursor::MoveTo(0, 0), style::Print('●'))?;
    let stone = cursor::position()?.0;
    Ok(Answers {
        stone: Some(stone),
        signs: Some(narrow_signs()),
        ground: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_in_any_portion() {
        let whole = b"\x1b[1;2R\x1b[1;7R\x1b]11;rgb:ffff/fafa/f0f0\x1b\\\x1b[1;1R";
        let expected = Answers {
            stone: Some(1),
            signs: Some(6),
            ground: Some(Ground::Light),
        };
        assert_eq!(parse(whole), (expected, true));
        for cut in 0..whole.len() {
            assert!(!parse(&whole[..cut]).1, "{cut}");
        }
        assert_eq!(narrow_signs(), 6);
    }

    #[test]
    fn wide_stones_dark_grounds_and_silence_are_told_apart() {
        let wide = parse(b"\x1b[1;3R\x1b[1;7R\x1b]11;rgb:1e/1e/2e\x07\x1b[1;1R").0;
        assert_eq!(wide.stone, Some(2));
        assert_eq!(wide.ground, Some(Ground::Dark));
        // One that does not know its colours, and one that says nothing.
        let plain = parse(b"\x1b[1;2R\x1b[1;7R\x1b[1;1R");
        assert_eq!((plain.0.ground, plain.1), (None, true));
        assert_eq!(parse(b""), (Answers::default(), false));
        assert_eq!(ground("]11;rgb:zz/00/00\x07"), None);
        assert_eq!(ground("]11;rgb:\x07"), None);
    }
}
