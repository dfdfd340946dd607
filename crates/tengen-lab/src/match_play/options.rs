//! The command line of `match` and `merge`.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, CommandFactory, FromArgMatches, Parser};
use tengen_core::{MAX_SIZE, MIN_SIZE, Rule};
use tengen_gomocup::client::CommandLine;

use crate::arguments::{named_file, positive, with_negative_numbers, within};

/// What `match` is told.
#[derive(Debug, Args)]
pub(crate) struct MatchOptions {
    /// The first engine: a command, split at blanks (quotes join words, there is no shell)
    pub(crate) first: CommandLine,
    /// The second engine
    pub(crate) second: CommandLine,
    /// freestyle, standard, renju, caro8 or caro9
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Side length of the board, 5 to 22
    #[arg(long, default_value_t = 15, value_parser = within::<u64>(MIN_SIZE.into()..=MAX_SIZE.into()))]
    pub(crate) size: u64,
    /// How many games; an even number gives every opening both colours
    #[arg(long, default_value_t = 100, value_parser = within(1..=u32::MAX))]
    pub(crate) games: u32,
    /// Seconds a move, one value or one for each engine; 0 for no limit
    #[arg(
        long,
        value_name = "S[,S]",
        default_value = "0.5",
        allow_hyphen_values = true
    )]
    pub(crate) time: Each<Seconds>,
    /// Seconds for all moves of a game; 0 for no limit
    #[arg(
        long,
        value_name = "S[,S]",
        default_value = "0",
        allow_hyphen_values = true
    )]
    pub(crate) game_time: Each<Seconds>,
    /// Seconds beyond the limit before a game is lost on time
    #[arg(
        long,
        value_name = "S[,S]",
        default_value = "1",
        allow_hyphen_values = true
    )]
    pub(crate) grace: Each<Seconds>,
    /// Nodes a move (`INFO max_node`); 0 for no limit
    #[arg(
        long,
        value_name = "N[,N]",
        default_value = "0",
        allow_hyphen_values = true,
        value_parser = each_to(u64::MAX)
    )]
    pub(crate) nodes: Each<u64>,
    /// Memory in megabytes (`INFO max_memory`); 0 says nothing
    #[arg(
        long,
        value_name = "MB[,MB]",
        default_value = "350",
        allow_hyphen_values = true,
        value_parser = each_to(u64::MAX)
    )]
    pub(crate) memory: Each<u64>,
    /// Threads (`INFO thread_num`)
    #[arg(
        long,
        value_name = "N[,N]",
        default_value = "1",
        allow_hyphen_values = true,
        value_parser = each_to(u32::MAX)
    )]
    pub(crate) threads: Each<u32>,
    /// One more INFO line for the first engine, such as "key value" (may be repeated)
    #[arg(long, value_name = "KEY VALUE")]
    pub(crate) info_first: Vec<String>,
    /// One more INFO line for the second engine
    #[arg(long, value_name = "KEY VALUE")]
    pub(crate) info_second: Vec<String>,
    /// Names in reports and records [default: the programs' file names]
    #[arg(long, value_name = "NAME,NAME")]
    pub(crate) names: Option<Each<String>>,
    /// One opening a line: position string (rows from the top), `moves=`, or offsets
    /// from the centre [default: short random openings by the seed]
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Orders the openings, or makes them
    #[arg(long, default_value_t = 1, value_parser = within(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Draw after so many stones [default: the full board]
    #[arg(long, value_name = "N")]
    pub(crate) max_moves: Option<usize>,
    /// Play on after the end to the last free point; the first end counts
    #[arg(long)]
    pub(crate) play_on: bool,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive::<usize>)]
    pub(crate) concurrency: usize,
    /// A fresh process for each engine in each game
    ///
    /// Brains keep their tables from game to game, so that a match at fixed nodes plays other
    /// games when it is resumed, sharded or played at several tables, unless each game begins
    /// with a fresh process.
    #[arg(long)]
    pub(crate) restart: bool,
    /// Stop early by a sequential test between these two differences in Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Each<f64>>,
    /// Chance that the test accepts ELO1 wrongly
    #[arg(long, default_value_t = 0.05)]
    pub(crate) alpha: f64,
    /// Chance that the test accepts ELO0 wrongly
    #[arg(long, default_value_t = 0.05)]
    pub(crate) beta: f64,
    /// Keep finished games here; the same command then goes on where it stopped
    #[arg(long, value_name = "FILE.jsonl", value_parser = named_file())]
    pub(crate) store: Option<PathBuf>,
    /// Play only part I of N of the match; `merge` puts the stores together
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    /// Say nothing before the summary
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// The words of a command line that is nothing but a match.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    options: MatchOptions,
}

