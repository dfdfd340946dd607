//! The engine's view: chances, verdict, best lines, what a move gave or missed, and the
//! course of the game.

use std::fmt::Display;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tengen_core::Stone;
use tengen_engine::Score;
use tengen_play::View;

use super::{Layout, put, put_right};
use crate::app::App;
use crate::app::analysis::Judgement;
use crate::text::{cut, pad, whole_words, width, wrapped};
use crate::words::names;

/// The widest bar of chances.
const WIDEST_BAR: usize = 40;

/// The panel of a review: everything about the position that is shown.
pub(super) fn review_panel(app: &App, area: Rect, buffer: &mut Buffer) {
    let Some(review) = &app.review else {
        return;
    };
    let end = players(app, area, buffer);
    let mut row = view(
        app,
        Rect::new(area.x, area.y, area.width, end - area.y),
        buffer,
    );
    for (text, style) in notes(app) {
        row = paragraph(buffer, area, row, end, &text, style);
    }
    let comment = review.comment();
    if !comment.is_empty() && row < end {
        paragraph(buffer, area, row + 1, end, comment, app.look.quiet());
    }
}

/// The names of a record at the bottom; the row where the rest must end.
fn players(app: &App, area: Rect, buffer: &mut Buffer) -> u16 {
    let names = app.review.as_ref().map(|review| &review.players);
    let Some([black, white]) = names.filter(|names| names.iter().any(|it| !it.is_empty())) else {
        return area.bottom();
    };
    let row = area.bottom() - 1;
    let named = |stone, name: &str| {
        let name = match name.is_empty() {
            true => app.texts.colour(stone),
            false => name,
        };
        format!("{} {name}", app.look.sign(stone))
    };
    let (black, white) = (named(Stone::Black, black), named(Stone::White, white));
    let text = format!("{black}   {white}");
    let text = cut(&text, usize::from(area.width));
    put(buffer, area.x, row, &text, app.look.quiet());
    row - 1
}

/// Chances, verdict, and best lines as far as there is room; the first free row.
pub(super) fn view(app: &App, area: Rect, buffer: &mut Buffer) -> u16 {
    let texts = app.texts;
    let quiet = app.look.quiet();
    let (position, _) = app.shown();
    if let Some(outcome) = position.outcome() {
        let words = texts.outcome(outcome, position.size());
        return paragraph(buffer, area, area.y, area.bottom(), &words, Style::new());
    }
    if !app.shows_view() {
        let words = texts.get("analysis.off");
        return paragraph(buffer, area, area.y, area.bottom(), words, quiet);
    }
    let Some(view) = app.analysis.view() else {
        let words = texts.get("analysis.wait");
        return paragraph(buffer, area, area.y, area.bottom(), words, quiet);
    };
    bar(app, view, area, buffer);
    let gap = u16::from(area.height >= 12);
    let mut row = area.y + 1 + gap;
    row = paragraph(
        buffer,
        area,
        row,
        area.bottom(),
        &verdict(app, view),
        Style::new(),
    );
    row += gap;
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if row < area.bottom() {
        let heading = texts.get("analysis.lines");
        put(buffer, area.x, row, heading, bold);
        let room = usize::from(area.width).saturating_sub(width(heading) + 3);
        put_right(
            buffer,
            area.right() - 1,
            row,
            &effort(app, view, room),
            quiet,
        );
    }
    for (at, line) in view.lines.iter().enumerate() {
        row += 1;
        if row >= area.bottom() {
            break;
        }
        let chosen = app.review.is_some() && at == app.analysis.selected;
        let style = match chosen {
            true => app.look.accent(),
            false => Style::new(),
        };
        let moves = names(&line.moves, position.size());
        let text = format!("{:>2}  {} {moves}", at + 1, pad(&worth(app, line.score), 6));
        let room = usize::from(area.width).saturating_sub(1);
        put(buffer, area.x, row, &whole_words(&text, room), style);
    }
    row + 1
}

