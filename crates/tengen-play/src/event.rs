//! What a session tells its face.

use tengen_core::opening::{Act, Seat};
use tengen_core::{Outcome, Point, Stone};
use tengen_engine::Line;

use crate::adaptive::LevelChange;
use crate::hint::Hint;

/// Something happened in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A game began.
    Started {
        /// The seat of the one who set it up.
        you: Seat,
        /// Whether the colours were drawn by lot.
        drawn: bool,
    },
    /// A kept game was taken up again.
    Resumed {
        /// How many moves stand on the board.
        moves: usize,
    },
    /// A stone was put down in ordinary play.
    Moved {
        /// By whom.
        seat: Seat,
        /// Its colour.
        stone: Stone,
        /// Where.
        point: Point,
        /// Which move of the game it is, from 1.
        number: usize,
        /// How long it took, in milliseconds.
        took_ms: u64,
    },
    /// Somebody did what the opening protocol asked.
    Acted {
        /// Who.
        seat: Seat,
        /// What.
        act: Act,
    },
    /// Moves or acts were taken back.
    Undone {
        /// How many.
        plies: usize,
    },
    /// Moves or acts that had been taken back were done again.
    Redone {
        /// How many.
        plies: usize,
    },
    /// A program has begun to think about its turn.
    Thinking {
        /// Whose turn it is.
        seat: Seat,
    },
    /// What a thinking program sees by now.
    View {
        /// Whose view.
        seat: Seat,
        /// The view.
        view: View,
    },
    /// A player offers a draw; the other may answer.
    DrawOffered {
        /// Who offers.
        by: Seat,
    },
    /// The offer was declined.
    DrawDeclined {
        /// Who declined.
        by: Seat,
    },
    /// The game has ended.
    Over {
        /// How.
        outcome: Outcome,
    },
    /// A program failed (a foreign one that crashed or spoke nonsense). The game waits:
    /// undo, resume, or resign.
    Failed {
        /// Whose turn it was.
        seat: Seat,
        /// What happened, in English.
        message: String,
    },
    /// The game could not be saved. It goes on, and saving is tried again.
    NotSaved {
        /// Why, in English.
        reason: String,
    },
    /// Everything is saved again.
    Saved,
    /// One more step of a hint is shown.
    Hint {
        /// What is shown by now.
        hint: Hint,
    },
    /// The next game will be against another level.
    LevelChanged(LevelChange),
}

/// What a search sees, for showing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// From whose side the scores are.
    pub to_move: Stone,
    /// Best lines, best first; never empty.
    pub lines: Vec<Line>,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub elapsed_ms: u64,
}

impl View {
    /// Black's chance to win by the best line, 0 to 1.
    pub fn black_chance(&self) -> f64 {
        let chance = self
            .lines
            .first()
            .map_or(0.5, |line| line.score.win_chance());
        match self.to_move {
            Stone::Black => chance,
            Stone::White => 1.0 - chance,
        }
    }

    /// Positions a second.
    pub fn speed(&self) -> u64 {
        self.nodes * 1000 / self.elapsed_ms.max(1)
    }
}
