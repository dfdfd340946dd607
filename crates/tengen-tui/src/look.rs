//! How things look: colours by role and by what the terminal can do, and characters.

use ratatui::style::{Color, Modifier, Style};
use tengen_core::Stone;

use crate::picture::{Glyphs, Role};

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Any colour.
    True,
    /// The palette of 256.
    Indexed,
    /// The sixteen of old.
    Sixteen,
    /// None: weight and brackets alone.
    None,
}

/// The terminal's own background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Dark letters on a light ground.
    Light,
    /// Light letters on a dark ground.
    Dark,
}

/// What the screen may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Colours.
    pub depth: Depth,
    /// Background.
    pub ground: Ground,
    /// Plain ASCII only.
    pub ascii: bool,
    /// The terminal draws stones two columns wide.
    pub wide_stones: bool,
}

/// One colour in every depth, for a light and a dark ground.
struct Tint {
    light: [u8; 3],
    dark: [u8; 3],
    indexed: [u8; 2],
    sixteen: [Option<Color>; 2],
}

const WOOD: Tint = Tint {
    light: [0xe8, 0xc4, 0x8a],
    dark: [0x5b, 0x46, 0x36],
    indexed: [180, 58],
    sixteen: [None, None],
};
const GRID: Tint = Tint {
    light: [0x6b, 0x54, 0x33],
    dark: [0xb3, 0x9b, 0x7d],
    indexed: [95, 144],
    sixteen: [Some(Color::DarkGray), Some(Color::DarkGray)],
};
const BLACK: Tint = Tint {
    light: [0x0e, 0x0f, 0x11],
    dark: [0x09, 0x0a, 0x0b],
    indexed: [232, 232],
    sixteen: [None, None],
};
const WHITE: Tint = Tint {
    light: [0xff, 0xff, 0xff],
    dark: [0xf3, 0xf1, 0xea],
    indexed: [231, 231],
    sixteen: [None, None],
};
const LAST: Tint = Tint {
    light: [0xcf, 0xe3, 0xf7],
    dark: [0x17, 0x38, 0x4a],
    indexed: [153, 24],
    sixteen: [None, None],
};
/// The ground of a last move whose stone would be lost on the usual one: White on a light
/// ground, Black on a dark one.
const LAST_STRONG: Tint = Tint {
    light: [0x3f, 0x7c, 0xb8],
    dark: [0x5b, 0x9b, 0xc2],
    indexed: [67, 67],
    sixteen: [None, None],
};
const ACCENT: Tint = Tint {
    light: [0x00, 0x5f, 0xb8],
    dark: [0x60, 0xcd, 0xff],
    indexed: [25, 81],
    sixteen: [Some(Color::Blue), Some(Color::Cyan)],
};
const ALERT: Tint = Tint {
    light: [0xc5, 0x0f, 0x1f],
    dark: [0xff, 0x8f, 0x94],
    indexed: [160, 210],
    sixteen: [Some(Color::Red), Some(Color::Red)],
};
const QUIET: Tint = Tint {
    light: [0x5c, 0x5c, 0x5c],
    dark: [0xbd, 0xbd, 0xbd],
    indexed: [240, 250],
    sixteen: [Some(Color::DarkGray), Some(Color::Gray)],
};

impl Look {
    /// The look that the environment asks for: `NO_COLOR`, `COLORTERM`, `TERM`, and
    /// `COLORFGBG` for the ground, which is dark if nothing says otherwise.
    pub fn of_environment(variable: &dyn Fn(&str) -> Option<String>) -> Look {
        let filled = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = filled("TERM").unwrap_or_default();
        let rich = filled("COLORTERM").unwrap_or_default();
        let depth = if filled("NO_COLOR").is_some() || term == "dumb" {
            Depth::None
        } else if rich.contains("truecolor") || rich.contains("24bit") {
            Depth::True
        } else if term.contains("256") {
            Depth::Indexed
        } else {
            Depth::Sixteen
        };
        // `15;0`: the last number is the background, of which 7 and 15 are light.
        let ground = match filled("COLORFGBG")
            .as_deref()
            .and_then(|it| it.rsplit(';').next())
        {
            Some("7" | "15") => Ground::Light,
            _ => Ground::Dark,
        };
        Look {
            depth,
            ground,
            ascii: false,
            wide_stones: false,
        }
    }

    /// The characters that go with these colours.
    pub(crate) fn glyphs(self) -> Glyphs {
        Glyphs {
            ascii: self.ascii,
            filled_white: self.has_wood() && !self.ascii,
            coloured: self.depth != Depth::None,
        }
    }

    /// Whether the board has a ground of its own.
    fn has_wood(self) -> bool {
        matches!(self.depth, Depth::True | Depth::Indexed)
    }

    fn tint(self, tint: &Tint) -> Option<Color> {
        let at = match self.ground {
            Ground::Light => 0,
            Ground::Dark => 1,
        };
        let [r, g, b] = [tint.light, tint.dark][at];
        match self.depth {
            Depth::True => Some(Color::Rgb(r, g, b)),
            Depth::Indexed => Some(Color::Indexed(tint.indexed[at])),
            Depth::Sixteen => tint.sixteen[at],
            Depth::None => None,
        }
    }

    fn fore(self, tint: &Tint) -> Style {
        match self.tint(tint) {
            Some(colour) => Style::new().fg(colour),
            None => Style::new(),
        }
    }

