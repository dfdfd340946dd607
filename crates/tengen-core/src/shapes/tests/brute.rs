//! The definitions themselves, by recursion on nothing but winning rows, on every line of
//! up to nine points under every rule.

use crate::rule::Rule;
use crate::shapes::line::{Line, LineShape};
use crate::shapes::{Kind, Life};
use crate::stone::Stone;

const LONGEST: u32 = 9;

/// Whether the row through `index` wins: counted stone by stone.
fn wins(rule: Rule, stone: Stone, n: u32, own: u32, enemy: u32, index: u32) -> bool {
    let has = |bits: u32, at: i64| at >= 0 && at < i64::from(n) && bits & (1 << at) != 0;
    let (mut first, mut last) = (i64::from(index), i64::from(index));
    while has(own, first - 1) {
        first -= 1;
    }
    while has(own, last + 1) {
        last += 1;
    }
    let held = has(enemy, first - 1) && has(enemy, last + 1);
    has(own, i64::from(index)) && rule.row_wins(stone, (last - first + 1) as u8, held)
}

/// A line, and some of the colour's stones on it.
#[derive(Clone, Copy)]
struct State {
    own: u32,
    enemy: u32,
    chosen: u32,
}

/// What the chosen stones of every state of lines of one length are.
struct Brute {
    rule: Rule,
    stone: Stone,
    n: u32,
    /// By state: bit 0 a four or on the way to one, bit 1 an open four or on the way.
    table: Vec<u8>,
}

const REACHES_FOUR: u8 = 1;
const REACHES_OPEN_FOUR: u8 = 2;

impl Brute {
    fn new(rule: Rule, stone: Stone, n: u32) -> Brute {
        let mut brute = Brute {
            rule,
            stone,
            n,
            table: vec![0; 4usize.pow(n)],
        };
        // A state depends on states with one more stone chosen.
        for count in (1..=4).rev() {
            for state in brute.states().filter(|s| s.chosen.count_ones() == count) {
                let value = brute.judge(state);
                brute.table[Brute::code(state)] = value;
            }
        }
        brute
    }

    /// Every line with every choice of stones: four possibilities a point.
    fn states(&self) -> impl Iterator<Item = State> + use<> {
        let n = self.n;
        (0..4u32.pow(n)).map(move |code| {
            let digits = |digit: u32| {
                (0..n)
                    .filter(|i| code >> (2 * i) & 3 == digit)
                    .fold(0, |bits, i| bits | 1 << i)
            };
            State {
                own: digits(2) | digits(3),
                enemy: digits(1),
                chosen: digits(3),
            }
        })
    }

    fn code(state: State) -> usize {
        (0..LONGEST)
            .map(|i| {
                let has = |bits: u32| bits >> i & 1;
                let digit = has(state.enemy) + 2 * has(state.own) + has(state.chosen);
                (digit as usize) << (2 * i)
            })
            .sum()
    }

    fn free(&self, state: State) -> impl Iterator<Item = u32> + use<> {
        let taken = state.own | state.enemy;
        (0..self.n).filter(move |i| taken & (1 << i) == 0)
    }

    fn wins(&self, state: State, index: u32) -> bool {
        wins(self.rule, self.stone, self.n, state.own, state.enemy, index)
    }

    fn adding(state: State, index: u32) -> State {
        State {
            own: state.own | 1 << index,
            chosen: state.chosen | 1 << index,
            ..state
        }
    }

    fn replying(state: State, index: u32) -> State {
        State {
            enemy: state.enemy | 1 << index,
            ..state
        }
    }

    /// Four: one more stone makes these four and itself a row that wins.
    fn is_four(&self, state: State) -> bool {
        self.free(state).any(|index| {
            let after = Brute::adding(state, index);
            let adjoin = after.chosen >> after.chosen.trailing_zeros() == 0b1_1111;
            adjoin && self.wins(after, index)
        })
    }

    fn judge(&self, state: State) -> u8 {
        if state.chosen.count_ones() < 4 {
            let next = self
                .free(state)
                .map(|i| self.value(Brute::adding(state, i)));
            return next.fold(0, |bits, value| bits | value);
        }
        let mut value = 0;
        if self.is_four(state) {
            value |= REACHES_FOUR;
            let won = (0..self.n).any(|i| state.chosen & (1 << i) != 0 && self.wins(state, i));
            let stopped = self
                .free(state)
                .any(|i| !self.is_four(Brute::replying(state, i)));
            if !won && !stopped {
                value |= REACHES_OPEN_FOUR;
            }
        }
        value
    }

    fn value(&self, state: State) -> u8 {
        self.table[Brute::code(state)]
    }

    fn has(&self, state: State, bit: u8) -> bool {
        self.value(state) & bit != 0
    }

    fn life(&self, state: State) -> Life {
        if self.has(state, REACHES_OPEN_FOUR) {
            Life::Open
        } else if !self.has(state, REACHES_FOUR) {
            Life::Dead
        } else if state.chosen.count_ones() == 4 {
            Life::Rush
        } else {
            Life::Sleeping
        }
    }

