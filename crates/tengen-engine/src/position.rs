//! The engine's board: what every free point would make for either colour, kept up to
//! date move by move.
//!
//! Cells live in a 32x32 grid with a rim of five, so that no step from a board point
//! leaves it. Each cell knows its four line windows (see [`crate::pattern`]); a stone
//! changes at most ten windows a line, by one addition each, and only cells whose class
//! really changed are looked at again. What they were is logged, and undo copies it back.
//!
//! Invariant: after any sequence of [`Position::make`] and [`Position::unmake`] every
//! field equals what [`Position::from_scratch`] computes, which the tests check.

mod renju;
mod rows;
#[cfg(test)]
mod tests;

use tengen_core::{Board, Point, Size, Stone, zobrist};

use crate::pattern::cell::CellTable;
use crate::pattern::{CellCode, LineClass, LineTable, Threat};
use crate::value::{CodeInfo, ValueTable};
use crate::variant::Variant;
pub use rows::{Rows, SpotIter};

/// A place in the padded grid: row * 32 + column, both shifted by the rim.
pub type Spot = u16;

const STRIDE: i32 = 32;
const GRID: usize = 1024;
const RIM: u8 = 5;
const EMPTY: u8 = 2;
const EDGE: u8 = 3;

/// Steps of the four directions in the grid, in the order of `Direction::ALL`.
pub(crate) const STEPS: [i32; 4] = [1, STRIDE, STRIDE + 1, 1 - STRIDE];

/// The grid place of a board point.
pub fn spot_of(point: Point) -> Spot {
    u16::from(point.y() + RIM) * STRIDE as u16 + u16::from(point.x() + RIM)
}

/// The board point of a grid place that lies on the board.
pub fn point_of(spot: Spot) -> Option<Point> {
    let x = (spot % STRIDE as u16) as u8;
    let y = (spot / STRIDE as u16) as u8;
    Point::new(x.checked_sub(RIM)?, y.checked_sub(RIM)?)
}

/// One point of the grid. Colour is the index 0 (Black) or 1 (White) of the arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
struct Cell {
    /// Window index for each direction.
    windows: [u32; 4],
    /// Packed line classes for each direction (both colours).
    lines: [u8; 4],
    /// The four line classes of each colour, four bits each.
    keys: [u16; 2],
    /// The same without order.
    codes: [CellCode; 2],
    /// What a stone of each colour would do here.
    threats: [Threat; 2],
    /// 0 black, 1 white, [`EMPTY`] or [`EDGE`].
    stone: u8,
}

/// What a change overwrote.
#[derive(Clone, Copy, Debug)]
struct Change {
    spot: Spot,
    direction: u8,
    line: u8,
    keys: [u16; 2],
    codes: [CellCode; 2],
    threats: [Threat; 2],
}

/// What a move overwrote beside its changes.
#[derive(Clone, Copy, Debug)]
struct Ply {
    spot: Spot,
    changes_before: u32,
    sums: [Sums; 2],
    candidates: [u32; 9],
}

/// Sum of the pattern values of one colour over all free points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// If that colour is to move.
    pub on_move: i32,
    /// If it is not.
    pub waiting: i32,
}

impl Sums {
    #[inline]
    fn add(&mut self, info: &CodeInfo) {
        self.on_move += i32::from(info.on_move);
        self.waiting += i32::from(info.waiting);
    }

    #[inline]
    fn subtract(&mut self, info: &CodeInfo) {
        self.on_move -= i32::from(info.on_move);
        self.waiting -= i32::from(info.waiting);
    }
}

/// A position that search can play forward and back quickly.
#[derive(Clone, Debug)]
pub struct Position<V: Variant> {
    cells: Box<[Cell; GRID]>,
    to_move: Stone,
    key: u64,
    sums: [Sums; 2],
    /// How many free points hold each threat, by colour.
    counts: [[u16; Threat::COUNT]; 2],
    /// Which free points hold each threat, by colour.
    sets: Box<[[Rows; Threat::COUNT]; 2]>,
    candidates: Rows,
    free: Rows,
    stones: u16,
    plies: Vec<Ply>,
    changes: Vec<Change>,
    lines: &'static LineTable,
    cell_table: &'static CellTable,
    values: &'static ValueTable,
    size: Size,
    variant: V,
}

