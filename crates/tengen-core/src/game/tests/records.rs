//! Records: taken as they are.

use super::*;
use crate::tree::Setup;

/// A tree with one line of moves: `b` or `w`, then a point's name or `-` for a pass.
fn line(rule: Rule, words: &str) -> Tree {
    let mut tree = Tree::new(Size::STANDARD, rule);
    let mut node = Tree::ROOT;
    for word in words.split_whitespace() {
        let stone = match &word[..1] {
            "b" => Stone::Black,
            _ => Stone::White,
        };
        let point = (&word[1..] != "-").then(|| at(&word[1..]));
        node = tree.add_move(node, Move { stone, point });
    }
    tree
}

#[test]
fn moves_after_the_end_are_kept_and_noted() {
    let tree = line(
        Rule::Freestyle,
        "bA1 wA15 bB1 wB15 bC1 wC15 bD1 wD15 bE1 wE15 bF1",
    );
    let mut game = Game::from_tree(tree.clone());
    assert_eq!(game.tree(), &tree);
    let [
        GameNote::AfterEnd {
            count: 2, first, ..
        },
    ] = game.notes()
    else {
        panic!("{:?}", game.notes());
    };
    assert_eq!(*first, tree.main_line()[10]);
    let note = game.notes()[0].to_string();
    assert!(note.contains("2 moves after the end"), "{note}");
    game.to_end();
    // Both stones stand there, and Black's win is the one of the five.
    assert_eq!(game.position().board().stone_count(), 11);
    assert_eq!(game.outcome().unwrap().winner, Some(Stone::Black));
    assert_eq!(game.winning_stones().len(), 5);
}

#[test]
fn passes_and_moves_out_of_turn_are_followed_as_written() {
    let mut game = Game::from_tree(line(Rule::Freestyle, "bH8 w- bH9 bH10 w-"));
    let [GameNote::OutOfTurn { count: 1, .. }] = game.notes() else {
        panic!("{:?}", game.notes());
    };
    game.to_end();
    assert_eq!(game.position().board().count(Stone::Black), 3);
    assert_eq!(game.position().to_move(), Stone::Black);
    assert_eq!(game.moves().count(), 5);
    game.play(at("H11")).unwrap();
    game.record(Move {
        stone: Stone::Black,
        point: Some(at("H12")),
    })
    .unwrap();
    assert_eq!(game.outcome().unwrap().winner, Some(Stone::Black));
}

#[test]
fn impossible_moves_are_passed_over_without_harm() {
    let mut tree = line(Rule::Renju, "bH8 wH8 bI9");
    let end = *tree.main_line().last().unwrap();
    let outside = Move {
        stone: Stone::White,
        point: Point::new(21, 21),
    };
    tree.add_move(end, outside);
    let mut game = Game::from_tree(tree);
    let impossible = game
        .notes()
        .iter()
        .find(|note| matches!(note, GameNote::Impossible { count: 2, .. }))
        .unwrap_or_else(|| panic!("{:?}", game.notes()));
    assert!(impossible.to_string().contains("H8 is taken"));
    game.to_end();
    assert_eq!(game.path().len(), 5);
    assert_eq!(game.position().board().stone_count(), 2);
    game.to_start();
    assert_eq!(game.position(), &Position::new(Size::STANDARD, Rule::Renju));
}

#[test]
fn a_recorded_result_counts_at_the_end_of_the_main_line_unless_the_rules_decide() {
    let recorded = Outcome::win(Stone::White, Cause::Unknown);
    let mut tree = line(Rule::Freestyle, "bH8 wH9");
    tree.info.result = Some(recorded.clone());
    let mut game = Game::from_tree(tree);
    assert_eq!(game.outcome(), None);
    game.to_end();
    assert_eq!(game.outcome(), Some(&recorded));
    assert!(matches!(game.play(at("A1")), Err(GameError::Over(_))));
    game.undo();
    game.play(at("A1")).unwrap();
    assert_eq!(game.outcome(), None, "a variation has not ended");
    assert_eq!(game.info().result, Some(recorded.clone()));

    let mut tree = line(Rule::Freestyle, "bA1 wA9 bB1 wB9 bC1 wC9 bD1 wD9 bE1");
    tree.info.result = Some(recorded.clone());
    let mut game = Game::from_tree(tree);
    assert!(matches!(game.notes(), [GameNote::OtherResult { .. }]));
    let note = game.notes()[0].to_string();
    assert!(note.contains("White wins") && note.contains("Black wins"));
    game.to_end();
    assert_eq!(game.outcome().unwrap().winner, Some(Stone::Black));
    assert_eq!(game.info().result, Some(recorded));
}

