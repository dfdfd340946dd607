//! What can be measured: a technique turned off, a parameter set, or a budget doubled.

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use tengen_engine::Options;
use tengen_engine::params::{Needs, ParamInfo, Params};

use crate::arena::{Budget, Contestant};

/// A clock for the whole game has so many times what a move may take.
const MOVES_OF_A_GAME: u64 = 40;

/// One row of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// The full engine against itself with this value of a parameter.
    Set(&'static ParamInfo, i32),
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

/// All techniques of a search at fixed nodes, with a net or without one: every switch, and
/// every number that 0 turns off. Those of threads and of the game's clock have rows by name
/// alone, because they need a quiet machine.
pub(super) fn techniques(net: bool) -> impl Iterator<Item = &'static ParamInfo> {
    let counts = move |needs| match needs {
        Needs::Nothing => true,
        Needs::Net => net,
        Needs::Threads | Needs::GameClock => false,
    };
    Params::ALL
        .iter()
        .filter(move |info| info.technique && counts(info.needs))
}

/// The rows that were asked for; without a word, every technique.
pub(super) fn choose(names: &[String], doubling: &[Doubling], net: bool) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    if names.is_empty() && doubling.is_empty() {
        rows.extend(techniques(net).map(Row::without));
    }
    for name in names {
        let row = Row::named(name, net)?;
        // `singular` and `singular=0` are the same games.
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows.extend(doubling.iter().copied().map(Row::Doubled));
    Ok(rows)
}

impl Row {
    /// The engine without a technique; with it, where it ships turned off.
    fn without(technique: &'static ParamInfo) -> Row {
        Row::Set(technique, i32::from(technique.default == 0))
    }

    /// The row that a user calls NAME or NAME=VALUE.
    fn named(text: &str, net: bool) -> Result<Row> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let Some(info) = Params::ALL.iter().find(|info| info.name == name) else {
            let known: Vec<&str> = Params::ALL.iter().map(|info| info.name).collect();
            bail!("{name:?} is no parameter; there are: {}", known.join(", "));
        };
        if info.needs == Needs::Net && !net {
            bail!("{name} does nothing without a net: give --net, too");
        }
        let (low, high) = info.range;
        let Some(value) = value else {
            if info.technique {
                return Ok(Row::without(info));
            }
            let usable = |info: &&ParamInfo| info.technique && (net || info.needs != Needs::Net);
            let known = Params::ALL.iter().filter(usable).map(|info| info.name);
            let known: Vec<&str> = known.collect();
            bail!(
                "{name} is a setting and no technique: give it a value from {low} to {high}, as in \
                 {name}={low}; by name alone there are: {}",
                known.join(", ")
            );
        };
        let value: i32 = value.parse().with_context(|| {
            format!("parameter {name} takes a whole number from {low} to {high}, not {value:?}")
        })?;
        let mut params = Params::default();
        params.set(name, value).map_err(anyhow::Error::msg)?;
        if params == Params::default() {
            bail!(
                "{name}={value} is the default, so nothing would be measured: give another \
                 value from {low} to {high}"
            );
        }
        Ok(Row::Set(info, value))
    }

    /// How results name it: the setting of the weaker side, or what is doubled.
    pub(super) fn name(&self) -> String {
        match self {
            Row::Set(info, value) => format!("{}={value}", info.name),
            Row::Doubled(Doubling::Nodes) => "nodes x2".to_owned(),
            Row::Doubled(Doubling::Time) => "time x2".to_owned(),
            Row::Doubled(Doubling::Threads) => "threads x2".to_owned(),
        }
    }

    /// Whether its games are played by the clock.
    pub(super) fn is_timed(&self) -> bool {
        match self {
            Row::Set(info, _) => matches!(info.needs, Needs::Threads | Needs::GameClock),
            Row::Doubled(doubling) => matches!(doubling, Doubling::Time | Doubling::Threads),
        }
    }

    /// Milliseconds for all moves of a game, where its sides have a clock for the whole game.
    pub(super) fn game_ms(&self, time_ms: u64) -> Option<u64> {
        match self {
            Row::Set(info, _) if info.needs == Needs::GameClock => Some(MOVES_OF_A_GAME * time_ms),
            _ => None,
        }
    }

    /// Threads that both sides have.
    pub(super) fn threads(&self) -> usize {
        match self {
            Row::Set(info, _) if info.needs == Needs::Threads => 2,
            _ => 1,
        }
    }

    /// How many cores one of its games keeps busy.
    pub(super) fn threads_a_game(&self) -> usize {
        match self {
            Row::Doubled(Doubling::Threads) => 2,
            _ => self.threads(),
        }
    }

    /// The side that should be the better one, and the other; both have `base` beside what
    /// the row is about.
    pub(super) fn sides(
        &self,
        base: &Options,
        nodes: u64,
        time_ms: u64,
    ) -> Result<[Contestant; 2]> {
        let plain = |budget| Contestant {
            options: base.clone(),
            budget,
        };
        let mut sides = if self.is_timed() {
            [plain(Budget::Time(time_ms)), plain(Budget::Time(time_ms))]
        } else {
            [plain(Budget::Nodes(nodes)), plain(Budget::Nodes(nodes))]
        };
        match self {
            Row::Set(info, value) => {
                for side in &mut sides {
                    side.options.threads = self.threads();
                    if let Some(ms) = self.game_ms(time_ms) {
                        side.budget = Budget::Game(ms);
                    }
                }
                let params = &mut sides[1].options.params;
                params.set(info.name, *value).map_err(anyhow::Error::msg)?;
            }
            Row::Doubled(Doubling::Nodes) => sides[0].budget = Budget::Nodes(2 * nodes),
            Row::Doubled(Doubling::Time) => sides[0].budget = Budget::Time(2 * time_ms),
            Row::Doubled(Doubling::Threads) => sides[0].options.threads = 2,
        }
        Ok(sides)
    }
}

