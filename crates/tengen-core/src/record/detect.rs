//! One door for all formats: which one a text is in, and reading and writing by it.

use super::{
    Format, ReadOptions, Reading, RecordError, Rows, WriteError, beginning, offsets, psq, sgf, text,
};
use crate::ascii;
use crate::diagram::{Diagram, Numbers};
use crate::record::coordinate::Coordinates;
use crate::tree::{Node, Tree};

/// The format that a text is most likely in. What looks like nothing else is taken for a
/// position string, whose reader then says what it misses.
///
/// ```
/// use tengen_core::record::{Format, detect};
/// assert_eq!(detect("(;GM[4]SZ[15];B[hh])"), Format::Sgf);
/// assert_eq!(detect("1. h8 2. i9"), Format::PositionString);
/// ```
pub fn detect(record: &str) -> Format {
    let Ok(start) = beginning(record) else {
        return Format::PositionString;
    };
    let content = &record[start..];
    let mut lines = content
        .split(['\n', '\r'])
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next().unwrap_or_default();
    let starts_with = |word: &str| {
        let head = first.as_bytes().get(..word.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()))
    };
    if starts_with("piskvork") {
        Format::Psq
    } else if has_game_start(content) {
        // Before what a comment may hold: a link or a drawn board.
        Format::Sgf
    } else if content.contains("gomocalc.com") {
        Format::GomocalcLink
    } else if ascii::is_board_row(first) || lines.next().is_some_and(ascii::is_board_row) {
        Format::AsciiBoard
    } else if has_property(content) {
        Format::Sgf
    } else {
        match count_of_numbers(first) {
            // A move of a PSQ file without a header has column, row and time.
            Some(3) => Format::Psq,
            Some(n) if n > 1 => Format::OffsetOpenings,
            _ => Format::PositionString,
        }
    }
}

/// Reads a text in whatever format it is.
///
/// # Errors
/// [`RecordError`] of the reader for the format that [`detect`] names.
///
/// ```
/// use tengen_core::record::{self, ReadOptions};
/// let reading = record::read("Piskvorky 20x20, 11:11, 0\n8,8,0\n-1\n", &ReadOptions::default())?;
/// assert_eq!(reading.value[0].size.get(), 20);
/// # Ok::<(), tengen_core::record::RecordError>(())
/// ```
pub fn read(record: &str, options: &ReadOptions) -> Result<Reading<Vec<Tree>>, RecordError> {
    read_as(detect(record), record, options)
}

/// Reads a text in a given format.
///
/// # Errors
/// [`RecordError`] of the format's reader.
pub fn read_as(
    format: Format,
    record: &str,
    options: &ReadOptions,
) -> Result<Reading<Vec<Tree>>, RecordError> {
    let one = |reading: Reading<Tree>| Reading {
        value: vec![reading.value],
        notes: reading.notes,
    };
    match format {
        Format::Sgf => sgf::read(record, options),
        Format::Psq => psq::read(record, options).map(one),
        Format::PositionString | Format::GomocalcLink => text::read_all(record, options),
        Format::OffsetOpenings => offsets::read(record, options),
        Format::AsciiBoard => ascii::read(record, options).map(one),
    }
}

/// Writes a game in a given format, as far as the format holds it: SGF everything, a
/// drawn board the position at the end of the main line, the others the main line.
/// Position strings count rows from the bottom.
///
/// # Errors
/// [`WriteError`] if the format cannot hold the moves.
pub fn write(tree: &Tree, format: Format) -> Result<String, WriteError> {
    match format {
        Format::Sgf => Ok(sgf::write(tree)),
        Format::Psq => psq::write(tree, psq::EndCode::UNKNOWN),
        Format::PositionString => text::write(tree, Rows::FromBottom),
        Format::GomocalcLink => text::write_link(tree),
        Format::OffsetOpenings => offsets::write(std::slice::from_ref(tree)),
        Format::AsciiBoard => {
            let end = tree.main_line().last().copied().unwrap_or(Tree::ROOT);
            let diagram = Diagram::of_tree(tree, end, Numbers::None);
            Ok(diagram.text(false, Coordinates::default()))
        }
    }
}

