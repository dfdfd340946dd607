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
    assert!(!second.out.contains("New game."), "{}", second.out);
}

/// Two losses running, one in each of two runs: the next game is a level easier, and so
/// is told.
#[test]
fn the_adaptive_level_is_remembered_from_run_to_run() {
    let folder = Folder::new("play-adaptive");
    let data = folder.path("data");
    let base = [
        "play", "--plain", "--ascii", "--lang", "en", "--data", &data, "--level", "3", "--color",
        "black",
    ];
    let first = tengen_with(&base, b"adaptive\nresign\n");
    assert!(first.out.contains("The level adapts"), "{}", first.out);
    assert!(!first.out.contains("The next game"), "{}", first.out);
    let second = tengen_with(&base, b"resign\nnew\n");
    let (before, after) = second
        .out
        .split_once("The next game is against Level 2.")
        .unwrap();
    assert!(before.contains("Level 3, "), "{}", second.out);
    assert!(after.contains("Level 2, "), "{}", second.out);
}

/// A game against a foreign program that is not named says so and can be played by hand.
#[test]
fn a_foreign_program_is_named_by_the_command_line_or_a_file_only() {
    let folder = Folder::new("play-foreign");
    let data = folder.path("data");
    std::fs::create_dir_all(&data).unwrap();
    let file = std::path::Path::new(&data).join("engines.txt");
    std::fs::write(&file, "nobody = ./no-such-program\n").unwrap();
    let base = [
        "play", "--plain", "--ascii", "--lang", "en", "--data", &data,
    ];
    let mut named = base.to_vec();
    named.extend(["--engine", "nobody", "--color", "black"]);
    let failed = tengen_with(&named, b"h8\ngo\n");
    let failures = failed.out.matches("nobody failed").count();
    assert_eq!(failures, 2, "asked again by go: {}", failed.out);
    std::fs::remove_file(&file).unwrap();
    let mut again = base.to_vec();
    again.push("--resume");
    let missing = tengen_with(&again, b"i9\nmoves\n");
    assert!(missing.err.contains("nobody is missing"), "{}", missing.err);
    assert!(missing.out.contains("\nH8 I9\n"), "{}", missing.out);
    std::fs::write(&file, "nobody\n").unwrap();
    let broken = tengen_with(&base, b"");
    assert_eq!(broken.code, 1, "{}", broken.out);
    assert!(broken.err.contains("engines.txt: line 1"), "{}", broken.err);
}

#[cfg(unix)]
mod pty {
    use std::io::{Read, Write};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

    use crate::Folder;

    /// The program in a terminal of 80 by 24, with the screen as a person would see it.
    struct Screen {
        parser: Arc<Mutex<vt100::Parser>>,
        writer: Arc<Mutex<Box<dyn Write + Send>>>,
        child: Box<dyn Child + Send + Sync>,
        master: Box<dyn MasterPty + Send>,
        /// Nobody looks any more: the next thing printed ends the reading.
        closing: Arc<AtomicBool>,
    }

