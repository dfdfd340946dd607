//! What is known about a game, in words.

use std::fmt::Write as _;

use tengen_core::{Game, Move, RenjuOpening, Stone, Tree};

use super::board::Characters;
use crate::survey::{Survey, counted};
use crate::terminal::{clean, clean_lines};

/// Columns for a fact beside its name, on a terminal of 80.
const WIDTH: usize = 68;
/// Characters of a comment that are shown.
const LONGEST_COMMENT: usize = 4_000;
/// Goes on below the beginning of a fact.
const NEXT_LINE: &str = "\n           ";

/// Lines of `name  value`; what is not known is left out.
struct Facts(String);

impl Facts {
    fn add(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(self.0, "{name:<10} {value}");
        }
    }

    /// The same, broken between words to the width of a terminal.
    fn add_sentence(&mut self, name: &str, sentence: &str) {
        let mut lines = vec![String::new()];
        for word in sentence.split(' ') {
            let last = lines.len() - 1;
            let line = &mut lines[last];
            if line.is_empty() {
                line.push_str(word);
            } else if line.len() + 1 + word.len() <= WIDTH {
                line.push(' ');
                line.push_str(word);
            } else {
                lines.push(word.to_owned());
            }
        }
        self.add(name, &lines.join(NEXT_LINE));
    }
}

/// Players, rule, result and comment at the cursor.
pub(super) fn about(game: &Game, characters: Characters) -> String {
    let mut facts = Facts(String::new());
    for stone in Stone::BOTH {
        let name = format!("{stone} ({})", characters.stone(stone));
        facts.add(&name, &clean(&game.info().players[stone]));
    }
    facts.add("Game", &clean(&occasion(game)));
    let rule = format!(
        "{}, {}. {}",
        game.rule(),
        game.size(),
        game.rule().condition()
    );
    facts.add_sentence("Rule", &rule);
    facts.add("Opening", &opening(game, characters));
    facts.add("Move", &last_move(game));
    facts.add("State", &state(game));
    facts.add("Result", &recorded_result(game));
    if game.cursor() != Tree::ROOT {
        // Here the record speaks of the whole game.
        facts.add("About", &indented(&game.tree().node(Tree::ROOT).comment));
    }
    facts.add("Comment", &indented(&game.node().comment));
    let beside = Survey::of(game.tree()).words();
    if !beside.is_empty() {
        facts.add("Also", &format!("{} in the record", beside.join(", ")));
    }
    facts.0
}

/// Title, event, round, place and date.
fn occasion(game: &Game) -> String {
    let info = game.info();
    let round = match info.round.as_str() {
        "" => String::new(),
        round => format!("round {round}"),
    };
    let parts = [
        info.title.as_str(),
        &info.event,
        &round,
        &info.place,
        &info.date,
    ];
    let known: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    known.join(", ")
}

/// The opening as the record names it, else as renju players do.
fn opening(game: &Game, characters: Characters) -> String {
    if !game.info().opening.is_empty() {
        return clean(&game.info().opening);
    }
    if !game.rule().has_forbidden_points(Stone::Black) {
        return String::new();
    }
    let mut stones = game.tree().main_moves().into_iter().map(|mv| mv.point);
    let mut next = || stones.next().flatten();
    let (Some(first), Some(second), Some(third)) = (next(), next(), next()) else {
        return String::new();
    };
    let Some(opening) = RenjuOpening::of([first, second, third], game.size()) else {
        return String::new();
    };
    match characters {
        Characters::Unicode => format!(
            "{} {} ({})",
            opening.romaji,
            opening.japanese,
            opening.code()
        ),
        Characters::Ascii => format!("{} ({})", opening.romaji, opening.code()),
    }
}

fn last_move(game: &Game) -> String {
    let made = game.moves().count();
    let total = game.tree().main_moves().len();
    match game.moves().last() {
        Some(mv) => format!("{made} of {total}: {} {}", mv.stone, point(game, mv)),
        None if total > 0 => format!("before the first of {total}"),
        None => String::new(),
    }
}

fn point(game: &Game, mv: Move) -> String {
    mv.point
        .map_or_else(|| "passes".to_owned(), |point| point.name(game.size()))
}

/// Who has won by the rules, or whose turn it is.
fn state(game: &Game) -> String {
    let position = game.position();
    let Some(outcome) = position.outcome() else {
        return format!("{} to move", position.to_move());
    };
    let stones: Vec<String> = outcome
        .winning_stones()
        .into_iter()
        .map(|point| point.name(game.size()))
        .collect();
    if stones.is_empty() {
        outcome.to_string()
    } else {
        format!("{outcome}, {}", stones.join(" "))
    }
}

/// What the record says, unless the rules have said the same.
fn recorded_result(game: &Game) -> String {
    match &game.info().result {
        Some(recorded) if game.position().outcome() != Some(recorded) => {
            format!("{recorded} (as recorded)")
        }
        _ => String::new(),
    }
}

/// A comment whose further lines stand below its first. A huge one is cut: it would push
/// the board out of sight.
fn indented(comment: &str) -> String {
    let shown: String = comment.chars().take(LONGEST_COMMENT).collect();
    let left_out = comment[shown.len()..].chars().count();
    let shown = clean_lines(&shown.replace("\r\n", "\n"));
    let mut lines: Vec<String> = shown.trim_end().lines().map(str::to_owned).collect();
    if left_out > 0 {
        lines.push(format!("... and {}", counted(left_out, "more character")));
    }
    lines.join(NEXT_LINE)
}

/// The moves up to the cursor, ten a line.
pub(super) fn moves(game: &Game) -> String {
    let mut text = String::from("\nMoves\n");
    for (index, mv) in game.moves().enumerate() {
        let name = match mv.point {
            Some(point) => point.name(game.size()),
            None => "--".to_owned(),
        };
        let end = if index % 10 == 9 { "\n" } else { "" };
        let _ = write!(text, "{:>4} {name:<3}{end}", index + 1);
    }
    let trimmed = text.trim_end().len();
    text.truncate(trimmed);
    text.push('\n');
    text
}
