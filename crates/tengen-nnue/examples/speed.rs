//! What a stone, a judgement and a policy cost with every set of instructions of this machine.
//!
//! Sets take turns in short rounds and the least of each counts: what else runs on the
//! machine lengthens some rounds, not all.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use tengen_core::{Point, Rule, Size, Stone};
use tengen_nnue::{Accumulator, Isa, shipped};

/// Rounds of each set and task.
const ROUNDS: usize = 200;

/// Something to measure: for each of some points in turn.
type Task = fn(&mut Accumulator, Point);

const TASKS: [(&str, Task); 4] = [
    ("a stone that stays, and its end", |accumulator, point| {
        accumulator.place(point, Stone::Black);
        accumulator.settle();
        accumulator.remove(point, Stone::Black);
        accumulator.settle();
    }),
    ("a judgement", |accumulator, _| {
        black_box(accumulator.judge(Stone::White));
    }),
    ("a stone, judged and taken back", |accumulator, point| {
        accumulator.place(point, Stone::Black);
        black_box(accumulator.judge(Stone::White));
        accumulator.remove(point, Stone::Black);
    }),
    (
        "a judgement with the policy of one point",
        |accumulator, point| {
            let judgement = accumulator.judge(Stone::White);
            let policy = accumulator.policy(&judgement);
            black_box(accumulator.logit(&policy, point));
        },
    ),
];

/// A middle game, and points that are free in it.
fn middle_game(accumulator: &mut Accumulator) -> Vec<Point> {
    let mut free: Vec<Point> = Size::STANDARD.points().collect();
    free.retain(|point| (3..12).contains(&point.x()) && (3..12).contains(&point.y()));
    for n in 0..30 {
        let point = free.swap_remove(n * 29 % free.len());
        let stone = [Stone::Black, Stone::White][n % 2];
        accumulator.place(point, stone);
    }
    accumulator.settle();
    free
}

fn main() {
    let net = shipped(Rule::Freestyle, Size::STANDARD).expect("a net ships for freestyle 15");
    let sets = Isa::available();
    let mut following: Vec<Accumulator> = Vec::new();
    let mut points = Vec::new();
    for &set in &sets {
        let mut accumulator = Accumulator::with_isa(Arc::clone(&net), set);
        points = middle_game(&mut accumulator);
        following.push(accumulator);
    }
    for (name, task) in TASKS {
        let mut least = vec![f64::INFINITY; sets.len()];
        for _ in 0..ROUNDS {
            for (least, accumulator) in least.iter_mut().zip(&mut following) {
                let start = Instant::now();
                for &point in &points {
                    task(accumulator, point);
                }
                let each = start.elapsed().as_nanos() as f64 / points.len() as f64;
                *least = least.min(each);
            }
        }
        let figures = sets.iter().zip(&least);
        let figures: Vec<String> = figures
            .map(|(set, least)| format!("{set:?} {least:.0} ns"))
            .collect();
        println!("{name}: {}", figures.join(", "));
    }
}
