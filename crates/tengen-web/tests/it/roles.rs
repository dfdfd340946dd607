//! W8: what each role may ask, for every message there is.

use serde_json::Value;
use tengen_web::client::{self, Client};
use tengen_web::messages::{Ask, ErrorCode, PlayerSetup, Role, Tell};

use crate::{Fixture, new_game, setup, snapshot};

/// One request of each type, from the examples of the documentation.
fn every_ask() -> Vec<Ask> {
    let document = include_str!("../../../../docs/web-messages.md");
    let blocks = document.split("```").skip(1).step_by(2);
    let asks = blocks.filter_map(|block| block.strip_prefix("json ask\n"));
    asks.map(|block| serde_json::from_str(block).unwrap())
        .collect()
}

fn name_of(ask: &Ask) -> String {
    let value: Value = serde_json::to_value(ask).unwrap();
    value["type"].as_str().unwrap().to_owned()
}

#[test]
fn w8_the_documentation_has_an_example_of_every_type() {
    let mut names: Vec<String> = every_ask().iter().map(name_of).collect();
    names.sort();
    names.dedup();
    // Serde tells all names that it knows when it meets another.
    let error = serde_json::from_str::<Ask>(r#"{"type":"?"}"#)
        .unwrap_err()
        .to_string();
    let known = error
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| *name != "?");
    let mut known: Vec<String> = known.map(str::to_owned).collect();
    known.sort();
    assert_eq!(names, known);
}

#[test]
fn w8_guests_and_spectators_are_refused_what_is_not_theirs() {
    let fixture = Fixture::new();
    let (mut host, _) = fixture.host();
    host.ask(new_game(setup(PlayerSetup::Friend))).unwrap();
    let links = snapshot(host.ask(Ask::Invite).unwrap())
        .people
        .links
        .unwrap();
    let allowed_to = |role: Role| -> &[&str] {
        match role {
            Role::Guest => &[
                "hello",
                "look",
                "place",
                "act",
                "undo",
                "resign",
                "offer_draw",
                "answer_draw",
                "export",
            ],
            _ => &["hello", "look", "export"],
        }
    };
    for (link, role) in [
        (&links.guest, Role::Guest),
        (&links.spectator, Role::Spectator),
    ] {
        let token = link.strip_prefix("#enter=").unwrap();
        let cookie = client::enter(fixture.address(), token, None).unwrap();
        let (mut other, first) = Client::join(fixture.address(), &cookie, None).unwrap();
        assert!(first.role == role && first.study.is_none() && first.people.links.is_none());
        let mut refused = 0;
        for (count, ask) in every_ask().into_iter().enumerate() {
            if name_of(&ask) == "resign" {
                continue;
            }
            if count % 40 == 39 {
                // A new socket has a new allowance of messages.
                other = Client::join(fixture.address(), &cookie, None).unwrap().0;
            }
            let name = name_of(&ask);
            let told = other.ask(ask).unwrap();
            let is_refused = matches!(
                told,
                Tell::Error {
                    code: ErrorCode::NotAllowed,
                    ..
                }
            );
            assert_eq!(
                is_refused,
                !allowed_to(role).contains(&name.as_str()),
                "{role:?} {name}"
            );
            refused += usize::from(is_refused);
        }
        assert!(refused >= 30, "{refused}");
    }
    assert!(fixture.is_idle_soon(), "nobody's analysis runs");
}

#[test]
fn w8_no_foreign_program_can_be_named() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    for opponent in [
        r#"{"kind":"external","command":"sh"}"#,
        r#"{"kind":"program","id":"/bin/sh"}"#,
        r#"{"kind":"program","id":"pbrain-tengen"}"#,
        r#"{"kind":"engine","path":"x"}"#,
    ] {
        let text = format!(
            r#"{{"id":900,"type":"new_game","settings":{{"rule":"renju","size":15,"opponent":{opponent}}}}}"#
        );
        client.send_text(&text).unwrap();
        assert!(
            matches!(client.told().unwrap().tell, Tell::Error { .. }),
            "{opponent}"
        );
    }
}
