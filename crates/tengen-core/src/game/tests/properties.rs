//! Random walks through games, against a simple model: a list of lists of moves.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::rng::Rng;
use crate::symmetry::Symmetry;

type Line = Vec<(bool, Point)>;

/// Everything that was ever reached, where we are, and what was visited last from where.
#[derive(Default)]
struct Model {
    reached: BTreeSet<Line>,
    here: Line,
    visited: BTreeMap<Line, (bool, Point)>,
    order: BTreeMap<Line, Vec<(bool, Point)>>,
}

impl Model {
    fn play(&mut self, step: (bool, Point)) {
        self.visited.insert(self.here.clone(), step);
        let children = self.order.entry(self.here.clone()).or_default();
        if !children.contains(&step) {
            children.push(step);
        }
        self.here.push(step);
        self.reached.insert(self.here.clone());
    }

    fn undo(&mut self) -> bool {
        self.here.pop().is_some()
    }

    fn redo(&mut self) -> bool {
        let children = self.order.get(&self.here);
        let first = children.and_then(|steps| steps.first());
        let step = self.visited.get(&self.here).or(first).copied();
        if let Some(step) = step {
            self.play(step);
        }
        step.is_some()
    }

    fn go_to(&mut self, line: &Line) {
        let shared = self.here.iter().zip(line).take_while(|(a, b)| a == b);
        self.here.truncate(shared.count());
        for &step in &line[self.here.len()..] {
            self.play(step);
        }
    }
}

fn to_move(step: (bool, Point)) -> Move {
    Move {
        stone: if step.0 { Stone::White } else { Stone::Black },
        point: Some(step.1),
    }
}

/// The node of a line, found from the root.
fn find(game: &Game, line: &Line) -> Option<NodeId> {
    line.iter().try_fold(Tree::ROOT, |node, &step| {
        game.tree().child_with_move(node, to_move(step))
    })
}

fn replayed(game: &Game, line: &Line) -> Position {
    let mut position = Position::new(game.size(), game.rule());
    for &(_, point) in line {
        position.play(point).unwrap();
    }
    position
}

fn any_legal(game: &Game, rng: &mut Rng) -> Option<Point> {
    let legal: Vec<Point> = game.position().legal_points().collect();
    rng.pick(&legal).copied()
}

