//! One move, judged under the five rules: who wins, with which stones.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use tengen_core::{
    Board, Cause, Move, MoveError, Outcome, Point, Position, Rule, Size, Stone, Symmetry,
    judge_whole_board, win,
};

use super::Faults;
use crate::data::{self, Record};

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    /// It wins with these rows.
    Win(BTreeSet<BTreeSet<Point>>),
    /// The game goes on.
    No,
    /// It is forbidden, for these kinds.
    Foul(String),
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::Win(rows) => {
                let rows: Vec<String> = rows.iter().map(|row| data::names(row.clone())).collect();
                write!(f, "win:{}", rows.join("+"))
            }
            Verdict::No => f.write_str("no"),
            Verdict::Foul(kinds) => write!(f, "foul:{kinds}"),
        }
    }
}

pub(super) fn check(record: &Record<'_>) -> Result<Faults> {
    let board = record.board()?;
    let size = board.size();
    let (colour, name) = record
        .need("move")?
        .split_once(':')
        .context("move= is not colour:point")?;
    let (stone, point) = (data::side(colour)?, data::point(name, size)?);
    let mut faults = Faults::default();
    for rule in Rule::ALL {
        let expected = read(record.need(rule.name())?, size).context(rule.name())?;
        for symmetry in Symmetry::ALL {
            let image = board.transformed(symmetry);
            let at = symmetry.apply(point, size);
            let found = judge(&mut faults, &image, rule, stone, at);
            let found = turned_back(found, symmetry, size);
            if found != expected {
                faults.compare(format!("{rule} ({symmetry})"), &expected, &found);
                break;
            }
        }
    }
    Ok(faults)
}

fn read(text: &str, size: Size) -> Result<Verdict> {
    if text == "no" {
        return Ok(Verdict::No);
    }
    match text.split_once(':') {
        Some(("win", rows)) => {
            let rows = rows.split('+').map(|row| {
                let stones = data::points(row, size)?;
                Ok(stones.into_iter().collect())
            });
            Ok(Verdict::Win(rows.collect::<Result<_>>()?))
        }
        Some(("foul", kinds)) => Ok(Verdict::Foul(kinds.to_owned())),
        _ => bail!("{text:?} is no verdict: win:stones, no and foul:kinds are"),
    }
}

/// The verdict of the referee. Whether all others who judge agree with it is noted.
fn judge(faults: &mut Faults, board: &Board, rule: Rule, stone: Stone, at: Point) -> Verdict {
    let mut position = Position::with_board(board.clone(), rule, stone);
    let refusal = position.check(at).err();
    let mv = Move {
        stone,
        point: Some(at),
    };
    if let Err(error) = position.play_as_written(mv) {
        faults.add(error.to_string());
        return Verdict::No;
    }
    let outcome = position.outcome();
    let verdict = verdict_of(outcome);
    let twin = judge_whole_board(position.board(), rule, stone.opponent());
    let wins = matches!(verdict, Verdict::Win(_));
    let foul = matches!(verdict, Verdict::Foul(_));
    faults.demand(foul || verdict_of(twin.as_ref()) == verdict, || {
        format!("{rule}: the whole-board twin disagrees with the look at the last stone")
    });
    faults.demand(
        wins == win::wins_at_once(board, rule, at, stone) || foul,
        || format!("{rule}: the look ahead disagrees with the move"),
    );
    faults.demand(
        foul == matches!(refusal, Some(MoveError::Forbidden { .. })),
        || format!("{rule}: a game in play and a record disagree about the foul"),
    );
    verdict
}

fn verdict_of(outcome: Option<&Outcome>) -> Verdict {
    match outcome.map(|outcome| &outcome.cause) {
        Some(Cause::Five(runs)) => {
            Verdict::Win(runs.iter().map(|run| run.points().collect()).collect())
        }
        Some(Cause::ForbiddenMove(fault)) => {
            let kinds: Vec<&str> = fault.kinds.iter().map(|kind| kind.code()).collect();
            Verdict::Foul(kinds.join("+"))
        }
        _ => Verdict::No,
    }
}

fn turned_back(verdict: Verdict, symmetry: Symmetry, size: Size) -> Verdict {
    let back = |row: BTreeSet<Point>| -> BTreeSet<Point> {
        row.into_iter()
            .map(|point| symmetry.inverse().apply(point, size))
            .collect()
    };
    match verdict {
        Verdict::Win(rows) => Verdict::Win(rows.into_iter().map(back).collect()),
        other => other,
    }
}
