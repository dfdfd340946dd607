//! From a position to what the page draws.

use tengen_core::forbidden::{self, ForbiddenKind};
use tengen_core::shapes::{self, Kind, Life, Shape};
use tengen_core::{Cause, Mark, Outcome, Point, Position, Run, Size, Stone};

use crate::messages::{BoardView, ForbiddenView, MarkView, RowView, StoneView, ThreatView};
use crate::words::{self, name_list};

/// The board of a position. `numbered` are the moves that led to it, in order: stones that
/// are not among them were set up.
pub(crate) fn board(
    position: &Position,
    numbered: &[(Point, Stone)],
    outcome: Option<&Outcome>,
) -> BoardView {
    let size = position.size();
    let is_over = outcome.is_some();
    BoardView {
        size: size.get(),
        rule: position.rule().name().to_owned(),
        to_move: (!is_over).then(|| position.to_move().into()),
        stones: stones(position, numbered),
        last: numbered
            .last()
            .filter(|(point, _)| position.board().get(*point).is_some())
            .map(|(point, _)| point.name(size)),
        winning: winning(outcome, size),
        forbidden: match is_over {
            true => Vec::new(),
            false => forbidden_points(position),
        },
        threats: match is_over {
            true => Vec::new(),
            false => threats(position),
        },
        marks: Vec::new(),
        offered: Vec::new(),
        region: None,
        open: false,
    }
}

fn stones(position: &Position, numbered: &[(Point, Stone)]) -> Vec<StoneView> {
    let size = position.size();
    let board = position.board();
    let view = |point: Point, stone: Stone, number| StoneView {
        point: point.name(size),
        stone: stone.into(),
        number,
    };
    let is_move = |point: Point| numbered.iter().any(|(at, _)| *at == point);
    let set_up = board.stones().filter(|(point, _)| !is_move(*point));
    let mut views: Vec<StoneView> = set_up
        .map(|(point, stone)| view(point, stone, None))
        .collect();
    for (number, &(point, _)) in (1..).zip(numbered) {
        // A record may have put another stone there later.
        let last = numbered.iter().rposition(|(at, _)| *at == point);
        if let Some(stone) = board.get(point)
            && last == Some(number - 1)
        {
            views.push(view(point, stone, Some(number)));
        }
    }
    views
}

fn winning(outcome: Option<&Outcome>, size: Size) -> Vec<Vec<String>> {
    let Some(Outcome {
        cause: Cause::Five(runs),
        ..
    }) = outcome
    else {
        return Vec::new();
    };
    let row = |run: &Run| run.points().map(|point| point.name(size)).collect();
    runs.iter().map(row).collect()
}

/// The points that the side to move may not play.
fn forbidden_points(position: &Position) -> Vec<ForbiddenView> {
    let (board, size) = (position.board(), position.size());
    if !position.rule().has_forbidden_points(position.to_move()) {
        return Vec::new();
    }
    let points = forbidden::forbidden_points(board);
    let views = points.into_iter().filter_map(|found| {
        let examined = forbidden::examine(board, found.point)?;
        Some(ForbiddenView {
            point: found.point.name(size),
            kinds: found
                .kinds
                .iter()
                .map(|&kind| words::kind_code(kind).to_owned())
                .collect(),
            text: words::forbidden(&examined, size),
            rows: rows(&examined, size),
        })
    });
    views.collect()
}

fn rows(examined: &forbidden::Examination, size: Size) -> Vec<RowView> {
    let mut rows = Vec::new();
    let mut row = |kind: &str, stones: &[Point], follow: &[Point]| {
        rows.push(RowView {
            kind: kind.to_owned(),
            stones: name_list(stones, size),
            follow: name_list(follow, size),
        });
    };
    for kind in &examined.kinds {
        match kind {
            ForbiddenKind::Overline => {
                for run in &examined.overlines {
                    row("overline", &run.points().collect::<Vec<_>>(), &[]);
                }
            }
            ForbiddenKind::DoubleFour => {
                for four in &examined.fours {
                    row("four", &four.stones, &four.five_points);
                }
            }
            ForbiddenKind::DoubleThree => {
                for three in examined.real_threes() {
                    let real = three.extensions.iter().filter(|it| it.obstacle.is_none());
                    let follow: Vec<Point> = real.map(|it| it.point).collect();
                    row("three", &three.stones, &follow);
                }
            }
        }
    }
    rows
}

/// What both sides threaten.
fn threats(position: &Position) -> Vec<ThreatView> {
    let (board, rule, size) = (position.board(), position.rule(), position.size());
    let both = Stone::BOTH
        .into_iter()
        .flat_map(|stone| shapes::shapes(board, rule, stone));
    both.filter_map(|shape: Shape| {
        Some(ThreatView {
            stone: shape.stone.into(),
            shape: shape_code(&shape)?.to_owned(),
            stones: name_list(&shape.stones, size),
            points: name_list(&shape.extensions, size),
        })
    })
    .collect()
}

fn shape_code(shape: &Shape) -> Option<&'static str> {
    match (shape.kind, shape.life) {
        (Kind::Five | Kind::Overline, Life::Complete) => Some("five"),
        (Kind::Four, Life::Open) => Some("open-four"),
        (Kind::Four, Life::Rush) => Some("four"),
        (Kind::Three, Life::Open) => Some("open-three"),
        _ => None,
    }
}

/// The marks of a record.
pub(crate) fn marks(marks: &[(Point, Mark)], size: Size) -> Vec<MarkView> {
    let view = |(point, mark): &(Point, Mark)| MarkView {
        point: point.name(size),
        kind: match mark {
            Mark::Cross => "cross",
            Mark::Circle => "circle",
            Mark::Square => "square",
            Mark::Triangle => "triangle",
            Mark::Label(_) => "label",
        }
        .to_owned(),
        label: match mark {
            Mark::Label(text) => text.chars().take(8).collect(),
            _ => String::new(),
        },
    };
    marks.iter().take(1_000).map(view).collect()
}
