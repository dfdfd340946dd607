//! What happens in a game, as texts that the page puts into its language.

use tengen_core::forbidden::{Examination, ForbiddenKind};
use tengen_core::opening::{Act, Opening, Phrase, Protocol, ProtocolError, Seat, Task};
use tengen_core::{
    Cause, Direction, GameError, MoveError, Outcome, PlaceError, Point, Rule, Run, Size, Stone,
};
use tengen_play::hint::{Hint, HintKind, HintStep};
use tengen_play::journal::KeptPlayer;
use tengen_play::{Event, Opponent, Player, Refusal, Session};

use crate::messages::{OutcomeView, Text};

/// A colour.
pub(crate) fn colour(stone: Stone) -> Text {
    Text::new(match stone {
        Stone::Black => "black",
        Stone::White => "white",
    })
}

/// The name of a rule.
pub(crate) fn rule(rule: Rule) -> Text {
    Text::new(format!("rule.{rule}"))
}

/// The winning condition.
pub(crate) fn condition(rule: Rule) -> Text {
    Text::new(format!("condition.{rule}"))
}

/// Rule, board and condition in one line.
pub(crate) fn bar_rule(of: Rule, size: Size) -> Text {
    Text::new("bar.rule")
        .with("rule", rule(of))
        .with("size", size.get())
        .with("condition", condition(of))
}

/// The name of an opening protocol.
pub(crate) fn protocol(protocol: Protocol) -> Text {
    Text::new(format!("protocol.{protocol}"))
}

/// The name of an opponent.
pub(crate) fn opponent(opponent: Opponent) -> Text {
    match opponent {
        Opponent::Level(number) => Text::new("opponent.level").with("n", number),
        other => Text::new(format!("opponent.{other}")),
    }
}

/// One line about how an opponent plays.
pub(crate) fn character(opponent: Opponent) -> Text {
    Text::new(format!("character.{opponent}"))
}

/// A player as kept in the store.
pub(crate) fn kept_player(text: &str) -> Text {
    match KeptPlayer::parse(text) {
        Some(KeptPlayer::Opponent(it)) => opponent(it),
        Some(KeptPlayer::Engine(_)) => Text::new("seat.engine"),
        Some(KeptPlayer::External(name)) => Text::new("seat.other").with("name", name),
        Some(KeptPlayer::Person) | None => Text::new("seat.person"),
    }
}

/// A player by name, as somebody sees it who sits at `own` (or nowhere).
pub(crate) fn player(session: &Session, seat: Seat, own: Option<Seat>, friends: bool) -> Text {
    match session.player(seat) {
        Player::Person if friends && own == Some(seat) => Text::new("you"),
        Player::Person if friends && own.is_some() => Text::new("seat.friend"),
        Player::Person if session.player(seat.other()).is_person() => {
            match (session.game().turn(), seat) {
                (None, _) => colour(session.stone_of(seat)),
                // In an opening the colours may still change hands.
                (Some(_), Seat::First) => Text::new("seat.opener"),
                (Some(_), Seat::Second) => Text::new("seat.answerer"),
            }
        }
        Player::Person if own == Some(seat) => Text::new("you"),
        Player::Person => Text::new("seat.person"),
        Player::Opponent(it) => opponent(*it),
        Player::Engine(_) => Text::new("seat.engine"),
        Player::External(engine) => Text::new("seat.other").with("name", engine.name.as_str()),
    }
}

/// A sentence of the opening protocols.
pub(crate) fn phrase(phrase: Phrase) -> Text {
    let text = Text::new(phrase.key);
    match phrase.number {
        Some(number) => text.with("n", number),
        None => text,
    }
}

/// What the opening asks.
pub(crate) fn task(task: Task) -> Text {
    phrase(task.phrase())
}

/// What a choice of the opening means.
pub(crate) fn choice(opening: &Opening, act: Act) -> Text {
    let declared = opening.acts().iter().find_map(|act| match act {
        Act::Declare(fifths) => Some(*fifths),
        _ => None,
    });
    match (act, declared) {
        // After a number was said, Black does not play on but offers so many points.
        (Act::Keep, Some(fifths)) => Text::new("act.keep.offer").with("n", fifths),
        (Act::Swap, Some(fifths)) => Text::new("act.swap.offer").with("n", fifths),
        _ => opening
            .meaning(act)
            .map_or_else(|| Text::new("task.choose"), phrase),
    }
}

/// Points by name, with blanks between.
pub(crate) fn names(points: &[Point], size: Size) -> String {
    let names: Vec<String> = points.iter().map(|point| point.name(size)).collect();
    names.join(" ")
}

