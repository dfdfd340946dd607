//! Certificates for people: an outline in words, and a game tree for any viewer.

use std::fmt::Write;

use super::{Certificate, StepId};
use crate::point::Point;
use crate::stone::Stone;
use crate::tree::{Move, NodeId, Setup, Tree};

/// Nodes of a drawn tree at most: steps that are shared are drawn once for each way.
const MOST_NODES: usize = 20_000;

/// What a reply to a step leads to.
#[derive(Clone, Copy)]
struct Branch {
    /// `None` for every reply not listed.
    reply: Option<Point>,
    next: StepId,
}

impl Certificate {
    /// The play as an indented outline, `depth` moves of the winner deep. Replies that
    /// lead to the same step share a line.
    pub fn outline(&self, depth: usize) -> String {
        let mut text = String::new();
        let mut lines_left = MOST_NODES;
        if self.to_move == self.winner {
            self.outline_step(&mut text, 0, 1, depth, &mut lines_left);
        } else {
            self.outline_replies(&mut text, 0, 1, depth, &mut lines_left);
        }
        text
    }

    fn outline_step(
        &self,
        text: &mut String,
        at: StepId,
        number: usize,
        depth: usize,
        lines_left: &mut usize,
    ) {
        let Some(step) = self.steps.get(at as usize) else {
            return;
        };
        let by = step
            .by
            .map_or("-".to_owned(), |by| by.name(self.board.size()));
        // Writing to a string cannot fail.
        let _ = write!(text, "{number}. {by}");
        if step.replies.is_empty() && step.otherwise.is_none() {
            text.push_str(" wins\n");
        } else if depth <= 1 {
            text.push_str(" ...\n");
        } else {
            text.push('\n');
            self.outline_replies(text, at, number + 1, depth - 1, lines_left);
        }
    }

    fn outline_replies(
        &self,
        text: &mut String,
        at: StepId,
        number: usize,
        depth: usize,
        lines_left: &mut usize,
    ) {
        let mut groups: Vec<(StepId, Vec<String>)> = Vec::new();
        for branch in self.branches(at) {
            let name = branch.reply.map_or("any other".to_owned(), |reply| {
                reply.name(self.board.size())
            });
            match groups.iter_mut().find(|(next, _)| *next == branch.next) {
                Some((_, names)) => names.push(name),
                None => groups.push((branch.next, vec![name])),
            }
        }
        for (next, names) in groups {
            if *lines_left == 0 {
                return;
            }
            *lines_left -= 1;
            let _ = write!(
                text,
                "{}{}: ",
                "   ".repeat(number.saturating_sub(1).max(1)),
                names.join(", ")
            );
            self.outline_step(text, next, number, depth, lines_left);
        }
    }

    fn branches(&self, at: StepId) -> impl Iterator<Item = Branch> + '_ {
        let step = self.steps.get(at as usize);
        let listed = step.into_iter().flat_map(|step| &step.replies);
        let otherwise = step.and_then(|step| step.otherwise);
        listed
            .map(|&(reply, next)| Branch {
                reply: Some(reply),
                next,
            })
            .chain(otherwise.map(|next| Branch { reply: None, next }))
            .filter(move |branch| branch.next > at)
    }

    /// The play as a game tree, `depth` moves of the winner deep: the longest defence
    /// first. The reply that stands for all others is a pass with a comment.
    pub fn to_tree(&self, depth: usize) -> Tree {
        let mut tree = Tree::new(self.board.size(), self.rule);
        let stones = self.board.stones();
        tree.node_mut(Tree::ROOT).setup = Setup {
            stones: stones.map(|(point, stone)| (point, Some(stone))).collect(),
            to_move: Some(self.to_move),
        };
        let main = self.main_line();
        if self.to_move == self.winner {
            self.draw_step(&mut tree, Tree::ROOT, 0, depth);
        } else {
            self.draw_replies(&mut tree, Tree::ROOT, 0, depth);
        }
        promote_line(&mut tree, &main);
        tree
    }

    fn draw_step(&self, tree: &mut Tree, behind: NodeId, at: StepId, depth: usize) {
        let by = self.steps.get(at as usize).and_then(|step| step.by);
        let (Some(by), true) = (by, tree.len() < MOST_NODES) else {
            return;
        };
        let here = tree.add_move(behind, played(self.winner, Some(by)));
        if depth > 1 {
            self.draw_replies(tree, here, at, depth - 1);
        }
    }

    fn draw_replies(&self, tree: &mut Tree, behind: NodeId, at: StepId, depth: usize) {
        for Branch { reply, next } in self.branches(at) {
            if tree.len() >= MOST_NODES {
                return;
            }
            let here = tree.add_move(behind, played(self.winner.opponent(), reply));
            if reply.is_none() {
                tree.node_mut(here).comment = "Any other reply.".to_owned();
            }
            self.draw_step(tree, here, next, depth);
        }
    }
}

fn played(stone: Stone, point: Option<Point>) -> Move {
    Move { stone, point }
}

/// Makes the moves the main line, as far as the tree has them.
fn promote_line(tree: &mut Tree, line: &[Point]) {
    let mut at = Tree::ROOT;
    for &point in line {
        let children = tree.node(at).children().to_vec();
        let found = children.into_iter().find(|&child| {
            tree.node(child)
                .mv
                .is_some_and(|mv| mv.point == Some(point))
        });
        let Some(next) = found else { return };
        tree.promote(next);
        at = next;
    }
}