/// What [`write()`] leaves out of a tree in this format, in words: for a person who
/// converts a record and wants to know what is lost.
///
/// ```
/// use tengen_core::record::{self, Format};
/// use tengen_core::{Rule, Size, Tree};
/// let mut tree = Tree::new(Size::STANDARD, Rule::Renju);
/// tree.node_mut(Tree::ROOT).comment = "a famous game".to_owned();
/// assert_eq!(record::losses(&tree, Format::Psq), ["the rule", "comments"]);
/// assert!(record::losses(&tree, Format::Sgf).is_empty());
/// ```
pub fn losses(tree: &Tree, format: Format) -> Vec<&'static str> {
    if format == Format::Sgf {
        return Vec::new();
    }
    let info = &tree.info;
    let has = |wanted: fn(&Node) -> bool| reachable(tree).any(wanted);
    let has_players = !info.players.black.is_empty() || !info.players.white.is_empty();
    let has_facts = [
        &info.date,
        &info.event,
        &info.place,
        &info.round,
        &info.title,
        &info.opening,
        &info.protocol,
    ]
    .iter()
    .any(|fact| !fact.is_empty());
    let is_psq = format == Format::Psq;
    let is_drawn = format == Format::AsciiBoard;
    [
        ("the rule", true),
        ("the board size", !is_psq && !is_drawn),
        (
            "the order of moves",
            is_drawn && has(|node| node.mv.is_some()),
        ),
        ("variations", has(|node| node.children().len() > 1)),
        ("comments", has(|node| !node.comment.is_empty())),
        ("marks", has(|node| !node.marks.is_empty())),
        ("times", !is_psq && has(|node| node.time_ms.is_some())),
        ("clocks", has(|node| node.time_left_ms.is_some())),
        ("unknown properties", has(|node| !node.unknown.is_empty())),
        ("players", !is_psq && has_players),
        ("date, event and the like", has_facts),
        ("the result", info.result.is_some()),
    ]
    .into_iter()
    .filter_map(|(what, is_lost)| is_lost.then_some(what))
    .collect()
}

/// Every node that is linked to the root.
fn reachable(tree: &Tree) -> impl Iterator<Item = &Node> {
    let mut open = vec![Tree::ROOT];
    std::iter::from_fn(move || {
        let node = tree.node(open.pop()?);
        open.extend(node.children());
        Some(node)
    })
}

/// Whether a text has the start of an SGF game, `(;`.
fn has_game_start(content: &str) -> bool {
    has_pair(content, |before, c| (before, c) == ('(', ';'))
}

/// Whether a text has a letter with a value behind it, as a property of SGF.
fn has_property(content: &str) -> bool {
    has_pair(content, |before, c| {
        c == '[' && before.is_ascii_alphabetic()
    })
}

/// Whether two characters that follow each other, blanks aside, are as wanted.
fn has_pair(content: &str, wanted: impl Fn(char, char) -> bool) -> bool {
    let mut before = ' ';
    for c in content.chars().filter(|c| !c.is_whitespace()) {
        if wanted(before, c) {
            return true;
        }
        before = c;
    }
    false
}

