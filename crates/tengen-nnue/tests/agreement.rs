//! The fast code against the reference's fixture, against itself from nothing, and every
//! set of instructions against the plain one.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use proptest::prelude::*;
use tengen_core::{Board, Point, Rule, Size, Stone};
use tengen_nnue::{Accumulator, Isa, Net};

fn net(rule: Rule, size: Size) -> Arc<Net> {
    Arc::new(Net::from_bytes(&Net::noise(rule, size, 1)).unwrap())
}

/// All that a net says: value, draw, and the logit of every point.
fn all_of(accumulator: &mut Accumulator, size: Size, mover: Stone) -> (i32, i32, Vec<i32>) {
    let judgement = accumulator.judge(mover);
    let policy = accumulator.policy(&judgement);
    let logits = size.points().map(|point| accumulator.logit(&policy, point));
    (judgement.value(), judgement.draw(), logits.collect())
}

/// A line of the fixture: rule, size (`19/15`: a net of 15x15 lent to 19x19), `b` or `w` to move, the stones, value, draw, logits.
#[test]
fn the_reference_says_the_same() {
    let text = include_str!("../fixtures/reference.txt");
    let mut checked = 0;
    let mut last: Option<Arc<Net>> = None;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let mut word = || words.next().unwrap();
        let rule: Rule = word().parse().unwrap();
        let sizes = word();
        let (size, home) = sizes.split_once('/').unwrap_or((sizes, sizes));
        let [size, home] = [size, home].map(|side| Size::new(side.parse().unwrap()).unwrap());
        let mover = if word() == "b" {
            Stone::Black
        } else {
            Stone::White
        };
        let stones = word().to_owned();
        let numbers: Vec<i32> = words.map(|word| word.parse().unwrap()).collect();
        let net = match last.take() {
            Some(net) if (net.rule(), net.size(), net.home().1) == (rule, size, home) => net,
            _ => Arc::new(Net::lent(&Net::noise(rule, home, 1), rule, size).unwrap()),
        };
        let mut board = Board::new(size);
        for (point, sign) in size.points().zip(stones.chars()) {
            match sign {
                'x' => board.place(point, Stone::Black).unwrap(),
                'o' => board.place(point, Stone::White).unwrap(),
                _ => continue,
            }
        }
        let mut accumulator = Accumulator::from_board(Arc::clone(&net), &board);
        let (value, draw, logits) = all_of(&mut accumulator, size, mover);
        assert_eq!((value, draw), (numbers[0], numbers[1]), "{line}");
        assert_eq!(logits, numbers[2..], "{line}");
        checked += 1;
        last = Some(net);
    }
    assert!(checked >= 24, "{checked}");
}

/// Random places and removals, with a look now and then.
fn walk(net: &Arc<Net>, steps: &[(u16, bool, u8)]) {
    let size = net.size();
    let mut all: Vec<Accumulator> = Isa::available()
        .into_iter()
        .map(|isa| Accumulator::with_isa(Arc::clone(net), isa))
        .collect();
    let mut board = Board::new(size);
    for &(place, black, look) in steps {
        let point = size.points().nth(usize::from(place) % size.area()).unwrap();
        match board.get(point) {
            Some(stone) => {
                board.remove(point);
                all.iter_mut().for_each(|it| it.remove(point, stone));
            }
            None => {
                let stone = if black { Stone::Black } else { Stone::White };
                board.place(point, stone).unwrap();
                all.iter_mut().for_each(|it| it.place(point, stone));
            }
        }
        let mover = if look % 8 < 4 {
            Stone::Black
        } else {
            Stone::White
        };
        let mut fresh = Accumulator::from_board(Arc::clone(net), &board);
        // A value alone leaves the last stone pending; the policy settles it.
        if look % 4 == 1 {
            let expected = fresh.judge(mover);
            for accumulator in &mut all {
                assert_eq!(accumulator.judge(mover), expected, "{accumulator:?}");
            }
        }
        if look % 4 == 0 {
            let expected = all_of(&mut fresh, size, mover);
            for accumulator in &mut all {
                let found = all_of(accumulator, size, mover);
                assert_eq!(found, expected, "{accumulator:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn following_equals_beginning_anew_with_all_instructions(
        rule in prop::sample::select(vec![Rule::Freestyle, Rule::Renju]),
        side in prop::sample::select(vec![5u8, 15, 20]),
        steps in prop::collection::vec((any::<u16>(), any::<bool>(), any::<u8>()), 1..150),
    ) {
        walk(&net(rule, Size::new(side).unwrap()), &steps);
    }

    #[test]
    fn a_lent_net_follows_stones_too(
        side in prop::sample::select(vec![9u8, 17, 22]),
        steps in prop::collection::vec((any::<u16>(), any::<bool>(), any::<u8>()), 1..80),
    ) {
        let file = Net::noise(Rule::Freestyle, Size::STANDARD, 1);
        let lent = Net::lent(&file, Rule::Standard, Size::new(side).unwrap()).unwrap();
        walk(&Arc::new(lent), &steps);
    }
}

#[test]
fn an_empty_board_is_worth_the_same_wherever_a_net_is_lent() {
    let file = Net::noise(Rule::Freestyle, Size::STANDARD, 1);
    let at_home = Accumulator::new(net(Rule::Freestyle, Size::STANDARD)).judge(Stone::Black);
    for side in [9, 14, 22] {
        let lent = Net::lent(&file, Rule::Freestyle, Size::new(side).unwrap()).unwrap();
        assert_eq!(
            Accumulator::new(Arc::new(lent)).judge(Stone::Black),
            at_home
        );
    }
}

#[test]
fn a_judged_stone_that_is_taken_back_leaves_no_trace() {
    let net = net(Rule::Freestyle, Size::STANDARD);
    let point = Point::new(3, 4).unwrap();
    for isa in Isa::available() {
        let mut accumulator = Accumulator::with_isa(Arc::clone(&net), isa);
        let before = all_of(&mut accumulator, Size::STANDARD, Stone::White);
        accumulator.place(point, Stone::Black);
        let with = accumulator.judge(Stone::White);
        assert_eq!(accumulator.judge(Stone::White), with, "asked again");
        accumulator.remove(point, Stone::Black);
        assert!(format!("{accumulator:?}").contains("pending: []"));
        let after = all_of(&mut accumulator, Size::STANDARD, Stone::White);
        assert!(before == after && before.0 != with.value());
    }
}

#[test]
fn what_is_taken_back_unseen_costs_nothing() {
    let mut accumulator = Accumulator::new(net(Rule::Freestyle, Size::STANDARD));
    let before = accumulator.judge(Stone::Black);
    let point = Point::new(3, 4).unwrap();
    accumulator.place(point, Stone::Black);
    accumulator.remove(point, Stone::Black);
    assert!(format!("{accumulator:?}").contains("pending: []"));
    assert_eq!(accumulator.judge(Stone::Black), before);
}
