//! `tengen web` as a process: its first line, its end, what survives a kill.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

use tengen_web::client::{self, Client, Frame};
use tengen_web::messages::{Ask, ColourSetup, GameSetup, PlayerSetup, Tell};

use crate::{Folder, tengen};

/// A server as a child, ended with the test.
struct Served {
    child: Child,
    address: SocketAddr,
}

impl Served {
    fn start(folder: &Folder, port: u16) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command
            .args(["web", "--no-open", "--port", &port.to_string()])
            .args(["--data", &folder.path("games")]);
        Served::of(&mut command)
    }

    /// Starts it so, and reads its address.
    fn of(command: &mut Command) -> Served {
        let mut child = command
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

/// The pages of so many games against Master, in each of which it thinks.
fn thinking_pages(served: &Served, count: usize) -> Vec<Client> {
    let pages = (0..count).map(|_| {
        let cookie = client::enter(served.address, "", None).unwrap();
        let (mut page, seen) = Client::join(served.address, &cookie, None).unwrap();
        let settings = GameSetup {
            opponent: PlayerSetup::Program {
                id: "master".to_owned(),
            },
            colour: ColourSetup::Black,
            ..seen.game.settings
        };
        page.ask(Ask::NewGame { settings }).unwrap();
        page.ask(place("H8")).unwrap();
        page
    });
    pages.collect()
}

#[cfg(unix)]
fn signal(served: &Served, name: &str) {
    let pid = served.child.id().to_string();
    let told = Command::new("kill").args(["-s", name, &pid]).status();
    assert!(told.unwrap().success());
}

// Elsewhere there is always a screen, and the test would open a browser on it.
#[cfg(not(any(windows, target_os = "macos")))]
#[test]
fn without_arguments_screen_or_terminal_the_board_is_served() {
    let folder = Folder::new("web-bare");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command
        .env("XDG_DATA_HOME", folder.path("data"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    let served = Served::of(&mut command);
    let cookie = client::enter(served.address, "", None).unwrap();
    let (_, seen) = Client::join(served.address, &cookie, None).unwrap();
    assert_eq!(seen.game.settings.size, 15);
    served.kill();
}

#[test]
fn w14_what_was_confirmed_survives_a_kill() {
    let folder = Folder::new("web-kill");
    let mut served = Served::start(&folder, 0);
    let port = served.address.port();
    let cookie = client::enter(served.address, "", None).unwrap();
    let (mut page, first) = Client::join(served.address, &cookie, None).unwrap();
    let settings = GameSetup {
        opponent: PlayerSetup::Person,
        ..first.game.settings
    };
    page.ask(Ask::NewGame { settings }).unwrap();
    let mut confirmed = 0;
    for round in 0..10_usize {
        for _ in 0..round % 3 + 1 {
            // Every second column stays empty: there are no fives.
            let point = format!("{}{}", ["A", "C", "E"][confirmed % 3], confirmed / 3 + 1);
            let Tell::Snapshot(placed) = page.ask(place(&point)).unwrap() else {
                panic!("{point} is refused");
            };
            confirmed += 1;
            assert_eq!(placed.board.stones.len(), confirmed);
        }
        // One more is on its way when the server is killed: it may be there or not.
        page.send(place("O15")).unwrap();
        served.kill();
        served = Served::start(&folder, port);
        let (back, seen) = Client::join(served.address, &cookie, None).unwrap();
        page = back;
        let mut kept = seen.board.stones.len();
        if seen.board.stones.iter().any(|stone| stone.point == "O15") {
            page.ask(Ask::Undo).unwrap();
            kept -= 1;
        }
        assert_eq!(kept, confirmed, "round {round}");
    }
    assert_eq!(confirmed, 19);
}

#[cfg(unix)]
#[test]
fn w15_a_signal_ends_it_in_order() {
    let folder = Folder::new("web-end");
    for name in ["TERM", "INT"] {
        let mut served = Served::start(&folder, 0);
        let cookie = client::enter(served.address, "", None).unwrap();
        let (mut page, _) = Client::join(served.address, &cookie, None).unwrap();
        page.ask(place("H8")).unwrap();
        signal(&served, name);
        let status = served.child.wait().unwrap();
        assert!(status.success(), "{name}: {status}");
        assert!(is_told(&mut page), "{name}");
    }
    // With nobody there at all.
    let mut served = Served::start(&folder, 0);
    signal(&served, "TERM");
    assert!(served.child.wait().unwrap().success());
}

/// Whether the page was told that the server goes, or at the least sees that it went: a
/// machine that is too busy to tell everybody in time ends all the same.
#[cfg(unix)]
fn is_told(page: &mut Client) -> bool {
    loop {
        match page.receive().unwrap() {
            Frame::Text(_) => {}
            end => return matches!(end, Frame::Close(Some(1001)) | Frame::Gone),
        }
    }
}

#[cfg(unix)]
#[test]
fn w15_it_ends_in_fifty_searches_and_a_second_signal_is_enough_too() {
    let folder = Folder::new("web-end-thinking");
    let mut served = Served::start(&folder, 0);
    let mut pages = thinking_pages(&served, 50);
    signal(&served, "TERM");
    let status = served.child.wait().unwrap();
    assert!(status.success(), "{status}");
    let told = pages
        .iter_mut()
        .filter_map(|page| is_told(page).then_some(()));
    assert_eq!(told.count(), 50);
    let mut served = Served::start(&folder, 0);
    let pages = thinking_pages(&served, 5);
    signal(&served, "TERM");
    signal(&served, "TERM");
    // In order, or at once: both are an end that was asked for.
    let code = served.child.wait().unwrap().code();
    assert!(matches!(code, Some(0 | 130)), "{code:?}");
    drop(pages);
}

#[cfg(unix)]
#[test]
fn w15_in_the_middle_of_writing_nothing_confirmed_is_lost() {
    let folder = Folder::new("web-end-writing");
    let mut served = Served::start(&folder, 0);
    let (address, port) = (served.address, served.address.port());
    let cookies: Vec<String> = (0..10)
        .map(|_| client::enter(address, "", None).unwrap())
        .collect();
    let confirmed: Vec<usize> = std::thread::scope(|scope| {
        let writers: Vec<_> = cookies
            .iter()
            .map(|cookie| scope.spawn(move || write_until_the_end(address, cookie)))
            .collect();
        // All of them are in the middle of their games by then.
        let (mut watcher, _) = Client::join(address, &cookies[0], None).unwrap();
        watcher.wait_for(|it| it.board.stones.len() >= 6).unwrap();
        signal(&served, "TERM");
        assert!(served.child.wait().unwrap().success());
        writers.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let served = Served::start(&folder, port);
    for (cookie, stones) in cookies.iter().zip(&confirmed) {
        let (_, seen) = Client::join(served.address, cookie, None).unwrap();
        let found = seen.board.stones.len();
        assert!(
            found == *stones || found == stones + 1,
            "{stones} were confirmed, {found} are there"
        );
    }
    assert!(confirmed[0] >= 6);
}

/// Puts stones down for both sides until the server goes; how many were confirmed.
#[cfg(unix)]
fn write_until_the_end(address: SocketAddr, cookie: &str) -> usize {
    let (mut page, first) = Client::join(address, cookie, None).unwrap();
    let settings = GameSetup {
        opponent: PlayerSetup::Person,
        size: 19,
        ..first.game.settings
    };
    let mut confirmed = 0;
    if page.ask(Ask::NewGame { settings }).is_err() {
        return confirmed;
    }
    // Every second row and column stays empty: there are no fives.
    for count in 0..100_u8 {
        let letter = char::from(b'A' + count % 10 * 2);
        // Ten a second are allowed, after the first sixty.
        if count > 50 {
            std::thread::sleep(std::time::Duration::from_millis(110));
        }
        match page.ask(place(&format!("{letter}{}", count / 10 * 2 + 1))) {
            Ok(Tell::Snapshot(placed)) => confirmed = placed.board.stones.len(),
            _ => break,
        }
    }
    confirmed
}

#[cfg(target_os = "linux")]
#[test]
fn w1_it_listens_on_loopback_alone() {
    let folder = Folder::new("web-loopback");
    let served = Served::start(&folder, 0);
    let port = format!(":{:04X}", served.address.port());
    let mut found = Vec::new();
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
        let text = std::fs::read_to_string(table).unwrap_or_default();
        let lines = text.lines().skip(1).map(str::to_owned);
        // The second column is the own address, the fourth the state: A listens.
        found.extend(lines.filter_map(|line| {
            let columns: Vec<&str> = line.split_whitespace().collect();
            let is_ours = columns[1].ends_with(&port) && columns[3] == "0A";
            is_ours.then(|| columns[1].to_owned())
        }));
    }
    assert_eq!(found, [format!("0100007F{port}")]);
}

/// Processor time of a process, in hundredths of a second.
#[cfg(target_os = "linux")]
fn cpu_ticks(served: &Served) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", served.child.id())).unwrap();
    // The name in brackets may hold blanks; fields are counted from behind it.
    let fields = stat.rsplit(')').next().unwrap().split_whitespace();
    let times = fields.skip(11).take(2);
    times.map(|field| field.parse::<u64>().unwrap()).sum()
}

#[cfg(target_os = "linux")]
#[test]
fn w5_where_no_file_is_left_it_waits_and_then_serves() {
    let program = env!("CARGO_BIN_EXE_tengen");
    let line = format!("ulimit -n 40; exec '{program}' web --no-open --no-store --port 0");
    let served = Served::of(Command::new("sh").args(["-c", &line]));
    let many: Vec<_> = (0..100)
        .map(|_| std::net::TcpStream::connect(served.address).unwrap())
        .collect();
    let before = cpu_ticks(&served);
    std::thread::sleep(std::time::Duration::from_secs(1));
    let spent = cpu_ticks(&served) - before;
    assert!(spent < 50, "{spent} hundredths of a second in one second");
    drop(many);
    assert!(client::enter(served.address, "", None).is_ok());
}

#[test]
fn w9_no_log_holds_a_token() {
    let folder = Folder::new("web-log");
    let complaints = std::fs::File::create(folder.path("stderr.txt")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["web", "--no-open", "--port", "0", "--host", "127.0.0.1"])
        .args(["--data", &folder.path("games")])
        .env("RUST_LOG", "trace")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(complaints)
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let link = line.strip_prefix("Tengen is at http://").unwrap().trim();
    let (address, key) = link.split_once("/#enter=").unwrap();
    let mut served = Served {
        address: address.parse().unwrap(),
        child,
    };
    let cookie = client::enter(served.address, key, None).unwrap();
    let (mut page, _) = Client::join(served.address, &cookie, None).unwrap();
    page.ask(place("H8")).unwrap();
    let Tell::Snapshot(invited) = page.ask(Ask::Invite).unwrap() else {
        panic!("no links");
    };
    let links = invited.people.links.unwrap();
    let guest = links.guest.strip_prefix("#enter=").unwrap();
    let guest_cookie = client::enter(served.address, guest, None).unwrap();
    assert!(client::enter(served.address, "a wrong token", None).is_err());
    page.send_text("no message at all").unwrap();
    served.child.kill().unwrap();
    served.child.wait().unwrap();
    let mut log = std::fs::read_to_string(folder.path("stderr.txt")).unwrap();
    // The first line is for the person, and holds the link; nothing after it does.
    std::io::Read::read_to_string(&mut output, &mut log).unwrap();
    let secret = |cookie: &str| cookie.split_once('=').unwrap().1.to_owned();
    let spectator = links.spectator.strip_prefix("#enter=").unwrap();
    for token in [
        key,
        guest,
        spectator,
        &secret(&cookie),
        &secret(&guest_cookie),
    ] {
        assert_eq!(token.len(), 32, "128 bits");
        assert!(!log.contains(token), "{log}");
    }
}

#[test]
fn an_address_of_another_machine_is_told_in_one_line() {
    // An address for documentation: no machine has it.
    let host = "203.0.113.7";
    let run = tengen(&["web", "--no-open", "--no-store", "--host", host]);
    assert_eq!((run.code, run.err.lines().count()), (1, 1), "{}", run.err);
    assert!(run.err.contains(host), "{}", run.err);
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

#[cfg(unix)]
#[test]
fn a_window_of_its_own_is_asked_of_chromium() {
    let folder = Folder::new("web-window");
    let (said, script, browser) = (
        folder.path("said"),
        folder.path("script"),
        folder.path("chromium"),
    );
    // What stands there under its name is complete: it was moved there.
    std::fs::write(
        &script,
        format!("#!/bin/sh\necho \"$1\" > '{said}.part' && mv '{said}.part' '{said}'\n"),
    )
    .unwrap();
    let copied = Command::new("install")
        .args(["-m", "755", &script, &browser])
        .status()
        .unwrap();
    assert!(copied.success());
    let own = std::path::Path::new(&browser).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command
        .args(["web", "--window", "--no-store", "--port", "0"])
        .env("DISPLAY", ":0")
        .env("PATH", format!("{}:{path}", own.display()));
    let served = Served::of(&mut command);
    let begun = Instant::now();
    let asked = loop {
        match std::fs::read_to_string(&said) {
            Ok(asked) => break asked,
            Err(_) if begun.elapsed() < Duration::from_secs(60) => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(error) => panic!("no window was asked for: {error}"),
        }
    };
    assert_eq!(asked.trim(), format!("--app=http://{}/", served.address));
}
