//! The panel beside the board: players, clocks, moves, or what the engine sees.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tengen_core::Move;
use tengen_core::opening::{Act, Seat};
use tengen_play::Player;

use super::{analysis, board, put, put_right, shortened};
use crate::app::App;
use crate::app::sheet::rating;
use crate::text::{Language, cut, pad, width, wrapped};
use crate::words::names;

/// Below this many rows only players, clocks and the last moves are shown.
const ROOMY: u16 = 18;

pub(super) fn draw(app: &App, area: Rect, moves: &[Move], buffer: &mut Buffer) {
    let you = lower_seat(app);
    let parts = Parts::of(app, area);
    player(app, you.other(), area, area.y, buffer);
    for (line, row) in parts.character.iter().zip(area.y + 1..) {
        put(buffer, area.x + 2, row, line, app.look.quiet());
    }
    player(app, you, area, parts.bottom, buffer);
    if parts.has_switches {
        draw_switches(app, area, parts.bottom - 4, buffer);
    }
    let middle = parts.middle;
    let choices = app.choices();
    if !choices.is_empty() {
        draw_choices(app, middle, buffer);
    } else if app.switches.engine_view {
        engine_view(app, middle, buffer);
    } else if app.switches.threats {
        draw_threats(app, middle, buffer);
    } else {
        draw_moves(app, middle, moves, buffer);
    }
}

/// The player whose line stands at the bottom: the one who set the game up, of two people
/// Black.
fn lower_seat(app: &App) -> Seat {
    match Seat::BOTH.map(|seat| app.session.player(seat).is_person()) {
        [true, true] => app.session.game().colours().black,
        _ => app.session.your_seat(),
    }
}

/// Where the parts of the panel lie.
struct Parts {
    /// How the upper player plays, below its line.
    character: Vec<String>,
    /// What is between the players and above the switches.
    middle: Rect,
    has_switches: bool,
    /// The row of the lower player.
    bottom: u16,
}

impl Parts {
    fn of(app: &App, area: Rect) -> Parts {
        let character = match app.session.player(lower_seat(app).other()) {
            Player::Opponent(opponent) => {
                let room = usize::from(area.width).saturating_sub(3);
                wrapped(&app.texts.character(*opponent), room)
            }
            _ => Vec::new(),
        };
        let top = area.y + 1 + character.len() as u16;
        // As in the drawings: the own line keeps half of the distance of the board's top.
        let bottom = area.bottom() - 1 - (area.y - 2) / 2;
        let has_switches = area.bottom() - 2 >= ROOMY && bottom > top + 10;
        let end = if has_switches { bottom - 4 } else { bottom };
        Parts {
            character,
            middle: Rect::new(area.x, top + 1, area.width, end.saturating_sub(top + 1)),
            has_switches,
            bottom,
        }
    }
}

/// The choice of the opening under a cell of the panel.
pub(crate) fn choice_at(app: &App, area: Rect, column: u16, row: u16) -> Option<Act> {
    if app.review.is_some() || !(area.x..area.right()).contains(&column) {
        return None;
    }
    let first = Parts::of(app, area).middle.y + 1;
    let rows = choice_rows(app);
    let (_, act) = rows.into_iter().nth(row.checked_sub(first)?.into())?;
    act
}

/// The choices of the opening, a row each, with what a click on it means. A number that is
/// asked for takes a single row, which only typing answers.
fn choice_rows(app: &App) -> Vec<(String, Option<Act>)> {
    let choices = app.choices();
    let Some(opening) = app.session.game().opening() else {
        return Vec::new();
    };
    if let Some(Act::Declare(most)) = choices.last() {
        return vec![(format!("1-{most}"), None)];
    }
    choices
        .into_iter()
        .zip(1..)
        .map(|(act, number)| {
            let text = format!("{number} {}", app.texts.choice(opening, act));
            (text, Some(act))
        })
        .collect()
}

/// Sign, name, rating or colour, and clock of a player.
fn player(app: &App, seat: Seat, area: Rect, row: u16, buffer: &mut Buffer) {
    let stone = app.session.stone_of(seat);
    let runs = app.session.turn().is_some_and(|turn| turn.seat == seat);
    let style = match runs {
        true => app.look.accent().add_modifier(Modifier::BOLD),
        false => Style::new(),
    };
    let name = app.texts.player(&app.session, seat);
    let beside = match app.session.player(seat) {
        Player::Opponent(opponent) => rating(*opponent).unwrap_or_default(),
        _ if name == app.texts.colour(stone) => String::new(),
        _ => app.texts.colour(stone).to_owned(),
    };
    let beside = match app.look.ascii {
        true => beside.replace('±', "+-"),
        false => beside,
    };
    let left = app.session.left_ms(seat);
    let room = usize::from(area.width) - left.map_or(0, |ms| width(&clock(ms)) + 2);
    let sign = app.look.sign(stone).to_string();
    let named = beside_name(&name, &beside, room.saturating_sub(width(&sign) + 1));
    put(buffer, area.x, row, &format!("{sign} {named}"), style);
    if let Some(ms) = left {
        let style = match ms < 20_000 && runs {
            true => app.look.alert(),
            false => style,
        };
        put_right(buffer, area.right() - 1, row, &clock(ms), style);
    }
}

