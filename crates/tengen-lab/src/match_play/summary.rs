//! The result of a match: counts, statistics, and a table for people.

use std::collections::BTreeMap;
use std::fmt;

use super::record::{Conditions, Ending, GameRecord, Side};
use super::stats::{Pairs, Sprt, Tally};

/// Everything that is counted over the games of a match.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) conditions: Conditions,
    /// The first engine's wins, draws and losses.
    pub(crate) tally: Tally,
    /// The same without games lost by time, crash or nonsense.
    pub(crate) undisturbed: Tally,
    /// Complete pairs.
    pub(crate) pairs: Pairs,
    /// The first engine's results with Black.
    with_black: Tally,
    /// Half points of pairs of which one game is known.
    half_pairs: BTreeMap<u32, u8>,
    engines: [EngineSummary; 2],
}

/// What is counted for one engine.
#[derive(Clone, Debug, Default)]
struct EngineSummary {
    time_losses: u64,
    crashes: u64,
    illegal: u64,
    forbidden: u64,
    nonsense: u64,
    moves: u64,
    thinking_ms: f64,
    slowest_ms: f64,
    /// Processor time, and the thinking time of the games in which it is known.
    cpu_ms: f64,
    cpu_known_ms: f64,
    /// Milliseconds beyond the limit, one for each move with a limit; 0 if within it.
    beyond_ms: Vec<f64>,
    peak_kib: Option<u64>,
    unique_kib: Option<u64>,
    /// Resident memory after the tenth game and after the last.
    tenth_kib: Option<u64>,
    last_kib: Option<u64>,
    games: u64,
    threads: Option<u64>,
    files: Option<u64>,
}

impl Summary {
    pub(crate) fn of(conditions: &Conditions, games: &[GameRecord]) -> Summary {
        let mut summary = Summary {
            conditions: conditions.clone(),
            tally: Tally::default(),
            undisturbed: Tally::default(),
            pairs: Pairs::default(),
            with_black: Tally::default(),
            half_pairs: BTreeMap::new(),
            engines: Default::default(),
        };
        for game in games {
            summary.add(game);
        }
        summary
    }

    pub(crate) fn add(&mut self, game: &GameRecord) {
        let half_points = game.half_points();
        self.tally.add(half_points);
        if !game.ending.is_breakdown() {
            self.undisturbed.add(half_points);
        }
        if game.black == Side::First {
            self.with_black.add(half_points);
        }
        match self.half_pairs.remove(&(game.game / 2)) {
            Some(other_half) => self.pairs.add(half_points + other_half),
            None => {
                self.half_pairs.insert(game.game / 2, half_points);
            }
        }
        if let Some(loser) = game.loser() {
            self.engines[loser.index()].count_loss(game.ending);
        }
        for side in Side::BOTH {
            let limits = &self.conditions.engines[side.index()];
            let limits = [limits.turn_s, limits.game_s];
            self.engines[side.index()].count_use(game, side, limits);
        }
    }

    pub(crate) fn sprt(&self) -> Option<Sprt> {
        self.conditions.sprt.map(|[elo0, elo1, alpha, beta]| Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }
}

impl EngineSummary {
    fn count_loss(&mut self, ending: Ending) {
        match ending {
            Ending::Time => self.time_losses += 1,
            Ending::Crash => self.crashes += 1,
            Ending::Illegal => self.illegal += 1,
            Ending::Forbidden => self.forbidden += 1,
            Ending::Nonsense => self.nonsense += 1,
            Ending::Five | Ending::FullBoard | Ending::NoLegalMove | Ending::MaxMoves => {}
        }
    }

    /// Adds times and memory; the limits are seconds a move and a game, 0 for none.
    fn count_use(&mut self, game: &GameRecord, side: Side, limits_s: [f64; 2]) {
        let [turn_ms, mut left_ms] = limits_s.map(|limit| {
            if limit > 0.0 {
                1e3 * limit
            } else {
                f64::INFINITY
            }
        });
        let mut thinking_ms = 0.0;
        for (index, &time_ms) in game.times_ms.iter().enumerate() {
            if game.mover(index) != side {
                continue;
            }
            self.moves += 1;
            thinking_ms += time_ms;
            self.slowest_ms = self.slowest_ms.max(time_ms);
            let limit_ms = turn_ms.min(left_ms);
            if limit_ms.is_finite() {
                self.beyond_ms.push((time_ms - limit_ms).max(0.0));
            }
            left_ms = (left_ms - time_ms).max(0.0);
        }
        self.thinking_ms += thinking_ms;
        let used = &game.used[side.index()];
        if let Some(cpu_ms) = used.cpu_ms {
            self.cpu_ms += cpu_ms;
            self.cpu_known_ms += thinking_ms;
        }
        self.peak_kib = self.peak_kib.max(used.peak_kib);
        self.unique_kib = self.unique_kib.max(used.unique_kib);
        self.games += 1;
        self.last_kib = used.resident_kib;
        if self.games == 10 {
            self.tenth_kib = used.resident_kib;
        }
        self.threads = self.threads.max(used.threads);
        self.files = self.files.max(used.files);
    }

    fn thinking_s_a_move(&self) -> String {
        let moves = self.moves.max(1) as f64;
        format!("{:.3}", self.thinking_ms / moves / 1e3)
    }

    /// The time beyond the limit that `share` of the moves do not exceed.
    fn beyond(&self, share: f64) -> String {
        if self.beyond_ms.is_empty() {
            return "-".to_owned();
        }
        let mut sorted = self.beyond_ms.clone();
        sorted.sort_by(f64::total_cmp);
        let rank = (share * sorted.len() as f64).ceil() as usize;
        format!("{:.2}", sorted[rank.clamp(1, sorted.len()) - 1])
    }

