//! A real terminal around the app: entered, fed with events, and left as it was found.

use std::io::{self, Write, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, take_hook};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, KeyEventKind,
};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};

use crate::app::{App, Effect, Input, Start};
use crate::enquiry;

/// The longest sleep: a signal to end is seen after it at the latest.
const LONGEST_WAIT: Duration = Duration::from_millis(250);

/// How long more input is awaited before a frame is drawn. Not zero: then crossterm's
/// `use-dev-tty` does not look at all, not even at what it has read already.
const AT_ONCE: Duration = Duration::from_millis(1);

/// How long the game may take to end after a signal.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// What a process answers that a signal has ended.
const SIGNALLED: i32 = 130;

/// Plays in the terminal until the person leaves or a signal asks to end.
///
/// # Errors
/// What the terminal refused. It is left as it was found in every case, a panic included.
pub fn run(mut start: Start) -> io::Result<()> {
    let ended = Arc::new(AtomicBool::new(false));
    let left = Arc::new(AtomicBool::new(false));
    end_by_signal(Arc::clone(&ended), Arc::clone(&left));
    let last_words = Arc::new(Mutex::new(String::new()));
    let guard = Guard::enter(Arc::clone(&last_words))?;
    let played = catch_unwind(AssertUnwindSafe(|| {
        enquire(&mut start);
        let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        let mut app = App::new(start);
        let area = terminal.size()?;
        app.update(Input::Resize(area.width, area.height));
        play(&mut app, &mut terminal, &ended)
    }));
    left.store(true, Ordering::Relaxed);
    drop(guard);
    // From now on a panic may print again.
    let _ = take_hook();
    played.unwrap_or_else(|panic| {
        if let Ok(text) = last_words.lock() {
            let _ = writeln!(io::stderr(), "{text}");
        }
        resume_unwind(panic)
    })
}

/// Lets a signal end the game in order. A terminal that is gone can hold the reading of
/// keys for ever: then the process ends all the same, as every move is kept already.
fn end_by_signal(ended: Arc<AtomicBool>, left: Arc<AtomicBool>) {
    // A second run in one process keeps the first handler.
    let _ = ctrlc::set_handler(move || {
        ended.store(true, Ordering::Relaxed);
        std::thread::sleep(LAST_WAIT);
        if !left.load(Ordering::Relaxed) {
            restore();
            std::process::exit(SIGNALLED);
        }
    });
}

fn play(
    app: &mut App,
    terminal: &mut Terminal<CrosstermBackend<io::Stdout>>,
    ended: &AtomicBool,
) -> io::Result<()> {
    while !ended.load(Ordering::Relaxed) {
        terminal.draw(|frame| app.draw(frame))?;
        let wait = app.due_in_ms().map(Duration::from_millis);
        let mut effects = Vec::new();
        if event::poll(wait.unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT))? {
            // Whatever has come by now is taken before the next frame: a storm of
            // resizes or a pasted text costs one frame.
            while event::poll(AT_ONCE)? {
                if let Some(input) = input_of(event::read()?) {
                    effects.extend(app.update(input));
                }
            }
        } else {
            effects = app.update(Input::Tick);
        }
        for effect in effects {
            match effect {
                Effect::Quit => return Ok(()),
                Effect::Copy(text) => copy(&text)?,
            }
        }
    }
    Ok(())
}

fn input_of(event: Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(Input::Key(key)),
        Event::Mouse(mouse) => Some(Input::Mouse(mouse)),
        Event::Paste(text) => Some(Input::Paste(text)),
        Event::Resize(columns, rows) => Some(Input::Resize(columns, rows)),
        Event::Key(_) | Event::FocusGained | Event::FocusLost => None,
    }
}

/// Asks the terminal how wide its stones are and what its background is. One that does
/// not answer, or draws lines two columns wide as well, gets plain ASCII.
fn enquire(start: &mut Start) {
    let answers = enquiry::ask().unwrap_or_default();
    if let (Some(ground), false) = (answers.ground, start.ground_is_given) {
        start.look.ground = ground;
    }
    if !start.look.ascii {
        let narrow = answers.signs == Some(enquiry::narrow_signs());
        start.look.wide_stones = answers.stone == Some(2) && narrow;
        start.look.ascii = !narrow || !matches!(answers.stone, Some(1 | 2));
    }
    // Not the backend's way to clear, which asks the terminal and fails without an answer.
    let _ = execute!(stdout(), Clear(ClearType::All));
}

/// Asks the terminal to put a text on the clipboard (OSC 52), also over a connection.
fn copy(text: &str) -> io::Result<()> {
    let mut out = stdout();
    write!(out, "\x1b]52;c;{}\x07", base64(text.as_bytes()))?;
    out.flush()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let mut three = [0; 3];
        three[..chunk.len()].copy_from_slice(chunk);
        let bits = u32::from_be_bytes([0, three[0], three[1], three[2]]);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at)) as usize & 63];
            text.push(if at <= chunk.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    text
}

/// While it lives the terminal is ours; it is given back when it goes. Nothing is printed
/// before that: what a panic says is kept.
struct Guard;

impl Guard {
    fn enter(last_words: Arc<Mutex<String>>) -> io::Result<Guard> {
        let ours = std::thread::current().id();
        std::panic::set_hook(Box::new(move |info| {
            // A thread that thinks reports its own end; the screen stays.
            if std::thread::current().id() == ours
                && let Ok(mut words) = last_words.lock()
            {
                *words = info.to_string();
            }
        }));
        enable_raw_mode()?;
        let guard = Guard;
        execute!(
            stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste,
            SetTitle("Tengen"),
            cursor::Hide
        )?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back. If it is gone there is nothing left to restore.
fn restore() {
    let _ = execute!(
        stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_has_the_known_vectors() {
        let known = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, coded) in known {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}
