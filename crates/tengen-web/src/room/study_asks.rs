//! What the host asks of the study board.

use tengen_core::record::{ReadOptions, read};
use tengen_core::{Game, GameError, NodeId, Point, Rule, Size, Stone};

use super::asks::Done;
use super::play::point_named;
use super::study::{self, Study};
use super::{Refused, Room};
use crate::messages::{Ask, Colour, ErrorCode, GameSetup, Mode, Text, WalkStep};
use crate::{link, words};

/// Most games of one text that can be chosen from.
const MOST_GAMES: usize = 1_000;

impl Room {
    pub(super) fn study_ask(&mut self, ask: &Ask) -> Result<Done, Refused> {
        match ask {
            Ask::Study { fresh } => self.enter_study(*fresh),
            Ask::LeaveStudy => {
                self.back_to_play();
                Ok(Done::Changed)
            }
            Ask::Walk { step, count } => self.walk(*step, *count),
            Ask::Go { node } => self.go(*node),
            Ask::StudyPlay { moves } => self.study_play(moves),
            Ask::DeleteNode { node } => self.change_node(*node, Game::remove),
            Ask::PromoteNode { node } => self.change_node(*node, |game, id| {
                let cursor = game.cursor();
                game.go_to(id)?;
                game.promote();
                game.go_to(cursor)
            }),
            Ask::Comment { text } => self.comment(text),
            Ask::SetUp {
                size,
                rule,
                black,
                white,
                to_move,
            } => self.set_up(*size, rule, [black, white], *to_move),
            Ask::Open {
                text,
                index,
                rule,
                size,
            } => {
                self.open_text(text, *index, rule.as_deref(), *size)?;
                Ok(Done::Changed)
            }
            Ask::PlayFromHere { settings } => self.play_from_here(settings),
            other => self.study_work(other),
        }
    }

    /// The study, which is made of the game if there is none.
    pub(super) fn study_mut(&mut self) -> &mut Study {
        let game = self.session.game();
        self.study.get_or_insert_with(|| {
            let mut study = Study::new(copy_of(game));
            study.game.to_end();
            study
        })
    }

    fn enter_study(&mut self, fresh: bool) -> Result<Done, Refused> {
        if fresh || self.study.is_none() {
            self.stop_study_work();
            self.study = Some(Study::new(copy_of(self.session.game())));
        }
        self.mode = Mode::Study;
        Ok(Done::Changed)
    }

    /// The board shows the game again; nothing is analysed any more.
    pub(super) fn back_to_play(&mut self) {
        self.stop_study_work();
        self.mode = Mode::Play;
    }

    /// Shows another study.
    pub(super) fn show_study(&mut self, mut study: Study) {
        self.stop_study_work();
        if let Some(old) = &self.study {
            study.engine.lines = old.engine.lines;
            study.engine.threads = old.engine.threads;
            study.engine.seconds = old.engine.seconds;
        }
        self.study = Some(study);
        self.mode = Mode::Study;
    }

    fn walk(&mut self, step: WalkStep, count: usize) -> Result<Done, Refused> {
        let study = self.study_mut();
        let game = &mut study.game;
        match step {
            WalkStep::Start => game.to_start(),
            WalkStep::End => game.to_end(),
            WalkStep::Back => {
                for _ in 0..count.min(1_000) {
                    if !game.undo() {
                        break;
                    }
                }
            }
            WalkStep::Forward => {
                for _ in 0..count.min(1_000) {
                    if !game.redo() {
                        break;
                    }
                }
            }
            WalkStep::PreviousVariation | WalkStep::NextVariation => {
                let here = game.cursor();
                let all = game.variations();
                let at = all.iter().position(|&id| id == here).unwrap_or(0);
                let to = match step {
                    WalkStep::NextVariation => at.saturating_add(count),
                    _ => at.saturating_sub(count),
                };
                if let Some(&node) = all.get(to.min(all.len().saturating_sub(1))) {
                    // A sibling of the cursor is in the tree.
                    let _ = game.go_to(node);
                }
            }
        }
        self.cursor_moved();
        Ok(Done::Changed)
    }

    fn go(&mut self, node: u32) -> Result<Done, Refused> {
        let study = self.study_mut();
        let gone = match study.game.tree().id(node) {
            Some(id) => study.game.go_to(id).is_ok(),
            None => false,
        };
        if !gone {
            return Err((ErrorCode::NotFound, Text::new("error.node")));
        }
        self.cursor_moved();
        Ok(Done::Changed)
    }

    fn study_play(&mut self, names: &[String]) -> Result<Done, Refused> {
        let study = self.study_mut();
        let size = study.game.size();
        let points: Result<Vec<Point>, Refused> = names
            .iter()
            .take(500)
            .map(|name| point_named(name, size))
            .collect();
        let (points, start) = (points?, study.game.cursor());
        let before = study.game.tree().len();
        for point in points {
            let stone = study.game.position().to_move();
            let mv = tengen_core::Move {
                stone,
                point: Some(point),
            };
            // A forbidden move is legal in a study only where the rule allows it: say so.
            let played = match study.game.position().check(point) {
                Ok(()) => study.game.record(mv),
                Err(_) => study.game.play(point),
            };
            if let Err(error) = played {
                let text = words::game_error(&error, study.game.position().board());
                // All or nothing: the cursor goes back to where it was.
                let _ = study.game.go_to(start);
                return Err((ErrorCode::Refused, text));
            }
            study.touched |= study.game.tree().len() > before;
        }
        self.cursor_moved();
        Ok(Done::Changed)
    }

