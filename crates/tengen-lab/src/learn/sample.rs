//! Positions of played games as what the tables see of them.

use tengen_core::{Position as Referee, Size, Stone};
use tengen_engine::Variant;
use tengen_engine::pattern::{CellCode, Threat};
use tengen_engine::position::{Position, spot_of};
use tengen_engine::tactics::{self, Verdict};

use super::selfplay::PlayedGame;

/// A quiet position: which codes each side has how often, and how the game ended.
#[derive(Clone, Debug)]
pub(crate) struct ValueSample {
    /// Number of the game it is from.
    pub(crate) game: u32,
    pub(crate) mover: Stone,
    pub(crate) own: Vec<(CellCode, u8)>,
    pub(crate) other: Vec<(CellCode, u8)>,
    pub(crate) strongest: (Threat, Threat),
    /// What to predict: the result (1 if the mover won, 0 if it lost) mixed with what
    /// the search thought.
    pub(crate) target: f32,
}

/// The search's opinion is less noisy than one result, but only the result is true. Measured:
/// CONTRIBUTING.md, "Learn the pattern tables".
const SEARCH_SHARE: f32 = 0.85;

/// A choice: the codes (own, other) of all candidates, and which was played.
#[derive(Clone, Debug)]
pub(crate) struct MoveSample {
    /// Number of the game it is from.
    pub(crate) game: u32,
    pub(crate) mover: Stone,
    pub(crate) candidates: Vec<(CellCode, CellCode)>,
    pub(crate) played: usize,
}

/// The samples of one game.
pub(crate) fn samples<V: Variant>(
    variant: V,
    size: Size,
    (number, game): (u32, &PlayedGame),
    values: &mut Vec<ValueSample>,
    moves: &mut Vec<MoveSample>,
) {
    let mut position = Position::new(size, variant);
    let mut referee = Referee::new(size, V::RULE);
    let opening = game.chosen.iter().take_while(|&&chosen| !chosen).count();
    for (ply, (&point, &chosen)) in game.moves.iter().zip(&game.chosen).enumerate() {
        let spot = spot_of(point);
        if ply >= opening {
            let verdict = tactics::judge(&mut position);
            if verdict == Verdict::Open {
                values.push(value_sample(
                    &position,
                    number,
                    game.winner,
                    game.chances[ply],
                ));
            }
            if chosen && matches!(verdict, Verdict::Open | Verdict::Defend) {
                moves.extend(move_sample(&position, number, spot));
            }
        }
        if referee.play(point).is_err() {
            return;
        }
        position.make(spot);
    }
}

fn value_sample<V: Variant>(
    position: &Position<V>,
    game: u32,
    winner: Option<Stone>,
    chance: f32,
) -> ValueSample {
    let mover = position.to_move();
    let result = match winner {
        Some(stone) if stone == mover => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    ValueSample {
        game,
        mover,
        own: histogram(position, mover),
        other: histogram(position, mover.opponent()),
        strongest: (
            position.strongest(mover),
            position.strongest(mover.opponent()),
        ),
        target: SEARCH_SHARE * chance + (1.0 - SEARCH_SHARE) * result,
    }
}

fn histogram<V: Variant>(position: &Position<V>, stone: Stone) -> Vec<(CellCode, u8)> {
    let mut codes: Vec<CellCode> = position
        .free_spots()
        .map(|spot| position.code(spot, stone))
        .collect();
    codes.sort_unstable();
    let mut counted: Vec<(CellCode, u8)> = Vec::new();
    for code in codes {
        match counted.last_mut() {
            Some((last, count)) if *last == code => *count = count.saturating_add(1),
            _ => counted.push((code, 1)),
        }
    }
    counted
}

fn move_sample<V: Variant>(
    position: &Position<V>,
    game: u32,
    played: tengen_engine::position::Spot,
) -> Option<MoveSample> {
    let mover = position.to_move();
    let spots: Vec<_> = position.candidates().collect();
    Some(MoveSample {
        game,
        mover,
        played: spots.iter().position(|&spot| spot == played)?,
        candidates: spots
            .iter()
            .map(|&spot| {
                (
                    position.code(spot, mover),
                    position.code(spot, mover.opponent()),
                )
            })
            .collect(),
    })
}
