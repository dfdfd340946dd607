//! What each level sees.

use super::glance::Glance;
use super::seen::Overlooks;

/// Everything that makes a level.
#[derive(Debug)]
pub(super) struct Profile {
    /// The longest win by fours of its own that it finds, in own moves, the five
    /// included; 0 finds none by looking for it.
    pub(super) force_moves: usize,
    /// Attempts at such a win, each with twice the positions of the last.
    pub(super) force_attempts: usize,
    /// What it does not notice on the board.
    pub(super) overlooks: Overlooks,
    /// How it judges.
    pub(super) mind: Mind,
}

/// How a level judges.
#[derive(Debug)]
pub(super) enum Mind {
    /// By what a stone makes and breaks at once.
    Glance(Glance),
    /// By the engine's search.
    Search(Searching),
}

/// How far a level searches.
#[derive(Debug)]
pub(super) struct Searching {
    /// Positions visited.
    pub(super) nodes: u64,
    /// Plies; `None` leaves it to the positions.
    pub(super) depth: Option<u32>,
    /// Whether rows of fours are followed to their end inside the search.
    pub(super) follows_fours: bool,
    /// In the opening, moves that are worse than the best by no more than this are as
    /// good.
    pub(super) variety: i32,
    /// How many moves it compares there.
    pub(super) varied_lines: usize,
}

impl Profile {
    /// The profile of a level; numbers beyond the table count as its nearest end.
    pub(super) fn of(number: u8) -> Profile {
        match number {
            0..=5 => Profile::glancing(number.max(1)),
            6 => Profile::searching(400, Some(1), false),
            7 => Profile {
                force_moves: 7,
                overlooks: Overlooks::DiagonalsElsewhere,
                ..Profile::searching(2_000, Some(3), false)
            },
            8 => Profile::searching(2_000, None, true),
            9 => Profile::searching(10_000, None, true),
            _ => Profile {
                force_moves: usize::MAX,
                force_attempts: 5,
                ..Profile::searching(80_000, None, true)
            },
        }
    }

    fn glancing(number: u8) -> Profile {
        Profile {
            force_moves: 0,
            force_attempts: 0,
            overlooks: Overlooks::Nothing,
            mind: Mind::Glance(Glance::of(number)),
        }
    }

    fn searching(nodes: u64, depth: Option<u32>, follows_fours: bool) -> Profile {
        Profile {
            force_moves: 0,
            force_attempts: 2,
            overlooks: Overlooks::Nothing,
            mind: Mind::Search(Searching {
                nodes,
                depth,
                follows_fours,
                // Those who see more are harder to please.
                variety: if nodes < 5_000 { 25 } else { 10 },
                varied_lines: if nodes < 5_000 { 4 } else { 2 },
            }),
        }
    }
}
