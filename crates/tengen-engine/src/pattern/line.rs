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
//! best that one more stone can make. Only rows through the point count.

use tengen_core::{Rule, Stone};

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

    fn windows(self) -> usize {
        (self.sides * self.sides) as usize
    }

    /// The window seen from the other end.
    fn mirrored(self, window: u32) -> u32 {
        window % self.sides * self.sides + window / self.sides
    }

    /// The cells of every side, from the point outwards, as `stone` sees them.
    fn all_sides(self, stone: Stone) -> Vec<Side> {
        let mut sides = Vec::with_capacity(self.sides as usize);
        for visible in 0..=self.reach {
            for digits in 0..POWERS[visible] {
                let mut side = [Seen::Edge; MAX_REACH];
                for (k, cell) in side[..visible].iter_mut().enumerate() {
                    *cell = match digits / POWERS[k] % 3 {
                        0 => Seen::Empty,
                        digit if digit == 1 + stone as u32 => Seen::Own,
                        _ => Seen::Enemy,
                    };
                }
                sides.push(side);
            }
        }
        sides
    }

    /// For each window the class that the window with black and white exchanged has.
    fn with_colours_swapped(self, classes: &[LineClass]) -> Vec<LineClass> {
        let as_white = self.all_sides(Stone::White);
        let swapped: Vec<u32> = as_white.iter().map(|side| self.side_index(side)).collect();
        let windows = 0..self.windows() as u32;
        windows
            .map(|window| {
                let left = swapped[(window / self.sides) as usize];
                let right = swapped[(window % self.sides) as usize];
                classes[(left * self.sides + right) as usize]
            })
            .collect()
    }

    /// For each window the class of its part that a smaller reach sees.
    fn seen_nearer(self, near: Numbering, classes: &[LineClass]) -> Vec<LineClass> {
        let kept = POWERS[near.reach];
        let nearer = |side: u32| match side.checked_sub(side_offset(near.reach + 1)) {
            Some(digits) => side_offset(near.reach) + digits % kept,
            None => side,
        };
        let sides: Vec<u32> = (0..self.sides).map(nearer).collect();
        let pairs = sides
            .iter()
            .flat_map(|left| sides.iter().map(move |right| (left, right)));
        pairs
            .map(|(left, right)| classes[(left * near.sides + right) as usize])
            .collect()
    }

    /// The number of a side, its own stones taken for black ones.
    fn side_index(self, side: &Side) -> u32 {
        let seen = side.iter().take_while(|&&cell| cell != Seen::Edge);
        let mut index = 0;
        let mut visible = 0;
        for (cell, power) in seen.zip(POWERS) {
            let digit = match cell {
                Seen::Own => 1,
                Seen::Enemy => 2,
                Seen::Empty | Seen::Edge => 0,
            };
            index += digit * power;
            visible += 1;
        }
        side_offset(visible) + index
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
        let black = Classifier::new(numbering, rule, Stone::Black).all();
        let white = if rule.has_forbidden_points(Stone::Black) {
            // White's fives may be longer and held, so that nothing beyond four cells
            // matters: a ninth of the windows to think about.
            let near = Numbering::new(4.min(reach));
            numbering.seen_nearer(near, &Classifier::new(near, rule, Stone::White).all())
        } else {
            // The colours differ in nothing else.
            numbering.with_colours_swapped(&black)
        };
        let classes = black
            .into_iter()
            .zip(white)
            .map(|(black, white)| black as u8 | (white as u8) << 4)
            .collect();
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

/// A cell of a window as one colour sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Empty,
    Own,
    Enemy,
    Edge,
}

/// The cells on one side of a point, nearest first.
type Side = [Seen; MAX_REACH];

/// Classifies windows for one colour, remembering every answer.
struct Classifier {
    numbering: Numbering,
    rule: Rule,
    stone: Stone,
    sides: Vec<Side>,
    known: Vec<Option<LineClass>>,
}

impl Classifier {
    fn new(numbering: Numbering, rule: Rule, stone: Stone) -> Classifier {
        Classifier {
            numbering,
            rule,
            stone,
            sides: numbering.all_sides(stone),
            known: vec![None; numbering.windows()],
        }
    }

    /// The classes of all windows.
    fn all(mut self) -> Vec<LineClass> {
        let windows = 0..self.numbering.windows() as u32;
        windows.map(|window| self.class_of(window)).collect()
    }

    fn class_of(&mut self, window: u32) -> LineClass {
        if let Some(class) = self.known[window as usize] {
            return class;
        }
        let class = self.classify(window);
        self.known[window as usize] = Some(class);
        self.known[self.numbering.mirrored(window) as usize] = Some(class);
        class
    }

