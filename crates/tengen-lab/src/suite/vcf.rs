//! Wins by continuous fours: claims are certificates that tengen-core has replayed.

use anyhow::{Result, bail};
use tengen_core::{Position, proof};
use tengen_engine::Stop;
use tengen_engine::solve::{self, Budget, Finding, Kind, Question};

use super::{Faults, Win, Wishes};
use crate::data::{self, Record};

pub(super) fn check(record: &Record<'_>, seconds: f64, wishes: Wishes) -> Result<Faults> {
    let position = Position::with_board(record.board()?, record.rule()?, record.to_move()?);
    let question = Question {
        kind: Kind::Fours,
        shortest: wishes.shortest,
        budget: Budget {
            ms: Some((seconds * 1000.0) as u64),
            ..Budget::default()
        },
        ..Question::new(&position)
    };
    let watch = wishes.clock();
    let found = solve::solve(&question, watch.as_ref(), &Stop::new(), &mut |_| {}).finding;
    let mut faults = Faults::default();
    let wanted = record.need("result")?;
    if wanted == "win" {
        faults.win = Some(Win::default());
    }
    match (wanted, found) {
        ("win", Finding::Win(proof)) => {
            let win = faults.win.get_or_insert_default();
            win.seconds = Some(watch.elapsed_ms() as f64 / 1000.0);
            win.shortest = proof.shortest;
            if let Err(refusal) = proof::verify(&proof.certificate) {
                faults.add(format!("the proof is refused: {refusal}"));
            }
            let known: usize = record.need("fours")?.parse()?;
            let is_least = record.get("shortest").is_some_and(|said| said != "no");
            // The five itself is not counted.
            let fours = (proof.verified.plies as usize).saturating_sub(1) / 2;
            if proof.shortest && is_least && fours != known {
                faults.add(format!(
                    "{fours} fours are said to be the least, {known} are"
                ));
            }
        }
        ("none", Finding::None) => {}
        ("win", Finding::None) => faults.add("says that there is no win by fours"),
        ("none", Finding::Win(proof)) => {
            let line = data::names(proof.certificate.main_line());
            faults.add(format!("claims a win by {line}"));
        }
        ("win" | "none", Finding::Unknown) => {
            faults.unsolved = Some(format!("not found in {seconds} s"));
        }
        (other, _) => bail!("result={other} is not known"),
    }
    Ok(faults)
}
