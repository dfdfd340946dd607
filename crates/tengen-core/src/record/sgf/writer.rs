//! Writes trees as strict `FF[4]`.

use crate::point::Point;
use crate::stone::Stone;
use crate::tree::{Mark, Move, Node, NodeId, Setup, Tree};

use super::draft::{mark_name, merge_repeated, setup_name, tidy_marks, tidy_setup};
use super::ending;
use super::value::{self, Style, push_escaped, push_point};
use super::{CAUSE, PROTOCOL, TIME};

/// A line of the file is broken before the node that would begin beyond this column.
const LINE_LENGTH: usize = 72;

/// What is still to be written.
enum Task {
    Node(NodeId),
    Branch(NodeId),
    CloseBranch,
}

/// Appends one game.
pub(super) fn push_game(out: &mut String, tree: &Tree) {
    let mut writer = Writer {
        line_start: out.len(),
        out,
        tree,
    };
    writer.out.push('(');
    let mut tasks = vec![Task::Node(Tree::ROOT)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Node(id) => {
                writer.node(id);
                match tree.node(id).children() {
                    [only] => tasks.push(Task::Node(*only)),
                    several => tasks.extend(several.iter().rev().map(|&id| Task::Branch(id))),
                }
            }
            Task::Branch(id) => {
                writer.break_line();
                writer.out.push('(');
                tasks.push(Task::CloseBranch);
                tasks.push(Task::Node(id));
            }
            Task::CloseBranch => writer.out.push(')'),
        }
    }
    writer.out.push_str(")\n");
}

struct Writer<'a> {
    out: &'a mut String,
    line_start: usize,
    tree: &'a Tree,
}

