//! Reading net files: what is not exactly a net is refused.

use std::fmt;

use tengen_core::{Rule, Size, Stone};

use crate::head::{CELL, HIDDEN, Head, JOINED, LARGEST_HIDDEN, LARGEST_KIND, Layer, REGION};
use crate::net::{CHANNELS, Net};
use crate::windows::{REACH, WINDOWS};

/// What every version begins with; the version follows as a digit.
const MARK: [u8; 7] = *b"TengenN";
const VERSION: u8 = b'2';
const HEADER_BYTES: usize = 24;
/// Where the checksum stands in the header.
const CHECKSUM_AT: usize = 16;
/// Largest cell feature.
const LARGEST_CELL: i64 = 255;

/// Why a file is no net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetError {
    /// It does not begin as nets do.
    Magic,
    /// It is a net of a version that this program does not read.
    Version(char),
    /// Rule, size, number of tables or the shape of the layers is not known here.
    Shape(String),
    /// It has another length than its header says.
    Length {
        /// What the header asks for.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// Its bytes are not those that were written.
    Checksum,
    /// A layer could leave the range of its numbers.
    Range(&'static str),
    /// There is no room for it.
    Memory,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::Magic => write!(f, "no net: it does not begin with `TengenN`"),
            NetError::Version(found) => write!(
                f,
                "a net of version {found:?}, where version {:?} is read",
                char::from(VERSION)
            ),
            NetError::Shape(what) => write!(f, "a net of another shape: {what}"),
            NetError::Length { expected, found } => {
                write!(
                    f,
                    "a net of {expected} bytes was expected, there are {found}"
                )
            }
            NetError::Checksum => write!(f, "the checksum is wrong: the file is damaged"),
            NetError::Range(layer) => {
                write!(f, "a sum of the layer `{layer}` could leave 32 bits")
            }
            NetError::Memory => write!(f, "there is not enough memory for the net"),
        }
    }
}

impl std::error::Error for NetError {}

impl Net {
    /// No file of a net has more bytes.
    pub const LARGEST_FILE: usize = HEADER_BYTES + 2 * (TABLE_BYTES + HEAD_BYTES);

    /// Reads a file, as `docs/net-format.md` describes it.
    ///
    /// # Errors
    /// It is damaged, of another shape, or its sums could overflow.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, NetError> {
        let header = Header::read(bytes)?;
        let board = (header.rule, header.size);
        Net::read(bytes, &header, board)
    }

    /// Reads a file for games of another rule or board than it was trained for: windows are
    /// the same on every board, and regions are thirds of any.
    ///
    /// # Errors
    /// Those of [`Net::from_bytes`], for such a board; or only one of the two rules gives
    /// each colour a rule of its own.
    pub fn lent(bytes: &[u8], rule: Rule, size: Size) -> Result<Net, NetError> {
        let header = Header::read(bytes)?;
        if header.copies != copies_for(rule) {
            let what = format!("{} is played with another number of tables", header.rule);
            return Err(NetError::Shape(what));
        }
        Net::read(bytes, &header, (rule, size))
    }

    /// The rule and board that a file's net was trained for, by its header alone.
    pub(crate) fn home_of(bytes: &[u8]) -> Result<(Rule, Size), NetError> {
        Header::read(bytes).map(|header| (header.rule, header.size))
    }

    fn read(bytes: &[u8], header: &Header, board: (Rule, Size)) -> Result<Net, NetError> {
        let expected = HEADER_BYTES + header.copies * (TABLE_BYTES + HEAD_BYTES);
        if bytes.len() != expected {
            let found = bytes.len();
            return Err(NetError::Length { expected, found });
        }
        if checksum(bytes) != header.checksum {
            return Err(NetError::Checksum);
        }
        let mut rest = Reader(&bytes[HEADER_BYTES..]);
        let tables: Vec<&[u8]> = (0..header.copies).map(|_| rest.take(TABLE_BYTES)).collect();
        let heads = (0..header.copies)
            .map(|_| rest.head(header.size, board.1))
            .collect::<Result<_, _>>()?;
        let home = (header.rule, header.size);
        Net::new(home, board, &tables, heads, header.checksum)
    }
}

const TABLE_BYTES: usize = WINDOWS * CHANNELS;

const fn layer_bytes(inputs: usize, outputs: usize) -> usize {
    outputs * (2 * inputs + 4)
}

const HEAD_BYTES: usize = 3 * layer_bytes(CELL, REGION)
    + layer_bytes(JOINED, HIDDEN)
    + layer_bytes(HIDDEN, HIDDEN)
    + layer_bytes(HIDDEN, 2)
    + layer_bytes(HIDDEN, CELL);

