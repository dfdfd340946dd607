//! What a stone makes on its four lines together.
//!
//! The four line classes of a point, order forgotten, are its [`CellCode`]: 2,380
//! multisets of four out of fourteen. Evaluation and move scores are tables over codes.
//! A code's [`Threat`] says what the move does to the game.

use std::sync::LazyLock;

use super::line::LineClass;

/// Number of multisets of four line classes: 17 choose 4.
pub const CODES: usize = 2380;

/// Four line classes without their order, as a number below [`CODES`].
pub type CellCode = u16;

/// What a move does, from the strongest down; named after what it makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Nothing worth naming.
    #[default]
    None = 0,
    /// Some open two or sleeping three.
    Quiet = 1,
    /// Two or more of those.
    Builds = 2,
    /// An open three.
    Three = 3,
    /// An open three and a sleeping three or open two.
    ThreePlus = 4,
    /// Two open threes.
    DoubleThree = 5,
    /// A four and nothing more.
    Four = 6,
    /// A four and a sleeping three or open two.
    FourPlus = 7,
    /// A four and an open three.
    FourThree = 8,
    /// An open four or two fours.
    OpenFour = 9,
    /// A five.
    Five = 10,
    /// Looks forbidden to Black in renju: an overline, two fours or two open threes.
    Forbidden = 11,
}

impl Threat {
    /// Number of threats.
    pub const COUNT: usize = 12;

    /// The threat of four lines; `forbids` where double shapes are forbidden to the mover.
    pub fn of_lines(lines: [LineClass; 4], forbids: bool) -> Threat {
        let count =
            |wanted: &dyn Fn(LineClass) -> bool| lines.iter().filter(|&&l| wanted(l)).count();
        let fours = count(&|l| matches!(l, LineClass::Four | LineClass::OpenFour));
        let open_fours = count(&|l| l == LineClass::OpenFour);
        let threes = count(&LineClass::is_open_three);
        let builds = count(&|l| {
            matches!(
                l,
                LineClass::SleepingThree
                    | LineClass::OpenTwo
                    | LineClass::OpenTwoWide
                    | LineClass::OpenTwoWidest
            )
        });
        if lines.contains(&LineClass::Five) {
            return Threat::Five;
        }
        if lines.contains(&LineClass::Forbidden) || forbids && (fours >= 2 || threes >= 2) {
            return Threat::Forbidden;
        }
        match (open_fours, fours, threes, builds) {
            (1.., ..) | (_, 2.., ..) => Threat::OpenFour,
            (_, 1, 1.., _) => Threat::FourThree,
            (_, 1, _, 1..) => Threat::FourPlus,
            (_, 1, ..) => Threat::Four,
            (_, _, 2.., _) => Threat::DoubleThree,
            (_, _, 1, 1..) => Threat::ThreePlus,
            (_, _, 1, _) => Threat::Three,
            (_, _, _, 2..) => Threat::Builds,
            (_, _, _, 1) => Threat::Quiet,
            _ => Threat::None,
        }
    }

    /// Whether the move makes at least a four (a five point), forbidden ones left out.
    pub fn makes_four(self) -> bool {
        (Threat::Four..=Threat::Five).contains(&self)
    }
}

/// The tables over the four packed classes (four bits each, 65,536 keys).
#[derive(Debug)]
pub struct CellTable {
    codes: Vec<CellCode>,
    lines: Vec<[LineClass; 4]>,
}

impl CellTable {
    /// The one table, built when first asked for.
    pub fn get() -> &'static CellTable {
        static TABLE: LazyLock<CellTable> = LazyLock::new(CellTable::new);
        &TABLE
    }

    fn new() -> CellTable {
        let mut lines = Vec::with_capacity(CODES);
        let mut codes = vec![0; 1 << 16];
        let count = LineClass::COUNT as u8;
        for a in 0..count {
            for b in a..count {
                for c in b..count {
                    for d in c..count {
                        set_all_orders(&mut codes, [a, b, c, d], lines.len() as CellCode);
                        lines.push([a, b, c, d].map(LineClass::from_number));
                    }
                }
            }
        }
        CellTable { codes, lines }
    }

    /// The code of four packed classes.
    #[inline]
    pub fn code(&self, key: u16) -> CellCode {
        self.codes[usize::from(key)]
    }

    /// The line classes of a code, weakest first.
    pub fn lines(&self, code: CellCode) -> [LineClass; 4] {
        self.lines[usize::from(code)]
    }

    /// The threat of every code.
    pub fn threats(&self, forbids: bool) -> Vec<Threat> {
        self.lines
            .iter()
            .map(|&lines| Threat::of_lines(lines, forbids))
            .collect()
    }
}

fn set_all_orders(codes: &mut [CellCode], classes: [u8; 4], code: CellCode) {
    let at = |slot: usize, n: usize| usize::from(classes[n]) << (4 * slot);
    for i in 0..4 {
        let key = at(0, i);
        for j in (0..4).filter(|&j| j != i) {
            let key = key | at(1, j);
            for k in (0..4).filter(|&k| k != i && k != j) {
                codes[key | at(2, k) | at(3, 6 - i - j - k)] = code;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_the_same_classes_has_one_code() {
        let table = CellTable::new();
        assert_eq!(table.lines.len(), CODES);
        for (code, lines) in table.lines.iter().enumerate() {
            let key = |order: [usize; 4]| {
                order
                    .iter()
                    .enumerate()
                    .fold(0, |key, (slot, &n)| key | (lines[n] as u16) << (4 * slot))
            };
            for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
                assert_eq!(usize::from(table.code(key(order))), code);
            }
        }
    }

    #[test]
    fn threats_follow_their_names() {
        use LineClass::{Dead, Four, OpenFour, OpenThree, SleepingThree};
        let threat = |lines| Threat::of_lines(lines, false);
        assert_eq!(threat([Dead, Four, Dead, OpenThree]), Threat::FourThree);
        assert_eq!(threat([Four, Four, Dead, Dead]), Threat::OpenFour);
        assert_eq!(threat([OpenFour, Dead, Dead, Dead]), Threat::OpenFour);
        assert_eq!(threat([Four, SleepingThree, Dead, Dead]), Threat::FourPlus);
        assert_eq!(
            threat([OpenThree, OpenThree, Dead, Dead]),
            Threat::DoubleThree
        );
        let black = |lines| Threat::of_lines(lines, true);
        assert_eq!(black([OpenThree, OpenThree, Dead, Dead]), Threat::Forbidden);
        assert_eq!(black([Four, OpenFour, Dead, Dead]), Threat::Forbidden);
        assert_eq!(black([Four, OpenThree, Dead, Dead]), Threat::FourThree);
        assert_eq!(black([LineClass::Five, Four, Four, Dead]), Threat::Five);
    }
}