    fn cpu_share(&self) -> String {
        if self.cpu_known_ms <= 0.0 {
            return "-".to_owned();
        }
        format!("{:.0}%", 100.0 * self.cpu_ms / self.cpu_known_ms)
    }
}

fn optional<T: fmt::Display>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

fn megabytes(kib: Option<u64>) -> String {
    kib.map_or_else(
        || "-".to_owned(),
        |kib| format!("{:.1}", kib as f64 / 1024.0),
    )
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

fn counts(tally: Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

impl fmt::Display for Summary {
    /// The table, ended by the line `score 55.0%`, or `score - (no games)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_conditions(f)?;
        self.write_result(f)?;
        writeln!(f)?;
        self.write_engines(f)?;
        writeln!(f)?;
        let nothing = if self.tally.games() == 0 {
            " (no games)"
        } else {
            ""
        };
        writeln!(f, "score {}{nothing}", percent(self.tally.score()))
    }
}

impl Summary {
    fn write_conditions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conditions = &self.conditions;
        for (engine, which) in conditions.engines.iter().zip(["first", "second"]) {
            writeln!(f, "{which:<8} {}: {}", engine.name, engine.command)?;
            if !engine.about.is_empty() {
                writeln!(f, "{:<8} {}", "", engine.about)?;
            }
        }
        let [first, second] = &conditions.engines;
        let of_both = |text: fn(&super::record::EngineConditions) -> String| {
            let (first, second) = (text(first), text(second));
            if first == second {
                first
            } else {
                format!("{first} and {second}")
            }
        };
        let limits = of_both(|engine| {
            let mut text = match engine.turn_s {
                0.0 => "no time limit a move".to_owned(),
                seconds => format!("{seconds} s a move"),
            };
            if engine.game_s > 0.0 {
                text.push_str(&format!(", {} s a game", engine.game_s));
            }
            if engine.nodes > 0 {
                text.push_str(&format!(", {} nodes", engine.nodes));
            }
            text
        });
        let size = conditions.size;
        writeln!(f, "rule     {}, {size}x{size}, {limits}", conditions.rule)?;
        writeln!(
            f,
            "openings {} (seed {})",
            conditions.openings, conditions.seed
        )
    }

    fn write_result(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with_white = Tally {
            wins: self.tally.wins - self.with_black.wins,
            draws: self.tally.draws - self.with_black.draws,
            losses: self.tally.losses - self.with_black.losses,
        };
        writeln!(
            f,
            "games    {} {} (with Black {}, with White {})",
            self.tally.games(),
            counts(self.tally),
            counts(self.with_black),
            counts(with_white)
        )?;
        let disturbed = self.tally.games() - self.undisturbed.games();
        writeln!(
            f,
            "apart    {disturbed} decided by time, crash or nonsense; without them {} of {}",
            percent(self.undisturbed.score()),
            self.undisturbed.games()
        )?;
        let [a, b, c, d, e] = self.pairs.0;
        writeln!(
            f,
            "pairs    {} (0: {a}, ½: {b}, 1: {c}, 1½: {d}, 2: {e})",
            self.pairs.count()
        )?;
        if let Some(estimate) = self.pairs.estimate() {
            writeln!(f, "Elo      {estimate} (95%)")?;
            writeln!(f, "LOS      {:.1}%", 100.0 * estimate.superiority)?;
        }
        if let Some(test) = self.sprt() {
            let (lower, upper) = test.bounds();
            let ratio = test.log_likelihood_ratio(&self.pairs);
            writeln!(
                f,
                "SPRT     [{}, {}] LLR {ratio:.2} of ({lower:.2}, {upper:.2}): {}",
                test.elo0,
                test.elo1,
                test.verdict_in_words(&self.pairs)
            )?;
        }
        Ok(())
    }

    fn write_engines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conditions = &self.conditions.engines;
        let mut row = |label: &str, values: [String; 2]| {
            let [first, second] = values;
            writeln!(f, "{label:<28} {first:>16} {second:>16}")
        };
        let each = |value: fn(&EngineSummary) -> String| [0, 1].map(|i| value(&self.engines[i]));
        row("", [0, 1].map(|i| conditions[i].name.clone()))?;
        row("lost on time", each(|e| e.time_losses.to_string()))?;
        row("crashes", each(|e| e.crashes.to_string()))?;
        row("illegal moves", each(|e| e.illegal.to_string()))?;
        row("forbidden moves", each(|e| e.forbidden.to_string()))?;
        row("nonsense answers", each(|e| e.nonsense.to_string()))?;
        row("moves", each(|e| e.moves.to_string()))?;
        row("thinking, s a move", each(EngineSummary::thinking_s_a_move))?;
        row(
            "slowest move, s",
            each(|e| format!("{:.3}", e.slowest_ms / 1e3)),
        )?;
        row("beyond limit, worst, ms", each(|e| e.beyond(1.0)))?;
        row("beyond limit, 99.9%, ms", each(|e| e.beyond(0.999)))?;
        row("share of a core got", each(EngineSummary::cpu_share))?;
        let told = [0, 1].map(|i| conditions[i].memory_mb.to_string());
        row("memory limit told, MiB", told)?;
        row("peak memory (RSS), MiB", each(|e| megabytes(e.peak_kib)))?;
        row("own memory (USS), MiB", each(|e| megabytes(e.unique_kib)))?;
        row("RSS after game 10, MiB", each(|e| megabytes(e.tenth_kib)))?;
        row("RSS after last game, MiB", each(|e| megabytes(e.last_kib)))?;
        row("threads at a game's end", each(|e| optional(e.threads)))?;
        row("files at a game's end", each(|e| optional(e.files)))
    }
}

#[cfg(test)]
mod tests;
