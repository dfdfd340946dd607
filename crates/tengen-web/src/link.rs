//! Our own links: what comes behind the page's address and carries a whole position.
//!
//! `#rule=renju&size=15&moves=h8h9i10` holds moves from an empty board;
//! `#rule=renju&size=15&black=h8i10&white=h9&side=white` stones that were set up.

use tengen_core::record::{Rows, text};
use tengen_core::{Game, Point, Rule, Size, Stone, Tree};

use crate::messages::Text;
use crate::words;

/// The link of the position at the cursor.
pub(crate) fn write(game: &Game) -> String {
    let size = game.size();
    let head = format!("#rule={}&size={}", game.rule(), size.get());
    let mut tree = Tree::new(size, game.rule());
    let mut at = Tree::ROOT;
    for mv in game.moves() {
        at = tree.add_move(at, mv);
    }
    let plain = game
        .path()
        .iter()
        .all(|&id| game.tree().node(id).setup.stones.is_empty());
    if plain && at == Tree::ROOT {
        return format!("{head}&moves=");
    }
    match text::write(&tree, Rows::FromBottom) {
        Ok(moves) if plain && !moves.contains('-') => format!("{head}&moves={moves}"),
        _ => {
            let names = |stone: Stone| -> String {
                let stones = game.position().board().stones();
                let own = stones.filter(|(_, it)| *it == stone);
                own.map(|(point, _)| point.name(size).to_lowercase())
                    .collect()
            };
            let side = match game.position().to_move() {
                Stone::Black => "black",
                Stone::White => "white",
            };
            format!(
                "{head}&black={}&white={}&side={side}",
                names(Stone::Black),
                names(Stone::White)
            )
        }
    }
}

/// Reads such a link, with or without what stands before `#`. `None` if the text is none; a link that says what it
/// cannot mean is answered by the reason.
pub(crate) fn read(link: &str) -> Option<Result<Game, Text>> {
    let (address, fields) = link.trim().split_once('#')?;
    // A record may mention a link; an address has neither blanks nor round brackets.
    let is_link = !address.contains(|c: char| c.is_whitespace() || c == '(');
    (is_link && fields.starts_with("rule=")).then(|| read_fields(fields))
}

fn read_fields(fields: &str) -> Result<Game, Text> {
    let field = |name: &str| {
        let mut pairs = fields.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
    };
    let rule: Option<Rule> = field("rule").and_then(|rule| rule.parse().ok());
    let rule = rule.ok_or_else(|| Text::new("read.link_rule"))?;
    let lines = field("size").and_then(|lines| lines.parse().ok());
    let size = lines.and_then(|lines| Size::new(lines).ok());
    let size = size.ok_or_else(|| Text::new("read.link_size"))?;
    let mut game = Game::new(size, rule);
    if let Some(moves) = field("moves") {
        for point in points(moves, size)? {
            let mv = tengen_core::Move {
                stone: game.position().to_move(),
                point: Some(point),
            };
            game.record(mv).map_err(|_| no_move(point, size))?;
        }
        return Ok(game);
    }
    let side = match field("side") {
        Some("black") => Stone::Black,
        Some("white") => Stone::White,
        _ => return Err(Text::new("read.link")),
    };
    let mut stones: Vec<(Point, Option<Stone>)> = Vec::new();
    for (name, stone) in [("black", Stone::Black), ("white", Stone::White)] {
        for point in points(field(name).unwrap_or_default(), size)? {
            if stones.iter().any(|&(taken, _)| taken == point) {
                return Err(no_move(point, size));
            }
            stones.push((point, Some(stone)));
        }
    }
    game.set_up(&stones, Some(side))
        .map_err(|error| words::game_error(&error, game.position().board()))?;
    Ok(game)
}

fn no_move(point: Point, size: Size) -> Text {
    Text::new("read.link_move").with("point", point.name(size))
}

/// Points one after another, `h8i10`.
fn points(text: &str, size: Size) -> Result<Vec<Point>, Text> {
    let text = text.to_ascii_lowercase();
    let mut points = Vec::new();
    let mut rest = text.as_str();
    while let Some(letter) = rest.chars().next() {
        let digits = &rest[letter.len_utf8()..];
        let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let (name, after) = rest.split_at(rest.len() - after.len());
        let point = point(name, size).ok_or_else(|| {
            let name: String = name.chars().take(24).collect();
            Text::new("read.link_point").with("text", name)
        })?;
        points.push(point);
        rest = after;
    }
    Ok(points)
}

/// One point, `h8`.
fn point(name: &str, size: Size) -> Option<Point> {
    let letter = name.chars().next()?;
    let column = (letter as u32).checked_sub('a' as u32)?;
    let row: u8 = name.get(1..)?.parse().ok()?;
    size.point(u8::try_from(column).ok()?, size.get().checked_sub(row)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(link: &str) {
        for text in [link, &format!("http://localhost:1/{link}")] {
            assert_eq!(write(&read(text).unwrap().unwrap()), link, "{text}");
        }
    }

    #[test]
    fn links_carry_rule_size_stones_and_side() {
        check("#rule=renju&size=15&moves=h8h9i10");
        check("#rule=caro8&size=20&moves=");
        check("#rule=freestyle&size=22&moves=v22a1");
        check("#rule=standard&size=9&black=e6e5&white=&side=black");
    }

    #[test]
    fn other_texts_are_no_links() {
        for text in [
            "",
            "#",
            "h8h9",
            "#moves=h8",
            "# rule=renju",
            "(;GM[4]SZ[15];B[hh]C[as in http://localhost/#rule=renju&size=15&moves=h8])",
            "(;GM[4]SZ[15];B[hh]C[#rule=renju&size=15&moves=h8])",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_link_says_what_it_cannot_mean() {
        let reason = |key: &str| Text::new(format!("read.{key}"));
        let no_point = |name: &str| reason("link_point").with("text", name);
        for (text, wrong) in [
            ("#rule=chess&size=15&moves=h8", reason("link_rule")),
            ("#rule=renju&size=99&moves=h8", reason("link_size")),
            ("#rule=renju&moves=h8", reason("link_size")),
            (
                "#rule=renju&size=15&moves=h8h8",
                reason("link_move").with("point", "H8"),
            ),
            (
                "#rule=renju&size=15&black=h8&white=i9h8&side=black",
                reason("link_move").with("point", "H8"),
            ),
            ("#rule=renju&size=15&moves=h8p16", no_point("p16")),
            ("#rule=renju&size=15&moves=h8h0", no_point("h0")),
            ("#rule=renju&size=15&moves=h8é", no_point("é")),
            ("#rule=renju&size=15&moves=8", no_point("8")),
            (
                "#rule=renju&size=15&black=h8&white=h8x&side=black",
                no_point("x"),
            ),
            (
                "#rule=renju&size=15&moves=h1234567890123456789012345",
                no_point("h12345678901234567890123"),
            ),
            ("#rule=renju&size=15&black=h8", reason("link")),
            ("#rule=renju&size=15&black=h8&side=grey", reason("link")),
        ] {
            assert_eq!(read(text).unwrap().unwrap_err(), wrong, "{text}");
        }
    }
}
