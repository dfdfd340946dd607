//! Makes and unmakes moves in the middle game, so many pairs and nothing else: what
//! `cargo xtask instructions` counts.
//!
//! `make_unmake renju 20000`

use tengen_core::rng::Rng;
use tengen_core::{Rule, Size};
use tengen_engine::position::{Position, Spot, spot_of};
use tengen_engine::{Variant, with_variant};

/// Stones on the board: the middle game.
const STONES: usize = 40;

fn main() {
    let mut words = std::env::args().skip(1);
    let rule: Option<Rule> = words.next().and_then(|word| word.parse().ok());
    let pairs: Option<usize> = words.next().and_then(|word| word.parse().ok());
    let (Some(rule), Some(pairs)) = (rule, pairs) else {
        eprintln!("usage: make_unmake RULE PAIRS");
        std::process::exit(2);
    };
    let done = with_variant!(rule, variant => work(variant, pairs));
    println!("{done}");
}

/// Does that many pairs or a few more, two deep as in a search; returns how many.
fn work<V: Variant>(variant: V, pairs: usize) -> usize {
    let mut position = middle_game(variant);
    let spots: Vec<Spot> = position.candidates().collect();
    let inner = &spots[..20.min(spots.len())];
    let mut done = 0;
    for &outer in spots.iter().cycle() {
        position.make(outer);
        for &inner in inner.iter().filter(|&&inner| inner != outer) {
            position.make(inner);
            position.unmake();
            done += 1;
        }
        position.unmake();
        done += 1;
        if done >= pairs {
            break;
        }
    }
    done
}

/// Random stones near others.
fn middle_game<V: Variant>(variant: V) -> Position<V> {
    let mut rng = Rng::new(5);
    let mut position = Position::new(Size::STANDARD, variant);
    while position.stones() < STONES {
        let near: Vec<Spot> = position.candidates().collect();
        let centre = spot_of(Size::STANDARD.centre());
        position.make(rng.pick(&near).copied().unwrap_or(centre));
    }
    position
}
