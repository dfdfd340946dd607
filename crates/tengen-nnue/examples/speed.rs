//! Moves with a judgement each, a second, for every set of instructions of this machine.

use std::sync::Arc;
use std::time::Instant;

use tengen_core::{Rule, Size, Stone};
use tengen_nnue::{Accumulator, Isa, Net};

fn main() {
    let bytes = Net::noise(Rule::Freestyle, Size::STANDARD, 1);
    let net = Arc::new(Net::from_bytes(&bytes).expect("noise is a net"));
    let points: Vec<_> = Size::STANDARD.points().collect();
    for isa in Isa::available() {
        let mut accumulator = Accumulator::with_isa(Arc::clone(&net), isa);
        for judges in [false, true] {
            let (mut sum, start) = (0i64, Instant::now());
            let rounds = 100_000;
            for round in 0..rounds {
                let point = points[round * 97 % points.len()];
                accumulator.place(point, Stone::Black);
                accumulator.settle();
                if judges {
                    sum += i64::from(accumulator.judge(Stone::White).value());
                }
                accumulator.remove(point, Stone::Black);
            }
            let ns = start.elapsed().as_nanos() as f64 / rounds as f64;
            println!("{isa:?}: {ns:.0} ns a move and its undoing, judged {judges} ({sum})");
        }
    }
}
