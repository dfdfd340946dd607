//! What a stone makes on one line, and on all four together.
//!
//! Owns the two steps from stones to meaning: [`LineTable`] maps the window around a
//! point to a [`LineClass`] for each colour, [`cell`] combines the classes of the four
//! lines through a point. Both tables are generated from the definitions when first
//! used; nothing is listed by hand.

pub mod cell;
mod classify;
mod line;

pub use cell::{CellCode, Threat};
pub use line::{LineClass, LineTable, side_offset};
