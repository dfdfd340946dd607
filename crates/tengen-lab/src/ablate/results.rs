//! Finished rows in a file of JSON lines, and as a table for people.

use std::fmt::{self, Write as _};
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::rows;
use crate::arena::DuelScore;
use crate::grown::GrownFile;
use crate::match_play::stats::Pairs;

/// All that decides the games of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Conditions {
    pub(super) row: String,
    pub(super) rule: String,
    pub(super) size: u8,
    pub(super) games: usize,
    /// Positions a move, where the games are not played by the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<u64>,
    /// Milliseconds a move, as `--time` said it, where they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) time_ms: Option<u64>,
    /// Milliseconds for all moves of a game, where a side has so many instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) game_ms: Option<u64>,
    /// Threads of each side, where both have more than one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) threads: Option<usize>,
    /// Whether both sides search with the shipped net; lines without the field do not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) net: bool,
    pub(super) seed: u64,
    pub(super) commit: String,
    /// Nodes of `tengen bench`, which identify the engine.
    pub(super) signature: u64,
}

impl Conditions {
    /// The command that plays the row again.
    fn command(&self) -> String {
        let Conditions {
            row,
            rule,
            size,
            games,
            seed,
            ..
        } = self;
        let what = match row.strip_suffix(" x2") {
            Some(doubled) => format!("--doubling {doubled}"),
            None => row.clone(),
        };
        let net = if self.net { " --net" } else { "" };
        let budget = match (self.nodes, self.time_ms) {
            (Some(nodes), _) => format!("--nodes {nodes}"),
            (None, ms) => format!("--time {}", ms.unwrap_or_default() as f64 / 1000.0),
        };
        format!(
            "tengen-lab ablate {what}{net} --rule {rule} --size {size} --games {games} {budget} \
             --seed {seed}"
        )
    }

    fn time_words(&self, time_ms: u64) -> String {
        let (ms, of) = match self.game_ms {
            Some(ms) => (ms, "game and side"),
            None => (time_ms, "move"),
        };
        let seconds = ms as f64 / 1000.0;
        match self.threads {
            Some(threads) => format!("{seconds} s a {of}, {threads} threads a side"),
            None => format!("{seconds} s a {of}"),
        }
    }

    /// Everything but the row, as a line above a table.
    fn heading(&self) -> String {
        let budget = match (self.nodes, self.time_ms) {
            (Some(nodes), _) => format!("{nodes} nodes a move"),
            (None, ms) => self.time_words(ms.unwrap_or_default()),
        };
        let Conditions {
            rule,
            size,
            games,
            seed,
            commit,
            signature,
            ..
        } = self;
        let net = if self.net { "with the net, " } else { "" };
        format!(
            "{rule} {size}x{size}, {net}{games} games a row, {budget}, seed {seed}, \
             commit `{commit}`, bench {signature}"
        )
    }
}

/// A finished row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RowResult {
    #[serde(flatten)]
    pub(super) conditions: Conditions,
    wins: u64,
    draws: u64,
    losses: u64,
    /// How many pairs gave 0 to 4 half points.
    pairs: [u64; 5],
    /// What the pairs say; absent where all games had one result.
    elo: Option<f64>,
    /// Half of the 95% interval.
    error: Option<f64>,
    seconds: f64,
    command: String,
}

impl RowResult {
    pub(super) fn new(conditions: Conditions, score: &DuelScore, seconds: f64) -> RowResult {
        let finite = |value: f64| value.is_finite().then_some(round(value));
        let estimate = score.pairs.estimate();
        RowResult {
            command: conditions.command(),
            conditions,
            wins: score.games.wins,
            draws: score.games.draws,
            losses: score.games.losses,
            pairs: score.pairs.0,
            elo: estimate.and_then(|found| finite(found.elo)),
            error: estimate.and_then(|found| finite((found.high - found.low) / 2.0)),
            seconds: round(seconds),
        }
    }

