//! The whole screen as plain data: inputs change it, frames are drawn from it.
//!
//! An [`App`] holds one game (a `Session`) and what is shown around it. It never waits:
//! [`App::update`] takes one input and returns what only a terminal can do.

pub(crate) mod analysis;
mod files;
pub(crate) mod games;
mod hear;
pub(crate) mod leave;
mod mouse;
mod play;
pub(crate) mod review;
pub(crate) mod sheet;
#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;
use tengen_core::{Board, Move, Point, Stone};
use tengen_play::journal::GameId;
use tengen_play::store::Store;
use tengen_play::{Adaptive, ExternalEngine, GameSettings, Player, Refusal, Session};

use crate::draw;
use crate::keys::{Command, command_of};
use crate::look::Look;
use crate::text::Texts;
use analysis::Analysis;
use games::GameList;
use leave::Next;
use review::Review;
use sheet::Sheet;

/// The setting under which the choices of the sheet are remembered.
const REMEMBERED: &str = "terminal.sheet";
/// The setting under which the adaptive level and what it has counted are remembered.
const ADAPTIVE: &str = "adaptive";
/// The longest text that can be typed; paths need some room.
const LONGEST_TYPED: usize = 400;
/// Milliseconds a move of a watched game, from fast to slow.
const PACES: [u64; 5] = [0, 250, 500, 1_000, 3_000];

/// What comes in.
#[derive(Clone, Debug)]
pub enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The window has this many columns and rows now.
    Resize(u16, u16),
    /// Time went by: the session is looked at.
    Tick,
}

/// What only the terminal can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The person leaves.
    Quit,
    /// Put this text on the clipboard.
    Copy(String),
}

/// What an app begins with.
#[derive(Debug)]
pub struct Start {
    /// The game.
    pub session: Session,
    /// Where settings are remembered, if anywhere.
    pub store: Option<Store>,
    /// The language.
    pub texts: &'static Texts,
    /// Colours and characters.
    pub look: Look,
    /// Whether somebody said what the ground is; else the terminal is asked.
    pub ground_is_given: bool,
    /// Makes text of a file's bytes, whatever its encoding.
    pub decode: fn(&[u8]) -> String,
    /// Foreign programs that kept games may go on with.
    pub engines: Vec<ExternalEngine>,
    /// Whether games were to be kept and cannot be: there is no store, against the
    /// person's wish.
    pub cannot_keep: bool,
    /// Something to be told at once.
    pub message: Option<String>,
}

/// What lies over the board or stands in its place.
#[derive(Clone, Debug)]
pub(crate) enum Screen {
    Board,
    /// A page of the keys.
    Help(usize),
    Sheet(Box<Sheet>),
    /// A question that Enter affirms and Esc denies.
    Ask(Question),
    /// A line to be typed.
    Prompt(Prompt),
    /// The list of kept games.
    Games,
}

