//! `tengen verify`: replays a certificate.

use std::io::Read;

use tengen_core::proof::{self, Certificate};

use crate::cli::VerifyArgs;
use crate::failure::Failure;
use crate::survey::counted;
use crate::terminal;

/// The exit status: 0 if the proof holds, 1 if it is refused.
pub(crate) fn run(args: &VerifyArgs) -> Result<u8, Failure> {
    let name = args.file.display().to_string();
    let text = read(args).map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    let text = String::from_utf8(text)
        .map_err(|_| Failure::Unusable(format!("{name}: a certificate is plain text")))?;
    let certificate =
        proof::read(&text).map_err(|error| Failure::Unusable(format!("{name}: {error}")))?;
    let verdict = proof::verify(&certificate);
    let status = u8::from(verdict.is_err());
    if args.quiet {
        return Ok(status);
    }
    let mut told = claim(&certificate);
    match verdict {
        Ok(verified) => told.push_str(&format!(
            "The proof holds: {}'s row stands with ply {} at the latest ({}, {} looked at).\n",
            certificate.winner,
            verified.plies,
            counted(certificate.steps.len(), "step"),
            if verified.replies == 1 {
                "1 reply".to_owned()
            } else {
                format!("{} replies", verified.replies)
            },
        )),
        Err(refusal) => told.push_str(&format!("The proof is refused: {refusal}.\n")),
    }
    if let Some(depth) = args.tree {
        told.push('\n');
        told.push_str(&certificate.outline(depth));
    }
    terminal::print_answer(&told)?;
    Ok(status)
}

fn read(args: &VerifyArgs) -> std::io::Result<Vec<u8>> {
    if args.file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes)?;
        Ok(bytes)
    } else {
        std::fs::read(&args.file)
    }
}

/// What the certificate says.
fn claim(certificate: &Certificate) -> String {
    format!(
        "{} is said to win, {} to move, {}, {} {}.\n",
        certificate.winner,
        certificate.to_move,
        counted(certificate.board.stone_count(), "stone"),
        certificate.rule,
        certificate.board.size()
    )
}
