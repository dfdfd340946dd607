//! What each level must see and must miss, and how level 1 fares against a beginner.

use std::collections::{BTreeMap, BTreeSet};

use tengen_core::{Rule, Size, Stone};

use super::*;
use crate::player::Opponent;
use crate::{Beginner, Contender};

/// Positions that one level misses and the next one sees.
const SIGHTS: &str = include_str!("../../../../fixtures/levels.txt");

struct Sight<'a> {
    line: &'a str,
    see: Opponent,
    miss: Option<Opponent>,
    right: Vec<Point>,
    position: Position,
}

fn point_named(name: &str) -> Point {
    let size = Size::STANDARD;
    size.points()
        .find(|point| point.name(size).eq_ignore_ascii_case(name))
        .unwrap()
}

/// The points of `h8i9h10`.
fn points_in(text: &str) -> Vec<Point> {
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|(_, c)| c.is_ascii_alphabetic())
        .map(|(at, _)| at)
        .chain([text.len()])
        .collect();
    starts
        .windows(2)
        .map(|pair| point_named(&text[pair[0]..pair[1]]))
        .collect()
}

fn sights() -> Vec<Sight<'static>> {
    let lines = SIGHTS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let field = |name: &str| {
                line.split(' ')
                    .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
                    .unwrap()
            };
            let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
            for point in points_in(field("moves")) {
                position.play(point).unwrap();
            }
            Sight {
                line,
                see: field("see").parse().unwrap(),
                miss: field("miss").parse().ok(),
                right: field("right").split(',').map(point_named).collect(),
                position,
            }
        })
        .collect()
}

/// Seeds to ask with: high levels take long, and hardly vary.
fn seeds(opponent: Opponent) -> u64 {
    match opponent {
        Opponent::Level(8..) | Opponent::Master => 1,
        _ => 3,
    }
}

#[test]
fn each_level_sees_what_it_must_and_misses_what_it_must() {
    let (mut seen, mut missed) = (BTreeMap::new(), BTreeMap::new());
    let mut faults = String::new();
    for sight in sights() {
        let plays_right = |opponent: Opponent| -> Vec<bool> {
            let mut contender = Contender::new(opponent);
            let mut choose = |seed| contender.choose(&sight.position, seed).unwrap();
            (0..seeds(opponent))
                .map(|seed| sight.right.contains(&choose(seed)))
                .collect()
        };
        if plays_right(sight.see).contains(&false) {
            faults += &format!("not seen: {}\n", sight.line);
        }
        *seen.entry(sight.see).or_insert(0) += 1;
        if let Some(lower) = sight.miss {
            assert!(lower < sight.see, "{}", sight.line);
            if plays_right(lower).contains(&true) {
                faults += &format!("not missed: {}\n", sight.line);
            }
            *missed.entry(lower).or_insert(0) += 1;
        }
    }
    assert!(faults.is_empty(), "{faults}");
    let levels = (1..=10).map(Opponent::Level);
    for level in levels.clone().chain([Opponent::Master]) {
        let count = seen.get(&level).copied().unwrap_or(0);
        assert!(count >= 10, "{level}: {count} positions seen");
    }
    // Nobody is above Master to see what it misses.
    for level in levels {
        let count = missed.get(&level).copied().unwrap_or(0);
        assert!(count >= 10, "{level}: {count} positions missed");
    }
}

/// Plays a game; the winner.
fn game(
    black: &mut dyn FnMut(&Position) -> Point,
    white: &mut dyn FnMut(&Position) -> Point,
) -> Option<Stone> {
    let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
    while position.outcome().is_none() {
        let point = match position.to_move() {
            Stone::Black => black(&position),
            Stone::White => white(&position),
        };
        position.play(point).unwrap();
    }
    position.outcome().unwrap().winner
}

#[test]
fn level_1_loses_to_a_beginner() {
    let mut lost = 0;
    let games = 100;
    for seed in 0..games {
        let mut level = Contender::new(Opponent::Level(1));
        let mut rng = Rng::new(seed);
        let mut level = |position: &Position| level.choose(position, seed).unwrap();
        let mut beginner = |position: &Position| Beginner::choose(position, &mut rng).unwrap();
        let beginner_won = if seed % 2 == 0 {
            game(&mut level, &mut beginner) == Some(Stone::White)
        } else {
            game(&mut beginner, &mut level) == Some(Stone::Black)
        };
        lost += u64::from(beginner_won);
    }
    assert!(lost * 10 >= games * 7, "lost {lost} of {games}");
}

#[test]
fn a_level_repeats_itself_for_a_seed_and_varies_between_seeds() {
    let mut position = Position::new(Size::STANDARD, Rule::Renju);
    position.play(Size::STANDARD.centre()).unwrap();
    for number in 1..=8 {
        let choose = |seed| {
            let mut contender = Contender::new(Opponent::Level(number));
            // What was thought before must not matter.
            contender.choose(&Position::new(Size::STANDARD, Rule::Renju), 1);
            contender.choose(&position, seed).unwrap()
        };
        assert_eq!(choose(5), choose(5), "level {number}");
        let different: BTreeSet<Point> = (0..12).map(choose).collect();
        assert!(different.len() > 1, "level {number}");
    }
}

#[test]
fn every_level_plays_legally_in_every_rule() {
    for rule in Rule::ALL {
        for number in 1..=6 {
            let mut contender = Contender::new(Opponent::Level(number));
            let mut position = Position::new(Size::new(9).unwrap(), rule);
            while position.outcome().is_none() {
                let point = contender.choose(&position, 3).unwrap();
                position.play(point).unwrap();
            }
        }
    }
}
