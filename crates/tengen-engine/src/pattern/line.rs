//! Line windows and their classes.
//!
//! A *window* is what can be seen from a point along one line: up to `reach` cells on
//! each side, fewer where the edge is nearer. Its index is
//!
//! ```text
//! left * sides + right,   side = (3^v - 1)/2 + sum over k = 1..=v of digit(k) * 3^(k-1)
//! ```
//!
//! where `v` cells are visible on that side, `k` counts outwards from the point, and the
//! digit is 0 for an empty cell, 1 for black, 2 for white. So the edge costs no digit of
//! its own, and a stone put down at distance `k` adds the same amount to the index
//! wherever the edge is: updating a window is one addition.
//!
//! The class of a window says what a stone *on* the point would make of it. It is found
//! by trying: a five by the rule; a four if one more stone makes a five; an open four if
//! no single reply takes every five away; and so on downwards, each class defined by the
//! best that one more stone can make. Only rows through the point count (see `classify`).

use tengen_core::{Rule, Stone};

use super::classify::{Classes, View};

/// What a stone on the point makes on one line, from nothing to forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum LineClass {
    /// No five can come of it.
    Dead = 0,
    /// One more stone makes a sleeping two.
    SleepingOne = 1,
    /// One more stone makes an open two.
    OpenOne = 2,
    /// One more stone makes a sleeping three.
    SleepingTwo = 3,
    /// One or two cells make an open three of it.
    OpenTwo = 4,
    /// Three cells make an open three of it.
    OpenTwoWide = 5,
    /// Four or more cells make an open three of it.
    OpenTwoWidest = 6,
    /// One more stone makes a four.
    SleepingThree = 7,
    /// One cell makes an open four of it.
    OpenThree = 8,
    /// Two or more cells make an open four of it.
    OpenThreeWide = 9,
    /// One more stone makes a five, and one reply stops it.
    Four = 10,
    /// No single reply stops the five.
    OpenFour = 11,
    /// A winning row.
    Five = 12,
    /// An overline or a double four on one line, which renju forbids Black.
    Forbidden = 13,
}

impl LineClass {
    /// Number of classes.
    pub const COUNT: usize = 14;

    const ALL: [LineClass; LineClass::COUNT] = [
        LineClass::Dead,
        LineClass::SleepingOne,
        LineClass::OpenOne,
        LineClass::SleepingTwo,
        LineClass::OpenTwo,
        LineClass::OpenTwoWide,
        LineClass::OpenTwoWidest,
        LineClass::SleepingThree,
        LineClass::OpenThree,
        LineClass::OpenThreeWide,
        LineClass::Four,
        LineClass::OpenFour,
        LineClass::Five,
        LineClass::Forbidden,
    ];

    /// The class with that number; `Dead` beyond the last.
    pub fn from_number(number: u8) -> LineClass {
        LineClass::ALL
            .get(usize::from(number))
            .copied()
            .unwrap_or(LineClass::Dead)
    }

    /// Whether it is an open three of either width.
    pub fn is_open_three(self) -> bool {
        matches!(self, LineClass::OpenThree | LineClass::OpenThreeWide)
    }
}

/// Largest reach of any rule.
pub(crate) const MAX_REACH: usize = 5;

const POWERS: [u32; MAX_REACH + 2] = [1, 3, 9, 27, 81, 243, 729];

/// The index of an empty side on which `visible` cells can be seen.
pub const fn side_offset(visible: usize) -> u32 {
    (POWERS[visible] - 1) / 2
}

/// How windows of one reach are numbered.
#[derive(Clone, Copy, Debug)]
struct Numbering {
    /// Number of different sides: the factor of the left side in an index.
    sides: u32,
    reach: usize,
}

impl Numbering {
    fn new(reach: usize) -> Numbering {
        let sides = side_offset(reach + 1);
        Numbering { sides, reach }
    }

