//! The command line: what can be asked, and the help that explains it.

pub(crate) mod play;
pub(crate) mod values;
pub(crate) mod web;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use tengen_core::record::{ReadOptions, Rows};
use tengen_core::{Rule, Size};

use crate::format::Format;
use values::{count, seconds, whole};

/// Play and study Gomoku, Renju and Caro.
#[derive(Debug, Parser)]
#[command(
    name = "tengen",
    version = VERSION,
    about,
    override_usage = "tengen [COMMAND]",
    after_help = AFTER_HELP
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\nLicence: ",
    env!("CARGO_PKG_LICENSE"),
    ", at your choice"
);

const AFTER_HELP: &str = "\
Without a command: tengen web, which opens a board in the browser.

Exit status:
   0  done; repairs are told on the error output
   1  nothing usable: no record could be read, or the format cannot hold it
  64  wrong usage
  66  the input cannot be opened
  73  the output cannot be written";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play and study in the browser
    #[command(long_about = web::ABOUT, after_long_help = web::EXAMPLES)]
    Web(web::WebArgs),
    /// Play against a person or a program, here in the terminal
    #[command(long_about = play::ABOUT, after_long_help = play::EXAMPLES)]
    Play(play::PlayArgs),
    /// Draw a position or a recorded game in the terminal
    #[command(long_about = SHOW_ABOUT, after_long_help = SHOW_EXAMPLES)]
    Show(ShowArgs),
    /// Turn a record from one format into another
    #[command(long_about = CONVERT_ABOUT, after_long_help = CONVERT_EXAMPLES)]
    Convert(ConvertArgs),
    /// Let the engine judge a position
    #[command(long_about = ANALYZE_ABOUT, after_long_help = ANALYZE_EXAMPLES)]
    Analyze(AnalyzeArgs),
    /// Prove who wins: a win against every defence, that none exists, or what stops it
    #[command(long_about = SOLVE_ABOUT, after_long_help = SOLVE_EXAMPLES)]
    Solve(SolveArgs),
    /// Replay a proof against every defence
    #[command(long_about = VERIFY_ABOUT, after_long_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// Measure the engine, and identify it by the nodes it searches
    #[command(long_about = BENCH_ABOUT, after_long_help = BENCH_EXAMPLES)]
    Bench(BenchArgs),
    /// List the opponents with rating and character
    #[command(long_about = LEVELS_ABOUT, after_long_help = LEVELS_EXAMPLES)]
    Levels(LevelsArgs),
}

const SHOW_ABOUT: &str = "\
Draw a position or a recorded game in the terminal

Reads SGF, PSQ, position strings such as h8i9h10, gomocalc links, Gomocup's opening lists
and drawn boards; the format is recognised by itself. Shows the end of the main line, the
last move in ( ) and winning rows in [ ]. What had to be repaired is told on the error
output.";

const SHOW_EXAMPLES: &str = "\
Examples:
  tengen show game.sgf                          the end of a game
  tengen show game.psq --rule renju --move 20   the position after 20 moves
  tengen show h8i9h10h9 --numbers               moves typed by hand
  tengen show study.sgf --svg study.svg         a picture as well
  tengen show f8a1g8c1h6e1h7a15 --rule renju --forbidden
                                                forbidden points, each with its reason
  cat game.sgf | tengen show -                  from another program

Exit status:
   0  shown; repairs are told on the error output
   1  nothing usable could be read (with --strict: something had to be repaired)
  64  wrong usage
  66  the input cannot be opened
  73  the output cannot be written";

const CONVERT_ABOUT: &str = "\
Turn a record from one format into another

The format of the input is recognised by itself; that of the output follows from the
ending of its name (.sgf, .psq, .svg, .txt) or from --to. Without -o the record goes to
the standard output. What a format cannot hold is told on the error output.";

const CONVERT_EXAMPLES: &str = "\
Examples:
  tengen convert game.psq -o game.sgf --rule renju
  tengen convert game.sgf --to pos              h8i9h10... rows from the bottom
  tengen convert list.txt --from pos-top -o list.sgf
  tengen convert study.sgf --game 2 -o study.svg
  tengen convert - --to psq < game.sgf > game.psq

