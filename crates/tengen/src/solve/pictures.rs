//! A proof in pictures: its longest line, or its tree move by move.

use std::path::Path;

use tengen_core::diagram::{Diagram, DrawnStone, Style, sheet};
use tengen_core::proof::{Certificate, StepId};
use tengen_core::{Mark, Point, Size, Stone};

use crate::cli::SolveArgs;
use crate::failure::Failure;
use crate::{output, terminal};

/// Diagrams of a tree at most; more than that nobody looks through.
const MOST_DIAGRAMS: usize = 60;

/// Diagrams beside each other.
const COLUMNS: usize = 4;

/// Writes the longest line, or the tree as deep as `--tree` says.
pub(super) fn write(
    path: &Path,
    certificate: &Certificate,
    args: &SolveArgs,
) -> Result<(), Failure> {
    let svg = match args.tree {
        None => longest_line(certificate).svg(&Style::default()),
        Some(depth) => {
            let (diagrams, complete) = tree(certificate, depth);
            if !complete {
                terminal::say(format!(
                    "{}: the tree has more than {MOST_DIAGRAMS} diagrams; the first are drawn",
                    path.display()
                ));
            }
            sheet(&diagrams, COLUMNS, &Style::default())
        }
    };
    output::write_file(path, &svg, args.force)
}

/// The position with the longest line in numbers.
fn longest_line(certificate: &Certificate) -> Diagram {
    numbered(certificate, &certificate.main_line())
}

/// The position with these moves in numbers, the side to move first.
fn numbered(certificate: &Certificate, line: &[Point]) -> Diagram {
    let mut diagram = Diagram::of_board(&certificate.board);
    let stones = [certificate.to_move, certificate.to_move.opponent()];
    for ((&point, stone), number) in line.iter().zip(stones.into_iter().cycle()).zip(1..) {
        diagram.stones.push(DrawnStone {
            point,
            stone,
            number: Some(number),
        });
    }
    diagram
}

/// One diagram for each move of the winner, parents before children, and whether these
/// are all.
fn tree(certificate: &Certificate, depth: usize) -> (Vec<Diagram>, bool) {
    let mut gallery = Gallery {
        certificate,
        diagrams: Vec::new(),
        complete: true,
    };
    gallery.step(0, &mut Vec::new(), depth);
    (gallery.diagrams, gallery.complete)
}

struct Gallery<'a> {
    certificate: &'a Certificate,
    diagrams: Vec<Diagram>,
    complete: bool,
}

impl Gallery<'_> {
    /// Draws the step that follows `line`, then what follows its listed replies.
    fn step(&mut self, at: StepId, line: &mut Vec<Point>, depth: usize) {
        let Some(step) = self.certificate.steps.get(at as usize) else {
            return;
        };
        if self.diagrams.len() >= MOST_DIAGRAMS {
            self.complete = false;
            return;
        }
        line.extend(step.by);
        let size = self.certificate.board.size();
        let mut diagram = numbered(self.certificate, line);
        diagram.title = title(line, size, self.certificate.to_move);
        for (n, &(reply, _)) in step.replies.iter().enumerate() {
            diagram.marks.push((reply, Mark::Label(letter(n))));
        }
        if step.replies.is_empty() && step.otherwise.is_some() {
            diagram
                .title
                .push_str("; every reply loses to the same move");
        }
        self.diagrams.push(diagram);
        if depth > 1 {
            for &(reply, next) in &step.replies {
                line.push(reply);
                self.step(next, line, depth - 1);
                line.pop();
            }
        }
        if step.by.is_some() {
            line.pop();
        }
    }
}

fn title(line: &[Point], size: Size, first: Stone) -> String {
    let names: Vec<String> = line.iter().map(|point| point.name(size)).collect();
    format!("{first} begins: {}", names.join(" "))
}

/// `A` to `Z`, then `A2` and so on.
fn letter(n: usize) -> String {
    let letter = char::from(b'A' + (n % 26) as u8);
    match n / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::proof::Step;
    use tengen_core::{Board, Rule};

    #[test]
    fn a_tree_has_a_diagram_for_every_move_of_the_winner() {
        let size = Size::STANDARD;
        let at = |x| size.point(x, 7).unwrap();
        let stones = (4..7).map(|x| (at(x), Stone::Black));
        let certificate = Certificate {
            rule: Rule::Freestyle,
            board: Board::with_stones(size, stones).unwrap(),
            to_move: Stone::Black,
            winner: Stone::Black,
            steps: vec![
                Step {
                    by: Some(at(7)),
                    replies: vec![(at(3), 1)],
                    otherwise: Some(2),
                },
                Step::winning(at(8)),
                Step::winning(at(3)),
            ],
        };
        let (shallow, _) = tree(&certificate, 1);
        assert_eq!(shallow.len(), 1);
        assert_eq!(shallow[0].marks, [(at(3), Mark::Label("A".to_owned()))]);
        let (deep, complete) = tree(&certificate, 5);
        assert!(complete);
        let numbers: Vec<Option<u32>> = deep[1].stones.iter().map(|s| s.number).collect();
        assert_eq!(deep.len(), 2);
        assert_eq!(numbers[3..], [Some(1), Some(2), Some(3)]);
        let drawn = sheet(&deep, COLUMNS, &Style::default());
        assert_eq!(drawn.matches("<svg ").count(), 3);
    }

    #[test]
    fn replies_beyond_z_are_counted() {
        assert_eq!([letter(0), letter(25), letter(26)], ["A", "Z", "A2"]);
    }
}
