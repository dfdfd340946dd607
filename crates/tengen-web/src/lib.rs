//! The web app: a server on loopback with a board to play on in the browser.
//!
//! [`messages`] is what page and server say to each other.
#![forbid(unsafe_code)]

pub mod messages;
