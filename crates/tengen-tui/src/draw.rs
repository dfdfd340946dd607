//! Frames from the app's state. Nothing here changes anything.
//!
//! Five bands from the top: title, body (board left, panel right), status, an empty line
//! and keys. In low windows the empty line goes first, then the line below the body, then
//! the keys.

mod analysis;
mod board;
mod games;
mod help;
mod panel;
mod sheet;
mod status;

use ratatui::Frame;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tengen_core::opening::Act;
use tengen_core::{Board, Point, Size};

use crate::app::games::GameList;
use crate::app::{App, Question, Screen};
use crate::picture::Pitch;
use crate::text::{cut, width, wrapped};

pub(crate) use games::game_at;
pub(crate) use help::help_pages;
pub(crate) use sheet::{Target, sheet_target};
pub(crate) use status::columns as status_columns;

/// The choice of the opening that lies under a cell of the window.
pub(crate) fn choice_at(app: &App, layout: &Layout, column: u16, row: u16) -> Option<Act> {
    panel::choice_at(app, layout.panel(), column, row)
}

/// The smallest window that 15x15 and smaller boards are played in.
const SMALLEST: (u16, u16) = (60, 20);
/// The columns that the panel needs at least, and the most it takes: in a wide window its
/// right end must stay near its left one.
const PANEL: (u16, u16) = (23, 63);

/// Where the parts of the screen lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) area: Rect,
    /// The first cell of the board's picture.
    pub(crate) board: (u16, u16),
    pub(crate) pitch: Pitch,
    /// The column of the line between board and panel.
    pub(crate) divider: u16,
    /// Rows of the body: first, and one past the last.
    pub(crate) body: (u16, u16),
    /// The first of the two rows for the course of the game, in a review with room.
    pub(crate) strip: Option<u16>,
    /// Whether there is room for a line between body and status.
    has_rule: bool,
    /// Whether there is room for the keys.
    pub(crate) has_keys: bool,
}

/// The rows that every window has above and below the board: title and its line, status.
const AROUND: u16 = 3;

/// Rows of the course of a game.
const STRIP: u16 = 2;

impl Layout {
    /// The layout of a window for a board, which is played on or reviewed; `None` if the
    /// window is too small.
    pub(crate) fn of(area: Rect, size: Size, review: bool) -> Option<Layout> {
        let (columns, rows) = Layout::least(size);
        if area.width < columns || area.height < rows {
            return None;
        }
        let side = usize::from(size.get());
        let pitch = [Pitch::LARGE, Pitch::SMALL].into_iter().find(|&pitch| {
            let wide = board_columns(side, pitch) + 36 <= area.width;
            let below = if review { 7 + STRIP } else { 7 };
            let high = pitch.height(side) as u16 + below <= area.height;
            pitch == Pitch::SMALL || (wide && high)
        })?;
        let picture = pitch.height(side) as u16 + 1;
        let more = area.height.saturating_sub(picture + AROUND);
        let (has_keys, has_rule, has_blank) = (more >= 1, more >= 2, more >= 3);
        let has_strip = review && more >= 3 + STRIP;
        let shown = [has_keys, has_rule, has_blank].map(u16::from);
        let strip = if has_strip { STRIP } else { 0 };
        let body = (2, area.height - 1 - shown.iter().sum::<u16>() - strip);
        let spare = (body.1 - body.0).saturating_sub(picture);
        Some(Layout {
            area,
            board: (4, body.0 + spare / 4),
            pitch,
            divider: board_columns(side, pitch),
            body,
            strip: has_strip.then_some(body.1 + 1),
            has_rule,
            has_keys,
        })
    }

    /// The least columns and rows for a board.
    pub(crate) fn least(size: Size) -> (u16, u16) {
        let side = usize::from(size.get());
        let columns = board_columns(side, Pitch::SMALL) + 1 + PANEL.0;
        (
            columns.max(SMALLEST.0),
            (u16::from(size.get()) + 1 + AROUND).max(SMALLEST.1),
        )
    }

    /// The point of the board nearest to a cell of the window.
    pub(crate) fn point_at(&self, column: u16, row: u16, board: &Board) -> Option<Point> {
        let column = column.checked_sub(self.board.0)?;
        let row = row.checked_sub(self.board.1)?;
        self.pitch
            .nearest(usize::from(column), usize::from(row), board)
    }

    /// The rows of the status line.
    fn status_row(&self) -> u16 {
        self.body.1 + u16::from(self.has_rule) + self.strip.map_or(0, |_| STRIP)
    }

    /// The panel without its margins.
    fn panel(&self) -> Rect {
        let left = self.divider + 2;
        Rect::new(
            left,
            self.board.1,
            self.area.width.saturating_sub(left).min(PANEL.1),
            self.body.1 - self.board.1,
        )
    }
}

/// Columns left of the line beside the board: label, margins, picture.
fn board_columns(side: usize, pitch: Pitch) -> u16 {
    (pitch.width(side) + 5) as u16
}

/// Draws whatever the app shows.
pub(crate) fn screen(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    match &app.screen {
        Screen::Sheet(sheet) if fits(area, SMALLEST) => {
            sheet::draw(app, sheet, area, buffer);
        }
        Screen::Help(page) if fits(area, SMALLEST) => help::draw(app, *page, area, buffer),
        screen => match (list_behind(app, screen), fits(area, SMALLEST)) {
            (Some(list), true) => games::draw(app, list, area, buffer),
            _ => board_screen(app, area, buffer),
        },
    }
    if app.look.wide_stones {
        make_room_for_stones(buffer);
    }
}

