//! Opening, saving and copying.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tengen_core::Size;
use tengen_core::record::{self, Format, ReadOptions};

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
            KeyCode::Esc => self.screen = Screen::Board,
            KeyCode::Backspace => {
                prompt.text.pop();
            }
            KeyCode::Enter => {
                let (kind, text) = (prompt.kind, prompt.text.trim().to_owned());
                self.screen = Screen::Board;
                if text.is_empty() {
                    return;
                }
                match kind {
                    PromptKind::Save => self.save(Path::new(&text)),
                    PromptKind::Open => self.open(&text),
                }
            }
            KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.type_text(c.encode_utf8(&mut [0; 4]));
            }
            _ => {}
        }
    }

    /// Puts the position string of the board on the clipboard, and shows it.
    pub(super) fn copy_position(&mut self) -> Vec<Effect> {
        let tree = self.session.game().tree();
        match record::write(tree, Format::PositionString) {
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
        let shown = clean(&path.display().to_string());
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or("");
        let format = match ending.to_ascii_lowercase().as_str() {
            "psq" => Format::Psq,
            "txt" | "pos" => Format::PositionString,
            _ => Format::Sgf,
        };
        let written = record::write(self.session.game().tree(), format)
            .map_err(|error| error.to_string())
            .and_then(|text| {
                // Nothing that exists is overwritten.
                let mut file = OpenOptions::new()
                    .write(true)
                    .create_new(true)
                    .open(path)
                    .map_err(|error| match error.kind() {
                        std::io::ErrorKind::AlreadyExists => String::new(),
                        _ => error.to_string(),
                    })?;
                file.write_all(text.as_bytes())
                    .map_err(|error| error.to_string())
            });
        self.message = Some(match written {
            Ok(()) => self.texts.say("status.written", &[("path", &shown)]),
            Err(reason) if reason.is_empty() => {
                self.texts.say("status.exists", &[("path", &shown)])
            }
            Err(reason) => self.texts.say(
                "status.write_failed",
                &[("path", &shown), ("reason", &clean(&reason))],
            ),
        });
    }

    /// Opens a file, or what was typed as a position string, to be walked through.
    fn open(&mut self, typed: &str) {
        let path = Path::new(typed);
        let text = match path.exists() {
            true => read(path),
            false => Ok(typed.to_owned()),
        };
        let options = ReadOptions {
            rule: Some(self.session.game().rule()),
            size: Some(self.session.game().size()).filter(|size| *size != Size::STANDARD),
            ..ReadOptions::default()
        };
        let opened = text.and_then(|text| {
            let reading = record::read(&text, &options).map_err(|error| error.to_string())?;
            let notes = reading.notes.len();
            let first = reading.value.into_iter().next();
            first
                .map(|tree| (Review::of_record(tree), notes))
                .ok_or_else(|| "no game in it".to_owned())
        });
        match opened {
            Ok((review, notes)) => {
                self.review = Some(review);
                self.message =
                    (notes > 0).then(|| self.texts.say("status.repaired", &[("n", &notes)]));
            }
            Err(reason) => {
                let words: [(&str, &dyn std::fmt::Display); 2] =
                    [("path", &clean(typed)), ("reason", &clean(&reason))];
                self.message = Some(self.texts.say("status.read_failed", &words));
            }
        }
    }
}

fn read(path: &Path) -> Result<String, String> {
    let size = path.metadata().map_err(|error| error.to_string())?.len();
    if size > LARGEST_FILE {
        return Err(format!("{size} bytes are too many for a record"));
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    String::from_utf8(bytes)
        .map_err(|_| "it is not UTF-8: `tengen convert` reads other encodings".to_owned())
}
