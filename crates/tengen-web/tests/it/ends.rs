//! How the server starts and ends.

use tengen_web::client::{Client, Frame};
use tengen_web::{Config, Server, StartError};

use crate::{Fixture, new_game, place, program, setup};

#[test]
fn w15_the_end_closes_all_sockets() {
    let mut fixture = Fixture::new();
    let mut clients: Vec<Client> = (0..10).map(|_| fixture.host().0).collect();
    // Some have not said a word yet.
    let cookie = fixture.cookie();
    let silent = (0..10).map(|_| Client::connect(fixture.address(), &cookie).unwrap());
    let mut silent: Vec<Client> = silent.collect();
    for client in &mut clients {
        client.ask(new_game(setup(program("master")))).unwrap();
        client.ask(place("H8")).unwrap();
    }
    fixture.server.take().unwrap().stop();
    for client in clients.iter_mut().chain(&mut silent) {
        let end = loop {
            match client.receive().unwrap() {
                Frame::Text(_) => {}
                end => break end,
            }
        };
        assert!(
            matches!(end, Frame::Close(Some(1001)) | Frame::Gone),
            "{end:?}"
        );
    }
}

#[test]
fn a_port_in_use_is_told_or_passed_over() {
    let fixture = Fixture::new();
    let taken = Server::start(Config {
        port: Some(fixture.address().port()),
        ..Config::default()
    });
    assert!(matches!(taken, Err(StartError::Port { .. })));
    let first = Server::start(Config::default()).unwrap();
    let second = Server::start(Config::default()).unwrap();
    assert_ne!(first.address().port(), second.address().port());
    assert!(second.taken_port().is_some());
}

#[test]
fn without_a_store_games_are_played_all_the_same() {
    let server = Server::start(Config {
        port: Some(0),
        store_trouble: Some("the folder is locked".to_owned()),
        ..Config::default()
    })
    .unwrap();
    let cookie = tengen_web::client::enter(server.address(), "", None).unwrap();
    let (mut client, first) = Client::join(server.address(), &cookie, None).unwrap();
    assert!(!first.saved);
    client.ask(place("H8")).unwrap();
    let told = client.ask(tengen_web::messages::Ask::ListGames).unwrap();
    assert_eq!(crate::refusal(told).1, "error.store");
}