/// The list of games, if it is what the person looks at.
fn list_behind<'a>(app: &'a App, screen: &Screen) -> Option<&'a GameList> {
    let shown = match screen {
        Screen::Games | Screen::Ask(Question::Delete(_)) => true,
        Screen::Prompt(prompt) => prompt.kind.is_of_list(),
        _ => false,
    };
    app.games.as_ref().filter(|_| shown)
}

fn board_screen(app: &App, area: Rect, buffer: &mut Buffer) {
    let size = app.shown().0.size();
    match Layout::of(area, size, app.review.is_some()) {
        Some(layout) => play(app, &layout, buffer),
        None => too_small(app, size, area, buffer),
    }
}

/// Where a terminal draws stones two columns wide, the cell after each is left out, so
/// that all sums stay the same.
fn make_room_for_stones(buffer: &mut Buffer) {
    for row in 0..buffer.area.height {
        for column in 1..buffer.area.width {
            if matches!(buffer[(column - 1, row)].symbol(), "●" | "○") {
                buffer[(column, row)].set_diff_option(CellDiffOption::Skip);
            }
        }
    }
}

fn fits(area: Rect, (columns, rows): (u16, u16)) -> bool {
    area.width >= columns && area.height >= rows
}

/// Writes a text, cut at the window's edge.
fn put(buffer: &mut Buffer, column: u16, row: u16, text: &str, style: Style) {
    let area = buffer.area;
    if row < area.height && column < area.width {
        let room = usize::from(area.width - column);
        buffer.set_string(column, row, cut(text, room), style);
    }
}

/// Writes a text that ends at the column before `end`.
fn put_right(buffer: &mut Buffer, end: u16, row: u16, text: &str, style: Style) {
    let start = usize::from(end).saturating_sub(width(text));
    put(buffer, start as u16, row, text, style);
}

/// A text in at most so many columns, with a sign where the rest is left out.
fn shortened(app: &App, text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let dots = app.look.lines().ellipsis;
    let kept = cut(text, columns.saturating_sub(width(dots)));
    cut(&format!("{}{dots}", kept.trim_end()), columns)
}

fn too_small(app: &App, size: Size, area: Rect, buffer: &mut Buffer) {
    let (columns, rows) = Layout::least(size);
    let needs = app.texts.say(
        "small",
        &[
            ("w", &columns),
            ("h", &rows),
            ("x", &area.width),
            ("y", &area.height),
        ],
    );
    // The sheet offers boards that fit, where it fits itself.
    let keys = match fits(area, SMALLEST) {
        true => app.texts.get("small.keys"),
        false => app.texts.get("small.quit"),
    };
    let words = match app.screen {
        // What Enter would do must be read.
        Screen::Ask(_) => status::sentence(app),
        _ => app.texts.join(&[needs, keys.to_owned()]),
    };
    let mut lines = wrapped(&words, usize::from(area.width));
    if app.is_unsaved() {
        lines.insert(0, app.texts.get("title.not_saved").to_owned());
    }
    for (line, row) in lines.iter().zip(0..area.height) {
        put(buffer, 0, row, line, Style::new());
    }
}

/// The title at the top, with a word on its right, and the line below it. While the game
/// is not saved, that stands there too, on every screen.
fn title(app: &App, name: &str, right: &str, buffer: &mut Buffer) {
    let area = buffer.area;
    let bold = Style::new().add_modifier(Modifier::BOLD);
    put(buffer, 1, 0, "Tengen", bold);
    put(buffer, 10, 0, name, Style::new());
    let mut taken = 12 + width(name);
    if app.is_unsaved() {
        let mark = app.texts.get("title.not_saved");
        let style = app.look.alert().add_modifier(Modifier::BOLD);
        put(buffer, taken as u16, 0, mark, style);
        taken += width(mark) + 2;
    }
    let right = shortened(
        app,
        right,
        usize::from(area.width).saturating_sub(taken + 1),
    );
    put_right(buffer, area.width - 1, 0, &right, app.look.quiet());
    across(app, 1, buffer);
}

fn across(app: &App, row: u16, buffer: &mut Buffer) {
    let line: String =
        std::iter::repeat_n(app.look.lines().across, buffer.area.width.into()).collect();
    put(buffer, 0, row, &line, app.look.quiet());
}

fn play(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let (position, moves) = app.shown();
    let name = match app.review {
        Some(_) => app.texts.get("title.review"),
        None => app.texts.get("title.play"),
    };
    let side = position.size().get();
    let lines = app.look.lines();
    let heading = app.texts.say(
        "title.rule",
        &[
            ("rule", &app.texts.rule(position.rule())),
            ("size", &format!("{side}{}{side}", lines.times)),
            ("condition", &app.texts.condition(position.rule())),
        ],
    );
    title(app, name, &heading, buffer);
    let quiet = app.look.quiet();
    put(buffer, layout.divider, 1, &lines.from.to_string(), quiet);
    for row in layout.body.0..layout.body.1 {
        put(buffer, layout.divider, row, &lines.down.to_string(), quiet);
    }
    if layout.has_rule {
        let row = layout.body.1;
        across(app, row, buffer);
        put(buffer, layout.divider, row, &lines.to.to_string(), quiet);
    }
    board::draw(app, layout, &position, &moves, buffer);
    match app.review {
        Some(_) => analysis::review_panel(app, layout.panel(), buffer),
        None => panel::draw(app, layout.panel(), &moves, buffer),
    }
    analysis::strip(app, layout, buffer);
    status::draw(app, layout, buffer);
}
