//! The session against a plain model, and the promises about cancelling.

mod model;
mod support;

use tengen_core::opening::{Act, Protocol, Seat};
use tengen_core::{Cause, Point, Rule, Size, Stone};

use super::*;
use crate::settings::ColourChoice;
use crate::thinking::JobTask;
use support::{Stage, kinds};

fn settings(you: Player, opponent: Player) -> GameSettings {
    GameSettings {
        you,
        opponent,
        colour: ColourChoice::Black,
        seed: Some(7),
        ..GameSettings::default()
    }
}

fn against_program() -> GameSettings {
    settings(Player::Person, Player::Opponent(Opponent::Level(3)))
}

fn at(x: u8, y: u8) -> Point {
    Size::STANDARD.point(x, y).unwrap()
}

#[test]
fn a_move_is_told_and_the_program_answers() {
    let mut stage = Stage::new(against_program());
    stage.session.play(at(7, 7)).unwrap();
    assert_eq!(stage.session.thinking(), Some(Seat::Second));
    stage.answer(Reply::Move(at(8, 8)));
    let events = stage.session.poll();
    assert_eq!(kinds(&events), "started moved thinking moved");
    assert!(stage.session.is_persons_turn());
    assert!(stage.session.play(at(8, 8)).is_err());
}

#[test]
fn undo_takes_back_two_plies_and_cancels_a_running_search_at_once() {
    let mut stage = Stage::new(against_program());
    stage.session.play(at(7, 7)).unwrap();
    stage.answer(Reply::Move(at(8, 8)));
    stage.session.poll();
    stage.session.undo().unwrap();
    assert_eq!(stage.stones(), 0);
    stage.session.play(at(6, 6)).unwrap();
    assert!(stage.script().running);
    stage.session.undo().unwrap();
    assert!(!stage.script().running, "the search was told to end");
    assert_eq!(stage.session.thinking(), None);
    // Its answer comes too late.
    stage.answer(Reply::Move(at(8, 8)));
    stage.session.poll();
    assert_eq!(stage.stones(), 0);
}

#[test]
fn a_new_game_cancels_a_running_search_at_once() {
    let mut stage = Stage::new(against_program());
    stage.session.play(at(7, 7)).unwrap();
    stage.session.new_game(against_program()).unwrap();
    assert!(!stage.script().running);
    stage.answer(Reply::Move(at(8, 8)));
    stage.session.poll();
    assert_eq!(stage.stones(), 0);
}

/// The same with the real thread and a search without end.
#[test]
fn a_real_search_ends_when_a_new_game_begins() {
    let endless = Player::Engine(crate::EngineLimits {
        turn_ms: Some(3_600_000),
        ..crate::EngineLimits::default()
    });
    let mut session = Session::start(settings(Player::Person, endless)).unwrap();
    session.play(at(7, 7)).unwrap();
    // It does think: at least one view comes.
    while session.view().is_none() {
        session.wait(std::time::Duration::from_millis(50));
    }
    session.new_game(against_program()).unwrap();
    assert_eq!(session.thinking(), None);
    assert_eq!(session.game().position().board().stone_count(), 0);
    // Dropping joins the thread: with an hour left this ends only if the search has.
    drop(session);
}

#[test]
fn a_repeated_move_meets_the_same_answer_without_a_search() {
    let mut stage = Stage::new(against_program());
    stage.session.play(at(7, 7)).unwrap();
    stage.answer(Reply::Move(at(8, 8)));
    stage.session.poll();
    stage.session.undo().unwrap();
    stage.session.poll();
    stage.session.play(at(7, 7)).unwrap();
    assert_eq!(kinds(&stage.session.poll()), "moved moved");
    assert_eq!(stage.stones(), 2);
    stage.session.undo().unwrap();
    stage.session.redo().unwrap();
    assert_eq!(stage.stones(), 2);
    assert_eq!(stage.session.redo(), Err(Refusal::NothingToRedo));
}

#[test]
fn resigning_can_be_taken_back_and_play_goes_on() {
    let mut stage = Stage::new(against_program());
    assert_eq!(stage.session.undo(), Err(Refusal::NothingToUndo));
    stage.session.play(at(7, 7)).unwrap();
    stage.answer(Reply::Move(at(8, 8)));
    stage.session.poll();
    stage.session.resign().unwrap();
    assert_eq!(stage.session.play(at(0, 0)), Err(Refusal::Over));
    stage.session.undo().unwrap();
    assert_eq!(stage.stones(), 2);
    stage.session.play(at(0, 0)).unwrap();
}

#[test]
fn time_runs_out_for_the_side_to_move_and_comes_back_with_undo() {
    let mut stage = Stage::new(GameSettings {
        time: TimeControl::PerGame {
            ms: 1_000,
            increment_ms: 0,
        },
        ..against_program()
    });
    stage.pass_ms(400);
    stage.session.play(at(7, 7)).unwrap();
    assert_eq!(stage.session.left_ms(Seat::First), Some(600));
    assert_eq!(stage.session.due_in_ms(), Some(1_000));
    stage.pass_ms(1_000);
    let events = stage.session.poll();
    assert!(kinds(&events).ends_with("over"));
    let outcome = stage.session.outcome().unwrap();
    assert_eq!(
        (outcome.winner, &outcome.cause),
        (Some(Stone::Black), &Cause::Time)
    );
    stage.session.undo().unwrap();
    assert_eq!(stage.session.left_ms(Seat::First), Some(1_000));
    assert!(
        stage
            .session
            .poll()
            .iter()
            .all(|it| !matches!(it, Event::Over { .. }))
    );
}

