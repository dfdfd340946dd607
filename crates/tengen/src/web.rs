//! `tengen web`: the server started, the address printed, the browser opened.

use std::process::{Command, Stdio};

use tengen_play::store::Store;
use tengen_web::{Config, Server};

use crate::cli::web::WebArgs;
use crate::failure::Failure;
use crate::terminal;

/// Browsers that can show a page as a window of its own, as they are called on Linux,
/// macOS and Windows.
const WINDOW_BROWSERS: [&str; 9] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "brave-browser",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "chrome.exe",
    "msedge.exe",
];

pub(crate) fn run(args: &WebArgs) -> Result<(), Failure> {
    let (store, trouble) = open_store(args);
    if let Some(trouble) = &trouble {
        terminal::say(format!("tengen: games are not kept: {trouble}"));
    }
    let mut server = Server::start(Config {
        port: args.port,
        host: args.host.clone(),
        store,
        store_trouble: trouble,
        decode: |bytes| tengen::decode::decode(bytes).text,
        ..Config::default()
    })
    .map_err(|error| Failure::Unusable(error.to_string()))?;
    let deaf = |error| Failure::Unusable(format!("signals cannot be heard: {error}"));
    // Before the address is printed: whoever reads it may end the program at once.
    server.hear_signals().map_err(deaf)?;
    if let Some(port) = server.taken_port() {
        let used = server.address().port();
        terminal::say(format!(
            "tengen: port {port} is in use, so this is port {used}"
        ));
    }
    terminal::print(&format!("Tengen is at {}\n", server.link()))?;
    if !args.no_open {
        open(args.window, server.link());
    }
    server.run().map_err(deaf)
}

/// Opens the browser, if there is a screen for it; the address is printed anyway.
fn open(window: bool, link: &str) {
    if !has_display() {
        terminal::say("tengen: there is no display: open the address in a browser".to_owned());
        return;
    }
    if window && open_window(link) {
        return;
    }
    if window {
        terminal::say("tengen: no Chromium browser was found for a window of its own".to_owned());
    }
    if let Err(error) = open::that_detached(link) {
        terminal::say(format!(
            "tengen: no browser could be opened ({error}): open the address"
        ));
    }
}

/// Whether a browser would have a screen to show itself on.
fn has_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

fn open_window(link: &str) -> bool {
    WINDOW_BROWSERS.iter().any(|browser| {
        Command::new(browser)
            .arg(format!("--app={link}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .is_ok()
    })
}

/// The store, or why there is none: then games are played without.
fn open_store(args: &WebArgs) -> (Option<Store>, Option<String>) {
    if args.no_store {
        return (None, None);
    }
    let Some(folder) = args.data.clone().or_else(Store::default_folder) else {
        let trouble = "this system names no data folder: --data FOLDER names one";
        return (None, Some(trouble.to_owned()));
    };
    match Store::open(&folder) {
        Ok(store) => (Some(store), None),
        Err(error) => (None, Some(error.to_string())),
    }
}
