//! One node of the search: probe, judge, evaluate, prune, try the moves, store.

use super::moves::Tried;
use super::{DECIDED, MAX_PLY, Searcher, WIN};
use crate::pattern::Threat;
use crate::position::Spot;
use crate::table::{Bound, Entry};
use crate::tactics::{self, Verdict};
use crate::variant::Variant;
use crate::vcf::Fours;

/// Deepest depth at which a low node is left to the search for fours.
const RAZORING_DEPTH: i32 = 2;
/// Least depth from which a ply is taken where a cut is expected.
const SHORTENED_DEPTH: i32 = 3;
/// What the history learns from a cut: so much for the square of the depth, and this at
/// the most.
const CUT_BONUS: i32 = 24;
const LARGEST_BONUS: i32 = 1600;

/// A node's window and place in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether a cut is expected here.
    pub(super) cut: bool,
}

/// What a node knows before it tries moves.
pub(super) struct Known {
    pub(super) verdict: Verdict,
    pub(super) entry: Option<Entry>,
    pub(super) value: Option<i32>,
    pub(super) improving: bool,
    /// A leaf that only looks on because it must defend.
    pub(super) at_leaf: bool,
}

/// What became of a node to which a threat may give depth.
enum Extended {
    /// Nothing special follows.
    No,
    /// A leaf that looks on because it must defend, and does not win by fours.
    AtLeaf,
    /// A leaf that wins by fours.
    Decided(i32),
}

