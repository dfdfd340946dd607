//! For students: forbidden points with their reasons, and the shapes on the board.

use std::fmt::Write as _;

use tengen_core::shapes::{Kind, Life, Shape, shapes as shapes_of};
use tengen_core::{Point, Position, Size, Stone, forbidden};

/// Why points are forbidden to Black, and why others only look so.
pub(super) fn forbidden_points(position: &Position) -> String {
    if !position.rule().has_forbidden_points(Stone::Black) {
        return format!(
            "\nForbidden points: {} knows none; choose --rule renju.\n",
            position.rule()
        );
    }
    let board = position.board();
    let (mut closed, mut open) = (String::new(), String::new());
    for point in board.free_points() {
        let Some(told) = forbidden::examine(board, point) else {
            continue;
        };
        if told.is_forbidden() {
            closed.push_str(&told.explain(board.size()));
        } else if told.legal_because().is_some() {
            open.push_str(&told.explain(board.size()));
        }
    }
    let mut text = String::from("\nForbidden to Black (!)\n");
    text.push_str(if closed.is_empty() { "none\n" } else { &closed });
    if !open.is_empty() {
        text.push_str("\nOnly look forbidden\n");
        text.push_str(&open);
    }
    text
}

/// The fives, fours and threes of both colours, strongest first.
pub(super) fn shapes(position: &Position) -> String {
    let (board, rule) = (position.board(), position.rule());
    let mut text = String::new();
    for stone in Stone::BOTH {
        let _ = writeln!(text, "\nShapes of {stone}");
        let found = shapes_of(board, rule, stone);
        let strong = found
            .iter()
            .filter(|shape| shape.kind >= Kind::Three && shape.life != Life::Dead);
        let lines: String = strong.map(|shape| line(shape, board.size())).collect();
        text.push_str(if lines.is_empty() { "none\n" } else { &lines });
    }
    text
}

fn line(shape: &Shape, size: Size) -> String {
    let names =
        |points: &[Point]| -> Vec<String> { points.iter().map(|point| point.name(size)).collect() };
    let stones = names(&shape.stones).join("-");
    let next = names(&shape.extensions).join(" or ");
    let name = shape.name_en();
    match shape.kind {
        Kind::Five | Kind::Overline => format!("{name} {stones}\n"),
        Kind::Four => format!("{name} {stones}: wins at {next}\n"),
        _ => format!("{name} {stones}: grows at {next}\n"),
    }
}
