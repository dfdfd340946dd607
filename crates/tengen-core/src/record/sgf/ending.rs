//! How a game ended: `RE`, our private `TGCAUSE`, and `TE` as some programs use it.
//!
//! `RE` can name the winner, and resignation, time or forfeit as the reason. Everything
//! else is in `TGCAUSE`. Neither holds the stones of a five or the explanation of a
//! forbidden move: both follow from the rules, so they are found again in the main line.
//! A reason that the main line does not bear out is noted and becomes
//! [`Cause::Unknown`]; the winner stays.

use crate::board::Board;
use crate::forbidden;
use crate::outcome::{Cause, Outcome};
use crate::stone::Stone;
use crate::tree::{Move, Setup, Tree};
use crate::win;

/// Why a game ended, as far as a file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Five,
    Forbidden,
    Resignation,
    Time,
    Agreement,
    FullBoard,
    NoLegalMove,
    /// SGF's "forfeit", which says little; by a forbidden move, if there is one.
    Forfeit,
    Unknown,
}

/// The words of `TGCAUSE`.
const WORDS: [(Reason, &str); 7] = [
    (Reason::Five, "five"),
    (Reason::Forbidden, "forbidden"),
    (Reason::Resignation, "resignation"),
    (Reason::Time, "time"),
    (Reason::Agreement, "agreement"),
    (Reason::FullBoard, "full-board"),
    (Reason::NoLegalMove, "no-legal-move"),
];

/// What `RE` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A win or a draw.
    Decided(Option<Stone>, Reason),
    /// Said to be not known, or that there is none.
    Open,
    /// Not understood.
    Unreadable,
}

/// Reads `RE` in the forms of the standard and of known programs: `B+R`, `W+Time`,
/// `B+1`, `0`, `Draw`, `B+DRAW`, `Void`, `?`.
pub(super) fn read_result(text: &str) -> Verdict {
    let word = text.trim().to_ascii_lowercase();
    match word.as_str() {
        "" | "?" | "void" => return Verdict::Open,
        "0" | "draw" | "d" => return Verdict::Decided(None, Reason::Unknown),
        _ => {}
    }
    let Some((side, tail)) = word.split_once('+') else {
        return Verdict::Unreadable;
    };
    let winner = match side.trim() {
        "b" | "black" => Stone::Black,
        "w" | "white" => Stone::White,
        _ => return Verdict::Unreadable,
    };
    let reason = match tail.trim() {
        "draw" => return Verdict::Decided(None, Reason::Unknown),
        "r" | "res" | "resign" | "resignation" => Reason::Resignation,
        "t" | "time" | "timeout" => Reason::Time,
        "f" | "forfeit" => Reason::Forfeit,
        _ => Reason::Unknown,
    };
    Verdict::Decided(Some(winner), reason)
}

/// Reads `TGCAUSE`.
pub(super) fn read_cause(text: &str) -> Option<Reason> {
    let word = text.trim();
    WORDS
        .into_iter()
        .find(|(_, name)| name.eq_ignore_ascii_case(word))
        .map(|(reason, _)| reason)
}

/// Reads a reason from the free words that some programs put into `TE`, which the
/// standard uses for a good move (`TE[1]`, `TE[2]`).
pub(super) fn read_end_words(text: &str) -> Option<Reason> {
    const STEMS: [(&str, Reason); 6] = [
        ("forbid", Reason::Forbidden),
        ("five", Reason::Five),
        ("time", Reason::Time),
        ("resign", Reason::Resignation),
        ("agree", Reason::Agreement),
        ("full", Reason::FullBoard),
    ];
    let words = text.to_ascii_lowercase();
    STEMS
        .into_iter()
        .find(|(stem, _)| words.contains(stem))
        .map(|(_, reason)| reason)
}

/// The outcome that a verdict and a reason state for this game, and whether the main
/// line bears the reason out.
pub(super) fn outcome(tree: &Tree, winner: Option<Stone>, reason: Reason) -> (Outcome, bool) {
    let found = match reason {
        Reason::Five => winner.and_then(|stone| find_five(tree, stone)),
        Reason::Forbidden | Reason::Forfeit => {
            find_forbidden(tree).filter(|_| winner == Some(Stone::White))
        }
        Reason::Resignation => Some(Cause::Resignation),
        Reason::Time => Some(Cause::Time),
        Reason::Agreement => Some(Cause::Agreement),
        Reason::FullBoard => Some(Cause::FullBoard),
        Reason::NoLegalMove => Some(Cause::NoLegalMove),
        Reason::Unknown => Some(Cause::Unknown),
    };
    let confirmed = found.is_some();
    let cause = found.unwrap_or(Cause::Unknown);
    (Outcome { winner, cause }, confirmed)
}