/// How many numbers a line holds, if it holds nothing else than numbers and commas.
fn count_of_numbers(line: &str) -> Option<usize> {
    let is_gap = |c: char| c == ',' || c.is_whitespace();
    let is_number = |word: &str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let mut count = 0;
    for word in line.split(is_gap).filter(|word| !word.is_empty()) {
        if !is_number(word) {
            return None;
        }
        count += 1;
    }
    (count > 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::test_support::{any_bytes, any_line};
    use crate::rule::Rule;
    use proptest::prelude::*;

    const FORMATS: [Format; 6] = [
        Format::Sgf,
        Format::Psq,
        Format::PositionString,
        Format::GomocalcLink,
        Format::OffsetOpenings,
        Format::AsciiBoard,
    ];

    #[test]
    fn texts_are_told_apart() {
        use Format::{AsciiBoard, GomocalcLink, OffsetOpenings, PositionString, Psq, Sgf};
        for (record, format) in [
            ("", PositionString),
            ("hello", PositionString),
            ("h8h9i10", PositionString),
            ("(1) h8 (2) i9", PositionString),
            ("1. h8 i9 2. h10 ... 3. h9", PositionString),
            ("[h8][i9]", PositionString),
            ("# list\ng1 rule=renju size=15 moves=h8h9", PositionString),
            ("\u{FEFF}(;FF[4]GM[4])", Sgf),
            ("( ; GM [4])", Sgf),
            ("some words first\n(;B[hh])", Sgf),
            (";B[hh];W[ii]", Sgf),
            ("gm[4]sz[15]", Sgf),
            (" PISKVORKY 15X15 , 11:11,0", Psq),
            ("\r\nPiskvorky 15x15", Psq),
            ("8,8,0\n9,9,17\n", Psq),
            ("https://gomocalc.com/#/h8", GomocalcLink),
            ("look: gomocalc.com/#/h8", GomocalcLink),
            ("(;GM[4];B[hh]C[see https://gomocalc.com/#/h8])", Sgf),
            ("(;GM[4]C[drawn:\n.....\n.....])", Sgf),
            ("0,0, 1,-1, -2,2", OffsetOpenings),
            ("# openings\n0,0\t1 , -1", OffsetOpenings),
            (".....\n.....\n..X..\n.....\n.....\n", AsciiBoard),
            ("   A B C D E\n 5 . . . . .\n", AsciiBoard),
            ("15 ┌─┬─┬─┬─┐", AsciiBoard),
        ] {
            assert_eq!(detect(record), format, "{record:?}");
        }
    }

    #[test]
    fn an_empty_file_is_called_so_by_every_reader() {
        for record in ["", "\u{FEFF}"] {
            assert!(
                read(record, &ReadOptions::default())
                    .unwrap_err()
                    .message
                    .contains("empty file")
            );
            for format in FORMATS {
                let error = read_as(format, record, &ReadOptions::default()).unwrap_err();
                assert!(error.message.contains("empty file"), "{format}: {error}");
            }
        }
    }

    #[test]
    fn a_drawn_board_is_written_from_the_end_of_the_main_line() {
        let options = ReadOptions {
            rule: Some(Rule::Renju),
            ..ReadOptions::default()
        };
        let tree = read("h8i9", &options).unwrap().value.remove(0);
        let drawn = write(&tree, Format::AsciiBoard).unwrap();
        assert_eq!(
            drawn.lines().nth(6),
            Some(" 9 . . . . . . . .(O). . . . . .")
        );
    }

    #[test]
    fn what_a_format_cannot_hold_is_named() {
        let record =
            "(;GM[4]SZ[15]RU[renju]PB[A]DT[2001]RE[B+R];B[hh]C[x];W[ii]LB[aa:a](;B[jj])(;B[ji]))";
        let tree = read(record, &ReadOptions::default())
            .unwrap()
            .value
            .remove(0);
        assert_eq!(losses(&tree, Format::Sgf), [""; 0]);
        assert_eq!(
            losses(&tree, Format::Psq),
            [
                "the rule",
                "variations",
                "comments",
                "marks",
                "date, event and the like",
                "the result"
            ]
        );
        for format in [Format::PositionString, Format::AsciiBoard] {
            assert!(losses(&tree, format).contains(&"players"));
        }
        assert!(losses(&tree, Format::PositionString).contains(&"the board size"));
        assert!(losses(&tree, Format::AsciiBoard).contains(&"the order of moves"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn what_is_written_is_detected_and_read(tree in any_line(false)) {
            let options = ReadOptions {
                rule: Some(tree.rule),
                size: Some(tree.size),
                ..ReadOptions::default()
            };
            for format in FORMATS {
                let written = write(&tree, format).unwrap();
                prop_assert_eq!(detect(&written), format, "{}", written);
                let reading = read(&written, &options).unwrap();
                prop_assert_eq!(reading.value.len(), 1);
                let back = &reading.value[0];
                prop_assert_eq!((back.size, back.rule), (tree.size, tree.rule));
                if format == Format::AsciiBoard {
                    let stones = &back.node(Tree::ROOT).setup.stones;
                    prop_assert_eq!(stones.len(), tree.main_moves().len());
                } else {
                    prop_assert_eq!(back.main_moves(), tree.main_moves());
                }
            }
        }

        #[test]
        fn random_bytes_go_through_the_door(record in any_bytes()) {
            let _ = read(&record, &ReadOptions::default());
            for format in FORMATS {
                let _ = read_as(format, &record, &ReadOptions::default());
            }
        }
    }
}
