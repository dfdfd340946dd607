//! C: what is played is legal, the fast board agrees with the plain rules, and the same
//! question gets the same answer.

use anyhow::Result;
use tengen_core::rng::Rng;
use tengen_core::{Board, Point, Position as Referee, Rule, Size, Stone, forbidden, win};
use tengen_engine::pattern::Threat;
use tengen_engine::position::{Position, spot_of};
use tengen_engine::{
    Deaf, Engine, Evaluation, Limits, NoClock, Options, Stop, Variant, with_variant,
};

use super::Task;
use super::dialogue::Brain;
use super::positions::{board_command, scattered, told};
use super::verdict::Verdict;
use crate::duel::{base_options, cores};
use crate::learn::selfplay::{Plan, play_all};

/// C1: a legal point for any board, from an empty to a nearly full one, at any limit.
pub(super) fn legal_answers(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let mut rng = task.rng();
    let mut engines = small_engines();
    for _ in 0..task.count(100_000) {
        let rule = Rule::ALL[rng.below(Rule::ALL.len())];
        let size = Size::new(5 + rng.below(18) as u8)?;
        let density = rng.below(101);
        let game = random_board(size, rule, [density / 2, density - density / 2], &mut rng)?;
        check_answer(&mut engines, &game, &mut rng, &mut verdict);
    }
    Ok(verdict)
}

/// C2: Black in renju on boards that are dense with black stones.
pub(super) fn no_forbidden_answers(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let mut rng = task.rng();
    let mut engines = small_engines();
    for _ in 0..task.count(100_000) {
        let size = Size::new(7 + rng.below(9) as u8)?;
        let black = 15 + rng.below(30);
        let game = random_board(size, Rule::Renju, [black, rng.below(25)], &mut rng)?;
        let tempting = !forbidden::forbidden_points(game.board()).is_empty();
        verdict.count("boards with forbidden points", usize::from(tempting));
        check_answer(&mut engines, &game, &mut rng, &mut verdict);
    }
    Ok(verdict)
}

/// One that judges by the pattern tables, and one by the nets that ship.
fn small_engines() -> [Engine; 2] {
    [Evaluation::Classical, Evaluation::Shipped].map(|evaluation| {
        Engine::new(Options {
            table_bytes: 1 << 20,
            evaluation,
            ..Options::default()
        })
    })
}

/// So many of a hundred points Black's and White's, without a row that wins at once; the
/// side to move is Black's in renju, where that is the harder one.
fn random_board(size: Size, rule: Rule, percent: [usize; 2], rng: &mut Rng) -> Result<Referee> {
    let mut board = Board::new(size);
    for point in size.points() {
        let drawn = rng.below(100);
        let stone = match drawn {
            _ if drawn < percent[0] => Stone::Black,
            _ if drawn < percent[0] + percent[1] => Stone::White,
            _ => continue,
        };
        if !win::wins_at_once(&board, rule, point, stone) {
            board.place(point, stone)?;
        }
    }
    // Where Black has forbidden points, those are what is to be met.
    let mover = match rule.has_forbidden_points(Stone::Black) {
        true => Stone::Black,
        false => Stone::BOTH[rng.below(2)],
    };
    Ok(Referee::with_board(board, rule, mover))
}

fn check_answer(engines: &mut [Engine; 2], game: &Referee, rng: &mut Rng, verdict: &mut Verdict) {
    // As many searches of few nodes as of many.
    let most = [1, 10, 100, 1000][rng.below(4)];
    let nodes = 1 + rng.below(most) as u64;
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let by_net = rng.below(2);
    let answer = engines[by_net].search(game, &limits, &NoClock, &Stop::new(), &mut Deaf);
    verdict.count("boards", 1);
    verdict.count("of them by the net", by_net);
    verdict.count(
        "boards that were over",
        usize::from(game.outcome().is_some()),
    );
    let right = match (game.outcome(), answer.best) {
        (None, Some(point)) => game.check(point).is_ok(),
        (Some(_), None) => true,
        _ => false,
    };
    verdict.demand(right, || {
        format!("{nodes} nodes: {:?} in {game:?}", answer.best)
    });
}

