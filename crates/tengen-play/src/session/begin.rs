//! How a game begins: empty, after moves made elsewhere, or with stones set up.

use tengen_core::opening::{Act, Seat};
use tengen_core::rng::Rng;
use tengen_core::{Game, Point, Stone, Tree};

use super::{Done, Refusal, Session};
use crate::clock::Clocks;
use crate::event::Event;
use crate::journal::Change;
use crate::player::Player;
use crate::settings::{ColourChoice, GameSettings};

/// Where a game begins that was begun elsewhere; empty by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Stones that stand before the first move. They are not taken back.
    pub stones: Vec<(Point, Stone)>,
    /// Who moves first; where `None`, White if Black has more stones, else Black.
    pub to_move: Option<Stone>,
    /// Moves made since, in turn.
    pub moves: Vec<Point>,
}

impl Start {
    /// Whether anything differs from an empty board with Black to move.
    fn is_set_up(&self) -> bool {
        !self.stones.is_empty() || self.to_move.is_some()
    }

    /// What is kept of the stones: one entry each, then the side to move.
    fn changes(&self) -> impl Iterator<Item = Change> {
        let stones = self.stones.iter();
        stones
            .map(|&(point, stone)| Change::SetUp(stone, point))
            .chain(self.to_move.map(Change::ToMove))
    }

    /// Puts the stones on an empty board.
    fn set_up(&self, game: &mut Game) -> Result<(), Refusal> {
        if self.is_set_up() {
            let stones: Vec<(Point, Option<Stone>)> = self
                .stones
                .iter()
                .map(|&(point, stone)| (point, Some(stone)))
                .collect();
            game.set_up(&stones, self.to_move)?;
        }
        match game.outcome() {
            Some(_) => Err(Refusal::Over),
            None => Ok(()),
        }
    }
}

impl Session {
    /// Begins another game. A running search is cancelled at once; the old game stays
    /// kept as it stands.
    ///
    /// # Errors
    /// [`Refusal::Settings`] if the settings do not go together; the old game goes on.
    pub fn new_game(&mut self, settings: GameSettings) -> Result<(), Refusal> {
        self.new_game_at(settings, &Start::default())
    }

    /// The same with moves that were made elsewhere: of a record or a position string,
    /// Black's first. The player to move then goes on.
    ///
    /// # Errors
    /// As [`new_game_at`](Session::new_game_at).
    pub fn new_game_from(
        &mut self,
        settings: GameSettings,
        moves: &[Point],
    ) -> Result<(), Refusal> {
        let moves = moves.to_vec();
        self.new_game_at(
            settings,
            &Start {
                moves,
                ..Start::default()
            },
        )
    }

    /// The same with stones set up and moves made elsewhere.
    ///
    /// # Errors
    /// [`Refusal::Settings`] if the settings do not go together, [`Refusal::Game`] if the
    /// start does not fit the rules (in an opening protocol: has other stones than it asks
    /// for), [`Refusal::Over`] if somebody has won by the stones set up; the old game goes
    /// on.
    pub fn new_game_at(&mut self, settings: GameSettings, start: &Start) -> Result<(), Refusal> {
        settings.check()?;
        let mut game = Game::with_protocol(settings.size, settings.rule, settings.protocol)?;
        start.set_up(&mut game)?;
        let mut trial = game.clone();
        for &point in &start.moves {
            trial.play(point)?;
        }
        self.cancel();
        self.seed = settings.seed.unwrap_or_else(fresh_seed);
        self.you = settings.draw_seat(&mut Rng::new(self.seed));
        let mut players = [settings.you.clone(), settings.opponent.clone()];
        if self.you == Seat::Second {
            players.reverse();
        }
        self.players = players;
        self.game = game;
        let names = self.players.each_ref().map(Player::name);
        let [first, second] = names;
        self.game.info_mut().players.black = first;
        self.game.info_mut().players.white = second;
        self.clocks = Clocks::new(settings.time);
        self.settings = settings;
        self.done.clear();
        self.undone.clear();
        self.paused = false;
        self.draw_offer = None;
        self.adaptive_before_end = None;
        self.next_opponent = None;
        self.journal.restart(self.header());
        self.events.push(Event::Started {
            you: self.you,
            drawn: self.settings.colour == ColourChoice::Random,
        });
        self.go_to_start(start)?;
        self.begin_turn();
        Ok(())
    }

    /// The stones that were set up before the first move, to begin so again.
    pub fn begun_at(&self) -> Start {
        let setup = &self.game.tree().node(Tree::ROOT).setup;
        let stones = setup.stones.iter();
        Start {
            stones: stones
                .filter_map(|&(point, stone)| Some((point, stone?)))
                .collect(),
            to_move: setup.to_move,
            moves: Vec::new(),
        }
    }

    /// Keeps the stones set up and makes the moves, which were tried before.
    fn go_to_start(&mut self, start: &Start) -> Result<(), Refusal> {
        // Nobody thinks before all of them stand, and all are kept at once.
        self.paused = true;
        self.journal.hold();
        for change in start.changes() {
            self.keep(change, 0);
        }
        for &point in &start.moves {
            if let Some(turn) = self.turn() {
                let done = match turn.task {
                    Some(_) => Done::Act(Act::Place(point)),
                    None => Done::Move(point),
                };
                self.apply(turn.seat, done)?;
            }
        }
        self.paused = false;
        self.events.extend(self.journal.release(&*self.time));
        Ok(())
    }

    /// The same game again with the other colour (or the other part in the opening),
    /// against the level that the adaptive rule chose if it chose one.
    ///
    /// # Errors
    /// None that the last game did not meet.
    pub fn again(&mut self) -> Result<(), Refusal> {
        let colour = match self.you {
            Seat::First => ColourChoice::White,
            Seat::Second => ColourChoice::Black,
        };
        self.new_game(GameSettings {
            colour,
            ..self.next_settings()
        })
    }

    /// The settings of this game, against the level that the adaptive rule chose for the
    /// next one if it chose one.
    pub fn next_settings(&self) -> GameSettings {
        let mut settings = self.settings.clone();
        if let Some(opponent) = self.next_opponent {
            settings.opponent = Player::Opponent(opponent);
        }
        settings
    }
}

/// A seed that differs from game to game. The standard library's hash keys are random;
/// nothing that must be repeatable depends on it, as the seed is kept with the game.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0_u64) >> 1
}