    /// Makes results of two runs comparable.
    #[cfg(test)]
    pub(super) fn forget_time(&mut self) {
        self.seconds = 0.0;
    }

    fn elo_text(&self) -> String {
        match (self.elo, self.error) {
            (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0}"),
            // The pairs still tell one end of the interval.
            _ => Pairs(self.pairs)
                .estimate()
                .map_or_else(|| "-".to_owned(), |found| found.to_string()),
        }
    }
}

/// One digit after the point is more than any row can tell.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

impl fmt::Display for RowResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RowResult {
            wins,
            draws,
            losses,
            seconds,
            ..
        } = self;
        let (row, elo) = (&self.conditions.row, self.elo_text());
        write!(
            f,
            "{row:<24} {elo:>12} Elo  {wins}-{draws}-{losses}  {seconds:.0} s"
        )
    }
}

/// A file of results that grows by a line for each row.
#[derive(Debug)]
pub(super) struct Results(GrownFile);

impl Results {
    /// Opens or creates the file; returns the rows that are done. A last line that was
    /// cut off by a kill is removed.
    pub(super) fn open(path: &Path) -> Result<(Results, Vec<RowResult>)> {
        let (mut file, text) = GrownFile::open_text(path)?;
        let done = parse(&text).with_context(|| format!("in {}", path.display()))?;
        file.cut(text.len())?;
        Ok((Results(file), done))
    }

    pub(super) fn add(&mut self, result: &RowResult) -> Result<()> {
        self.0.add_line(result)
    }
}

/// The rows of a file.
pub(super) fn read(path: &Path) -> Result<Vec<RowResult>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the results {}", path.display()))?;
    parse(&text).with_context(|| format!("in the results {}", path.display()))
}

fn parse(text: &str) -> Result<Vec<RowResult>> {
    let read = |(index, line): (usize, &str)| {
        serde_json::from_str(line)
            .with_context(|| format!("line {}: expected a finished row", index + 1))
    };
    text.lines().enumerate().map(read).collect()
}

