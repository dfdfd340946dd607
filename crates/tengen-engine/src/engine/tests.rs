//! The door as a caller sees it.

mod decided;

use tengen_core::rng::Rng;
use tengen_core::{Board, Stone, forbidden, win};

use super::*;
use crate::bench;
use crate::report::NoClock;

fn small_engine() -> Engine {
    Engine::new(Options {
        table_bytes: 1 << 20,
        ..Options::default()
    })
}

fn ask(engine: &mut Engine, game: &Referee, nodes: u64) -> Answer {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    engine.search(game, &limits, &NoClock, &Stop::new(), &mut Deaf)
}

/// A board of `X`, `O` and `.`, rows from the top.
fn drawn(rule: Rule, to_move: Stone, rows: &[&str]) -> Referee {
    let size = Size::new(rows.len() as u8).unwrap();
    let mut board = Board::new(size);
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.chars().enumerate() {
            let stone = match cell {
                'X' => Stone::Black,
                'O' => Stone::White,
                _ => continue,
            };
            let point = size.point(x as u8, y as u8).unwrap();
            board.place(point, stone).unwrap();
        }
    }
    Referee::with_board(board, rule, to_move)
}

/// A board filled at random to a random density, without a winning row.
fn random_game(rng: &mut Rng, rule: Rule, size: u8) -> Referee {
    let size = Size::new(size).unwrap();
    let mut points: Vec<Point> = size.points().collect();
    rng.shuffle(&mut points);
    let mut board = Board::new(size);
    let stones = rng.below(points.len());
    for (n, &point) in points.iter().take(stones).enumerate() {
        let stone = Stone::BOTH[n % 2];
        if !win::wins_at_once(&board, rule, point, stone) {
            board.place(point, stone).unwrap();
        }
    }
    let to_move = Stone::BOTH[rng.below(2)];
    Referee::with_board(board, rule, to_move)
}

/// Switches are there to measure by: what plays without one must still know the game.
#[test]
fn without_any_one_technique_fives_are_made_fours_met_and_open_threes_won() {
    let four = [
        ".........",
        ".........",
        ".O.......",
        ".........",
        "OXXXX....",
        "..O......",
        "...O.....",
        ".........",
        ".........",
    ];
    let three = [
        ".........",
        ".........",
        ".O.......",
        ".........",
        "...XXX...",
        "..O......",
        "......O..",
        ".........",
        ".........",
    ];
    let size = Size::new(9).unwrap();
    for info in Params::ALL.iter().filter(|info| info.technique) {
        for rule in Rule::ALL {
            let mut engine = small_engine();
            engine.options.params.set(info.name, 0).unwrap();
            let made = ask(&mut engine, &drawn(rule, Stone::Black, &four), 2_000).best;
            assert_eq!(made, size.point(5, 4), "{}, {rule}", info.name);
            let mut board = drawn(rule, Stone::White, &four);
            let met = ask(&mut engine, &board, 2_000).best.unwrap();
            board.play(met).unwrap();
            let wins = |point| win::wins_at_once(board.board(), rule, point, Stone::Black);
            let mut free = board.board().free_points();
            assert!(!free.any(wins), "{}, {rule}: {met:?}", info.name);
            let answer = ask(&mut engine, &drawn(rule, Stone::Black, &three), 2_000);
            let score = answer.lines[0].score;
            assert!(score.is_win(), "{}, {rule}: {score:?}", info.name);
        }
    }
}

#[test]
fn every_answer_is_a_legal_move_in_every_rule_and_size() {
    let mut rng = Rng::new(17);
    let mut engine = small_engine();
    let mut answered = 0;
    for size in 5..=22 {
        for rule in Rule::ALL {
            for nodes in [1, 30, 400] {
                let game = random_game(&mut rng, rule, size);
                let answer = ask(&mut engine, &game, nodes);
                match (game.outcome(), answer.best) {
                    (None, Some(point)) => assert_eq!(game.check(point), Ok(()), "{game:?}"),
                    (Some(_), None) => continue,
                    other => panic!("{other:?} for {game:?}"),
                }
                answered += 1;
            }
        }
    }
    assert!(answered > 200, "only {answered} boards were open");
}

