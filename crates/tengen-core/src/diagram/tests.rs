use super::*;
use crate::record::{ReadOptions, Rows, text};
use crate::rule::Rule;

/// A won game with passes, marks and a variation's worth of detail.
fn sample() -> (Tree, NodeId) {
    let options = ReadOptions {
        rule: Some(Rule::Freestyle),
        size: Some(Size::STANDARD),
        ..ReadOptions::default()
    };
    let mut tree = text::read("h8h9i8i9j8j9k8--l8", &options).unwrap().value;
    let end = *tree.main_line().last().unwrap();
    let at = |x, y| Size::STANDARD.point(x, y).unwrap();
    tree.node_mut(end).marks = vec![
        (at(0, 0), Mark::Label("<&\">".to_owned())),
        (at(1, 0), Mark::Label("a1".to_owned())),
        (at(2, 0), Mark::Cross),
        (at(3, 0), Mark::Circle),
        (at(4, 0), Mark::Square),
        (at(7, 7), Mark::Triangle),
    ];
    (tree, end)
}

/// Every start tag has its end, attributes are quoted, and no character is left raw.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!text.contains('&') || text.contains(';'), "{text}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or_default().to_owned());
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(!svg.contains(|c: char| c.is_control() && c != '\n'));
}

#[test]
fn star_points_are_where_boards_have_them() {
    for (n, count) in [
        (5, 1),
        (8, 0),
        (9, 5),
        (15, 5),
        (16, 4),
        (19, 9),
        (20, 4),
        (22, 4),
    ] {
        let size = Size::new(n).unwrap();
        let stars = star_points(size);
        assert_eq!(stars.len(), count, "{size}");
        for symmetry in crate::Symmetry::ALL {
            assert!(
                stars
                    .iter()
                    .all(|&p| stars.contains(&symmetry.apply(p, size)))
            );
        }
    }
}

#[test]
fn a_diagram_of_a_record_shows_what_the_record_says() {
    let (tree, end) = sample();
    let diagram = Diagram::of_tree(&tree, end, Numbers::From(3));
    let size = Size::STANDARD;
    assert_eq!(diagram.last.unwrap().name(size), "L8");
    assert_eq!(diagram.winning.len(), 1);
    let numbers: Vec<(String, Option<u32>)> = diagram
        .stones
        .iter()
        .map(|drawn| (drawn.point.name(size), drawn.number))
        .collect();
    let expected = [
        ("H9", None),
        ("I9", Some(4)),
        ("J9", Some(6)),
        ("H8", None),
        ("I8", Some(3)),
        ("J8", Some(5)),
        ("K8", Some(7)),
        ("L8", Some(9)),
    ];
    assert_eq!(numbers, expected.map(|(name, n)| (name.to_owned(), n)));
    let line = tree.main_line();
    let early = Diagram::of_tree(&tree, line[8], Numbers::None);
    assert_eq!((early.last, early.winning.len()), (None, 0));
    assert!(early.stones.iter().all(|drawn| drawn.number.is_none()));
}

#[test]
fn setup_replaces_stones_and_their_numbers() {
    let (mut tree, end) = sample();
    let at = |x, y| Size::STANDARD.point(x, y).unwrap();
    let off_board = Point::new(21, 21).unwrap();
    let mut node = crate::tree::Node::default();
    node.setup.stones = vec![
        (at(7, 7), None),
        (at(8, 7), Some(Stone::White)),
        (off_board, Some(Stone::White)),
    ];
    let id = tree.add(end, node);
    let diagram = Diagram::of_tree(&tree, id, Numbers::All);
    let drawn = |point| diagram.stones.iter().find(|drawn| drawn.point == point);
    assert_eq!(drawn(at(7, 7)), None);
    assert_eq!(drawn(off_board), None);
    let replaced = drawn(at(8, 7)).unwrap();
    assert_eq!((replaced.stone, replaced.number), (Stone::White, None));
}

