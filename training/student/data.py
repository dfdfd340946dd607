"""Positions to learn from, made and labelled on the device, where they stay.

Two kinds, both as rows of time by columns of games:
  * wide: games whose moves are drawn from the teacher's bare policy, now and then from a flat one or near any stone, so
    that positions a search meets and good play avoids are there too. The bare net is the label. Hundreds of thousands a second.
  * deep: the teacher's own self-play. Root values, later root values and results are the label.
Positions that are decided on the board, or have a single answer, are in neither: the search never asks for their value.
"""
from __future__ import annotations

from functools import partial
from typing import Callable, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from teacher.config import Config as TeacherConfig
from teacher.net import Params
from teacher.rulebook import Rule
from teacher.rules import analyse, step, symmetries
from teacher.search import evaluate
from teacher.selfplay import Games, Ring, lambda_targets, openings, play_rows

from .config import Config

UNKNOWN = 2
FLAT, NEAR = 0.2, 0.08
"""How often a wide game draws its move from a flat policy, and from the points near any stone."""


class Store(NamedTuple):
    """[T,G] positions; values are for the mover."""

    board: Array  # [T,G,cells] int8
    player: Array  # [T,G] int8
    policy: Array  # [T,G,cells] float16; all zeros: unknown
    value: Array  # [T,G] float32, -1 to 1
    outcome: Array  # [T,G] int8: 1 won, 0 drawn, -1 lost by the mover, UNKNOWN


def empty(rows: int, games: int, cells: int) -> Store:
    """A store without positions."""
    shape = (rows, games)
    return Store(jnp.zeros((*shape, cells), jnp.int8), jnp.ones(shape, jnp.int8), jnp.zeros((*shape, cells), jnp.float16),
                 jnp.zeros(shape), jnp.full(shape, UNKNOWN, jnp.int8))


def _beside(board: Array) -> Array:
    """[B,cells] empty points within two steps of a stone."""
    stones = jnp.pad(board != 0, ((0, 0), (2, 2), (2, 2)))
    size = board.shape[1]
    near = sum(stones[:, r:r + size, c:c + size].astype(jnp.int8) for r in range(5) for c in range(5)) > 0
    return (near & (board == 0)).reshape(len(board), -1)


def wide_rows(store: Store, games: Games, p: Params, key: Array, at: Array, rule: Rule, c: Config) -> tuple[Store, Games, Array]:
    """`c.wide_rows` labelled moves in every game, written at row `at`; -> store, games, games ended."""
    k_open, k_play = jax.random.split(key)
    count, size = games.board.shape[:2]
    fresh = openings(p, rule, k_open, count, size)

    def play(games: Games, key: Array) -> tuple[Games, tuple[Store, Array]]:
        board, player = games
        k1, k2, k3, k4 = jax.random.split(key, 4)
        leaf = evaluate(p, rule, board, player, 8)
        policy = jnp.where(leaf.over[:, None], 0.0, jnp.exp(leaf.logits))
        kind = jax.random.uniform(k1, (count, 1))
        logits = jnp.where(kind < FLAT, leaf.logits / 3, leaf.logits)
        legal = leaf.logits > -1e8
        beside = _beside(board) & legal
        logits = jnp.where((kind > 1 - NEAR) & beside.any(-1, keepdims=True), jnp.where(beside, 0.0, -1e9), logits)
        move = jnp.argmax(jnp.where(legal, logits + jax.random.gumbel(k2, logits.shape), -2e9), -1)
        after, mover = step(rule, board, player, move)
        over = leaf.over | analyse(rule, after, mover).over
        row = Store(board.reshape(count, -1), player, policy.astype(jnp.float16), leaf.value, jnp.full(count, UNKNOWN, jnp.int8))
        pick = jax.random.randint(k3, (count,), 0, count)
        games = Games(jnp.where(over[:, None, None], fresh.board[pick], after), jnp.where(over, fresh.player[pick], mover))
        return games, (row, over.sum())

    games, (rows, ended) = lax.scan(play, games, jax.random.split(k_play, c.wide_rows))
    store = Store(*(lax.dynamic_update_slice_in_dim(old, new.astype(old.dtype), at, 0) for old, new in zip(store, rows)))
    return store, games, ended.sum()


def self_play(c: Config) -> TeacherConfig:
    """The teacher's settings for deep games."""
    return TeacherConfig(rule=c.rule, size=c.size, games=c.deep_games, rows=c.deep_rows, ring=c.deep_most, lanes=1,
                         sims=c.sims, candidates=c.candidates)


def deep_rows(ring: Ring, games: Games, p: Params, key: Array, at: Array, rule: Rule, c: Config) -> tuple[Ring, Games, Array]:
    """`c.deep_rows` searched moves in every game, written at row `at`; -> ring, games, games ended."""
    games, rows, info = play_rows(p, rule, games, key, self_play(c))
    ring = Ring(*(lax.dynamic_update_slice_in_dim(old, new.astype(old.dtype), at, 1) for old, new in zip(ring, rows)))
    return ring, games, info["ended"]


def finish_deep(ring: Ring, rows: int, c: Config) -> Store:
    """The first `rows` rows of a ring as a store, with their value targets and results."""
    ring = Ring(*(x[:, :rows] for x in ring))
    newest = jnp.int32(rows - 1)
    target = lambda_targets(ring, newest, c.discount)[0]
    result = lambda_targets(ring._replace(value=jnp.full_like(ring.value, UNKNOWN)), newest, 1.0)[0]
    player = ring.player[0].astype(jnp.float32)
    value = c.search_part * ring.value[0] + (1 - c.search_part) * target
    outcome = jnp.where(result == UNKNOWN, UNKNOWN, jnp.round(result * player)).astype(jnp.int8)
    return Store(ring.board[0], ring.player[0], ring.policy[0], value * player, outcome)


class Batch(NamedTuple):
    """Positions to learn from; fields as in `Store`."""

    board: Array  # [N,S,S]
    player: Array
    policy: Array  # [N,cells] float32
    value: Array
    outcome: Array


def sample(store: Store, rows: Array, key: Array, count: int, size: int, first: int, last: int) -> Batch:
    """Random positions of the first `rows` rows and games first .. last-1, each in a random one of the 8 symmetries."""
    k1, k2, k3 = jax.random.split(key, 3)
    t, g = jax.random.randint(k1, (count,), 0, rows), jax.random.randint(k2, (count,), first, last)
    turn = symmetries(size)[jax.random.randint(k3, (count,), 0, 8)]
    board = jnp.take_along_axis(store.board[t, g], turn, 1).reshape(count, size, size)
    policy = jnp.take_along_axis(store.policy[t, g], turn, 1).astype(jnp.float32)
    return Batch(board, store.player[t, g], policy, store.value[t, g], store.outcome[t, g])


def compiled(make: Callable, rule: Rule, c: Config) -> Callable:
    """`wide_rows` or `deep_rows` for this run; it consumes the store and the games it is given."""
    return jax.jit(partial(make, rule=rule, c=c), donate_argnums=(0, 1))
