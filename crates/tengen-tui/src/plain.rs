//! The game line by line: for pipes, for dumb terminals, for a screen reader.
//!
//! It prints the board after each move and reads `h8`, `undo`, `hint`, `resign`, `new`,
//! `help`, `quit` and a few more. A closed input ends it; what was played stays kept.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use tengen_core::Point;
use tengen_core::opening::{Act, Seat, Task};
use tengen_core::record::coordinate::{Coordinates, parse_point};
use tengen_play::{Event, Player, Refusal, Session};

use crate::app::sheet::introduce;
use crate::picture::{self, Glyphs, Scene};
use crate::text::{Texts, clean};
use crate::words::{act_at, names};

/// How long one wait for a thinking program lasts before it is looked at again.
const PATIENCE: Duration = Duration::from_millis(200);

/// Plays until `quit` or the end of the input.
///
/// # Errors
/// What reading or writing met; the game itself is kept by the session.
pub fn play(
    session: &mut Session,
    texts: &Texts,
    ascii: bool,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut game = LineGame {
        session,
        texts,
        glyphs: Glyphs {
            ascii,
            filled_white: false,
            coloured: false,
        },
        output,
        awaiting: false,
        last_word: String::new(),
    };
    game.line(texts.get("plain.welcome"))?;
    game.line(&game.rule_line())?;
    while game.catch_up()? {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            break;
        }
        // While the line was waited for, a flag may have fallen.
        game.tell_all()?;
        if !game.obey(line.trim())? {
            break;
        }
    }
    let bye = match (game.session.is_saved(), game.session.game_id()) {
        (false, _) => "plain.bye.unsaved",
        (true, Some(_)) => "plain.bye",
        (true, None) => "plain.bye.unkept",
    };
    game.line(texts.get(bye))
}

struct LineGame<'a> {
    session: &'a mut Session,
    texts: &'a Texts,
    glyphs: Glyphs,
    output: &'a mut dyn Write,
    /// A hint or the answer to a draw is being found in the background: it is wanted
    /// before the next line is read.
    awaiting: bool,
    /// The line before, in small letters.
    last_word: String,
}

