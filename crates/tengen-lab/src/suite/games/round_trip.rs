//! A game written in each format and read back.

use anyhow::Result;
use tengen_core::record::{ReadOptions, Reading, Rows, text};
use tengen_core::{Move, Point, Stone, Tree};

use crate::data::Record;
use crate::suite::Faults;

/// `legal` is how many of the moves can be played before the first illegal one.
pub(super) fn check(
    faults: &mut Faults,
    record: &Record<'_>,
    moves: &[Point],
    legal: usize,
) -> Result<()> {
    let game = game(record, &moves[..legal])?;
    for rows in [Rows::FromBottom, Rows::FromTop] {
        let options = ReadOptions {
            rule: Some(game.rule),
            size: Some(game.size),
            rows,
            ..ReadOptions::default()
        };
        let what = format!("position string, {rows:?}");
        match text::write(&game, rows) {
            Ok(written) => same(
                faults,
                &what,
                &moves_only(&game),
                text::read(&written, &options),
            ),
            Err(error) => faults.add(format!("{what}: {error}")),
        }
    }
    check_as_given(faults, record, moves, legal, &game)
}

/// The game of the record, as far as it is legal.
fn game(record: &Record<'_>, moves: &[Point]) -> Result<Tree> {
    let mut tree = Tree::new(record.size()?, record.rule()?);
    tree.info.players.black = record.get("pb").unwrap_or_default().to_owned();
    tree.info.players.white = record.get("pw").unwrap_or_default().to_owned();
    let mut end = Tree::ROOT;
    for (&point, stone) in moves.iter().zip(Stone::BOTH.into_iter().cycle()) {
        let point = Some(point);
        end = tree.add_move(end, Move { stone, point });
    }
    Ok(tree)
}

/// What a position string can hold of a game.
fn moves_only(game: &Tree) -> Tree {
    let mut bare = game.clone();
    bare.info = tengen_core::Info::default();
    bare
}

fn same<E: std::fmt::Display>(
    faults: &mut Faults,
    what: &str,
    expected: &Tree,
    found: Result<Reading<Tree>, E>,
) {
    match found {
        Ok(reading) => {
            faults.demand(reading.value == *expected, || {
                format!("{what}: another game is read back")
            });
            for note in reading.notes {
                faults.add(format!("{what}: what was written needs repair: {note}"));
            }
        }
        Err(error) => faults.add(format!("{what}: what was written is not read: {error}")),
    }
}

/// The data's own string, illegal move and all: read up to that move, with one note.
fn check_as_given(
    faults: &mut Faults,
    record: &Record<'_>,
    moves: &[Point],
    legal: usize,
    game: &Tree,
) -> Result<()> {
    let options = ReadOptions {
        rule: Some(game.rule),
        size: Some(game.size),
        rows: Rows::FromTop,
        ..ReadOptions::default()
    };
    match text::read(record.need("moves")?, &options) {
        Ok(reading) => {
            faults.demand(reading.value == moves_only(game), || {
                "the string as given is read as another game".to_owned()
            });
            let expected = usize::from(legal < moves.len());
            faults.compare(
                "notes on the string as given",
                &expected,
                &reading.notes.len(),
            );
        }
        Err(error) => faults.add(format!("the string as given is not read: {error}")),
    }
    Ok(())
}
