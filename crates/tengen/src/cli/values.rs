//! Numbers on the command line, each refused with a sentence that says what is allowed.

use std::num::{IntErrorKind, NonZeroUsize};
use std::ops::RangeInclusive;

/// Reads whole numbers of a range. One that ends with the type is said to have no end.
pub(crate) fn whole<T>(
    allowed: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + 'static,
{
    move |text| {
        let text = text.trim();
        let number = text.parse().ok().filter(|it| allowed.contains(it));
        let (least, most) = (allowed.start(), allowed.end());
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| match *most {
                u64::MAX if !is_too_large(text) => {
                    format!("a whole number from {least} on is expected")
                }
                _ => format!("a whole number from {least} to {most} is expected"),
            })
    }
}

/// Whether this is a number, but beyond all that can be held: then there is an end to tell.
fn is_too_large(text: &str) -> bool {
    (text.parse::<u64>()).is_err_and(|error| *error.kind() == IntErrorKind::PosOverflow)
}

/// Reads a count: there is at least one.
pub(crate) fn count(text: &str) -> Result<NonZeroUsize, String> {
    let number: usize = whole(1..=u64::MAX)(text)?;
    NonZeroUsize::new(number).ok_or_else(|| "0 is none".to_owned())
}

/// Reads a number of seconds; which ones can be waited for is the search's part.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    text.trim()
        .parse()
        .ok()
        .filter(|seconds| *seconds >= 0.0)
        .ok_or_else(|| "seconds such as 5 or 0.5 are expected, 0 for no limit".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_refused_in_words() {
        let level = whole::<u8>(1..=10);
        assert_eq!(level("10"), Ok(10));
        for wrong in ["x", "", "-1", "0", "11", "1.5", "99999999999999999999"] {
            let said = level(wrong).unwrap_err();
            assert_eq!(said, "a whole number from 1 to 10 is expected", "{wrong}");
        }
        let said = count("0").unwrap_err();
        assert_eq!(said, "a whole number from 1 on is expected");
        let said = count("18446744073709551616").unwrap_err();
        let all = "a whole number from 1 to 18446744073709551615 is expected";
        assert_eq!(said, all);
        assert_eq!(whole(1..=u64::MAX)("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(count("7").map(NonZeroUsize::get), Ok(7));
        assert_eq!(seconds("0.5"), Ok(0.5));
        for wrong in ["abc", "-1", "nan", ""] {
            assert!(seconds(wrong).unwrap_err().contains("0.5"), "{wrong}");
        }
    }
}
