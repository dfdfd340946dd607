//! The SVG renderer. One cell is 200 units, all coordinates are whole numbers.

use std::fmt::Write as _;

use super::{Diagram, DrawnStone, Style, glyphs, star_points};
use crate::board::Run;
use crate::point::Point;
use crate::record::Rows;
use crate::stone::Stone;
use crate::tree::Mark;

const CELL: i32 = 200;
// Proportions in units; in cells they are line 0.03, border 0.075, star 0.10, stone 0.95
// across, last move 0.15, winning row 0.12, forbidden cross 0.22.
const LINE: i32 = 6;
const BORDER: i32 = 15;
const STAR_RADIUS: i32 = 20;
const STONE_RADIUS: i32 = 95;
const OUTLINE: i32 = 8;
const LAST_RADIUS: i32 = 30;
const WINNING_LINE: i32 = 24;
const CROSS_REACH: i32 = 44;
const MARK_RADIUS: i32 = 50;
const MARK_LINE: i32 = 14;
/// Writing on stones is 0.45 of a cell high, coordinates 0.4.
const NUMBER_HEIGHT: i32 = 90;
const LABEL_HEIGHT: i32 = 76;
/// From the outermost line to the rim of the board, and the room for coordinates.
const MARGIN: i32 = 140;
const COORDINATES: i32 = 120;

/// The whole document.
pub(super) fn render(diagram: &Diagram, style: &Style) -> String {
    let mut painter = Painter::new(diagram, style);
    painter.ground();
    painter.grid();
    if style.coordinates {
        painter.coordinates();
    }
    let on_board = |drawn: &&DrawnStone| diagram.size.contains(drawn.point);
    for drawn in diagram.stones.iter().filter(on_board) {
        painter.stone(drawn);
    }
    for run in &diagram.winning {
        painter.winning_row(run);
    }
    // Numbers stay readable on the line through a winning row.
    for drawn in diagram.stones.iter().filter(on_board) {
        painter.number(drawn);
    }
    for &point in diagram
        .forbidden
        .iter()
        .filter(|&&p| diagram.size.contains(p))
    {
        painter.forbidden(point);
    }
    for (point, mark) in diagram
        .marks
        .iter()
        .filter(|(p, _)| diagram.size.contains(*p))
    {
        painter.mark(*point, mark);
    }
    if let Some(point) = diagram.last.filter(|&p| diagram.size.contains(p)) {
        painter.last_move(point);
    }
    painter.finish()
}

/// Several documents in one, row by row.
pub(super) fn sheet(diagrams: &[Diagram], columns: usize, style: &Style) -> String {
    let columns = columns.clamp(1, diagrams.len().max(1));
    // Highlights have names, which a document may use once: stones are flat here.
    let style = Style {
        shaded: false,
        ..style.clone()
    };
    let sizes = diagrams
        .iter()
        .map(|diagram| Painter::new(diagram, &style).pixels());
    let (wide, high) = sizes.fold((1, 1), |(wide, high), (w, h)| (wide.max(w), high.max(h)));
    let gap = style.cell_px;
    let place = |n: usize, size: u32| n as u32 * (size + gap);
    let rows = diagrams.len().div_ceil(columns).max(1);
    let (width, height) = (
        place(columns, wide).saturating_sub(gap),
        place(rows, high).saturating_sub(gap),
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n"
    );
    for (n, diagram) in diagrams.iter().enumerate() {
        let (x, y) = (place(n % columns, wide), place(n / columns, high));
        let drawn = render(diagram, &style);
        out.push_str(&drawn.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1));
    }
    out.push_str("</svg>\n");
    out
}

struct Painter<'a> {
    diagram: &'a Diagram,
    style: &'a Style,
    /// Left and top edge of the grid.
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    out: String,
}

