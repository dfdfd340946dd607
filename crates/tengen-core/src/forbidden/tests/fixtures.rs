//! The drawn positions of `fixtures/forbidden.txt`: all right, and each mutant of the
//! definitions gets some of them wrong.

use crate::board::Board;
use crate::forbidden::{
    Clauses, ForbiddenKind, LegalBecause, RENJU, examine, forbidden_at, is_forbidden, judge,
};
use crate::point::{Point, Size};
use crate::stone::Stone;
use crate::symmetry::Symmetry;

const FILE: &str = include_str!("../../../../../fixtures/forbidden.txt");

/// One drawn position.
struct Fixture {
    name: String,
    definition: usize,
    nest: usize,
    board: Board,
    /// Every free point with its mark.
    marks: Vec<(Point, char)>,
}

impl Fixture {
    /// The kinds that a mark stands for.
    fn kinds(mark: char) -> Vec<ForbiddenKind> {
        use ForbiddenKind::{DoubleFour, DoubleThree, Overline};
        match mark {
            '6' => vec![Overline],
            '4' => vec![DoubleFour],
            '3' => vec![DoubleThree],
            'A' => vec![Overline, DoubleFour],
            'B' => vec![Overline, DoubleThree],
            'C' => vec![DoubleFour, DoubleThree],
            'D' => vec![Overline, DoubleFour, DoubleThree],
            _ => vec![],
        }
    }

    /// Whether a reader with these clauses gets every point right.
    fn is_right_for(&self, clauses: &Clauses) -> bool {
        self.marks
            .iter()
            .all(|&(point, mark)| judge::kinds(&self.board, point, clauses) == Fixture::kinds(mark))
    }
}

fn read(record: &str) -> Option<Fixture> {
    let mut lines = record.lines().filter(|line| !line.starts_with('#'));
    let mut head = lines.next()?.split(' ');
    let name = head.next()?.to_string();
    let mut number = |key: &str| -> usize {
        let word = head.next().unwrap();
        word.strip_prefix(key).unwrap().parse().unwrap()
    };
    let (definition, nest) = (number("definition="), number("nest="));
    let rows: Vec<&str> = lines.collect();
    let size = Size::new(rows.len() as u8).unwrap();
    let mut board = Board::new(size);
    let mut marks = Vec::new();
    for point in size.points() {
        let row = rows[usize::from(point.y())];
        assert_eq!(row.len(), rows.len(), "{name}: the drawing is not square");
        match row.as_bytes()[usize::from(point.x())] {
            b'X' => board.place(point, Stone::Black).unwrap(),
            b'O' => board.place(point, Stone::White).unwrap(),
            mark => marks.push((point, char::from(mark))),
        }
    }
    Some(Fixture {
        name,
        definition,
        nest,
        board,
        marks,
    })
}

fn all() -> Vec<Fixture> {
    FILE.split("\n\n").filter_map(read).collect()
}

fn named(name: &str) -> Fixture {
    all().into_iter().find(|f| f.name == name).unwrap()
}

#[test]
fn every_definition_has_its_drawings() {
    let fixtures = all();
    assert!(fixtures.len() >= 20);
    for definition in 1..=6 {
        assert!(fixtures.iter().any(|f| f.definition == definition));
    }
    for nest in 0..=4 {
        assert!(fixtures.iter().any(|f| f.nest == nest), "nest {nest}");
    }
}

#[test]
fn every_drawing_is_right_in_all_eight_symmetries() {
    for fixture in all() {
        let size = fixture.board.size();
        for symmetry in Symmetry::ALL {
            let board = fixture.board.transformed(symmetry);
            for &(point, mark) in &fixture.marks {
                let point = symmetry.apply(point, size);
                let what = format!("{} {}\n{board:?}", fixture.name, point.name(size));
                let kinds = Fixture::kinds(mark);
                assert_eq!(is_forbidden(&board, point), !kinds.is_empty(), "{what}");
                let at = forbidden_at(&board, point).map_or(vec![], |f| f.kinds);
                assert_eq!(at, kinds, "{what}");
                let examination = examine(&board, point).unwrap();
                assert_eq!(examination.kinds, kinds, "{what}");
                let because = match mark {
                    'v' => Some(LegalBecause::Five),
                    'f' => Some(LegalBecause::FalseDoubleThree),
                    _ => None,
                };
                assert_eq!(examination.legal_because(), because, "{what}");
            }
        }
    }
}