Exit status:
   0  converted; repairs are told on the error output
   1  nothing usable could be read, or the format cannot hold it
      (with --strict: something had to be repaired)
  64  wrong usage
  66  the input cannot be opened
  73  the output cannot be written";

const ANALYZE_ABOUT: &str = "\
Let the engine judge a position

Reads what `tengen show` reads and searches the last position: its value, the chance to
win and the best lines of play. Without a limit it thinks for five seconds; Ctrl-C ends
it earlier and shows what was found. With one thread and a limit of nodes or depth the
result is the same on every machine.";

const ANALYZE_EXAMPLES: &str = "\
Examples:
  tengen analyze h8i9h10h9                      five seconds
  tengen analyze game.sgf --move 20 --lines 3   the three best moves after move 20
  tengen analyze game.psq --rule renju --time 0 until Ctrl-C
  tengen analyze h8 --nodes 1000                the same result everywhere
  tengen analyze h8i9 --depth 4 --json          for another program

Exit status:
   0  analyzed; a game that is over is told
   1  nothing usable could be read (with --strict: something had to be repaired)
  64  wrong usage
  66  the input cannot be opened
  73  the output cannot be written";

const SOLVE_ABOUT: &str = "\
Prove who wins: a win against every defence, that none exists, or what stops it

Reads what `tengen show` reads and looks for a win from the last position: by continuous
fours (vcf), by fours and threats (vct), or by any move. A win is shown only with a proof
that was replayed against every legal defence; --certificate writes it to a file that
`tengen verify` and other programs can check. Without a limit it looks for ten seconds.";

const SOLVE_EXAMPLES: &str = "\
Examples:
  tengen solve game.sgf                         does the side to move win?
  tengen solve game.sgf --side white            does White, whoever is to move?
  tengen solve game.psq --rule renju --kind vcf --shortest
                                                the shortest win by fours
  tengen solve game.sgf --tree 4                the proof, four moves deep
  tengen solve game.sgf --certificate win.txt --svg win.svg
                                                the proof as a file, and a picture
  tengen solve game.sgf --defences              what stops the other side's threat
  tengen solve game.sgf --check h8i9h10         does this line win?

Exit status:
   0  a win (with --defences: some reply stops the threat; with --check: the line wins)
   1  no win (with --defences: every reply loses; with --check: the line is refuted)
   2  unknown: the limit was reached first, or there is no threat to defend against
  64  wrong usage
  65  nothing usable could be read (with --strict: something had to be repaired)
  66  the input cannot be opened
  73  the output cannot be written";

const VERIFY_ABOUT: &str = "\
Replay a proof against every defence

Reads a certificate as `tengen solve --certificate` writes it and plays it through: every
legal reply must lose. What fails is named with its step and the moves that lead there.
The format is described in docs/proofs.md.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  tengen verify win.txt
  tengen verify win.txt --tree 3                the proof, three moves deep
  tengen verify - < win.txt
  tengen verify win.txt --quiet                 the exit status alone

Exit status:
   0  the proof holds
   1  the proof is refused
  64  wrong usage
  65  the file is no certificate
  66  the input cannot be opened
  73  the output cannot be written";

const BENCH_ABOUT: &str = "\
Measure the engine, and identify it by the nodes it searches

Searches twenty fixed positions in all rules on one thread, and those for which a net
ships once more by it. The last line is `N nodes M nps`: N is the same on every machine and
changes only when the engine does, M is the speed.";

const LEVELS_ABOUT: &str = "\
List the opponents with rating and character

All are rated on one scale by games between neighbours, on which level 1 has 500 Elo; the
error is half of the 95% interval. Levels count positions and not seconds, so they are the
same on every machine.";

const LEVELS_EXAMPLES: &str = "\
Examples:
  tengen levels
  tengen levels --json

Exit status:
   0  done
  64  wrong usage
  73  the output cannot be written";