/// Depth and speed; where there is no room for both, depth alone.
fn effort(app: &App, view: &View, room: usize) -> String {
    let depth = view.lines.first().map_or(0, |line| line.depth);
    let speed = thousands(view.speed());
    let slots: [(&str, &dyn Display); 2] = [("depth", &depth), ("speed", &speed)];
    let both = app.texts.say("panel.depth", &slots);
    match width(&both) <= room {
        true => both,
        false => app.texts.say("panel.depth_only", &slots[..1]),
    }
}

/// Black's share as a bar, and in percent unless it is proven.
fn bar(app: &App, view: &View, area: Rect, buffer: &mut Buffer) {
    let chance = view.black_chance();
    let label = app.texts.colour(Stone::Black);
    let decided = view.lines.first().is_some_and(|it| it.score.is_decided());
    let said = match decided {
        true => app.texts.get("analysis.proven").to_owned(),
        false => format!("{}%", (chance * 100.0).round()),
    };
    let (full, empty) = match app.look.ascii {
        true => ("#", "."),
        false => ("█", "░"),
    };
    let taken = width(label) + width(&said) + 3;
    let room = usize::from(area.width)
        .saturating_sub(taken)
        .min(WIDEST_BAR);
    let filled = ((chance * room as f64).round() as usize).min(room);
    let left = area.x + width(label) as u16 + 1;
    put(buffer, area.x, area.y, label, Style::new());
    put(
        buffer,
        left,
        area.y,
        &full.repeat(filled),
        app.look.accent(),
    );
    let rest = empty.repeat(room - filled);
    put(
        buffer,
        left + filled as u16,
        area.y,
        &rest,
        app.look.quiet(),
    );
    put(buffer, left + room as u16 + 1, area.y, &said, Style::new());
}

/// What a line is worth to the side to move: a chance, or a proven end.
fn worth(app: &App, score: Score) -> String {
    let moves = score.plies().map(|plies| plies.div_ceil(2));
    match moves {
        Some(n) if score.is_win() => app.texts.say("analysis.win", &[("n", &n)]),
        Some(n) => app.texts.say("analysis.loss", &[("n", &n)]),
        None => format!("{}%", (score.win_chance() * 100.0).round()),
    }
}

/// The evaluation in words; a proof is told apart from an estimate.
fn verdict(app: &App, view: &View) -> String {
    let score = view.lines.first().map(|line| line.score);
    if let Some((score, plies)) = score.and_then(|score| Some((score, score.plies()?))) {
        let winner = match score.is_win() {
            true => view.to_move,
            false => view.to_move.opponent(),
        };
        let (colour, loser) = (
            app.texts.colour(winner),
            app.texts.colour(winner.opponent()),
        );
        let moves = plies.div_ceil(2);
        return app.texts.say(
            "panel.proven",
            &[("colour", &colour), ("n", &moves), ("loser", &loser)],
        );
    }
    let chance = view.black_chance();
    let better = if chance >= 0.5 {
        Stone::Black
    } else {
        Stone::White
    };
    let colour = app.texts.colour(better);
    let key = match (chance - 0.5).abs() {
        distance if distance < 0.08 => return app.texts.get("panel.even").to_owned(),
        distance if distance < 0.25 => "panel.better",
        _ => "panel.much_better",
    };
    app.texts.say(key, &[("colour", &colour)])
}

/// What there is to say about the move that led here.
fn notes(app: &App) -> Vec<(String, Style)> {
    let Some(review) = &app.review else {
        return Vec::new();
    };
    let number = review.at;
    let played = number.checked_sub(1).and_then(|at| review.moves.get(at));
    let Some((mv, point)) = played.and_then(|mv| Some((mv, mv.point?))) else {
        return Vec::new();
    };
    if !app.shows_view() {
        return Vec::new();
    }
    let size = review.start.size();
    let mut said = vec![(String::new(), Style::new())];
    if let Some(judgement) = app.analysis.judge(number) {
        let key = match judgement {
            Judgement::Gave => "analysis.gave",
            Judgement::Missed => "analysis.missed",
        };
        let words = [
            ("n", &number as &dyn std::fmt::Display),
            ("point", &point.name(size)),
        ];
        said.push((app.texts.say(key, &words), app.look.alert()));
    }
    if let Some((better, score)) = app.analysis.preferred(number) {
        let words = app.texts.say(
            "analysis.prefers",
            &[
                ("point", &better.name(size)),
                ("colour", &app.texts.colour(mv.stone)),
                ("worth", &worth(app, score)),
                ("n", &number),
            ],
        );
        said.push((words, app.look.quiet()));
    }
    said
}

