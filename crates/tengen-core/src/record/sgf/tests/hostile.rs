//! Texts made to hurt: deep, long, cut, random. Reading returns, in linear time.

use proptest::prelude::*;

use super::*;
use crate::record::test_support::{any_bytes, damaged};
use crate::record::{MAX_GAMES, MAX_NOTES};

const DEEP: usize = 100_000;

#[test]
fn a_hundred_thousand_nested_variations() {
    let nested = "(;C[x]".repeat(DEEP);
    let (tree, messages) = one(&format!("(;GM[4]SZ[15]{nested}"));
    assert_eq!(tree.len(), DEEP + 1);
    says(&messages, &["100001 closing"]);
    let closed = format!("(;GM[4]SZ[15]{nested}{}", ")".repeat(DEEP + 1));
    let tree = clean(&closed);
    assert_eq!(clean(&write(&tree)), tree);
}

#[test]
fn a_hundred_thousand_variations_side_by_side() {
    let text = format!(
        "(;GM[4]SZ[15];B[hh]{})",
        "(;W[ii];B[jj])(;W[aa])".repeat(DEEP / 2)
    );
    let tree = clean(&text);
    assert_eq!(tree.len(), 2 + DEEP / 2 * 3);
    assert_eq!(clean(&write(&tree)), tree);
}

#[test]
fn a_comment_of_twenty_megabytes() {
    let comment = r"长\]a".repeat(4_000_000);
    let text = format!("(;GM[4]SZ[15]C[{comment}];B[hh])");
    let tree = clean(&text);
    assert_eq!(tree.node(Tree::ROOT).comment.len(), 5 * 4_000_000);
    assert_eq!(tree.main_moves().len(), 1);
    drop(tree);
    // Never closed.
    let (tree, _) = one(&text[..text.len() - 20]);
    assert_eq!(tree.main_moves().len(), 0);
}

/// Each of these would take minutes if some step looked at the whole text per byte.
#[test]
fn repeated_fragments_stay_linear() {
    for fragment in [
        "(",
        ")",
        "[",
        "]",
        ";",
        "\\",
        "(;",
        ";)",
        "B[",
        "B",
        "B ",
        "B[]",
        "aB[",
        "A[]",
        "( ",
        " ",
        "(;B[aa])",
        "(;)",
        ";B[aa]W[bb]",
        "x[y",
        "\u{FEFF}",
        "LB[aa:",
        "é",
        "(;B[zz]",
    ] {
        for head in ["", "(;GM[4]SZ[15]", "(;GM[4];C["] {
            let text = format!("{head}{}", fragment.repeat(30_000));
            if let Ok(reading) = read(&text, &ReadOptions::default()) {
                assert!(reading.notes.len() <= MAX_NOTES);
            }
        }
    }
}

#[test]
fn a_node_with_very_many_different_properties() {
    let mut text = String::from("(;GM[4]SZ[15]");
    for n in 0..100_000_u32 {
        let name: String = n
            .to_string()
            .bytes()
            .map(|b| char::from(b - b'0' + b'Q'))
            .collect();
        text.push_str(&format!("X{name}[]"));
    }
    text.push(')');
    let tree = clean(&text);
    assert!(tree.node(Tree::ROOT).unknown.len() == 100_000);
    assert_eq!(clean(&write(&tree)), tree);
}

/// What says nothing takes no room in the tree, wherever it stands, and one note counts
/// it.
#[test]
fn nodes_that_say_nothing_do_not_grow_the_tree() {
    for fragment in [";", "(;", "(;)", ";C[]", ";\n", ";(;)"] {
        let nodes = DEEP * fragment.matches(';').count();
        let text = format!("(;GM[4]SZ[15]{}(;B[hh])", fragment.repeat(DEEP));
        let (tree, messages) = one(&text);
        assert_eq!(tree.len(), 2, "{fragment}");
        let counted = format!("{nodes} nodes that say nothing");
        let told = messages.iter().filter(|message| message.contains(&counted));
        assert_eq!(told.count(), 1, "{fragment}: {messages:?}");
    }
}

/// The most nodes come from moves without a point.
#[test]
fn passes_are_one_node_each() {
    let (tree, _) = one(&format!("(;GM[4]SZ[15]{}", ";B[]".repeat(DEEP)));
    assert_eq!((tree.len(), tree.main_line().len()), (DEEP + 1, DEEP + 1));
}

#[test]
fn a_list_of_games_without_end() {
    let text = "(;GM[4]SZ[15];B[hh])".repeat(MAX_GAMES + 1);
    let (trees, notes) = all(&text);
    assert_eq!(trees.len(), MAX_GAMES);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].message.contains("the rest is not read"));
}

/// Pieces from which nearly valid texts are made.
const PIECES: [&str; 40] = [
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    ":",
    "(;",
    "B",
    "W",
    "B[hh]",
    "W[ii]",
    "W[]",
    "B[tt]",
    "B[pp]",
    "W[aa]",
    "AB[aa:cc]",
    "AW[bb]",
    "AE[aa:vv]",
    "PL[W]",
    "C[x\\]y]",
    "LB[aa:1]",
    "MA[hh]",
    "SZ[15]",
    "SZ[19]",
    "SZ",
    "GM[4]",
    "GM[1]",
    "RU[4]",
    "RE[B+R]",
    "RE[W+F]",
    "TGCAUSE[five]",
    "TE[five]",
    "BL[1.5]",
    "black[hh]",
    "Black[hh]",
    "é",
    "\r\n",
    "\0",
    " ",
];

/// Whatever is read can be written, and reads back the same, with nothing to repair but
/// what is odd in the game itself.
fn reads_and_reads_back(text: &str) {
    let Ok(reading) = read(text, &ReadOptions::default()) else {
        return;
    };
    assert!(reading.notes.len() <= MAX_NOTES);
    let written = super::super::write_all(&reading.value);
    let again = read(&written, &ReadOptions::default()).unwrap();
    assert_eq!(reading.value, again.value, "{text:?} became {written:?}");
    for note in again.notes {
        let message = &note.message;
        let odd = ["out of turn", "main line does not show"];
        assert!(
            odd.iter().any(|odd| message.contains(odd)),
            "{message} for {written:?}"
        );
    }
}

const WHOLE: &str = r"(;FF[4]GM[4]SZ[15]AB[hh][hj]AW[ii:jk]C[a\]b];W[hi]BL[9.5](;B[gi]LB[aa:x];W[ik])(;B[ig]TE[1]))";

proptest! {
    #[test]
    fn random_bytes(text in any_bytes()) {
        reads_and_reads_back(&text);
    }

    #[test]
    fn random_pieces(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60)) {
        reads_and_reads_back(&pieces.concat());
        reads_and_reads_back(&format!("(;GM[4]SZ[15]{})", pieces.concat()));
    }

    #[test]
    fn damaged_files(text in damaged(WHOLE.to_string())) {
        reads_and_reads_back(&text);
    }

    #[test]
    fn brackets_put_in_and_taken_out(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..8_usize), 1..8),
    ) {
        let mut chars: Vec<char> = WHOLE.chars().collect();
        for (index, kind) in edits {
            let at = index.index(chars.len());
            match "()[];\\:".chars().nth(kind) {
                Some(special) => chars.insert(at, special),
                None => drop(chars.remove(at)),
            }
        }
        reads_and_reads_back(&chars.into_iter().collect::<String>());
    }
}