impl<V: Variant> Searcher<'_, V> {
    /// The score of the position for the side to move, within the window if it can be
    /// found cheaply. `PV`: on the principal line.
    pub(super) fn search<const PV: bool>(&mut self, mut window: Window) -> i32 {
        self.count(1);
        self.lines[window.ply].clear();
        if self.stopped {
            return 0;
        }
        self.deepest = self.deepest.max(window.ply);
        if self.position.is_full() {
            // A draw.
            return 0;
        }
        if window.ply >= MAX_PLY {
            return self.static_value();
        }
        // No line can be better than an immediate win or worse than an immediate loss.
        window.alpha = window.alpha.max(-WIN + window.ply as i32 + 2);
        window.beta = window.beta.min(WIN - window.ply as i32 - 1);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let verdict = self.verdict();
        if let Some(score) = decided_score(verdict, window.ply)
            && !self.avoids_win(verdict)
        {
            if let Verdict::Wins { by, .. } = verdict {
                self.lines[window.ply].push(by);
            }
            return score;
        }
        let excluded = self.frames[window.ply].excluded;
        let entry = self.probe(excluded);
        if let Some(score) = entry.and_then(|entry| usable::<PV>(entry, &window)) {
            return score;
        }
        self.open_node::<PV>(window, verdict, entry, excluded)
    }

    /// What the threats decide or force.
    pub(super) fn verdict(&mut self) -> Verdict {
        match tactics::judge(&mut self.position) {
            Verdict::Wins { plies: 2.., .. } if self.shared.params.static_wins == 0 => {
                tactics::without_win(&self.position)
            }
            verdict => verdict,
        }
    }

    /// Whether the win that the threats promise begins with a move not to be made.
    fn avoids_win(&self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Wins { by, .. } => self.shared.avoids(self.position.key(), by),
            _ => false,
        }
    }

    /// A node that neither threats nor table answer.
    fn open_node<const PV: bool>(
        &mut self,
        mut window: Window,
        verdict: Verdict,
        entry: Option<Entry>,
        excluded: Spot,
    ) -> i32 {
        let at_leaf = match self.extend(&mut window, verdict) {
            Extended::Decided(score) => return score,
            Extended::AtLeaf => true,
            Extended::No => false,
        };
        if window.depth <= 0 {
            return self.leaf(&window);
        }
        let known = self.evaluate(&window, verdict, entry, at_leaf);
        if verdict == Verdict::Open {
            if !PV
                && excluded == 0
                && let Some(score) = self.prune(&window, &known)
            {
                return score;
            }
            self.shorten(&mut window, &known);
        }
        let tried = self.try_moves::<PV>(&window, &known, excluded);
        if self.stopped {
            return 0;
        }
        if tried.searched == 0 {
            return self.without_moves(&window, &known, excluded);
        }
        self.finish(&window, &known, &tried, excluded);
        tried.best
    }

    /// Gives depth to nodes where a threat must be answered.
    fn extend(&mut self, window: &mut Window, verdict: Verdict) -> Extended {
        let params = self.shared.params;
        if verdict == Verdict::Forced && params.forced_extension != 0 {
            window.depth = window.depth.max(0) + 1;
            return Extended::No;
        }
        let defends_at_leaf = window.depth <= 0
            && verdict == Verdict::Defend
            && params.defence_at_leaf != 0
            && self.static_value() + params.defence_margin > window.alpha;
        if !defends_at_leaf {
            return Extended::No;
        }
        window.depth = 1;
        if params.fours_last == 0 {
            return Extended::No;
        }
        match self.fours(window.ply, params.leaf_fours_nodes as u64) {
            Some(score) => Extended::Decided(score),
            None => Extended::AtLeaf,
        }
    }

    /// Takes depth from quiet nodes that promise little.
    fn shorten(&self, window: &mut Window, known: &Known) {
        let params = self.shared.params;
        let is_high = |value| value >= window.beta + params.high_reduction_margin * window.depth;
        if params.high_reduction != 0
            && window.cut
            && window.depth >= SHORTENED_DEPTH
            && known.value.is_some_and(is_high)
        {
            window.depth -= 1;
        }
    }

    fn probe(&self, excluded: Spot) -> Option<Entry> {
        if excluded != 0 || self.shared.params.transpositions == 0 {
            return None;
        }
        self.shared.table.probe(self.position.key())
    }

    fn evaluate(
        &mut self,
        window: &Window,
        verdict: Verdict,
        entry: Option<Entry>,
        at_leaf: bool,
    ) -> Known {
        let value = match entry {
            _ if verdict == Verdict::Forced => None,
            // What a net once said is dearer than a look into the table.
            Some(entry) if self.net.is_some() => Some(i32::from(entry.value)),
            _ => Some(self.static_value()),
        };
        self.frames[window.ply].value = value;
        let before = window
            .ply
            .checked_sub(2)
            .and_then(|ply| self.frames[ply].value);
        Known {
            verdict,
            entry,
            value,
            at_leaf,
            improving: match (value, before) {
                (Some(now), Some(before)) => now > before,
                _ => false,
            },
        }
    }

    /// Depth is used up: look for a win by fours, else take the static value. Either is
    /// stored, because iterations come back to the same leaves.
    fn leaf(&mut self, window: &Window) -> i32 {
        let params = self.shared.params;
        let value = self.static_value();
        // Where the static value is enough for a cut, a win would change nothing.
        let enough = params.leaf_cut != 0 && value >= window.beta;
        let won = if params.leaf_fours != 0 && !enough {
            self.fours(window.ply, params.leaf_fours_nodes as u64)
        } else {
            None
        };
        let score = won.unwrap_or(value);
        self.shared.table.store(
            self.position.key(),
            Entry {
                best: self.lines[window.ply].first().copied().unwrap_or(0),
                score: to_table(score, window.ply),
                value: value as i16,
                depth: 0,
                bound: if won.is_some() || enough {
                    Bound::Lower
                } else {
                    Bound::Exact
                },
            },
        );
        score
    }

    /// The score of a win by fours, if one is found within the budget.
    fn fours(&mut self, ply: usize, budget: u64) -> Option<i32> {
        if tactics::fours(&self.position, self.position.to_move()) == 0 {
            return None;
        }
        let found = self.memory.fours.solve(&mut self.position, budget);
        self.count(self.memory.fours.spent());
        match found {
            Fours::Win { plies, first } => {
                self.lines[ply].push(first);
                Some(WIN - (ply + plies) as i32)
            }
            Fours::None | Fours::Unknown => None,
        }
    }

    /// Ways to leave a quiet node without trying moves.
    fn prune(&mut self, window: &Window, known: &Known) -> Option<i32> {
        let params = self.shared.params;
        let value = known.value?;
        let &Window {
            alpha, beta, depth, ..
        } = window;
        let is_low = value + params.razoring_margin * depth < alpha;
        if params.razoring != 0 && depth <= RAZORING_DEPTH && is_low {
            return Some(self.leaf(window));
        }
        if params.reverse_futility != 0
            && depth <= params.reverse_futility_depth
            && beta.abs() < DECIDED
            && !self.other_has_fork()
        {
            let margin =
                params.reverse_futility_margin * (depth - i32::from(known.improving)).max(1);
            if value - margin >= beta {
                return Some(value);
            }
        }
        None
    }

    /// Whether the other side has a point that wins by a four-three or two threes.
    fn other_has_fork(&self) -> bool {
        let other = self.position.to_move().opponent();
        self.position.count(other, Threat::FourThree) > 0
            || self.position.count(other, Threat::DoubleThree) > 0
    }

    /// No move was left to try.
    fn without_moves(&self, window: &Window, known: &Known, excluded: Spot) -> i32 {
        if excluded != 0 {
            return window.alpha;
        }
        match known.verdict {
            // Every defence fails: the open four comes, then the five.
            Verdict::Defend => -(WIN - (window.ply as i32 + 4)),
            Verdict::Forced => -(WIN - (window.ply as i32 + 2)),
            _ => 0,
        }
    }

    /// Stores what was found, and remembers which moves did well.
    fn finish(&mut self, window: &Window, known: &Known, tried: &Tried, excluded: Spot) {
        let cut = tried.best >= window.beta;
        if cut {
            self.remember(window, tried);
        }
        if excluded != 0 {
            return;
        }
        let bound = if cut {
            Bound::Lower
        } else if tried.best_spot != 0 {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let value = known.value.unwrap_or(0);
        self.shared.table.store(
            self.position.key(),
            Entry {
                best: tried.best_spot,
                score: to_table(tried.best, window.ply),
                value: value as i16,
                depth: window.depth.clamp(-1, MAX_PLY as i32) as i8,
                bound,
            },
        );
    }

    /// The move that cut is rewarded, those tried in vain before it are punished; deeper
    /// nodes know better.
    fn remember(&mut self, window: &Window, tried: &Tried) {
        let killers = &mut self.frames[window.ply].killers;
        if killers[0] != tried.best_spot {
            killers[1] = killers[0];
            killers[0] = tried.best_spot;
        }
        let bonus = (CUT_BONUS * window.depth * window.depth).min(LARGEST_BONUS);
        let mover = self.position.to_move();
        for &spot in &tried.spots {
            let bonus = if spot == tried.best_spot {
                bonus
            } else {
                -bonus / 2
            };
            self.memory.history.reward(mover, spot, bonus);
        }
    }
}

