//! How a game ends beyond the rules: resignation, time, agreement.

use super::{Game, GameError};
use crate::outcome::{Cause, Outcome};
use crate::stone::Stone;

impl Game {
    /// `stone` gives up: the other colour wins. The way to the cursor becomes the main
    /// line, as the result belongs to it.
    ///
    /// # Errors
    /// [`GameError::Over`] if the game has ended here already.
    ///
    /// ```
    /// use tengen_core::{Cause, Game, Outcome, Rule, Size, Stone};
    /// let mut game = Game::new(Size::STANDARD, Rule::Standard);
    /// game.play(Size::STANDARD.centre())?;
    /// game.resign(Stone::White)?;
    /// assert_eq!(game.outcome(), Some(&Outcome::win(Stone::Black, Cause::Resignation)));
    /// assert!(game.play(Size::STANDARD.point(0, 0).unwrap()).is_err());
    /// # Ok::<(), tengen_core::GameError>(())
    /// ```
    pub fn resign(&mut self, stone: Stone) -> Result<(), GameError> {
        self.finish(Outcome::win(stone.opponent(), Cause::Resignation))
    }

    /// `stone` has run out of time: the other colour wins.
    ///
    /// # Errors
    /// [`GameError::Over`] if the game has ended here already.
    pub fn lose_on_time(&mut self, stone: Stone) -> Result<(), GameError> {
        self.finish(Outcome::win(stone.opponent(), Cause::Time))
    }

    /// The players agree on a draw.
    ///
    /// # Errors
    /// [`GameError::Over`] if the game has ended here already.
    pub fn agree_draw(&mut self) -> Result<(), GameError> {
        self.finish(Outcome::draw(Cause::Agreement))
    }

    /// Forgets the recorded result, so that play can go on where it ended by resignation,
    /// time or agreement. An end by the rules stays one.
    pub fn reopen(&mut self) {
        self.tree.info.result = None;
        self.result_at = None;
    }

    fn finish(&mut self, outcome: Outcome) -> Result<(), GameError> {
        if let Some(outcome) = self.outcome() {
            return Err(GameError::Over(Box::new(outcome.clone())));
        }
        for &id in self.walk.path() {
            self.tree.promote(id);
        }
        self.tree.info.result = Some(outcome);
        self.result_at = Some(self.cursor());
        Ok(())
    }

    pub(super) fn recorded_result(&self) -> Option<&Outcome> {
        let result = self.tree.info.result.as_ref()?;
        let is_here = match self.result_at {
            Some(node) => node == self.cursor(),
            None => self.is_end_of_main_line(),
        };
        is_here.then_some(result)
    }

    fn is_end_of_main_line(&self) -> bool {
        let is_first = |pair: &[crate::tree::NodeId]| {
            self.tree.node(pair[0]).children().first() == Some(&pair[1])
        };
        self.node().children().is_empty() && self.path().windows(2).all(is_first)
    }

    /// Remembers where a record's result belongs before the main line grows beyond it.
    pub(super) fn pin_result(&mut self) {
        if self.tree.info.result.is_some() && self.result_at.is_none() {
            self.result_at = self.tree.main_line().last().copied();
        }
    }

    /// Writes an end by the rules into the record if the main line ends here and the
    /// record has no result.
    pub(super) fn settle(&mut self) {
        if let Some(outcome) = self.walk.position().outcome()
            && self.tree.info.result.is_none()
            && self.is_end_of_main_line()
        {
            self.tree.info.result = Some(outcome.clone());
            self.result_at = Some(self.cursor());
        }
    }
}
