//! Claims of the solver against every game played out.

use anyhow::Result;
use tengen_core::proof::plain::{self, Truth};
use tengen_core::rng::Rng;
use tengen_core::{Position, Rule, Stone, win};
use tengen_engine::solve::{Finding, Kind};

use super::{ProofsOptions, ask, positions};

use crate::output::say;

/// Free points at most: every game from there can be played out.
const FREE: usize = 10;

/// What was counted under one rule.
#[derive(Debug, Default)]
struct Count {
    positions: usize,
    won: usize,
    by_fours: usize,
    by_threats: usize,
    by_any: usize,
    wrong: usize,
}

pub(super) fn run(options: &ProofsOptions) -> Result<bool> {
    let mut wrong = 0;
    for rule in options.rules() {
        let count = count(rule, options);
        say!(
            "{rule}: {} positions, {} won; found by fours {}, by threats {}, by any move {}; \
             false claims {}",
            count.positions,
            count.won,
            count.by_fours,
            count.by_threats,
            count.by_any,
            count.wrong
        );
        wrong += count.wrong;
    }
    say!("false claims {wrong}");
    Ok(wrong == 0)
}

fn count(rule: Rule, options: &ProofsOptions) -> Count {
    let mut rng = Rng::new(options.seed);
    let mut count = Count::default();
    while count.positions < options.count {
        let free = 3 + rng.below(FREE - 2);
        let attacker = Stone::BOTH[rng.below(2)];
        let Some(game) = positions::random(&mut rng, rule, free) else {
            continue;
        };
        if is_worth_asking(&game, attacker) {
            count.positions += 1;
            check(&game, attacker, &mut count);
        }
    }
    count
}

/// Few enough points are free, and the attacker does not simply make five.
fn is_worth_asking(game: &Position, attacker: Stone) -> bool {
    let wins_now = |point| win::wins_at_once(game.board(), game.rule(), point, attacker);
    let mut free = game.board().free_points();
    game.size().area() - game.board().stone_count() <= FREE
        && (game.to_move() != attacker || !free.any(wins_now))
}

fn check(game: &Position, attacker: Stone, count: &mut Count) {
    let truth = Truth::new(game.rule(), attacker).wins(game.board(), game.to_move());
    count.won += usize::from(truth);
    for kind in [Kind::Fours, Kind::Threats, Kind::Any] {
        let finding = ask(game, attacker, kind);
        let is_false = match &finding {
            Finding::Win(proof) => !truth || !plain::proves(&proof.certificate),
            Finding::None => truth && kind == Kind::Any,
            Finding::Unknown => false,
        };
        if is_false {
            count.wrong += 1;
            say!("false claim for {attacker} by {kind:?}: {finding:?} {game:?}");
        }
        let found = usize::from(matches!(finding, Finding::Win(_)));
        match kind {
            Kind::Fours => count.by_fours += found,
            Kind::Threats => count.by_threats += found,
            Kind::Any => count.by_any += found,
        }
    }
}
