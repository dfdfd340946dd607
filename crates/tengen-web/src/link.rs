//! Our own links: what comes behind the page's address and carries a whole position.
//!
//! `#rule=renju&size=15&moves=h8h9i10` holds moves from an empty board;
//! `#rule=renju&size=15&black=h8i10&white=h9&side=white` stones that were set up.

use tengen_core::record::{Rows, text};
use tengen_core::{Game, Point, Rule, Size, Stone, Tree};

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

/// Reads such a link, with or without what stands before `#`; `None` if it is none.
pub(crate) fn read(link: &str) -> Option<Game> {
    let fields = link
        .trim()
        .rsplit_once('#')
        .map_or(link.trim(), |(_, it)| it);
    let field = |name: &str| {
        let mut pairs = fields.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
    };
    let rule: Rule = field("rule")?.parse().ok()?;
    let size = Size::new(field("size")?.parse().ok()?).ok()?;
    let mut game = Game::new(size, rule);
    if let Some(moves) = field("moves") {
        for point in points(moves, size)? {
            let stone = game.position().to_move();
            let mv = tengen_core::Move {
                stone,
                point: Some(point),
            };
            game.record(mv).ok()?;
        }
        return Some(game);
    }
    let side = match field("side")? {
        "black" => Stone::Black,
        "white" => Stone::White,
        _ => return None,
    };
    let mut stones = Vec::new();
    for (name, stone) in [("black", Stone::Black), ("white", Stone::White)] {
        let points = points(field(name).unwrap_or_default(), size)?;
        stones.extend(points.into_iter().map(|point| (point, Some(stone))));
    }
    game.set_up(&stones, Some(side)).ok()?;
    Some(game)
}

/// Points one after another, `h8i10`.
fn points(text: &str, size: Size) -> Option<Vec<Point>> {
    let text = text.to_ascii_lowercase();
    let mut points = Vec::new();
    let mut rest = text.as_str();
    while let Some(letter) = rest.chars().next() {
        let column = (letter as u32).checked_sub('a' as u32)?;
        let digits = rest.get(1..)?;
        let end = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        let row: u8 = digits.get(..end)?.parse().ok()?;
        let y = size.get().checked_sub(row)?;
        points.push(size.point(u8::try_from(column).ok()?, y)?);
        rest = digits.get(end..)?;
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(link: &str) {
        let game = read(link).unwrap();
        assert_eq!(write(&game), link);
        assert_eq!(
            write(&read(&format!("http://localhost:1/{link}")).unwrap()),
            link
        );
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
            "#rule=chess&size=15&moves=h8",
            "#rule=renju&size=99&moves=h8",
            "#rule=renju&size=15&moves=h8h8",
            "#rule=renju&size=15&moves=p16",
            "#rule=renju&size=15&moves=h8é",
            "#rule=renju&size=15&black=h8&white=h8x&side=black",
            "#rule=renju&size=15&black=h8",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
