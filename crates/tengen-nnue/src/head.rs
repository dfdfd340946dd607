//! The layers behind the cells, in plain loops that a compiler turns into vectors.

use crate::net::CHANNELS;

/// Channels of a cell: both views.
pub(crate) const CELL: usize = 2 * CHANNELS;
/// Outputs of a region.
pub(crate) const REGION: usize = 32;
/// Width of the hidden layers.
pub(crate) const HIDDEN: usize = 32;
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

/// A layer: weights and biases. No sum leaves 32 bits: the file was checked.
#[derive(Clone, Debug)]
pub(crate) struct Layer<const INPUTS: usize, const OUTPUTS: usize> {
    /// By output.
    pub(crate) weights: Box<[[i16; INPUTS]]>,
    pub(crate) biases: Box<[i32]>,
    /// The same weights by pair of inputs, the two of each output side by side: what
    /// instructions want that multiply and add pairs for many outputs at once.
    pub(crate) pairs: Box<[i16]>,
}

impl<const INPUTS: usize, const OUTPUTS: usize> Layer<INPUTS, OUTPUTS> {
    pub(crate) fn new(weights: Vec<[i16; INPUTS]>, biases: Vec<i32>) -> Self {
        let pair = |input: usize| {
            let by_output = weights.iter();
            by_output.flat_map(move |weights| [weights[input], weights[input + 1]])
        };
        Layer {
            pairs: (0..INPUTS).step_by(2).flat_map(pair).collect(),
            weights: weights.into(),
            biases: biases.into(),
        }
    }
}

/// A way to compute the sums of a layer. All give the same numbers.
pub(crate) trait Kernel: Copy {
    /// Biases plus products, not shifted.
    fn apply<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        layer: &Layer<INPUTS, OUTPUTS>,
        input: &[i16; INPUTS],
    ) -> [i32; OUTPUTS];
}

/// Output by output, on any machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

impl Kernel for Plain {
    #[inline(always)]
    fn apply<const INPUTS: usize, const OUTPUTS: usize>(
        self,
        layer: &Layer<INPUTS, OUTPUTS>,
        input: &[i16; INPUTS],
    ) -> [i32; OUTPUTS] {
        let mut outputs = [0; OUTPUTS];
        for ((output, weights), bias) in outputs.iter_mut().zip(&layer.weights).zip(&layer.biases) {
            *output = bias + dot(weights, input);
        }
        outputs
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
        let mut kinds = [[0i32; REGION]; 3];
        for (place, region) in regions.iter().enumerate() {
            let input = region.seen_by(black);
            let kind = usize::from(place / 3 == 1) + usize::from(place % 3 == 1);
            let outputs = kernel.apply(&self.kinds[kind], &input.0);
            for (sum, output) in kinds[kind].iter_mut().zip(outputs) {
                *sum += (output >> 10).clamp(0, LARGEST_REGION);
            }
            for (sum, number) in total.iter_mut().zip(input.0) {
                *sum += i32::from(number);
            }
        }
        let mut joined = [0i16; JOINED];
        let parts = total.iter().map(|sum| sum >> 3);
        let parts = parts.chain(kinds.as_flattened().iter().copied());
        for (slot, part) in joined.iter_mut().zip(parts) {
            *slot = part as i16;
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

/// How good a move on a cell with these sums looks: 256 to a unit.
#[inline(always)]
pub(crate) fn logit(sum: &Channels, policy: &Channels) -> i32 {
    dot(&sum.clipped().0, &policy.0) >> 6
}
