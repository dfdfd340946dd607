//! W16 in small: everything at once, and nothing is left behind.

use std::net::SocketAddr;

use tengen_core::rng::Rng;
use tengen_core::{Game, Rule, Size};
use tengen_web::client::{self, Client, Frame};
use tengen_web::messages::{Ask, Snapshot, WalkStep};

use crate::{Fixture, new_game, program, setup, snapshot};

/// Stones that each player puts down.
const STONES: usize = 12;

#[test]
fn w16_players_watchers_analysts_and_hostile_pages_at_once() {
    let fixture = Fixture::new();
    let address = fixture.address();
    let checked: usize = std::thread::scope(|scope| {
        let cookies = || (fixture.cookie(), fixture.cookie());
        let mut players = Vec::new();
        for seed in 0..30 {
            let cookie = fixture.cookie();
            players.push(scope.spawn(move || play(address, &cookie, seed)));
        }
        for number in 0..5 {
            let (first, second) = cookies();
            scope.spawn(move || watch(address, &first));
            scope.spawn(move || analyse(address, &second));
            let (third, fourth) = cookies();
            scope.spawn(move || watch(address, &third));
            scope.spawn(move || molest(address, &fourth, number));
        }
        players.into_iter().map(|it| it.join().unwrap()).sum()
    });
    assert!(checked >= 30 * STONES, "{checked} positions were checked");
    assert!(fixture.is_idle_soon(), "no search is left");
    assert!(
        crate::soon(|| fixture.server().connections() == 0),
        "{} connections are left",
        fixture.server().connections()
    );
}

/// Plays random stones against a quick level; how many positions were found legal.
fn play(address: SocketAddr, cookie: &str, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let (mut page, _) = Client::join(address, cookie, None).unwrap();
    let mut seen = snapshot(page.ask(new_game(setup(program("level-1")))).unwrap());
    let (mut placed, mut checked) = (0, 0);
    while placed < STONES {
        checked += check(&seen);
        if seen.game.outcome.is_some() {
            seen = snapshot(page.ask(Ask::Again { swap: true }).unwrap());
        } else if !seen.board.open {
            seen = page.wait_for(|_| true).unwrap();
        } else {
            let free = free_points(&seen);
            let ask = Ask::Place {
                point: free[rng.below(free.len())].clone(),
                at: Some(seen.game.done),
                careful: false,
            };
            seen = snapshot(page.ask(ask).unwrap());
            assert!(seen.saved);
            placed += 1;
        }
    }
    checked
}

fn free_points(seen: &Snapshot) -> Vec<String> {
    let size = Size::STANDARD;
    let is_free = |name: &String| !seen.board.stones.iter().any(|stone| stone.point == *name);
    let names = size.points().map(|point| point.name(size));
    names.filter(is_free).collect()
}

/// The position follows from its moves by the rules.
fn check(seen: &Snapshot) -> usize {
    let size = Size::STANDARD;
    let mut game = Game::new(size, Rule::Freestyle);
    for mv in &seen.game.moves {
        let point = size.points().find(|point| point.name(size) == mv.point);
        game.play(point.unwrap()).unwrap();
    }
    assert_eq!(game.moves().count(), seen.board.stones.len());
    1
}

fn watch(address: SocketAddr, cookie: &str) {
    let (mut page, _) = Client::join(address, cookie, None).unwrap();
    for _ in 0..40 {
        snapshot(page.ask(Ask::Look).unwrap());
    }
}

fn analyse(address: SocketAddr, cookie: &str) {
    let (mut page, _) = Client::join(address, cookie, None).unwrap();
    let open = Ask::Open {
        text: "h8i9h10h9g10i10".to_owned(),
        index: 0,
        rule: None,
        size: None,
    };
    page.ask(open).unwrap();
    for step in [WalkStep::Start, WalkStep::Forward, WalkStep::End] {
        let analyse = Ask::Analyse {
            lines: 3,
            threads: 1,
            seconds: Some(60),
        };
        page.ask(analyse).unwrap();
        page.ask(Ask::Walk { step, count: 1 }).unwrap();
    }
}

/// Sends what no browser would; being thrown out is what it expects.
fn molest(address: SocketAddr, cookie: &str, number: usize) {
    for round in 0..8 {
        let (mut page, _) = Client::join(address, cookie, None).unwrap();
        // The server may close while we still write.
        let _ = match (round + number) % 4 {
            0 => page.send_frame(0x82, b"binary"),
            1 => page.send_frame(0x81, &[0xC3, 0x28]),
            2 => page.send_frame(0x81, &vec![b' '; (64 << 10) + 1]),
            _ => (0..500).try_for_each(|_| page.send_text(r#"{"type":"look"}"#)),
        };
        while let Ok(Frame::Text(_)) = page.receive() {}
    }
    let refused = client::enter(address, "nonsense", None);
    assert!(refused.is_err());
}
