//! Sums of rows for each point of a board, and of clipped sums for each region of it.

use tengen_core::{Point, Stone};

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

/// A window of a cell that becomes another.
#[derive(Clone, Copy, Default)]
struct Exchange {
    cell: u16,
    before: u16,
    after: u16,
}

/// All windows that a change of one point exchanges.
struct Star {
    /// The four windows in whose centre the point is.
    centre: [Exchange; STEPS.len()],
    /// Those of the points around it, of each only one.
    arms: [Exchange; ARMS],
    /// How many of them lie on the board.
    length: usize,
}

/// Points that see another one in a window.
const ARMS: usize = 2 * REACH * STEPS.len();

impl Cells {
    /// An empty board.
    pub(crate) fn new(net: &Net) -> Cells {
        let side = usize::from(net.size().get());
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
            let star = self.star::<K, false>(kernel, net, change);
            self.exchange::<K, false>(kernel, net, &star, &mut regions);
        }
        regions
    }

    /// Brings every window that holds the point up to date, and all sums.
    #[inline(always)]
    pub(crate) fn change<K: Kernel>(&mut self, kernel: K, net: &Net, change: Change) {
        let mut regions = self.regions;
        let star = self.star::<K, true>(kernel, net, change);
        self.exchange::<K, true>(kernel, net, &star, &mut regions);
        self.regions = regions;
    }

    /// What a change exchanges; the new windows are kept or not. Their rows are fetched on the
    /// way: few of them are near.
    #[inline(always)]
    fn star<K: Kernel, const KEPT: bool>(&mut self, kernel: K, net: &Net, change: Change) -> Star {
        let (x, y) = (i32::from(change.point.x()), i32::from(change.point.y()));
        let side = self.side as i32;
        let shares = windows::shares(change.stone == Stone::Black, change.comes);
        let mut star = Star {
            centre: [Exchange::default(); STEPS.len()],
            arms: [Exchange::default(); ARMS],
            length: 0,
        };
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
                kernel.fetch(net.row(after));
                let exchange = Exchange {
                    cell: cell as u16,
                    before,
                    after,
                };
                if steps == 0 {
                    star.centre[direction] = exchange;
                } else {
                    star.arms[star.length] = exchange;
                    star.length += 1;
                }
            }
        }
        star
    }

    /// Brings the sums of regions up to date, and those of cells if they are to be kept.
    #[inline(always)]
    fn exchange<K: Kernel, const KEPT: bool>(
        &mut self,
        kernel: K,
        net: &Net,
        star: &Star,
        regions: &mut [Channels; 9],
    ) {
        let rows = |exchange: &Exchange| [net.row(exchange.before), net.row(exchange.after)];
        let [a, b, c, d] = &star.centre;
        let centre = usize::from(a.cell);
        let mut gain = kernel.nothing();
        kernel.exchange::<4, KEPT>(
            &mut self.sums[centre],
            [rows(a), rows(b), rows(c), rows(d)],
            &mut gain,
        );
        // Neighbours mostly lie in one region: its sums change once for all of them.
        let mut region = self.region_of[centre];
        for arm in &star.arms[..star.length] {
            let cell = usize::from(arm.cell);
            if self.region_of[cell] != region {
                kernel.add(gain, &mut regions[usize::from(region)]);
                gain = kernel.nothing();
                region = self.region_of[cell];
            }
            kernel.exchange::<1, KEPT>(&mut self.sums[cell], [rows(arm)], &mut gain);
        }
        kernel.add(gain, &mut regions[usize::from(region)]);
    }
}
