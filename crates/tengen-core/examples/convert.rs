//! Turns a PSQ file into SGF on standard output; what had to be repaired goes to
//! standard error.
//!
//! ```text
//! cargo run -p tengen-core --example convert -- game.psq > game.sgf
//! ```

use std::error::Error;

use tengen_core::record::{Note, ReadOptions, psq, sgf};

fn main() -> Result<(), Box<dyn Error>> {
    let Some(path) = std::env::args().nth(1) else {
        println!("Usage: convert FILE.psq > FILE.sgf");
        return Ok(());
    };
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let (converted, notes) =
        psq_to_sgf(&text, &ReadOptions::default()).map_err(|error| format!("{path}: {error}"))?;
    for note in notes {
        eprintln!("{path}: {note}");
    }
    print!("{converted}");
    Ok(())
}

/// The game as SGF, and everything that the reader repaired or assumed.
fn psq_to_sgf(text: &str, options: &ReadOptions) -> Result<(String, Vec<Note>), Box<dyn Error>> {
    let reading = psq::read(text, options)?;
    Ok((sgf::write(&reading.value), reading.notes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Rule;

    #[test]
    fn the_game_is_the_same_in_both_formats() {
        let options = ReadOptions {
            rule: Some(Rule::Standard),
            ..ReadOptions::default()
        };
        let text = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,17\n7,9,25\n-1\n";
        let (converted, _) = psq_to_sgf(text, &options).unwrap();
        let before = psq::read(text, &options).unwrap().value;
        let after = sgf::read(&converted, &ReadOptions::default())
            .unwrap()
            .value;
        assert_eq!(after[0].main_moves(), before.main_moves());
        assert_eq!((after[0].size, after[0].rule), (before.size, before.rule));
    }

    #[test]
    fn a_file_without_a_game_is_an_error() {
        assert!(psq_to_sgf("", &ReadOptions::default()).is_err());
    }
}
