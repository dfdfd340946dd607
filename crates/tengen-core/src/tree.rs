//! The tree of a recorded game: moves, variations, comments and marks as plain data.
//!
//! Nodes live in one vector and name each other by [`NodeId`], so that a tree of any
//! depth is built, walked and dropped without recursion. The tree knows no rule: it can
//! hold what a broken file says. [`Game`](crate::Game) puts the rules on top.

use crate::outcome::Outcome;
use crate::point::{Point, Size};
use crate::rule::Rule;
use crate::stone::{BySide, Stone};

/// A node of a [`Tree`]. Ids stay valid: nodes are never removed, only unlinked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The number behind it, for messages; [`Tree::id`] leads back.
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// A stone put down, or a pass (records may hold passes; in play there is none).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Whose move.
    pub stone: Stone,
    /// Where; `None` is a pass.
    pub point: Option<Point>,
}

/// A mark on a point, for people.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A cross (SGF `MA`).
    Cross,
    /// A circle (SGF `CR`).
    Circle,
    /// A square (SGF `SQ`).
    Square,
    /// A triangle (SGF `TR`).
    Triangle,
    /// A short text (SGF `LB`).
    Label(String),
}

/// Stones put up or taken away without a move, and whose turn it is then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Points that become black, white or empty, in the order written.
    pub stones: Vec<(Point, Option<Stone>)>,
    /// Side to move, if stated.
    pub to_move: Option<Stone>,
}

/// One step of a recorded game with all that is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The move made here; the root has none.
    pub mv: Option<Move>,
    /// Stones set up here.
    pub setup: Setup,
    /// Comment; empty if none.
    pub comment: String,
    /// Marks by point, in the order given.
    pub marks: Vec<(Point, Mark)>,
    /// Time spent on the move, in milliseconds.
    pub time_ms: Option<u64>,
    /// Time left on the mover's clock after the move, in milliseconds.
    pub time_left_ms: Option<u64>,
    /// Properties of the record that we do not understand, kept for writing back:
    /// name and raw (unescaped) values.
    pub unknown: Vec<(String, Vec<String>)>,
    parent: Option<NodeId>,
    children: Children,
}

/// The nodes behind one. Nearly every node has at most one child, which needs no block
/// of memory of its own; records with millions of nodes are read as they come.
#[derive(Clone, Debug, Default)]
enum Children {
    #[default]
    None,
    One(NodeId),
    Several(Vec<NodeId>),
}

impl Children {
    fn as_slice(&self) -> &[NodeId] {
        match self {
            Children::None => &[],
            Children::One(only) => std::slice::from_ref(only),
            Children::Several(all) => all,
        }
    }

    fn push(&mut self, child: NodeId) {
        match self {
            Children::None => *self = Children::One(child),
            Children::One(first) => *self = Children::Several(vec![*first, child]),
            Children::Several(all) => all.push(child),
        }
    }

    /// Takes a child out; `false` if it is none.
    fn remove(&mut self, child: NodeId) -> bool {
        let before = self.as_slice().len();
        match self {
            Children::One(only) if *only == child => *self = Children::None,
            Children::Several(all) => all.retain(|&other| other != child),
            _ => {}
        }
        self.as_slice().len() < before
    }

    /// Puts a child before the others, whose order stays.
    fn bring_to_front(&mut self, child: NodeId) {
        if let Children::Several(all) = self
            && let Some(at) = all.iter().position(|&other| other == child)
        {
            all[..=at].rotate_right(1);
        }
    }
}

/// Equal if the children are: several of which one is left are one.
impl PartialEq for Children {
    fn eq(&self, other: &Children) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Children {}

impl Node {
    /// The node before this one; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// What may follow: the main line first, then the variations.
    pub fn children(&self) -> &[NodeId] {
        self.children.as_slice()
    }
}

/// What is known about a game besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The players' names; empty if unknown.
    pub players: BySide<String>,
    /// Date as written; empty if unknown.
    pub date: String,
    /// Event as written; empty if unknown.
    pub event: String,
    /// Place as written; empty if unknown.
    pub place: String,
    /// Round as written; empty if unknown.
    pub round: String,
    /// The game's own title; empty if unknown.
    pub title: String,
    /// The opening's name as written; empty if unknown.
    pub opening: String,
    /// Opening protocol by its short name; empty if none is recorded.
    pub protocol: String,
    /// How it ended, as the record says; compare the rules' answer in [`Game`](crate::Game).
    pub result: Option<Outcome>,
}

/// A recorded game: board size, rule, facts about it, and the tree of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// Board size.
    pub size: Size,
    /// Rule; files without one are read with a stated default.
    pub rule: Rule,
    /// Players, date and so on.
    pub info: Info,
    nodes: Vec<Node>,
}

impl Tree {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree with an empty root.
    pub fn new(size: Size, rule: Rule) -> Tree {
        Tree {
            size,
            rule,
            info: Info::default(),
            nodes: vec![Node::default()],
        }
    }

    /// The node with that id. Ids of another tree may name another node or, beyond the
    /// end, the root.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0 as usize).unwrap_or(&self.nodes[0])
    }

    /// The same, to change what it says; its place in the tree stays.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let index = if (id.0 as usize) < self.nodes.len() {
            id.0 as usize
        } else {
            0
        };
        &mut self.nodes[index]
    }

    /// The node with that number, if there is one that hangs together with the root.
    pub fn id(&self, number: u32) -> Option<NodeId> {
        let id = NodeId(number);
        let exists = (number as usize) < self.nodes.len();
        (exists && self.path(id).first() == Some(&Tree::ROOT)).then_some(id)
    }

    /// Number of nodes, the root and unlinked ones included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Adds a node behind `parent`, as its last child.
    pub fn add(&mut self, parent: NodeId, mut node: Node) -> NodeId {
        let parent = if (parent.0 as usize) < self.nodes.len() {
            parent
        } else {
            Tree::ROOT
        };
        // Four thousand million nodes do not fit into memory before this saturates.
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        node.parent = Some(parent);
        node.children = Children::None;
        self.nodes.push(node);
        self.node_mut(parent).children.push(id);
        id
    }

    /// Adds a bare move behind `parent`.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> NodeId {
        self.add(
            parent,
            Node {
                mv: Some(mv),
                ..Node::default()
            },
        )
    }

    /// The child of `parent` that makes this move, if there is one.
    pub fn child_with_move(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.node(parent)
            .children()
            .iter()
            .copied()
            .find(|&child| self.node(child).mv == Some(mv))
    }

    /// Cuts `id` and all behind it off the tree. The root stays. `false` if `id` was not
    /// linked to a parent.
    pub fn unlink(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).parent else {
            return false;
        };
        let removed = self.node_mut(parent).children.remove(id);
        self.node_mut(id).parent = None;
        removed
    }

    /// Makes `id` the first choice of its parent: the main line goes through it.
    pub fn promote(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            self.node_mut(parent).children.bring_to_front(id);
        }
    }

    /// The way from the root to `id`, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.node(at).parent {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        path
    }

    /// The main line: from the root always to the first child.
    pub fn main_line(&self) -> Vec<NodeId> {
        let mut line = vec![Tree::ROOT];
        let mut at = Tree::ROOT;
        while let Some(&child) = self.node(at).children().first() {
            line.push(child);
            at = child;
        }
        line
    }

    /// The moves of the main line, passes included.
    pub fn main_moves(&self) -> Vec<Move> {
        self.main_line()
            .into_iter()
            .filter_map(|id| self.node(id).mv)
            .collect()
    }
}

#[cfg(test)]
mod tests;
