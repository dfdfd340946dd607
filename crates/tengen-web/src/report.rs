//! What searches found, in the shapes that pages and other programs read: the page gets
//! them in its messages, `tengen analyze`, `solve` and `levels` print them with `--json`.

use serde::Serialize;
use tengen_core::{Point, Position, Size, Stone};
use tengen_engine::solve::{Checked, Defences, Effect, Finding, Judgement, Proof};
use tengen_engine::{Line, Score};
use tengen_play::{Opponent, RatingTable};

use crate::messages::{
    AnalysisView, CheckedMoveView, CheckedView, Colour, DefenceView, DefencesView, LevelView,
    LineView, SolveKind, SolveView, Text,
};
use crate::words::{self, name_list};

/// A view for programs, on one line, its fields in the order of its type.
#[must_use]
pub fn json(view: &impl Serialize) -> String {
    // Names for keys and plain values: nothing here can fail to be written.
    serde_json::to_string(view).unwrap_or_default()
}

/// All opponents with their ratings, without their groups.
#[must_use]
pub fn levels() -> Vec<LevelView> {
    let table = RatingTable::shipped();
    let view = |opponent: Opponent| {
        let rating = table.rating(opponent);
        LevelView {
            id: opponent.id(),
            name: opponent.name(),
            elo: rating.map(|it| it.elo),
            error: rating.map(|it| it.error),
            games: rating.map_or(0, |it| it.games),
            group: String::new(),
        }
    };
    Opponent::ALL.map(view).to_vec()
}

/// Black's chance by a score of the side to move.
pub(crate) fn black_chance(score: Score, to_move: Stone) -> f64 {
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
#[must_use]
pub fn analysis(position: &Position, lines: &[Line], nodes: u64, time_ms: u64) -> AnalysisView {
    let size = position.size();
    let best = lines.first();
    let to_move = position.to_move();
    let black_chance = match (position.outcome(), best.filter(|line| line.is_judged())) {
        (Some(outcome), _) => match outcome.winner {
            Some(Stone::Black) => 1.0,
            Some(Stone::White) => 0.0,
            None => 0.5,
        },
        (None, Some(line)) => black_chance(line.score, to_move),
        (None, None) => 0.5,
    };
    let judged = lines.iter().filter(|line| line.is_judged());
    AnalysisView {
        rule: position.rule().name().to_owned(),
        size: size.get(),
        stones: position.board().stone_count(),
        to_move: to_move.into(),
        outcome: position.outcome().map(ToString::to_string),
        best: best
            .and_then(|line| line.moves.first())
            .map(|point| point.name(size)),
        lines: judged.map(|line| line_view(line, size)).collect(),
        nodes,
        time_ms,
        node: None,
        running: false,
        black_chance,
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

/// A question to the solver that has no answer yet.
#[must_use]
pub fn solving(attacker: Colour, kind: SolveKind) -> SolveView {
    SolveView {
        result: "running".to_owned(),
        attacker,
        kind,
        nodes: 0,
        time_ms: 0,
        node: None,
        text: solve_text("solve.running", attacker.into()),
        plies: None,
        shortest: false,
        line: Vec::new(),
        refuted_by: Vec::new(),
    }
}

/// Fills in the solver's answer about a position.
pub fn solved(view: &mut SolveView, position: &Position, finding: &Finding, refuted_by: &[Point]) {
    let size = position.size();
    let attacker = Stone::from(view.attacker);
    view.refuted_by = name_list(refuted_by, size);
    match finding {
        Finding::Win(proof) => {
            let plies = proof.verified.plies as usize;
            let moves = own_moves(plies, attacker == position.to_move());
            view.result = "win".to_owned();
            view.plies = Some(plies);
            view.shortest = proof.shortest;
            view.line = name_list(&proof.certificate.main_line(), size);
            view.text = solve_text("solve.win", attacker)
                .with("other", words::colour(attacker.opponent()))
                .with("n", moves);
        }
        Finding::None => {
            view.result = "none".to_owned();
            let key = match view.kind {
                SolveKind::Vcf => "solve.none.vcf",
                SolveKind::Vct => "solve.none.vct",
                SolveKind::Any => "solve.none.any",
            };
            view.text = solve_text(key, attacker);
        }
        Finding::Unknown => {
            view.result = "unknown".to_owned();
            view.text = solve_text("solve.unknown", attacker);
        }
    }
}

/// A sentence about the attacker.
pub(crate) fn solve_text(key: &str, attacker: Stone) -> Text {
    Text::new(key).with("colour", words::colour(attacker))
}

/// Moves of the winner among so many plies.
fn own_moves(plies: usize, begins: bool) -> usize {
    (plies + usize::from(begins)) / 2
}

/// The question what stops the threat of the side that is not to move.
#[must_use]
pub fn defending(position: &Position) -> DefencesView {
    DefencesView {
        result: "running".to_owned(),
        attacker: position.to_move().opponent().into(),
        threat: Vec::new(),
        replies: Vec::new(),
        node: None,
    }
}

/// Fills in what stops a threat.
pub fn defended(view: &mut DefencesView, found: Option<&Defences>, position: &Position) {
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

/// A line that is not judged yet.
#[must_use]
pub fn checking() -> CheckedView {
    CheckedView {
        result: "running".to_owned(),
        moves: Vec::new(),
        node: None,
    }
}

/// Fills in how the moves of a line were judged.
pub fn checked(view: &mut CheckedView, moves: &[Checked], size: Size) {
    view.result = "done".to_owned();
    view.moves = moves.iter().map(|it| checked_move(it, size)).collect();
}

/// A move of a line put to the test.
fn checked_move(checked: &Checked, size: Size) -> CheckedMoveView {
    let (judgement, plies, refuted_by) = match &checked.judgement {
        Judgement::Wins(_) => ("wins", checked.plies().map(|it| it as usize), Vec::new()),
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
