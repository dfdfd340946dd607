//! Games of a match as records for other programs.

use std::path::Path;

use anyhow::{Context, Result};
use tengen_core::record::psq::{self, EndCode};
use tengen_core::record::{ReadOptions, Rows, sgf, text};
use tengen_core::{Cause, NodeId, Outcome, Rule, Size, Stone, Tree};

use super::options::OutputOptions;
use super::record::{Conditions, Ending, GameRecord};
use crate::arguments::check_writable;

/// Makes sure, before the first game, that [`write()`] will be able to.
///
/// # Errors
/// The file or the folder cannot be written.
pub(crate) fn check(options: &OutputOptions) -> Result<()> {
    if let Some(path) = &options.sgf {
        check_writable(path)?;
    }
    if let Some(folder) = &options.psq {
        make_folder(folder)?;
        // It may have been there, and be another's.
        let probe = folder.join(format!(".tengen-lab-{}", std::process::id()));
        check_writable(&probe)?;
    }
    Ok(())
}

/// Writes what was asked for.
pub(crate) fn write(
    options: &OutputOptions,
    conditions: &Conditions,
    games: &[GameRecord],
) -> Result<()> {
    if let Some(path) = &options.sgf {
        let trees = games
            .iter()
            .map(|game| tree_of(conditions, game))
            .collect::<Result<Vec<Tree>>>()?;
        std::fs::write(path, sgf::write_all(&trees))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(folder) = &options.psq {
        write_psq(folder, conditions, games)?;
    }
    Ok(())
}

fn make_folder(folder: &Path) -> Result<()> {
    let shown = folder.display();
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {shown}"))
}

/// One file a game, named by its number.
fn write_psq(folder: &Path, conditions: &Conditions, games: &[GameRecord]) -> Result<()> {
    make_folder(folder)?;
    for game in games {
        let tree = tree_of(conditions, game)?;
        let end = match game.ending {
            Ending::Time => EndCode::TIMEOUT,
            Ending::Crash | Ending::Illegal | Ending::Nonsense => EndCode::ENGINE_ERROR,
            _ => EndCode::NORMAL,
        };
        let text = psq::write(&tree, end)?;
        let path = folder.join(format!("game-{:05}.psq", game.game));
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// The game as a tree: players, times, result.
fn tree_of(conditions: &Conditions, game: &GameRecord) -> Result<Tree> {
    let rule: Rule = conditions.rule.parse()?;
    let size = Size::new(conditions.size)?;
    let options = ReadOptions {
        rule: Some(rule),
        size: Some(size),
        rows: Rows::FromTop,
        ..ReadOptions::default()
    };
    let mut tree = if game.moves.is_empty() {
        Tree::new(size, rule)
    } else {
        text::read(&game.moves, &options)
            .with_context(|| format!("the moves of game {}", game.game))?
            .value
    };
    for stone in Stone::BOTH {
        tree.info.players[stone] = conditions.engines[game.side_of(stone).index()].name.clone();
    }
    tree.info.event = "Tengen match".to_owned();
    tree.info.round = game.game.to_string();
    tree.info.result = Some(outcome_of(game));
    let line: Vec<NodeId> = main_line(&tree);
    for (&node, &time_ms) in line.iter().skip(game.opening).zip(&game.times_ms) {
        tree.node_mut(node).time_ms = Some(time_ms.round() as u64);
    }
    let last = line.last().copied().unwrap_or(Tree::ROOT);
    tree.node_mut(last).comment = if game.detail.is_empty() {
        game.ending.words().to_owned()
    } else {
        format!("{}: {}", game.ending.words(), game.detail)
    };
    Ok(tree)
}

/// The nodes of the only line, oldest first, without the root.
fn main_line(tree: &Tree) -> Vec<NodeId> {
    let mut line = Vec::new();
    let mut node = Tree::ROOT;
    while let Some(&next) = tree.node(node).children().first() {
        line.push(next);
        node = next;
    }
    line
}

/// What a record can say about the result. The row or the forbidden point is for the
/// rules to find again.
fn outcome_of(game: &GameRecord) -> Outcome {
    let winner = game.winner.map(|side| {
        if side == game.black {
            Stone::Black
        } else {
            Stone::White
        }
    });
    let cause = match game.ending {
        Ending::Time => Cause::Time,
        Ending::FullBoard => Cause::FullBoard,
        Ending::NoLegalMove => Cause::NoLegalMove,
        _ => Cause::Unknown,
    };
    Outcome { winner, cause }
}
