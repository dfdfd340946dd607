//! A game whose opening follows a protocol.
//!
//! Stones of the opening are moves in the tree like any others. The acts themselves, with
//! choices and offers, are kept in order as a private property of the root
//! ([`ACTS_PROPERTY`]), so that a record brings the protocol back as it stood.

use super::{Game, GameError, GameNote, OpeningState};
use crate::opening::{Act, Opening, Protocol, ProtocolError, Seat, Turn};
use crate::point::Size;
use crate::rule::Rule;
use crate::stone::{BySide, Stone};
use crate::tree::{Move, NodeId, Tree};

/// The root's private property (SGF) that holds the acts of the opening, one value each,
/// spelt as [`Act::text`] does.
pub const ACTS_PROPERTY: &str = "TGACTS";

impl Game {
    /// A new game that opens with a protocol. `info().players` then names the first player
    /// as Black and the second as White, and the names change sides as the colours do.
    ///
    /// # Errors
    /// [`ProtocolError::Unsuitable`] if the protocol does not go with this rule and size.
    ///
    /// ```
    /// use tengen_core::opening::{Act, Protocol, Seat, Task};
    /// use tengen_core::{Game, Rule, Size, Stone};
    /// let size = Size::STANDARD;
    /// let mut game = Game::with_protocol(size, Rule::Freestyle, Protocol::Swap1)?;
    /// game.info_mut().players.black = "Ann".to_owned();
    /// game.play(size.centre())?;
    /// let turn = game.turn().unwrap();
    /// assert_eq!((turn.seat, turn.task), (Seat::Second, Task::MaySwap));
    /// assert!(game.play(size.point(0, 0).unwrap()).is_err());
    /// game.act(Act::Swap)?;
    /// assert_eq!(game.info().players.white, "Ann");
    /// game.play(size.point(0, 0).unwrap())?; // Ann's move: ordinary play has begun
    /// # Ok::<(), tengen_core::GameError>(())
    /// ```
    pub fn with_protocol(
        size: Size,
        rule: Rule,
        protocol: Protocol,
    ) -> Result<Game, ProtocolError> {
        let opening = Opening::new(protocol, size, rule)?;
        let mut game = Game::new(size, rule);
        if protocol != Protocol::None {
            protocol.name().clone_into(&mut game.tree.info.protocol);
            let tip = Tree::ROOT;
            game.opening = Some(OpeningState { opening, tip });
        }
        Ok(game)
    }

    /// The opening protocol of this game, in progress or over; `None` if there is none.
    pub fn opening(&self) -> Option<&Opening> {
        self.opening.as_ref().map(|state| &state.opening)
    }

    /// Who must do what next in the opening; `None` once ordinary play has begun.
    pub fn turn(&self) -> Option<Turn> {
        self.opening()?.turn()
    }

    /// Who plays which colour, as things stand: without a protocol the first player is
    /// Black.
    pub fn colours(&self) -> BySide<Seat> {
        let from_start = BySide {
            black: Seat::First,
            white: Seat::Second,
        };
        self.opening().map_or(from_start, Opening::colours)
    }

    /// Does what the opening asks. A stone becomes a move of the tree.
    ///
    /// # Errors
    /// [`GameError::Opening`] says what is allowed instead;
    /// [`GameError::AwayFromOpening`] if the cursor is not at the opening's last stone;
    /// [`GameError::Over`] if a player has resigned here. Nothing is changed then.
    pub fn act(&mut self, act: Act) -> Result<(), GameError> {
        if let Some(outcome) = self.outcome() {
            return Err(GameError::Over(Box::new(outcome.clone())));
        }
        let cursor = self.cursor();
        let Some(state) = &mut self.opening else {
            return Err(ProtocolError::Over { act }.into());
        };
        if let Some(turn) = state.opening.turn()
            && state.tip != cursor
        {
            return Err(GameError::AwayFromOpening(turn));
        }
        let black = state.opening.seat_of(Stone::Black);
        state.opening.apply(act)?;
        let stone = stone_of(act, state.opening.position().last_move());
        if let Some(mv) = stone {
            let tip = self.advance(mv);
            if let Some(state) = &mut self.opening {
                state.tip = tip;
            }
        }
        self.after_change_of_opening(black);
        Ok(())
    }

