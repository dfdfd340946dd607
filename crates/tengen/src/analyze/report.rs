//! The result of an analysis, for people and for programs.

use std::fmt::Write as _;

use tengen_core::{Position, Size};
use tengen_engine::{Answer, Line, Score};
use tengen_web::report;

use super::Analysis;
use crate::searching::{grouped, heading};

/// For people.
pub(super) fn text(position: &Position, analysis: &Analysis) -> String {
    let mut text = heading(position);
    if let Some(outcome) = position.outcome() {
        let _ = writeln!(text, "The game is over: {outcome}.");
        return text;
    }
    let answer = &analysis.answer;
    let Some(best) = answer.lines.first() else {
        text.push_str("There is no legal move.\n");
        return text;
    };
    let cost = format!(
        "{} {} in {:.2} s",
        grouped(answer.nodes),
        if answer.nodes == 1 { "node" } else { "nodes" },
        analysis.elapsed.as_secs_f64()
    );
    if !best.is_judged() {
        let _ = writeln!(
            text,
            "Stopped before a move was judged: {cost}. {} would have come first.",
            names(best, position.size())
        );
        return text;
    }
    let _ = writeln!(text, "{}, {cost}.", depth_in_words(best));
    text.push_str("\n  value     win  line\n");
    for line in &answer.lines {
        let _ = writeln!(
            text,
            "{:>7}  {:>5.1}%  {}",
            value(line.score),
            line.score.win_chance() * 100.0,
            names(line, position.size())
        );
    }
    let _ = writeln!(
        text,
        "\nValues and chances are {}'s; +M9 wins with its 9th ply from here, -M8 loses,\n\
         and such a line goes on to the five.",
        position.to_move()
    );
    text
}

fn depth_in_words(best: &Line) -> String {
    match best.depth {
        0 => "Decided without a search".to_owned(),
        depth => format!("Depth {depth} to {}", best.deepest.max(depth)),
    }
}

/// For programs: one object on one line, the shape of the web app's messages.
pub(super) fn json(position: &Position, analysis: &Analysis) -> String {
    let time_ms = u64::try_from(analysis.elapsed.as_millis()).unwrap_or(u64::MAX);
    let Answer { lines, nodes, .. } = &analysis.answer;
    let view = report::analysis(position, lines, *nodes, time_ms);
    format!("{}\n", report::json(&view))
}

/// A score with its sign: `+37`, `-120`, `+M9`.
pub(super) fn value(score: Score) -> String {
    match score.get() {
        points if points > 0 && !score.is_decided() => format!("+{points}"),
        _ => score.to_string(),
    }
}

/// The moves by name.
pub(super) fn names(line: &Line, size: Size) -> String {
    let names: Vec<String> = line.moves.iter().map(|point| point.name(size)).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_carry_their_sign() {
        assert_eq!(value(Score::points(37)), "+37");
        assert_eq!(value(Score::points(-5)), "-5");
        assert_eq!(value(Score::ZERO), "0");
        assert_eq!(value(Score::win_in(9)), "+M9");
    }
}
