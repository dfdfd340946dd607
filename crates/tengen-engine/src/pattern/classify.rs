//! What a stone makes of a line, found by trying.
//!
//! Nothing behind an enemy stone or the edge can belong to a row through the point. So all
//! that counts of a side is a [`View`]: the own stones and empty cells up to the first
//! cell that is neither. There are so few pairs of views, compared with windows, that the
//! tables of a rule are ready within the start of a process.

use tengen_core::{Rule, Stone};

use super::line::{LineClass, MAX_REACH};

/// One side of a point as a colour sees it, up to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct View {
    /// Own and empty cells.
    length: u32,
    /// Bit `k` is set if the cell `k + 1` steps away holds an own stone.
    own: u32,
    /// An enemy stone comes next; otherwise the edge, or what is too far to be seen.
    enemy: bool,
}

impl View {
    /// One more than the largest number of a view.
    const COUNT: usize = 2 * ((2 << MAX_REACH) - 1);

    /// With one more cell at its end, which is empty.
    pub(super) fn and_empty(self) -> View {
        View {
            length: self.length + 1,
            ..self
        }
    }

    /// With one more cell at its end, which holds an own stone.
    pub(super) fn and_own(self) -> View {
        View {
            own: self.own | 1 << self.length,
            ..self.and_empty()
        }
    }

    /// With an enemy stone at its end.
    pub(super) fn and_enemy(self) -> View {
        View {
            enemy: true,
            ..self
        }
    }

    /// A number below [`View::COUNT`] that no other view has.
    pub(super) fn number(self) -> usize {
        let shape = (1 << self.length) - 1 + self.own;
        (2 * shape + u32::from(self.enemy)) as usize
    }

    /// The empty cells, as bits like those of the own stones.
    fn empty(self) -> u32 {
        !self.own & ((1 << self.length) - 1)
    }

    /// Own stones in a row from the point on.
    fn run(self) -> u32 {
        self.own.trailing_ones()
    }

    /// Whether an enemy stone comes right after the run.
    fn is_held(self) -> bool {
        self.enemy && self.run() == self.length
    }

    fn with_own(self, cell: u32) -> View {
        View {
            own: self.own | 1 << cell,
            ..self
        }
    }

    fn with_enemy(self, cell: u32) -> View {
        View {
            length: cell,
            own: self.own & ((1 << cell) - 1),
            enemy: true,
        }
    }
}

/// Both sides of a point.
#[derive(Clone, Copy)]
struct Sides {
    left: View,
    right: View,
}

/// An empty cell of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Left(u32),
    Right(u32),
}

impl Cell {
    /// Steps from the point, negative to the left.
    fn offset(self) -> i32 {
        match self {
            Cell::Left(cell) => -1 - cell as i32,
            Cell::Right(cell) => 1 + cell as i32,
        }
    }
}

impl Sides {
    fn number(self) -> usize {
        self.left.number() * View::COUNT + self.right.number()
    }

    fn mirrored(self) -> Sides {
        Sides {
            left: self.right,
            right: self.left,
        }
    }

    /// Cells on which a row through the point may lie.
    fn room(self) -> u32 {
        self.left.length + 1 + self.right.length
    }

    fn empty_cells(self) -> impl Iterator<Item = Cell> {
        let left = bits(self.left.empty()).map(Cell::Left);
        left.chain(bits(self.right.empty()).map(Cell::Right))
    }

    fn with_own(self, cell: Cell) -> Sides {
        match cell {
            Cell::Left(cell) => Sides {
                left: self.left.with_own(cell),
                ..self
            },
            Cell::Right(cell) => Sides {
                right: self.right.with_own(cell),
                ..self
            },
        }
    }

    fn with_enemy(self, cell: Cell) -> Sides {
        match cell {
            Cell::Left(cell) => Sides {
                left: self.left.with_enemy(cell),
                ..self
            },
            Cell::Right(cell) => Sides {
                right: self.right.with_enemy(cell),
                ..self
            },
        }
    }

    /// Whether a cell is still part of the room.
    fn reaches(self, cell: Cell) -> bool {
        match cell {
            Cell::Left(cell) => cell < self.left.length,
            Cell::Right(cell) => cell < self.right.length,
        }
    }
}

fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lowest < u32::BITS).then_some(lowest)
    })
}

/// The classes of pairs of views for one colour, every answer remembered.
pub(super) struct Classes {
    rule: Rule,
    stone: Stone,
    /// By left and right view; `None` where nobody has asked yet.
    known: Vec<Option<LineClass>>,
}

