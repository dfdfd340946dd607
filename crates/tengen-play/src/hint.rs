//! Hints in steps, and a word before a losing move.
//!
//! A hint says a little more each time it is asked for: whether there is something, the
//! region, the kind, the point, the line. What is called a win has a certificate that was
//! replayed against every defence; a win that the engine alone sees is not called one.

mod find;
mod warn;

use tengen_core::proof::Certificate;
use tengen_core::{Point, Size};

pub(crate) use find::find;
pub use warn::{Warning, warn};

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HintStep {
    /// Whether there is something to find.
    Something,
    /// In which part of the board.
    Region,
    /// What it is.
    Kind,
    /// The point.
    Point,
    /// The whole line.
    Line,
}

impl HintStep {
    /// All steps in order.
    pub const ALL: [HintStep; 5] = [
        HintStep::Something,
        HintStep::Region,
        HintStep::Kind,
        HintStep::Point,
        HintStep::Line,
    ];

    fn next(self) -> HintStep {
        let at = HintStep::ALL.iter().position(|&step| step == self);
        let next = at.and_then(|at| HintStep::ALL.get(at + 1));
        next.copied().unwrap_or(HintStep::Line)
    }
}

/// A ninth of the board, for "look at the upper left".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardRegion {
    /// -1 left, 0 middle, 1 right.
    pub across: i8,
    /// -1 lower, 0 middle, 1 upper.
    pub up: i8,
}

impl BoardRegion {
    /// The region that holds `point`.
    pub fn of(point: Point, size: Size) -> BoardRegion {
        let third = |n: u8| (u16::from(n) * 3 / u16::from(size.get())) as i8 - 1;
        BoardRegion {
            across: third(point.x()),
            up: -third(point.y()),
        }
    }

    /// In English: `upper left`, `centre`.
    pub fn name(self) -> &'static str {
        match (self.up, self.across) {
            (1, -1) => "upper left",
            (1, 0) => "upper middle",
            (1, _) => "upper right",
            (0, -1) => "left",
            (0, 0) => "centre",
            (0, _) => "right",
            (_, -1) => "lower left",
            (_, 0) => "lower middle",
            _ => "lower right",
        }
    }
}

/// What there is to find in a position, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HintKind {
    /// A stone makes five.
    Five,
    /// The opponent has a four: it must be stopped.
    StopFour,
    /// A stone makes an open four.
    OpenFour,
    /// A stone makes two fours at once.
    DoubleFour,
    /// A stone makes a four and an open three.
    FourThree,
    /// A win by fours alone, in so many own moves.
    Fours {
        /// Own moves, the five included.
        moves: usize,
    },
    /// A win by threes and fours, in so many own moves at the most.
    Attack {
        /// Own moves, the five included.
        moves: usize,
    },
    /// The opponent threatens to win by fours in so many moves: it must be stopped.
    StopFours {
        /// The opponent's moves, the five included.
        moves: usize,
    },
    /// Nothing is known to be forced; the engine prefers this point.
    Quiet,
}

impl HintKind {
    /// A sentence in English.
    pub fn sentence(self) -> String {
        match self {
            HintKind::Five => "You can make five.".to_owned(),
            HintKind::StopFour => "Your opponent threatens to make five.".to_owned(),
            HintKind::OpenFour => "You can make an open four.".to_owned(),
            HintKind::DoubleFour => "You can make two fours at once.".to_owned(),
            HintKind::FourThree => "You can make a four-three.".to_owned(),
            HintKind::Fours { moves } => format!("You can win by fours in {moves} moves."),
            HintKind::Attack { moves } => {
                format!("You can win by threes and fours in {moves} moves.")
            }
            HintKind::StopFours { moves } => {
                format!("Your opponent threatens to win by fours in {moves} moves.")
            }
            HintKind::Quiet => "Nothing is forced here.".to_owned(),
        }
    }
}

/// All that a hint could tell about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintFacts {
    /// What there is.
    pub kind: HintKind,
    /// Where to play.
    pub point: Point,
    /// How it may go on, beginning with the point.
    pub line: Vec<Point>,
    /// The certificate: of the own win, or of the one that the opponent threatens (there
    /// the opponent is to move). `None` where nothing is claimed to be proven.
    pub proof: Option<Box<Certificate>>,
}

/// What a hint tells by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// How far it has gone.
    pub step: HintStep,
    /// Whether something is forced or can be won.
    pub something: bool,
    /// Where, from [`HintStep::Region`] on.
    pub region: Option<BoardRegion>,
    /// What, from [`HintStep::Kind`] on.
    pub kind: Option<HintKind>,
    /// The point, from [`HintStep::Point`] on.
    pub point: Option<Point>,
    /// The line, at [`HintStep::Line`].
    pub line: Vec<Point>,
    /// The proof behind the kind, at [`HintStep::Line`].
    pub proof: Option<Box<Certificate>>,
}

impl HintFacts {
    /// The facts as far as this step tells them.
    pub fn told(&self, step: HintStep, size: Size) -> Hint {
        let from = |least: HintStep| step >= least;
        Hint {
            step,
            something: self.kind != HintKind::Quiet,
            region: from(HintStep::Region).then(|| BoardRegion::of(self.point, size)),
            kind: from(HintStep::Kind).then_some(self.kind),
            point: from(HintStep::Point).then_some(self.point),
            line: match step {
                HintStep::Line => self.line.clone(),
                _ => Vec::new(),
            },
            proof: self.proof.clone().filter(|_| step == HintStep::Line),
        }
    }
}

/// A hint that is being told step by step, for one position.
#[derive(Clone, Debug)]
pub(crate) struct HintProgress {
    key: u64,
    step: HintStep,
    facts: HintFacts,
}

impl HintProgress {
    pub(crate) fn new(key: u64, facts: HintFacts) -> HintProgress {
        HintProgress {
            key,
            step: HintStep::Something,
            facts,
        }
    }

    pub(crate) fn is_for(&self, key: u64) -> bool {
        self.key == key
    }

    pub(crate) fn advance(&mut self) {
        self.step = self.step.next();
        // Where nothing is forced there is no kind to tell.
        if self.step == HintStep::Kind && self.facts.kind == HintKind::Quiet {
            self.step = HintStep::Point;
        }
    }

    pub(crate) fn hint(&self, size: Size) -> Hint {
        self.facts.told(self.step, size)
    }
}

#[cfg(test)]
mod tests;