#[test]
fn black_never_plays_a_forbidden_point() {
    let mut rng = Rng::new(5);
    let mut engine = small_engine();
    let mut tempted = 0;
    for _ in 0..150 {
        let size = Size::new(9).unwrap();
        let mut board = Board::new(size);
        for point in size.points() {
            let stone = match rng.below(100) {
                0..26 => Stone::Black,
                26..42 => Stone::White,
                _ => continue,
            };
            if !win::wins_at_once(&board, Rule::Renju, point, stone) {
                board.place(point, stone).unwrap();
            }
        }
        tempted += usize::from(!forbidden::forbidden_points(&board).is_empty());
        let game = Referee::with_board(board, Rule::Renju, Stone::Black);
        if game.outcome().is_none() {
            let best = ask(&mut engine, &game, 200).best.unwrap();
            assert!(!forbidden::is_forbidden(game.board(), best), "{game:?}");
        }
    }
    assert!(tempted > 50);
}

#[test]
fn a_five_is_taken_before_a_block() {
    for rule in Rule::ALL {
        let game = drawn(
            rule,
            Stone::Black,
            &[
                "........", ".XXXX...", "........", ".OOOO...", "........", "........", "........",
                "........",
            ],
        );
        let answer = ask(&mut small_engine(), &game, 1);
        let point = answer.best.unwrap();
        assert!(win::wins_at_once(game.board(), rule, point, Stone::Black));
        assert_eq!(answer.lines[0].score.to_string(), "+M1");
    }
}

#[test]
fn a_four_is_blocked_and_a_four_three_is_found() {
    let block = drawn(
        Rule::Freestyle,
        Stone::White,
        &[
            ".........",
            ".OXXXX...",
            ".........",
            "...O.....",
            "....O....",
            ".........",
            ".........",
            ".........",
            ".........",
        ],
    );
    let best = ask(&mut small_engine(), &block, 500).best.unwrap();
    assert_eq!((best.x(), best.y()), (6, 1));
    let fork = drawn(
        Rule::Freestyle,
        Stone::Black,
        &[
            "............",
            "............",
            "....OXXX....",
            "........X...",
            "............",
            "........X...",
            "............",
            ".O..........",
            "....O..O....",
            "............",
            "............",
            "............",
        ],
    );
    let answer = ask(&mut small_engine(), &fork, 2_000);
    assert!(answer.lines[0].score.is_win(), "{:?}", answer.lines[0]);
}

#[test]
fn one_thread_is_deterministic() {
    let mut rng = Rng::new(23);
    for rule in Rule::ALL {
        let game = random_game(&mut rng, rule, 15);
        let runs: Vec<Answer> = (0..2)
            .map(|_| ask(&mut small_engine(), &game, 3_000))
            .collect();
        assert_eq!(runs[0], runs[1]);
    }
}

/// Counts the depths it hears of, and expects values in all of them.
#[derive(Debug, Default)]
struct Judged(usize);

impl Listener for Judged {
    fn hear(&mut self, event: Event<'_>) {
        if let Event::Depth { lines, .. } = event {
            assert!(lines.iter().all(Line::is_judged), "{lines:?}");
            self.0 += 1;
        }
    }
}

#[test]
fn nothing_is_told_of_what_was_not_judged() {
    let mut game = Referee::new(Size::STANDARD, Rule::Freestyle);
    game.play(Size::STANDARD.centre()).unwrap();
    for (nodes, hears) in [(1, false), (2_000, true)] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut judged = Judged::default();
        let answer = small_engine().search(&game, &limits, &NoClock, &Stop::new(), &mut judged);
        assert_eq!(game.check(answer.best.unwrap()), Ok(()));
        assert_eq!(judged.0 > 0, hears, "{nodes} nodes");
        assert_eq!(answer.lines[0].is_judged(), hears, "{nodes} nodes");
    }
}

#[test]
fn two_threads_answer_and_a_raised_flag_ends_at_once() {
    let mut engine = small_engine();
    let mut options = engine.options().clone();
    options.threads = 2;
    engine.set_options(options);
    let mut game = Referee::new(Size::STANDARD, Rule::Standard);
    game.play(Size::STANDARD.centre()).unwrap();
    let answer = ask(&mut engine, &game, 5_000);
    assert_eq!(game.check(answer.best.unwrap()), Ok(()));
    let stop = Stop::new();
    stop.raise();
    let answer = engine.search(&game, &Limits::default(), &NoClock, &stop, &mut Deaf);
    assert_eq!(game.check(answer.best.unwrap()), Ok(()));
    assert!(answer.nodes < 10_000);
}

