//! What was solved, for people and for programs.

use std::fmt::Write as _;

use tengen_core::{Point, Position, Size};
use tengen_engine::solve::{Checked, Defences, Effect, Finding, Judgement, Kind, Progress, Proof};
use tengen_web::messages::SolveKind;
use tengen_web::report;

use super::Solved;
use crate::searching::{grouped, heading};
use crate::survey::counted;

/// For people.
pub(super) fn text(position: &Position, solved: &Solved, tree: Option<usize>) -> String {
    let mut text = heading(position);
    let attacker = solved.attacker;
    match &solved.finding {
        Finding::Win(proof) => {
            let plies = proof.verified.plies;
            let _ = writeln!(text, "Proven: {attacker} wins {}.", how(proof, plies));
            let _ = writeln!(
                text,
                "{}: {}",
                line_label(proof),
                names(&proof.certificate.main_line(), position.size())
            );
            let _ = writeln!(
                text,
                "The proof has {} and was replayed against every defence ({} replies).",
                counted(proof.certificate.steps.len(), "step"),
                proof.verified.replies
            );
            if let Some(depth) = tree {
                text.push('\n');
                text.push_str(&proof.certificate.outline(depth));
            }
        }
        Finding::None => {
            let _ = writeln!(text, "{attacker} has no such win.");
        }
        Finding::Unknown => {
            let _ = writeln!(text, "Unknown: the limit was reached before an answer.");
        }
    }
    let _ = writeln!(
        text,
        "{} positions in {:.2} s.",
        grouped(solved.nodes),
        solved.elapsed.as_secs_f64()
    );
    text
}

/// By what, and with which ply.
fn how(proof: &Proof, plies: u32) -> String {
    let by = match proof.kind {
        Kind::Fours if proof.shortest => "by the fewest fours possible",
        Kind::Fours => "by fours",
        Kind::Threats => "by threats",
        Kind::Any => "",
    };
    let least = if proof.shortest { "" } else { " at the latest" };
    let space = if by.is_empty() { "" } else { ", " };
    format!("{by}{space}with ply {plies}{least}")
}

/// How far a search is, on one line; `nodes` counts those of earlier searches too.
pub(super) fn progress(kind: Kind, nodes: u64, progress: &Progress) -> String {
    let by = match kind {
        Kind::Fours => "fours",
        Kind::Threats => "threats",
        Kind::Any => "every move",
    };
    let speed = nodes * 1000 / progress.elapsed_ms.max(1);
    let mut text = format!(
        "looking at {by}: {} positions, {} a second",
        grouped(nodes),
        grouped(speed)
    );
    if let Some((proof, refutation)) = progress.efforts {
        let _ = write!(
            text,
            "; to prove {}, to refute {}",
            grouped(proof),
            grouped(refutation)
        );
    }
    text
}

/// Only a line that is shown to be the shortest is called so.
fn line_label(proof: &Proof) -> &'static str {
    if proof.shortest {
        "Shortest line"
    } else {
        "Best line found"
    }
}

fn names(points: &[Point], size: Size) -> String {
    let names: Vec<String> = points.iter().map(|point| point.name(size)).collect();
    names.join(" ")
}

/// For programs: one object on one line, the shape of the web app's messages.
pub(super) fn json(position: &Position, solved: &Solved, kind: SolveKind) -> String {
    let mut view = report::solving(solved.attacker.into(), kind);
    report::solved(&mut view, position, &solved.finding, &solved.refuted_by);
    view.nodes = solved.nodes;
    view.time_ms = u64::try_from(solved.elapsed.as_millis()).unwrap_or(u64::MAX);
    format!("{}\n", report::json(&view))
}

/// The replies to a threat.
pub(super) fn defences(position: &Position, found: Option<&Defences>, as_json: bool) -> String {
    if as_json {
        let mut view = report::defending(position);
        report::defended(&mut view, found, position);
        return format!("{}\n", report::json(&view));
    }
    let Some(found) = found else {
        let attacker = position.to_move().opponent();
        return format!("{}No threat of {attacker} was found.\n", heading(position));
    };
    defences_text(position, found)
}

fn defences_text(position: &Position, found: &Defences) -> String {
    let size = position.size();
    let attacker = position.to_move().opponent();
    let mut text = heading(position);
    let _ = writeln!(
        text,
        "{attacker} threatens to win {}: {}",
        how(&found.attack, found.attack.verified.plies),
        names(&found.attack.certificate.main_line(), size)
    );
    let those = |wanted: fn(&Effect) -> bool| -> Vec<Point> {
        let replies = found.replies.iter().filter(|reply| wanted(&reply.effect));
        replies.map(|reply| reply.reply).collect()
    };
    let stops = those(|effect| *effect == Effect::Stops);
    let unknown = those(|effect| *effect == Effect::Unknown);
    let plain = those(|effect| matches!(effect, Effect::None(_)));
    let _ = writeln!(text, "Stops it: {}", or_none(&stops, size));
    if !unknown.is_empty() {
        let _ = writeln!(text, "Not known: {}", names(&unknown, size));
    }
    for reply in &found.replies {
        if let Effect::Delays(proof) = &reply.effect {
            let line = names(&proof.certificate.main_line(), size);
            let _ = writeln!(
                text,
                "Only delays it: {}, because of {line}",
                reply.reply.name(size)
            );
        }
    }
    let _ = writeln!(
        text,
        "{} lose to the threat itself.",
        counted(plain.len(), "other reply").replace("replys", "replies")
    );
    text
}

fn or_none(points: &[Point], size: Size) -> String {
    if points.is_empty() {
        "nothing".to_owned()
    } else {
        names(points, size)
    }
}

/// The judgement of a line.
pub(super) fn checked(position: &Position, checked: &[Checked], as_json: bool) -> String {
    let size = position.size();
    if as_json {
        let mut view = report::checking();
        report::checked(&mut view, checked, size);
        return format!("{}\n", report::json(&view));
    }
    let mut text = heading(position);
    for checked in checked {
        let name = checked.point.name(size);
        let plies = checked.plies().unwrap_or_default();
        let _ = match &checked.judgement {
            Judgement::Wins(proof) => writeln!(text, "{name} wins {}.", how(proof, plies)),
            Judgement::Refuted { by } if by.is_empty() => {
                writeln!(
                    text,
                    "{name} does not win: it threatens nothing that must be met."
                )
            }
            Judgement::Refuted { by } => {
                writeln!(text, "{name} does not win: {} refutes it.", names(by, size))
            }
            Judgement::Unknown => writeln!(text, "{name}: unknown, the limit was reached first."),
            Judgement::Impossible { reason } => {
                writeln!(text, "{name} cannot be played: {reason}.")
            }
        };
    }
    text
}