struct Header {
    rule: Rule,
    size: Size,
    copies: usize,
    checksum: u64,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header, NetError> {
        let Some([version, rest @ ..]) = bytes.strip_prefix(&MARK) else {
            return Err(NetError::Magic);
        };
        if *version != VERSION {
            return Err(NetError::Version(char::from(*version)));
        }
        let (Some(&[rule, size, copies, shape @ .., zero]), Some(sum)) =
            (rest.first_chunk::<8>(), rest.get(8..16))
        else {
            let (expected, found) = (HEADER_BYTES, bytes.len());
            return Err(NetError::Length { expected, found });
        };
        let wanted = [REACH, CHANNELS, REGION, HIDDEN].map(|number| number as u8);
        if shape != wanted || zero != 0 {
            return Err(NetError::Shape(format!("{shape:?}, not {wanted:?}")));
        }
        let rule = Rule::from_gomocup_code(u32::from(rule))
            .ok_or_else(|| NetError::Shape(format!("{rule} is the code of no rule")))?;
        let size = Size::new(size).map_err(|error| NetError::Shape(error.to_string()))?;
        let wanted = copies_for(rule);
        if usize::from(copies) != wanted {
            let what = format!("{copies} tables, where {rule} needs {wanted}");
            return Err(NetError::Shape(what));
        }
        let sum = sum.first_chunk().copied().unwrap_or_default();
        Ok(Header {
            rule,
            size,
            copies: wanted,
            checksum: u64::from_le_bytes(sum),
        })
    }
}

/// Tables and heads of a rule's net: two where the colours play by different rules.
fn copies_for(rule: Rule) -> usize {
    1 + usize::from(rule.has_forbidden_points(Stone::Black))
}

