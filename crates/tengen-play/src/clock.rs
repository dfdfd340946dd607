//! The clocks of a game. They are told the time, so that tests can stop it.

use std::fmt;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use tengen_core::opening::Seat;

/// How much time the players have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    None,
    /// So much for every move.
    PerMove {
        /// Milliseconds.
        ms: u64,
    },
    /// So much for the game, and some more for each move made.
    PerGame {
        /// Milliseconds at the start.
        ms: u64,
        /// Milliseconds added after each move; 0 for none.
        increment_ms: u64,
    },
}

impl TimeControl {
    /// What a player has before the first move; `None` without a clock.
    pub fn start_ms(self) -> Option<u64> {
        match self {
            TimeControl::None => None,
            TimeControl::PerMove { ms } | TimeControl::PerGame { ms, .. } => Some(ms),
        }
    }
}

impl TimeControl {
    /// As it is kept: `none`, `move 30000`, `game 300000 3000`.
    pub fn text(self) -> String {
        match self {
            TimeControl::None => "none".to_owned(),
            TimeControl::PerMove { ms } => format!("move {ms}"),
            TimeControl::PerGame { ms, increment_ms } => format!("game {ms} {increment_ms}"),
        }
    }

    /// Reads what [`text`](TimeControl::text) wrote; `None` for anything else.
    pub fn parse(text: &str) -> Option<TimeControl> {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["none"] => Some(TimeControl::None),
            ["move", ms] => Some(TimeControl::PerMove {
                ms: ms.parse().ok()?,
            }),
            ["game", ms, increment] => Some(TimeControl::PerGame {
                ms: ms.parse().ok()?,
                increment_ms: increment.parse().ok()?,
            }),
            _ => None,
        }
    }
}

impl fmt::Display for TimeControl {
    /// `none`, `30s/move`, `300s+3s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: u64| ms as f64 / 1000.0;
        match *self {
            TimeControl::None => f.write_str("none"),
            TimeControl::PerMove { ms } => write!(f, "{}s/move", seconds(ms)),
            TimeControl::PerGame {
                ms,
                increment_ms: 0,
            } => write!(f, "{}s", seconds(ms)),
            TimeControl::PerGame { ms, increment_ms } => {
                write!(f, "{}s+{}s", seconds(ms), seconds(increment_ms))
            }
        }
    }
}

/// Tells the time of a game, in milliseconds since some moment; it never goes back.
pub trait TimeSource: fmt::Debug + Send + Sync {
    /// Milliseconds by now.
    fn now_ms(&self) -> u64;
}

/// The machine's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct MonotonicTime {
    since: Instant,
}

impl Default for MonotonicTime {
    fn default() -> MonotonicTime {
        MonotonicTime {
            since: Instant::now(),
        }
    }
}

impl TimeSource for MonotonicTime {
    fn now_ms(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// What both players have left, and whose clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    left_ms: [u64; 2],
    running: Option<Running>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    seat: Seat,
    since_ms: u64,
}

impl Clocks {
    /// Both full, neither running.
    pub fn new(control: TimeControl) -> Clocks {
        Clocks {
            control,
            left_ms: [control.start_ms().unwrap_or(0); 2],
            running: None,
        }
    }

    /// Starts this player's clock and stops the other's without counting it. A running
    /// clock of the same player goes on.
    pub fn run(&mut self, seat: Seat, now_ms: u64) {
        if self.running_seat() != Some(seat) {
            self.running = Some(Running {
                seat,
                since_ms: now_ms,
            });
        }
    }

    /// Whose clock runs.
    pub fn running_seat(&self) -> Option<Seat> {
        self.running.map(|running| running.seat)
    }

    /// Stops the running clock after a move: its time is counted, the increment added.
    /// Returns the time that the move took.
    pub fn finish_move(&mut self, now_ms: u64) -> u64 {
        let Some(running) = self.running.take() else {
            return 0;
        };
        let took = now_ms.saturating_sub(running.since_ms);
        let left = &mut self.left_ms[running.seat as usize];
        match self.control {
            TimeControl::None => {}
            TimeControl::PerMove { ms } => *left = ms,
            TimeControl::PerGame { increment_ms, .. } => {
                *left = left.saturating_sub(took).saturating_add(increment_ms);
            }
        }
        took
    }

