"""How strong: matches between weight files on the device, in pairs of games with colours swapped, and Elo from them."""
from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from .net import Params
from .rulebook import Rule
from .rules import analyse, step
from .score import Score
from .search import search
from .selfplay import Games, openings


class Settings(NamedTuple):
    """How a match is played."""

    rule: Rule
    size: int
    sims: int
    fours: int = 8
    root_fours: int = 64


def greedy(rule: Rule, board: Array, player: Array, key: Array) -> Array:
    """A scripted opponent: wins or blocks as the exact tactics say, else plays beside the most stones, at random."""
    facts = analyse(rule, board, player)
    near = jnp.pad((board != 0).astype(jnp.float32), ((0, 0), (2, 2), (2, 2)))
    size = board.shape[1]
    crowd = sum(near[:, r:r + size, c:c + size] for r in range(5) for c in range(5)).reshape(len(board), -1)
    fours = facts.planes[..., 3].reshape(len(board), -1) * 2.0 + facts.planes[..., 5].reshape(len(board), -1) * 6.0
    score = crowd + fours + jax.random.uniform(key, crowd.shape)
    return jnp.argmax(jnp.where(facts.legal, score, -1.0), -1)


@partial(jax.jit, static_argnames=("s", "scripted"))
def _play(a: Params, b: Params, start: Games, key: Array, s: Settings, scripted: bool) -> Array:
    """[games] results for `a` (1, 0, -1), which has Black in the first half of the games."""
    count = len(start.player)
    side = jnp.where(jnp.arange(count) < count // 2, 1, -1)

    def turn(state: tuple) -> tuple:
        board, player, live, result, n = state
        k = jax.random.fold_in(key, n)
        look = lambda p: search(p, s.rule, board, player, k, s.sims, noise=0.0, fours=s.fours, root_fours=s.root_fours)
        mine, theirs = look(a), None if scripted else look(b)
        my_turn = player == side
        move = jnp.where(my_turn, mine.move, greedy(s.rule, board, player, k) if scripted else theirs.move)
        proven = my_turn & mine.proven if scripted else jnp.where(my_turn, mine.proven, theirs.proven)
        value = mine.value if scripted else jnp.where(my_turn, mine.value, theirs.value)
        after, mover = step(s.rule, board, player, move)
        facts = analyse(s.rule, after, mover)
        over = facts.over | proven
        outcome = jnp.where(proven, value * player, facts.value * mover) * side
        result = jnp.where(live & over, outcome, result)
        keep = live & ~over
        return jnp.where(keep[:, None, None], after, board), jnp.where(keep, mover, player), keep, result, n + 1

    state = (*start, jnp.ones(count, bool), jnp.zeros(count), 0)
    return lax.while_loop(lambda x: x[2].any() & (x[4] < s.size * s.size), turn, state)[3]


def match(a: Params, b: Params | None, rule: Rule, size: int, key: Array, games: int, sims: int, fours: int = 8,
          root_fours: int = 64) -> Score:
    """`a` against `b` (None: the greedy player): openings even by the opponent's judgement, each with both colours."""
    judge = a if b is None else b
    settings = Settings(rule, size, sims, fours, root_fours)
    make = jax.jit(openings, static_argnames=("rule", "count", "size", "unfiltered"))
    half = make(judge, rule=rule, key=key, count=games // 2, size=size, unfiltered=0.0)
    start = Games(*(jnp.concatenate([x, x]) for x in half))
    result = np.rint(np.asarray(_play(a, judge, start, key, settings, b is None)))
    pairs = (result[:games // 2] + result[games // 2:]) / 2 + 1
    return Score(int((result > 0).sum()), int((result == 0).sum()), int((result < 0).sum()), tuple(map(float, pairs)))
