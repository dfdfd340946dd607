//! How a diagram looks.

use crate::record::coordinate::Coordinates;

/// How a diagram is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Width and height of a cell in pixels, for the picture's natural size.
    pub cell_px: u32,
    /// Row numbers at the left and column letters below.
    pub coordinates: bool,
    /// How rows and columns are named.
    pub habit: Coordinates,
    /// Shadows and highlights on the stones; flat stones print better.
    pub shaded: bool,
    /// The colours.
    pub colours: Colours,
}

impl Default for Style {
    /// A wooden board with coordinates.
    fn default() -> Style {
        Style {
            cell_px: 36,
            coordinates: true,
            habit: Coordinates::default(),
            shaded: true,
            colours: Colours::MAPLE,
        }
    }
}

/// The colours of a diagram, each written as SVG takes it (`#rrggbb`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours {
    /// The board.
    pub board: &'static str,
    /// Lines, star points and the outline of stones.
    pub line: &'static str,
    /// Coordinates and marks on free points.
    pub label: &'static str,
    /// Black stones, and writing on white ones.
    pub black: &'static str,
    /// White stones, and writing on black ones.
    pub white: &'static str,
    /// The last move, winning rows and forbidden points, where the ground is light.
    pub accent_on_light: &'static str,
    /// The same on black stones.
    pub accent_on_dark: &'static str,
}

impl Colours {
    /// Maple wood; every pair is told apart at a contrast of 3 to 1 or more, white stones
    /// by their outline.
    pub const MAPLE: Colours = Colours {
        board: "#E8C48A",
        line: "#6B5433",
        label: "#3B2A14",
        black: "#1B1B1B",
        white: "#FBFBF8",
        accent_on_light: "#C50F1F",
        accent_on_dark: "#FF5A5F",
    };

    /// Black on white, for print.
    pub const PAPER: Colours = Colours {
        board: "#FFFFFF",
        line: "#404040",
        label: "#000000",
        black: "#000000",
        white: "#FFFFFF",
        accent_on_light: "#C50F1F",
        accent_on_dark: "#FF5A5F",
    };
}