impl Writer<'_> {
    fn break_line(&mut self) {
        if self.line_start < self.out.len() {
            self.out.push('\n');
            self.line_start = self.out.len();
        }
    }

    fn begin_node(&mut self) {
        if self.out.len() - self.line_start > LINE_LENGTH {
            self.break_line();
        }
        self.out.push(';');
    }

    fn node(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        self.begin_node();
        if id == Tree::ROOT {
            self.header();
        }
        self.setup(&node.setup);
        if id == Tree::ROOT {
            self.annotations(node, true);
            self.break_line();
        }
        if let Some(mv) = node.mv {
            // A move shares its node neither with set-up nor with the header.
            if id == Tree::ROOT || node.setup != Setup::default() {
                self.begin_node();
            }
            self.mv(mv, node.time_left_ms);
        }
        if id != Tree::ROOT {
            self.annotations(node, false);
        }
    }

    fn header(&mut self) {
        let Tree {
            size, rule, info, ..
        } = self.tree;
        self.out.push_str("FF[4]GM[4]CA[UTF-8]AP[Tengen:");
        self.out.push_str(env!("CARGO_PKG_VERSION"));
        self.out.push(']');
        self.line("SZ", &size.get().to_string());
        self.line("RU", rule.name());
        for (name, text) in [
            ("PB", &info.players.black),
            ("PW", &info.players.white),
            ("DT", &info.date),
            ("EV", &info.event),
            ("PC", &info.place),
            ("RO", &info.round),
            ("GN", &info.title),
            ("ON", &info.opening),
            (PROTOCOL, &info.protocol),
        ] {
            if !text.is_empty() {
                self.line(name, text);
            }
        }
        if let Some(outcome) = &info.result {
            self.line("RE", ending::result_word(outcome));
            if let Some(word) = ending::cause_word(&outcome.cause) {
                self.line(CAUSE, word);
            }
        }
    }

    fn setup(&mut self, setup: &Setup) {
        let mut stones = setup.stones.clone();
        tidy_setup(&mut stones);
        let mut previous = "";
        for (point, stone) in stones {
            self.list_name(setup_name(stone), &mut previous);
            self.point(point);
        }
        if let Some(stone) = setup.to_move {
            self.line("PL", letter(stone));
        }
    }

    fn mv(&mut self, mv: Move, time_left_ms: Option<u64>) {
        self.out.push_str(letter(mv.stone));
        match mv.point {
            Some(point) => self.point(point),
            None => self.out.push_str("[]"),
        }
        if let Some(ms) = time_left_ms {
            self.line(clock(mv.stone), &value::seconds(ms));
        }
    }

    fn annotations(&mut self, node: &Node, is_root: bool) {
        if let Some(ms) = node.time_ms {
            self.line(TIME, &value::seconds(ms));
        }
        self.marks(&node.marks);
        if !node.comment.is_empty() {
            self.out.push_str("C[");
            push_escaped(self.out, &node.comment, Style::Text);
            self.out.push(']');
        }
        self.unknown(node, is_root);
    }

    fn marks(&mut self, marks: &[(Point, Mark)]) {
        let mut marks = marks.to_vec();
        tidy_marks(&mut marks);
        let mut previous = "";
        for (point, mark) in &marks {
            self.list_name(mark_name(mark), &mut previous);
            if let Mark::Label(text) = mark {
                self.out.push('[');
                push_point(self.out, *point);
                self.out.push(':');
                push_escaped(self.out, text, Style::Composed);
                self.out.push(']');
            } else {
                self.point(*point);
            }
        }
    }

    /// Writes the name where a list begins; the entries come grouped.
    fn list_name(&mut self, name: &'static str, previous: &mut &'static str) {
        if name != *previous {
            self.out.push_str(name);
            *previous = name;
        }
    }

    /// Writes back what was kept, in valid names, each once, and none that this node has
    /// or might have in its own right.
    fn unknown(&mut self, node: &Node, is_root: bool) {
        let mut unknown: Vec<(String, Vec<String>)> = node
            .unknown
            .iter()
            .map(|(name, values)| (valid_name(name), values.clone()))
            .filter(|(name, _)| !name.is_empty() && !self.writes(node, is_root, name))
            .collect();
        merge_repeated(&mut unknown);
        for (name, values) in &unknown {
            self.out.push_str(name);
            for text in values {
                self.out.push('[');
                push_escaped(self.out, text, Style::Text);
                self.out.push(']');
            }
            if values.is_empty() {
                self.out.push_str("[]");
            }
        }
    }

    /// Whether a property of this name is written from the node's or the game's own
    /// fields. `RE` and clocks are kept as text where those say nothing.
    fn writes(&self, node: &Node, is_root: bool, name: &str) -> bool {
        match name {
            "B" | "W" | "AB" | "AW" | "AE" | "PL" | "C" | "MA" | "CR" | "SQ" | "TR" | "LB" => true,
            "BL" | "WL" => {
                node.time_left_ms.is_some() && node.mv.is_some_and(|mv| clock(mv.stone) == name)
            }
            TIME => node.time_ms.is_some(),
            "FF" | "GM" | "CA" | "AP" | "SZ" | "RU" | "PB" | "PW" | "DT" | "EV" | "PC" | "RO"
            | "GN" | "ON" => is_root,
            "RE" => is_root && self.tree.info.result.is_some(),
            _ => is_root && matches!(name, CAUSE | PROTOCOL),
        }
    }

    fn line(&mut self, name: &str, text: &str) {
        self.out.push_str(name);
        self.out.push('[');
        push_escaped(self.out, text, Style::Line);
        self.out.push(']');
    }

    fn point(&mut self, point: Point) {
        self.out.push('[');
        push_point(self.out, point);
        self.out.push(']');
    }
}

fn valid_name(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

fn letter(stone: Stone) -> &'static str {
    match stone {
        Stone::Black => "B",
        Stone::White => "W",
    }
}

fn clock(stone: Stone) -> &'static str {
    match stone {
        Stone::Black => "BL",
        Stone::White => "WL",
    }
}
