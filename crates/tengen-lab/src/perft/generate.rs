//! Dense random positions: many rows nearly done, few points left.

use tengen_core::perft::Counts;
use tengen_core::rng::Rng;
use tengen_core::{Board, Position, Rule, Size, Stone, win};

use super::{Case, POSITIONS_PER_RULE};

/// The positions for a rule. They depend on the seed and on nothing else.
pub(super) fn cases(rule: Rule, seed: u64) -> Vec<Case> {
    let mut rng = Rng::new(seed ^ u64::from(rule.gomocup_code()) << 32);
    (0..POSITIONS_PER_RULE)
        .map(|index| {
            loop {
                if let Some(case) = draw(&mut rng, rule, index)
                    && is_wanted(&case, index)
                {
                    break case;
                }
            }
        })
        .collect()
}

/// A random position in which nobody has won, or nothing if that did not come out.
fn draw(rng: &mut Rng, rule: Rule, index: usize) -> Option<Case> {
    let side = match index % 6 {
        5 => 15,
        other => 6 + other as u8,
    };
    let size = Size::new(side).ok()?;
    // One in four is nearly full, so that the count reaches the end of the game.
    let free = match index % 4 {
        3 => 3 + rng.below(4),
        _ => 10 + rng.below(size.area() / 3),
    };
    let mut points: Vec<_> = size.points().collect();
    rng.shuffle(&mut points);
    let mut board = Board::new(size);
    for point in points {
        let placed = board.stone_count();
        if placed + free >= size.area() {
            break;
        }
        let stone = colour(rule, index, placed);
        if !win::wins_at_once(&board, rule, point, stone) {
            board.place(point, stone).ok()?;
        }
    }
    let dense = size.area() - board.stone_count() <= free;
    let to_move = turn(index);
    let goes_on = Position::with_board(board.clone(), rule, to_move)
        .outcome()
        .is_none();
    (dense && goes_on).then_some(Case {
        board,
        rule,
        to_move,
    })
}

/// Both sides are to move equally often.
fn turn(index: usize) -> Stone {
    [Stone::Black, Stone::White][index / 2 % 2]
}

/// The colour of the next stone. Where Black has forbidden points, half of the positions
/// get two black stones for each white one: shapes that meet are rare otherwise.
fn colour(rule: Rule, index: usize, placed: usize) -> Stone {
    let crowded = rule.has_forbidden_points(Stone::Black) && index.is_multiple_of(2);
    let white_is_next = if crowded {
        placed % 3 == 2
    } else {
        placed % 2 == 1
    };
    if white_is_next {
        Stone::White
    } else {
        Stone::Black
    }
}

/// Whether the position has what its place in the list asks for: equal numbers of stones
/// for the side to move unless it is crowded, a win to be had in every second one, and
/// forbidden points in half of Black's where the rule knows them.
fn is_wanted(case: &Case, index: usize) -> bool {
    let Counts {
        wins, forbidden, ..
    } = case.quick(1);
    let asks_for_forbidden =
        case.rule.has_forbidden_points(case.to_move) && index.is_multiple_of(2);
    let next = colour(case.rule, index, case.board.stone_count());
    let crowded = case.board.count(Stone::Black) > case.board.count(Stone::White) + 1;
    (crowded || next == case.to_move)
        && (index % 4 == 1 || wins > 0)
        && (!asks_for_forbidden || forbidden > 0)
}
