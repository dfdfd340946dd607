//! Reading what was written gives the same tree, for random trees of what SGF holds.

use proptest::prelude::*;

use super::*;
use crate::outcome::{Cause, Outcome};
use crate::rule::Rule;
use crate::tree::{Mark, Move, Node};

/// Text with everything that needs escaping.
fn words() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("]".to_string()),
        Just("\\".to_string()),
        Just(":".to_string()),
        Just("[".to_string()),
        Just("(;B[hh])".to_string()),
        Just("\t".to_string()),
        "[a-z 花月😀]{1,4}",
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn lines() -> impl Strategy<Value = String> {
    prop::collection::vec(words(), 0..3).prop_map(|lines| lines.join("\n"))
}

fn mark() -> impl Strategy<Value = Mark> {
    prop_oneof![
        Just(Mark::Cross),
        Just(Mark::Circle),
        Just(Mark::Square),
        Just(Mark::Triangle),
        words().prop_map(Mark::Label),
    ]
}

fn side() -> impl Strategy<Value = Stone> {
    prop::sample::select(&Stone::BOTH[..])
}

/// A result without details, which [`details_of_results_come_back`] is about.
fn result() -> impl Strategy<Value = Option<Outcome>> {
    let cause = prop::sample::select(vec![
        Cause::Resignation,
        Cause::Time,
        Cause::Agreement,
        Cause::FullBoard,
        Cause::NoLegalMove,
        Cause::Unknown,
    ]);
    prop::option::of(
        (prop::option::of(side()), cause).prop_map(|(winner, cause)| Outcome { winner, cause }),
    )
}

/// A node and a number that chooses its parent.
#[derive(Clone, Debug)]
struct Seed {
    parent: prop::sample::Index,
    kind: u8,
    stone: Stone,
    points: Vec<(u8, u8)>,
    colours: Vec<Option<Stone>>,
    to_move: Option<Stone>,
    comment: String,
    marks: Vec<((u8, u8), Mark)>,
    time_ms: Option<u64>,
    time_left_ms: Option<u64>,
    unknown: Vec<(String, Vec<String>)>,
}

prop_compose! {
    fn seed()(
        parent in any::<prop::sample::Index>(),
        kind in 0..6_u8,
        stone in side(),
        points in prop::collection::vec((0..22_u8, 0..22_u8), 1..5),
        colours in prop::collection::vec(prop::option::of(side()), 5),
        to_move in prop::option::of(side()),
        comment in lines(),
        marks in prop::collection::vec(((0..22_u8, 0..22_u8), mark()), 0..4),
        time_ms in prop::option::of(any::<u64>()),
        time_left_ms in prop::option::of(any::<u64>()),
        unknown in prop::collection::vec(
            ("X[A-Z]{0,3}|5A|V|KO", prop::collection::vec(lines(), 1..3)), 0..3),
    ) -> Seed {
        Seed {
            parent, kind, stone, points, colours, to_move, comment, marks, time_ms, time_left_ms,
            unknown,
        }
    }
}

fn point(size: Size, (x, y): (u8, u8)) -> Point {
    size.point(x % size.get(), y % size.get()).unwrap()
}

/// Whether a stone stands on `at` after the way to `id`.
fn is_taken(tree: &Tree, id: NodeId, at: Point) -> bool {
    let mut taken = false;
    for step in tree.path(id) {
        let node = tree.node(step);
        for &(p, stone) in &node.setup.stones {
            if p == at {
                taken = stone.is_some();
            }
        }
        taken |= node.mv.is_some_and(|mv| mv.point == Some(at));
    }
    taken
}

/// Puts the seed's content into a node, in the canonical order that SGF keeps.
fn fill(node: &mut Node, size: Size, seed: &Seed) {
    node.comment = seed.comment.clone();
    node.time_ms = seed.time_ms;
    for (at, mark) in &seed.marks {
        node.marks.push((point(size, *at), mark.clone()));
    }
    super::super::draft::tidy_marks(&mut node.marks);
    node.unknown = seed.unknown.clone();
    super::super::draft::merge_repeated(&mut node.unknown);
}

fn set_up(node: &mut Node, size: Size, seed: &Seed) {
    for (at, colour) in seed.points.iter().zip(&seed.colours) {
        node.setup.stones.push((point(size, *at), *colour));
    }
    super::super::draft::tidy_setup(&mut node.setup.stones);
    node.setup.to_move = seed.to_move;
}

fn grow(tree: &mut Tree, ids: &mut Vec<NodeId>, seed: &Seed) {
    let size = tree.size;
    let parent = ids[seed.parent.index(ids.len())];
    let mut node = Node::default();
    fill(&mut node, size, seed);
    match seed.kind {
        0 => set_up(&mut node, size, seed),
        1 if !node.comment.is_empty() => {}
        _ => {
            let at = point(size, seed.points[0]);
            let free = seed.kind != 2 && !is_taken(tree, parent, at);
            node.mv = Some(Move {
                stone: seed.stone,
                point: free.then_some(at),
            });
            node.time_left_ms = seed.time_left_ms;
        }
    }
    ids.push(tree.add(parent, node));
}

