//! `tengen-lab nets`: all ways to compute a net give the same numbers (row C6).
//!
//! Random walks put stones on a board and take them away. An accumulator for each set of
//! instructions follows them; what it says is compared with the plain code on the same
//! board begun anew, and with the reference in Python, which shares no code with ours.

mod reference;
mod walk;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tengen_core::{Board, MAX_SIZE, MIN_SIZE, Rule, Size, Stone};
use tengen_nnue::{Accumulator, Isa, Net, shipped, shipped_home};

use crate::duel::load_net;
use crate::output::say;
use reference::Reference;
use walk::Walk;

/// What to compare.
#[derive(Debug, Args)]
pub(crate) struct NetsOptions {
    /// Net files to check as well; those that ship always are
    files: Vec<PathBuf>,
    /// Positions for each net and each pair of ways
    #[arg(long, default_value_t = 100_000)]
    positions: usize,
    /// Seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Compare with the reference, too: the Python that runs it, such as
    /// training/.venv/bin/python
    #[arg(long, value_name = "PYTHON")]
    reference: Option<PathBuf>,
    /// The root of the repository, where the reference and the files of shipped nets lie
    #[arg(long, default_value = ".")]
    root: PathBuf,
}

/// Sets of instructions with code of their own; a machine may lack some.
const SETS: [&str; 4] = ["Plain", "Avx2", "Avx512", "Vnni"];

/// Differences that are told in words; all are counted.
const TOLD: usize = 5;

/// All that a net says of a position: value, draw, and the logit of every point.
#[derive(Debug, PartialEq, Eq)]
struct Words {
    value: i32,
    draw: i32,
    logits: Vec<i32>,
}

impl Words {
    fn of(accumulator: &mut Accumulator, size: Size, mover: Stone) -> Words {
        let judgement = accumulator.judge(mover);
        let policy = accumulator.policy(&judgement);
        let logits = size.points().map(|point| accumulator.logit(&policy, point));
        Words {
            value: judgement.value(),
            draw: judgement.draw(),
            logits: logits.collect(),
        }
    }
}

/// Checks every net; `true` if nothing differed.
pub(crate) fn run(options: &NetsOptions) -> Result<bool> {
    let nets = all_nets(options)?;
    ensure!(!nets.is_empty(), "no net ships, and no file is given");
    ensure!(options.positions > 0, "--positions takes 1 or more");
    let sets = Isa::available();
    for name in SETS {
        if !sets.iter().any(|set| format!("{set:?}") == name) {
            say!("not run: {name}, which this machine does not have");
        }
    }
    if options.reference.is_none() {
        say!("not run: the reference, for want of --reference PYTHON");
    }
    let mut failures = 0;
    for (path, net) in &nets {
        let name = path.display();
        for set in &sets {
            let wrong = compare_set(net, *set, options);
            say!(
                "{name}: {} positions, {set:?} following stones against Plain from nothing: \
                 {wrong} failures",
                options.positions
            );
            failures += wrong;
        }
        if let Some(python) = &options.reference {
            let reference = Reference::start(python, &options.root, path)?;
            let wrong = compare_reference(net, reference, options)?;
            say!(
                "{name}: {} positions, {:?} against the reference: {wrong} failures",
                options.positions,
                Isa::best()
            );
            failures += wrong;
        }
    }
    say!("{failures} failures");
    Ok(failures == 0)
}

/// The file of a net that ships. Both readings of caro are judged by the same one.
fn file_name(rule: Rule, size: Size) -> String {
    let name = match rule {
        Rule::Caro8 | Rule::Caro9 => "caro".to_owned(),
        _ => rule.to_string(),
    };
    format!("{name}{}.tnet", size.get())
}