/// How `RE` says it.
pub(super) fn result_word(outcome: &Outcome) -> &'static str {
    match (outcome.winner, &outcome.cause) {
        (None, _) => "Draw",
        (Some(Stone::Black), Cause::Resignation) => "B+R",
        (Some(Stone::White), Cause::Resignation) => "W+R",
        (Some(Stone::Black), Cause::Time) => "B+T",
        (Some(Stone::White), Cause::Time) => "W+T",
        (Some(Stone::White), Cause::ForbiddenMove(_)) => "W+F",
        (Some(Stone::Black), _) => "B+",
        (Some(Stone::White), _) => "W+",
    }
}

/// How `TGCAUSE` says it; `None` where there is nothing to say.
pub(super) fn cause_word(cause: &Cause) -> Option<&'static str> {
    let reason = match cause {
        Cause::Five(_) => Reason::Five,
        Cause::ForbiddenMove(_) => Reason::Forbidden,
        Cause::Resignation => Reason::Resignation,
        Cause::Time => Reason::Time,
        Cause::Agreement => Reason::Agreement,
        Cause::FullBoard => Reason::FullBoard,
        Cause::NoLegalMove => Reason::NoLegalMove,
        Cause::Unknown => return None,
    };
    WORDS
        .into_iter()
        .find(|&(known, _)| known == reason)
        .map(|(_, word)| word)
}

/// The winning rows that the main line makes first, or that stand at its end.
fn find_five(tree: &Tree, winner: Stone) -> Option<Cause> {
    let rule = tree.rule;
    let mut board = Board::new(tree.size);
    for (setup, mv) in steps(tree) {
        put_up(&mut board, setup);
        let Some((point, stone)) = mv.and_then(|mv| Some((mv.point?, mv.stone))) else {
            continue;
        };
        if board.place(point, stone).is_ok() && stone == winner {
            let runs = win::winning_runs_at(&board, rule, point);
            if !runs.is_empty() {
                return Some(Cause::Five(runs));
            }
        }
    }
    let runs = win::all_winning_runs(&board, rule, winner);
    (!runs.is_empty()).then_some(Cause::Five(runs))
}

/// Black's first forbidden move in the main line.
fn find_forbidden(tree: &Tree) -> Option<Cause> {
    if !tree.rule.has_forbidden_points(Stone::Black) {
        return None;
    }
    let mut board = Board::new(tree.size);
    for (setup, mv) in steps(tree) {
        put_up(&mut board, setup);
        let Some((point, stone)) = mv.and_then(|mv| Some((mv.point?, mv.stone))) else {
            continue;
        };
        if stone == Stone::Black
            && let Some(reason) = forbidden::forbidden_at(&board, point)
        {
            return Some(Cause::ForbiddenMove(Box::new(reason)));
        }
        // A point that is taken changes nothing; the reader lets none through.
        let _ = board.place(point, stone);
    }
    None
}

fn steps(tree: &Tree) -> impl Iterator<Item = (&Setup, Option<Move>)> {
    tree.main_line().into_iter().map(|id| {
        let node = tree.node(id);
        (&node.setup, node.mv)
    })
}

fn put_up(board: &mut Board, setup: &Setup) {
    for &(point, stone) in &setup.stones {
        board.remove(point);
        if let Some(stone) = stone {
            // Only a point off the board fails, and it stays off.
            let _ = board.place(point, stone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_all_their_forms() {
        use Stone::{Black, White};
        let win = |stone, reason| Verdict::Decided(Some(stone), reason);
        for (text, expected) in [
            ("B+1", win(Black, Reason::Unknown)),
            ("B+", win(Black, Reason::Unknown)),
            ("w + R", win(White, Reason::Resignation)),
            ("B+Resign", win(Black, Reason::Resignation)),
            ("B+T", win(Black, Reason::Time)),
            ("W+Time", win(White, Reason::Time)),
            ("W+F", win(White, Reason::Forfeit)),
            ("0", Verdict::Decided(None, Reason::Unknown)),
            ("Draw", Verdict::Decided(None, Reason::Unknown)),
            ("B+DRAW", Verdict::Decided(None, Reason::Unknown)),
            ("Void", Verdict::Open),
            ("?", Verdict::Open),
            ("", Verdict::Open),
            ("someone won", Verdict::Unreadable),
            ("X+R", Verdict::Unreadable),
        ] {
            assert_eq!(read_result(text), expected, "{text}");
        }
    }

    #[test]
    fn every_cause_word_reads_back() {
        for (reason, word) in WORDS {
            assert_eq!(read_cause(word), Some(reason));
        }
        assert_eq!(read_cause("whim"), None);
        assert_eq!(read_end_words("win by five"), Some(Reason::Five));
        assert_eq!(read_end_words("Forbidden move"), Some(Reason::Forbidden));
        assert_eq!(read_end_words("1"), None);
    }
}
