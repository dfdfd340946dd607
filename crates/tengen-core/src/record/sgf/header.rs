//! What must be known before a game's points can be read: is it our game, how large is
//! the board, which rule. A first walk over the game collects what it says and which
//! points it uses; the decision is made from both.

use crate::point::Size;
use crate::record::{Failure, Notes, ReadOptions, USUAL_SIZES, excerpt};
use crate::rule::Rule;

use super::syntax::{Event, RawNode, Syntax, Value, canonical_name};
use super::value::{self, Grid, LETTER_I};
use super::{CAUSE, PROTOCOL};

/// The boards on which Go is played; `GM[1]` on any other is a renju file whose writer
/// did not know better, of which there are many.
const GO_SIZES: [u8; 3] = [9, 13, 19];

/// With so many different points on record and none in column or row i, a letter one
/// beyond the board says that the file leaves out i.
const POINTS_THAT_SHOW_NO_I: usize = 8;

/// How a game's values are to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The board and its letters.
    pub(super) grid: Grid,
    /// The rule.
    pub(super) rule: Rule,
}

/// What a game says about itself, and the points it uses.
#[derive(Debug)]
pub(super) struct Facts<'a> {
    start: usize,
    game: Option<Value<'a>>,
    size: Option<Value<'a>>,
    rule: Option<Value<'a>>,
    used: Used,
    /// Whether anything of a game is there: a move, a set-up stone, or what is said about
    /// a whole game. Names alone do not count, nor do words: a stray `B[` or `C[` is met
    /// in any file.
    pub(super) is_game: bool,
}

/// Whether a property of the root, by its name, speaks of a whole game.
fn is_about_the_game(name: &str) -> bool {
    let named = matches!(
        name,
        "FF" | "GM" | "SZ" | "RU" | "CA" | "AP" | "RE" | "PB" | "PW" | "DT" | "EV" | "PC" | "RO"
    );
    named || matches!(name, "GN" | "ON" | CAUSE | PROTOCOL)
}

/// Which pairs of letters occur as moves or set-up stones.
#[derive(Debug)]
struct Used([bool; 26 * 26]);

impl Used {
    fn insert(&mut self, (x, y): (u8, u8)) {
        self.0[usize::from(y) * 26 + usize::from(x)] = true;
    }

    fn iter(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        (0..26u8)
            .flat_map(|y| (0..26u8).map(move |x| (x, y)))
            .filter(|&(x, y)| self.0[usize::from(y) * 26 + usize::from(x)])
    }

    /// The side length that holds every used point that any board can hold.
    fn needed(&self) -> u8 {
        self.iter()
            .map(|(x, y)| x.max(y) + 1)
            .filter(|&n| n <= Size::MAX.get())
            .max()
            .unwrap_or(1)
    }

    /// How many used points are beyond a board of `n`, but not beyond every board.
    fn beyond(&self, n: u8) -> usize {
        self.iter()
            .map(|(x, y)| x.max(y) + 1)
            .filter(|needed| (n + 1..=Size::MAX.get()).contains(needed))
            .count()
    }

    fn shows_no_i(&self, n: u8) -> bool {
        n > LETTER_I
            && self.iter().count() >= POINTS_THAT_SHOW_NO_I
            && self.iter().all(|(x, y)| x != LETTER_I && y != LETTER_I)
            && self.iter().map(|(x, y)| x.max(y)).max() == Some(n)
    }
}

