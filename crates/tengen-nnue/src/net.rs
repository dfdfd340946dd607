//! A net that has been read and checked.

use tengen_core::{Rule, Size, Stone};

use crate::NetError;
use crate::head::{CELL, Head};
use crate::windows::{WINDOWS, mirrored};

/// Channels of one view of a cell.
pub(crate) const CHANNELS: usize = 32;

/// What a window adds to its cell: Black's view, then White's, in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [i8; CELL]);

/// A net for one rule and size of board.
pub struct Net {
    rule: Rule,
    size: Size,
    /// What it was trained for.
    home: (Rule, Size),
    /// By the window's index as Black sees it.
    rows: Box<[Row]>,
    /// One for both colours, or Black's and White's.
    heads: Vec<Head>,
    /// Of the file's bytes.
    checksum: u64,
}

/// Nets are equal if their files and boards are.
impl PartialEq for Net {
    fn eq(&self, other: &Net) -> bool {
        (self.rule, self.size, self.checksum) == (other.rule, other.size, other.checksum)
    }
}

impl Eq for Net {}

impl Net {
    /// `tables` hold a row of [`CHANNELS`] signed bytes for each window, as its owner sees it.
    pub(crate) fn new(
        home: (Rule, Size),
        (rule, size): (Rule, Size),
        tables: &[&[u8]],
        heads: Vec<Head>,
        checksum: u64,
    ) -> Result<Net, NetError> {
        let [black, white] = [tables[0], tables[tables.len() - 1]].map(|table| {
            let (rows, _) = table.as_chunks::<CHANNELS>();
            rows
        });
        let row = |index: usize| {
            let mut row = Row([0; CELL]);
            let (own, other) = row.0.split_at_mut(CHANNELS);
            for (half, bytes) in [(own, black[index]), (other, white[mirrored(index)])] {
                for (number, byte) in half.iter_mut().zip(bytes) {
                    *number = byte as i8;
                }
            }
            row
        };
        let mut rows = Vec::new();
        // The one large piece: where memory is scarce a game goes on without a net.
        rows.try_reserve_exact(WINDOWS)
            .map_err(|_| NetError::Memory)?;
        rows.extend((0..WINDOWS).map(row));
        Ok(Net {
            rule,
            size,
            home,
            rows: rows.into(),
            heads,
            checksum,
        })
    }

    /// The rule and board that it was trained for; another one's where it was lent.
    pub fn home(&self) -> (Rule, Size) {
        self.home
    }

    /// The rule that it judges.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The board that it judges.
    pub fn size(&self) -> Size {
        self.size
    }

    #[inline(always)]
    pub(crate) fn row(&self, window: u16) -> &Row {
        &self.rows[usize::from(window)]
    }

    #[inline(always)]
    pub(crate) fn head(&self, mover: Stone) -> &Head {
        match mover {
            Stone::Black => &self.heads[0],
            Stone::White => &self.heads[self.heads.len() - 1],
        }
    }
}

impl std::fmt::Debug for Net {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A million weights help nobody.
        f.debug_struct("Net")
            .field("rule", &self.rule)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
