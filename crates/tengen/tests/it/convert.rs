//! `tengen convert`.

use crate::{Folder, tengen, tengen_with};

const MOVES: &str = "h8i9h10h9g9";

fn converted(arguments: &[&str], input: &str) -> String {
    let arguments = [
        &["convert", "-", "--size", "15", "--rule", "freestyle"],
        arguments,
    ]
    .concat();
    let run = tengen_with(&arguments, input.as_bytes());
    assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
    run.out
}

#[test]
fn every_format_leads_to_every_other_and_back() {
    let formats = ["sgf", "psq", "pos", "pos-top", "link", "openings"];
    for from in formats {
        let first = converted(&["--to", from], MOVES);
        for to in formats {
            let second = converted(&["--from", from, "--to", to], &first);
            let back = converted(&["--from", to, "--to", "pos"], &second);
            assert_eq!(back, format!("{MOVES}\n"), "{from} to {to}");
        }
    }
}

#[test]
fn formats_look_as_their_programs_write_them() {
    assert_eq!(converted(&["--to", "pos-top"], MOVES), "h8i7h6h7g7\n");
    assert_eq!(
        converted(&["--to", "link"], "h8i9"),
        "https://gomocalc.com/#/h8i9\n"
    );
    assert_eq!(converted(&["--to", "openings"], "h8i9"), "0,0, 1,-1\n");
    assert_eq!(
        converted(&["--to", "psq"], "h8i9"),
        "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,0\r\n-1\r\n"
    );
    assert!(converted(&["--to", "sgf"], "h8i9").ends_with(";B[hh];W[ig])\n"));
    assert!(converted(&["--to", "svg"], "h8i9").starts_with("<svg"));
    let drawn = converted(&["--to", "ascii"], "h8i9");
    assert!(drawn.contains("\n 8 . . . . . . . X"), "{drawn}");
}

#[test]
fn the_ending_of_the_output_names_the_format() {
    let folder = Folder::new("endings");
    for (name, start) in [
        ("a.sgf", "(;FF[4]"),
        ("a.PSQ", "Piskvorky 15x15"),
        ("a.svg", "<svg"),
        ("a.txt", "h8i9"),
    ] {
        let path = folder.path(name);
        let run = tengen(&["convert", "h8i9", "-o", &path]);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{name}: {}", run.err);
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(written.starts_with(start), "{name}: {written}");
    }
}

#[test]
fn a_file_that_exists_is_left_alone() {
    let folder = Folder::new("exists");
    let path = folder.file("precious.sgf", "mine");
    let run = tengen(&["convert", "h8", "-o", &path]);
    assert_eq!(run.code, 73);
    assert!(run.err.contains("precious.sgf") && run.err.contains("--force"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    let nowhere = folder.path("no/such/folder.sgf");
    assert_eq!(tengen(&["convert", "h8", "-o", &nowhere]).code, 73);
    assert_eq!(tengen(&["convert", "h8", "-o", &path, "--force"]).code, 0);
    assert_ne!(std::fs::read_to_string(&path).unwrap(), "mine");
}

#[test]
fn what_a_format_cannot_hold_is_told() {
    let record = "(;GM[4]SZ[9]RU[renju]PB[Ann]C[Look!]LB[aa:A];B[ee](;W[dd])(;W[ff]))";
    let lost = |to| tengen_with(&["convert", "-", "--to", to], record.as_bytes()).err;
    assert_eq!(lost("sgf"), "");
    for word in ["variations", "comments", "marks", "the rule"] {
        assert!(lost("psq").contains(word), "{}", lost("psq"));
    }
    for word in ["players", "the board size", "the rule"] {
        assert!(lost("pos").contains(word), "{}", lost("pos"));
    }
}

#[test]
fn what_a_format_cannot_hold_at_all_is_refused() {
    let setup = "(;GM[4]SZ[15]AB[hh]AW[ii];B[gg])";
    let run = tengen_with(&["convert", "-", "--to", "psq"], setup.as_bytes());
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(
        run.err.contains("PSQ cannot hold stones set up"),
        "{}",
        run.err
    );
    let empty = tengen_with(&["convert", "-", "--to", "openings"], b"(;GM[4]SZ[15])");
    assert_eq!(empty.code, 1, "{}", empty.err);
}

#[test]
fn lists_stay_lists_where_the_format_allows() {
    let list = "0,0, 1,-1\n-2,0, 0,1\n";
    let strings = converted(&["--to", "pos"], list);
    let expected = ["h8i9", "f8h7"].map(|moves| format!("rule=freestyle size=15 moves={moves}\n"));
    assert_eq!(strings, expected.concat());
    assert_eq!(converted(&["--to", "openings"], &strings), list);
    assert_eq!(converted(&["--to", "openings"], list), list);
    let sgf = converted(&["--to", "sgf"], list);
    assert_eq!(sgf.matches("(;FF[4]").count(), 2);
    assert_eq!(converted(&["--to", "openings"], &sgf), list);
    assert_eq!(converted(&["--to", "pos", "--game", "2"], list), "f8h7\n");
    for one in ["psq", "link", "svg", "ascii"] {
        let run = tengen_with(&["convert", "-", "--to", one], list.as_bytes());
        assert_eq!(run.code, 64, "{one}");
        let said = run.err.contains("2 games") && run.err.contains("--game");
        assert!(said, "{one}: {}", run.err);
    }
}

#[test]
fn games_on_a_line_each_keep_rule_and_size_and_lose_nothing_silently() {
    let games = b"(;GM[4]SZ[9]RU[renju];B[ee])(;GM[4]SZ[9]RU[renju]PB[Ann];B[aa])";
    let run = tengen_with(&["convert", "-", "--to", "pos"], games);
    assert_eq!(run.code, 0);
    assert!(
        run.out.starts_with("rule=renju size=9 moves=e5\n"),
        "{}",
        run.out
    );
    let told = "standard input: game 2: not held by this format: players\n";
    assert_eq!(run.err, told);
    let passes = b"(;GM[4]SZ[9];B[ee];W[];B[])(;GM[4]SZ[9];B[aa])";
    let run = tengen_with(&["convert", "-", "--to", "pos"], passes);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("pass at move 3"), "{}", run.err);
}

#[test]
fn comments_and_unknown_properties_come_through_sgf() {
    let record = "(;GM[4]SZ[15]XY[kept];B[hh]C[说明 \\] \\\\](;W[gg]BM[1])(;W[ii]N[b]))";
    let out = tengen_with(&["convert", "-", "--to", "sgf"], record.as_bytes()).out;
    for piece in ["XY[kept]", "C[说明 \\] \\\\]", "(;W[gg]BM[1])", "N[b]"] {
        assert!(out.contains(piece), "{piece}: {out}");
    }
}