impl LineGame<'_> {
    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    fn rule_line(&self) -> String {
        let rule = self.session.game().rule();
        let size = self.session.game().size();
        format!(
            "{} {size}: {}",
            self.texts.rule(rule),
            self.texts.condition(rule)
        )
    }

    /// Lets programs move until a person is asked or the game is over, and tells what
    /// happens. Always `true`, so that it reads as the condition of the loop.
    fn catch_up(&mut self) -> io::Result<bool> {
        let mut told_end = false;
        loop {
            let busy = self.session.thinking().is_some() || self.awaiting;
            let events = match busy {
                true => self.session.wait(PATIENCE),
                false => self.session.poll(),
            };
            if events.is_empty() && !busy {
                break;
            }
            for event in events {
                told_end |= matches!(event, Event::Over { .. });
                self.awaiting &= !matches!(
                    event,
                    Event::Hint { .. }
                        | Event::DrawDeclined { .. }
                        | Event::Over { .. }
                        | Event::Failed { .. }
                );
                self.tell(&event)?;
            }
        }
        if !told_end {
            self.ask()?;
        }
        if self.session.is_paused() {
            self.line(self.texts.get("plain.paused"))?;
        }
        Ok(true)
    }

    /// Says whose turn it is and what is asked.
    fn ask(&mut self) -> io::Result<()> {
        let Some(turn) = self.session.turn() else {
            return Ok(());
        };
        let colour = self.texts.colour(turn.stone);
        let task = match turn.task {
            Some(task) => self.texts.task(task),
            None => self.texts.say("status.to_move", &[("colour", &colour)]),
        };
        self.line(&task)?;
        let lists = |task: Task| is_choice(task) && !matches!(task, Task::DeclareFifths { .. });
        if turn.task.is_some_and(lists)
            && let Some(opening) = self.session.game().opening()
        {
            let rows: Vec<String> = opening
                .choices()
                .into_iter()
                .enumerate()
                .map(|(at, act)| format!("  {} {}", at + 1, self.texts.choice(opening, act)))
                .collect();
            self.line(&rows.join("\n"))?;
        }
        Ok(())
    }

    /// Tells what has happened by now, without waiting for a program.
    fn tell_all(&mut self) -> io::Result<()> {
        for event in self.session.poll() {
            self.tell(&event)?;
        }
        Ok(())
    }

    fn tell(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Moved {
                stone,
                point,
                number,
                ..
            } => {
                let name = point.name(self.session.game().size());
                let colour = self.texts.colour(*stone);
                let words = self
                    .texts
                    .say("status.played", &[("colour", &colour), ("point", &name)]);
                self.line(&words)?;
                self.board_after(*number)
            }
            Event::Started { .. } => {
                self.say_event(event)?;
                self.introduce_programs()?;
                self.board_after(0)
            }
            Event::Acted {
                act: Act::Place(_), ..
            } => self.board(),
            Event::Undone { .. } | Event::Redone { .. } | Event::Resumed { .. } => {
                self.say_event(event)?;
                self.board()
            }
            _ => self.say_event(event),
        }
    }

    /// Whom one plays against: name, rating and character.
    fn introduce_programs(&mut self) -> io::Result<()> {
        for seat in Seat::BOTH {
            if let Player::Opponent(opponent) = self.session.player(seat) {
                let words = introduce(*opponent, self.texts);
                let words = match self.glyphs.ascii {
                    true => words.replace('±', "+-"),
                    false => words,
                };
                self.line(&words)?;
            }
        }
        Ok(())
    }

    fn say_event(&mut self, event: &Event) -> io::Result<()> {
        match self.texts.event(self.session, event) {
            Some(words) => self.line(&words),
            None => Ok(()),
        }
    }

    fn board(&mut self) -> io::Result<()> {
        self.board_after(usize::MAX)
    }

    /// The board after so many moves: a quick program may have answered already when a move
    /// is told.
    fn board_after(&mut self, moves: usize) -> io::Result<()> {
        let mut position = self.session.game().position().clone();
        while position.moves().count() > moves {
            position.undo();
        }
        let scene = Scene {
            board: position.board(),
            last: position.last_move().and_then(|last| last.point),
            cursor: None,
            winning: position
                .outcome()
                .map_or_else(Vec::new, tengen_core::Outcome::winning_stones),
            marks: Vec::new(),
            numbers: BTreeMap::new(),
        };
        let lines = picture::lines(&scene, self.glyphs);
        self.line(&lines.join("\n"))
    }

    /// Does what a line says; `false` to quit.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let word = line.to_lowercase();
        let repeated = std::mem::replace(&mut self.last_word, word.clone()) == word;
        let gives_up = matches!(word.as_str(), "quit" | "exit" | "q" | "again" | "new");
        if gives_up && !repeated && !self.session.is_saved() {
            return self.line(self.texts.get("plain.unsaved")).map(|()| true);
        }
        let done = match word.as_str() {
            "" => Ok(()),
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" => return self.line(self.texts.get("plain.help")).map(|()| true),
            "board" => return self.board().map(|()| true),
            "moves" => return self.line(&self.moves()).map(|()| true),
            "go" => {
                self.session.resume();
                Ok(())
            }
            "undo" => self.session.undo(),
            "redo" => self.session.redo(),
            "hint" => {
                let asked = self.session.ask_hint();
                self.awaiting = asked.is_ok();
                asked
            }
            "resign" => self.session.resign(),
            "draw" => {
                let offered = self.session.offer_draw();
                self.awaiting = offered.is_ok() && self.has_program();
                if offered.is_ok() && !self.awaiting {
                    self.tell_all()?;
                    self.line(self.texts.get("plain.draw"))?;
                }
                offered
            }
            "accept" => self.session.answer_draw(true),
            "decline" => self.session.answer_draw(false),
            "adaptive" => return self.switch_adaptive().map(|()| true),
            "again" => self.session.again(),
            "new" => self.session.new_game(self.session.next_settings()),
            _ => return self.play_or_complain(line).map(|()| true),
        };
        self.complain(done)?;
        Ok(true)
    }

    fn has_program(&self) -> bool {
        let mut seats = Seat::BOTH.into_iter();
        seats.any(|seat| !self.session.player(seat).is_person())
    }

    fn switch_adaptive(&mut self) -> io::Result<()> {
        let wanted = !self.session.is_adaptive();
        let done = self.session.set_adaptive(wanted);
        let word = match wanted {
            true => "status.adaptive.on",
            false => "status.adaptive.off",
        };
        match done {
            Ok(()) => self.line(self.texts.get(word)),
            Err(_) => self.complain(done),
        }
    }

    fn moves(&self) -> String {
        let size = self.session.game().size();
        let points: Vec<Point> = self
            .session
            .game()
            .moves()
            .filter_map(|mv| mv.point)
            .collect();
        names(&points, size)
    }

    fn complain(&mut self, done: Result<(), Refusal>) -> io::Result<()> {
        match done {
            Ok(()) => Ok(()),
            Err(refusal) => {
                let board = self.session.game().position().board();
                let words = self.texts.refusal(&refusal, board);
                self.line(&words)
            }
        }
    }

    fn play_or_complain(&mut self, line: &str) -> io::Result<()> {
        let size = self.session.game().size();
        let task = self.session.turn().and_then(|turn| turn.task);
        let choice = task.filter(|&task| is_choice(task)).and_then(|_| {
            let choices = self.session.game().opening()?.choices();
            let number: usize = line.parse().ok()?;
            choices.get(number.checked_sub(1)?).copied()
        });
        let done = if let Some(act) = choice {
            self.session.act(act)
        } else if let Ok(point) = parse_point(line, size, Coordinates::default()) {
            match task {
                Some(task) => self.session.act(act_at(task, point)),
                None => self.session.play(point),
            }
        } else if let (Ok(act), true) = (Act::parse(line, size), task.is_some()) {
            self.session.act(act)
        } else {
            let text = clean(&line.chars().take(40).collect::<String>());
            let choices = match (task.is_some_and(is_choice), self.session.game().opening()) {
                (true, Some(opening)) => opening.choices().len(),
                _ => 0,
            };
            let words: [(&str, &dyn std::fmt::Display); 2] = [("text", &text), ("n", &choices)];
            let key = match (choices, line.parse::<usize>()) {
                (1.., Ok(_)) => "refused.choice",
                _ => "plain.unknown",
            };
            return self.line(&self.texts.say(key, &words));
        };
        self.complain(done)
    }
}

