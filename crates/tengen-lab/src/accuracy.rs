//! `tengen-lab accuracy`: how well evaluations agree with labelled positions that nobody
//! learnt from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tengen_core::{Board, Point, Rule, Size, Stone};
use tengen_engine::position::{Position, point_of, spot_of};
use tengen_engine::{POINTS_PER_LOGIT, Variant, with_variant};
use tengen_nnue::{Accumulator, Net};

use crate::duel::load_net;
use crate::output::say;

/// What to judge.
#[derive(Debug, Args)]
pub(crate) struct AccuracyOptions {
    /// Labelled positions: lines of rule, size, b or w to move, stones row by row (x, o),
    /// value from -1 to 1, result (1, 0, -1, or 2 if not known) and best move as an index,
    /// all for the mover (`python -m student positions`)
    file: PathBuf,
    /// A net to judge beside the pattern tables
    #[arg(long)]
    net: Option<PathBuf>,
}

/// Prints a line for each evaluation.
pub(crate) fn run(options: &AccuracyOptions) -> Result<()> {
    let text = std::fs::read_to_string(&options.file)
        .with_context(|| format!("cannot read {}", options.file.display()))?;
    let positions = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(at, line)| Labelled::read(line).with_context(|| format!("line {}", at + 1)))
        .collect::<Result<Vec<_>>>()?;
    say!("{} positions", positions.len());
    say!("             value loss   result's sign   best move first");
    let patterns = positions
        .iter()
        .map(|position| (position, by_patterns(position)));
    report("patterns", patterns);
    if let Some(path) = &options.net {
        let judged = judge_by_net(&load_net(path)?, &positions, path)?;
        report("net", positions.iter().zip(judged));
    }
    Ok(())
}

/// A position, and what the teacher's search and the game said of it.
struct Labelled {
    board: Board,
    rule: Rule,
    mover: Stone,
    value: f64,
    /// 1, 0 or -1 for the mover; 2: not known.
    result: i32,
    best: Point,
}

impl Labelled {
    fn read(line: &str) -> Result<Labelled> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        ensure!(
            fields.len() == 7,
            "7 fields are expected, {} were met",
            fields.len()
        );
        let size = Size::new(fields[1].parse()?)?;
        let stones = fields[3].chars();
        ensure!(
            stones.clone().count() == size.area(),
            "the board has {} points",
            size.area()
        );
        let mut board = Board::new(size);
        for (point, mark) in size.points().zip(stones) {
            match mark {
                'x' => board.place(point, Stone::Black)?,
                'o' => board.place(point, Stone::White)?,
                _ => {}
            }
        }
        let best = size.points().nth(fields[6].parse()?);
        Ok(Labelled {
            board,
            rule: fields[0].parse()?,
            mover: if fields[2] == "b" {
                Stone::Black
            } else {
                Stone::White
            },
            value: fields[4].parse()?,
            result: fields[5].parse()?,
            best: best.context("the best move lies outside the board")?,
        })
    }
}

/// What an evaluation says of a position.
struct Opinion {
    points: i32,
    first_choice: Option<Point>,
}

fn by_patterns(labelled: &Labelled) -> Opinion {
    with_variant!(labelled.rule, variant => patterns_of(variant, labelled))
}

fn patterns_of<V: Variant>(variant: V, labelled: &Labelled) -> Opinion {
    let mover = labelled.mover;
    let position = Position::from_board(&labelled.board, mover, variant, V::values());
    let other = mover.opponent();
    let order = |point: &Point| {
        let spot = spot_of(*point);
        let attack = position.info(spot, mover).attack;
        i32::from(attack) + i32::from(position.info(spot, other).defend)
    };
    let near = position.candidates().filter_map(point_of);
    let sums = position.sums(mover).on_move - position.sums(other).waiting;
    Opinion {
        points: sums + position.standing(),
        first_choice: near.max_by_key(order),
    }
}

