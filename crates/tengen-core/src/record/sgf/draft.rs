//! One node's properties, understood: the moves, stones, marks and words it holds.
//!
//! A draft does not know the position. [`reader`](super::reader) puts it into the tree.

use crate::point::{AREA, Point};
use crate::record::Notes;
use crate::stone::{BySide, Stone};
use crate::tree::{Info, Mark, Node, Setup};

use super::ending::{self, Reason};
use super::header::bracketed;
use super::syntax::{Property, RawNode, Spelling, Value, canonical_name};
use super::value::{self, Grid, Spot};
use super::{CAUSE, PROTOCOL, TIME};

/// What drafting needs besides the node.
pub(super) struct Desk<'n, 't> {
    /// Where complaints go.
    pub(super) notes: &'n mut Notes<'t>,
    /// How points are spelt.
    pub(super) grid: Grid,
    /// How many more points rectangles like `aa:ss` may name in the whole text. Seven
    /// letters can stand for 484 points, so memory would not be linear without a limit.
    pub(super) rectangle_points: &'n mut usize,
    /// What was complained about in this game and is not repeated.
    said: Vec<Complaint>,
}

/// Habits of a file, which are told once and not at every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Complaint {
    LowerCaseNames,
    LongNames,
    RepeatedProperty,
    Turn,
    SetupWithMove,
    TooManyRectangles,
}

impl<'n, 't> Desk<'n, 't> {
    pub(super) fn new(
        notes: &'n mut Notes<'t>,
        grid: Grid,
        rectangle_points: &'n mut usize,
    ) -> Desk<'n, 't> {
        Desk {
            notes,
            grid,
            rectangle_points,
            said: Vec::new(),
        }
    }

    /// Notes a habit where it is met first.
    pub(super) fn once(&mut self, what: Complaint, offset: usize, message: &str) {
        if !self.said.contains(&what) {
            self.said.push(what);
            self.notes.push(offset, message);
        }
    }

    fn complain_about_name(&mut self, property: &Property, name: &str, spelling: Spelling) {
        match spelling {
            Spelling::Plain => {}
            Spelling::LowerCase => self.once(
                Complaint::LowerCaseNames,
                property.offset,
                "property names in small letters: read as capitals",
            ),
            Spelling::Long => {
                let message = format!(
                    "long property names, as {}: only their capitals count, {name}",
                    property.name.chars().take(24).collect::<String>()
                );
                self.once(Complaint::LongNames, property.offset, &message);
            }
        }
    }

    /// The first value of a property that should have one.
    fn single<'v, 'a>(&mut self, name: &str, values: &'v [Value<'a>]) -> Option<&'v Value<'a>> {
        let mut whole = values.iter().filter(|value| value.closed);
        let first = whole.next()?;
        if let Some(second) = whole.next() {
            self.notes.push(
                second.offset,
                format!("{name} has one value: the others are dropped"),
            );
        }
        Some(first)
    }

    /// The points of a list, compressed or not.
    fn points(&mut self, name: &str, values: &[Value], mut each: impl FnMut(Point)) {
        for value in values.iter().filter(|value| value.closed) {
            match self.grid.rectangle(value.raw) {
                Some((first, last)) if first == last => each(first),
                Some((first, last)) => self.rectangle(value.offset, first, last, &mut each),
                None => self.notes.push(
                    value.offset,
                    format!(
                        "{name}{} is no point of the {} board: dropped",
                        bracketed(value.raw),
                        self.grid.size
                    ),
                ),
            }
        }
    }

    fn rectangle(
        &mut self,
        offset: usize,
        first: Point,
        last: Point,
        each: &mut impl FnMut(Point),
    ) {
        let area =
            (usize::from(last.x() - first.x()) + 1) * (usize::from(last.y() - first.y()) + 1);
        let Some(left) = self.rectangle_points.checked_sub(area) else {
            self.once(
                Complaint::TooManyRectangles,
                offset,
                "too many points by rectangles: from here on they are dropped",
            );
            return;
        };
        *self.rectangle_points = left;
        for y in first.y()..=last.y() {
            (first.x()..=last.x())
                .filter_map(|x| Point::new(x, y))
                .for_each(&mut *each);
        }
    }
}

/// A move as written.
#[derive(Clone, Debug)]
pub(super) struct DraftMove<'a> {
    pub(super) offset: usize,
    pub(super) stone: Stone,
    pub(super) spot: Spot,
    raw: &'a str,
}