    /// Stops the running clock where the game rests: what ran is counted, nothing added.
    pub fn pause(&mut self, now_ms: u64) {
        if let Some(running) = self.running.take() {
            let took = now_ms.saturating_sub(running.since_ms);
            let left = &mut self.left_ms[running.seat as usize];
            *left = left.saturating_sub(took);
        }
    }

    /// What this player has left by now; `None` without a clock.
    pub fn left_ms(&self, seat: Seat, now_ms: u64) -> Option<u64> {
        self.control.start_ms()?;
        let left = self.left_ms[seat as usize];
        let ran = match self.running {
            Some(running) if running.seat == seat => now_ms.saturating_sub(running.since_ms),
            _ => 0,
        };
        Some(left.saturating_sub(ran))
    }

    /// How long the running clock has run for the present move.
    pub fn running_ms(&self, now_ms: u64) -> u64 {
        self.running
            .map_or(0, |running| now_ms.saturating_sub(running.since_ms))
    }

    /// The player whose time is over, if one's is.
    pub fn flagged(&self, now_ms: u64) -> Option<Seat> {
        let seat = self.running_seat()?;
        (self.left_ms(seat, now_ms)? == 0).then_some(seat)
    }

    /// What both had left when neither clock ran, to be kept with a game.
    pub fn resting_ms(&self) -> [u64; 2] {
        self.left_ms
    }

    /// Clocks as they were kept, neither running.
    pub fn rested(control: TimeControl, left_ms: [u64; 2]) -> Clocks {
        Clocks {
            control,
            left_ms,
            running: None,
        }
    }

    /// The control in force.
    pub fn control(&self) -> TimeControl {
        self.control
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_read_back_as_they_are_kept() {
        for control in [
            TimeControl::None,
            TimeControl::PerMove { ms: 30_000 },
            FIVE_THREE,
        ] {
            assert_eq!(TimeControl::parse(&control.text()), Some(control));
        }
        for wrong in ["", "move", "game 1", "none 2", "move x"] {
            assert_eq!(TimeControl::parse(wrong), None);
        }
    }

    const FIVE_THREE: TimeControl = TimeControl::PerGame {
        ms: 5_000,
        increment_ms: 300,
    };

    #[test]
    fn only_the_running_clock_loses_time_and_moves_add_the_increment() {
        let mut clocks = Clocks::new(FIVE_THREE);
        clocks.run(Seat::First, 100);
        assert_eq!(clocks.left_ms(Seat::First, 1_100), Some(4_000));
        assert_eq!(clocks.left_ms(Seat::Second, 1_100), Some(5_000));
        assert_eq!(clocks.finish_move(1_100), 1_000);
        assert_eq!(clocks.left_ms(Seat::First, 9_999), Some(4_300));
        clocks.run(Seat::Second, 2_000);
        assert_eq!(clocks.flagged(6_999), None);
        assert_eq!(clocks.flagged(7_000), Some(Seat::Second));
    }

    #[test]
    fn a_clock_for_each_move_starts_afresh() {
        let mut clocks = Clocks::new(TimeControl::PerMove { ms: 1_000 });
        clocks.run(Seat::First, 0);
        clocks.finish_move(900);
        clocks.run(Seat::First, 5_000);
        assert_eq!(clocks.left_ms(Seat::First, 5_400), Some(600));
        assert_eq!(clocks.flagged(6_000), Some(Seat::First));
    }

    #[test]
    fn without_a_clock_nobody_is_flagged() {
        let mut clocks = Clocks::new(TimeControl::None);
        clocks.run(Seat::First, 0);
        assert_eq!(clocks.flagged(u64::MAX), None);
        assert_eq!(clocks.left_ms(Seat::First, 7), None);
        assert_eq!(clocks.finish_move(12), 12);
    }

    #[test]
    fn a_pause_counts_what_ran_and_adds_nothing() {
        let mut clocks = Clocks::new(FIVE_THREE);
        clocks.run(Seat::First, 0);
        clocks.pause(1_000);
        assert_eq!(clocks.resting_ms(), [4_000, 5_000]);
        assert_eq!(Clocks::rested(FIVE_THREE, [4_000, 5_000]), clocks);
    }
}
