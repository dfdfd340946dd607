//! A foreign program at the board.

use std::sync::Arc;
use std::time::Duration;

use tengen_core::{Game, Point, Stone};
use tengen_gomocup::client::{Client, ClientError, Settings, TurnLimit};

use super::Job;
use super::background::Cancel;
use crate::player::ExternalEngine;

/// What a foreign program gets beyond its limit before it counts as silent.
const GRACE: Duration = Duration::from_secs(2);

/// A process and the game it was started for.
#[derive(Debug)]
pub(super) struct External {
    engine: ExternalEngine,
    client: Option<Client>,
    /// The game that it knows: the process is told anew when this changes.
    seed: u64,
}

impl External {
    pub(super) fn new(engine: &ExternalEngine) -> External {
        External {
            engine: engine.clone(),
            client: None,
            seed: 0,
        }
    }

    /// Whether this is the process for that engine.
    pub(super) fn is(&self, engine: &ExternalEngine) -> bool {
        self.engine == *engine
    }

    /// Asks for a move. After a failure or a cancelled job the process is ended; the next
    /// question starts another.
    ///
    /// # Errors
    /// What went wrong, in English.
    pub(super) fn choose(&mut self, job: &Job, cancel: &Cancel) -> Result<Point, String> {
        let moves = moves_of(&job.game)?;
        let limit = limit(job, self.turn());
        let answer = self.ready(job).and_then(|client| {
            client.interrupt_by(Arc::clone(&cancel.dropped));
            client.ask(&moves, limit)
        });
        match answer {
            Ok(answer) => Ok(answer.point),
            Err(error) => {
                self.client = None;
                Err(error.to_string())
            }
        }
    }

    fn turn(&self) -> Duration {
        Duration::from_millis(self.engine.turn_ms)
    }

    fn ready(&mut self, job: &Job) -> Result<&mut Client, ClientError> {
        let is_new = self.client.is_none() || self.seed != job.seed;
        let mut client = match self.client.take() {
            Some(client) => client,
            None => Client::spawn(&self.engine.command)?,
        };
        if is_new {
            client.start_game(&Settings {
                turn: Some(job.turn_ms.map_or(self.turn(), Duration::from_millis)),
                whole_game: job.left_ms.map(Duration::from_millis),
                ..Settings::new(job.game.size(), job.game.rule())
            })?;
            self.seed = job.seed;
        }
        Ok(self.client.insert(client))
    }
}

fn limit(job: &Job, turn: Duration) -> TurnLimit {
    let turn = job.turn_ms.map_or(turn, Duration::from_millis);
    let left = job.left_ms.map(Duration::from_millis);
    TurnLimit {
        wait: left.unwrap_or(turn) + GRACE,
        time_left: left,
    }
}

/// The moves, Black's first and in turn, which is all that the protocol can tell.
fn moves_of(game: &Game) -> Result<Vec<Point>, String> {
    let mut expected = Stone::Black;
    let mut points = Vec::new();
    for mv in game.moves() {
        let point = mv.point.filter(|_| mv.stone == expected);
        points.push(
            point.ok_or(
                "this game cannot be told to a foreign program: its moves do not alternate",
            )?,
        );
        expected = expected.opponent();
    }
    if game.position().board().stone_count() != points.len() {
        return Err("this game cannot be told to a foreign program: stones were set up".to_owned());
    }
    Ok(points)
}