impl<'a> Painter<'a> {
    fn new(diagram: &'a Diagram, style: &'a Style) -> Painter<'a> {
        let room = if style.coordinates { COORDINATES } else { 0 };
        let grid = (i32::from(diagram.size.get()) - 1) * CELL;
        Painter {
            diagram,
            style,
            left: room + MARGIN,
            top: MARGIN,
            width: room + grid + 2 * MARGIN,
            height: room + grid + 2 * MARGIN,
            out: String::new(),
        }
    }

    /// Adds one line of output. Writing to a string cannot fail.
    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(element);
        self.out.push('\n');
    }

    /// Centre of a point in units.
    fn centre(&self, point: Point) -> (i32, i32) {
        (
            self.left + i32::from(point.x()) * CELL,
            self.top + i32::from(point.y()) * CELL,
        )
    }

    fn stone_at(&self, point: Point) -> Option<DrawnStone> {
        self.diagram
            .stones
            .iter()
            .rev()
            .find(|drawn| drawn.point == point)
            .copied()
    }

    /// Colour for writing on a point, and for what shall stand out there.
    fn inks(&self, point: Point) -> (&'static str, &'static str) {
        let colours = &self.style.colours;
        match self.stone_at(point).map(|drawn| drawn.stone) {
            Some(Stone::Black) => (colours.white, colours.accent_on_dark),
            Some(Stone::White) => (colours.black, colours.accent_on_light),
            None => (colours.label, colours.accent_on_light),
        }
    }

    /// Natural width and height of the picture.
    fn pixels(&self) -> (u32, u32) {
        let pixels = |units: i32| units.unsigned_abs().saturating_mul(self.style.cell_px) / 200;
        (pixels(self.width), pixels(self.height))
    }

    fn ground(&mut self) {
        let (width, height) = (self.width, self.height);
        let (wide, high) = self.pixels();
        self.put(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {width} {height}" role="img">"#
        ));
        let title = if self.diagram.title.is_empty() {
            let count = self.diagram.stones.len();
            format!("Board {} with {count} stones", self.diagram.size)
        } else {
            escape(&self.diagram.title)
        };
        self.put(format_args!("<title>{title}</title>"));
        if self.style.shaded {
            self.gradients();
        }
        let colour = self.style.colours.board;
        self.put(format_args!(
            r#"<rect width="{width}" height="{height}" fill="{colour}"/>"#
        ));
    }

    /// One highlight at the upper left of each stone.
    fn gradients(&mut self) {
        let colours = self.style.colours.clone();
        let stops = [
            ("black", "#5A5A5A", colours.black),
            ("white", "#FFFFFF", colours.white),
        ];
        for (id, light, full) in stops {
            let edge = if id == "white" { "#DEDDD6" } else { full };
            self.put(format_args!(
                r#"<radialGradient id="tengen-{id}" cx="0.35" cy="0.3" r="0.75"><stop offset="0" stop-color="{light}"/><stop offset="0.6" stop-color="{full}"/><stop offset="1" stop-color="{edge}"/></radialGradient>"#
            ));
        }
    }

    fn grid(&mut self) {
        let last = i32::from(self.diagram.size.get()) - 1;
        let (left, top) = (self.left, self.top);
        let (right, bottom) = (left + last * CELL, top + last * CELL);
        let colour = self.style.colours.line;
        let mut path = String::new();
        for n in 1..last {
            let (x, y) = (left + n * CELL, top + n * CELL);
            let _ = write!(path, "M{left} {y}H{right}M{x} {top}V{bottom}");
        }
        self.put(format_args!(
            r#"<path d="{path}" stroke="{colour}" stroke-width="{LINE}"/>"#
        ));
        let side = last * CELL;
        self.put(format_args!(
            r#"<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="none" stroke="{colour}" stroke-width="{BORDER}"/>"#
        ));
        for star in star_points(self.diagram.size) {
            let (x, y) = self.centre(star);
            self.put(format_args!(
                r#"<circle cx="{x}" cy="{y}" r="{STAR_RADIUS}" fill="{colour}"/>"#
            ));
        }
    }

    fn coordinates(&mut self) {
        let n = self.diagram.size.get();
        let colour = self.style.colours.label;
        let x = COORDINATES - 10;
        let bottom = self.height - COORDINATES + 10;
        for i in 0..n {
            let at = i32::from(i) * CELL;
            let row = match self.style.habit.rows {
                Rows::FromBottom => n - i,
                Rows::FromTop => i + 1,
            };
            let letter = self.style.habit.letter(i).to_string();
            let (column, line) = (self.left + at, self.top + at);
            self.writing(&row.to_string(), (x, line), LABEL_HEIGHT, colour, false);
            self.writing(&letter, (column, bottom), LABEL_HEIGHT, colour, false);
        }
    }

    fn stone(&mut self, drawn: &DrawnStone) {
        let (x, y) = self.centre(drawn.point);
        let colours = self.style.colours.clone();
        let fill = match (self.style.shaded, drawn.stone) {
            (true, Stone::Black) => "url(#tengen-black)",
            (true, Stone::White) => "url(#tengen-white)",
            (false, Stone::Black) => colours.black,
            (false, Stone::White) => colours.white,
        };
        let rim = match drawn.stone {
            Stone::Black => colours.black,
            Stone::White => colours.line,
        };
        if self.style.shaded {
            let (x, y) = (x + 5, y + 9);
            self.put(format_args!(
                r#"<circle cx="{x}" cy="{y}" r="{STONE_RADIUS}" fill-opacity="0.25"/>"#
            ));
        }
        // The outline lies inside the stone's own width.
        let radius = STONE_RADIUS - OUTLINE / 2;
        self.put(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{rim}" stroke-width="{OUTLINE}"/>"#
        ));
    }

    fn number(&mut self, drawn: &DrawnStone) {
        if let Some(number) = drawn.number {
            let at = self.centre(drawn.point);
            let ink = self.inks(drawn.point).0;
            self.writing(&number.to_string(), at, NUMBER_HEIGHT, ink, true);
        }
    }

    fn winning_row(&mut self, run: &Run) {
        let size = self.diagram.size;
        let mut ends = run.points().filter(|&point| size.contains(point));
        let Some(first) = ends.next() else { return };
        let last = ends.last().unwrap_or(first);
        let ((x1, y1), (x2, y2)) = (self.centre(first), self.centre(last));
        let colour = self.style.colours.accent_on_light;
        self.put(format_args!(
            r#"<path d="M{x1} {y1}L{x2} {y2}" stroke="{colour}" stroke-width="{WINNING_LINE}" stroke-linecap="round" stroke-opacity="0.8"/>"#
        ));
    }

    fn forbidden(&mut self, point: Point) {
        let (x, y) = self.centre(point);
        let accent = self.inks(point).1;
        self.outline(&cross(x, y, CROSS_REACH), accent, MARK_LINE + 4);
    }

    fn mark(&mut self, point: Point, mark: &Mark) {
        let (x, y) = self.centre(point);
        let ink = self.inks(point).0;
        let r = MARK_RADIUS;
        match mark {
            Mark::Cross => self.outline(&cross(x, y, r - 10), ink, MARK_LINE),
            Mark::Square => {
                let (left, top, side) = (x - r + 10, y - r + 10, 2 * r - 20);
                let path = format!("M{left} {top}h{side}v{side}h-{side}Z");
                self.outline(&path, ink, MARK_LINE);
            }
            Mark::Triangle => {
                let path = format!("M{x} {}L{} {}H{}Z", y - r, x + 46, y + 28, x - 46);
                self.outline(&path, ink, MARK_LINE);
            }
            Mark::Circle => self.put(format_args!(
                r#"<circle cx="{x}" cy="{y}" r="{r}" fill="none" stroke="{ink}" stroke-width="{MARK_LINE}"/>"#
            )),
            Mark::Label(label) => {
                if self.stone_at(point).is_none() {
                    // The lines would run through the writing.
                    let colour = self.style.colours.board;
                    self.put(format_args!(
                        r#"<circle cx="{x}" cy="{y}" r="{}" fill="{colour}"/>"#,
                        NUMBER_HEIGHT * 3 / 4
                    ));
                }
                self.writing(label, (x, y), NUMBER_HEIGHT, ink, true);
            }
        }
    }

    /// A ring: around the number if there is one, else small.
    fn last_move(&mut self, point: Point) {
        let (x, y) = self.centre(point);
        let accent = self.inks(point).1;
        let is_numbered = self
            .stone_at(point)
            .is_some_and(|drawn| drawn.number.is_some());
        let radius = if is_numbered {
            STONE_RADIUS - 2 * OUTLINE
        } else {
            LAST_RADIUS
        };
        self.put(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{accent}" stroke-width="{MARK_LINE}"/>"#
        ));
    }

    fn outline(&mut self, path: &str, colour: &str, width: i32) {
        self.put(format_args!(
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"/>"#
        ));
    }

    /// Writes a short text centred on a place. Longer ones are made narrower, very long
    /// ones are cut; characters that we cannot draw take the reader's font.
    fn writing(&mut self, text: &str, (x, y): (i32, i32), height: i32, colour: &str, bold: bool) {
        const LONGEST: usize = 8;
        let text: String = text.chars().take(LONGEST).collect();
        if text.chars().any(|c| glyphs::strokes(c).is_none()) {
            let text = escape(&text);
            // Capitals of common fonts are about 0.7 of the font's size.
            let (size, y) = (height * 4 / 3, y + height * 4 / 9);
            self.put(format_args!(
                r#"<text x="{x}" y="{y}" font-family="sans-serif" font-size="{size}" text-anchor="middle" fill="{colour}">{text}</text>"#
            ));
            return;
        }
        // Thousandths of a unit per step of the glyphs' grid: all arithmetic stays whole.
        let count = i32::try_from(text.chars().count()).unwrap_or(1).max(1);
        let span = count * glyphs::ADVANCE - (glyphs::ADVANCE - glyphs::WIDTH);
        let tall = height * 1000 / glyphs::HEIGHT;
        let wide = tall.min(CELL * 3 / 4 * 1000 / span);
        let tall = tall.min(wide * 3 / 2);
        let weight = if bold { "2.2" } else { "1.6" };
        let (dx, dy) = (x - span * wide / 2000, y - glyphs::HEIGHT * tall / 2000);
        let mut path = String::new();
        for (n, c) in text.chars().enumerate() {
            let strokes = glyphs::strokes(c).unwrap_or_default();
            path.push_str(&shifted(strokes, n as i32 * glyphs::ADVANCE));
        }
        self.put(format_args!(
            r#"<path transform="translate({dx} {dy}) scale({} {})" d="{path}" fill="none" stroke="{colour}" stroke-width="{weight}" stroke-linecap="round" stroke-linejoin="round"/>"#,
            thousandths(wide),
            thousandths(tall)
        ));
    }

    fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }
}

