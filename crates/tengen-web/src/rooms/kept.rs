//! Seats survive a restart: cookies and rooms in one setting of the store.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use tengen_play::store::Store;

use super::visitors::Visitor;
use super::{Record, State};
use crate::messages::GameSetup;

/// The setting's name.
pub(super) const KEY: &str = "web.rooms";
/// Most rooms that are kept.
const MOST: usize = 200;
/// Most studies that are kept, those of the rooms used last.
const MOST_STUDIES: usize = 20;

#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    rooms: HashMap<String, Record>,
    visitors: Vec<Visitor>,
    setup: Option<GameSetup>,
}

/// What was kept; nothing if it cannot be read, which costs seats but no game.
pub(super) fn load(store: Option<&Store>) -> State {
    let text = store.and_then(|store| store.setting(KEY).ok().flatten());
    let kept: Kept = text
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    State {
        records: kept.rooms,
        visitors: kept.visitors,
        last_setup: kept.setup,
        ..State::default()
    }
}

/// What is to be kept: rooms with a game, and the browsers that belong to them.
pub(super) fn text(state: &State) -> String {
    let mut rooms: Vec<(&String, &Record)> = state
        .records
        .iter()
        .filter(|(_, record)| {
            record.game.is_some() || record.setup.is_some() || record.study.is_some()
        })
        .collect();
    rooms.sort_by_key(|(_, record)| std::cmp::Reverse(record.used));
    rooms.truncate(MOST);
    let rooms: HashMap<String, Record> = rooms
        .into_iter()
        .enumerate()
        .map(|(at, (key, record))| {
            let mut record = record.clone();
            record.study.take_if(|_| at >= MOST_STUDIES);
            (key.clone(), record)
        })
        .collect();
    let belongs = |visitor: &&Visitor| visitor.rooms().any(|room| rooms.contains_key(room));
    let kept = Kept {
        visitors: state.visitors.iter().filter(belongs).cloned().collect(),
        setup: state.last_setup.clone(),
        rooms,
    };
    serde_json::to_string(&kept).unwrap_or_default()
}
