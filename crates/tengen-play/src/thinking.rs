//! Programs that think while the face stays free: what they are asked, what they answer.
//!
//! A [`Thinker`] takes one [`Job`] at a time and never blocks its caller. Whoever cancels
//! a job need not wait for its end: answers carry the job's number, and old ones are
//! dropped. [`Background`] is the real one, on a thread of its own; tests use one that
//! answers when they say so.

mod background;
mod brain;
mod external;

use std::fmt::Debug;

use tengen_core::opening::{Act, Seat};
use tengen_core::{Game, Point};

use crate::event::View;
use crate::hint::HintFacts;
use crate::player::Player;

pub use background::{Background, Cancel, Wake};
pub use brain::Brains;

/// What a program is asked to do.
#[derive(Clone, Debug)]
pub struct Job {
    /// Tells the answers of one job from those of another.
    pub number: u64,
    /// Whose turn it is.
    pub seat: Seat,
    /// The player in that seat.
    pub player: Player,
    /// The game so far, the cursor where it stands.
    pub game: Game,
    /// What is asked.
    pub task: JobTask,
    /// Milliseconds for this turn at the very most, if the clock says so.
    pub turn_ms: Option<u64>,
    /// Milliseconds left for the rest of the game, likewise.
    pub left_ms: Option<u64>,
    /// Decides the variety of this game.
    pub seed: u64,
}

/// The kinds of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobTask {
    /// A move, or an act of the opening.
    Turn,
    /// Whether to accept a draw.
    DrawOffer,
    /// What a person could be told about the position.
    Hint,
}

/// The answer to a job.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A move.
    Move(Point),
    /// An act of the opening.
    Act(Act),
    /// The player gives up.
    Resign,
    /// Whether a draw is accepted.
    Draw(bool),
    /// What there is to say.
    Hint(Box<HintFacts>),
    /// No answer can be had.
    Failed(String),
}

/// News of a job.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    /// Which job.
    pub job: u64,
    /// What happened.
    pub what: Report,
}

/// What a job reports.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// What is seen so far.
    View(View),
    /// The end of the job.
    Done(Reply),
}

/// Thinks about one job at a time without blocking its caller.
pub trait Thinker: Debug + Send {
    /// Begins a job; one that still runs is cancelled.
    fn ask(&mut self, job: Job);

    /// Ends the running job at once. Its answers may still come and are to be ignored.
    fn cancel(&mut self);

    /// Lets the running job answer with what it has.
    fn hurry(&mut self);

    /// The next piece of news, if there is one.
    fn poll(&mut self) -> Option<News>;
}
