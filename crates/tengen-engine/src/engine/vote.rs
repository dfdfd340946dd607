//! Which thread's move is played.

use crate::params::Params;
use crate::report::Line;
use crate::score::Score;

/// Added to every thread's lead over the lowest, so that depth counts between equals.
const EVEN: i64 = 15;

/// The line that the threads choose together if it begins with another move than the
/// main thread's, and `None` if the main thread's stands. So it does where several lines were
/// asked for, which are not voted on.
///
/// The shortest win counts alone. Otherwise every thread votes for its first move with
/// its depth times its lead over the lowest score.
pub(super) fn choose<'a>(
    params: &Params,
    asked: usize,
    main: &'a [Line],
    others: &'a [Vec<Line>],
) -> Option<&'a Line> {
    let may_vote = params.vote != 0 && asked == 1;
    let main = main.first().filter(|_| may_vote)?;
    let firsts = others.iter().filter_map(|lines| lines.first());
    let known = |line: &&Line| line.depth > 0 && line.score > -Score::INFINITE;
    let lines: Vec<&Line> = std::iter::once(main).chain(firsts.filter(known)).collect();
    let lowest = lines.iter().map(|line| line.score.get()).min()?;
    let weight =
        |line: &Line| (i64::from(line.score.get() - lowest) + EVEN) * i64::from(line.depth);
    let votes = |line: &Line| -> i64 {
        let same = lines.iter().filter(|other| other.moves[0] == line.moves[0]);
        same.map(|line| weight(line)).sum()
    };
    let mut chosen = main;
    for &line in &lines[1..] {
        let better = if line.score.is_win() || chosen.score.is_win() {
            line.score > chosen.score
        } else {
            votes(line) > votes(chosen)
        };
        if better {
            chosen = line;
        }
    }
    (chosen.moves[0] != main.moves[0]).then_some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Size;

    fn line(x: u8, score: Score, depth: u32) -> Vec<Line> {
        vec![Line {
            moves: Size::STANDARD.point(x, 7).into_iter().collect(),
            score,
            depth,
            deepest: depth,
        }]
    }

    fn chosen(main: &[Line], others: &[Vec<Line>]) -> Option<u8> {
        choose(&Params::default(), 1, main, others).map(|line| line.moves[0].x())
    }

    #[test]
    fn alone_and_in_agreement_the_main_thread_stands() {
        let main = line(3, Score::points(10), 9);
        assert_eq!(chosen(&main, &[]), None);
        assert_eq!(chosen(&main, &[line(3, Score::points(90), 12)]), None);
        assert_eq!(chosen(&[], &[line(3, Score::points(90), 12)]), None);
    }

    #[test]
    fn depth_score_and_number_count() {
        let main = line(3, Score::points(10), 9);
        assert_eq!(chosen(&main, &[line(4, Score::points(10), 10)]), Some(4));
        assert_eq!(chosen(&main, &[line(4, Score::points(10), 8)]), None);
        assert_eq!(chosen(&main, &[line(4, Score::points(60), 9)]), Some(4));
        let two = [line(4, Score::points(8), 9), line(4, Score::points(9), 8)];
        assert_eq!(chosen(&main, &two), Some(4));
        // What was never searched has no vote.
        assert_eq!(chosen(&main, &[line(4, -Score::INFINITE, 0)]), None);
    }

    #[test]
    fn without_a_vote_the_main_thread_stands() {
        let main = line(3, Score::points(10), 9);
        let others = [line(4, Score::points(60), 9)];
        let with_vote = |vote| Params {
            vote,
            ..Params::default()
        };
        assert!(choose(&with_vote(1), 1, &main, &others).is_some());
        assert!(choose(&with_vote(0), 1, &main, &others).is_none());
        assert!(choose(&with_vote(1), 2, &main, &others).is_none());
    }

    #[test]
    fn the_shortest_win_counts_alone() {
        let main = line(3, Score::win_in(9), 12);
        assert_eq!(chosen(&main, &[line(4, Score::points(900), 40)]), None);
        assert_eq!(chosen(&main, &[line(4, Score::win_in(7), 3)]), Some(4));
        let lost = line(3, Score::loss_in(4), 12);
        assert_eq!(chosen(&lost, &[line(4, Score::win_in(31), 3)]), Some(4));
        assert_eq!(chosen(&lost, &[line(4, Score::points(-500), 9)]), Some(4));
    }
}
