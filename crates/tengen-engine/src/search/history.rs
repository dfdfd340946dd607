//! What worked elsewhere in the tree, for ordering and reducing moves.

use tengen_core::Stone;

use crate::pattern::Threat;
use crate::position::Spot;

const GRID: usize = 1024;
/// Scores move towards this and never pass it.
const LIMIT: i32 = 8192;
/// Offsets to an earlier move are looked at within this distance, 9 x 9 around it.
const NEAR: i32 = 4;
const OFFSETS: usize = 82;
/// Buckets of like positions for the correction of static values.
const CORRECTIONS: usize = 4096;
const CORRECTION_LIMIT: i32 = 1024;

/// All histories of one thread.
#[derive(Debug)]
pub(crate) struct Histories {
    /// By colour and point.
    points: Vec<i16>,
    /// By colour, offset from an earlier move, what the move does: after the opponent's
    /// last move, and after the mover's own last move.
    relations: [Vec<i16>; 2],
    /// Search result minus static value, by colour and pattern sum bucket.
    corrections: Vec<i16>,
}

impl Default for Histories {
    fn default() -> Histories {
        let relation = || vec![0; 2 * OFFSETS * Threat::COUNT];
        Histories {
            points: vec![0; 2 * GRID],
            relations: [relation(), relation()],
            corrections: vec![0; 2 * CORRECTIONS],
        }
    }
}

/// A move as the histories see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    pub(crate) stone: Stone,
    pub(crate) spot: Spot,
    pub(crate) threat: Threat,
    /// The opponent's last move, then the mover's own.
    pub(crate) before: [Option<Spot>; 2],
}

impl Histories {
    /// How well a move did at this point.
    #[inline]
    pub(crate) fn at_point(&self, stone: Stone, spot: Spot) -> i32 {
        i32::from(self.points[stone as usize * GRID + usize::from(spot) % GRID])
    }

    /// How well moves in this relation to the last two did, added up.
    #[inline]
    pub(crate) fn in_relation(&self, played: &Played) -> i32 {
        (0..2)
            .filter_map(|which| Some((which, relation_slot(played, which)?)))
            .map(|(which, slot)| i32::from(self.relations[which][slot]))
            .sum()
    }

    /// Moves a move's scores by `bonus`.
    pub(crate) fn reward(&mut self, played: &Played, bonus: i32) {
        let at = played.stone as usize * GRID + usize::from(played.spot) % GRID;
        approach(&mut self.points[at], bonus, LIMIT);
        for which in 0..2 {
            if let Some(slot) = relation_slot(played, which) {
                approach(&mut self.relations[which][slot], bonus, LIMIT);
            }
        }
    }

    /// What searches found beyond the static value in like positions, in points.
    #[inline]
    pub(crate) fn correction(&self, stone: Stone, key: usize) -> i32 {
        i32::from(self.corrections[stone as usize * CORRECTIONS + key % CORRECTIONS]) / 16
    }

    /// Learns from a search of `depth` that found `difference` beyond the static value.
    pub(crate) fn correct(&mut self, stone: Stone, key: usize, difference: i32, depth: i32) {
        let bonus = (difference * depth.min(12) / 4).clamp(-256, 256);
        let slot = &mut self.corrections[stone as usize * CORRECTIONS + key % CORRECTIONS];
        approach(slot, bonus, CORRECTION_LIMIT);
    }

    /// Makes room for new knowledge at the start of a search.
    pub(crate) fn fade(&mut self) {
        let [first, second] = &mut self.relations;
        for score in self.points.iter_mut().chain(first).chain(second) {
            *score -= *score / 4;
        }
    }
}

fn relation_slot(played: &Played, which: usize) -> Option<usize> {
    let before = i32::from(played.before[which]?);
    let spot = i32::from(played.spot);
    let (dx, dy) = (spot % 32 - before % 32, spot / 32 - before / 32);
    let offset = if dx.abs() > NEAR || dy.abs() > NEAR {
        OFFSETS as i32 - 1
    } else {
        (dy + NEAR) * (2 * NEAR + 1) + dx + NEAR
    };
    let threat = played.threat as usize;
    Some((played.stone as usize * OFFSETS + offset as usize) * Threat::COUNT + threat)
}

/// Adds a bonus that gets weaker the nearer the score is to the limit.
fn approach(score: &mut i16, bonus: i32, limit: i32) {
    let now = i32::from(*score);
    *score = (now + bonus - now * bonus.abs() / limit).clamp(-limit, limit) as i16;
}