/// The score of what the threats decide at once.
fn decided_score(verdict: Verdict, ply: usize) -> Option<i32> {
    match verdict {
        Verdict::Wins { plies, .. } => Some(WIN - (ply + plies) as i32),
        Verdict::Loses => Some(-(WIN - (ply + 2) as i32)),
        Verdict::Forced | Verdict::Defend | Verdict::Open => None,
    }
}

/// A stored score that answers this node. On the principal line nothing does, so that the
/// line is followed to its end.
fn usable<const PV: bool>(entry: Entry, window: &Window) -> Option<i32> {
    if PV || i32::from(entry.depth) < window.depth {
        return None;
    }
    let score = from_table(entry.score, window.ply);
    match entry.bound {
        Bound::Exact => Some(score),
        Bound::Lower if score >= window.beta => Some(score),
        Bound::Upper if score <= window.alpha => Some(score),
        _ => None,
    }
}

/// Wins are stored as counted from the stored position, not from the root.
fn to_table(score: i32, ply: usize) -> i16 {
    (score + root_shift(score, ply)) as i16
}

/// A stored score as counted from the root.
pub(super) fn from_table(score: i16, ply: usize) -> i32 {
    let score = i32::from(score);
    score - root_shift(score, ply)
}

/// What lies between counting from the root and from a position at this ply.
fn root_shift(score: i32, ply: usize) -> i32 {
    match score.abs() {
        DECIDED.. => score.signum() * ply as i32,
        _ => 0,
    }
}
