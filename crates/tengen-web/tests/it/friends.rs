//! Two browsers, one game, and those who watch.

use tengen_web::client::{self, Client};
use tengen_web::messages::{Ask, ClockSetup, PlayerSetup, Role, Snapshot};

use crate::{Fixture, new_game, place, refusal, setup, snapshot};

/// A host's and a guest's page on one game, and the links.
fn two(fixture: &Fixture) -> (Client, Client, Snapshot, String) {
    let (mut host, _) = fixture.host();
    let begun = snapshot(host.ask(new_game(setup(PlayerSetup::Friend))).unwrap());
    assert_eq!(begun.bar.texts[0].key, "status.waiting_friend");
    let links = begun.people.links.unwrap();
    assert!(links.addresses.is_empty(), "loopback alone");
    let token = links.guest.strip_prefix("#enter=").unwrap();
    let cookie = client::enter(fixture.address(), token, None).unwrap();
    let (guest, seen) = Client::join(fixture.address(), &cookie, None).unwrap();
    assert_eq!(seen.role, Role::Guest);
    (host, guest, seen, links.spectator)
}

#[test]
fn two_browsers_play_one_game_and_a_third_watches() {
    let fixture = Fixture::new();
    let (mut host, mut guest, seen, watching) = two(&fixture);
    assert!(!seen.board.open && seen.game.seats[1].you);
    assert_eq!(refusal(guest.ask(place("H8")).unwrap()).1, "refused.turn");
    host.ask(place("H8")).unwrap();
    let turn = guest.wait_for(|it| it.board.stones.len() == 1).unwrap();
    assert!(turn.board.open && turn.game.turn.unwrap().yours);
    // The host cannot take back what is not the host's, nor move for the guest.
    guest.ask(place("I9")).unwrap();
    host.wait_for(|it| it.board.stones.len() == 2).unwrap();
    assert_eq!(refusal(host.ask(Ask::Undo).unwrap()).1, "refused.undo");
    let undone = snapshot(guest.ask(Ask::Undo).unwrap());
    assert_eq!(undone.board.stones.len(), 1);
    let token = watching.strip_prefix("#enter=").unwrap();
    let cookie = client::enter(fixture.address(), token, None).unwrap();
    let (mut watcher, shown) = Client::join(fixture.address(), &cookie, None).unwrap();
    assert!(shown.role == Role::Spectator && !shown.board.open && shown.people.spectators == 1);
    guest.ask(Ask::Resign).unwrap();
    let over = watcher.wait_for(|it| it.game.outcome.is_some()).unwrap();
    let outcome = over.game.outcome.unwrap();
    assert_eq!(
        (outcome.cause.as_str(), outcome.you_won),
        ("resignation", None)
    );
    let won = host.wait_for(|it| it.game.outcome.is_some()).unwrap();
    assert_eq!(won.game.outcome.unwrap().you_won, Some(true));
}

#[test]
fn a_friend_who_comes_back_finds_the_seat_also_after_a_restart() {
    let mut fixture = Fixture::new();
    let host_cookie = fixture.cookie();
    let (mut host, _) = Client::join(fixture.address(), &host_cookie, None).unwrap();
    let begun = snapshot(host.ask(new_game(setup(PlayerSetup::Friend))).unwrap());
    let links = begun.people.links.unwrap();
    let token = links.guest.strip_prefix("#enter=").unwrap();
    let cookie = client::enter(fixture.address(), token, None).unwrap();
    let (guest, seen) = Client::join(fixture.address(), &cookie, None).unwrap();
    host.ask(place("H8")).unwrap();
    drop(guest);
    let left = host.wait_for(|it| it.people.guests == 0 && it.board.stones.len() == 1);
    assert!(
        left.unwrap()
            .news
            .iter()
            .any(|it| it.key == "status.friend_left")
    );
    fixture.restart();
    let (mut guest, back) = Client::join(fixture.address(), &cookie, Some(&seen.room)).unwrap();
    assert!(back.role == Role::Guest && back.board.stones.len() == 1 && back.board.open);
    let answered = snapshot(guest.ask(place("I9")).unwrap());
    assert_eq!(answered.board.stones.len(), 2);
    let (_, host_back) = Client::join(fixture.address(), &host_cookie, None).unwrap();
    assert!(host_back.role == Role::Host && host_back.board.open);
}

/// Which clocks run, Black's first.
fn running(shown: &Snapshot) -> [bool; 2] {
    shown.game.seats.each_ref().map(|seat| seat.running)
}

#[test]
fn the_clocks_of_friends_run_while_both_are_there() {
    let fixture = Fixture::new();
    let (mut host, _) = fixture.host();
    let mut timed = setup(PlayerSetup::Friend);
    timed.clock = ClockSetup::Game {
        ms: 300_000,
        increment_ms: 0,
    };
    let begun = snapshot(host.ask(new_game(timed)).unwrap());
    assert_eq!(begun.bar.texts[0].key, "status.waiting_friend");
    assert!(running(&begun) == [false; 2] && !begun.game.paused);
    // A stone may be placed before the friend comes; it costs nobody time.
    let placed = snapshot(host.ask(place("H8")).unwrap());
    assert_eq!(
        (placed.board.stones.len(), running(&placed)),
        (1, [false; 2])
    );
    let clocks = placed.game.seats.each_ref().map(|seat| seat.clock_ms);
    assert_eq!(clocks[1], Some(300_000));
    let links = begun.people.links.unwrap();
    let token = links.guest.strip_prefix("#enter=").unwrap();
    let cookie = client::enter(fixture.address(), token, None).unwrap();
    let (guest, seen) = Client::join(fixture.address(), &cookie, None).unwrap();
    assert_eq!(running(&seen), [false, true]);
    drop(guest);
    let left = host.wait_for(|it| it.people.guests == 0 && running(it) == [false; 2]);
    assert_eq!(left.unwrap().bar.texts[0].key, "status.waiting_friend");
    // Nor does the game go on for the friend alone.
    let (mut guest, _) = Client::join(fixture.address(), &cookie, None).unwrap();
    drop(host);
    guest
        .wait_for(|it| it.people.hosts == 0 && running(it) == [false; 2])
        .unwrap();
}

#[test]
fn a_draw_between_friends_needs_both() {
    let fixture = Fixture::new();
    let (mut host, mut guest, ..) = two(&fixture);
    host.ask(place("H8")).unwrap();
    guest.wait_for(|it| it.board.stones.len() == 1).unwrap();
    guest.ask(Ask::OfferDraw).unwrap();
    let offered = host.wait_for(|it| it.game.draw_offer.is_some()).unwrap();
    assert!(offered.game.can.answer_draw);
    let own = guest.ask(Ask::AnswerDraw { accept: true }).unwrap();
    assert_eq!(refusal(own).1, "refused.offer");
    let drawn = snapshot(host.ask(Ask::AnswerDraw { accept: true }).unwrap());
    assert_eq!(drawn.game.outcome.unwrap().text.key, "over.agreement");
}

#[test]
fn one_browser_sees_nothing_of_anothers_room() {
    let fixture = Fixture::new();
    let (mut first, seen) = fixture.host();
    first.ask(place("H8")).unwrap();
    let stranger = fixture.cookie();
    let (_, other) = Client::join(fixture.address(), &stranger, Some(&seen.room)).unwrap();
    assert_ne!(other.room, seen.room);
    assert!(other.board.stones.is_empty());
}