impl DraftMove<'_> {
    /// The move as written, for messages.
    pub(super) fn written(&self) -> String {
        let name = match self.stone {
            Stone::Black => "B",
            Stone::White => "W",
        };
        format!("{name}{}", bracketed(self.raw))
    }
}

/// A node's content.
#[derive(Debug, Default)]
pub(super) struct Draft<'a> {
    pub(super) moves: Vec<DraftMove<'a>>,
    pub(super) setup: Setup,
    comment: String,
    marks: Vec<(Point, Mark)>,
    time_ms: Option<u64>,
    /// Time left and how it was written.
    clocks: BySide<Option<(u64, String)>>,
    unknown: Vec<(String, Vec<String>)>,
    /// The reason for the end, if `TE` is used for it.
    pub(super) end_words: Option<Reason>,
}

/// What only the root says.
#[derive(Debug, Default)]
pub(super) struct RootDraft {
    pub(super) info: Info,
    /// `RE` with its offset.
    pub(super) result: Option<(usize, String)>,
    /// `TGCAUSE` with its offset.
    pub(super) cause: Option<(usize, String)>,
}

impl<'a> Draft<'a> {
    /// Reads a node. For the root, `root` takes what is said about the whole game.
    pub(super) fn read(
        raw: &RawNode<'a>,
        mut root: Option<&mut RootDraft>,
        desk: &mut Desk,
    ) -> Draft<'a> {
        let mut draft = Draft::default();
        let mut previous = "";
        for (property, values) in raw.properties() {
            let (name, spelling) = canonical_name(property.name);
            desk.complain_about_name(property, &name, spelling);
            if property.name == previous && !matches!(&*name, "B" | "W") {
                desk.once(
                    Complaint::RepeatedProperty,
                    property.offset,
                    "a property is repeated in one node: its values are joined",
                );
            }
            previous = property.name;
            let for_root = root
                .as_deref_mut()
                .is_some_and(|root| root.take(&name, values, desk));
            if !for_root {
                draft.take(property.offset, &name, values, desk);
            }
        }
        draft.drop_second_times();
        merge_repeated(&mut draft.unknown);
        tidy_marks(&mut draft.marks);
        tidy_setup(&mut draft.setup.stones);
        draft
    }

    fn take(&mut self, offset: usize, name: &str, values: &[Value<'a>], desk: &mut Desk) {
        match name {
            "B" => self.take_moves(Stone::Black, values, desk),
            "W" => self.take_moves(Stone::White, values, desk),
            "AB" => self.take_setup(Some(Stone::Black), name, values, desk),
            "AW" => self.take_setup(Some(Stone::White), name, values, desk),
            "AE" => self.take_setup(None, name, values, desk),
            "PL" => self.take_side_to_move(values, desk),
            "C" => self.take_comment(values),
            "MA" => self.take_marks(&Mark::Cross, name, values, desk),
            "CR" => self.take_marks(&Mark::Circle, name, values, desk),
            "SQ" => self.take_marks(&Mark::Square, name, values, desk),
            "TR" => self.take_marks(&Mark::Triangle, name, values, desk),
            "LB" => self.take_labels(values, desk),
            "BL" => self.take_clock(Stone::Black, name, values),
            "WL" => self.take_clock(Stone::White, name, values),
            TIME => match values {
                [only] if only.closed && value::milliseconds(only.raw).is_some() => {
                    self.time_ms = value::milliseconds(only.raw);
                }
                _ => self.keep(name, values),
            },
            "" => desk
                .notes
                .push(offset, "a property without a name: dropped"),
            _ => {
                if name == "TE" {
                    let words = values.iter().find(|value| value.closed);
                    self.end_words = words.and_then(|value| ending::read_end_words(value.raw));
                }
                self.keep(name, values);
            }
        }
    }

    fn take_moves(&mut self, stone: Stone, values: &[Value<'a>], desk: &Desk) {
        for value in values.iter().filter(|value| value.closed) {
            self.moves.push(DraftMove {
                offset: value.offset,
                stone,
                spot: desk.grid.spot(value.raw),
                raw: value.raw,
            });
        }
    }

    fn take_setup(&mut self, stone: Option<Stone>, name: &str, values: &[Value], desk: &mut Desk) {
        let stones = &mut self.setup.stones;
        desk.points(name, values, |point| stones.push((point, stone)));
    }

    fn take_side_to_move(&mut self, values: &[Value], desk: &mut Desk) {
        let Some(value) = desk.single("PL", values) else {
            return;
        };
        match value.raw.trim().as_bytes() {
            [b'B' | b'b', ..] => self.setup.to_move = Some(Stone::Black),
            [b'W' | b'w', ..] => self.setup.to_move = Some(Stone::White),
            _ => desk.notes.push(
                value.offset,
                format!(
                    "PL{} names no colour, B or W: dropped",
                    bracketed(value.raw)
                ),
            ),
        }
    }

    /// A comment that the end of the text cuts off is kept: its words are certain.
    fn take_comment(&mut self, values: &[Value]) {
        for value in values {
            if !self.comment.is_empty() {
                self.comment.push('\n');
            }
            self.comment.push_str(&value::text(value.raw));
        }
    }

    fn take_marks(&mut self, mark: &Mark, name: &str, values: &[Value], desk: &mut Desk) {
        let marks = &mut self.marks;
        desk.points(name, values, |point| marks.push((point, mark.clone())));
    }

    fn take_labels(&mut self, values: &[Value], desk: &mut Desk) {
        for value in values.iter().filter(|value| value.closed) {
            let label = value::compose(value.raw)
                .and_then(|(point, text)| Some((desk.grid.point(point)?, value::line(text))));
            match label {
                Some((point, text)) => self.marks.push((point, Mark::Label(text))),
                None => desk.notes.push(
                    value.offset,
                    format!(
                        "LB{} is no point of the {} board with a text: dropped",
                        bracketed(value.raw),
                        desk.grid.size
                    ),
                ),
            }
        }
    }

    fn take_clock(&mut self, stone: Stone, name: &str, values: &[Value]) {
        match values {
            [only] if only.closed => match value::milliseconds(only.raw) {
                Some(ms) => self.clocks[stone] = Some((ms, value::text(only.raw))),
                None => self.keep(name, values),
            },
            _ => self.keep(name, values),
        }
    }

    /// Where a time was understood, what else stands under its name is not kept: a node
    /// has each property once.
    fn drop_second_times(&mut self) {
        let understood = [
            ("BL", self.clocks.black.is_some()),
            ("WL", self.clocks.white.is_some()),
            (TIME, self.time_ms.is_some()),
        ];
        if understood.iter().any(|&(_, is)| is) {
            self.unknown
                .retain(|(name, _)| !understood.contains(&(name.as_str(), true)));
        }
    }

    fn keep(&mut self, name: &str, values: &[Value]) {
        let closed = || values.iter().filter(|value| value.closed);
        let count = closed().count();
        if count > 0 {
            let mut kept = Vec::with_capacity(count);
            kept.extend(closed().map(|value| value::text(value.raw)));
            push_unknown(&mut self.unknown, name, kept);
        }
    }

    /// Whether nothing is left of the node.
    pub(super) fn is_blank(&self) -> bool {
        let Draft {
            moves,
            setup,
            comment,
            marks,
            time_ms,
            clocks,
            unknown,
            end_words: _,
        } = self;
        moves.is_empty()
            && setup.stones.is_empty()
            && setup.to_move.is_none()
            && comment.is_empty()
            && marks.is_empty()
            && time_ms.is_none()
            && clocks.black.is_none()
            && clocks.white.is_none()
            && unknown.is_empty()
    }

    /// Takes one player's clock out, for the node with that player's move.
    pub(super) fn take_time_left(&mut self, stone: Stone) -> Option<u64> {
        self.clocks[stone].take().map(|(ms, _)| ms)
    }

    /// Takes the moves and their clocks out into a draft of their own.
    pub(super) fn take_moves_out(&mut self) -> Draft<'a> {
        let mut apart = Draft {
            moves: std::mem::take(&mut self.moves),
            ..Draft::default()
        };
        for mv in &apart.moves {
            if let Some(clock) = self.clocks[mv.stone].take() {
                apart.clocks[mv.stone] = Some(clock);
            }
        }
        apart
    }

    /// Puts all but moves and set-up into a node. A clock that belongs to no move here
    /// is kept as it was written.
    pub(super) fn annotate(self, node: &mut Node) {
        node.comment = self.comment;
        node.marks = self.marks;
        node.time_ms = self.time_ms;
        node.unknown = self.unknown;
        for (name, clock) in [("BL", self.clocks.black), ("WL", self.clocks.white)] {
            if let Some((_, written)) = clock {
                push_unknown(&mut node.unknown, name, vec![written]);
            }
        }
    }
}

