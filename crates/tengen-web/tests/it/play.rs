//! Games against programs and at one screen.

use tengen_web::client::{Client, Frame};
use tengen_web::messages::{Ask, ClockSetup, Colour, ErrorCode, PlayerSetup, Tell, Tone};

use crate::{Fixture, new_game, place, program, refusal, setup, snapshot, until};

#[test]
fn the_first_stone_needs_no_dialog_and_is_answered() {
    let fixture = Fixture::new();
    let (mut client, first) = fixture.host();
    assert!(first.board.open && first.game.turn.as_ref().unwrap().yours);
    assert_eq!(first.bar.texts[0].key, "status.first");
    assert_eq!(first.game.seats[1].program.as_deref(), Some("level-3"));
    let placed = client.ask(place("H8")).unwrap();
    let Tell::Snapshot(confirmed) = &placed else {
        panic!("the stone is refused");
    };
    assert_eq!(confirmed.board.stones[0].point, "H8");
    assert_eq!(confirmed.seq, first.seq + 1);
    let answered = until(&mut client, placed, |it| it.board.stones.len() == 2);
    assert!(answered.board.open && answered.saved);
    assert_eq!(
        answered.board.last.as_deref(),
        Some(answered.board.stones[1].point.as_str())
    );
    assert!(answered.game.number.is_some() && answered.game.level_locked);
}

#[test]
fn a_whole_game_at_one_screen_ends_with_five_and_can_be_undone() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    client.ask(new_game(setup(PlayerSetup::Person))).unwrap();
    for point in ["H8", "A1", "I8", "A2", "J8", "A3", "K8", "A4"] {
        snapshot(client.ask(place(point)).unwrap());
    }
    assert_eq!(refusal(client.ask(place("H8")).unwrap()).1, "refused.taken");
    let over = snapshot(client.ask(place("L8")).unwrap());
    let outcome = over.game.outcome.unwrap();
    assert_eq!(
        (outcome.winner, outcome.cause.as_str()),
        (Some(Colour::Black), "five")
    );
    assert_eq!(over.board.winning, [["H8", "I8", "J8", "K8", "L8"]]);
    assert!(over.bar.tone == Tone::Over && !over.board.open);
    assert_eq!(refusal(client.ask(place("M8")).unwrap()).1, "refused.over");
    let undone = snapshot(client.ask(Ask::Undo).unwrap());
    assert!(undone.game.outcome.is_none() && undone.game.can.redo);
    let redone = snapshot(client.ask(Ask::Redo).unwrap());
    assert!(redone.game.outcome.is_some());
    let again = snapshot(client.ask(Ask::Again { swap: false }).unwrap());
    assert!(again.board.stones.is_empty());
    assert_eq!(
        again
            .news
            .iter()
            .filter(|it| it.key == "status.new")
            .count(),
        1
    );
}

#[test]
fn renju_says_why_a_point_is_forbidden() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    let mut renju = setup(PlayerSetup::Person);
    renju.rule = "renju".to_owned();
    client.ask(new_game(renju)).unwrap();
    for point in ["G8", "A1", "F8", "A3", "H9", "A5", "H10"] {
        snapshot(client.ask(place(point)).unwrap());
    }
    let shown = snapshot(client.ask(place("A7")).unwrap());
    let forbidden = &shown.board.forbidden[0];
    assert_eq!(
        (forbidden.point.as_str(), forbidden.kinds[0].as_str()),
        ("H8", "double-three")
    );
    assert_eq!(forbidden.rows.len(), 2);
    let (code, key) = refusal(client.ask(place("H8")).unwrap());
    assert_eq!((code, key.as_str()), (ErrorCode::Refused, "forbidden"));
}

#[test]
fn swap2_is_played_with_its_choices() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    let mut swap2 = setup(program("level-1"));
    swap2.protocol = "swap2".to_owned();
    let begun = snapshot(client.ask(new_game(swap2)).unwrap());
    assert_eq!(
        begun.game.turn.unwrap().task.unwrap().key,
        "task.place.black"
    );
    for point in ["H8", "I9"] {
        client.ask(place(point)).unwrap();
    }
    let third = client.ask(place("J10")).unwrap();
    let chosen = until(&mut client, third, |it| {
        it.game.turn.as_ref().is_some_and(|turn| turn.yours)
    });
    let turn = chosen.game.turn.unwrap();
    // It added two stones and lets us choose, or took a side.
    if !turn.choices.is_empty() {
        let acts: Vec<&str> = turn.choices.iter().map(|it| it.act.as_str()).collect();
        assert_eq!(acts, ["black", "white"]);
        let act = Ask::Act {
            act: "white".to_owned(),
            at: Some(chosen.game.done),
        };
        let after = snapshot(client.ask(act).unwrap());
        assert!(after.game.turn.unwrap().choices.is_empty());
    } else {
        assert!(turn.task.is_none());
    }
}

