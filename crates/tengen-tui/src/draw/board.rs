//! The board with its coordinates and everything that is marked on it.

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use tengen_core::forbidden::forbidden_points;
use tengen_core::opening::Task;
use tengen_core::shapes::{Kind, Life, Shape, shapes};
use tengen_core::{Move, Outcome, Point, Position, Stone};

use super::{Layout, put};
use crate::app::App;
use crate::picture::{self, Role, Scene, letters};

pub(super) fn draw(
    app: &App,
    layout: &Layout,
    position: &Position,
    moves: &[Move],
    buffer: &mut Buffer,
) {
    let scene = scene(app, position, moves);
    let picture = picture::draw(&scene, layout.pitch, app.look.glyphs());
    let (left, top) = layout.board;
    for (row, cells) in picture.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let (column, row) = (left + column as u16, top + row as u16);
            let style = app.look.cell(cell.role, cell.last);
            put(
                buffer,
                column,
                row,
                cell.symbol.encode_utf8(&mut [0; 4]),
                style,
            );
        }
    }
    let side = usize::from(position.size().get());
    for number in 1..=side {
        let row = top + ((side - number) * layout.pitch.rows) as u16;
        put(buffer, 1, row, &format!("{number:>2}"), app.look.quiet());
    }
    let below = top + layout.pitch.height(side) as u16;
    put(
        buffer,
        left + 1,
        below,
        &letters(side, layout.pitch),
        app.look.quiet(),
    );
}

fn scene<'a>(app: &App, position: &'a Position, moves: &[Move]) -> Scene<'a> {
    let board = position.board();
    let outcome = match app.review {
        Some(_) => position.outcome(),
        None => app.session.outcome(),
    };
    let live = app.review.is_none();
    let mut marks: Vec<(Point, char, Role)> = Vec::new();
    if outcome.is_none() {
        if app.switches.threats {
            for shape in threats(position) {
                let points = shape.extensions.iter();
                marks.extend(points.map(|&point| (point, '!', Role::Alert)));
            }
        }
        if position.rule().has_forbidden_points(position.to_move()) {
            let points = forbidden_points(board).into_iter();
            marks.extend(points.map(|it| (it.point, 'x', Role::Alert)));
        }
        if let (true, Some(opening)) = (live, app.session.game().opening())
            && opening
                .turn()
                .is_some_and(|turn| is_about_fifths(turn.task))
        {
            let offered = opening.offered().iter().enumerate();
            marks.extend(offered.map(|(at, &point)| (point, letter(at), Role::Accent)));
        }
        if let (true, Some(point)) = (live, app.hint_point) {
            marks.push((point, '?', Role::Accent));
        }
        if let (true, Some(view)) = (app.shows_view(), app.analysis.view()) {
            // The worst line first: the best one is seen where they share a point.
            for (at, line) in view.lines.iter().enumerate().take(9).rev() {
                let point = line.moves.first().copied();
                marks.extend(point.map(|point| (point, digit(at + 1), Role::Accent)));
            }
        }
    }
    let mut numbers = BTreeMap::new();
    if app.switches.numbers {
        let points = moves.iter().filter_map(|mv| mv.point);
        numbers = points.zip(1..).collect();
    }
    Scene {
        board,
        last: moves.last().and_then(|mv| mv.point),
        cursor: (live && outcome.is_none() && !app.is_watching()).then_some(app.cursor),
        winning: outcome.map_or_else(Vec::new, Outcome::winning_stones),
        marks,
        numbers,
    }
}

/// Whether the offered fifth stones are what the step is about: one of them is a stone of
/// the board afterwards, and the others are nothing.
fn is_about_fifths(task: Task) -> bool {
    matches!(task, Task::OfferFifth { .. } | Task::PickFifth)
}

fn digit(number: usize) -> char {
    char::from(b'0' + (number % 10) as u8)
}

fn letter(at: usize) -> char {
    char::from(b'a' + (at % 26) as u8)
}

/// Fours and open threes of both sides: what must be looked at.
pub(super) fn threats(position: &Position) -> Vec<Shape> {
    let mut found = Vec::new();
    for stone in Stone::BOTH {
        let all = shapes(position.board(), position.rule(), stone).into_iter();
        found.extend(all.filter(|shape| {
            matches!(
                (shape.kind, shape.life),
                (Kind::Four, Life::Rush | Life::Open) | (Kind::Three, Life::Open)
            )
        }));
    }
    found
}
