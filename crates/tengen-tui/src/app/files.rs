//! Opening, saving and copying.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tengen_core::record::{self, Format, ReadOptions};
use tengen_core::{Size, Tree};

use super::review::Review;
use super::{App, Effect, PromptKind, Screen};
use crate::text::clean;

/// Records are short; anything larger is a mistake in the name.
const LARGEST_FILE: u64 = 64 * 1024 * 1024;

impl App {
    pub(super) fn prompt_key(&mut self, key: KeyEvent) {
        let Screen::Prompt(prompt) = &mut self.screen else {
            return;
        };
        match key.code {
            KeyCode::Esc => self.leave_prompt(),
            KeyCode::Backspace => {
                prompt.text.pop();
            }
            KeyCode::Enter => self.take_prompt(),
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.type_text(c.encode_utf8(&mut [0; 4]));
            }
            _ => {}
        }
    }

    /// Back to where the question was asked.
    fn leave_prompt(&mut self) {
        let of_list = matches!(&self.screen, Screen::Prompt(it) if it.kind.is_of_list());
        self.screen = match of_list {
            true => Screen::Games,
            false => Screen::Board,
        };
    }

    fn take_prompt(&mut self) {
        let Screen::Prompt(prompt) = &self.screen else {
            return;
        };
        let (kind, text) = (prompt.kind, prompt.text.trim().to_owned());
        self.leave_prompt();
        // An empty title takes a title away; an empty name of a file means nothing.
        if let PromptKind::Rename(id) = kind {
            return self.rename_kept(id, &text);
        }
        if text.is_empty() {
            return;
        }
        let path = Path::new(&text);
        match kind {
            PromptKind::Save => self.save(path),
            PromptKind::Open => self.open(&text),
            PromptKind::Export(id) => self.export_kept(id, path),
            PromptKind::ExportAll => self.export_all(path),
            PromptKind::Rename(_) => {}
        }
    }

    /// The record of what is shown: the game's, or that of the moves walked through.
    fn record(&self, whole: bool) -> Tree {
        match &self.review {
            Some(review) if whole => review.whole_record(),
            Some(review) => review.record(review.at),
            None => self.session.game().tree().clone(),
        }
    }

    /// Puts the position string of the board on the clipboard, and shows it.
    pub(super) fn copy_position(&mut self) -> Vec<Effect> {
        match record::write(&self.record(false), Format::PositionString) {
            Ok(text) => {
                let text = text.trim().to_owned();
                self.message = Some(self.texts.say("status.copied", &[("text", &text)]));
                vec![Effect::Copy(text)]
            }
            Err(error) => {
                self.message = Some(clean(&error.to_string()));
                Vec::new()
            }
        }
    }

    fn save(&mut self, path: &Path) {
        let written = record::write(&self.record(true), format_of(path))
            .map_err(|error| error.to_string())
            .and_then(|text| write_new(path, &text));
        self.message = Some(self.written(path, written));
    }

    /// What became of a file.
    pub(super) fn written(&self, path: &Path, result: Result<(), String>) -> String {
        let shown = clean(&path.display().to_string());
        match result {
            Ok(()) => self.texts.say("status.written", &[("path", &shown)]),
            Err(reason) if reason.is_empty() => {
                self.texts.say("status.exists", &[("path", &shown)])
            }
            Err(reason) => self.texts.say(
                "status.write_failed",
                &[("path", &shown), ("reason", &clean(&reason))],
            ),
        }
    }

    /// Opens a file, or what was typed as a position string, to be walked through.
    fn open(&mut self, typed: &str) {
        let path = Path::new(typed);
        let is_file = path.exists();
        let text = match is_file {
            true => read(path, self.decode),
            false => Ok(typed.to_owned()),
        };
        let options = ReadOptions {
            rule: Some(self.session.game().rule()),
            size: Some(self.session.game().size()).filter(|size| *size != Size::STANDARD),
            ..ReadOptions::default()
        };
        let opened = text.and_then(|text| {
            let reading = record::read(&text, &options).map_err(|error| error.to_string())?;
            let notes = reading.notes;
            let first = reading.value.into_iter().next();
            first
                .map(|tree| (Review::of_record(tree), notes))
                .ok_or_else(|| "no game in it".to_owned())
        });
        match opened {
            Ok((review, notes)) => {
                self.message = (!notes.is_empty())
                    .then(|| self.texts.say("status.opened", &[("n", &notes.len())]));
                self.review = Some(review.with_notes(&notes));
            }
            Err(_) if !is_file => {
                let path = clean(typed);
                self.message = Some(self.texts.say("status.no_file", &[("path", &path)]));
            }
            Err(reason) => {
                let words: [(&str, &dyn std::fmt::Display); 2] =
                    [("path", &clean(typed)), ("reason", &clean(&reason))];
                self.message = Some(self.texts.say("status.read_failed", &words));
            }
        }
    }
}

/// The format that the ending of a name asks for.
pub(super) fn format_of(path: &Path) -> Format {
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or("");
    match ending.to_ascii_lowercase().as_str() {
        "psq" => Format::Psq,
        "txt" | "pos" => Format::PositionString,
        _ => Format::Sgf,
    }
}

/// Writes a file that does not exist yet: nothing is overwritten, and nothing is left of
/// what fails. The error is empty if it exists.
pub(super) fn write_new(path: &Path, text: &str) -> Result<(), String> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => String::new(),
            _ => error.to_string(),
        })?;
    // Some file systems tell only at the end that there is no room.
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_all());
    // Windows removes no file that is open.
    drop(file);
    written.map_err(|error| {
        let _ = std::fs::remove_file(path);
        error.to_string()
    })
}

fn read(path: &Path, decode: fn(&[u8]) -> String) -> Result<String, String> {
    let size = path.metadata().map_err(|error| error.to_string())?.len();
    if size > LARGEST_FILE {
        return Err(format!("{size} bytes are too many for a record"));
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    Ok(decode(&bytes))
}