/// The course of the game below the board: Black's chances, and where a win was given
/// or missed.
pub(super) fn strip(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let (Some(row), Some(review)) = (layout.strip, &app.review) else {
        return;
    };
    let quiet = app.look.quiet();
    let labels = [
        app.texts.get("analysis.course"),
        app.texts.get("analysis.marks"),
    ];
    let start = 2 + labels.map(width).into_iter().max().unwrap_or(0) as u16 + 1;
    put(buffer, 1, row, labels[0], quiet);
    put(buffer, 1, row + 1, labels[1], quiet);
    if !app.shows_view() {
        return;
    }
    let course = app.analysis.course();
    let room = usize::from(layout.area.width.saturating_sub(start + 1)).max(1);
    let stretch = (room / course.len().max(1)).clamp(1, 2);
    let skip = (course.len() * stretch)
        .saturating_sub(room)
        .div_ceil(stretch);
    // In a game longer than the window is wide, the part around the shown move.
    let skip = skip.min(review.at.saturating_sub(room / 2));
    for (at, chance) in course.iter().enumerate().skip(skip) {
        let column = start + ((at - skip) * stretch) as u16;
        if usize::from(column - start) + stretch > room {
            break;
        }
        let sign = spark(app, at, *chance).to_string().repeat(stretch);
        put(buffer, column, row, &sign, app.look.accent());
        let (mark, style) = match app.analysis.judge(at) {
            _ if at == review.at => ("^", app.look.accent()),
            Some(Judgement::Gave) => ("!", app.look.alert()),
            Some(Judgement::Missed) => ("?", app.look.alert()),
            None => continue,
        };
        put(buffer, column, row + 1, mark, style);
    }
}

/// One sign of the course: eighths of a block, or tens of percent; a star where ASCII
/// tells a proof.
fn spark(app: &App, at: usize, chance: Option<f64>) -> char {
    let Some(chance) = chance else {
        return ' ';
    };
    if app.look.ascii && app.analysis.proven(at).is_some() {
        return '*';
    }
    let signs: Vec<char> = match app.look.ascii {
        true => "0123456789".chars().collect(),
        false => "▁▂▃▄▅▆▇█".chars().collect(),
    };
    let last = signs.len() - 1;
    signs[((chance * signs.len() as f64) as usize).min(last)]
}

/// The same in one line, for the panel of a game: the last moves that fit.
pub(super) fn short_course(app: &App, area: Rect, row: u16, buffer: &mut Buffer) {
    let course = app.analysis.course();
    let room = usize::from(area.width).saturating_sub(1);
    let skip = course.len().saturating_sub(room);
    let line: String = (skip..course.len())
        .map(|at| spark(app, at, course[at]))
        .collect();
    let label = app.texts.get("analysis.course");
    put(buffer, area.x, row, label, app.look.quiet());
    put(buffer, area.x, row + 1, &line, app.look.accent());
}

/// Writes a text over as many rows as it needs before `end`; the row after it.
fn paragraph(
    buffer: &mut Buffer,
    area: Rect,
    mut row: u16,
    end: u16,
    text: &str,
    style: Style,
) -> u16 {
    let room = usize::from(area.width).saturating_sub(1);
    for line in wrapped(text, room) {
        if row >= end {
            break;
        }
        put(buffer, area.x, row, &line, style);
        row += 1;
    }
    row
}

fn thousands(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{}M", number / 1_000_000),
    }
}