prop_compose! {
    fn tree()(
        n in 5..=22_u8,
        rule in prop::sample::select(&Rule::ALL[..]),
        facts in prop::collection::vec(words(), 9),
        result in result(),
        root in seed(),
        seeds in prop::collection::vec(seed(), 0..25),
    ) -> Tree {
        let mut tree = Tree::new(size(n), rule);
        let info = &mut tree.info;
        let [black, white, date, event, place, round, title, opening, protocol] =
            facts.try_into().unwrap();
        info.players.black = black;
        info.players.white = white;
        info.date = date;
        info.event = event;
        info.place = place;
        info.round = round;
        info.title = title;
        info.opening = opening;
        info.protocol = protocol;
        info.result = result;
        let size = tree.size;
        fill(tree.node_mut(Tree::ROOT), size, &root);
        set_up(tree.node_mut(Tree::ROOT), size, &root);
        let mut ids = vec![Tree::ROOT];
        for seed in &seeds {
            grow(&mut tree, &mut ids, seed);
        }
        tree
    }
}

proptest! {
    #[test]
    fn trees_come_back(tree in tree()) {
        let text = write(&tree);
        let (read, _) = one(&text);
        prop_assert_eq!(read, renumbered(&tree), "{}", text);
    }

    #[test]
    fn several_games_come_back(trees in prop::collection::vec(tree(), 1..4)) {
        let text = super::super::write_all(&trees);
        let (read, _) = all(&text);
        let expected: Vec<Tree> = trees.iter().map(renumbered).collect();
        prop_assert_eq!(read, expected);
    }
}

#[test]
fn details_of_results_come_back() {
    let end = |rule, moves: &[(u8, u8)]| {
        let mut position = crate::Position::new(Size::STANDARD, rule);
        let mut tree = Tree::new(Size::STANDARD, rule);
        let mut at = Tree::ROOT;
        for &(x, y) in moves {
            let mv = Move {
                stone: position.to_move(),
                point: Point::new(x, y),
            };
            position.play_as_written(mv).unwrap();
            at = tree.add_move(at, mv);
        }
        tree.info.result = position.outcome().cloned();
        tree
    };
    let row = [
        (0, 0),
        (0, 5),
        (1, 0),
        (1, 5),
        (2, 0),
        (2, 5),
        (3, 0),
        (3, 5),
        (4, 0),
    ];
    let five = end(Rule::Standard, &row);
    assert_eq!(five.info.result.clone().unwrap().winning_stones().len(), 5);
    assert_eq!(clean(&write(&five)), five);
    let cross = [
        (5, 7),
        (0, 0),
        (6, 7),
        (2, 0),
        (7, 5),
        (4, 0),
        (7, 6),
        (6, 0),
        (7, 7),
    ];
    let forbidden = end(Rule::Renju, &cross);
    let cause = forbidden.info.result.clone().unwrap().cause;
    assert!(matches!(cause, Cause::ForbiddenMove(_)), "{cause:?}");
    assert_eq!(clean(&write(&forbidden)), forbidden);
}

#[test]
fn the_writer_is_strict_whatever_it_is_given() {
    let mut tree = Tree::new(Size::STANDARD, Rule::Renju);
    let centre = tree.size.centre();
    tree.info.players.black = "two\nlines".to_string();
    let root = tree.node_mut(Tree::ROOT);
    root.mv = Some(Move {
        stone: Stone::Black,
        point: Some(centre),
    });
    root.setup.stones = vec![
        (Point::new(0, 0).unwrap(), Some(Stone::White)),
        (Point::new(0, 0).unwrap(), Some(Stone::Black)),
    ];
    root.marks = vec![(centre, Mark::Cross), (centre, Mark::Cross)];
    root.comment = "a\r\nb".to_string();
    root.unknown = vec![
        ("so-so".to_string(), Vec::new()),
        ("SZ".to_string(), vec!["19".to_string()]),
        ("XA".to_string(), vec!["1".to_string()]),
        ("!".to_string(), vec!["2".to_string()]),
        ("XA".to_string(), vec!["]".to_string()]),
    ];
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        write(&tree),
        format!(
            "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{version}]SZ[15]RU[renju]PB[two lines]AB[aa]MA[hh]C[a\nb]SOSO[]XA[1][\\]]\n;B[hh])\n"
        )
    );
}

#[test]
fn long_games_are_broken_into_lines() {
    let mut tree = Tree::new(Size::STANDARD, Rule::Freestyle);
    let mut at = Tree::ROOT;
    for point in tree.size.points() {
        let stone = Stone::BOTH[usize::from(point.x() % 2)];
        at = tree.add_move(
            at,
            Move {
                stone,
                point: Some(point),
            },
        );
    }
    let text = write(&tree);
    assert!(text.lines().count() > 15);
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    assert_eq!(one(&text).0, tree);
}
