//! What happens in a game, in words of either language.

use std::fmt::Display;

use tengen_core::forbidden::{ForbiddenKind, examine};
use tengen_core::opening::{Act, Opening, Protocol, ProtocolError, Region, Seat, Task};
use tengen_core::{
    Board, Cause, GameError, MoveError, Outcome, PlaceError, Point, Rule, Run, Size, Stone,
};
use tengen_play::hint::{Hint, HintKind, HintStep};
use tengen_play::{Event, Opponent, Player, Refusal, Session, TimeControl};

use crate::text::{Texts, clean, width};

impl Texts {
    /// A colour.
    pub(crate) fn colour(&self, stone: Stone) -> &str {
        match stone {
            Stone::Black => self.get("black"),
            Stone::White => self.get("white"),
        }
    }

    /// The name of a rule.
    pub(crate) fn rule(&self, rule: Rule) -> String {
        self.get(&format!("rule.{rule}")).to_owned()
    }

    /// Who wins, shortly: names of rules differ, the condition does not.
    pub(crate) fn condition(&self, rule: Rule) -> String {
        self.get(&format!("condition.{rule}")).to_owned()
    }

    /// The name of an opening protocol.
    pub(crate) fn protocol(&self, protocol: Protocol) -> String {
        self.get(&format!("protocol.{protocol}")).to_owned()
    }

    /// The name of an opponent.
    pub(crate) fn opponent(&self, opponent: Opponent) -> String {
        match opponent {
            Opponent::Level(number) => self.say("opponent.level", &[("n", &number)]),
            other => self.get(&format!("opponent.{other}")).to_owned(),
        }
    }

    /// One line about how an opponent plays.
    pub(crate) fn character(&self, opponent: Opponent) -> String {
        self.get(&format!("character.{opponent}")).to_owned()
    }

    /// The name of the player in a seat: a person against a program is "you", of two
    /// people each is a colour.
    pub(crate) fn player(&self, session: &Session, seat: Seat) -> String {
        match session.player(seat) {
            Player::Person if session.player(seat.other()).is_person() => {
                self.colour(session.stone_of(seat)).to_owned()
            }
            Player::Person => self.get("you").to_owned(),
            Player::Opponent(opponent) => self.opponent(*opponent),
            Player::Engine(_) => self.get("opponent.engine").to_owned(),
            Player::External(engine) => clean(&engine.name),
        }
    }

    /// A clock setting.
    pub(crate) fn clock(&self, time: TimeControl) -> String {
        match time {
            TimeControl::None => self.get("clock.none").to_owned(),
            TimeControl::PerMove { ms } => self.say("clock.move", &[("s", &seconds(ms))]),
            TimeControl::PerGame {
                ms,
                increment_ms: 0,
            } => self.say("clock.minutes", &[("n", &minutes(ms))]),
            TimeControl::PerGame { ms, increment_ms } => self.say(
                "clock.increment",
                &[("n", &minutes(ms)), ("s", &seconds(increment_ms))],
            ),
        }
    }

    /// How a game ended: "White wins with five: D4-H8."
    pub(crate) fn outcome(&self, outcome: &Outcome, size: Size) -> String {
        let Some(winner) = outcome.winner else {
            return self.get(draw_key(&outcome.cause)).to_owned();
        };
        let key = match &outcome.cause {
            Cause::Five(runs) if runs.iter().all(|run| run.length > 5) => "over.overline",
            Cause::Five(_) => "over.five",
            Cause::ForbiddenMove(_) => "over.forbidden",
            Cause::Resignation => "over.resignation",
            Cause::Time => "over.time",
            Cause::Agreement | Cause::FullBoard | Cause::NoLegalMove | Cause::Unknown => {
                "over.unknown"
            }
        };
        let line = match &outcome.cause {
            Cause::Five(runs) => runs.first().map_or_else(String::new, |run| ends(run, size)),
            _ => String::new(),
        };
        let loser = self.colour(winner.opponent());
        self.say(
            key,
            &[
                ("colour", &self.colour(winner)),
                ("line", &line),
                ("loser", &loser),
            ],
        )
    }

    /// Why something was refused.
    pub(crate) fn refusal(&self, refusal: &Refusal, board: &Board) -> String {
        let key = match refusal {
            Refusal::Game(error) => return self.game_error(error, board),
            Refusal::Settings(error) => return self.protocol_error(error, board),
            Refusal::NotYourTurn(name) => {
                return self.say("refused.turn", &[("name", &clean(name))]);
            }
            Refusal::Over => "refused.over",
            Refusal::NothingToUndo => "refused.undo",
            Refusal::NothingToRedo => "refused.redo",
            Refusal::NoPerson => "refused.person",
            Refusal::NoOffer => "refused.offer",
            Refusal::NoHint => "refused.hint",
            Refusal::Locked => "refused.locked",
        };
        self.get(key).to_owned()
    }