/// The nets inside this program, each with its file, which must be the same; then others.
fn all_nets(options: &NetsOptions) -> Result<Vec<(PathBuf, Arc<Net>)>> {
    let mut nets = Vec::new();
    for rule in Rule::ALL {
        for size in (MIN_SIZE..=MAX_SIZE).filter_map(|side| Size::new(side).ok()) {
            // What is lent to another board is the same file again.
            if shipped_home(rule, size) != Some((rule, size)) {
                continue;
            }
            let net = shipped(rule, size).context("there is not enough memory")?;
            let path = options.root.join("nets").join(file_name(rule, size));
            let file = load_net(&path).context("--root is to be the repository's root")?;
            ensure!(
                file == net,
                "{} is another net than the one inside this program: build it again",
                path.display()
            );
            nets.push((path, net));
        }
    }
    for path in &options.files {
        nets.push((path.clone(), load_net(path)?));
    }
    Ok(nets)
}

/// Positions on which a set of instructions, following the stones, says anything else than
/// plain code that begins with the whole board.
fn compare_set(net: &Arc<Net>, set: Isa, options: &NetsOptions) -> u64 {
    let plain = Isa::available()[0];
    let mut following = Accumulator::with_isa(Arc::clone(net), set);
    let mut walk = Walk::new(net.size(), options.seed);
    let mut failures = 0;
    for _ in 0..options.positions {
        walk.go_on(|point, stone, comes| {
            if comes {
                following.place(point, stone);
            } else {
                following.remove(point, stone);
            }
        });
        let mut anew = Accumulator::with_isa(Arc::clone(net), plain);
        for (point, stone) in walk.board().stones() {
            anew.place(point, stone);
        }
        let mover = walk.mover();
        let found = Words::of(&mut following, net.size(), mover);
        let wanted = Words::of(&mut anew, net.size(), mover);
        count_difference(&mut failures, &found, &wanted, walk.board());
    }
    failures
}

/// The same with the reference's answers.
fn compare_reference(
    net: &Arc<Net>,
    mut reference: Reference,
    options: &NetsOptions,
) -> Result<u64> {
    let ahead = Walk::new(net.size(), options.seed);
    reference.ask(ahead, options.positions)?;
    let mut walk = Walk::new(net.size(), options.seed);
    let mut failures = 0;
    for _ in 0..options.positions {
        walk.go_on(|_, _, _| {});
        let mut accumulator = Accumulator::from_board(Arc::clone(net), walk.board());
        let found = Words::of(&mut accumulator, net.size(), walk.mover());
        let wanted = reference.answer()?;
        count_difference(&mut failures, &found, &wanted, walk.board());
    }
    reference.end()?;
    Ok(failures)
}

fn count_difference(failures: &mut u64, found: &Words, wanted: &Words, board: &Board) {
    if found == wanted {
        return;
    }
    *failures += 1;
    if *failures as usize <= TOLD {
        let logits = found.logits.iter().zip(&wanted.logits);
        let differ = logits.filter(|(found, wanted)| found != wanted).count();
        say!(
            "{}: value {} where {} is expected, draw {} where {}, {differ} logits differ",
            walk::text(board),
            found.value,
            wanted.value,
            found.draw,
            wanted.draw
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_net_that_ships_is_found_in_its_file() {
        let nets = all_nets(&NetsOptions {
            files: Vec::new(),
            positions: 1,
            seed: 1,
            reference: None,
            root: concat!(env!("CARGO_MANIFEST_DIR"), "/../..").into(),
        });
        let homes = |rule| {
            let sizes = (MIN_SIZE..=MAX_SIZE).filter_map(|side| Size::new(side).ok());
            sizes.filter(move |&size| shipped_home(rule, size) == Some((rule, size)))
        };
        let homes = Rule::ALL.into_iter().flat_map(homes).count();
        assert_eq!(nets.unwrap().len(), homes);
    }

    #[test]
    fn differences_are_counted() {
        let words = |value, logit| Words {
            value,
            draw: 3,
            logits: vec![logit; 25],
        };
        let board = Board::new(Size::MIN);
        let mut failures = 0;
        count_difference(&mut failures, &words(1, 2), &words(1, 2), &board);
        assert_eq!(failures, 0);
        count_difference(&mut failures, &words(1, 2), &words(1, 3), &board);
        count_difference(&mut failures, &words(1, 2), &words(2, 2), &board);
        assert_eq!(failures, 2);
    }
}
