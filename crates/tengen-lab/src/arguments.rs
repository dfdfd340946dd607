//! What arguments of several commands must be, told before any work is done.

use std::fmt::Display;
use std::fs::OpenOptions;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result};
use clap::Command;
use clap::builder::{PathBufValueParser, TypedValueParser};

/// A number above 0, for clap: nothing would be played, searched or measured with 0.
pub(crate) fn positive<T>(text: &str) -> Result<T, String>
where
    T: FromStr + Default + PartialOrd + Copy,
{
    match text.parse::<T>() {
        // Not so for NaN, and no kind of number is infinite without being told so.
        Ok(number) if number > T::default() && !text.contains("inf") => Ok(number),
        _ => Err("expected a number above 0".to_owned()),
    }
}

/// A whole number of a range, for clap.
pub(crate) fn within<T>(
    allowed: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|it| allowed.contains(it));
        let (least, most) = (allowed.start(), allowed.end());
        number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// Lets every option read a number below 0, here and in subcommands: what is allowed is told
/// by the parser of the value, where clap would take `-4` for an option of its own. An option
/// of several numbers, such as `-1,4`, needs `allow_hyphen_values`.
pub(crate) fn with_negative_numbers(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let takes_value = !arg.is_positional() && arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_value)
    });
    command.mut_subcommands(with_negative_numbers)
}

/// A file to write that is not the standard output, for clap.
pub(crate) fn named_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.as_os_str() == "-" {
            return Err("expected a file: the standard output is not taken here (./- is a file)");
        }
        Ok(path)
    })
}

/// Makes sure that a file can be written, and leaves what it holds: hours of work are not
/// to end in nothing. A file that was not there is not left behind, empty, if they fail.
///
/// # Errors
/// It cannot.
pub(crate) fn check_writable(path: &Path) -> Result<()> {
    let mut options = OpenOptions::new();
    options.append(true);
    if options.clone().create_new(true).open(path).is_ok() {
        // What cannot be removed does no harm: the work will fill it.
        let _ = std::fs::remove_file(path);
        return Ok(());
    }
    // It is there, or a link to nothing, which stays one to an empty file; or it cannot be.
    let opened = options.create(true).open(path);
    opened.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_above_nothing() {
        assert_eq!(positive::<usize>("7"), Ok(7));
        assert_eq!(positive::<f64>("0.5"), Ok(0.5));
        for text in ["0", "-1", "x", "", "1.5"] {
            assert!(positive::<u64>(text).is_err(), "{text}");
        }
        for text in ["0", "-0.5", "NaN", "inf", "infinity"] {
            assert!(positive::<f64>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_range_of_a_number_is_told() {
        let read = within(-3..=40);
        assert_eq!((read("-3"), read("40")), (Ok(-3), Ok(40)));
        for text in ["-4", "41", "99999999999999999999", "1.5", "x", ""] {
            let error = read(text).unwrap_err();
            assert_eq!(error, "expected a whole number from -3 to 40", "{text}");
        }
    }

    #[test]
    fn a_file_is_tried_and_left_as_it_is() {
        let name = format!("tengen-lab-arguments-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, "kept").unwrap();
        check_writable(&path).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "kept");
        std::fs::remove_file(&path).unwrap();
        check_writable(&path).unwrap();
        assert!(!path.exists(), "an empty file is left");
        let error = check_writable(Path::new("no/folder/such.txt")).unwrap_err();
        assert!(format!("{error:#}").contains("such.txt"), "{error:#}");
    }
}
