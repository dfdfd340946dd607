//! Ten thousand random sequences, each step compared with a model that is a list of
//! moves and nothing else.

use tengen_core::rng::Rng;
use tengen_core::{Position, Rule};

use super::support::Stage;
use super::*;

/// The plain truth about a session.
struct Model {
    persons: [bool; 2],
    size: Size,
    moves: Vec<Point>,
    undone: Vec<Point>,
    /// Ended by resignation, time or agreement.
    stopped: bool,
    paused: bool,
}

impl Model {
    fn new(persons: [bool; 2], size: Size) -> Model {
        Model {
            persons,
            size,
            moves: Vec::new(),
            undone: Vec::new(),
            stopped: false,
            paused: false,
        }
    }

    fn position(&self) -> Position {
        let mut position = Position::new(self.size, Rule::Freestyle);
        for &point in &self.moves {
            position.play(point).unwrap();
        }
        position
    }

    fn is_over(&self) -> bool {
        self.stopped || self.position().outcome().is_some()
    }

    fn can_redo(&self) -> bool {
        !self.undone.is_empty() && !self.is_over()
    }

    fn to_move(&self) -> usize {
        self.moves.len() % 2
    }

    fn person_to_move(&self) -> bool {
        self.persons[self.to_move()]
    }

    fn has_person(&self) -> bool {
        self.persons.contains(&true)
    }

    fn place(&mut self, point: Point) {
        if self.undone.last() == Some(&point) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        self.moves.push(point);
    }

    /// A program repeats what it did before.
    fn repeat(&mut self) {
        while self.has_person() && !self.paused && !self.is_over() && !self.person_to_move() {
            match self.undone.pop() {
                Some(point) => self.moves.push(point),
                None => return,
            }
        }
    }

    /// Moves to take back, if that is possible.
    fn undo_count(&self) -> Option<usize> {
        let person_moved = |index: usize| self.persons[index % 2];
        let by_rules = self.position().outcome().is_some();
        let reopens = self.stopped && !by_rules;
        if reopens && (self.person_to_move() || !self.has_person()) {
            return Some(0);
        }
        if !self.has_person() {
            return (!self.moves.is_empty()).then_some(1);
        }
        let last = (0..self.moves.len())
            .rev()
            .find(|&index| person_moved(index));
        let back = last.map(|index| self.moves.len() - index);
        back.or(reopens.then_some(0))
    }

    fn undo(&mut self, count: usize) {
        self.stopped = false;
        for _ in 0..count {
            self.undone.push(self.moves.pop().unwrap());
        }
        self.paused = !self.has_person();
        self.repeat();
    }
}

fn player(person: bool) -> Player {
    if person {
        Player::Person
    } else {
        Player::Opponent(Opponent::Level(5))
    }
}

fn model_settings(persons: [bool; 2], size: Size) -> GameSettings {
    GameSettings {
        size,
        time: TimeControl::PerMove { ms: 1_000 },
        ..settings(player(persons[0]), player(persons[1]))
    }
}

struct Run {
    rng: Rng,
    model: Model,
    stage: Stage,
}

impl Run {
    fn new(seed: u64) -> Run {
        let mut rng = Rng::new(seed);
        let persons = [
            [true, false],
            [true, false],
            [false, true],
            [true, true],
            [false, false],
        ];
        let persons = *rng.pick(&persons).unwrap();
        // So small that games are won and boards are filled.
        let size = Size::new(5 + rng.below(2) as u8).unwrap();
        Run {
            rng,
            model: Model::new(persons, size),
            stage: Stage::new(model_settings(persons, size)),
        }
    }

    fn some_point(&mut self) -> Point {
        let points: Vec<Point> = self.model.size.points().collect();
        *self.rng.pick(&points).unwrap()
    }

