//! The faults that are common in practice, one test each. The numbers are those of the
//! project's collection of broken records; the texts here are our own.

use super::*;

#[test]
fn row_01_a_clean_file() {
    let tree = clean(&format!("(;FF[4]GM[4]SZ[15]PB[Ann]PW[Bo]RE[B+R]{MOVES})\n"));
    assert_eq!(line(&tree), "Bhh Wii Bhj Whi Bgi Wik Bfj Wig Bjj Wij Bih");
    assert_eq!(tree.info.players.black, "Ann");
    assert_eq!(tree.info.players.white, "Bo");
    let result = tree.info.result.unwrap();
    assert_eq!(result.winner, Some(Stone::Black));
    assert_eq!(result.cause, crate::Cause::Resignation);
}

#[test]
fn row_02_no_closing_bracket() {
    let (tree, messages) = one(&format!("(;FF[4]GM[4]SZ[15]{MOVES}"));
    assert_eq!(tree.main_moves().len(), 11);
    assert_eq!(messages.len(), 1);
    says(&messages, &["closing \")\" missing"]);
}

#[test]
fn row_03_an_unclosed_property_swallows_the_rest() {
    for tail in [
        ";B[hh];W[ii])\n",
        ";B[hh];W[ii",
        "; W[];B[aa])",
        " and so on",
    ] {
        let text = format!("(;FF[4]GM[4]SZ[15]C[no end{tail}");
        let (trees, notes) = all(&text);
        assert_eq!(trees[0].main_moves().len(), 0, "{text}");
        let comment = &trees[0].node(Tree::ROOT).comment;
        assert_eq!(comment, &format!("no end{tail}"));
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert_eq!(notes[0].place.offset, text.find("C[").unwrap());
        assert!(notes[0].message.contains("C[ at byte 18 is never closed"));
        assert_eq!(clean(&write(&trees[0])), trees[0]);
    }
    // A free bracket alone means nothing.
    let tree = clean("(;FF[4]GM[4]SZ[15]C[see [1, or ;B[hh\\] there];B[hh])");
    assert_eq!(tree.main_moves().len(), 1);
}

#[test]
fn row_04_cut_in_a_move() {
    let (tree, messages) = one("(;FF[4]GM[4]SZ[15];B[hh];W[ii];B[hj];W[hi];B[gi];W[ik];B[fj];W[i");
    assert_eq!(tree.main_moves().len(), 7);
    assert_eq!(tree.len(), 8, "no node is left of the cut move");
    assert_eq!(messages.len(), 1);
    says(&messages, &["W[", "never closed"]);
}

/// Rows 05 to 09 differ in their encoding, which is decoded before this reader; what
/// it must do is take any text, and undo escaping in characters, not bytes.
#[test]
fn rows_05_to_09_comments_in_any_script() {
    let tree = clean(&format!(
        "(;FF[4]GM[4]SZ[15]CA[GBK]C[五子棋对局，花月 筡 test]{MOVES})"
    ));
    assert_eq!(tree.main_moves().len(), 11);
    assert_eq!(tree.node(Tree::ROOT).comment, "五子棋对局，花月 筡 test");
}

#[test]
fn row_10_byte_order_mark_and_line_ends() {
    for end in ["\r\n", "\r", "\n", "\n\r"] {
        let text = format!("\u{FEFF}({end};FF[4]GM[4]SZ[15]C[a{end}b]{MOVES})")
            .replace(";B", &format!("{end};B"));
        let tree = clean(&text);
        assert_eq!(tree.main_moves().len(), 11);
        assert_eq!(tree.node(Tree::ROOT).comment, "a\nb");
    }
}

#[test]
fn row_11_names_in_small_letters() {
    let (tree, messages) = one(&format!(
        "(;FF[4]gm[4]sz[15]{})",
        MOVES.replace('B', "b").replace('W', "w")
    ));
    assert_eq!((tree.main_moves().len(), tree.size), (11, size(15)));
    assert_eq!(messages.len(), 1);
    says(&messages, &["small letters"]);
}

#[test]
fn row_12_long_names_and_two_moves_in_a_node() {
    let (tree, messages) = one("(;GaMe[4]SiZe[15]Black[hh]White[ii];Black[hj];White[hi])");
    assert_eq!(line(&tree), "Bhh Wii Bhj Whi");
    assert_eq!(tree.node(Tree::ROOT).mv, None);
    says(&messages, &["only their capitals count", "GaMe"]);
    says(&messages, &["2 moves in one node"]);
}

#[test]
fn row_13_off_the_board() {
    let (tree, messages) = one("(;FF[4]GM[4]SZ[15];B[hh];W[ii];B[hj];W[hi];B[pp];W[gi])");
    assert_eq!(tree.main_moves().len(), 4);
    assert_eq!(messages.len(), 1);
    says(
        &messages,
        &["move 5, B[pp], is off the 15x15 board", "1 node behind"],
    );
}

