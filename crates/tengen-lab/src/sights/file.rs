//! The file of positions, one a line.

use std::path::Path;

use anyhow::{Context, Result};
use tengen_core::record::coordinate::{Coordinates, parse_point};
use tengen_core::{Point, Position, Rule, Size};
use tengen_play::Opponent;

use super::kinds::Kind;

const HEADING: &str = "\
# Positions that tell the levels apart, freestyle 15x15: written by `tengen-lab sights`.
# step: who sees it, who misses it (- for nobody); right: every point that is right.
";

/// A position, and which points are right in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    pub(super) moves: Vec<Point>,
    pub(super) right: Vec<Point>,
}

impl Sight {
    pub(super) fn position(&self) -> Option<Position> {
        let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
        for &point in &self.moves {
            position.play(point).ok()?;
        }
        Some(position)
    }

    fn line(&self, kind: &Kind) -> String {
        let names = |points: &[Point]| -> Vec<String> {
            let name = |point: &Point| point.name(Size::STANDARD).to_lowercase();
            points.iter().map(name).collect()
        };
        let lower = kind.lower.map_or("-".to_owned(), Opponent::id);
        format!(
            "see={} miss={lower} kind={} right={} moves={}\n",
            kind.upper.id(),
            kind.name,
            names(&self.right).join(","),
            names(&self.moves).concat()
        )
    }

    fn parse(line: &str) -> Option<Sight> {
        let field = |name: &str| {
            line.split(' ')
                .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
        };
        let point = |name: &str| parse_point(name, Size::STANDARD, Coordinates::default()).ok();
        let right = field("right")?.split(',').map(point);
        let moves = field("moves")?;
        let letters = moves.match_indices(|c: char| c.is_ascii_alphabetic());
        let mut starts: Vec<usize> = letters.map(|(at, _)| at).collect();
        starts.push(moves.len());
        let moves = starts
            .windows(2)
            .map(|ends| point(&moves[ends[0]..ends[1]]));
        Some(Sight {
            right: right.collect::<Option<_>>()?,
            moves: moves.collect::<Option<_>>()?,
        })
    }
}

/// The positions of each kind in a file that was written before; none where there is none.
pub(super) fn read(path: &Path, kinds: &[Kind]) -> Vec<Vec<Sight>> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let of_kind = |kind: &Kind| {
        let mark = format!(" kind={} ", kind.name);
        let lines = text.lines().filter(|line| line.contains(&mark));
        lines.filter_map(Sight::parse).collect()
    };
    kinds.iter().map(of_kind).collect()
}

pub(super) fn write(path: &Path, kinds: &[Kind], sights: &[Vec<Sight>]) -> Result<()> {
    let mut text = String::from(HEADING);
    for (kind, sights) in kinds.iter().zip(sights) {
        text.extend(sights.iter().map(|sight| sight.line(kind)));
    }
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let kinds = Kind::all();
        let at = |x, y| Size::STANDARD.point(x, y).unwrap();
        let sight = Sight {
            moves: vec![at(7, 7), at(8, 14), at(0, 3)],
            right: vec![at(9, 9), at(14, 0)],
        };
        let line = sight.line(&kinds[3]);
        assert!(line.ends_with("right=j6,o15 moves=h8i1a12\n"), "{line}");
        assert_eq!(Sight::parse(line.trim_end()), Some(sight));
        assert_eq!(Sight::parse("see=level-1 right=z99 moves=h8"), None);
    }
}
