//! Too much of everything: messages, sockets, searches, readers that stop.

use std::io::{Read, Write};
use std::time::Duration;

use tengen_web::client::{self, Client, Frame, request};
use tengen_web::messages::{Ask, PlayerSetup, WalkStep};
use tengen_web::{Config, Server, Silence};

use crate::{Fixture, new_game, place, program, setup, snapshot};

#[test]
fn w13_a_flood_is_closed_and_others_do_not_notice() {
    let fixture = Fixture::new();
    let (mut flood, _) = fixture.host();
    let (mut other, _) = fixture.host();
    other.ask(new_game(setup(PlayerSetup::Person))).unwrap();
    let sent = (0..10_000).find(|_| flood.send_text(r#"{"type":"look"}"#).is_err());
    assert!(sent.is_some() || flood.receive().is_ok());
    let end = loop {
        match flood.receive() {
            Ok(Frame::Text(_)) => {}
            Ok(end) => break end,
            Err(error) => panic!("no end: {error}"),
        }
    };
    assert!(
        matches!(end, Frame::Close(Some(1008)) | Frame::Gone),
        "{end:?}"
    );
    for point in ["H8", "I9", "G7"] {
        snapshot(other.ask(place(point)).unwrap());
    }
}

#[test]
fn w13_sockets_of_one_address_come_at_a_rate() {
    let server = Server::start(Config {
        port: Some(0),
        socket_rate: (1.0, 5.0),
        ..Config::default()
    })
    .unwrap();
    let cookie = client::enter(server.address(), "", None).unwrap();
    let opened: Vec<bool> = (0..20)
        .map(|_| Client::connect(server.address(), &cookie).is_ok())
        .collect();
    let count = opened.iter().filter(|&&is| is).count();
    assert!(opened[..5].iter().all(|&is| is) && count < 20, "{count}");
    // Plain requests still are answered.
    assert_eq!(
        request(server.address(), "GET", "/", &[], b"")
            .unwrap()
            .status,
        200
    );
}

#[test]
fn w4_heads_that_never_end_and_readers_that_stop_hold_up_nobody() {
    let fixture = Fixture::new();
    let mut slow: Vec<std::net::TcpStream> = (0..100)
        .map(|_| {
            let mut stream = std::net::TcpStream::connect(fixture.address()).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nX: ").unwrap();
            stream
        })
        .collect();
    // Pages that look on and never read.
    let cookie = fixture.cookie();
    let (mut host, _) = Client::join(fixture.address(), &cookie, None).unwrap();
    host.ask(new_game(setup(PlayerSetup::Person))).unwrap();
    let stopped: Vec<Client> = (0..100)
        .map(|_| Client::join(fixture.address(), &cookie, None).unwrap().0)
        .collect();
    for number in 0..40 {
        let ask = if number % 2 == 0 {
            place("H8")
        } else {
            Ask::Undo
        };
        snapshot(host.ask(ask).unwrap());
    }
    for stream in &mut slow {
        // They are cut later, by the time that a head may take; or were already.
        let _ = stream.write_all(b"y");
    }
    assert_eq!((slow.len(), stopped.len()), (100, 100));
}

#[test]
fn w4_a_reader_that_stops_is_cut_off_and_the_others_get_everything() {
    let fixture = Fixture::new();
    let cookie = fixture.cookie();
    let (mut host, _) = Client::join(fixture.address(), &cookie, None).unwrap();
    let mut sgf = "(;GM[4]SZ[15];B[hh]".to_owned();
    for number in 0..1_000_usize {
        let letter = |n: usize| char::from(b'a' + (n % 7) as u8);
        sgf.push_str(&format!("(;W[{}{}])", letter(number), letter(number / 7)));
    }
    sgf.push(')');
    let open = Ask::Open {
        text: sgf,
        index: 0,
        rule: None,
        size: None,
    };
    snapshot(host.ask(open).unwrap());
    let deaf: Vec<Client> = (0..10)
        .map(|_| Client::join(fixture.address(), &cookie, None).unwrap().0)
        .collect();
    // Every step is a large snapshot for all of them; ten steps a second are allowed.
    let mut steps = 0;
    let mut seen = snapshot(host.ask(Ask::Look).unwrap());
    assert_eq!(seen.people.hosts, 11);
    while seen.people.hosts > 1 {
        let step = [WalkStep::Start, WalkStep::End][steps % 2];
        seen = snapshot(host.ask(Ask::Walk { step, count: 1 }).unwrap());
        steps += 1;
        assert!(steps < 600, "{} pages are still there", seen.people.hosts);
        std::thread::sleep(Duration::from_millis(105));
    }
    assert_eq!(deaf.len(), 10);
}

#[test]
fn w10_a_greedy_client_runs_one_search_and_others_move_on() {
    let fixture = Fixture::new();
    let cookie = fixture.cookie();
    let (mut greedy, _) = Client::join(fixture.address(), &cookie, None).unwrap();
    let open = Ask::Open {
        text: "h8i9h10".to_owned(),
        index: 0,
        rule: None,
        size: None,
    };
    greedy.ask(open).unwrap();
    // A socket may send sixty at once; two of them make a hundred and more.
    let (mut second, _) = Client::join(fixture.address(), &cookie, None).unwrap();
    for number in 0..50 {
        for page in [&mut greedy, &mut second] {
            page.send(Ask::Analyse {
                lines: 1 + number % 3,
                threads: 2,
                seconds: Some(60),
            })
            .unwrap();
        }
    }
    let mut others: Vec<Client> = (0..10).map(|_| fixture.host().0).collect();
    for other in &mut others {
        other.ask(new_game(setup(program("level-3")))).unwrap();
        other.send(place("H8")).unwrap();
    }
    for other in &mut others {
        other.wait_for(|it| it.board.stones.len() == 2).unwrap();
    }
    // The last of the hundred may still be taking over from the one before it. A hundred
    // searches of a minute each would not be over in time.
    let is_one = || matches!(fixture.server().searches(), (0 | 1, 0));
    assert!(crate::soon(is_one), "{:?}", fixture.server().searches());
    drop((greedy, second));
    assert!(fixture.is_idle_soon());
}

#[test]
fn w5_many_idle_sockets_leave_room_for_a_move() {
    let fixture = Fixture::new();
    let cookie = fixture.cookie();
    let (mut host, first) = Client::join(fixture.address(), &cookie, None).unwrap();
    let idle: Vec<Client> = (0..200)
        .map(|_| Client::connect(fixture.address(), &cookie).unwrap())
        .collect();
    host.ask(new_game(setup(PlayerSetup::Person))).unwrap();
    let placed = snapshot(host.ask(place("H8")).unwrap());
    assert_eq!(placed.room, first.room);
    assert_eq!(idle.len(), 200);
    drop(idle);
}

/// The limit of a minute, made short: what is waited for is the end, not a time.
#[test]
fn w5_a_silent_connection_is_asked_and_then_dropped() {
    let server = Server::start(Config {
        port: Some(0),
        silence: Silence {
            ask_every: Duration::from_millis(20),
            most: Duration::from_secs(2),
        },
        ..Config::default()
    })
    .unwrap();
    let cookie = client::enter(server.address(), "", None).unwrap();
    // One in a room and one that never said anything: neither answers a ping.
    let (in_room, _) = Client::join(server.address(), &cookie, None).unwrap();
    let outside = Client::connect(server.address(), &cookie).unwrap();
    for mut silent in [in_room, outside] {
        let mut heard = Vec::new();
        silent.stream().read_to_end(&mut heard).unwrap();
        assert!(heard.windows(2).any(|it| it == [0x89, 0]), "a ping came");
        assert!(heard.ends_with(&[0x88, 2, 0x03, 0xE9]), "closed with 1001");
    }
    server.stop();
}
