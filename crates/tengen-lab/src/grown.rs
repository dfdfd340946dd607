//! Files of results that grow by a record at a time, belong to one run, and survive a kill.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;

/// A file that only this process adds to.
#[derive(Debug)]
pub(crate) struct GrownFile {
    path: PathBuf,
    file: File,
}

impl GrownFile {
    /// Opens or creates the file; returns what it holds.
    ///
    /// # Errors
    /// It cannot be used, or another process is using it.
    pub(crate) fn open(path: &Path) -> Result<(GrownFile, Vec<u8>)> {
        let shown = path.display();
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("cannot open {shown}"))?;
        file.try_lock()
            .with_context(|| format!("{shown} is in use by another run"))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .with_context(|| format!("cannot read {shown}"))?;
        let path = path.to_owned();
        Ok((GrownFile { path, file }, bytes))
    }

    /// Drops all but the first `length` bytes: what a kill left half written.
    pub(crate) fn cut(&mut self, length: usize) -> Result<()> {
        self.file
            .set_len(length as u64)
            .with_context(|| format!("cannot repair {}", self.path.display()))
    }

    /// Adds a record; it is on its way to the disk when this returns.
    pub(crate) fn add(&mut self, record: &[u8]) -> Result<()> {
        self.file
            .write_all(record)
            .with_context(|| format!("cannot write to {}", self.path.display()))
    }

    /// Opens or creates a file of lines; returns the whole ones. A last line that was cut
    /// off by a kill is left out here, and removed from the file by [`GrownFile::cut`] to
    /// the length of the text.
    pub(crate) fn open_text(path: &Path) -> Result<(GrownFile, String)> {
        let (file, mut bytes) = GrownFile::open(path)?;
        bytes.truncate(
            bytes
                .iter()
                .rposition(|&byte| byte == b'\n')
                .map_or(0, |end| end + 1),
        );
        let text = String::from_utf8(bytes)
            .with_context(|| format!("{} is no text in UTF-8", path.display()))?;
        Ok((file, text))
    }

    /// Adds a line of JSON.
    pub(crate) fn add_line(&mut self, value: &impl Serialize) -> Result<()> {
        let line = serde_json::to_string(value)? + "\n";
        self.add(line.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_grows_is_repaired_and_has_one_owner() {
        let path = std::env::temp_dir().join(format!("tengen-grown-{}", std::process::id()));
        let (mut file, text) = GrownFile::open_text(&path).unwrap();
        assert_eq!(text, "");
        file.add_line(&1).unwrap();
        file.add(b"cut o").unwrap();
        let error = GrownFile::open(&path).unwrap_err().to_string();
        assert!(error.contains("in use"), "{error}");
        drop(file);
        let (mut file, text) = GrownFile::open_text(&path).unwrap();
        assert_eq!(text, "1\n");
        file.cut(text.len()).unwrap();
        file.add_line(&"two").unwrap();
        drop(file);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "1\n\"two\"\n");
        std::fs::remove_file(path).unwrap();
    }
}
