//! What is shown while games are played: a bar on a terminal, lines elsewhere.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use super::record::{GameRecord, Side, Used};
use super::summary::Summary;

use crate::output::remark;

/// Shows progress on stderr; stdout belongs to the summary.
#[derive(Debug)]
pub(crate) enum Progress {
    Bar(ProgressBar),
    Lines { all: u64 },
    Quiet,
}

impl Progress {
    /// For `all` games, of which `done` are played already.
    pub(crate) fn new(quiet: bool, all: u64, done: u64) -> Progress {
        if quiet {
            return Progress::Quiet;
        }
        if !std::io::stderr().is_terminal() {
            return Progress::Lines { all };
        }
        let template = "{bar:30} {pos}/{len} games, {elapsed} (eta {eta})  {wide_msg}";
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        Progress::Bar(ProgressBar::new(all).with_style(style).with_position(done))
    }

    /// A game has ended.
    pub(crate) fn game(&self, game: &GameRecord, summary: &Summary) {
        let so_far = so_far(summary);
        match self {
            Progress::Quiet => {}
            Progress::Bar(bar) => {
                bar.set_position(summary.tally.games());
                bar.set_message(so_far);
                if game.ending.is_breakdown() {
                    bar.println(describe(game, summary));
                }
            }
            Progress::Lines { all } => {
                let done = summary.tally.games();
                let game = format!("{}{}", describe(game, summary), memory(game));
                remark!("{done}/{all} {game}; {so_far}");
            }
        }
    }

    /// No more games will come.
    pub(crate) fn finish(&self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// A game in one line.
fn describe(game: &GameRecord, summary: &Summary) -> String {
    let name = |side: Side| &summary.conditions.engines[side.index()].name;
    let stones = game.opening + game.times_ms.len();
    let mut text = match game.winner {
        Some(side) => {
            let colour = if side == game.black { "Black" } else { "White" };
            format!("game {}: {} ({colour}) wins", game.game, name(side))
        }
        None => format!("game {}: draw", game.game),
    };
    text.push_str(&format!(" after {stones} moves: {}", game.ending.words()));
    if !game.detail.is_empty() {
        text.push_str(&format!(" ({})", game.detail));
    }
    text
}

/// The most memory that each engine has held, and what it holds for itself.
fn memory(game: &GameRecord) -> String {
    let mut text = String::new();
    for (name, of) in [
        ("RSS", (|used| used.peak_kib) as fn(Used) -> Option<u64>),
        ("USS", |used| used.unique_kib),
    ] {
        if let [Some(first), Some(second)] = game.used.map(of) {
            let [first, second] = [first, second].map(|kib| kib as f64 / 1024.0);
            text.push_str(&format!("; {name} {first:.1}, {second:.1} MiB"));
        }
    }
    text
}

fn so_far(summary: &Summary) -> String {
    let tally = summary.tally;
    let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let Some(score) = tally.score() {
        text.push_str(&format!(" {:.1}%", 100.0 * score));
    }
    if let Some(estimate) = summary.pairs.estimate() {
        text.push_str(&format!(", Elo {estimate}"));
    }
    if let Some(test) = summary.sprt() {
        let (lower, upper) = test.bounds();
        let ratio = test.log_likelihood_ratio(&summary.pairs);
        text.push_str(&format!(", LLR {ratio:.2} of ({lower:.2}, {upper:.2})"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_play::record::Ending;

    #[test]
    fn memory_is_told_where_it_is_known() {
        let used = |peak_kib| Used {
            peak_kib: Some(peak_kib),
            unique_kib: Some(512),
            ..Used::default()
        };
        let mut game = GameRecord {
            game: 0,
            black: Side::First,
            winner: None,
            ending: Ending::FullBoard,
            detail: String::new(),
            opening: 0,
            moves: String::new(),
            times_ms: Vec::new(),
            used: [used(2048), used(5120)],
        };
        assert_eq!(memory(&game), "; RSS 2.0, 5.0 MiB; USS 0.5, 0.5 MiB");
        game.used[1] = Used::default();
        assert_eq!(memory(&game), "");
    }
}