/// C3: at every ply of many games, the fast board and the plain rules name the same
/// winning, forbidden and legal points, and the same end. Games of the engine end early, so
/// random ones on small boards go on until they are won or drawn.
pub(super) fn two_judges(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let games = task.count(10_000).div_ceil(Rule::ALL.len());
    for rule in Rule::ALL {
        let plan = Plan {
            rule,
            size: Size::STANDARD,
            games,
            nodes: 40,
            opening_nodes: 20,
            seed: task.seed,
            threads: cores(),
            options: base_options(),
        };
        for game in play_all(&plan, |_| {}) {
            let size = Size::STANDARD;
            with_variant!(rule, variant => follow(variant, size, &game.moves, &mut verdict));
        }
        let mut rng = task.rng();
        for _ in 0..games.div_ceil(10) {
            let size = Size::new(5 + rng.below(6) as u8)?;
            let moves = random_walk(size, rule, &mut rng);
            with_variant!(rule, variant => follow(variant, size, &moves, &mut verdict));
        }
    }
    Ok(verdict)
}

/// Legal moves by chance until the game is over.
fn random_walk(size: Size, rule: Rule, rng: &mut Rng) -> Vec<Point> {
    let mut game = Referee::new(size, rule);
    while game.outcome().is_none() {
        let legal: Vec<Point> = game.legal_points().collect();
        let played = rng.pick(&legal).map(|&point| game.play(point));
        if !matches!(played, Some(Ok(_))) {
            break;
        }
    }
    game.moves().filter_map(|mv| mv.point).collect()
}

fn follow<V: Variant>(variant: V, size: Size, moves: &[Point], verdict: &mut Verdict) {
    let mut fast = Position::new(size, variant);
    let mut plain = Referee::new(size, V::RULE);
    verdict.count("games", 1);
    for &point in moves {
        compare(&mut fast, &plain, verdict);
        let wins = fast.threat(spot_of(point), fast.to_move()) == Threat::Five;
        fast.make(spot_of(point));
        let played = plain.play(point).is_ok();
        let won = plain
            .outcome()
            .is_some_and(|outcome| outcome.winner.is_some());
        verdict.demand(played && won == wins, || {
            format!("{}: {point:?} in {plain:?}", V::RULE)
        });
    }
    let drawn = plain
        .outcome()
        .is_some_and(|outcome| outcome.winner.is_none());
    verdict.count("drawn", usize::from(drawn));
    let is_full = fast.free_spots().next().is_none();
    let won = plain.outcome().is_some() && !drawn;
    verdict.demand(won || drawn == is_full, || {
        format!("{}: drawn {drawn}, full {is_full}: {plain:?}", V::RULE)
    });
}

fn compare<V: Variant>(fast: &mut Position<V>, plain: &Referee, verdict: &mut Verdict) {
    let board = plain.board();
    verdict.count("plies", 1);
    for point in board.free_points() {
        let spot = spot_of(point);
        for stone in Stone::BOTH {
            let five = fast.threat(spot, stone) == Threat::Five;
            let wins = win::wins_at_once(board, V::RULE, point, stone);
            verdict.demand(five == wins, || {
                format!("{}: a five of {stone} at {point:?}: {plain:?}", V::RULE)
            });
        }
        let forbids = V::FORBIDS && forbidden::is_forbidden(board, point);
        let said = V::FORBIDS && fast.is_forbidden(spot);
        verdict.demand(said == forbids, || {
            format!("forbidden {said}, not {forbids}, at {point:?}: {plain:?}")
        });
        let legal = plain.check(point).is_ok();
        verdict.demand(fast.is_legal(spot) == legal, || {
            format!("legal {}, not {legal}, at {point:?}: {plain:?}", !legal)
        });
    }
}

