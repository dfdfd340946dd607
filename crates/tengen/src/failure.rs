//! What can go wrong, and the exit status that tells scripts about it.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nothing usable was read, or a format cannot hold it.
    Unusable(String),
    /// The command line asks for something that makes no sense.
    Usage(String),
    /// The input cannot be opened.
    Input(String),
    /// The output cannot be written.
    Output(String),
    /// Whoever read our output has gone, which is no fault (`tengen show x | head`).
    ReaderGone,
}

/// Wrong usage, as `sysexits.h` numbers it; so are the three below.
pub(crate) const USAGE: u8 = 64;
const BAD_DATA: u8 = 65;
const NO_INPUT: u8 = 66;
const CANNOT_CREATE: u8 = 73;

impl Failure {
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Unusable(_) => ExitCode::from(1),
            Failure::Usage(_) => ExitCode::from(USAGE),
            Failure::Input(_) => ExitCode::from(NO_INPUT),
            Failure::Output(_) => ExitCode::from(CANNOT_CREATE),
            Failure::ReaderGone => ExitCode::SUCCESS,
        }
    }

    /// The same where 1 is an answer and not a failure.
    pub(crate) fn exit_code_of_question(&self) -> ExitCode {
        match self {
            Failure::Unusable(_) => ExitCode::from(BAD_DATA),
            other => other.exit_code(),
        }
    }

    /// A failure to print to the standard output.
    pub(crate) fn printing(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::Output(format!("standard output: {error}")),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unusable(message)
            | Failure::Usage(message)
            | Failure::Input(message)
            | Failure::Output(message) => f.write_str(message),
            Failure::ReaderGone => f.write_str("the reader of the output has gone"),
        }
    }
}
