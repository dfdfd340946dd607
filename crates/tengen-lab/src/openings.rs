//! `tengen-lab openings`: balanced openings of a rule and size, judged by our engine.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use tengen_core::rng::Rng;
use tengen_core::{Board, Point, Position, Rule, Size, Symmetry};
use tengen_engine::{Deaf, Engine, Limits, NoClock, Stop};

use crate::arguments::{check_writable, positive, within};
use crate::data;
use crate::duel::{base_options, cores};
use crate::in_order::in_order;
use crate::match_play::openings::scattered_opening;
use crate::output::{Results, remark_part};

/// What openings to make.
#[derive(Clone, Debug, Args)]
pub(crate) struct OpeningsOptions {
    /// Rule they are for
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Side length of the board
    #[arg(long, default_value_t = 15)]
    size: u8,
    /// How many, 1 to 100000
    #[arg(long, default_value_t = 100, value_parser = within(1..=MOST))]
    count: usize,
    /// Stones at the least and at the most
    #[arg(
        long,
        value_name = "LEAST,MOST",
        value_delimiter = ',',
        default_value = "4,7",
        allow_hyphen_values = true,
        value_parser = within(0..=Size::MAX.area() / 4)
    )]
    stones: Vec<usize>,
    /// Positions that the engine visits to judge an opening
    #[arg(long, default_value_t = 20_000, value_parser = positive::<u64>)]
    nodes: u64,
    /// How far from even the engine's value may be, in points: 40 is a chance of 45 to 55%
    #[arg(long, default_value_t = 40, value_parser = within(0..=WIDEST))]
    window: i32,
    /// Seed of the stones
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cores to use [default: all]; the openings do not depend on it
    #[arg(long, value_parser = positive::<usize>)]
    threads: Option<usize>,
    /// File to write, `-` for the standard output [default: the standard output]
    #[arg(long)]
    out: Option<PathBuf>,
}

/// More openings than any match plays; they are made in hours, not in minutes.
const MOST: usize = 100_000;
/// The largest estimate of the engine: what is beyond is won.
const WIDEST: i32 = 20_000;
/// How many scattered starts are looked at for each opening that is wanted.
const TRIES: usize = 1000;
/// So many starts in a row without a new opening show that there are no more: where one in
/// [`TRIES`] is good, this happens before one opening of 20,000.
const HOPELESS: usize = 10 * TRIES;

/// Makes the openings and writes a position string a line, rows from the top.
pub(crate) fn run(options: &OpeningsOptions) -> Result<()> {
    let file = options
        .out
        .as_deref()
        .filter(|path| *path != Path::new("-"));
    if let Some(path) = file {
        check_writable(path)?;
    }
    let openings = make(options)?;
    let mut text = heading(options);
    for opening in &openings {
        text.push_str(&data::names(opening.iter().copied()));
        text.push('\n');
    }
    match file {
        Some(path) => {
            std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
        }
        None => Ok(Results::new().write_all(text.as_bytes())?),
    }
}

/// The command that makes the same file again, as a comment.
fn heading(options: &OpeningsOptions) -> String {
    let OpeningsOptions {
        rule,
        size,
        count,
        stones,
        nodes,
        window,
        seed,
        ..
    } = options;
    let [fewest, most] = [stones[0], stones[1]];
    format!(
        "# tengen-lab openings --rule {rule} --size {size} --count {count} --stones \
         {fewest},{most} --nodes {nodes} --window {window} --seed {seed}\n"
    )
}

/// As many openings as wanted, no two of them equal when the board is turned or mirrored.
fn make(options: &OpeningsOptions) -> Result<Vec<Vec<Point>>> {
    let size = Size::new(options.size)?;
    check_stones(options, size)?;
    let worker = || {
        let mut engine = Engine::new(base_options());
        move |index: usize| even_opening(options, size, index, &mut engine)
    };
    let mut found = Found::default();
    let shown = std::io::stderr().is_terminal();
    in_order(
        options.threads.unwrap_or_else(cores),
        0,
        worker,
        |_, opening: Option<Vec<Point>>| {
            found.add(opening, size, options.rule);
            if shown {
                found.show(options.count);
            }
            found.goes_on(options.count)
        },
    );
    if shown {
        // The results are not to stand behind it.
        remark_part!("\r{:60}\r", "");
    }
    if found.openings.len() < options.count {
        let Found { attempts, idle, .. } = found;
        let (made, count) = (found.openings.len(), options.count);
        let dry = match idle {
            HOPELESS.. => format!(", none new in the last {idle}"),
            _ => String::new(),
        };
        bail!(
            "only {made} of {count} even openings in {attempts} attempts{dry}: allow a wider \
             --window or more --stones"
        );
    }
    Ok(found.openings)
}