#[test]
fn a_position_set_up_with_a_five_is_over() {
    let mut tree = Tree::new(Size::STANDARD, Rule::Freestyle);
    let stones = ["A1", "B1", "C1", "D1", "E1"].map(|name| (at(name), Some(Stone::White)));
    tree.node_mut(Tree::ROOT).setup = Setup {
        stones: stones.to_vec(),
        to_move: Some(Stone::Black),
    };
    let game = Game::from_tree(tree);
    assert_eq!(game.outcome().unwrap().winner, Some(Stone::White));
    assert_eq!(game.winning_stones().len(), 5);
}

#[test]
fn a_setup_off_the_board_or_beside_a_move_does_no_harm() {
    let mut tree = line(Rule::Freestyle, "bH8 wH9");
    let end = *tree.main_line().last().unwrap();
    let far = Point::new(21, 21).unwrap();
    tree.node_mut(end).setup = Setup {
        stones: vec![
            (far, Some(Stone::Black)),
            (far, None),
            (at("A1"), Some(Stone::Black)),
            (at("A1"), Some(Stone::White)),
        ],
        to_move: None,
    };
    let mut game = Game::from_tree(tree);
    game.to_end();
    assert_eq!(game.position().board().count(Stone::White), 2);
    assert_eq!(game.position().board().stone_count(), 3);
    game.undo();
    assert_eq!(game.position().board().stone_count(), 1);
}

#[test]
fn a_very_deep_tree_is_walked_without_recursion() {
    let mut tree = Tree::new(Size::STANDARD, Rule::Renju);
    let mut node = Tree::ROOT;
    let pass = |n: usize| Move {
        stone: Stone::BOTH[n % 2],
        point: None,
    };
    for n in 0..100_000 {
        let parent = node;
        node = tree.add_move(parent, pass(n));
        if n % 100 == 0 {
            tree.add_move(parent, pass(n));
        }
    }
    let mut game = Game::from_tree(tree);
    assert!(game.notes().is_empty());
    game.to_end();
    assert_eq!(game.path().len(), 100_001);
    game.to_start();
    game.go_to(node).unwrap();
    assert_eq!(game.position().moves().count(), 100_000);
}

#[test]
fn study_beyond_the_end_of_a_record_leaves_its_result_where_it_was() {
    let resigned = Outcome::win(Stone::White, Cause::Resignation);
    let mut tree = line(Rule::Freestyle, "bA1 wA9 bB1 wB9 bC1 wC9 bD1 wD9");
    tree.info.result = Some(resigned.clone());
    let mut game = Game::from_tree(tree);
    game.to_end();
    let end = game.cursor();
    let at_end = |name| Move {
        stone: Stone::Black,
        point: Some(at(name)),
    };
    game.record(at_end("H8")).unwrap();
    assert_eq!(game.outcome(), None, "the main line is longer now");
    game.undo();
    assert_eq!(game.outcome(), Some(&resigned));
    game.remove(game.next().unwrap()).unwrap();
    // A five found in study is one, but the game was resigned all the same.
    game.record(at_end("E1")).unwrap();
    assert_eq!(game.outcome().unwrap().winner, Some(Stone::Black));
    assert_eq!(game.info().result, Some(resigned.clone()));
    game.go_to(end).unwrap();
    assert_eq!(game.outcome(), Some(&resigned));
}