#[test]
fn undo_while_it_thinks_ends_the_search_at_once() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    client.ask(new_game(setup(program("master")))).unwrap();
    let thinking = snapshot(client.ask(place("H8")).unwrap());
    assert_eq!(thinking.game.thinking.unwrap().limit_ms, Some(5_000));
    let undone = snapshot(client.ask(Ask::Undo).unwrap());
    assert!(undone.board.stones.is_empty() && undone.game.thinking.is_none());
    assert!(fixture.is_idle_soon());
}

#[test]
fn w11_whoever_leaves_or_begins_anew_leaves_no_search_behind() {
    let fixture = Fixture::new();
    let cookie = fixture.cookie();
    let mut rng = tengen_core::rng::Rng::new(11);
    for moment in 0..60 {
        let (mut client, _) = Client::join(fixture.address(), &cookie, None).unwrap();
        client.ask(new_game(setup(program("master")))).unwrap();
        client.ask(place("H8")).unwrap();
        std::thread::sleep(std::time::Duration::from_micros(rng.below(30_000) as u64));
        match moment % 4 {
            0 => drop(client),
            1 => drop(client.ask(new_game(setup(PlayerSetup::Person))).unwrap()),
            2 => drop(client.ask(Ask::Undo).unwrap()),
            _ => drop(client.ask(Ask::Resign).unwrap()),
        }
        assert!(fixture.is_idle_soon(), "moment {moment}");
    }
}

#[test]
fn a_hint_tells_more_each_time_and_a_careful_move_is_checked() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    client.ask(new_game(setup(PlayerSetup::Person))).unwrap();
    for point in ["H8", "A1", "I8", "A2", "J8"] {
        client.ask(place(point)).unwrap();
    }
    // White to move: Black threatens to make an open four.
    let careless = Ask::Place {
        point: "O15".to_owned(),
        at: None,
        careful: true,
    };
    let Tell::Warning(warning) = client.ask(careless).unwrap() else {
        panic!("no warning");
    };
    assert!(warning.point == "O15" && !warning.line.is_empty());
    client.send(Ask::Hint).unwrap();
    let hinted = client.wait_for(|it| it.game.hint.as_ref().is_some_and(|hint| hint.step == 1));
    assert!(hinted.unwrap().game.hint.unwrap().point.is_none());
    for _ in 0..4 {
        client.ask(Ask::Hint).unwrap();
    }
    let told = snapshot(client.ask(Ask::Look).unwrap());
    let hint = told.game.hint.unwrap();
    assert!(hint.step == 5 && !hint.more && hint.point.is_some());
}

#[test]
fn w12_a_move_sent_twice_is_played_once_and_an_old_one_refused() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    client.ask(new_game(setup(PlayerSetup::Person))).unwrap();
    let first = |at| Ask::Place {
        point: "H8".to_owned(),
        at: Some(at),
        careful: false,
    };
    client.ask(first(0)).unwrap();
    let again = snapshot(client.ask(first(0)).unwrap());
    assert_eq!(again.board.stones.len(), 1);
    let other = Ask::Place {
        point: "A1".to_owned(),
        at: Some(0),
        careful: false,
    };
    assert_eq!(refusal(client.ask(other).unwrap()).0, ErrorCode::Stale);
}

#[test]
fn w12_a_reload_and_a_restart_bring_the_same_game_back() {
    let mut fixture = Fixture::new();
    let cookie = fixture.cookie();
    let (mut client, _) = Client::join(fixture.address(), &cookie, None).unwrap();
    let mut timed = setup(PlayerSetup::Person);
    timed.clock = ClockSetup::Game {
        ms: 300_000,
        increment_ms: 2_000,
    };
    let mut seen = snapshot(client.ask(new_game(timed)).unwrap());
    for (count, point) in (1..).zip(["H8", "I9", "G7", "J10", "F6"]) {
        client.ask(place(point)).unwrap();
        // The connection is cut after every message.
        drop(client);
        let joined = Client::join(fixture.address(), &cookie, Some(&seen.room)).unwrap();
        client = joined.0;
        assert_eq!(joined.1.board.stones.len(), count);
        assert!(joined.1.seq > seen.seq);
        seen = joined.1;
    }
    // Two tabs on one seat see the same.
    let (mut other, _) = Client::join(fixture.address(), &cookie, None).unwrap();
    client.ask(place("K11")).unwrap();
    let both = other.wait_for(|it| it.board.stones.len() == 6).unwrap();
    assert_eq!(both.people.hosts, 2);
    fixture.restart();
    let (_, back) = Client::join(fixture.address(), &cookie, Some(&seen.room)).unwrap();
    assert_eq!(back.room, seen.room);
    assert_eq!(back.board.stones, both.board.stones);
    assert_eq!(back.game.number, both.game.number);
    let left = back.game.seats[0].clock_ms.unwrap();
    assert!((200_000..=320_000).contains(&left), "{left}");
}