/// A person reads this for the drawing with three levels.
#[test]
fn three_levels_are_explained() {
    let fixture = named("level-three");
    let size = fixture.board.size();
    let told = examine(&fixture.board, size.point(5, 9).unwrap()).unwrap();
    let expected = "\
F6 is legal: of 2 apparent threes only one is real.
F6-H6-I6 looks like a three but is not real:
  G6 would be forbidden: double three.
    Three G9-G7-G6: straight four at G8.
      G8 would be legal: of 2 apparent threes only one is real.
        G8-I8-J8 looks like a three but is not real:
          H8 would be forbidden: double four.
            Straight four G8-H8-I8-J8: five at F8 or K8.
            Four H10-H9-H8-H6: five at H7.
        Three G8-H9-I10: straight four at J11.
    Three G6-I4-J3: straight four at H5.
Three D8-E7-F6: straight four at C9 or G5.
";
    assert_eq!(told.explain(size), expected);
}

/// A person reads this where a five is in the way, or wins.
#[test]
fn fives_are_explained() {
    let explained = |name, x, y| {
        let board = named(name).board;
        let point = board.size().point(x, y).unwrap();
        examine(&board, point).unwrap().explain(board.size())
    };
    assert_eq!(
        explained("five-beats-overline", 4, 5),
        "E6 is legal: it makes five, which beats the overline.\n\
         Five E8-E7-E6-E5-E4.\n\
         Overline B6-C6-D6-E6-F6-G6-H6.\n"
    );
    let text = explained("straight-four-point-makes-five", 5, 5);
    assert!(
        text.contains("G6 would make five at the same time"),
        "{text}"
    );
}

/// A mutant must fail on the drawing that is there for its clause, where the full
/// definitions are right.
fn assert_needed(fixture: &str, mutant: &Clauses) {
    let fixture = named(fixture);
    assert!(fixture.is_right_for(&RENJU), "{}", fixture.name);
    assert!(!fixture.is_right_for(mutant), "{}", fixture.name);
}

#[test]
fn definition_1_needs_the_five_that_beats_all() {
    let mutant = Clauses {
        five_is_never_forbidden: false,
        ..RENJU
    };
    assert_needed("five-beats-overline", &mutant);
    assert_needed("five-beats-two-fours", &mutant);
}

#[test]
fn definition_2_needs_the_overline() {
    let mutant = Clauses {
        overline_is_forbidden: false,
        ..RENJU
    };
    assert_needed("overlines", &mutant);
}

#[test]
fn definition_3_needs_exactly_five_and_sets_of_stones() {
    let any_five = Clauses {
        four_makes_exactly_five: false,
        ..RENJU
    };
    assert_needed("four-that-makes-six", &any_five);
    let one_a_line = Clauses {
        fours_are_sets_of_stones: false,
        ..RENJU
    };
    assert_needed("two-fours-on-one-line", &one_a_line);
}

#[test]
fn definition_4_needs_exactly_five_at_both_ends() {
    let mutant = Clauses {
        straight_four_makes_exactly_five: false,
        ..RENJU
    };
    assert_needed("straight-four-that-makes-six", &mutant);
}

#[test]
fn definition_5_needs_the_straight_four_without_a_five() {
    let mutant = Clauses {
        three_makes_no_five: false,
        ..RENJU
    };
    assert_needed("straight-four-point-makes-five", &mutant);
}

#[test]
fn definition_6_needs_each_obstacle() {
    let overline = Clauses {
        real_three_makes_no_overline: false,
        ..RENJU
    };
    assert_needed("straight-four-point-is-overline", &overline);
    let double_four = Clauses {
        real_three_makes_no_double_four: false,
        ..RENJU
    };
    assert_needed("straight-four-point-is-double-four", &double_four);
}

#[test]
fn definition_6_needs_the_stones_to_stay() {
    let mutant = Clauses {
        stones_stay: false,
        // Without the stones the recursion need not end by itself.
        levels_of_judgement: 10,
        ..RENJU
    };
    assert_needed("stones-stay", &mutant);
}

/// A reader that judges as many levels as the drawing says is right, one that stops a
/// level earlier is wrong.
#[test]
fn definition_6_needs_every_level() {
    for fixture in all() {
        let judging = |levels_of_judgement| Clauses {
            levels_of_judgement,
            ..RENJU
        };
        assert!(fixture.is_right_for(&judging(fixture.nest)));
        if let Some(fewer) = fixture.nest.checked_sub(1) {
            assert!(!fixture.is_right_for(&judging(fewer)), "{}", fixture.name);
        }
    }
}
