//! `tengen levels`: the opponents with rating and character.

use serde_json::json;
use tengen_play::{Opponent, RatingTable};

use crate::cli::LevelsArgs;
use crate::failure::Failure;
use crate::terminal;

pub(crate) fn run(args: &LevelsArgs) -> Result<(), Failure> {
    let table = RatingTable::shipped();
    let text = if args.json {
        as_json(table)
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

/// An array with one object a line, its fields in a fixed order.
fn as_json(table: &RatingTable) -> String {
    let rows = Opponent::ALL.map(|opponent| {
        let rating = table.rating(opponent);
        let fields = [
            ("id", json!(opponent.id())),
            ("name", json!(opponent.name())),
            ("elo", json!(rating.map(|it| it.elo))),
            ("error", json!(rating.map(|it| it.error))),
            ("games", json!(rating.map_or(0, |it| it.games))),
        ];
        let fields = fields.map(|(name, value)| format!("\"{name}\":{value}"));
        format!("{{{}}}", fields.join(","))
    });
    format!("[\n{}\n]\n", rows.join(",\n"))
}
