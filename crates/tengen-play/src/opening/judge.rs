//! What the engine thinks of a position with few stones.

use tengen_core::opening::{Act, Opening};
use tengen_core::rng::Rng;
use tengen_core::{Point, Position, Stone};
use tengen_engine::{Deaf, Engine, Limits, Line, NoClock, Stop};

use super::fifths;

/// Positions for judging one position.
const NODES: u64 = 1_500;
/// Positions for finding several good moves.
const LINES_NODES: u64 = 20_000;

/// The engine as a judge of openings.
pub(super) struct Judge<'a> {
    engine: &'a mut Engine,
    stop: &'a Stop,
}

impl Judge<'_> {
    pub(super) fn new<'a>(engine: &'a mut Engine, stop: &'a Stop) -> Judge<'a> {
        // Judgements must not depend on what was judged before.
        engine.new_game();
        Judge { engine, stop }
    }

    /// How far Black is ahead, in the engine's points.
    pub(super) fn for_black(&mut self, position: &Position) -> i32 {
        let value = self
            .lines(position, 1, NODES)
            .first()
            .map_or(0, |line| line.score.get());
        match position.to_move() {
            Stone::Black => value,
            Stone::White => -value,
        }
    }

    /// The same, with a number of fifths that was just declared taken into account.
    pub(super) fn for_black_after(&mut self, opening: &Opening) -> i32 {
        match opening.acts().last() {
            Some(&Act::Declare(number)) => {
                let fifths = fifths::best(opening.position(), usize::from(number), self);
                // White picks the worst of what Black must offer.
                fifths.last().map_or(0, |&(_, value)| value)
            }
            _ => self.for_black(opening.position()),
        }
    }

    /// One of the `count` best moves of the side to move.
    pub(super) fn good_moves(
        &mut self,
        position: &Position,
        count: usize,
        rng: &mut Rng,
    ) -> Option<Point> {
        let lines = self.lines(position, count, LINES_NODES);
        rng.pick(&lines)?.moves.first().copied()
    }

    /// The best moves with their values for the side to move.
    pub(super) fn ranked(&mut self, position: &Position, count: usize) -> Vec<(Point, i32)> {
        self.lines(position, count, LINES_NODES)
            .into_iter()
            .filter_map(|line| Some((*line.moves.first()?, line.score.get())))
            .collect()
    }

    fn lines(&mut self, position: &Position, lines: usize, nodes: u64) -> Vec<Line> {
        let limits = Limits {
            nodes: Some(nodes),
            lines,
            ..Limits::default()
        };
        self.engine
            .search(position, &limits, &NoClock, self.stop, &mut Deaf)
            .lines
    }
}
