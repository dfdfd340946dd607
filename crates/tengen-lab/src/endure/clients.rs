//! P13: whole games under managers that each speak in their own way.

use std::time::Duration;

use anyhow::{Context, Result};
use tengen_core::{Point, Position, Rule, Size};

use super::Task;
use super::dialogue::Brain;
use super::positions::{board_command, told};
use super::verdict::Verdict;

/// P13: every manager plays the brain against itself, with and without pauses between its
/// commands. Any other answer than expected is a failure.
pub(super) fn whole_games(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    for _ in 0..task.count(1) {
        for client in Client::ALL {
            for pause_ms in [0, 50] {
                let pause = Duration::from_millis(pause_ms);
                if let Err(error) = play(task, client, pause, &mut verdict) {
                    verdict.fail(format!("{client:?}, pauses of {pause_ms} ms: {error:#}"));
                }
                verdict.count("games", 1);
            }
        }
    }
    Ok(verdict)
}

/// A manager whose dialogue is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Client {
    /// Gomocup's judge: never waits for OK, opens every game with BOARD.
    Judge,
    /// The Windows manager: BEGIN, or TURN on the first stone.
    Piskvork,
    /// c-gomoku-cli: ABOUT first, and names every limit.
    CommandLine,
    /// Yixin-Board: small letters, rows first, START and the whole board for every move.
    YixinBoard,
    /// gomoku-calculator: the whole board on one line, then YXNBEST.
    Calculator,
}

/// A command and the beginnings of the answers that it gets before any move.
type Command = (String, &'static [&'static str]);

impl Client {
    const ALL: [Client; 5] = [
        Client::Judge,
        Client::Piskvork,
        Client::CommandLine,
        Client::YixinBoard,
        Client::Calculator,
    ];

    fn rule(self) -> Rule {
        match self {
            Client::Judge => Rule::Standard,
            Client::Piskvork => Rule::Freestyle,
            // The last two say 2, which they mean as renju.
            Client::CommandLine | Client::YixinBoard | Client::Calculator => Rule::Renju,
        }
    }

    fn size(self) -> Result<Size> {
        let side = if self == Client::Piskvork { 20 } else { 15 };
        Size::new(side).context("no such board")
    }

    fn line_end(self) -> &'static str {
        match self {
            Client::Judge | Client::Piskvork => "\r\n",
            _ => "\n",
        }
    }

    /// What is said once, before the first move of a side.
    fn opening(self) -> Vec<Command> {
        let silent = |text: &str| -> Vec<Command> {
            text.lines()
                .map(|line| (line.to_owned(), &[][..]))
                .collect()
        };
        let ok = |text: &str| -> Vec<Command> { vec![(text.to_owned(), &["OK"])] };
        match self {
            // OK is not waited for: it comes before the first move.
            Client::Judge => silent(
                "START 15\nINFO timeout_turn 60\nINFO timeout_match 100000\n\
                 INFO max_memory 367001600\nINFO game_type 1\nINFO rule 1\nINFO folder /tmp/a b",
            ),
            Client::Piskvork => [
                ok("START 20"),
                silent(
                    "INFO max_memory 0\nINFO timeout_match 0\nINFO timeout_turn 60\n\
                     INFO game_type 0\nINFO rule 0\nINFO time_left 2147483647\nINFO folder C:\\x",
                ),
            ]
            .concat(),
            Client::CommandLine => [
                vec![("ABOUT".to_owned(), &["name=\"Tengen\""][..])],
                ok("START 15"),
                silent(
                    "INFO rule 4\nINFO timeout_turn 60\nINFO timeout_match 60000\n\
                     INFO max_depth 40\nINFO max_node 40000\nINFO max_memory 100000000\n\
                     INFO thread_num 1",
                ),
            ]
            .concat(),
            Client::YixinBoard => silent(
                "info timeout_turn 100\ninfo timeout_match 100000000\ninfo max_depth 100\n\
                 info max_node -1\ninfo rule 2\ninfo caution_factor 1\ninfo thread_num 1\n\
                 info thread_split_depth 8\ninfo hash_size 8192\ninfo pondering 0\n\
                 info checkmate 0\ninfo show_detail 1\nyxshowinfo",
            ),
            Client::Calculator => [
                silent(
                    "YXSHOWINFO\nINFO RULE 2\nINFO THREAD_NUM 1\nINFO CAUTION_FACTOR 3\n\
                     INFO STRENGTH 100\nINFO TIMEOUT_TURN 60\nINFO TIMEOUT_MATCH -1\n\
                     INFO TIME_LEFT 1\nINFO MAX_DEPTH 100\nINFO MAX_NODE 0\nINFO SHOW_DETAIL 3\n\
                     INFO PONDERING 0\nINFO SWAPABLE 0\nINFO HASH_SIZE 8192",
                ),
                ok("START 15"),
            ]
            .concat(),
        }
    }

    /// What asks for a move; its answers come before the move.
    fn question(self, position: &Position, is_first: bool) -> Vec<Command> {
        let last = position.last_move().and_then(|mv| mv.point);
        let turn = last.map_or_else(
            || "BEGIN".to_owned(),
            |point| format!("TURN {},{}", point.x(), point.y()),
        );
        let board = || board_command(told(position));
        let silent = |text: String| -> Command { (text, &[]) };
        match self {
            Client::Judge if is_first => vec![
                silent("INFO time_left 100000".to_owned()),
                (board(), &["OK"]),
            ],
            Client::Judge => vec![silent("INFO time_left 90000".to_owned()), silent(turn)],
            Client::Piskvork => vec![silent("INFO time_left 2147483647".to_owned()), silent(turn)],
            Client::CommandLine if is_first && last.is_some() => vec![silent(board())],
            Client::CommandLine => vec![silent(turn)],
            // Before START, and counted down from what means no limit.
            Client::YixinBoard => vec![
                silent("info time_left 99990000".to_owned()),
                ("start 15 15".to_owned(), &["OK"]),
                silent(self.rows_first(position).to_lowercase()),
            ],
            Client::Calculator => vec![
                silent(format!("YX{}", board().replace('\n', " "))),
                silent("YXNBEST 1".to_owned()),
            ],
        }
    }

    /// What is said when the move has been shown.
    fn epilogue(self, position: &Position) -> Vec<Command> {
        if self != Client::YixinBoard {
            return Vec::new();
        }
        let board = format!("yx{}", self.rows_first(position).to_lowercase());
        vec![
            ("start 15 15".to_owned(), &["OK"]),
            (board, &[]),
            ("yxshowforbid".to_owned(), &["FORBID "]),
        ]
    }

    /// BOARD with the row before the column.
    fn rows_first(self, position: &Position) -> String {
        let swapped = told(position).into_iter();
        board_command(swapped.filter_map(|(point, own)| Some((transposed(point)?, own))))
    }

    /// The point that an answer means.
    fn point(self, (x, y): (u8, u8)) -> Option<Point> {
        match self {
            Client::YixinBoard => Point::new(y, x),
            _ => Point::new(x, y),
        }
    }
}

