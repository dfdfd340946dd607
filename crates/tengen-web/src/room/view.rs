//! What everybody sees of a room.

use tengen_core::opening::{Act, Opening, Protocol, Region, Seat, Task};
use tengen_core::{Point, Stone};
use tengen_play::hint::{Hint, HintStep};
use tengen_play::{EngineLimits, Opponent, Player, RatingTable, TimeControl};

use super::Room;
use crate::board_view;
use crate::messages::{
    Abilities, Bar, BoardView, ChoiceView, GameView, HintView, Links, Mode, MoveView, People, Role,
    SeatView, Snapshot, Tell, Text, ThinkingView, Told, Tone, TurnView,
};
use crate::setup;
use crate::words::{self, name_list};

impl Room {
    /// Sends everybody what is new; `answered` says whose request it answers.
    pub(super) fn broadcast(&mut self, answered: Option<(u64, Option<u64>)>) {
        self.seq += 1;
        self.changed = false;
        let mut written: [Option<axum::extract::ws::Utf8Bytes>; 3] = [None, None, None];
        for member in &self.members {
            let re = answered
                .filter(|(id, _)| *id == member.id)
                .and_then(|(_, re)| re);
            if re.is_some() {
                member.outbox.tell(&self.told(member.role, re));
                continue;
            }
            let slot = &mut written[member.role as usize];
            let text = slot.get_or_insert_with(|| {
                // Every type of a message can be written.
                serde_json::to_string(&self.told(member.role, None))
                    .unwrap_or_default()
                    .into()
            });
            member.outbox.tell_written(text.clone());
        }
        self.events.clear();
        self.news.clear();
    }

    /// Sends one connection the state as it is.
    pub(super) fn show(&self, to: u64, re: Option<u64>) {
        if let Some(member) = self.member(to) {
            member.outbox.tell(&self.told(member.role, re));
        }
    }

    fn told(&self, role: Role, re: Option<u64>) -> Told {
        Told {
            re,
            tell: Tell::Snapshot(Box::new(self.snapshot(role))),
        }
    }

    /// All that somebody in this role sees.
    pub(super) fn snapshot(&self, role: Role) -> Snapshot {
        let studies = role == Role::Host && self.mode == Mode::Study;
        let study = self.study.as_ref().filter(|_| role == Role::Host);
        let own = self.seat_of(role);
        let mut news: Vec<Text> = self
            .events
            .iter()
            .flat_map(|event| words::event(&self.session, event, own, self.friend))
            .collect();
        news.extend(self.news.iter().cloned());
        Snapshot {
            seq: self.seq,
            room: self.key.clone(),
            role,
            mode: if studies { Mode::Study } else { Mode::Play },
            board: match study.filter(|_| studies) {
                Some(study) => study.board(),
                None => self.game_board(role),
            },
            bar: match study.filter(|_| studies) {
                Some(study) => study.bar(),
                None => self.bar(role),
            },
            news,
            game: self.game(role),
            study: study.map(super::study::Study::view),
            people: self.people(role),
            saved: self.session.is_saved() && self.rooms.services().store.is_some(),
        }
    }

    fn game_board(&self, role: Role) -> BoardView {
        let game = self.session.game();
        let moves: Vec<(Point, Stone)> = game
            .moves()
            .filter_map(|mv| Some((mv.point?, mv.stone)))
            .collect();
        let mut view = board_view::board(game.position(), &moves, self.session.outcome());
        let size = game.size();
        if let Some(turn) = self.session.turn() {
            view.to_move = Some(turn.stone.into());
            view.open = self.decides(role, turn.seat) && places(turn.task);
            if let Some(Task::PlaceStone {
                region: Region::Central(side),
                ..
            }) = turn.task
            {
                view.region = Some(side);
            }
            if matches!(turn.task, Some(Task::OfferFifth { .. } | Task::PickFifth)) {
                let offered = game.opening().map_or(&[][..], Opening::offered);
                view.offered = name_list(offered, size);
                // Whoever picks, the stone is Black's.
                view.to_move = Some(game.position().to_move().into());
            }
        }
        view
    }

    fn game(&self, role: Role) -> GameView {
        let session = &self.session;
        let game = session.game();
        let size = game.size();
        let black = game.colours().black;
        let own = self.seat_of(role);
        GameView {
            number: session.game_id().map(|id| id.0),
            settings: setup::setup(session.settings(), self.friend),
            seats: [self.seat(black, role), self.seat(black.other(), role)],
            moves: self.moves(),
            done: session.done(),
            turn: self.turn(role),
            thinking: self.thinking(),
            outcome: session.outcome().map(|outcome| {
                words::outcome(outcome, size, own.map(|seat| session.stone_of(seat)))
            }),
            draw_offer: session
                .draw_offer()
                .map(|seat| session.stone_of(seat).into()),
            can: self.abilities(role),
            hint: match role {
                Role::Host if !self.friend => self.hint_view(),
                _ => None,
            },
            paused: session.is_paused() && !self.waits,
            pace_ms: self.pace_ms,
            adaptive: session.is_adaptive(),
            level_locked: session.done() > 0 && session.outcome().is_none(),
        }
    }

