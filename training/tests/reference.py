"""Slow, plain rules written from the definitions, to test the fast ones against. Shares no code with the package.

A board is a dict `(row, column) -> +1 Black or -1 White` and a size.
"""
from __future__ import annotations

import itertools
import random

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
Point = tuple[int, int]


def random_board(rng: random.Random, size: int, stones: int) -> dict[Point, int]:
    """Stones of random colours, thrown round a random centre."""
    board: dict[Point, int] = {}
    centre = rng.randrange(size), rng.randrange(size)
    while len(board) < stones:
        p = tuple(min(max(round(rng.gauss(x, size / 3)), 0), size - 1) for x in centre)
        board.setdefault(p, rng.choice((1, -1)))
    return board


def inside(p: Point, size: int) -> bool:
    return 0 <= p[0] < size and 0 <= p[1] < size


def along(p: Point, d: Point, k: int) -> Point:
    return p[0] + k * d[0], p[1] + k * d[1]


def row(board: dict[Point, int], p: Point, d: Point) -> list[Point]:
    """The unbroken row of p's colour through p."""
    out = [p]
    for sign in (1, -1):
        k = sign
        while board.get(along(p, d, k)) == board[p]:
            out.append(along(p, d, k))
            k += sign
    return sorted(out)


def wins(board: dict[Point, int], size: int, p: Point, rule: str) -> bool:
    """Does the stone on p stand in a winning row?"""
    colour = board[p]
    for d in DIRECTIONS:
        stones = row(board, p, d)
        ends = [board.get(along(stones[0], d, -1)), board.get(along(stones[-1], d, 1))]
        closed = all(e == -colour for e in ends)
        n = len(stones)
        if rule == "freestyle" or (rule == "renju" and colour == -1):
            ok = n >= 5
        elif rule in ("standard", "renju"):
            ok = n == 5
        elif rule == "caro8":
            ok = n >= 6 or (n == 5 and not closed)
        else:
            ok = n == 5 and not closed
        if ok:
            return True
    return False


def with_stone(board: dict[Point, int], p: Point, colour: int) -> dict[Point, int]:
    return board | {p: colour}


def five_points(board: dict[Point, int], size: int, colour: int, rule: str, near: Point | None = None) -> set[Point]:
    """Empty points where `colour` wins at once; with `near`, only those on the lines through that point."""
    if near is None:
        cells = itertools.product(range(size), repeat=2)
    else:
        cells = (along(near, d, k) for d in DIRECTIONS for k in range(-4, 5) if k)
    return {p for p in cells if inside(p, size) and p not in board and wins(with_stone(board, p, colour), size, p, rule)}


def answers(board: dict[Point, int], size: int, me: int, rule: str) -> set[Point]:
    """Legal points of `me` after which the other side has no five any more (it has some now)."""
    threat = five_points(board, size, -me, rule)
    still = lambda after: any(p not in after and wins(with_stone(after, p, -me), size, p, rule) for p in threat)
    return {p for p in legal(board, size, me, rule) if not still(with_stone(board, p, me))} if threat else set()


# ---- renju
def exactly_five(board: dict[Point, int], p: Point, d: Point) -> bool:
    return len(row(board, p, d)) == 5


def fours_through(board: dict[Point, int], size: int, p: Point) -> set[frozenset[Point]]:
    """Sets of four black stones through p to which one stone can be added to make exactly five in a row."""
    out = set()
    for d in DIRECTIONS:
        for k in range(-4, 5):
            q = along(p, d, k)
            if inside(q, size) and q not in board:
                five = row(with_stone(board, q, 1), q, d)
                if len(five) == 5 and p in five:
                    out.add(frozenset(five) - {q})
    return out


def straight_four_points(board: dict[Point, int], size: int, p: Point, d: Point) -> set[Point]:
    """Points on this line where a stone makes a straight four that holds the stone p."""
    out = set()
    for k in range(-3, 4):
        q = along(p, d, k)
        if not inside(q, size) or q in board:
            continue
        after = with_stone(board, q, 1)
        four = row(after, q, d)
        if len(four) != 4 or p not in four:
            continue
        ends = along(four[0], d, -1), along(four[-1], d, 1)
        if all(inside(e, size) and e not in after and exactly_five(with_stone(after, e, 1), e, d) for e in ends):
            out.add(q)
    return out


def makes_five(board: dict[Point, int], p: Point) -> bool:
    after = with_stone(board, p, 1)
    return any(exactly_five(after, p, d) for d in DIRECTIONS)


def forbidden(board: dict[Point, int], size: int, p: Point) -> bool:
    """Is the empty point p forbidden for Black?"""
    if makes_five(board, p):
        return False
    after = with_stone(board, p, 1)
    if any(len(row(after, p, d)) >= 6 for d in DIRECTIONS) or len(fours_through(after, size, p)) >= 2:
        return True
    real = 0
    for d in DIRECTIONS:
        real += any(not makes_five(after, q) and not forbidden(after, size, q)
                    for q in straight_four_points(after, size, p, d))
    return real >= 2


# ---- whole games
def legal(board: dict[Point, int], size: int, colour: int, rule: str) -> list[Point]:
    cells = [p for p in itertools.product(range(size), repeat=2) if p not in board]
    if rule == "renju" and colour == 1:
        cells = [p for p in cells if not forbidden(board, size, p)]
    return cells


def minimax(board: dict[Point, int], size: int, colour: int, rule: str, memo: dict | None = None) -> int:
    """The exact result for the side to move, by trying everything; no legal move is a draw."""
    memo = {} if memo is None else memo
    key = frozenset(board.items()), colour
    if key not in memo:
        best = None
        for p in legal(board, size, colour, rule):
            after = with_stone(board, p, colour)
            value = 1 if wins(after, size, p, rule) else -minimax(after, size, -colour, rule, memo)
            best = value if best is None else max(best, value)
            if best == 1:
                break
        memo[key] = 0 if best is None else best
    return memo[key]
