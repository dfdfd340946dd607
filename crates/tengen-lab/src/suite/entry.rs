//! Positions of the sort a tournament asks before it admits a program: the acceptable
//! answers are computed from the rules alone, and the engine must give one of them.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use tengen_core::{Point, Position, win};
use tengen_engine::{Deaf, Engine, Evaluation, Limits, NoClock, Options, Stop, bench};
use tengen_play::Stopwatch;

use super::Faults;
use crate::data::{self, Record};

type Points = BTreeSet<Point>;

pub(super) fn check(record: &Record<'_>, seconds: f64) -> Result<Faults> {
    let mut faults = Faults::default();
    let position = position(record, &mut faults)?;
    let asked = Asked::of(&position);
    let reject: Points = record.point_list("reject")?.into_iter().collect();
    let accept: Points = match record.need("accept")? {
        "any-empty-not-rejected" => position
            .board()
            .free_points()
            .filter(|point| !reject.contains(point))
            .collect(),
        _ => record.point_list("accept")?.into_iter().collect(),
    };
    faults.demand(position.outcome().is_none(), || {
        "the game is over already".to_owned()
    });
    faults.demand(accept.is_subset(&asked.legal), || {
        let illegal = accept.difference(&asked.legal).copied();
        format!("accepted, but not legal: {}", data::names(illegal))
    });
    match record.need("kind")? {
        "five" => asked.check_five(&mut faults, &accept, &reject),
        "five-over-block" => {
            asked.check_five(&mut faults, &accept, &reject);
            faults.demand(!asked.threats.is_empty(), || {
                "the opponent threatens no five".to_owned()
            });
        }
        "block" => asked.check_block(&mut faults, &accept, &reject),
        "block-is-forbidden" => asked.check_hopeless(&mut faults, &position, &reject),
        "nearly-full" => compare(&mut faults, "legal points", &accept, &asked.legal),
        "empty-board" | "one-stone-in-the-corner" => {
            let taken = position.board().stones().map(|(point, _)| point).collect();
            compare(&mut faults, "points that are taken", &reject, &taken);
        }
        other => bail!("kind={other} is not known"),
    }
    if faults.is_empty() {
        check_engine(&mut faults, &position, &accept, &reject, seconds);
    }
    Ok(faults)
}

/// Asks the engine, as a manager would, for its move within the time: by the pattern tables,
/// and by the net where one ships.
fn check_engine(
    faults: &mut Faults,
    position: &Position,
    accept: &Points,
    reject: &Points,
    seconds: f64,
) {
    for evaluation in bench::evaluations(position) {
        let judge = match evaluation {
            Evaluation::Classical => "the pattern tables",
            _ => "the net",
        };
        let Some(best) = engine_move(position, evaluation, seconds) else {
            faults.add(format!("the engine has no move by {judge}"));
            continue;
        };
        let allowed = accept.contains(&best) && !reject.contains(&best);
        faults.demand(allowed, || {
            format!(
                "the engine plays {} by {judge}, which is not accepted",
                data::name(best)
            )
        });
    }
}

/// The engine's move with a fresh table.
fn engine_move(position: &Position, evaluation: Evaluation, seconds: f64) -> Option<Point> {
    let mut engine = Engine::new(Options {
        table_bytes: TABLE_BYTES,
        evaluation,
        ..Options::default()
    });
    // The first search in a rule builds its tables: a brain does that before it is asked.
    let warm_up = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    engine.search(position, &warm_up, &NoClock, &Stop::new(), &mut Deaf);
    engine.new_game();
    let limits = Limits {
        turn_ms: Some((seconds * 1000.0) as u64),
        ..Limits::default()
    };
    let clock = Stopwatch::start();
    let answer = engine.search(position, &limits, &clock, &Stop::new(), &mut Deaf);
    answer.best
}

/// Plenty for a tenth of a second.
const TABLE_BYTES: usize = 16 << 20;

