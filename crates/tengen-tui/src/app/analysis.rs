//! The engine's view beside the board: of the position that is shown, and, shortly, of
//! every other position of the game, for its course.
//!
//! One [`Analyst`] does it all: a short look at each position that has none, the shown
//! one first, then a long look at the shown one. What was seen is kept by position, so
//! that walking to and fro costs nothing.

use std::collections::HashMap;
use std::sync::Arc;

use tengen_core::{Move, Point, Position, Stone};
use tengen_engine::Score;
use tengen_play::{AnalysisLimits, Analyst, View};

use super::App;

/// Positions of a short look: some hundredths of a second.
const SHORT_NODES: u64 = 12_000;
/// Best lines of the shown position.
const LINES: usize = 4;
/// Readings that are kept; a walk through long games stays far below.
const MOST_READINGS: usize = 4_000;

/// What there is to say about a move, where it is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// The other side has a proven win now, and had none before.
    Gave,
    /// A proven win was there, and is not any more.
    Missed,
}

/// What the analyst works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    key: u64,
    long: bool,
}

/// The engine's view of a line of moves.
#[derive(Debug, Default)]
pub(crate) struct Analysis {
    analyst: Option<Analyst>,
    looking: Option<Look>,
    readings: HashMap<u64, View>,
    /// The moves that are walked through, and the position after each.
    moves: Vec<Move>,
    positions: Vec<Position>,
    /// Which of the positions is shown.
    at: usize,
    /// Which of the best lines Enter would play.
    pub(crate) selected: usize,
}

impl Analysis {
    /// Goes on with this line of moves, of which the first `at` stand on the board.
    fn follow(&mut self, start: Position, moves: &[Move], at: usize) {
        let same_board = self.positions.first().is_some_and(|first| {
            (first.size(), first.rule(), first.key()) == (start.size(), start.rule(), start.key())
        });
        if !same_board || self.moves != moves {
            self.positions = positions(start, moves);
            self.moves = moves.to_vec();
        }
        if at != self.at || !same_board {
            self.selected = 0;
        }
        self.at = at.min(self.moves.len());
        self.work();
    }

    /// Ends the work; what was seen stays.
    fn rest(&mut self) {
        if let (Some(analyst), Some(_)) = (&mut self.analyst, self.looking.take()) {
            analyst.stop();
        }
    }

    /// Whether something may change soon.
    pub(crate) fn is_busy(&self) -> bool {
        self.looking.is_some() && self.analyst.as_ref().is_some_and(Analyst::is_running)
    }

    fn work(&mut self) {
        self.harvest();
        let Some(next) = self.next_look() else {
            return;
        };
        let Some(position) = self.positions.iter().find(|it| it.key() == next.key) else {
            return;
        };
        if self.analyst.is_none() {
            // Without a thread there is no view, and the panel says so.
            self.analyst = Analyst::start(Arc::new(|| {})).ok();
        }
        if let Some(analyst) = &mut self.analyst {
            let limits = match next.long {
                true => AnalysisLimits {
                    lines: LINES,
                    ..AnalysisLimits::default()
                },
                false => AnalysisLimits {
                    lines: 1,
                    nodes: Some(SHORT_NODES),
                    ..AnalysisLimits::default()
                },
            };
            analyst.look_at(position, limits);
            self.looking = Some(next);
        }
    }

    /// Takes what the analyst has seen by now.
    fn harvest(&mut self) {
        let (Some(look), Some(analyst)) = (self.looking, &self.analyst) else {
            return;
        };
        let running = analyst.is_running();
        if let Some(view) = analyst.view() {
            if self.readings.len() >= MOST_READINGS {
                self.readings.clear();
            }
            let known = self.readings.get(&look.key);
            // A long look begins shallower than a short one ended.
            if known.is_none_or(|it| depth(it) <= depth(&view) || view.nodes >= it.nodes) {
                self.readings.insert(look.key, view);
            }
        }
        if !running && !look.long {
            self.looking = None;
        }
    }

    /// What to look at next; `None` to go on as it is.
    fn next_look(&self) -> Option<Look> {
        let shown = self.positions.get(self.at)?;
        match self.looking {
            Some(look) if !look.long || look.key == shown.key() => return None,
            _ => {}
        }
        let unread = |position: &&Position| {
            position.outcome().is_none() && !self.readings.contains_key(&position.key())
        };
        let short = Some(shown)
            .into_iter()
            .chain(&self.positions)
            .find(unread)
            .map(|position| Look {
                key: position.key(),
                long: false,
            });
        let long = shown.outcome().is_none().then_some(Look {
            key: shown.key(),
            long: true,
        });
        short.or(long)
    }