#[test]
fn draws_are_offered_accepted_and_declined() {
    let mut stage = Stage::new(against_program());
    stage.session.offer_draw().unwrap();
    assert_eq!(stage.script().jobs.last().unwrap().task, JobTask::DrawOffer);
    stage.answer(Reply::Draw(false));
    assert!(kinds(&stage.session.poll()).ends_with("declined"));
    stage.session.offer_draw().unwrap();
    stage.answer(Reply::Draw(true));
    stage.session.poll();
    assert_eq!(stage.session.outcome().map(|it| it.winner), Some(None));

    let mut two = Stage::new(settings(Player::Person, Player::Person));
    assert_eq!(two.session.answer_draw(true), Err(Refusal::NoOffer));
    two.session.offer_draw().unwrap();
    two.session.play(at(7, 7)).unwrap();
    assert_eq!(two.session.draw_offer(), None, "playing on withdraws it");
    two.session.offer_draw().unwrap();
    two.session.answer_draw(true).unwrap();
    assert!(two.session.outcome().is_some());
}

#[test]
fn a_game_goes_on_from_moves_made_elsewhere() {
    let mut stage = Stage::new(against_program());
    stage.session.poll();
    let moves = [at(7, 7), at(8, 8), at(6, 6)];
    stage
        .session
        .new_game_from(against_program(), &moves)
        .unwrap();
    assert_eq!(
        stage.script().jobs.len(),
        1,
        "only the next move is thought about"
    );
    assert_eq!(stage.session.thinking(), Some(Seat::Second));
    assert!(stage.session.is_saved());
    stage.session.undo().unwrap();
    assert_eq!(stage.stones(), 2);
    let twice = [at(7, 7), at(7, 7)];
    assert!(
        stage
            .session
            .new_game_from(against_program(), &twice)
            .is_err()
    );
    assert_eq!(stage.stones(), 2, "the old game goes on");
}

#[test]
fn again_swaps_the_colours() {
    let mut stage = Stage::new(against_program());
    assert_eq!(stage.session.your_seat(), Seat::First);
    stage.session.again().unwrap();
    assert_eq!(stage.session.your_seat(), Seat::Second);
    assert_eq!(stage.session.thinking(), Some(Seat::First));
}

#[test]
fn a_failing_program_stops_the_game_until_it_is_resumed() {
    let mut stage = Stage::new(against_program());
    stage.session.play(at(7, 7)).unwrap();
    stage.answer(Reply::Move(at(7, 7)));
    assert!(kinds(&stage.session.poll()).ends_with("failed"));
    assert!(stage.session.is_paused());
    stage.session.resume();
    stage.answer(Reply::Move(at(7, 8)));
    stage.session.poll();
    assert_eq!(stage.stones(), 2);
}

#[test]
fn openings_are_acted_and_taken_back() {
    let mut stage = Stage::new(GameSettings {
        rule: Rule::Standard,
        protocol: Protocol::Swap2,
        ..against_program()
    });
    for (x, y) in [(7, 7), (8, 7), (9, 9)] {
        stage.session.play(at(x, y)).unwrap();
    }
    assert_eq!(stage.session.thinking(), Some(Seat::Second));
    stage.answer(Reply::Act(Act::AddTwo));
    stage.session.poll();
    stage.answer(Reply::Act(Act::Place(at(3, 3))));
    stage.session.poll();
    stage.answer(Reply::Act(Act::Place(at(4, 3))));
    stage.session.poll();
    stage.session.act(Act::Choose(Stone::White)).unwrap();
    assert_eq!(stage.session.stone_of(Seat::First), Stone::White);
    stage.session.undo().unwrap();
    assert_eq!(stage.stones(), 5);
    stage.session.undo().unwrap();
    assert_eq!(stage.stones(), 2, "back to the person's last stone");
    stage.session.redo().unwrap();
    assert_eq!(stage.stones(), 5);
}

#[test]
fn hints_go_on_step_by_step_and_start_anew_after_a_move() {
    use crate::hint::{HintFacts, HintKind, HintStep};
    // Where nothing is forced there is no kind to tell.
    let quiet = HintStep::ALL.into_iter().filter(|&it| it != HintStep::Kind);
    let cases = [
        (HintKind::OpenFour, HintStep::ALL.to_vec()),
        (HintKind::Quiet, quiet.collect()),
    ];
    for (kind, steps) in cases {
        let mut stage = Stage::new(against_program());
        for step in steps {
            stage.session.ask_hint().unwrap();
            if step == HintStep::Something {
                stage.answer(Reply::Hint(Box::new(HintFacts {
                    kind,
                    proof: None,
                    point: at(7, 7),
                    line: vec![at(7, 7)],
                })));
            }
            let events = stage.session.poll();
            let Some(Event::Hint { hint }) = events.last() else {
                panic!("no hint: {events:?}");
            };
            assert_eq!(hint.step, step);
        }
        stage.session.play(at(7, 7)).unwrap();
        assert!(stage.session.ask_hint().is_err());
    }
}

