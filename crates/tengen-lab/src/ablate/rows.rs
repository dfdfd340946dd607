//! What can be measured: a switch turned over, or a budget doubled.

use anyhow::{Result, bail};
use clap::ValueEnum;
use tengen_engine::params::{ParamInfo, Params};

use crate::arena::{Budget, Contestant};
use crate::duel::{base_options, parse_params};

/// One row of games.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row {
    /// The full engine against itself with this switch turned over.
    Switch(&'static ParamInfo),
    /// Twice against once.
    Doubled(Doubling),
}

/// What is doubled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Doubling {
    /// Positions a move
    Nodes,
    /// Time a move
    Time,
    /// Threads, at equal time
    Threads,
}

/// All switches of the search.
pub(super) fn switches() -> impl Iterator<Item = &'static ParamInfo> {
    Params::ALL.iter().filter(|info| info.range == (0, 1))
}

/// The rows that were asked for; without a word, every switch.
pub(super) fn choose(names: &[String], doubling: &[Doubling]) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    if names.is_empty() && doubling.is_empty() {
        rows.extend(switches().map(Row::Switch));
    }
    for name in names {
        let Some(info) = switches().find(|info| info.name == name) else {
            let known: Vec<&str> = switches().map(|info| info.name).collect();
            bail!("{name:?} is no switch; there are: {}", known.join(", "));
        };
        rows.push(Row::Switch(info));
    }
    rows.extend(doubling.iter().copied().map(Row::Doubled));
    Ok(rows)
}

impl Row {
    /// How results name it: the setting of the weaker side, or what is doubled.
    pub(super) fn name(&self) -> String {
        match self {
            Row::Switch(info) => format!("{}={}", info.name, 1 - info.default),
            Row::Doubled(Doubling::Nodes) => "nodes x2".to_owned(),
            Row::Doubled(Doubling::Time) => "time x2".to_owned(),
            Row::Doubled(Doubling::Threads) => "threads x2".to_owned(),
        }
    }

    /// Whether its games are played by the clock.
    pub(super) fn is_timed(&self) -> bool {
        matches!(
            self,
            Row::Doubled(Doubling::Time) | Row::Doubled(Doubling::Threads)
        )
    }

    /// How many cores one of its games keeps busy.
    pub(super) fn threads_a_game(&self) -> usize {
        match self {
            Row::Doubled(Doubling::Threads) => 2,
            _ => 1,
        }
    }

    /// The side that should be the better one, and the other.
    pub(super) fn sides(&self, nodes: u64, time_ms: u64) -> Result<[Contestant; 2]> {
        let plain = |budget| Contestant {
            options: base_options(),
            budget,
        };
        let mut sides = if self.is_timed() {
            [plain(Budget::Time(time_ms)), plain(Budget::Time(time_ms))]
        } else {
            [plain(Budget::Nodes(nodes)), plain(Budget::Nodes(nodes))]
        };
        match self {
            Row::Switch(_) => sides[1].options.params = parse_params(&self.name())?,
            Row::Doubled(Doubling::Nodes) => sides[0].budget = Budget::Nodes(2 * nodes),
            Row::Doubled(Doubling::Time) => sides[0].budget = Budget::Time(2 * time_ms),
            Row::Doubled(Doubling::Threads) => sides[0].options.threads = 2,
        }
        Ok(sides)
    }
}

/// What a row is about, for people; empty for a switch that exists no more.
pub(super) fn meaning(name: &str) -> &'static str {
    let switch = name.split_once('=').map(|(switch, _)| switch);
    switches()
        .find(|info| Some(info.name) == switch)
        .map_or("", |info| info.meaning.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_is_turned_over_on_one_side_alone() {
        let rows = choose(&[], &[]).unwrap();
        assert_eq!(rows.len(), switches().count());
        assert!(rows.len() > 10);
        for row in rows {
            let [full, other] = row.sides(100, 10).unwrap();
            assert_eq!(full.options, base_options());
            assert_eq!(full.budget, other.budget);
            let (name, value) = row.name().split_once('=').map_or_else(
                || panic!("{row:?}"),
                |(name, value)| (name.to_owned(), value.parse().unwrap()),
            );
            let changed = Params::ALL.iter().filter(|info| {
                full.options.params.get(info.name) != other.options.params.get(info.name)
            });
            let changed: Vec<&str> = changed.map(|info| info.name).collect();
            assert_eq!(changed, [name.as_str()]);
            assert_eq!(other.options.params.get(&name), Some(value));
            assert!(!meaning(&row.name()).is_empty());
        }
    }

    #[test]
    fn doubling_doubles_the_first_side_alone() {
        let all = [Doubling::Nodes, Doubling::Time, Doubling::Threads];
        let rows = choose(&[], &all).unwrap();
        let told: Vec<_> = rows
            .iter()
            .map(|row| {
                let sides = row.sides(100, 10).unwrap();
                sides.map(|side| (side.budget, side.options.threads))
            })
            .collect();
        assert_eq!(
            told,
            [
                [(Budget::Nodes(200), 1), (Budget::Nodes(100), 1)],
                [(Budget::Time(20), 1), (Budget::Time(10), 1)],
                [(Budget::Time(10), 2), (Budget::Time(10), 1)],
            ]
        );
        let both = choose(&["singular".to_owned()], &all[..1]).unwrap();
        assert_eq!(both.len(), 2);
    }

    #[test]
    fn an_unknown_switch_is_refused_with_the_known_ones() {
        for wrong in ["singulars", "futility_margin"] {
            let error = choose(&[wrong.to_owned()], &[]).unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains("razoring"));
        }
    }
}
