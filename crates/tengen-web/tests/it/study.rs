//! The study board.

use std::time::Duration;

use tengen_web::client;
use tengen_web::messages::{
    Ask, Colour, ErrorCode, ExportFormat, Mode, PlayerSetup, SolveKind, Tell, Text, WalkStep,
};
use tengen_web::{Config, Server};

use crate::{Fixture, refusal, snapshot};

fn open(text: &str) -> Ask {
    Ask::Open {
        text: text.to_owned(),
        index: 0,
        rule: None,
        size: None,
    }
}

fn walk(step: WalkStep) -> Ask {
    Ask::Walk { step, count: 1 }
}

#[test]
fn texts_of_every_kind_open_and_broken_ones_say_why() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    for (text, stones) in [
        ("(;GM[4]SZ[15];B[hh];W[ig])", 2),
        ("h8i9h10", 3),
        ("https://gomocalc.com/#/h8h9i10", 3),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n-1\n", 2),
        ("#rule=renju&size=19&black=k10&white=&side=white", 1),
    ] {
        let opened = snapshot(client.ask(open(text)).unwrap());
        assert_eq!(opened.mode, Mode::Study, "{text}");
        assert_eq!(opened.board.stones.len(), stones, "{text}");
    }
    for text in ["", "nothing", "(;GM[4]", "<svg onload=alert(1)>"] {
        let told = client.ask(open(text)).unwrap();
        if let Tell::Error { code, .. } = told {
            assert_eq!(code, ErrorCode::Unreadable, "{text}");
        }
    }
}

#[test]
fn a_link_that_cannot_be_meant_is_refused_with_its_reason() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    let told = client.ask(open("#rule=renju&size=15&moves=h8p16")).unwrap();
    let Tell::Error { code, text } = told else {
        panic!("no error but {told:?}");
    };
    let reason = Text::new("read.link_point").with("text", "p16");
    assert_eq!(code, ErrorCode::Unreadable);
    assert_eq!(text, Text::new("error.read").with("reason", reason));
    let told = "(;GM[4]SZ[15];B[hh]C[see http://localhost/#rule=renju&size=15&moves=h8])";
    let opened = snapshot(client.ask(open(told)).unwrap());
    assert_eq!(opened.board.stones.len(), 1, "a record may mention a link");
}

#[test]
fn a_study_says_whether_somebody_has_added_to_it() {
    let mut fixture = Fixture::new();
    let cookie = fixture.cookie();
    let (mut page, first) = client::Client::join(fixture.address(), &cookie, None).unwrap();
    let comment = |text: &str| Ask::Comment {
        text: text.to_owned(),
    };
    let play = |points: &[&str]| Ask::StudyPlay {
        moves: names(points),
    };
    let annotated = "(;GM[4]SZ[15];B[hh]C[Why?];W[ig])";
    for (asks, wanted) in [
        (vec![], false),
        (vec![walk(WalkStep::Back), comment("Why?")], false),
        (vec![walk(WalkStep::Back), play(&["I9"])], false),
        (vec![walk(WalkStep::Back), comment("Because.")], true),
        (vec![play(&["J10"])], true),
        // The second stone is refused, the first has got into the tree.
        (vec![play(&["J10", "J10"])], true),
        (vec![set_up(&[], &[], Colour::Black)], false),
        (vec![set_up(&["H8"], &[], Colour::White)], true),
        (vec![play(&["J10"]), open("h8")], false),
    ] {
        page.ask(open(annotated)).unwrap();
        for ask in &asks {
            page.ask(ask.clone()).unwrap();
        }
        let study = snapshot(page.ask(Ask::Look).unwrap()).study.unwrap();
        assert_eq!(study.touched, wanted, "{asks:?}");
    }
    for wanted in [false, true] {
        page.ask(open(annotated)).unwrap();
        if wanted {
            page.ask(play(&["J10"])).unwrap();
        }
        drop(page);
        fixture.restart();
        let room = Some(first.room.as_str());
        (page, _) = client::Client::join(fixture.address(), &cookie, room).unwrap();
        let back = snapshot(page.ask(Ask::Study { fresh: false }).unwrap());
        assert_eq!(back.study.unwrap().touched, wanted, "after a restart");
    }
}

#[test]
fn w6_what_a_file_says_stays_text() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    let hostile = "<img src=x onerror=alert(1)>";
    let sgf = format!(
        "(;GM[4]SZ[15]GN[{hostile}]PB[{hostile}]C[{hostile}];B[hh]C[{hostile}]LB[aa:{hostile}])"
    );
    let opened = snapshot(client.ask(open(&sgf)).unwrap());
    let study = opened.study.unwrap();
    assert_eq!(study.comment, hostile);
    assert_eq!(
        (study.title.as_str(), study.players[0].as_str()),
        (hostile, hostile)
    );
    assert!(opened.board.marks[0].label.chars().count() <= 8);
}

