"""The rules on a CPU, one position at a time: plain Python, kept up to date stone by stone.

Says the same as `rules` does for batches (a test holds them together). Every window of five cells carries a count, so
that fives and fours are read off a few sets; a stone changes some twenty windows.
"""
from __future__ import annotations

import functools
import random
from typing import NamedTuple

import numpy as np

from .rulebook import PLANES, Rule

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
EMPTY, BLACK, WHITE, EDGE = 0, 1, -1, 2
WEIGHT = {BLACK: 1, WHITE: 8}
"""What a stone adds to the count of each of its windows; any mixture of colours gives a count of its own."""
_RANDOM = random.Random(1)
STAMPS = [{colour: _RANDOM.getrandbits(96) for colour in (BLACK, WHITE)} for _ in range(25 * 25)]
"""A random number for each stone on each cell; their exclusive or stands for the whole position."""


class Grid:
    """The windows of a board of one size; shared by all positions."""

    def __init__(self, size: int) -> None:
        self.size, self.cells = size, size * size
        inside = lambda r, c: 0 <= r < size and 0 <= c < size
        index = lambda r, c: r * size + c if inside(r, c) else self.cells  # the last entry of a position is the edge
        self.windows: list[tuple[int, ...]] = []
        self.ends: list[tuple[int, int]] = []
        self.through: list[list[int]] = [[] for _ in range(self.cells)]
        for dr, dc in DIRECTIONS:
            for r in range(size):
                for c in range(size):
                    if inside(r + 4 * dr, c + 4 * dc):
                        window = tuple(index(r + k * dr, c + k * dc) for k in range(5))
                        for cell in window:
                            self.through[cell].append(len(self.windows))
                        self.windows.append(window)
                        self.ends.append((index(r - dr, c - dc), index(r + 5 * dr, c + 5 * dc)))
        self.lines = [[tuple(index(r + k * dr, c + k * dc) for k in range(-6, 7)) for dr, dc in DIRECTIONS]
                      for r in range(size) for c in range(size)]
        self.windows_array = np.array(self.windows, np.int32).reshape(-1, 5)


@functools.cache
def grid(size: int) -> Grid:
    """The grid of that size, made once."""
    return Grid(size)


class Fours(NamedTuple):
    """For each empty cell that makes a four, the five-points it would leave."""

    gaps: dict[int, set[int]]
    solid: dict[int, set[int]]  # only those five-points that nothing but a stone on them answers


class Verdict(NamedTuple):
    """What is certain about a position."""

    value: float | None  # for the mover; None: open
    moves: list[int]  # moves that keep a won value, or all moves worth considering
    forced: bool  # a five threatens and exactly one move answers it


