//! The 26 named openings of renju (珠型): the first three stones.
//!
//! Black begins in the centre, White answers beside it: straight (*direct*, D1 to D13)
//! or diagonally (*indirect*, I1 to I13), and Black's second stone, anywhere in the
//! central 5x5 points, gives the opening its name. Turned and mirrored openings are the
//! same, so every such third stone has exactly one name.
//!
//! ```
//! use tengen_core::{RenjuOpening, Size};
//! let opening: &RenjuOpening = "Kagetsu".parse::<&RenjuOpening>()?;
//! assert_eq!((opening.code().as_str(), opening.chinese), ("D4", "花月"));
//! let stones = opening.stones(Size::STANDARD);
//! assert_eq!(stones.map(|point| point.name(Size::STANDARD)), ["H8", "H9", "I9"]);
//! assert_eq!(RenjuOpening::of(stones, Size::STANDARD), Some(opening));
//! # Ok::<(), tengen_core::OpeningNameError>(())
//! ```

use std::fmt;

use crate::point::{Point, Size};
use crate::symmetry::Symmetry;

/// How White's first stone lies beside the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OpeningKind {
    /// Straight beside it (H9): D1 to D13.
    Direct,
    /// Diagonally beside it (I9): I1 to I13.
    Indirect,
}

/// One of the 26 openings.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct RenjuOpening {
    /// Direct or indirect.
    pub kind: OpeningKind,
    /// 1 to 13 within its kind.
    pub number: u8,
    /// Name in Latin letters, which is also the English one.
    pub romaji: &'static str,
    /// Name in simplified Chinese.
    pub chinese: &'static str,
    /// Name in Japanese.
    pub japanese: &'static str,
    /// Columns right of and rows above the centre where the third stone lies.
    third: (i8, i8),
}