#[test]
fn a_file_is_opened_by_post_in_the_room_of_its_browser() {
    let fixture = Fixture::new();
    let cookie = fixture.cookie();
    let (mut page, first) = client::Client::join(fixture.address(), &cookie, None).unwrap();
    let post = |headers: &[(&str, &str)], body: &[u8]| {
        client::request(fixture.address(), "POST", "/api/open", headers, body).unwrap()
    };
    let ours = [
        ("X-Tengen", "1"),
        ("Content-Type", "application/octet-stream"),
        ("X-Tengen-Room", first.room.as_str()),
        ("Cookie", cookie.as_str()),
    ];
    assert_eq!(post(&ours, b"(;GM[4]SZ[15];B[hh];W[ig])").status, 200);
    let opened = page.wait_for(|it| it.mode == Mode::Study).unwrap();
    assert_eq!(opened.board.stones.len(), 2);
    assert_eq!(post(&ours, b"nothing").status, 422);
    assert_eq!(post(&ours[..3], b"h8").status, 403);
    assert_eq!(post(&ours[1..], b"h8").status, 400);
    assert_eq!(post(&ours, &vec![b' '; (4 << 20) + 1]).status, 413);
}

#[test]
fn the_tree_grows_is_walked_and_cut() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    client.ask(open("h8i9h10")).unwrap();
    client.ask(walk(WalkStep::Back)).unwrap();
    let play = |point: &str| Ask::StudyPlay {
        moves: vec![point.to_owned()],
    };
    let varied = snapshot(client.ask(play("A1")).unwrap()).study.unwrap();
    assert_eq!(varied.nodes.len(), 5);
    assert_eq!(varied.nodes.iter().filter(|node| !node.main).count(), 1);
    let cursor = varied.cursor;
    client
        .ask(Ask::Comment {
            text: "a try".to_owned(),
        })
        .unwrap();
    let before = snapshot(client.ask(walk(WalkStep::PreviousVariation)).unwrap());
    assert_eq!(before.board.last.as_deref(), Some("H10"));
    let promoted = snapshot(client.ask(Ask::PromoteNode { node: cursor }).unwrap());
    let node = |id: u32| {
        let nodes = &promoted.study.as_ref().unwrap().nodes;
        nodes.iter().find(|node| node.id == id).unwrap().clone()
    };
    assert!(node(cursor).main && node(cursor).comment);
    client.ask(Ask::Go { node: cursor }).unwrap();
    let cut = snapshot(client.ask(Ask::DeleteNode { node: cursor }).unwrap());
    assert_eq!(cut.study.unwrap().nodes.len(), 4);
    assert_eq!(
        refusal(client.ask(Ask::Go { node: cursor }).unwrap()).1,
        "error.node"
    );
    assert_eq!(
        refusal(client.ask(Ask::Go { node: 9_999 }).unwrap()).1,
        "error.node"
    );
    assert_eq!(refusal(client.ask(play("H8")).unwrap()).1, "refused.taken");
    let back = snapshot(client.ask(Ask::LeaveStudy).unwrap());
    assert_eq!(back.mode, Mode::Play);
}

#[test]
fn analysis_follows_the_cursor_until_it_is_stopped() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    client.ask(open("h8i9h10")).unwrap();
    let analyse = Ask::Analyse {
        lines: 2,
        threads: 1,
        seconds: None,
    };
    let on = snapshot(client.ask(analyse).unwrap()).study.unwrap();
    assert!(on.engine.on);
    let mut seen = |node: u32| loop {
        if let Tell::Analysis(view) = client.told().unwrap().tell
            && view.node == Some(node)
            && view.lines.len() == 2
        {
            break view;
        }
    };
    let view = seen(on.cursor);
    assert!(view.running && view.to_move == Colour::White && view.best.is_some());
    let back = snapshot(client.ask(walk(WalkStep::Back)).unwrap())
        .study
        .unwrap();
    let mut seen = |node: u32| loop {
        if let Tell::Analysis(view) = client.told().unwrap().tell
            && view.node == Some(node)
        {
            break view;
        }
    };
    assert_eq!(seen(back.cursor).to_move, Colour::Black);
    let off = snapshot(client.ask(Ask::StopAnalysis).unwrap())
        .study
        .unwrap();
    assert!(!off.engine.on && off.analysis.is_some_and(|it| !it.running));
    assert!(fixture.is_idle_soon());
    assert!(!off.graph.is_empty());
}

