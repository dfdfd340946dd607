//! Writing files and records, without destroying anything by accident.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::failure::Failure;
use crate::terminal;

/// Writes a file; one that exists is left alone unless `force` is set.
pub(crate) fn write_file(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let describe = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::Output(format!(
            "{}: the file exists: choose another name, or overwrite it with --force",
            path.display()
        )),
        _ => Failure::Output(format!("{}: {error}", path.display())),
    };
    let mut file = open(path, force).map_err(describe)?;
    file.write_all(text.as_bytes()).map_err(describe)
}

fn open(path: &Path, force: bool) -> io::Result<File> {
    if force {
        File::create(path)
    } else {
        OpenOptions::new().write(true).create_new(true).open(path)
    }
}

/// Prints a record: byte by byte into a pipe or file, filtered on a terminal.
pub(crate) fn print_record(text: &str) -> Result<(), Failure> {
    if terminal::output_is_terminal() {
        terminal::print(&terminal::clean_lines(&text.replace('\r', "")))
    } else {
        terminal::print(text)
    }
}
