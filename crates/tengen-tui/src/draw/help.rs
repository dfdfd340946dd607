//! All keys: in two columns where these fit, else one, on as many pages as it takes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{put, title};
use crate::app::App;
use crate::keys::{KEYS, KeyRow, REVIEW_KEYS};
use crate::text::{Texts, pad, width};

/// Columns of the keys themselves, and of the blank behind them.
const KEY: usize = 13;
/// Rows above the first key, and those below the last one.
const AROUND: (u16, u16) = (3, 2);

/// How the keys are laid out.
struct Plan {
    keys: &'static [KeyRow],
    /// Columns from one key to the next one on its right.
    step: usize,
    columns: usize,
    /// Rows of a full page.
    rows: usize,
}

impl Plan {
    fn of(app: &App, area: Rect) -> Plan {
        let keys = match app.review {
            Some(_) => REVIEW_KEYS,
            None => KEYS,
        };
        let explained = keys.iter().map(|key| width(app.texts.get(key.help)));
        let needed = KEY + explained.max().unwrap_or(0);
        let half = usize::from(area.width) / 2;
        let columns = if needed + 2 <= half { 2 } else { 1 };
        let room = usize::from(area.height.saturating_sub(AROUND.0 + AROUND.1)).max(1);
        Plan {
            keys,
            step: half,
            columns,
            // A page that is not full has columns of one height.
            rows: room.min(keys.len().div_ceil(columns)),
        }
    }

    fn pages(&self) -> usize {
        self.keys.len().div_ceil(self.rows * self.columns)
    }
}

/// How many pages the keys take in such a window.
pub(crate) fn help_pages(app: &App, area: Rect) -> usize {
    Plan::of(app, area).pages()
}

/// Draws a page; one beyond the last, as after a resize, is the last.
pub(super) fn draw(app: &App, page: usize, area: Rect, buffer: &mut Buffer) {
    title(app, app.texts.get("title.help"), "", buffer);
    let plan = Plan::of(app, area);
    let page = page.min(plan.pages() - 1);
    let full = plan.rows * plan.columns;
    for (at, row) in plan.keys.iter().skip(page * full).take(full).enumerate() {
        let left = (2 + plan.step * (at / plan.rows)) as u16;
        let line = AROUND.0 + (at % plan.rows) as u16;
        let key = pad(shown(app.texts, row.shown), KEY - 1);
        put(buffer, left, line, &key, app.look.accent());
        let text = app.texts.get(row.help);
        put(buffer, left + KEY as u16, line, text, Style::new());
    }
    let bar = match page + 1 < plan.pages() {
        true => app.texts.get("keys.bar.help_more"),
        false => app.texts.get("keys.bar.help"),
    };
    put(buffer, 1, area.height - 1, bar, app.look.quiet());
}

/// A key as it is shown: some have names that are translated.
fn shown(texts: &'static Texts, key: &'static str) -> &'static str {
    match key.starts_with("key.") {
        true => texts.get(key),
        false => key,
    }
}