    /// The style of a cell of the board.
    pub(crate) fn cell(self, role: Role, last: bool) -> Style {
        let style = match role {
            Role::Grid => self.fore(&GRID),
            Role::Black => self.fore(&BLACK),
            Role::White => self.fore(&WHITE),
            Role::Cursor | Role::Accent => self.accent().add_modifier(Modifier::BOLD),
            Role::Alert => self.alert().add_modifier(Modifier::BOLD),
            Role::Number(stone) => return self.number(stone, last),
        };
        let ground = match (last, self.ground, role) {
            (true, Ground::Light, Role::White) | (true, Ground::Dark, Role::Black) => &LAST_STRONG,
            (true, ..) => &LAST,
            (false, ..) => &WOOD,
        };
        match self.tint(ground).filter(|_| self.has_wood()) {
            Some(colour) => style.bg(colour),
            None if last && self.depth == Depth::Sixteen => style.add_modifier(Modifier::REVERSED),
            None => style,
        }
    }

    /// A digit on a stone. That of the last move is underlined, as its brackets may find no
    /// room.
    fn number(self, stone: Stone, last: bool) -> Style {
        let [own, other] = match stone {
            Stone::Black => [(&BLACK, Color::Black), (&WHITE, Color::White)],
            Stone::White => [(&WHITE, Color::White), (&BLACK, Color::Black)],
        };
        let colour = |(tint, plain): (&Tint, Color)| match self.depth {
            Depth::Sixteen => Some(plain),
            _ => self.tint(tint),
        };
        let mut style = match (colour(own), colour(other)) {
            (Some(ground), Some(digit)) => Style::new().bg(ground).fg(digit),
            _ => Style::new(),
        };
        if last {
            style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        }
        style
    }

    /// A stone's sign outside the board, where there is no wood behind it.
    pub(crate) fn sign(self, stone: Stone) -> char {
        let glyphs = Glyphs {
            filled_white: false,
            ..self.glyphs()
        };
        glyphs.stone(stone)
    }

    /// What is chosen, what runs.
    pub(crate) fn accent(self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::BOLD),
            _ => self.fore(&ACCENT),
        }
    }

    /// What is wrong or urgent.
    pub(crate) fn alert(self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::BOLD),
            _ => self.fore(&ALERT),
        }
    }

    /// What matters less.
    pub(crate) fn quiet(self) -> Style {
        self.fore(&QUIET)
    }

    /// The line between two bands, and what stands where a vertical line begins or ends.
    pub(crate) fn lines(self) -> Lines {
        match self.ascii {
            true => Lines {
                across: '-',
                down: '|',
                from: '+',
                to: '+',
                times: 'x',
                ellipsis: "...",
            },
            false => Lines {
                across: '─',
                down: '│',
                from: '┬',
                to: '┴',
                times: '×',
                ellipsis: "…",
            },
        }
    }
}

/// Characters for lines and a few signs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    pub(crate) across: char,
    pub(crate) down: char,
    pub(crate) from: char,
    pub(crate) to: char,
    pub(crate) times: char,
    pub(crate) ellipsis: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(variables: &[(&str, &str)]) -> Look {
        Look::of_environment(&|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_decides_about_colours() {
        assert_eq!(look(&[("COLORTERM", "truecolor")]).depth, Depth::True);
        assert_eq!(look(&[("TERM", "xterm-256color")]).depth, Depth::Indexed);
        assert_eq!(look(&[("TERM", "linux")]).depth, Depth::Sixteen);
        let forbidden = [("COLORTERM", "truecolor"), ("NO_COLOR", "1")];
        assert_eq!(look(&forbidden).depth, Depth::None);
        assert_eq!(look(&[("COLORFGBG", "0;15")]).ground, Ground::Light);
        assert_eq!(look(&[]).ground, Ground::Dark);
    }

    /// How far two colours are apart, as the web's guidelines count it.
    fn contrast(one: Color, other: Color) -> f64 {
        let light = |colour: Color| {
            let Color::Rgb(r, g, b) = colour else {
                panic!("{colour} is no true colour");
            };
            let [r, g, b] = [r, g, b].map(|part| {
                let part = f64::from(part) / 255.0;
                match part <= 0.03928 {
                    true => part / 12.92,
                    false => ((part + 0.055) / 1.055).powf(2.4),
                }
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (one, other) = (light(one) + 0.05, light(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn the_last_move_and_numbers_stand_out_on_every_ground() {
        for ground in [Ground::Light, Ground::Dark] {
            let look = Look {
                ground,
                ..look(&[("COLORTERM", "truecolor")])
            };
            let numbers = Stone::BOTH.map(Role::Number);
            for role in [Role::Black, Role::White].into_iter().chain(numbers) {
                let style = look.cell(role, true);
                let apart = contrast(style.fg.unwrap(), style.bg.unwrap());
                assert!(apart >= 4.0, "{ground:?} {role:?}: {apart:.1}");
            }
        }
    }

    #[test]
    fn without_wood_black_is_filled_and_white_is_open() {
        let look = look(&[("TERM", "linux")]);
        assert_eq!(look.glyphs().stone(Stone::Black), '●');
        assert_eq!(look.glyphs().stone(Stone::White), '○');
        assert_eq!(look.cell(Role::Black, false), Style::new());
    }
}
