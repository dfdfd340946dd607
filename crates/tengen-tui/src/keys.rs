//! One table of keys: it decides what a key does and feeds the help screen.
//!
//! A letter followed by a digit is always a move, so commands sit on function keys, Ctrl
//! and punctuation.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for while the board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    New,
    Hint,
    Resign,
    Undo,
    Redo,
    Threats,
    Numbers,
    EngineView,
    Copy,
    OfferDraw,
    Again,
    Review,
    Games,
    Save,
    Open,
    Warn,
    Adaptive,
    MoveNow,
    Faster,
    Slower,
    Quit,
}

impl Command {
    /// Whether it is about the game on the board, which a review covers.
    pub(crate) fn is_of_the_game(self) -> bool {
        matches!(
            self,
            Command::Hint
                | Command::Resign
                | Command::Undo
                | Command::Redo
                | Command::OfferDraw
                | Command::MoveNow
        )
    }
}

/// A row of the table.
pub(crate) struct KeyRow {
    /// As it is shown.
    pub(crate) shown: &'static str,
    /// The keys themselves; none where the screen handles them.
    pub(crate) keys: &'static [Key],
    /// What they do.
    pub(crate) command: Option<Command>,
    /// The text that says so.
    pub(crate) help: &'static str,
}

/// A key, with Ctrl or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// As it is.
    Plain(KeyCode),
    /// With Ctrl.
    Ctrl(char),
}

const fn row(
    shown: &'static str,
    keys: &'static [Key],
    command: Command,
    help: &'static str,
) -> KeyRow {
    KeyRow {
        shown,
        keys,
        command: Some(command),
        help,
    }
}

const fn note(shown: &'static str, help: &'static str) -> KeyRow {
    KeyRow {
        shown,
        keys: &[],
        command: None,
        help,
    }
}

use Key::{Ctrl, Plain};
use KeyCode::{Char, F};

/// All keys of the board, in the order of the help screen.
pub(crate) const KEYS: &[KeyRow] = &[
    note("key.arrows", "help.cursor"),
    note("Enter, Space", "help.place"),
    note("h8", "help.type"),
    row("Ctrl+Z", &[Ctrl('z')], Command::Undo, "help.undo"),
    row("Ctrl+Y", &[Ctrl('y')], Command::Redo, "help.redo"),
    row(
        "F1, ?",
        &[Plain(F(1)), Plain(Char('?'))],
        Command::Help,
        "help.help",
    ),
    row(
        "F2, Ctrl+N",
        &[Plain(F(2)), Ctrl('n')],
        Command::New,
        "help.new",
    ),
    row("F3", &[Plain(F(3))], Command::Hint, "help.hint"),
    row("F4", &[Plain(F(4))], Command::Resign, "help.resign"),
    row(
        "F5, !",
        &[Plain(F(5)), Plain(Char('!'))],
        Command::Threats,
        "help.threats",
    ),
    row(
        "F6, #",
        &[Plain(F(6)), Plain(Char('#'))],
        Command::Numbers,
        "help.numbers",
    ),
    row(
        "F7, =",
        &[Plain(F(7)), Plain(Char('='))],
        Command::EngineView,
        "help.view",
    ),
    row(
        "F8, Ctrl+P",
        &[Plain(F(8)), Ctrl('p')],
        Command::Copy,
        "help.copy",
    ),
    row("F9", &[Plain(F(9))], Command::OfferDraw, "help.draw"),
    row("F10", &[Plain(F(10))], Command::Again, "help.again"),
    row(
        "Tab",
        &[Plain(KeyCode::Tab)],
        Command::Review,
        "help.review",
    ),
    row("Ctrl+G", &[Ctrl('g')], Command::Games, "help.games"),
    row("Ctrl+S", &[Ctrl('s')], Command::Save, "help.save"),
    row("Ctrl+O", &[Ctrl('o')], Command::Open, "help.open"),
    row("Ctrl+W", &[Ctrl('w')], Command::Warn, "help.warn"),
    row("Ctrl+A", &[Ctrl('a')], Command::Adaptive, "help.adaptive"),
    row(".", &[Plain(Char('.'))], Command::MoveNow, "help.now"),
    note("Space", "help.pause"),
    row("+", &[Plain(Char('+'))], Command::Faster, "help.faster"),
    row("-", &[Plain(Char('-'))], Command::Slower, "help.slower"),
    note("Esc", "help.cancel"),
    row(
        "Ctrl+Q, ^C",
        &[Ctrl('q'), Ctrl('c')],
        Command::Quit,
        "help.quit",
    ),
];

/// The keys of a review, which the screen handles itself; the commands above that are
/// not about the game work there too.
pub(crate) const REVIEW_KEYS: &[KeyRow] = &[
    note("key.left_right", "help.walk"),
    note("PgUp, PgDn", "help.ten"),
    note("Home, End", "help.ends"),
    note("key.up_down", "help.lines"),
    note("Enter", "help.try"),
    note("key.click", "help.try_here"),
    note("Backspace", "help.stop_trying"),
    note("Space", "help.engine"),
    note("x", "help.threat"),
    note("b", "help.mistake"),
    note("p", "help.play_on"),
    note("F5, !", "help.threats"),
    note("F6, #", "help.numbers"),
    note("F8, Ctrl+P", "help.copy"),
    note("Ctrl+S", "help.save"),
    note("Ctrl+O", "help.open"),
    note("Ctrl+G", "help.games"),
    note("Esc, Tab", "help.leave"),
];

/// What a key asks for, if it asks for a command.
pub(crate) fn command_of(event: KeyEvent) -> Option<Command> {
    let key = match event.code {
        Char(c) if event.modifiers.contains(KeyModifiers::CONTROL) => Ctrl(c.to_ascii_lowercase()),
        code => Plain(code),
    };
    KEYS.iter()
        .find(|row| row.keys.contains(&key))
        .and_then(|row| row.command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_never_commands_and_no_key_has_two_meanings() {
        let mut seen: Vec<Key> = Vec::new();
        for key in KEYS.iter().flat_map(|row| row.keys) {
            assert!(!seen.contains(key), "{key:?} twice");
            seen.push(*key);
            if let Plain(Char(c)) = key {
                assert!(!c.is_alphanumeric(), "{c}");
            }
        }
        let undo = KeyEvent::new(Char('Z'), KeyModifiers::CONTROL);
        assert_eq!(command_of(undo), Some(Command::Undo));
    }
}
