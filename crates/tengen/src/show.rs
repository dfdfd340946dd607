//! `tengen show`: a position drawn in the terminal, with what is known about it.

mod board;
mod facts;
mod lessons;

use tengen_core::diagram::{Diagram, Numbers, Style};
use tengen_core::{Cause, Game, GameNote, NodeId, Stone, Tree, forbidden};

use crate::cli::ShowArgs;
use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::survey::counted;
use crate::terminal::{self, Painter};

use board::{Characters, Drawing};

pub(crate) fn run(args: &ShowArgs) -> Result<(), Failure> {
    let games = input::load(args.input.as_deref(), &args.reading)?;
    let name = games.name.clone();
    let mut game = Game::from_tree(games.into_one(&args.reading)?);
    for note in game.notes() {
        // The readers have told of moves that cannot be made or are out of turn, and where.
        if !matches!(
            note,
            GameNote::Impossible { .. } | GameNote::OutOfTurn { .. }
        ) {
            terminal::say(format!("{name}: {note}"));
        }
    }
    let node = node_after(game.tree(), args.after)?;
    // The node was just found in this very tree.
    let found = game.go_to(node);
    debug_assert!(found.is_ok());
    let diagram = diagram(&game, args);
    if let Some(path) = &args.svg {
        output::write_file(path, &diagram.svg(&Style::default()), args.force)?;
    }
    let characters = if args.ascii {
        Characters::Ascii
    } else {
        Characters::Unicode
    };
    let painter = Painter::new(args.color);
    let drawing = Drawing {
        diagram: &diagram,
        characters,
        painter,
    };
    let mut text = drawing.render();
    text.push('\n');
    text.push_str(&facts::about(&game, characters));
    if args.moves {
        text.push_str(&facts::moves(&game));
    }
    if args.forbidden {
        text.push_str(&lessons::forbidden_points(game.position()));
    }
    if args.shapes {
        text.push_str(&lessons::shapes(game.position()));
    }
    terminal::print(&text)
}

/// The last node of the main line before more than `after` moves are made.
pub(crate) fn node_after(tree: &Tree, after: Option<usize>) -> Result<NodeId, Failure> {
    let total = tree.main_moves().len();
    let wanted = after.unwrap_or(total);
    if wanted > total {
        return Err(Failure::Usage(format!(
            "--move {wanted}: the game has {}",
            counted(total, "move")
        )));
    }
    let mut made = 0;
    let mut found = Tree::ROOT;
    for id in tree.main_line() {
        made += usize::from(tree.node(id).mv.is_some());
        if made > wanted {
            break;
        }
        found = id;
    }
    Ok(found)
}

/// The position at the cursor as a picture.
fn diagram(game: &Game, args: &ShowArgs) -> Diagram {
    let numbers = if args.numbers {
        Numbers::All
    } else {
        Numbers::None
    };
    let mut diagram = Diagram::of_tree(game.tree(), game.cursor(), numbers);
    if let Some(outcome) = game.position().outcome()
        && let Cause::Five(runs) = &outcome.cause
    {
        diagram.winning.clone_from(runs);
    }
    if args.forbidden && game.rule().has_forbidden_points(Stone::Black) {
        let found = forbidden::forbidden_points(game.position().board());
        diagram.forbidden = found.into_iter().map(|forbidden| forbidden.point).collect();
    }
    diagram
}
