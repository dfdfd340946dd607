"""The rules on arrays and those in plain Python give the referee's answers (tengen-core, by way of `tengen-lab fixture`)."""
from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from teacher import rules
from teacher.play import fresh_position
from teacher.position import Position
from teacher.records import cells_of
from teacher.rulebook import RULES

pytestmark = pytest.mark.usefixtures("lightly_compiled")
FILE = Path(__file__).with_name("referee.txt")


def records() -> dict[tuple[str, int], list[dict]]:
    """The lines of the file by rule and size, lists of points as cells."""
    out: dict[tuple[str, int], list[dict]] = defaultdict(list)
    for line in FILE.read_text().splitlines():
        if line.startswith("#"):
            continue
        words = dict(w.split("=", 1) for w in line.split()[1:])
        size = int(words["size"])
        lists = {k: cells_of(words[k], size) for k in ("moves", "five", "enemy", "forbidden")}
        out[words["rule"], size].append(lists | {"legal": int(words["legal"]), "outcome": words["outcome"]})
    return out


GROUPS = records()


def position(rule: str, size: int, moves: list[int]) -> Position:
    return fresh_position(RULES[rule], size, {c: 1 - 2 * (i % 2) for i, c in enumerate(moves)})


def test_every_rule_and_size_is_there():
    assert set(GROUPS) == {(rule, size) for rule in RULES for size in (6, 15, 20)}
    outcomes = [r["outcome"] for group in GROUPS.values() for r in group]
    assert all(outcomes.count(o) >= 5 for o in ("none", "black", "white", "draw"))
    assert sum(len(r["forbidden"]) for r in GROUPS["renju", 15] + GROUPS["renju", 20]) >= 20


@pytest.mark.parametrize("rule", RULES)
def test_plain_rules_agree_with_the_referee(rule):
    for size in (6, 15, 20):
        for r in GROUPS[rule, size]:
            before, at = position(rule, size, r["moves"][:-1]), position(rule, size, r["moves"])
            last, won = r["moves"][-1], r["outcome"] in ("black", "white")
            assert (last in before.five_points(before.me)) == won
            if won:
                assert before.me == (1 if r["outcome"] == "black" else -1)
                continue
            assert last in before.legal()
            assert len(at.legal()) == r["legal"] and (r["legal"] == 0) == (r["outcome"] == "draw")
            assert at.five_points(at.me) == sorted(r["five"]) and at.five_points(-at.me) == sorted(r["enemy"])
            if rule == "renju":
                assert at.forbidden_points() == set(r["forbidden"])


@pytest.mark.parametrize("rule", RULES)
def test_rules_on_arrays_agree_with_the_referee(rule):
    look = jax.jit(lambda board, player: (rules.both_sides(RULES[rule], board, player), rules.analyse(RULES[rule], board, player)))
    for size in (6, 15):  # the arrays' code does not know the size; 20 would only be compiled once more
        going = [r for r in GROUPS[rule, size] if r["outcome"] in ("none", "draw")]
        board = np.zeros((len(going), size * size), np.int8)
        for i, r in enumerate(going):
            board[i, r["moves"]] = [1 - 2 * (k % 2) for k in range(len(r["moves"]))]
        player = np.array([1 - 2 * (len(r["moves"]) % 2) for r in going], np.int8)
        sides, facts = jax.tree.map(np.asarray, look(jnp.asarray(board.reshape(-1, size, size)), jnp.asarray(player)))
        for i, r in enumerate(going):
            cells = lambda mask: np.flatnonzero(mask[i].ravel()).tolist()
            assert cells(sides.mine.five) == sorted(r["five"]) and cells(sides.theirs.five) == sorted(r["enemy"])
            assert cells(sides.forbidden) == sorted(r["forbidden"])
            if r["outcome"] == "draw":
                assert facts.over[i] and facts.value[i] == 0
            elif r["five"]:
                assert facts.over[i] and facts.value[i] == 1
            elif not r["enemy"] and not facts.over[i]:
                assert facts.legal[i].sum() == r["legal"]
