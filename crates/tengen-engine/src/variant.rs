//! Rules as types, so that the compiler makes one straight copy of the hot code a rule.

use std::fmt::Debug;
use std::sync::LazyLock;

use tengen_core::Rule;

use crate::pattern::LineTable;
use crate::value::ValueTable;

/// A rule known at compile time. [`with_variant!`](crate::with_variant) at the root picks
/// the instance.
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

/// The learned tables that ship, as `tengen-lab tune` wrote them.
fn shipped(bytes: &[u8], forbids_black: bool) -> ValueTable {
    // A test reads every table, so the guess is never met in a build that passed.
    ValueTable::from_bytes(bytes, forbids_black)
        .unwrap_or_else(|_| ValueTable::start(forbids_black))
}

macro_rules! variant {
    ($name:ident, $rule:ident, $reach:expr, $forbids:expr, $held:expr, $values:expr, $doc:expr) => {
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
                static VALUES: LazyLock<ValueTable> = LazyLock::new(|| $values);
                &VALUES
            }
        }
    };
}

variant!(
    Freestyle,
    Freestyle,
    4,
    false,
    false,
    shipped(include_bytes!("../tables/freestyle.bin"), false),
    "Five or more win."
);
variant!(
    Standard,
    Standard,
    5,
    false,
    false,
    shipped(include_bytes!("../tables/standard.bin"), false),
    "Exactly five win."
);
variant!(
    Renju,
    Renju,
    5,
    true,
    false,
    shipped(include_bytes!("../tables/renju.bin"), true),
    "Renju."
);
variant!(
    Caro8,
    Caro8,
    5,
    false,
    true,
    shipped(include_bytes!("../tables/caro8.bin"), false),
    "Caro, six and more win."
);
variant!(
    Caro9,
    Caro9,
    5,
    false,
    true,
    shipped(include_bytes!("../tables/caro9.bin"), false),
    "Caro, exactly five win."
);

/// Does something with the type of a rule that is known at run time alone: the one place
/// where rules and their types are listed side by side.
///
/// ```
/// use tengen_core::Rule;
/// use tengen_engine::{Variant, with_variant};
///
/// fn forbids<V: Variant>(_: V) -> bool {
///     V::FORBIDS
/// }
/// assert!(with_variant!(Rule::Renju, variant => forbids(variant)));
/// ```
#[macro_export]
macro_rules! with_variant {
    ($rule:expr, $variant:ident => $what:expr) => {
        $crate::with_variant!(@each $rule, $variant, $what, Freestyle Standard Renju Caro8 Caro9)
    };
    (@each $rule:expr, $variant:ident, $what:expr, $($name:ident)+) => {
        match $rule {
            $(::tengen_core::Rule::$name => {
                let $variant = $crate::$name;
                $what
            })+
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_learned<V: Variant>(bytes: &[u8]) {
        let table = ValueTable::from_bytes(bytes, V::FORBIDS);
        assert_eq!(table.as_ref(), Ok(V::values()), "{}", V::RULE);
        assert_ne!(table, Ok(ValueTable::start(V::FORBIDS)), "{}", V::RULE);
    }

    #[test]
    fn learned_tables_are_read_as_they_ship() {
        is_learned::<Freestyle>(include_bytes!("../tables/freestyle.bin"));
        is_learned::<Standard>(include_bytes!("../tables/standard.bin"));
        is_learned::<Renju>(include_bytes!("../tables/renju.bin"));
        is_learned::<Caro8>(include_bytes!("../tables/caro8.bin"));
        is_learned::<Caro9>(include_bytes!("../tables/caro9.bin"));
    }
}
