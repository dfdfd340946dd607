"""Wins by threats on a CPU: fours and threes together, for the player.

A three here is a stone after which its side could make a four that nothing answers. The other side must then take a
point of every such four, or make fours of its own; these are all its answers, so a win found is a proof. None found
proves nothing. Searched deeper and deeper, so that the shortest win comes first.
"""
from __future__ import annotations

from collections import Counter

from .position import BLACK, WEIGHT, Position

LEAF_FOURS = 8
"""Positions that one node of this search may spend on a win by fours alone."""


WORK = 6
"""Positions of the defender, and repeated ones, for each position of the budget. There is about one; long exchanges of
fours, whose positions are all known already, may cost thousands.
"""


class _Spent(Exception):
    """The budget of positions is used up."""


class ThreatSearch:
    """One search for a win by threats of the side to move."""

    def __init__(self, at: Position, budget: int, most_threes: int = 6) -> None:
        self.at, self.left, self.most = at, budget, most_threes
        self.work = WORK * budget
        self.me = at.me
        self.known: dict[tuple, int] = {}  # positions without a win -> the threes that were allowed

    def first_move(self) -> int | None:
        """The first move of a win, for an open position without a five threatening; None: none found."""
        if self.at.fives(-self.me):
            return None
        try:
            for threes in range(1, self.most + 1):
                before = self.left
                move = self._attack(self.at, threes)
                if move is not None:
                    return move
                if before - self.left <= 1:  # no threat at all: more depth cannot help
                    return None
        except _Spent:
            pass
        return None

    def _attack(self, at: Position, threes: int) -> int | None:
        """The attacker's winning move in an open position where it is his turn."""
        key = at.key()
        if self.known.get(key, -1) >= threes:
            return None
        self.left -= 1
        if self.left < 0:
            raise _Spent
        move = at.win_by_fours(LEAF_FOURS)
        if move is None:
            move = next((c for c in self._threats(at, threes) if self._wins(at, c, threes)), None)
        if move is None:
            self.known[key] = threes
        return move

    def _threats(self, at: Position, threes: int) -> list[int]:
        """Threes that the attacker can make, then fours; both only if more threes may follow them."""
        me, stones, grid = self.me, at.stones, at.grid
        if threes <= 0:
            return []
        pairs, windows = 2 * WEIGHT[me], grid.windows
        near = Counter([c for window, value in enumerate(at.counts) if value == pairs for c in windows[window]])
        fours = at.fours(me).solid
        found = []
        for cell, count in near.items():
            if count < 2 or stones[cell] or cell in fours or self._barred(at, cell):
                continue
            at.put(cell, me)
            strong = len(at.strong_fours(me))
            at.take(cell)
            if strong:
                found.append((-strong, cell))
        return [cell for _, cell in sorted(found)] + sorted(c for c in fours if not self._barred(at, c))

    def _barred(self, at: Position, cell: int) -> bool:
        return at.rule.forbids and self.me == BLACK and at.forbidden(cell)

    def _wins(self, at: Position, cell: int, threes: int) -> bool:
        four = cell in at.fours(self.me).solid
        after = at.copy()
        after.play(cell)
        if after.me == self.me:
            return self._goes_on(after, threes)
        return self._holds(after, threes if four else threes - 1)

    def _goes_on(self, at: Position, threes: int) -> bool:
        """The attacker is to move: has he won, or does the attack go through?"""
        value = at.decided()
        if value is not None:
            return value > 0
        return not at.fives(-self.me) and self._attack(at, threes) is not None

    def _holds(self, at: Position, threes: int) -> bool:
        """The defender is to move: does every answer lose?"""
        self.work -= 1
        if self.work < 0:
            raise _Spent
        value = at.decided()
        if value is not None:
            return value < 0
        answers = self._answers(at)
        if answers is None:
            return False
        for cell in answers:
            after = at.copy()
            after.play(cell)
            if not (self._goes_on if after.me == self.me else self._holds)(after, threes):
                return False
        return True

    def _answers(self, at: Position) -> list[int] | None:
        """All the defender's moves that may save him; None: there is no threat that this search understands."""
        if at.fives(self.me):
            return at.answers(self.me)
        strong = at.strong_fours(self.me)
        if not strong or not all(self._safely_legal(at, c) for c in strong):
            return None
        table = at.fours(self.me).solid
        stops = set.intersection(*({c} | (table[c] if len(table[c]) == 2 else set()) | self._ends(at, c) for c in strong))
        own = at.fours(-self.me).gaps
        cells = sorted(stops) + sorted(c for c in own if c not in stops)
        return [c for c in cells if not (at.rule.forbids and at.me == BLACK and at.forbidden(c))]

    def _ends(self, at: Position, cell: int) -> set[int]:
        """Where fives between two enemy stones do not win: the free ends of the rows that a stone on `cell` would make."""
        if not at.rule.closed:
            return set()
        want = 3 * WEIGHT[self.me]
        return {e for w in at.grid.through[cell] if at.counts[w] == want for e in at.grid.ends[w] if not at.stones[e]}

    def _safely_legal(self, at: Position, cell: int) -> bool:
        """Can no further white stone make Black's `cell` forbidden? (Nested threes could; such threats are passed over.)"""
        return not at.rule.forbids or self.me != BLACK or at.plainly_legal(cell)
