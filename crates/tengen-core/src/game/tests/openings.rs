//! Games that open with a protocol.

use proptest::prelude::*;

use super::*;
use crate::opening::{Act, Protocol, ProtocolError, Seat};
use crate::rng::Rng;

fn begun(protocol: Protocol, words: &str) -> Game {
    let mut game = Game::with_protocol(Size::STANDARD, Rule::Renju, protocol).unwrap();
    game.info_mut().players.black = "Ann".to_owned();
    game.info_mut().players.white = "Bo".to_owned();
    for word in words.split_whitespace() {
        let act = Act::parse(word, Size::STANDARD).unwrap();
        game.act(act).unwrap();
    }
    game
}

#[test]
fn ordinary_moves_wait_until_the_opening_is_over() {
    let mut game = begun(Protocol::Swap2, "H8 H9 I9");
    let error = game.play(at("A1")).unwrap_err();
    assert!(
        matches!(error, GameError::Opening(ProtocolError::WrongStep { .. })),
        "{error:?}"
    );
    assert!(error.to_string().contains("Choose a colour"), "{error}");
    let mv = Move {
        stone: Stone::White,
        point: Some(at("A1")),
    };
    let error = game.record(mv).unwrap_err();
    assert!(matches!(error, GameError::DuringOpening(_)));
    assert!(error.to_string().contains("Choose a colour"), "{error}");
    assert!(matches!(
        game.set_up(&[], Some(Stone::Black)),
        Err(GameError::DuringOpening(_))
    ));
    game.act(Act::Choose(Stone::Black)).unwrap();
    assert_eq!(game.turn(), None);
    assert_eq!(game.colours().black, Seat::Second);
    assert_eq!(game.info().players.black, "Bo");
    game.play(at("A1")).unwrap();
    assert_eq!(game.position().board().get(at("A1")), Some(Stone::White));
    let error = game.act(Act::Swap).unwrap_err();
    assert!(error.to_string().contains("the opening is over"), "{error}");
}

#[test]
fn stones_of_the_opening_are_played_like_moves() {
    let mut game = begun(Protocol::Swap, "");
    for name in ["A1", "B2", "C3"] {
        game.play(at(name)).unwrap();
    }
    assert_eq!(game.moves().count(), 3);
    assert_eq!(game.opening().unwrap().acts().len(), 3);
}

#[test]
fn looking_back_does_not_disturb_the_opening() {
    let mut game = begun(Protocol::Swap2, "H8 H9");
    game.undo();
    let error = game.play(at("A1")).unwrap_err();
    assert!(matches!(error, GameError::AwayFromOpening(_)), "{error:?}");
    assert!(error.to_string().contains("go there first"), "{error}");
    game.redo();
    game.play(at("A1")).unwrap();
    assert_eq!(game.moves().count(), 3);
}

#[test]
fn acts_are_taken_back_one_by_one_and_stones_stay_as_variations() {
    let mut game = begun(Protocol::Swap1, "H8 swap");
    assert_eq!(game.info().players.white, "Ann");
    game.play(at("H9")).unwrap();
    assert_eq!(game.take_back_act(), Some(Act::Swap));
    assert_eq!(game.info().players.black, "Ann");
    assert_eq!(game.position().board().stone_count(), 1);
    assert_eq!(game.take_back_act(), Some(Act::Place(at("H8"))));
    assert_eq!(game.cursor(), Tree::ROOT);
    assert_eq!(game.take_back_act(), None);
    assert!(game.tree().node(Tree::ROOT).unknown.is_empty());
    game.play(at("A1")).unwrap();
    game.act(Act::Keep).unwrap();
    assert_eq!(game.variations().len(), 2);
    assert_eq!(game.tree().len(), 4, "nothing was lost");
    assert_eq!(game.remove(game.cursor()), Err(GameError::PartOfOpening));
    let other = game.variations()[0];
    game.remove(other).unwrap();
}

#[test]
fn a_resignation_ends_the_opening_too() {
    let mut game = begun(Protocol::Swap1, "H8");
    game.resign(Stone::White).unwrap();
    assert!(matches!(game.act(Act::Keep), Err(GameError::Over(_))));
}

#[test]
fn a_record_brings_the_opening_back() {
    let words = "H8 H9 I9 swap L12 declare-2 swap offer-G8 offer-A1";
    let mut game = Game::from_tree(begun(Protocol::Soosyrv8, words).into_tree());
    assert!(game.notes().is_empty(), "{:?}", game.notes());
    assert_eq!(game.turn().unwrap().seat, Seat::Second);
    assert!(matches!(
        game.act(Act::Pick(at("A1"))),
        Err(GameError::AwayFromOpening(_))
    ));
    game.to_end();
    game.act(Act::Pick(at("A1"))).unwrap();
    assert_eq!(game.turn(), None);
    assert_eq!(game.position().board().stone_count(), 5);
}

#[test]
fn a_record_whose_opening_does_not_fit_is_read_all_the_same() {
    let damaged = |change: fn(&mut Tree)| {
        let mut tree = begun(Protocol::Swap, "H8 H9 I9 white").into_tree();
        change(&mut tree);
        let game = Game::from_tree(tree);
        assert!(game.opening().is_none());
        assert_eq!(game.tree().main_moves().len(), 3);
        game.notes().first().map(ToString::to_string)
    };
    let note = damaged(|tree| tree.info.protocol = "swap9".to_owned());
    assert!(note.unwrap().contains("swap9"));
    let note = damaged(|tree| tree.info.protocol = "taraguchi".to_owned());
    assert!(note.unwrap().contains("opening protocol on record"));
    let note = damaged(|tree| {
        tree.node_mut(Tree::ROOT).unknown[0].1[1] = "A1".to_owned();
    });
    assert!(note.unwrap().contains("A1 is not among the moves"));
    let note = damaged(|tree| {
        tree.node_mut(Tree::ROOT).unknown[0].1[3] = "perhaps".to_owned();
    });
    assert!(note.unwrap().contains("perhaps"));
    let note = damaged(|tree| tree.node_mut(Tree::ROOT).unknown.clear());
    assert_eq!(
        note, None,
        "files of others name a protocol without its acts"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A game and its opening agree about stones and colours at every act, through a
    /// record too, and taking everything back leaves an empty board and all the stones in
    /// the tree.
    #[test]
    fn the_game_follows_its_opening(
        protocol in prop::sample::select(&Protocol::ALL[..]),
        seed: u64,
    ) {
        let mut rng = Rng::new(seed);
        let mut game = begun(protocol, "");
        while game.turn().is_some() {
            let choices = game.opening().unwrap().choices();
            let act = *rng.pick(&choices).unwrap();
            game.act(act).unwrap();
            let opening = game.opening().unwrap();
            prop_assert_eq!(opening.position().board(), game.position().board());
            prop_assert_eq!(opening.position().to_move(), game.position().to_move());
            let ann_is_black = game.info().players.black == "Ann";
            prop_assert_eq!(ann_is_black, opening.seat_of(Stone::Black) == Seat::First);
            let again = Game::from_tree(game.tree().clone());
            prop_assert_eq!(again.opening(), Some(opening));
        }
        let nodes = game.tree().len();
        while game.take_back_act().is_some() {}
        prop_assert_eq!(game.position().board().stone_count(), 0);
        prop_assert_eq!(&game.info().players.black, "Ann");
        prop_assert_eq!(game.tree().len(), nodes);
    }
}
