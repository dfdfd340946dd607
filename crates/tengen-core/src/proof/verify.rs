//! Replays a certificate against every reply.

use std::collections::HashMap;
use std::fmt;

use super::grid::{Five, Grid};
use super::{Certificate, Step, StepId};
use crate::board::Board;
use crate::forbidden;
use crate::outcome::Outcome;
use crate::point::{Point, Size};
use crate::position::judge_whole_board;
use crate::rule::Rule;
use crate::stone::Stone;

/// Replies looked at before [`verify`] gives up: far more than an honest proof needs,
/// and a bound for one that is made to keep us busy.
pub const WORK_LIMIT: u64 = 20_000_000_000;

/// How many replayed steps are remembered where several ways lead to one step.
const REMEMBERED: usize = 1 << 18;

/// What a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The winner completes its row with this ply at the latest, counted from the
    /// position, whatever the loser does.
    pub plies: u32,
    /// Replies looked at.
    pub replies: u64,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The step that fails.
    pub step: StepId,
    /// The moves that lead to it.
    pub line: Vec<Point>,
    /// What is wrong there.
    pub fault: Fault,
    size: Size,
}

/// What is wrong with a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The position is over.
    Over(Box<Outcome>),
    /// There is no such step, or it does not come after the one that leads to it.
    NoSuchStep,
    /// The winner is to move, and the step has no move.
    NoMove,
    /// The loser is to move at the root, and the step has a move.
    MoveOutOfTurn,
    /// A point, of the step's move or a reply, that is off the board.
    OffBoard(Point),
    /// One reply is listed twice.
    ListedTwice(Point),
    /// The winner's move is on a point that is taken.
    Taken(Point),
    /// The winner's move is forbidden.
    Forbidden(Point),
    /// The loser completes a winning row.
    LoserWins(Point),
    /// No step follows this reply.
    Unanswered(Point),
    /// The loser has no legal reply, which is a draw.
    NoReply,
    /// More work than allowed.
    TooLong,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}", self.step)?;
        if !self.line.is_empty() {
            let names: Vec<String> = self.line.iter().map(|p| p.name(self.size)).collect();
            write!(f, " (after {})", names.join(" "))?;
        }
        write!(f, ": ")?;
        let name = |point: &Point| point.name(self.size);
        match &self.fault {
            Fault::Over(outcome) => write!(f, "the game is over already: {outcome}"),
            Fault::NoSuchStep => {
                f.write_str("it does not exist, or does not come after the step that leads to it")
            }
            Fault::NoMove => f.write_str("it has no move, and the winner is to move"),
            Fault::MoveOutOfTurn => f.write_str("it has a move, and the loser is to move"),
            Fault::OffBoard(point) => {
                write!(
                    f,
                    "column {}, row {} from the top left is off the board",
                    point.x() + 1,
                    point.y() + 1
                )
            }
            Fault::ListedTwice(point) => write!(f, "the reply {} is listed twice", name(point)),
            Fault::Taken(point) => write!(f, "{} is taken", name(point)),
            Fault::Forbidden(point) => write!(f, "{} is forbidden to Black", name(point)),
            Fault::LoserWins(point) => write!(f, "the reply {} wins", name(point)),
            Fault::Unanswered(point) => write!(f, "no step answers the reply {}", name(point)),
            Fault::NoReply => f.write_str("no legal reply is left, which is a draw"),
            Fault::TooLong => f.write_str("the check takes more work than allowed"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Replays the certificate against every legal reply.
///
/// # Errors
/// [`Refusal`] names the first step that fails, the moves that lead there, and why.
pub fn verify(certificate: &Certificate) -> Result<Verified, Refusal> {
    verify_within(certificate, WORK_LIMIT)
}

/// The same, looking at no more than `limit` replies.
///
/// # Errors
/// As [`verify`]; [`Fault::TooLong`] beyond the limit.
pub fn verify_within(certificate: &Certificate, limit: u64) -> Result<Verified, Refusal> {
    let mut replay = Replay::new(certificate, limit);
    replay.check_form()?;
    let plies = if certificate.to_move == certificate.winner {
        replay.attack(0)?
    } else if certificate.steps[0].by.is_some() {
        return Err(replay.refusal(0, Fault::MoveOutOfTurn));
    } else {
        replay.defend(0)?
    };
    Ok(Verified {
        plies,
        replies: replay.work,
    })
}

/// A certificate in play.
struct Replay<'a> {
    steps: &'a [Step],
    rule: Rule,
    winner: Stone,
    loser: Stone,
    /// For the forbidden points.
    board: Board,
    /// For the rows.
    grid: Grid,
    line: Vec<Point>,
    work: u64,
    limit: u64,
    /// Whether several steps lead to a step.
    shared: Vec<bool>,
    /// Plies of shared steps that were replayed, by the stones on the board.
    known: HashMap<(StepId, Vec<u64>), u32>,
}

impl<'a> Replay<'a> {
    fn new(certificate: &'a Certificate, limit: u64) -> Replay<'a> {
        Replay {
            steps: &certificate.steps,
            rule: certificate.rule,
            winner: certificate.winner,
            loser: certificate.winner.opponent(),
            board: certificate.board.clone(),
            grid: Grid::new(&certificate.board, certificate.rule),
            line: Vec::new(),
            work: 0,
            limit,
            shared: shared_steps(&certificate.steps),
            known: HashMap::new(),
        }
    }

    fn refusal(&self, step: StepId, fault: Fault) -> Refusal {
        Refusal {
            step,
            line: self.line.clone(),
            fault,
            size: self.board.size(),
        }
    }

    /// What can be said without playing: the position goes on, steps lead onwards, points
    /// lie on the board.
    fn check_form(&self) -> Result<(), Refusal> {
        // Who is to move matters for draws only, and no draw is ever taken for a win.
        let outcome = judge_whole_board(&self.board, self.rule, self.loser);
        if let Some(outcome) = outcome.filter(|outcome| outcome.winner.is_some()) {
            return Err(self.refusal(0, Fault::Over(Box::new(outcome))));
        }
        if self.steps.is_empty() {
            return Err(self.refusal(0, Fault::NoSuchStep));
        }
        for (at, step) in self.steps.iter().enumerate() {
            self.check_step(at as StepId, step)?;
        }
        Ok(())
    }

    fn check_step(&self, at: StepId, step: &Step) -> Result<(), Refusal> {
        let points = step
            .by
            .iter()
            .chain(step.replies.iter().map(|(reply, _)| reply));
        for &point in points {
            if !self.board.size().contains(point) {
                return Err(self.refusal(at, Fault::OffBoard(point)));
            }
        }
        let mut replies: Vec<Point> = step.replies.iter().map(|&(reply, _)| reply).collect();
        replies.sort_unstable();
        if let Some(pair) = replies.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(self.refusal(at, Fault::ListedTwice(pair[0])));
        }
        let next = step
            .replies
            .iter()
            .map(|&(_, next)| next)
            .chain(step.otherwise);
        for next in next {
            if next <= at || next as usize >= self.steps.len() {
                return Err(self.refusal(next, Fault::NoSuchStep));
            }
        }
        Ok(())
    }

    /// The winner is to move and plays the step's move. Plies until its row.
    fn attack(&mut self, at: StepId) -> Result<u32, Refusal> {
        let Some(by) = self.steps[at as usize].by else {
            return Err(self.refusal(at, Fault::NoMove));
        };
        if !self.grid.is_free(by) {
            return Err(self.refusal(at, Fault::Taken(by)));
        }
        if self.grid.wins(by, self.winner) {
            return Ok(1);
        }
        if self.is_forbidden(by, self.winner) {
            return Err(self.refusal(at, Fault::Forbidden(by)));
        }
        let shared = self.shared[at as usize] && self.known.len() < REMEMBERED;
        let place = shared.then(|| (at, self.grid.bits()));
        if let Some(&plies) = place.as_ref().and_then(|place| self.known.get(place)) {
            return Ok(plies);
        }
        self.put(by, self.winner);
        let plies = self.defend(at)? + 1;
        self.take(by);
        if let Some(place) = place {
            self.known.insert(place, plies);
        }
        Ok(plies)
    }

    /// The loser is to move and tries everything. Plies until the winner's row, at most.
    fn defend(&mut self, at: StepId) -> Result<u32, Refusal> {
        if !self.loser_can_move() {
            return Err(self.refusal(at, Fault::NoReply));
        }
        let step = &self.steps[at as usize];
        let otherwise_five = step.otherwise.and_then(|next| self.standing_five(next));
        let mut longest = 0;
        for reply in self.board.size().points() {
            if !self.grid.is_free(reply) {
                continue;
            }
            self.work += 1;
            if self.work > self.limit {
                return Err(self.refusal(at, Fault::TooLong));
            }
            if self.grid.wins(reply, self.loser) {
                return Err(self.refusal(at, Fault::LoserWins(reply)));
            }
            let next = step.answer(reply);
            let by_otherwise = next == step.otherwise;
            if by_otherwise && otherwise_five.is_some_and(|five| five.is_untouched_by(reply)) {
                longest = longest.max(2);
                continue;
            }
            if self.is_forbidden(reply, self.loser) {
                continue;
            }
            let Some(next) = next else {
                return Err(self.refusal(at, Fault::Unanswered(reply)));
            };
            self.put(reply, self.loser);
            longest = longest.max(self.attack(next)? + 1);
            self.take(reply);
        }
        Ok(longest)
    }

    /// The row that a step's move would complete as things stand.
    fn standing_five(&self, step: StepId) -> Option<Five> {
        self.grid
            .five_at(self.steps[step as usize].by?, self.winner)
    }

    /// If not, the game ends as a draw before the winner's next move.
    fn loser_can_move(&self) -> bool {
        let mut free = self.board.free_points();
        free.any(|point| !self.is_forbidden(point, self.loser))
    }

    fn is_forbidden(&self, point: Point, stone: Stone) -> bool {
        self.rule.has_forbidden_points(stone) && forbidden::is_forbidden(&self.board, point)
    }

    fn put(&mut self, point: Point, stone: Stone) {
        self.grid.put(point, stone);
        let placed = self.board.place(point, stone);
        debug_assert!(placed.is_ok(), "only free points are played");
        self.line.push(point);
    }

    fn take(&mut self, point: Point) {
        self.grid.take(point);
        self.board.remove(point);
        self.line.pop();
    }
}

/// Which steps several others lead to, or one in several ways.
fn shared_steps(steps: &[Step]) -> Vec<bool> {
    let mut ways = vec![0_u8; steps.len()];
    for step in steps {
        let next = step
            .replies
            .iter()
            .map(|&(_, next)| next)
            .chain(step.otherwise);
        for next in next {
            if let Some(ways) = ways.get_mut(next as usize) {
                *ways = ways.saturating_add(1);
            }
        }
    }
    ways.into_iter().map(|ways| ways > 1).collect()
}
