//! One line from rim to rim as bits, and the shapes on it.
//!
//! Two closed forms stand for the recursive definitions of the module above (the tests
//! check that they say the same): stones become an open four exactly if they lie in four
//! adjoining points, otherwise free, that filled would be one; and they become a four
//! exactly if they lie in five adjoining points, otherwise free, that filled would win.

use std::collections::BTreeMap;

use super::{Kind, Life};
use crate::rule::Rule;
use crate::stone::Stone;

/// One line and the colour that is asked about.
#[derive(Clone, Copy)]
pub(super) struct Line {
    rule: Rule,
    stone: Stone,
    length: u32,
    own: u32,
    enemy: u32,
    /// Free points that are forbidden to the colour.
    forbidden: u32,
    /// Free points where the colour would win at once, on any line (renju's Black only):
    /// a stone there makes a five and so, by definition, no straight four.
    wins: u32,
}

/// A shape on a line, its points as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineShape {
    pub(super) kind: Kind,
    pub(super) life: Life,
    pub(super) stones: u32,
    pub(super) extensions: u32,
    pub(super) replies: u32,
}

impl LineShape {
    pub(super) fn is_broken(&self) -> bool {
        let from_first = self.stones >> self.stones.trailing_zeros();
        from_first.trailing_ones() != self.stones.count_ones()
    }

    /// Dead shapes are not compared: their stones are in no other.
    fn is_stronger_than(&self, other: &LineShape) -> bool {
        (self.kind, self.life) > (other.kind, other.life)
    }
}

/// The lowest `length` bits.
fn ones(length: u32) -> u32 {
    (1 << length) - 1
}

/// The positions of the bits that are set.
fn each_bit(bits: u32) -> impl Iterator<Item = u32> {
    (0..u32::BITS).filter(move |index| bits & (1 << index) != 0)
}

impl Line {
    /// A line of these points; there are at most 22.
    pub(super) fn new(
        rule: Rule,
        stone: Stone,
        cells: impl Iterator<Item = Option<Stone>>,
    ) -> Line {
        let mut line = Line {
            rule,
            stone,
            length: 0,
            own: 0,
            enemy: 0,
            forbidden: 0,
            wins: 0,
        };
        for (index, cell) in cells.enumerate() {
            match cell {
                Some(colour) if colour == stone => line.own |= 1 << index,
                Some(_) => line.enemy |= 1 << index,
                None => {}
            }
            line.length += 1;
        }
        line
    }

    /// Notes that the colour may not play there.
    pub(super) fn forbid(&mut self, index: usize) {
        self.forbidden |= 1 << index;
    }

    /// Notes that the colour would win there.
    pub(super) fn mark_win(&mut self, index: usize) {
        self.wins |= 1 << index;
    }

    /// The shapes to list, in no particular order.
    pub(super) fn shapes(self) -> Vec<LineShape> {
        let mut found = self.rows();
        found.extend(self.fours());
        found.extend(self.smaller());
        let all = found.clone();
        found.retain(|shape| {
            let stronger = all.iter().filter(|other| other.is_stronger_than(shape));
            let covered = stronger.fold(0, |bits, other| bits | other.stones);
            shape.stones & !covered != 0
        });
        let alive = found.iter().fold(0, |bits, shape| bits | shape.stones);
        found.extend(self.dead(self.own & !alive));
        found
    }

    fn free(self) -> u32 {
        ones(self.length) & !self.own & !self.enemy
    }

    /// Sets of `length` adjoining points.
    fn windows(self, length: u32) -> impl Iterator<Item = u32> {
        let count = (self.length + 1).saturating_sub(length);
        (0..count).map(move |start| ones(length) << start)
    }

    fn with_own(self, bits: u32) -> Line {
        Line {
            own: self.own | bits,
            ..self
        }
    }

    fn with_enemy(self, bits: u32) -> Line {
        Line {
            enemy: self.enemy | bits,
            ..self
        }
    }

    /// First and last point of the row through the stone at `index`.
    fn row_at(self, index: u32) -> (u32, u32) {
        let below = self.own << (31 - index);
        let first = index + 1 - below.leading_ones();
        let last = index + (self.own >> index).trailing_ones() - 1;
        (first, last)
    }

    /// Whether the row through the stone at `index` wins.
    fn wins_at(self, index: u32) -> bool {
        let (first, last) = self.row_at(index);
        let is_enemy = |bit: u32| self.enemy & bit != 0;
        let held = first > 0 && is_enemy(1 << (first - 1)) && is_enemy(1 << (last + 1));
        let length = (last - first + 1) as u8;
        self.rule.row_wins(self.stone, length, held)
    }

    /// Rows of five and more: complete if they win, else dead.
    fn rows(self) -> Vec<LineShape> {
        let first_stones = self.own & !(self.own << 1);
        let mut found = Vec::new();
        for index in each_bit(first_stones) {
            let (first, last) = self.row_at(index);
            let length = last - first + 1;
            if length >= 5 {
                found.push(LineShape {
                    kind: if length == 5 {
                        Kind::Five
                    } else {
                        Kind::Overline
                    },
                    life: if self.wins_at(index) {
                        Life::Complete
                    } else {
                        Life::Dead
                    },
                    stones: ones(length) << first,
                    extensions: 0,
                    replies: 0,
                });
            }
        }
        found
    }

