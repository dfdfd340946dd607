//! `tengen web` as a process: its first line, its end, what survives a kill.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tengen_web::client::{self, Client};
use tengen_web::messages::{Ask, Tell};

use crate::{Folder, tengen};

/// A server as a child, ended with the test.
struct Served {
    child: Child,
    address: SocketAddr,
}

impl Served {
    fn start(folder: &Folder, port: u16) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["web", "--no-open", "--port", &port.to_string()])
            .args(["--data", &folder.path("games")])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.strip_prefix("Tengen is at http://").unwrap().trim();
        Served {
            address: address.trim_end_matches('/').parse().unwrap(),
            child,
        }
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended as it should.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn place(point: &str) -> Ask {
    Ask::Place {
        point: point.to_owned(),
        at: None,
        careful: false,
    }
}

#[test]
fn w14_what_was_confirmed_survives_a_kill() {
    let folder = Folder::new("web-kill");
    let mut served = Served::start(&folder, 0);
    let port = served.address.port();
    let cookie = client::enter(served.address, "", None).unwrap();
    let mut stones = 0;
    for point in ["H8", "C3", "M13"] {
        let (mut page, seen) = Client::join(served.address, &cookie, None).unwrap();
        assert!(seen.board.stones.len() >= stones, "nothing is lost");
        let seen = match seen.board.open {
            true => seen,
            false => page.wait_for(|it| it.board.open).unwrap(),
        };
        let free = !seen.board.stones.iter().any(|stone| stone.point == point);
        let point = if free { point } else { "A15" };
        let Tell::Snapshot(placed) = page.ask(place(point)).unwrap() else {
            panic!("{point} is refused");
        };
        stones = placed.board.stones.len();
        served.kill();
        served = Served::start(&folder, port);
    }
    let (_, seen) = Client::join(served.address, &cookie, None).unwrap();
    assert!(seen.board.stones.len() >= stones && stones >= 3);
}

#[cfg(unix)]
#[test]
fn w15_a_signal_ends_it_in_order() {
    let folder = Folder::new("web-end");
    for signal in ["TERM", "INT"] {
        let mut served = Served::start(&folder, 0);
        let cookie = client::enter(served.address, "", None).unwrap();
        let (mut page, _) = Client::join(served.address, &cookie, None).unwrap();
        page.ask(place("H8")).unwrap();
        let begun = Instant::now();
        let pid = served.child.id().to_string();
        let told = Command::new("kill")
            .args(["-s", signal, &pid])
            .status()
            .unwrap();
        assert!(told.success());
        let status = served.child.wait().unwrap();
        assert!(status.success(), "{signal}: {status}");
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "{:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn a_port_in_use_is_told_in_one_line() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = tengen(&["web", "--no-open", "--no-store", "--port", &port]);
    assert_eq!(run.code, 1);
    assert_eq!(run.err.lines().count(), 1);
    assert!(run.err.contains(&port), "{}", run.err);
}