    fn game_error(&self, error: &GameError, board: &Board) -> String {
        match error {
            GameError::Place(error) => self.place_error(*error),
            GameError::Forbidden { reason, .. } => self.forbidden(board, reason.point),
            GameError::Over(_) => self.get("refused.over").to_owned(),
            GameError::Opening(error) => self.protocol_error(error, board),
            GameError::DuringOpening(turn) | GameError::AwayFromOpening(turn) => {
                let task = self.task(turn.task);
                self.say("refused.step", &[("task", &task)])
            }
            other => self.say("refused.other", &[("reason", other)]),
        }
    }

    /// Why a move is refused.
    pub(crate) fn move_error(&self, error: &MoveError, board: &Board) -> String {
        match error {
            MoveError::Place(error) => self.place_error(*error),
            MoveError::Forbidden { reason, .. } => self.forbidden(board, reason.point),
            MoveError::GameOver(_) => self.get("refused.over").to_owned(),
        }
    }

    /// Why an opening refuses something, and what it asks for instead.
    fn protocol_error(&self, error: &ProtocolError, board: &Board) -> String {
        match error {
            ProtocolError::Unsuitable { protocol, .. } => {
                let name = self.protocol(*protocol);
                self.say("refused.unsuitable", &[("name", &name)])
            }
            ProtocolError::WrongStep { turn, .. } => {
                let task = self.task(turn.task);
                self.say("refused.step", &[("task", &task)])
            }
            ProtocolError::Over { .. } => self.get("refused.opening_over").to_owned(),
            ProtocolError::OutsideRegion {
                point,
                region,
                size,
            } => self.outside(*point, *region, *size),
            ProtocolError::Move(error) => self.move_error(error, board),
            ProtocolError::NumberOfFifths { asked, most } => {
                self.say("refused.fifths", &[("asked", asked), ("most", most)])
            }
            ProtocolError::SameFifth { point, like, size } => {
                let key = match point == like {
                    true => "refused.offered",
                    false => "refused.mirrored",
                };
                let (point, like) = (point.name(*size), like.name(*size));
                self.say(key, &[("point", &point), ("like", &like)])
            }
            ProtocolError::NotOffered {
                point,
                offered,
                size,
            } => {
                let (point, points) = (point.name(*size), names(offered, *size));
                self.say(
                    "refused.not_offered",
                    &[("point", &point), ("points", &points)],
                )
            }
        }
    }

    fn outside(&self, point: Point, region: Region, size: Size) -> String {
        let name = point.name(size);
        match region {
            Region::Central(1) => {
                let centre = size.centre().name(size);
                self.say("refused.centre", &[("point", &name), ("centre", &centre)])
            }
            Region::Central(side) => self.say("refused.region", &[("point", &name), ("n", &side)]),
            Region::Anywhere => self.get("refused.off").to_owned(),
        }
    }

    fn place_error(&self, error: PlaceError) -> String {
        match error {
            PlaceError::OffBoard { .. } => self.get("refused.off").to_owned(),
            PlaceError::Occupied { point, size, .. } => {
                self.say("refused.taken", &[("point", &point.name(size))])
            }
        }
    }

    /// Why a point is forbidden to Black: "I7 is forbidden: double three (...)."
    pub(crate) fn forbidden(&self, board: &Board, point: Point) -> String {
        let size = board.size();
        let Some(examined) = examine(board, point) else {
            return String::new();
        };
        let (mut kinds, mut lines) = (Vec::new(), Vec::new());
        for kind in &examined.kinds {
            kinds.push(self.get(kind_key(*kind)).to_owned());
            match kind {
                ForbiddenKind::Overline => {
                    lines.extend(examined.overlines.iter().map(|run| ends(run, size)));
                }
                ForbiddenKind::DoubleFour => {
                    lines.extend(examined.fours.iter().map(|four| names(&four.stones, size)));
                }
                ForbiddenKind::DoubleThree => {
                    let real = examined.threes.iter().filter(|three| {
                        let mut extensions = three.extensions.iter();
                        extensions.any(|extension| extension.obstacle.is_none())
                    });
                    lines.extend(real.map(|three| names(&three.stones, size)));
                }
            }
        }
        self.say(
            "forbidden",
            &[
                ("point", &point.name(size)),
                ("kinds", &kinds.join(", ")),
                ("lines", &lines.join(", ")),
            ],
        )
    }

    /// What the opening asks of the player whose turn it is.
    pub(crate) fn task(&self, task: Task) -> String {
        let phrase = task.phrase();
        self.say(phrase.key, &[("n", &phrase.number.unwrap_or(0))])
    }

