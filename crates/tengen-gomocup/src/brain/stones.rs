//! The stones as the manager tells them: in order, ours and the opponent's.

use tengen_core::{Board, Cause, Move, Point, Position, Rule, Size, Stone, forbidden};

use super::command::{Entry, Pair};

/// How many of the last moves the engine is told as moves, which its ordering looks at.
const RECENT: usize = 4;

/// Whose a stone is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Ours: field 1.
    Own,
    /// The opponent's: field 2.
    Opponent,
}

/// The stones on a board, oldest first, no two on one point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    size: Size,
    list: Vec<(Point, Owner)>,
}

impl Stones {
    /// An empty board.
    pub fn new(size: Size) -> Stones {
        Stones {
            size,
            list: Vec::new(),
        }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Number of stones.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The points in order.
    pub fn points(&self) -> impl ExactSizeIterator<Item = Point> + '_ {
        self.list.iter().map(|&(point, _)| point)
    }

    /// The point with these coordinates.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn point(&self, pair: Pair) -> Result<Point, String> {
        let on_board = |n: i64| u8::try_from(n).ok();
        on_board(pair.0)
            .zip(on_board(pair.1))
            .and_then(|(x, y)| self.size.point(x, y))
            .ok_or_else(|| {
                let Pair(x, y) = pair;
                format!("{x},{y} is off the board of {}", self.size)
            })
    }

    /// Adds a stone.
    ///
    /// # Errors
    /// The point is off the board or taken; nothing is changed then.
    pub fn add(&mut self, pair: Pair, owner: Owner) -> Result<Point, String> {
        let point = self.point(pair)?;
        if self.points().any(|taken| taken == point) {
            return Err(format!("{},{} is taken", pair.0, pair.1));
        }
        self.list.push((point, owner));
        Ok(point)
    }

    /// Adds a stone on a point that is known to be free.
    pub fn put(&mut self, point: Point, owner: Owner) {
        debug_assert!(self.points().all(|taken| taken != point));
        self.list.push((point, owner));
    }

    /// Removes the stone on a point, however old.
    ///
    /// # Errors
    /// There is none.
    pub fn remove(&mut self, pair: Pair) -> Result<(), String> {
        let point = self.point(pair)?;
        let index = self.points().position(|taken| taken == point);
        match index {
            Some(index) => {
                self.list.remove(index);
                Ok(())
            }
            None => Err(format!("there is no stone on {},{}", pair.0, pair.1)),
        }
    }

    /// The stones of a BOARD body.
    ///
    /// # Errors
    /// The first fault; nothing is kept then.
    pub fn from_entries(size: Size, entries: &[Entry]) -> Result<Stones, String> {
        let mut stones = Stones::new(size);
        for entry in entries {
            let owner = match entry.field {
                Some(1) => Owner::Own,
                Some(2) => Owner::Opponent,
                Some(field) => return Err(format!("field {field} is neither 1 nor 2")),
                None => {
                    let Pair(x, y) = entry.at;
                    return Err(format!("{x},{y} has no field (1 own, 2 opponent)"));
                }
            };
            stones.add(entry.at, owner)?;
        }
        Ok(stones)
    }

    /// The stones of an opening, where the colours alternate and the next to move is us.
    ///
    /// # Errors
    /// The first fault.
    pub fn from_opening(size: Size, entries: &[Entry]) -> Result<Stones, String> {
        let mut stones = Stones::new(size);
        for (n, entry) in entries.iter().rev().enumerate() {
            let owner = if n % 2 == 0 {
                Owner::Opponent
            } else {
                Owner::Own
            };
            stones.add(entry.at, owner)?;
        }
        stones.list.reverse();
        Ok(stones)
    }

    /// Our colour if it is our turn: Black if both have as many stones, White if the
    /// opponent has one more, otherwise the first stone is taken for Black's.
    pub fn own_colour(&self) -> Stone {
        self.colour_on_move(Owner::Own)
    }

    fn colour_on_move(&self, mover: Owner) -> Stone {
        let is_movers = |(_, owner): &&(Point, Owner)| *owner == mover;
        let movers = self.list.iter().filter(is_movers).count();
        let others = self.list.len() - movers;
        match self.list.first() {
            _ if movers == others => Stone::Black,
            _ if movers + 1 == others => Stone::White,
            Some((_, owner)) if *owner != mover => Stone::White,
            _ => Stone::Black,
        }
    }

    /// The position with us to move. The last moves are on record if the game went on
    /// regularly; a forbidden move of the opponent is forgiven.
    pub fn position(&self, rule: Rule) -> Position {
        self.position_of(Owner::Own, rule)
    }

    /// The position with the opponent to move, if the last stone is ours.
    pub fn position_of_opponent(&self, rule: Rule) -> Option<Position> {
        let (_, last) = self.list.last()?;
        (*last == Owner::Own).then(|| self.position_of(Owner::Opponent, rule))
    }

    fn position_of(&self, mover: Owner, rule: Rule) -> Position {
        let on_move = self.colour_on_move(mover);
        let colour = |owner| {
            if owner == mover {
                on_move
            } else {
                on_move.opponent()
            }
        };
        let coloured: Vec<(Point, Stone)> = self
            .list
            .iter()
            .map(|&(point, owner)| (point, colour(owner)))
            .collect();
        let settled = coloured.len().saturating_sub(RECENT);
        let first = coloured.get(settled).map_or(on_move, |&(_, stone)| stone);
        let mut position = set_up(self.size, rule, &coloured[..settled], first);
        for &(point, stone) in &coloured[settled..] {
            let mv = Move {
                stone,
                point: Some(point),
            };
            if position.to_move() != stone || position.play_as_written(mv).is_err() {
                return set_up(self.size, rule, &coloured, on_move);
            }
        }
        if position.outcome().is_some() || position.to_move() != on_move {
            return set_up(self.size, rule, &coloured, on_move);
        }
        position
    }
}