fn cross(x: i32, y: i32, reach: i32) -> String {
    let (left, right, top, bottom) = (x - reach, x + reach, y - reach, y + reach);
    format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}")
}

/// A glyph's path moved `by` to the right. Glyphs use absolute M, L, Q, H, V and Z.
fn shifted(path: &str, by: i32) -> String {
    let mut out = String::with_capacity(path.len() + 16);
    let mut command = ' ';
    let mut is_x = true;
    let mut digits = path.chars().peekable();
    while let Some(c) = digits.next() {
        if let Some(first) = c.to_digit(10) {
            let mut number = first as i32;
            while let Some(digit) = digits.peek().and_then(|d| d.to_digit(10)) {
                number = number * 10 + digit as i32;
                digits.next();
            }
            let number = if is_x && command != 'V' {
                number + by
            } else {
                number
            };
            let _ = write!(out, "{number}");
            is_x = !is_x;
        } else {
            if c.is_ascii_alphabetic() {
                (command, is_x) = (c, true);
            }
            out.push(c);
        }
    }
    out
}

/// `7500` as `7.5`.
fn thousandths(value: i32) -> String {
    let text = format!("{}.{:03}", value / 1000, value % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text for XML: the five special characters named, what XML cannot hold replaced.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            c if c.is_control() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