impl MatchOptions {
    /// The options in words as a shell would pass them; a later word counts.
    ///
    /// # Errors
    /// What clap says about wrong words.
    pub(crate) fn from_words(words: &[String]) -> Result<MatchOptions, clap::Error> {
        let command = with_negative_numbers(Words::command()).args_override_self(true);
        let matches = command.try_get_matches_from(words)?;
        Words::from_arg_matches(&matches).map(|words| words.options)
    }
}

/// What `merge` is told.
#[derive(Debug, Args)]
pub(crate) struct MergeOptions {
    /// Stores of one match, as `match --store` writes them
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
}

/// Where games are written for other programs.
#[derive(Debug, Args)]
pub(crate) struct OutputOptions {
    /// Write all games to one SGF file
    #[arg(long, value_name = "FILE", value_parser = named_file())]
    pub(crate) sgf: Option<PathBuf>,
    /// Write each game to a PSQ file in this folder
    #[arg(long, value_name = "DIR", value_parser = named_file())]
    pub(crate) psq: Option<PathBuf>,
}

/// A value for each engine, written once if they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Each<T>(pub(crate) [T; 2]);

impl<T> FromStr for Each<T>
where
    T: FromStr + Clone,
    T::Err: Display,
{
    type Err = String;

    fn from_str(text: &str) -> Result<Each<T>, String> {
        let parse = |word: &str| {
            word.trim()
                .parse::<T>()
                .map_err(|e| format!("{word:?}: {e}"))
        };
        match text.split_once(',') {
            None => parse(text).map(|value| Each([value.clone(), value])),
            Some((first, second)) => Ok(Each([parse(first)?, parse(second)?])),
        }
    }
}

/// Whole numbers from 0 on for each engine, for clap.
fn each_to<T>(most: T) -> impl Fn(&str) -> Result<Each<T>, String> + Clone + Send + Sync
where
    T: FromStr + Display + Clone + Send + Sync,
    T::Err: Display,
{
    move |text| {
        let refused = |_| format!("expected a whole number from 0 to {most}, or two such as 5,7");
        text.parse().map_err(refused)
    }
}

/// A time that people write in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seconds(pub(crate) Duration);

impl Seconds {
    /// `None` for 0, which stands for no limit.
    pub(crate) fn limit(self) -> Option<Duration> {
        (!self.0.is_zero()).then_some(self.0)
    }
}

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seconds, String> {
        const MOST: f64 = 1e6;
        match text.parse::<f64>() {
            Ok(seconds) if (0.0..=MOST).contains(&seconds) => {
                Ok(Seconds(Duration::from_secs_f64(seconds)))
            }
            _ => Err(format!("expected seconds from 0 to {MOST}")),
        }
    }
}

/// One of several parts of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1.
    pub(crate) part: u32,
    pub(crate) of: u32,
}

impl Shard {
    /// Whether that pair of games is in this part.
    pub(crate) fn holds(self, pair: u32) -> bool {
        pair % self.of == self.part - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text
            .split_once('/')
            .and_then(|(part, of)| Some((part.trim().parse().ok()?, of.trim().parse().ok()?)));
        match numbers {
            Some((part, of)) if 1 <= part && part <= of => Ok(Shard { part, of }),
            _ => Err("expected I/N with I from 1 to N, such as 2/4".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_serves_both_engines() {
        assert_eq!("7".parse(), Ok(Each([7, 7])));
        assert_eq!("7, 8".parse(), Ok(Each([7, 8])));
        assert!("7,x".parse::<Each<u64>>().unwrap_err().contains("\"x\""));
        let times: Each<Seconds> = "0.3,0".parse().unwrap();
        assert_eq!(times.0[0].limit(), Some(Duration::from_millis(300)));
        assert_eq!(times.0[1].limit(), None);
    }

    #[test]
    fn only_sensible_times_are_taken() {
        for text in ["-1", "NaN", "inf", "", "1s", "1e9"] {
            assert!(text.parse::<Seconds>().is_err(), "{text}");
        }
    }

    #[test]
    fn shards_share_all_pairs() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|s| s.parse().unwrap()).into();
        for pair in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.holds(pair)).count(), 1);
        }
        for text in ["0/3", "4/3", "1", "a/b", "1/0"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