/// A clock that goes on by a millisecond whenever it is looked at.
#[derive(Debug, Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn elapsed_ms(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}

#[test]
fn parameters_of_the_games_clock_count_where_there_is_one() {
    let games = bench::positions().unwrap();
    let nodes = |game, name, value, left_ms, turn_ms| {
        let mut engine = small_engine();
        engine.options.params.set(name, value).unwrap();
        let limits = Limits {
            left_ms,
            turn_ms,
            ..Limits::default()
        };
        let clock = Ticking::default();
        let answer = engine.search(game, &limits, &clock, &Stop::new(), &mut Deaf);
        answer.nodes
    };
    for (name, values) in [("steady_time", [1, 0]), ("time_shares", [12, 36])] {
        let counts = |left_ms, turn_ms| {
            games[..4].iter().any(|game| {
                let [one, other] = values.map(|value| nodes(game, name, value, left_ms, turn_ms));
                one != other
            })
        };
        assert!(counts(Some(10_000), None), "{name}");
        assert!(!counts(None, Some(500)), "{name}");
    }
}

#[test]
fn several_lines_are_distinct_and_sorted() {
    let mut game = Referee::new(Size::STANDARD, Rule::Freestyle);
    game.play(Size::STANDARD.centre()).unwrap();
    let limits = Limits {
        nodes: Some(20_000),
        lines: 4,
        ..Limits::default()
    };
    let answer = small_engine().search(&game, &limits, &NoClock, &Stop::new(), &mut Deaf);
    let firsts: std::collections::HashSet<Point> =
        answer.lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!((answer.lines.len(), firsts.len()), (4, 4));
    assert!(answer.lines.is_sorted_by(|a, b| a.score >= b.score));
    assert_eq!(answer.best, Some(answer.lines[0].moves[0]));
}

#[test]
fn an_empty_board_has_several_lines_too() {
    for (lines, side) in [(1, 15), (3, 15), (25, 5), (99, 5)] {
        let size = Size::new(side).unwrap();
        let game = Referee::new(size, Rule::Freestyle);
        let limits = Limits {
            nodes: Some(4_000),
            lines,
            ..Limits::default()
        };
        let answer = small_engine().search(&game, &limits, &NoClock, &Stop::new(), &mut Deaf);
        assert_eq!(answer.lines.len(), lines.min(size.area()));
        assert!(lines > 1 || answer.best == Some(size.centre()));
    }
}

#[test]
fn a_stopped_search_of_several_lines_keeps_what_it_knows() {
    let mut game = Referee::new(Size::STANDARD, Rule::Freestyle);
    game.play(Size::STANDARD.centre()).unwrap();
    for nodes in (1..40).map(|n| n * 150) {
        let limits = Limits {
            nodes: Some(nodes),
            lines: 5,
            ..Limits::default()
        };
        let answer = small_engine().search(&game, &limits, &NoClock, &Stop::new(), &mut Deaf);
        let known = |line: &Line| line.depth > 0 && !line.score.is_decided();
        assert!(
            answer.lines.len() <= 5 && answer.lines.iter().all(known),
            "{answer:?}"
        );
        assert!(
            nodes < 3_000 || answer.lines.len() == 5,
            "{nodes}: {answer:?}"
        );
    }
}

/// A window that was too narrow gives a bound; it must not pass for the value of a depth.
#[test]
fn a_stopped_search_tells_the_value_of_a_finished_depth() {
    let game = opened(Rule::Freestyle, &[(7, 7), (8, 8), (9, 6), (7, 9), (6, 5)]);
    let deep = |depth: u32| {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        to_depth(&mut small_engine(), &game, &limits)
            .lines
            .remove(0)
    };
    let finished: Vec<Line> = (1..12).map(deep).collect();
    let mut compared = 0;
    for nodes in (1..60).map(|n| n * 400) {
        let line = ask(&mut small_engine(), &game, nodes).lines.remove(0);
        let depth = line.depth as usize;
        let same_best = |other: &Line| other.moves[0] == line.moves[0];
        if depth >= 2 && finished[depth - 2..depth].iter().all(same_best) {
            assert_eq!(line, finished[depth - 1], "{nodes} nodes");
            compared += 1;
        }
    }
    assert!(compared >= 20, "only {compared} of 59 could be compared");
}

