//! `tengen-lab selfplay`: fast games of the engine with itself, kept in a compact file.

mod file;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use tengen_core::{Rule, Size};
use tengen_engine::{Engine, Evaluation, Options, bench};

use crate::arguments::{named_file, positive};
use crate::data;
use crate::duel::{base_options, cores};
use crate::in_order::in_order;
use crate::learn::selfplay::{Plan, play_one};
use crate::output::{Results, remark, remark_part, say};
use file::{GameFile, Header, StoredGame};

/// What to play.
#[derive(Debug, Args)]
pub(crate) struct SelfplayOptions {
    /// Rule of the games
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Side length of the board
    #[arg(long, default_value_t = 15)]
    size: u8,
    /// Games that the file shall hold in the end
    #[arg(long, default_value_t = 1000, value_parser = positive::<usize>)]
    games: usize,
    /// Positions that each move may visit
    #[arg(long, default_value_t = 400, value_parser = positive::<u64>)]
    nodes: u64,
    /// Judge by the net that ships for the rule and size, not by the pattern tables
    #[arg(long)]
    net: bool,
    /// Seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cores to use [default: all]; the bytes do not depend on it
    #[arg(long, value_parser = positive::<usize>)]
    threads: Option<usize>,
    /// The file; one that was begun with the same options is continued
    #[arg(long, required_unless_present = "list", value_parser = named_file())]
    out: Option<PathBuf>,
    /// Play nothing: print the games of this file, a winner and a position string a line
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    list: Option<PathBuf>,
}

/// Plays the games that the file still lacks, or prints those it has.
pub(crate) fn run(options: &SelfplayOptions) -> Result<()> {
    if let Some(path) = &options.list {
        return list(&GameFile::read(path)?);
    }
    let Some(out) = &options.out else {
        bail!("--out FILE says where the games go");
    };
    let header = Header {
        rule: options.rule,
        size: Size::new(options.size)?,
        nodes: options.nodes,
        seed: options.seed,
        signature: bench::signature().map_err(anyhow::Error::msg)?,
        by_net: options.net,
    };
    if options.net && Evaluation::Shipped.net(header.rule, header.size).is_none() {
        bail!("no net ships for {} {}", header.rule, header.size);
    }
    let (mut file, done) = GameFile::open(out, header)?;
    play(
        &mut file,
        header,
        done..options.games,
        options.threads.unwrap_or_else(cores),
    )?;
    let (header, games) = GameFile::read(out)?;
    say!("{}", describe(&header, &games));
    Ok(())
}

/// Plays the games with these numbers and appends them.
fn play(
    file: &mut GameFile,
    header: Header,
    games: std::ops::Range<usize>,
    threads: usize,
) -> Result<()> {
    if games.is_empty() {
        return Ok(());
    }
    let plan = Plan {
        rule: header.rule,
        size: header.size,
        games: games.end,
        nodes: header.nodes,
        opening_nodes: header.nodes,
        seed: header.seed,
        threads,
        options: Options {
            evaluation: if header.by_net {
                Evaluation::Shipped
            } else {
                Evaluation::Classical
            },
            ..base_options()
        },
    };
    let worker = || {
        let mut engine = Engine::new(plan.options.clone());
        let plan = &plan;
        move |index: usize| StoredGame::from(&play_one(plan, index, &mut engine))
    };
    let shown = std::io::stderr().is_terminal();
    let mut written = Ok(());
    in_order(threads, games.start, worker, |index, game: StoredGame| {
        written = file.add(&game);
        let done = index + 1;
        if shown && (done.is_multiple_of(50) || done == games.end) {
            remark_part!("\r{done} of {} games ", games.end);
        }
        written.is_ok() && done < games.end
    });
    if shown {
        remark!();
    }
    written
}

fn list((header, games): &(Header, Vec<StoredGame>)) -> Result<()> {
    let mut out = Results::new();
    for game in games {
        let winner = game
            .winner
            .map_or("nobody".to_owned(), |stone| stone.to_string());
        let moves = data::names(game.moves.iter().map(|mv| mv.point));
        writeln!(out, "{winner} {moves}")?;
    }
    writeln!(out, "{}", describe(header, games))?;
    Ok(())
}

fn describe(header: &Header, games: &[StoredGame]) -> String {
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    let won_by = |stone| {
        games
            .iter()
            .filter(|game| game.winner == Some(stone))
            .count()
    };
    format!(
        "{header}: {} games, {moves} moves, Black won {}, White {}",
        games.len(),
        won_by(tengen_core::Stone::Black),
        won_by(tengen_core::Stone::White),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            rule: Rule::Renju,
            size: Size::new(9).unwrap(),
            nodes: 40,
            seed: 3,
            signature: 99,
            by_net: false,
        }
    }

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("tengen-selfplay-{}-{name}", std::process::id()))
    }

    /// Plays up to so many games into the file.
    fn play_to(path: &std::path::Path, games: usize, threads: usize) {
        let (mut file, done) = GameFile::open(path, header()).unwrap();
        play(&mut file, header(), done..games, threads).unwrap();
    }

    #[test]
    fn a_killed_run_ends_with_the_same_bytes_on_any_number_of_threads() {
        let (whole, cut) = (path("whole"), path("cut"));
        play_to(&whole, 12, 1);
        let bytes = std::fs::read(&whole).unwrap();
        let (_, games) = GameFile::read(&whole).unwrap();
        assert_eq!(games.len(), 12);
        for length in [bytes.len() / 2, bytes.len() - 1, 32] {
            std::fs::write(&cut, &bytes[..length]).unwrap();
            play_to(&cut, 12, 3);
            assert_eq!(std::fs::read(&cut).unwrap(), bytes, "cut at {length}");
        }
        play_to(&whole, 14, 2);
        let longer = std::fs::read(&whole).unwrap();
        assert!(longer.len() > bytes.len() && longer.starts_with(&bytes));
        std::fs::remove_file(whole).unwrap();
        std::fs::remove_file(cut).unwrap();
    }

    #[test]
    fn stored_games_replay_by_the_rules() {
        let file = path("replay");
        play_to(&file, 8, 2);
        let (header, games) = GameFile::read(&file).unwrap();
        for game in games {
            let mut position = tengen_core::Position::new(header.size, header.rule);
            for mv in &game.moves {
                position.play(mv.point).unwrap();
            }
            assert!(game.moves.iter().any(|mv| mv.chosen));
            if let Some(outcome) = position.outcome() {
                assert_eq!(outcome.winner, game.winner);
            }
        }
        std::fs::remove_file(file).unwrap();
    }
}
