//! What the mouse does: on the board, in the sheet, in lists.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::{App, Effect, Screen};
use crate::draw::{self, Layout};

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        let pressed = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        match &mut self.screen {
            Screen::Board => self.board_mouse(mouse, pressed),
            &mut Screen::Help(page) if pressed => self.turn_help_page(page),
            Screen::Games if pressed => {
                let list = self.games.as_mut();
                if let Some(list) = list
                    && let Some(at) = draw::game_at(list, self.area, mouse.row)
                {
                    list.at = at;
                }
            }
            Screen::Sheet(sheet) if pressed => {
                match draw::sheet_target(sheet, self.texts, self.area, mouse.column, mouse.row) {
                    Some(draw::Target::Choice(field, at)) => sheet.choose(field, at),
                    Some(draw::Target::Start) => self.start_from_sheet(),
                    None => {}
                }
            }
            _ => {}
        }
        Vec::new()
    }

    /// The mouse over the board: a click places a stone or takes a choice, in a review it tries one out
    /// and the wheel walks.
    fn board_mouse(&mut self, mouse: MouseEvent, pressed: bool) {
        let walk = match mouse.kind {
            MouseEventKind::ScrollUp => Some(KeyCode::Left),
            MouseEventKind::ScrollDown => Some(KeyCode::Right),
            _ => None,
        };
        if let Some(code) = walk {
            self.review_key(KeyEvent::new(code, KeyModifiers::NONE));
            return;
        }
        let (position, _) = self.shown();
        let layout = Layout::of(self.area, position.size(), self.review.is_some());
        let choice = layout.and_then(|it| draw::choice_at(self, &it, mouse.column, mouse.row));
        if let (true, Some(act)) = (pressed, choice) {
            let done = self.session.act(act);
            self.complain(done);
            return;
        }
        let point = layout.and_then(|it| it.point_at(mouse.column, mouse.row, position.board()));
        if let (true, Some(point)) = (pressed, point) {
            self.typed.clear();
            if self.review.is_some() {
                self.try_at(point);
            } else {
                self.cursor = point;
                self.place(point);
            }
        }
    }
}
