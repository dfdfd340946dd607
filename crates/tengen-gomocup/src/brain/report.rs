//! What is told while the engine searches.

use std::fmt::Write as _;
use std::sync::Arc;

use tengen_core::Point;
use tengen_engine::{Answer, Event, Line, Listener, Score};

use super::clock::TurnClock;
use super::dialogue::coordinates;
use super::output::Output;
use super::task::Style;

/// More moves of a line are not shown: lines stay under 1,000 bytes. Decided lines are
/// whole as long as their mate is no longer than this.
const SHOWN_MOVES: usize = 120;

/// Hears the engine and tells the manager, in the form that it has asked for.
#[derive(Debug)]
pub(super) struct Reporter {
    output: Output,
    style: Style,
    clock: Arc<TurnClock>,
    /// The root move being searched.
    current: Option<Point>,
    depth: u32,
    /// The lines told last: a search that is stopped repeats them.
    told: Vec<Line>,
    /// So many lines are shown at most.
    most_lines: usize,
}

impl Reporter {
    /// A reporter for one search that shows this many lines at most.
    pub(super) fn new(
        output: Output,
        style: Style,
        clock: Arc<TurnClock>,
        most_lines: usize,
    ) -> Reporter {
        Reporter {
            output,
            style,
            clock,
            current: None,
            depth: 0,
            told: Vec::new(),
            most_lines,
        }
    }

    /// The search is over: a move that needed none is told with its value all the same.
    pub(super) fn finish(&mut self, answer: &Answer) {
        let is_known = |line: &Line| line.score > -Score::INFINITE;
        if self.told.is_empty() && answer.lines.iter().any(is_known) {
            self.tell(&answer.lines, answer.nodes);
        }
    }

    fn has_realtime(&self) -> bool {
        self.style.detail & 1 != 0
    }

    fn has_blocks(&self) -> bool {
        self.style.detail & 2 != 0
    }

    fn realtime(&self, what: &str, point: Point) {
        if self.has_realtime() {
            let text = format!("MESSAGE REALTIME {what} {}\n", coordinates(point));
            self.output.mention(text);
        }
    }

    fn enter(&mut self, point: Point, depth: u32) {
        self.leave();
        if self.has_realtime() && depth != self.depth {
            self.output.mention("MESSAGE REALTIME REFRESH\n".to_owned());
        }
        self.depth = depth;
        self.current = Some(point);
        self.realtime("POS", point);
    }

    fn leave(&mut self) {
        if let Some(point) = self.current.take() {
            self.realtime("DONE", point);
        }
    }

    fn depth_done(&mut self, lines: &[Line], nodes: u64) {
        self.leave();
        // A line of depth 0 was not searched yet.
        if lines.iter().any(|line| line.depth > 0) {
            self.tell(lines, nodes);
        }
    }

    fn tell(&mut self, lines: &[Line], nodes: u64) {
        let shown = &lines[..lines.len().min(self.most_lines)];
        let Some(best) = shown.first() else {
            return;
        };
        if *shown == *self.told {
            return;
        }
        self.told = shown.to_vec();
        let progress = Progress {
            nodes,
            ms: self.clock.real_ms(),
            style: self.style,
            lines: shown.len(),
        };
        let mut text = String::new();
        if self.has_realtime() {
            text.push_str(&progress.realtime(best));
        }
        if self.has_blocks() {
            text.push_str(&progress.blocks(shown));
        } else {
            text.push_str(&progress.messages(shown));
        }
        self.output.tell(text);
    }
}

impl Listener for Reporter {
    fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Depth { lines, nodes, .. } => self.depth_done(lines, nodes),
            Event::RootMove { point, depth } => self.enter(point, depth),
            Event::NewBest { point, .. } => self.realtime("BEST", point),
            Event::Lost { point } => self.realtime("LOST", point),
        }
    }
}

/// The state of a search when a depth is finished.
struct Progress {
    nodes: u64,
    ms: u64,
    style: Style,
    lines: usize,
}

impl Progress {
    fn speed(&self) -> u64 {
        self.nodes.saturating_mul(1_000) / self.ms.max(1)
    }