class Position:
    """Stones on a board under one rule, and whose turn it is."""

    __slots__ = ("rule", "grid", "stones", "counts", "hot", "me", "stamp")

    def __init__(self, rule: Rule, size: int, me: int = BLACK) -> None:
        self.rule, self.grid, self.me = rule, grid(size), me
        self.stones = [EMPTY] * self.grid.cells + [EDGE]
        self.stamp = 0
        self.counts = [0] * len(self.grid.windows)
        self.hot: dict[int, set[int]] = {3: set(), 4: set(), 24: set(), 32: set()}

    def copy(self) -> Position:
        """An independent copy."""
        new = Position.__new__(Position)
        new.rule, new.grid, new.me = self.rule, self.grid, self.me
        new.stones, new.counts, new.stamp = self.stones[:], self.counts[:], self.stamp
        new.hot = {k: s.copy() for k, s in self.hot.items()}
        return new

    def _add(self, cell: int, weight: int) -> None:
        counts, hot = self.counts, self.hot
        for w in self.grid.through[cell]:
            old = counts[w]
            new = counts[w] = old + weight
            if old in hot:
                hot[old].discard(w)
            if new in hot:
                hot[new].add(w)

    def put(self, cell: int, colour: int) -> None:
        """A stone on an empty cell; does not change the turn."""
        self.stones[cell] = colour
        self.stamp ^= STAMPS[cell][colour]
        self._add(cell, WEIGHT[colour])

    def take(self, cell: int) -> None:
        """Take a stone off again."""
        colour = self.stones[cell]
        self.stamp ^= STAMPS[cell][colour]
        self._add(cell, -WEIGHT[colour])
        self.stones[cell] = EMPTY

    def key(self) -> tuple[int, int]:
        """Equal for equal positions of one rule and size, and for no others that anyone will meet."""
        return self.me, self.stamp

    # ---- tactics
    def _wins(self, window: int, colour: int) -> bool:
        """Would this window, filled by `colour`, win?"""
        rule = self.rule
        exact = rule.exact_black if colour == BLACK else rule.exact_white
        if not exact and not rule.closed:
            return True
        a, b = (self.stones[e] for e in self.grid.ends[window])
        if exact and (a == colour or b == colour):
            return False
        return not (rule.closed and a == -colour and b == -colour)

    def fives(self, colour: int) -> list[int]:
        """The windows that a single stone of `colour` would fill and win with."""
        return [w for w in self.hot[4 * WEIGHT[colour]] if self._wins(w, colour)]

    def _gap(self, window: int) -> int:
        return next(c for c in self.grid.windows[window] if not self.stones[c])

    def five_points(self, colour: int) -> list[int]:
        """Cells where `colour` wins at once, in order."""
        return sorted({self._gap(w) for w in self.fives(colour)})

    def answers(self, colour: int) -> list[int]:
        """Cells where a stone of the other side stops every five of `colour`, forbidden ones left out."""
        sets = []
        for w in self.fives(colour):
            cells = {self._gap(w)}
            if self.rule.closed:
                a, b = self.grid.ends[w]
                for end, other in ((a, b), (b, a)):
                    if self.stones[end] == EMPTY and self.stones[other] == -colour:
                        cells.add(end)
            sets.append(cells)
        found = set.intersection(*sets) if sets else set()
        if self.rule.forbids and colour == WHITE:
            found = {c for c in found if not self.forbidden(c)}
        return sorted(found)

    def fours(self, colour: int) -> Fours:
        """The fours of `colour`; forbidden ones are not left out."""
        gaps: dict[int, set[int]] = {}
        solid: dict[int, set[int]] = {} if self.rule.closed else gaps
        stones = self.stones
        for w in self.hot[3 * WEIGHT[colour]]:
            if not self._wins(w, colour):
                continue
            x, y = (c for c in self.grid.windows[w] if not stones[c])
            into = [gaps]
            if self.rule.closed and all(stones[e] != -colour for e in self.grid.ends[w]):
                into.append(solid)
            for table in into:
                table.setdefault(x, set()).add(y)
                table.setdefault(y, set()).add(x)
        return Fours(gaps, solid)

    def strong_fours(self, colour: int) -> list[int]:
        """Cells of `colour` that leave two five-points which no single stone answers, forbidden ones left out."""
        cells = sorted(c for c, gaps in self.fours(colour).solid.items() if len(gaps) >= 2)
        return [c for c in cells if not (self.rule.forbids and colour == BLACK and self.forbidden(c))]

    def legal(self) -> list[int]:
        """The mover's legal cells."""
        cells = [c for c in range(self.grid.cells) if not self.stones[c]]
        if self.rule.forbids and self.me == BLACK:
            barred = self.forbidden_points()
            cells = [c for c in cells if c not in barred]
        return cells

    def decided(self) -> float | None:
        """The value of `verdict`, but for a board on which the mover cannot move: None then."""
        me = self.me
        if self.fives(me):
            return 1.0
        if self.fives(-me):
            return None if self.answers(-me) else -1.0
        return 1.0 if self.strong_fours(me) else None

    def verdict(self) -> Verdict:
        """The exact one-ply facts of `rules.analyse`."""
        me = self.me
        win = self.five_points(me)
        if win:
            return Verdict(1.0, win, False)
        if self.hot[4 * WEIGHT[-me]] and self.fives(-me):
            answers = self.answers(-me)
            return Verdict(None if answers else -1.0, answers or self.five_points(-me), len(answers) == 1)
        strong = self.strong_fours(me)
        if strong:
            return Verdict(1.0, strong, False)
        moves = self.legal()
        return Verdict(None if moves else 0.0, moves, False)

    def play(self, cell: int) -> list[int]:
        """The mover's stone and the single forced answers after it; -> the cells played. Changes the turn."""
        played = [cell]
        self.put(cell, self.me)
        self.me = -self.me
        while self.fives(-self.me) and not self.fives(self.me):
            answers = self.answers(-self.me)
            if len(answers) != 1:
                break
            self.put(answers[0], self.me)
            played.append(answers[0])
            self.me = -self.me
        return played

    # ---- wins by fours
    def win_by_fours(self, budget: int) -> int | None:
        """The first move of a win by fours for the mover of an open position, looking at `budget` positions at most."""
        return self._fours_from(self.me, [budget])

    def _fours_from(self, me: int, left: list[int]) -> int | None:
        threats = set(self.answers(-me)) if self.fives(-me) else None
        for cell, gaps in sorted(self.fours(me).solid.items()):
            if left[0] <= 0:
                return None
            if threats is not None and cell not in threats:
                continue
            if self.rule.forbids and me == BLACK and self.forbidden(cell):
                continue
            left[0] -= 1
            if self._four_wins(me, cell, next(iter(gaps)), left):
                return cell
        return None

    def _four_wins(self, me: int, cell: int, gap: int, left: list[int]) -> bool:
        """Does the four on `cell`, answered on `gap`, win by fours?"""
        if self.rule.forbids and me == WHITE:
            self.put(cell, me)
            foul = self.forbidden(gap)
            self.take(cell)
            if foul:
                return True
        self.put(cell, me)
        self.put(gap, -me)
        won = bool(self.fives(me)) or bool(not self.fives(-me) and self.strong_fours(me)) \
            or self._fours_from(me, left) is not None
        self.take(gap)
        self.take(cell)
        return won

    # ---- renju
    def _line(self, cell: int, direction: int) -> list[int]:
        """1 own (black), 2 anything that blocks, 0 empty, at offsets -6..6; the new stone stands in the middle."""
        stones = self.stones
        line = [0 if not stones[c] else 1 if stones[c] == BLACK else 2 for c in self.grid.lines[cell][direction]]
        line[6] = 1
        return line

    def forbidden(self, cell: int) -> bool:
        """Is this empty cell forbidden for Black?"""
        shapes = [_shapes(self._line(cell, d)) for d in range(4)]
        if any(s.five for s in shapes):
            return False
        if any(s.overline for s in shapes) or sum(s.fours for s in shapes) >= 2:
            return True
        lines = [d for d in range(4) if shapes[d].straight]
        if len(lines) < 2:
            return False
        self.put(cell, BLACK)
        real = sum(any(self._straight_four(self.grid.lines[cell][d][6 + o]) for o in shapes[d].straight) for d in lines)
        self.take(cell)
        return real >= 2

    def plainly_legal(self, cell: int) -> bool:
        """Is this cell legal for Black whatever white stones are added: no overline, no two fours, no two threes in shape?"""
        shapes = [_shapes(self._line(cell, d)) for d in range(4)]
        return not any(s.overline for s in shapes) and sum(s.fours for s in shapes) < 2 \
            and sum(bool(s.straight) for s in shapes) < 2

    def _straight_four(self, cell: int) -> bool:
        """May Black make his straight four here: no five, nothing forbidden?"""
        return not any(_shapes(self._line(cell, d)).five for d in range(4)) and not self.forbidden(cell)

    def forbidden_points(self) -> set[int]:
        """All of Black's forbidden points; only cells in two windows with two black stones or one with four can be."""
        counts = np.array(self.counts)
        busy = [self.grid.windows_array[(counts >= least) & (counts < WEIGHT[WHITE])].ravel() for least in (2, 4)]
        cells = np.flatnonzero(np.bincount(np.concatenate(busy), minlength=self.grid.cells) >= 2)
        return {int(c) for c in cells if not self.stones[c] and self.forbidden(int(c))}

    # ---- the net's input
    def planes(self) -> np.ndarray:
        """[size, size, PLANES] float32, as `rules.planes_of`."""
        cells, size, me = self.grid.cells, self.grid.size, self.me
        out = np.zeros((cells, PLANES), np.float32)
        board = np.array(self.stones[:cells], np.int8)
        out[:, 0], out[:, 1], out[:, 2] = board == me, board == -me, 1
        barred = self.forbidden_points() if self.rule.forbids else set()
        for colour, weak, strong in ((me, 3, None), (-me, 4, 5)):
            table = self.fours(colour)
            for cell in table.gaps:
                if colour == BLACK and cell in barred:
                    continue
                if len(table.solid.get(cell, ())) < 2:
                    out[cell, weak] = 1
                elif strong:
                    out[cell, strong] = 1
        out[sorted(barred), 6] = 1
        out[:, 7] = self.rule.colours_differ and me == BLACK
        if self.rule.plane >= 0:
            out[:, self.rule.plane] = 1
        return out.reshape(size, size, PLANES)


