//! The numbers of the search that were matched: name, default, range. Tools set them by name,
//! so that two settings of one binary can play each other. Bounds that no match asked about are
//! constants beside the code that uses them.

/// One entry of the list of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamInfo {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// The shipped value.
    pub default: i32,
    /// Smallest and largest sensible value.
    pub range: (i32, i32),
    /// Whether 0 turns off a technique of its own: so every switch, and a number that says
    /// how much of something there is. The others set a technique finer.
    pub technique: bool,
    /// What a search must have for it to count there.
    pub needs: Needs,
}

/// What a search may have, or lack, and some parameters need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing but a position.
    Nothing,
    /// A net.
    Net,
    /// More than one thread.
    Threads,
    /// A clock for the whole game.
    GameClock,
}

impl ParamInfo {
    const fn new(
        name: &'static str,
        meaning: &'static str,
        default: i32,
        range: (i32, i32),
    ) -> ParamInfo {
        ParamInfo {
            name,
            meaning,
            default,
            range,
            technique: matches!(range, (0, 1)),
            needs: Needs::Nothing,
        }
    }

    const fn technique(mut self) -> ParamInfo {
        self.technique = true;
        self
    }

    const fn of_net(mut self) -> ParamInfo {
        self.needs = Needs::Net;
        self
    }

    const fn of_threads(mut self) -> ParamInfo {
        self.needs = Needs::Threads;
        self
    }

    const fn of_game_clock(mut self) -> ParamInfo {
        self.needs = Needs::GameClock;
        self
    }
}

// What may stand behind the range are the marks of `ParamInfo`: `technique`, and what it is of.
macro_rules! params {
    ($($(#[doc = $doc:literal])+
       $name:ident = $default:literal, $low:literal ..= $high:literal $(, $mark:ident)*;)+) => {
        /// The numbers that steer the search. Switches are 0 or 1.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)+ }
            }
        }

        impl Params {
            /// All parameters.
            pub const ALL: &'static [ParamInfo] = &[$(ParamInfo::new(
                stringify!($name),
                concat!($($doc),+),
                $default,
                ($low, $high),
            )$(.$mark())*,)+];

            /// Sets a parameter by name.
            ///
            /// # Errors
            /// Says what is allowed if the name is unknown or the value out of range.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), String> {
                match name {
                    $(stringify!($name) if ($low..=$high).contains(&value) => self.$name = value,
                    stringify!($name) => return Err(format!(
                        "parameter {name} takes {} to {}, not {value}", $low, $high)),)+
                    _ => return Err(format!(
                        "{name:?} is no parameter; there are: {}",
                        Params::ALL.iter().map(|info| info.name).collect::<Vec<_>>().join(", "))),
                }
                Ok(())
            }

            /// The value of a parameter by name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

