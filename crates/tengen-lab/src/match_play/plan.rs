//! A match as it will be played: options that were checked and put together.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tengen_core::{Rule, Size};
use tengen_gomocup::client::{CommandLine, Settings};

use super::openings::Openings;
use super::options::{MatchOptions, Shard};
use super::record::{Conditions, EngineConditions, VERSION};
use super::stats::Sprt;

/// Bytes in what people call a megabyte of memory.
const MEGABYTE: u64 = 1 << 20;

/// One of the two engines: how it is started and what it may use.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    pub(crate) name: String,
    pub(crate) command: CommandLine,
    pub(crate) settings: Settings,
    pub(crate) grace: Duration,
}

/// Everything that decides how a match is played.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) size: Size,
    pub(crate) rule: Rule,
    pub(crate) engines: [Engine; 2],
    pub(crate) openings: Openings,
    pub(crate) games: u32,
    pub(crate) shard: Option<Shard>,
    pub(crate) max_moves: Option<usize>,
    pub(crate) concurrency: usize,
    pub(crate) restart: bool,
    pub(crate) play_on: bool,
    pub(crate) sprt: Option<Sprt>,
    pub(crate) conditions: Conditions,
}

impl Plan {
    pub(crate) fn new(options: &MatchOptions) -> Result<Plan> {
        let size = Size::try_from(options.size)?;
        let rule = options.rule;
        let openings = match &options.openings {
            Some(path) => Openings::from_file(path, size, rule, options.seed)?,
            None => Openings::random(size, rule, options.seed),
        };
        let engines = engines(options, size, rule)?;
        let sprt = sprt(options)?;
        Ok(Plan {
            size,
            rule,
            conditions: conditions(options, &engines, &openings, sprt),
            engines,
            openings,
            games: options.games,
            shard: options.shard,
            max_moves: options.max_moves,
            concurrency: options.concurrency,
            restart: options.restart,
            play_on: options.play_on,
            sprt,
        })
    }

    /// The numbers of the games that this process is to play, pair by pair.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = Vec<u32>> + '_ {
        (0..self.games.div_ceil(2))
            .filter(|&pair| self.shard.is_none_or(|shard| shard.holds(pair)))
            .map(|pair| {
                [2 * pair, 2 * pair + 1]
                    .into_iter()
                    .filter(|&game| game < self.games)
                    .collect()
            })
    }
}

fn engines(options: &MatchOptions, size: Size, rule: Rule) -> Result<[Engine; 2]> {
    let names = match &options.names {
        Some(names) => names.0.clone(),
        None => names_of_programs(options),
    };
    let [first, second] = names;
    if first.is_empty() || first == second {
        bail!("--names needs two different names, such as new,old");
    }
    Ok([
        engine(options, 0, first, size, rule)?,
        engine(options, 1, second, size, rule)?,
    ])
}

fn engine(
    options: &MatchOptions,
    index: usize,
    name: String,
    size: Size,
    rule: Rule,
) -> Result<Engine> {
    let (command, info) = if index == 0 {
        (&options.first, &options.info_first)
    } else {
        (&options.second, &options.info_second)
    };
    let given = |number: u64| (number > 0).then_some(number);
    let mut settings = Settings::new(size, rule);
    settings.turn = options.time.0[index].limit();
    settings.whole_game = options.game_time.0[index].limit();
    settings.nodes = given(options.nodes.0[index]);
    settings.memory_bytes = given(options.memory.0[index]).map(|mb| mb.saturating_mul(MEGABYTE));
    settings.threads = Some(options.threads.0[index]).filter(|&threads| threads > 0);
    for line in info {
        let (key, value) = line
            .split_once([' ', '='])
            .with_context(|| format!("--info {line:?}: expected a key, a blank and a value"))?;
        settings.more.push((key.to_owned(), value.to_owned()));
    }
    Ok(Engine {
        name,
        command: command.clone(),
        settings,
        grace: options.grace.0[index].0,
    })
}

/// The file names of the two programs, made different if they are equal.
fn names_of_programs(options: &MatchOptions) -> [String; 2] {
    let [first, second] = [&options.first, &options.second].map(|command| {
        let stem = Path::new(command.program()).file_stem();
        stem.map_or_else(
            || "engine".to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        )
    });
    if first == second {
        [format!("{first}-1"), format!("{second}-2")]
    } else {
        [first, second]
    }
}

fn sprt(options: &MatchOptions) -> Result<Option<Sprt>> {
    let Some(elo) = &options.sprt else {
        return Ok(None);
    };
    let test = Sprt {
        elo0: elo.0[0],
        elo1: elo.0[1],
        alpha: options.alpha,
        beta: options.beta,
    };
    if !(test.elo0 < test.elo1 && test.elo0 >= -1000.0 && test.elo1 <= 1000.0) {
        bail!("--sprt needs two rising numbers of Elo between -1000 and 1000, such as 0,10");
    }
    for chance in [test.alpha, test.beta] {
        if !(chance > 0.0 && chance < 0.5) {
            bail!("--alpha and --beta are chances between 0 and 0.5, not {chance}");
        }
    }
    Ok(Some(test))
}

fn conditions(
    options: &MatchOptions,
    engines: &[Engine; 2],
    openings: &Openings,
    sprt: Option<Sprt>,
) -> Conditions {
    let engine = |index: usize| EngineConditions {
        name: engines[index].name.clone(),
        command: engines[index].command.to_string(),
        turn_s: options.time.0[index].0.as_secs_f64(),
        game_s: options.game_time.0[index].0.as_secs_f64(),
        grace_s: options.grace.0[index].0.as_secs_f64(),
        nodes: options.nodes.0[index],
        memory_mb: options.memory.0[index],
        threads: options.threads.0[index],
        info: [&options.info_first, &options.info_second][index].clone(),
        about: String::new(),
    };
    let file_name = |path: &Path| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        name.to_string_lossy().into_owned()
    };
    Conditions {
        tengen_match: VERSION,
        rule: options.rule.name().to_owned(),
        size: engines[0].settings.size.get(),
        engines: [engine(0), engine(1)],
        openings: match &options.openings {
            Some(path) => file_name(path),
            None => "random".to_owned(),
        },
        openings_digest: openings.digest(),
        seed: options.seed,
        restart: options.restart,
        max_moves: options.max_moves,
        play_on: options.play_on,
        sprt: sprt.map(|test| [test.elo0, test.elo1, test.alpha, test.beta]),
        games: options.games,
        shard: options.shard.map(|shard| [shard.part, shard.of]),
    }
}
