//! One game: two engines, and the rules of `tengen-core` as referee.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tengen_core::record::{Rows, text};
use tengen_core::{Cause, Move, Outcome, Point, Position, Stone, Tree};
use tengen_gomocup::client::{Client, ClientError, TurnLimit};

use super::plan::{Engine, Plan};
use super::record::{Ending, GameRecord, Side, Used};

/// An engine without a limit that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(600);

/// How long an engine may take to say what it is.
const ABOUT_WAIT: Duration = Duration::from_secs(2);

/// A game that could not be played to an end. No engine is to blame.
#[derive(Debug)]
pub(super) enum Abandoned {
    /// The runner was told to stop.
    Interrupted,
    /// The program could not be started.
    Broken(ClientError),
}

/// An engine's place at a table: its process stays from game to game.
#[derive(Debug)]
pub(super) struct Seat<'a> {
    engine: &'a Engine,
    client: Option<Client>,
    interrupt: Arc<AtomicBool>,
    used: Used,
    spent: Duration,
}

impl<'a> Seat<'a> {
    pub(super) fn new(engine: &'a Engine, interrupt: Arc<AtomicBool>) -> Seat<'a> {
        Seat {
            engine,
            client: None,
            interrupt,
            used: Used::default(),
            spent: Duration::ZERO,
        }
    }

    /// Starts a game, and a process if there is none.
    pub(super) fn start_game(&mut self) -> Result<(), ClientError> {
        self.used = Used::default();
        self.spent = Duration::ZERO;
        let client = match &mut self.client {
            Some(client) => client,
            empty => {
                let mut client = Client::spawn(&self.engine.command)?;
                client.interrupt_by(Arc::clone(&self.interrupt));
                empty.insert(client)
            }
        };
        client.start_game(&self.engine.settings)
    }

    /// What the engine says about itself, nothing if it does not say.
    pub(super) fn about(&mut self) -> String {
        let about = self.client.as_mut().map(|client| client.about(ABOUT_WAIT));
        about.and_then(Result::ok).unwrap_or_default()
    }

    /// Asks for a move and books its time.
    fn ask(&mut self, moves: &[Point]) -> Result<(Point, Duration), ClientError> {
        let settings = &self.engine.settings;
        let left = settings
            .whole_game
            .map(|all| all.saturating_sub(self.spent));
        let limit = match (settings.turn, left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        };
        let limit = TurnLimit {
            wait: limit.map_or(PATIENCE, |limit| limit + self.engine.grace),
            time_left: left,
        };
        let client = self
            .client
            .as_mut()
            .ok_or_else(|| ClientError::Misuse("no process was started".to_owned()))?;
        let answer = client.ask(moves, limit)?;
        self.spent += answer.elapsed;
        if let Some(cpu) = answer.cpu {
            *self.used.cpu_ms.get_or_insert(0.0) += milliseconds(cpu);
        }
        self.used.peak_kib = self.used.peak_kib.max(answer.usage.peak_kib);
        Ok((answer.point, answer.elapsed))
    }

    /// Ends the game: says what was used, and keeps the process unless told otherwise.
    fn end_game(&mut self, ends_process: bool) -> Used {
        if let Some(client) = &self.client {
            let usage = client.usage();
            self.used.peak_kib = self.used.peak_kib.max(usage.peak_kib);
            self.used.unique_kib = usage.unique_kib;
            self.used.resident_kib = usage.resident_kib;
            self.used.threads = usage.threads;
            self.used.files = usage.files;
        }
        if ends_process {
            self.client = None;
        }
        self.used
    }
}

/// What has happened in a game so far.
struct Progress {
    position: Position,
    moves: Vec<Point>,
    times_ms: Vec<f64>,
}

/// The end of a game: who won, how, and more about it.
struct End {
    winner: Option<Side>,
    ending: Ending,
    detail: String,
    /// The engine whose process is of no more use.
    broken: Option<Side>,
}

/// Plays game number `number` with both engines.
pub(super) fn play(
    plan: &Plan,
    number: u32,
    seats: &mut [Seat<'_>; 2],
) -> Result<GameRecord, Abandoned> {
    let black = if number.is_multiple_of(2) {
        Side::First
    } else {
        Side::Second
    };
    let opening = plan.openings.of_pair(number / 2);
    let mut progress = Progress {
        position: Position::new(plan.size, plan.rule),
        moves: opening.clone(),
        times_ms: Vec::new(),
    };
    for &point in &opening {
        progress
            .position
            .play(point)
            .map_err(|error| Abandoned::Broken(ClientError::Misuse(error.to_string())))?;
    }
    let end = play_to_the_end(plan, black, seats, &mut progress)?;
    let used = Side::BOTH.map(|side| {
        let broken = end.broken == Some(side);
        seats[side.index()].end_game(plan.restart || broken)
    });
    Ok(GameRecord {
        game: number,
        black,
        winner: end.winner,
        ending: end.ending,
        detail: end.detail,
        opening: opening.len(),
        moves: position_string(&progress.position),
        times_ms: progress.times_ms,
        used,
    })
}

fn play_to_the_end(
    plan: &Plan,
    black: Side,
    seats: &mut [Seat<'_>; 2],
    progress: &mut Progress,
) -> Result<End, Abandoned> {
    for side in Side::BOTH {
        if let Err(error) = seats[side.index()].start_game() {
            return fault(side, error).map(|(end, _)| end);
        }
    }
    // Every round fills a point, so that a full board ends the loop at the latest.
    loop {
        let stone = progress.position.to_move();
        let side = match stone {
            Stone::Black => black,
            Stone::White => black.other(),
        };
        match seats[side.index()].ask(&progress.moves) {
            Ok((point, elapsed)) => {
                progress.times_ms.push(milliseconds(elapsed));
                let mv = Move {
                    stone,
                    point: Some(point),
                };
                if let Err(error) = progress.position.play_as_written(mv) {
                    return Err(Abandoned::Broken(ClientError::Misuse(error.to_string())));
                }
                progress.moves.push(point);
            }
            Err(error) => {
                let (end, elapsed) = fault(side, error)?;
                progress.times_ms.extend(elapsed.map(milliseconds));
                return Ok(end);
            }
        }
        let at_limit = plan
            .max_moves
            .is_some_and(|most| progress.moves.len() >= most);
        if let Some(outcome) = progress.position.outcome()
            && (at_limit || !(plan.play_on && can_play_on(&progress.position)))
        {
            return Ok(judged(outcome, black));
        }
        if at_limit {
            return Ok(End {
                winner: None,
                ending: Ending::MaxMoves,
                detail: String::new(),
                broken: None,
            });
        }
    }
}

/// Whether stones can be put down after the end: engines have to stand that as well.
fn can_play_on(position: &Position) -> bool {
    let is_won = position
        .outcome()
        .is_some_and(|outcome| outcome.winner.is_some());
    is_won && !position.board().is_full()
}

/// The end that the rules see.
fn judged(outcome: &Outcome, black: Side) -> End {
    let (ending, detail) = match &outcome.cause {
        Cause::Five(_) => (Ending::Five, String::new()),
        Cause::ForbiddenMove(forbidden) => {
            let kinds: Vec<&str> = forbidden.kinds.iter().map(|kind| kind.name()).collect();
            (Ending::Forbidden, kinds.join(" and "))
        }
        Cause::NoLegalMove => (Ending::NoLegalMove, String::new()),
        // The referee sees no other cause: the rest are agreements between players.
        _ => (Ending::FullBoard, String::new()),
    };
    End {
        winner: outcome.winner.map(|stone| match stone {
            Stone::Black => black,
            Stone::White => black.other(),
        }),
        ending,
        detail,
        broken: None,
    }
}

/// The end by an engine's fault, and how long it took. Errors that are not its fault
/// abandon the game.
fn fault(side: Side, error: ClientError) -> Result<(End, Option<Duration>), Abandoned> {
    let (ending, elapsed) = match &error {
        ClientError::Interrupted => return Err(Abandoned::Interrupted),
        ClientError::Spawn { .. } | ClientError::Misuse(_) => return Err(Abandoned::Broken(error)),
        ClientError::Crash { .. } => (Ending::Crash, None),
        ClientError::Timeout { elapsed, .. } => (Ending::Time, Some(*elapsed)),
        ClientError::Nonsense { elapsed, .. } => (Ending::Nonsense, Some(*elapsed)),
        ClientError::IllegalMove { elapsed, .. } => (Ending::Illegal, Some(*elapsed)),
    };
    let end = End {
        winner: Some(side.other()),
        ending,
        detail: error.to_string(),
        broken: Some(side),
    };
    Ok((end, elapsed))
}

fn milliseconds(time: Duration) -> f64 {
    // Microseconds are what a clock of an operating system is good for.
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn position_string(position: &Position) -> String {
    let mut tree = Tree::new(position.size(), position.rule());
    let mut node = Tree::ROOT;
    for mv in position.moves() {
        node = tree.add_move(node, mv);
    }
    // Stones in turn on free points can always be written.
    text::write(&tree, Rows::FromTop).unwrap_or_default()
}