fn set_up(size: Size, rule: Rule, stones: &[(Point, Stone)], to_move: Stone) -> Position {
    let mut board = Board::new(size);
    for &(point, stone) in stones {
        // Two stones on one point were refused when they came.
        let _ = board.place(point, stone);
    }
    Position::with_board(board, rule, to_move)
}

/// A point that the side to move may take although the game is over, or `None`: as near
/// to the centre as there is.
pub(super) fn any_legal_point(position: &Position) -> Option<Point> {
    if matches!(
        position.outcome().map(|outcome| &outcome.cause),
        Some(Cause::FullBoard | Cause::NoLegalMove)
    ) {
        return None;
    }
    let board = position.board();
    let centre = position.size().centre();
    let forbids = position.rule().has_forbidden_points(position.to_move());
    board
        .free_points()
        .filter(|&point| !forbids || !forbidden::is_forbidden(board, point))
        .min_by_key(|point| point.distance(centre))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(entries: &[(i64, i64, i64)]) -> Stones {
        let entries: Vec<Entry> = entries
            .iter()
            .map(|&(x, y, field)| Entry {
                at: Pair(x, y),
                field: Some(field),
            })
            .collect();
        Stones::from_entries(Size::STANDARD, &entries).unwrap()
    }

    #[test]
    fn colours_follow_the_counts_and_then_the_first_stone() {
        assert_eq!(stones(&[]).own_colour(), Stone::Black);
        assert_eq!(stones(&[(7, 7, 2)]).own_colour(), Stone::White);
        assert_eq!(stones(&[(7, 7, 1), (8, 8, 2)]).own_colour(), Stone::Black);
        assert_eq!(stones(&[(7, 7, 2), (8, 8, 1)]).own_colour(), Stone::Black);
        let two_ahead = [(7, 7, 2), (8, 8, 2)];
        assert_eq!(stones(&two_ahead).own_colour(), Stone::White);
        let ours_ahead = [(7, 7, 1), (8, 8, 2), (1, 1, 1)];
        assert_eq!(stones(&ours_ahead).own_colour(), Stone::Black);
    }

    #[test]
    fn the_position_has_us_to_move_whatever_the_order() {
        for list in [
            vec![(7, 7, 2), (8, 8, 1), (9, 9, 2), (1, 1, 1), (2, 2, 2)],
            vec![(7, 7, 2), (9, 9, 2), (2, 2, 2), (8, 8, 1), (1, 1, 1)],
            vec![(7, 7, 1), (9, 9, 1), (2, 2, 1)],
        ] {
            let stones = stones(&list);
            for rule in Rule::ALL {
                let position = stones.position(rule);
                assert_eq!(position.to_move(), stones.own_colour());
                assert_eq!(position.board().stone_count(), list.len());
                assert!(position.outcome().is_none());
            }
        }
        let regular = stones(&[(7, 7, 2), (8, 8, 1), (9, 9, 2)]).position(Rule::Renju);
        assert_eq!(regular.moves().len(), 3);
    }

    #[test]
    fn a_forbidden_move_of_the_opponent_is_forgiven() {
        // Black made a double three at 7,7 with its last stone.
        let stones = stones(&[
            (5, 7, 2),
            (0, 0, 1),
            (6, 7, 2),
            (0, 2, 1),
            (7, 5, 2),
            (0, 4, 1),
            (7, 6, 2),
            (0, 6, 1),
            (7, 7, 2),
        ]);
        let position = stones.position(Rule::Renju);
        assert!(position.outcome().is_none());
        assert_eq!(position.to_move(), Stone::White);
    }

    #[test]
    fn after_our_move_it_is_the_opponents_turn() {
        let white = stones(&[(7, 7, 2), (8, 8, 1)]);
        let position = white.position_of_opponent(Rule::Renju).unwrap();
        assert_eq!(position.to_move(), Stone::Black);
        assert_eq!(
            position.board().get(Size::STANDARD.centre()),
            Some(Stone::Black)
        );
        let black = stones(&[(7, 7, 1), (8, 8, 2), (9, 9, 1)]);
        let position = black.position_of_opponent(Rule::Renju).unwrap();
        assert_eq!(position.to_move(), Stone::White);
        assert_eq!(position.moves().len(), 3);
        assert!(
            stones(&[(7, 7, 2)])
                .position_of_opponent(Rule::Renju)
                .is_none()
        );
        assert!(stones(&[]).position_of_opponent(Rule::Renju).is_none());
    }

    #[test]
    fn openings_alternate_and_leave_us_to_move() {
        let entry = |x, y| Entry {
            at: Pair(x, y),
            field: None,
        };
        let three = [entry(7, 7), entry(8, 7), entry(9, 9)];
        let stones = Stones::from_opening(Size::STANDARD, &three).unwrap();
        assert_eq!(stones.own_colour(), Stone::White);
        assert_eq!(stones.position(Rule::Standard).moves().len(), 3);
    }

    #[test]
    fn after_the_end_some_point_is_left_until_the_board_is_full() {
        let mut stones = Stones::new(Size::MIN);
        let mut left = Size::MIN.area();
        for point in Size::MIN.points() {
            stones.put(point, Owner::Opponent);
            left -= 1;
            let position = stones.position(Rule::Freestyle);
            let legal = any_legal_point(&position);
            assert_eq!(legal.is_some(), left > 0);
            assert!(legal.is_none_or(|point| position.board().is_free(point)));
        }
    }
}