    fn moves(&self) -> Vec<MoveView> {
        let game = self.session.game();
        let size = game.size();
        let nodes = game.path().iter().map(|&id| game.tree().node(id));
        nodes
            .filter_map(|node| {
                let mv = node.mv?;
                Some((mv.point?, mv.stone, node.time_ms))
            })
            .zip(1..)
            .map(|((point, stone, ms), number)| MoveView {
                number,
                point: point.name(size),
                stone: stone.into(),
                ms,
            })
            .collect()
    }

    fn seat(&self, seat: Seat, role: Role) -> SeatView {
        let session = &self.session;
        let own = self.seat_of(role);
        let opponent = match session.player(seat) {
            Player::Opponent(opponent) => Some(*opponent),
            _ => None,
        };
        let rating = opponent.and_then(|it| RatingTable::shipped().rating(it));
        let turn = session.turn();
        let protocol = session.game().opening().map(Opening::protocol);
        SeatView {
            stone: session.stone_of(seat).into(),
            settled: session.game().turn().is_none(),
            holds: session.game().turn().is_none()
                || !matches!(protocol, Some(Protocol::Swap | Protocol::Swap2)),
            opens: seat == Seat::First,
            name: words::player(session, seat, own, self.friend),
            character: opponent.map(words::character),
            program: opponent.map(Opponent::id),
            rating: rating.map(|it| [it.elo, it.error]),
            you: own == Some(seat),
            present: match (self.friend, seat == session.your_seat()) {
                (true, true) => self.is_here(Role::Host),
                (true, false) => self.is_here(Role::Guest),
                (false, _) => true,
            },
            clock_ms: session.left_ms(seat),
            running: session.settings().time != TimeControl::None
                && !session.is_paused()
                && turn.is_some_and(|turn| turn.seat == seat),
        }
    }

    fn turn(&self, role: Role) -> Option<TurnView> {
        let turn = self.session.turn()?;
        let yours = self.decides(role, turn.seat);
        let opening = self.session.game().opening();
        let choices = match (turn.task, opening) {
            (Some(task), Some(opening)) if !places(Some(task)) && yours => choices(opening),
            _ => Vec::new(),
        };
        Some(TurnView {
            stone: turn.stone.into(),
            yours,
            task: turn.task.map(words::task),
            choices,
        })
    }

    fn thinking(&self) -> Option<ThinkingView> {
        let seat = self.session.thinking()?;
        let limit_ms = match (self.session.player(seat), self.session.settings().time) {
            (_, TimeControl::PerMove { ms }) => Some(ms),
            (Player::Opponent(Opponent::Master) | Player::Engine(_), TimeControl::None) => {
                Some(EngineLimits::DEFAULT_TURN_MS)
            }
            _ => None,
        };
        Some(ThinkingView {
            stone: self.session.stone_of(seat).into(),
            elapsed_ms: self.session.turn_ms(),
            limit_ms,
        })
    }

    fn abilities(&self, role: Role) -> Abilities {
        let session = &self.session;
        let host = role == Role::Host;
        let turn = session.turn();
        let mine = turn.is_some_and(|turn| self.decides(role, turn.seat));
        let has_person = Seat::BOTH
            .iter()
            .any(|&seat| session.player(seat).is_person());
        let has_program = Seat::BOTH
            .iter()
            .any(|&seat| !session.player(seat).is_person());
        let plays = match role {
            Role::Host => has_person,
            Role::Guest => self.friend,
            Role::Spectator => false,
        };
        let offered_to_me = session
            .draw_offer()
            .is_some_and(|by| self.decides(role, by.other()));
        let ordinary = turn.is_some_and(|turn| turn.task.is_none());
        Abilities {
            undo: self.may_undo(role),
            redo: host && !self.friend && session.can_redo(),
            resign: plays && turn.is_some(),
            offer_draw: mine && ordinary && session.draw_offer().is_none(),
            answer_draw: offered_to_me,
            hint: host && mine && ordinary && !self.friend,
            move_now: host && session.thinking().is_some(),
            pause: host && turn.is_some() && has_program,
            host,
        }
    }

