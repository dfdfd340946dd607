use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::renju_openings::RenjuOpening;
use crate::rng::Rng;
use crate::symmetry::Symmetry;

fn start(protocol: Protocol) -> Opening {
    Opening::new(protocol, Size::STANDARD, Rule::Renju).unwrap()
}

fn act(text: &str) -> Act {
    Act::parse(text, Size::STANDARD).unwrap()
}

/// Plays the words and writes down who was asked for what.
fn transcript(protocol: Protocol, words: &str) -> Vec<String> {
    let mut opening = start(protocol);
    let mut lines = Vec::new();
    for word in words.split_whitespace() {
        let turn = opening.turn().unwrap();
        let sentence = turn.task.phrase().english();
        lines.push(format!("{}: {word}: {sentence}", turn.seat));
        opening.apply(act(word)).unwrap();
    }
    assert!(opening.is_over(), "{:?}", opening.turn());
    let colours = opening.colours();
    lines.push(format!(
        "Black: {}, {} to move after {} stones",
        colours.black,
        opening.position().to_move(),
        opening.position().board().stone_count()
    ));
    lines
}

#[test]
fn none_begins_with_ordinary_play() {
    assert_eq!(
        transcript(Protocol::None, ""),
        ["Black: first player, Black to move after 0 stones"]
    );
    let mut opening = start(Protocol::None);
    assert_eq!(opening.turn(), None);
    assert_eq!(opening.undo(), None);
    let error = opening.apply(Act::Keep).unwrap_err();
    assert!(error.to_string().contains("play ordinary moves"), "{error}");
}

#[test]
fn swap2_with_two_more_stones() {
    assert_eq!(
        transcript(Protocol::Swap2, "A1 O15 H8 add-two B2 C3 white"),
        [
            "first player: A1: Place a black stone anywhere.",
            "first player: O15: Place a white stone anywhere.",
            "first player: H8: Place a black stone anywhere.",
            "second player: add-two: Choose a colour, or add a white and a black stone and let the other player choose.",
            "second player: B2: Place a white stone anywhere.",
            "second player: C3: Place a black stone anywhere.",
            "first player: white: Choose a colour.",
            "Black: second player, White to move after 5 stones",
        ]
    );
}

#[test]
fn soosyrv_with_both_swaps() {
    assert_eq!(
        transcript(
            Protocol::Soosyrv8,
            "H8 H9 I9 swap L12 declare-2 swap offer-G8 offer-A1 pick-A1"
        ),
        [
            "first player: H8: Place a black stone in the centre.",
            "first player: H9: Place a white stone within the central 3x3 points.",
            "first player: I9: Place a black stone within the central 5x5 points.",
            "second player: swap: Keep the colours or swap them.",
            "first player: L12: Place a white stone anywhere.",
            "first player: declare-2: Say how many fifth stones Black must offer: 1 to 8.",
            "second player: swap: Keep the colours or swap them.",
            "first player: offer-G8: Offer a point for Black's fifth stone, none the mirror image of another; 2 to go.",
            "first player: offer-A1: Offer a point for Black's fifth stone, none the mirror image of another; 1 to go.",
            "second player: pick-A1: Pick one of the points offered for Black's fifth stone.",
            "Black: first player, White to move after 5 stones",
        ]
    );
}

#[test]
fn taraguchi_with_a_fifth_in_the_square() {
    assert_eq!(
        transcript(
            Protocol::Taraguchi10,
            "H8 swap I9 keep J10 keep K11 swap L12 swap"
        ),
        [
            "first player: H8: Place a black stone in the centre.",
            "second player: swap: Keep the colours or swap them.",
            "first player: I9: Place a white stone within the central 3x3 points.",
            "second player: keep: Keep the colours or swap them.",
            "second player: J10: Place a black stone within the central 5x5 points.",
            "first player: keep: Keep the colours or swap them.",
            "first player: K11: Place a white stone within the central 7x7 points.",
            "second player: swap: Keep the colours, swap them, or offer ten fifth stones.",
            "first player: L12: Place a black stone within the central 9x9 points.",
            "second player: swap: Keep the colours or swap them.",
            "Black: second player, White to move after 5 stones",
        ]
    );
}