    /// Takes the last act of the opening back and goes to where it was done. Stones stay
    /// in the tree as variations. `None` if there is no act to take back.
    pub fn take_back_act(&mut self) -> Option<Act> {
        let state = self.opening.as_mut()?;
        let black = state.opening.seat_of(Stone::Black);
        let act = state.opening.undo()?;
        if matches!(act, Act::Place(_) | Act::Pick(_)) {
            let parent = self.tree.node(state.tip).parent();
            state.tip = parent.unwrap_or(Tree::ROOT);
        }
        let tip = state.tip;
        self.after_change_of_opening(black);
        // The tip cannot be removed from the tree.
        let found = self.go_to(tip);
        debug_assert!(found.is_ok());
        Some(act)
    }

    /// Writes the acts into the root, and exchanges the names if the colours were.
    fn after_change_of_opening(&mut self, black_before: Seat) {
        let Some(state) = &self.opening else {
            return;
        };
        let size = self.tree.size;
        let acts: Vec<String> = state
            .opening
            .acts()
            .iter()
            .map(|act| act.text(size))
            .collect();
        if state.opening.seat_of(Stone::Black) != black_before {
            let players = &mut self.tree.info.players;
            std::mem::swap(&mut players.black, &mut players.white);
        }
        let unknown = &mut self.tree.node_mut(Tree::ROOT).unknown;
        unknown.retain(|(name, _)| name != ACTS_PROPERTY);
        if !acts.is_empty() {
            unknown.push((ACTS_PROPERTY.to_owned(), acts));
        }
    }

    pub(super) fn refuse_during_opening(&self) -> Result<(), GameError> {
        match self.turn() {
            Some(turn) => Err(GameError::DuringOpening(turn)),
            None => Ok(()),
        }
    }
}

/// The move that an act has just made, if it put a stone down.
fn stone_of(act: Act, last: Option<Move>) -> Option<Move> {
    match act {
        Act::Place(_) | Act::Pick(_) => last,
        _ => None,
    }
}

/// Brings the opening of a record back: `None` if it has none, or names a protocol
/// without its acts, as files of others do.
pub(super) fn restore(tree: &Tree) -> Result<Option<OpeningState>, GameNote> {
    let acts = tree
        .node(Tree::ROOT)
        .unknown
        .iter()
        .find(|(name, _)| name == ACTS_PROPERTY);
    let Some((_, acts)) = acts else {
        return Ok(None);
    };
    replay(tree, acts).map(Some).map_err(|message| {
        let message = message.to_string();
        GameNote::Opening { message }
    })
}

fn replay(tree: &Tree, acts: &[String]) -> Result<OpeningState, Box<dyn std::error::Error>> {
    let protocol: Protocol = tree.info.protocol.parse()?;
    let mut opening = Opening::new(protocol, tree.size, tree.rule)?;
    let mut tip = Tree::ROOT;
    for text in acts {
        let act = Act::parse(text, tree.size)?;
        opening.apply(act)?;
        if let Some(mv) = stone_of(act, opening.position().last_move()) {
            tip = child_or_error(tree, tip, mv)?;
        }
    }
    Ok(OpeningState { opening, tip })
}

fn child_or_error(tree: &Tree, tip: NodeId, mv: Move) -> Result<NodeId, String> {
    let name = mv
        .point
        .map_or_else(String::new, |point| point.name(tree.size));
    tree.child_with_move(tip, mv)
        .ok_or_else(|| format!("its stone {name} is not among the moves"))
}
