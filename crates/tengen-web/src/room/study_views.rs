//! What searches find, as the page sees it.

use tengen_core::{Position, Size, Stone};
use tengen_engine::solve::{Checked, Defences, Effect, Judgement, Proof};
use tengen_engine::{Line, Score};

use crate::messages::{AnalysisView, CheckedMoveView, DefenceView, DefencesView, LineView};
use crate::words::name_list;

/// Who wins by a score that is no estimate.
pub(super) fn decided(score: Score, to_move: Stone) -> Option<Stone> {
    match score {
        _ if score.is_win() => Some(to_move),
        _ if score.is_loss() => Some(to_move.opponent()),
        _ => None,
    }
}

/// Black's chance by a score of the side to move.
pub(super) fn black_chance(score: Score, to_move: Stone) -> f64 {
    let chance = match to_move {
        Stone::Black => score.win_chance(),
        Stone::White => 1.0 - score.win_chance(),
    };
    rounded(chance)
}

fn rounded(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

/// What the engine sees of a position.
pub(super) fn analysis_view(
    position: &Position,
    lines: &[Line],
    nodes: u64,
    time_ms: u64,
) -> AnalysisView {
    let size = position.size();
    let best = lines.first();
    AnalysisView {
        rule: position.rule().name().to_owned(),
        size: size.get(),
        stones: position.board().stone_count(),
        to_move: position.to_move().into(),
        outcome: position.outcome().map(ToString::to_string),
        best: best
            .and_then(|line| line.moves.first())
            .map(|point| point.name(size)),
        lines: lines.iter().map(|line| line_view(line, size)).collect(),
        nodes,
        time_ms,
        node: 0,
        running: false,
        black_chance: best.map_or(0.5, |line| black_chance(line.score, position.to_move())),
    }
}

fn line_view(line: &Line, size: Size) -> LineView {
    let plies = line.score.plies();
    LineView {
        value: plies.is_none().then(|| line.score.get()),
        wins_in: plies.filter(|_| line.score.is_win()),
        loses_in: plies.filter(|_| line.score.is_loss()),
        win_chance: rounded(line.score.win_chance()),
        depth: line.depth,
        deepest: line.deepest.max(line.depth),
        moves: name_list(&line.moves, size),
    }
}

/// Fills in what stops a threat.
pub(super) fn defended(view: &mut DefencesView, found: Option<&Defences>, position: &Position) {
    let size = position.size();
    let Some(found) = found else {
        view.result = "no_threat".to_owned();
        return;
    };
    view.result = "done".to_owned();
    view.threat = name_list(&found.attack.certificate.main_line(), size);
    let plies = |proof: &Proof| Some(proof.verified.plies as usize);
    view.replies = found
        .replies
        .iter()
        .filter_map(|defence| {
            let (effect, plies) = match &defence.effect {
                // The attack goes through as it is: any such reply is as good as none.
                Effect::None(_) => return None,
                Effect::Delays(proof) => ("loses", plies(proof)),
                Effect::Stops => ("stops", None),
                Effect::Unknown => ("unknown", None),
            };
            Some(DefenceView {
                reply: defence.reply.name(size),
                effect: effect.to_owned(),
                plies,
            })
        })
        .collect();
}

/// A move of a line put to the test.
pub(super) fn checked_view(checked: &Checked, size: Size) -> CheckedMoveView {
    let (judgement, plies, refuted_by) = match &checked.judgement {
        Judgement::Wins(proof) => ("wins", Some(proof.verified.plies as usize), Vec::new()),
        Judgement::Refuted { by } => ("refuted", None, name_list(by, size)),
        Judgement::Unknown => ("unknown", None, Vec::new()),
        Judgement::Impossible { .. } => ("impossible", None, Vec::new()),
    };
    CheckedMoveView {
        point: checked.point.name(size),
        judgement: judgement.to_owned(),
        plies,
        refuted_by,
    }
}
