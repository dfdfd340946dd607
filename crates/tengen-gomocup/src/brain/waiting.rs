//! Lines that wait for a search to end, within bounds.

use std::collections::VecDeque;
use std::time::Instant;

use super::wire::Input;

/// What may wait, each line's place in the queue included.
const MAX_BYTES: usize = 4 << 20;

/// Lines in the order of their coming. A flood is cut: in place of what does not fit
/// stands one [`Input::TooLong`].
#[derive(Debug, Default)]
pub(super) struct Waiting {
    lines: VecDeque<(Input, Instant)>,
    bytes: usize,
}

impl Waiting {
    pub(super) fn push(&mut self, input: Input, at: Instant) {
        let cut = matches!(self.lines.back(), Some((Input::TooLong, _)));
        if self.bytes + room_of(&input) <= MAX_BYTES {
            self.add(input, at);
        } else if !cut {
            self.add(Input::TooLong, at);
        }
    }

    fn add(&mut self, input: Input, at: Instant) {
        self.bytes += room_of(&input);
        self.lines.push_back((input, at));
    }

    pub(super) fn pop(&mut self) -> Option<(Input, Instant)> {
        let (input, at) = self.lines.pop_front()?;
        self.bytes -= room_of(&input);
        Some((input, at))
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }
}

fn room_of(input: &Input) -> usize {
    match input {
        Input::Line(line) => line.len() + 64,
        Input::TooLong => 64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(length: usize) -> Input {
        Input::Line(vec![b'x'; length])
    }

    #[test]
    fn what_was_taken_leaves_room_though_the_queue_is_never_empty() {
        let (mut waiting, now) = (Waiting::default(), Instant::now());
        waiting.push(line(1000), now);
        for n in 0..3 * MAX_BYTES / 1000 {
            waiting.push(line(1000), now);
            assert_eq!(waiting.pop().unwrap().0, line(1000), "{n}");
        }
        assert_eq!(waiting.len(), 1);
    }

    #[test]
    fn a_flood_is_cut_once_and_what_waits_is_kept() {
        let (mut waiting, now) = (Waiting::default(), Instant::now());
        for _ in 0..2 * MAX_BYTES / 1000 {
            waiting.push(line(1000), now);
        }
        let kept = MAX_BYTES / 1064;
        assert_eq!(waiting.len(), kept + 1);
        for _ in 0..kept {
            assert_eq!(waiting.pop().unwrap().0, line(1000));
        }
        assert_eq!(waiting.pop().unwrap().0, Input::TooLong);
        assert!(waiting.pop().is_none());
        waiting.push(line(1), now);
        assert_eq!(waiting.pop().unwrap().0, line(1));
    }
}
