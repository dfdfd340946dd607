//! `tengen-lab duel`: two settings of our own engine against each other, in one process.
//!
//! No pipes and no clock, so thousands of games at fixed nodes take minutes, and the
//! result depends on the seed alone.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use tengen_core::{Rule, Size, Stone};
use tengen_engine::value::ValueTable;
use tengen_engine::{Evaluation, Net, Options, params::Params};

use crate::arena::{Budget, Contestant, DuelScore, duel};
use crate::arguments::positive;
use crate::learn::selfplay::Plan;
use crate::match_play::stats::{Sprt, Verdict};
use crate::output::{remark, remark_part, say};

/// What to play.
#[derive(Debug, Args)]
pub(crate) struct DuelOptions {
    /// Rule of the games
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Side length of the board
    #[arg(long, default_value_t = 15)]
    size: u8,
    /// Games at the most; each opening is played with both colours
    #[arg(long, default_value_t = 2000, value_parser = positive::<usize>)]
    games: usize,
    /// Positions that each move may visit
    #[arg(long, default_value_t = 10_000, value_parser = positive::<u64>)]
    nodes: u64,
    /// The same for the second side, if it is to be another
    #[arg(long, value_parser = positive::<u64>)]
    nodes_second: Option<u64>,
    /// Of the first side's positions, so many may go to a search for a proven win by
    /// threats before each move
    #[arg(long, value_name = "N", conflicts_with = "time_ms")]
    proof_first: Option<u64>,
    /// Parameters of the first side, such as `singular=0,futility=0`
    #[arg(long, default_value = "")]
    first: String,
    /// Parameters of the second side
    #[arg(long, default_value = "")]
    second: String,
    /// Pattern table of the first side: a file, or `start` for the hand-made one
    #[arg(long)]
    table_first: Option<PathBuf>,
    /// Pattern table of the second side
    #[arg(long)]
    table_second: Option<PathBuf>,
    /// Net of the first side: a file, or `shipped` [default: none]
    #[arg(long)]
    net_first: Option<PathBuf>,
    /// Net of the second side
    #[arg(long)]
    net_second: Option<PathBuf>,
    /// Milliseconds a move instead of positions: for a quiet machine only
    #[arg(long, conflicts_with_all = ["nodes", "nodes_second"], value_parser = positive::<u64>)]
    time_ms: Option<u64>,
    /// End as soon as a difference of Elo is decided between these two, such as 0,10
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)]
    sprt: Option<Vec<f64>>,
    /// Begin no game after this many seconds, even if games are left
    #[arg(long)]
    seconds: Option<u64>,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time [default: one for each core]
    #[arg(long, value_parser = positive::<usize>)]
    concurrency: Option<usize>,
}

/// Plays the duel; its last line is `score 55.0%`, the first side's share.
pub(crate) fn run(options: &DuelOptions) -> Result<()> {
    let budget = |nodes| options.time_ms.map_or(Budget::Nodes(nodes), Budget::Time);
    let first = Setting {
        params: &options.first,
        table: options.table_first.as_ref(),
        net: options.net_first.as_ref(),
        budget: match options.proof_first {
            None => budget(options.nodes),
            Some(solver) => Budget::ProofFirst {
                nodes: options.nodes,
                solver,
            },
        },
    };
    let second = Setting {
        params: &options.second,
        table: options.table_second.as_ref(),
        net: options.net_second.as_ref(),
        budget: budget(options.nodes_second.unwrap_or(options.nodes)),
    };
    let size = Size::new(options.size)?;
    let sides = [
        first.contestant(options.rule, size)?,
        second.contestant(options.rule, size)?,
    ];
    let plan = Plan {
        rule: options.rule,
        size,
        games: options.games,
        nodes: options.nodes,
        opening_nodes: OPENING_NODES,
        seed: options.seed,
        threads: options.concurrency.unwrap_or_else(cores),
        options: base_options(),
    };
    let sprt = test(options)?;
    let mut score = DuelScore::default();
    let started = Instant::now();
    let shown = std::io::stderr().is_terminal();
    duel(&plan, &sides, |result| {
        score.add(result);
        if shown {
            let games = score.games;
            remark_part!("\r+{} ={} -{} ", games.wins, games.draws, games.losses);
        }
        let in_time = |limit| started.elapsed().as_secs() < limit;
        options.seconds.is_none_or(in_time)
            && sprt.is_none_or(|sprt| sprt.verdict(&score.pairs) == Verdict::Undecided)
    });
    if shown {
        remark!();
    }
    report(&score, sprt);
    Ok(())
}

/// Nodes for judging an opening: enough to see most short wins.
pub(crate) const OPENING_NODES: u64 = 6_000;

/// How many games run at once by default.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A table that suits short searches, so that many engines fit into memory and cache.
pub(crate) fn base_options() -> Options {
    Options {
        table_bytes: 8 << 20,
        ..Options::default()
    }
}

/// One side as the command line describes it.
struct Setting<'a> {
    params: &'a str,
    table: Option<&'a PathBuf>,
    net: Option<&'a PathBuf>,
    budget: Budget,
}

impl Setting<'_> {
    fn contestant(&self, rule: Rule, size: Size) -> Result<Contestant> {
        let values = self.table.map(|path| load_table(path, rule)).transpose()?;
        Ok(Contestant {
            options: Options {
                params: parse_params(self.params)?,
                values,
                evaluation: evaluation(self.net, rule, size)?,
                ..base_options()
            },
            budget: self.budget,
        })
    }
}