impl<'a> Facts<'a> {
    /// Walks over the game that begins at `start`. What is wrong with its syntax is
    /// noted by the second walk, not here.
    pub(super) fn collect(mut syntax: Syntax<'a>, start: usize) -> Facts<'a> {
        let mut facts = Facts {
            start,
            game: None,
            size: None,
            rule: None,
            used: Used([false; 26 * 26]),
            is_game: false,
        };
        let mut node = RawNode::default();
        let mut unheard = Notes::new("");
        let mut is_root = true;
        loop {
            match syntax.next(&mut node, &mut unheard) {
                Event::Node => {
                    facts.add(&node, is_root);
                    is_root = false;
                }
                Event::Open | Event::Close => {}
                Event::End => return facts,
            }
        }
    }

    fn add(&mut self, node: &RawNode<'a>, is_root: bool) {
        for (property, values) in node.properties() {
            let mut closed = values.iter().filter(|value| value.closed);
            let name = canonical_name(property.name).0;
            self.is_game |= is_root && closed.clone().next().is_some() && is_about_the_game(&name);
            match &*name {
                "B" | "W" => {
                    for value in closed {
                        self.is_game |= value.raw.trim().is_empty();
                        self.add_point(value.raw, true);
                    }
                }
                "AB" | "AW" | "AE" => {
                    for value in closed {
                        let (from, to) = value::compose(value.raw).unwrap_or((value.raw, ""));
                        self.add_point(from, false);
                        self.add_point(to, false);
                    }
                }
                "GM" if is_root && self.game.is_none() => self.game = closed.next().copied(),
                "SZ" if is_root && self.size.is_none() => self.size = closed.next().copied(),
                "RU" if is_root && self.rule.is_none() => self.rule = closed.next().copied(),
                _ => {}
            }
        }
    }

    fn add_point(&mut self, raw: &str, may_pass: bool) {
        let word = raw.trim();
        if let Some(letters) = value::letters(word) {
            self.is_game = true;
            if !(may_pass && word.eq_ignore_ascii_case("tt")) {
                self.used.insert(letters);
            }
        }
    }

    /// Decides how the game is to be read.
    ///
    /// # Errors
    /// Another game, or a board that is not offered.
    pub(super) fn decide(
        &self,
        options: &ReadOptions,
        notes: &mut Notes,
    ) -> Result<Layout, Failure> {
        let grid = self.grid(options, notes)?;
        let rule = self.rule(options, notes);
        self.check_game(grid.size, options, notes)?;
        Ok(Layout { grid, rule })
    }

    fn grid(&self, options: &ReadOptions, notes: &mut Notes) -> Result<Grid, Failure> {
        let Some((offset, stated)) = self.stated_size(notes)? else {
            let size = self.assumed_size(options, notes);
            return Ok(Grid {
                size,
                skips_i: options.skip_i,
            });
        };
        let n = stated.get();
        if !options.skip_i && self.used.shows_no_i(n) {
            notes.push(
                self.start,
                format!(
                    "no point has the letter i and some have the letter {}: read as letters without i",
                    char::from(b'a' + n)
                ),
            );
        } else if let Some(grown) = self.grown_size(n).filter(|_| !options.skip_i) {
            notes.push(
                offset,
                format!("SZ[{n}] does not hold the moves: {grown} assumed"),
            );
            return Ok(Grid {
                size: grown,
                skips_i: false,
            });
        }
        Ok(Grid {
            size: stated,
            skips_i: options.skip_i || self.used.shows_no_i(n),
        })
    }

    /// The size that the record states, if it can be understood.
    fn stated_size(&self, notes: &mut Notes) -> Result<Option<(usize, Size)>, Failure> {
        let Some(Value { offset, raw, .. }) = self.size else {
            return Ok(None);
        };
        let number = |word: &str| word.trim().parse::<u64>().ok().filter(|&n| n > 0);
        let sides = match raw.split_once(':') {
            Some((columns, rows)) => number(columns).zip(number(rows)),
            None => number(raw).map(|n| (n, n)),
        };
        let Some((columns, rows)) = sides else {
            notes.push(offset, format!("SZ{} is no board size", bracketed(raw)));
            return Ok(None);
        };
        if columns != rows {
            return Err(Failure::new(
                offset,
                format!(
                    "a board of {columns} columns and {rows} rows: only square boards are read"
                ),
            ));
        }
        match Size::try_from(columns) {
            Ok(size) => Ok(Some((offset, size))),
            Err(error) => Err(Failure::new(offset, error.to_string())),
        }
    }

    fn assumed_size(&self, options: &ReadOptions, notes: &mut Notes) -> Size {
        if let Some(size) = options.size {
            return size;
        }
        let needed = self.used.needed();
        let size = smallest_usual(needed).unwrap_or(Size::MAX);
        notes.push(
            self.start,
            format!("no board size (SZ): {size} assumed, which holds all moves"),
        );
        size
    }

    /// The usual board that holds all moves, if more than one point is beyond a stated
    /// board of `n`. A single one is a slip of the pen rather than a wrong header.
    fn grown_size(&self, n: u8) -> Option<Size> {
        if self.used.beyond(n) < 2 {
            return None;
        }
        smallest_usual(self.used.needed())
    }

    fn rule(&self, options: &ReadOptions, notes: &mut Notes) -> Rule {
        let assumed = options.rule.unwrap_or(Rule::Freestyle);
        let Some(Value { offset, raw, .. }) = self.rule else {
            return assumed;
        };
        read_rule(raw).unwrap_or_else(|| {
            if !raw.trim().is_empty() {
                notes.push(
                    offset,
                    format!("RU{} is no rule of ours: {assumed} assumed", bracketed(raw)),
                );
            }
            assumed
        })
    }

    fn check_game(
        &self,
        size: Size,
        options: &ReadOptions,
        notes: &mut Notes,
    ) -> Result<(), Failure> {
        let Some(Value { offset, raw, .. }) = self.game else {
            notes.push(self.start, "no game type (GM): read as Gomoku, GM[4]");
            return Ok(());
        };
        let ours = self.rule.is_some_and(|rule| read_rule(rule.raw).is_some());
        let number = raw.trim().parse::<u32>();
        let refused = match number {
            Ok(4) => return Ok(()),
            Ok(1) => GO_SIZES.contains(&size.get()) && !ours,
            Ok(5 | 11) | Err(_) => false,
            Ok(_) => true,
        };
        let met = format!("GM{}", bracketed(raw));
        if refused && !options.other_games {
            let message = if number == Ok(1) {
                format!(
                    "{met} on {size} is a game of Go; Gomoku and Renju are GM[4]. It can be opened as a {size} board of stones on request"
                )
            } else {
                format!(
                    "{met} is another game; Gomoku and Renju are GM[4]. It can be opened all the same on request"
                )
            };
            return Err(Failure::new(offset, message));
        }
        notes.push(
            offset,
            format!("{met} names another game: read as Gomoku, GM[4]"),
        );
        Ok(())
    }
}

/// A rule's name or Gomocup number.
fn read_rule(raw: &str) -> Option<Rule> {
    let word = value::line(raw);
    word.parse().ok().or_else(|| {
        let code = word.trim().parse().ok()?;
        Rule::from_gomocup_code(code)
    })
}

fn smallest_usual(needed: u8) -> Option<Size> {
    USUAL_SIZES.into_iter().find(|size| size.get() >= needed)
}

/// The beginning of a value in its brackets, for a message.
pub(super) fn bracketed(raw: &str) -> String {
    let quoted = excerpt(raw);
    let inner = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(&quoted);
    format!("[{inner}]")
}
