//! `tengen-lab perft`: counts of leaves by outcome, made and checked.

mod generate;

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use tengen_core::perft::{Counts, count, count_by_whole_board};
use tengen_core::{Board, Position, Rule, Stone};

use crate::data::{self, Record};
use crate::output::say;

/// The frozen counts of this repository.
const FROZEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/perft.txt");

/// How many positions each rule gets.
const POSITIONS_PER_RULE: usize = 20;
/// A depth with more leaves than this is not frozen.
const MOST_LEAVES: u64 = 50_000;
/// No position is counted deeper, even if few points are free.
const DEEPEST: u32 = 6;

/// What to count.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// File of positions with their counts [default: fixtures/perft.txt of this repository]
    file: Option<PathBuf>,
    /// Also count by looking at the whole of every board, which takes far longer
    #[arg(long)]
    slow: bool,
    /// Make new positions and write them, after both ways of counting agree
    #[arg(long)]
    make: bool,
    /// Where the random positions of --make start
    #[arg(long, default_value_t = 1, requires = "make")]
    seed: u64,
}

/// Makes or checks a file; whether all counts are right.
pub(crate) fn run(options: &Options) -> Result<bool> {
    let path = options.file.clone().unwrap_or_else(|| FROZEN.into());
    if options.make {
        let text = make(options.seed)?;
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
        say!("wrote {}", path.display());
        return Ok(true);
    }
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let records = data::records(&text).with_context(|| path.display().to_string())?;
    let mut wrong = 0;
    for record in &records {
        let faults = check(record, options.slow)
            .with_context(|| format!("{}:{}: {}", path.display(), record.line, record.id))?;
        for fault in &faults {
            say!("{}: {fault}", record.id);
        }
        wrong += usize::from(!faults.is_empty());
    }
    let solved = records.len() - wrong;
    say!("solved {solved} of {}, wrong {wrong}", records.len());
    Ok(wrong == 0)
}

/// Counts that differ from the frozen ones.
fn check(record: &Record<'_>, slow: bool) -> Result<Vec<String>> {
    let case = Case {
        board: record.board()?,
        rule: record.rule()?,
        to_move: record.to_move()?,
    };
    let mut faults = Vec::new();
    for depth in 1..=DEEPEST {
        let Some(text) = record.get(&format!("d{depth}")) else {
            if depth == 1 {
                bail!("the field d1= is missing");
            }
            break;
        };
        let frozen = read(text)?;
        let mut compare = |how: &str, found: Counts| {
            if found != frozen {
                faults.push(format!(
                    "depth {depth}, {how}: expected {text}, found {}",
                    write(found)
                ));
            }
        };
        compare("quick", case.quick(depth));
        if slow {
            compare("slow", case.slow(depth));
        }
    }
    Ok(faults)
}

/// A position to count from.
#[derive(Debug)]
struct Case {
    board: Board,
    rule: Rule,
    to_move: Stone,
}

impl Case {
    fn quick(&self, depth: u32) -> Counts {
        let mut position = Position::with_board(self.board.clone(), self.rule, self.to_move);
        count(&mut position, depth)
    }

    fn slow(&self, depth: u32) -> Counts {
        count_by_whole_board(&self.board, self.rule, self.to_move, depth)
    }
}

/// `nodes,wins,draws,forbidden`.
fn read(text: &str) -> Result<Counts> {
    let numbers = text
        .split(',')
        .map(|number| number.parse().with_context(|| format!("{number:?}")))
        .collect::<Result<Vec<u64>>>()?;
    let [nodes, wins, draws, forbidden] = numbers[..] else {
        bail!("{text:?}: expected nodes,wins,draws,forbidden");
    };
    Ok(Counts {
        nodes,
        wins,
        draws,
        forbidden,
    })
}

fn write(counts: Counts) -> String {
    let Counts {
        nodes,
        wins,
        draws,
        forbidden,
    } = counts;
    format!("{nodes},{wins},{draws},{forbidden}")
}

/// The whole file for a seed.
fn make(seed: u64) -> Result<String> {
    let mut text = format!(
        "# Leaves by outcome from dense positions: dN=nodes,wins,draws,forbidden after N plies.\n\
         # Points are a column letter (no letter is skipped) and a row from the top.\n\
         # Written by tengen-lab perft --make --seed {seed}; both ways of counting agreed.\n"
    );
    for rule in Rule::ALL {
        for (index, case) in generate::cases(rule, seed).into_iter().enumerate() {
            let id = format!("{rule}-{:02}", index + 1);
            text.push_str(&line(&id, &case)?);
        }
    }
    Ok(text)
}

/// One line of the file.
fn line(id: &str, case: &Case) -> Result<String> {
    let stones = |wanted| {
        let of_colour = case
            .board
            .stones()
            .filter(move |&(_, stone)| stone == wanted);
        data::names(of_colour.map(|(point, _)| point))
    };
    let mut line = format!(
        "{id} rule={} size={} stm={} black={} white={}",
        case.rule,
        case.board.size().get(),
        match case.to_move {
            Stone::Black => "b",
            Stone::White => "w",
        },
        stones(Stone::Black),
        stones(Stone::White)
    );
    let free = case.board.free_points().count();
    // Deeper than to the last free point nothing new is counted.
    for depth in (1..=DEEPEST).take(free) {
        let counts = case.quick(depth);
        if depth > 1 && counts.nodes > MOST_LEAVES {
            break;
        }
        let slow = case.slow(depth);
        if slow != counts {
            bail!(
                "{line}: depth {depth}: the quick count is {}, the slow one {}",
                write(counts),
                write(slow)
            );
        }
        write!(line, " d{depth}={}", write(counts))?;
    }
    line.push('\n');
    Ok(line)
}
