//! The file of games: a header, then games one after another, each with a checksum.
//! docs/formats.md describes the bytes.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, bail};
use tengen_core::{Point, Rule, Size, Stone};

use crate::grown::GrownFile;
use crate::learn::selfplay::PlayedGame;

const MAGIC: [u8; 4] = *b"TGSP";
const VERSION: u8 = 1;
const HEADER_BYTES: usize = 32;
const MOVE_BYTES: usize = 3;
/// What a game has beside its moves: their number, the winner, the checksum.
const FRAME_BYTES: usize = 2 + 1 + 4;
/// The bits of a point in a move; the next bit says whether the engine chose it.
const POINT_BITS: u32 = 9;

/// What all games of a file share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) rule: Rule,
    pub(super) size: Size,
    pub(super) nodes: u64,
    pub(super) seed: u64,
    /// Nodes of `tengen bench`: which engine played.
    pub(super) signature: u64,
    /// Whether it judged by the net that ships, not by the pattern tables.
    pub(super) by_net: bool,
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let judge = if self.by_net { "by the net, " } else { "" };
        write!(
            f,
            "{} {}, {judge}{} nodes, seed {}, bench {}",
            self.rule, self.size, self.nodes, self.seed, self.signature
        )
    }
}

impl Header {
    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.rule.gomocup_code() as u8, self.size.get()]);
        bytes.push(u8::from(self.by_net));
        for number in [self.nodes, self.seed, self.signature] {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Header> {
        let Some((start, numbers)) = bytes
            .get(..HEADER_BYTES)
            .and_then(|header| header.split_first_chunk::<8>())
        else {
            bail!("shorter than a header, {HEADER_BYTES} bytes");
        };
        let [a, b, c, d, version, rule, size, by_net] = *start;
        if [a, b, c, d] != MAGIC {
            bail!("no file of self-play games: the first bytes are not `TGSP`");
        }
        if version != VERSION {
            bail!("version {version} is not known, only {VERSION} is");
        }
        let number = |index: usize| {
            let bytes = numbers[8 * index..].first_chunk().copied();
            bytes.map_or(0, u64::from_le_bytes)
        };
        Ok(Header {
            rule: Rule::from_gomocup_code(u32::from(rule))
                .with_context(|| format!("{rule} is the code of no rule"))?,
            size: Size::new(size)?,
            nodes: number(0),
            seed: number(1),
            signature: number(2),
            by_net: match by_net {
                0 => false,
                1 => true,
                other => bail!("{other} is no kind of judge: 0 are pattern tables, 1 is the net"),
            },
        })
    }
}

/// One move of a stored game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoredMove {
    pub(super) point: Point,
    /// `false` for stones of the opening and for stray moves.
    pub(super) chosen: bool,
    /// The mover's chance to win before the move, 0 to 255.
    pub(super) chance: u8,
}

/// A game as the file keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredGame {
    pub(super) moves: Vec<StoredMove>,
    pub(super) winner: Option<Stone>,
}

impl From<&PlayedGame> for StoredGame {
    fn from(game: &PlayedGame) -> StoredGame {
        let told = game.moves.iter().zip(&game.chosen).zip(&game.chances);
        let stored = |((&point, &chosen), &chance): ((&Point, &bool), &f32)| StoredMove {
            point,
            chosen,
            chance: (chance * 255.0).round() as u8,
        };
        StoredGame {
            moves: told.map(stored).collect(),
            winner: game.winner,
        }
    }
}

