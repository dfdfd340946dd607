//! The dialogue with a brain: a game is started, moves are asked for.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tengen_core::{Board, Point, Rule, Size, Stone};

use super::command_line::CommandLine;
use super::error::ClientError;
use super::process::{MAX_WAITING, Process, STATUS_WAIT, Waited};
use super::usage::Usage;

/// What Yixin-Board sends when there is no limit. Sending nothing would mean 30 seconds
/// a move, and 0 "as fast as possible".
const NO_TURN_LIMIT_MS: u128 = 2_000_000;
const NO_MATCH_LIMIT_MS: u128 = 100_000_000;

/// How often a waiting client looks whether it was interrupted.
const LOOK_UP: Duration = Duration::from_millis(100);

/// How much of a brain's line goes into an error message.
const SAID: usize = 200;

/// What a brain is told at the start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Board size.
    pub size: Size,
    /// Rule.
    pub rule: Rule,
    /// Time for a move; `None` is no limit.
    pub turn: Option<Duration>,
    /// Time for all moves of the game; `None` is no limit.
    pub whole_game: Option<Duration>,
    /// Memory limit in bytes; `None` leaves the brain's own.
    pub memory_bytes: Option<u64>,
    /// Number of threads; `None` leaves the brain's own.
    pub threads: Option<u32>,
    /// Nodes for a move; `None` is no limit.
    pub nodes: Option<u64>,
    /// More INFO lines, each a key and a value.
    pub more: Vec<(String, String)>,
    /// How long START may take.
    pub start_wait: Duration,
}

impl Settings {
    /// No limits, and ten seconds for START.
    pub fn new(size: Size, rule: Rule) -> Settings {
        Settings {
            size,
            rule,
            turn: None,
            whole_game: None,
            memory_bytes: None,
            threads: None,
            nodes: None,
            more: Vec::new(),
            start_wait: Duration::from_secs(10),
        }
    }

    /// The INFO lines, in the order in which managers send them.
    fn info_lines(&self) -> String {
        let mut lines = String::new();
        let mut info = |key: &str, value: &dyn std::fmt::Display| {
            let _ = writeln!(lines, "INFO {key} {value}");
        };
        let turn_ms = self.turn.map_or(NO_TURN_LIMIT_MS, milliseconds);
        info("timeout_turn", &turn_ms);
        match self.whole_game {
            Some(limit) => info("timeout_match", &milliseconds(limit)),
            None if self.turn.is_none() => info("timeout_match", &NO_MATCH_LIMIT_MS),
            None => {}
        }
        if let Some(bytes) = self.memory_bytes {
            info("max_memory", &bytes);
        }
        info("game_type", &1);
        info("rule", &self.rule.gomocup_code());
        if let Some(threads) = self.threads {
            info("thread_num", &threads);
        }
        if let Some(nodes) = self.nodes {
            info("max_node", &nodes);
        }
        for (key, value) in &self.more {
            info(key, value);
        }
        lines
    }
}

/// Whole milliseconds, at least one: 0 has another meaning in the protocol.
fn milliseconds(time: Duration) -> u128 {
    time.as_millis().max(1)
}

/// The limits of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnLimit {
    /// How long an answer is waited for, grace included.
    pub wait: Duration,
    /// What is left for the game, if the brain is to be told.
    pub time_left: Option<Duration>,
}

impl Default for TurnLimit {
    /// Ten minutes, so that no loop waits for ever.
    fn default() -> TurnLimit {
        TurnLimit {
            wait: Duration::from_secs(600),
            time_left: None,
        }
    }
}

/// A brain's move, on a free point of the board, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Where.
    pub point: Point,
    /// From just before the question was written to the arrival of the answer.
    pub elapsed: Duration,
    /// Processor time in between, if known.
    pub cpu: Option<Duration>,
    /// What the process had used when it had answered.
    pub usage: Usage,
}

/// A foreign brain in a process of its own; see the [module](super).
#[derive(Debug)]
pub struct Client {
    process: Process,
    size: Size,
    /// The moves of the game as the brain knows them.
    known: Vec<Point>,
    interrupt: Option<Arc<AtomicBool>>,
    /// The last line that answered nothing: a program that ends says why in it.
    last_said: Option<String>,
}

