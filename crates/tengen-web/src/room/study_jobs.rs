//! Searches for the study board: analysis, review, proofs. One at a time for a room.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use tengen_core::{Point, Position, Stone};
use tengen_engine::solve::{self, Budget, Checked, Defences, Finding, Kind, Question};
use tengen_engine::{Clock, Engine, Evaluation, Limits, Line, Options, Stop};

use super::asks::Done;
use super::play::point_named;
use super::proof::OpenProof;
use super::study::Chance;
use super::study_searches::{Review, SharedWatch, Watcher, decided, solve_by_steps};
use super::{Letter, Refused, Room};
use crate::messages::{
    AnalysisView, Ask, CheckedView, Colour, DefencesView, ErrorCode, SolveKind, SolveView, Tell,
    Text,
};
use crate::report;
use crate::searches::{Queue, Slot, Ticket};

/// The table of an analysis.
const TABLE_BYTES: usize = 64 << 20;
/// The table of a search for a proof.
const PROOF_TABLE_BYTES: usize = 64 << 20;
/// How often a review in progress shows its graph.
const REVIEW_EVERY: Duration = Duration::from_millis(400);

/// News of a study's search.
#[derive(Debug)]
pub(crate) struct StudyNews {
    job: u64,
    what: Report,
}

#[derive(Debug)]
pub(super) enum Report {
    /// What the engine sees of a node.
    Seen {
        node: u32,
        lines: Vec<Line>,
        nodes: u64,
        time_ms: u64,
    },
    /// Analysis has ended, or makes way for others after so long.
    Analysed {
        engine: Box<Engine>,
        spent: Duration,
        yielded: bool,
    },
    /// A node of a review is judged.
    Judged {
        node: u32,
        chance: Chance,
    },
    /// The move of this node was the only one.
    OnlyMove(u32),
    /// The review makes way for others, and is to go on later.
    ReviewYielded(Box<Review>),
    /// The review is over.
    Reviewed,
    /// How far the solver is.
    Progress {
        nodes: u64,
        time_ms: u64,
    },
    Solved {
        finding: Finding,
        refuted_by: Vec<Point>,
        nodes: u64,
        time_ms: u64,
    },
    Defended(Option<Box<Defences>>),
    Checked(Vec<Checked>),
}

/// The search that runs or waits for a room's study.
#[derive(Debug)]
pub(super) struct StudyWork {
    number: u64,
    ticket: Ticket,
    stop: Stop,
    /// What it looks at.
    position: Position,
    node: u32,
    /// What is left to an analysis.
    left: Duration,
    shown: Instant,
}

/// A search's clock.
#[derive(Debug)]
pub(super) struct Watch(pub(super) Instant);

