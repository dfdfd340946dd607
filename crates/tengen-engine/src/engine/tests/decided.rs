//! Lines with a win or loss in n plies: n moves, the last of which makes the five.

use super::*;

/// Replays every decided line it hears on the referee's board.
#[derive(Debug)]
struct Replay<'a> {
    game: &'a Referee,
    won: usize,
    lost: usize,
    longest: usize,
}

impl Replay<'_> {
    fn new(game: &Referee) -> Replay<'_> {
        Replay {
            game,
            won: 0,
            lost: 0,
            longest: 0,
        }
    }

    fn check(&mut self, line: &Line) {
        let Some(plies) = line.score.plies().filter(|_| line.is_judged()) else {
            return;
        };
        let mover = self.game.to_move();
        let winner = if line.score.is_win() {
            self.won += 1;
            mover
        } else {
            self.lost += 1;
            mover.opponent()
        };
        self.longest = self.longest.max(plies);
        let mut after = self.game.clone();
        for &point in &line.moves {
            assert_eq!(after.play(point), Ok(()), "{line:?} of {:?}", self.game);
        }
        let outcome = after.outcome();
        let ended = outcome.is_some_and(|outcome| outcome.winner == Some(winner));
        assert!(
            ended && line.moves.len() == plies,
            "{line:?} of {:?}",
            self.game
        );
    }
}

impl Listener for Replay<'_> {
    fn hear(&mut self, event: Event<'_>) {
        if let Event::Depth { lines, .. } = event {
            for line in lines {
                self.check(line);
            }
        }
    }
}

/// Searches and replays all that is told and answered.
fn search<'a>(engine: &mut Engine, game: &'a Referee, limits: &Limits) -> (Answer, Replay<'a>) {
    let mut replay = Replay::new(game);
    let answer = engine.search(game, limits, &NoClock, &Stop::new(), &mut replay);
    for line in &answer.lines {
        replay.check(line);
    }
    (answer, replay)
}

/// Searches that end anywhere, with tables that hold nothing, little or everything, new or
/// filled by the moves before, for one line or several.
#[test]
fn every_decided_line_ends_with_the_five_in_every_rule() {
    let mut rng = Rng::new(29);
    for rule in Rule::ALL {
        let (mut won, mut lost, mut longest) = (0, 0, 0);
        for round in 0..90 {
            let mut engine = Engine::new(Options {
                table_bytes: [1, 1 << 16, 1 << 20][round % 3],
                ..Options::default()
            });
            let mut game = random_game(&mut rng, rule, 5 + (round % 15) as u8);
            for _ in 0..12 {
                let limits = Limits {
                    nodes: Some(1 + rng.below(3_000) as u64),
                    lines: [1, 1, 1, 4][rng.below(4)],
                    depth: [None, Some(30)][rng.below(2)],
                    ..Limits::default()
                };
                let (answer, replay) = search(&mut engine, &game, &limits);
                won += replay.won;
                lost += replay.lost;
                longest = longest.max(replay.longest);
                let Some(best) = answer.best else { break };
                game.play(best).unwrap();
            }
        }
        assert!(
            won > 60 && lost > 60 && longest >= 9,
            "{rule}: {won} won, {lost} lost, {longest} plies at most"
        );
    }
}

/// Whether one side can make five within so many plies against everything.
fn wins_within(game: &Referee, winner: Stone, plies: usize) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome.winner == Some(winner);
    }
    let wins_after = |point: Point| {
        let mut after = game.clone();
        after.play(point).unwrap();
        wins_within(&after, winner, plies - 1)
    };
    match plies {
        0 => false,
        _ if game.to_move() == winner => game.legal_points().any(wins_after),
        _ => game.legal_points().all(wins_after),
    }
}

/// Where everything can be tried, no defence lasts longer than a line says.
#[test]
fn no_defence_lasts_longer_than_announced() {
    let mut rng = Rng::new(37);
    for rule in Rule::ALL {
        let mut checked = 0;
        for round in 0..240 {
            let game = crowded_game(&mut rng, rule, 6 + round % 3);
            let nodes = 1 + rng.below(600) as u64;
            let answer = ask(&mut small_engine(), &game, nodes);
            let Some(line) = answer.lines.first().filter(|line| line.is_judged()) else {
                continue;
            };
            let Some(plies) = line.score.plies().filter(|&plies| plies <= 8) else {
                continue;
            };
            checked += 1;
            let (winner, mut after) = (game.to_move(), game.clone());
            let holds = if line.score.is_win() {
                after.play(line.moves[0]).unwrap();
                wins_within(&after, winner, plies - 1)
            } else {
                wins_within(&game, winner.opponent(), plies)
            };
            assert!(holds, "{line:?} of {game:?}");
        }
        assert!(checked > 60, "{rule}: {checked}");
    }
}