#[test]
fn taraguchi_with_ten_offers() {
    let lines = transcript(
        Protocol::Taraguchi10,
        "H8 keep H9 keep I9 keep K6 offer-ten offer-A1 offer-B1 offer-C1 offer-D1 offer-E1 \
         offer-F1 offer-G1 offer-H1 offer-I1 offer-J1 pick-E1",
    );
    assert_eq!(lines.len(), 20);
    assert!(lines[7].starts_with("first player: offer-ten"));
    assert!(lines[8..18].iter().all(|line| line.starts_with("first")));
    assert!(lines[18].starts_with("second player: pick-E1"));
    assert_eq!(
        lines[19],
        "Black: first player, White to move after 5 stones"
    );
}

/// One letter for each act that is a choice; stones and offers are none.
fn letter(act: Act) -> Option<char> {
    Some(match act {
        Act::Keep => 'k',
        Act::Swap => 's',
        Act::Choose(Stone::Black) => 'b',
        Act::Choose(Stone::White) => 'w',
        Act::AddTwo => '2',
        Act::OfferTen => 't',
        Act::Declare(_) => 'n',
        Act::Place(_) | Act::Offer(_) | Act::Pick(_) => return None,
    })
}

/// Follows every choice (with some stone where one is asked for) to the end: the letters
/// of the choices, and who is Black then.
fn all_ends(protocol: Protocol) -> BTreeMap<String, Seat> {
    let mut ends = BTreeMap::new();
    let mut open = vec![(start(protocol), String::new())];
    while let Some((opening, path)) = open.pop() {
        let choices = opening.choices();
        let is_choice = choices.first().is_some_and(|&act| letter(act).is_some());
        if opening.is_over() {
            let before = ends.insert(path.clone(), opening.seat_of(Stone::Black));
            let seat = opening.seat_of(Stone::Black);
            assert!(before.is_none_or(|it| it == seat), "{path}");
        }
        for &act in &choices[..if is_choice {
            choices.len()
        } else {
            1.min(choices.len())
        }] {
            let mut next = opening.clone();
            next.apply(act).unwrap();
            open.push((next, path.chars().chain(letter(act)).collect()));
        }
    }
    ends
}

/// A row of a table: the choices so far, then for each ending the player who is Black,
/// A (first) or B (second).
fn check_ends(protocol: Protocol, endings: &[&str], rows: &[(&str, &str)]) {
    let mut expected = BTreeMap::new();
    for (path, players) in rows {
        for (ending, player) in endings.iter().zip(players.chars()) {
            let seat = if player == 'A' {
                Seat::First
            } else {
                Seat::Second
            };
            expected.insert(format!("{path}{ending}"), seat);
        }
    }
    assert_eq!(all_ends(protocol), expected, "{protocol}");
}

#[test]
fn every_choice_leads_to_the_colours_in_the_table() {
    check_ends(Protocol::None, &[""], &[("", "A")]);
    check_ends(Protocol::Swap1, &["k", "s"], &[("", "AB")]);
    check_ends(Protocol::Swap, &["b", "w"], &[("", "BA")]);
    check_ends(Protocol::Swap2, &["b", "w", "2b", "2w"], &[("", "BAAB")]);
    check_ends(
        Protocol::Soosyrv8,
        &["knk", "kns", "snk", "sns"],
        &[("", "ABBA")],
    );
    check_ends(
        Protocol::Taraguchi10,
        &["kk", "ks", "sk", "ss", "t"],
        &[
            ("kkk", "ABBAA"),
            ("kks", "BAABB"),
            ("ksk", "BAABB"),
            ("kss", "ABBAA"),
            ("skk", "BAABB"),
            ("sks", "ABBAA"),
            ("ssk", "ABBAA"),
            ("sss", "BAABB"),
        ],
    );
}

#[test]
fn soosyrv_asks_for_as_many_fifths_as_were_declared() {
    for declared in 1..=MOST_DECLARED_FIFTHS {
        let mut opening = start(Protocol::Soosyrv8);
        for word in ["H8", "H9", "H10", "keep", "H11"] {
            opening.apply(act(word)).unwrap();
        }
        opening.apply(Act::Declare(declared)).unwrap();
        opening.apply(Act::Keep).unwrap();
        let mut offers = 0;
        while let Some(Task::OfferFifth { left }) = opening.turn().map(|turn| turn.task) {
            assert_eq!(left, declared - offers);
            let choices = opening.choices();
            opening.apply(choices[0]).unwrap();
            offers += 1;
        }
        assert_eq!(offers, declared);
        assert_eq!(opening.choices().len(), usize::from(declared));
    }
}

