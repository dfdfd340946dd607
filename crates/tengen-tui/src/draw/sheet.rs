//! The new-game sheet: drawn, and found again by the mouse.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{across, put, put_right, title};
use crate::app::App;
use crate::app::sheet::{Field, Sheet};
use crate::text::{Texts, width};

/// The column where choices begin.
const CHOICES: u16 = 19;

/// What a click on the sheet means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A choice of a line, by its place.
    Choice(Field, usize),
    /// The game is to begin.
    Start,
}

/// Where each line of the sheet lies: its row, and whether its explanation follows.
fn rows(sheet: &Sheet, texts: &Texts, area: Rect) -> Vec<(Field, u16, Option<String>)> {
    let fields = sheet.fields();
    let explained: Vec<Option<String>> = fields
        .iter()
        .map(|&field| sheet.explanation(field, texts))
        .collect();
    let taken = fields.len() + explained.iter().flatten().count();
    let room = usize::from(area.height).saturating_sub(7);
    // Blank lines between the fields as far as there is room, two at the most.
    let gap = (room.saturating_sub(taken) / fields.len()).min(2);
    let mut row = 3;
    let mut rows = Vec::new();
    for (field, explanation) in fields.into_iter().zip(explained) {
        let height = 1 + usize::from(explanation.is_some()) + gap;
        rows.push((field, row, explanation));
        row += height as u16;
    }
    rows
}

/// The columns of the choices of a line: first, and one past the last.
fn spans(choices: &[String], area: Rect) -> Vec<(u16, u16)> {
    let widths: Vec<usize> = choices.iter().map(|it| width(it) + 2).collect();
    let room = usize::from(area.width.saturating_sub(CHOICES));
    let gap = match widths.iter().map(|it| it + 1).sum::<usize>() <= room {
        true => 1,
        false => 0,
    };
    let mut column = CHOICES;
    widths
        .into_iter()
        .map(|width| {
            let span = (column, column + width as u16);
            column = span.1 + gap;
            span
        })
        .collect()
}

pub(super) fn draw(app: &App, sheet: &Sheet, area: Rect, buffer: &mut Buffer) {
    let texts = app.texts;
    title(app, texts.get("title.new"), texts.get("title.kept"), buffer);
    let pointer = if app.look.ascii { ">" } else { "▸" };
    for (field, row, explanation) in rows(sheet, texts, area) {
        let here = field == sheet.field;
        let style = match here {
            true => app.look.accent().add_modifier(Modifier::BOLD),
            false => Style::new(),
        };
        if here {
            put(buffer, 1, row, pointer, style);
        }
        put(buffer, 3, row, sheet.label(field, texts), style);
        let (choices, chosen) = sheet.choices(field, texts);
        for (at, (start, _)) in spans(&choices, area).into_iter().enumerate() {
            let (text, style) = match at == chosen {
                true => (format!("[{}]", choices[at]), app.look.accent()),
                false => (format!(" {} ", choices[at]), Style::new()),
            };
            put(buffer, start, row, &text, style);
        }
        if let Some(text) = explanation {
            let text = match app.look.ascii {
                true => text.replace('±', "+-"),
                false => text,
            };
            put(buffer, CHOICES, row + 1, &text, app.look.quiet());
        }
    }
    across(app, area.height - 4, buffer);
    let start = start_text(texts);
    put(
        buffer,
        1,
        area.height - 3,
        &sheet.summary(texts),
        Style::new(),
    );
    put_right(
        buffer,
        area.width - 1,
        area.height - 3,
        &start,
        app.look.accent(),
    );
    put(
        buffer,
        1,
        area.height - 1,
        texts.get("keys.bar.sheet"),
        app.look.quiet(),
    );
}

fn start_text(texts: &Texts) -> String {
    format!("[ {} ]", texts.get("sheet.start"))
}

/// What lies under a cell of the sheet.
pub(crate) fn sheet_target(
    sheet: &Sheet,
    texts: &Texts,
    area: Rect,
    column: u16,
    row: u16,
) -> Option<Target> {
    let start = area
        .width
        .checked_sub(1 + width(&start_text(texts)) as u16)?;
    if row + 3 == area.height && (start..area.width - 1).contains(&column) {
        return Some(Target::Start);
    }
    let (field, _, _) = rows(sheet, texts, area)
        .into_iter()
        .find(|&(_, at, _)| at == row)?;
    let (choices, _) = sheet.choices(field, texts);
    let at = spans(&choices, area)
        .into_iter()
        .position(|(first, end)| (first..end).contains(&column))?;
    Some(Target::Choice(field, at))
}