/// A board on which twelve points are free at the most, without a winning row.
fn crowded_game(rng: &mut Rng, rule: Rule, size: u8) -> Referee {
    let size = Size::new(size).unwrap();
    let mut points: Vec<Point> = size.points().collect();
    rng.shuffle(&mut points);
    let mut board = Board::new(size);
    for &point in &points[12..] {
        let stone = Stone::BOTH[rng.below(2)];
        let fits = |stone: &Stone| !win::wins_at_once(&board, rule, point, *stone);
        if let Some(stone) = [stone, stone.opponent()].into_iter().find(fits) {
            board.place(point, stone).unwrap();
        }
    }
    Referee::with_board(board, rule, Stone::BOTH[rng.below(2)])
}

fn only_line(game: &Referee, nodes: u64) -> Line {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let (answer, replay) = search(&mut small_engine(), game, &limits);
    assert!(replay.won + replay.lost > 0, "{answer:?}");
    answer.lines[0].clone()
}

#[test]
fn two_threes_are_told_with_all_five_plies() {
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro8, Rule::Caro9] {
        let game = drawn(
            rule,
            Stone::Black,
            &[
                "...........",
                "...........",
                "...........",
                ".....X.....",
                ".....X.....",
                "...XX......",
                "...........",
                "O..........",
                "..........O",
                "O.....O....",
                "...........",
            ],
        );
        assert_eq!(only_line(&game, 500).score.to_string(), "+M5", "{rule}");
    }
}

/// Black may not stop White's four where that makes two threes.
#[test]
fn a_four_with_a_forbidden_answer_is_told_with_the_five() {
    let rows = [
        "...............",
        "...............",
        "...............",
        "...............",
        "...............",
        ".........X.....",
        "........X......",
        "..XOOOO........",
        ".......X.......",
        ".......X.......",
        "...............",
        "...............",
        "...............",
        "...............",
        "...............",
    ];
    let lost = only_line(&drawn(Rule::Renju, Stone::Black, &rows), 500);
    assert_eq!(lost.score.to_string(), "-M2");
    let five = Size::STANDARD.point(7, 7);
    assert_eq!(lost.moves.last().copied(), five);
}

/// A search that is stopped while it looks again at what surprised it has the score from
/// a narrow window, whose line was never followed.
#[test]
fn a_search_stopped_anywhere_tells_whole_lines() {
    let mut rng = Rng::new(31);
    let mut decided = 0;
    for rule in Rule::ALL {
        for _ in 0..3 {
            let game = random_game(&mut rng, rule, 12);
            for nodes in (1..40).map(|n| 90 * n) {
                let limits = Limits {
                    nodes: Some(nodes),
                    depth: Some(40),
                    ..Limits::default()
                };
                let (_, replay) = search(&mut small_engine(), &game, &limits);
                decided += replay.won + replay.lost;
            }
        }
    }
    assert!(decided > 100, "{decided}");
}

#[test]
fn the_end_of_a_line_keeps_clear_of_excluded_lines() {
    let game = drawn(
        Rule::Freestyle,
        Stone::Black,
        &[
            ".........",
            ".........",
            "..XXX....",
            ".........",
            ".........",
            "O...O....",
            ".........",
            ".......O.",
            ".........",
        ],
    );
    let mut limits = Limits {
        nodes: Some(300),
        depth: Some(3),
        ..Limits::default()
    };
    for _ in 0..3 {
        let answer = small_engine().search(&game, &limits, &NoClock, &Stop::new(), &mut Deaf);
        let line = &answer.lines[0];
        for excluded in &limits.excluded_lines {
            assert!(!line.moves.starts_with(excluded), "{line:?}");
        }
        assert_eq!(line.score.to_string(), "+M3");
        limits.excluded_lines.push(line.moves.clone());
    }
}