/// Points by name.
pub(crate) fn name_list(points: &[Point], size: Size) -> Vec<String> {
    points.iter().map(|point| point.name(size)).collect()
}

/// How a game ended, as somebody sees it who plays `own` (or neither colour).
pub(crate) fn outcome(outcome: &Outcome, size: Size, own: Option<Stone>) -> OutcomeView {
    let cause = cause_code(&outcome.cause);
    let you_won = match (outcome.winner, own) {
        (Some(winner), Some(own)) => Some(winner == own),
        _ => None,
    };
    let text = match outcome.winner {
        None => Text::new(match cause {
            "full" => "over.full",
            "agreement" => "over.agreement",
            "no_move" => "over.no_move",
            _ => "over.draw",
        }),
        Some(winner) => won(winner, &outcome.cause, size, you_won == Some(true)),
    };
    OutcomeView {
        winner: outcome.winner.map(Into::into),
        cause: cause.to_owned(),
        you_won,
        text,
    }
}

fn won(winner: Stone, cause: &Cause, size: Size, you: bool) -> Text {
    let kind = match cause_code(cause) {
        known @ ("five" | "overline" | "forbidden" | "resignation" | "time") => known,
        _ => "unknown",
    };
    let key = match you {
        true => format!("over.you.{kind}"),
        false => format!("over.{kind}"),
    };
    let mut text = Text::new(key)
        .with("colour", colour(winner))
        .with("loser", colour(winner.opponent()));
    if let Cause::Five(runs) = cause
        && let Some(run) = runs.first()
    {
        let [from, to] = ends(run, size);
        text = text
            .with("direction", direction(run.direction))
            .with("from", from)
            .with("to", to);
    }
    text
}

fn direction(direction: Direction) -> Text {
    let (across, down) = direction.delta();
    Text::new(match (across, down) {
        (_, 0) => "direction.row",
        (0, _) => "direction.column",
        _ => "direction.diagonal",
    })
}

fn ends(run: &Run, size: Size) -> [String; 2] {
    let points: Vec<Point> = run.points().collect();
    let name = |point: Option<&Point>| point.map_or_else(String::new, |point| point.name(size));
    [name(points.first()), name(points.last())]
}

/// The cause of an end for programs.
fn cause_code(cause: &Cause) -> &'static str {
    match cause {
        Cause::Five(runs) if runs.iter().all(|run| run.length > 5) => "overline",
        Cause::Five(_) => "five",
        Cause::ForbiddenMove(_) => "forbidden",
        Cause::Resignation => "resignation",
        Cause::Time => "time",
        Cause::Agreement => "agreement",
        Cause::FullBoard => "full",
        Cause::NoLegalMove => "no_move",
        Cause::Unknown => "unknown",
    }
}

/// A kind of forbidden point for programs, and the end of its key.
pub(crate) fn kind_code(kind: ForbiddenKind) -> &'static str {
    match kind {
        ForbiddenKind::Overline => "overline",
        ForbiddenKind::DoubleFour => "double-four",
        ForbiddenKind::DoubleThree => "double-three",
    }
}

/// Why a point is forbidden to Black.
pub(crate) fn forbidden(examined: &Examination, size: Size) -> Text {
    let kinds: Vec<Text> = examined
        .kinds
        .iter()
        .map(|&kind| Text::new(format!("kind.{}", kind_code(kind))))
        .collect();
    let mut lines = Vec::new();
    for kind in &examined.kinds {
        match kind {
            ForbiddenKind::Overline => {
                lines.extend(
                    examined
                        .overlines
                        .iter()
                        .map(|run| ends(run, size).join("-")),
                );
            }
            ForbiddenKind::DoubleFour => {
                lines.extend(examined.fours.iter().map(|four| names(&four.stones, size)));
            }
            ForbiddenKind::DoubleThree => {
                lines.extend(
                    examined
                        .real_threes()
                        .map(|three| names(&three.stones, size)),
                );
            }
        }
    }
    Text::new("forbidden")
        .with("point", examined.point.name(size))
        .with("kinds", kinds)
        .with("lines", lines.join(", "))
}

/// Why a session refuses something.
pub(crate) fn refusal(refusal: &Refusal, session: &Session) -> Text {
    Text::new(match refusal {
        Refusal::Game(error) => return game_error(error, session.game().position().board()),
        Refusal::Settings(error) => return protocol_error(error),
        Refusal::NotYourTurn(_) => "refused.turn",
        Refusal::Over => "refused.over",
        Refusal::NothingToUndo => "refused.undo",
        Refusal::NothingToRedo => "refused.redo",
        Refusal::NoPerson => "refused.person",
        Refusal::NoOffer => "refused.offer",
        Refusal::NoHint => "refused.hint",
        Refusal::Locked => "refused.locked",
    })
}

