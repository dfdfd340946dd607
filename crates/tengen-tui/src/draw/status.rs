//! The status line, which is never empty, and the keys below it.

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use tengen_core::Point;
use tengen_core::forbidden::is_forbidden;

use super::{Layout, put, put_right, shortened};
use crate::app::review::Review;
use crate::app::{App, PromptKind, Question, Screen};
use crate::text::{clean, width};
use crate::words::names;

pub(super) fn draw(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let row = layout.status_row();
    let columns = usize::from(layout.area.width);
    let right = input(app);
    let room = columns.saturating_sub(width(&right) + 4);
    let stone = match &app.review {
        Some(review) => Some(review.position())
            .filter(|position| position.outcome().is_none())
            .map(|position| position.to_move()),
        None => app.stone_to_move(),
    };
    let sign = stone.map_or_else(String::new, |it| format!("{} ", app.look.sign(it)));
    let text = shortened(app, &format!("{sign}{}", sentence(app)), room);
    put(buffer, 1, row, &text, style(app));
    put_right(
        buffer,
        layout.area.width - 1,
        row,
        &right,
        app.look.accent(),
    );
    if layout.has_keys {
        let bar = whole_keys(keys(app, columns), columns.saturating_sub(2));
        put(buffer, 1, layout.area.height - 1, &bar, app.look.quiet());
    }
}

/// A question stands out.
pub(super) fn style(app: &App) -> Style {
    match app.screen {
        Screen::Ask(_) => app.look.alert().add_modifier(Modifier::BOLD),
        _ => Style::new(),
    }
}

/// What is being typed, or where in a game one is, at the right end of the line.
fn input(app: &App) -> String {
    if let (Screen::Board, Some(review)) = (&app.screen, &app.review) {
        let (n, all) = (review.at, review.moves.len());
        return app.texts.say("input.walk", &[("n", &n), ("all", &all)]);
    }
    let asked = app.session.is_persons_turn() && app.review.is_none();
    match app.screen {
        Screen::Board if asked => {
            let typed = format!("{}_", clean(&app.typed));
            app.texts.say("input.move", &[("text", &typed)])
        }
        _ => String::new(),
    }
}

/// The columns that a sentence may take beside the input, the margins and the sign of
/// the side to move.
pub(crate) fn columns(app: &App) -> usize {
    usize::from(app.area.width).saturating_sub(width(&input(app)) + 7)
}

/// What the status line says.
pub(super) fn sentence(app: &App) -> String {
    match &app.screen {
        Screen::Ask(Question::Lose(..)) => {
            // Saving is tried again and again, also while the question stands.
            let key = match app.would_lose() {
                true => "ask.lose",
                false => "ask.lose.saved",
            };
            return app.texts.get(key).to_owned();
        }
        Screen::Ask(Question::Resign) => return app.texts.get("ask.resign").to_owned(),
        Screen::Ask(Question::Draw) => {
            let offer = app.texts.offered_draw(&app.session);
            return app
                .texts
                .join(&[offer, app.texts.get("ask.draw").to_owned()]);
        }
        Screen::Ask(Question::Losing(point, line)) => return losing(app, *point, line),
        Screen::Prompt(prompt) => {
            let key = match prompt.kind {
                PromptKind::Save => "prompt.save",
                PromptKind::Open => "prompt.open",
                PromptKind::Rename(_) => "prompt.rename",
                PromptKind::Export(_) => "prompt.export",
                PromptKind::ExportAll => "prompt.export_all",
            };
            let typed = format!("{}_", clean(&prompt.text));
            return app.texts.say(key, &[("text", &typed)]);
        }
        Screen::Ask(Question::Delete(_)) => return app.texts.get("ask.delete").to_owned(),
        Screen::Games => {
            let usual = || app.texts.get("games.status").to_owned();
            return app.message.clone().unwrap_or_else(usual);
        }
        Screen::Board | Screen::Help(_) | Screen::Sheet(_) => {}
    }
    match (&app.message, &app.review) {
        (Some(message), _) => message.clone(),
        (None, Some(review)) => walked(app, review),
        (None, None) => situation(app),
    }
}

