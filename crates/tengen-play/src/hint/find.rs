//! Finds what a hint can tell.

use tengen_core::shapes::{Kind, Life, shapes_at};
use tengen_core::{Point, Position, win};
use tengen_engine::vcf::{self, FourProof};
use tengen_engine::{Answer, Deaf, Engine, Limits, NoClock, Score, Stop};

use super::{HintFacts, HintKind};

/// Positions that the search for threes may visit.
const ATTACK_NODES: u64 = 60_000;
/// Attempts at a proof by fours, each with twice the budget of the last: about 250,000
/// positions in all.
pub(super) const ATTEMPTS: usize = 5;

/// What the side to move could be told. The position is not over.
pub(crate) fn find(position: &Position, engine: &mut Engine, stop: &Stop) -> HintFacts {
    let stone = position.to_move();
    if let Some(point) = winning_point(position) {
        return alone(HintKind::Five, point);
    }
    let threatened = position
        .board()
        .free_points()
        .any(|point| win::wins_at_once(position.board(), position.rule(), point, stone.opponent()));
    if !threatened && let Some(line) = wins_by_fours(position) {
        let kind = kind_of_fours(position, &line);
        return HintFacts {
            kind,
            point: line[0],
            line,
        };
    }
    let limits = Limits {
        nodes: Some(ATTACK_NODES),
        ..Limits::default()
    };
    let answer = engine.search(position, &limits, &NoClock, stop, &mut Deaf);
    from_search(position, threatened, &answer)
}

fn from_search(position: &Position, threatened: bool, answer: &Answer) -> HintFacts {
    let best = answer.lines.first();
    let line = best.map_or_else(Vec::new, |line| line.moves.clone());
    let point = answer.best.unwrap_or_else(|| position.size().centre());
    let proven = best.map(|line| line.score).filter(|score| score.is_win());
    let kind = if threatened {
        HintKind::StopFour
    } else if let Some(plies) = proven.and_then(Score::plies) {
        HintKind::Attack {
            moves: plies.div_ceil(2),
        }
    } else {
        match threat_of_fours(position) {
            Some(moves) => HintKind::StopFours { moves },
            None => HintKind::Quiet,
        }
    };
    HintFacts { kind, point, line }
}

fn alone(kind: HintKind, point: Point) -> HintFacts {
    HintFacts {
        kind,
        point,
        line: vec![point],
    }
}

fn winning_point(position: &Position) -> Option<Point> {
    let (board, rule) = (position.board(), position.rule());
    let stone = position.to_move();
    position
        .legal_points()
        .find(|&point| win::wins_at_once(board, rule, point, stone))
}

/// The line of a win by fours of the side to move, if one is proven within the budget.
pub(super) fn wins_by_fours(position: &Position) -> Option<Vec<Point>> {
    let mut attempts = 0;
    let proof = vcf::prove(position, &mut || {
        attempts += 1;
        attempts <= ATTEMPTS
    });
    match proof {
        FourProof::Win(line) if !line.is_empty() => Some(line),
        _ => None,
    }
}

/// Own moves of a line that wins, the five included.
pub(super) fn own_moves(position: &Position, line: &[Point]) -> usize {
    let mut after = position.clone();
    for &point in line {
        if after.play(point).is_err() {
            break;
        }
    }
    // Where no answer is left the line may stop before the five itself.
    line.len().div_ceil(2) + usize::from(after.outcome().is_none())
}

fn kind_of_fours(position: &Position, line: &[Point]) -> HintKind {
    let stone = position.to_move();
    let made = shapes_at(position.board(), position.rule(), line[0], stone);
    let count = |kind, life| {
        let alike = |shape: &&tengen_core::shapes::Shape| shape.kind == kind && shape.life == life;
        made.iter().filter(alike).count()
    };
    let (open, rush) = (count(Kind::Four, Life::Open), count(Kind::Four, Life::Rush));
    match (open, rush, count(Kind::Three, Life::Open)) {
        (1.., ..) => HintKind::OpenFour,
        (_, 2.., _) => HintKind::DoubleFour,
        (_, 1, 1..) => HintKind::FourThree,
        _ => HintKind::Fours {
            moves: own_moves(position, line),
        },
    }
}

/// Whether the other side would win by fours if it were to move, and in how many moves.
fn threat_of_fours(position: &Position) -> Option<usize> {
    let other = Position::with_board(
        position.board().clone(),
        position.rule(),
        position.to_move().opponent(),
    );
    let line = wins_by_fours(&other)?;
    Some(own_moves(&other, &line))
}
