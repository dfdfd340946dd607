//! Complete games: every move replayed, the end judged, the record written and read back.

mod round_trip;

use anyhow::{Context, Result, bail};
use tengen_core::{
    Cause, MoveError, Outcome, PlaceError, Point, Position, Stone, forbidden, judge_whole_board,
    win,
};

use super::Faults;
use crate::data::{self, Record};

pub(super) fn check(record: &Record<'_>) -> Result<Faults> {
    let moves = record.points("moves")?;
    let mut faults = Faults::default();
    let mut position = Position::new(record.size()?, record.rule()?);
    let stop = replay(&mut position, &moves);
    let (cause, detail) = match record.need("cause")?.split_once(':') {
        Some((cause, detail)) => (cause, detail),
        None => (record.need("cause")?, ""),
    };
    check_stop(&mut faults, cause, moves.len(), stop);
    check_end(&mut faults, record, &position)?;
    match cause {
        "five" => {
            let expected = record.need("final")?;
            faults.compare("recorded result", &expected, &record.need("result")?);
        }
        "block-forbidden" => check_blocked(&mut faults, &position, detail)?,
        "unknown(forbidden-points-present)" => faults.demand(
            position.to_move() == Stone::Black
                && !forbidden::forbidden_points(position.board()).is_empty(),
            || "Black to move has no forbidden point".to_owned(),
        ),
        "unknown(white-double-four)" => faults
            .demand(winning_points(&position, Stone::White).len() >= 2, || {
                "White has not two points that win".to_owned()
            }),
        "draw" | "occupied-point" | "unknown" | "stopped" => {}
        other => bail!("cause={other} is not known"),
    }
    round_trip::check(&mut faults, record, &position)?;
    Ok(faults)
}

/// Plays all moves, or up to the first that is refused.
fn replay(position: &mut Position, moves: &[Point]) -> Option<(usize, MoveError)> {
    moves.iter().enumerate().find_map(|(index, &point)| {
        let error = position.play(point).err()?;
        Some((index + 1, error))
    })
}

/// A game is played to its end, unless its last move is on an occupied point.
fn check_stop(faults: &mut Faults, cause: &str, last: usize, stop: Option<(usize, MoveError)>) {
    match (cause, stop) {
        ("occupied-point", Some((number, MoveError::Place(PlaceError::Occupied { .. }))))
            if number == last => {}
        ("occupied-point", None) => faults.add("no move is on an occupied point"),
        (_, None) => {}
        (_, Some((number, error))) => faults.add(format!("move {number} is refused: {error}")),
    }
}

/// The winner by five rows is the one in `final=`, with the stones in `five=`.
fn check_end(faults: &mut Faults, record: &Record<'_>, position: &Position) -> Result<()> {
    let outcome = position.outcome();
    let winner = match outcome.and_then(|outcome| outcome.winner) {
        Some(Stone::Black) => "black",
        Some(Stone::White) => "white",
        None => "none",
    };
    faults.compare("winner", &record.need("final")?, &winner);
    let mut expected = record.points("five")?;
    let mut found = outcome.map_or_else(Vec::new, Outcome::winning_stones);
    expected.sort();
    found.sort();
    faults.compare("five", &data::names(expected), &data::names(found));
    let twin = judge_whole_board(position.board(), position.rule(), position.to_move());
    faults.demand(same_end(twin.as_ref(), outcome), || {
        "the whole-board twin disagrees about the end".to_owned()
    });
    Ok(())
}

/// Rows may come in another order from the twin.
fn same_end(twin: Option<&Outcome>, found: Option<&Outcome>) -> bool {
    match (twin, found) {
        (Some(twin), Some(found)) => {
            let stones = |outcome: &Outcome| {
                let mut stones = outcome.winning_stones();
                stones.sort();
                stones
            };
            let five = |outcome: &Outcome| matches!(outcome.cause, Cause::Five(_));
            twin.winner == found.winner
                && stones(twin) == stones(found)
                && (five(twin) || twin.cause == found.cause)
        }
        (None, None) => true,
        _ => false,
    }
}

fn winning_points(position: &Position, stone: Stone) -> Vec<Point> {
    let board = position.board();
    let free = board.free_points();
    free.filter(|&point| win::wins_at_once(board, position.rule(), point, stone))
        .collect()
}

/// Black is to move and cannot win; White wins on one point, which is forbidden to Black.
fn check_blocked(faults: &mut Faults, position: &Position, detail: &str) -> Result<()> {
    let (name, kinds) = detail
        .split_once(':')
        .context("cause=block-forbidden without point and kinds")?;
    let point = data::point(name, position.size())?;
    faults.compare("side to move", &Stone::Black, &position.to_move());
    let black_wins = data::names(winning_points(position, Stone::Black));
    faults.compare("points that win for Black", &"-".to_owned(), &black_wins);
    let white_wins = data::names(winning_points(position, Stone::White));
    faults.compare("points that win for White", &name.to_owned(), &white_wins);
    let found = match position.check(point) {
        Err(MoveError::Forbidden { reason, .. }) => {
            let codes: Vec<&str> = reason.kinds.iter().map(|kind| kind.code()).collect();
            codes.join("+")
        }
        _ => "legal".to_owned(),
    };
    faults.compare(format!("{name} for Black"), &kinds.to_owned(), &found);
    Ok(())
}
