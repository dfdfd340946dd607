//! Wins by threats: claims are certificates that tengen-core has replayed.

use anyhow::{Result, bail};
use tengen_core::{Position, proof};
use tengen_engine::Stop;
use tengen_engine::solve::{self, Budget, Finding, Kind, Question};

use super::{Faults, Win, Wishes};
use crate::data::Record;

pub(super) fn check(record: &Record<'_>, seconds: f64, wishes: Wishes) -> Result<Faults> {
    let position = Position::with_board(record.board()?, record.rule()?, record.to_move()?);
    let question = Question {
        kind: Kind::Threats,
        budget: Budget {
            ms: Some((seconds * 1000.0) as u64),
            ..Budget::default()
        },
        ..Question::new(&position)
    };
    let watch = wishes.clock();
    let found = solve::solve(&question, watch.as_ref(), &Stop::new(), &mut |_| {}).finding;
    let mut faults = Faults::default();
    let is_won = match record.need("result")? {
        "win" => true,
        "none" => false,
        other => bail!("result={other} is not known"),
    };
    if is_won {
        faults.win = Some(Win::default());
    }
    match found {
        Finding::Win(proof) => {
            if let Some(win) = &mut faults.win {
                win.seconds = Some(watch.elapsed_ms() as f64 / 1000.0);
            }
            // Some "none" records are won by longer lines: a proof decides.
            if let Err(refusal) = proof::verify(&proof.certificate) {
                faults.add(format!("the proof is refused: {refusal}"));
            }
        }
        Finding::None if is_won => faults.unsolved = Some("no win by threats is seen".to_owned()),
        Finding::Unknown if is_won => {
            faults.unsolved = Some(format!("not found in {seconds} s"));
        }
        Finding::None | Finding::Unknown => {}
    }
    Ok(faults)
}