/// FNV-1a of a whole file but for the checksum itself, eight bytes at a time: a net is read
/// on the clock of a first move. Files are as long as a number of such words.
fn checksum(file: &[u8]) -> u64 {
    let (before, rest) = file.split_at(CHECKSUM_AT.min(file.len()));
    let after = rest.get(HEADER_BYTES - CHECKSUM_AT..).unwrap_or_default();
    let words = before.chunks_exact(8).chain(after.chunks_exact(8));
    words.fold(0xCBF2_9CE4_8422_2325, |hash, word| {
        let word = word.first_chunk().copied().map_or(0, u64::from_le_bytes);
        (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// How many cells the largest region of a board has, and the board.
fn cells(size: Size) -> (i64, i64) {
    let side = i64::from(size.get());
    let third = (side + 2) / 3;
    (third * third, side * side)
}

/// Takes a file apart whose length is right.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn head(&mut self, home: Size, size: Size) -> Result<Head, NetError> {
        let (mut region, mut board) = cells(size);
        if home != size {
            // The sums begin with those of its home, and change as much as the board allows.
            let (home_region, home_board) = cells(home);
            region += home_region;
            board += home_board;
        }
        let region = LARGEST_CELL * region;
        let joined = ((LARGEST_CELL * board) >> 3).max(LARGEST_KIND);
        let hidden = i64::from(LARGEST_HIDDEN);
        Ok(Head {
            kinds: [
                self.layer("corners", region)?,
                self.layer("edges", region)?,
                self.layer("centre", region)?,
            ],
            first: self.layer("first", joined)?,
            second: self.layer("second", hidden)?,
            value: self.layer("value", hidden)?,
            policy: self.layer("policy", hidden)?,
        })
    }

    fn layer<const INPUTS: usize, const OUTPUTS: usize>(
        &mut self,
        name: &'static str,
        largest: i64,
    ) -> Result<Layer<INPUTS, OUTPUTS>, NetError> {
        let mut weights = vec![[0i16; INPUTS]; OUTPUTS];
        let numbers = self.take(2 * INPUTS * OUTPUTS).chunks_exact(2);
        for (slot, bytes) in weights.as_flattened_mut().iter_mut().zip(numbers) {
            *slot = i16::from_le_bytes([bytes[0], bytes[1]]);
        }
        let number = |bytes: &[u8]| bytes.first_chunk().copied().map_or(0, i32::from_le_bytes);
        let mut biases = [0; OUTPUTS];
        for (slot, bytes) in biases
            .iter_mut()
            .zip(self.take(4 * OUTPUTS).chunks_exact(4))
        {
            *slot = number(bytes);
        }
        for (weights, &bias) in weights.iter().zip(&biases) {
            let sum: i64 = weights.iter().map(|&w| i64::from(w).abs()).sum();
            if largest * sum + i64::from(bias).abs() >= 1 << 31 {
                return Err(NetError::Range(name));
            }
        }
        Ok(Layer::new(weights, biases))
    }
}

impl Net {
    /// The file of a net of fixed noise, which any program can make (splitmix64 of a
    /// counter): what implementations are compared on, and what tests use.
    pub fn noise(rule: Rule, size: Size, seed: u64) -> Vec<u8> {
        let copies = copies_for(rule);
        let mut noise = Noise(seed << 32);
        let mut payload = Vec::new();
        for _ in 0..copies * TABLE_BYTES {
            payload.push(noise.next(127) as u8);
        }
        let region = (CELL, REGION);
        let layers = [
            region,
            region,
            region,
            (JOINED, HIDDEN),
            (HIDDEN, HIDDEN),
            (HIDDEN, 2),
            (HIDDEN, CELL),
        ];
        for (inputs, outputs) in layers.repeat(copies) {
            for _ in 0..inputs * outputs {
                payload.extend((noise.next(200) as i16).to_le_bytes());
            }
            for _ in 0..outputs {
                payload.extend((noise.next(900_000) as i32).to_le_bytes());
            }
        }
        let shape = [REACH, CHANNELS, REGION, HIDDEN, 0].map(|number| number as u8);
        let mut bytes = MARK.to_vec();
        bytes.extend([VERSION, rule.gomocup_code() as u8, size.get(), copies as u8]);
        bytes.extend(shape);
        bytes.extend([0; HEADER_BYTES - CHECKSUM_AT]);
        bytes.extend(payload);
        seal(&mut bytes);
        bytes
    }
}

/// Puts the checksum into a file.
fn seal(file: &mut [u8]) {
    let sum = checksum(file);
    file[CHECKSUM_AT..HEADER_BYTES].copy_from_slice(&sum.to_le_bytes());
}

struct Noise(u64);

impl Noise {
    /// From -span to span.
    fn next(&mut self, span: u64) -> i64 {
        let mut z = self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 += 1;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        ((z >> 33) % (2 * span + 1)) as i64 - span as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Vec<u8> {
        Net::noise(Rule::Freestyle, Size::STANDARD, 1)
    }

    #[test]
    fn a_net_is_lent_to_another_board() {
        let large = Size::new(20).unwrap();
        let net = Net::lent(&file(), Rule::Standard, large).unwrap();
        assert_eq!((net.rule(), net.size()), (Rule::Standard, large));
        assert_eq!(net.home(), (Rule::Freestyle, Size::STANDARD));
        assert_ne!(net, Net::from_bytes(&file()).unwrap());
        let refused = Net::lent(&file(), Rule::Renju, large).unwrap_err();
        assert!(matches!(refused, NetError::Shape(_)));
    }

    #[test]
    fn a_whole_file_is_read() {
        let net = Net::from_bytes(&file()).unwrap();
        assert_eq!((net.rule(), net.size()), (Rule::Freestyle, Size::STANDARD));
        let renju = Net::noise(Rule::Renju, Size::STANDARD, 1);
        assert_eq!(Net::from_bytes(&renju).unwrap().rule(), Rule::Renju);
    }

    #[test]
    fn what_is_no_net_is_refused_with_its_reason() {
        let refuse = |bytes: &[u8]| Net::from_bytes(bytes).unwrap_err();
        assert_eq!(refuse(b""), NetError::Magic);
        assert_eq!(refuse(b"Tengen"), NetError::Magic);
        assert_eq!(refuse(b"TengenN"), NetError::Magic);
        assert_eq!(refuse(b"TengenN1"), NetError::Version('1'));
        let good = file();
        for length in [8, 20, 24, 1000, good.len() - 1] {
            assert!(matches!(refuse(&good[..length]), NetError::Length { .. }));
        }
        let mut longer = good.clone();
        longer.push(0);
        assert!(matches!(refuse(&longer), NetError::Length { .. }));
        for at in 8..16 {
            let mut bad = good.clone();
            bad[at] = 77;
            assert!(matches!(refuse(&bad), NetError::Shape(_)), "{at}");
        }
    }

    /// Row F1: a header that says another rule or size is as damaged as any other.
    #[test]
    fn no_flipped_bit_of_the_header_and_no_flipped_byte_is_believed() {
        let mut file = file();
        for at in 0..HEADER_BYTES {
            for bit in 0..8 {
                file[at] ^= 1 << bit;
                assert!(Net::from_bytes(&file).is_err(), "byte {at}, bit {bit}");
                file[at] ^= 1 << bit;
            }
        }
        let body = file.len() - HEADER_BYTES;
        for n in 0..1000 {
            let at = HEADER_BYTES + n * (body - 1) / 999;
            let flip = 1 + (n % 255) as u8;
            file[at] ^= flip;
            assert_eq!(Net::from_bytes(&file), Err(NetError::Checksum), "{at}");
            file[at] ^= flip;
        }
        assert!(Net::from_bytes(&file).is_ok(), "whole again");
    }

    #[test]
    fn no_cut_file_is_believed() {
        let file = file();
        for rest in 0..4096 {
            // Somewhere in the middle, and within the first page.
            let page = (rest % 40 + 1) * (file.len() / 4096 / 41) * 4096;
            for length in [page + rest, rest] {
                assert!(length < file.len());
                assert!(Net::from_bytes(&file[..length]).is_err(), "{length}");
            }
        }
    }

    #[test]
    fn weights_whose_sums_could_overflow_are_refused() {
        let mut bad = file();
        let last_bias = bad.len() - 4;
        bad[last_bias..].copy_from_slice(&i32::MAX.to_le_bytes());
        seal(&mut bad);
        let error = Net::from_bytes(&bad).unwrap_err();
        assert_eq!(error, NetError::Range("policy"));
    }
}
