//! Wins by fours found by trying everything with the rules of tengen-core alone: what the
//! tests of the quick searches compare with.

use tengen_core::{Position as Referee, Stone, win};

/// Plain truth by trying everything: does the side to move win by fours within so many of
/// its moves? Uses tengen-core alone.
pub(crate) fn wins_by_fours(game: &Referee, fours: usize) -> bool {
    let attacker = game.to_move();
    let fives = |game: &Referee, stone: Stone| {
        let free = game.board().free_points();
        free.filter(|&point| win::wins_at_once(game.board(), game.rule(), point, stone))
            .count()
    };
    if fives(game, attacker) > 0 {
        return true;
    }
    fours > 0
        && game.legal_points().any(|four| {
            let mut after = game.clone();
            after.play(four).is_ok()
                && after.outcome().is_none()
                && fives(&after, attacker) > 0
                && fives(&after, attacker.opponent()) == 0
                && after.legal_points().all(|reply| {
                    let mut answered = after.clone();
                    answered.play(reply).is_ok()
                        && answered.outcome().is_none()
                        && (fives(&answered, attacker) > 0 || wins_by_fours(&answered, fours - 1))
                })
        })
}
