//! What real programs write against the standard, and how results and the rest of the
//! header are understood.

use super::*;
use crate::outcome::{Cause, Outcome};
use crate::rule::Rule;
use crate::tree::Mark;

#[test]
fn other_game_numbers() {
    for gm in ["1", "5", "11", "gomoku"] {
        let (tree, messages) = one(&format!("(;GM[{gm}]SZ[15]{MOVES})"));
        assert_eq!(tree.main_moves().len(), 11);
        says(&messages, &["read as Gomoku", gm]);
    }
    assert!(
        refused("(;GM[3]SZ[15];B[hh])")
            .message
            .contains("another game")
    );
    // A rule of ours shows that it is no Go.
    let (tree, _) = one("(;GM[1]SZ[19]RU[renju];B[pp])");
    assert_eq!(tree.size, size(19));
}

#[test]
fn a_refused_game_does_not_hide_the_others() {
    let (trees, notes) =
        all("(;GM[1]SZ[19];B[pp](;W[aa]))(;GM[4]SZ[15];B[hh])(;GM[4]SZ[20];B[jj])");
    assert_eq!(trees.len(), 2);
    assert_eq!(line(&trees[1]), "Bjj");
    assert_eq!(notes.len(), 1);
    assert!(notes[0].message.contains("game not read"));
}

#[test]
fn sizes_that_cannot_be() {
    assert!(
        refused("(;GM[4]SZ[15:19];B[aa])")
            .message
            .contains("only square")
    );
    assert!(refused("(;GM[4]SZ[30];B[aa])").message.contains("5 to 22"));
    assert_eq!(clean("(;GM[4]SZ[15:15];B[aa])").size, size(15));
    let (tree, messages) = one("(;GM[4]SZ[big];B[pp])");
    assert_eq!(tree.size, size(19));
    says(&messages, &["SZ[big]"]);
    says(&messages, &["19x19 assumed"]);
    let options = ReadOptions {
        size: Some(size(17)),
        ..ReadOptions::default()
    };
    let reading = read("(;GM[4];B[pp])", &options).unwrap();
    assert_eq!((reading.value[0].size, reading.notes.len()), (size(17), 0));
}

#[test]
fn a_header_that_two_moves_contradict() {
    let (tree, messages) = one("(;GM[4]SZ[15];B[hh];W[pp];B[qq])");
    assert_eq!((tree.size, tree.main_moves().len()), (size(19), 3));
    says(&messages, &["SZ[15] does not hold the moves", "19x19"]);
    // Nothing holds these: the line stops.
    let (tree, _) = one("(;GM[4]SZ[15];B[hh];W[uu];B[vv])");
    assert_eq!((tree.size, tree.main_moves().len()), (size(15), 1));
}

#[test]
fn letters_without_i() {
    let text = "(;GM[4]SZ[15];B[hh];W[jj];B[hk];W[hj];B[gj];W[jl];B[fk];W[pp])";
    let (tree, messages) = one(text);
    says(&messages, &["without i"]);
    assert_eq!(line(&tree), "Bhh Wii Bhj Whi Bgi Wik Bfj Woo");
    let options = ReadOptions {
        skip_i: true,
        ..ReadOptions::default()
    };
    let reading = read("(;GM[4]SZ[15];B[hh];W[jj])", &options).unwrap();
    assert_eq!(line(&reading.value[0]), "Bhh Wii");
}

#[test]
fn rules_by_name_and_number() {
    for (ru, rule) in [
        ("0", Rule::Freestyle),
        ("1", Rule::Standard),
        ("4", Rule::Renju),
        ("caro", Rule::Caro9),
        (" Renju ", Rule::Renju),
    ] {
        assert_eq!(clean(&format!("(;GM[4]SZ[15]RU[{ru}])")).rule, rule);
    }
    let (tree, messages) = one("(;GM[4]SZ[15]RU[Japanese])");
    assert_eq!(tree.rule, Rule::Freestyle);
    says(&messages, &["RU[Japanese]", "freestyle assumed"]);
    let options = ReadOptions {
        rule: Some(Rule::Renju),
        ..ReadOptions::default()
    };
    let reading = read("(;GM[4]SZ[15])", &options).unwrap();
    assert_eq!(reading.value[0].rule, Rule::Renju);
}

