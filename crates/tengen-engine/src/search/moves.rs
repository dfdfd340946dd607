//! Trying the moves of a node: which are skipped, which are searched deeper or less.

use super::node::{Known, Window, from_table};
use super::picker::{self, Clues, MoveList, threat_of};
use super::{DECIDED, Frame, INFINITE, Searcher};
use crate::pattern::Threat;
use crate::position::Spot;
use crate::table::Bound;
use crate::tactics::Verdict;
use crate::variant::Variant;

/// Deepest depth at which moves that cannot lift a low score are skipped.
const FUTILITY_DEPTH: i32 = 6;
/// How much shallower than its node a table entry may be to tell of a singular move.
const SINGULAR_SHORTFALL: i32 = 3;

/// How the moves of a node went.
pub(super) struct Tried {
    pub(super) best: i32,
    pub(super) best_spot: Spot,
    pub(super) alpha: i32,
    pub(super) searched: usize,
    /// All that were searched.
    pub(super) spots: Vec<Spot>,
}

/// The moves of a node, best first. Where the table knows one, the others are listed only
/// when it was not enough: to score them takes as long as to search a leaf or two.
struct Moves {
    first: Option<Spot>,
    listed: Option<MoveList>,
}

impl Moves {
    fn new(first: Option<Spot>) -> Moves {
        Moves {
            first,
            listed: None,
        }
    }

    /// Whether there may be a choice: unless the list says otherwise.
    fn may_be_several(&self) -> bool {
        self.listed.as_ref().is_none_or(|list| list.len() > 1)
    }
}

/// A move about to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    spot: Spot,
    threat: Threat,
    /// How far its order score lies below the best one.
    gap: i32,
}