#[test]
fn svg_has_every_part_and_is_well_formed() {
    let (tree, end) = sample();
    let mut diagram = Diagram::of_tree(&tree, end, Numbers::All);
    diagram.forbidden = vec![Size::STANDARD.point(0, 14).unwrap()];
    diagram.title = "A < B & \"C\"\u{7}".to_owned();
    let style = Style::default();
    let svg = diagram.svg(&style);
    assert_well_formed(&svg);
    assert_eq!(svg, diagram.clone().svg(&style.clone()), "deterministic");
    assert!(svg.contains("<title>A &lt; B &amp; &quot;C&quot;\u{FFFD}</title>"));
    assert!(svg.contains("&lt;&amp;&quot;&gt;</text>"), "{svg}");
    // Eight stones with a shadow each, five stars, a label's ground, a circle, the ring.
    assert_eq!(svg.matches("<circle").count(), 8 * 2 + 5 + 2 + 1 + 1);
    // The winning row goes from the first stone to the last.
    assert!(svg.contains("M1660 1540L2460 1540"), "{svg}");
    // Only the label that we cannot draw needs a font.
    assert_eq!(svg.matches("<text").count(), 1);
}

#[test]
fn flat_diagrams_without_coordinates_have_only_board_and_stones() {
    let style = Style {
        coordinates: false,
        shaded: false,
        colours: Colours::PAPER,
        ..Style::default()
    };
    let (tree, _) = sample();
    let first = tree.main_line()[1];
    let mut diagram = Diagram::of_tree(&tree, first, Numbers::None);
    diagram.last = None;
    let svg = diagram.svg(&style);
    assert_well_formed(&svg);
    assert_eq!(svg.matches("<path").count(), 1);
    assert_eq!(svg.matches("<circle").count(), 6);
    assert!(!svg.contains("Gradient"));
}

#[test]
fn rows_and_columns_are_named_as_asked() {
    let diagram = Diagram::of_board(&Board::new(Size::STANDARD));
    let plain = diagram.svg(&Style::default());
    let mut style = Style::default();
    style.habit.rows = Rows::FromTop;
    let from_top = diagram.svg(&style);
    style.habit.skip_i = true;
    let without_i = diagram.svg(&style);
    assert!(plain != from_top && from_top != without_i);
}

#[test]
fn points_off_the_board_are_left_out() {
    let off = Point::new(21, 21).unwrap();
    let empty = Diagram::of_board(&Board::new(Size::MIN));
    let mut diagram = empty.clone();
    diagram.title = "same".to_owned();
    let expected = diagram.svg(&Style::default());
    diagram.stones.push(DrawnStone {
        point: off,
        stone: Stone::Black,
        number: Some(1),
    });
    diagram.last = Some(off);
    diagram.marks.push((off, Mark::Cross));
    diagram.forbidden.push(off);
    assert_eq!(diagram.svg(&Style::default()), expected);
}

#[test]
fn text_shows_the_last_move_and_marks() {
    let (tree, end) = sample();
    let diagram = Diagram::of_tree(&tree, end, Numbers::All);
    let text = diagram.text(false, Coordinates::default());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "15 < a * c s . . . . . . . . . .");
    assert_eq!(lines[7], " 8 . . . . . . . X X X X(X). . .");
}

#[test]
fn every_letter_and_digit_has_strokes_inside_its_box() {
    let drawn = ('0'..='9')
        .chain('A'..='Z')
        .chain('a'..='z')
        .chain("-+?!.,".chars());
    for c in drawn {
        let path = glyphs::strokes(c).unwrap();
        assert!(path.starts_with('M'), "{c}");
        let numbers = path
            .split(|d: char| !d.is_ascii_digit())
            .filter(|n| !n.is_empty());
        assert!(
            numbers.map(|n| n.parse::<i32>().unwrap()).all(|n| n <= 16),
            "{c}"
        );
    }
    assert_eq!(glyphs::strokes('五'), None);
}