fn transposed(point: Point) -> Option<Point> {
    Point::new(point.y(), point.x())
}

/// Says commands one by one; each gets the answers that it should.
fn say(brain: &mut Brain, client: Client, commands: &[Command], pause: Duration) -> Result<()> {
    for (command, answers) in commands {
        std::thread::sleep(pause);
        let mut text = command.replace('\n', client.line_end());
        text.push_str(client.line_end());
        brain.send_bytes(text.as_bytes())?;
        for answer in *answers {
            brain.expect(answer).with_context(|| command.clone())?;
        }
    }
    Ok(())
}

/// A game from the empty board to its end; both sides have a process of their own.
fn play(task: &Task, client: Client, pause: Duration, verdict: &mut Verdict) -> Result<()> {
    let size = client.size()?;
    let mut position = Position::new(size, client.rule());
    let mut brains = [Brain::spawn(&task.brain)?, Brain::spawn(&task.brain)?];
    while position.outcome().is_none() {
        let ply = position.moves().len();
        let brain = &mut brains[ply % 2];
        if ply < 2 {
            say(brain, client, &client.opening(), pause)?;
        }
        say(brain, client, &client.question(&position, ply < 2), pause)?;
        let (answer, _) = brain.expect_move(size.get())?;
        let point = client.point(answer).context("no point")?;
        position
            .play(point)
            .with_context(|| format!("move {}: {answer:?}", ply + 1))?;
        verdict.count("moves", 1);
        if position.outcome().is_none() {
            say(brain, client, &client.epilogue(&position), pause)?;
        }
        brain.talk.clear();
    }
    for mut brain in brains {
        brain.send("END")?;
        let (late, _, status) = brain.wait()?;
        verdict.demand(late.is_empty(), || {
            format!("{client:?}: {late:?} at the end")
        });
        verdict.demand(status.success(), || format!("{client:?}: {status}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_manager_asks_in_its_own_words() {
        let mut position = Position::new(Size::STANDARD, Rule::Renju);
        position.play(Size::STANDARD.centre()).unwrap();
        position.play(Point::new(7, 6).unwrap()).unwrap();
        let asked = |client: Client, is_first: bool| -> Vec<String> {
            let commands = client.question(&position, is_first).into_iter();
            commands.map(|(text, _)| text).collect()
        };
        assert_eq!(asked(Client::Judge, true)[1], "BOARD\n7,7,1\n7,6,2\nDONE");
        assert_eq!(asked(Client::Judge, false)[1], "TURN 7,6");
        assert_eq!(asked(Client::Piskvork, true)[1], "TURN 7,6");
        assert_eq!(asked(Client::CommandLine, false), ["TURN 7,6"]);
        assert_eq!(
            asked(Client::YixinBoard, false),
            [
                "info time_left 99990000",
                "start 15 15",
                "board\n7,7,1\n6,7,2\ndone"
            ]
        );
        assert_eq!(
            asked(Client::Calculator, true),
            ["YXBOARD 7,7,1 7,6,2 DONE", "YXNBEST 1"]
        );
        let empty = Position::new(Size::STANDARD, Rule::Renju);
        let begin = Client::Piskvork.question(&empty, true);
        assert_eq!(begin[1].0, "BEGIN");
    }
}