    fn change_node(
        &mut self,
        node: u32,
        change: impl FnOnce(&mut Game, NodeId) -> Result<(), GameError>,
    ) -> Result<Done, Refused> {
        let study = self.study_mut();
        let Some(id) = study.game.tree().id(node) else {
            return Err((ErrorCode::NotFound, Text::new("error.node")));
        };
        if let Err(error) = change(&mut study.game, id) {
            let text = words::game_error(&error, study.game.position().board());
            return Err((ErrorCode::Refused, text));
        }
        self.cursor_moved();
        Ok(Done::Changed)
    }

    fn comment(&mut self, text: &str) -> Result<Done, Refused> {
        let text: String = text.chars().take(10_000).collect();
        let study = self.study_mut();
        study.touched |= study.game.node().comment != text;
        study.game.set_comment(text);
        Ok(Done::Changed)
    }

    fn set_up(
        &mut self,
        size: u8,
        rule: &str,
        [black, white]: [&Vec<String>; 2],
        to_move: Colour,
    ) -> Result<Done, Refused> {
        let (size, rule) = size_and_rule(size, rule)?;
        let mut stones = Vec::new();
        for (names, stone) in [(black, Stone::Black), (white, Stone::White)] {
            for name in names.iter().take(size.area()) {
                let point = point_named(name, size)?;
                if stones.iter().any(|&(at, _)| at == point) {
                    let text = Text::new("refused.taken").with("point", point.name(size));
                    return Err((ErrorCode::Refused, text));
                }
                stones.push((point, Some(stone)));
            }
        }
        let mut study = study::set_up(size, rule, &stones, to_move.into()).map_err(|error| {
            let text = Text::new("refused.settings").with("reason", error.to_string());
            (ErrorCode::Refused, text)
        })?;
        study.touched = !stones.is_empty();
        self.show_study(study);
        Ok(Done::Changed)
    }

    /// Opens a text as a study.
    pub(super) fn open_text(
        &mut self,
        text: &str,
        index: usize,
        rule: Option<&str>,
        size: Option<u8>,
    ) -> Result<(), Refused> {
        let study = match link::read(text) {
            Some(Ok(game)) => Study::new(game),
            Some(Err(reason)) => {
                let text = Text::new("error.read").with("reason", reason);
                return Err((ErrorCode::Unreadable, text));
            }
            None => read_study(text, index, rule, size)?,
        };
        let moves = study.line().len().saturating_sub(1);
        self.show_study(study);
        self.news.push(Text::new("status.opened").with("n", moves));
        Ok(())
    }

    fn play_from_here(&mut self, asked: &GameSetup) -> Result<Done, Refused> {
        let study = self.study_mut();
        let start = study.start();
        let asked = GameSetup {
            rule: study.game.rule().name().to_owned(),
            size: study.game.size().get(),
            protocol: "none".to_owned(),
            ..asked.clone()
        };
        self.begin(&asked, &start)
    }

    /// After the cursor went elsewhere: analysis follows.
    fn cursor_moved(&mut self) {
        if let Some(study) = &mut self.study {
            study.moved();
        }
        self.follow_cursor();
    }
}

fn size_and_rule(size: u8, rule: &str) -> Result<(Size, Rule), Refused> {
    let refuse = |reason: String| {
        let text = Text::new("refused.settings").with("reason", reason);
        (ErrorCode::Refused, text)
    };
    let size = Size::new(size).map_err(|error| refuse(error.to_string()))?;
    let rule = rule.parse().map_err(|error| refuse(format!("{error}")))?;
    Ok((size, rule))
}

/// A study of a text in any format.
pub(super) fn read_study(
    text: &str,
    index: usize,
    rule: Option<&str>,
    size: Option<u8>,
) -> Result<Study, Refused> {
    let options = ReadOptions {
        rule: rule.and_then(|rule| rule.parse().ok()),
        size: size.and_then(|size| Size::new(size).ok()),
        // Nearly every Gomoku file that calls itself Go is one of ours.
        other_games: true,
        ..ReadOptions::default()
    };
    let reading = read(text, &options).map_err(|error| {
        let text = Text::new("error.read").with("reason", error.to_string());
        (ErrorCode::Unreadable, text)
    })?;
    let mut collection = reading.value;
    collection.truncate(MOST_GAMES);
    let Some(tree) = collection.get(index).cloned() else {
        return Err((ErrorCode::NotFound, Text::new("error.game")));
    };
    let mut game = Game::from_tree(tree);
    game.to_end();
    let mut notes: Vec<String> = reading.notes.iter().map(ToString::to_string).collect();
    notes.extend(game.notes().iter().map(ToString::to_string));
    notes.truncate(100);
    let mut study = Study::new(game);
    study.notes = notes;
    study.index = index;
    study.collection = collection;
    Ok(study)
}

/// The game as a record: everything that was done, without an opening in progress.
fn copy_of(game: &Game) -> Game {
    let cursor = game.cursor();
    let mut tree = game.tree().clone();
    // The acts of an opening that is not over would bind the study to it.
    let root = tree.node_mut(tengen_core::Tree::ROOT);
    root.unknown
        .retain(|(name, _)| name != tengen_core::game::ACTS_PROPERTY);
    let mut copy = Game::from_tree(tree);
    // The same node of the same tree.
    let _ = copy.go_to(cursor);
    copy
}
