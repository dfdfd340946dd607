//! Finds what a hint can tell.

use tengen_core::shapes::{Kind as ShapeKind, Life, Shape, shapes_at};
use tengen_core::{Position, win};
use tengen_engine::solve::{self, Budget, Finding, Kind, Proof, Question};
use tengen_engine::{Deaf, Engine, Limits, NoClock, Stop};

use super::{HintFacts, HintKind};

/// Positions that a search for fours may look at.
const FOURS_NODES: u64 = 250_000;
/// Positions that a search for threes and fours may look at.
const ATTACK_NODES: u64 = 60_000;
/// The same where the engine sees a win.
const SEEN_NODES: u64 = 400_000;
/// Positions that the engine may visit.
const ENGINE_NODES: u64 = 60_000;
/// The solver's table: its searches are short here.
const TABLE_BYTES: usize = 4 << 20;

/// What the side to move could be told. The position is not over.
pub(crate) fn find(position: &Position, engine: &mut Engine, stop: &Stop) -> HintFacts {
    let opponent = position.to_move().opponent();
    let (board, rule) = (position.board(), position.rule());
    let mut free = board.free_points();
    let threatened = free.any(|point| win::wins_at_once(board, rule, point, opponent));
    match prove(position, Kind::Fours, FOURS_NODES, stop) {
        Some(proof) if proof.verified.plies == 1 => return won(HintKind::Five, proof),
        // What must be stopped is told first, even if stopping it begins a win.
        Some(proof) if !threatened => return won(kind_of_fours(position, &proof), proof),
        _ => {}
    }
    if !threatened && let Some(proof) = prove(position, Kind::Threats, ATTACK_NODES, stop) {
        let moves = own_moves(&proof);
        return won(HintKind::Attack { moves }, proof);
    }
    from_search(position, threatened, engine, stop)
}

/// A win with its proof.
fn won(kind: HintKind, proof: Proof) -> HintFacts {
    let line = proof.certificate.main_line();
    HintFacts {
        kind,
        point: line[0],
        line,
        proof: Some(Box::new(proof.certificate)),
    }
}

fn from_search(
    position: &Position,
    threatened: bool,
    engine: &mut Engine,
    stop: &Stop,
) -> HintFacts {
    let limits = Limits {
        nodes: Some(ENGINE_NODES),
        ..Limits::default()
    };
    let answer = engine.search(position, &limits, &NoClock, stop, &mut Deaf);
    let best = answer.lines.first();
    let line = best.map_or_else(Vec::new, |line| line.moves.clone());
    let point = answer.best.unwrap_or_else(|| position.size().centre());
    let sees_win = best.is_some_and(|line| line.score.is_win());
    if !threatened
        && sees_win
        && let Some(proof) = prove(position, Kind::Threats, SEEN_NODES, stop)
    {
        let moves = own_moves(&proof);
        return won(HintKind::Attack { moves }, proof);
    }
    let mut proof = None;
    let kind = if threatened {
        HintKind::StopFour
    } else if let Some(threat) = threat_of_fours(position, stop) {
        let moves = own_moves(&threat);
        proof = Some(Box::new(threat.certificate));
        HintKind::StopFours { moves }
    } else {
        HintKind::Quiet
    };
    HintFacts {
        kind,
        point,
        line,
        proof,
    }
}

/// A win of the side to move by such moves that is proven within so many positions.
pub(super) fn prove(position: &Position, kind: Kind, nodes: u64, stop: &Stop) -> Option<Proof> {
    let question = Question {
        kind,
        budget: Budget {
            nodes: Some(nodes),
            ms: None,
        },
        table_bytes: TABLE_BYTES,
        ..Question::new(position)
    };
    match solve::solve(&question, &NoClock, stop, &mut |_| {}).finding {
        Finding::Win(proof) => Some(*proof),
        Finding::None | Finding::Unknown => None,
    }
}

/// Moves of the winner, the five included, against the longest defence.
pub(super) fn own_moves(proof: &Proof) -> usize {
    (proof.verified.plies as usize).div_ceil(2)
}

fn kind_of_fours(position: &Position, proof: &Proof) -> HintKind {
    let stone = position.to_move();
    let first = proof.certificate.steps.first().and_then(|step| step.by);
    let made = first.map_or_else(Vec::new, |point| {
        shapes_at(position.board(), position.rule(), point, stone)
    });
    let count = |kind, life| {
        let alike = |shape: &&Shape| shape.kind == kind && shape.life == life;
        made.iter().filter(alike).count()
    };
    let open = count(ShapeKind::Four, Life::Open);
    let rush = count(ShapeKind::Four, Life::Rush);
    match (open, rush, count(ShapeKind::Three, Life::Open)) {
        (1.., ..) => HintKind::OpenFour,
        (_, 2.., _) => HintKind::DoubleFour,
        (_, 1, 1..) => HintKind::FourThree,
        _ => HintKind::Fours {
            moves: own_moves(proof),
        },
    }
}

/// The fours by which the other side would win if it were to move.
fn threat_of_fours(position: &Position, stop: &Stop) -> Option<Proof> {
    let other = Position::with_board(
        position.board().clone(),
        position.rule(),
        position.to_move().opponent(),
    );
    prove(&other, Kind::Fours, FOURS_NODES, stop)
}
