//! Tests of reading and writing SGF: broken files one by one, then at random.

mod hostile;
mod lenient;
mod round_trip;
mod rows;

use super::{read, write};
use crate::point::{Point, Size};
use crate::record::{Note, ReadOptions, RecordError};
use crate::stone::Stone;
use crate::tree::{NodeId, Tree};

/// Eleven moves: h8 i9 h10 h9 g9 i11 f10 i7 j10 i10 i8, rows from the top.
const MOVES: &str = ";B[hh];W[ii];B[hj];W[hi];B[gi];W[ik];B[fj];W[ig];B[jj];W[ij];B[ih]";

fn all(text: &str) -> (Vec<Tree>, Vec<Note>) {
    let reading = read(text, &ReadOptions::default()).unwrap();
    (reading.value, reading.notes)
}

/// The only game of the text, and the messages.
fn one(text: &str) -> (Tree, Vec<String>) {
    let (mut trees, notes) = all(text);
    assert_eq!(trees.len(), 1, "{text}");
    let messages = notes.into_iter().map(|note| note.message).collect();
    (trees.remove(0), messages)
}

/// The only game of a text that needs no repair.
fn clean(text: &str) -> Tree {
    let (tree, messages) = one(text);
    assert_eq!(messages, [""; 0], "{text}");
    tree
}

fn refused(text: &str) -> RecordError {
    read(text, &ReadOptions::default()).unwrap_err()
}

/// The main line's moves as letters: `Bhh`, `W-` for a pass.
fn line(tree: &Tree) -> String {
    let word = |stone: Stone, point: Option<Point>| {
        let side = if stone == Stone::Black { 'B' } else { 'W' };
        match point {
            None => format!("{side}-"),
            Some(p) => {
                let letter = |n: u8| char::from(b'a' + n);
                format!("{side}{}{}", letter(p.x()), letter(p.y()))
            }
        }
    };
    let moves = tree.main_moves();
    let words: Vec<String> = moves.iter().map(|mv| word(mv.stone, mv.point)).collect();
    words.join(" ")
}

/// Asserts that one message has all the words.
fn says(messages: &[String], words: &[&str]) {
    assert!(
        messages
            .iter()
            .any(|message| words.iter().all(|word| message.contains(word))),
        "no note with {words:?} in {messages:#?}"
    );
}

fn size(n: u8) -> Size {
    Size::new(n).unwrap()
}

/// The same tree with its nodes numbered in the order of the text, unlinked ones left
/// out: trees that say the same are then equal.
fn renumbered(tree: &Tree) -> Tree {
    let mut copy = Tree::new(tree.size, tree.rule);
    copy.info = tree.info.clone();
    let content = |id: NodeId| tree.node(id).clone();
    {
        let from = content(Tree::ROOT);
        let root = copy.node_mut(Tree::ROOT);
        root.mv = from.mv;
        root.setup = from.setup;
        root.comment = from.comment;
        root.marks = from.marks;
        root.time_ms = from.time_ms;
        root.time_left_ms = from.time_left_ms;
        root.unknown = from.unknown;
    }
    let mut stack: Vec<(NodeId, NodeId)> = Vec::new();
    let push = |stack: &mut Vec<(NodeId, NodeId)>, of: NodeId, under: NodeId| {
        let children = tree.node(of).children().iter().rev();
        stack.extend(children.map(|&child| (child, under)));
    };
    push(&mut stack, Tree::ROOT, Tree::ROOT);
    while let Some((id, under)) = stack.pop() {
        let new = copy.add(under, content(id));
        push(&mut stack, id, new);
    }
    copy
}