#[test]
fn excluded_moves_are_not_played() {
    let game = drawn(
        Rule::Freestyle,
        Stone::White,
        &["......", ".XXXX.", "......", "..OO..", "......", "......"],
    );
    let mut excluded = Vec::new();
    for _ in 0..5 {
        let limits = Limits {
            nodes: Some(200),
            excluded: excluded.clone(),
            ..Limits::default()
        };
        let answer = small_engine().search(&game, &limits, &NoClock, &Stop::new(), &mut Deaf);
        let best = answer.best.unwrap();
        assert!(!excluded.contains(&best));
        excluded.push(best);
    }
}

#[test]
fn an_excluded_centre_is_not_played_on_an_empty_board() {
    let game = Referee::new(Size::STANDARD, Rule::Freestyle);
    let centre = Size::STANDARD.centre();
    let limits = Limits {
        nodes: Some(2_000),
        excluded: vec![centre],
        ..Limits::default()
    };
    let stop = Stop::new();
    let best = small_engine().search(&game, &limits, &NoClock, &stop, &mut Deaf);
    assert_eq!(best.best.unwrap().distance(centre), 1);
    for pair in [false, true] {
        let fair = small_engine().balance(&game, (0, pair), &limits, &NoClock, &stop, &mut Deaf);
        let moves = &fair.lines[0].moves;
        assert!(moves.len() > usize::from(pair), "{moves:?}");
        assert!(!moves[..=usize::from(pair)].contains(&centre), "{moves:?}");
    }
}

#[test]
fn where_every_move_loses_one_that_stands_in_the_way_is_played() {
    let game = opened(
        Rule::Freestyle,
        &[
            (6, 6),
            (0, 14),
            (7, 6),
            (14, 0),
            (6, 9),
            (14, 14),
            (7, 8),
            (0, 1),
            (8, 6),
            (3, 3),
            (5, 10),
        ],
    );
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let answer = small_engine().search(&game, &limits, &NoClock, &Stop::new(), &mut Deaf);
    assert!(answer.lines[0].score.is_loss());
    let best = answer.best.unwrap();
    let black = game
        .board()
        .stones()
        .filter(|(_, stone)| *stone == Stone::Black);
    let nearest = black.map(|(point, _)| point.distance(best)).min();
    assert_eq!(nearest, Some(1), "{best:?}");
}

/// A game by coordinates.
fn opened(rule: Rule, moves: &[(u8, u8)]) -> Referee {
    let mut game = Referee::new(Size::STANDARD, rule);
    for &(x, y) in moves {
        game.play(Size::STANDARD.point(x, y).unwrap()).unwrap();
    }
    game
}

fn to_depth(engine: &mut Engine, game: &Referee, limits: &Limits) -> Answer {
    engine.search(game, limits, &NoClock, &Stop::new(), &mut Deaf)
}

#[test]
fn excluded_lines_are_not_played() {
    let game = opened(Rule::Standard, &[(7, 7), (8, 8), (7, 9)]);
    let mut limits = Limits {
        depth: Some(4),
        ..Limits::default()
    };
    for _ in 0..6 {
        let answer = to_depth(&mut small_engine(), &game, &limits);
        let line = answer.lines[0].moves[..2].to_vec();
        assert!(!limits.excluded_lines.contains(&line), "{line:?}");
        limits.excluded_lines.push(line);
    }
    // A win in one is not seen where it is excluded.
    let won = drawn(
        Rule::Freestyle,
        Stone::White,
        &[
            "........", "OXXXX...", "........", "........", "........", "........", "........",
            "........",
        ],
    );
    let size = won.size();
    let elsewhere = size.point(7, 7).unwrap();
    let all_but_elsewhere = size.points().filter(|&point| point != elsewhere).collect();
    let limits = Limits {
        depth: Some(2),
        excluded: all_but_elsewhere,
        excluded_lines: vec![vec![elsewhere, size.point(5, 1).unwrap()]],
        ..Limits::default()
    };
    let answer = to_depth(&mut small_engine(), &won, &limits);
    assert!(!answer.lines[0].score.is_decided(), "{answer:?}");
    let seen = Limits {
        excluded_lines: Vec::new(),
        ..limits
    };
    let answer = to_depth(&mut small_engine(), &won, &seen);
    assert_eq!(answer.lines[0].score.to_string(), "-M2");
}