    /// Whether somebody in this role may take something back: from afar only the own last
    /// move, before it is answered.
    pub(super) fn may_undo(&self, role: Role) -> bool {
        let session = &self.session;
        match (role, self.friend) {
            (Role::Host, false) => session.can_undo(),
            (Role::Host | Role::Guest, true) => {
                let last = session.done().checked_sub(1);
                let last = last.and_then(|at| session.done_at(at));
                session.outcome().is_none()
                    && last.is_some_and(|(seat, _)| self.decides(role, seat))
            }
            _ => false,
        }
    }

    fn hint_view(&self) -> Option<HintView> {
        let size = self.session.game().size();
        if let Some(hint) = &self.hint {
            return Some(hint_view(hint, size));
        }
        self.hint_asked.then(|| HintView {
            step: 0,
            more: false,
            texts: vec![Text::new("hint.searching")],
            region: None,
            point: None,
            line: Vec::new(),
        })
    }

    fn bar(&self, role: Role) -> Bar {
        let session = &self.session;
        let game = session.game();
        let own = self.seat_of(role);
        let (tone, mut texts) = self.status(role);
        let mut tone = tone;
        if let Some(alert) = &self.alert {
            tone = Tone::Alert;
            texts.push(alert.clone());
        }
        let other = match own {
            Some(own) => Some(own.other()),
            None if !session.player(session.your_seat().other()).is_person() => {
                Some(session.your_seat().other())
            }
            None => None,
        };
        Bar {
            tone,
            texts,
            rule: words::bar_rule(game.rule(), game.size()),
            opponent: other.map(|seat| words::player(session, seat, own, self.friend)),
        }
    }

    fn status(&self, role: Role) -> (Tone, Vec<Text>) {
        let session = &self.session;
        let own = self.seat_of(role);
        let size = session.game().size();
        if let Some(outcome) = session.outcome() {
            let own = own.map(|seat| session.stone_of(seat));
            return (Tone::Over, vec![words::outcome(outcome, size, own).text]);
        }
        let Some(turn) = session.turn() else {
            return (Tone::Over, vec![Text::new("over.draw")]);
        };
        if session.is_paused() && !self.waits {
            return (Tone::Paused, vec![Text::new("status.paused")]);
        }
        if session.thinking().is_some() {
            let name = words::player(session, turn.seat, own, self.friend);
            return (
                Tone::Thinking,
                vec![Text::new("status.thinking").with("name", name)],
            );
        }
        (Tone::Turn, self.turn_texts(role, own, turn))
    }

    fn turn_texts(&self, role: Role, own: Option<Seat>, turn: tengen_play::Turn) -> Vec<Text> {
        let colour = words::colour(turn.stone);
        let mine = self.decides(role, turn.seat);
        let mut texts = Vec::new();
        if self.session.draw_offer().is_some() {
            texts.push(Text::new("status.draw_offered"));
        }
        if let (Some(task), true) = (turn.task, mine) {
            texts.push(words::task(task));
            return texts;
        }
        let key = match (mine, own) {
            (_, Some(_)) if self.friend && self.misses_somebody() => "status.waiting_friend",
            (true, Some(_)) if self.session.done() == 0 => "status.first",
            (true, Some(_)) => "status.your_turn",
            (false, Some(_)) => "status.friend_turn",
            (_, None) => "status.to_move",
        };
        texts.push(Text::new(key).with("colour", colour));
        texts.extend(turn.task.filter(|_| !mine).map(words::task));
        texts
    }

    fn people(&self, role: Role) -> People {
        let count = |role: Role| self.members.iter().filter(|it| it.role == role).count();
        People {
            hosts: count(Role::Host),
            guests: count(Role::Guest),
            spectators: count(Role::Spectator),
            links: match role {
                Role::Host => self.rooms.links(&self.key).map(|(guest, spectator)| Links {
                    guest: format!("#enter={guest}"),
                    spectator: format!("#enter={spectator}"),
                    addresses: self.rooms.services().addresses(),
                }),
                _ => None,
            },
        }
    }
}

/// Whether a turn asks for a stone rather than a choice.
pub(super) fn places(task: Option<Task>) -> bool {
    matches!(
        task,
        None | Some(Task::PlaceStone { .. } | Task::OfferFifth { .. } | Task::PickFifth)
    )
}

fn choices(opening: &Opening) -> Vec<ChoiceView> {
    let size = opening.position().size();
    let view = |act: Act| ChoiceView {
        act: act.text(size),
        text: words::choice(opening, act),
    };
    opening.choices().into_iter().map(view).collect()
}

fn hint_view(hint: &Hint, size: tengen_core::Size) -> HintView {
    let step = HintStep::ALL.iter().position(|&step| step == hint.step);
    HintView {
        step: step.map_or(1, |at| at + 1),
        more: hint.step != HintStep::Line,
        texts: words::hint(hint, size),
        region: hint.region.map(|region| [region.across, region.up]),
        point: hint.point.map(|point| point.name(size)),
        line: name_list(&hint.line, size),
    }
}
