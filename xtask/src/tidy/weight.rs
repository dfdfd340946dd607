//! The repository stays light: cloning it must stay quick for everybody.

use super::{Problem, Repository};

const MEGABYTE: u64 = 1_000_000;
const FILE_BYTES: u64 = 5 * MEGABYTE;
const ALL_BYTES: u64 = 48 * MEGABYTE;

/// Finds files that are too heavy, and too much weight in all.
pub(super) fn weight(repository: &Repository) -> Vec<Problem> {
    let mut problems: Vec<Problem> = repository
        .files
        .iter()
        .filter(|file| file.bytes > FILE_BYTES)
        .map(|file| {
            let message = format!("{} bytes, allowed are {FILE_BYTES} a file", file.bytes);
            Problem::new(&file.path, 0, message)
        })
        .collect();
    let all: u64 = repository.files.iter().map(|file| file.bytes).sum();
    if all > ALL_BYTES {
        let message = format!("{all} bytes in all files, allowed are {ALL_BYTES}");
        problems.push(Problem::new(".", 0, message));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::File;
    use super::*;

    fn of_sizes(sizes: &[u64]) -> Repository {
        let files = sizes
            .iter()
            .map(|&bytes| File {
                path: "net.bin".to_owned(),
                bytes,
                text: None,
            })
            .collect();
        Repository {
            files,
            packages: Vec::new(),
        }
    }

    #[test]
    fn heavy_files_and_heavy_sums_are_found() {
        assert!(weight(&of_sizes(&[FILE_BYTES; 9])).is_empty());
        assert_eq!(weight(&of_sizes(&[FILE_BYTES, FILE_BYTES + 1])).len(), 1);
        let sum = weight(&of_sizes(&[FILE_BYTES; 10]));
        assert_eq!(sum.len(), 1);
        assert!(sum[0].message.contains("in all files"));
    }
}
