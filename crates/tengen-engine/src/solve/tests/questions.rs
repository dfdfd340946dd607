//! Defences, lines put to the test, budgets, and the shortest win.

use tengen_core::Point;

use super::*;

/// Black to move would win with either end of the row.
const THREE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . c a X X X b d .
    . . . . . . . . .
    . . . . O O . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

fn question<'a>(game: &'a Referee, nodes: u64) -> Question<'a> {
    Question {
        budget: Budget {
            nodes: Some(nodes),
            ms: None,
        },
        table_bytes: 1 << 20,
        ..Question::new(game)
    }
}

#[test]
fn every_reply_to_a_threat_is_judged() {
    let (game, drawing) = drawn(Rule::Freestyle, Stone::White, THREE);
    let found = defences(&question(&game, 3_000_000), &NoClock, &Stop::new()).unwrap();
    assert_eq!(found.replies.len(), game.legal_points().count());
    let effect = |mark| {
        let point = drawing.mark(mark).unwrap();
        let reply = found.replies.iter().find(|reply| reply.reply == point);
        &reply.unwrap().effect
    };
    assert_eq!(*effect('a'), Effect::Stops);
    assert_eq!(*effect('b'), Effect::Stops);
    // The far stones leave the other end open.
    for mark in ['c', 'd'] {
        assert!(!matches!(effect(mark), Effect::Unknown), "{mark}");
    }
    let lost = found
        .replies
        .iter()
        .filter_map(|reply| match &reply.effect {
            Effect::None(proof) | Effect::Delays(proof) => Some((reply.reply, proof)),
            Effect::Stops | Effect::Unknown => None,
        });
    let mut refuted = 0;
    for (reply, proof) in lost {
        let mut after = game.clone();
        after.play(reply).unwrap();
        assert!(proof.certificate.is_about(&after));
        assert_eq!(proof::verify(&proof.certificate), Ok(proof.verified));
        refuted += 1;
    }
    assert!(refuted > 50, "{refuted}");
}

#[test]
fn without_a_threat_there_is_nothing_to_defend() {
    let (game, _) = drawn(Rule::Freestyle, Stone::Black, THREE);
    assert!(defences(&question(&game, 300_000), &NoClock, &Stop::new()).is_none());
}

fn judged(game: &Referee, line: &[Point]) -> Vec<Judgement> {
    let checked = check_line(&question(game, 500_000), line, &NoClock, &Stop::new());
    checked.into_iter().map(|move_| move_.judgement).collect()
}

#[test]
fn a_line_is_judged_move_by_move() {
    let (game, drawing) = drawn(Rule::Freestyle, Stone::Black, THREE);
    let at = |mark| drawing.mark(mark).unwrap();
    let won = judged(&game, &[at('a'), at('b'), at('c')]);
    assert!(matches!(won[..], [Judgement::Wins(_), Judgement::Wins(_)]));
    let asked = question(&game, 500_000);
    let line = [at('a'), at('b'), at('c')];
    let checked = check_line(&asked, &line, &NoClock, &Stop::new());
    let plies: Vec<_> = checked.iter().map(Checked::plies).collect();
    assert_eq!(
        plies,
        [Some(3), Some(1)],
        "each move is the first ply itself"
    );
    // A far stone threatens what one move stops.
    let quiet = judged(&game, &[game.size().point(0, 0).unwrap()]);
    let [Judgement::Refuted { by }] = &quiet[..] else {
        panic!("{quiet:?}");
    };
    assert!(
        [at('a'), at('b'), at('c'), at('d')].contains(&by[0]),
        "{by:?}"
    );
    let taken = judged(&game, &[at('a'), at('a')]);
    assert!(matches!(taken[..], [_, Judgement::Impossible { .. }]));
}

#[test]
fn the_shortest_win_is_told_from_any_win() {
    let (game, _) = drawn(Rule::Freestyle, Stone::Black, THREE);
    let asked = Question {
        kind: Kind::Fours,
        shortest: true,
        ..question(&game, 100_000)
    };
    let solution = solve(&asked, &NoClock, &Stop::new(), &mut |_| {});
    let Finding::Win(proof) = solution.finding else {
        panic!("{solution:?}");
    };
    assert!(proof.shortest);
    assert_eq!(proof.verified.plies, 3);
}

/// A quiet opening: nothing is decided soon.
const OPENING: &str = "
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . X . . . . . .
    . . . . . X O . . . .
    . . . . O . X . . . .
    . . . . . . . O . . .
    . . . . . X . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .";

#[test]
fn a_spent_budget_is_unknown_and_the_same_twice() {
    let (game, _) = drawn(Rule::Freestyle, Stone::White, OPENING);
    let asked = Question {
        kind: Kind::Any,
        ..question(&game, 2_000)
    };
    let first = solve(&asked, &NoClock, &Stop::new(), &mut |_| {});
    assert_eq!(first.finding, Finding::Unknown);
    assert!(first.nodes <= 2_100, "{}", first.nodes);
    let second = solve(&asked, &NoClock, &Stop::new(), &mut |_| {});
    assert_eq!(first, second);
}

#[test]
fn a_raised_flag_ends_the_search_at_once() {
    let (game, _) = drawn(Rule::Freestyle, Stone::White, OPENING);
    let stop = Stop::new();
    stop.raise();
    let asked = Question {
        kind: Kind::Any,
        ..Question::new(&game)
    };
    let solution = solve(&asked, &NoClock, &stop, &mut |_| {});
    assert_eq!(solution.finding, Finding::Unknown);
    assert!(solution.nodes < 1_000);
}

#[test]
fn a_listener_hears_how_far_the_search_is() {
    let (game, _) = drawn(Rule::Freestyle, Stone::White, OPENING);
    let asked = Question {
        kind: Kind::Any,
        ..question(&game, 40_000)
    };
    let mut heard = Vec::new();
    let mut hear = |progress| heard.push(progress);
    solve(&asked, &NoClock, &Stop::new(), &mut hear);
    assert_eq!(heard.len(), 2, "{heard:?}");
    assert!(heard[0].nodes < heard[1].nodes);
    assert!(heard[1].efforts.is_some_and(|(proof, _)| proof > 0));
}

#[test]
fn a_table_that_is_always_full_ends_too() {
    let (game, _) = drawn(Rule::Freestyle, Stone::White, OPENING);
    for kind in [Kind::Threats, Kind::Any] {
        let asked = Question {
            kind,
            table_bytes: 1,
            ..question(&game, 20_000)
        };
        let solution = solve(&asked, &NoClock, &Stop::new(), &mut |_| {});
        assert!(!matches!(solution.finding, Finding::Win(_)));
        assert!(solution.nodes <= 20_001, "{}", solution.nodes);
    }
}

#[test]
fn a_lost_position_is_proven_lost() {
    // White is to move and cannot meet an open four.
    let four = THREE.replace("c a X X X b d", "c X X X X b d");
    let (game, _) = drawn(Rule::Freestyle, Stone::White, &four);
    for kind in [Kind::Fours, Kind::Threats, Kind::Any] {
        let found = ask(&game, Stone::Black, kind);
        assert!(matches!(found, Finding::Win(_)), "{kind:?}");
    }
}
