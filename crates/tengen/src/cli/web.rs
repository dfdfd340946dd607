//! The arguments of `web`.

use std::path::PathBuf;

use clap::Args;

use super::values::whole;

/// What `tengen help web` says first.
pub(crate) const ABOUT: &str = "\
Play and study in the browser

Starts a server on this machine and opens the browser on a board. Nobody else can reach
it, unless --host names an address for other machines; then the link that is printed holds
a token, without which nobody enters. Every move is kept as it is made. Ctrl-C ends it.";

/// What it says last.
pub(crate) const EXAMPLES: &str = "\
Examples:
  tengen web                                    opens the browser
  tengen web --window                           as a window of its own, by a Chromium browser
  tengen web --no-open --port 7000              prints the address and serves
  tengen web --host 0.0.0.0                     for the other machines of this network too

Exit status:
   0  served until it was ended
   1  the server could not start
  64  wrong usage
  73  the output cannot be written";

/// The arguments of `web`.
#[derive(Args, Debug)]
pub(crate) struct WebArgs {
    /// The port; 0 takes any free one. Without it: 8815, or the next that is free
    #[arg(short, long, value_name = "N", value_parser = whole::<u16>(0..=65535))]
    pub(crate) port: Option<u16>,
    /// Let other machines in by this name or address
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Option<String>,
    /// Print the address, and open no browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Open it as a window of its own, where a Chromium browser is found
    #[arg(long, conflicts_with = "no_open")]
    pub(crate) window: bool,
    /// Keep games in this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Keep no games
    #[arg(long, conflicts_with = "data")]
    pub(crate) no_store: bool,
}
