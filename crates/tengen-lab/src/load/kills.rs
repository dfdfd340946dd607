//! What was confirmed is there after the server was killed.

use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context, Result};
use tengen_core::rng::Rng;
use tengen_web::client::{self, Client};
use tengen_web::messages::{Ask, Tell};

use super::process::{Folder, Program};

use crate::output::say;

/// Kills the server so often in mid-game; whether nothing was lost.
pub(super) fn run(program: &Path, kills: u32) -> Result<bool> {
    let folder = Folder::new("kills")?;
    let mut rng = Rng::new(14);
    let mut server = Program::start(program, folder.path(), 0)?;
    let port = server.address().port();
    let cookie = client::enter(server.address(), "", None)?;
    let (mut lost, mut confirmed) = (0, 0);
    let mut at_least = 0;
    for _ in 0..kills {
        let (mut page, seen) = join(server.address(), &cookie)?;
        if seen < at_least {
            lost += 1;
            say!("  {at_least} stones were confirmed, {seen} are there");
        }
        at_least = seen;
        for _ in 0..rng.below(6) {
            let Ok(Tell::Snapshot(snapshot)) = page.ask(next(at_least)) else {
                break;
            };
            at_least = snapshot.board.stones.len();
            confirmed += 1;
        }
        // The last stone may be in the middle of being written.
        page.send(next(at_least)).ok();
        std::thread::sleep(std::time::Duration::from_millis(rng.below(12) as u64));
        server.kill()?;
        server = Program::start(program, folder.path(), port).context("it does not start again")?;
        if at_least > 150 {
            let (mut page, _) = join(server.address(), &cookie)?;
            page.ask(Ask::Reset)?;
            at_least = 0;
        }
    }
    server.end()?;
    say!("{lost} failures in {kills} kills and {confirmed} stones confirmed");
    Ok(lost == 0 && confirmed > 0)
}

/// The page of the game, and how many stones it shows.
fn join(address: SocketAddr, cookie: &str) -> Result<(Client, usize)> {
    let (mut page, first) = Client::join(address, cookie, None)?;
    if first.game.seats[1].program.is_some() {
        let settings = tengen_web::messages::GameSetup {
            opponent: tengen_web::messages::PlayerSetup::Person,
            size: 19,
            ..first.game.settings
        };
        page.ask(Ask::NewGame { settings })?;
        return Ok((page, 0));
    }
    Ok((page, first.board.stones.len()))
}

/// The next stone of a pattern in which no row of any direction has more than two stones
/// of a colour: colours alternate along a row, and every second pair of rows is shifted.
fn next(count: usize) -> Ask {
    let (row, along) = (count / 18, count % 18);
    let column = (along + (row / 2) % 2) % 18;
    let letter = char::from(b'A' + column as u8);
    Ask::Place {
        point: format!("{letter}{}", row + 1),
        at: Some(count),
        careful: false,
    }
}
