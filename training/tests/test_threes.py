"""Wins by threats are wins: every answer on the whole board still loses; and plain cases are found."""
from __future__ import annotations

import random

import pytest

from teacher.play import fresh_position
from teacher.position import Position
from teacher.rulebook import RULES
from teacher.threes import ThreatSearch

SIZE = 11


def cluster(rng: random.Random, rule: str) -> Position:
    """Some stones near the middle, colours in turn, and whoever's turn it is."""
    cells: list[int] = []
    while len(cells) < rng.randint(9, 14):
        row, column = round(rng.gauss(5, 1.8)), round(rng.gauss(5, 1.8))
        if 0 <= row < SIZE and 0 <= column < SIZE and row * SIZE + column not in cells:
            cells.append(row * SIZE + column)
    return fresh_position(RULES[rule], SIZE, {c: 1 - 2 * (i % 2) for i, c in enumerate(cells)})


def still_wins(at: Position, me: int) -> bool:
    """Is the position, with the forced answers played, a proven win for `me`, whoever is to move?"""
    verdict = at.verdict()
    if verdict.value is not None:
        return verdict.value * at.me * me > 0
    if at.me == me:
        return at.win_by_fours(500) is not None or ThreatSearch(at, 3000).first_move() is not None
    return all(still_wins(after(at, c), me) for c in verdict.moves)  # a four of the defender that was answered


def after(at: Position, cell: int) -> Position:
    new = at.copy()
    new.play(cell)
    return new


@pytest.mark.parametrize("rule", ("freestyle", "standard", "renju", "caro8"))
def test_no_answer_on_the_whole_board_saves_the_defender(rule):
    rng, seen = random.Random(5), 0
    while seen < 4:
        at = cluster(rng, rule)
        if at.verdict().value is not None or at.fives(-at.me) or at.win_by_fours(300) is not None:
            continue
        move = ThreatSearch(at, 100).first_move()
        if move is None:
            continue
        seen += 1
        threat = after(at, move)
        if threat.me == at.me:
            assert still_wins(threat, at.me)
            continue
        quiet = [c for c in threat.legal() if c not in threat.fours(threat.me).gaps]
        for cell in quiet:
            assert still_wins(after(threat, cell), at.me), (at.stones, move, cell)


def test_a_fork_of_two_threes_is_found():
    cell = lambda row, column: row * SIZE + column
    black = [cell(5, 3), cell(5, 4), cell(3, 5), cell(4, 5)]
    white = [cell(0, 0), cell(0, 10), cell(10, 0), cell(10, 10)]
    at = fresh_position(RULES["freestyle"], SIZE, dict.fromkeys(black, 1) | dict.fromkeys(white, -1))
    assert at.win_by_fours(1000) is None
    assert ThreatSearch(at, 50).first_move() is not None
    barred = fresh_position(RULES["renju"], SIZE, dict.fromkeys(black, 1) | dict.fromkeys(white, -1))
    assert barred.forbidden(cell(5, 5)) and ThreatSearch(barred, 50).first_move() != cell(5, 5)


def test_the_budget_is_kept():
    at = cluster(random.Random(1), "freestyle")
    search = ThreatSearch(at, 7)
    search.first_move()
    assert search.left >= -1
