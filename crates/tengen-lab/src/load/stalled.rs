//! Requests that never end, and pages that never read.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tengen_web::client::{self, Client};
use tengen_web::messages::{Ask, WalkStep};

use super::notes::Notes;

/// As many of each; the threads that keep them.
pub(super) fn start(address: SocketAddr, count: usize, notes: &Arc<Notes>) -> Result<super::Crowd> {
    let cookie = client::enter(address, "", None)?;
    let (heads, pages) = (Arc::clone(notes), Arc::clone(notes));
    Ok(vec![
        std::thread::spawn(move || endless_heads(address, count, &heads)),
        std::thread::spawn(move || {
            if let Err(error) = deaf_pages(address, &cookie, count, &pages) {
                pages.fault(format!("the page that others do not hear: {error}"));
            }
        }),
    ])
}

/// One byte of each head a second; those that were cut begin anew.
fn endless_heads(address: SocketAddr, count: usize, notes: &Notes) {
    let mut open: Vec<TcpStream> = Vec::new();
    while !notes.is_over() {
        open.retain_mut(|stream| stream.write_all(b"x").is_ok());
        while open.len() < count {
            let Ok(mut stream) = TcpStream::connect(address) else {
                break;
            };
            // Whether it still lives is seen with the next byte.
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nX: ");
            open.push(stream);
        }
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// A host walks through a large study, and the other pages of the room never read.
fn deaf_pages(address: SocketAddr, cookie: &str, count: usize, notes: &Notes) -> io::Result<()> {
    let (mut host, _) = Client::join(address, cookie, None)?;
    notes.remember(host.stream());
    host.ask(Ask::Open {
        text: large_study(),
        index: 0,
        rule: None,
        size: None,
    })?;
    let mut deaf: Vec<Client> = Vec::new();
    while !notes.is_over() {
        if deaf.len() < count {
            match Client::join(address, cookie, None) {
                Ok((page, _)) => deaf.push(page),
                // Too many at once: a few later.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {}
                Err(error) => return Err(error),
            }
        }
        for step in [WalkStep::Start, WalkStep::End] {
            host.ask(Ask::Walk { step, count: 1 })?;
            std::thread::sleep(Duration::from_millis(110));
        }
    }
    Ok(())
}

/// A record with a thousand variations, so that every snapshot is large.
fn large_study() -> String {
    let mut sgf = "(;GM[4]SZ[15];B[hh]".to_owned();
    for number in 0..1_000_usize {
        let letter = |n: usize| char::from(b'a' + (n % 7) as u8);
        let [a, b] = [letter(number), letter(number / 7)];
        sgf.push_str(&format!("(;W[{a}{b}]C[{number}])"));
    }
    sgf.push(')');
    sgf
}