#[test]
fn results() {
    let result = |re: &str| clean(&format!("(;GM[4]SZ[15]RE[{re}])")).info.result;
    let win = |stone, cause| Some(Outcome::win(stone, cause));
    assert_eq!(result("B+1"), win(Stone::Black, Cause::Unknown));
    assert_eq!(result("W+T"), win(Stone::White, Cause::Time));
    assert_eq!(result("0"), Some(Outcome::draw(Cause::Unknown)));
    assert_eq!(result("B+DRAW"), Some(Outcome::draw(Cause::Unknown)));
    // An open result is not ours, but its words stay.
    let tree = clean("(;GM[4]SZ[15]RE[Void])");
    assert_eq!(tree.info.result, None);
    assert!(write(&tree).contains("RE[Void]"));
    let (tree, messages) = one("(;GM[4]SZ[15]RE[they quarrelled])");
    says(&messages, &["they quarrelled", "kept as text"]);
    assert!(write(&tree).contains("RE[they quarrelled]"));
    let (tree, messages) = one("(;GM[4]SZ[15]RE[B+F])");
    assert_eq!(tree.info.result, win(Stone::Black, Cause::Unknown));
    says(&messages, &["forfeit"]);
}

const FIVE: &str = ";B[ha];W[aa];B[hb];W[ba];B[hc];W[ca];B[hd];W[da];B[he]";

#[test]
fn the_stones_of_a_five_are_found_again() {
    for said in ["TE[win by five]", "TGCAUSE[five]"] {
        let tree = clean(&format!("(;GM[4]SZ[15]RU[1]RE[B+1]{said}{FIVE};W[ea])"));
        let outcome = tree.info.result.clone().unwrap();
        assert_eq!(outcome.winning_stones().len(), 5, "{said}");
        let text = write(&tree);
        assert!(text.contains("RE[B+]TGCAUSE[five]"), "{text}");
        assert_eq!(clean(&text), tree);
    }
    let (tree, messages) = one("(;GM[4]SZ[15]RE[B+]TGCAUSE[five];B[hh])");
    assert_eq!(tree.info.result.unwrap().cause, Cause::Unknown);
    says(&messages, &["by a five", "does not show"]);
    // Set up, not played.
    let tree = clean("(;GM[4]SZ[15]RE[W+]TGCAUSE[five]AW[ab:eb])");
    assert_eq!(tree.info.result.unwrap().winning_stones().len(), 5);
}

#[test]
fn a_forbidden_move_is_found_again() {
    let moves = ";B[fh];W[aa];B[gh];W[ca];B[hf];W[ea];B[hg];W[ga];B[hh]";
    for said in ["", "TE[forbidden move]", "TGCAUSE[forbidden]"] {
        let tree = clean(&format!("(;GM[4]SZ[15]RU[4]RE[W+F]{said}{moves})"));
        let outcome = tree.info.result.clone().unwrap();
        let Cause::ForbiddenMove(why) = &outcome.cause else {
            panic!("{outcome:?}");
        };
        assert_eq!(why.point, tree.size.centre());
        assert_eq!(clean(&write(&tree)), tree);
    }
    let (_, messages) = one("(;GM[4]SZ[15]RU[0]RE[W+]TGCAUSE[forbidden];B[hh])");
    says(&messages, &["by a forbidden move"]);
}

#[test]
fn a_good_move_is_no_end_of_the_game() {
    let tree = clean("(;GM[4]SZ[15]RE[B+1];B[hh]TE[1])");
    assert_eq!(tree.info.result.clone().unwrap().cause, Cause::Unknown);
    assert!(write(&tree).contains(";B[hh]TE[1]"));
}

