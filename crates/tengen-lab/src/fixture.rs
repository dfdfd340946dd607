//! `tengen-lab fixture`: positions with tengen-core's answers, for the tests of `training/`.
//!
//! The teacher has the rules a second and a third time, on arrays and in plain Python;
//! this file is what holds them to the referee's. One position a line, the same bytes for
//! the same options on every machine. Points are a small letter for the column and the
//! row from the top, as in our test data.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use tengen_core::rng::Rng;
use tengen_core::{Point, Position, Rule, Size, Stone, forbidden, win};

use crate::arguments::named_file;
use crate::output::say;

/// What to write.
#[derive(Debug, Args)]
pub(crate) struct FixtureOptions {
    /// File to write
    #[arg(long, value_parser = named_file())]
    out: PathBuf,
    /// Positions of each rule and size
    #[arg(long, default_value_t = 24)]
    count: usize,
    /// Of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The sizes that the teacher trains on, and one so small that boards fill up.
const SIZES: [u8; 3] = [6, 15, 20];
/// A stone goes at most this far from an earlier one, so that shapes appear.
const NEAR: u8 = 2;
/// One game in this many may end by a row; the others pass over winning points.
const ENDING: usize = 4;

/// Writes the file and says how many positions it holds.
pub(crate) fn run(options: &FixtureOptions) -> anyhow::Result<()> {
    let text = fixture(options.count, options.seed)?;
    fs::write(&options.out, &text)
        .with_context(|| format!("cannot write {}", options.out.display()))?;
    let records = text.lines().filter(|line| !line.starts_with('#')).count();
    say!("{records} positions in {}", options.out.display());
    Ok(())
}

fn fixture(count: usize, seed: u64) -> anyhow::Result<String> {
    let mut text = String::from(
        "# Written by `tengen-lab fixture`: the referee's answers. legal: how many points the side to move\n\
         # may play; five, enemy: where the mover or the other side would win at once; forbidden: to Black.\n",
    );
    let mut rng = Rng::new(seed);
    for rule in Rule::ALL {
        for size in SIZES {
            for number in 0..count {
                let position = random_game(rule, Size::new(size)?, number, &mut rng);
                writeln!(text, "{}", record(&position, number))?;
            }
        }
    }
    Ok(text)
}

/// A game of random stones near others. Every [`ENDING`]th plays on until it is over.
fn random_game(rule: Rule, size: Size, number: usize, rng: &mut Rng) -> Position {
    let mut position = Position::new(size, rule);
    let to_the_end = number.is_multiple_of(ENDING);
    let most = 6 + rng.below(size.area() / 3);
    while position.outcome().is_none() && (to_the_end || position.board().stone_count() < most) {
        let wins =
            |point: Point| win::wins_at_once(position.board(), rule, point, position.to_move());
        let quiet: Vec<Point> = position
            .legal_points()
            .filter(|&point| is_near(&position, point) && (to_the_end || !wins(point)))
            .collect();
        let any: Vec<Point> = position.legal_points().collect();
        let Some(&point) = rng.pick(&quiet).or_else(|| rng.pick(&any)) else {
            break;
        };
        if position.play(point).is_err() {
            break;
        }
    }
    position
}

fn is_near(position: &Position, point: Point) -> bool {
    position
        .board()
        .stones()
        .any(|(stone, _)| stone.distance(point) <= NEAR)
}

fn record(position: &Position, number: usize) -> String {
    let (board, rule, mover) = (position.board(), position.rule(), position.to_move());
    let moves = position.moves().filter_map(|mv| mv.point);
    let wins = |stone: Stone| {
        names(
            board
                .free_points()
                .filter(|&point| win::wins_at_once(board, rule, point, stone)),
        )
    };
    let barred = if rule.has_forbidden_points(Stone::Black) {
        names(
            forbidden::forbidden_points(board)
                .into_iter()
                .map(|f| f.point),
        )
    } else {
        names([].into_iter())
    };
    let outcome = match position.outcome() {
        None => "none",
        Some(outcome) => match outcome.winner {
            None => "draw",
            Some(Stone::Black) => "black",
            Some(Stone::White) => "white",
        },
    };
    format!(
        "{number} rule={rule} size={} moves={} legal={} five={} enemy={} forbidden={barred} outcome={outcome}",
        position.size().get(),
        names(moves),
        position.legal_points().count(),
        wins(mover),
        wins(mover.opponent()),
    )
}

/// `h8i9`, or `-` for no point at all.
fn names(points: impl Iterator<Item = Point>) -> String {
    let text: String = points
        .map(|point| format!("{}{}", char::from(b'a' + point.x()), point.y() + 1))
        .collect();
    if text.is_empty() { "-".into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixture_is_the_same_every_time_and_holds_every_case() {
        let text = fixture(4, 1).unwrap();
        assert_eq!(text, fixture(4, 1).unwrap());
        assert_ne!(text, fixture(4, 2).unwrap());
        assert_eq!(text.lines().count(), 2 + 5 * SIZES.len() * 4);
        for outcome in ["none", "draw", "black", "white"] {
            assert!(text.contains(&format!("outcome={outcome}")), "{outcome}");
        }
        let renju = |line: &&str| line.contains("rule=renju") && !line.contains("forbidden=-");
        assert!(text.lines().any(|line| renju(&line)));
    }
}
