//! Iterative deepening: one search after the other, each a ply deeper, until a limit.

use super::node::Window;
use super::{DECIDED, Frame, INFINITE, MAX_PLY, Searcher, WIN};
use crate::pattern::Threat;
use crate::position::{Spot, point_of};
use crate::report::{Event, Line, Listener};
use crate::score::Score;
use crate::tactics::Verdict;
use crate::time::Plan;
use crate::variant::Variant;

/// Root moves from this one on count as late, from this depth on.
const LATE_MOVE: usize = 4;
const LATE_DEPTH: i32 = 3;
/// Least depth at which the last score says enough for a narrow window.
const ASPIRATION_DEPTH: i32 = 4;

/// What one thread is asked to do at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootTask {
    pub(crate) max_depth: u32,
    /// How many best lines are wanted, at least 1.
    pub(crate) lines: usize,
    pub(crate) excluded: Vec<Spot>,
    pub(crate) plan: Plan,
    /// 0 for the thread whose result counts; helpers skip some depths.
    pub(crate) thread: usize,
    /// Answer without search where nothing is to decide. Off for analysis.
    pub(crate) hurry: bool,
}

/// A root move with what is known about it.
#[derive(Clone, Debug, PartialEq)]
struct RootMove {
    spot: Spot,
    score: i32,
    /// Whether the score is more than the bound of a window that was too narrow.
    is_value: bool,
    line: Vec<Spot>,
    depth: i32,
    deepest: usize,
}

