//! Drawn proofs that hold, and one for each way to fail.

use super::*;
use crate::ascii;
use crate::rng::Rng;

/// A certificate for a drawing. Steps stand on lines of their own, with the marks of the
/// drawing for points: `a b>1 *>2`.
fn proof(rule: Rule, to_move: Stone, winner: Stone, drawing: &str, steps: &[&str]) -> Certificate {
    let drawing = ascii::parse(drawing).unwrap();
    let point = |word: &str| drawing.mark(word.chars().next().unwrap()).unwrap();
    let steps = steps.iter().map(|line| {
        let mut words = line.split(' ');
        let by = words.next().filter(|&word| word != "-").map(point);
        let mut step = Step {
            by,
            ..Step::default()
        };
        for (reply, next) in words.map(|word| word.split_once('>').unwrap()) {
            let next = next.parse().unwrap();
            if reply == "*" {
                step.otherwise = Some(next);
            } else {
                step.replies.push((point(reply), next));
            }
        }
        step
    });
    Certificate {
        rule,
        board: drawing.board.clone(),
        to_move,
        winner,
        steps: steps.collect(),
    }
}

fn fault(certificate: &Certificate) -> Fault {
    verify(certificate).unwrap_err().fault
}

/// Black closes nothing: three in a row, both sides free.
const THREE: &str = "
    . . . . . . . .
    . . . . . . . .
    . . b X X X a c
    . . . . . . . .
    . . . O O . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .";

const THREE_STEPS: [&str; 3] = ["a b>1 *>2", "c", "b"];

fn three() -> Certificate {
    proof(
        Rule::Freestyle,
        Stone::Black,
        Stone::Black,
        THREE,
        &THREE_STEPS,
    )
}

#[test]
fn an_open_four_is_proven_and_its_length_known() {
    let verified = verify(&three()).unwrap();
    assert_eq!(verified.plies, 3);
    assert!(verified.replies >= 58, "every free point is looked at");
    assert_eq!(three().main_line().len(), 3);
}

#[test]
fn a_reply_that_has_no_answer_is_named() {
    let mut broken = three();
    broken.steps[0].otherwise = None;
    assert!(matches!(fault(&broken), Fault::Unanswered(_)));
    let mut broken = three();
    let b = broken.steps[2].by.unwrap();
    broken.steps[0].replies.clear();
    let refusal = verify(&broken).unwrap_err();
    assert_eq!(refusal.fault, Fault::Taken(b));
    assert_eq!((refusal.step, refusal.line.len()), (2, 2));
    assert!(
        refusal
            .to_string()
            .starts_with("step 2 (after G6 C6): C6 is taken"),
        "{refusal}"
    );
}

#[test]
fn steps_must_exist_and_lead_onwards() {
    for next in [0, 3, StepId::MAX] {
        let mut broken = three();
        broken.steps[0].otherwise = Some(next);
        assert_eq!(fault(&broken), Fault::NoSuchStep);
    }
    let mut broken = three();
    broken.steps.clear();
    assert_eq!(fault(&broken), Fault::NoSuchStep);
    let mut broken = three();
    broken.steps[2].by = None;
    assert_eq!(fault(&broken), Fault::NoMove);
    let mut broken = three();
    broken.steps[1].by = Point::new(21, 21);
    assert!(matches!(fault(&broken), Fault::OffBoard(_)));
    let mut broken = three();
    let twice = broken.steps[0].replies[0];
    broken.steps[0].replies.push(twice);
    assert!(matches!(fault(&broken), Fault::ListedTwice(_)));
}

#[test]
fn turn_and_winner_must_fit_the_play() {
    let mut broken = three();
    broken.to_move = Stone::White;
    assert_eq!(fault(&broken), Fault::MoveOutOfTurn);
    broken.steps[0].by = None;
    // White moves first now: three in a row are not enough against every reply.
    assert!(verify(&broken).is_err());
    let mut broken = three();
    broken.winner = Stone::White;
    assert!(verify(&broken).is_err());
}

#[test]
fn a_loser_who_has_a_five_is_not_overlooked() {
    let drawing = THREE.replace(". . . O O .", "O O O O d .");
    let broken = proof(
        Rule::Freestyle,
        Stone::Black,
        Stone::Black,
        &drawing,
        &THREE_STEPS,
    );
    assert!(matches!(fault(&broken), Fault::LoserWins(_)));
}

#[test]
fn a_game_that_is_over_proves_nothing() {
    let drawing = THREE.replace("b X X X a", "X X X X X");
    let board = ascii::parse(&drawing).unwrap().board;
    let broken = Certificate { board, ..three() };
    assert!(matches!(fault(&broken), Fault::Over(_)));
}

#[test]
fn overlines_count_as_the_rule_says() {
    let drawing = THREE.replace(". . b X X X a c", ". X b X X X a c");
    for (rule, holds) in [
        (Rule::Freestyle, true),
        (Rule::Standard, false),
        (Rule::Renju, false),
    ] {
        let made = proof(rule, Stone::Black, Stone::Black, &drawing, &THREE_STEPS);
        assert_eq!(verify(&made).is_ok(), holds, "{rule}");
    }
}

#[test]
fn caro_replies_beside_the_row_are_tried() {
    // Enemy stones two steps beyond both ends: each end reply leaves a held five.
    let drawing = "
        . . . . . . . . .
        . . . . . . . . .
        . O b X X X a c O
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let made = |rule| proof(rule, Stone::Black, Stone::Black, drawing, &THREE_STEPS);
    assert!(verify(&made(Rule::Freestyle)).is_ok());
    assert!(verify(&made(Rule::Caro9)).is_err());
    assert!(verify(&made(Rule::Caro8)).is_err());
}

