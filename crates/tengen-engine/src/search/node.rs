//! One node of the search: probe, judge, evaluate, prune, try the moves, store.

use super::history::Played;
use super::picker::{self, threat_of};
use super::{DECIDED, Frame, INFINITE, MAX_PLY, Searcher, WIN};
use crate::pattern::Threat;
use crate::position::Spot;
use crate::table::{Bound, Entry};
use crate::tactics::{self, Verdict};
use crate::variant::Variant;
use crate::vcf::Fours;

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
struct Known {
    verdict: Verdict,
    entry: Option<Entry>,
    value: Option<i32>,
    improving: bool,
}

/// How the moves of a node went.
struct Tried {
    best: i32,
    best_spot: Spot,
    alpha: i32,
    searched: usize,
    quiets: Vec<Spot>,
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
        let verdict = tactics::judge(&mut self.position);
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

    /// Whether the win that the threats promise begins with a move not to be made.
    fn avoids_win(&self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Wins { by, .. } => self.shared.avoids(self.position.key(), by),
            _ => false,
        }
    }

    fn open_node<const PV: bool>(
        &mut self,
        mut window: Window,
        verdict: Verdict,
        entry: Option<Entry>,
        excluded: Spot,
    ) -> i32 {
        let params = self.shared.params;
        let threatened = matches!(verdict, Verdict::Forced | Verdict::Defend);
        if verdict == Verdict::Forced && params.forced_extension != 0 {
            window.depth = window.depth.max(0) + 1;
        } else if window.depth <= 0 && verdict == Verdict::Defend && params.defence_at_leaf != 0 {
            window.depth = 1;
        }
        if window.depth <= 0 {
            return self.leaf(&window);
        }
        let known = self.evaluate(&window, verdict, entry);
        if !PV
            && excluded == 0
            && !threatened
            && let Some(score) = self.prune(&window, &known)
        {
            return score;
        }
        if params.internal_reduction != 0
            && window.depth >= 5
            && known.entry.is_none()
            && !threatened
        {
            window.depth -= 1;
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

    fn probe(&self, excluded: Spot) -> Option<Entry> {
        if excluded != 0 {
            return None;
        }
        self.shared.table.probe(self.position.key())
    }

    /// Pattern sums and standing threats, for the side to move.
    pub(super) fn static_value(&self) -> i32 {
        let mover = self.position.to_move();
        let own = self.position.sums(mover).on_move;
        let other = self.position.sums(mover.opponent()).waiting;
        let mut value = own - other + self.position.standing();
        if self.shared.params.correction != 0 {
            value += self
                .memory
                .histories
                .correction(mover, self.position.shape_key());
        }
        value.clamp(-DECIDED + 1, DECIDED - 1)
    }

    fn evaluate(&mut self, window: &Window, verdict: Verdict, entry: Option<Entry>) -> Known {
        let value = if verdict == Verdict::Forced {
            None
        } else {
            Some(self.static_value())
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
        if params.razoring != 0 && depth <= 2 && value + params.razoring_margin * depth < alpha {
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

    fn try_moves<const PV: bool>(
        &mut self,
        window: &Window,
        known: &Known,
        excluded: Spot,
    ) -> Tried {
        let best_known = known.entry.map_or(0, |entry| entry.best);
        let frame = self.frames[window.ply];
        let mut moves = picker::list(
            &mut self.position,
            self.memory,
            self.shared.params,
            &frame,
            known.verdict,
            best_known,
        );
        let count = moves.len();
        let mut tried = Tried {
            best: -INFINITE,
            best_spot: 0,
            alpha: window.alpha,
            searched: 0,
            quiets: Vec::new(),
        };
        while let Some(spot) = moves.take() {
            if spot == excluded
                || !self.position.is_legal(spot)
                || self.shared.avoids(self.position.key(), spot)
            {
                continue;
            }
            let threat = threat_of(&self.position, spot, self.position.to_move());
            if !PV && tried.best > -DECIDED && self.skip(window, known, &tried, spot, threat) {
                continue;
            }
            let extension = self.extension(window, known, spot, best_known, count);
            let score = self.try_move::<PV>(window, known, &tried, spot, threat, extension);
            if self.stopped {
                return tried;
            }
            tried.searched += 1;
            tried.quiets.push(spot);
            if score > tried.best {
                tried.best = score;
                if score > tried.alpha {
                    tried.best_spot = spot;
                    tried.alpha = score;
                    self.keep_line(window.ply, spot);
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        tried
    }

    /// Whether a late quiet move is not worth a search.
    fn skip(
        &self,
        window: &Window,
        known: &Known,
        tried: &Tried,
        spot: Spot,
        threat: Threat,
    ) -> bool {
        let params = self.shared.params;
        let spent_four = threat == Threat::Four && params.plain_fours != 0;
        if known.verdict != Verdict::Open || (threat >= Threat::Three && !spent_four) {
            return false;
        }
        let other = self.position.to_move().opponent();
        if self.position.threat(spot, other) >= Threat::Three {
            return false;
        }
        let depth = window.depth;
        if params.move_count_pruning != 0 {
            let growth = params.move_count_growth * (10 * depth + depth * depth) / 1000;
            let limit = (params.move_count_base + growth) / (2 - i32::from(known.improving));
            if tried.searched as i32 >= limit {
                return true;
            }
        }
        params.futility != 0
            && depth <= 6
            && known
                .value
                .is_some_and(|value| value + params.futility_margin * (depth + 1) <= tried.alpha)
    }

    /// How much deeper this move is searched because it seems to be the only one.
    fn extension(
        &mut self,
        window: &Window,
        known: &Known,
        spot: Spot,
        best_known: Spot,
        count: usize,
    ) -> i32 {
        let params = self.shared.params;
        if params.singular == 0
            || spot != best_known
            || window.depth < params.singular_depth
            || window.ply as i32 >= 2 * self.root_depth
            || count < 2
            || self.frames[window.ply].excluded != 0
        {
            return 0;
        }
        let Some(entry) = known.entry else { return 0 };
        let score = from_table(entry.score, window.ply);
        if entry.bound == Bound::Upper
            || i32::from(entry.depth) < window.depth - 3
            || score.abs() >= DECIDED
        {
            return 0;
        }
        let target = score - params.singular_margin * window.depth;
        self.frames[window.ply].excluded = spot;
        let others = self.search::<false>(Window {
            alpha: target - 1,
            beta: target,
            depth: (window.depth - 1) / 2,
            ply: window.ply,
            cut: window.cut,
        });
        self.frames[window.ply].excluded = 0;
        i32::from(others < target && !self.stopped)
    }

    /// Searches one move: reduced first if it comes late, then with an open window if it
    /// proves better than thought.
    fn try_move<const PV: bool>(
        &mut self,
        window: &Window,
        known: &Known,
        tried: &Tried,
        spot: Spot,
        threat: Threat,
        extension: i32,
    ) -> i32 {
        let reduction = self.reduction::<PV>(window, known, tried, spot, threat);
        let depth = window.depth - 1 + extension;
        let (alpha, beta) = (tried.alpha, window.beta);
        self.frames[window.ply].spot = spot;
        self.frames[window.ply + 1] = Frame {
            killers: self.frames[window.ply + 1].killers,
            ..Frame::default()
        };
        self.position.make(spot);
        let child = |alpha: i32, beta: i32, depth: i32, cut: bool| Window {
            alpha: -beta,
            beta: -alpha,
            depth,
            ply: window.ply + 1,
            cut,
        };
        let mut score = 0;
        let first = tried.searched == 0;
        if !first || !PV {
            let reduced = (depth - reduction).max(0).min(depth);
            let cut = if first { !window.cut } else { true };
            score = -self.search::<false>(child(alpha, alpha + 1, reduced, cut));
            if score > alpha && reduced < depth && !self.stopped {
                score = -self.search::<false>(child(alpha, alpha + 1, depth, !window.cut));
            }
        }
        if PV && (first || (score > alpha && score < beta)) && !self.stopped {
            score = -self.search::<true>(child(alpha, beta, depth, false));
        }
        self.position.unmake();
        score
    }

    fn reduction<const PV: bool>(
        &self,
        window: &Window,
        known: &Known,
        tried: &Tried,
        spot: Spot,
        threat: Threat,
    ) -> i32 {
        let params = self.shared.params;
        if params.late_reduction == 0
            || window.depth < 2
            || tried.searched == 0
            || known.verdict == Verdict::Forced
        {
            return 0;
        }
        let depth_log = LOG64[(window.depth as usize).min(63)];
        let move_log = LOG64[tried.searched.min(63)];
        let mut reduction = depth_log * move_log / 64 * params.late_reduction_scale / 64;
        if !known.improving {
            reduction += 32;
        }
        if PV {
            reduction -= 48;
        }
        if window.cut {
            reduction += 48;
        }
        // A bare four mostly pushes things beyond the horizon.
        if threat == Threat::Four && params.plain_fours != 0 {
            reduction += params.plain_fours_reduction;
        } else if threat >= Threat::Three {
            reduction -= 64;
        }
        let mover = self.position.to_move();
        reduction -= self.memory.histories.at_point(mover, spot) / 96;
        if known.verdict == Verdict::Defend && threat != Threat::Four {
            reduction /= 2;
        }
        (reduction / 64).max(0)
    }

    fn keep_line(&mut self, ply: usize, spot: Spot) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(spot);
        line.extend_from_slice(&after[0]);
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
        let bound = match () {
            () if cut => Bound::Lower,
            () if tried.best_spot != 0 => Bound::Exact,
            () => Bound::Upper,
        };
        self.learn_correction(window, known, tried, bound);
        let value = known.value.unwrap_or(0);
        self.shared.table.store(
            self.position.key(),
            Entry {
                best: tried.best_spot,
                score: to_table(tried.best, window.ply),
                value: value as i16,
                depth: window.depth.clamp(-1, 120) as i8,
                bound,
            },
        );
    }

    fn learn_correction(&mut self, window: &Window, known: &Known, tried: &Tried, bound: Bound) {
        let Some(value) = known.value else { return };
        if self.shared.params.correction == 0 || tried.best.abs() >= DECIDED {
            return;
        }
        let says_nothing = (bound == Bound::Lower && tried.best <= value)
            || (bound == Bound::Upper && tried.best >= value);
        if known.verdict == Verdict::Open && !says_nothing {
            let mover = self.position.to_move();
            let key = self.position.shape_key();
            let depth = window.depth;
            self.memory
                .histories
                .correct(mover, key, tried.best - value, depth);
        }
    }

    fn remember(&mut self, window: &Window, tried: &Tried) {
        let killers = &mut self.frames[window.ply].killers;
        if killers[0] != tried.best_spot {
            killers[1] = killers[0];
            killers[0] = tried.best_spot;
        }
        let bonus = (24 * window.depth * window.depth).min(1600);
        let mover = self.position.to_move();
        for &spot in &tried.quiets {
            let played = Played {
                stone: mover,
                spot,
                threat: self.position.threat(spot, mover),
                before: [self.position.last(0), self.position.last(1)],
            };
            let bonus = if spot == tried.best_spot {
                bonus
            } else {
                -bonus / 2
            };
            self.memory.histories.reward(&played, bonus);
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

/// A stored score that answers this node.
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
    let ply = ply as i32;
    (match score {
        DECIDED.. => score + ply,
        i32::MIN..=-20_000 => score - ply,
        _ => score,
    }) as i16
}

fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(score), ply as i32);
    match score {
        DECIDED.. => score - ply,
        i32::MIN..=-20_000 => score + ply,
        _ => score,
    }
}

/// 64 times the natural logarithm of 0 (as 1) to 63, rounded: the growth of reductions.
const LOG64: [i32; 64] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173, 177, 181, 185, 188,
    192, 195, 198, 201, 203, 206, 209, 211, 213, 216, 218, 220, 222, 224, 226, 228, 229, 231, 233,
    234, 236, 238, 239, 241, 242, 244, 245, 246, 248, 249, 250, 252, 253, 254, 255, 256, 258, 259,
    260, 261, 262, 263, 264, 265,
];
