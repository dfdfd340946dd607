//! Bytes to lines: any line ending, any bytes, bounded memory.

/// The longest line that is kept, in bytes.
pub const MAX_LINE: usize = 64 * 1024;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its ending and without blanks around it; never empty.
    Line(Vec<u8>),
    /// A line of more than [`MAX_LINE`] bytes ended here; it was dropped.
    TooLong,
}

/// Cuts a stream of bytes into lines, however the bytes are split between reads.
///
/// CR, LF and CR LF all end a line. Since empty lines say nothing, CR LF needs no memory
/// across reads: the LF ends one more empty line.
///
/// ```
/// use tengen_gomocup::brain::{Input, LineCutter};
/// let mut cutter = LineCutter::default();
/// let mut lines = Vec::new();
/// cutter.feed(b"START 15\r\n\nAB", |line| lines.push(line));
/// cutter.feed(b"OUT\r", |line| lines.push(line));
/// assert_eq!(lines, [b"START 15".to_vec(), b"ABOUT".to_vec()].map(Input::Line));
/// ```
#[derive(Debug, Default)]
pub struct LineCutter {
    line: Vec<u8>,
    too_long: bool,
    begun: bool,
}

impl LineCutter {
    /// Takes the next bytes and hands every line that they end to `take`.
    pub fn feed(&mut self, bytes: &[u8], mut take: impl FnMut(Input)) {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r') {
            self.push(&rest[..end]);
            self.end_line(&mut take);
            rest = &rest[end + 1..];
        }
        self.push(rest);
    }

    /// The stream has ended: what stands after the last line ending is a line too.
    pub fn finish(&mut self, mut take: impl FnMut(Input)) {
        self.end_line(&mut take);
    }

    fn push(&mut self, bytes: &[u8]) {
        let room = MAX_LINE - self.line.len();
        if bytes.len() > room {
            self.too_long = true;
        }
        self.line.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn end_line(&mut self, take: &mut impl FnMut(Input)) {
        let mut line = self.line.as_slice();
        if !self.begun && line.starts_with(BOM) {
            line = &line[BOM.len()..];
        }
        let line = line.trim_ascii();
        if self.too_long {
            take(Input::TooLong);
        } else if !line.is_empty() {
            take(Input::Line(line.to_vec()));
        }
        self.begun = true;
        self.too_long = false;
        // A long line's memory is given back.
        if self.line.capacity() > 4096 {
            self.line = Vec::new();
        }
        self.line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(pieces: &[&[u8]]) -> Vec<Input> {
        let mut cutter = LineCutter::default();
        let mut lines = Vec::new();
        for piece in pieces {
            cutter.feed(piece, |line| lines.push(line));
        }
        cutter.finish(|line| lines.push(line));
        lines
    }

    fn lines(texts: &[&str]) -> Vec<Input> {
        texts
            .iter()
            .map(|text| Input::Line(text.as_bytes().to_vec()))
            .collect()
    }

    #[test]
    fn every_line_ending_gives_the_same_lines() {
        let wanted = lines(&["START 15", "TURN 7,7", "END"]);
        for ending in ["\n", "\r", "\r\n", "\n\n", "\r\n\r\n", " \t\r\n"] {
            let text = ["START 15", "TURN 7,7", "END"].join(ending);
            assert_eq!(cut(&[text.as_bytes()]), wanted, "{ending:?}");
        }
    }

    #[test]
    fn the_split_between_reads_does_not_matter() {
        let text = b"\xEF\xBB\xBFSTART 15\r\nBOARD\r7,7,1\n\nDONE \0\xFF\r\n";
        let whole = cut(&[text]);
        assert_eq!(whole.len(), 4);
        for at in 0..=text.len() {
            assert_eq!(cut(&[&text[..at], &text[at..]]), whole, "split at {at}");
        }
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(cut(&bytes), whole);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_very_beginning_only() {
        assert_eq!(cut(&[b"\xEF\xBB\xBFABOUT"]), lines(&["ABOUT"]));
        assert_eq!(
            cut(&[b"ABOUT\n\xEF\xBB\xBFABOUT"])[1],
            Input::Line(b"\xEF\xBB\xBFABOUT".to_vec())
        );
    }

    #[test]
    fn an_endless_line_is_dropped_in_flat_memory() {
        let mut cutter = LineCutter::default();
        let mut seen = Vec::new();
        let zeros = vec![0; 1 << 16];
        for _ in 0..200 {
            cutter.feed(&zeros, |line| seen.push(line));
            assert!(cutter.line.capacity() <= 2 * MAX_LINE);
        }
        cutter.feed(b"\nABOUT\n", |line| seen.push(line));
        assert_eq!(seen, [Input::TooLong, Input::Line(b"ABOUT".to_vec())]);
    }

    #[test]
    fn the_longest_line_is_kept_whole() {
        let mut text = vec![b'x'; MAX_LINE];
        assert_eq!(cut(&[&text]), [Input::Line(text.clone())]);
        text.push(b'x');
        assert_eq!(cut(&[&text]), [Input::TooLong]);
    }
}
