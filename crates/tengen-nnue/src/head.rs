//! The layers behind the cells, in plain loops that a compiler turns into vectors.

use tengen_core::Stone;

use crate::cells::{Cells, Change};
use crate::net::{CHANNELS, Net, Row};

/// Channels of a cell: both views.
pub(crate) const CELL: usize = 2 * CHANNELS;
/// Outputs of a region.
pub(crate) const REGION: usize = 32;
/// Width of the hidden layers.
pub(crate) const HIDDEN: usize = 64;
/// What the first layer sees: the whole board, then three kinds of regions.
pub(crate) const JOINED: usize = CELL + 3 * REGION;
/// Largest output of a region, and of a hidden layer.
const LARGEST_REGION: i32 = 8191;
pub(crate) const LARGEST_HIDDEN: i32 = 16383;
/// What the first layer may see of a kind of regions: four of them at the most.
pub(crate) const LARGEST_KIND: i64 = 4 * LARGEST_REGION as i64;
/// Points for a unit of log-odds.
const POINTS: i64 = 200;

/// Numbers for each channel of a cell, aligned for the widest vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Channels(pub(crate) [i16; CELL]);

impl Channels {
    pub(crate) const ZERO: Channels = Channels([0; CELL]);

    /// Clipped to what the layers take.
    #[inline(always)]
    pub(crate) fn clipped(&self) -> Channels {
        let mut clipped = *self;
        for number in &mut clipped.0 {
            *number = (*number).clamp(0, 255);
        }
        clipped
    }

    /// With the views exchanged.
    #[inline(always)]
    fn exchanged(&self) -> Channels {
        let mut swapped = Channels::ZERO;
        swapped.0[..CHANNELS].copy_from_slice(&self.0[CHANNELS..]);
        swapped.0[CHANNELS..].copy_from_slice(&self.0[..CHANNELS]);
        swapped
    }

    /// The mover's view first; as stored, Black's is.
    #[inline(always)]
    pub(crate) fn seen_by(&self, black: bool) -> Channels {
        if black { *self } else { self.exchanged() }
    }
}

/// Weights for sixteen outputs: a cache line, which the widest vectors read as one.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Line(pub(crate) [i16; LINE]);

/// Weights in a line.
pub(crate) const LINE: usize = 32;

/// A layer: weights and biases. No sum leaves 32 bits: the file was checked.
#[derive(Clone, Debug)]
pub(crate) struct Layer<const INPUTS: usize, const OUTPUTS: usize> {
    /// By output.
    pub(crate) weights: Box<[[i16; INPUTS]]>,
    pub(crate) biases: Box<[i32; OUTPUTS]>,
    /// The same weights by pair of inputs, the two of each output side by side: what
    /// instructions want that multiply and add pairs for many outputs at once.
    pub(crate) pairs: Box<[Line]>,
}

impl<const INPUTS: usize, const OUTPUTS: usize> Layer<INPUTS, OUTPUTS> {
    pub(crate) fn new(weights: Vec<[i16; INPUTS]>, biases: [i32; OUTPUTS]) -> Self {
        let pair = |input: usize| {
            let by_output = weights.iter();
            by_output.flat_map(move |weights| [weights[input], weights[input + 1]])
        };
        let pairs: Vec<i16> = (0..INPUTS).step_by(2).flat_map(pair).collect();
        let (lines, _) = pairs.as_chunks();
        Layer {
            pairs: lines.iter().copied().map(Line).collect(),
            weights: weights.into(),
            biases: Box::new(biases),
        }
    }
}

/// A set of instructions at work. All give the same numbers.
pub(crate) trait Kernel: Copy {
    /// Numbers for each channel of a cell, where the instructions want them.
    type Cell: Copy;

    /// Zeros.
    fn nothing(self) -> Self::Cell;

    /// Adds numbers to others, channel by channel.
    fn add(self, cell: Self::Cell, to: &mut Channels);

    /// In a cell's sum of rows some become others, each old one the new one beside it. What
    /// the clipped sum gains is added to `gain`; the sum itself changes only if it is `KEPT`.
    fn exchange<const ROWS: usize, const KEPT: bool>(
        self,
        sum: &mut Channels,
        rows: [[&Row; 2]; ROWS],
        gain: &mut Self::Cell,
    );

    /// Biases plus products of a layer, not shifted.
    fn apply<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        layer: &Layer<INPUTS, OUTPUTS>,
        input: &[i16; INPUTS],
    ) -> [i32; OUTPUTS];

    /// The same for several inputs at once.
    fn apply_to_all<const COUNT: usize, const INPUTS: usize, const OUTPUTS: usize>(
        self,
        layer: &Layer<INPUTS, OUTPUTS>,
        inputs: [&[i16; INPUTS]; COUNT],
    ) -> [[i32; OUTPUTS]; COUNT];
}

/// Number by number, on any machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

impl Kernel for Plain {
    type Cell = Channels;

    #[inline(always)]
    fn nothing(self) -> Channels {
        Channels::ZERO
    }

    #[inline(always)]
    fn add(self, cell: Channels, to: &mut Channels) {
        for (number, part) in to.0.iter_mut().zip(cell.0) {
            *number += part;
        }
    }

    #[inline(always)]
    fn exchange<const ROWS: usize, const KEPT: bool>(
        self,
        sum: &mut Channels,
        rows: [[&Row; 2]; ROWS],
        gain: &mut Channels,
    ) {
        for (channel, (sum, gain)) in sum.0.iter_mut().zip(&mut gain.0).enumerate() {
            let was = *sum;
            let mut is = was;
            for [old, new] in rows {
                is += i16::from(new.0[channel]) - i16::from(old.0[channel]);
            }
            if KEPT {
                *sum = is;
            }
            *gain += is.clamp(0, 255) - was.clamp(0, 255);
        }
    }