#[test]
fn pondering_makes_the_next_search_shorter() {
    let (mut idle, mut pondered) = (0, 0);
    // A single search may become longer; in the sum of some they do not.
    for moves in [
        &[(7, 7), (8, 8), (7, 9)][..],
        &[(7, 7), (7, 8), (9, 8), (6, 6)],
        &[(7, 7), (8, 6), (6, 6), (8, 8), (9, 7)],
        &[(7, 7), (6, 8), (9, 9)],
        &[(7, 7), (7, 6), (8, 5), (6, 7)],
        &[(7, 7), (8, 8), (6, 8), (8, 6)],
        &[(7, 7), (9, 7), (7, 5), (8, 6), (6, 8)],
        &[(7, 7), (8, 7), (8, 6)],
    ] {
        let mut nodes = [0; 2];
        for ponders in [false, true] {
            let mut game = opened(Rule::Freestyle, moves);
            let mut engine = small_engine();
            game.play(ask(&mut engine, &game, 10_000).best.unwrap())
                .unwrap();
            let reply = ask(&mut small_engine(), &game, 20_000).best.unwrap();
            if ponders {
                engine.ponder(&game, Some(60_000), &Stop::new());
            }
            game.play(reply).unwrap();
            let limits = Limits {
                depth: Some(9),
                ..Limits::default()
            };
            nodes[usize::from(ponders)] = to_depth(&mut engine, &game, &limits).nodes;
        }
        idle += nodes[0];
        pondered += nodes[1];
    }
    assert!(pondered < idle, "{pondered} and {idle}");
}

#[test]
fn pondering_ends_when_stopped_and_in_a_finished_game() {
    let mut engine = small_engine();
    let stop = Stop::new();
    stop.raise();
    engine.ponder(&opened(Rule::Renju, &[(7, 7)]), None, &stop);
    let won = drawn(
        Rule::Freestyle,
        Stone::White,
        &["XXXXX", "OOOO.", ".....", ".....", "....."],
    );
    engine.ponder(&won, None, &Stop::new());
}

#[test]
fn continuations_lead_to_the_value_that_is_wanted() {
    let depth = |plies| Limits {
        depth: Some(plies),
        ..Limits::default()
    };
    let continued = |game: &Referee, target: i32, pair: bool| {
        let limits = depth(if pair { 2 } else { 3 });
        let stop = Stop::new();
        small_engine().balance(game, (target, pair), &limits, &NoClock, &stop, &mut Deaf)
    };
    for rule in Rule::ALL {
        let game = opened(rule, &[(7, 7), (8, 7), (9, 9)]);
        let best = to_depth(&mut small_engine(), &game, &depth(4));
        for (less, pair) in [(60, false), (150, false), (60, true)] {
            let target = best.lines[0].score.get() - less;
            let answer = continued(&game, target, pair);
            let off = (answer.lines[0].score.get() - target).abs();
            assert!(off <= 40, "{rule} {target} {pair}: {answer:?}");
            let mut after = game.clone();
            for &point in &answer.lines[0].moves[..1 + usize::from(pair)] {
                after.play(point).unwrap();
            }
            assert!(after.outcome().is_none());
            if !pair {
                assert_eq!(continued(&game, target, pair), answer);
            }
        }
    }
}

#[test]
fn the_only_move_that_is_left_is_fair() {
    let game = drawn(
        Rule::Freestyle,
        Stone::Black,
        &["XOXOX", "XOXOX", "OXOXO", "OXOXO", "XOXO."],
    );
    let limits = Limits {
        nodes: Some(100),
        ..Limits::default()
    };
    let answer = small_engine().balance(
        &game,
        (0, false),
        &limits,
        &NoClock,
        &Stop::new(),
        &mut Deaf,
    );
    assert_eq!(
        answer.best.map(|point| (point.x(), point.y())),
        Some((4, 4))
    );
    // There is no second move.
    let pair = small_engine().balance(&game, (0, true), &limits, &NoClock, &Stop::new(), &mut Deaf);
    assert_eq!(pair.best, None);
}