/// White threatens a five at `a`, where Black's stone would make two open threes.
const FOUL: &str = "
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . X . . . . . .
    . . . . X . . . . . .
    X O O O a . . . . . .
    . . . . b X . . . . .
    . . . . c . X . . . .
    O . . . . . . d . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .";

#[test]
fn a_forbidden_block_is_no_reply() {
    // White needs a fourth stone first; here it stands already, and Black is to move.
    let drawing = FOUL.replace("X O O O a", "O O O O a");
    let made = |rule| proof(rule, Stone::Black, Stone::White, &drawing, &["- *>1", "a"]);
    assert_eq!(verify(&made(Rule::Renju)).unwrap().plies, 2);
    assert!(matches!(fault(&made(Rule::Standard)), Fault::Taken(_)));
}

#[test]
fn a_forbidden_attack_is_refused() {
    let made = proof(
        Rule::Renju,
        Stone::Black,
        Stone::Black,
        FOUL,
        &["a b>1 *>2", "c d>3 *>3", "b", "d"],
    );
    assert!(matches!(fault(&made), Fault::Forbidden(_)));
}

#[test]
fn work_is_bounded() {
    assert_eq!(
        verify_within(&three(), 5).unwrap_err().fault,
        Fault::TooLong
    );
}

#[test]
fn text_comes_back_as_it_was() {
    let mut made = three();
    assert_eq!(read(&write(&made)).unwrap(), made);
    made.steps[0].by = None;
    made.to_move = Stone::White;
    assert_eq!(read(&write(&made)).unwrap(), made);
    let spaced = write(&made).replace('\n', "\r\n\n# a word\n");
    assert_eq!(read(&spaced).unwrap(), made);
}

#[test]
fn text_that_is_no_certificate_is_refused_with_its_line() {
    let good = write(&three());
    for (what, with, line) in [
        ("tengen-proof 1", "tengen-proof 2", 1),
        ("rule freestyle", "rule chess", 2),
        ("size 8", "size 80", 3),
        ("black D6", "black D6 D6", 4),
        ("white D4", "white D6", 5),
        ("to-move black", "to-move blue", 6),
        ("winner black", "looser black", 7),
        ("steps 3", "steps 4", 12),
        ("0 G6", "5 G6", 9),
        ("0 G6", "0 Z6", 9),
        ("C6>1", "C6-1", 9),
        ("C6>1", "C6>-1", 9),
        ("C6>1", "C6>99999999999", 9),
        ("*>2", "*>2 *>1", 9),
        ("1 H6", "1", 10),
    ] {
        let bad = good.replace(what, with);
        assert_ne!(bad, good, "{what} stands there");
        let error = read(&bad).unwrap_err();
        assert_eq!(error.line, line, "{error}");
    }
    assert_eq!(read("").unwrap_err().line, 1);
}

/// Whatever is done to the text, reading and checking end without a panic.
#[test]
fn damaged_texts_are_survived() {
    let good = write(&three());
    let mut rng = Rng::new(5);
    for _ in 0..4_000 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..=rng.below(4) {
            let at = rng.below(bytes.len());
            bytes[at] = b" 0123456789>*-ABCDEFGH\n"[rng.below(23)];
        }
        let text = String::from_utf8(bytes).unwrap();
        if let Ok(certificate) = read(&text) {
            let _ = verify_within(&certificate, 1_000_000);
            let _ = certificate.main_line();
        }
    }
}

#[test]
fn people_get_an_outline_and_a_tree() {
    let outline = three().outline(5);
    assert_eq!(
        outline,
        "1. G6\n   C6: 2. H6 wins\n   any other: 2. C6 wins\n"
    );
    assert_eq!(three().outline(1), "1. G6 ...\n");
    let tree = three().to_tree(5);
    let line: Vec<_> = tree.main_moves().iter().map(|mv| mv.point).collect();
    let main: Vec<_> = three().main_line().into_iter().map(Some).collect();
    assert_eq!(line, main);
    assert_eq!(tree.len(), 6);
    // Where the loser is to move, its replies come first.
    let mut lost = three();
    lost.board
        .place(lost.steps[0].by.unwrap(), Stone::Black)
        .unwrap();
    lost.steps[0].by = None;
    lost.to_move = Stone::White;
    assert!(verify(&lost).is_ok());
    assert!(
        lost.outline(3).starts_with("   C6: 1. H6 wins"),
        "{}",
        lost.outline(3)
    );
}

/// The two checks share no code, and agree.
#[test]
fn the_plain_check_agrees() {
    assert!(plain::proves(&three()));
    let mut broken = three();
    broken.steps[0].otherwise = None;
    assert!(!plain::proves(&broken));
    let drawing = FOUL.replace("X O O O a", "O O O O a");
    for (rule, holds) in [(Rule::Renju, true), (Rule::Standard, false)] {
        let made = proof(rule, Stone::Black, Stone::White, &drawing, &["- *>1", "a"]);
        assert_eq!(plain::proves(&made), holds, "{rule}");
        let mut truth = plain::Truth::new(rule, Stone::White);
        // White's five stands, whoever may stop it.
        assert!(truth.wins(&made.board, Stone::White));
    }
}