#[test]
fn kept_games_are_listed_opened_renamed_and_deleted() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    client.ask(new_game(setup(PlayerSetup::Person))).unwrap();
    client.ask(place("H8")).unwrap();
    let first = snapshot(client.ask(Ask::Look).unwrap())
        .game
        .number
        .unwrap();
    client.ask(new_game(setup(PlayerSetup::Person))).unwrap();
    client.ask(place("A1")).unwrap();
    let Tell::Games { games } = client.ask(Ask::ListGames).unwrap() else {
        panic!("no list");
    };
    assert_eq!(games.len(), 2);
    assert_eq!(games.iter().filter(|game| game.current).count(), 1);
    let opened = snapshot(client.ask(Ask::OpenGame { game: first }).unwrap());
    assert_eq!(opened.board.stones[0].point, "H8");
    let title = "<b>mine</b>".to_owned();
    let Tell::Games { games } = client
        .ask(Ask::RenameGame {
            game: first,
            title: format!("  {title} "),
        })
        .unwrap()
    else {
        panic!("no list");
    };
    assert!(games.iter().any(|game| game.title == title));
    let delete = |game| Ask::DeleteGame { game };
    assert_eq!(
        refusal(client.ask(delete(first)).unwrap()).1,
        "refused.in_use"
    );
    // Nor when it is over: it can be taken up again where it ended.
    snapshot(client.ask(Ask::Resign).unwrap());
    assert_eq!(
        refusal(client.ask(delete(first)).unwrap()).1,
        "refused.in_use"
    );
    assert!(snapshot(client.ask(Ask::Undo).unwrap()).saved);
    assert!(snapshot(client.ask(place("I9")).unwrap()).saved);
    let other = games.iter().find(|game| game.game != first).unwrap().game;
    let Tell::Games { games } = client.ask(delete(other)).unwrap() else {
        panic!("no list");
    };
    assert_eq!(games.len(), 1);
    assert_eq!(
        refusal(client.ask(delete(99)).unwrap()).0,
        ErrorCode::NotFound
    );
    // Another browser is told where the game is.
    let (mut other, _) = fixture.host();
    let elsewhere = "error.open_elsewhere";
    let open = Ask::OpenGame { game: first };
    assert_eq!(refusal(other.ask(open).unwrap()).1, elsewhere);
    assert_eq!(refusal(other.ask(delete(first)).unwrap()).1, elsewhere);
}

#[test]
fn w12_a_server_restarted_under_an_open_page_goes_on_with_the_game() {
    let mut fixture = Fixture::new();
    let cookie = fixture.cookie();
    let (mut page, _) = Client::join(fixture.address(), &cookie, None).unwrap();
    page.ask(new_game(setup(program("master")))).unwrap();
    let thinking = snapshot(page.ask(place("H8")).unwrap());
    assert_eq!(thinking.board.stones.len(), 1);
    // Master is in thought when the server goes.
    fixture.restart();
    let end = loop {
        match page.receive().unwrap() {
            Frame::Text(_) => {}
            end => break end,
        }
    };
    assert!(
        matches!(end, Frame::Close(Some(1001)) | Frame::Gone),
        "{end:?}"
    );
    // The page comes back with its cookie and the name of its room.
    let (mut page, back) = Client::join(fixture.address(), &cookie, Some(&thinking.room)).unwrap();
    assert_eq!(back.room, thinking.room);
    assert_eq!(back.game.number, thinking.game.number);
    assert_eq!(back.game.settings, thinking.game.settings);
    // What it had sent before and does not know to be heard, it sends again.
    let again = Ask::Place {
        point: "H8".to_owned(),
        at: Some(0),
        careful: false,
    };
    let seen = snapshot(page.ask(again).unwrap());
    assert_eq!(seen.board.stones[0].point, "H8");
    let answered = match seen.board.open {
        true => seen,
        false => page.wait_for(|it| it.board.open).unwrap(),
    };
    assert_eq!(answered.board.stones.len(), 2);
    let before = answered.seq;
    let taken = snapshot(page.ask(Ask::Undo).unwrap());
    assert_eq!(taken.seq, before + 1, "no gap in the numbers");
}