#[test]
fn marks_in_lists_and_repeated() {
    let (tree, messages) = one("(;GM[4]SZ[15]LB[aa:1]LB[bb:x\\:y]MA[cc:dd][cc]CR[zz]);");
    let at = |x, y| Point::new(x, y).unwrap();
    assert_eq!(
        tree.node(Tree::ROOT).marks,
        [
            (at(0, 0), Mark::Label("1".to_string())),
            (at(1, 1), Mark::Label("x:y".to_string())),
            (at(2, 2), Mark::Cross),
            (at(3, 2), Mark::Cross),
            (at(2, 3), Mark::Cross),
            (at(3, 3), Mark::Cross),
        ]
    );
    says(&messages, &["repeated in one node"]);
    says(&messages, &["CR[zz]", "dropped"]);
}

#[test]
fn lost_letters_are_named() {
    let (_, messages) = one("(;GM[4]SZ[15]C[锟斤拷])");
    says(&messages, &["letters were lost"]);
}

#[test]
fn odd_dates_stay_as_written() {
    for date in ["2024年04月25日", "2025.01.02 10:11:12"] {
        let tree = clean(&format!("(;GM[4]SZ[15]DT[{date}])"));
        assert_eq!(tree.info.date, date);
        assert!(write(&tree).contains(date));
    }
}

#[test]
fn what_is_not_understood_is_kept() {
    let tree = clean(
        "(;FF[4]GM[4]SZ[15]US[me]ST[2];B[hh]5A[aa][bb]BL[90.5]WL[100]V[0.25];W[ii]KO[]BL[x])",
    );
    let line = tree.main_line();
    assert_eq!(tree.node(line[1]).time_left_ms, Some(90_500));
    let text = write(&tree);
    for kept in [
        "US[me]",
        "ST[2]",
        "5A[aa][bb]",
        "WL[100]",
        "V[0.25]",
        "KO[]",
        "BL[x]",
    ] {
        assert!(text.contains(kept), "{kept} in {text}");
    }
    assert_eq!(clean(&text), tree);
}

#[test]
fn stray_empty_nodes() {
    let (tree, messages) = one("(;GM[4]SZ[15];B[hh];;W[ii];;)");
    assert_eq!(line(&tree), "Bhh Wii");
    assert_eq!(tree.len(), 3);
    assert_eq!(messages.len(), 1);
    says(&messages, &["3 nodes that say nothing"]);
    // Nor does an empty comment say anything, but an empty value may.
    let (tree, messages) = one("(;GM[4]SZ[15];B[hh];C[];KO[];W[ii])");
    assert_eq!((tree.len(), messages.len()), (4, 1));
    says(&messages, &["a node that says nothing"]);
}

#[test]
fn empty_nodes_where_variations_begin() {
    let (tree, _) = one("(;GM[4]SZ[15];B[hh];(;(;W[ii])(;W[ij]))(;;)(;W[ik]))");
    let line = tree.main_line();
    assert_eq!((line.len(), tree.len()), (3, 5));
    let [ii, ij, ik] = tree.node(line[1]).children() else {
        panic!("three variations move up to the first move");
    };
    for (&id, at) in [ii, ij, ik].into_iter().zip([(8, 8), (8, 9), (8, 10)]) {
        let point = tree.node(id).mv.and_then(|mv| mv.point);
        assert_eq!(point, Point::new(at.0, at.1));
    }
    let (tree, _) = one("(;GM[4]SZ[15];B[hh](;(;)(;;))(;W[hh])(;;W[hh])(;W[ik]))");
    assert_eq!((tree.len(), tree.main_line().len()), (3, 3));
}