impl Client {
    /// Starts the process. It is not spoken to yet.
    ///
    /// # Errors
    /// [`ClientError::Spawn`].
    pub fn spawn(command: &CommandLine) -> Result<Client, ClientError> {
        Ok(Client {
            process: Process::spawn(command)?,
            size: Size::STANDARD,
            known: Vec::new(),
            interrupt: None,
            last_said: None,
        })
    }

    /// Once `flag` is raised, waiting ends with [`ClientError::Interrupted`].
    pub fn interrupt_by(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = Some(flag);
    }

    /// The process's id.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// What the process has used so far, in full.
    pub fn usage(&self) -> Usage {
        Usage::of_process_in_full(self.process.id())
    }

    /// The last MESSAGE and DEBUG lines (at most 64) since this was asked.
    pub fn messages(&self) -> Vec<String> {
        self.process.take_messages()
    }

    /// What the brain says about itself.
    ///
    /// # Errors
    /// [`ClientError`] if it says nothing within `wait`.
    pub fn about(&mut self, wait: Duration) -> Result<String, ClientError> {
        let doing = "answering ABOUT";
        self.drain();
        let asked = self.write("ABOUT\n", doing)?;
        let (text, _) = self.listen(asked, wait, doing, |text| Some(text.to_owned()))?;
        Ok(text)
    }

    /// Starts a game on an empty board, and tells the limits. A brain may play any
    /// number of games.
    ///
    /// # Errors
    /// [`ClientError`] if it does not accept the board in time.
    pub fn start_game(&mut self, settings: &Settings) -> Result<(), ClientError> {
        let doing = format!("starting a game on {}", settings.size);
        self.drain();
        let asked = self.write(&format!("START {}\n", settings.size.get()), &doing)?;
        let accepted = |text: &str| {
            if is_ok(text) {
                Some(true)
            } else {
                begins_with(text, "ERROR").then_some(false)
            }
        };
        let mut refusal = String::new();
        let (ok, elapsed) = self.listen(asked, settings.start_wait, &doing, |text| {
            text.clone_into(&mut refusal);
            accepted(text)
        })?;
        if !ok {
            self.process.give_up();
            return Err(ClientError::Nonsense {
                doing,
                said: excerpt(&refusal),
                elapsed,
            });
        }
        self.write(&settings.info_lines(), "being told the limits")?;
        self.size = settings.size;
        self.known.clear();
        Ok(())
    }

    /// Asks for the move after `moves` (all moves of the game, Black's first). BEGIN,
    /// TURN or BOARD is chosen by what the brain knows already.
    ///
    /// # Errors
    /// [`ClientError`] if no legal move comes in time. Points forbidden to Black count
    /// as legal here: what they lead to is the referee's part.
    pub fn ask(&mut self, moves: &[Point], limit: TurnLimit) -> Result<Answer, ClientError> {
        let board = self.board_of(moves)?;
        let mut question = String::new();
        if let Some(left) = limit.time_left {
            let _ = writeln!(question, "INFO time_left {}", milliseconds(left));
        }
        question.push_str(&thinking_command(&self.known, moves));
        let doing = format!("thinking about move {}", moves.len() + 1);
        self.drain();
        let cpu_before = Usage::of_process(self.process.id()).cpu;
        let asked = self.write(&question, &doing)?;
        let ((x, y), elapsed) = self.listen(asked, limit.wait, &doing, parse_move)?;
        let usage = Usage::of_process(self.process.id());
        let point = free_point(&board, x, y).map_err(|why| {
            self.process.give_up();
            ClientError::IllegalMove { x, y, why, elapsed }
        })?;
        self.known = moves.to_vec();
        self.known.push(point);
        Ok(Answer {
            point,
            elapsed,
            cpu: cpu_before
                .zip(usage.cpu)
                .map(|(before, after)| after.saturating_sub(before)),
            usage,
        })
    }

    fn board_of(&self, moves: &[Point]) -> Result<Board, ClientError> {
        let mut board = Board::new(self.size);
        let mut stone = Stone::Black;
        for &point in moves {
            board
                .place(point, stone)
                .map_err(|error| ClientError::Misuse(error.to_string()))?;
            stone = stone.opponent();
        }
        if board.is_full() {
            return Err(ClientError::Misuse("the board is full".to_owned()));
        }
        Ok(board)
    }

    /// Writes, and returns when the clock was started: just before.
    fn write(&mut self, text: &str, doing: &str) -> Result<Instant, ClientError> {
        let asked = Instant::now();
        match self.process.write(text) {
            Ok(()) => Ok(asked),
            Err(_) => Err(self.crash("input", doing)),
        }
    }

