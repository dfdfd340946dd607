//! A kept game is taken up again.

use tengen_core::opening::Seat;
use tengen_core::{Game, GameError, Point, Stone};

use super::{Done, Entry, Session};
use crate::clock::Clocks;
use crate::event::Event;
use crate::journal::{Change, GameId, Header, Logged};
use crate::player::{ExternalEngine, Player};
use crate::settings::{ColourChoice, GameSettings};
use crate::store::StoredGame;

/// Why a kept game cannot be taken up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {number} of the kept game does not fit: {reason}")]
pub struct ResumeError {
    /// Which entry of its log, from 1.
    pub number: usize,
    /// What is wrong.
    pub reason: String,
}

impl Session {
    /// Takes up a game of the store.
    ///
    /// # Errors
    /// [`ResumeError`] if it is damaged or does not fit the rules; the game so far goes
    /// on. What can be read of a damaged game is its
    /// [`record`](crate::store::StoredGame::record).
    pub fn open(
        &mut self,
        game: StoredGame,
        external: &dyn Fn(&str) -> Option<ExternalEngine>,
    ) -> Result<(), ResumeError> {
        match game.damage {
            Some(reason) => Err(ResumeError {
                number: game.log.len() + 1,
                reason,
            }),
            None => self.take_up(game.id, &game.header, game.log, external),
        }
    }

    /// Takes a kept game up where it stood, what could be done again included. The game
    /// so far is left as a new game leaves it. Foreign programs are found by `external`.
    ///
    /// # Errors
    /// [`ResumeError`] if the log does not fit the rules; the game so far goes on.
    pub fn take_up(
        &mut self,
        id: GameId,
        header: &Header,
        log: Vec<Logged>,
        external: &dyn Fn(&str) -> Option<ExternalEngine>,
    ) -> Result<(), ResumeError> {
        let fault = |number: usize, reason: String| ResumeError { number, reason };
        let game = Game::with_protocol(header.size, header.rule, header.protocol)
            .map_err(|error| fault(0, error.to_string()))?;
        // Tried on the side first: a log that does not fit must leave this game alone.
        let replayed =
            Replay::run(game, header, &log).map_err(|(number, reason)| fault(number, reason))?;
        self.cancel();
        self.players = header.players.each_ref().map(|kept| kept.revive(external));
        self.you = header.you;
        self.seed = header.seed;
        self.settings = settings_of(header, &self.players);
        self.game = replayed.game;
        let [first, second] = self.players.each_ref().map(Player::name);
        let colours = self.game.colours();
        let black_is_first = colours.black == Seat::First;
        let (black, white) = if black_is_first {
            (first, second)
        } else {
            (second, first)
        };
        self.game.info_mut().players.black = black;
        self.game.info_mut().players.white = white;
        self.done = replayed.done;
        self.undone = replayed.undone;
        self.clocks = replayed.clocks;
        self.draw_offer = None;
        self.adaptive_before_end = None;
        self.next_opponent = None;
        self.paused = !self.has_person();
        self.journal.go_on(header.clone(), id, log);
        // What was not yet told of the game before would be taken for this one.
        let is_of_store = |event: &Event| matches!(event, Event::NotSaved { .. } | Event::Saved);
        self.events.retain(is_of_store);
        self.events.push(Event::Resumed {
            moves: self.game.position().board().stone_count(),
        });
        self.begin_turn();
        Ok(())
    }
}

fn settings_of(header: &Header, players: &[Player; 2]) -> GameSettings {
    let you = header.you as usize;
    GameSettings {
        rule: header.rule,
        size: header.size,
        protocol: header.protocol,
        you: players[you].clone(),
        opponent: players[1 - you].clone(),
        colour: match header.you {
            _ if header.drawn => ColourChoice::Random,
            Seat::First => ColourChoice::Black,
            Seat::Second => ColourChoice::White,
        },
        time: header.time,
        seed: None,
    }
}

/// A game built up again from its log.
pub(crate) struct Replay {
    game: Game,
    done: Vec<Entry>,
    undone: Vec<Entry>,
    clocks: Clocks,
}

