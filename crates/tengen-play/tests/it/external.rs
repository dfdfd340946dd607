//! A foreign program at the board. The program is this test binary again, which plays a
//! brain when it is asked for the ignored test below.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use tengen_core::opening::Seat;
use tengen_core::{Point, Size};
use tengen_play::{ColourChoice, Event, ExternalEngine, GameSettings, Parts, Player, Session};

/// Answers every move with the first free point of the top row, and dies when it meets
/// a stone in the lower left corner.
#[test]
#[ignore = "plays a foreign program for the tests below"]
fn brain() {
    let mut out = std::io::stdout();
    let mut say = |text: &str| {
        writeln!(out, "{text}").unwrap();
        out.flush().unwrap();
    };
    // The test harness has begun a line of its own.
    say("");
    let mut taken: Vec<(u8, u8)> = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let stone = match word {
            "START" => {
                say("OK");
                continue;
            }
            "END" => return,
            "TURN" => rest,
            _ => continue,
        };
        let (x, y) = stone.split_once(',').unwrap();
        taken.push((x.parse().unwrap(), y.parse().unwrap()));
        if taken.contains(&(0, 14)) {
            std::process::exit(3);
        }
        let free = (0..15).find(|&x| !taken.contains(&(x, 0))).unwrap();
        taken.push((free, 0));
        say(&format!("{free},0"));
    }
}

fn session() -> Session {
    let exe = std::env::current_exe().unwrap();
    let command = format!(
        "'{}' external::brain --exact --ignored --nocapture --test-threads=1",
        exe.display()
    );
    let settings = GameSettings {
        opponent: Player::External(ExternalEngine {
            name: "Foreign".to_owned(),
            command: command.parse().unwrap(),
            turn_ms: 20_000,
        }),
        colour: ColourChoice::Black,
        ..GameSettings::default()
    };
    Session::with_parts(settings, Parts::real(None, Arc::new(|| {})).unwrap()).unwrap()
}

fn at(x: u8, y: u8) -> Point {
    Size::STANDARD.point(x, y).unwrap()
}

/// Waits for the answer to the person's move.
fn answer(session: &mut Session) -> Event {
    loop {
        for event in session.wait(Duration::from_secs(60)) {
            match event {
                Event::Moved {
                    seat: Seat::Second, ..
                }
                | Event::Failed { .. } => return event,
                _ => {}
            }
        }
    }
}

#[test]
fn a_foreign_program_plays_and_its_death_does_not_end_the_game() {
    let mut session = session();
    session.play(at(7, 7)).unwrap();
    assert!(matches!(answer(&mut session), Event::Moved { point, .. } if point == at(0, 0)));
    session.play(at(8, 8)).unwrap();
    assert!(matches!(answer(&mut session), Event::Moved { point, .. } if point == at(1, 0)));
    session.play(at(0, 14)).unwrap();
    let Event::Failed { message, .. } = answer(&mut session) else {
        panic!("it should have died");
    };
    // Whoever tells it names the program.
    assert!(
        !message.is_empty() && !message.contains("Foreign"),
        "{message}"
    );
    assert!(session.is_paused());
    session.undo().unwrap();
    assert_eq!(session.game().position().board().stone_count(), 4);
}

#[test]
fn a_new_game_does_not_wait_for_a_foreign_program() {
    let mut session = session();
    session.play(at(7, 7)).unwrap();
    session.new_game(session.settings().clone()).unwrap();
    assert_eq!(session.thinking(), None);
    session.play(at(6, 6)).unwrap();
    assert!(matches!(answer(&mut session), Event::Moved { .. }));
}
