//! `tengen solve`: wins with proofs, defences, and lines put to the test.

mod pictures;
mod report;

use std::path::{Path, PathBuf};
use std::time::Duration;

use tengen_core::proof;
use tengen_core::record::{ReadOptions, sgf, text};
use tengen_core::{Game, Point, Position, Stone};
use tengen_engine::solve::{self, Budget, Effect, Finding, Judgement, Kind, Proof, Question};
use tengen_engine::{Clock, Stop};
use tengen_play::Stopwatch;

use crate::cli::{Side, SolveArgs, SolveKind};
use crate::failure::Failure;
use crate::terminal::StatusLine;
use crate::{input, output, searching, show, terminal};

/// How long to look if no limit is given.
const DEFAULT_SECONDS: f64 = 10.0;

/// Moves of the winner in a game tree if --tree does not say.
const TREE_DEPTH: usize = 8;

/// Milliseconds between two words about progress.
const BETWEEN_TOLD_MS: u64 = 200;

/// The exit status of an answer.
const WIN: u8 = 0;
const NO_WIN: u8 = 1;
const UNKNOWN: u8 = 2;

/// What was found, with what it cost.
#[derive(Debug)]
struct Solved {
    attacker: Stone,
    finding: Finding,
    /// What stops the attack, if the attacker is not to move.
    refuted_by: Vec<Point>,
    nodes: u64,
    elapsed: Duration,
}

/// The exit status: 0 a win, 1 none, 2 unknown.
pub(crate) fn run(args: &SolveArgs) -> Result<u8, Failure> {
    let budget = budget(args)?;
    check_files(args)?;
    let games = input::load(args.input.as_deref(), &args.reading)?;
    let mut game = Game::from_tree(games.into_one(&args.reading)?);
    let node = show::node_after(game.tree(), args.after)?;
    // The node was just found in this very tree.
    let found = game.go_to(node);
    debug_assert!(found.is_ok());
    let mut position = game.position().clone();
    let attacker = match args.side {
        None => position.to_move(),
        Some(Side::Black) => Stone::Black,
        Some(Side::White) => Stone::White,
    };
    if args.as_if_to_move && attacker != position.to_move() {
        position = Position::with_board(position.board().clone(), position.rule(), attacker);
    }
    if let Some(outcome) = position.outcome() {
        return Err(Failure::Unusable(format!(
            "the game is over ({outcome}): nothing is left to prove"
        )));
    }
    let table_bytes = solve::affordable_table_bytes(searching::bytes(args.memory));
    if let Some(words) = searching::shortage(table_bytes, args.memory) {
        terminal::say(words);
    }
    let session = Session {
        position: &position,
        budget,
        table_bytes,
        clock: Stopwatch::start(),
        stop: searching::stop_on_interrupt()?,
        line: StatusLine::new(args.progress),
    };
    if args.defences {
        return defend(&session, args);
    }
    if let Some(line) = &args.check {
        return check(&session, line, args);
    }
    let solved = session.solve(attacker, args);
    tell(&position, &solved, args)?;
    Ok(match solved.finding {
        Finding::Win(_) => WIN,
        Finding::None => NO_WIN,
        Finding::Unknown => UNKNOWN,
    })
}

/// What all questions about one position share.
struct Session<'a> {
    position: &'a Position,
    budget: Budget,
    table_bytes: usize,
    clock: Stopwatch,
    stop: Stop,
    line: StatusLine,
}

impl Session<'_> {
    fn question(&self, attacker: Stone, kind: Kind) -> Question<'_> {
        Question {
            attacker,
            kind,
            budget: self.budget,
            table_bytes: self.table_bytes,
            ..Question::new(self.position)
        }
    }

    /// Tries what was asked for; `any` tries the narrow searches first, since they find
    /// most wins and their proofs are shorter to read.
    fn solve(&self, attacker: Stone, args: &SolveArgs) -> Solved {
        let kinds: &[Kind] = match args.kind {
            SolveKind::Vcf => &[Kind::Fours],
            SolveKind::Vct => &[Kind::Fours, Kind::Threats],
            SolveKind::Any => &[Kind::Fours, Kind::Threats, Kind::Any],
        };
        let mut nodes = 0;
        let mut finding = Finding::Unknown;
        let mut refuted_by = Vec::new();
        let mut next_told_ms = 0;
        for (n, &kind) in kinds.iter().enumerate() {
            let left = |spent: u64| self.budget.nodes.map(|all| all.saturating_sub(spent));
            let question = Question {
                shortest: args.shortest,
                budget: Budget {
                    nodes: left(nodes),
                    ..self.budget
                },
                ..self.question(attacker, kind)
            };
            let question = self.with_share(question, kinds.len() - n);
            let mut tell = |progress: solve::Progress| {
                if progress.elapsed_ms >= next_told_ms {
                    next_told_ms = progress.elapsed_ms + BETWEEN_TOLD_MS;
                    let so_far = nodes + progress.nodes;
                    self.line.write(&report::progress(kind, so_far, &progress));
                }
            };
            let solution = solve::solve(&question, &self.clock, &self.stop, &mut tell);
            nodes += solution.nodes;
            (finding, refuted_by) = (solution.finding, solution.refuted_by);
            let goes_on = !matches!(finding, Finding::Win(_)) && !self.stop.is_raised();
            if !goes_on {
                break;
            }
        }
        self.line.clear();
        Solved {
            attacker,
            finding,
            refuted_by,
            nodes,
            elapsed: self.clock.elapsed(),
        }
    }

    /// A search that is not the last one may use a part of what is left.
    fn with_share<'a>(&self, mut question: Question<'a>, searches_left: usize) -> Question<'a> {
        if searches_left > 1 {
            let quarters = if question.kind == Kind::Fours { 1 } else { 3 };
            let part = |left: u64| left / 4 * quarters;
            let now = self.clock.elapsed_ms();
            question.budget.nodes = question.budget.nodes.map(part);
            let ms = question.budget.ms;
            question.budget.ms = ms.map(|end| now + part(end.saturating_sub(now)));
        }
        question
    }
}