impl Classes {
    /// The classes of all pairs of these views.
    pub(super) fn of_views(rule: Rule, stone: Stone, views: &[View]) -> Classes {
        let mut classes = Classes {
            rule,
            stone,
            known: vec![None; View::COUNT * View::COUNT],
        };
        let mut met = [false; View::COUNT];
        let is_new = |view: &View| !std::mem::replace(&mut met[view.number()], true);
        let different: Vec<View> = views.iter().copied().filter(is_new).collect();
        for &left in &different {
            for &right in &different {
                classes.class_of(Sides { left, right });
            }
        }
        classes
    }

    /// By the number of the right view, the classes beside this left view.
    pub(super) fn beside(&self, left: usize) -> [LineClass; View::COUNT] {
        let row = &self.known[left * View::COUNT..][..View::COUNT];
        std::array::from_fn(|right| row[right].unwrap_or(LineClass::Dead))
    }

    fn class_of(&mut self, sides: Sides) -> LineClass {
        if let Some(class) = self.known[sides.number()] {
            return class;
        }
        let class = self.classify(sides);
        self.known[sides.number()] = Some(class);
        self.known[sides.mirrored().number()] = Some(class);
        class
    }

    fn classify(&mut self, sides: Sides) -> LineClass {
        if let Some(class) = self.full_row(sides) {
            return class;
        }
        if sides.room() < 5 {
            return LineClass::Dead;
        }
        let mut best_with_one_more = [0_usize; LineClass::COUNT];
        let mut five_points = FivePoints::default();
        for cell in sides.empty_cells() {
            let class = self.class_of(sides.with_own(cell));
            best_with_one_more[class as usize] += 1;
            if class == LineClass::Five {
                five_points.push(cell);
            }
        }
        if !five_points.cells().is_empty() {
            return self.four(sides, five_points.cells());
        }
        class_below_four(&best_with_one_more)
    }

    /// Five or longer through the point: won, forbidden, or worth nothing.
    fn full_row(&self, Sides { left, right }: Sides) -> Option<LineClass> {
        let length = left.run() + 1 + right.run();
        if length < 5 {
            return None;
        }
        let held = left.is_held() && right.is_held();
        Some(if self.rule.row_wins(self.stone, length as u8, held) {
            LineClass::Five
        } else if self.rule.has_forbidden_points(self.stone) {
            LineClass::Forbidden
        } else {
            LineClass::Dead
        })
    }

    fn four(&self, sides: Sides, five_points: &[Cell]) -> LineClass {
        if self.rule.has_forbidden_points(self.stone) {
            return match *five_points {
                [_] => LineClass::Four,
                [one, other] if one.offset().abs_diff(other.offset()) == 5 => LineClass::OpenFour,
                _ => LineClass::Forbidden,
            };
        }
        let is_stopped_by = |reply: Cell| {
            let answered = sides.with_enemy(reply);
            !five_points.iter().any(|&five| {
                answered.reaches(five)
                    && self.full_row(answered.with_own(five)) == Some(LineClass::Five)
            })
        };
        if sides.empty_cells().any(is_stopped_by) {
            LineClass::Four
        } else {
            LineClass::OpenFour
        }
    }
}

/// Where one more stone makes a five.
struct FivePoints {
    cells: [Cell; 2 * MAX_REACH],
    count: usize,
}

impl Default for FivePoints {
    fn default() -> FivePoints {
        FivePoints {
            cells: [Cell::Left(0); 2 * MAX_REACH],
            count: 0,
        }
    }
}

impl FivePoints {
    fn push(&mut self, cell: Cell) {
        self.cells[self.count] = cell;
        self.count += 1;
    }

    fn cells(&self) -> &[Cell] {
        &self.cells[..self.count]
    }
}

fn class_below_four(with_one_more: &[usize; LineClass::COUNT]) -> LineClass {
    let cells = |class: LineClass| with_one_more[class as usize];
    let open_threes = cells(LineClass::OpenThree) + cells(LineClass::OpenThreeWide);
    let open_twos =
        cells(LineClass::OpenTwo) + cells(LineClass::OpenTwoWide) + cells(LineClass::OpenTwoWidest);
    match (cells(LineClass::OpenFour), open_threes) {
        (2.., _) => LineClass::OpenThreeWide,
        (1, _) => LineClass::OpenThree,
        _ if cells(LineClass::Four) > 0 => LineClass::SleepingThree,
        (_, 4..) => LineClass::OpenTwoWidest,
        (_, 3) => LineClass::OpenTwoWide,
        (_, 1..) => LineClass::OpenTwo,
        _ if cells(LineClass::SleepingThree) > 0 => LineClass::SleepingTwo,
        _ if open_twos > 0 => LineClass::OpenOne,
        _ if cells(LineClass::SleepingTwo) > 0 => LineClass::SleepingOne,
        _ => LineClass::Dead,
    }
}
