//! What the tests of several readers share: random lines and damaged texts.

use proptest::prelude::*;

use crate::point::{Point, Size};
use crate::rule::Rule;
use crate::stone::Stone;
use crate::tree::{Move, Tree};

/// Any board size.
pub(crate) fn any_size() -> impl Strategy<Value = Size> {
    (5u8..=22).prop_map(|n| Size::new(n).unwrap())
}

/// Any rule.
pub(crate) fn any_rule() -> impl Strategy<Value = Rule> {
    proptest::sample::select(Rule::ALL.to_vec())
}

/// A tree of one line: distinct points in random order, stones in turn. `passes` says
/// whether some moves are passes.
pub(crate) fn any_line(passes: bool) -> impl Strategy<Value = Tree> {
    (any_size(), any_rule())
        .prop_flat_map(|(size, rule)| {
            let points: Vec<Point> = size.points().collect();
            let order = Just(points).prop_shuffle();
            (Just(size), Just(rule), order, 1usize..60, any::<u64>())
        })
        .prop_map(move |(size, rule, order, length, pass_bits)| {
            let mut tree = Tree::new(size, rule);
            let (mut at, mut stone) = (Tree::ROOT, Stone::Black);
            for (n, &point) in order.iter().take(length).enumerate() {
                // Runs of passes too, not only single ones.
                let is_pass = passes && pass_bits >> (n % 61) & 7 == 7;
                let point = (!is_pass).then_some(point);
                at = tree.add_move(at, Move { stone, point });
                stone = stone.opponent();
            }
            tree
        })
}

/// `text` with some characters dropped, doubled or replaced, possibly cut off.
pub(crate) fn damaged(text: String) -> impl Strategy<Value = String> {
    let change = (any::<proptest::sample::Index>(), 0..4u8, any::<char>());
    proptest::collection::vec(change, 1..8).prop_map(move |changes| {
        let mut chars: Vec<char> = text.chars().collect();
        for (index, kind, other) in changes {
            if chars.is_empty() {
                break;
            }
            let at = index.index(chars.len());
            match kind {
                0 => drop(chars.remove(at)),
                1 => chars.insert(at, chars[at]),
                2 => chars[at] = other,
                _ => chars.truncate(at),
            }
        }
        chars.into_iter().collect()
    })
}

/// Bytes of any kind, decoded as a careless caller would.
pub(crate) fn any_bytes() -> impl Strategy<Value = String> {
    proptest::collection::vec(any::<u8>(), 0..400)
        .prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
