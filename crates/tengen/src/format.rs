//! The formats by the names they have on the command line.

use std::path::Path;

use clap::ValueEnum;
use tengen_core::record;

/// A format to read or to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// SGF: trees of moves with comments and marks
    Sgf,
    /// PSQ: the files of Piskvork and Gomocup's judge
    Psq,
    /// Position string, h8i9h10, rows from the bottom
    Pos,
    /// Position string, rows from the top
    PosTop,
    /// A link to gomocalc
    Link,
    /// Gomocup's opening list: offsets from the centre
    Openings,
    /// A board drawn with characters
    Ascii,
    /// A picture of the position (to write only)
    Svg,
}

impl Format {
    /// The same format in the library; `None` for pictures, which are no records. Where
    /// rows are counted from is not part of the library's format.
    pub(crate) fn as_record(self) -> Option<record::Format> {
        match self {
            Format::Sgf => Some(record::Format::Sgf),
            Format::Psq => Some(record::Format::Psq),
            Format::Pos | Format::PosTop => Some(record::Format::PositionString),
            Format::Link => Some(record::Format::GomocalcLink),
            Format::Openings => Some(record::Format::OffsetOpenings),
            Format::Ascii => Some(record::Format::AsciiBoard),
            Format::Svg => None,
        }
    }

    /// The format that a file's name asks for.
    pub(crate) fn of_path(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "sgf" => Some(Format::Sgf),
            "psq" => Some(Format::Psq),
            "svg" => Some(Format::Svg),
            "txt" => Some(Format::Pos),
            _ => None,
        }
    }
}
