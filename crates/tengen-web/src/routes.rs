//! What can be asked by HTTP: the page, a cookie for a token, a file to open, the
//! WebSocket. Everything passes the same gate first.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde_json::{Value, json};

use crate::access::{Doorman, Names};
use crate::messages::{ErrorCode, Role, Text};
use crate::room::{Letter, Refused};
use crate::rooms::Rooms;
use crate::{assets, socket};

/// The largest file that can be opened.
pub(crate) const MOST_FILE_BYTES: usize = 4 << 20;
/// The largest other body.
const MOST_BODY_BYTES: usize = 4 << 10;

/// What the handlers share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) rooms: Rooms,
    pub(crate) names: Names,
    /// For new sockets.
    pub(crate) sockets: Doorman,
    /// For tokens tried and files sent.
    pub(crate) posts: Doorman,
    /// Bytes of a file into text.
    pub(crate) decode: fn(&[u8]) -> String,
    /// The cookie's name: browsers share cookies between the ports of a machine.
    pub(crate) cookie: String,
}

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// All routes behind the gate.
pub(crate) fn router(app: Arc<App>) -> Router {
    let open = post(open).layer(DefaultBodyLimit::max(MOST_FILE_BYTES));
    let enter = post(enter).layer(DefaultBodyLimit::max(MOST_BODY_BYTES));
    Router::new()
        .route("/ws", get(websocket))
        .route("/api/enter", enter)
        .route("/api/open", open)
        .fallback(page)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), gate))
        .with_state(app)
}

/// Refuses whoever calls us by another name or comes from another page, and sets what
/// every answer carries.
async fn gate(State(app): State<Arc<App>>, request: Request, next: Next) -> Response<Body> {
    let allowed = is_allowed(&app.names, request.headers());
    let mut answer = match allowed {
        true => next.run(request).await,
        false => plain(StatusCode::FORBIDDEN, "this address is not served here\n"),
    };
    assets::protect(answer.headers_mut());
    answer
}

fn is_allowed(names: &Names, headers: &HeaderMap) -> bool {
    let only = |name: header::HeaderName| {
        let mut values = headers.get_all(name).iter();
        let first = values.next();
        (
            first.and_then(|value| value.to_str().ok()),
            first.is_some(),
            values.next().is_some(),
        )
    };
    let (host, _, several_hosts) = only(header::HOST);
    let (origin, has_origin, several_origins) = only(header::ORIGIN);
    host.is_some_and(|host| names.is_host(host))
        && (!has_origin || origin.is_some_and(|origin| names.is_origin(origin)))
        && !several_hosts
        && !several_origins
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (status, kind, text).into_response()
}

/// The page. Whatever is not part of it is not found, whoever asks how.
async fn page(request: Request) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) || request.uri().query().is_some() {
        return assets::missing();
    }
    let same = request.headers().get(header::IF_NONE_MATCH);
    assets::serve(
        request.uri().path(),
        same.and_then(|value| value.to_str().ok()),
    )
}

/// Whether a request was made by our own script: no form and no foreign page can.
fn is_ours(headers: &HeaderMap, kind: &str) -> bool {
    let is = |name: &str, wanted: &str| {
        headers
            .get(name)
            .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(wanted.as_bytes()))
    };
    is("x-tengen", "1") && is("content-type", kind)
}

fn failed(status: StatusCode, (code, text): Refused) -> Response<Body> {
    let body = json!({ "type": "error", "code": code, "text": text });
    as_json(status, &body)
}

fn as_json(status: StatusCode, body: &Value) -> Response<Body> {
    let kind = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (status, kind, body.to_string()).into_response()
}

fn not_ours() -> Response<Body> {
    let text = Text::new("error.message").with("reason", "X-Tengen and Content-Type");
    failed(StatusCode::BAD_REQUEST, (ErrorCode::BadMessage, text))
}

fn too_many() -> Response<Body> {
    let busy = (ErrorCode::Busy, Text::new("error.busy"));
    failed(StatusCode::TOO_MANY_REQUESTS, busy)
}

/// The cookie of this server in a request.
fn cookie<'a>(app: &App, headers: &'a HeaderMap) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split("; "))
        .filter_map(|pair| pair.split_once('='))
        .find(|(name, _)| *name == app.cookie)
        .map(|(_, value)| value)
}

