//! Positions of the sort a tournament asks before it admits a program: the acceptable
//! answers are computed from the rules alone.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use tengen_core::{Point, Position, win};

use super::Faults;
use crate::data::{self, Record};

type Points = BTreeSet<Point>;

pub(super) fn check(record: &Record<'_>) -> Result<Faults> {
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
    Ok(faults)
}

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