impl RootDraft {
    /// Takes a property of the whole game; `false` if it is none.
    fn take(&mut self, name: &str, values: &[Value], desk: &mut Desk) -> bool {
        let info = &mut self.info;
        let field = match name {
            // Decided before, or ours to write.
            "FF" | "GM" | "SZ" | "RU" | "CA" | "AP" => return true,
            "RE" | CAUSE => {
                if let Some(value) = desk.single(name, values) {
                    let said = Some((value.offset, value::line(value.raw)));
                    if name == "RE" {
                        self.result = said;
                    } else {
                        self.cause = said;
                    }
                }
                return true;
            }
            "PB" => &mut info.players.black,
            "PW" => &mut info.players.white,
            "DT" => &mut info.date,
            "EV" => &mut info.event,
            "PC" => &mut info.place,
            "RO" => &mut info.round,
            "GN" => &mut info.title,
            "ON" => &mut info.opening,
            PROTOCOL => &mut info.protocol,
            _ => return false,
        };
        if let Some(value) = desk.single(name, values)
            && field.is_empty()
        {
            *field = value::line(value.raw);
        }
        true
    }
}

/// Adds a property that is kept as text. Most nodes that have any have one, so the first
/// gets no more memory than it needs.
fn push_unknown(unknown: &mut Vec<(String, Vec<String>)>, name: &str, values: Vec<String>) {
    if unknown.is_empty() {
        unknown.reserve_exact(1);
    }
    unknown.push((name.to_string(), values));
}

