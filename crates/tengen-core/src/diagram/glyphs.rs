//! Letters and digits as strokes, so that a diagram needs no font.
//!
//! Each glyph is path data on a grid 8 wide and 12 high, y down, baseline at 12; small
//! letters reach up to 4, and a few hang below. Strokes have round ends.

/// Width of every glyph's box.
pub(super) const WIDTH: i32 = 8;
/// Height of capitals and digits.
pub(super) const HEIGHT: i32 = 12;
/// From one glyph's left edge to the next one's.
pub(super) const ADVANCE: i32 = 11;

/// The strokes of a character, or `None` if there are none for it.
pub(super) fn strokes(c: char) -> Option<&'static str> {
    if c.is_ascii_lowercase() {
        return Some(SMALL[usize::from(c as u8 - b'a')]);
    }
    if c.is_ascii_uppercase() {
        return Some(CAPITALS[usize::from(c as u8 - b'A')]);
    }
    if c.is_ascii_digit() {
        return Some(DIGITS[usize::from(c as u8 - b'0')]);
    }
    SIGNS
        .iter()
        .find(|&&(sign, _)| sign == c)
        .map(|&(_, path)| path)
}

const DIGITS: [&str; 10] = [
    "M4 0Q8 0 8 6Q8 12 4 12Q0 12 0 6Q0 0 4 0Z",
    "M1 3L5 0V12",
    "M0 3Q0 0 4 0Q8 0 8 3Q8 5 6 7L0 12H8",
    "M0 2Q1 0 4 0Q8 0 8 3Q8 6 4 6Q8 6 8 9Q8 12 4 12Q1 12 0 10",
    "M6 12V0L0 8H8",
    "M7 0H1L0 6Q2 5 4 5Q8 5 8 8Q8 12 4 12Q1 12 0 10",
    "M7 1Q6 0 4 0Q0 0 0 6V8Q0 12 4 12Q8 12 8 8Q8 5 4 5Q0 5 0 8",
    "M0 0H8L3 12",
    "M4 6Q0 6 0 3Q0 0 4 0Q8 0 8 3Q8 6 4 6Q8 6 8 9Q8 12 4 12Q0 12 0 9Q0 6 4 6Z",
    "M1 11Q2 12 4 12Q8 12 8 6V4Q8 0 4 0Q0 0 0 4Q0 7 4 7Q8 7 8 4",
];

const CAPITALS: [&str; 26] = [
    "M0 12L4 0L8 12M1 9H7",
    "M0 0V12H4Q8 12 8 9Q8 6 4 6H0M4 6Q7 6 7 3Q7 0 4 0H0",
    "M8 2Q7 0 4 0Q0 0 0 6Q0 12 4 12Q7 12 8 10",
    "M0 0V12H3Q8 12 8 6Q8 0 3 0Z",
    "M8 0H0V12H8M0 6H6",
    "M8 0H0V12M0 6H6",
    "M8 2Q7 0 4 0Q0 0 0 6Q0 12 4 12Q8 12 8 9V7H5",
    "M0 0V12M8 0V12M0 6H8",
    "M4 0V12M2 0H6M2 12H6",
    "M7 0V8Q7 12 4 12Q1 12 0 9",
    "M0 0V12M8 0L0 7M3 5L8 12",
    "M0 0V12H8",
    "M0 12V0L4 7L8 0V12",
    "M0 12V0L8 12V0",
    "M3 0H5Q8 0 8 4V8Q8 12 5 12H3Q0 12 0 8V4Q0 0 3 0Z",
    "M0 12V0H5Q8 0 8 3Q8 7 5 7H0",
    "M3 0H5Q8 0 8 4V8Q8 12 5 12H3Q0 12 0 8V4Q0 0 3 0ZM5 8L8 12",
    "M0 12V0H5Q8 0 8 3Q8 7 5 7H0M4 7L8 12",
    "M8 2Q7 0 4 0Q0 0 0 3Q0 6 4 6Q8 6 8 9Q8 12 4 12Q1 12 0 10",
    "M0 0H8M4 0V12",
    "M0 0V8Q0 12 4 12Q8 12 8 8V0",
    "M0 0L4 12L8 0",
    "M0 0L2 12L4 4L6 12L8 0",
    "M0 0L8 12M8 0L0 12",
    "M0 0L4 6L8 0M4 6V12",
    "M0 0H8L0 12H8",
];

const SMALL: [&str; 26] = [
    "M7 4V12M7 8Q7 4 4 4Q1 4 1 8Q1 12 4 12Q7 12 7 8",
    "M1 0V12M1 8Q1 4 4 4Q7 4 7 8Q7 12 4 12Q1 12 1 8",
    "M7 5Q6 4 4 4Q1 4 1 8Q1 12 4 12Q6 12 7 11",
    "M7 0V12M7 8Q7 4 4 4Q1 4 1 8Q1 12 4 12Q7 12 7 8",
    "M1 8H7Q7 4 4 4Q1 4 1 8Q1 12 4 12Q6 12 7 11",
    "M7 1Q6 0 5 0Q3 0 3 3V12M1 4H6",
    "M7 4V12Q7 16 4 16Q2 16 1 15M7 8Q7 4 4 4Q1 4 1 8Q1 12 4 12Q7 12 7 8",
    "M1 0V12M1 8Q1 4 4 4Q7 4 7 8V12",
    "M4 4V12M4 0V1",
    "M5 4V13Q5 16 2 16M5 0V1",
    "M1 0V12M7 4L1 9M3 8L7 12",
    "M4 0V12",
    "M0 12V4M0 7Q0 4 2 4Q4 4 4 7V12M4 7Q4 4 6 4Q8 4 8 7V12",
    "M1 4V12M1 8Q1 4 4 4Q7 4 7 8V12",
    "M4 4Q7 4 7 8Q7 12 4 12Q1 12 1 8Q1 4 4 4Z",
    "M1 4V16M1 8Q1 4 4 4Q7 4 7 8Q7 12 4 12Q1 12 1 8",
    "M7 4V16M7 8Q7 4 4 4Q1 4 1 8Q1 12 4 12Q7 12 7 8",
    "M2 4V12M2 8Q2 4 6 4",
    "M7 5Q6 4 4 4Q1 4 1 6Q1 8 4 8Q7 8 7 10Q7 12 4 12Q2 12 1 11",
    "M3 1V9Q3 12 6 12M1 4H6",
    "M1 4V8Q1 12 4 12Q7 12 7 8M7 4V12",
    "M1 4L4 12L7 4",
    "M0 4L2 12L4 6L6 12L8 4",
    "M1 4L7 12M7 4L1 12",
    "M1 4L4 12M7 4L3 15L1 16",
    "M1 4H7L1 12H7",
];

const SIGNS: [(char, &str); 14] = [
    (' ', ""),
    ('-', "M1 6H7"),
    ('+', "M0 6H8M4 2V10"),
    ('=', "M0 4H8M0 8H8"),
    ('.', "M4 12V12"),
    (',', "M4 11L3 14"),
    (':', "M4 5V5M4 11V11"),
    ('/', "M1 13L7 0"),
    ('!', "M4 0V8M4 12V12"),
    ('?', "M0 3Q0 0 4 0Q8 0 8 3Q8 5 4 7V8M4 12V12"),
    ('(', "M5 0Q2 2 2 6Q2 10 5 12"),
    (')', "M3 0Q6 2 6 6Q6 10 3 12"),
    ('#', "M2 1L1 11M7 1L6 11M0 4H8M0 8H8"),
    ('*', "M4 2V10M1 4L7 8M7 4L1 8"),
];