    /// What is seen of the shown position.
    pub(crate) fn view(&self) -> Option<&View> {
        self.readings.get(&self.positions.get(self.at)?.key())
    }

    /// Black's chances after each move, from the beginning; `None` where nobody looked.
    pub(crate) fn course(&self) -> Vec<Option<f64>> {
        (0..self.positions.len())
            .map(|at| self.black_chance(at))
            .collect()
    }

    fn black_chance(&self, at: usize) -> Option<f64> {
        let position = self.positions.get(at)?;
        match position.outcome() {
            Some(outcome) => Some(match outcome.winner {
                Some(Stone::Black) => 1.0,
                Some(Stone::White) => 0.0,
                None => 0.5,
            }),
            None => Some(self.readings.get(&position.key())?.black_chance()),
        }
    }

    /// Who wins for certain after so many moves.
    pub(crate) fn proven(&self, at: usize) -> Option<Stone> {
        let position = self.positions.get(at)?;
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        let view = self.readings.get(&position.key())?;
        let score = view.lines.first()?.score;
        match (score.is_win(), score.is_loss()) {
            (true, _) => Some(view.to_move),
            (_, true) => Some(view.to_move.opponent()),
            _ => None,
        }
    }

    /// What is proven about a move, by its number from 1. Only where both positions were
    /// looked at: what nobody saw is no mistake.
    pub(crate) fn judge(&self, number: usize) -> Option<Judgement> {
        let before = number.checked_sub(1)?;
        let mover = self.moves.get(before)?.stone;
        self.black_chance(before)?;
        self.black_chance(number)?;
        let (was, is) = (self.proven(before), self.proven(number));
        if is == Some(mover.opponent()) && was != is {
            Some(Judgement::Gave)
        } else if was == Some(mover) && is != was {
            Some(Judgement::Missed)
        } else {
            None
        }
    }

    /// The number of the next move after `at` that gave or missed a win, round to the
    /// first one.
    fn next_mistake(&self, at: usize) -> Option<usize> {
        let all = self.moves.len();
        (at + 1..=all)
            .chain(1..=at)
            .find(|&number| self.judge(number).is_some())
    }

    /// What the engine would have played instead of a move, by the move's number from 1,
    /// and what it is worth to the mover.
    pub(crate) fn preferred(&self, number: usize) -> Option<(Point, Score)> {
        let before = self.positions.get(number.checked_sub(1)?)?;
        let line = self.readings.get(&before.key())?.lines.first()?;
        let point = *line.moves.first()?;
        let played = self.moves.get(number - 1)?.point;
        (played != Some(point)).then_some((point, line.score))
    }

    /// The first move of the selected line.
    pub(crate) fn selected_move(&self) -> Option<Point> {
        let view = self.view()?;
        let line = view.lines.get(self.selected).or(view.lines.first())?;
        line.moves.first().copied()
    }

    fn select(&mut self, down: bool) {
        let count = self.view().map_or(0, |view| view.lines.len());
        self.selected = match down {
            true => (self.selected + 1).min(count.saturating_sub(1)),
            false => self.selected.saturating_sub(1),
        };
    }
}

fn depth(view: &View) -> u32 {
    view.lines.first().map_or(0, |line| line.depth)
}

/// The position before the first move and after each; what does not fit the rules shows
/// nothing new.
fn positions(start: Position, moves: &[Move]) -> Vec<Position> {
    let mut position = start;
    let mut all = vec![position.clone()];
    for &mv in moves {
        let _ = position.play_as_written(mv);
        all.push(position.clone());
    }
    all
}

impl App {
    /// Whether the engine's view is shown.
    pub(crate) fn shows_view(&self) -> bool {
        match &self.review {
            Some(review) => review.engine,
            None => self.switches.engine_view,
        }
    }

    /// Lets the analyst follow what is shown.
    pub(super) fn follow_analysis(&mut self) {
        if !self.shows_view() {
            self.analysis.rest();
            return;
        }
        match &self.review {
            Some(review) => {
                self.analysis
                    .follow(review.start.clone(), &review.moves, review.at);
            }
            None => {
                let game = self.session.game();
                let moves: Vec<Move> = game.moves().collect();
                let start = Position::new(game.size(), game.rule());
                self.analysis.follow(start, &moves, moves.len());
            }
        }
    }

    pub(super) fn select_line(&mut self, down: bool) {
        self.analysis.select(down);
    }

    pub(super) fn go_to_next_mistake(&mut self) {
        let Some(review) = &mut self.review else {
            return;
        };
        match self.analysis.next_mistake(review.at) {
            Some(number) => review.at = number,
            None => self.message = Some(self.texts.get("analysis.no_mistake").to_owned()),
        }
    }
}