/// The limits asked for, or a few seconds. A time of 0 means: until interrupted.
fn budget(args: &SolveArgs) -> Result<Budget, Failure> {
    let seconds = match (args.time, args.nodes) {
        (None, None) => Some(DEFAULT_SECONDS),
        (seconds, _) => seconds,
    };
    let ms = searching::milliseconds(seconds)?;
    Ok(Budget {
        nodes: args.nodes,
        ms,
    })
}

/// Tells the answer, and writes the files if it is a win.
fn tell(position: &Position, solved: &Solved, args: &SolveArgs) -> Result<(), Failure> {
    let told = if args.json {
        report::json(position, solved, args.kind.into())
    } else {
        report::text(position, solved, args.tree)
    };
    match &solved.finding {
        Finding::Win(proof) => print_and_write(&told, Some(proof), args),
        Finding::None | Finding::Unknown => print_and_write(&told, None, args),
    }
}

/// Prints first: whatever becomes of the files, the answer is told. What cannot be
/// printed is written all the same.
fn print_and_write(told: &str, proof: Option<&Proof>, args: &SolveArgs) -> Result<(), Failure> {
    let printed = terminal::print_answer(told);
    printed.and(proof.map_or(Ok(()), |proof| write_files(proof, args)))
}

/// Refuses files that could not be written, before a search that may be long.
fn check_files(args: &SolveArgs) -> Result<(), Failure> {
    let files = [&args.certificate, &args.sgf, &args.svg];
    let files: Vec<&Path> = files.into_iter().flatten().map(PathBuf::as_path).collect();
    output::check_files(&files, args.force)
}

/// Writes what is asked for, each whatever becomes of the others; the first failure is
/// told.
fn write_files(proof: &Proof, args: &SolveArgs) -> Result<(), Failure> {
    let certificate = &proof.certificate;
    let write = |path: &PathBuf, text: &str| output::write_file(path, text, args.force);
    let proven = args.certificate.as_ref();
    let proven = proven.map(|path| write(path, &proof::write(certificate)));
    let tree = args.sgf.as_ref().map(|path| {
        let tree = certificate.to_tree(args.tree.unwrap_or(TREE_DEPTH));
        write(path, &sgf::write(&tree))
    });
    let drawn = args.svg.as_ref();
    let drawn = drawn.map(|path| pictures::write(path, certificate, args));
    [proven, tree, drawn].into_iter().flatten().collect()
}

fn kind_of(args: &SolveArgs) -> Kind {
    match args.kind {
        SolveKind::Vcf => Kind::Fours,
        // Every move would be too much for each of many replies.
        SolveKind::Vct | SolveKind::Any => Kind::Threats,
    }
}

fn defend(session: &Session<'_>, args: &SolveArgs) -> Result<u8, Failure> {
    let attacker = session.position.to_move().opponent();
    let question = session.question(attacker, kind_of(args));
    let found = solve::defences(&question, &session.clock, &session.stop);
    terminal::print_answer(&report::defences(
        session.position,
        found.as_ref(),
        args.json,
    ))?;
    let Some(found) = found else {
        return Ok(UNKNOWN);
    };
    let any = |wanted: fn(&Effect) -> bool| found.replies.iter().any(|reply| wanted(&reply.effect));
    Ok(if any(|effect| *effect == Effect::Stops) {
        WIN
    } else if any(|effect| *effect == Effect::Unknown) {
        UNKNOWN
    } else {
        NO_WIN
    })
}

fn check(session: &Session<'_>, line: &str, args: &SolveArgs) -> Result<u8, Failure> {
    let line = moves(line, session.position, args)?;
    let attacker = session.position.to_move();
    let question = session.question(attacker, kind_of(args));
    let checked = solve::check_line(&question, &line, &session.clock, &session.stop);
    let last = checked.last().map(|last| &last.judgement);
    // The line's first move begins what is proven.
    let proof = match (checked.first().map(|first| &first.judgement), last) {
        (Some(Judgement::Wins(proof)), Some(Judgement::Wins(_))) => Some(proof.as_ref()),
        _ => None,
    };
    let told = report::checked(session.position, &checked, args.json);
    print_and_write(&told, proof, args)?;
    let Some(last) = last else {
        return Ok(UNKNOWN);
    };
    match last {
        Judgement::Wins(_) => Ok(WIN),
        Judgement::Refuted { .. } => Ok(NO_WIN),
        Judgement::Unknown => Ok(UNKNOWN),
        Judgement::Impossible { reason } => Err(Failure::Usage(format!("--check: {reason}"))),
    }
}

/// The points of a line as it is typed, on the position's board.
fn moves(line: &str, position: &Position, args: &SolveArgs) -> Result<Vec<Point>, Failure> {
    let options = ReadOptions {
        rule: Some(position.rule()),
        size: Some(position.size()),
        ..args.reading.options()
    };
    let read = text::read(line, &options)
        .map_err(|error| Failure::Usage(format!("--check {line}: {error}")))?;
    let moves = read.value.main_moves();
    Ok(moves.into_iter().filter_map(|mv| mv.point).collect())
}
