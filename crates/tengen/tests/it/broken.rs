//! Damaged records in the manner of those met in practice: what is certain is kept, and
//! the rest is told with its place.

use crate::{Folder, Run, tengen, tengen_with};

fn show(record: impl AsRef<[u8]>) -> Run {
    tengen_with(&["show", "-"], record.as_ref())
}

/// The number of moves shown, and what was said.
fn moves_and_notes(record: impl AsRef<[u8]>) -> (usize, String) {
    let run = show(record);
    assert_eq!(run.code, 0, "{}", run.err);
    let moves = run
        .fact("Move")
        .map_or(0, |fact| fact.split(' ').next().unwrap().parse().unwrap());
    (moves, run.err)
}

#[test]
fn repairs_are_told_with_file_line_and_cause() {
    let folder = Folder::new("repairs");
    let path = folder.file("cut.sgf", "(;GM[4]SZ[15]\n;B[hh];W[ii];B[j");
    let run = tengen(&["show", &path]);
    assert_eq!(run.fact("Move"), Some("2 of 2: White I7"));
    assert!(run.err.contains("cut.sgf: line 2, column"), "{}", run.err);
    assert!(run.err.contains("never closed"), "{}", run.err);
    let strict = tengen(&["show", &path, "--strict"]);
    assert_eq!((strict.code, strict.out.as_str()), (1, ""));
    assert!(strict.err.contains("never closed") && strict.err.contains("--strict"));
}

#[test]
fn damaged_sgf_keeps_what_is_certain() {
    for (record, moves, word) in [
        ("(;GM[4]SZ[15];B[hh];W[ii]", 2, "missing at the end"),
        ("(;gm[4]sz[15];b[hh];w[ii])", 2, "small letters"),
        ("(;GM[4]SZ[15];B[hh];W[pp];B[ii])", 1, "move 2"),
        ("(;GM[4]SZ[15];B[hh];W[ii];B[hh])", 2, "taken"),
        ("(;B[hh];W[ii])", 2, "15x15 assumed"),
        ("see this:\n(;GM[4]SZ[15];B[hh])\nbye", 1, "text before"),
        ("(;GM[4]SZ[15];B[hh]W[ii])", 2, "in one node"),
        ("(;GM[4]SZ[15];B[hh];B[ii])", 2, "out of turn"),
    ] {
        let (found, notes) = moves_and_notes(record);
        assert_eq!(found, moves, "{record}: {notes}");
        assert!(notes.contains(word), "{record}: {notes}");
    }
}

#[test]
fn damaged_psq_keeps_what_is_certain() {
    for (record, moves, word) in [
        (
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,1\n",
            2,
            "end code is missing",
        ),
        (
            "PISKVORKY  15X15 ,11:11,0\n\n 8 , 8 , 0\n-1\n",
            1,
            "no rule",
        ),
        ("Piskvorky 15x15, 11:11, 0\n8,8,x\n9,9,-5\n-1\n", 2, "time"),
        (
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n-1\n\0\x1Ajunk\n",
            1,
            "ignored",
        ),
        ("Piskvorky 15x15, 11:11, 0\r8,8,0\r8,8,0\r-1\r", 1, "taken"),
    ] {
        let (found, notes) = moves_and_notes(record);
        assert_eq!(found, moves, "{record}: {notes}");
        assert!(notes.contains(word), "{record}: {notes}");
    }
}

#[test]
fn a_zero_based_file_is_named_so_and_read_on_request() {
    let record = "Piskvorky 15x15, 11:11, 0\n0,0,0\n14,14,0\n-1\n";
    let (moves, notes) = moves_and_notes(record);
    assert_eq!(moves, 0);
    assert!(notes.contains("(use --zero-based)"), "{notes}");
    let run = tengen_with(&["show", "-", "--zero-based"], record.as_bytes());
    assert_eq!(run.fact("Move"), Some("2 of 2: White O1"));
}

#[test]
fn a_game_of_go_is_refused_and_opened_on_request() {
    let record = "(;GM[1]SZ[19];B[dd];W[pp])";
    let run = show(record);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(
        run.err.contains("Go") && run.err.contains("(use --other-games)"),
        "{}",
        run.err
    );
    let run = tengen_with(&["show", "-", "--other-games"], record.as_bytes());
    assert_eq!((run.code, run.fact("Move")), (0, Some("2 of 2: White P4")));
}

