//! What can go wrong with a foreign brain.

use std::time::Duration;

/// Why a brain gave no usable move. After any of these the process is of no more use:
/// drop the client and start another.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The program could not be started.
    #[error("cannot start {program:?}: {reason}")]
    Spawn {
        /// The program's name or path.
        program: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The process ended, or closed its input or output.
    #[error("the brain is gone while {doing} ({status})")]
    Crash {
        /// What it had been told to do.
        doing: String,
        /// How it ended, as far as known, and the last thing it said unasked.
        status: String,
    },
    /// Nothing that could be an answer came in time.
    #[error("no answer within {} ms while {doing}", .allowed.as_millis())]
    Timeout {
        /// What it had been told to do.
        doing: String,
        /// The time it had, grace included.
        allowed: Duration,
        /// How long it was waited for.
        elapsed: Duration,
    },
    /// Lines came, but none that answers.
    #[error("no sensible answer while {doing}; it said {said:?}")]
    Nonsense {
        /// What it had been told to do.
        doing: String,
        /// Its last line (cut, if long).
        said: String,
        /// How long it was waited for.
        elapsed: Duration,
    },
    /// A move off the board or on a stone.
    #[error("the illegal move {x},{y}: {why}")]
    IllegalMove {
        /// Column from the left, from 0.
        x: i64,
        /// Row from the top, from 0.
        y: i64,
        /// What is wrong with it.
        why: String,
        /// How long it thought.
        elapsed: Duration,
    },
    /// The caller's stop flag was raised.
    #[error("interrupted")]
    Interrupted,
    /// The caller asked for something that makes no sense, such as a move on a board
    /// with a point named twice.
    #[error("cannot ask for a move: {0}")]
    Misuse(String),
}