    #[inline(always)]
    fn apply<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        layer: &Layer<INPUTS, OUTPUTS>,
        input: &[i16; INPUTS],
    ) -> [i32; OUTPUTS] {
        let mut outputs = *layer.biases;
        for (output, weights) in outputs.iter_mut().zip(&layer.weights) {
            *output += dot(weights, input);
        }
        outputs
    }

    #[inline(always)]
    fn apply_to_all<const COUNT: usize, const INPUTS: usize, const OUTPUTS: usize>(
        self,
        layer: &Layer<INPUTS, OUTPUTS>,
        inputs: [&[i16; INPUTS]; COUNT],
    ) -> [[i32; OUTPUTS]; COUNT] {
        inputs.map(|input| self.apply(layer, input))
    }
}

#[inline(always)]
fn dot<const LENGTH: usize>(a: &[i16; LENGTH], b: &[i16; LENGTH]) -> i32 {
    let mut sum = 0;
    for (&a, &b) in a.iter().zip(b) {
        sum += i32::from(a) * i32::from(b);
    }
    sum
}

/// The layers of one colour.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// For corners, edges and the centre.
    pub(crate) kinds: [Layer<CELL, REGION>; 3],
    pub(crate) first: Layer<JOINED, HIDDEN>,
    pub(crate) second: Layer<HIDDEN, HIDDEN>,
    pub(crate) value: Layer<HIDDEN, 2>,
    pub(crate) policy: Layer<HIDDEN, CELL>,
}

/// What the layers make of the regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// Value for the mover and half the width of the draw, in points.
    pub(crate) value: i32,
    pub(crate) draw: i32,
    /// From which the policy is made.
    pub(crate) hidden: [i16; HIDDEN],
}

impl Head {
    /// The verdict on sums of nine regions, row by row, as Black or White moves.
    #[inline(always)]
    pub(crate) fn judge<K: Kernel>(
        &self,
        kernel: K,
        regions: &[Channels; 9],
        black: bool,
    ) -> Verdict {
        let mut total = [0i32; CELL];
        let mut seen = [Channels::ZERO; 9];
        for (seen, region) in seen.iter_mut().zip(regions) {
            *seen = region.seen_by(black);
            for (sum, number) in total.iter_mut().zip(seen.0) {
                *sum += i32::from(number);
            }
        }
        let [a, e, b, f, centre, g, c, h, d] = &seen;
        let [corners, edges, middle] = &self.kinds;
        let kinds = [
            summed(&kernel.apply_to_all(corners, [&a.0, &b.0, &c.0, &d.0])),
            summed(&kernel.apply_to_all(edges, [&e.0, &f.0, &g.0, &h.0])),
            summed(&[kernel.apply(middle, &centre.0)]),
        ];
        let mut joined = [0i16; JOINED];
        let (whole, parts) = joined.split_at_mut(CELL);
        for (slot, sum) in whole.iter_mut().zip(total) {
            *slot = (sum >> 3) as i16;
        }
        for (slot, sum) in parts.iter_mut().zip(kinds.as_flattened()) {
            *slot = *sum as i16;
        }
        let hidden = limited(kernel.apply(&self.first, &joined));
        let hidden = limited(kernel.apply(&self.second, &hidden));
        let [value, draw] = Plain.apply(&self.value, &hidden);
        let points = |number: i32| ((POINTS * i64::from(number)) >> 21) as i32;
        Verdict {
            value: points(value),
            draw: points(draw).max(0),
            hidden,
        }
    }

    /// What each channel of a cell is worth to a move there.
    #[inline(always)]
    pub(crate) fn policy<K: Kernel>(&self, kernel: K, hidden: &[i16; HIDDEN]) -> Channels {
        let mut weights = Channels::ZERO;
        for (weight, sum) in weights.0.iter_mut().zip(kernel.apply(&self.policy, hidden)) {
            *weight = (sum >> 13).clamp(-32768, 32767) as i16;
        }
        weights
    }
}

/// The limited outputs of some regions, added.
#[inline(always)]
fn summed<const COUNT: usize>(regions: &[[i32; REGION]; COUNT]) -> [i32; REGION] {
    let mut sums = [0; REGION];
    for (n, sum) in sums.iter_mut().enumerate() {
        for outputs in regions {
            *sum += (outputs[n] >> 10).clamp(0, LARGEST_REGION);
        }
    }
    sums
}

// Plain loops: a closure given to `map` would be compiled without the instructions that
// the caller may use.
#[inline(always)]
fn limited(sums: [i32; HIDDEN]) -> [i16; HIDDEN] {
    let mut numbers = [0; HIDDEN];
    for (number, sum) in numbers.iter_mut().zip(sums) {
        *number = (sum >> 10).clamp(0, LARGEST_HIDDEN) as i16;
    }
    numbers
}

/// The verdict on cells after one more change, which they do not keep.
#[inline(always)]
pub(crate) fn judge<K: Kernel>(
    kernel: K,
    cells: &mut Cells,
    net: &Net,
    last: Option<Change>,
    mover: Stone,
) -> Verdict {
    let regions = cells.regions(kernel, net, last);
    let black = mover == Stone::Black;
    net.head(mover).judge(kernel, &regions, black)
}

/// How good a move on a cell with these sums looks: 256 to a unit.
#[inline(always)]
pub(crate) fn logit(sum: &Channels, policy: &Channels) -> i32 {
    dot(&sum.clipped().0, &policy.0) >> 6
}