impl Clock for Watch {
    fn elapsed_ms(&self) -> u64 {
        millis(self.0.elapsed())
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The way back to the room.
#[derive(Clone)]
pub(super) struct Teller {
    job: u64,
    outlet: Sender<Letter>,
}

impl Teller {
    pub(super) fn tell(&self, what: Report) {
        // A room that is gone needs no news.
        let _ = self.outlet.send(Letter::Studied(StudyNews {
            job: self.job,
            what,
        }));
    }
}

impl Room {
    pub(super) fn study_work(&mut self, ask: &Ask) -> Result<Done, Refused> {
        match ask {
            Ask::Analyse {
                lines,
                threads,
                seconds,
            } => {
                let most = self.searches.cores();
                let engine = &mut self.study_mut().engine;
                engine.on = true;
                engine.lines = (*lines).clamp(1, 9);
                engine.threads = (*threads).clamp(1, most);
                engine.seconds = seconds.unwrap_or(60).clamp(1, 600);
                self.mode = crate::messages::Mode::Study;
                self.stop_search();
                self.follow_cursor();
            }
            Ask::StopAnalysis => {
                self.stop_search();
                self.study_mut().engine.on = false;
            }
            Ask::Review => self.review(),
            Ask::Solve {
                attacker,
                kind,
                shortest,
                seconds,
            } => self.solve(*attacker, *kind, *shortest, *seconds)?,
            Ask::Defences { kind, seconds } => self.ask_defences(*kind, *seconds)?,
            Ask::CheckLine {
                moves,
                kind,
                seconds,
            } => self.check_line(moves, *kind, *seconds)?,
            Ask::StopSolve => self.stop_solve(),
            Ask::WalkProof { replies } => match &mut self.study_mut().proof {
                Some(proof) => proof.walk(replies)?,
                None => return Err((ErrorCode::NotFound, Text::new("error.proof"))),
            },
            Ask::CloseProof => self.study_mut().moved(),
            _ => return Err((ErrorCode::BadMessage, Text::new("error.message"))),
        }
        Ok(Done::Changed)
    }

    /// Ends whatever is searched for the study, at once.
    pub(super) fn stop_search(&mut self) {
        if let Some(work) = self.work.take() {
            work.stop.raise();
            self.searches.withdraw(&work.ticket);
        }
        if let Some(study) = &mut self.study {
            study.engine.reviewing = false;
            study.engine.queued = false;
            if let Some(analysis) = &mut study.analysis {
                analysis.running = false;
            }
            let waits = |result: &str| ["queued", "running"].contains(&result);
            if let Some(solve) = study.solve.as_mut().filter(|it| waits(&it.result)) {
                solve.result = "unknown".to_owned();
                solve.text = report::solve_text("solve.unknown", solve.attacker.into());
            }
            study.defences.take_if(|it| waits(&it.result));
            study.checked.take_if(|it| waits(&it.result));
        }
    }

    /// The same, and the engine is switched off: nobody looks any more.
    pub(super) fn stop_study_work(&mut self) {
        self.stop_search();
        if let Some(study) = &mut self.study {
            study.engine.on = false;
        }
    }

    fn stop_solve(&mut self) {
        self.stop_search();
        self.follow_cursor();
    }

    /// Puts a search into the line; the one before is ended.
    fn submit(
        &mut self,
        left: Duration,
        work: impl FnOnce(&Slot<'_>, &Position, u32, &Stop, &Teller) + Send + 'static,
    ) {
        self.stop_search();
        self.works += 1;
        let number = self.works;
        let study = self.study_mut();
        let (position, node) = (study.game.position().clone(), study.cursor());
        let stop = Stop::new();
        let teller = Teller {
            job: number,
            outlet: self.outlet.clone(),
        };
        let (theirs, their_stop) = (position.clone(), stop.clone());
        let ticket = self.searches.submit(Queue::Study, move |slot| {
            if !their_stop.is_raised() {
                work(slot, &theirs, node, &their_stop, &teller);
            }
        });
        self.work = Some(StudyWork {
            number,
            ticket,
            stop,
            position,
            node,
            left,
            shown: Instant::now(),
        });
    }

    /// Lets the engine look at the cursor, if it is switched on and nothing else is asked.
    pub(super) fn follow_cursor(&mut self) {
        let Some(study) = &self.study else { return };
        let seconds = study.engine.seconds;
        let node = study.cursor();
        let is_over = study.game.position().outcome().is_some();
        let solving = study
            .solve
            .as_ref()
            .is_some_and(|it| it.result == "running");
        let busy = self
            .work
            .as_ref()
            .is_some_and(|work| work.node == node && !study.engine.reviewing || solving);
        if !study.engine.on || busy || study.engine.reviewing {
            return;
        }
        if is_over {
            return self.stop_search();
        }
        self.analyse(Duration::from_secs(u64::from(seconds)), None);
    }

    fn analyse(&mut self, left: Duration, engine: Option<Box<Engine>>) {
        let settings = self.study_mut().engine.clone();
        let engine = engine.or_else(|| self.spare_engine.take());
        self.submit(left, move |slot, position, node, stop, teller| {
            let mut engine = engine.unwrap_or_default();
            engine.set_options(Options {
                table_bytes: TABLE_BYTES,
                threads: settings.threads,
                evaluation: Evaluation::Shipped,
                ..Options::default()
            });
            let limits = Limits {
                lines: settings.lines,
                turn_ms: Some(millis(left)),
                ..Limits::default()
            };
            let watch = Watch(Instant::now());
            let mut listener = Watcher {
                slot,
                stop,
                teller,
                node,
                yielded: false,
            };
            let answer = engine.search(position, &limits, &watch, stop, &mut listener);
            let yielded = listener.yielded;
            teller.tell(Report::Seen {
                node,
                lines: answer.lines,
                nodes: answer.nodes,
                time_ms: watch.elapsed_ms(),
            });
            teller.tell(Report::Analysed {
                engine,
                spent: watch.0.elapsed(),
                yielded,
            });
        });
        let queued = self
            .work
            .as_ref()
            .is_some_and(|work| work.ticket.is_waiting());
        self.study_mut().engine.queued = queued;
    }

    fn review(&mut self) {
        let study = self.study_mut();
        let line = study.line().into_iter().map(|(id, _)| id.get()).collect();
        let review = Review::new(study.game.tree().clone(), line);
        self.go_on_reviewing(Box::new(review));
    }

    fn go_on_reviewing(&mut self, mut review: Box<Review>) {
        self.submit(Duration::ZERO, move |slot, _, _, stop, teller| {
            let is_over = review.go_on(&|| slot.should_yield(), stop, teller);
            teller.tell(match is_over {
                true => Report::Reviewed,
                false => Report::ReviewYielded(review),
            });
        });
        self.study_mut().engine.reviewing = true;
    }

    fn solve(
        &mut self,
        attacker: Colour,
        kind: SolveKind,
        shortest: bool,
        seconds: Option<u32>,
    ) -> Result<(), Refused> {
        self.refuse_if_over()?;
        let budget_ms = budget_ms(seconds);
        let stone = Stone::from(attacker);
        self.submit(Duration::ZERO, move |slot, position, _, stop, teller| {
            let watch = SharedWatch::start(slot, budget_ms);
            solve_by_steps(position, stone, kind, shortest, &watch, stop, teller);
        });
        let study = self.study_mut();
        study.proof = None;
        study.solve = Some(SolveView {
            node: Some(study.cursor()),
            ..report::solving(attacker, kind)
        });
        Ok(())
    }

    fn refuse_if_over(&mut self) -> Result<(), Refused> {
        match self.study_mut().game.position().outcome() {
            Some(_) => Err((ErrorCode::Refused, Text::new("refused.over"))),
            None => Ok(()),
        }
    }

    fn ask_defences(&mut self, kind: SolveKind, seconds: Option<u32>) -> Result<(), Refused> {
        self.refuse_if_over()?;
        let ms = budget_ms(seconds);
        self.submit(Duration::ZERO, move |slot, position, _, stop, teller| {
            let question = question(position, position.to_move().opponent(), kind_of(kind), ms);
            let found = solve::defences(&question, &SharedWatch::start(slot, ms), stop);
            teller.tell(Report::Defended(found.map(Box::new)));
        });
        let study = self.study_mut();
        study.defences = Some(DefencesView {
            node: Some(study.cursor()),
            ..report::defending(study.game.position())
        });
        Ok(())
    }

    fn check_line(
        &mut self,
        names: &[String],
        kind: SolveKind,
        seconds: Option<u32>,
    ) -> Result<(), Refused> {
        self.refuse_if_over()?;
        let size = self.study_mut().game.size();
        let line: Result<Vec<Point>, Refused> = names
            .iter()
            .take(200)
            .map(|name| point_named(name, size))
            .collect();
        let (line, ms) = (line?, budget_ms(seconds));
        self.submit(Duration::ZERO, move |slot, position, _, stop, teller| {
            let question = question(position, position.to_move(), kind_of(kind), ms);
            let watch = SharedWatch::start(slot, ms);
            let checked = solve::check_line(&question, &line, &watch, stop);
            teller.tell(Report::Checked(checked));
        });
        let study = self.study_mut();
        study.checked = Some(CheckedView {
            node: Some(study.cursor()),
            ..report::checking()
        });
        Ok(())
    }

    /// Takes news of the search that counts; what others say is dropped.
    pub(super) fn studied(&mut self, news: StudyNews) {
        let Some(mut work) = self.work.take_if(|work| work.number == news.job) else {
            if let Report::Analysed { engine, .. } = news.what {
                self.spare_engine = Some(engine);
            }
            return;
        };
        if self.study.is_none() {
            return;
        }
        let over = self.report(&work, news.what);
        if over {
            self.changed = true;
            self.follow_cursor();
        } else if self.work.is_none() {
            if self.changed {
                work.shown = Instant::now();
            }
            self.work = Some(work);
        }
    }

    /// Takes one report in; whether the search is over.
    fn report(&mut self, work: &StudyWork, what: Report) -> bool {
        match what {
            Report::Seen {
                node,
                lines,
                nodes,
                time_ms,
            } => {
                let mut view = report::analysis(&work.position, &lines, nodes, time_ms);
                (view.node, view.running) = (Some(node), true);
                self.seen(node, view, &lines, work.position.to_move());
                false
            }
            Report::Analysed {
                engine,
                spent,
                yielded,
            } => {
                let left = work.left.saturating_sub(spent);
                self.analysed(engine, left, yielded)
            }
            Report::Judged { node, chance } => {
                self.study_mut().chances.insert(node, chance);
                self.changed |= work.shown.elapsed() >= REVIEW_EVERY;
                false
            }
            Report::OnlyMove(node) => {
                self.study_mut().labels.insert(node, "only_move");
                false
            }
            Report::ReviewYielded(review) => {
                self.go_on_reviewing(review);
                false
            }
            Report::Reviewed => {
                let study = self.study_mut();
                study.engine.reviewing = false;
                study.label();
                true
            }
            other => self.report_proof(work, other),
        }
    }

    /// An analysis goes on later where it made way for others, else it has ended; whether
    /// it has.
    fn analysed(&mut self, engine: Box<Engine>, left: Duration, yielded: bool) -> bool {
        if yielded && !left.is_zero() {
            self.analyse(left, Some(engine));
            return false;
        }
        self.spare_engine = Some(engine);
        let study = self.study_mut();
        study.engine.on = false;
        if let Some(analysis) = &mut study.analysis {
            analysis.running = false;
        }
        true
    }

    /// Takes in what a search for proofs reports; whether it is over.
    fn report_proof(&mut self, work: &StudyWork, what: Report) -> bool {
        match what {
            Report::Solved {
                finding,
                refuted_by,
                nodes,
                time_ms,
            } => {
                self.solved(work, finding, &refuted_by);
                if let Some(solve) = &mut self.study_mut().solve {
                    (solve.nodes, solve.time_ms) = (nodes, time_ms);
                }
            }
            Report::Defended(found) => {
                if let Some(view) = &mut self.study_mut().defences {
                    report::defended(view, found.as_deref(), &work.position);
                }
            }
            Report::Checked(checked) => {
                let size = work.position.size();
                if let Some(view) = &mut self.study_mut().checked {
                    report::checked(view, &checked, size);
                }
            }
            Report::Progress { nodes, time_ms } => {
                if let Some(solve) = &mut self.study_mut().solve {
                    (solve.nodes, solve.time_ms) = (nodes, time_ms);
                    let tell = Tell::Solving(Box::new(solve.clone()));
                    self.stream(&tell);
                }
                return false;
            }
            // The others are not a proof's.
            _ => return false,
        }
        true
    }

    fn seen(&mut self, node: u32, view: AnalysisView, lines: &[Line], to_move: Stone) {
        let study = self.study_mut();
        study.engine.queued = false;
        if let Some(line) = lines.first() {
            let chance = Chance {
                black: view.black_chance,
                decided: decided(line.score, to_move),
            };
            study.chances.insert(node, chance);
        }
        study.analysis = Some(view.clone());
        self.stream(&Tell::Analysis(Box::new(view)));
    }

    fn solved(&mut self, work: &StudyWork, finding: Finding, refuted_by: &[Point]) {
        let study = self.study_mut();
        let Some(view) = &mut study.solve else { return };
        report::solved(view, &work.position, &finding, refuted_by);
        if let Finding::Win(proof) = finding {
            study.proof = Some(OpenProof::new(*proof, work.position.clone()));
        }
    }
}

fn budget_ms(seconds: Option<u32>) -> u64 {
    u64::from(seconds.unwrap_or(10).clamp(1, 120)) * 1_000
}

fn kind_of(kind: SolveKind) -> Kind {
    match kind {
        SolveKind::Vcf => Kind::Fours,
        // Every move would be too much for each of many replies.
        SolveKind::Vct | SolveKind::Any => Kind::Threats,
    }
}

pub(super) fn question(position: &Position, attacker: Stone, kind: Kind, ms: u64) -> Question<'_> {
    Question {
        attacker,
        kind,
        budget: Budget {
            nodes: None,
            ms: Some(ms),
        },
        table_bytes: PROOF_TABLE_BYTES,
        ..Question::new(position)
    }
}
