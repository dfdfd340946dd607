//! Plays the moves given as words and says how the game stands.
//!
//! ```text
//! cargo run -p tengen-core --example play -- standard h8 h9 i8 i9 j8 j9 k8 k9 l8
//! ```

use std::error::Error;

use tengen_core::record::coordinate::{Coordinates, parse_point};
use tengen_core::{Position, Rule, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some((rule, moves)) = words.split_first() else {
        println!("Usage: play RULE MOVE...   (for example: play renju h8 h9 i10)");
        return Ok(());
    };
    println!("{}", play(rule.parse()?, moves)?);
    Ok(())
}

/// Plays on an empty 15x15 board; an error says which move was refused and why.
fn play(rule: Rule, moves: &[&str]) -> Result<String, Box<dyn Error>> {
    let size = Size::STANDARD;
    let mut position = Position::new(size, rule);
    for (index, word) in moves.iter().enumerate() {
        let point = parse_point(word, size, Coordinates::default())?;
        position
            .play(point)
            .map_err(|error| format!("move {}, {word}: {error}", index + 1))?;
    }
    let Some(outcome) = position.outcome() else {
        return Ok(format!("{} is to move.", position.to_move()));
    };
    let stones = outcome.winning_stones();
    let names: Vec<String> = stones.iter().map(|point| point.name(size)).collect();
    Ok(format!("{outcome} ({})", names.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifth_stone_wins_and_nothing_may_follow() {
        let mut moves = vec!["h8", "h9", "i8", "i9", "j8", "j9", "k8", "k9"];
        let going_on = play(Rule::Standard, &moves).unwrap();
        assert_eq!(going_on, "Black is to move.");
        moves.push("l8");
        let won = play(Rule::Standard, &moves).unwrap();
        assert!(won.starts_with("Black wins") && won.ends_with("(H8 I8 J8 K8 L8)"));
        moves.push("a1");
        let error = play(Rule::Standard, &moves).unwrap_err().to_string();
        assert!(error.starts_with("move 10, a1: "), "{error}");
    }
}