/// Whether a task is answered by a choice rather than by a point.
pub(crate) fn is_choice(task: Task) -> bool {
    match task {
        Task::PlaceStone { .. } | Task::OfferFifth { .. } | Task::PickFifth => false,
        Task::MaySwap
        | Task::MaySwapOrOfferTen
        | Task::ChooseColour
        | Task::ChooseColourOrAddTwo
        | Task::DeclareFifths { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use tengen_play::clock::TimeSource;
    use tengen_play::journal::{GameId, Header, KeepError, Keeper, Logged, Summary};
    use tengen_play::{GameSettings, Parts, TimeControl};

    use super::*;
    use crate::text::Language;

    /// Time that goes on by a second whenever a line is read.
    #[derive(Debug, Default)]
    struct Lines {
        text: &'static [u8],
        ms: Arc<AtomicU64>,
    }

    #[derive(Debug)]
    struct LineTime(Arc<AtomicU64>);

    impl TimeSource for LineTime {
        fn now_ms(&self) -> u64 {
            self.0.load(Ordering::Relaxed)
        }
    }

    impl Read for Lines {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.text.read(buffer)
        }
    }

    impl BufRead for Lines {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            self.ms.fetch_add(1_000, Ordering::Relaxed);
            Ok(self.text)
        }

        fn consume(&mut self, count: usize) {
            self.text = &self.text[count..];
        }
    }

    /// Keeps nothing.
    #[derive(Debug)]
    struct FullDisk;

    impl Keeper for FullDisk {
        fn begin(&mut self, _: &Header, _: &[Logged], _: &Summary) -> Result<GameId, KeepError> {
            Err(KeepError("no room".to_owned()))
        }

        fn append(
            &mut self,
            _: GameId,
            _: usize,
            _: &[Logged],
            _: &Summary,
        ) -> Result<(), KeepError> {
            Err(KeepError("no room".to_owned()))
        }
    }

    /// What two people see who type these lines, a second each.
    fn played(lines: &'static str, time: TimeControl) -> String {
        played_and_kept(lines, time, None)
    }

    fn played_and_kept(
        lines: &'static str,
        time: TimeControl,
        keeper: Option<Box<dyn Keeper>>,
    ) -> String {
        let ms = Arc::new(AtomicU64::new(0));
        let settings = GameSettings {
            opponent: Player::Person,
            time,
            ..GameSettings::default()
        };
        let parts = Parts {
            thinker: Box::new(
                tengen_play::thinking::Background::start(Arc::new(|| {})).expect("a thread"),
            ),
            time: Arc::new(LineTime(Arc::clone(&ms))),
            keeper,
        };
        let mut session = Session::with_parts(settings, parts).expect("they go together");
        let mut output = Vec::new();
        let text = lines.as_bytes();
        let texts = Texts::of(Language::English);
        play(
            &mut session,
            texts,
            true,
            &mut Lines { text, ms },
            &mut output,
        )
        .expect("to memory");
        String::from_utf8(output).expect("only text")
    }

    #[test]
    fn a_flag_that_falls_while_a_line_is_awaited_is_told_before_the_line() {
        for time in [
            TimeControl::PerMove { ms: 900 },
            TimeControl::PerGame {
                ms: 900,
                increment_ms: 5_000,
            },
        ] {
            let seen = played("h8\n", time);
            let flag = seen.find("White wins: Black ran out of time.");
            let refused = seen.find("The game is over");
            assert!(flag.is_some() && flag < refused, "{seen}");
        }
        let seen = played("h8\n", TimeControl::PerMove { ms: 5_000 });
        assert!(seen.contains("Black played H8."), "{seen}");
    }

    /// Every game begins alike: the word, then its empty board, then whose turn it is.
    #[test]
    fn a_new_game_shows_its_board_once() {
        let seen = played("h8\nnew\n", TimeControl::None);
        let parts: Vec<&str> = seen.split("New game.").collect();
        assert_eq!(parts.len(), 3, "{seen}");
        for part in &parts[1..] {
            let board = part.find("A B C D E").expect(part);
            let turn = part.find("Black to move.").expect(part);
            assert!(board < turn, "{seen}");
        }
        assert_eq!(seen.matches("A B C D E").count(), 3, "{seen}");
    }

    #[test]
    fn two_people_are_told_how_to_answer_a_draw() {
        let seen = played("draw\naccept\n", TimeControl::None);
        let offer = "Black offers a draw.\nThe other side answers: accept, decline, or a move.";
        assert!(seen.contains(offer), "{seen}");
        assert!(seen.contains("Draw by agreement."), "{seen}");
    }

    #[test]
    fn an_unsaved_game_is_given_up_by_saying_so_twice() {
        let seen = |lines| played_and_kept(lines, TimeControl::None, Some(Box::new(FullDisk)));
        let (asked, bye) = ("Say it again", "The game is not saved. Goodbye.");
        for (lines, times, games) in [
            ("h8\nquit\nQuit\n", 1, 1),
            ("h8\nquit\nboard\nquit\n", 2, 1),
            ("h8\nnew\nnew\ni9\n", 1, 2),
            ("h8\nagain\nagain\ni9\n", 1, 2),
            ("h8\n", 0, 1),
        ] {
            let seen = seen(lines);
            assert!(seen.contains("Not saved: no room."), "{seen}");
            assert_eq!(seen.matches(asked).count(), times, "{seen}");
            assert_eq!(seen.matches("New game.").count(), games, "{seen}");
            assert!(seen.ends_with(&format!("{bye}\n")), "{seen}");
        }
        let unplayed = seen("quit\n");
        assert!(!unplayed.contains(asked), "{unplayed}");
    }

    #[test]
    fn the_adaptive_level_is_switched_by_a_word() {
        let seen = played("adaptive\nh8\nadaptive\n", TimeControl::None);
        assert!(seen.contains("The level adapts"), "{seen}");
        assert!(
            seen.contains("This is settled until the game ends."),
            "{seen}"
        );
    }
}