fn check_stones(options: &OpeningsOptions, size: Size) -> Result<()> {
    let &[fewest, most] = options.stones.as_slice() else {
        bail!("--stones takes two numbers, such as 4,7");
    };
    if fewest > most || most > size.area() / 4 {
        bail!(
            "--stones takes two rising numbers up to a quarter of the board ({}), not \
             {fewest},{most}",
            size.area() / 4
        );
    }
    Ok(())
}

/// The openings so far, and what they took.
#[derive(Debug, Default)]
struct Found {
    openings: Vec<Vec<Point>>,
    seen: BTreeSet<u64>,
    attempts: usize,
    /// Attempts since the last new opening.
    idle: usize,
}

impl Found {
    /// Counts an attempt, and keeps its opening if that is new.
    fn add(&mut self, opening: Option<Vec<Point>>, size: Size, rule: Rule) {
        self.attempts += 1;
        self.idle += 1;
        if let Some(opening) = opening
            && self.seen.insert(identity(&opening, size, rule))
        {
            self.openings.push(opening);
            self.idle = 0;
        }
    }

    /// Whether more are wanted, and to be hoped for.
    fn goes_on(&self, wanted: usize) -> bool {
        self.openings.len() < wanted
            && self.idle < HOPELESS
            && self.attempts < TRIES.saturating_mul(wanted)
    }

    /// A line on the terminal, not for every attempt.
    fn show(&self, wanted: usize) {
        if self.idle == 0 || self.attempts.is_multiple_of(50) {
            let (found, attempts) = (self.openings.len(), self.attempts);
            remark_part!("\r{found} of {wanted} openings, {attempts} attempts ");
        }
    }
}

/// The start with this number, if the engine finds it even.
fn even_opening(
    options: &OpeningsOptions,
    size: Size,
    index: usize,
    engine: &mut Engine,
) -> Option<Vec<Point>> {
    let mut rng = Rng::stream(options.seed, index as u64);
    let (fewest, most) = (options.stones[0], options.stones[1]);
    let stones = fewest + rng.below(most - fewest + 1);
    let moves = scattered_opening(size, options.rule, stones, &mut rng)?;
    if moves
        .iter()
        .any(|stone| stone.distance(size.centre()) > reach(size))
    {
        return None;
    }
    let position = replay(&moves, size, options.rule);
    let limits = Limits {
        nodes: Some(options.nodes),
        ..Limits::default()
    };
    // Nothing may be left of openings that this thread judged before.
    engine.new_game();
    let answer = engine.search(&position, &limits, &NoClock, &Stop::new(), &mut Deaf);
    let score = answer.lines.first()?.score;
    (score.get().abs() <= options.window).then_some(moves)
}

/// How far from the centre a stone may lie: 4 on 15x15, 6 on 20x20.
fn reach(size: Size) -> u8 {
    size.get() / 4 + 1
}

fn replay(moves: &[Point], size: Size, rule: Rule) -> Position {
    let mut position = Position::new(size, rule);
    for &point in moves {
        // The moves were legal when they were chosen.
        let _ = position.play(point);
    }
    position
}

