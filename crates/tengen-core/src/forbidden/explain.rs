//! English sentences for an [`Examination`]. They say nothing that its data does not.

use super::ForbiddenKind;
use super::examine::{Examination, Extension, Four, LegalBecause, Obstacle, Three};
use crate::board::Run;
use crate::point::{Point, Size};

impl Examination {
    /// The examination in English: one sentence a line, each step into a "what if Black
    /// then plays there" indented by two more blanks. `size` is the board's, which the
    /// points' names need.
    ///
    /// ```
    /// use tengen_core::forbidden::examine;
    /// use tengen_core::{Board, Size, Stone};
    ///
    /// let size = Size::STANDARD;
    /// let mut board = Board::new(size);
    /// for (x, y) in [(5, 7), (6, 7), (7, 8), (7, 9)] {
    ///     board.place(size.point(x, y).unwrap(), Stone::Black)?;
    /// }
    /// let examination = examine(&board, size.centre()).unwrap();
    /// assert_eq!(
    ///     examination.explain(size),
    ///     "H8 is forbidden: double three.\n\
    ///      Three F8-G8-H8: straight four at E8 or I8.\n\
    ///      Three H8-H7-H6: straight four at H9 or H5.\n"
    /// );
    /// # Ok::<(), tengen_core::PlaceError>(())
    /// ```
    pub fn explain(&self, size: Size) -> String {
        let mut writer = Writer {
            size,
            depth: 0,
            text: String::new(),
        };
        writer.line(&format!("{} {}.", self.point.name(size), verdict(self)));
        writer.everything(self);
        writer.text
    }
}

/// The end of a sentence that begins with the point.
fn verdict(told: &Examination) -> String {
    if !told.kinds.is_empty() {
        let kinds: Vec<&str> = told.kinds.iter().map(|kind| kind.name()).collect();
        return format!("is forbidden: {}", kinds.join(", "));
    }
    match told.legal_because() {
        Some(LegalBecause::Five) => {
            let beaten = match (told.overlines.is_empty(), told.fours.len() >= 2) {
                (true, _) => "double four",
                (false, false) => "overline",
                (false, true) => "overline and the double four",
            };
            format!("is legal: it makes five, which beats the {beaten}")
        }
        Some(LegalBecause::FalseDoubleThree) => format!(
            "is legal: of {} apparent threes {} real",
            told.threes.len(),
            match told.real_threes().count() {
                0 => "none is",
                _ => "only one is",
            }
        ),
        None if !told.fives.is_empty() => "makes five".to_string(),
        None => "is legal".to_string(),
    }
}

/// Collects indented lines.
struct Writer {
    size: Size,
    depth: usize,
    text: String,
}

impl Writer {
    fn line(&mut self, sentence: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(sentence);
        self.text.push('\n');
    }

    /// What follows the verdict on the stone that was asked about: all that it makes.
    fn everything(&mut self, told: &Examination) {
        self.rows("Five", &told.fives);
        self.rows("Overline", &told.overlines);
        if told.fives.is_empty() {
            self.fours(&told.fours);
            self.threes(&told.threes);
        }
    }

    /// What follows the verdict on a stone that Black might put down later: only what
    /// decides it.
    fn decisive(&mut self, told: &Examination) {
        match told.kinds.first() {
            Some(ForbiddenKind::Overline) => self.rows("Overline", &told.overlines),
            Some(ForbiddenKind::DoubleFour) => self.fours(&told.fours),
            None if !told.fives.is_empty() => self.rows("Five", &told.fives),
            Some(ForbiddenKind::DoubleThree) | None => self.threes(&told.threes),
        }
    }

    fn rows(&mut self, what: &str, runs: &[Run]) {
        for run in runs {
            let stones: Vec<Point> = run.points().collect();
            let sentence = format!("{what} {}.", self.stones(&stones));
            self.line(&sentence);
        }
    }

    fn fours(&mut self, fours: &[Four]) {
        for four in fours {
            self.four(four);
        }
    }

    fn threes(&mut self, threes: &[Three]) {
        for three in threes {
            self.three(three);
        }
    }

    fn four(&mut self, four: &Four) {
        let what = if four.is_straight() {
            "Straight four"
        } else {
            "Four"
        };
        let sentence = format!(
            "{what} {}: five at {}.",
            self.stones(&four.stones),
            self.either(&four.five_points)
        );
        self.line(&sentence);
    }

    fn three(&mut self, three: &Three) {
        let stones = self.stones(&three.stones);
        if !three.is_real() {
            self.line(&format!("{stones} looks like a three but is not real:"));
            for extension in &three.extensions {
                self.depth += 1;
                self.refused(extension);
                self.depth -= 1;
            }
            return;
        }
        let open = three.extensions.iter().filter(|e| e.obstacle.is_none());
        let points: Vec<Point> = open.clone().map(|e| e.point).collect();
        let sentence = format!("Three {stones}: straight four at {}.", self.either(&points));
        self.line(&sentence);
        // One sure point proves the three; a point that only looks closed needs a word.
        if open.clone().all(looks_refused) {
            self.depth += 1;
            for extension in open.take(1) {
                self.follow(extension);
            }
            self.depth -= 1;
        }
    }

    /// Why a straight-four point cannot be used.
    fn refused(&mut self, extension: &Extension) {
        match &extension.obstacle {
            Some(Obstacle::Five) => {
                let name = extension.point.name(self.size);
                self.line(&format!(
                    "{name} would make five at the same time, so no straight four."
                ));
                self.story(extension);
            }
            Some(Obstacle::Forbidden(_)) => self.follow(extension),
            None => {}
        }
    }

    fn follow(&mut self, extension: &Extension) {
        let name = extension.point.name(self.size);
        match (&extension.then, &extension.obstacle) {
            (Some(told), _) => {
                let verdict = verdict(told);
                let rest = verdict.strip_prefix("is ").unwrap_or(&verdict);
                self.line(&format!("{name} would be {rest}."));
            }
            (None, Some(Obstacle::Forbidden(kinds))) => {
                let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
                self.line(&format!("{name} would be forbidden: {}.", kinds.join(", ")));
            }
            (None, _) => {}
        }
        self.story(extension);
    }

    fn story(&mut self, extension: &Extension) {
        if let Some(told) = &extension.then {
            self.depth += 1;
            self.decisive(told);
            self.depth -= 1;
        }
    }

    fn stones(&self, stones: &[Point]) -> String {
        self.names(stones).join("-")
    }

    fn either(&self, points: &[Point]) -> String {
        self.names(points).join(" or ")
    }

    fn names(&self, points: &[Point]) -> Vec<String> {
        points.iter().map(|point| point.name(self.size)).collect()
    }
}

/// Whether the point looks forbidden although Black may play it.
fn looks_refused(extension: &Extension) -> bool {
    extension
        .then
        .as_ref()
        .is_some_and(|told| told.legal_because().is_some())
}