#[test]
fn a_bad_variation_does_not_hide_the_others() {
    let (tree, messages) =
        one("(;GM[4]SZ[15];B[hh](;W[hh];B[aa](;W[bb])(;W[cc]))(;W[ii];B[hh])(;W[ij];B[jj]))");
    let first = tree.main_line()[1];
    assert_eq!(tree.node(first).children().len(), 2);
    assert_eq!(messages.len(), 2);
    says(&messages, &["move 2, W[hh]", "3 nodes behind it"]);
    says(&messages, &["move 3, B[hh]"]);
    let last = tree.node(first).children()[1];
    assert_eq!(tree.node(last).children().len(), 1);
}

#[test]
fn missing_openings() {
    for text in [
        ";GM[4]SZ[15];B[hh];W[ii]",
        "GM[4]SZ[15];B[hh];W[ii])",
        "hi there ;GM[4]SZ[15];B[hh];W[ii])",
    ] {
        let (tree, messages) = one(text);
        assert_eq!(line(&tree), "Bhh Wii", "{text}");
        says(&messages, &["\"(;\" missing"]);
    }
    let (tree, messages) = one("(;GM[4]SZ[15];B[hh](W[ii])(;W[ij]))");
    assert_eq!(tree.node(tree.main_line()[1]).children().len(), 2);
    says(&messages, &["\";\" missing"]);
    assert!(refused("just a letter [sic]").message.contains("no SGF"));
}

#[test]
fn texts_without_anything_of_a_game() {
    for text in [
        "(;)",
        "(;;;)",
        "(;)(;;)",
        "(;C[only words])",
        "\u{1}\u{7f}B[\u{2}x;]\u{3}Q[y]",
        "(;X[1]KO[])",
        "AB[no point]",
        "(;GM[4",
    ] {
        let error = refused(text);
        assert!(
            error.message.contains("nothing of a game"),
            "{text}: {error}"
        );
    }
    // A header without moves is a game, and so is a single pass.
    for text in [
        "(;FF[4])",
        "(;PB[Ann])",
        "(;GM[4]C[never closed",
        "(;B[])",
        "(;AB[hh])",
    ] {
        one(text);
    }
}

#[test]
fn junk_between_properties() {
    let (tree, messages) = one("(;GM[4]SZ[15] 1. ;B[hh] !? ;W[ii][x\n2. ;B[jj])");
    assert_eq!(line(&tree), "Bhh Wii");
    says(&messages, &["\"1.\" skipped"]);
    says(&messages, &["\"!?\" skipped"]);
    says(&messages, &["W[ at byte 28 is never closed"]);
}

#[test]
fn setup_beside_a_move_and_side_to_move() {
    let (tree, messages) = one("(;GM[4]SZ[15];AB[aa]PL[W]W[bb]C[both];AE[aa];B[aa])");
    assert_eq!(line(&tree), "Wbb Baa");
    assert_eq!(tree.len(), 5);
    let line = tree.main_line();
    assert_eq!(tree.node(line[1]).setup.to_move, Some(Stone::White));
    assert_eq!(tree.node(line[2]).comment, "both");
    says(&messages, &["set-up and a move in one node"]);
    assert_eq!(clean(&write(&tree)), tree);
}

#[test]
fn white_first_is_out_of_turn_unless_said() {
    let (_, messages) = one("(;GM[4]SZ[15];W[aa])");
    says(&messages, &["move 1 is by White"]);
    clean("(;GM[4]SZ[15]PL[W];W[aa])");
    clean("(;GM[4]SZ[15]AB[bb];W[aa])");
}

#[test]
fn long_lists_of_rectangles_have_a_limit() {
    let text = format!("(;GM[4]SZ[20]{})", ";MA[aa:tt]".repeat(5000));
    let (tree, messages) = one(&text);
    says(&messages, &["too many points"]);
    let marks: usize = tree
        .main_line()
        .iter()
        .map(|&id| tree.node(id).marks.len())
        .sum();
    assert_eq!(marks, 1_000_000);
}
