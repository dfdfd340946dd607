//! Where games start: openings from a file, or short random ones.

use std::path::Path;

use anyhow::{Context, Result, bail};
use tengen_core::record::{ReadOptions, Rows, offsets, text};
use tengen_core::rng::Rng;
use tengen_core::{Direction, Point, Position, Rule, Size, Stone, Symmetry, Tree};

/// The openings of a match, one for each pair of games.
#[derive(Clone, Debug)]
pub(crate) struct Openings {
    size: Size,
    rule: Rule,
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    /// Played in this order; each new round turns or mirrors the board in another way.
    List(Vec<Vec<Point>>),
    /// Made up for each pair, by a seed.
    Random { seed: u64 },
}

impl Openings {
    /// The openings of a file, in an order that depends on `seed` alone.
    pub(crate) fn from_file(path: &Path, size: Size, rule: Rule, seed: u64) -> Result<Openings> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read the openings {shown}"))?;
        let mut list = parse(&text, size, rule).with_context(|| format!("in {shown}"))?;
        Rng::new(seed).shuffle(&mut list);
        Ok(Openings {
            size,
            rule,
            source: Source::List(list),
        })
    }

    /// Short random openings near the centre without an immediate threat.
    pub(crate) fn random(size: Size, rule: Rule, seed: u64) -> Openings {
        Openings {
            size,
            rule,
            source: Source::Random { seed },
        }
    }

    /// How many different openings there are, if they are counted.
    pub(crate) fn count(&self) -> Option<usize> {
        match &self.source {
            Source::List(list) => Some(list.len()),
            Source::Random { .. } => None,
        }
    }

    /// The opening of that pair.
    pub(crate) fn of_pair(&self, pair: u32) -> Vec<Point> {
        match &self.source {
            Source::List(list) => {
                let pair = pair as usize;
                let turned = Symmetry::ALL[pair / list.len() % Symmetry::ALL.len()];
                list[pair % list.len()]
                    .iter()
                    .map(|&point| turned.apply(point, self.size))
                    .collect()
            }
            Source::Random { seed } => {
                let mut streams = Rng::new(*seed);
                let stream = streams.next_u64() ^ u64::from(pair);
                random_opening(self.size, self.rule, &mut Rng::new(stream))
            }
        }
    }

    /// A fingerprint: equal for equal openings in equal order.
    pub(crate) fn digest(&self) -> String {
        let Source::List(list) = &self.source else {
            return "random".to_owned();
        };
        // FNV-1a with 64 bits; it only has to tell files of openings apart.
        let mut hash: u64 = 0xCBF2_9CE4_8422_2325;
        let mut eat = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        for opening in list {
            for point in opening {
                eat(point.x());
                eat(point.y());
            }
            eat(u8::MAX);
        }
        format!("{hash:016x}")
    }
}

/// Reads one opening a line: a position string with rows from the top, a line with a
/// `moves=` field, or offsets from the centre as Gomocup lists them.
fn parse(text: &str, size: Size, rule: Rule) -> Result<Vec<Vec<Point>>> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let moves = parse_line(line, size, rule).with_context(|| format!("line {}", index + 1))?;
        openings.push(moves);
    }
    if openings.is_empty() {
        bail!("no opening: expected a position string, `moves=` or offsets in each line");
    }
    Ok(openings)
}

fn parse_line(line: &str, size: Size, rule: Rule) -> Result<Vec<Point>> {
    let options = ReadOptions {
        rule: Some(rule),
        size: Some(size),
        rows: Rows::FromTop,
        ..ReadOptions::default()
    };
    let is_offset = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",-+".contains(c);
    let (tree, notes): (Tree, _) = if line.chars().all(is_offset) {
        let mut reading = offsets::read(line, &options)?;
        let tree = reading.value.pop().context("no opening")?;
        (tree, reading.notes)
    } else {
        let reading = text::read(line, &options)?;
        (reading.value, reading.notes)
    };
    if let Some(note) = notes.first() {
        bail!("{}", note.message);
    }
    if tree.size != size {
        bail!("the opening is for {}, the match is on {size}", tree.size);
    }
    let mut position = Position::new(size, rule);
    let mut moves = Vec::new();
    for mv in tree.main_moves() {
        let point = mv.point.context("an opening must not pass")?;
        position.play(point)?;
        moves.push(point);
    }
    if let Some(outcome) = position.outcome() {
        bail!("the opening is a finished game ({outcome})");
    }
    Ok(moves)
}

/// How many stones a random opening has, and how far they lie from each other.
const STONES: std::ops::RangeInclusive<usize> = 4..=6;
const REACH: u8 = 3;
const ATTEMPTS: usize = 1000;