/// A token for a cookie.
async fn enter(
    State(app): State<Arc<App>>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    if !is_ours(&headers, "application/json") {
        return not_ours();
    }
    if !app.posts.lets_in(peer) {
        return too_many();
    }
    let token = serde_json::from_slice::<Value>(&body)
        .ok()
        .and_then(|value| Some(value.get("token")?.as_str()?.to_owned()));
    let Some(token) = token else {
        return not_ours();
    };
    match app.rooms.enter(&token, cookie(&app, &headers)) {
        Ok(entered) => {
            let body = json!({ "role": entered.role, "room": entered.room });
            let mut answer = as_json(StatusCode::OK, &body);
            let cookie = format!(
                "{}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000",
                app.cookie,
                entered.cookie.secret()
            );
            if let Ok(mut value) = HeaderValue::from_str(&cookie) {
                value.set_sensitive(true);
                answer.headers_mut().insert(header::SET_COOKIE, value);
            }
            answer
        }
        Err(refused) => failed(StatusCode::FORBIDDEN, refused),
    }
}

/// A file for the study board.
async fn open(
    State(app): State<Arc<App>>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    if !is_ours(&headers, "application/octet-stream") {
        return not_ours();
    }
    if !app.posts.lets_in(peer) {
        return too_many();
    }
    let text_of = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let cookie = cookie(&app, &headers).unwrap_or_default();
    let room = match app.rooms.find(cookie, text_of("x-tengen-room")) {
        Ok((room, Role::Host)) => room,
        Ok(_) => {
            let refused = (ErrorCode::NotAllowed, Text::new("error.not_allowed"));
            return failed(StatusCode::FORBIDDEN, refused);
        }
        Err(refused) => return failed(StatusCode::FORBIDDEN, refused),
    };
    let index = text_of("x-tengen-index").and_then(|text| text.parse().ok());
    let decode = app.decode;
    // Reading a large file takes a moment; other connections go on meanwhile.
    let text = tokio::task::spawn_blocking(move || decode(&body)).await;
    let (Ok(text), Some(sender)) = (text, app.rooms.sender(&room)) else {
        let refused = (ErrorCode::NotFound, Text::new("error.room"));
        return failed(StatusCode::NOT_FOUND, refused);
    };
    let (answer, answered) = tokio::sync::oneshot::channel();
    // If the room has just ended, nobody answers, which is told below.
    let _ = sender.send(Letter::Open {
        text,
        index: index.unwrap_or(0),
        answer,
    });
    match answered.await {
        Ok(Ok(())) => as_json(StatusCode::OK, &json!({ "type": "done" })),
        Ok(Err(refused)) => failed(StatusCode::UNPROCESSABLE_ENTITY, refused),
        Err(_) => {
            let refused = (ErrorCode::NotFound, Text::new("error.room"));
            failed(StatusCode::NOT_FOUND, refused)
        }
    }
}

/// The WebSocket, for pages of ours with a cookie of ours.
async fn websocket(State(app): State<Arc<App>>, request: Request) -> Response<Body> {
    let (mut parts, _) = request.into_parts();
    // The gate has looked at what it says; here it must say something.
    if !parts.headers.contains_key(header::ORIGIN) {
        return plain(StatusCode::FORBIDDEN, "a page of this server is needed\n");
    }
    let Some(Peer(peer)) = parts.extensions.get::<Peer>().copied() else {
        return plain(StatusCode::FORBIDDEN, "an address is needed\n");
    };
    let cookie = cookie(&app, &parts.headers).map(str::to_owned);
    let Some(cookie) = cookie.filter(|cookie| app.rooms.knows(cookie)) else {
        return plain(StatusCode::UNAUTHORIZED, "enter first\n");
    };
    if !app.sockets.lets_in(peer) {
        return plain(StatusCode::TOO_MANY_REQUESTS, "too many connections\n");
    }
    match WebSocketUpgrade::from_request_parts(&mut parts, &app).await {
        Ok(upgrade) => upgrade
            .max_message_size(socket::MOST_MESSAGE_BYTES)
            .max_frame_size(socket::MOST_MESSAGE_BYTES)
            .read_buffer_size(4 << 10)
            .write_buffer_size(0)
            .max_write_buffer_size(4 << 20)
            .on_upgrade(move |stream| socket::serve(stream, app.rooms.clone(), cookie)),
        Err(refusal) => refusal.into_response(),
    }
}
