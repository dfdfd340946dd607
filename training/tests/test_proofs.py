"""Whatever is called proven agrees with trying everything, on small boards that are nearly full."""
from __future__ import annotations

import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import reference as ref
from teacher import net, rules, threats
from teacher.rulebook import RULES
from teacher.search import search

pytestmark = pytest.mark.usefixtures("lightly_compiled")
SIZE, COUNT = 6, 24


def late_positions(seed: int) -> tuple[list[dict], np.ndarray, np.ndarray]:
    """Boards with 6 to 8 empty points and no winning row, either side to move."""
    rng, dicts = random.Random(seed), []
    cells = [(r, c) for r in range(SIZE) for c in range(SIZE)]
    while len(dicts) < COUNT:
        rng.shuffle(cells)
        n = SIZE * SIZE - rng.randint(6, 8)
        board = {p: 1 - 2 * (i % 2) for i, p in enumerate(cells[:n])}
        if not any(len(ref.row(board, p, d)) >= 5 for p in board for d in ref.DIRECTIONS):
            dicts.append(board)
    array = np.zeros((COUNT, SIZE, SIZE), np.int8)
    for i, board in enumerate(dicts):
        for p, colour in board.items():
            array[i][p] = colour
    return dicts, array, np.array([rng.choice((1, -1)) for _ in range(COUNT)], np.int8)


@pytest.mark.parametrize("name", ("freestyle", "renju", "caro9"))
def test_proven_values_agree_with_brute_force(name):
    """One-ply facts and wins by fours; whole searches, slow to compile and the same under all rules, under one."""
    rule, searched = RULES[name], name == "freestyle"
    dicts, array, player = late_positions(11)
    params = net.init(jax.random.key(0), 1, 8)

    @jax.jit
    def look(board, player):
        sides = rules.both_sides(rule, board, player)
        won, _ = threats.win_by_fours(rule, board, player, sides, 50)
        found = search(params, rule, board, player, jax.random.key(1), 24) if searched else None
        return rules.analyse(rule, board, player, sides), won, found

    facts, won, found = jax.tree.map(np.asarray, look(jnp.asarray(array), jnp.asarray(player)))
    proven = 0
    for i, board in enumerate(dicts):
        me = int(player[i])
        truth = ref.minimax(board, SIZE, me, name)
        if facts.over[i]:
            proven += 1
            assert facts.value[i] == truth
        elif won[i]:
            assert truth == 1
        if searched and found.proven[i] and not facts.over[i]:
            proven += 1
            assert round(float(found.value[i])) == truth
            if truth == 1:  # the move shown keeps the win
                p = divmod(int(found.move[i]), SIZE)
                after = ref.with_stone(board, p, me)
                assert ref.wins(after, SIZE, p, name) or ref.minimax(after, SIZE, -me, name) == -1
    assert proven >= 5