/// A few stones around the centre, none of them part of a threat. Balance is rough, and
/// need not be better: each opening is played with both colours.
fn random_opening(size: Size, rule: Rule, rng: &mut Rng) -> Vec<Point> {
    let stones = STONES.start() + rng.below(STONES.end() - STONES.start() + 1);
    for _ in 0..ATTEMPTS {
        if let Some(moves) = scattered_opening(size, rule, stones, rng) {
            return moves;
        }
    }
    // The smallest boards have no room for quiet stones.
    vec![size.centre()]
}

/// So many stones around the centre; `None` if chance made a threat or an end of them.
pub(crate) fn scattered_opening(
    size: Size,
    rule: Rule,
    stones: usize,
    rng: &mut Rng,
) -> Option<Vec<Point>> {
    let mut position = Position::new(size, rule);
    let mut moves: Vec<Point> = Vec::new();
    let near_centre = REACH.min(size.get() / 4);
    for _ in 0..stones {
        let candidates: Vec<Point> = position
            .legal_points()
            .filter(|point| match moves.as_slice() {
                [] => point.distance(size.centre()) <= near_centre,
                placed => placed.iter().any(|stone| stone.distance(*point) <= REACH),
            })
            .collect();
        let &point = rng.pick(&candidates)?;
        position.play(point).ok()?;
        moves.push(point);
    }
    let quiet = position.outcome().is_none() && Stone::BOTH.iter().all(|&s| is_quiet(&position, s));
    quiet.then_some(moves)
}

/// Whether no five points in a row hold three stones of this colour and no other.
fn is_quiet(position: &Position, stone: Stone) -> bool {
    let (board, size) = (position.board(), position.size());
    size.points().all(|start| {
        Direction::ALL.iter().all(|&direction| {
            let mut own = 0;
            for steps in 0..5 {
                match start.step(direction, steps) {
                    Some(point) if size.contains(point) => match board.get(point) {
                        Some(colour) if colour == stone => own += 1,
                        Some(_) => return true,
                        None => {}
                    },
                    _ => return true,
                }
            }
            own < 3
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &[(u8, u8)]) -> Vec<Point> {
        text.iter()
            .map(|&(x, y)| Point::new(x, y).unwrap())
            .collect()
    }

    fn read(text: &str) -> Result<Vec<Vec<Point>>> {
        parse(text, Size::STANDARD, Rule::Freestyle)
    }

    #[test]
    fn all_three_spellings_are_read() {
        let text = "# a list\n\nh8i7\nx1 rule=freestyle size=15 moves=h8i7 src=y\n0,0, 1,-1\n";
        let expected = points(&[(7, 7), (8, 6)]);
        assert_eq!(read(text).unwrap(), vec![expected; 3]);
    }

    #[test]
    fn rows_count_from_the_top() {
        assert_eq!(read("a1b15").unwrap(), [points(&[(0, 0), (1, 14)])]);
    }

    #[test]
    fn faulty_lines_are_named() {
        for (text, said) in [
            ("# nothing\n", "no opening"),
            ("h8i7\nh8h8\n", "line 2"),
            ("x size=20 moves=h8", "20x20"),
            ("a1a2b1b2c1c2d1d2e1", "finished game"),
            ("z99", "line 1"),
        ] {
            let error = format!("{:#}", read(text).unwrap_err());
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn rounds_beyond_the_list_turn_the_board() {
        let openings = Openings {
            size: Size::STANDARD,
            rule: Rule::Freestyle,
            source: Source::List(vec![points(&[(7, 7), (8, 5)]), points(&[(3, 3)])]),
        };
        assert_eq!(openings.of_pair(0), points(&[(7, 7), (8, 5)]));
        assert_eq!(openings.of_pair(1), points(&[(3, 3)]));
        let mut seen: Vec<Vec<Point>> = (0..16).step_by(2).map(|p| openings.of_pair(p)).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 8, "eight rounds give eight different boards");
        assert_eq!(openings.of_pair(16), openings.of_pair(0));
    }

    #[test]
    fn random_openings_depend_on_seed_and_pair_alone() {
        let of_seed = |seed| Openings::random(Size::STANDARD, Rule::Renju, seed);
        let all: Vec<_> = (0..200).map(|pair| of_seed(1).of_pair(pair)).collect();
        assert_eq!(all[77], of_seed(1).of_pair(77));
        assert_ne!(of_seed(2).of_pair(77), all[77]);
        let mut different = all.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > 195, "{} of 200", different.len());
        for opening in &all {
            assert!(STONES.contains(&opening.len()), "{opening:?}");
        }
    }

    #[test]
    fn random_openings_exist_on_every_board_in_every_rule() {
        for n in 5..=22 {
            for rule in Rule::ALL {
                let size = Size::new(n).unwrap();
                let opening = Openings::random(size, rule, 3).of_pair(0);
                let mut position = Position::new(size, rule);
                for point in opening {
                    position.play(point).unwrap();
                }
                assert!(position.outcome().is_none());
            }
        }
    }
}