#[test]
fn a_finished_game_has_no_move() {
    let won = drawn(
        Rule::Freestyle,
        Stone::White,
        &["XXXXX", "OOOO.", ".....", ".....", "....."],
    );
    assert_eq!(ask(&mut small_engine(), &won, 100).best, None);
}

#[test]
fn boards_with_one_point_or_none_need_no_search() {
    // No row of five is left for anyone, whoever takes the last point.
    let rows = |last: &'static str| ["XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX", last];
    for rule in Rule::ALL {
        let full = drawn(rule, Stone::Black, &rows("OOXXOO"));
        assert!(
            full.outcome()
                .is_some_and(|outcome| outcome.winner.is_none())
        );
        let answer = ask(&mut small_engine(), &full, 1_000);
        assert_eq!((answer.best, answer.nodes), (None, 0), "{rule}");
        for to_move in Stone::BOTH {
            let game = drawn(rule, to_move, &rows("OOXXO."));
            let answer = ask(&mut small_engine(), &game, 1_000);
            assert!(answer.nodes <= 1, "{rule}: {answer:?}");
            let is_open = game.outcome().is_none();
            assert_eq!(answer.best.is_some(), is_open, "{rule}: {answer:?}");
        }
    }
}

#[test]
fn a_dead_board_is_played_on_without_a_search() {
    let rows = ["XXOOXX", "OOXXOO", "XX..OX", "XO..OX", "XXOOXX", "OXXXOO"];
    // Without its second column there is room for a five.
    let living = rows.map(|row| format!("{}.{}", &row[..1], &row[2..]));
    let living: Vec<&str> = living.iter().map(String::as_str).collect();
    for rule in Rule::ALL {
        let game = drawn(rule, Stone::White, &rows);
        assert!(game.outcome().is_none());
        let answer = ask(&mut small_engine(), &game, 1_000);
        assert_eq!(game.check(answer.best.unwrap()), Ok(()));
        assert_eq!((answer.nodes, answer.lines[0].score), (0, Score::ZERO));
        let game = drawn(rule, Stone::White, &living);
        assert!(ask(&mut small_engine(), &game, 1_000).nodes > 0, "{rule}");
    }
}

#[test]
fn a_net_is_used_in_its_own_rule_and_size_alone() {
    let net = Net::from_bytes(&Net::noise(Rule::Freestyle, Size::STANDARD, 1)).unwrap();
    let with_net = Options {
        table_bytes: 1 << 20,
        evaluation: Evaluation::Net(Arc::new(net)),
        ..Options::default()
    };
    let game = |rule: Rule, size: u8| {
        let mut game = Referee::new(Size::new(size).unwrap(), rule);
        game.play(game.size().centre()).unwrap();
        game
    };
    let both = |game: &Referee| {
        let shipped = Options {
            evaluation: Evaluation::Shipped,
            ..with_net.clone()
        };
        let answer = ask(&mut Engine::new(with_net.clone()), game, 3_000);
        (answer, ask(&mut Engine::new(shipped), game, 3_000))
    };
    let (net, plain) = both(&game(Rule::Freestyle, 15));
    assert_ne!(net, plain);
    let again = ask(
        &mut Engine::new(with_net.clone()),
        &game(Rule::Freestyle, 15),
        3_000,
    );
    assert_eq!(again, net);
    for (rule, size) in [(Rule::Renju, 15), (Rule::Freestyle, 14)] {
        let (net, plain) = both(&game(rule, size));
        assert_eq!(net, plain, "{rule} {size}");
    }
}

#[test]
fn another_net_finds_an_empty_table() {
    let game = Referee::new(Size::STANDARD, Rule::Freestyle);
    let mut engine = small_engine();
    ask(&mut engine, &game, 100);
    let mut options = engine.options().clone();
    let net = Net::from_bytes(&Net::noise(Rule::Freestyle, Size::STANDARD, 1)).unwrap();
    options.evaluation = Evaluation::Net(Arc::new(net));
    assert!(engine.table_bytes() > 0);
    engine.set_options(options.clone());
    assert_eq!(engine.table_bytes(), 0);
    ask(&mut engine, &game, 100);
    engine.set_options(options);
    assert!(engine.table_bytes() > 0);
}