/// Why a game refuses something.
pub(crate) fn game_error(error: &GameError, board: &tengen_core::Board) -> Text {
    match error {
        GameError::Place(error) => place_error(*error),
        GameError::Forbidden { reason, .. } => forbidden_at(board, reason.point),
        GameError::Over(_) => Text::new("refused.over"),
        GameError::Opening(ProtocolError::Move(MoveError::Forbidden { reason, .. })) => {
            forbidden_at(board, reason.point)
        }
        GameError::Opening(error) => protocol_error(error),
        GameError::DuringOpening(_) | GameError::AwayFromOpening(_) => Text::new("refused.step"),
        GameError::PartOfOpening => Text::new("refused.opening_stones"),
        GameError::NoSuchNode => Text::new("error.node"),
    }
}

fn forbidden_at(board: &tengen_core::Board, point: Point) -> Text {
    match tengen_core::forbidden::examine(board, point) {
        Some(examined) => forbidden(&examined, board.size()),
        None => Text::new("refused.taken").with("point", point.name(board.size())),
    }
}

fn place_error(error: PlaceError) -> Text {
    match error {
        PlaceError::OffBoard { .. } => Text::new("refused.off"),
        PlaceError::Occupied { point, size, .. } => {
            Text::new("refused.taken").with("point", point.name(size))
        }
    }
}

fn protocol_error(error: &ProtocolError) -> Text {
    match error {
        ProtocolError::Unsuitable { protocol: it, .. } => {
            Text::new("refused.protocol").with("protocol", protocol(*it))
        }
        ProtocolError::OutsideRegion {
            point,
            region,
            size,
        } => {
            let side = match region {
                tengen_core::opening::Region::Central(side) => *side,
                tengen_core::opening::Region::Anywhere => size.get(),
            };
            Text::new("refused.region")
                .with("point", point.name(*size))
                .with("n", side)
        }
        ProtocolError::SameFifth { point, like, size } => Text::new("refused.same_fifth")
            .with("point", point.name(*size))
            .with("like", like.name(*size)),
        ProtocolError::NotOffered { point, size, .. } => {
            Text::new("refused.not_offered").with("point", point.name(*size))
        }
        ProtocolError::Move(MoveError::Place(error)) => place_error(*error),
        ProtocolError::Move(MoveError::GameOver(_)) => Text::new("refused.over"),
        ProtocolError::Move(MoveError::Forbidden { .. })
        | ProtocolError::WrongStep { .. }
        | ProtocolError::Over { .. }
        | ProtocolError::NumberOfFifths { .. } => Text::new("refused.step"),
    }
}

/// What a hint says, as far as it goes.
pub(crate) fn hint(hint: &Hint, size: Size) -> Vec<Text> {
    let mut said = vec![match (hint.kind, hint.something) {
        (Some(kind), _) => hint_kind(kind),
        (None, true) => Text::new("hint.something"),
        (None, false) => Text::new("hint.nothing"),
    }];
    if let (Some(region), None) = (hint.region, hint.point) {
        let name = region.name().replace(' ', "-");
        let region = Text::new(format!("region.{name}"));
        said.push(Text::new("hint.region").with("region", region));
    }
    if let Some(point) = hint.point {
        said.push(Text::new("hint.point").with("point", point.name(size)));
    }
    if hint.step == HintStep::Line {
        said.push(Text::new("hint.line").with("line", names(&hint.line, size)));
    }
    said
}

fn hint_kind(kind: HintKind) -> Text {
    let counted = |key: &str, moves: usize| Text::new(key).with("n", moves);
    match kind {
        HintKind::Five => Text::new("hint.kind.five"),
        HintKind::StopFour => Text::new("hint.kind.stop-four"),
        HintKind::OpenFour => Text::new("hint.kind.open-four"),
        HintKind::DoubleFour => Text::new("hint.kind.double-four"),
        HintKind::FourThree => Text::new("hint.kind.four-three"),
        HintKind::Fours { moves } => counted("hint.kind.fours", moves),
        HintKind::Attack { moves } => counted("hint.kind.attack", moves),
        HintKind::StopFours { moves } => counted("hint.kind.stop-fours", moves),
        HintKind::Quiet => Text::new("hint.nothing"),
    }
}