/// Who judges such games: the net of a file, lent to them if it was trained for others; the one
/// that ships; or without either the classical values.
pub(crate) fn evaluation(net: Option<&PathBuf>, rule: Rule, size: Size) -> Result<Evaluation> {
    match net {
        None => Ok(Evaluation::Classical),
        Some(path) if path.as_os_str() == "shipped" => Ok(Evaluation::Shipped),
        Some(path) => {
            let net = Net::lent(&net_bytes(path)?, rule, size);
            let net = net.with_context(|| path.display().to_string())?;
            Ok(Evaluation::Net(Arc::new(net)))
        }
    }
}

/// The net in a file, for the games that it was trained for.
pub(crate) fn load_net(path: &Path) -> Result<Arc<Net>> {
    let net = Net::from_bytes(&net_bytes(path)?).with_context(|| path.display().to_string())?;
    Ok(Arc::new(net))
}

fn net_bytes(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Reads `name=value` pairs, separated by commas.
pub(crate) fn parse_params(settings: &str) -> Result<Params> {
    let mut params = Params::default();
    for setting in settings.split(',').filter(|word| !word.is_empty()) {
        let Some((name, value)) = setting.split_once('=') else {
            bail!("{setting:?} is no setting: name=value is expected, such as singular=0");
        };
        let value = value
            .parse()
            .with_context(|| format!("{value:?} in {setting:?} is no whole number"))?;
        params.set(name, value).map_err(anyhow::Error::msg)?;
    }
    Ok(params)
}

/// Reads a pattern table; it lives as long as the program, as engines expect.
pub(crate) fn load_table(path: &PathBuf, rule: Rule) -> Result<&'static ValueTable> {
    let forbids = rule.has_forbidden_points(Stone::Black);
    let table = if path.as_os_str() == "start" {
        ValueTable::start(forbids)
    } else {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        ValueTable::from_bytes(&bytes, forbids).with_context(|| path.display().to_string())?
    };
    Ok(Box::leak(Box::new(table)))
}

fn test(options: &DuelOptions) -> Result<Option<Sprt>> {
    match options.sprt.as_deref() {
        None => Ok(None),
        Some(&[elo0, elo1]) if elo0 < elo1 => Ok(Some(Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        })),
        Some(_) => bail!("--sprt needs two rising numbers of Elo, such as 0,10"),
    }
}

fn report(score: &DuelScore, sprt: Option<Sprt>) {
    let DuelScore { games, pairs } = score;
    say!(
        "pairs      {:?} (0 to 4 half points for the first)",
        pairs.0
    );
    say!(
        "games      {}: {} won, {} drawn, {} lost by the first",
        games.games(),
        games.wins,
        games.draws,
        games.losses
    );
    if let Some(estimate) = pairs.estimate() {
        say!("Elo        {estimate}");
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio(pairs);
        say!(
            "SPRT       [{}, {}] LLR {ratio:.2} of ({lower:.2}, {upper:.2}): {}",
            sprt.elo0,
            sprt.elo1,
            sprt.verdict_in_words(pairs)
        );
    }
    say!("score {:.1}%", 100.0 * games.score().unwrap_or(0.5));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        duel: DuelOptions,
    }

    #[test]
    fn a_test_is_asked_for_as_the_help_says() {
        let asked = |words: &[&str]| {
            let line = <Line as clap::Parser>::try_parse_from(words).unwrap();
            test(&line.duel).map(|sprt| sprt.map(|sprt| (sprt.elo0, sprt.elo1)))
        };
        assert_eq!(asked(&["duel"]).unwrap(), None);
        assert_eq!(
            asked(&["duel", "--sprt", "0,10"]).unwrap(),
            Some((0.0, 10.0))
        );
        for bad in ["10,0", "5", "0,5,10"] {
            assert!(asked(&["duel", "--sprt", bad]).is_err(), "{bad}");
        }
    }

    #[test]
    fn settings_are_read_and_faults_named() {
        let params = parse_params("singular=0,futility_margin=99").unwrap();
        assert_eq!((params.singular, params.futility_margin), (0, 99));
        for (bad, word) in [
            ("singular", "name=value"),
            ("x=1", "no parameter"),
            ("singular=7", "0 to 1"),
        ] {
            let error = format!("{:#}", parse_params(bad).unwrap_err());
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn a_file_of_another_board_judges_the_duel() {
        let name = format!("tengen-duel-{}.tnet", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, Net::noise(Rule::Freestyle, Size::STANDARD, 1)).unwrap();
        let size = Size::new(20).unwrap();
        let lent = evaluation(Some(&path), Rule::Freestyle, size);
        let refused = evaluation(Some(&path), Rule::Renju, size);
        std::fs::remove_file(&path).unwrap();
        let net = lent.unwrap().net(Rule::Freestyle, size).unwrap();
        assert_eq!(net.home(), (Rule::Freestyle, Size::STANDARD));
        assert_eq!(net.size(), size);
        assert!(refused.is_err(), "renju's nets have two tables");
    }

    #[test]
    fn equal_sides_split_every_pair() {
        let side = || Contestant {
            options: base_options(),
            budget: Budget::Nodes(60),
        };
        let plan = Plan {
            rule: Rule::Freestyle,
            size: Size::new(9).unwrap(),
            games: 8,
            nodes: 60,
            opening_nodes: 60,
            seed: 5,
            threads: 2,
            options: base_options(),
        };
        let mut score = DuelScore::default();
        duel(&plan, &[side(), side()], |result| {
            score.add(result);
            true
        });
        assert_eq!(score.pairs.0, [0, 0, 4, 0, 0]);
        assert_eq!(score.games.games(), 8);
        assert_eq!(score.games.wins, score.games.losses);
    }
}