impl<V: Variant> Position<V> {
    /// An empty board with Black to move, judged by the shipped tables.
    pub fn new(size: Size, variant: V) -> Position<V> {
        Position::with_values(size, variant, V::values())
    }

    /// The same with other tables, for those who learn or compare them.
    pub fn with_values(size: Size, variant: V, values: &'static ValueTable) -> Position<V> {
        let mut position = Position {
            cells: Box::new(
                [Cell {
                    windows: [0; 4],
                    lines: [0; 4],
                    keys: [0; 2],
                    codes: [0; 2],
                    threats: [Threat::None; 2],
                    stone: EDGE,
                }; GRID],
            ),
            to_move: Stone::Black,
            key: 0,
            sums: [Sums::default(); 2],
            counts: [[0; Threat::COUNT]; 2],
            sets: Box::new([[Rows::default(); Threat::COUNT]; 2]),
            candidates: Rows::default(),
            free: Rows::default(),
            stones: 0,
            plies: Vec::with_capacity(size.area() + 8),
            changes: Vec::with_capacity(40 * (size.area() + 8)),
            lines: V::lines(),
            cell_table: CellTable::get(),
            values,
            size,
            variant,
        };
        for point in size.points() {
            position.open_cell(point);
        }
        position
    }

    /// A board with these stones, computed cell by cell.
    pub fn from_board(
        board: &Board,
        to_move: Stone,
        variant: V,
        values: &'static ValueTable,
    ) -> Position<V> {
        let mut position = Position::with_values(board.size(), variant, values);
        for (point, stone) in board.stones() {
            position.to_move = stone;
            position.make(spot_of(point));
        }
        // What was set up cannot be taken back.
        position.plies.clear();
        position.changes.clear();
        position.to_move = to_move;
        position.key = board.key();
        if to_move == Stone::White {
            position.key ^= zobrist::WHITE_TO_MOVE;
        }
        position
    }

    fn open_cell(&mut self, point: Point) {
        let last = self.size.get() - 1;
        let (x, y) = (usize::from(point.x()), usize::from(point.y()));
        let (right, below) = (usize::from(last) - x, usize::from(last) - y);
        let seen = [
            (x, right),
            (y, below),
            (x.min(y), right.min(below)),
            (x.min(below), right.min(y)),
        ];
        let spot = spot_of(point);
        let mut cell = self.cells[usize::from(spot)];
        cell.stone = EMPTY;
        for (direction, (before, after)) in seen.into_iter().enumerate() {
            cell.windows[direction] = self.lines.empty_window(before, after);
            cell.lines[direction] = self.lines.packed(cell.windows[direction]);
        }
        for colour in 0..2 {
            cell.keys[colour] = (0..4).fold(0, |key, direction| {
                key | u16::from(cell.lines[direction] >> (4 * colour) & 15) << (4 * direction)
            });
            cell.codes[colour] = self.cell_table.code(cell.keys[colour]);
            cell.threats[colour] = self.values.info(colour, cell.codes[colour]).threat;
        }
        self.cells[usize::from(spot)] = cell;
        self.free.insert(spot);
        self.enter(spot);
    }

