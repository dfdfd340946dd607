//! A browser, and the rooms that it may enter.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess};
use serde::ser::{Serialize, Serializer};

use crate::messages::Role;
use crate::token::Token;

/// A browser.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Visitor {
    pub(super) cookie: Token,
    /// Whether it may have a room of its own.
    pub(super) owner: bool,
    /// Its own room.
    pub(super) room: Option<String>,
    /// Rooms of others that it may enter.
    pub(super) grants: Grants,
    /// Counts up with each use, so that the longest unused is forgotten first.
    pub(super) used: u64,
}

impl Visitor {
    /// What it is in a room; `None` if it may not enter.
    pub(super) fn role_in(&self, room: &str) -> Option<Role> {
        if self.owner && self.room.as_deref() == Some(room) {
            return Some(Role::Host);
        }
        self.grants.role(room)
    }

    /// Every room that it may enter.
    pub(super) fn rooms(&self) -> impl Iterator<Item = &str> {
        self.room.as_deref().into_iter().chain(self.grants.rooms())
    }

    /// How much would be lost with it, the most important first: its right to a room, a
    /// seat in a game, a room that is open now.
    pub(super) fn worth(&self, is_open: impl Fn(&str) -> bool) -> (bool, bool, bool, u64) {
        let plays = self.room.is_some() || self.grants.has_seat();
        (self.owner, plays, self.rooms().any(is_open), self.used)
    }
}

/// Rooms of others and the role there, the last link that was opened at the end. Kept as
/// an object whose fields are in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Grants(Vec<(String, Role)>);

impl Grants {
    /// A link was opened. Who may play and opens the link for watching still may play.
    pub(super) fn add(&mut self, room: &str, role: Role) {
        let had_seat = self.role(room) == Some(Role::Guest);
        self.0.retain(|(granted, _)| granted != room);
        let role = if had_seat { Role::Guest } else { role };
        self.0.push((room.to_owned(), role));
    }

    /// The room of the last link.
    pub(super) fn last(&self) -> Option<&(String, Role)> {
        self.0.last()
    }

    fn role(&self, room: &str) -> Option<Role> {
        let found = self.0.iter().find(|(granted, _)| granted == room);
        found.map(|(_, role)| *role)
    }

    fn rooms(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(room, _)| room.as_str())
    }

    fn has_seat(&self) -> bool {
        self.0.iter().any(|(_, role)| *role == Role::Guest)
    }
}

impl Serialize for Grants {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(room, role)| (room, role)))
    }
}

impl<'de> Deserialize<'de> for Grants {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Grants, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

/// Reads the fields of an object in the order in which they are written.
struct InOrder;

impl<'de> serde::de::Visitor<'de> for InOrder {
    type Value = Grants;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of rooms and roles")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Grants, A::Error> {
        let mut grants = Grants::default();
        while let Some((room, role)) = map.next_entry::<String, Role>()? {
            grants.add(&room, role);
        }
        Ok(grants)
    }
}
