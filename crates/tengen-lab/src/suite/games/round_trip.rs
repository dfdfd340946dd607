//! A game written in each format and read back.

use anyhow::Result;
use tengen_core::record::psq::EndCode;
use tengen_core::record::{ReadOptions, Reading, RecordError, Rows, WriteError, psq, sgf, text};
use tengen_core::{Cause, Info, Move, Outcome, Position, Stone, Tree};

use crate::data::Record;
use crate::suite::Faults;

/// Checks the moves of `position`, which is the record as far as it is legal.
pub(super) fn check(faults: &mut Faults, record: &Record<'_>, position: &Position) -> Result<()> {
    let game = game(record, position);
    check_sgf(faults, &game);
    check_psq(faults, &game);
    check_strings(faults, &game);
    check_as_given(faults, record, &game)
}

/// The game as a tree with all that the record tells, and made-up times.
fn game(record: &Record<'_>, position: &Position) -> Tree {
    let mut tree = Tree::new(position.size(), position.rule());
    tree.info.players.black = record.get("pb").unwrap_or_default().to_owned();
    tree.info.players.white = record.get("pw").unwrap_or_default().to_owned();
    tree.info.result = position.outcome().cloned().or_else(|| recorded(record));
    let mut end = Tree::ROOT;
    for (index, mv) in position.moves().enumerate() {
        end = tree.add_move(end, mv);
        tree.node_mut(end).time_ms = Some(index as u64 * 137);
    }
    tree
}

/// The result as recorded, without its cause.
fn recorded(record: &Record<'_>) -> Option<Outcome> {
    let winner = match record.get("result")? {
        "black" => Some(Stone::Black),
        "white" => Some(Stone::White),
        "draw" => None,
        _ => return None,
    };
    let cause = Cause::Unknown;
    Some(Outcome { winner, cause })
}

fn options(game: &Tree, rows: Rows) -> ReadOptions {
    ReadOptions {
        rule: Some(game.rule),
        size: Some(game.size),
        rows,
        ..ReadOptions::default()
    }
}

fn check_sgf(faults: &mut Faults, game: &Tree) {
    // Everything comes back without a hint from the caller.
    match sgf::read(&sgf::write(game), &ReadOptions::default()) {
        Ok(Reading { value, notes }) => {
            faults.compare("SGF, games read back", &1, &value.len());
            for tree in value {
                let notes = notes.clone();
                let reading = Reading { value: tree, notes };
                same(faults, "SGF", game, Ok(reading));
            }
        }
        Err(error) => faults.add(format!("SGF: what was written is not read: {error}")),
    }
}

fn check_psq(faults: &mut Faults, game: &Tree) {
    let mut expected = game.clone();
    expected.info = Info {
        players: game.info.players.clone(),
        ..Info::default()
    };
    let options = options(game, Rows::default());
    let written = psq::write(game, EndCode::UNKNOWN);
    written_and_read(faults, "PSQ", &expected, written, |text| {
        psq::read(text, &options)
    });
}

fn check_strings(faults: &mut Faults, game: &Tree) {
    let expected = moves_only(game);
    for rows in [Rows::FromBottom, Rows::FromTop] {
        let options = options(game, rows);
        let what = format!("position string, {rows:?}");
        let written = text::write(game, rows);
        written_and_read(faults, &what, &expected, written, |text| {
            text::read(text, &options)
        });
    }
}

/// What a position string can hold of a game.
fn moves_only(game: &Tree) -> Tree {
    let mut bare = Tree::new(game.size, game.rule);
    let mut end = Tree::ROOT;
    for Move { stone, point } in game.main_moves() {
        end = bare.add_move(end, Move { stone, point });
    }
    bare
}

fn written_and_read(
    faults: &mut Faults,
    what: &str,
    expected: &Tree,
    written: Result<String, WriteError>,
    read: impl FnOnce(&str) -> Result<Reading<Tree>, RecordError>,
) {
    match written {
        Ok(text) => same(faults, what, expected, read(&text)),
        Err(error) => faults.add(format!("{what}: {error}")),
    }
}

fn same(
    faults: &mut Faults,
    what: &str,
    expected: &Tree,
    found: Result<Reading<Tree>, RecordError>,
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
fn check_as_given(faults: &mut Faults, record: &Record<'_>, game: &Tree) -> Result<()> {
    let given = record.points("moves")?.len();
    match text::read(record.need("moves")?, &options(game, Rows::FromTop)) {
        Ok(reading) => {
            faults.demand(reading.value == moves_only(game), || {
                "the string as given is read as another game".to_owned()
            });
            let expected = usize::from(game.main_moves().len() < given);
            let found = reading.notes.len();
            faults.compare("notes on the string as given", &expected, &found);
        }
        Err(error) => faults.add(format!("the string as given is not read: {error}")),
    }
    Ok(())
}