/// Joins entries of one name, so that each name occurs once. Sorting instead of
/// searching keeps nodes with very many properties cheap.
pub(super) fn merge_repeated(unknown: &mut Vec<(String, Vec<String>)>) {
    if unknown.len() < 2 {
        return;
    }
    let mut order: Vec<usize> = (0..unknown.len()).collect();
    order.sort_by(|&a, &b| unknown[a].0.cmp(&unknown[b].0).then(a.cmp(&b)));
    let mut first = order[0];
    for &at in &order[1..] {
        if unknown[at].0 == unknown[first].0 {
            let values = std::mem::take(&mut unknown[at].1);
            unknown[first].1.extend(values);
            unknown[at].0.clear();
        } else {
            first = at;
        }
    }
    unknown.retain(|(name, _)| !name.is_empty());
}

/// The property that a mark is written as.
pub(super) fn mark_name(mark: &Mark) -> &'static str {
    match mark {
        Mark::Cross => "MA",
        Mark::Circle => "CR",
        Mark::Square => "SQ",
        Mark::Triangle => "TR",
        Mark::Label(_) => "LB",
    }
}

/// The property that a set-up stone is written as.
pub(super) fn setup_name(stone: Option<Stone>) -> &'static str {
    match stone {
        Some(Stone::Black) => "AB",
        Some(Stone::White) => "AW",
        None => "AE",
    }
}

/// Brings entries of one name together, names in the order of their first entry: a
/// node has each property once.
fn group<T>(list: &mut [(Point, T)], name_of: impl Fn(&T) -> &'static str) {
    let mut names: Vec<&'static str> = Vec::new();
    for (_, entry) in list.iter() {
        let name = name_of(entry);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    list.sort_by_key(|(_, entry)| names.iter().position(|&name| name == name_of(entry)));
}

/// Keeps the first of equal marks on a point, and the first label; groups them by kind.
pub(super) fn tidy_marks(marks: &mut Vec<(Point, Mark)>) {
    if marks.len() < 2 {
        return;
    }
    let mut seen = [0u8; AREA];
    marks.retain(|(point, mark)| {
        let bit = match mark {
            Mark::Cross => 1,
            Mark::Circle => 2,
            Mark::Square => 4,
            Mark::Triangle => 8,
            Mark::Label(_) => 16,
        };
        let kinds = &mut seen[point.index()];
        let is_new = *kinds & bit == 0;
        *kinds |= bit;
        is_new
    });
    group(marks, mark_name);
}

/// Keeps what is said last about each point; groups the points by colour.
pub(super) fn tidy_setup(stones: &mut Vec<(Point, Option<Stone>)>) {
    if stones.len() < 2 {
        return;
    }
    let mut seen = [false; AREA];
    stones.reverse();
    stones.retain(|(point, _)| !std::mem::replace(&mut seen[point.index()], true));
    stones.reverse();
    group(stones, |&stone| setup_name(stone));
}