    /// Where one more stone makes a winning row that holds these four stones.
    fn five_points(self, four: u32) -> u32 {
        self.windows(5)
            .filter(|window| window & four == four)
            .map(|window| window & !four)
            .filter(|&point| point & self.free() == point)
            .filter(|&point| self.with_own(point).wins_at(point.trailing_zeros()))
            .fold(0, |bits, point| bits | point)
    }

    /// Whether these four adjoining stones are a four that no single stone stops.
    fn is_open_four(self, four: u32) -> bool {
        let both_ends = (four << 1 | four >> 1) & !four;
        both_ends.count_ones() == 2
            && both_ends & self.free() == both_ends
            && !self.wins_at(four.trailing_zeros())
            && self.five_points(four) != 0
            && each_bit(self.free()).all(|reply| self.with_enemy(1 << reply).five_points(four) != 0)
    }

    /// Open and rush fours.
    pub(super) fn fours(self) -> Vec<LineShape> {
        // By winning points: fours that share them are one shape.
        let mut rush: BTreeMap<u32, u32> = BTreeMap::new();
        let mut found = Vec::new();
        for window in self.windows(5) {
            let four = window & self.own;
            if four.count_ones() != 4 {
                continue;
            }
            let points = self.five_points(four);
            if points & window == 0 {
                continue;
            }
            if self.is_open_four(four) {
                found.push(LineShape {
                    kind: Kind::Four,
                    life: Life::Open,
                    stones: four,
                    extensions: points,
                    replies: 0,
                });
            } else {
                *rush.entry(points).or_default() |= four;
            }
        }
        found.dedup();
        found.extend(rush.into_iter().map(|(extensions, stones)| LineShape {
            kind: Kind::Four,
            life: Life::Rush,
            stones,
            extensions,
            replies: self.stops(extensions),
        }));
        found
    }

    /// The enemy stones that stop each of these winning points.
    fn stops(self, five_points: u32) -> u32 {
        let stops = |reply: u32| {
            each_bit(five_points & !(1 << reply)).all(|five| {
                !self
                    .with_enemy(1 << reply)
                    .with_own(1 << five)
                    .wins_at(five)
            })
        };
        each_bit(self.free())
            .filter(|&reply| stops(reply))
            .fold(0, |bits, reply| bits | 1 << reply)
    }

    /// Ones to threes, open or sleeping.
    fn smaller(self) -> Vec<LineShape> {
        let mut sets: Vec<u32> = self
            .windows(5)
            .map(|window| window & self.own)
            .filter(|set| matches!(set.count_ones(), 1..=3))
            .collect();
        sets.sort_unstable();
        sets.dedup();
        sets.into_iter()
            .filter_map(|stones| self.small_shape(stones))
            .collect()
    }

    pub(super) fn small_shape(self, stones: u32) -> Option<LineShape> {
        let kind = match stones.count_ones() {
            1 => Kind::One,
            2 => Kind::Two,
            _ => Kind::Three,
        };
        let open = self.open_extensions(stones);
        let (life, extensions) = if open != 0 {
            (Life::Open, open)
        } else {
            (Life::Sleeping, self.sleeping_extensions(stones)?)
        };
        let takes_life = |reply: u32| {
            let after = self.with_enemy(1 << reply);
            match life {
                Life::Open => after.open_extensions(stones) == 0,
                _ => after.sleeping_extensions(stones).is_none(),
            }
        };
        let replies = each_bit(self.free())
            .filter(|&reply| takes_life(reply))
            .fold(0, |bits, reply| bits | 1 << reply);
        Some(LineShape {
            kind,
            life,
            stones,
            extensions: extensions & !self.forbidden,
            replies,
        })
    }

    /// The points that bring these stones, and no others, nearer to an open four. None if
    /// they cannot become one; for a three also if its colour cannot play any of them.
    fn open_extensions(self, stones: u32) -> u32 {
        let extensions = self
            .windows(4)
            .filter(|slot| slot & self.own == stones && slot & self.enemy == 0)
            .filter(|&slot| self.with_own(slot).is_open_four(slot))
            .fold(0, |bits, slot| bits | slot & !stones);
        if stones.count_ones() == 3 {
            extensions & !self.forbidden & !self.wins
        } else {
            extensions
        }
    }

    /// The points that bring these stones, and no others, nearer to a four; `None` if
    /// they cannot become one.
    fn sleeping_extensions(self, stones: u32) -> Option<u32> {
        self.windows(5)
            .filter(|window| window & self.own == stones && window & self.enemy == 0)
            .filter(|&window| self.with_own(window).wins_at(window.trailing_zeros()))
            .map(|window| window & !stones)
            .reduce(|bits, more| bits | more)
    }

    /// Groups of these dead stones: at most one free point between neighbours.
    fn dead(self, stones: u32) -> Vec<LineShape> {
        let mut groups: Vec<u32> = Vec::new();
        for index in each_bit(stones) {
            // A neighbour stands next to the stone, or beyond one free point.
            let near = if index > 0 && self.free() & (1 << (index - 1)) != 0 {
                1 << index >> 2
            } else {
                1 << index >> 1
            };
            match groups.last_mut() {
                Some(group) if *group & near != 0 => *group |= 1 << index,
                _ => groups.push(1 << index),
            }
        }
        let shape = |stones: u32| LineShape {
            kind: match stones.count_ones() {
                1 => Kind::One,
                2 => Kind::Two,
                3 => Kind::Three,
                _ => Kind::Four,
            },
            life: Life::Dead,
            stones,
            extensions: 0,
            replies: 0,
        };
        groups.into_iter().map(shape).collect()
    }
}