/// That a move loses, with as much of the line as leaves the question readable.
fn losing(app: &App, point: Point, line: &[Point]) -> String {
    let size = app.session.game().size();
    let question = |key: &str, line: &str| {
        let words: [(&str, &dyn std::fmt::Display); 2] =
            [("point", &point.name(size)), ("line", &line)];
        let choice = app.texts.get("ask.losing").to_owned();
        app.texts.join(&[app.texts.say(key, &words), choice])
    };
    let room = columns(app);
    let dots = app.look.lines().ellipsis;
    (1..=line.len())
        .rev()
        .map(|shown| match shown == line.len() {
            true => question("warn", &names(line, size)),
            false => question("warn", &format!("{} {dots}", names(&line[..shown], size))),
        })
        .find(|text| width(text) <= room)
        .unwrap_or_else(|| question("warn.short", ""))
}

/// Where in the game a review stands.
fn walked(app: &App, review: &Review) -> String {
    let position = review.position();
    let texts = app.texts;
    let mut said = Vec::new();
    if review.is_trying() {
        said.push(texts.get("status.trying").to_owned());
    }
    if let Some(outcome) = position.outcome() {
        said.push(texts.outcome(outcome, position.size()));
        return texts.join(&said);
    }
    let colour = texts.colour(position.to_move());
    let last = review.at.checked_sub(1).and_then(|at| review.moves.get(at));
    said.push(match last.and_then(|mv| mv.point) {
        Some(point) => {
            let name = point.name(position.size());
            texts.say(
                "status.review",
                &[("colour", &colour), ("n", &review.at), ("point", &name)],
            )
        }
        None => texts.say("status.to_move", &[("colour", &colour)]),
    });
    texts.join(&said)
}

/// How things stand when nothing has just happened.
fn situation(app: &App) -> String {
    let texts = app.texts;
    let session = &app.session;
    let position = session.game().position();
    if let Some(outcome) = session.outcome() {
        return texts.outcome(outcome, position.size());
    }
    let word = app.news.clone().unwrap_or_default();
    if session.is_paused() {
        return texts.join(&[word, texts.get("status.paused").to_owned()]);
    }
    if let Some(seat) = session.thinking() {
        let seconds = format!("{:.1}", session.turn_ms() as f64 / 1000.0);
        let name = texts.player(session, seat);
        let thinking = texts.say("status.thinking", &[("name", &name), ("seconds", &seconds)]);
        return texts.join(&[word, thinking]);
    }
    let Some(turn) = session.turn() else {
        return word;
    };
    if let Some(task) = turn.task {
        // What is asked must be read; what has happened shows on the board too.
        let task = texts.task(task);
        let both = texts.join(&[word, task.clone()]);
        let fits = width(&both) <= columns(app);
        return if fits { both } else { task };
    }
    let board = position.board();
    let forbids = position.rule().has_forbidden_points(turn.stone);
    if forbids && is_forbidden(board, app.cursor) {
        return texts.forbidden(board, app.cursor);
    }
    let colour = texts.colour(turn.stone);
    let alone = !session.player(turn.seat.other()).is_person();
    let key = match alone {
        // The word before it has just said which colour.
        true if word.contains(colour) => "status.turn",
        true => "status.your_turn",
        false => "status.to_move",
    };
    let mut said = vec![word, texts.say(key, &[("colour", &colour)])];
    if let Some(last) = position.last_move()
        && let Some(point) = last.point
    {
        let colour = texts.colour(last.stone);
        let point = point.name(position.size());
        said.push(texts.say("status.played", &[("colour", &colour), ("point", &point)]));
    }
    texts.join(&said)
}

/// As many of the keys as fit, each with what it does.
fn whole_keys(bar: &str, columns: usize) -> String {
    let mut shown = String::new();
    for key in bar.split("  ") {
        let longer = match shown.is_empty() {
            true => key.to_owned(),
            false => format!("{shown}  {key}"),
        };
        if width(&longer) > columns {
            break;
        }
        shown = longer;
    }
    shown
}

fn keys(app: &App, columns: usize) -> &'static str {
    let texts = app.texts;
    if app.review.is_some() {
        let wide = texts.get("keys.bar.review.wide");
        return match width(wide) + 2 <= columns {
            true => wide,
            false => texts.get("keys.bar.review"),
        };
    }
    if app.session.outcome().is_some() {
        return texts.get("keys.bar.over");
    }
    if app.is_watching() {
        return texts.get("keys.bar.watch");
    }
    let wide = texts.get("keys.bar.wide");
    match width(wide) + 2 <= columns {
        true => wide,
        false => texts.get("keys.bar.play"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_shown_with_what_they_do_or_not_at_all() {
        let bar = "Enter place  ^Z undo  F1 help";
        assert_eq!(whole_keys(bar, 29), bar);
        assert_eq!(whole_keys(bar, 28), "Enter place  ^Z undo");
        assert_eq!(whole_keys(bar, 5), "");
    }
}
