//! Levels 1 to 10: the real engine, weak by sight and not by dice.
//!
//! A level is a [`Profile`]: what it sees of its own rows and of the other side's, how
//! long a force of its own it finds, and how far it thinks. What it overlooks it
//! overlooks always, as people do, so that it can be learned and punished. Levels 1 to 5
//! judge by a glance at the lines through each point; from level 6 on the engine
//! searches, level 7 on a board on which some rows of the other side are not noticed.
//! Everything is counted in positions, so a level is the same on every machine.

mod glance;
mod profile;
mod seen;
#[cfg(test)]
mod tests;

use tengen_core::rng::Rng;
use tengen_core::{Point, Position, Symmetry};
use tengen_engine::params::Params;
use tengen_engine::vcf::{self, FourProof};
use tengen_engine::{Answer, Deaf, Engine, Limits, NoClock, Options, Score, Stop};

use profile::{Mind, Profile, Searching};

/// Until so many stones are on the board a level varies its moves.
const VARIED_STONES: usize = 8;

/// A move, and what the level thinks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) point: Point,
    /// Only where the level looked at the board as it is.
    pub(crate) score: Option<Score>,
}

/// The move of a level; `None` if there is no legal one. The same position, seed and
/// level give the same move.
pub(crate) fn choose(
    number: u8,
    position: &Position,
    engine: &mut Engine,
    stop: &Stop,
    seed: u64,
) -> Option<Choice> {
    if position.outcome().is_some() {
        return None;
    }
    let mut rng = Rng::new(seed ^ position.key().rotate_left(u32::from(number)));
    let profile = Profile::of(number);
    if position.board().stone_count() == 0 {
        return opening_point(position, &mut rng).map(sure);
    }
    if let Some(point) = own_force(&profile, position) {
        return Some(sure(point));
    }
    match &profile.mind {
        Mind::Glance(glance) => glance::choose(glance, position, &mut rng).map(sure),
        Mind::Search(searching) => {
            let mut thinker = Thinker {
                searching,
                engine,
                stop,
            };
            let choice = thinker.choose(&profile, position, &mut rng)?;
            Some(Choice {
                point: turned(position, choice.point, &mut rng),
                ..choice
            })
        }
    }
}

/// The point, or one that a symmetry of the whole board makes the same.
fn turned(position: &Position, point: Point, rng: &mut Rng) -> Point {
    if position.board().stone_count() >= VARIED_STONES {
        return point;
    }
    let board = position.board();
    let same: Vec<Symmetry> = Symmetry::ALL
        .into_iter()
        .filter(|&symmetry| board.transformed(symmetry) == *board)
        .collect();
    rng.pick(&same)
        .map_or(point, |symmetry| symmetry.apply(point, board.size()))
}

fn sure(point: Point) -> Choice {
    Choice { point, score: None }
}

/// The first stone: the centre or beside it.
fn opening_point(position: &Position, rng: &mut Rng) -> Option<Point> {
    let centre = position.size().centre();
    let near: Vec<Point> = position
        .legal_points()
        .filter(|point| point.distance(centre) <= 1)
        .collect();
    rng.pick(&near).copied()
}

/// The beginning of a win by fours that is short enough to be seen.
fn own_force(profile: &Profile, position: &Position) -> Option<Point> {
    if profile.force_moves == 0 {
        return None;
    }
    let mut attempts = 0;
    let proof = vcf::prove(position, &mut || {
        attempts += 1;
        attempts <= profile.force_attempts
    });
    match proof {
        FourProof::Win(line) if line.len().div_ceil(2) <= profile.force_moves => {
            line.first().copied()
        }
        _ => None,
    }
}

/// A level that searches.
struct Thinker<'a> {
    searching: &'a Searching,
    engine: &'a mut Engine,
    stop: &'a Stop,
}

impl Thinker<'_> {
    fn choose(&mut self, profile: &Profile, position: &Position, rng: &mut Rng) -> Option<Choice> {
        let (seen, missed) = seen::board_as_seen(&profile.overlooks, position);
        if missed.is_empty() {
            return self.search(position, &missed, rng);
        }
        let choice = self.search(&seen, &missed, rng);
        match choice {
            // On another board another point may be forbidden.
            Some(choice) if position.check(choice.point).is_ok() => Some(sure(choice.point)),
            _ => self.search(position, &[], rng),
        }
    }

    fn search(&mut self, position: &Position, excluded: &[Point], rng: &mut Rng) -> Option<Choice> {
        let varied = position.board().stone_count() < VARIED_STONES;
        self.engine.set_options(Options {
            params: self.searching.params(),
            ..self.engine.options().clone()
        });
        // What a level knows must not depend on what it thought before.
        self.engine.new_game();
        let limits = Limits {
            depth: self.searching.depth,
            nodes: Some(self.searching.nodes),
            lines: if varied {
                self.searching.varied_lines
            } else {
                1
            },
            excluded: excluded.to_vec(),
            ..Limits::default()
        };
        let answer = self
            .engine
            .search(position, &limits, &NoClock, self.stop, &mut Deaf);
        if varied {
            return one_of_the_best(&answer, self.searching.variety, rng);
        }
        Some(Choice {
            point: answer.best?,
            score: answer.lines.first().map(|line| line.score),
        })
    }
}

/// One of the moves that are not much worse than the best.
fn one_of_the_best(answer: &Answer, margin: i32, rng: &mut Rng) -> Option<Choice> {
    let best = answer.lines.first()?.score;
    let good: Vec<Choice> = answer
        .lines
        .iter()
        .filter(|line| line.score == best || line.score.get() >= best.get() - margin)
        .filter(|line| line.score.is_decided() == best.is_decided())
        .filter_map(|line| {
            Some(Choice {
                point: *line.moves.first()?,
                score: Some(line.score),
            })
        })
        .collect();
    rng.pick(&good).copied()
}

impl Searching {
    /// The engine's numbers, less what this level does not look at.
    fn params(&self) -> Params {
        let mut params = Params::default();
        if !self.follows_fours {
            params.forced_extension = 0;
            params.leaf_fours = 0;
        }
        params
    }
}