/// C4: a position asked twice in one process and once in another.
pub(super) fn same_again(task: &Task) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let mut rng = task.rng();
    let mut brains = [Brain::spawn(&task.brain)?, Brain::spawn(&task.brain)?];
    for n in 0..task.count(100) {
        let rule = Rule::ALL[n % Rule::ALL.len()];
        let position = scattered(Size::STANDARD, rule, 3 + rng.below(20), &mut rng);
        let stones = board_command(told(&position));
        let [first, second] = &mut brains;
        let ask = |brain: &mut Brain| {
            brain.send("YXHASHCLEAR")?;
            telling(brain, rule, &stones)
        };
        let answers = [ask(first)?, ask(first)?, ask(second)?];
        verdict.count("positions", 1);
        verdict.count("lines", answers[0].len());
        verdict.demand(answers.iter().all(|it| *it == answers[0]), || {
            format!("position {n}, {rule}: {answers:#?}")
        });
    }
    Ok(verdict)
}

/// All that a search of fixed nodes says, but for what depends on time.
pub(super) fn telling(brain: &mut Brain, rule: Rule, stones: &str) -> Result<Vec<String>> {
    brain.send(&format!(
        "START 15\nINFO hash_size 4096\nINFO thread_num 1\nINFO max_memory 0\nINFO rule {}\n\
         INFO timeout_turn -1\nINFO timeout_match -1\nINFO max_node 5000",
        rule.gomocup_code()
    ))?;
    brain.expect("OK")?;
    brain.talk.clear();
    brain.send(stones)?;
    let answer = brain.answer()?;
    let mut told: Vec<String> = brain.talk.iter().map(|line| timeless(line)).collect();
    told.push(answer.text);
    Ok(told)
}

/// A line without its speed and time, which are four words.
fn timeless(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    match words.iter().position(|&word| word == "SPEED") {
        Some(at) => [&words[..at], words.get(at + 4..).unwrap_or_default()]
            .concat()
            .join(" "),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::{Freestyle, Standard};

    use super::*;

    fn task(share: f64) -> Task {
        Task {
            brain: "none".parse().unwrap(),
            share,
            seed: 3,
        }
    }

    #[test]
    fn answers_are_legal_and_boards_of_all_kinds() {
        let verdict = legal_answers(&task(0.005)).unwrap();
        assert_eq!(verdict.failures(), 0, "{verdict}");
        assert!(verdict.to_string().starts_with("500 boards, "), "{verdict}");
        let verdict = no_forbidden_answers(&task(0.003)).unwrap();
        assert_eq!(verdict.failures(), 0, "{verdict}");
        assert!(verdict.to_string().contains("300 boards"), "{verdict}");
    }

    #[test]
    fn two_judges_agree_and_a_wrong_one_is_noticed() {
        let verdict = two_judges(&task(0.0005)).unwrap();
        assert_eq!(verdict.failures(), 0, "{verdict}");
        // Another rule's referee: in freestyle six in a row win.
        let mut verdict = Verdict::default();
        let row = |x: u8| Point::new(x, 7);
        let mut plain = Referee::new(Size::STANDARD, Rule::Standard);
        let mut fast = Position::new(Size::STANDARD, Freestyle);
        let far = |x: u8| Point::new(x, 0);
        let blacks = [1, 2, 3, 5, 6].into_iter().filter_map(row);
        for (black, white) in blacks.zip([0, 2, 5, 8, 11].into_iter().filter_map(far)) {
            for point in [black, white] {
                plain.play(point).unwrap();
                fast.make(spot_of(point));
            }
        }
        let board = Referee::with_board(plain.board().clone(), Rule::Standard, Stone::Black);
        let mut standard = Position::new(Size::STANDARD, Standard);
        for point in plain.moves().filter_map(|mv| mv.point) {
            standard.make(spot_of(point));
        }
        compare(&mut standard, &board, &mut verdict);
        assert_eq!(verdict.failures(), 0, "{verdict}");
        let sixth = spot_of(row(4).unwrap());
        assert!(fast.threat(sixth, Stone::Black) == Threat::Five);
        assert!(standard.threat(sixth, Stone::Black) != Threat::Five);
    }

    #[test]
    fn times_are_left_out() {
        let line = "MESSAGE DEPTH 3 EVAL 5 NODES 80 SPEED 12 TIME 4 PV H8";
        assert_eq!(timeless(line), "MESSAGE DEPTH 3 EVAL 5 NODES 80 PV H8");
        assert_eq!(timeless("MESSAGE x"), "MESSAGE x");
    }
}
