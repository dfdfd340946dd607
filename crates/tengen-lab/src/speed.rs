//! `tengen-lab speed`: how fast the board and the search are here and now.

use std::time::Instant;

use clap::Args;
use tengen_core::rng::Rng;
use tengen_core::{Position as Referee, Rule, Size};
use tengen_engine::position::{Position, Spot, spot_of};
use tengen_engine::{
    Deaf, Engine, Evaluation, Limits, NoClock, Options, Stop, Variant, with_variant,
};
use tengen_play::{Contender, Opponent};

use crate::arguments::positive;
use crate::output::say;
use crate::processor_time::ProcessorTime;

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct SpeedOptions {
    /// Side length of the board
    #[arg(long, default_value_t = 15)]
    size: u8,
    /// Seconds for each figure, about
    #[arg(long, default_value_t = 1.0, value_parser = positive::<f64>)]
    seconds: f64,
}

/// Stones on the board when the clock starts: the middle game.
const STONES: usize = 40;

/// Prints a line for each rule.
pub(crate) fn run(options: &SpeedOptions) -> anyhow::Result<()> {
    let size = Size::new(options.size)?;
    say!("rule        make+unmake pairs/s        nodes/s   by the net   ({size}, {STONES} stones)");
    for rule in Rule::ALL {
        let pairs =
            with_variant!(rule, variant => pairs_per_second(variant, size, options.seconds));
        let nodes = |evaluation| nodes_per_second(rule, size, evaluation, options.seconds);
        let classical = nodes(Evaluation::Classical);
        let by_net = match Evaluation::Shipped.net(rule, size) {
            Some(_) => format!("{:.0}", nodes(Evaluation::Shipped)),
            None => "-".to_owned(),
        };
        say!("{rule:<10} {pairs:>20.0} {classical:>14.0} {by_net:>12}");
    }
    say!("classroom   slowest move    mean   (15x15, games against level 6)");
    for lesson in Opponent::CLASSROOM {
        let (slowest, mean) = move_seconds(lesson);
        say!("{:<10} {slowest:>11.3} s {mean:>6.3} s", lesson.id());
    }
    Ok(())
}

/// Games that an opponent of the classroom is timed in.
const TIMED_GAMES: u64 = 2;

/// Seconds of the slowest and of the average move of an opponent, as the processor counts
/// them: what else runs on the machine does not matter.
fn move_seconds(opponent: Opponent) -> (f64, f64) {
    let (mut slowest, mut all, mut count) = (0.0_f64, 0.0, 0.0);
    for seed in 0..TIMED_GAMES {
        let mut timed = Contender::new(opponent);
        let mut other = Contender::new(Opponent::Level(6));
        let mut game = Referee::new(Size::STANDARD, Rule::Freestyle);
        for ply in seed.. {
            let watch = ProcessorTime::start();
            let is_timed = ply % 2 == 0;
            let player = if is_timed { &mut timed } else { &mut other };
            let Some(point) = player.choose(&game, seed) else {
                break;
            };
            if is_timed {
                let seconds = watch.seconds();
                slowest = slowest.max(seconds);
                all += seconds;
                count += 1.0;
            }
            if game.play(point).is_err() {
                break;
            }
        }
    }
    (slowest, all / f64::max(count, 1.0))
}

/// A quiet middle game: random stones near others, nobody winning at once.
fn middle_game<V: Variant>(variant: V, size: Size) -> Position<V> {
    let mut rng = Rng::new(5);
    let mut position = Position::new(size, variant);
    while position.stones() < STONES.min(size.area() / 2) {
        let near: Vec<Spot> = position.candidates().collect();
        let spot = rng
            .pick(&near)
            .copied()
            .unwrap_or_else(|| spot_of(size.centre()));
        position.make(spot);
    }
    position
}

fn pairs_per_second<V: Variant>(variant: V, size: Size, seconds: f64) -> f64 {
    let mut position = middle_game(variant, size);
    let spots: Vec<Spot> = position.candidates().collect();
    let start = Instant::now();
    let mut pairs = 0_u64;
    while start.elapsed().as_secs_f64() < seconds {
        for &outer in &spots {
            position.make(outer);
            for &inner in spots.iter().take(20).filter(|&&inner| inner != outer) {
                position.make(inner);
                position.unmake();
                pairs += 1;
            }
            position.unmake();
            pairs += 1;
        }
    }
    pairs as f64 / start.elapsed().as_secs_f64()
}

fn nodes_per_second(rule: Rule, size: Size, evaluation: Evaluation, seconds: f64) -> f64 {
    let mut game = Referee::new(size, rule);
    let mut engine = Engine::new(Options {
        evaluation,
        ..Options::default()
    });
    let (mut nodes, start) = (0, Instant::now());
    // The engine plays itself, so that the positions are such as searches meet.
    while start.elapsed().as_secs_f64() < seconds && game.outcome().is_none() {
        let limits = Limits {
            nodes: Some((seconds * 50_000.0) as u64),
            ..Limits::default()
        };
        let answer = engine.search(&game, &limits, &NoClock, &Stop::new(), &mut Deaf);
        nodes += answer.nodes;
        let played = answer.best.is_some_and(|best| game.play(best).is_ok());
        if !played {
            break;
        }
    }
    nodes as f64 / start.elapsed().as_secs_f64()
}