/// What an event tells somebody who sits at `own`; empty for those that the board shows.
pub(crate) fn event(
    session: &Session,
    event: &Event,
    own: Option<Seat>,
    friends: bool,
) -> Vec<Text> {
    let size = session.game().size();
    let name = |seat: Seat| player(session, seat, own, friends);
    let one = match event {
        Event::Started { drawn, .. } => return started(session, *drawn, own, &name),
        Event::Resumed { moves } => Text::new("status.resumed").with("n", *moves),
        Event::Moved { stone, point, .. } => Text::new("status.played")
            .with("colour", colour(*stone))
            .with("point", point.name(size)),
        Event::Acted { seat, act } => {
            let doer = Doer::of(session, *seat, own, friends);
            return vec![acted(session, *seat, *act, doer, name(*seat))];
        }
        Event::Undone { plies } => Text::new("status.undone").with("n", *plies),
        Event::Redone { plies } => Text::new("status.redone").with("n", *plies),
        Event::DrawOffered { .. } => Text::new("status.draw_offered"),
        Event::DrawDeclined { .. } => Text::new("status.draw_declined"),
        Event::Over { outcome: ended } => {
            let own = own.map(|seat| session.stone_of(seat));
            outcome(ended, size, own).text
        }
        Event::Failed { seat, message } => Text::new("status.failed")
            .with("name", name(*seat))
            .with("reason", message.as_str()),
        Event::NotSaved { reason } => Text::new("status.not_saved").with("reason", reason.as_str()),
        Event::Saved => Text::new("status.saved"),
        Event::Hint { hint: told } => return hint(told, size),
        Event::LevelChanged(change) => Text::new("status.level").with("name", opponent(change.to)),
        Event::Thinking { .. } | Event::View { .. } => return Vec::new(),
    };
    vec![one]
}

fn started(
    session: &Session,
    drawn: bool,
    own: Option<Seat>,
    name: &dyn Fn(Seat) -> Text,
) -> Vec<Text> {
    let mut said = vec![Text::new("status.new")];
    let Some(own) = own else {
        return said;
    };
    let is_opening = session.game().turn().is_some();
    said.push(match (is_opening, own, drawn) {
        (false, _, true) => Text::new("status.drawn").with("colour", colour(session.stone_of(own))),
        (false, _, false) => Text::new("status.have").with("colour", colour(session.stone_of(own))),
        (true, Seat::First, true) => Text::new("status.drawn.opens"),
        (true, Seat::First, false) => Text::new("status.opens"),
        (true, Seat::Second, true) => {
            Text::new("status.drawn.answers").with("name", name(own.other()))
        }
        (true, Seat::Second, false) => Text::new("status.answers").with("name", name(own.other())),
    });
    said
}

/// Who did something, for somebody who is told of it: languages have a form for each.
#[derive(Clone, Copy)]
enum Doer {
    You,
    Other,
    /// One of two people at one screen, where neither is "you".
    Somebody,
}

impl Doer {
    fn of(session: &Session, seat: Seat, own: Option<Seat>, friends: bool) -> Doer {
        let are_people = Seat::BOTH
            .iter()
            .all(|&seat| session.player(seat).is_person());
        match own {
            Some(own) if own == seat => Doer::You,
            _ if are_people && !friends => Doer::Somebody,
            _ => Doer::Other,
        }
    }

    fn form(self, you: &str, other: &str, somebody: &str) -> Text {
        Text::new(match self {
            Doer::You => you,
            Doer::Other => other,
            Doer::Somebody => somebody,
        })
    }
}

fn acted(session: &Session, seat: Seat, act: Act, doer: Doer, name: Text) -> Text {
    let size = session.game().size();
    let text = match act {
        Act::Place(point) => {
            let stone = session.game().position().board().get(point);
            let stone = stone.unwrap_or_else(|| session.stone_of(seat));
            return Text::new("status.played")
                .with("colour", colour(stone))
                .with("point", point.name(size));
        }
        Act::Offer(point) => {
            return Text::new("status.offered").with("point", point.name(size));
        }
        Act::Keep => doer.form("status.kept.you", "status.kept.other", "status.kept"),
        Act::Swap => doer.form(
            "status.swapped.you",
            "status.swapped.other",
            "status.swapped",
        ),
        Act::Choose(stone) => doer
            .form("status.chose.you", "status.chose.other", "status.chose")
            .with("colour", colour(stone)),
        Act::AddTwo => doer.form("status.added.you", "status.added.other", "status.added"),
        Act::OfferTen => doer.form("status.ten.you", "status.ten.other", "status.ten"),
        Act::Declare(fifths) => doer
            .form(
                "status.declared.you",
                "status.declared.other",
                "status.declared",
            )
            .with("n", fifths),
        Act::Pick(point) => doer
            .form("status.picked.you", "status.picked.other", "status.picked")
            .with("point", point.name(size)),
    };
    match doer {
        Doer::Other => text.with("name", name),
        Doer::You | Doer::Somebody => text,
    }
}
