//! A client that asks for a hundred searches holds up nobody.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use tengen_web::client::{self, Client};
use tengen_web::messages::Ask;

use super::notes::{Notes, Spread};
use super::process::{Folder, Program};
use super::{Crowd, LoadOptions, clients};

use crate::output::say;

/// How much later a program may answer beside greedy clients, in milliseconds.
const LATER_BY_MS: f64 = 500.0;
/// Searches that each of them asks for, again and again.
const SEARCHES: usize = 100;

/// Plays half the time alone and half the time beside greedy clients; whether programs
/// answered as well.
pub(super) fn run(options: &LoadOptions) -> Result<bool> {
    let alone = answers(options, 0)?;
    let beside = answers(options, options.greedy)?;
    say!("answered in ms alone: {alone}");
    say!(
        "answered in ms beside {} greedy pages: {beside}",
        options.greedy
    );
    let later = beside.at(0.99) - alone.at(0.99);
    let is_late = later > LATER_BY_MS;
    if is_late {
        say!("  99% of the answers came {later:.1} ms later");
    }
    let counted = alone.count().min(beside.count());
    let failures = usize::from(is_late) + usize::from(counted == 0);
    say!(
        "{failures} failures in {} answers alone and {} beside them",
        alone.count(),
        beside.count()
    );
    Ok(failures == 0)
}

fn answers(options: &LoadOptions, greedy: usize) -> Result<Spread> {
    let folder = Folder::new("greedy")?;
    let program = Program::start(&options.program, folder.path(), 0)?;
    let notes = Arc::new(Notes::default());
    let mut threads: Crowd = Vec::new();
    for _ in 0..greedy {
        let (notes, address) = (Arc::clone(&notes), program.address());
        threads.push(std::thread::spawn(move || {
            while !notes.is_over() {
                if let Err(error) = ask_for_more(address, &notes) {
                    notes.fault(format!("greedy: {error}"));
                }
            }
        }));
    }
    for number in 0..options.games {
        let (notes, address) = (Arc::clone(&notes), program.address());
        let opponent = options.opponent.clone();
        threads.push(std::thread::spawn(move || {
            clients::play(address, number as u64, &opponent, &notes);
        }));
    }
    std::thread::sleep(Duration::from_secs_f64(options.seconds / 2.0));
    notes.end();
    program.end()?;
    for thread in threads {
        thread.join().ok().context("a client failed")?;
    }
    for fault in notes.faults() {
        say!("  {fault}");
    }
    Ok(notes.answered())
}

/// A hundred searches, as quickly as the server takes them.
fn ask_for_more(address: SocketAddr, notes: &Notes) -> io::Result<()> {
    let cookie = client::enter(address, "", None)?;
    let (mut page, _) = Client::join(address, &cookie, None)?;
    page.ask(Ask::Open {
        text: "h8i9h10h9g10i10".to_owned(),
        index: 0,
        rule: None,
        size: None,
    })?;
    for number in 0..SEARCHES {
        if notes.is_over() {
            break;
        }
        page.ask(Ask::Analyse {
            lines: 1 + number % 3,
            threads: 2,
            seconds: Some(60),
        })?;
        std::thread::sleep(Duration::from_millis(105));
    }
    Ok(())
}