impl<V: Variant> Searcher<'_, V> {
    /// Searches deeper and deeper; returns the best lines, best first. Empty only if
    /// there is no legal move.
    pub(crate) fn iterate(&mut self, task: &RootTask, listener: &mut dyn Listener) -> Vec<Line> {
        let verdict = self.verdict();
        let mut moves = self.root_moves(verdict, task);
        if moves.is_empty() {
            return Vec::new();
        }
        if let Some(line) = self.answer_at_once(verdict, &moves, task) {
            return vec![line];
        }
        let wanted = task.lines.clamp(1, moves.len());
        let mut stability = Stability::default();
        for depth in 1..=task.max_depth.min(MAX_PLY as u32 - 1) as i32 {
            // Helpers look ahead of the main thread in different steps.
            if task.thread > 0 && (depth as usize + task.thread).is_multiple_of(3) && depth > 2 {
                continue;
            }
            self.root_depth = depth;
            self.deepest = 0;
            let before = moves[..wanted].to_vec();
            let mut finished = 0;
            while finished < wanted {
                self.search_line(&mut moves, finished, depth, task, listener);
                if self.stopped {
                    break;
                }
                finished += 1;
            }
            if self.stopped {
                keep_known_lines(&mut moves, finished, &before);
            }
            moves[..wanted].sort_by_key(|mv| std::cmp::Reverse(mv.score));
            if !self.stopped || moves[..wanted].iter().ne(&before) {
                self.report(&moves[..wanted], listener);
            }
            let counts = task.plan.is_under_way(self.shared.clock.elapsed_ms());
            stability.note(&moves[0], counts);
            if self.stopped || self.is_settled(&moves, wanted, depth, task, &stability) {
                break;
            }
        }
        known_lines(&moves[..wanted])
    }

    /// The line of a move that needs no search: it wins by threats, or is the only one.
    fn answer_at_once(
        &mut self,
        verdict: Verdict,
        moves: &[RootMove],
        task: &RootTask,
    ) -> Option<Line> {
        if let Verdict::Wins { plies, by } = verdict
            && !task.excluded.contains(&by)
            && (task.hurry || plies == 1)
        {
            return Some(self.line_of(by, WIN - plies as i32));
        }
        match moves {
            [only] if task.hurry => {
                let score = match verdict {
                    Verdict::Loses => 2 - WIN,
                    _ => self.static_value(),
                };
                Some(self.line_of(only.spot, score))
            }
            _ => None,
        }
    }

    /// Whether another iteration would be of no use, or take too long.
    fn is_settled(
        &self,
        moves: &[RootMove],
        wanted: usize,
        depth: i32,
        task: &RootTask,
        stability: &Stability,
    ) -> bool {
        let best = moves[0].score;
        // A deeper search hardly changes a win or loss that is nearer than the depth.
        if best.abs() > DECIDED && wanted == 1 && WIN - best.abs() <= depth {
            return true;
        }
        // Helpers go on until the main thread has its answer.
        if task.thread > 0 {
            return false;
        }
        let factor = match self.shared.params.steady_time {
            0 => Stability::AS_PLANNED,
            _ => stability.factor(),
        };
        task.plan
            .should_stop(self.shared.clock.elapsed_ms(), factor)
    }

    /// Every move to be searched, the most natural first.
    fn root_moves(&mut self, verdict: Verdict, task: &RootTask) -> Vec<RootMove> {
        let excluded = &task.excluded;
        let mut spots = self.ordered_root_spots(verdict);
        spots.retain(|spot| !excluded.contains(spot) && self.position.is_legal(*spot));
        if self.position.stones() == 0 && task.lines == 1 {
            // On an empty board there is nothing to search for.
            spots.truncate(1);
        }
        if spots.is_empty() {
            // The threats leave nothing (lost, or all excluded): the most natural goes first,
            // which stands in the other side's way.
            spots = self.ordered_root_spots(Verdict::Open);
            spots.retain(|spot| !excluded.contains(spot) && self.position.is_legal(*spot));
        }
        if spots.is_empty() {
            spots = self.position.free_spots().collect();
            spots.retain(|spot| !excluded.contains(spot) && self.position.is_legal(*spot));
        }
        spots.into_iter().map(RootMove::new).collect()
    }

    /// All free spots, those near the centre first: nothing else tells the moves of an empty
    /// board apart.
    fn spots_from_the_centre(&self) -> Vec<Spot> {
        let centre = self.position.size().centre();
        let distance = |spot: &Spot| point_of(*spot).map(|point| point.distance(centre));
        let mut spots: Vec<Spot> = self.position.free_spots().collect();
        spots.sort_by_key(distance);
        spots
    }

    /// What the threats leave to the side to move, in the order of a node without killers.
    pub(super) fn ordered_root_spots(&mut self, verdict: Verdict) -> Vec<Spot> {
        if self.position.stones() == 0 {
            return self.spots_from_the_centre();
        }
        if verdict == Verdict::Loses {
            let other = self.position.to_move().opponent();
            return self.position.set(other, Threat::Five).iter().collect();
        }
        let mut list = self.ordered_moves(verdict, &Frame::default(), 0, MAX_PLY as i32, false);
        std::iter::from_fn(|| list.take())
            .map(|(spot, _)| spot)
            .collect()
    }

    /// Finds the `index`th best line among the moves not placed yet.
    fn search_line(
        &mut self,
        moves: &mut [RootMove],
        index: usize,
        depth: i32,
        task: &RootTask,
        listener: &mut dyn Listener,
    ) {
        let params = self.shared.params;
        let last = moves[index].score;
        let mut width = params.aspiration_width;
        let aspire = params.aspiration != 0 && depth >= ASPIRATION_DEPTH && last.abs() < DECIDED;
        let (mut alpha, mut beta) = if aspire {
            (last - width, last + width)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let best = self.root_search(&mut moves[index..], depth, (alpha, beta), task, listener);
            // A stable sort by score keeps the order of the rest.
            moves[index..].sort_by_key(|mv| std::cmp::Reverse(mv.score));
            if self.stopped {
                return;
            }
            if best <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (best - width).max(-INFINITE);
            } else if best >= beta {
                beta = (best + width).min(INFINITE);
            } else {
                return;
            }
            width += width / 2 + 8;
            if best.abs() >= DECIDED {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Searches these moves within the window; returns the best score. Moves that are not
    /// better than the best so far end with the score of an unsearched one: only that is
    /// known of them.
    fn root_search(
        &mut self,
        moves: &mut [RootMove],
        depth: i32,
        (mut alpha, beta): (i32, i32),
        task: &RootTask,
        listener: &mut dyn Listener,
    ) -> i32 {
        let mut best = -INFINITE;
        for (n, mv) in moves.iter_mut().enumerate() {
            if task.thread == 0
                && let Some(point) = point_of(mv.spot)
            {
                let depth = depth as u32;
                listener.hear(Event::RootMove { point, depth });
            }
            let score = self.root_move(mv.spot, n, depth, alpha, beta);
            if self.stopped {
                // An unfinished first move says nothing; a finished better one stands.
                return best;
            }
            if n == 0 || score > alpha {
                mv.score = score;
                mv.is_value = (alpha < score && score < beta) || score.abs() >= DECIDED;
                mv.depth = depth;
                mv.deepest = self.deepest;
                mv.line.clear();
                mv.line.push(mv.spot);
                mv.line.extend_from_slice(&self.lines[1]);
                self.complete(&mut mv.line, score);
                if task.thread == 0 {
                    announce(listener, mv, depth);
                }
            } else {
                mv.score = -INFINITE;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The score of the `n`th root move: late ones are searched less deeply at first, and
    /// all but the first with a window that only asks whether they are better.
    fn root_move(&mut self, spot: Spot, n: usize, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.frames[0].value = Some(self.static_value());
        self.frames[1] = Frame::default();
        self.make(spot);
        let child = |alpha: i32, beta: i32, depth: i32, cut: bool| Window {
            alpha: -beta,
            beta: -alpha,
            depth,
            ply: 1,
            cut,
        };
        let params = self.shared.params;
        let in_full = n == 0 || params.null_window == 0;
        let mut score = alpha + 1;
        if !in_full {
            let is_late = depth >= LATE_DEPTH && n >= LATE_MOVE;
            let reduced = if is_late && params.late_reduction != 0 {
                depth - 2
            } else {
                depth - 1
            };
            score = -self.search::<false>(child(alpha, alpha + 1, reduced, true));
            if score > alpha && reduced < depth - 1 && !self.stopped {
                score = -self.search::<false>(child(alpha, alpha + 1, depth - 1, true));
            }
        }
        if (in_full || score > alpha) && !self.stopped {
            score = -self.search::<true>(child(alpha, beta, depth - 1, false));
        }
        self.unmake();
        score
    }

    /// Tells the listener of the lines, if one has a value.
    fn report(&self, moves: &[RootMove], listener: &mut dyn Listener) {
        let lines = known_lines(moves);
        if !lines.iter().any(Line::is_judged) {
            return;
        }
        listener.hear(Event::Depth {
            lines: &lines,
            nodes: self.total_nodes(),
            elapsed_ms: self.shared.clock.elapsed_ms(),
        });
    }

    /// A line of a move that needs no search.
    fn line_of(&mut self, spot: Spot, score: i32) -> Line {
        let mut mv = RootMove::new(spot);
        mv.score = score;
        self.complete(&mut mv.line, score);
        mv.to_line()
    }
}

impl RootMove {
    fn new(spot: Spot) -> RootMove {
        RootMove {
            spot,
            score: -INFINITE,
            is_value: false,
            line: vec![spot],
            depth: 0,
            deepest: 0,
        }
    }

    fn to_line(&self) -> Line {
        Line {
            moves: self
                .line
                .iter()
                .filter_map(|&spot| point_of(spot))
                .collect(),
            score: Score::from_raw(self.score),
            depth: self.depth.max(0) as u32,
            deepest: self.deepest as u32,
        }
    }
}

/// The search was stopped within a depth: after the lines finished there come those of the
/// depth before. A move that has become the best since stays in front of them.
fn keep_known_lines(moves: &mut Vec<RootMove>, finished: usize, before: &[RootMove]) {
    let is_new_best = |mv: &RootMove| mv.is_value || mv.spot != before[0].spot;
    let kept = if finished == 0 && before.len() == 1 && is_new_best(&moves[0]) {
        1
    } else {
        finished
    };
    let rest = moves.split_off(kept);
    for old in before.iter().cloned().chain(rest) {
        if moves.iter().all(|mv| mv.spot != old.spot) {
            moves.push(old);
        }
    }
}

/// The lines that were searched, or the first move alone if none was.
fn known_lines(moves: &[RootMove]) -> Vec<Line> {
    let known = moves.iter().filter(|mv| mv.score > -INFINITE);
    let lines: Vec<Line> = known.map(RootMove::to_line).collect();
    if lines.is_empty() {
        moves.iter().take(1).map(RootMove::to_line).collect()
    } else {
        lines
    }
}

fn announce(listener: &mut dyn Listener, mv: &RootMove, depth: i32) {
    let Some(point) = point_of(mv.spot) else {
        return;
    };
    let score = Score::from_raw(mv.score);
    listener.hear(Event::NewBest {
        point,
        score,
        depth: depth as u32,
    });
    if score.is_loss() {
        listener.hear(Event::Lost { point });
    }
}

/// Points by which the best score must fall from one iteration to the next to be a sign of
/// trouble.
const DROP: i32 = 40;

/// How steady the best move has been: a steady one needs less time.
#[derive(Debug, Default)]
struct Stability {
    best: Spot,
    same: u32,
    last_score: i32,
    dropped: bool,
}

impl Stability {
    /// The factor of a plan that is kept whatever happens.
    const AS_PLANNED: u64 = 64;

    /// `counts`: whether so much of the plan has passed that the iteration says anything.
    fn note(&mut self, best: &RootMove, counts: bool) {
        let is_same = best.spot == self.best && counts;
        self.same = if is_same { self.same + 1 } else { 0 };
        self.dropped = best.score < self.last_score - DROP;
        self.best = best.spot;
        self.last_score = best.score;
    }

    /// Share of the planned time, in 1/64.
    fn factor(&self) -> u64 {
        let steady = 80 - 12 * u64::from(self.same.min(4));
        steady + if self.dropped { 32 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(iterations: &[(Spot, i32, bool)]) -> u64 {
        let mut stability = Stability::default();
        for &(spot, score, counts) in iterations {
            let best = RootMove {
                spot,
                score,
                is_value: true,
                line: Vec::new(),
                depth: 1,
                deepest: 1,
            };
            stability.note(&best, counts);
        }
        stability.factor()
    }

    #[test]
    fn a_steady_move_gets_less_time_and_one_that_gets_worse_more() {
        let steady = [(7, 10, true), (7, 10, true), (7, 10, true)];
        assert!(noted(&steady) < noted(&steady[..2]));
        assert!(noted(&steady[..2]) < noted(&[(7, 10, true), (8, 10, true)]));
        let worse = [(7, 10, true), (7, 10, true), (7, 10 - DROP - 1, true)];
        assert!(noted(&worse) > noted(&steady));
        // What the first moments of a search find says nothing.
        let early = steady.map(|(spot, score, _)| (spot, score, false));
        assert_eq!(noted(&early), noted(&[(7, 10, true), (8, 10, true)]));
    }
}
