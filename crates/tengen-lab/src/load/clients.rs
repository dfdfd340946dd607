//! What the clients of a load do.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tengen_core::rng::Rng;
use tengen_core::{Game, Size};
use tengen_web::client::{self, Client, Frame};
use tengen_web::messages::{
    Ask, ClockSetup, ColourSetup, GameSetup, PlayerSetup, Snapshot, Tell, WalkStep,
};

use super::notes::Notes;

/// A page sends no more than ten messages a second.
const PACE: Duration = Duration::from_millis(150);

/// Plays game after game with random stones.
pub(super) fn play(address: SocketAddr, seed: u64, opponent: &str, notes: &Notes) {
    while !notes.is_over() {
        if let Err(error) = play_on(address, seed, opponent, notes) {
            notes.fault(format!("player {seed}: {error}"));
            std::thread::sleep(Duration::from_millis(500));
        }
    }
}

fn play_on(address: SocketAddr, seed: u64, opponent: &str, notes: &Notes) -> io::Result<()> {
    let mut rng = Rng::new(seed);
    let cookie = client::enter(address, "", None)?;
    let (mut page, _) = Client::join(address, &cookie, None)?;
    notes.remember(page.stream());
    let settings = GameSetup {
        rule: "freestyle".to_owned(),
        size: 15,
        protocol: "none".to_owned(),
        you: PlayerSetup::Person,
        opponent: match opponent {
            "person" => PlayerSetup::Person,
            program => PlayerSetup::Program {
                id: program.to_owned(),
            },
        },
        colour: ColourSetup::Black,
        clock: ClockSetup::None,
    };
    let mut seen = answer(page.ask(Ask::NewGame { settings })?)?;
    let mut sent: Option<Instant> = None;
    while !notes.is_over() {
        check(&seen, notes)?;
        if seen.board.open || seen.game.outcome.is_some() {
            if let Some(sent) = sent.take() {
                notes.answer(sent.elapsed());
            }
            std::thread::sleep(PACE);
        }
        if seen.game.outcome.is_some() {
            notes.game_over();
            seen = answer(page.ask(Ask::Again { swap: true })?)?;
            continue;
        }
        if !seen.board.open {
            seen = next_snapshot(&mut page)?;
            continue;
        }
        let ask = Ask::Place {
            point: random_point(&seen, &mut rng),
            at: Some(seen.game.done),
            careful: false,
        };
        let stones = seen.board.stones.len();
        let begun = Instant::now();
        seen = answer(page.ask(ask)?)?;
        notes.confirm(begun.elapsed());
        sent = seen
            .game
            .seats
            .iter()
            .any(|seat| seat.program.is_some())
            .then_some(begun);
        if seen.board.stones.len() <= stones {
            return Err(io::Error::other("a stone was confirmed and is not there"));
        }
    }
    Ok(())
}

/// The server's position must follow from its moves by the rules.
fn check(seen: &Snapshot, notes: &Notes) -> io::Result<()> {
    let wrong = |what: String| io::Error::other(format!("an illegal game: {what}"));
    let size = Size::new(seen.board.size).map_err(|error| wrong(error.to_string()))?;
    let rule = seen.game.settings.rule.parse();
    let rule = rule.map_err(|_| wrong(seen.game.settings.rule.clone()))?;
    let mut game = Game::new(size, rule);
    for mv in &seen.game.moves {
        let point = size.points().find(|point| point.name(size) == mv.point);
        let point = point.ok_or_else(|| wrong(mv.point.clone()))?;
        game.play(point).map_err(|error| wrong(error.to_string()))?;
    }
    if game.outcome().is_some() && seen.game.outcome.is_none() {
        return Err(wrong("its end".to_owned()));
    }
    notes.check();
    Ok(())
}

fn answer(tell: Tell) -> io::Result<Snapshot> {
    match tell {
        Tell::Snapshot(snapshot) => Ok(*snapshot),
        other => Err(io::Error::other(format!("no snapshot but {other:?}"))),
    }
}

fn next_snapshot(page: &mut Client) -> io::Result<Snapshot> {
    page.wait_for(|_| true)
}

/// A free point near the middle, or anywhere.
fn random_point(seen: &Snapshot, rng: &mut Rng) -> String {
    let Ok(size) = Size::new(seen.board.size) else {
        return "H8".to_owned();
    };
    let is_free = |name: &String| !seen.board.stones.iter().any(|stone| stone.point == *name);
    let names = |reach: u8| -> Vec<String> {
        let near = size
            .points()
            .filter(|point| point.distance(size.centre()) <= reach);
        near.map(|point| point.name(size)).filter(is_free).collect()
    };
    let free = [names(4), names(22)].into_iter().find(|it| !it.is_empty());
    let free = free.unwrap_or_default();
    rng.pick(&free).cloned().unwrap_or_else(|| "A1".to_owned())
}

/// Looks on.
pub(super) fn watch(address: SocketAddr, cookie: &str, notes: &Notes) {
    let looked = || -> io::Result<()> {
        let (mut page, _) = Client::join(address, cookie, None)?;
        notes.remember(page.stream());
        while !notes.is_over() {
            page.ask(Ask::Look)?;
            std::thread::sleep(PACE * 4);
        }
        Ok(())
    };
    if let Err(error) = looked() {
        notes.fault(format!("watcher: {error}"));
    }
}

/// Lets the engine look at one position after the other.
pub(super) fn analyse(address: SocketAddr, cookie: &str, notes: &Notes) {
    let analysed = || -> io::Result<()> {
        let (mut page, _) = Client::join(address, cookie, None)?;
        notes.remember(page.stream());
        page.ask(Ask::Open {
            text: "h8i9h10h9g10i10".to_owned(),
            index: 0,
            rule: None,
            size: None,
        })?;
        while !notes.is_over() {
            for step in [WalkStep::Start, WalkStep::Forward, WalkStep::End] {
                page.ask(Ask::Analyse {
                    lines: 3,
                    threads: 1,
                    seconds: Some(60),
                })?;
                std::thread::sleep(PACE * 8);
                page.ask(Ask::Walk { step, count: 1 })?;
            }
        }
        Ok(())
    };
    if let Err(error) = analysed() {
        notes.fault(format!("analyst: {error}"));
    }
}

/// Sends what no browser would, again and again; being thrown out is what it expects.
pub(super) fn molest(address: SocketAddr, cookie: &str, notes: &Notes) {
    let mut round = 0_u64;
    while !notes.is_over() {
        round += 1;
        let Ok((mut page, _)) = Client::join(address, cookie, None) else {
            // Too many sockets of this address: as it should be.
            std::thread::sleep(Duration::from_secs(1));
            continue;
        };
        // Whatever happens to this connection is the server's right.
        let _ = match round % 4 {
            0 => page.send_frame(0x82, b"binary"),
            1 => page.send_frame(0x81, &[0xC3, 0x28]),
            2 => page.send_frame(0x81, &vec![b' '; (64 << 10) + 1]),
            _ => (0..500).try_for_each(|_| page.send_text(r#"{"type":"look"}"#)),
        };
        while let Ok(Frame::Text(_)) = page.receive() {}
        notes.visit();
        std::thread::sleep(Duration::from_millis(700));
    }
}
