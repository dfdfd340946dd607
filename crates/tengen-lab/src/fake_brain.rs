//! A Gomocup brain that is weak on purpose, and misbehaves if told to: the opponent for
//! tests of `match`, and of any other manager.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use tengen_core::rng::Rng;
use tengen_core::{Board, Point, Size, Stone};

use crate::output::remark;

/// What `fake-brain` is told.
#[derive(Debug, Args)]
pub(crate) struct FakeBrainOptions {
    /// How it plays
    #[arg(value_enum)]
    style: Style,
    /// Seed of the random style; the move depends on it and on the stones alone
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Its moves, `x,y` each; once they are used up it plays as its style says
    #[arg(long, value_delimiter = ' ')]
    script: Vec<String>,
    /// What it does instead of answering
    #[arg(long, value_enum)]
    fault: Option<Fault>,
    /// At which of a game's moves of its own the fault happens, from 1
    #[arg(long, default_value_t = 3)]
    at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Style {
    /// The first free point, row by row: five in a row unless somebody stops it
    Rows,
    /// Any free point
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Fault {
    /// Ends the process
    Crash,
    /// Never answers, and does not hear END
    Silence,
    /// Plays off the board
    OffBoard,
    /// Plays on a stone
    Occupied,
    /// Talks, but gives no move
    Nonsense,
    /// Talks a lot, then moves
    Chatter,
    /// Refuses every board
    Refusal,
    /// Says why, and ends before anything was asked
    Quit,
    /// Says why as interpreters do, on the standard error output, and ends
    Complain,
}

/// Speaks the protocol until END or the end of the input.
pub(crate) fn run(options: &FakeBrainOptions) -> Result<()> {
    match options.fault {
        Some(Fault::Quit) => return Ok(say("ERROR it is not my day")?),
        Some(Fault::Complain) => {
            remark!("no module named day");
            return Ok(());
        }
        _ => {}
    }
    let mut brain = FakeBrain {
        options,
        board: Board::new(Size::STANDARD),
        own_moves: 0,
    };
    let mut lines = io::stdin().lock().lines();
    while let Some(line) = lines.next().transpose()? {
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or_default().to_ascii_uppercase();
        let rest = words.next().unwrap_or_default();
        match command.as_str() {
            "START" => brain.start(rest)?,
            "BEGIN" => brain.answer()?,
            "TURN" => {
                brain.place(rest, Stone::White);
                brain.answer()?;
            }
            "BOARD" => {
                brain.board = Board::new(brain.board.size());
                while let Some(line) = lines.next().transpose()? {
                    if line.trim().eq_ignore_ascii_case("DONE") {
                        break;
                    }
                    let own = line.trim().ends_with(",1");
                    brain.place(&line, if own { Stone::Black } else { Stone::White });
                }
                brain.answer()?;
            }
            "ABOUT" => say("name=\"fake-brain\", version=\"1\"")?,
            "INFO" | "" => {}
            "END" => return Ok(()),
            _ => say("UNKNOWN command")?,
        }
    }
    Ok(())
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Its own stones are black, the opponent's white, whoever began.
struct FakeBrain<'a> {
    options: &'a FakeBrainOptions,
    board: Board,
    own_moves: usize,
}

impl FakeBrain<'_> {
    fn start(&mut self, size: &str) -> io::Result<()> {
        if self.options.fault == Some(Fault::Refusal) {
            return say("ERROR no board is good enough");
        }
        match size.parse().ok().and_then(|n| Size::new(n).ok()) {
            Some(size) => {
                self.board = Board::new(size);
                self.own_moves = 0;
                say("OK")
            }
            None => say("ERROR expected a size from 5 to 22"),
        }
    }

    fn place(&mut self, text: &str, stone: Stone) {
        if let Some(point) = parse_point(text) {
            // The manager is the referee: what it says stands.
            let _ = self.board.place(point, stone);
        }
    }

    /// Answers a thinking command, well or as the fault says.
    fn answer(&mut self) -> io::Result<()> {
        self.own_moves += 1;
        let fault = self
            .options
            .fault
            .filter(|_| self.own_moves == self.options.at);
        match fault {
            Some(Fault::Crash) => std::process::exit(3),
            Some(Fault::Silence) => loop {
                // Until it is killed.
                std::thread::sleep(Duration::from_secs(3600));
            },
            Some(Fault::OffBoard) => return say("-1,99"),
            Some(Fault::Occupied) => {
                let taken = self
                    .board
                    .size()
                    .points()
                    .find(|&p| self.board.get(p).is_some());
                return taken.map_or(Ok(()), say_point);
            }
            Some(Fault::Nonsense) => return say("ERROR I would rather not"),
            Some(Fault::Chatter) => {
                for line in [
                    "MESSAGE 1,1",
                    "debug 2,2",
                    "hello",
                    "UNKNOWN 3,3",
                    "",
                    "4;4",
                ] {
                    say(line)?;
                }
            }
            Some(Fault::Refusal | Fault::Quit | Fault::Complain) | None => {}
        }
        match self.choose() {
            Some(point) => {
                let _ = self.board.place(point, Stone::Black);
                say_point(point)
            }
            None => say("ERROR the board is full"),
        }
    }

    fn choose(&self) -> Option<Point> {
        let scripted = self
            .options
            .script
            .get(self.own_moves - 1)
            .and_then(|text| parse_point(text));
        if scripted.is_some() {
            return scripted;
        }
        let free: Vec<Point> = self.board.free_points().collect();
        match self.options.style {
            Style::Rows => free.first().copied(),
            Style::Random => {
                let mut rng = Rng::new(self.board.key() ^ self.options.seed);
                rng.pick(&free).copied()
            }
        }
    }
}

fn say_point(point: Point) -> io::Result<()> {
    say(&format!("{},{}", point.x(), point.y()))
}

fn parse_point(text: &str) -> Option<Point> {
    let mut numbers = text.trim().split(',');
    let x = numbers.next()?.trim().parse().ok()?;
    let y = numbers.next()?.trim().parse().ok()?;
    Point::new(x, y)
}
