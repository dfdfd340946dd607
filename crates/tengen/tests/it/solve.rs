//! `solve` and `verify`: answers, proofs as files, and exit statuses.

use crate::{Folder, tengen};

/// Black has an open three and is to move.
const WON: &str = "h8a1i8a3j8o15";
/// The same with White to move.
const THREATENED: &str = "h8a1i8a3j8";

#[test]
fn a_win_comes_with_its_proof() {
    let run = tengen(&["solve", WON, "--nodes", "100000", "--tree", "3"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(
        run.out.contains("Proven: Black wins by fours"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("replayed against every defence"),
        "{}",
        run.out
    );
    assert!(run.out.contains("any other: 2. "), "{}", run.out);
}

#[test]
fn a_program_gets_one_object() {
    let run = tengen(&[
        "solve",
        WON,
        "--kind",
        "vcf",
        "--shortest",
        "--nodes",
        "100000",
        "--json",
    ]);
    assert_eq!((run.code, run.out.lines().count()), (0, 1), "{}", run.err);
    for part in [
        "\"result\":\"win\"",
        "\"plies\":3",
        "\"shortest\":true",
        "\"kind\":\"vcf\"",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
}

#[test]
fn no_win_and_unknown_have_their_own_status() {
    let none = tengen(&["solve", "h8i9", "--kind", "vcf", "--nodes", "100000"]);
    assert_eq!(none.code, 1, "{}", none.out);
    assert!(none.out.contains("Black has no such win"), "{}", none.out);
    let unknown = tengen(&["solve", "h8i9h10h9", "--nodes", "200"]);
    assert_eq!(unknown.code, 2, "{}", unknown.out);
    let other = tengen(&[
        "solve", THREATENED, "--side", "black", "--kind", "vcf", "--nodes", "100000",
    ]);
    assert_eq!(other.code, 1, "White can stop it: {}", other.out);
    let asked = tengen(&[
        "solve",
        THREATENED,
        "--side",
        "black",
        "--as-if-to-move",
        "--kind",
        "vcf",
        "--nodes",
        "100000",
    ]);
    assert_eq!(asked.code, 0, "{}", asked.out);
}

#[test]
fn what_cannot_be_asked_is_no_answer() {
    for (arguments, code) in [
        (&["solve", WON, "--kind", "chess"][..], 64),
        (&["solve", WON, "--as-if-to-move"], 64),
        (&["solve", WON, "--check", "zz"], 64),
        (&["solve", WON, "--check", "h8"], 64),
        (&["solve", "no_such_file.sgf"], 66),
        (&["solve", "h8a1i8a3j8a5k8a7l8"], 65),
        (&["verify"], 64),
        (&["verify", "no_such_file.txt"], 66),
    ] {
        let run = tengen(arguments);
        assert_eq!(run.code, code, "{arguments:?}: {}", run.err);
    }
}

#[test]
fn certificates_are_written_and_checked() {
    let folder = Folder::new("solve_certificates");
    let file = folder.path("win.txt");
    let (sgf, svg) = (folder.path("win.sgf"), folder.path("win.svg"));
    let solve = [
        "solve",
        WON,
        "--nodes",
        "100000",
        "--certificate",
        &file,
        "--sgf",
        &sgf,
        "--svg",
        &svg,
    ];
    assert_eq!(tengen(&solve).code, 0);
    assert_eq!(tengen(&solve).code, 73, "files are not overwritten");
    let good = tengen(&["verify", &file, "--tree", "2"]);
    assert_eq!(good.code, 0, "{}", good.err);
    assert!(good.out.contains("The proof holds: Black"), "{}", good.out);
    assert!(
        std::fs::read_to_string(&sgf)
            .unwrap()
            .contains("Any other reply.")
    );
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));

    let text = std::fs::read_to_string(&file).unwrap();
    let broken = text.replace(" *>", " A15>");
    std::fs::write(&file, broken).unwrap();
    let refused = tengen(&["verify", &file]);
    assert_eq!(refused.code, 1, "{}", refused.out);
    assert!(
        refused.out.contains("The proof is refused: step 0"),
        "{}",
        refused.out
    );
    let quiet = tengen(&["verify", &file, "--quiet"]);
    assert_eq!((quiet.code, quiet.out.as_str()), (1, ""));
    std::fs::write(&file, "no certificate").unwrap();
    let none = tengen(&["verify", &file]);
    assert_eq!(none.code, 65);
    assert!(none.err.contains("line 1"), "{}", none.err);
}

#[test]
fn a_tree_is_drawn_move_by_move() {
    let folder = Folder::new("solve_pictures");
    let svg = folder.path("tree.svg");
    let run = tengen(&[
        "solve", WON, "--nodes", "100000", "--tree", "3", "--svg", &svg,
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let drawn = std::fs::read_to_string(&svg).unwrap();
    // The sheet, the open four, and the five behind the reply that is listed.
    assert_eq!(drawn.matches("<svg ").count(), 3, "{drawn}");
    assert!(drawn.contains("<title>Black begins: "), "{drawn}");
}

#[test]
fn progress_is_told_where_it_is_asked_for() {
    let quiet = ["solve", "h8i9h10h9", "--kind", "any", "--nodes", "120000"];
    let silent = tengen(&quiet).err;
    assert!(
        !silent.contains("looking at"),
        "no terminal is there: {silent}"
    );
    let told = tengen(&[&quiet[..], &["--progress"]].concat());
    assert!(told.err.contains("looking at every move: "), "{}", told.err);
    assert!(!told.out.contains("looking at"), "{}", told.out);
}

#[test]
fn defences_and_lines_are_judged() {
    let run = tengen(&["solve", THREATENED, "--defences", "--nodes", "400000"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Black threatens to win"), "{}", run.out);
    let stops = run
        .out
        .lines()
        .find(|line| line.starts_with("Stops it:"))
        .unwrap();
    assert!(stops.contains("G8") && stops.contains("K8"), "{stops}");
    assert!(run.out.contains("lose to the threat itself"), "{}", run.out);
    let wins = tengen(&["solve", WON, "--check", "k8", "--nodes", "100000"]);
    assert_eq!(wins.code, 0, "{}", wins.out);
    // The line and the position it is played in count the same plies.
    let whole = "h8g8i7h9j9f7i9";
    let plain = tengen(&["solve", whole, "--kind", "vcf", "--nodes", "100000"]);
    assert!(plain.out.contains("with ply 3"), "{}", plain.out);
    let line = tengen(&["solve", whole, "--check", "E6 D5 I10", "--nodes", "100000"]);
    let told: Vec<&str> = line.out.lines().filter(|it| it.contains("wins")).collect();
    assert!(
        told[0].starts_with("E6") && told[0].contains("with ply 3"),
        "{told:?}"
    );
    assert!(
        told[1].starts_with("I10") && told[1].contains("with ply 1"),
        "{told:?}"
    );
    let refuted = tengen(&["solve", WON, "--check", "a15", "--nodes", "400000"]);
    assert_eq!(refuted.code, 1, "{}", refuted.out);
    assert!(refuted.out.contains("A15 does not win"), "{}", refuted.out);
}