/// A name with its rating or colour in so many columns. A part of a number would be another
/// number: what does not fit whole is shown without its margin of error, or not at all.
fn beside_name(name: &str, beside: &str, room: usize) -> String {
    let bare = beside.split(' ').next().unwrap_or_default();
    [beside, bare]
        .into_iter()
        .flat_map(|it| [format!("{} {it}", pad(name, 10)), format!("{name} {it}")])
        .map(|text| text.trim_end().to_owned())
        .find(|text| width(text) <= room)
        .unwrap_or_else(|| cut(name, room))
}

/// Minutes and seconds, rounded up: 0:00 means that the time is over.
fn clock(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

fn draw_switches(app: &App, area: Rect, row: u16, buffer: &mut Buffer) {
    let running = app.session.outcome().is_none() && app.session.game().moves().next().is_some();
    let state = |on: bool| match on {
        true => app.texts.get("panel.on"),
        false => app.texts.get("panel.off"),
    };
    let adaptive = match running {
        true => app.texts.get("panel.locked"),
        false => state(app.session.is_adaptive()),
    };
    let room = usize::from(area.width).saturating_sub(7);
    let whole = app.texts.get("panel.adaptive");
    let adaptive_label = match width(whole) <= room {
        true => whole,
        false => app.texts.get("panel.adaptive.short"),
    };
    let rows = [
        (app.texts.get("panel.warn"), state(app.switches.warn)),
        (app.texts.get("panel.threats"), state(app.switches.threats)),
        (adaptive_label, adaptive),
    ];
    for ((label, value), row) in rows.into_iter().zip(row..) {
        let label = shortened(app, label, room);
        put(buffer, area.x, row, &label, app.look.quiet());
        let value = format!("[{value}]");
        put_right(buffer, area.right() - 1, row, &value, app.look.quiet());
    }
}

fn heading(app: &App, area: Rect, key: &str, buffer: &mut Buffer) {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    put(buffer, area.x, area.y, app.texts.get(key), bold);
}

/// The moves in columns; where there is no room for all, the last ones.
fn draw_moves(app: &App, area: Rect, moves: &[Move], buffer: &mut Buffer) {
    if area.height < 2 {
        return;
    }
    heading(app, area, "panel.moves", buffer);
    let columns = usize::from((area.width / 10).max(1));
    let rows = usize::from(area.height - 1);
    let hidden = moves.len().div_ceil(columns).saturating_sub(rows) * columns;
    let size = app.shown().0.size();
    for (at, mv) in moves.iter().enumerate().skip(hidden) {
        let place = at - hidden;
        let name = mv.point.map_or_else(|| "-".to_owned(), |it| it.name(size));
        let is_last = at + 1 == moves.len();
        let text = format!("{:>2} {name}{}", at + 1, if is_last { " <" } else { "" });
        let column = area.x + (place % columns * 10) as u16;
        let row = area.y + 1 + (place / columns) as u16;
        let style = if is_last {
            app.look.accent()
        } else {
            Style::new()
        };
        put(buffer, column, row, &text, style);
    }
}

/// The choices of the opening, each with the digit that takes it.
fn draw_choices(app: &App, area: Rect, buffer: &mut Buffer) {
    heading(app, area, "panel.choices", buffer);
    for ((text, _), row) in choice_rows(app).into_iter().zip(area.y + 1..area.bottom()) {
        put(buffer, area.x, row, &text, Style::new());
    }
}

/// Fours and open threes on the board, by name.
fn draw_threats(app: &App, area: Rect, buffer: &mut Buffer) {
    heading(app, area, "panel.threats", buffer);
    let (position, _) = app.shown();
    let found = board::threats(&position);
    if found.is_empty() {
        put(
            buffer,
            area.x,
            area.y + 1,
            app.texts.get("threats.none"),
            app.look.quiet(),
        );
    }
    for (shape, row) in found.iter().zip(area.y + 1..area.bottom()) {
        let name = match app.texts.language() {
            Language::English => shape.name_en(),
            Language::Chinese => shape.name_zh(),
        };
        let text = app.texts.say(
            "threats.row",
            &[
                ("colour", &app.texts.colour(shape.stone)),
                ("name", &name),
                ("stones", &names(&shape.stones, position.size())),
            ],
        );
        put(buffer, area.x, row, &text, Style::new());
    }
}

/// What the engine sees, and the course of the game.
fn engine_view(app: &App, area: Rect, buffer: &mut Buffer) {
    heading(app, area, "panel.view", buffer);
    let rows = area.height.saturating_sub(1);
    let course = if rows >= 8 { 2 } else { 0 };
    let above = Rect::new(area.x, area.y + 1, area.width, rows - course);
    analysis::view(app, above, buffer);
    if course > 0 {
        analysis::short_course(app, area, above.bottom(), buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_and_colours_are_shown_whole_or_not_at_all() {
        let rated = |room| beside_name("Level 5", "1331 ± 35", room);
        assert_eq!(rated(20), "Level 5    1331 ± 35");
        assert_eq!(rated(19), "Level 5 1331 ± 35");
        assert_eq!(rated(16), "Level 5    1331");
        assert_eq!(rated(14), "Level 5 1331");
        assert_eq!(rated(11), "Level 5");
        assert_eq!(rated(4), "Leve");
        assert_eq!(beside_name("You", "Black", 14), "You Black");
        assert_eq!(beside_name("你", "黑方", 5), "你");
    }

    #[test]
    fn clocks_round_up() {
        assert_eq!(clock(0), "0:00");
        assert_eq!(clock(1), "0:01");
        assert_eq!(clock(227_000), "3:47");
        assert_eq!(clock(3_600_000), "1:00:00");
    }
}