fn judge_by_net(net: &Arc<Net>, positions: &[Labelled], path: &Path) -> Result<Vec<Opinion>> {
    let one = |labelled: &Labelled| {
        let fits = (net.rule(), net.size()) == (labelled.rule, labelled.board.size());
        let (rule, size) = (net.rule(), net.size());
        ensure!(
            fits,
            "{} is a net for {rule} on {size}, a position is not",
            path.display()
        );
        let mut at = Accumulator::from_board(Arc::clone(net), &labelled.board);
        let judgement = at.judge(labelled.mover);
        let policy = at.policy(&judgement);
        let free = labelled.board.free_points();
        Ok(Opinion {
            points: judgement.value(),
            first_choice: free.max_by_key(|&point| at.logit(&policy, point)),
        })
    };
    positions.iter().map(one).collect()
}

/// Cross-entropy to the labels, share of results whose winner was seen, and of best moves
/// that were the first choice.
fn report<'a>(name: &str, opinions: impl Iterator<Item = (&'a Labelled, Opinion)>) {
    let (mut count, mut loss, mut decided, mut seen, mut first) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (labelled, opinion) in opinions {
        let logit = f64::from(opinion.points) / POINTS_PER_LOGIT;
        let goal = f64::midpoint(labelled.value, 1.0);
        // -log sigmoid(x) = log(1 + exp(-x)), which neither end of the scale upsets.
        let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
        loss += goal * softplus(-logit) + (1.0 - goal) * softplus(logit);
        count += 1.0;
        first += f64::from(opinion.first_choice == Some(labelled.best));
        if labelled.result.abs() == 1 {
            decided += 1.0;
            seen += f64::from(opinion.points.signum() == labelled.result);
        }
    }
    say!(
        "{name:<12} {:>10.4} {:>14.1}% {:>16.1}%",
        loss / f64::max(count, 1.0),
        100.0 * seen / f64::max(decided, 1.0),
        100.0 * first / f64::max(count, 1.0)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black has three stones in a row and the move; White's two stones are far away.
    fn line(value: &str, best: usize) -> String {
        let mut stones = vec!['.'; 225];
        for (at, mark) in [(112, 'x'), (113, 'x'), (114, 'x'), (0, 'o'), (2, 'o')] {
            stones[at] = mark;
        }
        let stones: String = stones.into_iter().collect();
        format!("freestyle 15 b {stones} {value} 1 {best}")
    }

    #[test]
    fn patterns_see_whose_move_helps() {
        let labelled = Labelled::read(&line("0.9", 111)).unwrap();
        let opinion = by_patterns(&labelled);
        let mirrored = Labelled {
            mover: Stone::White,
            ..Labelled::read(&line("0.9", 111)).unwrap()
        };
        assert!(opinion.points > by_patterns(&mirrored).points);
        // The tables learn the order of quiet positions alone, so any free point may lead.
        let first = opinion.first_choice.unwrap();
        assert!(labelled.board.is_free(first));
    }

    #[test]
    fn a_net_gives_an_opinion_in_its_own_rule_alone() {
        let bytes = Net::noise(Rule::Freestyle, Size::STANDARD, 1);
        let net = Arc::new(Net::from_bytes(&bytes).unwrap());
        let positions = [Labelled::read(&line("0.9", 111)).unwrap()];
        let opinions = judge_by_net(&net, &positions, Path::new("noise")).unwrap();
        assert!(opinions[0].first_choice.is_some());
        let bytes = Net::noise(Rule::Renju, Size::STANDARD, 1);
        let renju = Arc::new(Net::from_bytes(&bytes).unwrap());
        assert!(judge_by_net(&renju, &positions, Path::new("noise")).is_err());
    }

    #[test]
    fn broken_lines_are_refused() {
        let good = line("0.9", 111);
        assert!(Labelled::read(&good).is_ok());
        for bad in [
            good.replace("freestyle", "chess"),
            good.replace(" 15 ", " 14 "),
            line("much", 111),
            line("0.9", 225),
            good.replace(" 1 111", ""),
        ] {
            assert!(Labelled::read(&bad).is_err(), "{bad}");
        }
    }
}