    /// What a choice of the opening means.
    pub(crate) fn choice(&self, opening: &Opening, act: Act) -> String {
        match opening.meaning(act) {
            Some(phrase) => self.say(phrase.key, &[("n", &phrase.number.unwrap_or(0))]),
            None => String::new(),
        }
    }

    /// A hint, as far as it goes.
    pub(crate) fn hint(&self, hint: &Hint, size: Size) -> String {
        self.join(&self.hint_parts(hint, size))
    }

    /// The same within so many columns: what this step adds is kept, what the steps before
    /// told gives way.
    pub(crate) fn hint_within(&self, hint: &Hint, size: Size, columns: usize) -> String {
        let [first, second, last] = self.hint_parts(hint, size);
        let shorter = match hint.step {
            HintStep::Line => [vec![&first, &last], vec![&last]],
            HintStep::Kind => [vec![&first, &last], vec![&first]],
            HintStep::Something | HintStep::Region | HintStep::Point => {
                [vec![&first, &second], vec![&second]]
            }
        };
        let [short, shortest] = shorter.map(|parts| {
            let parts: Vec<String> = parts.into_iter().cloned().collect();
            self.join(&parts)
        });
        let whole = self.hint(hint, size);
        let fits = [whole, short].into_iter().find(|it| width(it) <= columns);
        fits.unwrap_or(shortest)
    }

    /// What kind of thing there is; where; and the line, or that more can be asked for.
    fn hint_parts(&self, hint: &Hint, size: Size) -> [String; 3] {
        let what = match (hint.kind, hint.something) {
            (Some(kind), _) => self.hint_kind(kind),
            (None, true) => self.get("hint.something").to_owned(),
            (None, false) => self.get("hint.nothing").to_owned(),
        };
        let place = match (hint.point, hint.region) {
            (Some(point), _) => self.say("hint.point", &[("point", &point.name(size))]),
            (None, Some(region)) => {
                let key = format!("region.{}", region.name().replace(' ', "-"));
                self.say("hint.region", &[("region", &self.get(&key))])
            }
            (None, None) => String::new(),
        };
        let rest = match hint.step {
            HintStep::Line => self.say("hint.line", &[("line", &names(&hint.line, size))]),
            _ => self.get("hint.more").to_owned(),
        };
        [what, place, rest]
    }

    fn hint_kind(&self, kind: HintKind) -> String {
        let (key, moves) = match kind {
            HintKind::Five => ("hint.kind.five", 0),
            HintKind::StopFour => ("hint.kind.stop-four", 0),
            HintKind::OpenFour => ("hint.kind.open-four", 0),
            HintKind::DoubleFour => ("hint.kind.double-four", 0),
            HintKind::FourThree => ("hint.kind.four-three", 0),
            HintKind::Fours { moves } => ("hint.kind.fours", moves),
            HintKind::Attack { moves } => ("hint.kind.attack", moves),
            HintKind::StopFours { moves } => ("hint.kind.stop-fours", moves),
            HintKind::Quiet => ("hint.nothing", 0),
        };
        self.say(key, &[("n", &moves)])
    }

    /// What an event of the session tells; `None` for those that the screen shows anyway.
    pub(crate) fn event(&self, session: &Session, event: &Event) -> Option<String> {
        let size = session.game().size();
        Some(match event {
            Event::Started { you, drawn } => self.started(session, *you, *drawn),
            Event::Resumed { moves } => self.say("status.resumed", &[("n", moves)]),
            Event::Acted { seat, act } => return self.acted(session, *seat, *act),
            Event::Undone { plies: 0 } => self.get("status.reopened").to_owned(),
            Event::Undone { plies } => self.say("status.undone", &[("n", plies)]),
            Event::Redone { plies } => self.say("status.redone", &[("n", plies)]),
            Event::DrawOffered { by } => self.draw_offered(session, *by),
            Event::DrawDeclined { .. } => self.get("status.draw_declined").to_owned(),
            Event::Over { outcome } => self.outcome(outcome, size),
            Event::Failed { seat, message } => self.say(
                "status.failed",
                &[
                    ("name", &self.player(session, *seat)),
                    ("reason", &clean(message)),
                ],
            ),
            Event::NotSaved { reason } => {
                self.say("status.not_saved", &[("reason", &clean(reason))])
            }
            Event::Saved => self.get("status.saved").to_owned(),
            Event::Hint { hint } => self.hint(hint, size),
            Event::LevelChanged(change) => {
                self.say("status.level", &[("name", &self.opponent(change.to))])
            }
            Event::Moved { .. } | Event::Thinking { .. } | Event::View { .. } => return None,
        })
    }

