use super::*;
use crate::rng::Rng;

fn black(x: u8, y: u8) -> Move {
    Move {
        stone: Stone::Black,
        point: Point::new(x, y),
    }
}

/// A root with the children `a`, `b` and `c`, and `d` behind `b`.
fn small() -> (Tree, [NodeId; 4]) {
    let mut tree = Tree::new(Size::STANDARD, Rule::Renju);
    let [a, b, c] = [0, 1, 2].map(|x| tree.add_move(Tree::ROOT, black(x, 0)));
    let d = tree.add_move(b, black(3, 0));
    (tree, [a, b, c, d])
}

#[test]
fn a_new_tree_is_a_root_and_nothing_else() {
    let tree = Tree::new(Size::MIN, Rule::Caro8);
    assert!(tree.is_empty());
    assert_eq!((tree.len(), tree.main_line()), (1, vec![Tree::ROOT]));
    assert_eq!(tree.node(Tree::ROOT).parent(), None);
    assert!(tree.main_moves().is_empty());
}

#[test]
fn children_stand_in_the_order_they_were_added() {
    let (tree, [a, b, c, d]) = small();
    assert_eq!(tree.node(Tree::ROOT).children(), [a, b, c]);
    assert_eq!(tree.node(d).parent(), Some(b));
    assert_eq!(tree.path(d), [Tree::ROOT, b, d]);
    assert_eq!(tree.main_line(), [Tree::ROOT, a]);
    assert_eq!(tree.main_moves(), [black(0, 0)]);
    assert_eq!(tree.child_with_move(Tree::ROOT, black(2, 0)), Some(c));
    assert_eq!(tree.child_with_move(Tree::ROOT, black(3, 0)), None);
    let white = Move {
        stone: Stone::White,
        ..black(0, 0)
    };
    assert_eq!(tree.child_with_move(Tree::ROOT, white), None);
    assert_eq!((tree.len(), tree.is_empty()), (5, false));
}

#[test]
fn a_promoted_node_comes_first_and_the_others_keep_their_order() {
    let (mut tree, [a, b, c, d]) = small();
    tree.promote(c);
    assert_eq!(tree.node(Tree::ROOT).children(), [c, a, b]);
    tree.promote(b);
    assert_eq!(tree.node(Tree::ROOT).children(), [b, c, a]);
    assert_eq!(tree.main_line(), [Tree::ROOT, b, d]);
    let before = tree.clone();
    tree.promote(b);
    tree.promote(Tree::ROOT);
    assert_eq!(tree, before);
}

#[test]
fn an_unlinked_node_takes_all_behind_it_along() {
    let (mut tree, [a, b, c, d]) = small();
    assert!(tree.unlink(b));
    assert_eq!(tree.node(Tree::ROOT).children(), [a, c]);
    assert_eq!(tree.path(d), [b, d], "the way no longer begins at the root");
    assert_eq!(tree.node(d).mv, Some(black(3, 0)), "ids stay valid");
    assert!(!tree.unlink(b));
    assert!(!tree.unlink(Tree::ROOT));
    tree.promote(b);
    assert_eq!(tree.node(Tree::ROOT).children(), [a, c]);
    assert!(tree.unlink(c));
    let mut never_more = Tree::new(Size::STANDARD, Rule::Renju);
    never_more.add_move(Tree::ROOT, black(0, 0));
    assert_eq!(tree.node(Tree::ROOT), never_more.node(Tree::ROOT));
    assert!(tree.unlink(a));
    assert!(tree.node(Tree::ROOT).children().is_empty());
}

#[test]
fn a_node_is_added_without_the_links_of_another_tree() {
    let (tree, [_, b, ..]) = small();
    let stranger = tree.node(b).clone();
    let mut other = Tree::new(Size::MIN, Rule::Freestyle);
    let id = other.add(Tree::ROOT, stranger);
    assert!(other.node(id).children().is_empty());
    assert_eq!(other.node(id).parent(), Some(Tree::ROOT));
}

#[test]
fn ids_of_another_tree_do_no_harm() {
    let (big, [.., d]) = small();
    let mut tree = Tree::new(Size::MIN, Rule::Freestyle);
    assert_eq!(tree.node(d), tree.node(Tree::ROOT));
    assert!(!tree.unlink(d));
    tree.promote(d);
    let added = tree.add(d, big.node(d).clone());
    assert_eq!(tree.path(added), [Tree::ROOT, added]);
}

/// Random additions, promotions and cuts: parents and children always agree, and every
/// way leads to the root or to a node that was cut off.
#[test]
fn links_agree_whatever_is_done() {
    let mut rng = Rng::new(9);
    for _ in 0..50 {
        let mut tree = Tree::new(Size::STANDARD, Rule::Freestyle);
        let mut ids = vec![Tree::ROOT];
        let mut cut = Vec::new();
        for x in 0..60 {
            let id = ids[rng.below(ids.len())];
            match rng.below(6) {
                0 => tree.promote(id),
                1 if tree.unlink(id) => cut.push(id),
                _ => ids.push(tree.add_move(id, black(x % 22, 0))),
            }
        }
        assert_eq!(tree.len(), ids.len());
        for &id in &ids {
            let start = tree.path(id)[0];
            assert!(start == Tree::ROOT || cut.contains(&start));
            for &child in tree.node(id).children() {
                assert_eq!(tree.node(child).parent(), Some(id));
            }
            if let Some(parent) = tree.node(id).parent() {
                let children = tree.node(parent).children();
                assert_eq!(children.iter().filter(|&&child| child == id).count(), 1);
            }
        }
    }
}