fn any_game() -> impl Strategy<Value = Game> {
    (prop::sample::select(&Rule::ALL[..]), 5_u8..=8)
        .prop_map(|(rule, n)| Game::new(Size::new(n).unwrap(), rule))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_game_is_what_a_list_of_lists_of_moves_is(mut game in any_game(), seed: u64) {
        let mut rng = Rng::new(seed);
        let mut model = Model::default();
        for _ in 0..120 {
            match rng.below(10) {
                0..=5 => {
                    let Some(point) = any_legal(&game, &mut rng) else {
                        prop_assert!(game.outcome().is_some());
                        continue;
                    };
                    let is_white = game.position().to_move() == Stone::White;
                    game.play(point).unwrap();
                    model.play((is_white, point));
                }
                6 => prop_assert_eq!(game.undo(), model.undo()),
                7 => prop_assert_eq!(game.redo(), model.redo()),
                8 => {
                    let lines: Vec<Line> = model.reached.iter().cloned().collect();
                    if let Some(line) = rng.pick(&lines) {
                        let node = find(&game, line);
                        game.go_to(node.unwrap()).unwrap();
                        model.go_to(line);
                    }
                }
                _ => {
                    // A refused move changes nothing.
                    let point = Point::new(rng.below(9) as u8, rng.below(9) as u8).unwrap();
                    if game.position().check(point).is_err() {
                        prop_assert!(game.play(point).is_err());
                    }
                }
            }
            let expected = replayed(&game, &model.here);
            prop_assert_eq!(game.position(), &expected);
            prop_assert_eq!(game.tree().len(), model.reached.len() + 1);
        }
        for line in &model.reached {
            let node = find(&game, line);
            prop_assert!(node.is_some(), "lost: {line:?}");
            game.go_to(node.unwrap()).unwrap();
            prop_assert_eq!(game.position(), &replayed(&game, line));
        }
    }

    #[test]
    fn playing_and_undoing_restores_everything(mut game in any_game(), seed: u64) {
        let mut rng = Rng::new(seed);
        let mut before = Vec::new();
        while let Some(point) = any_legal(&game, &mut rng) {
            before.push((game.position().clone(), game.cursor(), game.outcome().cloned()));
            game.play(point).unwrap();
        }
        prop_assert!(game.outcome().is_some());
        prop_assert_eq!(game.info().result.as_ref(), game.outcome());
        while let Some((position, cursor, outcome)) = before.pop() {
            prop_assert!(game.undo());
            prop_assert_eq!(game.position(), &position);
            prop_assert_eq!(game.cursor(), cursor);
            prop_assert_eq!(game.outcome(), outcome.as_ref());
        }
        prop_assert!(!game.undo());
    }

    #[test]
    fn symmetry_commutes_with_the_outcome(
        mut game in any_game(),
        which in 0..8_usize,
        seed: u64,
    ) {
        let (symmetry, size) = (Symmetry::ALL[which], game.size());
        let mut turned = Game::new(size, game.rule());
        let mut rng = Rng::new(seed);
        while let Some(point) = any_legal(&game, &mut rng) {
            game.play(point).unwrap();
            turned.play(symmetry.apply(point, size)).unwrap();
            let ends = [&game, &turned].map(|it| it.outcome().map(|end| {
                (end.winner, std::mem::discriminant(&end.cause))
            }));
            prop_assert_eq!(ends[0], ends[1]);
        }
        let image: BTreeSet<Point> = game
            .winning_stones()
            .into_iter()
            .map(|point| symmetry.apply(point, size))
            .collect();
        prop_assert_eq!(image, turned.winning_stones().into_iter().collect());
    }

    /// Any tree is taken, whatever moves, passes and set-up stones it holds: the cursor
    /// reaches every node, coming back restores the start, and the way does not matter.
    #[test]
    fn any_tree_is_walked_without_harm(
        rule in prop::sample::select(&Rule::ALL[..]),
        n in 5_u8..=22,
        seed: u64,
    ) {
        let mut rng = Rng::new(seed);
        let tree = random_tree(&mut rng, rule, Size::new(n).unwrap());
        let mut game = Game::from_tree(tree.clone());
        let start = game.position().clone();
        let mut nodes: Vec<NodeId> = Vec::new();
        let mut open = vec![Tree::ROOT];
        while let Some(node) = open.pop() {
            nodes.push(node);
            open.extend(tree.node(node).children());
        }
        rng.shuffle(&mut nodes);
        for &node in &nodes {
            game.go_to(node).unwrap();
            prop_assert_eq!(game.cursor(), node);
            let direct = Walk::to(&tree, &tree.path(node));
            prop_assert_eq!(game.position(), direct.position());
        }
        game.to_start();
        prop_assert_eq!(game.position(), &start);
        prop_assert_eq!(game.tree(), &tree);
    }
}

fn random_tree(rng: &mut Rng, rule: Rule, size: Size) -> Tree {
    let mut tree = Tree::new(size, rule);
    let mut nodes = vec![Tree::ROOT];
    let any_point = |rng: &mut Rng| Point::new(rng.below(22) as u8, rng.below(22) as u8);
    for _ in 0..rng.below(60) {
        let parent = *rng.pick(&nodes).unwrap();
        let stone = Stone::BOTH[rng.below(2)];
        let mut node = Node::default();
        if rng.below(5) > 0 {
            let is_pass = rng.below(8) == 0;
            let point = any_point(rng).filter(|_| !is_pass);
            node.mv = Some(Move { stone, point });
        }
        if rng.below(5) == 0 {
            for _ in 0..rng.below(5) {
                let stone = [None, Some(stone), Some(stone.opponent())][rng.below(3)];
                node.setup
                    .stones
                    .extend(any_point(rng).map(|it| (it, stone)));
            }
            node.setup.to_move = [None, Some(stone)][rng.below(2)];
        }
        nodes.push(tree.add(parent, node));
    }
    tree
}
