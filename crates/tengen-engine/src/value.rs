//! What patterns are worth: tables over cell codes.
//!
//! The shipped tables are learned from games (see `tengen-lab tune`). This module holds
//! their form and the plain guess that learning starts from.

use std::fmt;

use tengen_core::Stone;

use crate::pattern::cell::{CODES, CellTable};
use crate::pattern::{CellCode, LineClass, Threat};

/// Everything the tables say about one code for one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeInfo {
    /// Worth to its colour when that colour is to move.
    pub on_move: i16,
    /// Worth to its colour when the other is to move.
    pub waiting: i16,
    /// Move score for playing here as an attack.
    pub attack: i16,
    /// Move score for taking this point from its colour.
    pub defend: i16,
    /// What a stone here does.
    pub threat: Threat,
}

/// The infos of all codes for both colours, and the worth of standing threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueTable {
    infos: [Vec<CodeInfo>; 2],
    /// By the strongest threat of the side to move, then of the other.
    threats: [[i16; Threat::COUNT]; Threat::COUNT],
}

impl ValueTable {
    /// The hand-made start that learning improves on.
    pub fn start(forbids_black: bool) -> ValueTable {
        let cells = CellTable::get();
        let infos = Stone::BOTH.map(|stone| {
            let threats = cells.threats(forbids_black && stone == Stone::Black);
            (0..CODES as CellCode)
                .map(|code| start_info(cells.lines(code), threats[usize::from(code)]))
                .collect()
        });
        ValueTable {
            infos,
            threats: [[0; Threat::COUNT]; Threat::COUNT],
        }
    }

    /// A table from learned numbers, by colour and code, and standing threats.
    pub fn learned(
        forbids_black: bool,
        numbers: &[Vec<Numbers>; 2],
        threats: [[i16; Threat::COUNT]; Threat::COUNT],
    ) -> ValueTable {
        let cells = CellTable::get();
        let infos = Stone::BOTH.map(|stone| {
            let names = cells.threats(forbids_black && stone == Stone::Black);
            numbers[stone as usize]
                .iter()
                .zip(names)
                .map(|(numbers, threat)| numbers.with_threat(threat))
                .collect()
        });
        ValueTable { infos, threats }
    }

    /// Reads what [`ValueTable::to_bytes`] wrote.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8], forbids_black: bool) -> Result<ValueTable, ValueError> {
        let expected = HEADER.len() + 2 * (2 * CODES * 4 + Threat::COUNT * Threat::COUNT);
        if bytes.len() != expected || !bytes.starts_with(HEADER) {
            return Err(ValueError {
                expected,
                met: bytes.len(),
            });
        }
        let mut words = bytes[HEADER.len()..]
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = || words.next().unwrap_or(0);
        let mut side = || -> Vec<Numbers> {
            (0..CODES)
                .map(|_| Numbers {
                    on_move: next(),
                    waiting: next(),
                    attack: next(),
                    defend: next(),
                })
                .collect()
        };
        let numbers = [side(), side()];
        let mut threats = [[0; Threat::COUNT]; Threat::COUNT];
        for worth in threats.iter_mut().flatten() {
            *worth = next();
        }
        Ok(ValueTable::learned(forbids_black, &numbers, threats))
    }

    /// The learned numbers as bytes: a header, then little-endian words by colour and
    /// code (on move, waiting, attack, defend), then the standing threats.
    pub fn to_bytes(&self) -> Vec<u8> {
        let codes = self.infos.iter().flatten();
        let words = codes
            .flat_map(|info| [info.on_move, info.waiting, info.attack, info.defend])
            .chain(self.threats.iter().flatten().copied());
        HEADER
            .iter()
            .copied()
            .chain(words.flat_map(i16::to_le_bytes))
            .collect()
    }

    /// The info of a code for colour 0 (Black) or 1 (White).
    #[inline]
    pub fn info(&self, colour: usize, code: CellCode) -> &CodeInfo {
        &self.infos[colour & 1][usize::from(code)]
    }

    /// Worth of the strongest standing threats, to the side to move.
    #[inline]
    pub fn standing(&self, own: Threat, other: Threat) -> i32 {
        i32::from(self.threats[own as usize][other as usize])
    }
}

/// First bytes of a table file; the number counts versions of the form.
const HEADER: &[u8] = b"TengenV1";

/// The learned numbers of one code for one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// See [`CodeInfo::on_move`].
    pub on_move: i16,
    /// See [`CodeInfo::waiting`].
    pub waiting: i16,
    /// See [`CodeInfo::attack`].
    pub attack: i16,
    /// See [`CodeInfo::defend`].
    pub defend: i16,
}

impl Numbers {
    fn with_threat(self, threat: Threat) -> CodeInfo {
        CodeInfo {
            on_move: self.on_move,
            waiting: self.waiting,
            attack: self.attack,
            defend: self.defend,
            threat,
        }
    }
}

/// Bytes that are no pattern table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// Bytes of a proper table.
    pub expected: usize,
    /// Bytes met.
    pub met: usize,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no pattern table: {} bytes beginning with {:?} are expected, {} bytes were met",
            self.expected,
            String::from_utf8_lossy(HEADER),
            self.met
        )
    }
}

impl std::error::Error for ValueError {}

fn start_info(lines: [LineClass; 4], threat: Threat) -> CodeInfo {
    if threat == Threat::Forbidden {
        return CodeInfo {
            threat,
            ..CodeInfo::default()
        };
    }
    let worth: i16 = lines.iter().map(|&line| start_worth(line)).sum();
    let bonus = start_bonus(threat);
    CodeInfo {
        on_move: worth / 4 + bonus / 8,
        waiting: worth / 5 + bonus / 16,
        attack: worth + bonus,
        defend: worth * 3 / 4 + bonus * 3 / 4,
        threat,
    }
}

const fn start_worth(line: LineClass) -> i16 {
    match line {
        LineClass::Dead | LineClass::Forbidden => 0,
        LineClass::SleepingOne => 2,
        LineClass::OpenOne => 6,
        LineClass::SleepingTwo => 10,
        LineClass::OpenTwo => 22,
        LineClass::OpenTwoWide | LineClass::SleepingThree => 26,
        LineClass::OpenTwoWidest => 30,
        LineClass::OpenThree => 70,
        LineClass::OpenThreeWide => 80,
        LineClass::Four => 75,
        LineClass::OpenFour => 300,
        LineClass::Five => 1000,
    }
}

const fn start_bonus(threat: Threat) -> i16 {
    match threat {
        Threat::None | Threat::Quiet | Threat::Three | Threat::Four | Threat::Forbidden => 0,
        Threat::Builds => 15,
        Threat::ThreePlus => 30,
        Threat::FourPlus => 25,
        Threat::DoubleThree => 120,
        Threat::FourThree => 200,
        Threat::OpenFour => 400,
        Threat::Five => 1000,
    }
}