    /// Throws away what was said unasked.
    fn drain(&mut self) {
        self.last_said = self.process.drain().or(self.last_said.take());
    }

    /// The brain closed its `end`, input or output.
    fn crash(&mut self, end: &str, doing: &str) -> ClientError {
        self.process.give_up();
        let mut status = self.process.status(end);
        self.hear_last_words();
        let said = self.last_said.take();
        if let Some(said) = said.or_else(|| self.process.complaint()) {
            let _ = write!(status, "; it said {:?}", excerpt(&said));
        }
        ClientError::Crash {
            doing: doing.to_owned(),
            status,
        }
    }

    /// What a brain said before it ended may still be on its way. One that does not read
    /// any more but talks on is not heard to the end.
    fn hear_last_words(&mut self) {
        let until = Instant::now() + STATUS_WAIT;
        for _ in 0..MAX_WAITING {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.is_interrupted() {
                return;
            }
            let Waited::Line(line) = self.process.next_line(left.min(LOOK_UP)) else {
                return;
            };
            self.last_said = Some(line.text);
        }
    }

    /// Reads lines until one of them is what `wanted` looks for, or time is over.
    fn listen<T>(
        &mut self,
        asked: Instant,
        wait: Duration,
        doing: &str,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<(T, Duration), ClientError> {
        let mut said = None;
        loop {
            if self.is_interrupted() {
                self.process.give_up();
                return Err(ClientError::Interrupted);
            }
            // At time over, lines that were read in time but not yet taken are looked at.
            let left = wait.saturating_sub(asked.elapsed());
            match self.process.next_line(left.min(LOOK_UP)) {
                Waited::Line(line) => {
                    let elapsed = line.at.saturating_duration_since(asked);
                    if elapsed > wait {
                        return Err(self.too_late(doing, wait, elapsed, said));
                    }
                    match wanted(&line.text) {
                        Some(answer) => {
                            self.last_said = None;
                            return Ok((answer, elapsed));
                        }
                        // What RESTART is answered by, before the question itself.
                        None if is_ok(&line.text) => {}
                        None => said = Some(line.text),
                    }
                }
                Waited::TimeOver if left.is_zero() => {
                    return Err(self.too_late(doing, wait, asked.elapsed(), said));
                }
                Waited::TimeOver => {}
                Waited::Closed => {
                    self.last_said = said.or(self.last_said.take());
                    return Err(self.crash("output", doing));
                }
            }
        }
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn too_late(
        &mut self,
        doing: &str,
        allowed: Duration,
        elapsed: Duration,
        said: Option<String>,
    ) -> ClientError {
        self.process.give_up();
        let doing = doing.to_owned();
        match said {
            Some(said) => ClientError::Nonsense {
                doing,
                said: excerpt(&said),
                elapsed,
            },
            None => ClientError::Timeout {
                doing,
                allowed,
                elapsed,
            },
        }
    }
}

fn is_ok(text: &str) -> bool {
    begins_with(text, "OK")
}

fn begins_with(text: &str, word: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    first.eq_ignore_ascii_case(word)
}

/// BEGIN, TURN or BOARD for a brain that knows the moves `known`; those of a game that was
/// taken back to its beginning it has to forget first.
fn thinking_command(known: &[Point], moves: &[Point]) -> String {
    match moves {
        [] if known.is_empty() => "BEGIN\n".to_owned(),
        [] => "RESTART\nBEGIN\n".to_owned(),
        [before @ .., last] if before == known => {
            format!("TURN {},{}\n", last.x(), last.y())
        }
        _ => {
            let mut text = "BOARD\n".to_owned();
            for (index, point) in moves.iter().enumerate() {
                // The last move is the opponent's, the one before our own, and so on.
                let field = if (moves.len() - index).is_multiple_of(2) {
                    1
                } else {
                    2
                };
                let _ = writeln!(text, "{},{},{field}", point.x(), point.y());
            }
            text.push_str("DONE\n");
            text
        }
    }
}

/// The two numbers of a move `x,y`; blanks around them are forgiven.
fn parse_move(text: &str) -> Option<(i64, i64)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn free_point(board: &Board, x: i64, y: i64) -> Result<Point, String> {
    let size = board.size();
    let coordinate = |n: i64| u8::try_from(n).ok();
    let point = coordinate(x)
        .zip(coordinate(y))
        .and_then(|(x, y)| size.point(x, y))
        .ok_or_else(|| format!("it is off the {size} board"))?;
    match board.get(point) {
        None => Ok(point),
        Some(stone) => Err(format!("a {stone} stone is there")),
    }
}

fn excerpt(text: &str) -> String {
    text.chars().take(SAID).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_two_numbers() {
        assert_eq!(parse_move("7,8"), Some((7, 8)));
        assert_eq!(parse_move(" 7 , -8"), Some((7, -8)));
        for text in ["", "7", "7,", "7,8,1", "OK", "7;8", "a,b", "7,8 9,9"] {
            assert_eq!(parse_move(text), None, "{text}");
        }
    }

    #[test]
    fn the_shortest_command_that_tells_all_is_chosen() {
        let points = [(7, 7), (8, 6), (3, 0), (0, 14)].map(|(x, y)| Point::new(x, y).unwrap());
        assert_eq!(thinking_command(&[], &[]), "BEGIN\n");
        assert_eq!(thinking_command(&points[..1], &[]), "RESTART\nBEGIN\n");
        assert_eq!(thinking_command(&[], &points[..1]), "TURN 7,7\n");
        assert_eq!(thinking_command(&points[..2], &points[..3]), "TURN 3,0\n");
        let whole = "BOARD\n7,7,2\n8,6,1\n3,0,2\nDONE\n";
        assert_eq!(thinking_command(&[], &points[..3]), whole);
        let white = "BOARD\n7,7,1\n8,6,2\n3,0,1\n0,14,2\nDONE\n";
        assert_eq!(thinking_command(&points[1..], &points), white);
    }

    #[test]
    fn points_off_the_board_or_taken_are_refused() {
        let mut board = Board::new(Size::MIN);
        board
            .place(Point::new(1, 2).unwrap(), Stone::White)
            .unwrap();
        assert_eq!(free_point(&board, 2, 1), Ok(Point::new(2, 1).unwrap()));
        for (x, y, why) in [
            (1, 2, "White"),
            (5, 0, "5x5"),
            (0, -1, "off"),
            (1 << 40, 0, "off"),
        ] {
            let error = free_point(&board, x, y).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn limits_are_told_in_full() {
        let mut settings = Settings::new(Size::STANDARD, Rule::Renju);
        assert_eq!(
            settings.info_lines(),
            "INFO timeout_turn 2000000\nINFO timeout_match 100000000\nINFO game_type 1\nINFO rule 4\n"
        );
        settings.turn = Some(Duration::from_micros(500));
        settings.memory_bytes = Some(1 << 20);
        settings.nodes = Some(7);
        settings.threads = Some(2);
        settings.more = vec![("key".to_owned(), "a b".to_owned())];
        assert_eq!(
            settings.info_lines(),
            "INFO timeout_turn 1\nINFO max_memory 1048576\nINFO game_type 1\nINFO rule 4\n\
             INFO thread_num 2\nINFO max_node 7\nINFO key a b\n"
        );
    }

    #[cfg(unix)]
    fn scripted(script: &str) -> Client {
        let arguments = vec!["-c".to_owned(), script.to_owned()];
        Client::spawn(&CommandLine::new("sh", arguments)).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn a_brain_that_stops_reading_and_talks_on_is_left() {
        let mut client = scripted("read l; echo OK; exec 0<&-; exec yes x");
        let settings = Settings::new(Size::STANDARD, Rule::Freestyle);
        // The limits may still find its input open.
        let mut asked = client.start_game(&settings);
        while asked.is_ok() {
            asked = client
                .about(Duration::ZERO)
                .map(drop)
                .or_else(|error| match error {
                    ClientError::Crash { .. } => Err(error),
                    _ => Ok(()),
                });
        }
        let error = asked.unwrap_err().to_string();
        assert!(
            error.contains("it closed its input and still runs"),
            "{error}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_game_taken_back_to_its_beginning_is_forgotten_first() {
        let mut client = scripted(
            "while read word rest; do case $word in START) echo OK;; \
             BEGIN) test $game && echo ERROR || echo 7,7; game=on;; \
             RESTART) game=; echo OK;; END) exit;; esac; done",
        );
        let settings = Settings::new(Size::STANDARD, Rule::Freestyle);
        client.start_game(&settings).unwrap();
        let limit = TurnLimit::default();
        let first = client.ask(&[], limit).unwrap().point;
        assert_eq!(client.ask(&[], limit).unwrap().point, first);
    }
}