/// The same for all turned and mirrored views and for all orders of the same stones.
fn identity(moves: &[Point], size: Size, rule: Rule) -> u64 {
    let board = replay(moves, size, rule).board().clone();
    let key = |symmetry: &Symmetry| Board::transformed(&board, *symmetry).key();
    Symmetry::ALL.iter().map(key).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use tengen_engine::Score;

    use super::*;

    fn options(rule: Rule, threads: usize) -> OpeningsOptions {
        OpeningsOptions {
            rule,
            size: 15,
            count: 12,
            stones: vec![3, 6],
            nodes: 200,
            window: 60,
            seed: 4,
            threads: Some(threads),
            out: None,
        }
    }

    #[test]
    fn openings_depend_on_the_seed_alone_and_are_even() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let openings = make(&options(rule, 1)).unwrap();
            assert_eq!(openings, make(&options(rule, 3)).unwrap());
            let other = OpeningsOptions {
                seed: 5,
                ..options(rule, 2)
            };
            assert_ne!(openings, make(&other).unwrap());
            assert_eq!(openings.len(), 12);
            for opening in &openings {
                assert!((3..=6).contains(&opening.len()));
                let centre = Size::STANDARD.centre();
                assert!(opening.iter().all(|stone| stone.distance(centre) <= 4));
                let position = replay(opening, Size::STANDARD, rule);
                assert_eq!(position.moves().len(), opening.len(), "all are legal");
                let limits = Limits {
                    nodes: Some(200),
                    ..Limits::default()
                };
                let answer = Engine::new(base_options()).search(
                    &position,
                    &limits,
                    &NoClock,
                    &Stop::new(),
                    &mut Deaf,
                );
                assert!(answer.lines[0].score.get().abs() <= 60);
            }
        }
    }

    #[test]
    fn turned_boards_and_other_orders_are_the_same_opening() {
        let size = Size::STANDARD;
        let points = |list: &[(u8, u8)]| -> Vec<Point> {
            list.iter()
                .map(|&(x, y)| Point::new(x, y).unwrap())
                .collect()
        };
        let identity = |list: &[(u8, u8)]| identity(&points(list), size, Rule::Freestyle);
        let one = identity(&[(7, 7), (8, 6), (9, 7)]);
        assert_eq!(one, identity(&[(9, 7), (8, 6), (7, 7)]));
        assert_eq!(one, identity(&[(7, 7), (6, 6), (5, 7)]));
        assert_ne!(one, identity(&[(7, 7), (9, 7), (8, 6)]));
    }

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        openings: OpeningsOptions,
    }

    #[test]
    fn stones_are_given_as_the_message_says() {
        let line = ["openings", "--out", "x", "--stones", "5,6"];
        let line = <Line as clap::Parser>::try_parse_from(line).unwrap();
        assert_eq!(line.openings.stones, [5, 6]);
        let line = <Line as clap::Parser>::try_parse_from(["openings"]).unwrap();
        assert_eq!(line.openings.stones, [4, 7]);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_told_before_the_work() {
        // So many would take for ever.
        let asked = OpeningsOptions {
            count: usize::MAX,
            nodes: u64::MAX,
            out: Some(PathBuf::from("no/such/folder/openings.txt")),
            ..options(Rule::Freestyle, 1)
        };
        let error = run(&asked).unwrap_err().to_string();
        assert!(error.contains("no/such/folder"), "{error}");
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        let refused = |change: fn(&mut OpeningsOptions), word: &str| {
            let mut asked = options(Rule::Freestyle, 2);
            change(&mut asked);
            let error = make(&asked).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        };
        refused(|asked| asked.stones = vec![5, 4], "5,4");
        refused(|asked| asked.stones = vec![5, 99], "56");
        refused(
            |asked| (asked.window, asked.nodes, asked.count) = (-1, 1, 1),
            "wider",
        );
    }

    #[test]
    fn how_many_is_told_if_too_many_are_asked_for() {
        for count in ["0", "100001", "99999999999999999999", "x"] {
            let line = ["openings", "--count", count];
            let Err(error) = <Line as clap::Parser>::try_parse_from(line) else {
                panic!("--count {count} is taken");
            };
            let error = error.to_string();
            assert!(error.contains("from 1 to 100000"), "{count}: {error}");
        }
    }

    #[test]
    fn a_window_that_nothing_fits_is_refused() {
        let line = |window| <Line as clap::Parser>::try_parse_from(["openings", window]);
        let error = line("--window=-5").err().unwrap().to_string();
        assert!(error.contains("from 0 to 20000"), "{error}");
        assert_eq!(line("--window=20000").unwrap().openings.window, WIDEST);
        assert_eq!(Score::points(i32::MAX).get(), WIDEST);
    }

    /// The smallest board has no thousands of openings.
    #[test]
    fn what_is_hopeless_ends_early_and_leaves_no_file() {
        let folder = std::env::temp_dir();
        let path = folder.join(format!("tengen-lab-openings-{}", std::process::id()));
        let asked = OpeningsOptions {
            size: 5,
            count: MOST,
            stones: vec![1, 2],
            nodes: 1,
            out: Some(path.clone()),
            ..options(Rule::Freestyle, 2)
        };
        let error = run(&asked).unwrap_err().to_string();
        assert!(error.contains("none new in the last 10000"), "{error}");
        assert!(!path.exists(), "an empty file is left");
        std::fs::write(&path, "kept").unwrap();
        assert!(run(&asked).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "kept");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn only_new_openings_are_kept_and_counted() {
        let size = Size::STANDARD;
        let mut found = Found::default();
        let point = |x, y| Point::new(x, y).unwrap();
        for opening in [None, Some(vec![point(7, 7)]), Some(vec![point(7, 7)])] {
            found.add(opening, size, Rule::Freestyle);
        }
        assert_eq!(
            (found.openings.len(), found.attempts, found.idle),
            (1, 3, 1)
        );
        assert!(found.goes_on(2) && !found.goes_on(1));
        found.idle = HOPELESS;
        assert!(!found.goes_on(2));
        (found.idle, found.attempts) = (0, 2 * TRIES);
        assert!(!found.goes_on(2));
    }
}