#[test]
fn a_proof_is_found_and_walked_branch_by_branch() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    client.ask(open("h8a1i8a2j8o1")).unwrap();
    let solve = Ask::Solve {
        attacker: Colour::Black,
        kind: SolveKind::Vcf,
        shortest: true,
        seconds: Some(20),
    };
    client.ask(solve).unwrap();
    let solved = client
        .wait_for(|it| {
            let solve = it.study.as_ref().and_then(|study| study.solve.as_ref());
            solve.is_some_and(|solve| solve.result != "running")
        })
        .unwrap();
    let study = solved.study.unwrap();
    let found = study.solve.unwrap();
    assert_eq!((found.result.as_str(), found.plies), ("win", Some(3)));
    assert_eq!(found.text.key, "solve.win");
    let root = snapshot(client.ask(Ask::WalkProof { replies: vec![] }).unwrap());
    assert_eq!(
        root.board.stones.len(),
        7,
        "the first move of the proof stands"
    );
    let proof = root.study.unwrap().proof.unwrap();
    assert_eq!((proof.step.plies_left, proof.step.won), (2, false));
    let reply = match proof.step.replies.first() {
        Some(reply) => reply.reply.clone(),
        None => "A15".to_owned(),
    };
    let next = snapshot(
        client
            .ask(Ask::WalkProof {
                replies: vec![reply],
            })
            .unwrap(),
    );
    assert!(next.study.unwrap().proof.unwrap().step.won);
    assert_eq!(next.board.winning.len(), 1);
    let nowhere = Ask::WalkProof {
        replies: vec!["H8".to_owned()],
    };
    assert_eq!(refusal(client.ask(nowhere).unwrap()).0, ErrorCode::NotFound);
    let closed = snapshot(client.ask(Ask::CloseProof).unwrap());
    assert_eq!(closed.board.stones.len(), 6);
}

#[test]
fn everything_can_be_written_out_and_read_back() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    client.ask(open("h8i9h10")).unwrap();
    for format in [
        ExportFormat::Sgf,
        ExportFormat::Psq,
        ExportFormat::Position,
        ExportFormat::Link,
        ExportFormat::Gomocalc,
        ExportFormat::Svg,
    ] {
        let export = Ask::Export {
            format,
            numbers: true,
        };
        let Tell::Exported(written) = client.ask(export).unwrap() else {
            panic!("{format:?} was not written");
        };
        if format == ExportFormat::Svg {
            assert!(written.text.starts_with("<svg") && !written.text.contains("<text"));
            continue;
        }
        let opened = snapshot(client.ask(open(&written.text)).unwrap());
        let points: Vec<&str> = opened
            .board
            .stones
            .iter()
            .map(|it| it.point.as_str())
            .collect();
        assert_eq!(points, ["H8", "I9", "H10"], "{format:?}");
    }
}

#[test]
fn what_was_studied_survives_a_restart() {
    let mut fixture = Fixture::new();
    let cookie = fixture.cookie();
    let (mut page, first) = client::Client::join(fixture.address(), &cookie, None).unwrap();
    page.ask(open("h8i9h10")).unwrap();
    page.ask(Ask::Comment {
        text: "why not".to_owned(),
    })
    .unwrap();
    drop(page);
    fixture.restart();
    let room = Some(first.room.as_str());
    let (mut page, _) = client::Client::join(fixture.address(), &cookie, room).unwrap();
    let back = snapshot(page.ask(Ask::Study { fresh: false }).unwrap());
    assert_eq!(back.study.unwrap().comment, "why not");
    assert_eq!(back.board.stones.len(), 3);
}

fn names(points: &[&str]) -> Vec<String> {
    points.iter().map(|&point| point.to_owned()).collect()
}

fn set_up(black: &[&str], white: &[&str], to_move: Colour) -> Ask {
    Ask::SetUp {
        size: 15,
        rule: "freestyle".to_owned(),
        black: names(black),
        white: names(white),
        to_move,
    }
}

