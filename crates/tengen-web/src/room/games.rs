//! The list of kept games, and what can be written out.

use tengen_core::diagram::{Diagram, Numbers, Style};
use tengen_core::record::{Format, losses, sgf, text, write};
use tengen_core::{Game, Stone, Tree};
use tengen_play::journal::GameId;
use tengen_play::store::{GameRow, Store, StoreError};

use super::asks::Done;
use super::{Refused, Room};
use crate::link;
use crate::messages::{ErrorCode, ExportFormat, Exported, GameRowView, Mode, Role, Tell, Text};
use crate::words;

/// Most games that the list shows.
const MOST_LISTED: usize = 500;

impl Room {
    fn store(&self) -> Result<Store, Refused> {
        let services = self.rooms.services();
        services.store.clone().ok_or_else(|| {
            let reason = services.store_trouble.clone().unwrap_or_default();
            (
                ErrorCode::Store,
                Text::new("error.store").with("reason", reason),
            )
        })
    }

    pub(super) fn list_games(&self) -> Result<Done, Refused> {
        let rows = self.store()?.games().map_err(|error| store_fault(&error))?;
        let current = self.session.game_id();
        let games = rows
            .into_iter()
            .take(MOST_LISTED)
            .map(|row| game_row(row, current))
            .collect();
        Ok(Done::Told(Box::new(Tell::Games { games })))
    }

    /// Takes a kept game up on the board.
    pub(super) fn open_game(&mut self, game: i64) -> Result<Done, Refused> {
        let id = GameId(game);
        if self.rooms.is_open_elsewhere(&self.key, id) {
            return Err((ErrorCode::Busy, Text::new("error.open_elsewhere")));
        }
        self.open_kept(id)?;
        self.set_friend(false);
        self.back_to_play();
        Ok(Done::Changed)
    }

    pub(super) fn open_kept(&mut self, id: GameId) -> Result<(), Refused> {
        let kept = self
            .store()?
            .game(id)
            .map_err(|error| store_fault(&error))?;
        self.session.open(kept, &|_| None).map_err(|error| {
            let text = Text::new("error.read").with("reason", error.to_string());
            (ErrorCode::Unreadable, text)
        })?;
        self.kept_as = Some(id);
        self.rooms.note_game(&self.key, Some(id), self.friend);
        Ok(())
    }

    pub(super) fn rename_game(&self, game: i64, title: &str) -> Result<Done, Refused> {
        let title: String = title
            .chars()
            .filter(|c| !c.is_control())
            .take(200)
            .collect();
        self.store()?
            .rename(GameId(game), title.trim())
            .map_err(|error| store_fault(&error))?;
        self.list_games()
    }

    /// Deletes a kept game; the one on the board cannot be.
    pub(super) fn delete_game(&mut self, game: i64) -> Result<Done, Refused> {
        let id = GameId(game);
        if self.rooms.is_open_elsewhere(&self.key, id) {
            return Err((ErrorCode::Refused, Text::new("error.open_elsewhere")));
        }
        // Also one that is over: what is taken back and played on would be kept nowhere.
        if self.session.game_id() == Some(id) {
            return Err((ErrorCode::Refused, Text::new("refused.in_use")));
        }
        self.store()?
            .delete(id)
            .map_err(|error| store_fault(&error))?;
        self.list_games()
    }

    pub(super) fn export(
        &self,
        role: Role,
        format: ExportFormat,
        numbers: bool,
    ) -> Result<Done, Refused> {
        let studied = match (role, self.mode) {
            (Role::Host, Mode::Study) => self.study.as_ref().map(super::study::Study::game),
            _ => None,
        };
        let game = studied.unwrap_or_else(|| self.session.game());
        let (text, losses) = written(game, format, numbers)?;
        let ending = match format {
            ExportFormat::Sgf => "sgf",
            ExportFormat::Psq => "psq",
            ExportFormat::Svg => "svg",
            ExportFormat::Position | ExportFormat::Link | ExportFormat::Gomocalc => "txt",
        };
        let name = match self.session.game_id().filter(|_| studied.is_none()) {
            Some(id) => format!("tengen-{}.{ending}", id.0),
            None => format!("tengen.{ending}"),
        };
        Ok(Done::Told(Box::new(Tell::Exported(Exported {
            format,
            name,
            text,
            losses,
        }))))
    }
}

/// The game as text, and what got lost.
fn written(
    game: &Game,
    format: ExportFormat,
    numbers: bool,
) -> Result<(String, Vec<String>), Refused> {
    let cannot = |error: tengen_core::record::WriteError| {
        let text = Text::new("error.write").with("reason", error.to_string());
        (ErrorCode::Unreadable, text)
    };
    let lost = |format: Format| losses(game.tree(), format).into_iter().map(str::to_owned);
    // What the board shows: the way to the cursor, not what was taken back since.
    let line = || line_to_cursor(game);
    Ok(match format {
        ExportFormat::Sgf => (sgf::write(game.tree()), Vec::new()),
        ExportFormat::Psq => (
            write(&line(), Format::Psq).map_err(cannot)?,
            lost(Format::Psq).collect(),
        ),
        ExportFormat::Position => (
            write(&line(), Format::PositionString).map_err(cannot)?,
            lost(Format::PositionString).collect(),
        ),
        ExportFormat::Gomocalc => (
            text::write_link(&line()).map_err(cannot)?,
            lost(Format::GomocalcLink).collect(),
        ),
        ExportFormat::Link => (link::write(game), Vec::new()),
        ExportFormat::Svg => {
            let numbers = if numbers { Numbers::All } else { Numbers::None };
            let diagram = Diagram::of_tree(game.tree(), game.cursor(), numbers);
            (diagram.svg(&Style::default()), Vec::new())
        }
    })
}

/// The record without anything beside or behind the way to the cursor.
fn line_to_cursor(game: &Game) -> Tree {
    let mut tree = Tree::new(game.size(), game.rule());
    tree.info.clone_from(game.info());
    let mut at = Tree::ROOT;
    for &id in game.path() {
        let node = game.tree().node(id);
        match node.mv {
            None => tree.node_mut(at).setup.clone_from(&node.setup),
            Some(mv) => {
                at = tree.add_move(at, mv);
                tree.node_mut(at).time_ms = node.time_ms;
            }
        }
    }
    tree
}

fn store_fault(error: &StoreError) -> Refused {
    match error {
        StoreError::NoSuchGame(_) => (ErrorCode::NotFound, Text::new("error.game")),
        other => (
            ErrorCode::Store,
            Text::new("error.store").with("reason", other.to_string()),
        ),
    }
}

fn game_row(row: GameRow, current: Option<GameId>) -> GameRowView {
    GameRowView {
        game: row.id.0,
        title: row.title,
        created_s: row.created_s,
        changed_s: row.changed_s,
        rule: row.rule,
        size: row.size,
        players: row.players.each_ref().map(|text| words::kept_player(text)),
        moves: row.moves,
        over: !row.result.is_empty(),
        winner: [Stone::Black, Stone::White]
            .into_iter()
            .find(|stone| row.result.starts_with(&format!("{stone} wins")))
            .map(Into::into),
        result: row.result,
        current: current == Some(row.id),
    }
}