impl StoredGame {
    fn to_bytes(&self) -> Vec<u8> {
        // No board has room for more moves than fit.
        let mut bytes = (self.moves.len() as u16).to_le_bytes().to_vec();
        bytes.push(match self.winner {
            None => 0,
            Some(Stone::Black) => 1,
            Some(Stone::White) => 2,
        });
        for mv in &self.moves {
            let word = mv.point.index() as u16 | u16::from(mv.chosen) << POINT_BITS;
            bytes.extend(word.to_le_bytes());
            bytes.push(mv.chance);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The game at the start of `bytes` and its length; `None` if it is cut off there.
    fn from_bytes(bytes: &[u8], size: Size) -> Result<Option<(StoredGame, usize)>> {
        let Some(&[low, high, winner]) = bytes.first_chunk::<3>() else {
            return Ok(None);
        };
        let count = usize::from(u16::from_le_bytes([low, high]));
        if count > size.area() {
            bail!("{count} moves do not fit on a {size} board");
        }
        let length = FRAME_BYTES + MOVE_BYTES * count;
        let Some(whole) = bytes.get(..length) else {
            return Ok(None);
        };
        let (content, sum) = whole.split_at(length - 4);
        if sum != checksum(content).to_le_bytes() {
            bail!("the checksum is wrong");
        }
        let winner = match winner {
            0 => None,
            1 => Some(Stone::Black),
            2 => Some(Stone::White),
            other => bail!("{other} is no winner: 0 to 2 are allowed"),
        };
        let moves = content[3..]
            .chunks_exact(MOVE_BYTES)
            .map(|bytes| read_move(bytes, size))
            .collect::<Result<_>>()?;
        Ok(Some((StoredGame { moves, winner }, length)))
    }
}

fn read_move(bytes: &[u8], size: Size) -> Result<StoredMove> {
    let word = u16::from_le_bytes([bytes[0], bytes[1]]);
    let index = word & ((1 << POINT_BITS) - 1);
    let width = u16::from(tengen_core::MAX_SIZE);
    let point = size
        .point((index % width) as u8, (index / width) as u8)
        .with_context(|| format!("{index} is no point of a {size} board"))?;
    Ok(StoredMove {
        point,
        chosen: word >> POINT_BITS & 1 == 1,
        chance: bytes[2],
    })
}

/// FNV-1a with 32 bits: finds cut and damaged games, no more is asked of it.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// A file that grows by a game at a time.
#[derive(Debug)]
pub(super) struct GameFile(GrownFile);

impl GameFile {
    /// Opens or creates the file; returns how many games it holds. A last game that was
    /// cut off by a kill is removed.
    ///
    /// # Errors
    /// A file of another kind or of other games is left as it is.
    pub(super) fn open(path: &Path, header: Header) -> Result<(GameFile, usize)> {
        let shown = path.display();
        let (mut file, bytes) = GrownFile::open(path)?;
        if header.to_bytes().starts_with(&bytes) {
            // New, or killed before anything but the header was written.
            file.cut(0)?;
            file.add(&header.to_bytes())?;
            return Ok((GameFile(file), 0));
        }
        let (found, games, whole) = parse(&bytes).with_context(|| format!("in {shown}"))?;
        if found != header {
            bail!("{shown} holds other games: {found}, not {header}; name another file");
        }
        file.cut(whole)?;
        Ok((GameFile(file), games.len()))
    }

    /// Appends a game.
    pub(super) fn add(&mut self, game: &StoredGame) -> Result<()> {
        self.0.add(&game.to_bytes())
    }

    /// All whole games of a file.
    pub(super) fn read(path: &Path) -> Result<(Header, Vec<StoredGame>)> {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let (header, games, _) = parse(&bytes).with_context(|| format!("in {}", path.display()))?;
        Ok((header, games))
    }
}

/// The header, the whole games and the bytes they take.
fn parse(bytes: &[u8]) -> Result<(Header, Vec<StoredGame>, usize)> {
    let header = Header::from_bytes(bytes)?;
    let (mut games, mut at) = (Vec::new(), HEADER_BYTES);
    while let Some((game, length)) = StoredGame::from_bytes(&bytes[at..], header.size)
        .with_context(|| format!("game {} at byte {at}", games.len() + 1))?
    {
        games.push(game);
        at += length;
    }
    Ok((header, games, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (Header, StoredGame) {
        let header = Header {
            rule: Rule::Caro9,
            size: Size::MAX,
            nodes: 400,
            seed: u64::MAX,
            signature: 123_456_789,
            by_net: true,
        };
        let moves = [(0, 0, true, 0), (21, 21, false, 255), (7, 8, true, 128)];
        let game = StoredGame {
            moves: moves
                .map(|(x, y, chosen, chance)| StoredMove {
                    point: Point::new(x, y).unwrap(),
                    chosen,
                    chance,
                })
                .to_vec(),
            winner: Some(Stone::White),
        };
        (header, game)
    }

    fn bytes(games: usize) -> Vec<u8> {
        let (header, game) = sample();
        let mut bytes = header.to_bytes();
        for _ in 0..games {
            bytes.extend(game.to_bytes());
        }
        bytes
    }

    #[test]
    fn what_is_written_reads_back_and_is_as_long_as_documented() {
        let (header, game) = sample();
        let bytes = bytes(2);
        assert_eq!(bytes.len(), 32 + 2 * (7 + 3 * 3));
        let expected = (header, vec![game.clone(), game], bytes.len());
        assert_eq!(parse(&bytes).unwrap(), expected);
    }

    #[test]
    fn a_cut_keeps_the_whole_games() {
        let bytes = bytes(2);
        for length in 0..bytes.len() {
            match parse(&bytes[..length]) {
                Ok((_, games, whole)) => {
                    assert_eq!(games.len(), usize::from(length >= 48), "{length}");
                    assert!(whole <= length);
                }
                Err(_) => assert!(length < HEADER_BYTES),
            }
        }
    }

    #[test]
    fn damage_is_found_wherever_it_is() {
        let good = bytes(1);
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x41;
            // Numbers of the header are free, a longer game looks cut off.
            let header_number = (7..HEADER_BYTES).contains(&at);
            match parse(&bad) {
                Ok((header, games, _)) => {
                    assert!(header_number || games.is_empty(), "{at}");
                    assert!(header_number || header == sample().0, "{at}");
                }
                Err(error) => assert!(!format!("{error:#}").is_empty()),
            }
        }
    }

    #[test]
    fn a_file_of_other_games_is_refused_and_left_alone() {
        let path = std::env::temp_dir().join(format!("tengen-games-{}", std::process::id()));
        std::fs::write(&path, bytes(1)).unwrap();
        let other = Header {
            seed: 1,
            ..sample().0
        };
        let error = GameFile::open(&path, other).unwrap_err().to_string();
        assert!(error.contains("other games"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes(1));
        std::fs::write(&path, b"some text that is long enough for a header").unwrap();
        assert!(GameFile::open(&path, other).is_err());
        std::fs::remove_file(path).unwrap();
    }
}
