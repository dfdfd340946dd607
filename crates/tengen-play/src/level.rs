//! Levels 1 to 10 on the real engine, by positions visited.

use tengen_core::{Point, Position};
use tengen_engine::{Deaf, Engine, Limits, NoClock, Score, Stop};

/// A move, and what the level thinks of it.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) point: Point,
    pub(crate) score: Option<Score>,
}

/// The move of a level; `None` if there is no legal one.
pub(crate) fn choose(
    number: u8,
    position: &Position,
    engine: &mut Engine,
    stop: &Stop,
    _seed: u64,
) -> Option<Choice> {
    let limits = Limits {
        nodes: Some(20 << number),
        ..Limits::default()
    };
    let answer = engine.search(position, &limits, &NoClock, stop, &mut Deaf);
    Some(Choice {
        point: answer.best?,
        score: answer.lines.first().map(|line| line.score),
    })
}