    fn step(&mut self) -> &'static str {
        match self.rng.below(20) {
            0..6 => self.person_plays(),
            6..12 => self.program_answers(),
            12..14 => self.undo(),
            14 => self.redo(),
            15 => self.resign(),
            16 => self.time(),
            17 => self.stop(),
            18 => self.draw(),
            _ => self.new_game(),
        }
    }

    fn person_plays(&mut self) -> &'static str {
        let point = self.some_point();
        let allowed = !self.model.is_over()
            && self.model.person_to_move()
            && self.model.position().board().is_free(point);
        let played = self.stage.session.play(point);
        assert_eq!(played.is_ok(), allowed, "{played:?}");
        if allowed {
            self.model.paused = false;
            self.model.place(point);
            self.model.repeat();
        }
        "play"
    }

    fn program_answers(&mut self) -> &'static str {
        let free: Vec<Point> = self.model.position().legal_points().collect();
        let Some(&point) = self.rng.pick(&free) else {
            return "nothing free";
        };
        // Sent whether or not anybody waits for it: late answers must change nothing.
        self.stage.answer(Reply::Move(point));
        self.stage.session.poll();
        if !self.model.is_over() && !self.model.paused && !self.model.person_to_move() {
            self.model.place(point);
            self.model.repeat();
        }
        "answer"
    }

    fn undo(&mut self) -> &'static str {
        let count = self.model.undo_count();
        assert_eq!(self.stage.session.undo().is_ok(), count.is_some());
        if let Some(count) = count {
            self.model.undo(count);
        }
        "undo"
    }

    fn redo(&mut self) -> &'static str {
        let possible = self.model.can_redo();
        assert_eq!(self.stage.session.redo().is_ok(), possible);
        if !possible {
            return "nothing to redo";
        }
        while let Some(point) = self.model.undone.pop() {
            self.model.moves.push(point);
            let stops = !self.model.has_person() || self.model.person_to_move();
            if stops || self.model.is_over() {
                break;
            }
        }
        "redo"
    }

    fn resign(&mut self) -> &'static str {
        let possible = !self.model.is_over() && self.model.has_person();
        assert_eq!(self.stage.session.resign().is_ok(), possible);
        self.model.stopped |= possible;
        "resign"
    }

    fn time(&mut self) -> &'static str {
        let runs = !self.model.is_over() && !self.model.paused;
        self.stage.pass_ms(1_000);
        self.stage.session.poll();
        self.model.stopped |= runs;
        "time"
    }

    fn stop(&mut self) -> &'static str {
        if self.rng.below(2) == 0 {
            self.stage.session.pause();
            self.model.paused |= !self.model.is_over();
            return "pause";
        }
        self.stage.session.resume();
        if self.model.paused {
            self.model.paused = false;
            if !self.model.has_person() {
                self.model.undone.clear();
            }
            self.model.repeat();
        }
        "resume"
    }

    fn draw(&mut self) -> &'static str {
        let possible = !self.model.is_over() && self.model.person_to_move();
        assert_eq!(self.stage.session.offer_draw().is_ok(), possible);
        if possible {
            let accept = self.rng.below(2) == 0;
            if self.model.persons == [true, true] {
                self.stage.session.answer_draw(accept).unwrap();
            } else {
                self.stage.answer(Reply::Draw(accept));
                self.stage.session.poll();
            }
            self.model.stopped |= accept;
        }
        "draw"
    }

    fn new_game(&mut self) -> &'static str {
        let persons = self.model.persons;
        let size = self.model.size;
        if self.rng.below(2) == 0 {
            self.stage
                .session
                .new_game(model_settings(persons, size))
                .unwrap();
            // New settings name the person first, as Black.
            self.model = Model::new(persons, size);
        } else {
            self.stage.session.again().unwrap();
            let [first, second] = persons;
            self.model = Model::new([second, first], size);
        }
        "new"
    }

    fn compare(&self) {
        let session = &self.stage.session;
        let model = &self.model;
        let played: Vec<Point> = session.game().moves().filter_map(|mv| mv.point).collect();
        assert_eq!(played, model.moves);
        assert_eq!(session.outcome().is_some(), model.is_over());
        assert_eq!(session.can_redo(), model.can_redo());
        assert_eq!(session.is_paused(), model.paused);
        let thinks = !model.is_over() && !model.paused && !model.person_to_move();
        assert_eq!(session.thinking().is_some(), thinks);
        assert_eq!(
            self.stage.script().running,
            thinks,
            "a search runs without need"
        );
    }

    /// What was kept brings the same game back.
    fn compare_kept(&self) {
        let shelf = self.stage.shelf();
        let Some(id) = self.stage.session.game_id() else {
            assert!(self.model.moves.is_empty());
            return;
        };
        let (header, log) = &shelf.games[id.0 as usize];
        let mut other = Stage::new(model_settings([true, true], Size::STANDARD));
        other
            .session
            .take_up(id, header, log.clone(), &|_| None)
            .unwrap();
        let moves = |session: &Session| session.game().moves().collect::<Vec<_>>();
        // A program that was to move had perhaps been about to repeat itself.
        let back = moves(&other.session);
        assert!(back.starts_with(&moves(&self.stage.session)));
        if !self.model.is_over() && self.model.person_to_move() {
            assert_eq!(back.len(), self.model.moves.len());
            assert_eq!(other.session.can_redo(), self.stage.session.can_redo());
        }
        assert_eq!(
            other.session.outcome().is_some() || back.len() > self.model.moves.len(),
            self.model.is_over() || back.len() > self.model.moves.len()
        );
    }
}

