//! Random crowded boards, on which everything can be tried.

use tengen_core::proof::plain::Truth;
use tengen_core::rng::Rng;
use tengen_core::{Board, Size};

use super::*;
use crate::vcf::{self, FourSearch};

/// A random board without a winning row, with about so many stones in a hundred points.
fn random_board(rng: &mut Rng, rule: Rule, filled: usize) -> Board {
    let size = Size::new(6 + rng.below(3) as u8).unwrap();
    let mut board = Board::new(size);
    for point in size.points() {
        let stone = match rng.below(200) {
            roll if roll < filled => Stone::Black,
            roll if roll < 2 * filled => Stone::White,
            _ => continue,
        };
        let mut next = board.clone();
        next.place(point, stone).unwrap();
        if Stone::BOTH
            .iter()
            .all(|&stone| win::all_winning_runs(&next, rule, stone).is_empty())
        {
            board = next;
        }
    }
    board
}

/// Fills random points until so few are free that every game can be played out.
fn crowded_board(rng: &mut Rng, rule: Rule) -> Board {
    let mut board = random_board(rng, rule, 80);
    let mut free: Vec<_> = board.free_points().collect();
    rng.shuffle(&mut free);
    for point in free {
        if board.size().area() - board.stone_count() <= 8 {
            break;
        }
        let stone = Stone::BOTH[rng.below(2)];
        if !win::wins_at_once(&board, rule, point, stone) {
            board.place(point, stone).unwrap();
        }
    }
    board
}

/// No claim is false, searches of every move know the truth, and threats find most of it.
#[test]
fn claims_agree_with_every_game_played_out() {
    let mut rng = Rng::new(11);
    for rule in Rule::ALL {
        let (mut wins, mut found) = (0, 0);
        for _ in 0..60 {
            let board = crowded_board(&mut rng, rule);
            let to_move = Stone::BOTH[rng.below(2)];
            let attacker = Stone::BOTH[rng.below(2)];
            let game = Referee::with_board(board, rule, to_move);
            if game.outcome().is_some() || game.board().free_points().count() > 10 {
                continue;
            }
            let truth = Truth::new(rule, attacker).wins(game.board(), to_move);
            wins += usize::from(truth);
            for kind in [Kind::Fours, Kind::Threats, Kind::Any] {
                let claimed = matches!(ask(&game, attacker, kind), Finding::Win(_));
                assert!(!claimed || truth, "{kind:?} {attacker} {game:?}");
                found += usize::from(claimed && kind == Kind::Threats);
                let complete = kind != Kind::Any || claimed == truth;
                assert!(complete, "not found: {attacker} {game:?}");
            }
        }
        assert!(wins >= 5 && 2 * found >= wins, "{rule}: {found} of {wins}");
    }
}

/// Every claim of fours is true, every short win is found, and the search's own quick
/// finder says the same.
#[test]
fn fours_agree_with_plain_search_in_every_rule() {
    let mut rng = Rng::new(41);
    for rule in Rule::ALL {
        let (mut won, mut none) = (0, 0);
        for _ in 0..120 {
            let board = random_board(&mut rng, rule, 60);
            let game = Referee::with_board(board, rule, Stone::BOTH[rng.below(2)]);
            if game.outcome().is_some() {
                continue;
            }
            let claimed = match ask(&game, game.to_move(), Kind::Fours) {
                Finding::Win(proof) => {
                    let fours = proof.verified.plies as usize / 2;
                    assert!(fours > 4 || wins_by_fours(&game, fours), "{game:?}");
                    true
                }
                Finding::None => {
                    assert!(!wins_by_fours(&game, 2), "{game:?}");
                    false
                }
                Finding::Unknown => panic!("a small board is searched out: {game:?}"),
            };
            assert_eq!(quick_finder_claims(&game), claimed, "{game:?}");
            won += usize::from(claimed);
            none += usize::from(!claimed);
        }
        assert!(won > 10 && none > 10, "{rule}: {won} won, {none} not");
    }
}

fn quick_finder_claims(game: &Referee) -> bool {
    fn claims<V: Variant>(game: &Referee, variant: V) -> bool {
        let mut position = Position::from_board(game.board(), game.to_move(), variant, V::values());
        match FourSearch::default().solve(&mut position, u64::MAX) {
            vcf::Fours::Win { .. } => true,
            vcf::Fours::None => false,
            vcf::Fours::Unknown => panic!("the budget has no end"),
        }
    }
    with_variant!(game.rule(), variant => claims(game, variant))
}
