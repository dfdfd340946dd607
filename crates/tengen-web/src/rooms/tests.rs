use super::visitors::{Grants, Visitor};
use super::*;

fn rooms() -> Rooms {
    Rooms::new(Services {
        store: None,
        store_trouble: None,
        searches: Searches::start(1, Duration::ZERO).unwrap(),
        addresses: Vec::new(),
        key: Some(Token::new().unwrap()),
        silence: Silence::default(),
    })
}

/// A host's cookie and room, and the tokens of its links.
fn host(rooms: &Rooms) -> (Token, String, (String, String)) {
    let key = rooms.services().key.clone().unwrap();
    let entered = rooms.enter(key.secret(), None).unwrap();
    let (room, role) = rooms.find(entered.cookie.secret(), None).unwrap();
    assert_eq!(role, Role::Host);
    rooms.invite(&room);
    let links = rooms.links(&room).unwrap();
    (entered.cookie, room, links)
}

#[test]
fn a_guest_with_several_links_comes_to_the_last_one_opened() {
    let rooms = rooms();
    let hosts: Vec<(Token, String, (String, String))> = (0..8).map(|_| host(&rooms)).collect();
    let mut cookie: Option<Token> = None;
    for (_, room, (guest, _)) in &hosts {
        let known = cookie.as_ref().map(Token::secret);
        let entered = rooms.enter(guest, known).unwrap();
        assert_eq!(entered.room.as_ref(), Some(room));
        let cookie = &*cookie.insert(entered.cookie);
        // The page asks for no room after a reload, and enters without a token.
        let found = rooms.find(cookie.secret(), None).unwrap();
        assert_eq!(found, (room.clone(), Role::Guest));
        let again = rooms.enter("", Some(cookie.secret())).unwrap();
        assert_eq!((again.room.as_ref(), again.role), (Some(room), Role::Guest));
    }
    // An older link that is opened again counts as the last; watching takes no seat away.
    let cookie = cookie.unwrap();
    let (_, first, (_, spectator)) = &hosts[0];
    rooms.enter(spectator, Some(cookie.secret())).unwrap();
    let found = rooms.find(cookie.secret(), None).unwrap();
    assert_eq!(found, (first.clone(), Role::Guest));
    rooms.services().searches.close();
}

#[test]
fn grants_keep_their_order_and_older_files_are_read() {
    let text = r#"{"zebra":"spectator","apple":"guest"}"#;
    let mut grants: Grants = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&grants).unwrap(), text);
    grants.add("zebra", Role::Guest);
    let kept = serde_json::to_string(&grants).unwrap();
    assert_eq!(kept, r#"{"apple":"guest","zebra":"guest"}"#);
    assert_eq!(serde_json::from_str::<Grants>(&kept).unwrap(), grants);
}

#[test]
fn a_flood_of_new_browsers_puts_out_neither_host_nor_guest() {
    let rooms = rooms();
    let (owner, room, (guest, spectator)) = host(&rooms);
    let friend = rooms.enter(&guest, None).unwrap().cookie;
    for _ in 0..MOST_VISITORS {
        rooms.enter(&spectator, None).unwrap();
    }
    assert_eq!(rooms.lock().visitors.len(), MOST_VISITORS);
    let found = rooms.find(owner.secret(), None).unwrap();
    assert_eq!(found, (room.clone(), Role::Host));
    let found = rooms.find(friend.secret(), None).unwrap();
    assert_eq!(found, (room, Role::Guest));
    rooms.services().searches.close();
}

#[test]
fn the_record_of_a_room_goes_with_the_last_browser_that_knows_it() {
    let mut state = State::default();
    let visitor = |room: &str, used| Visitor {
        cookie: Token::new().unwrap(),
        owner: true,
        room: Some(room.to_owned()),
        grants: Grants::default(),
        used,
    };
    for name in ["open", "shared", "left"] {
        state.records.insert(name.to_owned(), Record::default());
        state.visitors.push(visitor(name, 1));
    }
    let (outlet, _inbox) = channel();
    state.live.insert("open".to_owned(), outlet);
    state.visitors.push(visitor("shared", 9));
    for _ in 0..3 {
        state.drop_visitor(0);
    }
    let mut names: Vec<&str> = state.records.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["open", "shared"]);
}