    /// Every side as `stone` sees it, by its index.
    fn views(self, stone: Stone) -> Vec<View> {
        let mut views = Vec::with_capacity(self.sides as usize);
        for visible in 0..=self.reach {
            for digits in 0..POWERS[visible] {
                let mut view = View::default();
                for power in &POWERS[..visible] {
                    match digits / power % 3 {
                        0 => view = view.and_empty(),
                        digit if digit == 1 + stone as u32 => view = view.and_own(),
                        _ => {
                            view = view.and_enemy();
                            break;
                        }
                    }
                }
                views.push(view);
            }
        }
        views
    }

    #[inline]
    fn weight(self, offset: i32, stone: Stone) -> u32 {
        let digit = 1 + stone as u32;
        let power = POWERS[offset.unsigned_abs() as usize - 1];
        if offset < 0 {
            digit * power * self.sides
        } else {
            digit * power
        }
    }
}

/// The class of every window for both colours under one rule.
#[derive(Debug)]
pub struct LineTable {
    /// Black's class in the low four bits, White's in the high four.
    classes: Vec<u8>,
    numbering: Numbering,
}

impl LineTable {
    /// Classifies all windows of `reach` cells a side.
    pub fn new(rule: Rule, reach: usize) -> LineTable {
        let numbering = Numbering::new(reach);
        let views = Stone::BOTH.map(|stone| numbering.views(stone));
        let colours_differ = rule.has_forbidden_points(Stone::Black);
        let black = Classes::of_views(rule, Stone::Black, &views[0]);
        let white = colours_differ.then(|| Classes::of_views(rule, Stone::White, &views[0]));
        let white = white.as_ref().unwrap_or(&black);
        let [black_sees, white_sees] = views.map(|views| {
            let numbers = views.into_iter().map(View::number);
            numbers.collect::<Vec<usize>>()
        });
        let mut classes = Vec::with_capacity(black_sees.len() * black_sees.len());
        for (&black_left, &white_left) in black_sees.iter().zip(&white_sees) {
            let (black, white) = (black.beside(black_left), white.beside(white_left));
            let rights = black_sees.iter().zip(&white_sees);
            classes.extend(rights.map(|(&black_right, &white_right)| {
                black[black_right] as u8 | (white[white_right] as u8) << 4
            }));
        }
        LineTable { classes, numbering }
    }

    /// Both colours' classes: Black's in the low four bits, White's in the high four.
    #[inline]
    pub fn packed(&self, window: u32) -> u8 {
        self.classes[window as usize]
    }

    /// One colour's class.
    #[inline]
    pub fn class(&self, window: u32, stone: Stone) -> LineClass {
        LineClass::from_number(self.packed(window) >> (4 * stone as u32) & 15)
    }

    /// What a stone at `offset` (negative: before the point) adds to the point's window.
    #[inline]
    pub fn weight(&self, offset: i32, stone: Stone) -> u32 {
        self.numbering.weight(offset, stone)
    }

    /// The window of a point on an empty board that sees so many cells on each side.
    pub fn empty_window(&self, before: usize, after: usize) -> u32 {
        let Numbering { sides, reach } = self.numbering;
        side_offset(before.min(reach)) * sides + side_offset(after.min(reach))
    }

