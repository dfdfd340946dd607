//! The list of kept games.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tengen_core::Rule;
use tengen_play::journal::KeptPlayer;
use tengen_play::store::GameRow;

use super::{across, put, put_right, status, title};
use crate::app::App;
use crate::app::games::GameList;
use crate::text::{Texts, clean, cut, pad};

/// The row of the first game.
const FIRST: u16 = 4;

/// Columns of rule and size, with the space behind them.
const RULE: usize = 13;
/// Columns of the number of moves.
const MOVES: usize = 6;
/// Columns of the result.
const RESULT: usize = 9;
/// A name of this length is worth more than the year.
const SHORTEST_NAME: usize = 16;

/// Columns of what may be longer or shorter.
struct Widths {
    when: usize,
    who: usize,
    /// Characters of the date that are left out: the year, or nothing.
    unsaid: usize,
}

impl Widths {
    fn of(area: Rect) -> Widths {
        let room = usize::from(area.width).saturating_sub(3 + RULE + MOVES + RESULT);
        let (when, unsaid) = match room < 18 + SHORTEST_NAME {
            true => (14, 5),
            false => (18, 0),
        };
        Widths {
            when,
            who: room.saturating_sub(when),
            unsaid,
        }
    }
}

/// Which games are seen: the first, and how many rows there are.
fn window(list: &GameList, area: Rect) -> (usize, usize) {
    let rows = usize::from(area.height.saturating_sub(FIRST + 5)).max(1);
    let first = (list.at + 1).saturating_sub(rows);
    (first, rows)
}

/// The game in a row of the window.
pub(crate) fn game_at(list: &GameList, area: Rect, row: u16) -> Option<usize> {
    let (first, rows) = window(list, area);
    let at = usize::from(row.checked_sub(FIRST)?);
    (at < rows && first + at < list.rows.len()).then_some(first + at)
}

pub(super) fn draw(app: &App, list: &GameList, area: Rect, buffer: &mut Buffer) {
    let texts = app.texts;
    let count = texts.say("games.count", &[("n", &list.rows.len())]);
    title(app, texts.get("title.games"), &count, buffer);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let wide = Widths::of(area);
    let columns = [
        pad(texts.get("games.when"), wide.when),
        pad(texts.get("games.who"), wide.who),
        pad(texts.get("games.rule"), RULE),
        pad(texts.get("games.moves"), MOVES),
        texts.get("games.result").to_owned(),
    ];
    put(buffer, 3, FIRST - 1, &columns.concat(), bold);
    let (first, rows) = window(list, area);
    for (at, game) in list.rows.iter().enumerate().skip(first).take(rows) {
        let row = FIRST + (at - first) as u16;
        let here = at == list.at;
        let style = match here {
            true => app.look.accent().add_modifier(Modifier::BOLD),
            false => Style::new(),
        };
        if here {
            let pointer = if app.look.ascii { ">" } else { "▸" };
            put(buffer, 1, row, pointer, style);
        }
        put(buffer, 3, row, &line(game, &wide, texts), style);
    }
    if list.rows.is_empty() {
        put(buffer, 3, FIRST, texts.get("games.none"), app.look.quiet());
    }
    across(app, area.height - 4, buffer);
    let said = status::sentence(app);
    let room = usize::from(area.width).saturating_sub(2);
    let style = status::style(app);
    put(buffer, 1, area.height - 3, &cut(&said, room), style);
    let keys = texts.get("keys.bar.games");
    put(buffer, 1, area.height - 1, keys, app.look.quiet());
    if rows < list.rows.len() {
        let place = format!("{}/{}", list.at + 1, list.rows.len());
        put_right(buffer, area.width - 1, FIRST - 1, &place, app.look.quiet());
    }
}

fn line(game: &GameRow, wide: &Widths, texts: &Texts) -> String {
    let rule = game.rule.parse::<Rule>();
    let rule = rule.map_or_else(|_| clean(&game.rule), |rule| texts.rule(rule));
    let fit = |text: &str, columns: usize| pad(&cut(text, columns - 1), columns);
    [
        fit(&date(game.changed_s)[wide.unsaid..], wide.when),
        fit(&name(game, texts), wide.who),
        fit(&format!("{rule} {}", game.size), RULE),
        fit(&game.moves.to_string(), MOVES),
        result(game, texts).to_owned(),
    ]
    .concat()
}

/// The title, or who plays.
fn name(game: &GameRow, texts: &Texts) -> String {
    if !game.title.is_empty() {
        return clean(&game.title);
    }
    let [first, second] = game.players.each_ref().map(|kept| player(kept, texts));
    format!("{first} - {second}")
}

fn player(kept: &str, texts: &Texts) -> String {
    match KeptPlayer::parse(kept) {
        Some(KeptPlayer::Person) => texts.get("you").to_owned(),
        Some(KeptPlayer::Opponent(opponent)) => texts.opponent(opponent),
        Some(KeptPlayer::Engine(_)) => texts.get("opponent.engine").to_owned(),
        Some(KeptPlayer::External(name)) => clean(&name),
        None => clean(kept),
    }
}

/// How it ended; the store keeps the English sentence.
fn result<'a>(game: &GameRow, texts: &'a Texts) -> &'a str {
    let result = game.result.to_ascii_lowercase();
    match result.as_str() {
        "" => texts.get("games.goes_on"),
        _ if result.starts_with("black wins") => texts.get("games.black"),
        _ if result.starts_with("white wins") => texts.get("games.white"),
        _ => texts.get("games.draw"),
    }
}

/// Year, month, day, hour and minute of seconds since 1970, in universal time.
fn date(seconds: i64) -> String {
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Years are counted from March, so that a leap day is the last of its year.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute) = (second / 3_600, second / 60 % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00");
        assert_eq!(date(951_782_400), "2000-02-29 00:00");
        assert_eq!(date(1_789_516_740), "2026-09-15 23:59");
        assert_eq!(date(-1), "1969-12-31 23:59");
    }
}
