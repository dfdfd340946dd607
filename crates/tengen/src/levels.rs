//! `tengen levels`: the opponents with rating and character.

use tengen_play::{Opponent, RatingTable};
use tengen_web::report;

use crate::cli::LevelsArgs;
use crate::failure::Failure;
use crate::terminal;

pub(crate) fn run(args: &LevelsArgs) -> Result<(), Failure> {
    let table = RatingTable::shipped();
    let text = if args.json {
        as_json()
    } else {
        Opponent::ALL.map(|opponent| line(table, opponent)).join("")
    };
    terminal::print(&text)
}

/// `Level 3      1210 ± 45   Blocks threes, walks into four-threes`
fn line(table: &RatingTable, opponent: Opponent) -> String {
    let rating = match table.rating(opponent) {
        Some(rating) => format!("{:>5} ± {:<4}", rating.elo, rating.error),
        None => "not rated   ".to_owned(),
    };
    format!(
        "{:<11} {rating} {}\n",
        opponent.name(),
        opponent.character()
    )
}

/// An array with one object a line, the shape of the web app's messages.
fn as_json() -> String {
    let rows = report::levels();
    let rows: Vec<String> = rows.iter().map(report::json).collect();
    format!("[\n{}\n]\n", rows.join(",\n"))
}
