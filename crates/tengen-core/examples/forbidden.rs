//! Lists the points that renju forbids Black in a position, each with its reason.
//!
//! The position is a row of moves, Black first:
//!
//! ```text
//! cargo run -p tengen-core --example forbidden -- h7 a1 h6 c1 g8 e1 f8 g1
//! ```

use std::error::Error;

use tengen_core::forbidden::{examine, forbidden_points};
use tengen_core::record::{ReadOptions, text};
use tengen_core::{Position, Rule};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        println!("Usage: forbidden MOVE...   (Black first, for example: h8 h9 i10)");
        return Ok(());
    }
    print!("{}", explain_all(&words.join(" "))?);
    Ok(())
}

/// Reads the moves and explains every forbidden point of the position they lead to.
fn explain_all(moves: &str) -> Result<String, Box<dyn Error>> {
    let options = ReadOptions {
        rule: Some(Rule::Renju),
        ..ReadOptions::default()
    };
    let tree = text::read(moves, &options)?.value;
    let mut position = Position::new(tree.size, tree.rule);
    for mv in tree.main_moves() {
        position.play_as_written(mv)?;
    }
    let board = position.board();
    let explained: String = forbidden_points(board)
        .into_iter()
        .filter_map(|forbidden| examine(board, forbidden.point))
        .map(|examination| examination.explain(board.size()))
        .collect();
    Ok(if explained.is_empty() {
        "No point is forbidden.\n".to_owned()
    } else {
        explained
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_three_is_explained_line_by_line() {
        let text = explain_all("h7 a1 h6 c1 g8 e1 f8 g1").unwrap();
        assert!(
            text.starts_with("H8 is forbidden: double three.\n"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 3, "{text}");
    }

    #[test]
    fn a_quiet_position_forbids_nothing() {
        assert_eq!(explain_all("h8 h9").unwrap(), "No point is forbidden.\n");
        assert!(explain_all("nothing here").is_err());
    }
}
