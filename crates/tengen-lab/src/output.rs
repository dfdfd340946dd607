//! Lines for whoever started the program, who may stop reading at any time.
//!
//! `println!` panics when nobody reads (`tengen-lab match ... | head -1`), and clippy refuses
//! it here. Without a reader there is nothing left to do, so that the program ends at once:
//! quietly, but not with the status of a check that has passed.

use std::fmt;
use std::io::{self, Write};

/// A line of the results.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::output::print(format_args!("{}\n", format_args!($($text)*)))
    };
}

/// A part of the results that brings its own line ends.
macro_rules! say_part {
    ($($text:tt)*) => {
        $crate::output::print(format_args!($($text)*))
    };
}

/// A line about the work, beside the results.
macro_rules! remark {
    () => {
        $crate::output::print_remark(format_args!("\n"))
    };
    ($($text:tt)*) => {
        $crate::output::print_remark(format_args!("{}\n", format_args!($($text)*)))
    };
}

/// A part of such a line.
macro_rules! remark_part {
    ($($text:tt)*) => {
        $crate::output::print_remark(format_args!($($text)*))
    };
}

pub(crate) use {remark, remark_part, say, say_part};

/// The exit status where results cannot be written: nobody may take them for complete.
const UNWRITTEN: i32 = 2;

/// Writes to standard output what [`say!`] and [`say_part!`] are given.
pub(crate) fn print(text: fmt::Arguments<'_>) {
    let mut results = Results::new();
    if let Err(error) = results.write_fmt(text).and_then(|()| results.flush()) {
        remark!("tengen-lab: cannot write to standard output: {error}");
        std::process::exit(UNWRITTEN);
    }
}

/// Standard output, for code that writes to anything; it ends the program as [`print()`] does
/// when nobody reads.
#[derive(Debug)]
pub(crate) struct Results(io::StdoutLock<'static>);

impl Results {
    pub(crate) fn new() -> Results {
        Results(io::stdout().lock())
    }
}

impl Write for Results {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).inspect_err(end_without_reader)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().inspect_err(end_without_reader)
    }
}

fn end_without_reader(error: &io::Error) {
    if error.kind() == io::ErrorKind::BrokenPipe {
        std::process::exit(UNWRITTEN);
    }
}

/// Writes to standard error what [`remark!`] is given. Nothing depends on it being read.
pub(crate) fn print_remark(text: fmt::Arguments<'_>) {
    let _ = io::stderr().lock().write_fmt(text);
}
