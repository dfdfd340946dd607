//! A named opponent that decides at once, without a session: for matches and ratings.

use tengen_core::rng::Rng;
use tengen_core::{Point, Position};
use tengen_engine::{Deaf, Engine, Evaluation, Limits, NoClock, Options, Stop};

use crate::player::Opponent;
use crate::{classroom, level};

/// Positions a move that Master is rated with.
pub const MASTER_NODES: u64 = 200_000;

/// An opponent with the memory it needs.
#[derive(Debug)]
pub struct Contender {
    opponent: Opponent,
    engine: Engine,
    stop: Stop,
}

impl Contender {
    /// The opponent, ready to play.
    pub fn new(opponent: Opponent) -> Contender {
        let (table_bytes, evaluation) = match opponent {
            Opponent::Master => (16 << 20, Evaluation::Shipped),
            _ => (4 << 20, Evaluation::Classical),
        };
        Contender {
            opponent,
            engine: Engine::new(Options {
                table_bytes,
                evaluation,
                ..Options::default()
            }),
            stop: Stop::new(),
        }
    }

    /// Which opponent it is.
    pub fn opponent(&self) -> Opponent {
        self.opponent
    }

    /// Its move; `None` if there is no legal one. Master thinks about
    /// [`MASTER_NODES`] positions, all others as they do in a game.
    pub fn choose(&mut self, position: &Position, seed: u64) -> Option<Point> {
        match self.opponent {
            Opponent::Level(number) => {
                level::choose(number, position, &mut self.engine, &self.stop, seed)
                    .map(|choice| choice.point)
            }
            Opponent::Master => {
                let limits = Limits {
                    nodes: Some(MASTER_NODES),
                    ..Limits::default()
                };
                self.engine
                    .search(position, &limits, &NoClock, &self.stop, &mut Deaf)
                    .best
            }
            classroom => {
                let mut rng = Rng::new(seed ^ position.key());
                classroom::choose(classroom, position, &mut rng)
            }
        }
    }
}