/// The position, replayed by the rules where its moves are given.
fn position(record: &Record<'_>, faults: &mut Faults) -> Result<Position> {
    let (rule, to_move) = (record.rule()?, record.to_move()?);
    if record.get("moves").is_none() {
        return Ok(Position::with_board(record.board()?, rule, to_move));
    }
    let mut position = Position::new(record.size()?, rule);
    for (index, point) in record.points("moves")?.into_iter().enumerate() {
        if let Err(error) = position.play(point) {
            faults.add(format!("move {} is refused: {error}", index + 1));
            break;
        }
    }
    faults.compare("side to move", &to_move, &position.to_move());
    Ok(position)
}

/// What the rules say about a position.
struct Asked {
    /// What the side to move may play.
    legal: Points,
    /// Where it wins at once.
    wins: Points,
    /// Where the opponent would win, were it the opponent's turn.
    threats: Points,
    /// Legal points after which the opponent wins nowhere.
    blocks: Points,
}

impl Asked {
    fn of(position: &Position) -> Asked {
        let (rule, me) = (position.rule(), position.to_move());
        let winning = |position: &Position, stone| -> Points {
            let free = position.board().free_points();
            free.filter(|&point| win::wins_at_once(position.board(), rule, point, stone))
                .collect()
        };
        let legal: Points = position.legal_points().collect();
        let blocks = legal.iter().copied().filter(|&point| {
            let mut next = position.clone();
            next.play(point).is_ok() && winning(&next, me.opponent()).is_disjoint(&legal_for(&next))
        });
        let blocks = blocks.collect();
        let wins = winning(position, me)
            .intersection(&legal)
            .copied()
            .collect();
        Asked {
            wins,
            threats: winning(position, me.opponent()),
            blocks,
            legal,
        }
    }

    fn check_five(&self, faults: &mut Faults, accept: &Points, reject: &Points) {
        compare(faults, "points that win", accept, &self.wins);
        faults.demand(reject.is_disjoint(&self.wins), || {
            "a rejected point wins".to_owned()
        });
    }

    fn check_block(&self, faults: &mut Faults, accept: &Points, reject: &Points) {
        compare(faults, "points that block", accept, &self.blocks);
        compare(faults, "points that win", &Points::new(), &self.wins);
        faults.demand(!self.threats.is_empty(), || {
            "there is nothing to block".to_owned()
        });
        faults.demand(reject.is_disjoint(&self.blocks), || {
            "a rejected point blocks".to_owned()
        });
    }

    /// Nothing helps; what must be rejected is every forbidden point.
    fn check_hopeless(&self, faults: &mut Faults, position: &Position, reject: &Points) {
        compare(faults, "points that block", &Points::new(), &self.blocks);
        compare(faults, "points that win", &Points::new(), &self.wins);
        let free: Points = position.board().free_points().collect();
        let forbidden = free.difference(&self.legal).copied().collect();
        compare(faults, "forbidden points", reject, &forbidden);
        faults.demand(!forbidden.is_disjoint(&self.threats), || {
            "no forbidden point would have blocked".to_owned()
        });
    }
}

/// What the side to move may play; a position that is over has no such points.
fn legal_for(position: &Position) -> Points {
    position.legal_points().collect()
}

fn compare(faults: &mut Faults, what: &str, expected: &Points, found: &Points) {
    let names = |points: &Points| data::names(points.iter().copied());
    faults.compare(what, &names(expected), &names(found));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::records;

    #[test]
    fn the_engine_is_asked_and_its_move_judged() {
        let text = "a rule=freestyle size=10 stm=b moves=a1a10b1b10c1c10d1j5\n";
        let record = &records(text).unwrap()[0];
        let position = position(record, &mut Faults::default()).unwrap();
        let five = Points::from([record.size().unwrap().point(4, 0).unwrap()]);
        let all: Points = position.legal_points().collect();
        let others = all.difference(&five).copied().collect();
        for (accept, reject, right) in [
            (&five, &Points::new(), true),
            (&all, &others, true),
            (&others, &Points::new(), false),
            (&all, &five, false),
        ] {
            let mut faults = Faults::default();
            check_engine(&mut faults, &position, accept, reject, 0.0);
            assert_eq!(faults.is_empty(), right, "{faults:?}");
        }
    }
}
