//! The web app: a server on loopback with a board to play on in the browser.
//!
//! From the outside in: [`Server`] owns the port and the end; `routes` is what can be
//! asked by HTTP, behind a gate (`access`); `socket` is one WebSocket; `rooms` knows the
//! browsers and where they may go; a `room` is one game with everybody who looks at it,
//! on a thread of its own; `searches` is the one owner of everything that thinks.
//! [`messages`] is what page and server say to each other, [`report`] what searches found
//! in these shapes; the page itself is in `page/`.
//!
//! ```
//! use tengen_web::{Config, Server};
//! let server = Server::start(Config { port: Some(0), ..Config::default() })?;
//! assert!(server.link().starts_with("http://127.0.0.1:"));
//! server.stop();
//! # Ok::<(), tengen_web::StartError>(())
//! ```
#![forbid(unsafe_code)]

mod access;
mod assets;
mod board_view;
pub mod client;
mod link;
pub mod messages;
mod outbox;
pub mod report;
mod room;
mod rooms;
mod routes;
mod searches;
mod server;
mod setup;
mod socket;
mod thinker;
mod token;
mod words;

pub use server::{Config, Server, Silence, StartError, USUAL_PORT};
