//! What the commands on the board do.

use tengen_core::Point;
use tengen_core::opening::{Act, Task};
use tengen_core::record::coordinate::{Coordinates, parse_point};

use super::leave::Next;
use super::sheet::Sheet;
use super::{App, Effect, PACES, Prompt, PromptKind, Question, Screen};
use crate::keys::Command;
use crate::plain::is_choice;
use crate::text::clean;
use crate::words::act_at;

impl App {
    pub(super) fn obey(&mut self, command: Command) -> Vec<Effect> {
        self.message = None;
        if self.review.is_some() && command.is_of_the_game() {
            self.message = Some(self.texts.get("analysis.not_here").to_owned());
            return Vec::new();
        }
        match command {
            Command::Help => self.screen = Screen::Help(0),
            Command::New => {
                self.screen = Screen::Sheet(Box::new(Sheet::of(&self.next_settings())));
            }
            Command::Hint => self.ask_hint(),
            Command::Resign => self.ask_to_resign(),
            Command::Undo => {
                let done = self.session.undo();
                self.complain(done);
            }
            Command::Redo => {
                let done = self.session.redo();
                self.complain(done);
            }
            Command::Threats => self.switches.threats ^= true,
            Command::Numbers => self.switches.numbers ^= true,
            Command::EngineView => self.switches.engine_view ^= true,
            Command::Warn => self.switches.warn ^= true,
            Command::Copy => return self.copy_position(),
            Command::OfferDraw => {
                let done = self.session.offer_draw();
                self.complain(done);
            }
            Command::Again => self.give_up_for(Next::Again),
            Command::Review => self.review_game(),
            Command::Games => self.show_games(),
            Command::Save => self.prompt(PromptKind::Save),
            Command::Open => self.prompt(PromptKind::Open),
            Command::Adaptive => {
                let wanted = !self.session.is_adaptive();
                let done = self.session.set_adaptive(wanted);
                let word = match wanted {
                    true => "status.adaptive.on",
                    false => "status.adaptive.off",
                };
                self.message = Some(self.texts.get(word).to_owned());
                self.complain(done);
            }
            Command::MoveNow => self.session.move_now(),
            Command::Faster => self.change_pace(false),
            Command::Slower => self.change_pace(true),
            Command::Quit => self.give_up_for(Next::Quit),
        }
        Vec::new()
    }

    fn prompt(&mut self, kind: PromptKind) {
        let text = String::new();
        self.screen = Screen::Prompt(Prompt { kind, text });
    }

    fn ask_hint(&mut self) {
        let done = self.session.ask_hint();
        if done.is_ok() {
            self.message = Some(self.texts.get("hint.searching").to_owned());
        }
        self.complain(done);
    }

    fn ask_to_resign(&mut self) {
        match self.session.turn().is_some() && !self.is_watching() {
            true => self.screen = Screen::Ask(Question::Resign),
            // The session says why it is not possible.
            false => {
                let done = self.session.resign();
                self.complain(done);
            }
        }
    }

    fn change_pace(&mut self, slower: bool) {
        let next = if slower {
            self.pace + 1
        } else {
            self.pace.saturating_sub(1)
        };
        self.pace = next.min(PACES.len() - 1);
        let pace_ms = PACES[self.pace];
        self.session.set_pace_ms(pace_ms);
        let seconds = pace_ms as f64 / 1000.0;
        self.message = Some(match pace_ms {
            0 => self.texts.get("status.speed.full").to_owned(),
            _ => self.texts.say("status.speed", &[("seconds", &seconds)]),
        });
    }

    pub(super) fn pause_or_go_on(&mut self) {
        self.message = None;
        self.news = None;
        match self.session.is_paused() {
            true => self.session.resume(),
            false => self.session.pause(),
        }
    }

    /// The person points at a place of the board: a warning may come first.
    pub(super) fn place(&mut self, point: Point) {
        self.message = None;
        // Between two people a warning would help one against the other.
        let alone = self.session.settings().opponent != tengen_play::Player::Person;
        if self.switches.warn
            && alone
            && let Some(warning) = self.session.warn_before(point)
        {
            self.screen = Screen::Ask(Question::Losing(point, warning.line));
            return;
        }
        self.put(point);
    }

    pub(super) fn put(&mut self, point: Point) {
        let task = self.session.turn().and_then(|turn| turn.task);
        let done = match task {
            Some(task) => self.session.act(act_at(task, point)),
            None => self.session.play(point),
        };
        self.typed.clear();
        self.complain(done);
    }

    /// Plays what was typed: a point, or a number, letter or word of the opening.
    pub(super) fn play_typed(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        let size = self.session.game().size();
        if let Some(act) = self.typed_choice(&typed) {
            let done = self.session.act(act);
            self.complain(done);
            return;
        }
        let in_opening = self.session.turn().is_some_and(|turn| turn.task.is_some());
        if let Ok(point) = parse_point(&typed, size, Coordinates::default()) {
            self.cursor = point;
            self.place(point);
        } else if let (true, Ok(act)) = (in_opening, Act::parse(&typed, size)) {
            let done = self.session.act(act);
            self.complain(done);
        } else {
            let text = clean(&typed);
            self.message = Some(match self.choices().len() {
                0 => self.texts.say("refused.word", &[("text", &text)]),
                n => self
                    .texts
                    .say("refused.choice", &[("text", &text), ("n", &n)]),
            });
        }
    }

    /// The choices of the opening that the person to move has.
    pub(crate) fn choices(&self) -> Vec<Act> {
        let asked = self.session.turn().and_then(|turn| turn.task);
        match (
            asked.filter(|&task| is_choice(task)),
            self.session.game().opening(),
        ) {
            (Some(_), Some(opening)) if self.session.is_persons_turn() => opening.choices(),
            _ => Vec::new(),
        }
    }

    /// The choice of the opening that was typed: by its number, or a fifth stone by the
    /// letter that marks it on the board.
    fn typed_choice(&self, typed: &str) -> Option<Act> {
        let number = typed.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
        if let Some(act) = number.and_then(|at| self.choices().get(at).copied()) {
            return Some(act);
        }
        let task = self.session.turn()?.task?;
        let letter = typed
            .parse::<char>()
            .ok()
            .filter(char::is_ascii_alphabetic)?;
        let at = usize::from(letter.to_ascii_lowercase() as u8 - b'a');
        let offered = self.session.game().opening()?.offered();
        let point = offered.get(at).filter(|_| task == Task::PickFifth)?;
        Some(Act::Pick(*point))
    }
}