#[test]
fn position_strings_have_dialects() {
    let shown = |arguments: &[&str]| {
        let run = tengen(&[&["show"], arguments].concat());
        run.fact("Move").unwrap().to_owned()
    };
    assert_eq!(shown(&["h8i3"]), "2 of 2: White I3");
    assert_eq!(shown(&["H8I3", "--rows", "top"]), "2 of 2: White I13");
    assert_eq!(shown(&["h8i3", "--from", "pos-top"]), "2 of 2: White I13");
    assert_eq!(shown(&["h8j3", "--skip-i"]), "2 of 2: White I3");
    assert_eq!(shown(&["1. h8 i9 2. (h10)"]), "3 of 3: Black H10");
    assert_eq!(shown(&["https://gomocalc.com/#/h8i9"]), "2 of 2: White I9");
}

#[test]
fn nothing_usable_ends_with_one() {
    for (record, word) in [
        ("", "empty file"),
        ("\u{FEFF}", "empty file"),
        (" \r\n\0", "empty file"),
        ("hello world", "no move is found"),
        ("(;)", "nothing of a game"),
        ("\u{1}\u{2}B[\u{3};x]\u{4}C[y", "nothing of a game"),
        (
            "Piskvorky 20x15, 11:11, 0\n1,1,0\n-1\n",
            "only square boards",
        ),
        ("Piskvorky 40x40, 11:11, 0\n1,1,0\n-1\n", "5 to 22"),
        ("<?xml version=\"1.0\"?><database/>", "XML"),
    ] {
        let run = show(record);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{record}");
        assert!(
            run.err.starts_with("tengen: standard input: "),
            "{}",
            run.err
        );
        assert!(run.err.contains(word), "{record}: {}", run.err);
    }
    let library = show(b"\xFFRenLib\xFF\x03\x04");
    assert_eq!(library.code, 1);
    assert!(library.err.contains("RenLib"), "{}", library.err);
}

#[test]
fn a_file_that_cannot_be_opened_ends_with_66() {
    let folder = Folder::new("missing");
    let missing = folder.path("nowhere.sgf");
    for argument in [missing.as_str(), &folder.path(""), "nonsense"] {
        let run = tengen(&["show", argument]);
        assert_eq!(run.code, 66, "{argument}: {}", run.err);
        assert_eq!(run.out, "");
    }
    let run = tengen(&["show", "nonsense"]);
    assert!(run.err.contains("no such file"), "{}", run.err);
}

#[test]
fn a_file_wins_over_a_position_of_the_same_name() {
    let folder = Folder::new("named");
    let path = folder.file("h8", "(;GM[4]SZ[9];B[aa])");
    let run = tengen(&["show", &path]);
    assert_eq!(run.fact("Move"), Some("1 of 1: Black A9"));
}

/// A record whose comment is the bytes of some old encoding.
fn with_comment(declared: &str, comment: &[u8]) -> Vec<u8> {
    let mut record = format!("(;GM[4]SZ[15]{declared}C[").into_bytes();
    record.extend(comment);
    record.extend(b"];B[hh];W[ii])");
    record
}

#[test]
fn old_encodings_are_decoded_before_anything_else() {
    // 五子棋 in GBK; 診 ends with the byte of a backslash there.
    let plain = b"\xCE\xE5\xD7\xD3\xC6\xE5";
    let tricky = b"\xD4\x5C\xCE\xE5\xD7\xD3\xC6\xE5";
    for (record, text, is_assumed) in [
        (with_comment("CA[GBK]", plain), "五子棋", false),
        (with_comment("", plain), "五子棋", true),
        (with_comment("CA[GBK]", tricky), "診五子棋", false),
        (
            with_comment("CA[UTF-8]", "五子棋".as_bytes()),
            "五子棋",
            false,
        ),
    ] {
        let run = show(&record);
        assert_eq!(run.fact("Move"), Some("2 of 2: White I7"));
        assert_eq!(run.fact("About"), Some(text), "{}", run.err);
        assert_eq!(!run.err.is_empty(), is_assumed, "{text}: {}", run.err);
    }
}

#[test]
fn utf16_and_byte_order_marks_are_recognised() {
    let text = "(;GM[4]SZ[15]C[五子棋]\r\n;B[hh];W[ii])";
    let units: Vec<u16> = std::iter::once(0xFEFF).chain(text.encode_utf16()).collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let utf8 = format!("\u{FEFF}{text}").into_bytes();
    for record in [little, big, utf8] {
        let run = show(&record);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert_eq!(run.fact("About"), Some("五子棋"));
        assert_eq!(run.fact("Move"), Some("2 of 2: White I7"));
    }
}