// The Elo beside a switch is what the engine loses without it, 95% interval, at 10,000
// nodes a move (6,000 where it says 2,000 games with the net, 0.05 s or a clock of 2 s a game
// where it says so): docs/results/ablate.jsonl, docs/measurements.md.
params! {
    /// What was found of a position before is looked up.
    // Worth +180 ± 34 Elo (400 games).
    transpositions = 1, 0..=1;
    /// Wins that the threats on the board promise are seen without a search.
    // Worth +16 ± 26 Elo (400 games).
    static_wins = 1, 0..=1;
    /// Where a threat must be met, only moves that meet it and own fours are listed.
    // Worth +424 ± 62 Elo (400 games).
    threat_moves = 1, 0..=1;
    /// On the principal line, moves after the first are only asked whether they are better.
    // Worth +237 ± 40 Elo (400 games).
    null_window = 1, 0..=1;
    /// Iterations start with a narrow window around the last score.
    // Worth +70 ± 30 Elo (400 games).
    aspiration = 1, 0..=1;
    /// Half width of that window in points.
    aspiration_width = 24, 4..=400;
    /// Late moves are searched less deeply first.
    // Worth +60 ± 32 Elo (400 games).
    late_reduction = 1, 0..=1;
    /// Scale of the reduction, in 1/64.
    late_reduction_scale = 55, 16..=200;
    /// Late quiet moves at low depth are skipped.
    // Worth +152 ± 33 Elo (400 games).
    move_count_pruning = 1, 0..=1;
    /// Moves searched before skipping begins, beside a number that grows with depth.
    move_count_base = 5, 1..=30;
    /// Percent of depth, and of a tenth of its square, that are added to it.
    move_count_growth = 349, 10..=2000;
    /// Nodes far above beta are cut without a search.
    // Worth +100 ± 31 Elo (400 games).
    reverse_futility = 1, 0..=1;
    /// Margin for it, in points a ply.
    reverse_futility_margin = 38, 10..=300;
    /// Deepest depth for it.
    reverse_futility_depth = 8, 1..=100;
    /// Quiet moves that cannot lift a low score are skipped.
    // Worth 0 ± 8 Elo (2,000 games).
    futility = 1, 0..=1;
    /// Margin for it, in points a ply.
    futility_margin = 67, 10..=400;
    /// Low nodes near the leaves are left to the search for fours.
    // Worth +9 ± 11 Elo (2,000 games).
    razoring = 1, 0..=1;
    /// Margin for it, in points a ply of depth.
    razoring_margin = 131, 0..=600;
    /// Answers to a four do not use up depth.
    // Worth +111 ± 33 Elo (400 games).
    forced_extension = 1, 0..=1;
    /// Fours that build nothing are reduced and skipped like quiet moves.
    // Worth +17 ± 12 Elo (2,000 games).
    plain_fours = 1, 0..=1;
    /// A table move that is far better than the rest is searched deeper.
    // Worth +1 ± 12 Elo (2,000 games, with the net).
    singular = 1, 0..=1;
    /// Least depth for it.
    singular_depth = 7, 4..=16;
    /// Margin for it, in points a ply.
    singular_margin = 2, 1..=20;
    /// Leaves where the other side threatens an open four look at the defences.
    // Worth +276 ± 43 Elo (400 games).
    defence_at_leaf = 1, 0..=1;
    /// Fours are searched out at leaves.
    // Worth +81 ± 28 Elo (400 games).
    leaf_fours = 1, 0..=1;
    /// Leaves whose static value is enough for a cut are not searched for fours.
    // Worth +45 ± 27 Elo (400 games).
    leaf_cut = 1, 0..=1;
    /// Positions that a leaf may spend on fours.
    leaf_fours_nodes = 10, 0..=2000;
    /// Moves that did well elsewhere come earlier.
    // Worth +3 ± 12 Elo (2,000 games).
    history = 1, 0..=1;
    /// What a search learned of moves stays for the next move of the game.
    // Worth -2 ± 25 Elo (400 games).
    history_kept = 1, 0..=1;
    /// How much a point's cuts and failures elsewhere count in the order of moves, in 1/256; at 0
    /// only killers do.
    // Worth +3 ± 11 Elo (2,000 games, with the net).
    history_weight = 4, 0..=256, technique;
    /// Defence at leaves is looked at only if the static value plus this passes alpha.
    defence_margin = 115, -1000..=30000;
    /// Nodes far above beta where a cut is expected are searched a ply less deeply.
    // Worth +5 ± 12 Elo (2,000 games, with the net).
    high_reduction = 1, 0..=1;
    /// Margin for it, in points a ply.
    high_reduction_margin = 22, -100..=200;
    /// Reduction by how far a move's order score lies below the best, in 1/64 of a ply for
    /// 64 points.
    // Worth +11 ± 12 Elo (2,000 games, with the net).
    gap_reduction = 16, 0..=200, technique;
    /// Largest gap that counts.
    gap_limit = 200, 0..=1000;
    /// History points for 1/64 ply less.
    history_reduction = 65, 16..=1000;
    /// Late moves that make or stop a three are skipped like quiet ones, only later.
    // Worth +25 ± 12 Elo (2,000 games, with the net).
    skip_threats = 1, 0..=1;
    /// How much later, in 1/16.
    skip_threats_factor = 26, 4..=100;
    /// Leaves that must defend try own fours only if nothing else saves them.
    // Worth +42 ± 28 Elo (400 games).
    fours_last = 1, 0..=1;
    /// Threads choose the move together; without it the first one's is played.
    // Worth -6 ± 24 Elo (300 games, two threads, with the net, 0.05 s).
    vote = 1, 0..=1, of_threads;
    /// A best move that stays the same ends a search early, one that gets worse prolongs it.
    // Worth +2 ± 23 Elo (300 games, with the net, 2 s a game).
    steady_time = 1, 0..=1, of_game_clock;
    /// Parts of the game's time of which a move gets one.
    // Worth +16 ± 27 Elo against 20 (300 games, with the net, 2 s a game).
    time_shares = 12, 7..=40, of_game_clock;
    /// Share of the net in the value of a quiet position, in 1/64.
    // Worth +245 ± 41 Elo (400 games, with the net).
    net_share = 64, 0..=64, technique, of_net;
    /// Weight of the net's policy in the order of moves: points for a unit of its logits.
    // Worth +30 ± 12 Elo (2,000 games, with the net).
    net_policy = 64, 0..=1000, technique, of_net;
    /// Least depth of nodes where the policy is asked.
    net_policy_depth = 2, 1..=20, of_net;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench;
    use crate::engine::{Engine, Evaluation, Options};
    use crate::report::{Deaf, Limits, NoClock, Stop};

    #[test]
    fn nought_is_off_or_listed_here_with_what_else_it_is() {
        let others = Params::ALL
            .iter()
            .filter(|info| (info.range.0..=info.range.1).contains(&0) && !info.technique);
        assert_eq!(
            others.map(|info| info.name).collect::<Vec<_>>(),
            [
                "razoring_margin",       // razors more
                "leaf_fours_nodes",      // `leaf_fours` turns it off
                "defence_margin",        // defends less
                "high_reduction_margin", // reduces more
                "gap_limit",             // `gap_reduction` turns it off
            ]
        );
        for info in Params::ALL.iter().filter(|info| info.technique) {
            let (low, high) = info.range;
            assert!((low..=high).contains(&0), "{}", info.name);
            assert!(info.default != 0 || high == 1, "{} is off", info.name);
        }
    }

    #[test]
    fn a_technique_counts_where_a_search_has_what_it_needs() {
        let positions = bench::positions().unwrap();
        let counts = |info: &ParamInfo, evaluation: Evaluation| {
            let nodes = |position, value| {
                let mut options = Options {
                    table_bytes: 1 << 20,
                    evaluation: evaluation.clone(),
                    ..Options::default()
                };
                options.params.set(info.name, value).unwrap();
                let limits = Limits {
                    depth: Some(bench::DEPTH),
                    ..Limits::default()
                };
                // Twice, because something may be kept from one search for the next.
                let mut engine = Engine::new(options);
                [(); 2].map(|()| {
                    engine
                        .search(position, &limits, &NoClock, &Stop::new(), &mut Deaf)
                        .nodes
                })
            };
            let other = if info.technique && info.default != 0 {
                0
            } else {
                info.range.1
            };
            // One of each rule is enough, the one with the most stones.
            let mut positions = positions.iter().skip(3).step_by(4);
            positions.any(|position| nodes(position, other) != nodes(position, info.default))
        };
        for info in Params::ALL {
            let name = info.name;
            match info.needs {
                Needs::Net => {
                    assert!(!counts(info, Evaluation::Classical), "{name}");
                    assert!(counts(info, Evaluation::Shipped), "{name}");
                }
                // Where they have it: `vote::tests`, `engine::tests`.
                Needs::Threads | Needs::GameClock => {
                    assert!(!counts(info, Evaluation::Shipped), "{name}");
                }
                Needs::Nothing if info.technique => {
                    assert!(counts(info, Evaluation::Classical), "{name}");
                }
                Needs::Nothing => {}
            }
        }
    }
}