impl<V: Variant> Searcher<'_, V> {
    /// Tries the moves of a node, best first, until one is good enough.
    pub(super) fn try_moves<const PV: bool>(
        &mut self,
        window: &Window,
        known: &Known,
        excluded: Spot,
    ) -> Tried {
        let best_known = known.entry.map_or(0, |entry| entry.best);
        let mut moves = Moves::new(self.table_move_first(known));
        let mut tried = Tried {
            best: -INFINITE,
            best_spot: 0,
            alpha: window.alpha,
            searched: 0,
            spots: Vec::new(),
        };
        let mut top = None;
        while !self.skips_the_rest(window, known, &tried)
            && let Some((spot, order)) = self.next_move(&mut moves, window, known)
        {
            // The rest is for nodes where all else loses.
            if order <= picker::LAST && tried.best > -DECIDED {
                break;
            }
            // The table's move comes again where it was tried before the list was made.
            let again = tried.spots.first() == Some(&spot);
            if again
                || spot == excluded
                || !self.position.is_legal(spot)
                || self.shared.avoids(self.position.key(), spot)
            {
                continue;
            }
            let threat = threat_of(&self.position, spot, self.position.to_move());
            let gap = match spot {
                _ if spot == best_known => 0,
                _ => *top.get_or_insert(order) - order,
            };
            let candidate = Candidate { spot, threat, gap };
            if self.skip(window, known, &tried, candidate) {
                continue;
            }
            let extension = match spot {
                _ if spot == best_known && moves.may_be_several() => self.extension(window, known),
                _ => 0,
            };
            let score = self.try_move::<PV>(window, known, &tried, candidate, extension);
            if self.stopped {
                return tried;
            }
            self.note_score(window, &mut tried, spot, score);
            if score >= window.beta {
                break;
            }
        }
        tried
    }

    /// Keeps what a searched move was worth, and its line if it is the best so far.
    fn note_score(&mut self, window: &Window, tried: &mut Tried, spot: Spot, score: i32) {
        tried.searched += 1;
        tried.spots.push(spot);
        if score <= tried.best {
            return;
        }
        tried.best = score;
        if score > tried.alpha {
            tried.best_spot = spot;
            tried.alpha = score;
            self.keep_line(window.ply, spot);
        } else if score < -DECIDED {
            // A lost node shows how long it holds out.
            self.keep_line(window.ply, spot);
        } else {
            self.lines[window.ply].clear();
        }
    }

    /// The table's move where it can be tried before the others are listed. With threats to
    /// meet the list is short, and tells whether the move belongs to it.
    fn table_move_first(&self, known: &Known) -> Option<Spot> {
        let spot = known.entry?.best;
        (known.verdict == Verdict::Open && self.position.is_candidate(spot)).then_some(spot)
    }

    /// The next move of a node and its score in the order.
    fn next_move(
        &mut self,
        moves: &mut Moves,
        window: &Window,
        known: &Known,
    ) -> Option<(Spot, i32)> {
        if let Some(spot) = moves.first.take() {
            return Some((spot, picker::FIRST));
        }
        if moves.listed.is_none() {
            let frame = self.frames[window.ply];
            let best_known = known.entry.map_or(0, |entry| entry.best);
            moves.listed = Some(self.ordered_moves(
                known.verdict,
                &frame,
                best_known,
                window.depth,
                known.at_leaf,
            ));
        }
        moves.listed.as_mut()?.take()
    }

    /// Lists the moves of a node of this depth, the table's move first.
    pub(super) fn ordered_moves(
        &mut self,
        verdict: Verdict,
        frame: &Frame,
        best_known: Spot,
        depth: i32,
        fours_last: bool,
    ) -> MoveList {
        let policy = match verdict {
            Verdict::Open => self.policy(depth),
            _ => None,
        };
        let clues = Clues {
            memory: self.memory,
            params: self.shared.params,
            frame,
            best_known,
            net: self.net.as_ref().zip(policy),
        };
        clues.list(&mut self.position, verdict, fours_last)
    }

    /// Whether a late quiet move is not worth a search.
    fn skip(
        &self,
        window: &Window,
        known: &Known,
        tried: &Tried,
        Candidate { spot, threat, .. }: Candidate,
    ) -> bool {
        // Nothing is skipped before a move is known that does not lose: a loss is
        // claimed only if every listed move was searched.
        if known.verdict != Verdict::Open || tried.best <= -DECIDED {
            return false;
        }
        let other = self.position.to_move().opponent();
        let quiet = (threat < Threat::Three || self.is_plain_four(threat))
            && self.position.threat(spot, other) < Threat::Three;
        self.is_late(window, known, tried, quiet)
    }

    /// Whether every move that is left would be skipped.
    fn skips_the_rest(&self, window: &Window, known: &Known, tried: &Tried) -> bool {
        known.verdict == Verdict::Open
            && tried.best > -DECIDED
            && self.is_late(window, known, tried, true)
            && self.is_late(window, known, tried, false)
    }

    /// Whether moves after those that were tried are skipped, the quiet ones or the others.
    fn is_late(&self, window: &Window, known: &Known, tried: &Tried, quiet: bool) -> bool {
        let params = self.shared.params;
        if !quiet && params.skip_threats == 0 {
            return false;
        }
        let depth = window.depth;
        if params.move_count_pruning != 0 {
            let growth = params.move_count_growth * (10 * depth + depth * depth) / 1000;
            let limit = (params.move_count_base + growth) / (2 - i32::from(known.improving));
            let limit = if quiet {
                limit
            } else {
                limit * params.skip_threats_factor / 16
            };
            if tried.searched as i32 >= limit {
                return true;
            }
        }
        let margin = params.futility_margin * (depth + 1);
        params.futility != 0
            && depth <= FUTILITY_DEPTH
            && known
                .value
                .is_some_and(|value| value + margin <= tried.alpha)
    }

    /// Whether a move is to be treated like a quiet one because it makes a four and nothing
    /// else: mostly that only pushes things beyond the horizon.
    fn is_plain_four(&self, threat: Threat) -> bool {
        threat == Threat::Four && self.shared.params.plain_fours != 0
    }

    /// How much deeper the table's move is searched: a ply if it seems to be the only good
    /// one, because a shallow search finds nothing near its score without it.
    fn extension(&mut self, window: &Window, known: &Known) -> i32 {
        let params = self.shared.params;
        if params.singular == 0
            || window.depth < params.singular_depth
            // An extended move leads to a node as deep as this one: there must be an end.
            || window.ply as i32 >= 2 * self.root_depth
            || self.frames[window.ply].excluded != 0
        {
            return 0;
        }
        let Some(entry) = known.entry else { return 0 };
        let score = from_table(entry.score, window.ply);
        if entry.bound == Bound::Upper
            || i32::from(entry.depth) < window.depth - SINGULAR_SHORTFALL
            || score.abs() >= DECIDED
        {
            return 0;
        }
        let target = score - params.singular_margin * window.depth;
        self.frames[window.ply].excluded = entry.best;
        let others = self.search::<false>(Window {
            alpha: target - 1,
            beta: target,
            depth: (window.depth - 1) / 2,
            ply: window.ply,
            cut: window.cut,
        });
        self.frames[window.ply].excluded = 0;
        if self.stopped {
            return 0;
        }
        i32::from(others < target)
    }

    /// Searches one move: reduced first if it comes late, then with an open window if it
    /// proves better than thought.
    fn try_move<const PV: bool>(
        &mut self,
        window: &Window,
        known: &Known,
        tried: &Tried,
        candidate: Candidate,
        extension: i32,
    ) -> i32 {
        let reduction = self.reduction(window, known, tried, candidate);
        let spot = candidate.spot;
        let depth = window.depth - 1 + extension;
        let (alpha, beta) = (tried.alpha, window.beta);
        let below = &mut self.frames[window.ply + 1];
        *below = Frame {
            killers: below.killers,
            ..Frame::default()
        };
        self.make(spot);
        let child = |alpha: i32, beta: i32, depth: i32, cut: bool| Window {
            alpha: -beta,
            beta: -alpha,
            depth,
            ply: window.ply + 1,
            cut,
        };
        let mut score = 0;
        let first = tried.searched == 0;
        let in_full = PV && (first || self.shared.params.null_window == 0);
        if !in_full {
            let reduced = (depth - reduction).max(0).min(depth);
            let cut = if first { !window.cut } else { true };
            score = -self.search::<false>(child(alpha, alpha + 1, reduced, cut));
            if score > alpha && reduced < depth && !self.stopped {
                score = -self.search::<false>(child(alpha, alpha + 1, depth, !window.cut));
            }
        }
        if PV && (in_full || (score > alpha && score < beta)) && !self.stopped {
            score = -self.search::<true>(child(alpha, beta, depth, false));
        }
        self.unmake();
        score
    }

    /// How much less deeply a late move is searched at first.
    fn reduction(
        &self,
        window: &Window,
        known: &Known,
        tried: &Tried,
        Candidate { spot, threat, gap }: Candidate,
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
        reduction += gap.min(params.gap_limit) * params.gap_reduction / 64;
        let mover = self.position.to_move();
        reduction -= self.memory.history.at_point(mover, spot) / params.history_reduction;
        if known.verdict == Verdict::Defend && threat != Threat::Four {
            reduction /= 2;
        }
        (reduction / 64).max(0)
    }

    /// The line of this ply becomes the move and what was found after it.
    fn keep_line(&mut self, ply: usize, spot: Spot) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(spot);
        line.extend_from_slice(&after[0]);
    }
}

/// 64 times the natural logarithm of 0 (as 1) to 63, rounded: the growth of reductions.
const LOG64: [i32; 64] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173, 177, 181, 185, 188,
    192, 195, 198, 201, 203, 206, 209, 211, 213, 216, 218, 220, 222, 224, 226, 228, 229, 231, 233,
    234, 236, 238, 239, 241, 242, 244, 245, 246, 248, 249, 250, 252, 253, 254, 255, 256, 258, 259,
    260, 261, 262, 263, 264, 265,
];
