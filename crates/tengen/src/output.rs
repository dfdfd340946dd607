//! Writing files and records, without destroying anything by accident.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::terminal;

/// Links that may lead from one to the next; Linux follows as many. A circle has no end,
/// and what it is made of is refused by the system.
const MOST_LINKS: usize = 40;

/// Where a text is to go.
enum Target {
    /// No file of its own, such as a pipe or `/dev/stdout`: written to as it is.
    Stream(PathBuf),
    /// A file that does not exist yet.
    New(PathBuf),
    /// A file that is there, to be replaced by one that is written beside it.
    Old(PathBuf),
}

/// Writes a file; one that exists is left alone unless `force` is set. If the writing
/// fails, a new file is taken away again and an old one stays as it was.
pub(crate) fn write_file(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let written = target(path, force).and_then(|target| match target {
        // Not from its start: what the answer has printed may lie there already.
        Target::Stream(end) => OpenOptions::new()
            .append(true)
            .open(end)?
            .write_all(text.as_bytes()),
        Target::New(end) => write_new(&end, text),
        Target::Old(end) => replace(&end, text),
    });
    written.map_err(|error| failure(path, &error))
}

/// Refuses early what [`write_file`] would refuse, and two names of one file.
pub(crate) fn check_files(paths: &[&Path], force: bool) -> Result<(), Failure> {
    let mut files = Vec::new();
    for path in paths {
        let file = try_out(path, force).map_err(|error| failure(path, &error))?;
        if file.is_some() && files.contains(&file) {
            return Err(Failure::Usage(format!(
                "{}: each file to be written needs a name of its own",
                path.display()
            )));
        }
        files.push(file);
    }
    Ok(())
}

/// Makes what [`write_file`] would make first, and takes it away again: only the system
/// knows whether it can be made. Gives the one true name of a file that is not a stream.
fn try_out(path: &Path, force: bool) -> io::Result<Option<PathBuf>> {
    let (made, file) = match target(path, force)? {
        Target::Stream(_) => return Ok(None),
        Target::New(end) => {
            write_new(&end, "")?;
            (end.clone(), end)
        }
        Target::Old(end) => (write_beside(&end, "")?, end),
    };
    let name = file.canonicalize();
    fs::remove_file(made)?;
    name.map(Some)
}

fn target(path: &Path, force: bool) -> io::Result<Target> {
    let named = std::path::absolute(path)?;
    if named.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !force {
        // Also a link that leads nowhere is something that exists.
        return match named.symlink_metadata() {
            Ok(_) => Err(ErrorKind::AlreadyExists.into()),
            Err(_) => Ok(Target::New(named)),
        };
    }
    let end = end_of_links(named);
    match fs::metadata(&end) {
        Ok(found) if !found.is_file() || is_opened(&end) => Ok(Target::Stream(end)),
        // A folder lets such a file be replaced, but that is not what was meant by either.
        Ok(found) if found.permissions().readonly() => {
            Err(io::Error::other("the file is protected from being written"))
        }
        Ok(_) => Ok(Target::Old(end)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Target::New(end)),
        Err(error) => Err(error),
    }
}

/// What a link leads to, whether that exists or not: links stay what they are.
fn end_of_links(named: PathBuf) -> PathBuf {
    let mut end = named;
    for _ in 0..MOST_LINKS {
        match fs::read_link(&end) {
            Ok(next) if !is_opened(&end) => {
                end.pop();
                end.push(next);
            }
            _ => break,
        }
    }
    end
}

/// Whether a name stands for what a process holds open. That may be a file of the disk,
/// which somebody else goes on writing to: another one must not take its place.
fn is_opened(path: &Path) -> bool {
    path.starts_with("/proc") || path.starts_with("/dev/fd")
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = file
        .write_all(text.as_bytes())
        // Some file systems tell only now that there is no room.
        .and_then(|()| file.sync_all());
    // Windows removes no file that is open.
    drop(file);
    written.inspect_err(|_| remove(path))
}

fn replace(old: &Path, text: &str) -> io::Result<()> {
    let fresh = write_beside(old, text)?;
    fs::metadata(old)
        .and_then(|found| fs::set_permissions(&fresh, found.permissions()))
        .and_then(|()| fs::rename(&fresh, old))
        .inspect_err(|_| remove(&fresh))
}

/// Writes a file of another name into the folder of one that exists, and gives its path.
fn write_beside(old: &Path, text: &str) -> io::Result<PathBuf> {
    let names = (0..).map(|n| format!(".tengen-{}-{n}", std::process::id()));
    let fresh = names
        .map(|name| old.with_file_name(name))
        .find(|path| path.symlink_metadata().is_err())
        .expect("the numbers do not end");
    match write_new(&fresh, text) {
        Ok(()) => Ok(fresh),
        Err(error) => Err(io::Error::other(format!(
            "what is to replace it cannot be written beside it: {error}"
        ))),
    }
}

/// Takes away what is of no use after a failure, which is what has to be told.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

fn failure(path: &Path, error: &io::Error) -> Failure {
    let reason = match error.kind() {
        ErrorKind::AlreadyExists => {
            "the file exists: choose another name, or overwrite it with --force".to_owned()
        }
        ErrorKind::IsADirectory => "this is a folder".to_owned(),
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        _ => error.to_string(),
    };
    Failure::Output(format!("{}: {reason}", path.display()))
}

/// Prints a record: byte by byte into a pipe or file, filtered on a terminal.
pub(crate) fn print_record(text: &str) -> Result<(), Failure> {
    if terminal::output_is_terminal() {
        terminal::print(&terminal::clean_lines(&text.replace('\r', "")))
    } else {
        terminal::print(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder for what one test writes.
    fn folder(name: &str) -> PathBuf {
        let name = format!("tengen-output-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        path
    }

    /// What another program writes after a name was found to be free is not touched.
    #[test]
    fn a_file_that_appears_in_between_stays() {
        let folder = folder("appears");
        let path = folder.join("file");
        fs::write(&path, "of another").unwrap();
        let refused = write_new(&path, "ours").map_err(|error| error.kind());
        let found = fs::read_to_string(&path);
        fs::remove_dir_all(folder).unwrap();
        assert_eq!(refused, Err(ErrorKind::AlreadyExists));
        assert_eq!(found.unwrap(), "of another");
    }

    /// No file takes the place of a folder.
    #[test]
    fn what_cannot_take_its_place_is_taken_away() {
        let folder = folder("place");
        let old = folder.join("old");
        fs::create_dir(&old).unwrap();
        let replaced = replace(&old, "ours");
        let entries = fs::read_dir(&folder).unwrap();
        let names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        fs::remove_dir_all(folder).unwrap();
        assert!(replaced.is_err());
        assert_eq!(names, ["old"]);
    }
}
