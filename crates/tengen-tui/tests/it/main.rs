//! The terminal is given back even if the program breaks: seen in a pseudo-terminal.
#![cfg(unix)]

use std::io::{Read, Write};
use std::sync::Arc;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use tengen_play::clock::MonotonicTime;
use tengen_play::thinking::{Job, News, Thinker};
use tengen_play::{ColourChoice, GameSettings, Opponent, Parts, Player, Session};
use tengen_tui::Start;
use tengen_tui::look::{Depth, Ground, Look};
use tengen_tui::text::{Language, Texts};

/// Breaks as soon as it is looked at.
#[derive(Debug)]
struct Broken;

impl Thinker for Broken {
    fn ask(&mut self, _job: Job) {}
    fn cancel(&mut self) {}
    fn hurry(&mut self) {}
    fn poll(&mut self) -> Option<News> {
        panic!("the thinker broke")
    }
}

/// Not a test of its own: the one below starts it in a terminal.
#[test]
#[ignore = "started by the next test in a pseudo-terminal"]
fn breaks_in_the_terminal() {
    let settings = GameSettings {
        opponent: Player::Opponent(Opponent::Random),
        colour: ColourChoice::White,
        ..GameSettings::default()
    };
    let parts = Parts {
        thinker: Box::new(Broken),
        time: Arc::new(MonotonicTime::default()),
        keeper: None,
    };
    let _ = tengen_tui::run(Start {
        session: Session::with_parts(settings, parts).unwrap(),
        store: None,
        texts: Texts::of(Language::English),
        look: Look {
            depth: Depth::None,
            ground: Ground::Dark,
            ascii: true,
            wide_stones: false,
        },
        ground_is_given: true,
        decode: |bytes| String::from_utf8_lossy(bytes).into_owned(),
        engines: Vec::new(),
        cannot_keep: false,
        message: None,
    });
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_told() {
    let size = PtySize {
        rows: 24,
        cols: 80,
        pixel_width: 0,
        pixel_height: 0,
    };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args([
        "--ignored",
        "--exact",
        "breaks_in_the_terminal",
        "--nocapture",
    ]);
    command.env("TERM", "xterm");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut writer = pair.master.take_writer().unwrap();
    // Enough answers for whatever the program asks its terminal.
    writer.write_all(b"\x1b[1;2R\x1b[1;7R\x1b[1;1R").unwrap();
    let mut parser = vt100::Parser::new(24, 80, 200);
    let mut entered = false;
    let mut all = Vec::new();
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = reader.read(&mut bytes) {
        parser.process(&bytes[..count]);
        all.extend_from_slice(&bytes[..count]);
        entered |= String::from_utf8_lossy(&all).contains("\x1b[?1049h");
    }
    assert!(!child.wait().unwrap().success());
    let screen = parser.screen();
    assert!(entered, "the program never took the terminal");
    assert!(!screen.alternate_screen() && !screen.hide_cursor());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    // On the terminal that was given back; a long trace may scroll it off the screen.
    let text = String::from_utf8_lossy(&all);
    let given_back = text.rsplit("\x1b[?1049l").next().unwrap_or_default();
    assert!(given_back.contains("the thinker broke"), "{text}");
}
