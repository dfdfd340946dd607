//! Programs open with every protocol, and choose what is better for them.

use tengen_core::opening::Seat;
use tengen_core::{Rule, Size};
use tengen_engine::Options;

use super::*;

fn engine() -> Engine {
    Engine::new(Options {
        table_bytes: 1 << 20,
        ..Options::default()
    })
}

fn opened(protocol: Protocol, rule: Rule, seed: u64) -> Game {
    let mut game = Game::with_protocol(Size::STANDARD, rule, protocol).unwrap();
    let mut engine = engine();
    let mut rng = Rng::new(seed);
    while game.turn().is_some() {
        let act = choose(&game, &mut engine, &Stop::new(), &mut rng).unwrap();
        game.act(act).unwrap();
    }
    game
}

#[test]
fn every_protocol_is_played_to_its_end_by_both_sides() {
    for protocol in Protocol::ALL {
        for (rule, seed) in [(Rule::Renju, 1), (Rule::Standard, 2)] {
            if protocol.suits(Size::STANDARD, rule) {
                let game = opened(protocol, rule, seed);
                assert!(game.outcome().is_none());
            }
        }
    }
}

#[test]
fn proposals_are_fair_and_differ() {
    let mut engine = engine();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..4 {
        let mut game =
            Game::with_protocol(Size::STANDARD, Rule::Freestyle, Protocol::Swap2).unwrap();
        let mut rng = Rng::new(seed);
        for _ in 0..3 {
            let act = choose(&game, &mut engine, &Stop::new(), &mut rng).unwrap();
            game.act(act).unwrap();
        }
        let value = Judge::new(&mut engine, &Stop::new()).for_black(game.position());
        assert!(value.abs() < 150, "seed {seed}: {value}");
        seen.insert(format!("{:?}", game.position().board()));
    }
    assert!(seen.len() > 2);
}

/// Three stones for swap2: with them Black is far ahead, White is, or nobody.
fn answer_to(points: [(u8, u8); 3]) -> Act {
    let mut game = Game::with_protocol(Size::STANDARD, Rule::Freestyle, Protocol::Swap2).unwrap();
    for (x, y) in points {
        game.play(Size::STANDARD.point(x, y).unwrap()).unwrap();
    }
    assert_eq!(game.turn().map(|turn| turn.seat), Some(Seat::Second));
    choose(&game, &mut engine(), &Stop::new(), &mut Rng::new(1)).unwrap()
}

#[test]
fn the_better_colour_is_taken() {
    let strong_black = answer_to([(7, 7), (0, 0), (8, 8)]);
    assert_eq!(strong_black, Act::Choose(Stone::Black));
    let strong_white = answer_to([(0, 0), (7, 7), (14, 14)]);
    assert_eq!(strong_white, Act::Choose(Stone::White));
}

#[test]
fn swap2_is_answered_with_two_more_stones_when_it_is_close() {
    let close = (0..40).find_map(|seed| {
        let game = opened(Protocol::Swap2, Rule::Standard, seed);
        let acts = game.opening()?.acts();
        acts.contains(&Act::AddTwo).then_some(acts.len())
    });
    assert_eq!(
        close,
        Some(7),
        "three stones, the decision, two stones, a choice"
    );
}