    fn started(&self, session: &Session, you: Seat, drawn: bool) -> String {
        let mut said = vec![self.get("status.new").to_owned()];
        let alone = session.player(you).is_person() && !session.player(you.other()).is_person();
        if alone {
            // In an opening the colours are yet to be settled.
            let opens = session.settings().protocol != Protocol::None;
            let key = match (opens, you, drawn) {
                (false, _, false) => "status.have",
                (false, _, true) => "status.drawn",
                (true, Seat::First, false) => "status.opens",
                (true, Seat::First, true) => "status.opens.drawn",
                (true, Seat::Second, false) => "status.answers",
                (true, Seat::Second, true) => "status.answers.drawn",
            };
            let colour = self.colour(session.stone_of(you));
            let name = self.player(session, you.other());
            said.push(self.say(key, &[("colour", &colour), ("name", &name)]));
        }
        self.join(&said)
    }

    fn draw_offered(&self, session: &Session, by: Seat) -> String {
        let name = self.player(session, by);
        let key = key_for("status.draw_offered", session, by);
        self.say(&key, &[("name", &name)])
    }

    /// The draw that waits for an answer, and who offers it.
    pub(crate) fn offered_draw(&self, session: &Session) -> String {
        let by = session.draw_offer();
        by.map_or_else(String::new, |by| self.draw_offered(session, by))
    }

    /// All fifth stones that are offered so far.
    pub(crate) fn all_offered(&self, session: &Session) -> String {
        let offered = session.game().opening().map_or(&[][..], Opening::offered);
        let points = names(offered, session.game().size());
        self.say("status.offers", &[("points", &points)])
    }

    fn acted(&self, session: &Session, seat: Seat, act: Act) -> Option<String> {
        let size = session.game().size();
        let name = self.player(session, seat);
        // What the other seat is told about: "you" where one person plays.
        let told = match session.player(seat).is_person() {
            true => seat,
            false => seat.other(),
        };
        let yours = self.colour(session.stone_of(told));
        let say = |key: &str, words: &[(&str, &dyn Display)]| {
            let mut all: Vec<(&str, &dyn Display)> = vec![("name", &name), ("yours", &yours)];
            all.extend_from_slice(words);
            Some(self.say(&key_for(key, session, seat), &all))
        };
        match act {
            Act::Place(_) => None,
            Act::Keep => say("status.kept", &[]),
            Act::Swap => say("status.swapped", &[]),
            Act::Choose(stone) => say("status.chose", &[("colour", &self.colour(stone))]),
            Act::AddTwo => say("status.added", &[]),
            Act::OfferTen => Some(self.say("status.declared", &[("n", &10)])),
            Act::Declare(fifths) => Some(self.say("status.declared", &[("n", &fifths)])),
            Act::Offer(point) => Some(self.say("status.offered", &[("point", &point.name(size))])),
            Act::Pick(point) => Some(self.say("status.picked", &[("point", &point.name(size))])),
        }
    }
}

/// The sentence about what a player did: `.you` for a person against a program, `.both`
/// where two people or two programs play and nobody is "you".
fn key_for(key: &str, session: &Session, seat: Seat) -> String {
    let persons = [seat, seat.other()].map(|it| session.player(it).is_person());
    match persons {
        [true, false] => format!("{key}.you"),
        [false, true] => key.to_owned(),
        [true, true] | [false, false] => format!("{key}.both"),
    }
}

fn draw_key(cause: &Cause) -> &'static str {
    match cause {
        Cause::FullBoard => "over.full",
        Cause::Agreement => "over.agreement",
        Cause::NoLegalMove => "over.no_move",
        _ => "over.draw",
    }
}

fn kind_key(kind: ForbiddenKind) -> &'static str {
    match kind {
        ForbiddenKind::Overline => "kind.overline",
        ForbiddenKind::DoubleFour => "kind.double-four",
        ForbiddenKind::DoubleThree => "kind.double-three",
    }
}

/// Points by name, with blanks between.
pub(crate) fn names(points: &[Point], size: Size) -> String {
    let names: Vec<String> = points.iter().map(|point| point.name(size)).collect();
    names.join(" ")
}

/// A row by its two ends: `D4-H8`.
fn ends(run: &Run, size: Size) -> String {
    let points: Vec<Point> = run.points().collect();
    match (points.first(), points.last()) {
        (Some(first), Some(last)) => format!("{}-{}", first.name(size), last.name(size)),
        _ => String::new(),
    }
}

/// What a person to move does by pointing at a point, as the opening understands it.
pub(crate) fn act_at(task: Task, point: Point) -> Act {
    match task {
        Task::OfferFifth { .. } => Act::Offer(point),
        Task::PickFifth => Act::Pick(point),
        _ => Act::Place(point),
    }
}

fn seconds(ms: u64) -> String {
    (ms as f64 / 1000.0).to_string()
}

fn minutes(ms: u64) -> String {
    (ms as f64 / 60_000.0).to_string()
}
