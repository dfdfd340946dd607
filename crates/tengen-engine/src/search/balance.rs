//! Fair continuations: moves after which neither side is better than it should be.
//!
//! Both sides work together here. Every continuation is searched with a window around
//! the target that is as wide as the best one so far is off, so that most are dismissed
//! by one narrow search, and nearly fair ones come first in the next, deeper round.

use super::node::Window;
use super::{Frame, INFINITE, MAX_PLY, RootTask, Searcher};
use crate::pattern::Threat;
use crate::position::{Spot, point_of};
use crate::report::{Event, Line, Listener};
use crate::score::Score;
use crate::tactics;
use crate::variant::Variant;

/// Moves of each side from which pairs are made, the most natural ones.
const PAIRED_MOVES: usize = 24;
/// Continuations that are still searched in deep rounds: every single move, not every
/// pair.
const LEAST_KEPT: usize = 150;

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct BalanceTask {
    pub(crate) root: RootTask,
    /// Wanted value for the side to move, in points.
    pub(crate) target: i32,
    /// Whether the other side moves too.
    pub(crate) pair: bool,
}

/// One or two moves, and how far from the target they were found to lead.
#[derive(Clone, Debug)]
struct Continuation {
    moves: Vec<Spot>,
    /// At least so far, in points.
    off: i32,
}

impl<V: Variant> Searcher<'_, V> {
    /// Searches deeper and deeper for the fairest continuation; a line that begins with
    /// it, or nothing if every one ends the game.
    pub(crate) fn balance(&mut self, task: &BalanceTask, listener: &mut dyn Listener) -> Vec<Line> {
        let mut list = self.continuations(task);
        let mut found = match list.first() {
            Some(first) => vec![unsearched(&first.moves)],
            None => return Vec::new(),
        };
        let deepest = task.root.max_depth.min(MAX_PLY as u32 - 4) as i32;
        for depth in 1..=deepest {
            self.root_depth = depth;
            self.deepest = 0;
            if let Some(line) = self.fairest(&mut list, depth, task) {
                found = vec![line];
                self.tell_lines(&found, listener);
            }
            let elapsed = self.shared.clock.elapsed_ms();
            if self.stopped || task.root.plan.should_stop(elapsed, 64) {
                break;
            }
            // A stable sort: among equals the more natural one stays in front.
            list.sort_by_key(|continuation| continuation.off);
            let kept = list.len() * 2 / 3;
            list.truncate(kept.max(LEAST_KEPT));
        }
        found
    }

    /// Every continuation that leaves the game open, the most natural first.
    fn continuations(&mut self, task: &BalanceTask) -> Vec<Continuation> {
        let excluded = &task.root.excluded;
        let firsts = self.quiet_moves(excluded);
        if !task.pair {
            let alone = firsts.into_iter().map(|spot| vec![spot]);
            return alone.map(|moves| Continuation { moves, off: 0 }).collect();
        }
        let mut list = Vec::new();
        for &first in firsts.iter().take(PAIRED_MOVES) {
            self.make(first);
            let seconds = self.quiet_moves(excluded);
            self.unmake();
            for second in seconds.into_iter().take(PAIRED_MOVES) {
                let moves = vec![first, second];
                list.push(Continuation { moves, off: 0 });
            }
        }
        list
    }

    /// Legal moves near the stones that do not end the game, in the usual order.
    fn quiet_moves(&mut self, excluded: &[Spot]) -> Vec<Spot> {
        let verdict = tactics::judge(&mut self.position);
        let mut spots = self.ordered_root_spots(verdict);
        let mover = self.position.to_move();
        spots.retain(|&spot| {
            !excluded.contains(&spot)
                && self.position.threat(spot, mover) != Threat::Five
                && self.position.is_legal(spot)
        });
        spots
    }

    /// The continuation nearest to the target at this depth, if one was finished.
    fn fairest(
        &mut self,
        list: &mut [Continuation],
        depth: i32,
        task: &BalanceTask,
    ) -> Option<Line> {
        let mut best: Option<Line> = None;
        let mut off = INFINITE;
        for continuation in list {
            let around = (task.target, off);
            let Some(score) = self.value_after(&continuation.moves, depth, around) else {
                break;
            };
            continuation.off = (score - task.target).abs();
            if continuation.off < off {
                off = continuation.off;
                best = Some(self.line_after(&continuation.moves, depth, score));
            }
            if off == 0 {
                break;
            }
        }
        best
    }

    /// The value for the side to move now after these moves, exact if it is less than
    /// `off` away from the target; `None` if the search was stopped.
    fn value_after(
        &mut self,
        moves: &[Spot],
        depth: i32,
        (target, off): (i32, i32),
    ) -> Option<i32> {
        for (ply, &spot) in moves.iter().enumerate() {
            self.frames[ply] = Frame::default();
            self.make(spot);
        }
        let ply = moves.len();
        self.frames[ply] = Frame::default();
        let sign = if ply.is_multiple_of(2) { 1 } else { -1 };
        let ends = (sign * (target - off), sign * (target + off));
        let window = Window {
            alpha: ends.0.min(ends.1).max(-INFINITE),
            beta: ends.0.max(ends.1).min(INFINITE),
            depth,
            ply,
            cut: false,
        };
        let mut score = self.search::<false>(window);
        if window.alpha < score && score < window.beta && !self.stopped {
            score = self.search::<true>(window);
        }
        for _ in moves {
            self.unmake();
        }
        (!self.stopped).then_some(sign * score)
    }

    fn line_after(&mut self, moves: &[Spot], depth: i32, score: i32) -> Line {
        let mut spots = moves.to_vec();
        spots.extend_from_slice(&self.lines[moves.len()]);
        self.complete(&mut spots, score);
        Line {
            moves: spots.into_iter().filter_map(point_of).collect(),
            score: Score::from_raw(score),
            depth: depth as u32,
            deepest: self.deepest as u32,
        }
    }

    fn tell_lines(&self, lines: &[Line], listener: &mut dyn Listener) {
        listener.hear(Event::Depth {
            lines,
            nodes: self.total_nodes(),
            elapsed_ms: self.shared.clock.elapsed_ms(),
        });
    }
}

fn unsearched(moves: &[Spot]) -> Line {
    Line {
        moves: moves.iter().filter_map(|&spot| point_of(spot)).collect(),
        score: Score::from_raw(-INFINITE),
        depth: 0,
        deepest: 0,
    }
}
