//! Wins by continuous fours: found lines are replayed by the plain rules.

use std::time::Instant;

use anyhow::{Result, bail};
use tengen_core::{Cause, Move, Point, Position, Stone, win};
use tengen_engine::vcf::{self, FourProof};

use super::Faults;
use crate::data::{self, Record};

pub(super) fn check(record: &Record<'_>, seconds: f64) -> Result<Faults> {
    let position = Position::with_board(record.board()?, record.rule()?, record.to_move()?);
    let start = Instant::now();
    let found = vcf::prove(&position, &mut || start.elapsed().as_secs_f64() < seconds);
    let mut faults = Faults::default();
    match (record.need("result")?, found) {
        ("win", FourProof::Win(line)) => {
            if let Err(reason) = replay(position, &line) {
                let line = data::names(line);
                faults.add(format!("the line {line} does not win: {reason}"));
            }
        }
        ("none", FourProof::None) => {}
        ("win", FourProof::None) => faults.add("says that there is no win by fours"),
        ("none", FourProof::Win(line)) => {
            faults.add(format!("claims a win by {}", data::names(line)));
        }
        ("win" | "none", FourProof::Unknown) => {
            faults.unsolved = Some(format!("not found in {seconds} s"));
        }
        (other, _) => bail!("result={other} is not known"),
    }
    Ok(faults)
}

/// Plays the line by the rules of tengen-core: each move of the attacker must threaten
/// five, the answer given must be the only one that stops it, and the last move must
/// leave none (or be the five itself).
fn replay(mut position: Position, line: &[Point]) -> Result<(), String> {
    let attacker = position.to_move();
    for pair in line.chunks(2) {
        play(&mut position, pair[0])?;
        if let Some(outcome) = position.outcome() {
            return match &outcome.cause {
                Cause::Five(_) if pair.len() == 1 => Ok(()),
                _ => Err(format!("the game ends: {outcome}")),
            };
        }
        let answers = answers(&position, attacker)?;
        match pair {
            [_] if answers.is_empty() => return Ok(()),
            [_] => return Err(format!("{} answers the last move", data::names(answers))),
            [_, answer] if answers.contains(answer) => play(&mut position, *answer)?,
            _ => return Err("an answer is given that stops nothing".to_owned()),
        }
    }
    Err("the line ends with an answer".to_owned())
}

fn play(position: &mut Position, point: Point) -> Result<(), String> {
    position.play(point).map_err(|error| error.to_string())
}

/// The defender's legal moves after which the attacker has no five at once.
fn answers(position: &Position, attacker: Stone) -> Result<Vec<Point>, String> {
    let rule = position.rule();
    let fives = |position: &Position, stone: Stone| -> Vec<Point> {
        let board = position.board();
        board
            .free_points()
            .filter(|&point| win::wins_at_once(board, rule, point, stone))
            .collect()
    };
    if fives(position, attacker).is_empty() {
        return Err("a move of the attacker threatens no five".to_owned());
    }
    if !fives(position, attacker.opponent()).is_empty() {
        return Err("the defender makes five first".to_owned());
    }
    let mut answers = Vec::new();
    for point in position.legal_points() {
        let mut next = position.clone();
        let reply = Move {
            stone: attacker.opponent(),
            point: Some(point),
        };
        if next.play_as_written(reply).is_ok() && fives(&next, attacker).is_empty() {
            answers.push(point);
        }
    }
    Ok(answers)
}
