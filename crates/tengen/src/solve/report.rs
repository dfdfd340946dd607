//! What was solved, for people and for programs.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tengen_core::{Point, Position, Size, Stone};
use tengen_engine::solve::{Checked, Defences, Effect, Finding, Judgement, Kind, Progress, Proof};

use super::Solved;
use crate::searching::{grouped, heading};
use crate::survey::counted;

/// For people.
pub(super) fn text(position: &Position, solved: &Solved, tree: Option<usize>) -> String {
    let mut text = heading(position);
    let attacker = solved.attacker;
    match &solved.finding {
        Finding::Win(proof) => {
            let _ = writeln!(text, "Proven: {attacker} wins {}.", how(proof));
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

fn how(proof: &Proof) -> String {
    let by = match proof.kind {
        Kind::Fours if proof.shortest => "by the fewest fours possible",
        Kind::Fours => "by fours",
        Kind::Threats => "by threats",
        Kind::Any => "",
    };
    let plies = proof.verified.plies;
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

fn name_list(points: &[Point], size: Size) -> Vec<String> {
    points.iter().map(|point| point.name(size)).collect()
}

fn side(stone: Stone) -> &'static str {
    match stone {
        Stone::Black => "black",
        Stone::White => "white",
    }
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Fours => "vcf",
        Kind::Threats => "vct",
        Kind::Any => "any",
    }
}

/// For programs: one object on one line.
pub(super) fn json(position: &Position, solved: &Solved) -> String {
    let mut object = json!({
        "rule": position.rule().name(),
        "size": position.size().get(),
        "to_move": side(position.to_move()),
        "attacker": side(solved.attacker),
        "nodes": solved.nodes,
        "seconds": solved.elapsed.as_secs_f64(),
    });
    let (word, proof) = match &solved.finding {
        Finding::Win(proof) => ("win", proof_json(proof, position.size())),
        Finding::None => ("none", Value::Null),
        Finding::Unknown => ("unknown", Value::Null),
    };
    object["result"] = json!(word);
    object["proof"] = proof;
    format!("{object}\n")
}

fn proof_json(proof: &Proof, size: Size) -> Value {
    json!({
        "kind": kind(proof.kind),
        "plies": proof.verified.plies,
        "shortest": proof.shortest,
        "steps": proof.certificate.steps.len(),
        "replies_played": proof.verified.replies,
        "line": name_list(&proof.certificate.main_line(), size),
    })
}

/// The replies to a threat.
pub(super) fn defences(position: &Position, found: Option<&Defences>, as_json: bool) -> String {
    let size = position.size();
    let Some(found) = found else {
        return if as_json {
            format!("{}\n", json!({ "threat": Value::Null }))
        } else {
            let attacker = position.to_move().opponent();
            format!("{}No threat of {attacker} was found.\n", heading(position))
        };
    };
    if as_json {
        let replies = found.replies.iter().map(|reply| {
            let (word, proof) = match &reply.effect {
                Effect::None(proof) => ("loses", proof_json(proof, size)),
                Effect::Delays(proof) => ("delays", proof_json(proof, size)),
                Effect::Stops => ("stops", Value::Null),
                Effect::Unknown => ("unknown", Value::Null),
            };
            json!({ "reply": reply.reply.name(size), "effect": word, "proof": proof })
        });
        let object = json!({
            "threat": proof_json(&found.attack, size),
            "replies": replies.collect::<Vec<Value>>(),
            "nodes": found.nodes,
        });
        return format!("{object}\n");
    }
    defences_text(position, found)
}

fn defences_text(position: &Position, found: &Defences) -> String {
    let size = position.size();
    let attacker = position.to_move().opponent();
    let mut text = heading(position);
    let _ = writeln!(
        text,
        "{attacker} threatens to win {}: {}",
        how(&found.attack),
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
        let moves = checked.iter().map(|checked| {
            let (word, detail) = match &checked.judgement {
                Judgement::Wins(proof) => ("wins", proof_json(proof, size)),
                Judgement::Refuted { by } => ("refuted", json!(name_list(by, size))),
                Judgement::Unknown => ("unknown", Value::Null),
                Judgement::Impossible { reason } => ("impossible", json!(reason)),
            };
            json!({ "move": checked.point.name(size), "judgement": word, "detail": detail })
        });
        return format!("{}\n", json!({ "moves": moves.collect::<Vec<Value>>() }));
    }
    let mut text = heading(position);
    for checked in checked {
        let name = checked.point.name(size);
        let _ = match &checked.judgement {
            Judgement::Wins(proof) => writeln!(text, "{name} wins {}.", how(proof)),
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