    fn classify(&mut self, window: u32) -> LineClass {
        let cells = self.decode(window);
        if let Some(class) = self.full_row(&cells) {
            return class;
        }
        if room(&cells) < 5 {
            return LineClass::Dead;
        }
        let mut best_with_one_more = [0_usize; LineClass::COUNT];
        let mut five_points = Vec::new();
        for offset in self.empty_offsets(&cells) {
            let class = self.class_of(window + self.numbering.weight(offset, self.stone));
            best_with_one_more[class as usize] += 1;
            if class == LineClass::Five {
                five_points.push(offset);
            }
        }
        if !five_points.is_empty() {
            return self.four(window, &cells, &five_points);
        }
        class_below_four(&best_with_one_more)
    }

    /// Five or longer through the point: won, forbidden, or worth nothing.
    fn full_row(&self, cells: &Window) -> Option<LineClass> {
        let (before, after) = (cells.own_run(-1), cells.own_run(1));
        let length = before + 1 + after;
        if length < 5 {
            return None;
        }
        let held = cells.at(-before - 1) == Seen::Enemy && cells.at(after + 1) == Seen::Enemy;
        Some(if self.rule.row_wins(self.stone, length as u8, held) {
            LineClass::Five
        } else if self.rule.has_forbidden_points(self.stone) {
            LineClass::Forbidden
        } else {
            LineClass::Dead
        })
    }

    fn four(&mut self, window: u32, cells: &Window, five_points: &[i32]) -> LineClass {
        if self.rule.has_forbidden_points(self.stone) {
            return match *five_points {
                [first, last] if last - first == 5 => LineClass::OpenFour,
                [_] => LineClass::Four,
                _ => LineClass::Forbidden,
            };
        }
        let replies: Vec<i32> = self.empty_offsets(cells).collect();
        let stopped = replies.into_iter().any(|reply| {
            let answered = window + self.numbering.weight(reply, self.stone.opponent());
            !five_points.iter().any(|&five| {
                five != reply
                    && self.class_of(answered + self.numbering.weight(five, self.stone))
                        == LineClass::Five
            })
        });
        if stopped {
            LineClass::Four
        } else {
            LineClass::OpenFour
        }
    }

    fn empty_offsets(&self, cells: &Window) -> impl Iterator<Item = i32> + use<> {
        let cells = *cells;
        let reach = self.numbering.reach as i32;
        (-reach..=reach).filter(move |&offset| offset != 0 && cells.at(offset) == Seen::Empty)
    }

    fn decode(&self, window: u32) -> Window {
        let mut cells = Window([Seen::Edge; 2 * MAX_REACH + 3]);
        cells.set(0, Seen::Own);
        let Numbering { sides, .. } = self.numbering;
        for (sign, side) in [(-1, window / sides), (1, window % sides)] {
            for (k, &seen) in (1..).zip(&self.sides[side as usize]) {
                cells.set(sign * k, seen);
            }
        }
        cells
    }
}

/// Cells from `-MAX_REACH - 1` to `MAX_REACH + 1`; beyond what is visible: edge.
#[derive(Clone, Copy)]
struct Window([Seen; 2 * MAX_REACH + 3]);

impl Window {
    fn slot(offset: i32) -> usize {
        (offset + MAX_REACH as i32 + 1).clamp(0, 2 * MAX_REACH as i32 + 2) as usize
    }

    fn at(&self, offset: i32) -> Seen {
        self.0[Window::slot(offset)]
    }

    fn set(&mut self, offset: i32, seen: Seen) {
        self.0[Window::slot(offset)] = seen;
    }

    /// Own stones in a row beside the point, on one side.
    fn own_run(&self, sign: i32) -> i32 {
        (1..=MAX_REACH as i32)
            .take_while(|k| self.at(sign * k) == Seen::Own)
            .count() as i32
    }
}

/// Length of the stretch around the point without enemy or edge.
fn room(cells: &Window) -> i32 {
    let side = |sign: i32| {
        (1..=MAX_REACH as i32)
            .take_while(|k| matches!(cells.at(sign * k), Seen::Own | Seen::Empty))
            .count() as i32
    };
    side(-1) + 1 + side(1)
}

fn class_below_four(with_one_more: &[usize; LineClass::COUNT]) -> LineClass {
    let cells = |class: LineClass| with_one_more[class as usize];
    let open_threes = cells(LineClass::OpenThree) + cells(LineClass::OpenThreeWide);
    let open_twos =
        cells(LineClass::OpenTwo) + cells(LineClass::OpenTwoWide) + cells(LineClass::OpenTwoWidest);
    match (cells(LineClass::OpenFour), open_threes) {
        (2.., _) => LineClass::OpenThreeWide,
        (1, _) => LineClass::OpenThree,
        _ if cells(LineClass::Four) > 0 => LineClass::SleepingThree,
        (_, 4..) => LineClass::OpenTwoWidest,
        (_, 3) => LineClass::OpenTwoWide,
        (_, 1..) => LineClass::OpenTwo,
        _ if cells(LineClass::SleepingThree) > 0 => LineClass::SleepingTwo,
        _ if open_twos > 0 => LineClass::OpenOne,
        _ if cells(LineClass::SleepingTwo) > 0 => LineClass::SleepingOne,
        _ => LineClass::Dead,
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
