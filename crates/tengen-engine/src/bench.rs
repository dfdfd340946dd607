//! Fixed searches whose number of nodes identifies the engine: its signature.
//!
//! One thread, no clock, a fresh engine for each position: every machine counts the same.
//! Every position is searched by the pattern tables; those for which a net ships are
//! searched again by it. Freestyle 15, where levels and Master are rated, is counted apart:
//! a new table or net of another rule leaves those ratings true.

use tengen_core::record::{self, ReadOptions};
use tengen_core::{Game, Position, Rule, Size};

use crate::engine::{Engine, Evaluation, Options};
use crate::report::{Answer, Deaf, Limits, NoClock, Stop};

/// The depth of the searches that make the signature.
pub const DEPTH: u32 = 8;

/// Small enough for every machine, and the same on each: the size steers the search.
const TABLE_BYTES: usize = 16 << 20;

/// Positions from the opening to the late middle game, rows from the bottom.
#[rustfmt::skip]
const POSITIONS: [(Rule, u8, &str); 20] = [
    (Rule::Freestyle, 15, "h8g8f8e11g7"),
    (Rule::Freestyle, 20, "k10m11i9e9k11j10j9k9i8h7i11i10"),
    (Rule::Freestyle, 15, "h8g6i8g8g5i6f6e5e7h4h7h10f7g7f4f5h6"),
    (Rule::Freestyle, 15, "h8g9j6k6k5l4j5i5g8j4j9j8h6i4k4i6i7h9e8i8j7e9f9d7d11e10"),
    (Rule::Standard, 15, "h8f9f6e5h6"),
    (Rule::Standard, 20, "k10j10j9k9l8l11m8k8l9n7l6l7"),
    (Rule::Standard, 15, "h8h10i10f6i11i9g11k5j11h11k12h9f9k9j9j8l13"),
    (Rule::Standard, 15, "h8i7j7k8i8k6k9j10j9h7f11h9f10f8m9l9l10k11m11n12m8m10e7k12l11k13"),
    (Rule::Renju, 15, "h8g9h10h11i9"),
    (Rule::Renju, 20, "k10j11k11k12l13j13j12l11m10k8h14i13"),
    (Rule::Renju, 15, "h8h9f8k6k5g8j7j6i6i5f7h4k7l7h5g4f6"),
    (Rule::Renju, 15, "h8j6j10k11j8j11i11k9k10i10h9h7i8g8j7k6i6k8i5i7k5l7j9j5i4n9"),
    (Rule::Caro8, 15, "h8f8i6j6h7"),
    (Rule::Caro8, 20, "k10i8j8k7j10l10j11j7l9m8i12g14"),
    (Rule::Caro8, 15, "h8i7i10h11j10g10e8i9j11g8j12j13i12k10k12h12l13"),
    (Rule::Caro8, 15, "h8i7h9h7g7e5i8g8f9e9f11g10h11e11f12f10h10h13g11i9k13i11e10k6g12k8"),
    (Rule::Caro9, 15, "h8j9j10g7h10"),
    (Rule::Caro9, 20, "k10l12m12n13m10m13k13k12g16n12n14l14"),
    (Rule::Caro9, 15, "h8f8f10e11e9h12k9k11g9h9i7k5g10g12j8l10i10"),
    (Rule::Caro9, 15, "h8f7i10h11i7i9g9k5g10f10f8g11g6g5f11e9h12e7d8e8e6f12e13d7c7d13"),
];

/// The positions of the bench, in the order in which they are searched.
///
/// # Errors
/// Names what is wrong in the list; a test sees to it that nothing is.
pub fn positions() -> Result<Vec<Position>, String> {
    let read = |(rule, size, moves): (Rule, u8, &str)| {
        position(rule, size, moves).map_err(|error| format!("{moves}: {error}"))
    };
    POSITIONS.into_iter().map(read).collect()
}

/// What searches such a position, in this order: the pattern tables, and the net if one
/// ships.
pub fn evaluations(position: &Position) -> Vec<Evaluation> {
    let net = Evaluation::Shipped.net(position.rule(), position.size());
    let by_net = net.map(|_| Evaluation::Shipped);
    [Evaluation::Classical].into_iter().chain(by_net).collect()
}