class _Shapes(NamedTuple):
    five: bool
    overline: bool
    fours: int
    straight: tuple[int, ...]  # offsets of stones that would make a straight four


@functools.cache
def _shapes_of(line: tuple[int, ...]) -> _Shapes:
    own = lambda o: line[6 + o] == 1
    free = lambda o: line[6 + o] == 0
    left = next((k for k in range(6) if not own(-k - 1)), 6)
    right = next((k for k in range(6) if not own(k + 1)), 6)
    length = left + right + 1

    def run_with(o: int) -> tuple[int, int]:
        """First and last offset of the unbroken row through offset o, were it black."""
        a = b = o
        while a > -6 and own(a - 1):
            a -= 1
        while b < 6 and own(b + 1):
            b += 1
        return a, b

    gaps = []
    for o in (-left - 1, right + 1):  # a five-point of a four lies at the end of the row through the new stone
        if -5 <= o <= 5 and free(o):
            a, b = run_with(o)
            if b - a == 4:
                gaps.append(o)
    straight_now = length == 4 and len(gaps) == 2
    return _Shapes(length == 5, length >= 6, len(gaps) - straight_now, tuple(
        o for o in (-left - 1, right + 1) if -3 <= o <= 3 and free(o) and _makes_straight_four(line, *run_with(o))))


def _makes_straight_four(line: tuple[int, ...], a: int, b: int) -> bool:
    """Is an unbroken row from offset a to b a straight four: four long, both end points empty and giving exactly five?"""
    if b - a != 3 or a <= -5 or b >= 5:
        return False
    return line[6 + a - 1] == 0 and line[6 + b + 1] == 0 and line[6 + a - 2] != 1 and line[6 + b + 2] != 1


def _shapes(line: list[int]) -> _Shapes:
    return _shapes_of(tuple(line))
