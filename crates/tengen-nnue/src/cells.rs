//! Sums of rows for each point of a board, and of clipped sums for each region of it.

use tengen_core::{Point, Size, Stone};

use crate::head::{Channels, Kernel};
use crate::net::Net;
use crate::windows::{self, REACH, STEPS};

/// A stone that comes or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) point: Point,
    pub(crate) stone: Stone,
    pub(crate) comes: bool,
}

/// What a net sees of a position.
#[derive(Clone)]
pub(crate) struct Cells {
    side: usize,
    /// The four windows of each point, as Black sees them.
    windows: Vec<[u16; 4]>,
    sums: Vec<Channels>,
    regions: [Channels; 9],
    region_of: Vec<u8>,
}

impl Cells {
    /// An empty board.
    pub(crate) fn new(net: &Net) -> Cells {
        let (side, home) = (net.size(), net.home().1);
        let mut cells = Cells::empty(net, side);
        if side != home {
            // Empty cells count, too, and how many there are is all that the layers know of a
            // board's size: a net that was lent sees stones come to the board it knows.
            cells.regions = Cells::empty(net, home).regions;
        }
        cells
    }

    /// An empty board of any size.
    fn empty(net: &Net, size: Size) -> Cells {
        let side = usize::from(size.get());
        let mut cells = Cells {
            side,
            windows: Vec::new(),
            sums: Vec::new(),
            regions: [Channels::ZERO; 9],
            region_of: Vec::new(),
        };
        for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
            let windows = STEPS.map(|step| {
                let (after, before) = cells.steps_inside(x as i32, y as i32, step);
                windows::empty(before as usize, after as usize)
            });
            let mut sum = Channels::ZERO;
            for window in windows {
                for (number, &part) in sum.0.iter_mut().zip(&net.row(window).0) {
                    *number += i16::from(part);
                }
            }
            let region = 3 * (3 * y / side) + 3 * x / side;
            for (number, part) in cells.regions[region].0.iter_mut().zip(sum.clipped().0) {
                *number += part;
            }
            cells.windows.push(windows);
            cells.sums.push(sum);
            cells.region_of.push(region as u8);
        }
        cells
    }

    /// The sums of a point's four windows.
    pub(crate) fn sum(&self, point: Point) -> &Channels {
        &self.sums[usize::from(point.y()) * self.side + usize::from(point.x())]
    }

    /// How many steps, four at the most, lead along a line and against it on the board.
    #[inline(always)]
    fn steps_inside(&self, x: i32, y: i32, (dx, dy): (i32, i32)) -> (i32, i32) {
        let last = self.side as i32 - 1;
        let room = |at: i32, step: i32| match step {
            0 => (REACH as i32, REACH as i32),
            1.. => (last - at, at),
            _ => (at, last - at),
        };
        let ((right, left), (down, up)) = (room(x, dx), room(y, dy));
        let reach = REACH as i32;
        (right.min(down).min(reach), left.min(up).min(reach))
    }

    /// The sums of the nine regions, row by row, as they are, or as they would be after one
    /// more change.
    #[inline(always)]
    pub(crate) fn regions<K: Kernel>(
        &mut self,
        kernel: K,
        net: &Net,
        change: Option<Change>,
    ) -> [Channels; 9] {
        let mut regions = self.regions;
        if let Some(change) = change {
            self.exchange::<K, false>(kernel, net, change, &mut regions);
        }
        regions
    }

    /// Brings every window that holds the point up to date, and all sums.
    #[inline(always)]
    pub(crate) fn change<K: Kernel>(&mut self, kernel: K, net: &Net, change: Change) {
        let mut regions = self.regions;
        self.exchange::<K, true>(kernel, net, change, &mut regions);
        self.regions = regions;
    }

    /// Brings the sums of regions up to date, and windows and sums of cells if they are to be
    /// kept.
    #[inline(always)]
    fn exchange<K: Kernel, const KEPT: bool>(
        &mut self,
        kernel: K,
        net: &Net,
        change: Change,
        regions: &mut [Channels; 9],
    ) {
        let (x, y) = (i32::from(change.point.x()), i32::from(change.point.y()));
        let side = self.side as i32;
        let shares = windows::shares(change.stone == Stone::Black, change.comes);
        let centre = (y * side + x) as usize;
        // The point itself has a window in every direction, others have one.
        let mut centre_rows = [[net.row(0); 2]; STEPS.len()];
        // Neighbours mostly lie in one region: its sums change once for all of them.
        let mut region = self.region_of[centre];
        let mut gain = kernel.nothing();
        for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
            let (ahead, behind) = self.steps_inside(x, y, (dx, dy));
            for steps in -behind..=ahead {
                let cell = (y * side + x + steps * (dy * side + dx)) as usize;
                let window = &mut self.windows[cell][direction];
                let before = *window;
                // Seen from there the stone lies as many steps the other way.
                let after = before.wrapping_add(shares[(REACH as i32 - steps) as usize]);
                if KEPT {
                    *window = after;
                }
                let rows = [net.row(before), net.row(after)];
                if steps == 0 {
                    centre_rows[direction] = rows;
                    continue;
                }
                if self.region_of[cell] != region {
                    kernel.add(gain, &mut regions[usize::from(region)]);
                    gain = kernel.nothing();
                    region = self.region_of[cell];
                }
                kernel.exchange::<1, KEPT>(&mut self.sums[cell], [rows], &mut gain);
            }
        }
        kernel.add(gain, &mut regions[usize::from(region)]);
        let mut gain = kernel.nothing();
        kernel.exchange::<4, KEPT>(&mut self.sums[centre], centre_rows, &mut gain);
        kernel.add(gain, &mut regions[usize::from(self.region_of[centre])]);
    }
}
