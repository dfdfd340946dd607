//! Claims of the solver against every game played out.

use anyhow::Result;
use tengen_core::proof::plain::{self, Truth};
use tengen_core::rng::Rng;
use tengen_core::{Rule, win};
use tengen_engine::solve::{Finding, Kind};

use super::{ProofsOptions, ask, positions};

/// Free points at most: every game from there can be played out.
const FREE: usize = 10;

/// What was counted under one rule.
#[derive(Debug, Default)]
struct Count {
    positions: usize,
    won: usize,
    /// Wins that are no five at once.
    deep: usize,
    by_fours: usize,
    by_threats: usize,
    deep_by_threats: usize,
    wrong: usize,
}

pub(super) fn run(options: &ProofsOptions) -> Result<bool> {
    let mut wrong = 0;
    for rule in options.rules() {
        let count = count(rule, options);
        println!(
            "{rule}: {} positions, {} won ({} of them not at once); found by fours {}, by \
             threats {} ({} of those not at once); false claims {}",
            count.positions,
            count.won,
            count.deep,
            count.by_fours,
            count.by_threats,
            count.deep_by_threats,
            count.wrong
        );
        wrong += count.wrong;
    }
    println!("false claims {wrong}");
    Ok(wrong == 0)
}

fn count(rule: Rule, options: &ProofsOptions) -> Count {
    let mut rng = Rng::new(options.seed);
    let mut count = Count::default();
    while count.positions < options.count {
        let free = 3 + rng.below(FREE - 2);
        let Some(game) = positions::random(&mut rng, rule, free) else {
            continue;
        };
        if game.size().area() - game.board().stone_count() > FREE {
            continue;
        }
        count.positions += 1;
        let attacker = game.to_move();
        let truth = Truth::new(rule, attacker).wins(game.board(), attacker);
        let at_once = game
            .legal_points()
            .any(|point| win::wins_at_once(game.board(), rule, point, attacker));
        count.won += usize::from(truth);
        count.deep += usize::from(truth && !at_once);
        for kind in [Kind::Fours, Kind::Threats] {
            let Finding::Win(proof) = ask(&game, attacker, kind) else {
                continue;
            };
            if !truth || !plain::proves(&proof.certificate) {
                count.wrong += 1;
                println!("false claim of {kind:?}: {game:?}");
            }
            if kind == Kind::Fours {
                count.by_fours += 1;
            } else {
                count.by_threats += 1;
                count.deep_by_threats += usize::from(!at_once);
            }
        }
    }
    count
}
