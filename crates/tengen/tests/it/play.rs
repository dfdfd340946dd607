//! `tengen play`: a whole game by pipe, and in a real pseudo-terminal.

use crate::{Folder, tengen_with};

fn plain(arguments: &[&str], input: &str) -> crate::Run {
    let mut all = vec!["play", "--plain", "--no-store", "--ascii", "--lang", "en"];
    all.extend_from_slice(arguments);
    tengen_with(&all, input.as_bytes())
}

#[test]
fn two_people_play_a_whole_game_by_pipe() {
    let moves = "h8\nh9\nI8\ni9\nj8\nundo\nj8\nj9\nk8\nk9\nl8\nquit\n";
    let run = plain(&["--opponent", "person"], moves);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(
        run.out.contains("Black wins with five: H8-L8."),
        "{}",
        run.out
    );
    // The winning row is numbered, and the board was drawn after each move.
    assert!(
        run.out.contains("  8  . . . . . . . 1 2 3 4(5)"),
        "{}",
        run.out
    );
    let boards = run.out.matches("A B C D E F G H I J K L M N O").count();
    assert_eq!(boards, 1 + 10 + 1, "{}", run.out);
}

#[test]
fn a_game_against_a_program_reaches_an_end_whatever_it_plays() {
    // Resigning ends it for certain; what comes before must not break it.
    let input = "h8\nnonsense\nhelp\nundo\nh8\nmoves\nresign\nnew\nh8\nquit\n";
    let run = plain(
        &["--opponent", "greedy", "--color", "black", "--seed", "1"],
        input,
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for words in [
        "You are Black.",
        "nonsense is no move and no command",
        "White played",
        "White wins: Black resigned.",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
}

#[test]
fn two_programs_play_to_the_end_without_a_person() {
    let run = plain(
        &["--watch", "greedy", "--opponent", "random", "--seed", "3"],
        "",
    );
    assert_eq!(run.code, 0);
    assert!(run.out.contains(" wins with five: "), "{}", run.out);
}

#[test]
fn chinese_and_wrong_settings() {
    let run = tengen_with(
        &[
            "play",
            "--plain",
            "--no-store",
            "--lang",
            "zh",
            "--color",
            "black",
        ],
        b"quit\n",
    );
    assert!(run.out.contains("轮到黑方"), "{}", run.out);
    let wrong = plain(&["--opening", "taraguchi10"], "");
    assert_eq!(wrong.code, 64, "{}", wrong.err);
}

#[test]
fn a_game_is_kept_and_goes_on() {
    let folder = Folder::new("play-kept");
    let data = folder.path("data");
    let base = [
        "play",
        "--plain",
        "--ascii",
        "--lang",
        "en",
        "--data",
        &data,
        "--opponent",
        "person",
    ];
    let first = tengen_with(&base, b"h8\ni9\n");
    assert!(first.out.contains("The game is kept."), "{}", first.out);
    let mut again = base.to_vec();
    again.push("--resume");
    let second = tengen_with(&again, b"moves\nquit\n");
    assert!(second.out.contains("\nH8 I9\n"), "{}", second.out);
}

#[cfg(unix)]
mod pty {
    use std::io::{Read, Write};
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

    /// The program in a terminal of 80 by 24, with the screen as a person would see it.
    struct Screen {
        parser: Arc<Mutex<vt100::Parser>>,
        writer: Arc<Mutex<Box<dyn Write + Send>>>,
        child: Box<dyn Child + Send + Sync>,
        _master: Box<dyn MasterPty + Send>,
    }

    impl Screen {
        fn start(arguments: &[&str]) -> Screen {
            let size = PtySize {
                rows: 24,
                cols: 80,
                pixel_width: 0,
                pixel_height: 0,
            };
            let pair = native_pty_system().openpty(size).unwrap();
            let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tengen"));
            command.args(["play", "--no-store", "--lang", "en", "--no-color"]);
            command.args(arguments);
            command.env("LC_ALL", "C.UTF-8");
            command.env("TERM", "xterm-256color");
            let child = pair.slave.spawn_command(command).unwrap();
            drop(pair.slave);
            let parser = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
            let writer = Arc::new(Mutex::new(pair.master.take_writer().unwrap()));
            let mut reader = pair.master.try_clone_reader().unwrap();
            let (screen, answers) = (Arc::clone(&parser), Arc::clone(&writer));
            std::thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = reader.read(&mut bytes) {
                    let mut parser = screen.lock().unwrap();
                    parser.process(&bytes[..count]);
                    // A terminal answers when it is asked where its cursor is.
                    if bytes[..count].windows(4).any(|part| part == b"\x1b[6n") {
                        let (row, column) = parser.screen().cursor_position();
                        let answer = format!("\x1b[{};{}R", row + 1, column + 1);
                        answers
                            .lock()
                            .unwrap()
                            .write_all(answer.as_bytes())
                            .unwrap();
                    }
                }
            });
            Screen {
                parser,
                writer,
                child,
                _master: pair.master,
            }
        }

        fn send(&self, bytes: &str) {
            let mut writer = self.writer.lock().unwrap();
            writer.write_all(bytes.as_bytes()).unwrap();
            writer.flush().unwrap();
        }

        fn text(&self) -> String {
            self.parser.lock().unwrap().screen().contents()
        }

        /// Waits until the screen shows this; the limit is far beyond what a busy
        /// machine needs.
        fn until(&self, words: &str) {
            let begun = Instant::now();
            while !self.text().contains(words) {
                assert!(
                    begun.elapsed() < Duration::from_secs(60),
                    "{words:?} did not appear:\n{}",
                    self.text()
                );
                std::thread::sleep(Duration::from_millis(10));
            }
        }

        /// Waits for the end; whether the screen was given back is asked of the parser.
        fn ended(&mut self) -> bool {
            let status = self.child.wait().unwrap();
            let begun = Instant::now();
            let is_ours = || self.parser.lock().unwrap().screen().alternate_screen();
            while is_ours() && begun.elapsed() < Duration::from_secs(10) {
                std::thread::sleep(Duration::from_millis(10));
            }
            let parser = self.parser.lock().unwrap();
            let screen = parser.screen();
            assert!(!screen.alternate_screen() && !screen.hide_cursor());
            assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
            status.success()
        }
    }

    #[test]
    fn a_game_is_played_to_its_end_by_keys() {
        let mut screen = Screen::start(&["--opponent", "person"]);
        screen.until("Black to move.");
        // Black by arrows and Enter along row 8, White by typing the point below.
        for white in ["h7", "i7", "j7", "k7"] {
            screen.send("\r");
            screen.until("White to move.");
            screen.send(white);
            screen.send("\r");
            screen.until("Black to move.");
            screen.send("\x1b[A\x1b[C");
        }
        // The last stone is taken back once and put down again.
        screen.send("\r");
        screen.until("Black wins with five: H8-L8.");
        screen.send("\x1a");
        screen.until("Taken back: 1.");
        screen.send("\x19");
        screen.until("Black wins with five: H8-L8.");
        screen.send("\x11");
        assert!(screen.ended());
    }

    #[test]
    fn a_game_is_won_by_mouse_and_a_signal_gives_the_terminal_back() {
        let mut screen = Screen::start(&["--opponent", "person"]);
        screen.until("Black to move.");
        // A point's column is 5 + 2x, its row 2 + y; reports count from 1.
        let click = |x: u32, y: u32| {
            let (column, row) = (6 + 2 * x, 3 + y);
            screen.send(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
        };
        for x in 3..7 {
            click(x, 7);
            screen.until("White to move.");
            click(x, 0);
            screen.until("Black to move.");
        }
        click(7, 7);
        screen.until("Black wins with five: D8-H8.");
        let pid = screen.child.process_id().unwrap().to_string();
        std::process::Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .unwrap();
        screen.ended();
    }
}