    /// Size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(&self) -> Stone {
        self.to_move
    }

    /// Zobrist key of stones and turn, the same as in `tengen-core`.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Number of stones on the board.
    #[inline]
    pub fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    /// Whether no point is free.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.stones() == self.size.area()
    }

    /// Moves made since the position was set up.
    #[inline]
    pub fn ply(&self) -> usize {
        self.plies.len()
    }

    /// The move made last; `None` for a pass or at the set-up.
    #[inline]
    pub fn last_move(&self) -> Option<Spot> {
        let last = self.plies.last()?;
        Some(last.spot).filter(|&spot| spot != PASS)
    }

    /// Whether the point is free.
    #[inline]
    pub fn is_free(&self, spot: Spot) -> bool {
        self.cells[usize::from(spot) % GRID].stone == EMPTY
    }

    /// What a stone of this colour would do on a free point. In renju Black's
    /// [`Threat::Forbidden`] is a suspicion; [`Position::is_forbidden`] is exact.
    #[inline]
    pub fn threat(&self, spot: Spot, stone: Stone) -> Threat {
        self.cells[usize::from(spot) % GRID].threats[stone as usize]
    }

    /// How many free points would do this for the colour.
    #[inline]
    pub fn count(&self, stone: Stone, threat: Threat) -> usize {
        usize::from(self.counts[stone as usize][threat as usize])
    }

    /// The free points that would do this for the colour.
    #[inline]
    pub fn set(&self, stone: Stone, threat: Threat) -> &Rows {
        &self.sets[stone as usize][threat as usize]
    }

    /// Some free point that would do this for the colour.
    #[inline]
    pub fn first(&self, stone: Stone, threat: Threat) -> Option<Spot> {
        if self.count(stone, threat) == 0 {
            return None;
        }
        self.set(stone, threat).iter().next()
    }

    /// Free points near a stone.
    pub fn candidates(&self) -> SpotIter {
        self.candidates.and(&self.free).into_iter()
    }

    /// Whether a place is one of [`Position::candidates`].
    pub fn is_candidate(&self, spot: Spot) -> bool {
        self.candidates.contains(spot) && self.free.contains(spot)
    }

    /// All free points.
    pub fn free_spots(&self) -> SpotIter {
        self.free.into_iter()
    }

    /// The pattern sums of a colour.
    #[inline]
    pub fn sums(&self, stone: Stone) -> Sums {
        self.sums[stone as usize]
    }

    /// The strongest threat a colour has standing, suspected forbidden points left out.
    #[inline]
    pub fn strongest(&self, stone: Stone) -> Threat {
        const FROM_THE_TOP: [Threat; 9] = [
            Threat::Five,
            Threat::OpenFour,
            Threat::FourThree,
            Threat::FourPlus,
            Threat::Four,
            Threat::DoubleThree,
            Threat::ThreePlus,
            Threat::Three,
            Threat::Builds,
        ];
        FROM_THE_TOP
            .into_iter()
            .find(|&threat| self.count(stone, threat) > 0)
            .unwrap_or(Threat::None)
    }

    /// Worth of the standing threats to the side to move.
    #[inline]
    pub fn standing(&self) -> i32 {
        let mover = self.to_move;
        self.values
            .standing(self.strongest(mover), self.strongest(mover.opponent()))
    }

    /// What the tables say of a stone of this colour on a free point.
    #[inline]
    pub fn info(&self, spot: Spot, stone: Stone) -> &'static CodeInfo {
        let colour = stone as usize;
        self.values
            .info(colour, self.cells[usize::from(spot) % GRID].codes[colour])
    }

    /// The code of a free point for this colour.
    #[inline]
    pub fn code(&self, spot: Spot, stone: Stone) -> CellCode {
        self.cells[usize::from(spot) % GRID].codes[stone as usize]
    }

    /// The class of one line through a free point.
    #[inline]
    pub fn line_class(&self, spot: Spot, direction: usize, stone: Stone) -> LineClass {
        let packed = self.cells[usize::from(spot) % GRID].lines[direction % 4];
        LineClass::from_number(packed >> (4 * stone as u32) & 15)
    }

    /// Puts a stone of the side to move on a free point.
    #[inline]
    pub fn make(&mut self, spot: Spot) {
        debug_assert!(self.is_free(spot), "{spot} is taken");
        let stone = self.to_move;
        let row = usize::from(spot) / STRIDE as usize;
        let mut ply = Ply {
            spot,
            changes_before: self.changes.len() as u32,
            sums: self.sums,
            candidates: [0; 9],
        };
        self.leave(spot);
        ply.candidates = self
            .candidates
            .spread(row, usize::from(spot) % STRIDE as usize);
        self.plies.push(ply);
        self.cells[usize::from(spot) % GRID].stone = stone as u8;
        self.free.remove(spot);
        self.stones += 1;
        self.turn(spot, stone);
        for (direction, step) in STEPS.into_iter().enumerate() {
            for distance in 1..=V::REACH as i32 {
                let weight = self.lines.weight(-distance, stone);
                self.shift(i32::from(spot) + distance * step, direction, weight);
                let weight = self.lines.weight(distance, stone);
                self.shift(i32::from(spot) - distance * step, direction, weight);
            }
        }
    }

    fn turn(&mut self, spot: Spot, stone: Stone) {
        self.key = self.key_with(spot, stone);
        self.to_move = self.to_move.opponent();
    }

    /// The key that the position has once the side to move has played there.
    #[inline]
    pub fn key_after(&self, spot: Spot) -> u64 {
        self.key_with(spot, self.to_move)
    }

    /// The key with a stone put there or taken away, and the turn passed on.
    #[inline]
    fn key_with(&self, spot: Spot, stone: Stone) -> u64 {
        let stone = point_of(spot).map_or(0, |point| zobrist::stone_key(point, stone));
        self.key ^ stone ^ zobrist::WHITE_TO_MOVE
    }

    /// Adds to a window and, if the cell is free and its class changed, looks again.
    #[inline]
    fn shift(&mut self, spot: i32, direction: usize, weight: u32) {
        let cell = &mut self.cells[spot as usize % GRID];
        cell.windows[direction] = cell.windows[direction].wrapping_add(weight);
        if cell.stone != EMPTY {
            return;
        }
        let line = self.lines.packed(cell.windows[direction]);
        let old = cell.lines[direction];
        if line != old {
            self.changes.push(Change {
                spot: spot as Spot,
                direction: direction as u8,
                line: old,
                keys: cell.keys,
                codes: cell.codes,
                threats: cell.threats,
            });
            cell.lines[direction] = line;
            let changed = line ^ old;
            for colour in 0..2 {
                let bits = changed >> (4 * colour) & 15;
                if bits != 0 {
                    self.reclass(
                        spot as usize % GRID,
                        colour,
                        u16::from(bits) << (4 * direction),
                    );
                }
            }
        }
    }

    #[inline]
    fn reclass(&mut self, at: usize, colour: usize, changed: u16) {
        let cell = &mut self.cells[at];
        cell.keys[colour] ^= changed;
        let code = self.cell_table.code(cell.keys[colour]);
        let old = self.values.info(colour, cell.codes[colour]);
        let new = self.values.info(colour, code);
        cell.codes[colour] = code;
        self.sums[colour].subtract(old);
        self.sums[colour].add(new);
        if old.threat != new.threat {
            cell.threats[colour] = new.threat;
            self.move_threat(at as Spot, colour, old.threat, new.threat);
        }
    }

    #[inline]
    fn move_threat(&mut self, spot: Spot, colour: usize, old: Threat, new: Threat) {
        self.counts[colour][old as usize] -= 1;
        self.counts[colour][new as usize] += 1;
        self.sets[colour][old as usize].remove(spot);
        self.sets[colour][new as usize].insert(spot);
    }

    /// Counts a cell that becomes free.
    fn enter(&mut self, spot: Spot) {
        let cell = self.cells[usize::from(spot) % GRID];
        for colour in 0..2 {
            self.sums[colour].add(self.values.info(colour, cell.codes[colour]));
            self.counts[colour][cell.threats[colour] as usize] += 1;
            self.sets[colour][cell.threats[colour] as usize].insert(spot);
        }
    }

    /// Forgets a cell that gets a stone.
    fn leave(&mut self, spot: Spot) {
        let cell = self.cells[usize::from(spot) % GRID];
        for colour in 0..2 {
            self.sums[colour].subtract(self.values.info(colour, cell.codes[colour]));
            self.counts[colour][cell.threats[colour] as usize] -= 1;
            self.sets[colour][cell.threats[colour] as usize].remove(spot);
        }
    }

    /// Takes the last move (or pass) back; does nothing at the set-up.
    #[inline]
    pub fn unmake(&mut self) {
        let Some(ply) = self.plies.pop() else { return };
        if ply.spot == PASS {
            self.key ^= zobrist::WHITE_TO_MOVE;
            self.to_move = self.to_move.opponent();
            return;
        }
        let spot = ply.spot;
        let stone = self.to_move.opponent();
        for (direction, step) in STEPS.into_iter().enumerate() {
            for distance in 1..=V::REACH as i32 {
                let weight = self.lines.weight(-distance, stone);
                self.unshift(i32::from(spot) + distance * step, direction, weight);
                let weight = self.lines.weight(distance, stone);
                self.unshift(i32::from(spot) - distance * step, direction, weight);
            }
        }
        while self.changes.len() > ply.changes_before as usize {
            self.restore_last_change();
        }
        let row = usize::from(spot) / STRIDE as usize;
        self.candidates.restore(row, &ply.candidates);
        self.turn(spot, stone);
        self.stones -= 1;
        self.free.insert(spot);
        self.cells[usize::from(spot) % GRID].stone = EMPTY;
        self.enter(spot);
        self.sums = ply.sums;
    }

    #[inline]
    fn unshift(&mut self, spot: i32, direction: usize, weight: u32) {
        let window = &mut self.cells[spot as usize % GRID].windows[direction];
        *window = window.wrapping_sub(weight);
    }

    #[inline]
    fn restore_last_change(&mut self) {
        let Some(change) = self.changes.pop() else {
            return;
        };
        let at = usize::from(change.spot) % GRID;
        let now = self.cells[at].threats;
        for (colour, (now, before)) in now.into_iter().zip(change.threats).enumerate() {
            if now != before {
                self.move_threat(change.spot, colour, now, before);
            }
        }
        let cell = &mut self.cells[at];
        cell.lines[usize::from(change.direction) % 4] = change.line;
        cell.keys = change.keys;
        cell.codes = change.codes;
        cell.threats = change.threats;
    }

    /// Lets the side to move pass: not a move of the game, but a question to ask
    /// ("what does the other side threaten?"). [`Position::unmake`] takes it back.
    pub fn make_pass(&mut self) {
        self.plies.push(Ply {
            spot: PASS,
            changes_before: self.changes.len() as u32,
            sums: self.sums,
            candidates: [0; 9],
        });
        self.key ^= zobrist::WHITE_TO_MOVE;
        self.to_move = self.to_move.opponent();
    }

    /// The stones as a plain board.
    pub fn to_board(&self) -> Board {
        let mut board = Board::new(self.size);
        for point in self.size.points() {
            let stone = match self.cells[usize::from(spot_of(point))].stone {
                0 => Stone::Black,
                1 => Stone::White,
                _ => continue,
            };
            // Each point is visited once, so it is free.
            let placed = board.place(point, stone);
            debug_assert!(placed.is_ok());
        }
        board
    }

    /// The same position computed anew: what all incremental fields must equal.
    pub fn from_scratch(&self) -> Position<V> {
        Position::from_board(&self.to_board(), self.to_move, self.variant, self.values)
    }

    /// The free points on one line where a stone of `replier` takes the class of a
    /// `stone` move on `spot` below `class`, the point itself left out.
    pub fn spoilers(
        &self,
        spot: Spot,
        direction: usize,
        stone: Stone,
        class: LineClass,
        found: &mut Vec<Spot>,
    ) {
        let window = self.cells[usize::from(spot) % GRID].windows[direction % 4];
        let reach = V::REACH as i32;
        for offset in (-reach..=reach).filter(|&offset| offset != 0) {
            let there = i32::from(spot) + offset * STEPS[direction % 4];
            if !self.is_free(there as Spot) {
                continue;
            }
            let answered = window + self.lines.weight(offset, stone.opponent());
            if self.lines.class(answered, stone) < class {
                found.push(there as Spot);
            }
        }
    }
}

/// The `spot` of a pass.
const PASS: Spot = 0;