#[derive(Clone, Debug)]
pub(crate) enum Question {
    Resign,
    Draw,
    /// The move loses by force, by this line.
    Losing(Point, Vec<Point>),
    /// A kept game is to go for good.
    Delete(GameId),
    /// The game on the board is not saved and is lost by what follows it. What was shown
    /// before comes back if it goes on.
    Lose(Next, Box<Screen>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PromptKind {
    Save,
    Open,
    Rename(GameId),
    Export(GameId),
    ExportAll,
}

impl PromptKind {
    /// Whether it is asked over the list of games.
    pub(crate) fn is_of_list(self) -> bool {
        !matches!(self, PromptKind::Save | PromptKind::Open)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prompt {
    pub(crate) kind: PromptKind,
    pub(crate) text: String,
}

/// What can be switched on and off.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Switches {
    pub(crate) warn: bool,
    pub(crate) threats: bool,
    pub(crate) numbers: bool,
    pub(crate) engine_view: bool,
}

/// The terminal app: a game, and everything that is shown around it.
#[derive(Debug)]
pub struct App {
    pub(crate) session: Session,
    /// Whether the game on the board was taken up from the store.
    is_resumed: bool,
    pub(crate) texts: &'static Texts,
    pub(crate) look: Look,
    pub(crate) screen: Screen,
    pub(crate) switches: Switches,
    pub(crate) cursor: Point,
    pub(crate) typed: String,
    /// What happened last; until the next thing happens.
    pub(crate) message: Option<String>,
    /// What is told before whose turn it is, until the person has moved: which colour was
    /// drawn, what was taken back.
    pub(crate) news: Option<String>,
    pub(crate) hint_point: Option<Point>,
    pub(crate) review: Option<Review>,
    pub(crate) analysis: Analysis,
    pub(crate) games: Option<GameList>,
    pub(crate) area: Rect,
    decode: fn(&[u8]) -> String,
    engines: Vec<ExternalEngine>,
    store: Option<Store>,
    cannot_keep: bool,
    /// Whether the person leaves with this input.
    quits: bool,
    /// The adaptive level as the store has it.
    kept_adaptive: Adaptive,
    pace: usize,
}

impl App {
    /// An app with this game on its board.
    pub fn new(start: Start) -> App {
        let cursor = start.session.game().size().centre();
        let kept_adaptive = start.store.as_ref().map(App::remembered_adaptive);
        let mut app = App {
            session: start.session,
            is_resumed: false,
            texts: start.texts,
            look: start.look,
            screen: Screen::Board,
            switches: Switches {
                warn: true,
                ..Switches::default()
            },
            cursor,
            typed: String::new(),
            message: None,
            news: None,
            hint_point: None,
            review: None,
            analysis: Analysis::default(),
            games: None,
            area: Rect::new(0, 0, 80, 24),
            decode: start.decode,
            engines: start.engines,
            store: start.store,
            cannot_keep: start.cannot_keep,
            quits: false,
            kept_adaptive: kept_adaptive.unwrap_or_default(),
            pace: 2,
        };
        app.session.restore_adaptive(app.kept_adaptive);
        app.session.set_pace_ms(PACES[app.pace]);
        app.tick();
        app.message = start.message.or(app.message.take());
        app
    }

    /// The settings that were chosen last, if the store remembers them.
    pub fn remembered_settings(store: &Store) -> Option<GameSettings> {
        Sheet::recall(&store.setting(REMEMBERED).ok()??)
    }

    /// The adaptive level as it was left, if the store remembers it; else it is off.
    pub fn remembered_adaptive(store: &Store) -> Adaptive {
        let kept = store.setting(ADAPTIVE).ok().flatten();
        kept.and_then(|text| Adaptive::parse(&text))
            .unwrap_or_default()
    }

    /// Lets the store remember the adaptive level. Forgetting it would be no loss that is
    /// worth a word.
    pub fn remember_adaptive(store: &Store, adaptive: Adaptive) {
        let _ = store.set_setting(ADAPTIVE, &adaptive.text());
    }

    /// Takes one input.
    pub fn update(&mut self, input: Input) -> Vec<Effect> {
        let mut effects = match input {
            Input::Key(key) => self.key(key),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::Paste(text) => {
                let harmless = text.chars().filter(|c| !c.is_control());
                self.type_text(&harmless.collect::<String>());
                Vec::new()
            }
            Input::Resize(columns, rows) => {
                self.area = Rect::new(0, 0, columns, rows);
                Vec::new()
            }
            Input::Tick => Vec::new(),
        };
        if std::mem::take(&mut self.quits) {
            effects.push(Effect::Quit);
        }
        self.tick();
        effects
    }

    /// Draws the screen.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        draw::screen(self, frame);
    }

    /// The game.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Milliseconds until something may change by itself; `None` if nothing will.
    pub fn due_in_ms(&self) -> Option<u64> {
        let due = self.session.due_in_ms();
        if self.analysis.is_busy() {
            return Some(due.unwrap_or(60).min(60));
        }
        match self.session.thinking().is_some() || matches!(self.message_kind(), Waiting::Hint) {
            true => Some(due.unwrap_or(30).min(30)),
            // A running clock is shown in seconds.
            false => due.map(|ms| ms.min(200)),
        }
    }

    fn message_kind(&self) -> Waiting {
        match self.message.as_deref() == Some(self.texts.get("hint.searching")) {
            true => Waiting::Hint,
            false => Waiting::Nothing,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let command = command_of(key);
        if command == Some(Command::Quit) {
            self.give_up_for(Next::Quit);
            return Vec::new();
        }
        match &self.screen {
            Screen::Help(_) if key.code == KeyCode::Esc => self.screen = Screen::Board,
            &Screen::Help(page) => self.turn_help_page(page),
            Screen::Sheet(_) => self.sheet_key(key),
            Screen::Ask(_) => self.answer_key(key),
            Screen::Prompt(_) => self.prompt_key(key),
            Screen::Games => self.games_key(key),
            Screen::Board => return self.board_key(key, command),
        }
        Vec::new()
    }

    /// The next page of the keys, or back to the board.
    fn turn_help_page(&mut self, page: usize) {
        self.screen = match page + 1 < draw::help_pages(self, self.area) {
            true => Screen::Help(page + 1),
            false => Screen::Board,
        };
    }

    fn board_key(&mut self, key: KeyEvent, command: Option<Command>) -> Vec<Effect> {
        if let Some(command) = command {
            return self.obey(command);
        }
        if self.review.is_some() && self.review_key(key) {
            return Vec::new();
        }
        match key.code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Enter if !self.typed.is_empty() => self.play_typed(),
            KeyCode::Char(' ') if self.is_space_for_pausing() => self.pause_or_go_on(),
            KeyCode::Enter | KeyCode::Char(' ') => self.place(self.cursor),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Esc => {
                self.typed.clear();
                self.message = None;
            }
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.type_text(c.encode_utf8(&mut [0; 4]));
            }
            _ => {}
        }
        Vec::new()
    }

    fn type_text(&mut self, text: &str) {
        if let Screen::Prompt(prompt) = &mut self.screen {
            prompt.text.push_str(text);
            prompt.text = prompt.text.chars().take(LONGEST_TYPED).collect();
        } else if matches!(self.screen, Screen::Board) {
            self.typed.push_str(text);
            self.typed = self.typed.chars().take(16).collect();
            self.message = None;
        }
    }

    fn move_cursor(&mut self, dx: i8, dy: i8) {
        let end = self.session.game().size().get() - 1;
        let x = self.cursor.x().saturating_add_signed(dx).min(end);
        let y = self.cursor.y().saturating_add_signed(dy).min(end);
        self.cursor = self
            .session
            .game()
            .size()
            .point(x, y)
            .unwrap_or(self.cursor);
        self.typed.clear();
        self.message = None;
    }

    fn sheet_key(&mut self, key: KeyEvent) {
        let Screen::Sheet(sheet) = &mut self.screen else {
            return;
        };
        match key.code {
            KeyCode::Up => sheet.go(false),
            KeyCode::Down | KeyCode::Tab => sheet.go(true),
            KeyCode::Left => sheet.turn(false),
            KeyCode::Right | KeyCode::Char(' ') => sheet.turn(true),
            KeyCode::Enter => self.start_from_sheet(),
            KeyCode::Esc => self.screen = Screen::Board,
            _ => {}
        }
    }

    fn start_from_sheet(&mut self) {
        let Screen::Sheet(sheet) = &self.screen else {
            return;
        };
        let settings = sheet.settings();
        self.remember(&settings);
        let start = tengen_play::Start::default();
        self.give_up_for(Next::New(Box::new(settings), start));
    }

    fn answer_key(&mut self, key: KeyEvent) {
        let yes = match key.code {
            KeyCode::Enter => true,
            KeyCode::Esc => false,
            _ => return,
        };
        let Screen::Ask(question) = std::mem::replace(&mut self.screen, Screen::Board) else {
            return;
        };
        match (question, yes) {
            (Question::Lose(next, _), true) => self.go_on_to(next),
            (Question::Lose(_, behind), false) => self.screen = *behind,
            (Question::Resign, true) => {
                let done = self.session.resign();
                self.complain(done);
            }
            (Question::Draw, accept) => {
                let done = self.session.answer_draw(accept);
                self.complain(done);
            }
            (Question::Losing(point, _), true) => self.put(point),
            (Question::Delete(game), true) => self.delete_kept(game),
            (Question::Delete(_), false) => self.screen = Screen::Games,
            (Question::Resign | Question::Losing(..), false) => {}
        }
    }

    /// Whether two programs play.
    pub(crate) fn is_watching(&self) -> bool {
        let settings = self.session.settings();
        !matches!(settings.you, Player::Person) && !matches!(settings.opponent, Player::Person)
    }

    /// Whether Space pauses or goes on: in a game that is watched, and after a program has
    /// failed on its turn.
    fn is_space_for_pausing(&self) -> bool {
        self.is_watching() || self.session.is_paused() && !self.session.is_persons_turn()
    }

    fn complain(&mut self, done: Result<(), Refusal>) {
        if let Err(refusal) = done {
            let board: &Board = self.session.game().position().board();
            self.message = Some(self.texts.refusal(&refusal, board));
        }
    }

    /// The position on the screen and the moves to it: the game's, or a reviewed one.
    pub(crate) fn shown(&self) -> (std::borrow::Cow<'_, tengen_core::Position>, Vec<Move>) {
        use std::borrow::Cow;
        match &self.review {
            Some(review) => (
                Cow::Owned(review.position()),
                review.moves[..review.at].to_vec(),
            ),
            None => (
                Cow::Borrowed(self.session.game().position()),
                self.session.game().moves().collect(),
            ),
        }
    }

    /// Who moves next on the board of the game.
    pub(crate) fn stone_to_move(&self) -> Option<Stone> {
        self.session.turn().map(|turn| turn.stone)
    }
}

/// What the app waits for beside a thinking program.
enum Waiting {
    Hint,
    Nothing,
}