impl Replay {
    /// Goes through the whole log; an error names the entry (from 1) and the reason.
    pub(crate) fn run(
        game: Game,
        header: &Header,
        log: &[Logged],
    ) -> Result<Replay, (usize, String)> {
        let mut replay = Replay::new(game, header);
        for (logged, number) in log.iter().zip(1..) {
            replay.step(logged).map_err(|reason| (number, reason))?;
        }
        Ok(replay)
    }

    /// Goes through the log until something does not fit; the game there.
    pub(crate) fn as_far_as_possible(game: Game, header: &Header, log: &[Logged]) -> Game {
        let mut replay = Replay::new(game, header);
        for logged in log {
            if replay.step(logged).is_err() {
                break;
            }
        }
        replay.game
    }

    fn new(game: Game, header: &Header) -> Replay {
        Replay {
            game,
            done: Vec::new(),
            undone: Vec::new(),
            clocks: Clocks::new(header.time),
        }
    }

    fn step(&mut self, logged: &Logged) -> Result<(), String> {
        let before = self.clocks;
        let after = Clocks::rested(before.control(), logged.left_ms);
        match logged.change {
            Change::SetUp(stone, point) => self.set_up(&[(point, Some(stone))], None)?,
            Change::ToMove(stone) => self.set_up(&[], Some(stone))?,
            Change::Move(point) => self.fresh(Done::Move(point), after, logged.took_ms)?,
            Change::Act(act) => self.fresh(Done::Act(act), after, logged.took_ms)?,
            Change::Undo(plies) => self.undo(plies)?,
            Change::Redo(plies) => {
                for _ in 0..plies {
                    let entry = self.undone.pop().ok_or("nothing was taken back")?;
                    self.place(entry.done).map_err(|error| error.to_string())?;
                    self.done.push(entry);
                }
            }
            Change::Resign(seat) => self.end(seat, Game::resign)?,
            Change::Time(seat) => self.end(seat, Game::lose_on_time)?,
            Change::Draw => self.game.agree_draw().map_err(|error| error.to_string())?,
        }
        self.clocks = after;
        Ok(())
    }

    fn set_up(
        &mut self,
        stones: &[(Point, Option<Stone>)],
        to_move: Option<Stone>,
    ) -> Result<(), String> {
        if !self.done.is_empty() {
            return Err("stones are set up before the first move only".to_owned());
        }
        let set_up = self.game.set_up(stones, to_move);
        set_up.map(drop).map_err(|error| error.to_string())
    }

    fn end(
        &mut self,
        seat: Seat,
        how: impl Fn(&mut Game, Stone) -> Result<(), GameError>,
    ) -> Result<(), String> {
        let stone = match self.game.colours().black == seat {
            true => Stone::Black,
            false => Stone::White,
        };
        how(&mut self.game, stone).map_err(|error| error.to_string())
    }

    fn fresh(&mut self, done: Done, after: Clocks, took_ms: u64) -> Result<(), String> {
        let seat = match self.game.turn() {
            Some(turn) => turn.seat,
            None => self.game.colours()[self.game.position().to_move()],
        };
        self.place(done).map_err(|error| error.to_string())?;
        if matches!(done, Done::Move(_)) {
            let left = after.control().start_ms();
            let left = left.map(|_| after.resting_ms()[seat as usize]);
            self.game.set_clock(Some(took_ms), left);
        }
        match self.undone.last() {
            Some(next) if next.done == done => {
                self.undone.pop();
            }
            _ => self.undone.clear(),
        }
        self.done.push(Entry {
            seat,
            done,
            before: self.clocks,
            after,
        });
        Ok(())
    }

    fn place(&mut self, done: Done) -> Result<(), GameError> {
        match done {
            Done::Move(point) => self.game.play(point).map(|_| ()),
            Done::Act(act) => self.game.act(act),
        }
    }

    fn undo(&mut self, plies: usize) -> Result<(), String> {
        self.game.reopen();
        for _ in 0..plies {
            let entry = self.done.pop().ok_or("nothing is left to take back")?;
            match entry.done {
                Done::Move(_) => {
                    self.game.undo();
                }
                Done::Act(_) => {
                    self.game.take_back_act();
                }
            }
            self.undone.push(entry);
        }
        Ok(())
    }
}