#[test]
fn the_three_soosyrv_stones_are_the_26_openings() {
    let mut names = BTreeSet::new();
    let mut opening = start(Protocol::Soosyrv8);
    assert_eq!(opening.choices(), [act("H8")]);
    opening.apply(act("H8")).unwrap();
    for second in opening.choices() {
        opening.apply(second).unwrap();
        for third in opening.choices() {
            let points: Vec<Point> = [act("H8"), second, third]
                .into_iter()
                .filter_map(|act| match act {
                    Act::Place(point) => Some(point),
                    _ => None,
                })
                .collect();
            let three = points.try_into().unwrap();
            names.insert(RenjuOpening::of(three, Size::STANDARD).unwrap().code());
        }
        opening.undo();
    }
    assert_eq!(names.len(), 26);
}

#[test]
fn each_refusal_says_what_is_allowed() {
    let refusal = |protocol, words: &str, last: &str| {
        let mut opening = start(protocol);
        for word in words.split_whitespace() {
            opening.apply(act(word)).unwrap();
        }
        opening.apply(act(last)).unwrap_err().to_string()
    };
    let soosyrv = "H8 H9 I9 keep I8 declare-2 keep offer-G8";
    let cases = [
        (Protocol::Swap, "A1", "A1", "choose a free point"),
        (
            Protocol::Swap,
            "A1 B1",
            "swap",
            "first player's turn: Place a black stone anywhere",
        ),
        (
            Protocol::Swap2,
            "A1 B1 C1",
            "D1",
            "second player's turn: Choose a colour, or add",
        ),
        (Protocol::Soosyrv8, "", "H9", "must go on H8"),
        (Protocol::Soosyrv8, "H8", "H10", "central 3x3"),
        (
            Protocol::Soosyrv8,
            "H8 H9 I9 keep A1",
            "declare-9",
            "1 to 8 are allowed",
        ),
        (
            Protocol::Soosyrv8,
            "H8 H9 I9 keep A1",
            "declare-0",
            "1 to 8 are allowed",
        ),
        (Protocol::Soosyrv8, soosyrv, "offer-G8", "offer another"),
        (
            Protocol::Soosyrv8,
            soosyrv,
            "offer-I10",
            "mirror image of G8",
        ),
        (
            Protocol::Soosyrv8,
            "H8 H9 I9 keep A1 declare-2 keep offer-A2 offer-A3",
            "pick-A4",
            "pick one of A2, A3",
        ),
        (
            Protocol::Taraguchi10,
            "H8 keep H9 keep I9 keep",
            "A1",
            "central 7x7",
        ),
        (Protocol::Swap1, "A1 keep", "B1", "play ordinary moves"),
    ];
    for (protocol, words, last, expected) in cases {
        let message = refusal(protocol, words, last);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn renju_protocols_are_refused_elsewhere() {
    for protocol in Protocol::ALL {
        for rule in Rule::ALL {
            for size in [15, 20].map(|n| Size::new(n).unwrap()) {
                let renju = matches!(protocol, Protocol::Soosyrv8 | Protocol::Taraguchi10);
                let here = rule == Rule::Renju && size == Size::STANDARD;
                let begun = Opening::new(protocol, size, rule);
                assert_eq!(begun.is_ok(), here || !renju);
                if let Err(error) = begun {
                    assert!(error.to_string().contains("swap2 go with every rule"));
                }
            }
        }
    }
}

#[test]
fn names_lead_back_to_the_protocol() {
    for protocol in Protocol::ALL {
        assert_eq!(protocol.name().parse(), Ok(protocol));
        assert_eq!(protocol.name().to_uppercase().parse(), Ok(protocol));
        if protocol != Protocol::None {
            assert_eq!(protocol.title().parse(), Ok(protocol));
        }
    }
}

#[test]
fn every_sentence_of_the_table_is_used_and_none_is_missing() {
    let mut used = BTreeSet::new();
    let mut open: Vec<Opening> = Protocol::ALL.map(start).into();
    while let Some(opening) = open.pop() {
        used.insert(opening.protocol().phrase().key);
        used.extend(opening.turn().map(|turn| turn.task.phrase().key));
        let mut met = BTreeSet::new();
        for act in opening.choices() {
            let phrase = opening.meaning(act).unwrap();
            used.insert(phrase.key);
            assert!(!phrase.english().contains("{n}"), "{}", phrase.key);
            if met.insert(phrase.key) {
                let mut next = opening.clone();
                next.apply(act).unwrap();
                open.push(next);
            }
        }
    }
    let table: BTreeSet<&str> = ENGLISH.iter().map(|(key, _)| *key).collect();
    assert_eq!(table.len(), ENGLISH.len(), "a key stands twice");
    assert_eq!(used, table);
}

fn random_act(rng: &mut Rng) -> Act {
    let x = rng.below(17) as u8;
    let point = Point::new(x, rng.below(17) as u8).unwrap();
    match rng.below(10) {
        0 => Act::Keep,
        1 => Act::Swap,
        2 => Act::Choose(Stone::Black),
        3 => Act::Choose(Stone::White),
        4 => Act::AddTwo,
        5 => Act::OfferTen,
        6 => Act::Declare(rng.below(12) as u8),
        7 => Act::Offer(point),
        8 => Act::Pick(point),
        _ => Act::Place(point),
    }
}

fn any_opening() -> impl Strategy<Value = Opening> {
    (
        prop::sample::select(&Protocol::ALL[..]),
        prop::sample::select(&Rule::ALL[..]),
        5_u8..=22,
    )
        .prop_map(|(protocol, rule, n)| {
            let size = Size::new(n).unwrap();
            Opening::new(protocol, size, rule).unwrap_or_else(|_| start(protocol))
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Along a random opening: exactly the listed choices are accepted, a refusal changes
    /// nothing, and taking everything back passes through the same states.
    #[test]
    fn random_openings_end_in_a_playable_position(mut opening in any_opening(), seed: u64) {
        let mut rng = Rng::new(seed);
        let mut states = Vec::new();
        while !opening.is_over() {
            prop_assert!(states.len() < 25);
            let choices = opening.choices();
            for _ in 0..20 {
                let act = random_act(&mut rng);
                let mut tried = opening.clone();
                prop_assert_eq!(tried.apply(act).is_ok(), choices.contains(&act));
                if !choices.contains(&act) {
                    prop_assert_eq!(&tried, &opening);
                }
            }
            let act = *rng.pick(&choices).expect("a task can always be done");
            let size = opening.position().size();
            prop_assert_eq!(Act::parse(&act.text(size), size), Ok(act));
            states.push((opening.clone(), act));
            opening.apply(act).unwrap();
        }
        prop_assert!(opening.choices().is_empty());
        prop_assert!(opening.position().outcome().is_none());
        prop_assert!(opening.position().legal_points().next().is_some());
        prop_assert_eq!(opening.seat_of(Stone::Black), opening.seat_of(Stone::White).other());
        while let Some((before, act)) = states.pop() {
            prop_assert_eq!(opening.undo(), Some(act));
            prop_assert_eq!(&opening, &before);
        }
        prop_assert_eq!(opening.undo(), None);
    }

    /// Turning the board turns every choice with it.
    #[test]
    fn symmetry_commutes_with_the_choices(
        protocol in prop::sample::select(&Protocol::ALL[..]),
        which in 0..8_usize,
        seed: u64,
    ) {
        let (symmetry, size) = (Symmetry::ALL[which], Size::STANDARD);
        let image = |act| match act {
            Act::Place(point) => Act::Place(symmetry.apply(point, size)),
            Act::Offer(point) => Act::Offer(symmetry.apply(point, size)),
            Act::Pick(point) => Act::Pick(symmetry.apply(point, size)),
            other => other,
        };
        let mut rng = Rng::new(seed);
        let (mut opening, mut turned) = (start(protocol), start(protocol));
        while !opening.is_over() {
            let choices = opening.choices();
            let images: Vec<Act> = choices.iter().copied().map(image).collect();
            let there = turned.choices();
            prop_assert_eq!(images.len(), there.len());
            prop_assert!(images.iter().all(|act| there.contains(act)));
            let act = *rng.pick(&choices).unwrap();
            opening.apply(act).unwrap();
            turned.apply(image(act)).unwrap();
        }
        prop_assert_eq!(opening.colours(), turned.colours());
    }
}