/// A row of the table: the third stone is written as on the 15x15 board, centre H8.
const fn opening(
    kind: OpeningKind,
    number: u8,
    names: [&'static str; 3],
    third: (char, i8),
) -> RenjuOpening {
    let [romaji, chinese, japanese] = names;
    RenjuOpening {
        kind,
        number,
        romaji,
        chinese,
        japanese,
        third: (third.0 as i8 - 'H' as i8, third.1 - 8),
    }
}

const fn direct(number: u8, names: [&'static str; 3], third: (char, i8)) -> RenjuOpening {
    opening(OpeningKind::Direct, number, names, third)
}

const fn indirect(number: u8, names: [&'static str; 3], third: (char, i8)) -> RenjuOpening {
    opening(OpeningKind::Indirect, number, names, third)
}

static OPENINGS: [RenjuOpening; 26] = [
    direct(1, ["Kansei", "寒星", "寒星"], ('H', 10)),
    direct(2, ["Keigetsu", "溪月", "溪月"], ('I', 10)),
    direct(3, ["Sosei", "疏星", "疎星"], ('J', 10)),
    direct(4, ["Kagetsu", "花月", "花月"], ('I', 9)),
    direct(5, ["Zangetsu", "残月", "残月"], ('J', 9)),
    direct(6, ["Ugetsu", "雨月", "雨月"], ('I', 8)),
    direct(7, ["Kinsei", "金星", "金星"], ('J', 8)),
    direct(8, ["Shougetsu", "松月", "松月"], ('H', 7)),
    direct(9, ["Kyuugetsu", "丘月", "丘月"], ('I', 7)),
    direct(10, ["Shingetsu", "新月", "新月"], ('J', 7)),
    direct(11, ["Zuisei", "瑞星", "瑞星"], ('H', 6)),
    direct(12, ["Sangetsu", "山月", "山月"], ('I', 6)),
    direct(13, ["Yuusei", "游星", "遊星"], ('J', 6)),
    indirect(1, ["Chousei", "长星", "長星"], ('J', 10)),
    indirect(2, ["Kyougetsu", "峡月", "峡月"], ('J', 9)),
    indirect(3, ["Kousei", "恒星", "恒星"], ('J', 8)),
    indirect(4, ["Suigetsu", "水月", "水月"], ('J', 7)),
    indirect(5, ["Ryuusei", "流星", "流星"], ('J', 6)),
    indirect(6, ["Ungetsu", "云月", "雲月"], ('I', 8)),
    indirect(7, ["Hogetsu", "浦月", "浦月"], ('I', 7)),
    indirect(8, ["Rangetsu", "岚月", "嵐月"], ('I', 6)),
    indirect(9, ["Gingetsu", "银月", "銀月"], ('H', 7)),
    indirect(10, ["Myoujou", "明星", "明星"], ('H', 6)),
    indirect(11, ["Shagetsu", "斜月", "斜月"], ('G', 7)),
    indirect(12, ["Meigetsu", "名月", "名月"], ('G', 6)),
    indirect(13, ["Suisei", "彗星", "彗星"], ('F', 6)),
];

impl RenjuOpening {
    /// All of them, D1 to D13 and then I1 to I13.
    pub fn all() -> &'static [RenjuOpening; 26] {
        &OPENINGS
    }

    /// `D4`, `I13` and so on.
    pub fn code(&self) -> String {
        let letter = match self.kind {
            OpeningKind::Direct => 'D',
            OpeningKind::Indirect => 'I',
        };
        format!("{letter}{}", self.number)
    }

    /// Black's, White's and Black's stone, turned as the books print them: White above
    /// the centre, or above and right of it.
    pub fn stones(&self, size: Size) -> [Point; 3] {
        let second = match self.kind {
            OpeningKind::Direct => (0, 1),
            OpeningKind::Indirect => (1, 1),
        };
        [(0, 0), second, self.third].map(|offset| beside_centre(offset, size))
    }

    /// The opening that these three stones (Black, White, Black) make, however turned or
    /// mirrored; `None` if they are no opening: the first is not the centre, the second
    /// not beside it, the third outside the central 5x5 points or on another stone.
    pub fn of(stones: [Point; 3], size: Size) -> Option<&'static RenjuOpening> {
        let [first, second, third] = stones.map(|point| on_small_board(point, size));
        let around = Size::MIN;
        if first? != around.centre() {
            return None;
        }
        let turned = |symmetry: Symmetry| {
            [first, second, third].map(|point| point.map(|it| symmetry.apply(it, around)))
        };
        OPENINGS.iter().find(|opening| {
            let printed = opening.stones(around).map(Some);
            Symmetry::ALL
                .into_iter()
                .any(|symmetry| turned(symmetry) == printed)
        })
    }
}

/// The point that many columns right of and rows above the centre. Boards have at least
/// 5x5 points, so the offsets of the table never leave them.
fn beside_centre((right, up): (i8, i8), size: Size) -> Point {
    let centre = size.centre();
    let x = centre.x().saturating_add_signed(right);
    let y = centre.y().saturating_add_signed(-up);
    size.point(x, y).unwrap_or(centre)
}

/// `point` as seen on a 5x5 board around the same centre, if it lies there. The smaller
/// board has an exact centre to turn about; an even board has not.
fn on_small_board(point: Point, size: Size) -> Option<Point> {
    let (centre, small) = (size.centre(), Size::MIN.centre());
    let x = (point.x() + small.x()).checked_sub(centre.x())?;
    let y = (point.y() + small.y()).checked_sub(centre.y())?;
    Size::MIN.point(x, y)
}

impl fmt::Display for RenjuOpening {
    /// The code and the name in Latin letters: `D4 Kagetsu`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {}", self.code(), self.romaji))
    }
}

impl std::str::FromStr for &'static RenjuOpening {
    type Err = OpeningNameError;

    /// Reads a code (`D4`) or a name in any of the three languages; case does not matter.
    fn from_str(text: &str) -> Result<&'static RenjuOpening, OpeningNameError> {
        let word = text.trim();
        OPENINGS
            .iter()
            .find(|opening| {
                [opening.romaji, opening.chinese, opening.japanese]
                    .into_iter()
                    .any(|name| name.eq_ignore_ascii_case(word))
                    || opening.code().eq_ignore_ascii_case(word)
            })
            .ok_or_else(|| OpeningNameError {
                met: word.chars().take(40).collect(),
            })
    }
}

