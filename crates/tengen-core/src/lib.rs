//! Rules and records of Gomoku, Renju and Caro.
//!
//! Two players put stones on the points of a square grid in turn, Black first; whoever
//! first gets five in a row wins. This crate knows everything about that game but how to
//! play it well. It has no dependencies, touches no files, and panics on no input.
//!
//! # The words of the game
//!
//! **The board.** A [`Point`] is a crossing of the grid, counted from the top left; a
//! [`Size`] is a board's side length, 5 to 22. People name points by a letter for the
//! column and a number for the row from the bottom, so the centre (天元, *tengen*) of a
//! 15x15 board is H8: [`Point::name`] writes that, [`record::coordinate`] reads it. A
//! [`Stone`] is black or white. A [`Board`] is what stands where, and knows nothing else.
//! A [`Run`] is stones of one colour side by side, along one of the four
//! [`Direction`]s. A [`Symmetry`] turns or mirrors all of it.
//!
//! **The rule.** A [`Rule`] says which rows win: five or more (*freestyle*), exactly five
//! (*standard*), a five that enemy stones do not hold at both ends (*caro*, in two
//! readings), or different rows for Black and White (*renju*). Rows of more than five are
//! called overlines. [`win`] finds the rows.
//!
//! **Forbidden points.** Moving first is so strong that renju takes something away from
//! Black: overlines, two fours at once and two open threes at once lose the game.
//! [`forbidden`] finds these points and explains each, down to the three that only looks
//! like one.
//!
//! **Shapes.** What a few stones on a line amount to has a name: a *four* threatens to
//! become five, an *open four* cannot be stopped, an *open three* threatens to become an
//! open four, a *sleeping three* only a four. [`shapes`] lists them, in English and in
//! Chinese.
//!
//! **A position** ([`Position`]) is a board with a rule and a side to move. It plays and
//! takes back, refuses what is not legal with a [`MoveError`] that says what is, and
//! knows the [`Outcome`]: who won, by which [`Cause`], with which stones; or a draw,
//! because the board is full or because Black has only forbidden points left.
//!
//! **A game** ([`Game`]) is a [`Tree`] of moves with variations, comments and marks, and
//! a cursor in it. Taking back moves the cursor and loses nothing. [`opening`] has the
//! protocols by which players share out the first stones fairly, such as swap2;
//! [`RenjuOpening`] names the figures that three stones can make.
//!
//! **A record** is a game as text. [`record`] reads and writes SGF, PSQ, position strings
//! and opening lists; its readers repair what real files get wrong, and say so.
//! [`ascii`] and [`diagram`] draw boards with characters and as SVG.
//!
//! # A first game
//!
//! ```
//! use tengen_core::record::{ReadOptions, sgf, text};
//! use tengen_core::{Game, GameError, Rule, Stone};
//!
//! // Black has two stones each in a row and a column that meet in H8.
//! let options = ReadOptions { rule: Some(Rule::Renju), ..ReadOptions::default() };
//! let record = text::read("g8 a1 f8 a3 h9 a5 h10 a7", &options)?.value;
//! let mut game = Game::from_tree(record);
//! game.to_end();
//!
//! // A stone there would make two open threes, which renju forbids Black.
//! let h8 = game.size().centre();
//! let refusal = game.play(h8).unwrap_err();
//! assert!(matches!(refusal, GameError::Forbidden { .. }));
//! assert!(refusal.to_string().starts_with("H8 is forbidden: double three."));
//!
//! // Elsewhere Black is free to play, and White may even use the forbidden point.
//! game.play(game.size().point(4, 7).unwrap())?; // E8, a row of three
//! game.play(h8)?;
//! assert_eq!(game.position().to_move(), Stone::Black);
//!
//! // Going back and trying something else keeps the first try as a variation.
//! game.undo();
//! game.play(game.size().point(3, 7).unwrap())?;
//! game.set_comment("Better: this end stops the three as well.");
//! assert!(sgf::write(game.tree()).contains("(;W[hh])"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # For programs that play
//!
//! [`zobrist`] keys fingerprint a position, the same on every machine; [`rng`] is the
//! fixed stream of random numbers behind them. [`perft`] counts the leaves of a position
//! by outcome, in two independent ways: the check that faster code has to pass. [`proof`]
//! holds proofs that a side wins, and replays them against every reply.
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
pub mod proof;
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
