//! The classroom: counts that can be trusted, one position for each lesson, and the
//! proof that alpha-beta finds what minimax finds.

use proptest::prelude::{ProptestConfig, Strategy, prop, prop_assert_eq, proptest};
use tengen_core::rng::Rng;
use tengen_core::{Rule, Size, Stone, ascii};

use super::*;

/// A position with Black (`X`) to move, and the points marked `a`.
fn drawn(text: &str) -> (Position, Vec<Point>) {
    let drawing = ascii::parse(text).unwrap();
    let marks = drawing.marks('a').collect();
    let position = Position::with_board(drawing.board, Rule::Freestyle, Stone::Black);
    (position, marks)
}

fn chosen(opponent: Opponent, position: &Position) -> Point {
    choose(opponent, position, &mut Rng::new(1)).unwrap()
}

#[track_caller]
fn plays_marked(opponents: &[Opponent], text: &str) {
    let (position, marks) = drawn(text);
    for &opponent in opponents {
        let point = chosen(opponent, &position);
        assert!(marks.contains(&point), "{opponent} plays {point:?}");
    }
}

const THINKERS: [Opponent; 4] = [
    Opponent::Greedy,
    Opponent::Trial,
    Opponent::Minimax,
    Opponent::AlphaBeta,
];

#[test]
fn all_but_random_make_five() {
    plays_marked(
        &THINKERS,
        "
        . . . . . . . . .
        . O O O O . . . .
        . . . . . . . . .
        O X X X X a . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn all_but_random_stop_a_four() {
    plays_marked(
        &THINKERS,
        "
        . . . . . . . . .
        . . . . . . . . .
        . X O O O O a . .
        . . . . X . . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

/// Trial sees that White could make two open threes at once; greedy has no answers.
#[test]
fn trial_takes_a_double_three_away() {
    plays_marked(
        &[Opponent::Trial],
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . a . . . . . .
        . . a O O a . . . . .
        . . . . a O . . . . .
        . . . . . O a . . . .
        . . . . . a . . . . .
        . . . . . . . . . . .
        . . . . . . . . X X .
        . . . . . . . . . . .",
    );
}

/// Gaps are not seen: nobody here knows that the four with a hole must be filled.
#[test]
fn a_broken_four_is_met_by_luck_or_by_search_only() {
    let (position, marks) = drawn(
        "
        . . . . . . . . .
        . . . . . . . . .
        . O O a O O . . .
        . . . . . . . . .
        . . . . . . . X .
        . . . . . . X . .
        . . . . . X . . .
        . . . . X . . . .
        . . . O . . . . .",
    );
    // Minimax looks one answer ahead and finds White's five.
    let mut after = position.clone();
    after.play(chosen(Opponent::Minimax, &position)).unwrap();
    let stopped = after.outcome().is_some() || after.board().get(marks[0]).is_some();
    assert!(stopped);
}

#[test]
fn an_empty_board_is_opened_in_the_central_square() {
    for size in [Size::MIN, Size::STANDARD, Size::MAX] {
        let position = Position::new(size, Rule::Renju);
        for opponent in Opponent::CLASSROOM {
            let mut rng = Rng::new(3);
            let mut seen = std::collections::BTreeSet::new();
            for _ in 0..400 {
                let point = choose(opponent, &position, &mut rng).unwrap();
                assert!(point.distance(size.centre()) <= 2);
                seen.insert(point);
            }
            assert_eq!(seen.len(), 25, "{opponent}");
        }
    }
}

#[test]
fn games_end_by_the_rules_in_every_rule() {
    let pairs = [
        [Opponent::Random, Opponent::Greedy],
        [Opponent::Trial, Opponent::Random],
        [Opponent::Minimax, Opponent::Trial],
    ];
    for rule in Rule::ALL {
        for pair in pairs {
            let mut rng = Rng::new(5);
            let mut position = Position::new(Size::new(9).unwrap(), rule);
            while position.outcome().is_none() {
                let opponent = pair[position.to_move() as usize];
                let point = choose(opponent, &position, &mut rng).unwrap();
                position.play(point).unwrap();
            }
        }
    }
}

/// Positions of the proof: nine by nine, a few moves old.
fn proof_position(seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    let mut position = Position::new(Size::new(9).unwrap(), Rule::Freestyle);
    let moves = 2 + rng.below(7);
    for n in 0..moves {
        let opponent = if n % 2 == 0 {
            Opponent::Greedy
        } else {
            Opponent::Random
        };
        if let Some(point) = choose(opponent, &position, &mut rng) {
            position.play(point).unwrap();
        }
    }
    position
}

/// Alpha-beta finds the same move and the same value as minimax, and looks at fewer
/// positions. The table in `docs/classroom/alphabeta.md` shows the sums.
#[test]
fn alpha_beta_finds_what_minimax_finds() {
    let counted = [(2, 60, (158_678, 9_353)), (3, 8, (1_163_880, 21_747))];
    for (plies, positions, nodes) in counted {
        let (mut plain, mut pruned) = (0, 0);
        for seed in 0..positions {
            let position = proof_position(seed);
            if position.outcome().is_some() {
                continue;
            }
            let minimax = Search::new(Rows::new(&position)).minimax(plies);
            let alpha_beta = Search::new(Rows::new(&position)).alpha_beta(plies);
            assert_eq!(alpha_beta.best, minimax.best, "seed {seed}, {plies} plies");
            assert_eq!(
                alpha_beta.value, minimax.value,
                "seed {seed}, {plies} plies"
            );
            plain += minimax.nodes;
            pruned += alpha_beta.nodes;
        }
        assert_eq!((plain, pruned), nodes, "put the new sums into the page");
    }
}

#[test]
fn an_unfinished_depth_is_forgotten() {
    let position = proof_position(4);
    let rows = Rows::new(&position);
    let two = Search::new(rows.clone()).alpha_beta(2);
    let cut = Search::new(rows.clone()).deepen(4, two.nodes * 3);
    assert!(cut.best.is_some());
    let whole = Search::new(rows.clone()).deepen(3, u64::MAX);
    let three = Search::new(rows).alpha_beta(3);
    assert_eq!((whole.best, whole.value), (three.best, three.value));
}

fn both(rows: &Rows) -> [RowCounts; 2] {
    Stone::BOTH.map(|stone| *rows.counts(stone))
}

fn any_rule() -> impl Strategy<Value = Rule> {
    prop::sample::select(Rule::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Counts kept move by move are those of a fresh count, and undo restores them.
    #[test]
    fn counts_are_right_move_by_move_and_after_undo(
        rule in any_rule(),
        moves in prop::collection::vec(0_usize..49, 0..30),
    ) {
        let size = Size::new(7).unwrap();
        let points: Vec<Point> = size.points().collect();
        let mut rows = Rows::new(&Position::new(size, rule));
        let mut before = Vec::new();
        for index in moves {
            if !rows.board().is_free(points[index]) {
                continue;
            }
            before.push(both(&rows));
            rows.play(points[index]);
            let fresh = Position::with_board(rows.board().clone(), rule, rows.to_move());
            prop_assert_eq!(both(&rows), both(&Rows::new(&fresh)));
        }
        while let Some(counts) = before.pop() {
            rows.undo();
            prop_assert_eq!(both(&rows), counts);
        }
        prop_assert_eq!(rows.board().stone_count(), 0);
    }
}
