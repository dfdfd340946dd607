//! Rules as types, so that the compiler makes one straight copy of the hot code a rule.

use std::fmt::Debug;
use std::sync::LazyLock;

use tengen_core::Rule;

use crate::pattern::LineTable;
use crate::value::ValueTable;

/// A rule known at compile time. One `match` at the root picks the instance.
pub trait Variant: Copy + Debug + Send + Sync + 'static {
    /// The rule.
    const RULE: Rule;
    /// How many cells on each side of a point decide what a stone there makes: four, or
    /// five where the cell behind a row of five matters too.
    const REACH: usize;
    /// Whether Black has forbidden points.
    const FORBIDS: bool;
    /// Whether a stone beside a five can spoil it, so that a four may have more replies
    /// than its five point.
    const HELD_FIVES: bool;

    /// The classes of all line windows, built once.
    fn lines() -> &'static LineTable;

    /// What patterns are worth under this rule.
    fn values() -> &'static ValueTable;
}

macro_rules! variant {
    ($name:ident, $rule:ident, $reach:expr, $forbids:expr, $held:expr, $doc:expr) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Variant for $name {
            const RULE: Rule = Rule::$rule;
            const REACH: usize = $reach;
            const FORBIDS: bool = $forbids;
            const HELD_FIVES: bool = $held;

            fn lines() -> &'static LineTable {
                static LINES: LazyLock<LineTable> =
                    LazyLock::new(|| LineTable::new(Rule::$rule, $reach));
                &LINES
            }

            fn values() -> &'static ValueTable {
                static VALUES: LazyLock<ValueTable> = LazyLock::new(|| ValueTable::start($forbids));
                &VALUES
            }
        }
    };
}

variant!(Freestyle, Freestyle, 4, false, false, "Five or more win.");
variant!(Standard, Standard, 5, false, false, "Exactly five win.");
variant!(Renju, Renju, 5, true, false, "Renju.");
variant!(Caro8, Caro8, 5, false, true, "Caro, six and more win.");
variant!(Caro9, Caro9, 5, false, true, "Caro, exactly five win.");
