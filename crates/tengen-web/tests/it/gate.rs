//! Who may talk to the server: Host, Origin, methods, cookies, paths.

use tengen_web::client::{self, Client, raw, request};

use crate::Fixture;

/// The status of a request with this Host and Origin.
fn status(fixture: &Fixture, path: &str, host: Option<&str>, origin: Option<&str>) -> u16 {
    let mut text = format!("GET {path} HTTP/1.1\r\n");
    for (name, value) in [("Host", host), ("Origin", origin)] {
        if let Some(value) = value {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
    }
    text.push_str("Connection: close\r\n\r\n");
    raw(fixture.address(), text.as_bytes()).unwrap().status
}

#[test]
fn w1_foreign_hosts_and_origins_are_refused_everywhere() {
    let fixture = Fixture::new();
    let port = fixture.address().port();
    let host = format!("127.0.0.1:{port}");
    let own = [
        format!("localhost:{port}"),
        format!("127.0.0.1:{port}"),
        format!("[::1]:{port}"),
    ];
    for name in &own {
        let origin = format!("http://{name}");
        assert_eq!(status(&fixture, "/", Some(name), None), 200, "{name}");
        assert_eq!(
            status(&fixture, "/", Some(name), Some(&origin)),
            200,
            "{name}"
        );
    }
    let foreign_hosts = [
        "evil.test".to_owned(),
        format!("evil.test:{port}"),
        format!("localhost.evil.test:{port}"),
        "localhost:1".to_owned(),
        "127.0.0.1".to_owned(),
        format!("127.0.0.2:{port}"),
    ];
    let foreign_origins = [
        "null".to_owned(),
        format!("https://localhost:{port}"),
        "http://localhost:1".to_owned(),
        format!("http://localhost.evil.test:{port}"),
        format!("http://evil.test:{port}"),
        "http://localhost".to_owned(),
        "file://".to_owned(),
        String::new(),
    ];
    for path in ["/", "/index.html", "/ws", "/api/enter", "/nothing"] {
        for foreign in &foreign_hosts {
            assert_eq!(
                status(&fixture, path, Some(foreign), None),
                403,
                "{path} {foreign}"
            );
        }
        for foreign in &foreign_origins {
            let met = status(&fixture, path, Some(&host), Some(foreign));
            assert_eq!(met, 403, "{path} {foreign}");
        }
        // Without a Host at all.
        assert!(
            matches!(status(&fixture, path, None, None), 400 | 403),
            "{path}"
        );
    }
    assert!(fixture.address().ip().is_loopback());
}

#[test]
fn w1_a_websocket_needs_our_origin_and_our_cookie() {
    let fixture = Fixture::new();
    let address = fixture.address();
    let cookie = fixture.cookie();
    let origin = format!("http://{address}");
    let refused = |headers: &[(&str, &str)]| {
        let error = Client::connect_as(address, headers)
            .unwrap_err()
            .to_string();
        error.rsplit(' ').next().unwrap().parse::<u16>().unwrap()
    };
    assert_eq!(refused(&[("Cookie", &cookie)]), 403);
    assert_eq!(refused(&[("Cookie", &cookie), ("Origin", "null")]), 403);
    assert_eq!(
        refused(&[("Cookie", &cookie), ("Origin", "http://evil.test")]),
        403
    );
    assert_eq!(refused(&[("Origin", &origin)]), 401);
    assert_eq!(refused(&[("Origin", &origin), ("Cookie", "tengen=0")]), 401);
    assert!(Client::connect(address, &cookie).is_ok());
}

#[test]
fn w2_nothing_but_our_own_script_changes_anything() {
    let fixture = Fixture::new();
    let address = fixture.address();
    let origin = format!("http://{address}");
    let body = br#"{"token":""}"#;
    let post =
        |headers: &[(&str, &str)]| request(address, "POST", "/api/enter", headers, body).unwrap();
    let json = ("Content-Type", "application/json");
    let form = ("Content-Type", "application/x-www-form-urlencoded");
    for headers in [
        &[][..],
        &[json],
        &[form],
        &[("X-Tengen", "1")],
        &[("X-Tengen", "1"), form],
    ] {
        let answer = post(headers);
        assert_eq!(answer.status, 400, "{headers:?}");
        assert!(answer.header("set-cookie").is_none());
    }
    let foreign = [json, ("X-Tengen", "1"), ("Origin", "http://evil.test")];
    assert_eq!(post(&foreign).status, 403);
    for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"] {
        for path in ["/api/enter", "/api/open"] {
            let headers = [json, ("X-Tengen", "1"), ("Origin", origin.as_str())];
            let answer = request(address, method, path, &headers, b"").unwrap();
            assert!(matches!(answer.status, 404 | 405), "{method} {path}");
            assert!(answer.header("set-cookie").is_none());
            assert!(answer.header("access-control-allow-origin").is_none());
        }
    }
    let answer = post(&[json, ("X-Tengen", "1"), ("Origin", &origin)]);
    let cookie = answer.header("set-cookie").unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    assert!(fixture.server().open_rooms() == 0, "nothing was opened");
}

