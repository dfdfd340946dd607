//! The fast board against itself computed anew, and against tengen-core.

use tengen_core::rng::Rng;
use tengen_core::{Stone, forbidden, win};

use super::*;
use crate::variant::{Caro8, Caro9, Freestyle, Renju, Standard};

/// Compares every incremental field with the position computed anew.
fn assert_same<V: Variant>(position: &Position<V>) {
    let fresh = position.from_scratch();
    assert_eq!(position.key, fresh.key);
    assert_eq!(position.sums, fresh.sums);
    assert_eq!(position.counts, fresh.counts);
    assert_eq!(position.sets, fresh.sets);
    assert_eq!(position.free, fresh.free);
    assert_eq!(position.candidates, fresh.candidates);
    assert_eq!(position.stones, fresh.stones);
    for point in position.size().points() {
        let spot = usize::from(spot_of(point));
        // A taken cell keeps what it was when the stone came; undo needs nothing else.
        if position.cells[spot].stone == EMPTY {
            assert_eq!(position.cells[spot], fresh.cells[spot], "{point:?}");
        }
    }
}

/// Compares fives and forbidden points with the plain rules.
fn assert_as_core<V: Variant>(position: &mut Position<V>) {
    let board = position.to_board();
    for point in board.free_points() {
        let spot = spot_of(point);
        for stone in Stone::BOTH {
            assert_eq!(
                position.threat(spot, stone) == Threat::Five,
                win::wins_at_once(&board, V::RULE, point, stone),
                "{} {stone} {point:?} {board:?}",
                V::RULE
            );
        }
        if V::FORBIDS {
            let exact = forbidden::is_forbidden(&board, point);
            assert_eq!(position.is_forbidden(spot), exact, "{point:?} {board:?}");
        }
    }
}

/// Walks at random, forward and back, and compares on the way.
fn walk<V: Variant>(variant: V, size: u8, seed: u64, steps: usize) {
    let mut rng = Rng::new(seed);
    let size = Size::new(size).unwrap();
    let mut position = Position::new(size, variant);
    for step in 0..steps {
        let forward = position.ply() == 0 || (!position.is_full() && rng.below(10) < 7);
        if forward {
            let near: Vec<Spot> = position.candidates().collect();
            let all: Vec<Spot> = position.free_spots().collect();
            let spot = *rng.pick(&near).or(rng.pick(&all)).unwrap();
            if rng.below(4) == 0 {
                position.to_move = position.to_move.opponent();
                position.key ^= zobrist::WHITE_TO_MOVE;
            }
            position.make(spot);
        } else {
            // The walk may have made the same colour move twice: say whose move it was.
            let last = position.plies.last().unwrap().spot;
            let stone = position.cells[usize::from(last)].stone;
            if (position.to_move as u8) == stone {
                position.to_move = position.to_move.opponent();
                position.key ^= zobrist::WHITE_TO_MOVE;
            }
            position.unmake();
        }
        if step % 3 == 0 {
            assert_same(&position);
            assert_as_core(&mut position);
        }
    }
}

fn walk_all_sizes<V: Variant>(variant: V) {
    for size in 5..=22 {
        walk(
            variant,
            size,
            0xA11 + u64::from(size),
            60 + 12 * usize::from(size),
        );
    }
}

#[test]
fn freestyle_walks_agree() {
    walk_all_sizes(Freestyle);
}

#[test]
fn standard_walks_agree() {
    walk_all_sizes(Standard);
}

#[test]
fn renju_walks_agree() {
    walk_all_sizes(Renju);
}

#[test]
fn caro_walks_agree() {
    walk_all_sizes(Caro8);
    walk_all_sizes(Caro9);
}

/// Dense black clusters, where double threes nest.
#[test]
fn dense_renju_boards_have_the_same_forbidden_points() {
    let mut rng = Rng::new(99);
    let mut seen = 0;
    for round in 0..400 {
        let size = Size::new(9 + (round % 7) as u8).unwrap();
        let mut board = Board::new(size);
        for point in size.points() {
            let stone = match rng.below(100) {
                0..22 => Stone::Black,
                22..32 => Stone::White,
                _ => continue,
            };
            board.place(point, stone).unwrap();
        }
        let mut position = Position::from_board(&board, Stone::Black, Renju, Renju::values());
        for point in board.free_points() {
            let exact = forbidden::is_forbidden(&board, point);
            seen += usize::from(exact);
            assert_eq!(
                position.is_forbidden(spot_of(point)),
                exact,
                "{point:?} {board:?}"
            );
        }
        assert_same(&position);
    }
    assert!(seen > 1000, "the boards held only {seen} forbidden points");
}

#[test]
fn a_pass_changes_the_turn_and_nothing_else() {
    let mut position = Position::new(Size::STANDARD, Freestyle);
    position.make(spot_of(Size::STANDARD.centre()));
    let before = position.key();
    position.make_pass();
    assert_eq!(position.to_move(), Stone::Black);
    assert_ne!(position.key(), before);
    position.unmake();
    assert_eq!(position.key(), before);
    assert_same(&position);
}
