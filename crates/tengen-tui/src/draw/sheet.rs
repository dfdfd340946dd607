//! The new-game sheet: drawn, and found again by the mouse.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{across, put, put_right, title};
use crate::app::App;
use crate::app::sheet::{Field, Sheet};
use crate::text::{Texts, width, wrapped};

/// The column where choices begin: in narrow windows the labels have less room.
fn choices_column(area: Rect) -> u16 {
    if area.width < 70 { 13 } else { 19 }
}

/// A line of the sheet.
struct Row {
    field: Field,
    /// Where it lies; the explanation follows below.
    at: u16,
    explanation: Vec<String>,
}

/// What a click on the sheet means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A choice of a line, by its place.
    Choice(Field, usize),
    /// The game is to begin.
    Start,
}

/// Where each line of the sheet lies, and the lines of its explanation.
fn rows(sheet: &Sheet, texts: &Texts, area: Rect) -> Vec<Row> {
    let fields = sheet.fields();
    let columns = usize::from(area.width.saturating_sub(choices_column(area) + 1));
    let mut explained: Vec<Vec<String>> = fields
        .iter()
        .map(|&field| sheet.explanation(field, texts).unwrap_or_default())
        .map(|text| wrapped(&text, columns))
        .collect();
    let room = usize::from(area.height).saturating_sub(7);
    let taken = |lines_each: usize| {
        let lines = explained.iter().map(|it| it.len().min(lines_each));
        fields.len() + lines.sum::<usize>()
    };
    // Where there is no room for whole explanations, their beginnings have to do.
    let lines_each = (1..=3).rev().find(|&most| taken(most) <= room);
    let lines_each = lines_each.unwrap_or(1);
    // Blank lines between the fields as far as there is room, two at the most.
    let gap = (room.saturating_sub(taken(lines_each)) / fields.len()).min(2);
    for lines in &mut explained {
        lines.truncate(lines_each);
    }
    let mut at = 3;
    let mut rows = Vec::new();
    for (field, explanation) in fields.into_iter().zip(explained) {
        let height = 1 + explanation.len() + gap;
        rows.push(Row {
            field,
            at,
            explanation,
        });
        at += height as u16;
    }
    rows
}

/// The choices of a line that are shown, from the first of them on: the columns of each,
/// first, and one past the last. Where not all fit, the chosen one is among them.
fn spans(choices: &[String], chosen: usize, area: Rect) -> (usize, Vec<(u16, u16)>) {
    let widths: Vec<usize> = choices.iter().map(|it| width(it) + 2).collect();
    let room = usize::from(area.width.saturating_sub(choices_column(area)));
    let all: usize = widths.iter().sum();
    let gap = usize::from(all + widths.len() <= room);
    // The last column keeps free for the sign that more follow.
    let fits = |from: usize| widths[from..=chosen].iter().sum::<usize>() < room;
    let first = match all <= room {
        true => 0,
        false => (0..chosen).find(|&from| fits(from)).unwrap_or(chosen),
    };
    let mut column = choices_column(area);
    let mut shown = Vec::new();
    for (at, width) in widths.iter().enumerate().skip(first) {
        let end = column + *width as u16;
        let is_last = at + 1 == widths.len();
        if end > area.width || !is_last && gap == 0 && end == area.width {
            break;
        }
        shown.push((column, end));
        column = end + gap as u16;
    }
    (first, shown)
}

pub(super) fn draw(app: &App, sheet: &Sheet, area: Rect, buffer: &mut Buffer) {
    let texts = app.texts;
    title(app, texts.get("title.new"), texts.get("title.kept"), buffer);
    let pointer = if app.look.ascii { ">" } else { "▸" };
    for Row {
        field,
        at: row,
        explanation,
    } in rows(sheet, texts, area)
    {
        let here = field == sheet.field;
        let style = match here {
            true => app.look.accent().add_modifier(Modifier::BOLD),
            false => Style::new(),
        };
        if here {
            put(buffer, 1, row, pointer, style);
        }
        put(buffer, 3, row, sheet.label(field, texts), style);
        draw_choices(app, sheet, field, row, buffer);
        for (text, row) in explanation.into_iter().zip(row + 1..) {
            let text = match app.look.ascii {
                true => text.replace('±', "+-"),
                false => text,
            };
            put(buffer, choices_column(area), row, &text, app.look.quiet());
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

/// The choices of a line, and signs where more of them lie beyond its ends.
fn draw_choices(app: &App, sheet: &Sheet, field: Field, row: u16, buffer: &mut Buffer) {
    let area = buffer.area;
    let (choices, chosen) = sheet.choices(field, app.texts);
    let (first, spans) = spans(&choices, chosen, area);
    let (before, behind) = if app.look.ascii {
        ("<", ">")
    } else {
        ("‹", "›")
    };
    if first > 0 {
        let column = choices_column(area) - 1;
        put(buffer, column, row, before, app.look.quiet());
    }
    if first + spans.len() < choices.len() {
        put(buffer, area.width - 1, row, behind, app.look.quiet());
    }
    for (at, (start, _)) in (first..).zip(spans) {
        let (text, style) = match at == chosen {
            true => (format!("[{}]", choices[at]), app.look.accent()),
            false => (format!(" {} ", choices[at]), Style::new()),
        };
        put(buffer, start, row, &text, style);
    }
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
    let lines = rows(sheet, texts, area);
    let field = lines.iter().find(|line| line.at == row)?.field;
    let (choices, chosen) = sheet.choices(field, texts);
    let (first, spans) = spans(&choices, chosen, area);
    let at = spans
        .into_iter()
        .position(|(first, end)| (first..end).contains(&column))?;
    Some(Target::Choice(field, first + at))
}
