//! What the thinking thread keeps between turns, and how each kind of player decides.

use tengen_core::opening::{Opening, Seat};
use tengen_core::rng::Rng;
use tengen_core::{Point, Position, Stone};
use tengen_engine::{
    Engine, Evaluation, Event as SearchEvent, Limits, Listener, Options, Score, Stop,
};

use super::background::Cancel;
use super::external::External;
use super::{Job, JobTask, Reply, Report};
use crate::event::View;
use crate::hint::{self, HintFacts};
use crate::player::{EngineLimits, Opponent, Player};
use crate::stopwatch::Stopwatch;
use crate::{classroom, level, opening};

/// A small table: short searches need no more, and it is quickly made.
const SMALL_TABLE: usize = 4 << 20;
/// The table of long searches.
const LARGE_TABLE: usize = 64 << 20;
/// Positions for deciding about a draw.
const DRAW_NODES: u64 = 4_000;
/// With fewer stones on the board a game has hardly begun, and nobody takes a draw.
const EARLIEST_DRAW: usize = 12;
/// Longest hopeless defence, in plies, that a resigning player still plays out: nearer
/// losses than this are visible to everybody.
const RESIGN_PLIES: usize = 4;

/// What thinks: the memories of both seats of a game. One that is given the jobs of
/// several games in turn forgets each time.
#[derive(Debug, Default)]
pub struct Brains {
    engines: [Option<Engine>; 2],
    external: [Option<External>; 2],
    helper: Option<Engine>,
    /// The game that the memories belong to.
    seed: u64,
}

/// What a player decided, and what it thinks of it.
struct Decision {
    point: Point,
    score: Option<Score>,
}

impl Brains {
    /// Works on a job to its end; `tell` hears what is seen on the way. A job that was
    /// dropped ends soon, with an answer that nobody wants.
    pub fn answer(&mut self, job: &Job, cancel: &Cancel, tell: &mut dyn FnMut(Report)) -> Reply {
        match job.task {
            JobTask::Turn => self.take_turn(job, cancel, tell),
            JobTask::DrawOffer => Reply::Draw(self.accepts_draw(job, cancel)),
            JobTask::Hint => Reply::Hint(Box::new(self.hint(job, cancel))),
        }
    }

    /// Decides about the turn: an act of the opening, a move, or giving up.
    fn take_turn(&mut self, job: &Job, cancel: &Cancel, tell: &mut dyn FnMut(Report)) -> Reply {
        if self.seed != job.seed {
            self.engines = [None, None];
            self.seed = job.seed;
        }
        if job.game.turn().is_some() {
            return self.act(job, cancel);
        }
        let position = job.game.position();
        let decided = match &job.player {
            Player::Person => Err("a person decides for himself".to_owned()),
            Player::Opponent(opponent) => self.opponent(*opponent, job, cancel, tell),
            Player::Engine(limits) => self.engine(*limits, job, cancel, tell),
            Player::External(engine) => {
                let slot = &mut self.external[job.seat as usize];
                if slot.as_ref().is_none_or(|known| !known.is(engine)) {
                    *slot = Some(External::new(engine));
                }
                slot.get_or_insert_with(|| External::new(engine))
                    .choose(job, cancel)
                    .map(|point| Decision { point, score: None })
            }
        };
        match decided {
            Ok(decision) if gives_up(&job.player, decision.score) => Reply::Resign,
            Ok(decision) => match position.check(decision.point) {
                Ok(()) => Reply::Move(decision.point),
                Err(error) => Reply::Failed(error.to_string()),
            },
            Err(message) => Reply::Failed(message),
        }
    }

    fn act(&mut self, job: &Job, cancel: &Cancel) -> Reply {
        let mut rng = rng_of(job);
        if matches!(job.player, Player::Opponent(Opponent::Random)) {
            let choices = job.game.opening().map_or_else(Vec::new, Opening::choices);
            return match rng.pick(&choices) {
                Some(&act) => Reply::Act(act),
                None => Reply::Failed("the opening leaves no choice".to_owned()),
            };
        }
        match opening::choose(&job.game, self.helper(), &cancel.stop, &mut rng) {
            Some(act) => Reply::Act(act),
            None => Reply::Failed("no act of the opening was found".to_owned()),
        }
    }

    fn opponent(
        &mut self,
        opponent: Opponent,
        job: &Job,
        cancel: &Cancel,
        tell: &mut dyn FnMut(Report),
    ) -> Result<Decision, String> {
        let position = job.game.position();
        let none = || "there is no legal move".to_owned();
        let engine = match opponent {
            Opponent::Master => {
                return self.engine(EngineLimits::default(), job, cancel, tell);
            }
            Opponent::Level(number) => {
                let options = Options {
                    table_bytes: SMALL_TABLE,
                    ..Options::default()
                };
                let engine = self.seat_engine(job.seat, options);
                let chosen = level::choose(number, position, engine, &cancel.stop, job.seed);
                return chosen
                    .map(|choice| Decision {
                        point: choice.point,
                        score: choice.score,
                    })
                    .ok_or_else(none);
            }
            classroom => classroom,
        };
        classroom::choose(engine, position, &mut rng_of(job))
            .map(|point| Decision { point, score: None })
            .ok_or_else(none)
    }