/// A Markdown table for each set of conditions, in the order of the file.
pub(super) fn table(results: &[RowResult]) -> String {
    let mut headings: Vec<String> = Vec::new();
    for result in results {
        let heading = result.conditions.heading();
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    let mut text = String::new();
    for heading in headings {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{heading}:\n\n| Row | Worth in Elo | Won-drawn-lost | Pairs with 0 to 4 half points | What it is |\n\
             |---|---|---|---|---|\n"
        );
        let of_heading = results
            .iter()
            .filter(|result| result.conditions.heading() == heading);
        for result in of_heading {
            let RowResult {
                wins,
                draws,
                losses,
                ..
            } = result;
            let _ = writeln!(
                text,
                "| `{}` | {} | {wins}-{draws}-{losses} | {} | {} |",
                result.conditions.row,
                result.elo_text(),
                result.pairs.map(|count| count.to_string()).join(" "),
                rows::meaning(&result.conditions.row)
            );
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::PairResult;

    fn result(row: &str, commit: &str, pairs: &[[u8; 2]]) -> RowResult {
        let timed = row == "threads x2";
        let conditions = Conditions {
            row: row.to_owned(),
            rule: "renju".to_owned(),
            size: 15,
            games: 2 * pairs.len(),
            nodes: (!timed).then_some(500),
            time_ms: timed.then_some(250),
            game_ms: None,
            threads: None,
            net: false,
            seed: 3,
            commit: commit.to_owned(),
            signature: 777,
        };
        let mut score = DuelScore::default();
        for &pair in pairs {
            score.add(PairResult(pair));
        }
        RowResult::new(conditions, &score, 1.26)
    }

    fn with_net(result: RowResult) -> RowResult {
        let conditions = Conditions {
            net: true,
            ..result.conditions
        };
        RowResult {
            command: conditions.command(),
            conditions,
            ..result
        }
    }

    #[test]
    fn rows_survive_their_lines_and_say_how_to_play_them_again() {
        let rows = [
            result("singular=0", "abc", &[[2, 2], [2, 0], [1, 0]]),
            result("threads x2", "abc", &[[2, 2], [2, 2]]),
            with_net(result("high_reduction_margin=-64", "abc", &[[2, 0]])),
        ];
        let lines = rows.clone().map(|row| serde_json::to_string(&row).unwrap());
        assert_eq!(parse(&lines.join("\n")).unwrap(), rows);
        assert_eq!((rows[0].wins, rows[0].draws, rows[0].losses), (3, 1, 2));
        assert_eq!(rows[0].pairs, [0, 1, 1, 0, 1]);
        assert_eq!(rows[1].elo, None);
        assert_eq!(
            rows.map(|row| row.command),
            [
                "tengen-lab ablate singular=0 --rule renju --size 15 --games 6 --nodes 500 --seed 3",
                "tengen-lab ablate --doubling threads --rule renju --size 15 --games 4 \
                 --time 0.25 --seed 3",
                "tengen-lab ablate high_reduction_margin=-64 --net --rule renju --size 15 \
                 --games 2 --nodes 500 --seed 3",
            ]
        );
        let error = format!("{:#}", parse("{}\n").unwrap_err());
        assert!(error.contains("line 1"), "{error}");
    }

    #[test]
    fn lines_from_before_nets_are_without_one() {
        let old = r#"{"row":"aspiration=0","rule":"freestyle","size":15,"games":400,"nodes":10000,"seed":1,"commit":"9a569f6","signature":422669,"wins":242,"draws":11,"losses":147,"pairs":[17,2,111,9,61],"elo":84.1,"error":30.2,"seconds":27.7,"command":"tengen-lab ablate aspiration --rule freestyle --size 15 --games 400 --nodes 10000 --seed 1"}"#;
        let rows = parse(old).unwrap();
        assert!(!rows[0].conditions.net);
        assert_eq!(serde_json::to_string(&rows[0]).unwrap(), old);
        let line = serde_json::to_string(&with_net(rows[0].clone())).unwrap();
        assert!(parse(&line).unwrap()[0].conditions.net, "{line}");
    }

    #[test]
    fn a_heading_says_which_clock_there_was() {
        let timed = result("threads x2", "abc", &[[2, 0]]).conditions;
        let with_two = Conditions {
            threads: Some(2),
            ..timed.clone()
        };
        let of_game = Conditions {
            row: "gone=0".to_owned(),
            game_ms: Some(10_000),
            ..timed.clone()
        };
        for (conditions, words) in [
            (timed, "0.25 s a move, seed"),
            (with_two, "0.25 s a move, 2 threads a side, seed"),
            (of_game, "10 s a game and side, seed"),
        ] {
            let heading = conditions.heading();
            assert!(heading.contains(words), "{heading}");
        }
    }

    #[test]
    fn a_table_keeps_conditions_apart() {
        let rows = [
            result("singular=0", "abc", &[[2, 2], [2, 0], [1, 0]]),
            result("gone=0", "abc", &[[2, 0]; 3]),
            result("singular=0", "def", &[[2, 0]; 3]),
            with_net(result("singular=0", "def", &[[2, 0]; 3])),
            result("gap_limit=7", "abc", &[[2, 0]; 3]),
        ];
        let text = table(&rows);
        let starting = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!(starting("renju 15x15, 6 games a row, 500 nodes"), 2);
        assert_eq!(starting("renju 15x15, with the net, 6 games a row"), 1);
        assert_eq!(starting("| `singular=0` |"), 3);
        assert!(text.contains("| Largest gap that counts. |"), "{text}");
        assert!(
            text.contains("| `gone=0` | +0 ± 221 | 3-0-3 | 0 0 3 0 0 |  |"),
            "{text}"
        );
    }
}