    /// One line for people for each line of play.
    fn messages(&self, lines: &[Line]) -> String {
        let mut text = String::new();
        for (n, line) in lines.iter().enumerate() {
            text.push_str("MESSAGE ");
            if self.lines > 1 {
                let _ = write!(text, "LINE {} ", n + 1);
            }
            let _ = writeln!(
                text,
                "DEPTH {}-{} EVAL {} NODES {} SPEED {} TIME {} PV {}",
                line.depth,
                line.deepest.max(line.depth),
                line.score,
                self.nodes,
                self.speed(),
                self.ms,
                self.names(line)
            );
        }
        text
    }

    fn realtime(&self, best: &Line) -> String {
        format!(
            "MESSAGE REALTIME BEST {}\nMESSAGE REALTIME VAL {}\nMESSAGE REALTIME PV {}\n",
            best.moves
                .first()
                .copied()
                .map_or_else(String::new, coordinates),
            best.score,
            self.names(best)
        )
    }

    /// A block of bare lines for each line of play.
    fn blocks(&self, lines: &[Line]) -> String {
        let mut text = String::new();
        for (n, line) in lines.iter().enumerate() {
            let mut info = |key: &str, value: &dyn std::fmt::Display| {
                let _ = writeln!(text, "INFO {key} {value}");
            };
            info("PV", &n);
            info("NUMPV", &self.lines);
            info("DEPTH", &line.depth);
            info("SELDEPTH", &line.deepest.max(line.depth));
            info("NODES", &self.nodes);
            info("TOTALNODES", &self.nodes);
            info("TOTALTIME", &self.ms);
            info("SPEED", &self.speed());
            info("EVAL", &line.score);
            info("WINRATE", &format_args!("{:.4}", line.score.win_chance()));
            let moves = line.moves.iter().take(SHOWN_MOVES);
            let points: Vec<String> = moves.copied().map(coordinates).collect();
            info("BESTLINE", &points.join(" "));
            info("PV", &"DONE");
        }
        text
    }

    /// The moves by name. A client that sends row and column means the transposed point.
    fn names(&self, line: &Line) -> String {
        let size = self.style.size;
        let name = |point: &Point| {
            let swapped = size.point(point.y(), point.x()).unwrap_or(*point);
            let shown = if self.style.swapped { swapped } else { *point };
            shown.name(size)
        };
        let names: Vec<String> = line.moves.iter().take(SHOWN_MOVES).map(name).collect();
        names.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Size;

    fn progress(detail: u8, swapped: bool, lines: usize) -> Progress {
        Progress {
            nodes: 5_000,
            ms: 10,
            lines,
            style: Style {
                detail,
                swapped,
                size: Size::STANDARD,
            },
        }
    }

    fn line(score: Score) -> Line {
        let moves = [(7, 7), (0, 14)];
        Line {
            moves: moves
                .iter()
                .filter_map(|&(x, y)| Size::STANDARD.point(x, y))
                .collect(),
            score,
            depth: 9,
            deepest: 14,
        }
    }

    #[test]
    fn a_depth_by_default() {
        let text = progress(0, false, 1).messages(&[line(Score::points(37))]);
        assert_eq!(
            text,
            "MESSAGE DEPTH 9-14 EVAL 37 NODES 5000 SPEED 500000 TIME 10 PV H8 A1\n"
        );
        let won = progress(0, false, 1).messages(&[line(Score::win_in(9))]);
        assert!(won.contains(" EVAL +M9 "), "{won}");
        let two = progress(0, false, 2).messages(&[line(Score::ZERO), line(Score::ZERO)]);
        assert!(two.contains("\nMESSAGE LINE 2 DEPTH 9-14 "), "{two}");
    }

    #[test]
    fn names_swap_for_clients_that_send_rows_first() {
        let text = progress(1, true, 1).realtime(&line(Score::loss_in(12)));
        assert_eq!(
            text,
            "MESSAGE REALTIME BEST 7,7\nMESSAGE REALTIME VAL -M12\nMESSAGE REALTIME PV H8 O15\n"
        );
    }

    #[test]
    fn a_block_has_every_field_and_ends() {
        let text = progress(2, false, 1).blocks(&[line(Score::ZERO)]);
        assert_eq!(
            text,
            "INFO PV 0\nINFO NUMPV 1\nINFO DEPTH 9\nINFO SELDEPTH 14\nINFO NODES 5000\n\
             INFO TOTALNODES 5000\nINFO TOTALTIME 10\nINFO SPEED 500000\nINFO EVAL 0\n\
             INFO WINRATE 0.5000\nINFO BESTLINE 7,7 0,14\nINFO PV DONE\n"
        );
    }
}
