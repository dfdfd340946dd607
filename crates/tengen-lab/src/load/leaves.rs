//! No search outlives its reason: pages leave, undo and begin anew at random moments.

use std::io;
use std::time::{Duration, Instant};

use anyhow::Result;
use tengen_core::rng::Rng;
use tengen_web::client::{self, Client};
use tengen_web::messages::{Ask, GameSetup, PlayerSetup};
use tengen_web::{Config, Server};

use super::notes::Spread;

use crate::output::say;

/// How long a search may go on after its reason has gone, in milliseconds.
const STOPPED_WITHIN_MS: f64 = 100.0;

/// So many moments; whether every search had ended in time. The server runs in this
/// process, which can be asked how many searches run.
pub(super) fn run(moments: u32) -> Result<bool> {
    let server = Server::start(Config {
        port: Some(0),
        socket_rate: (1e6, 1e6),
        ..Config::default()
    })?;
    let cookie = client::enter(server.address(), "", None)?;
    let mut rng = Rng::new(11);
    let mut times = Vec::new();
    let (mut in_search, mut unended) = (0, 0);
    for moment in 0..moments {
        let (mut page, first) = Client::join(server.address(), &cookie, None)?;
        page.ask(Ask::NewGame {
            settings: against("master", first.game.settings.clone()),
        })?;
        page.ask(place())?;
        std::thread::sleep(Duration::from_micros(rng.below(60_000) as u64));
        in_search += usize::from(server.searches().0 > 0);
        let begun = Instant::now();
        leave(moment, page, first.game.settings)?;
        while server.searches() != (0, 0) && begun.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_micros(500));
        }
        unended += usize::from(server.searches() != (0, 0));
        times.push(begun.elapsed().as_secs_f64() * 1_000.0);
    }
    let times = Spread::of(&times);
    let late = times.at(1.0) > STOPPED_WITHIN_MS;
    say!("{moments} moments, {in_search} of them in a search; {unended} searches left");
    say!("ended in ms: {times}");
    let failures = unended + usize::from(late) + usize::from(in_search == 0);
    say!("{failures} failures in {moments} moments");
    server.stop();
    Ok(failures == 0)
}

fn against(program: &str, settings: GameSetup) -> GameSetup {
    GameSetup {
        opponent: PlayerSetup::Program {
            id: program.to_owned(),
        },
        colour: tengen_web::messages::ColourSetup::Black,
        ..settings
    }
}

fn place() -> Ask {
    Ask::Place {
        point: "H8".to_owned(),
        at: None,
        careful: false,
    }
}

fn leave(moment: u32, mut page: Client, settings: GameSetup) -> io::Result<()> {
    match moment % 3 {
        0 => drop(page),
        1 => drop(page.ask(Ask::Undo)?),
        _ => {
            let settings = GameSetup {
                opponent: PlayerSetup::Person,
                ..settings
            };
            page.ask(Ask::NewGame { settings })?;
        }
    }
    Ok(())
}