/// A word that names no opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningNameError {
    /// The word (its beginning, if it is long).
    pub met: String,
}

impl fmt::Display for OpeningNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no renju opening: D1 to D13, I1 to I13 and their names, such as Kagetsu or 花月, are",
            self.met
        )
    }
}

impl std::error::Error for OpeningNameError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    fn around(size: Size, reach: u8) -> Vec<Point> {
        size.points()
            .filter(|point| point.distance(size.centre()) <= reach)
            .collect()
    }

    #[test]
    fn every_third_stone_of_the_central_25_points_has_exactly_one_name() {
        for size in [5, 6, 15, 20].map(|n| Size::new(n).unwrap()) {
            let centre = size.centre();
            let mut met: HashMap<String, usize> = HashMap::new();
            for second in around(size, 1) {
                for third in around(size, 2) {
                    let found = RenjuOpening::of([centre, second, third], size);
                    let three = HashSet::from([centre, second, third]).len() == 3;
                    assert_eq!(found.is_some(), three, "{second:?} {third:?}");
                    if let Some(opening) = found {
                        let straight = second.x() == centre.x() || second.y() == centre.y();
                        assert_eq!(straight, opening.kind == OpeningKind::Direct);
                        *met.entry(opening.code()).or_default() += 1;
                    }
                }
            }
            // 8 second stones with 23 third stones each; symmetric openings look only
            // four ways, the others eight.
            assert_eq!(met.len(), 26);
            assert_eq!(met.values().sum::<usize>(), 8 * 23);
            let four_ways = met.values().filter(|&&ways| ways == 4).count();
            assert_eq!(four_ways, 6, "D1, D8, D11 and I1, I11, I13");
            assert!(met.values().all(|&ways| ways == 4 || ways == 8));
        }
    }

    #[test]
    fn turned_and_mirrored_stones_keep_their_name() {
        let size = Size::STANDARD;
        for opening in RenjuOpening::all() {
            for symmetry in Symmetry::ALL {
                let stones = opening
                    .stones(size)
                    .map(|point| symmetry.apply(point, size));
                assert_eq!(RenjuOpening::of(stones, size), Some(opening));
            }
        }
    }

    #[test]
    fn what_is_no_opening_has_no_name() {
        let size = Size::STANDARD;
        let at = |x, y| size.point(x, y).unwrap();
        let centre = size.centre();
        for stones in [
            [at(7, 6), centre, at(8, 6)],
            [centre, at(7, 5), at(8, 6)],
            [centre, at(7, 6), at(10, 7)],
            [centre, at(7, 6), at(7, 6)],
            [centre, centre, at(7, 6)],
            [centre, at(7, 6), Point::new(21, 21).unwrap()],
        ] {
            assert_eq!(RenjuOpening::of(stones, size), None, "{stones:?}");
        }
    }

    #[test]
    fn names_lead_to_their_opening_in_every_language() {
        let mut names = HashSet::new();
        for (index, opening) in RenjuOpening::all().iter().enumerate() {
            assert_eq!(index % 13 + 1, usize::from(opening.number));
            for name in [opening.romaji, opening.chinese, opening.japanese] {
                assert_eq!(name.parse(), Ok(opening));
                assert_eq!(name.to_lowercase().parse(), Ok(opening));
            }
            assert_eq!(format!(" {} ", opening.code()).parse(), Ok(opening));
            names.extend([opening.romaji.to_owned(), opening.code()]);
        }
        assert_eq!(names.len(), 52);
        let error = "D14".parse::<&RenjuOpening>().unwrap_err().to_string();
        assert!(error.contains("D14") && error.contains("D1 to D13"));
    }

    #[test]
    fn the_printed_stones_are_the_books() {
        let size = Size::STANDARD;
        let printed = |code: &str| {
            let opening: &RenjuOpening = code.parse().unwrap();
            opening.stones(size).map(|point| point.name(size)).join(" ")
        };
        assert_eq!(printed("d1"), "H8 H9 H10");
        assert_eq!(printed("瑞星"), "H8 H9 H6");
        assert_eq!(printed("浦月"), "H8 I9 I7");
        assert_eq!(printed("彗星"), "H8 I9 F6");
    }
}