/// What a row is about, for people; empty for a parameter that exists no more.
pub(super) fn meaning(name: &str) -> &'static str {
    let param = name.split_once('=').map(|(param, _)| param);
    let info = Params::ALL.iter().find(|info| Some(info.name) == param);
    info.map_or("", |info| info.meaning.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel::base_options;

    fn chosen(names: &[&str], net: bool) -> Result<Vec<Row>> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        choose(&names, &[], net)
    }

    fn names(rows: &[Row]) -> Vec<String> {
        rows.iter().map(Row::name).collect()
    }

    #[test]
    fn every_technique_is_turned_off_on_one_side_alone() {
        for net in [false, true] {
            let rows = chosen(&[], net).unwrap();
            assert_eq!(rows.len(), techniques(net).count());
            for row in rows {
                let [full, other] = row.sides(&base_options(), 100, 10).unwrap();
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
    }

    #[test]
    fn techniques_of_threads_and_of_the_clock_are_played_by_the_clock() {
        let rows = chosen(&["vote", "steady_time"], false).unwrap();
        assert_eq!(names(&rows), ["vote=0", "steady_time=0"]);
        let told = |row: &Row| {
            let sides = row.sides(&base_options(), 100, 10).unwrap();
            assert!(row.is_timed());
            sides.map(|side| (side.budget, side.options.threads))
        };
        assert_eq!(told(&rows[0]), [(Budget::Time(10), 2); 2]);
        assert_eq!(told(&rows[1]), [(Budget::Game(400), 1); 2]);
        assert_eq!((rows[0].threads_a_game(), rows[1].threads_a_game()), (2, 1));
        assert_eq!((rows[0].threads(), rows[1].threads()), (2, 1));
    }

    #[test]
    fn without_a_name_all_switches_and_amounts_are_rows_and_settings_are_not() {
        let plain = names(&chosen(&[], false).unwrap());
        let with_net = names(&chosen(&[], true).unwrap());
        for row in ["singular=0", "gap_reduction=0", "history_weight=0"] {
            assert!(plain.contains(&row.to_owned()), "{row}");
        }
        let switches = Params::ALL.iter().filter(|info| info.range == (0, 1));
        for switch in switches.filter(|info| info.needs == Needs::Nothing) {
            let row = format!("{}={}", switch.name, 1 - switch.default);
            assert!(plain.contains(&row), "{row}");
        }
        for setting in ["razoring_margin", "gap_limit", "defence_margin"] {
            let starts = |row: &String| row.starts_with(setting);
            assert!(!with_net.iter().any(starts), "{setting}");
        }
        let of_net: Vec<&String> = with_net.iter().filter(|row| !plain.contains(row)).collect();
        assert_eq!(of_net, ["net_share=0", "net_policy=0"]);
    }

    #[test]
    fn a_row_is_asked_for_by_name_or_with_a_value() {
        let asked = [
            "singular",
            "gap_reduction=40",
            "razoring_margin=0",
            "high_reduction_margin=-64",
            "gap_reduction",
            "singular=0",
        ];
        let rows = chosen(&asked, false).unwrap();
        assert_eq!(
            names(&rows),
            [
                "singular=0",
                "gap_reduction=40",
                "razoring_margin=0",
                "high_reduction_margin=-64",
                "gap_reduction=0",
            ]
        );
        let [full, other] = rows[1].sides(&base_options(), 100, 10).unwrap();
        assert_eq!(full.options.params, Params::default());
        let expected = Params {
            gap_reduction: 40,
            ..Params::default()
        };
        assert_eq!(other.options.params, expected);
        assert!(meaning("gap_limit=7").starts_with("Largest gap"));
    }

    #[test]
    fn doubling_doubles_the_first_side_alone() {
        let all = [Doubling::Nodes, Doubling::Time, Doubling::Threads];
        let rows = choose(&[], &all, false).unwrap();
        let told: Vec<_> = rows
            .iter()
            .map(|row| {
                let sides = row.sides(&base_options(), 100, 10).unwrap();
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
        let both = choose(&["singular".to_owned()], &all[..1], false).unwrap();
        assert_eq!(both.len(), 2);
    }

    #[test]
    fn a_row_that_cannot_be_played_is_refused_with_what_can() {
        let default = format!("gap_reduction={}", Params::default().gap_reduction);
        for (wrong, words) in [
            ("singulars", &["\"singulars\"", "razoring", "gap_limit"][..]),
            ("singulars=0", &["\"singulars\"", "razoring", "gap_limit"]),
            (
                "futility_margin",
                &["futility_margin", "10 to 400", "razoring", "vote"],
            ),
            ("gap_reduction=201", &["gap_reduction", "0 to 200", "201"]),
            ("gap_reduction=-1", &["gap_reduction", "0 to 200", "-1"]),
            ("gap_reduction=no", &["gap_reduction", "0 to 200", "\"no\""]),
            ("singular=", &["singular", "0 to 1"]),
            (&default, &[default.as_str(), "is the default", "0 to 200"]),
            ("net_policy", &["net_policy", "--net"]),
            ("net_policy_depth=5", &["net_policy_depth", "--net"]),
        ] {
            let error = format!("{:#}", chosen(&[wrong], false).unwrap_err());
            for word in words {
                assert!(error.contains(word), "{wrong}: {error}");
            }
        }
        assert!(chosen(&["net_policy", "net_policy_depth=5"], true).is_ok());
    }
}