    /// Number of windows.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there are no windows (never).
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// Hash of the whole table (FNV-1a), for a test that pins it.
    pub fn fingerprint(&self) -> u64 {
        self.classes
            .iter()
            .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the definitions give; a change here changes every search.
    #[test]
    fn the_tables_are_what_they_were() {
        for (rule, reach, fingerprint) in [
            (Rule::Freestyle, 4, 0x4795_CF82_CBCD_7470),
            (Rule::Standard, 5, 0x6814_9264_7A70_559D),
            (Rule::Renju, 5, 0x60C8_7F43_3A84_7F56),
            (Rule::Caro8, 5, 0x4EF1_168D_E93D_26BB),
            (Rule::Caro9, 5, 0x2B6E_FE02_FE3B_26E7),
        ] {
            let table = LineTable::new(rule, reach);
            assert_eq!(table.fingerprint(), fingerprint, "{rule}");
        }
    }

    /// Black's class on the `*` of a drawn line; everything outside is edge.
    fn class(rule: Rule, line: &str) -> LineClass {
        class_for(rule, line, Stone::Black)
    }

    fn class_for(rule: Rule, line: &str, stone: Stone) -> LineClass {
        let reach = if rule == Rule::Freestyle { 4 } else { 5 };
        let table = LineTable::new(rule, reach);
        let cells: Vec<char> = line.chars().collect();
        let at = cells.iter().position(|&c| c == '*').unwrap();
        let mut window = table.empty_window(at, cells.len() - at - 1);
        for (i, &cell) in cells.iter().enumerate() {
            let offset = i as i32 - at as i32;
            if offset == 0 || offset.unsigned_abs() as usize > reach {
                continue;
            }
            match cell {
                'X' => window += table.weight(offset, stone),
                'O' => window += table.weight(offset, stone.opponent()),
                _ => {}
            }
        }
        table.class(window, stone)
    }

    #[test]
    fn the_usual_shapes_have_their_usual_names() {
        use LineClass::{Dead, Five, Four, OpenFour, OpenThree, OpenThreeWide, OpenTwoWidest};
        for rule in Rule::ALL {
            assert_eq!(class(rule, "......XX*XX......"), Five, "{rule}");
            assert_eq!(class(rule, "......XX*X......."), OpenFour, "{rule}");
            assert_eq!(class(rule, ".....OXX*X......."), Four, "{rule}");
            assert_eq!(class(rule, "......XX*........"), OpenThreeWide, "{rule}");
            assert_eq!(class(rule, "......X.X*......."), OpenThree, "{rule}");
            assert_eq!(class(rule, ".......X*........"), OpenTwoWidest, "{rule}");
            assert_eq!(class(rule, "....O.X*XO......."), Dead, "{rule}");
        }
    }

    #[test]
    fn overlines_count_as_each_rule_says() {
        use LineClass::{Dead, Five, Forbidden, Four, OpenFour};
        let six = "....XXX*XX.....";
        assert_eq!(class(Rule::Freestyle, six), Five);
        assert_eq!(class(Rule::Standard, six), Dead);
        assert_eq!(class(Rule::Renju, six), Forbidden);
        assert_eq!(class_for(Rule::Renju, six, Stone::White), Five);
        assert_eq!(class(Rule::Caro8, six), Five);
        assert_eq!(class(Rule::Caro9, six), Dead);
        // The far five point of this four makes six where six is nothing.
        let four = "....XX*X.X....";
        assert_eq!(class(Rule::Freestyle, four), OpenFour);
        assert_eq!(class(Rule::Standard, four), Four);
        assert_eq!(class(Rule::Renju, four), Four);
    }

    #[test]
    fn two_fours_on_one_line_are_forbidden_to_black_in_renju() {
        for line in [".X.X*X.X....", ".XX.*X.XX...", ".XXX.*.XXX.."] {
            assert_eq!(class(Rule::Renju, line), LineClass::Forbidden, "{line}");
            assert_eq!(
                class_for(Rule::Renju, line, Stone::White),
                LineClass::OpenFour
            );
            assert_eq!(class(Rule::Standard, line), LineClass::OpenFour);
        }
    }

    #[test]
    fn caro_holds_fives_by_stones_but_not_by_the_edge() {
        use LineClass::{Dead, Five, Four, OpenFour};
        for rule in [Rule::Caro8, Rule::Caro9] {
            assert_eq!(class(rule, ".....OXX*XXO...."), Dead);
            assert_eq!(class(rule, "XX*XXO......"), Five);
            // One stone at either end leaves only a held five.
            assert_eq!(class(rule, "...O.XX*X.O...."), Four);
            assert_eq!(class(rule, ".XX*X.O...."), Four);
            assert_eq!(class(rule, ".XX*X..O..."), OpenFour);
        }
        assert_eq!(class(Rule::Freestyle, "...O.XX*X.O...."), OpenFour);
    }
}
