//! `tengen show`.

use crate::{Folder, expect_file, tengen, tengen_with};

const GAME: &str = "(;FF[4]GM[4]SZ[15]RU[renju]PB[Ann]PW[Ben]EV[Cup]RO[2]DT[2026-11-15]\
    RE[B+R]C[A short game.];B[hh];W[ih];B[jf]C[Second\nline](;W[gg])(;W[kk]))";

#[test]
fn a_record_is_drawn_with_all_that_is_known() {
    let run = tengen_with(&["show", "-"], GAME.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    expect_file("show_game.txt", &run.out);
}

#[test]
fn the_same_in_plain_ascii_with_numbers_and_moves() {
    let arguments = ["show", "-", "--ascii", "--numbers", "--moves"];
    let run = tengen_with(&arguments, GAME.as_bytes());
    assert_eq!(run.code, 0);
    assert!(run.out.is_ascii(), "{}", run.out);
    expect_file("show_game_ascii.txt", &run.out);
}

#[test]
fn earlier_moves_are_shown_on_request() {
    let run = tengen_with(&["show", "-", "--move", "3"], GAME.as_bytes());
    assert_eq!(run.fact("Move"), Some("3 of 4: Black J10"));
    assert_eq!(run.fact("State"), Some("White to move"));
    assert!(
        run.out.contains("Comment    Second\n           line\n"),
        "{}",
        run.out
    );
    let start = tengen_with(&["show", "-", "--move", "0"], GAME.as_bytes());
    assert_eq!(start.fact("Move"), Some("before the first of 4"));
    assert!(!start.row(8).contains('●'), "{}", start.out);
}

#[test]
fn a_typed_position_is_a_position_and_the_last_move_is_in_brackets() {
    let run = tengen(&["show", "h8i9h10", "--size", "15", "--rule", "renju"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.row(10), " ├─┼─┼─┼─┼─┼─┼(●)┼─┼─┼─┼─┼─┼─┤");
    assert_eq!(run.fact("Opening"), Some("Kousei 恒星 (I3)"));
    let edge = tengen(&["show", "a1", "--size", "5"]);
    assert_eq!(edge.row(1), "(●)┴─┴─┴─┘");
    let edge = tengen(&["show", "e1", "--size", "5"]);
    assert_eq!(edge.row(1), " └─┴─┴─┴(●)");
}

#[test]
fn winning_rows_are_marked_without_colour() {
    let run = tengen(&["show", "b1a5b2a4b3a3b4a2b5", "--size", "6"]);
    assert_eq!(
        run.fact("State"),
        Some("Black wins: five in a row, B5 B4 B3 B2 B1")
    );
    for row in 1..=5 {
        assert!(run.row(row).contains("[●]"), "{}", run.out);
    }
    let run = tengen(&["show", "a1a2b1b2c1c2d1d2e1", "--size", "6", "--ascii"]);
    assert_eq!(run.row(1), "[X=X=X=X=X].");
}

#[test]
fn the_rule_decides_who_has_won() {
    let six = "b3a1c3a6d3f1f3f6g3a5e3";
    let state = |rule| {
        let run = tengen(&["show", six, "--size", "8", "--rule", rule]);
        run.fact("State").unwrap().to_owned()
    };
    assert!(state("freestyle").starts_with("Black wins: overline"));
    assert_eq!(state("standard"), "White to move");
    assert_eq!(state("renju"), "White wins: forbidden move");
}

#[test]
fn forbidden_points_are_marked_and_explained() {
    let position = [
        "show",
        "h8a1f8c1h10e1g8a15h7a13",
        "--rule",
        "renju",
        "--move",
        "6",
    ];
    let run = tengen(&[&position[..], &["--forbidden"]].concat());
    assert!(
        run.out.contains("Forbidden to Black (!)\nnone\n"),
        "{}",
        run.out
    );
    let run = tengen(&[
        "show",
        "f8a1g8c1h6e1h7a15",
        "--rule",
        "renju",
        "--forbidden",
    ]);
    assert_eq!(run.row(8), " ├─┼─┼─┼─┼─●─●─!─┼─┼─┼─┼─┼─┼─┤");
    assert!(
        run.out
            .contains("H8 is forbidden: double three.\nThree F8-G8-H8:"),
        "{}",
        run.out
    );
    let other = tengen(&["show", "f8a1g8c1h6e1h7a15", "--forbidden"]);
    assert!(other.out.contains("freestyle knows none"), "{}", other.out);
}

#[test]
fn shapes_are_listed_by_colour() {
    let run = tengen(&["show", "f8a1g8c1h8e1", "--shapes"]);
    assert!(
        run.out
            .contains("Shapes of Black\nopen three F8-G8-H8: grows at E8 or I8\n"),
        "{}",
        run.out
    );
    assert!(
        run.out
            .contains("Shapes of White\nbroken sleeping three A1-C1-E1"),
        "{}",
        run.out
    );
}

#[test]
fn an_svg_file_is_written_beside_and_never_overwritten_unasked() {
    let folder = Folder::new("svg");
    let path = folder.path("picture.svg");
    let run = tengen(&["show", "h8i9", "--svg", &path, "--numbers"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let picture = std::fs::read_to_string(&path).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    let again = tengen(&["show", "h8", "--svg", &path]);
    assert_eq!(again.code, 73);
    assert!(again.err.contains("--force"), "{}", again.err);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), picture);
    assert_eq!(tengen(&["show", "h8", "--svg", &path, "--force"]).code, 0);
    assert_ne!(std::fs::read_to_string(&path).unwrap(), picture);
}

#[test]
fn of_several_games_one_is_shown_and_the_others_are_told_of() {
    let games = b"(;GM[4]SZ[15];B[hh])(;GM[4]SZ[9];B[ee];W[ff])";
    let first = tengen_with(&["show", "-"], games);
    assert_eq!(first.fact("Move"), Some("1 of 1: Black H8"));
    assert!(first.err.contains("first of 2 games"), "{}", first.err);
    let second = tengen_with(&["show", "-", "--game", "2"], games);
    assert_eq!(second.fact("Move"), Some("2 of 2: White F4"));
    assert_eq!(second.err, "");
    assert_eq!(tengen_with(&["show", "-", "--game", "3"], games).code, 64);
}

#[test]
fn marks_stand_on_their_points() {
    let record = b"(;GM[4]SZ[5]LB[aa:A][ba:\xE6\xA3\x8B]MA[ca]CR[da])";
    let run = tengen_with(&["show", "-"], record);
    assert_eq!(run.row(5), " A─*─*─c─┐");
}

#[test]
fn a_result_that_the_rules_contradict_is_told() {
    let record = b"(;GM[4]SZ[6]RE[W+];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
    let run = tengen_with(&["show", "-"], record);
    assert!(
        run.fact("State").unwrap().starts_with("Black wins"),
        "{}",
        run.out
    );
    assert!(run.err.contains("by the rules"), "{}", run.err);
}

#[test]
fn a_huge_comment_is_cut_and_an_endless_row_of_nodes_is_walked() {
    let record = format!("(;GM[4]SZ[15]C[{}];B[hh])", "é".repeat(1_000_000));
    let run = tengen_with(&["show", "-"], record.as_bytes());
    assert_eq!(run.code, 0);
    assert!(run.out.len() < 20_000);
    assert!(run.out.contains("... and 996000 more characters"));
    let record = format!(
        "(;GM[4]SZ[15]{}{}",
        "(;C[x]".repeat(50_000),
        ")".repeat(50_001)
    );
    let run = tengen_with(&["show", "-"], record.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.fact("Also"), Some("50000 comments in the record"));
}