const BENCH_EXAMPLES: &str = "\
Examples:
  tengen bench
  tengen bench --depth 4
  tengen bench --nodes 1000

Exit status:
   0  done
  64  wrong usage
  73  the output cannot be written";

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// A file, `-` for the standard input, or a position such as h8i9h10
    #[arg(value_name = "FILE|-|POSITION")]
    pub(crate) input: Option<OsString>,
    /// Show the position after N moves instead of the last one
    #[arg(short = 'm', long = "move", value_name = "N", value_parser = whole::<usize>(0..=u64::MAX))]
    pub(crate) after: Option<usize>,
    /// Write the number of its move beside each stone
    #[arg(short, long)]
    pub(crate) numbers: bool,
    /// Also list the moves
    #[arg(long)]
    pub(crate) moves: bool,
    /// Mark the points that are forbidden to Black and say why (renju)
    #[arg(long)]
    pub(crate) forbidden: bool,
    /// List the fives, fours and threes on the board
    #[arg(long)]
    pub(crate) shapes: bool,
    /// Also draw the position into an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Overwrite the SVG file if it exists
    #[arg(long, requires = "svg")]
    pub(crate) force: bool,
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Use colours; `auto` does on a terminal unless `NO_COLOR` is set
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// A file, `-` for the standard input, or a position such as h8i9h10
    #[arg(value_name = "IN")]
    pub(crate) input: Option<OsString>,
    /// Where to write; the standard output by default
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<Format>,
    /// Overwrite the output if it exists
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// A file, `-` for the standard input, or a position such as h8i9h10
    #[arg(value_name = "FILE|-|POSITION")]
    pub(crate) input: Option<OsString>,
    /// Analyze the position after N moves instead of the last one
    #[arg(short = 'm', long = "move", value_name = "N", value_parser = whole::<usize>(0..=u64::MAX))]
    pub(crate) after: Option<usize>,
    /// How many best lines to show
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = count)]
    pub(crate) lines: NonZeroUsize,
    /// Seconds to think; 0 until Ctrl-C
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// Positions to visit
    #[arg(short, long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    pub(crate) nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(short, long, value_name = "N", value_parser = whole::<u32>(1..=u64::from(u32::MAX)))]
    pub(crate) depth: Option<u32>,
    /// Threads that search together, 1 to 1024
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u16>(1..=1024))]
    pub(crate) threads: u16,
    /// MiB for the table of positions
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = count)]
    pub(crate) memory: NonZeroUsize,
    /// Print one JSON object instead of a text
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Args, Debug)]
pub(crate) struct LevelsArgs {
    /// Write an array of id, name, elo, error and games instead of the table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// A file, `-` for the standard input, or a position such as h8i9h10
    #[arg(value_name = "FILE|-|POSITION")]
    pub(crate) input: Option<OsString>,
    /// Solve the position after N moves instead of the last one
    #[arg(short = 'm', long = "move", value_name = "N", value_parser = whole::<usize>(0..=u64::MAX))]
    pub(crate) after: Option<usize>,
    /// By which moves to win: fours, fours and threats, or any
    #[arg(short, long, value_name = "KIND", default_value = "any")]
    pub(crate) kind: SolveKind,
    /// Whose win to look for; the side to move by default
    #[arg(short, long, value_name = "SIDE")]
    pub(crate) side: Option<Side>,
    /// Ask what the side would win with if it were its turn
    #[arg(long, requires = "side")]
    pub(crate) as_if_to_move: bool,
    /// Look for the shortest win by fours, and show that it is
    #[arg(long)]
    pub(crate) shortest: bool,
    /// Seconds to look; 0 until Ctrl-C
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// Positions to look at: the same answer everywhere
    #[arg(short, long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    pub(crate) nodes: Option<u64>,
    /// MiB for the table of positions
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = count)]
    pub(crate) memory: NonZeroUsize,
    /// List the replies to the other side's threat: what stops it, what only delays it
    #[arg(long, conflicts_with_all = ["check", "side", "shortest", "certificate", "sgf", "svg"])]
    pub(crate) defences: bool,
    /// Judge this line, which begins with a move of the side to move
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["side", "shortest"])]
    pub(crate) check: Option<String>,
    /// Also print the proof, N moves of the winner deep
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=u64::MAX))]
    pub(crate) tree: Option<usize>,
    /// Write the proof as a certificate
    #[arg(short, long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Write the proof as a game tree, as deep as --tree says (8 by default)
    #[arg(long, value_name = "FILE")]
    pub(crate) sgf: Option<PathBuf>,
    /// Draw the longest line into an SVG file; with --tree a diagram for each move of the
    /// winner, the replies lettered
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    pub(crate) force: bool,
    /// Print one JSON object instead of a text
    #[arg(long)]
    pub(crate) json: bool,
    /// Show how far the search is even where the error output is no terminal
    #[arg(long)]
    pub(crate) progress: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// By which moves to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveKind {
    /// Continuous fours
    Vcf,
    /// Fours, and moves that threaten fours
    Vct,
    /// Those first, then every move
    Any,
}

