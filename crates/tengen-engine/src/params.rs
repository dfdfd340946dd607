//! Every number that steers the search: name, default, range. Tools set them by name, so
//! that two settings of one binary can be matched against each other.

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
}

macro_rules! params {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $low:literal ..= $high:literal;)+) => {
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
            pub const ALL: &'static [ParamInfo] = &[$(ParamInfo {
                name: stringify!($name),
                meaning: concat!($($doc),+),
                default: $default,
                range: ($low, $high),
            },)+];

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

params! {
    /// Iterations start with a narrow window around the last score.
    aspiration = 1, 0..=1;
    /// Half width of that window in points.
    aspiration_width = 24, 4..=400;
    /// Late moves are searched less deeply first.
    late_reduction = 1, 0..=1;
    /// Scale of the reduction, in 1/64.
    late_reduction_scale = 56, 16..=200;
    /// Late quiet moves at low depth are skipped.
    move_count_pruning = 1, 0..=1;
    /// Moves searched before skipping begins, beside a number that grows with depth.
    move_count_base = 5, 1..=30;
    /// Percent of depth, and of a tenth of its square, that are added to it.
    move_count_growth = 400, 10..=2000;
    /// Nodes far above beta are cut without a search.
    reverse_futility = 1, 0..=1;
    /// Margin for it, in points a ply.
    reverse_futility_margin = 55, 10..=300;
    /// Deepest depth for it.
    reverse_futility_depth = 8, 1..=100;
    /// Quiet moves that cannot lift a low score are skipped.
    futility = 1, 0..=1;
    /// Margin for it, in points a ply.
    futility_margin = 70, 10..=400;
    /// Low nodes near the leaves are left to the search for fours.
    razoring = 1, 0..=1;
    /// Margin for it, in points.
    razoring_margin = 120, 0..=600;
    /// Answers to a four do not use up depth.
    forced_extension = 1, 0..=1;
    /// Fours that build nothing are reduced and skipped like quiet moves.
    plain_fours = 1, 0..=1;
    /// How much more they are reduced, in 1/64 of a ply.
    plain_fours_reduction = 48, -64..=256;
    /// A table move that is far better than the rest is searched deeper.
    singular = 1, 0..=1;
    /// Least depth for it.
    singular_depth = 7, 4..=16;
    /// Margin for it, in points a ply.
    singular_margin = 3, 1..=20;
    /// Deep nodes without a table move are searched a ply less deeply.
    internal_reduction = 1, 0..=1;
    /// Leaves where the other side threatens an open four look at the defences.
    defence_at_leaf = 1, 0..=1;
    /// Fours are searched out at leaves.
    leaf_fours = 1, 0..=1;
    /// Leaves whose static value is enough for a cut are not searched for fours.
    leaf_cut = 1, 0..=1;
    /// Positions that a leaf may spend on fours.
    leaf_fours_nodes = 16, 0..=2000;
    /// Moves that did well elsewhere come earlier.
    history = 1, 0..=1;
    /// Weight of that, in 1/256.
    history_weight = 12, 0..=256;
    /// The same by relation to the last two moves.
    relation_history = 1, 0..=1;
    /// Weight of that, in 1/256.
    relation_weight = 12, 0..=256;
    /// Static values are corrected by what searches found in like positions.
    correction = 1, 0..=1;
}
