//! One game of the ladder.

use tengen_core::rng::Rng;
use tengen_core::{Position, Stone};
use tengen_play::{Beginner, Contender, Opponent};

use super::store::Result as GameResult;
use crate::duel::base_options;
use crate::learn::selfplay::rated_opening;

/// Somebody on the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    Opponent(Opponent),
    Beginner,
}

impl Player {
    pub(super) fn id(self) -> String {
        match self {
            Player::Opponent(opponent) => opponent.id(),
            Player::Beginner => super::BEGINNER.to_owned(),
        }
    }
}

enum Mind {
    Contender(Box<Contender>),
    Beginner,
}

impl Mind {
    fn of(player: Player) -> Mind {
        match player {
            Player::Opponent(opponent) => Mind::Contender(Box::new(Contender::new(opponent))),
            Player::Beginner => Mind::Beginner,
        }
    }
}

/// Nodes for judging an opening.
const OPENING_NODES: u64 = 3_000;

/// Plays game `number` of a pair, even numbers with the first as Black. Two games that
/// follow each other have the same opening.
pub(super) fn play_game(pair: (Player, Player), number: usize, seed: u64) -> GameResult {
    let opening = number as u64 / 2;
    let mut rng = Rng::stream(seed, opening);
    let start = rated_opening(OPENING_NODES, base_options(), &mut rng);
    let mut minds = [Mind::of(pair.0), Mind::of(pair.1)];
    let black = number % 2;
    let game_seed = rng.next_u64() ^ number as u64;
    let winner = play_on(start, &mut minds, black, game_seed);
    let half_points = match winner {
        None => 1,
        Some(Stone::Black) => 2 * u8::from(black == 0),
        Some(Stone::White) => 2 * u8::from(black == 1),
    };
    GameResult {
        first: pair.0.id(),
        second: pair.1.id(),
        number,
        half_points,
    }
}

fn play_on(
    mut position: Position,
    minds: &mut [Mind; 2],
    black: usize,
    seed: u64,
) -> Option<Stone> {
    while position.outcome().is_none() {
        let side = match position.to_move() {
            Stone::Black => black,
            Stone::White => 1 - black,
        };
        let point = match &mut minds[side] {
            Mind::Contender(contender) => contender.choose(&position, seed),
            Mind::Beginner => Beginner::choose(&position, &mut Rng::new(seed ^ position.key())),
        };
        position.play(point?).ok()?;
    }
    position.outcome()?.winner
}