    fn size(cols: u16, rows: u16) -> PtySize {
        PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        }
    }

    /// Shows what the program prints, and answers like a terminal with a light ground
    /// when it is asked where its cursor is and what its background is.
    fn show(bytes: &[u8], parser: &mut vt100::Parser) -> Vec<u8> {
        const CURSOR: &[u8] = b"\x1b[6n";
        const GROUND: &[u8] = b"\x1b]11;?";
        let mut answers = Vec::new();
        let mut shown = 0;
        for end in 1..=bytes.len() {
            let answer = if bytes[..end].ends_with(GROUND) {
                "\x1b]11;rgb:ffff/ffff/ffff\x1b\\".to_owned()
            } else if bytes[..end].ends_with(CURSOR) {
                parser.process(&bytes[shown..end]);
                shown = end;
                let (row, column) = parser.screen().cursor_position();
                format!("\x1b[{};{}R", row + 1, column + 1)
            } else {
                continue;
            };
            answers.extend_from_slice(answer.as_bytes());
        }
        parser.process(&bytes[shown..]);
        answers
    }

    impl Screen {
        fn start(arguments: &[&str]) -> Screen {
            let mut all = vec!["--no-store", "--no-color"];
            all.extend_from_slice(arguments);
            Screen::with("C.UTF-8", &all)
        }

        fn with(locale: &str, arguments: &[&str]) -> Screen {
            let command = CommandBuilder::new(env!("CARGO_BIN_EXE_tengen"));
            Screen::of(command, locale, arguments)
        }

        fn on_full_disk(folder: &Folder, arguments: &[&str]) -> Screen {
            let mut command = CommandBuilder::new("sh");
            command.cwd(&folder.0);
            command.args(["-c", crate::ON_FULL_DISK, "sh"]);
            command.arg(env!("CARGO_BIN_EXE_tengen"));
            Screen::of(command, "C.UTF-8", arguments)
        }

        fn of(mut command: CommandBuilder, locale: &str, arguments: &[&str]) -> Screen {
            let pair = native_pty_system().openpty(size(80, 24)).unwrap();
            command.args(["play", "--lang", "en"]);
            command.args(arguments);
            command.env("LC_ALL", locale);
            command.env("TERM", "xterm-256color");
            command.env("COLORTERM", "truecolor");
            command.env_remove("NO_COLOR");
            // Answers that come too late would be taken for keys, and a busy machine may be
            // late.
            command.env("TENGEN_TERMINAL_MS", "60000");
            let child = pair.slave.spawn_command(command).unwrap();
            drop(pair.slave);
            let parser = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
            let writer = Arc::new(Mutex::new(pair.master.take_writer().unwrap()));
            let mut reader = pair.master.try_clone_reader().unwrap();
            let (screen, terminal) = (Arc::clone(&parser), Arc::clone(&writer));
            let closing = Arc::new(AtomicBool::new(false));
            let closed = Arc::clone(&closing);
            std::thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = reader.read(&mut bytes) {
                    if closed.load(Ordering::Relaxed) {
                        return;
                    }
                    let answers = show(&bytes[..count], &mut screen.lock().unwrap());
                    terminal.lock().unwrap().write_all(&answers).unwrap();
                }
            });
            Screen {
                parser,
                writer,
                child,
                master: pair.master,
                closing,
            }
        }

        /// Tells the program of another size. What shows the screen keeps its own, as it
        /// cannot take what is still printed for a wider window.
        fn resize(&self, cols: u16, rows: u16) {
            self.master.resize(size(cols, rows)).unwrap();
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
            while is_ours() && begun.elapsed() < Duration::from_secs(60) {
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

    /// Neither the store nor a file of the person's takes the game: that is marked, nothing
    /// is left of the file, and leaving is asked about.
    #[test]
    fn a_game_on_a_full_disk_is_not_lost_unasked() {
        let folder = Folder::new("play-full");
        let mut screen = Screen::on_full_disk(&folder, &["--data", "data", "--opponent", "person"]);
        screen.until("NOT SAVED");
        screen.send("h8\r");
        screen.until("White to move. Black played H8.");
        screen.send("\x13game.sgf\r");
        screen.until("Not written: File too large");
        assert!(!folder.0.join("game.sgf").exists());
        screen.send("\x11");
        screen.until("Not saved. Lose this game? Enter yes, Esc no");
        screen.send("\r");
        assert!(screen.ended());
    }

    /// A closed window must not leave a process behind that reads a terminal that is gone.
    #[test]
    fn a_window_that_is_closed_ends_the_program() {
        let screen = Screen::start(&["--opponent", "person"]);
        screen.until("Black to move.");
        screen.closing.store(true, Ordering::Relaxed);
        screen.send("\x1b[C");
        let Screen {
            mut child,
            master,
            writer,
            ..
        } = screen;
        drop((master, writer));
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if begun.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("the program lives on without its terminal");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    fn a_storm_of_resizes_changes_nothing() {
        let mut screen = Screen::start(&["--opponent", "person"]);
        screen.until("Black to move.");
        for round in 0..30_u16 {
            for (columns, rows) in [(1, 1), (300, 100), (79 + round, 23), (20, 60), (60, 20)] {
                screen.resize(columns, rows);
            }
        }
        screen.send("h8\r");
        screen.resize(52, 18);
        screen.until("52 by 18.");
        screen.resize(80, 24);
        screen.until("White to move. Black played H8.");
        screen.send("\x11");
        assert!(screen.ended());
    }

    #[test]
    fn without_utf8_the_board_is_ascii_and_with_it_the_ground_is_asked_for() {
        let mut plain = Screen::with("C", &["--no-store", "--opponent", "person"]);
        plain.until("Black to move.");
        let text = plain.text();
        assert!(text.is_ascii(), "{text}");
        plain.send("\x11");
        assert!(plain.ended());

        let mut bright = Screen::with("C.UTF-8", &["--no-store", "--opponent", "person"]);
        bright.until("Black to move.");
        let parser = bright.parser.lock().unwrap();
        let cell = parser.screen().cell(3, 5).unwrap();
        // The terminal of this test is light: so is the wood.
        assert_eq!(cell.bgcolor(), vt100::Color::Rgb(0xe8, 0xc4, 0x8a));
        drop(parser);
        bright.send("\x11");
        assert!(bright.ended());
    }

    #[test]
    fn the_last_game_goes_on_at_the_next_start_and_is_analysed() {
        let folder = crate::Folder::new("play-screen");
        let data = folder.path("data");
        let mut first = Screen::with("C.UTF-8", &["--data", &data, "--opponent", "person"]);
        first.until("Black to move.");
        first.send("h8\r");
        first.until("White to move.");
        first.send("i9\r");
        first.until("Black to move.");
        first.send("\x11");
        assert!(first.ended());

        let mut second = Screen::with("C.UTF-8", &["--data", &data]);
        second.until("The last game goes on; moves so far: 2.");
        second.send("\t");
        second.until("Best lines");
        second.send("\x1b[D");
        second.until("1 of 2");
        second.send("\t\x07");
        second.until("1 kept");
        second.send("\x11");
        assert!(second.ended());
    }
}
