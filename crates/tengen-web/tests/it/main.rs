//! The server as a browser meets it, on loopback. Each test has a server of its own.
//! Names begin with the row of `reliability` that they stand for, where there is one.
// Helpers of tests may unwrap as the tests do: a panic is the failure report.
#![allow(clippy::unwrap_used)]

mod ends;
mod floods;
mod frames;
mod friends;
mod gate;
mod play;
mod roles;
mod soak;
mod study;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use tengen_play::store::Store;
use tengen_web::client::{self, Client};
use tengen_web::messages::{
    Ask, ClockSetup, ColourSetup, ErrorCode, GameSetup, PlayerSetup, Snapshot, Tell,
};
use tengen_web::{Config, Server};

/// A server with a store in a folder of its own, both gone at the end.
struct Fixture {
    server: Option<Server>,
    folder: PathBuf,
}

impl Fixture {
    fn new() -> Fixture {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("web-{}-{number}", std::process::id());
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let mut fixture = Fixture {
            server: None,
            folder,
        };
        fixture.start(0);
        fixture
    }

    fn start(&mut self, port: u16) {
        let config = Config {
            port: Some(port),
            store: Some(Store::open(&self.folder).unwrap()),
            cores: Some(2),
            socket_rate: (10_000.0, 10_000.0),
            ..Config::default()
        };
        self.server = Some(Server::start(config).unwrap());
    }

    fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    fn address(&self) -> SocketAddr {
        self.server().address()
    }

    /// Another server on the same port and store.
    fn restart(&mut self) {
        let port = self.address().port();
        self.server.take().unwrap().stop();
        self.start(port);
    }

    /// A new browser's first page.
    fn host(&self) -> (Client, Snapshot) {
        let cookie = self.cookie();
        Client::join(self.address(), &cookie, None).unwrap()
    }

    fn cookie(&self) -> String {
        client::enter(self.address(), "", None).unwrap()
    }

    /// All bytes of the store. Its index in memory may change by reading alone.
    fn stored(&self) -> Vec<Vec<u8>> {
        ["games.sqlite3", "games.sqlite3-wal"]
            .map(|name| std::fs::read(self.folder.join(name)).unwrap_or_default())
            .to_vec()
    }

    /// Whether nothing is searched any more, soon.
    fn is_idle_soon(&self) -> bool {
        soon(|| self.server().searches() == (0, 0))
    }
}

/// Waits until something is so; `false` if it is not within a minute.
fn soon(is_so: impl Fn() -> bool) -> bool {
    (0..6_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        is_so()
    })
}

impl Drop for Fixture {
    fn drop(&mut self) {
        drop(self.server.take());
        // What is left lies in cargo's own folder for such things.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn setup(opponent: PlayerSetup) -> GameSetup {
    GameSetup {
        rule: "freestyle".to_owned(),
        size: 15,
        protocol: "none".to_owned(),
        you: PlayerSetup::Person,
        opponent,
        colour: ColourSetup::Black,
        clock: ClockSetup::None,
    }
}

fn program(id: &str) -> PlayerSetup {
    PlayerSetup::Program { id: id.to_owned() }
}

fn new_game(settings: GameSetup) -> Ask {
    Ask::NewGame { settings }
}

fn place(point: &str) -> Ask {
    Ask::Place {
        point: point.to_owned(),
        at: None,
        careful: false,
    }
}

/// The snapshot that answers.
#[track_caller]
fn snapshot(tell: Tell) -> Snapshot {
    match tell {
        Tell::Snapshot(snapshot) => *snapshot,
        other => panic!("no snapshot but {other:?}"),
    }
}

/// The answer if it satisfies `wanted`, else the first later snapshot that does: a quick
/// program may have moved before the answer was sent.
fn until(client: &mut Client, answer: Tell, wanted: impl Fn(&Snapshot) -> bool) -> Snapshot {
    let first = snapshot(answer);
    match wanted(&first) {
        true => first,
        false => client.wait_for(wanted).unwrap(),
    }
}

/// The code and key of a refusal.
#[track_caller]
fn refusal(tell: Tell) -> (ErrorCode, String) {
    match tell {
        Tell::Error { code, text } => (code, text.key),
        other => panic!("no error but {other:?}"),
    }
}
