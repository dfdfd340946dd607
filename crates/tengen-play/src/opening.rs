//! How programs play opening protocols: any act that the protocol allows.

use tengen_core::Game;
use tengen_core::opening::Act;
use tengen_core::rng::Rng;
use tengen_engine::{Engine, Stop};

/// An act for the player whose turn it is; `None` if the opening is over.
pub(crate) fn choose(
    game: &Game,
    _engine: &mut Engine,
    _stop: &Stop,
    rng: &mut Rng,
) -> Option<Act> {
    rng.pick(&game.opening()?.choices()).copied()
}
