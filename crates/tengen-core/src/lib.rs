//! Rules and records of Gomoku, Renju and Caro.
#![forbid(unsafe_code)]

pub mod ascii;
mod board;
pub mod diagram;
pub mod forbidden;
pub mod game;
pub mod opening;
mod outcome;
pub mod perft;
mod point;
mod position;
pub mod record;
mod renju_openings;
pub mod rng;
mod rule;
pub mod shapes;
mod stone;
mod symmetry;
mod tree;
pub mod win;
pub mod zobrist;

pub use board::{Board, Cell, PlaceError, Run};
pub use forbidden::{Forbidden, ForbiddenKind};
pub use game::{Game, GameError, GameNote};
pub use outcome::{Cause, Outcome};
pub use point::{AREA, Direction, MAX_SIZE, MIN_SIZE, Point, Size, SizeError};
pub use position::{MoveError, Position, judge_whole_board};
pub use renju_openings::{OpeningKind, OpeningNameError, RenjuOpening};
pub use rule::{Rule, RuleError};
pub use stone::{BySide, Stone};
pub use symmetry::Symmetry;
pub use tree::{Info, Mark, Move, Node, NodeId, Setup, Tree};

/// Runs the example in the README together with those in the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