/// Searches with a fresh engine, so that no position depends on those before it.
pub fn search(position: &Position, evaluation: Evaluation, limits: &Limits) -> Answer {
    let mut engine = Engine::new(Options {
        table_bytes: TABLE_BYTES,
        evaluation,
        ..Options::default()
    });
    engine.search(position, limits, &NoClock, &Stop::new(), &mut Deaf)
}

/// The parts of the signature. Apart, because a new table or net leaves what others play as
/// it was, and with it what was measured of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signatures {
    /// Nodes of the searches by the pattern tables of freestyle 15, by which levels play.
    pub classical: u64,
    /// Nodes of the searches by the net of freestyle 15, by which Master plays.
    pub net: u64,
    /// Nodes of all searches in other rules and on other boards.
    pub elsewhere: u64,
}

impl Signatures {
    /// All parts together: the signature.
    pub fn sum(self) -> u64 {
        self.classical + self.net + self.elsewhere
    }
}

/// The numbers that identify this engine: nodes of all positions to [`DEPTH`].
///
/// # Errors
/// As [`positions`].
pub fn signatures() -> Result<Signatures, String> {
    let limits = Limits {
        depth: Some(DEPTH),
        ..Limits::default()
    };
    let mut parts = Signatures::default();
    for position in positions()? {
        for evaluation in evaluations(&position) {
            let is_rated = (position.rule(), position.size()) == (Rule::Freestyle, Size::STANDARD);
            let part = match &evaluation {
                _ if !is_rated => &mut parts.elsewhere,
                Evaluation::Classical => &mut parts.classical,
                _ => &mut parts.net,
            };
            *part += search(&position, evaluation, &limits).nodes;
        }
    }
    Ok(parts)
}

/// The number that identifies this engine: the sum of its [`signatures`], which
/// `tengen bench` prints.
///
/// # Errors
/// As [`positions`].
pub fn signature() -> Result<u64, String> {
    signatures().map(Signatures::sum)
}

fn position(rule: Rule, size: u8, moves: &str) -> Result<Position, String> {
    let options = ReadOptions {
        rule: Some(rule),
        size: Some(Size::new(size).map_err(|error| error.to_string())?),
        ..ReadOptions::default()
    };
    let games = record::read(moves, &options).map_err(|error| error.to_string())?;
    let tree = games.value.into_iter().next().ok_or("no game")?;
    let mut game = Game::from_tree(tree);
    game.to_end();
    Ok(game.position().clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_as_long_as_written_and_open() {
        let mut rules = Vec::new();
        for ((rule, size, moves), position) in POSITIONS.into_iter().zip(positions().unwrap()) {
            let letters = moves.bytes().filter(u8::is_ascii_alphabetic).count();
            assert_eq!(position.board().stone_count(), letters, "{moves}");
            assert!(position.outcome().is_none(), "{moves}");
            assert_eq!((position.rule(), position.size().get()), (rule, size));
            rules.push(rule);
        }
        rules.dedup();
        assert_eq!(rules, Rule::ALL);
    }

    /// Row C4 of docs/reliability.md: the same search on every machine, build and day.
    #[test]
    fn the_signature_is_the_stored_one() {
        let stored = Signatures {
            classical: 21_108,
            net: 30_548,
            elsewhere: 475_539,
        };
        assert_eq!(
            signatures().unwrap(),
            stored,
            "the engine searches differently: if that is meant, store the new numbers"
        );
    }

    #[test]
    fn every_shipped_net_is_counted() {
        let positions = positions().unwrap();
        for rule in Rule::ALL {
            for side in tengen_core::MIN_SIZE..=tengen_core::MAX_SIZE {
                let size = Size::new(side).unwrap();
                let is_such =
                    |position: &&Position| (position.rule(), position.size()) == (rule, size);
                let counted = positions.iter().filter(is_such).flat_map(evaluations);
                let by_net = counted.filter(|it| *it == Evaluation::Shipped).count();
                let at_home = tengen_nnue::shipped_home(rule, size) == Some((rule, size));
                assert!(by_net > 0 || !at_home, "{rule} {size}");
            }
        }
    }
}