#[test]
fn two_programs_keep_the_pace_and_wait_after_undo() {
    let program = || Player::Opponent(Opponent::Greedy);
    let mut stage = Stage::new(settings(program(), program()));
    stage.session.set_pace_ms(500);
    stage.answer(Reply::Move(at(7, 7)));
    stage.session.poll();
    assert_eq!(stage.stones(), 0, "too early");
    assert_eq!(stage.session.due_in_ms(), Some(500));
    stage.pass_ms(500);
    stage.session.poll();
    assert_eq!(stage.stones(), 1);
    stage.session.undo().unwrap();
    assert!(stage.session.is_paused());
    assert_eq!(stage.session.resign(), Err(Refusal::NoPerson));
    stage.session.resume();
    assert_eq!(stage.session.thinking(), Some(Seat::First));
}

#[test]
fn the_adaptive_level_moves_after_two_results_and_is_locked_meanwhile() {
    let mut stage = Stage::new(against_program());
    stage.session.set_adaptive(true).unwrap();
    for _ in 0..2 {
        if stage.session.thinking().is_some() {
            stage.answer(Reply::Move(at(0, 0)));
            stage.session.poll();
        }
        stage.session.play(at(7, 7)).unwrap();
        assert_eq!(stage.session.set_adaptive(false), Err(Refusal::Locked));
        stage.session.resign().unwrap();
        let told = kinds(&stage.session.poll());
        if told.ends_with("over") {
            stage.session.again().unwrap();
        } else {
            assert!(told.ends_with("over level"), "{told}");
        }
    }
    stage.session.again().unwrap();
    assert_eq!(
        stage.session.settings().opponent,
        Player::Opponent(Opponent::Level(2))
    );
}

/// The end of a game that is taken back and reached again is one result.
#[test]
fn a_result_that_is_taken_back_does_not_count_twice() {
    let mut stage = Stage::new(against_program());
    stage.session.set_adaptive(true).unwrap();
    stage.session.play(at(7, 7)).unwrap();
    for _ in 0..3 {
        stage.session.resign().unwrap();
        assert!(kinds(&stage.session.poll()).ends_with("over"));
        stage.session.undo().unwrap();
        stage.session.play(at(7, 7)).unwrap();
    }
    stage.session.resign().unwrap();
    stage.session.new_game(against_program()).unwrap();
    stage.session.resign().unwrap();
    assert!(kinds(&stage.session.poll()).ends_with("over level"));
    let next = stage.session.next_settings().opponent;
    assert_eq!(next, Player::Opponent(Opponent::Level(2)));
    stage.session.undo().unwrap();
    let next = stage.session.next_settings().opponent;
    assert_eq!(next, Player::Opponent(Opponent::Level(3)));
}

/// Kept between two runs: one loss before, one after.
#[test]
fn the_adaptive_level_goes_on_where_it_was_kept() {
    let mut stage = Stage::new(against_program());
    stage.session.set_adaptive(true).unwrap();
    stage.session.resign().unwrap();
    let kept = crate::Adaptive::parse(&stage.session.adaptive().text()).unwrap();
    let mut stage = Stage::new(against_program());
    stage.session.restore_adaptive(kept);
    stage.session.resign().unwrap();
    assert!(kinds(&stage.session.poll()).ends_with("over level"));
    // Switched off, it forgets the level it had chosen as well.
    stage.session.set_adaptive(false).unwrap();
    assert_eq!(stage.session.next_settings(), against_program());
}

/// A face may ask for a move before it has looked at the clock.
#[test]
fn a_move_after_the_flag_has_fallen_is_refused() {
    for clock in [
        TimeControl::PerMove { ms: 1_000 },
        TimeControl::PerGame {
            ms: 1_000,
            increment_ms: 500,
        },
    ] {
        let mut stage = Stage::new(GameSettings {
            time: clock,
            ..against_program()
        });
        stage.pass_ms(1_000);
        assert_eq!(stage.session.play(at(7, 7)), Err(Refusal::Over));
        assert_eq!(kinds(&stage.session.poll()), "started over");
        let outcome = stage.session.outcome().unwrap();
        assert_eq!(outcome.cause, Cause::Time);
        assert_eq!(outcome.winner, Some(Stone::White));
    }
}

/// Between two people as well: the one who was to move still is.
#[test]
fn a_draw_between_two_people_is_taken_back_without_a_move() {
    let mut stage = Stage::new(settings(Player::Person, Player::Person));
    stage.session.play(at(7, 7)).unwrap();
    stage.session.offer_draw().unwrap();
    stage.session.answer_draw(true).unwrap();
    stage.session.undo().unwrap();
    assert_eq!(stage.stones(), 1);
    stage.session.undo().unwrap();
    assert_eq!(stage.stones(), 0);
}