impl From<SolveKind> for tengen_web::messages::SolveKind {
    fn from(kind: SolveKind) -> Self {
        match kind {
            SolveKind::Vcf => Self::Vcf,
            SolveKind::Vct => Self::Vct,
            SolveKind::Any => Self::Any,
        }
    }
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    Black,
    White,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// A certificate, `-` for the standard input
    #[arg(value_name = "FILE|-")]
    pub(crate) file: PathBuf,
    /// Also print the proof, N moves of the winner deep
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=u64::MAX))]
    pub(crate) tree: Option<usize>,
    /// Print nothing: the exit status tells
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Plies to look ahead in every position
    #[arg(
        short,
        long,
        value_name = "N",
        default_value_t = tengen_engine::bench::DEPTH,
        value_parser = whole::<u32>(1..=u64::from(u32::MAX))
    )]
    pub(crate) depth: u32,
    /// Positions to visit in every search, instead of a depth
    #[arg(
        short,
        long,
        value_name = "N",
        conflicts_with = "depth",
        value_parser = whole::<u64>(1..=u64::MAX)
    )]
    pub(crate) nodes: Option<u64>,
}

/// How to read where the record does not say itself.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadingArgs {
    /// The format of the input, if it is not to be recognised
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,
    /// The rule, if the record names none: freestyle, standard, renju, caro8, caro9
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,
    /// The board's side length, if the record names none: 5 to 22
    #[arg(long, value_name = "N", value_parser = size)]
    pub(crate) size: Option<Size>,
    /// Which of several games, from 1
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) game: Option<NonZeroUsize>,
    /// Where row 1 is in position strings: `bottom` as players count, or `top`
    #[arg(long, value_name = "SIDE", default_value = "bottom")]
    pub(crate) rows: RowSide,
    /// The letter I is skipped in position strings, as in Go
    #[arg(long)]
    pub(crate) skip_i: bool,
    /// The numbers of a PSQ file start at 0
    #[arg(long)]
    pub(crate) zero_based: bool,
    /// Open a record of another game (Go) as if it were ours
    #[arg(long)]
    pub(crate) other_games: bool,
    /// Stop with exit status 1 if anything had to be repaired or assumed
    #[arg(long)]
    pub(crate) strict: bool,
}

impl ReadingArgs {
    pub(crate) fn options(&self) -> ReadOptions {
        let from_top = self.rows == RowSide::Top || self.from == Some(Format::PosTop);
        ReadOptions {
            rule: self.rule,
            size: self.size,
            rows: if from_top {
                Rows::FromTop
            } else {
                Rows::FromBottom
            },
            skip_i: self.skip_i,
            zero_based: self.zero_based,
            other_games: self.other_games,
        }
    }
}

/// Where row 1 is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowSide {
    Bottom,
    Top,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

pub(crate) fn size(text: &str) -> Result<Size, String> {
    let n: u64 = text
        .parse()
        .map_err(|_| "a number from 5 to 22 is expected".to_owned())?;
    Size::try_from(n).map_err(|error| error.to_string())
}
