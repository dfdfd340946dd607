//! `tengen convert`: one record format into another.

use tengen_core::diagram::{Diagram, Numbers, Style};
use tengen_core::record::{self, Rows, WriteError, WriteProblem, offsets, sgf, text};
use tengen_core::{Move, Rule, Size, Tree};

use crate::cli::ConvertArgs;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::{self, Games};
use crate::output;
use crate::survey::counted;
use crate::terminal;

pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let format = target(args)?;
    let games = input::load(args.input.as_deref(), &args.reading)?;
    let chosen = games.chosen(&args.reading)?;
    let text = write(format, chosen, &games)?;
    let has_fields = chosen.len() > 1 && matches!(format, Format::Pos | Format::PosTop);
    for (index, tree) in chosen.iter().enumerate() {
        if let Some(lost) = losses(tree, format, has_fields) {
            let which = match chosen.len() {
                1 => String::new(),
                _ => format!("game {}: ", index + 1),
            };
            terminal::say(format!("{}: {which}{lost}", games.name));
        }
    }
    match &args.output {
        Some(path) => output::write_file(path, &text, args.force),
        None => output::print_record(&text),
    }
}

/// The format asked for, by name or by the ending of the output.
fn target(args: &ConvertArgs) -> Result<Format, Failure> {
    if let Some(format) = args.to {
        return Ok(format);
    }
    match &args.output {
        None => Err(Failure::Usage(
            "say what to write: --to FORMAT, or -o with a name such as game.sgf".to_owned(),
        )),
        Some(path) => Format::of_path(path).ok_or_else(|| {
            Failure::Usage(format!(
                "{}: the ending names no format (.sgf, .psq, .svg and .txt do): use --to",
                path.display()
            ))
        }),
    }
}

fn write(format: Format, chosen: &[Tree], games: &Games) -> Result<String, Failure> {
    let refuse = |error: WriteError| Failure::Unusable(format!("{}: {error}", games.name));
    let strings = |rows| match chosen {
        [tree] => Ok(text::write(tree, rows)? + "\n"),
        _ => chosen.iter().map(|tree| fields(tree, rows)).collect(),
    };
    match format {
        Format::Sgf => Ok(sgf::write_all(chosen)),
        Format::Openings => offsets::write(chosen).map_err(refuse),
        Format::Pos => strings(Rows::FromBottom).map_err(refuse),
        Format::PosTop => strings(Rows::FromTop).map_err(refuse),
        Format::Link => {
            let link = text::write_link(only(chosen, games)?).map_err(refuse)?;
            Ok(link + "\n")
        }
        Format::Psq => record::write(only(chosen, games)?, record::Format::Psq).map_err(refuse),
        Format::Ascii => {
            record::write(only(chosen, games)?, record::Format::AsciiBoard).map_err(refuse)
        }
        Format::Svg => Ok(picture(only(chosen, games)?).svg(&Style::default())),
    }
}

/// One of several games on a line of its own, such as `rule=renju size=15 moves=h8i9`:
/// bare strings on several lines would be read as one game.
fn fields(tree: &Tree, rows: Rows) -> Result<String, WriteError> {
    let moves = text::write(tree, rows)?;
    // Two passes in a row are written with a gap, which would end the field.
    let passes_twice = |pair: &[Move]| pair.iter().all(|mv| mv.point.is_none());
    if let Some(first) = tree.main_moves().windows(2).position(passes_twice) {
        return Err(WriteError {
            format: record::Format::PositionString,
            problem: WriteProblem::Pass { number: first + 2 },
        });
    }
    let (rule, size) = (tree.rule, tree.size.get());
    Ok(format!("rule={rule} size={size} moves={moves}\n"))
}

/// The one game that a format for one game is given.
fn only<'a>(chosen: &'a [Tree], games: &Games) -> Result<&'a Tree, Failure> {
    match chosen {
        [tree] => Ok(tree),
        _ => Err(Failure::Usage(format!(
            "{}: there are {}, and this format holds one: choose it with --game",
            games.name,
            counted(chosen.len(), "game")
        ))),
    }
}

/// The end of the main line.
fn picture(tree: &Tree) -> Diagram {
    let end = tree.main_line().last().copied().unwrap_or(Tree::ROOT);
    Diagram::of_tree(tree, end, Numbers::None)
}

/// What of a game is lost in a format, if anything is. Not worth a word: what lines of
/// `fields` keep, and what a reader assumes anyway where nothing is stated.
fn losses(tree: &Tree, format: Format, has_fields: bool) -> Option<String> {
    let mut lost = record::losses(tree, format.as_record()?);
    if has_fields || tree.rule == Rule::Freestyle {
        lost.retain(|&what| what != "the rule");
    }
    if has_fields || tree.size == Size::STANDARD {
        lost.retain(|&what| what != "the board size");
    }
    (!lost.is_empty()).then(|| format!("not held by this format: {}", lost.join(", ")))
}
