//! SGF, the tree format: `FF[4]`, `GM[4]`.
//!
//! # Reading
//! [`read`] takes what is certain from files as they are met. It accepts, with a note,
//! whatever the standard forbids but programs write: other game numbers, property names
//! in small letters or in the long spelling of old files, missing brackets, text around
//! the games, several moves in a node, repeated properties, colours out of turn. A move
//! off the board or on a taken point ends its line; other variations stay. What it does
//! not understand is kept in [`Node::unknown`](crate::Node) and written back.
//!
//! - A missing `SZ` is guessed from the moves. A stated one is believed unless two or
//!   more different moves lie beyond it and 15, 19 or 20 holds them all. With eight or
//!   more different points, none with the letter i and some one letter beyond the board,
//!   the file is taken to skip i.
//! - A missing `RU` is normal and gets no note: the rule is the one of the
//!   [`ReadOptions`], else freestyle. Numbers are Gomocup's.
//! - `GM[1]` with a board on which Go is played is refused, unless `RU` names a rule of
//!   ours or the options allow it.
//! - Nodes behind the root that say nothing are dropped; what follows them moves up.
//!
//! # Writing
//! [`write()`] is strict, and `read` gives back what it wrote, except that
//! - only what a text can hold comes back: no line breaks in names and labels, `\n` for
//!   every line break in comments, one mark of a kind and one set-up stone per point,
//!   these grouped by kind; time left only beside a move;
//! - nodes that say nothing are not read back;
//! - set-up and a move in one node become two nodes, and so does a move in the root;
//! - the stones of a five and the reasons of a forbidden move are not stored. The reader
//!   finds them again in the main line; if they are not there, the result comes back
//!   with [`Cause::Unknown`](crate::Cause::Unknown) and a note.
//!
//! Private properties, in the root: `TGPROTOCOL`, the opening protocol; `TGCAUSE`, why
//! the game ended (`five`, `forbidden`, `resignation`, `time`, `agreement`,
//! `full-board`, `no-legal-move`); in any node: `TGTIME`, seconds spent on the move.

mod draft;
mod ending;
mod header;
mod reader;
mod syntax;
#[cfg(test)]
mod tests;
mod value;
mod writer;

use super::{ReadOptions, Reading, RecordError};
use crate::tree::Tree;

/// Private property: the opening protocol's short name.
const PROTOCOL: &str = "TGPROTOCOL";
/// Private property: what ended the game.
const CAUSE: &str = "TGCAUSE";
/// Private property: seconds spent on the move.
const TIME: &str = "TGTIME";

/// Reads all games of an SGF text, with everything that was repaired on the way.
///
/// ```
/// use tengen_core::record::{ReadOptions, sgf};
/// let reading = sgf::read("(;GM[4]SZ[15];B[hh];W[ii", &ReadOptions::default())?;
/// assert_eq!(reading.value[0].main_moves().len(), 1);
/// assert!(reading.notes[0].message.contains("never closed"));
/// # Ok::<(), tengen_core::record::RecordError>(())
/// ```
///
/// # Errors
/// [`RecordError`] if the text is empty, holds no SGF, nothing of a game (no move, no
/// set-up stone, nothing about the game), or only games that are not ours or on boards
/// that are not offered.
pub fn read(text: &str, options: &ReadOptions) -> Result<Reading<Vec<Tree>>, RecordError> {
    reader::read_games(text, options)
}

/// Writes one game as `FF[4]`.
///
/// ```
/// use tengen_core::record::sgf;
/// use tengen_core::{Move, Rule, Size, Stone, Tree};
/// let mut tree = Tree::new(Size::STANDARD, Rule::Renju);
/// let point = Some(tree.size.centre());
/// tree.add_move(Tree::ROOT, Move { stone: Stone::Black, point });
/// assert!(sgf::write(&tree).contains("SZ[15]RU[renju]\n;B[hh])"));
/// ```
pub fn write(tree: &Tree) -> String {
    write_all([tree])
}

/// Writes several games into one text.
pub fn write_all<'a>(trees: impl IntoIterator<Item = &'a Tree>) -> String {
    let mut out = String::new();
    for tree in trees {
        writer::push_game(&mut out, tree);
    }
    out
}
