"""The rules on arrays, and on a CPU one position at a time, against plain ones written from the definitions."""
from __future__ import annotations

import functools
import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import reference as ref
from teacher import forbidden, rules, threats
from teacher.position import Position
from teacher.rulebook import RULES

pytestmark = pytest.mark.usefixtures("lightly_compiled")
SIZE, COUNT = 9, 20


def boards(seed: int, size: int = SIZE, count: int = COUNT) -> tuple[list[dict], np.ndarray, np.ndarray]:
    """Random positions as dicts and as arrays, with a random side to move; none holds a winning row already."""
    rng, out = random.Random(seed), []
    while len(out) < count:
        board = ref.random_board(rng, size, rng.randint(6, size * size * 2 // 5))
        if not any(len(ref.row(board, p, d)) >= 5 for p in board for d in ref.DIRECTIONS):
            out.append(board)
    array = np.zeros((count, size, size), np.int8)
    for i, board in enumerate(out):
        for p, colour in board.items():
            array[i][p] = colour
    return out, array, np.array([rng.choice((1, -1)) for _ in range(count)], np.int8)


@functools.cache
def compiled(name: str):
    """Sides, facts and wins by fours under a rule, compiled once for all tests of this size."""
    rule = RULES[name]

    @jax.jit
    def look(board, player):
        sides = rules.both_sides(rule, board, player)
        won, move = threats.win_by_fours(rule, board, player, sides, 200, 16)
        return sides, rules.analyse(rule, board, player, sides), won, move
    return look


def facts_of(name: str, array: np.ndarray, player: np.ndarray):
    return jax.tree.map(np.asarray, compiled(name)(jnp.asarray(array), jnp.asarray(player)))


def points(mask: np.ndarray) -> set:
    return set(map(tuple, np.argwhere(mask).tolist()))


@pytest.mark.parametrize("name", RULES)
def test_fives_fours_and_answers_match_brute_force(name):
    dicts, array, player = boards(1)
    sides = facts_of(name, array, player)[0]
    for i, board in enumerate(dicts):
        me = int(player[i])
        barred = {p for p in ref.legal(board, SIZE, -1, name) if ref.forbidden(board, SIZE, p)} if name == "renju" else set()
        for colour, t in ((me, sides.mine), (-me, sides.theirs)):
            fives = ref.five_points(board, SIZE, colour, name)
            assert points(t.five[i]) == fives
            for p in ref.legal(board, SIZE, colour, name):
                if fives:  # decided; what fours there are does not matter
                    continue
                gaps = ref.five_points(ref.with_stone(board, p, colour), SIZE, colour, name, near=p)
                assert bool(t.four[i][p]) == bool(gaps), (i, p)
                if not name.startswith("caro"):
                    assert bool(t.strong[i][p]) == (len(gaps) >= 2), (i, p)
        assert points(sides.answer[i]) == ref.answers(board, SIZE, me, name)
        assert points(sides.forbidden[i]) == barred


@pytest.mark.parametrize("name", ("caro8", "caro9"))
def test_a_strong_four_cannot_be_answered(name):
    tried = 0
    for seed in range(20, 40):
        dicts, array, player = boards(seed)
        sides = facts_of(name, array, player)[0]
        for i, board in enumerate(dicts):
            me = int(player[i])
            for p in points(sides.mine.strong[i]):
                tried += 1
                assert not ref.answers(ref.with_stone(board, p, me), SIZE, -me, name)
    assert tried > 20


@pytest.mark.parametrize("name", RULES)
def test_turned_and_mirrored_boards_give_turned_and_mirrored_facts(name):
    _, array, player = boards(3)
    turn = np.asarray(rules.symmetries(SIZE))
    cells = array.reshape(COUNT, -1)
    plain = facts_of(name, array, player)[1]
    for order in turn[1:]:
        turned = facts_of(name, cells[:, order].reshape(array.shape), player)[1]
        assert (turned.legal == plain.legal[:, order]).all()
        assert (turned.over == plain.over).all() and (turned.value == plain.value).all()
        planes = plain.planes.reshape(COUNT, SIZE * SIZE, -1)[:, order]
        assert (turned.planes.reshape(planes.shape) == planes).all()


@pytest.mark.parametrize("name", RULES)
def test_the_player_on_a_cpu_sees_the_same(name):
    _, array, player = boards(4)
    _, facts, won, _ = facts_of(name, array, player)
    for i in range(COUNT):
        at = Position(RULES[name], SIZE, int(player[i]))
        for c in np.flatnonzero(array[i]):
            at.put(int(c), int(array[i].ravel()[c]))
        assert (at.planes() == facts.planes[i]).all()
        verdict = at.verdict()
        assert (verdict.value is not None) == facts.over[i]
        if verdict.value is not None:
            assert verdict.value == facts.value[i]
        else:
            assert set(verdict.moves) == set(np.flatnonzero(facts.legal[i]))
            assert (at.win_by_fours(5000) is not None) == won[i]


@pytest.mark.parametrize("name", ("freestyle", "caro8"))
def test_forced_answers_are_played_until_none_is_left(name):
    rule = RULES[name]
    _, array, player = boards(5)
    after, mover = jax.tree.map(np.asarray, jax.jit(lambda b, p: rules.settle(rule, b, p, 50))(array, player))
    for i in range(COUNT):
        at = Position(rule, SIZE, int(player[i]))
        for c in np.flatnonzero(array[i]):
            at.put(int(c), int(array[i].ravel()[c]))
        while at.fives(-at.me) and not at.fives(at.me) and len(at.answers(-at.me)) == 1:
            at.put(at.answers(-at.me)[0], at.me)
            at.me = -at.me
        assert at.stones[:-1] == after[i].ravel().tolist() and at.me == mover[i]


DRAWINGS = {
    "double three": (". . . . . . . . . . .\n. . . . . X . . . . .\n. . . . . X . . . . .\n. . X X . * . . . . .", True),
    "double four in one line": (". . . . . . . . . . .\n. . X . X * X . X . .", True),
    "overline": (". . . . . . . . . . .\n. . X X X * X X . . .", True),
    "a five excuses an overline": (". . . . . X . . . . .\n. . . . . X . . . . .\n. . . . . X . . . . .\n"
                                   ". . . . . X . . . . .\n. . X X X * X X . . .", False),
    "four and three": (". . . . . . . . . . .\n. . . . . X . . . . .\n. . . . . X . . . . .\nO X X X . * . . . . .", False),
    "a closed three": (". . . . . . . . . . .\n. . . . . X . . . . .\n. . . . . X . . . . .\n. O X X . * . O . . .", False),
}


def drawn(text: str) -> tuple[dict, tuple[int, int]]:
    """A board from a drawing of its upper rows, and the point marked *."""
    marks = {(r, c): s for r, line in enumerate(text.splitlines()) for c, s in enumerate(line.split()) if s != "."}
    return {p: 1 if s == "X" else -1 for p, s in marks.items() if s != "*"}, next(p for p, s in marks.items() if s == "*")


def depth_needed(board: dict, size: int, p: tuple[int, int]) -> int:
    """How many levels of straight-four points hang below p."""
    after = ref.with_stone(board, p, 1)
    below = [ref.straight_four_points(after, size, p, d) for d in ref.DIRECTIONS]
    if sum(map(bool, below)) < 2 or ref.makes_five(board, p):
        return 0
    return 1 + max(depth_needed(after, size, q) for line in below for q in line)


def nested_board(seed: int, size: int, depth: int) -> dict:
    """A board on which some point's question nests that deep: stones come and go at random, the depth never falls."""
    rng, board, reached = random.Random(seed), {}, 0
    while reached < depth:
        new, p = dict(board), (rng.randrange(size), rng.randrange(size))
        if new.pop(p, 0) == 0:
            new[p] = 1 if rng.random() < 0.9 else -1
        if len(new) > 30 or any(len(ref.row(new, q, d)) >= 5 for q in new for d in ref.DIRECTIONS):
            continue
        deepest = max(depth_needed(new, size, q) for q in ref.legal(new, size, -1, "renju"))
        if deepest >= reached:
            board, reached = new, deepest
    return board


def test_forbidden_points_match_the_definitions_nested_ones_too():
    size = 11
    dicts = [drawn(text)[0] for text, _ in DRAWINGS.values()]
    dicts += [nested_board(seed, size, 2 + seed % 4) for seed in range(8)] + boards(6, size, 30)[0]
    array = np.zeros((len(dicts), size, size), np.int8)
    for i, board in enumerate(dicts):
        for p, colour in board.items():
            array[i][p] = colour
    found = np.asarray(jax.jit(forbidden.points)(jnp.asarray(array), jnp.ones(array.shape, bool)))
    for i, (text, expected) in enumerate(DRAWINGS.values()):
        assert found[i][drawn(text)[1]] == expected, text
    for i, board in enumerate(dicts):
        truth = {p for p in ref.legal(board, size, -1, "renju") if ref.forbidden(board, size, p)}
        assert points(found[i]) == truth
        at = Position(RULES["renju"], size)
        for (r, c), colour in board.items():
            at.put(r * size + c, colour)
        assert at.forbidden_points() == {r * size + c for r, c in truth}