#[test]
fn a_game_is_played_from_stones_set_up_and_survives_a_restart() {
    let mut fixture = Fixture::new();
    let cookie = fixture.cookie();
    let (mut client, _) = client::Client::join(fixture.address(), &cookie, None).unwrap();
    client
        .ask(set_up(&["H8", "H9", "H10"], &["A1"], Colour::White))
        .unwrap();
    let studied = client.ask(Ask::StudyPlay {
        moves: names(&["H11", "C3"]),
    });
    assert!(snapshot(studied.unwrap()).study.unwrap().playable);
    let settings = crate::setup(PlayerSetup::Person);
    let begun = snapshot(client.ask(Ask::PlayFromHere { settings }).unwrap());
    assert_eq!((begun.mode, begun.board.stones.len()), (Mode::Play, 6));
    assert_eq!(begun.game.turn.unwrap().stone, Colour::White);
    assert_eq!(begun.game.done, 2, "moves since can be taken back");
    let placed = snapshot(client.ask(crate::place("D4")).unwrap());
    fixture.restart();
    let (mut client, back) = client::Client::join(fixture.address(), &cookie, None).unwrap();
    assert_eq!(back.board.stones, placed.board.stones);
    assert_eq!(back.game.turn.unwrap().stone, Colour::Black);
    for _ in 0..3 {
        snapshot(client.ask(Ask::Undo).unwrap());
    }
    assert_eq!(refusal(client.ask(Ask::Undo).unwrap()).1, "refused.undo");
    let reset = snapshot(client.ask(Ask::Reset).unwrap());
    assert_eq!(
        reset.board.stones.len(),
        4,
        "it begins with the same stones"
    );
    assert_eq!(reset.game.turn.unwrap().stone, Colour::White);
    // Stones that have won already are no start.
    let five = ["A1", "B1", "C1", "D1", "E1"];
    client.ask(set_up(&five, &[], Colour::White)).unwrap();
    let settings = crate::setup(PlayerSetup::Person);
    let told = client.ask(Ask::PlayFromHere { settings }).unwrap();
    assert_eq!(refusal(told).1, "refused.over");
}

#[test]
fn a_review_marks_the_only_move() {
    let fixture = Fixture::new();
    let (mut client, _) = fixture.host();
    // Two open threes point at H8: whoever does not play there loses by fours.
    let black = ["E8", "F8", "G8", "H9", "H10", "H11", "O1"];
    let white = ["C8", "H13", "I10", "G9", "F9", "E10"];
    client.ask(set_up(&black, &white, Colour::White)).unwrap();
    client
        .ask(Ask::StudyPlay {
            moves: names(&["H8"]),
        })
        .unwrap();
    let labels = |study: &tengen_web::messages::StudyView| -> Vec<Option<String>> {
        study.nodes.iter().map(|node| node.label.clone()).collect()
    };
    let asked = client.ask(Ask::Review).unwrap();
    let reviewed = crate::until(&mut client, asked, |it| {
        it.study
            .as_ref()
            .is_some_and(|study| !study.engine.reviewing && study.graph.len() == 2)
    });
    let study = reviewed.study.unwrap();
    assert_eq!(labels(&study), [None, Some("only_move".to_owned())]);
}

/// Forty moves in which nobody gets five.
fn long_game() -> String {
    let points = || (0..15_u8).flat_map(|y| (0..15_u8).map(move |x| (x, y)));
    let of = |black: bool| points().filter(move |(x, y)| ((x + 2 * y) % 4 < 2) == black);
    let name = |(x, y): (u8, u8)| format!("{}{}", char::from(b'a' + x), y + 1);
    let moves = of(true).zip(of(false)).take(20);
    moves
        .map(|(black, white)| name(black) + &name(white))
        .collect()
}

#[test]
fn a_review_gives_way_to_others_and_goes_on() {
    let server = Server::start(Config {
        port: Some(0),
        cores: Some(1),
        // The slice of four seconds, made short.
        study_slice: Duration::ZERO,
        ..Config::default()
    })
    .unwrap();
    let page = || {
        let cookie = client::enter(server.address(), "", None).unwrap();
        client::Client::join(server.address(), &cookie, None)
            .unwrap()
            .0
    };
    let (mut first, mut second) = (page(), page());
    first.ask(open(&long_game())).unwrap();
    let begun = snapshot(first.ask(Ask::Review).unwrap());
    assert!(begun.study.unwrap().engine.reviewing);
    second.ask(open("h8i9h10")).unwrap();
    let look = Ask::Analyse {
        lines: 1,
        threads: 1,
        seconds: Some(60),
    };
    second.send(look).unwrap();
    while !matches!(second.told().unwrap().tell, Tell::Analysis(_)) {}
    let still = snapshot(first.ask(Ask::Look).unwrap());
    assert!(still.study.unwrap().engine.reviewing);
    // With nobody else in line it comes to its end.
    drop(second);
    first
        .wait_for(|it| !it.study.as_ref().unwrap().engine.reviewing)
        .unwrap();
    server.stop();
}