#[test]
fn ten_thousand_random_sequences_agree_with_the_model() {
    let mut finished = 0;
    for seed in 0..10_000 {
        let mut run = Run::new(seed);
        let mut steps = Vec::new();
        for _ in 0..24 {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let step = run.step();
                run.compare();
                step
            }));
            match result {
                Ok(step) => steps.push(step),
                Err(panic) => {
                    eprintln!("sequence {seed} after {steps:?}");
                    std::panic::resume_unwind(panic);
                }
            }
            finished += usize::from(run.model.is_over());
        }
        run.compare_kept();
    }
    assert!(
        finished > 10_000,
        "only {finished} steps met a finished game"
    );
}

#[test]
fn what_cannot_be_kept_is_kept_later_and_the_game_goes_on() {
    let mut stage = Stage::new(settings(Player::Person, Player::Person));
    stage.shelf().broken = true;
    stage.session.play(at(7, 7)).unwrap();
    stage.session.play(at(8, 7)).unwrap();
    assert_eq!(kinds(&stage.session.poll()), "started unsaved moved moved");
    assert!(!stage.session.is_saved());
    stage.shelf().broken = false;
    assert_eq!(kinds(&stage.session.poll()), "", "not tried at once");
    stage.pass_ms(2_000);
    assert_eq!(kinds(&stage.session.poll()), "saved");
    assert_eq!(stage.shelf().games[0].1.len(), 2);
    assert!(stage.session.is_saved());
}

#[test]
fn a_save_that_failed_is_due_again_though_nobody_acts() {
    let mut stage = Stage::new(settings(Player::Person, Player::Person));
    assert_eq!(stage.session.due_in_ms(), None);
    stage.shelf().broken = true;
    stage.session.play(at(7, 7)).unwrap();
    assert_eq!(stage.session.due_in_ms(), Some(2_000));
    stage.pass_ms(1_500);
    assert_eq!(stage.session.due_in_ms(), Some(500));
    stage.shelf().broken = false;
    stage.pass_ms(500);
    assert_eq!(stage.session.due_in_ms(), Some(0));
    stage.session.poll();
    assert!(stage.session.is_saved());
    assert_eq!(stage.session.due_in_ms(), None);
}

#[test]
fn a_store_that_refuses_slowly_is_waited_for_once_a_move() {
    let mut stage = Stage::new(settings(Player::Person, Player::Person));
    stage.shelf().broken = true;
    stage.shelf().patience_ms = 5_000;
    stage.session.play(at(7, 7)).unwrap();
    let after_the_attempt = stage.session.turn_ms();
    stage.session.poll();
    assert_eq!(stage.session.turn_ms(), after_the_attempt);
    // The wait for the next attempt begins when the last one has ended.
    assert_eq!(stage.session.due_in_ms(), Some(2_000));
}