#[test]
fn row_14_on_a_taken_point() {
    let (tree, messages) =
        one("(;FF[4]GM[4]SZ[15];B[hh];W[ii];B[hj];W[hi];B[gi];W[ik];B[hh];W[gi])");
    assert_eq!(tree.main_moves().len(), 6);
    assert_eq!(messages.len(), 1);
    says(&messages, &["move 7, B[hh], is on H8, which is taken"]);
}

#[test]
fn row_15_passes() {
    let tree = clean("(;FF[4]GM[4]SZ[15];B[hh];W[];B[hj];W[tt];B[hi])");
    assert_eq!(line(&tree), "Bhh W- Bhj W- Bhi");
    let tree = clean("(;FF[4]GM[4]SZ[20];B[hh];W[tt])");
    assert_eq!(line(&tree), "Bhh Wtt");
}

#[test]
fn row_16_colours_out_of_turn() {
    let (tree, messages) = one("(;FF[4]GM[4]SZ[15];B[hh];B[hj];W[ii];W[ig])");
    assert_eq!(line(&tree), "Bhh Bhj Wii Wig");
    assert_eq!(messages.len(), 1);
    says(&messages, &["move 2 is by Black, out of turn"]);
}

#[test]
fn row_17_setup_and_variations() {
    let tree = clean("(;FF[4]GM[4]SZ[15]AB[hh][hj]AW[ii];W[hi](;B[gi];W[ik])(;B[ig]))");
    assert_eq!(line(&tree), "Whi Bgi Wik");
    let at = |x, y| Point::new(x, y).unwrap();
    assert_eq!(
        tree.node(Tree::ROOT).setup.stones,
        [
            (at(7, 7), Some(Stone::Black)),
            (at(7, 9), Some(Stone::Black)),
            (at(8, 8), Some(Stone::White)),
        ]
    );
    let branch = tree.main_line()[1];
    assert_eq!(tree.node(branch).children().len(), 2);
    let second = tree.node(branch).children()[1];
    assert_eq!(tree.node(second).mv.unwrap().point, Some(at(8, 6)));
}

#[test]
fn row_18_go_is_refused_or_opened_on_request() {
    let text = "(;FF[4]GM[1]SZ[19]KM[6.5];B[pd];W[dp];B[pp];W[dd])";
    let error = refused(text);
    assert!(error.message.contains("game of Go"), "{error}");
    assert_eq!(error.place.offset, text.find("[1]").unwrap());
    let options = ReadOptions {
        other_games: true,
        ..ReadOptions::default()
    };
    let reading = read(text, &options).unwrap();
    assert_eq!(reading.value[0].size, size(19));
    assert_eq!(reading.value[0].main_moves().len(), 4);
    assert!(reading.notes[0].message.contains("read as Gomoku"));
}

#[test]
fn row_19_missing_size() {
    let (tree, messages) = one("(;FF[4];B[hh];W[ii];B[hj];W[hi];B[gi];W[ik])");
    assert_eq!((tree.size, tree.main_moves().len()), (size(15), 6));
    says(&messages, &["no board size", "15x15 assumed"]);
    says(&messages, &["no game type"]);
    for (far, expected) in [("oo", 15), ("pa", 19), ("as", 19), ("at", 20), ("uu", 22)] {
        let (tree, _) = one(&format!("(;GM[4];B[hh];W[{far}])"));
        assert_eq!(tree.size, size(expected), "{far}");
    }
    let (tree, _) = one("(;GM[4];B[hh];W[tt];B[ss])");
    assert_eq!((tree.size, line(&tree).as_str()), (size(19), "Bhh W- Bss"));
}

#[test]
fn row_20_text_around() {
    let (tree, messages) = one(&format!(
        "Hello (you), look:\n\n(;FF[4]GM[4]SZ[15]{MOVES})\n\n-- \nsent by pigeon :) (;)\n"
    ));
    assert_eq!(tree.main_moves().len(), 11);
    says(&messages, &["skipped", "Hello"]);
    says(&messages, &["empty game"]);
    let (tree, messages) = one(&format!("(;GM[4]SZ[15]{MOVES}) bye"));
    assert_eq!(tree.main_moves().len(), 11);
    says(&messages, &["behind the game ignored", "bye"]);
}

#[test]
fn row_21_escapes() {
    let tree = clean(&format!(
        r"(;FF[4]GM[4]SZ[15]C[4-3 at \[h8\], see a\:b \\ end]{MOVES})"
    ));
    assert_eq!(tree.node(Tree::ROOT).comment, r"4-3 at [h8], see a:b \ end");
    assert_eq!(tree.main_moves().len(), 11);
}

#[test]
fn rows_42_and_43_empty() {
    for text in ["", "\u{FEFF}", " \r\n"] {
        assert!(refused(text).message.contains("empty file"));
    }
}