    fn engine(
        &mut self,
        limits: EngineLimits,
        job: &Job,
        cancel: &Cancel,
        tell: &mut dyn FnMut(Report),
    ) -> Result<Decision, String> {
        let position = job.game.position();
        let options = Options {
            table_bytes: LARGE_TABLE,
            threads: limits.threads,
            evaluation: Evaluation::Shipped,
            ..Options::default()
        };
        let engine = self.seat_engine(job.seat, options);
        let limits = search_limits(limits, job);
        let clock = Stopwatch::start();
        let mut listener = Teller {
            to_move: position.to_move(),
            tell,
        };
        let answer = engine.search(position, &limits, &clock, &cancel.stop, &mut listener);
        let point = answer.best.ok_or("there is no legal move")?;
        let score = answer.lines.first().map(|line| line.score);
        Ok(Decision { point, score })
    }

    /// Whether the player would rather have a draw than play on.
    fn accepts_draw(&mut self, job: &Job, cancel: &Cancel) -> bool {
        let position = job.game.position();
        if position.board().stone_count() < EARLIEST_DRAW {
            return false;
        }
        let limits = Limits {
            nodes: Some(DRAW_NODES),
            ..Limits::default()
        };
        let answer = search(self.helper(), position, &limits, &cancel.stop);
        let chance = answer.map_or(0.5, Score::win_chance);
        // The one who offers is to move, so this is the other side's chance.
        chance >= 0.5 && position.board().stone_count() * 4 > position.size().area() || chance > 0.6
    }

    /// What a person to move could be told.
    fn hint(&mut self, job: &Job, cancel: &Cancel) -> HintFacts {
        hint::find(job.game.position(), self.helper(), &cancel.stop)
    }

    fn helper(&mut self) -> &mut Engine {
        self.helper.get_or_insert_with(|| {
            Engine::new(Options {
                table_bytes: SMALL_TABLE,
                ..Options::default()
            })
        })
    }

    /// The engine of a seat, made with these options for the first turn of a game.
    fn seat_engine(&mut self, seat: Seat, options: Options) -> &mut Engine {
        self.engines[seat as usize].get_or_insert_with(|| Engine::new(options))
    }
}

/// The score of a position for the side to move.
fn search(engine: &mut Engine, position: &Position, limits: &Limits, stop: &Stop) -> Option<Score> {
    let answer = engine.search(
        position,
        limits,
        &tengen_engine::NoClock,
        stop,
        &mut tengen_engine::Deaf,
    );
    answer.lines.first().map(|line| line.score)
}

/// The random stream of a turn: the same game and position give the same one, so that a
/// move taken back and played again meets the same answer.
fn rng_of(job: &Job) -> Rng {
    let acts = job.game.opening().map_or(0, |it| it.acts().len() as u64);
    let mut rng = Rng::new(job.seed ^ job.game.position().key() ^ acts.rotate_left(17));
    rng.next_u64();
    rng
}

fn gives_up(player: &Player, score: Option<Score>) -> bool {
    let resigns = match player {
        Player::Opponent(opponent) => opponent.resigns(),
        Player::Engine(_) => true,
        Player::Person | Player::External(_) => false,
    };
    let proven_lost = score.filter(|score| score.is_loss());
    resigns
        && proven_lost
            .and_then(Score::plies)
            .is_some_and(|plies| plies <= RESIGN_PLIES)
}

fn search_limits(limits: EngineLimits, job: &Job) -> Limits {
    let unlimited = limits.nodes.is_none() && limits.depth.is_none() && limits.turn_ms.is_none();
    let own = match limits.turn_ms {
        None if unlimited && job.turn_ms.is_none() && job.left_ms.is_none() => {
            Some(EngineLimits::DEFAULT_TURN_MS)
        }
        own => own,
    };
    let turn_ms = match (own, job.turn_ms) {
        (Some(own), Some(clock)) => Some(own.min(clock)),
        (own, clock) => own.or(clock),
    };
    Limits {
        depth: limits.depth,
        nodes: limits.nodes,
        turn_ms,
        left_ms: job.left_ms,
        ..Limits::default()
    }
}

/// Passes on what a search sees after each depth.
struct Teller<'a> {
    to_move: Stone,
    tell: &'a mut dyn FnMut(Report),
}

impl Listener for Teller<'_> {
    fn hear(&mut self, event: SearchEvent<'_>) {
        if let SearchEvent::Depth {
            lines,
            nodes,
            elapsed_ms,
        } = event
            && !lines.is_empty()
        {
            (self.tell)(Report::View(View {
                to_move: self.to_move,
                lines: lines.to_vec(),
                nodes,
                elapsed_ms,
            }));
        }
    }
}