    fn line(&self, state: State) -> Line {
        let cells = (0..self.n).map(|i| match (state.own >> i & 1, state.enemy >> i & 1) {
            (1, _) => Some(self.stone),
            (_, 1) => Some(self.stone.opponent()),
            _ => None,
        });
        Line::new(self.rule, self.stone, cells)
    }

    fn points(&self, state: State, wanted: impl Fn(u32) -> bool) -> u32 {
        self.free(state)
            .filter(|&i| wanted(i))
            .fold(0, |bits, i| bits | 1 << i)
    }
}

fn all_rules() -> impl Iterator<Item = (Rule, Stone)> {
    // White differs from Black in renju alone.
    let black = Rule::ALL.into_iter().map(|rule| (rule, Stone::Black));
    black.chain([(Rule::Renju, Stone::White)])
}

/// Life, extensions and replies of every choice of one to three stones.
#[test]
fn ones_to_threes_are_as_defined() {
    for (rule, stone) in all_rules() {
        for n in 5..=LONGEST {
            let brute = Brute::new(rule, stone, n);
            for state in brute.states() {
                if !matches!(state.chosen.count_ones(), 1..=3) {
                    continue;
                }
                let life = brute.life(state);
                let shape = brute.line(state).small_shape(state.chosen);
                assert_eq!(shape.map_or(Life::Dead, |s| s.life), life);
                let Some(shape) = shape else { continue };
                let bit = if life == Life::Open {
                    REACHES_OPEN_FOUR
                } else {
                    REACHES_FOUR
                };
                let grows = |i| brute.has(Brute::adding(state, i), bit);
                assert_eq!(shape.extensions, brute.points(state, grows));
                let stops = |i| !brute.has(Brute::replying(state, i), bit);
                assert_eq!(shape.replies, brute.points(state, stops));
            }
        }
    }
}

/// Every four of the definition is listed, with its winning points and what stops them.
#[test]
fn fours_are_as_defined() {
    for (rule, stone) in all_rules() {
        for n in 5..=LONGEST {
            let brute = Brute::new(rule, stone, n);
            for state in brute.states() {
                if state.chosen.count_ones() != 4 || !brute.has(state, REACHES_FOUR) {
                    continue;
                }
                let fours = brute.line(state).fours();
                let holding: Vec<&LineShape> = fours
                    .iter()
                    .filter(|four| four.stones & state.chosen == state.chosen)
                    .collect();
                let life = brute.life(state);
                let same_life = holding.iter().filter(|four| four.life == life);
                assert_eq!(same_life.count(), 1, "{:b} {:b}", state.own, state.enemy);
                for four in fours.iter().filter(|four| four.stones == state.chosen) {
                    assert_eq!((four.kind, four.life), (Kind::Four, life));
                    let stops = |i| !brute.is_four(Brute::replying(state, i));
                    assert_eq!(four.replies, brute.points(state, stops));
                }
            }
        }
    }
}

/// The list leaves no stone out, says nothing twice, and gives each stone its strongest
/// shape.
#[test]
fn lists_are_complete_and_show_the_strongest() {
    for (rule, stone) in all_rules() {
        for n in [5, 6, 8] {
            let brute = Brute::new(rule, stone, n);
            let mut strongest = vec![(Kind::One, Life::Dead); 4usize.pow(n) * n as usize];
            for state in brute.states() {
                let life = brute.life(state);
                if matches!(state.chosen.count_ones(), 1..=4) && life != Life::Dead {
                    let kind = kind_of(state.chosen.count_ones());
                    for index in (0..n).filter(|i| state.chosen & (1 << i) != 0) {
                        let best = &mut strongest[slot(state, index, n)];
                        if best.1 == Life::Dead || (kind, life) > *best {
                            *best = (kind, life);
                        }
                    }
                }
            }
            for state in brute.states().filter(|state| state.chosen == 0) {
                let shapes = brute.line(state).shapes();
                for (i, shape) in shapes.iter().enumerate() {
                    let twice = shapes[..i].iter().any(|s| s.stones == shape.stones);
                    assert!(!twice, "{shapes:?}");
                }
                for index in (0..n).filter(|i| state.own & (1 << i) != 0) {
                    let holding = shapes.iter().filter(|s| s.stones & (1 << index) != 0);
                    let best = holding
                        .map(|s| (s.kind, s.life))
                        .max_by_key(|&(k, l)| (l != Life::Dead, k, l));
                    let (kind, life) = best.unwrap();
                    if brute.wins(state, index) {
                        assert_eq!(life, Life::Complete);
                    } else {
                        let expected = strongest[slot(state, index, n)];
                        assert_eq!(life, expected.1, "{shapes:?}");
                        assert!(life == Life::Dead || kind == expected.0, "{shapes:?}");
                    }
                }
            }
        }
    }
}

fn kind_of(count: u32) -> Kind {
    [Kind::One, Kind::Two, Kind::Three, Kind::Four][count as usize - 1]
}

/// Where a stone's strongest shape is kept: by line and stone, whatever is chosen.
fn slot(state: State, index: u32, n: u32) -> usize {
    let line = State { chosen: 0, ..state };
    Brute::code(line) * n as usize + index as usize
}
