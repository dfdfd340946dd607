//! Exact forbidden points on the fast board.
//!
//! Only windows are updated while the finder tries stones, never classes or sums: it
//! asks the line table directly, so a trial stone costs forty additions.

use tengen_core::Stone;

use super::{GRID, Position, STEPS, Spot};
use crate::pattern::{LineClass, Threat};
use crate::variant::Variant;

impl<V: Variant> Position<V> {
    /// Whether renju forbids Black this free point. Always `false` in other rules.
    #[inline]
    pub fn is_forbidden(&mut self, spot: Spot) -> bool {
        V::FORBIDS
            && self.threat(spot, Stone::Black) == Threat::Forbidden
            && !self.black_may_play(spot)
    }

    /// Whether the side to move may play this free point.
    #[inline]
    pub fn is_legal(&mut self, spot: Spot) -> bool {
        self.to_move == Stone::White || !self.is_forbidden(spot)
    }

    /// Judges a trial stone by its windows: fives are legal, overlines and double fours
    /// are not, double threes only count if real.
    fn black_may_play(&mut self, spot: Spot) -> bool {
        let lines = self.black_lines(spot);
        if lines.contains(&LineClass::Five) {
            return true;
        }
        if lines.contains(&LineClass::Forbidden) || fours(lines) >= 2 {
            return false;
        }
        threes(lines) < 2 || self.real_threes(spot, lines) < 2
    }

    fn black_lines(&self, spot: Spot) -> [LineClass; 4] {
        let windows = self.cells[usize::from(spot) % GRID].windows;
        windows.map(|window| self.lines.class(window, Stone::Black))
    }

    fn real_threes(&mut self, spot: Spot, lines: [LineClass; 4]) -> usize {
        self.try_stone(spot);
        let mut real = 0;
        for (direction, line) in lines.into_iter().enumerate() {
            if line.is_open_three() && self.is_real_three(spot, direction) {
                real += 1;
                if real == 2 {
                    break;
                }
            }
        }
        self.take_trial_back(spot);
        real
    }

    /// Whether some point that makes a straight four of this three can be played.
    fn is_real_three(&mut self, spot: Spot, direction: usize) -> bool {
        let window = self.cells[usize::from(spot) % GRID].windows[direction];
        (-4..=4_i32).filter(|&offset| offset != 0).any(|offset| {
            let there = (i32::from(spot) + offset * STEPS[direction]) as Spot;
            if !self.is_free(there) {
                return false;
            }
            let extended = window + self.lines.weight(offset, Stone::Black);
            self.lines.class(extended, Stone::Black) == LineClass::OpenFour
                && !self.black_lines(there).contains(&LineClass::Five)
                && self.black_may_play(there)
        })
    }

    fn try_stone(&mut self, spot: Spot) {
        self.cells[usize::from(spot) % GRID].stone = Stone::Black as u8;
        self.shift_windows(spot, u32::wrapping_add);
    }

    fn take_trial_back(&mut self, spot: Spot) {
        self.shift_windows(spot, u32::wrapping_sub);
        self.cells[usize::from(spot) % GRID].stone = super::EMPTY;
    }

    fn shift_windows(&mut self, spot: Spot, shifted: fn(u32, u32) -> u32) {
        for (direction, step) in STEPS.into_iter().enumerate() {
            for distance in 1..=V::REACH as i32 {
                for (sign, offset) in [(1, -distance), (-1, distance)] {
                    let there = (i32::from(spot) + sign * distance * step) as usize % GRID;
                    let window = &mut self.cells[there].windows[direction];
                    *window = shifted(*window, self.lines.weight(offset, Stone::Black));
                }
            }
        }
    }
}

fn fours(lines: [LineClass; 4]) -> usize {
    lines
        .iter()
        .filter(|line| matches!(line, LineClass::Four | LineClass::OpenFour))
        .count()
}

fn threes(lines: [LineClass; 4]) -> usize {
    lines.iter().filter(|line| line.is_open_three()).count()
}