#[test]
fn w2_no_method_on_any_route_writes_to_the_store() {
    let fixture = Fixture::new();
    let cookie = fixture.cookie();
    let (mut page, seen) = Client::join(fixture.address(), &cookie, None).unwrap();
    page.ask(crate::new_game(crate::setup(
        tengen_web::messages::PlayerSetup::Person,
    )))
    .unwrap();
    page.ask(crate::place("H8")).unwrap();
    let before = fixture.stored();
    let form = ("Content-Type", "application/x-www-form-urlencoded");
    let mut asked = 0;
    for path in [
        "/",
        "/index.html",
        "/ws",
        "/api/enter",
        "/api/open",
        "/nothing",
    ] {
        for method in [
            "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
        ] {
            let headers = [
                form,
                ("Cookie", cookie.as_str()),
                ("X-Tengen-Room", seen.room.as_str()),
            ];
            let answer = request(fixture.address(), method, path, &headers, b"").unwrap();
            assert!(answer.header("set-cookie").is_none(), "{method} {path}");
            asked += 1;
        }
    }
    assert_eq!(asked, 48);
    assert!(fixture.stored() == before, "the store is as it was");
}

#[test]
fn w6_every_answer_is_protected() {
    let fixture = Fixture::new();
    for path in ["/", "/index.html", "/nothing", "/ws"] {
        let answer = request(fixture.address(), "GET", path, &[], b"").unwrap();
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.contains("script-src 'self'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
}

#[test]
fn w7_only_names_of_the_page_are_found() {
    let fixture = Fixture::new();
    let host = fixture.address();
    for path in [
        "/..",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/index.html%00",
        "/\\..\\Cargo.toml",
        "//etc/passwd",
        "/.git/config",
        "/index.html/",
        "/api",
        "/api/x",
        "/ws/",
        "/index.html?x=1",
        "/css/../index.html",
        "/c:/windows",
        "/nothing",
    ] {
        let text = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let answer = raw(host, text.as_bytes()).unwrap();
        assert!(
            matches!(answer.status, 400 | 404),
            "{path}: {}",
            answer.status
        );
    }
    let mut crafted = 0;
    for up in [
        "..",
        "%2e%2e",
        "%2E.",
        "..%00",
        "..\\",
        "%5c..",
        "....",
        "%252e%252e",
    ] {
        for way in ["/", "/css/", "/js/", "//"] {
            for goal in ["etc/passwd", "index.html", "src/lib.rs", "page/index.html"] {
                let path = format!("{way}{up}/{goal}");
                let text =
                    format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
                let status = raw(host, text.as_bytes()).unwrap().status;
                assert!(matches!(status, 400 | 404), "{path}: {status}");
                crafted += 1;
            }
        }
    }
    assert!(crafted >= 100, "{crafted} paths");
    let answer = request(host, "GET", "/", &[], b"").unwrap();
    assert_eq!(
        answer.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let tag = answer.header("etag").unwrap();
    let same = request(host, "GET", "/", &[("If-None-Match", tag)], b"").unwrap();
    assert_eq!(same.status, 304);
    assert_eq!(request(host, "POST", "/", &[], b"").unwrap().status, 404);
}

#[test]
fn w9_a_token_is_needed_where_other_machines_can_come() {
    let server = tengen_web::Server::start(tengen_web::Config {
        port: Some(0),
        host: Some("127.0.0.1".to_owned()),
        ..tengen_web::Config::default()
    })
    .unwrap();
    let address = server.address();
    let token = server.link().rsplit_once("#enter=").unwrap().1.to_owned();
    assert_eq!(token.len(), 32);
    assert!(client::enter(address, "", None).is_err());
    assert!(client::enter(address, &"0".repeat(32), None).is_err());
    let cookie = client::enter(address, &token, None).unwrap();
    assert!(!cookie.contains(&token), "the cookie is another secret");
    // Later the cookie is enough.
    assert_eq!(client::enter(address, "", Some(&cookie)).unwrap(), cookie);
    assert!(Client::join(address, &cookie, None).is_ok());
    server.stop();
}
