"""Self-play: even openings, a row of moves in every game at once, and the ring of positions to learn from.

The ring has time as rows and games as columns, so running games need no bookkeeping: one backward scan over time turns
results and root values into value targets. All its values are Black's. Games come in `lanes` (groups of columns): each
lane lives on one device and gives its share of every batch, so that nothing large ever moves between devices.
"""
from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from .config import Config
from .net import Params, forward
from .rulebook import Rule
from .rules import analyse, step, symmetries
from .search import MASKED, search

MOST_STONES = 7
"""Stones of the longest opening."""


class Ring(NamedTuple):
    """The last T moves of L x B games."""

    board: Array  # [L,T,B,cells] int8
    player: Array  # [L,T,B] int8
    policy: Array  # [L,T,B,cells] float16, from the search
    value: Array  # [L,T,B] float32 root value
    over: Array  # [L,T,B] bool: the game ended here ...
    result: Array  # [L,T,B] float32 ... with this result


class Games(NamedTuple):
    """Games in progress."""

    board: Array  # [B,S,S] int8
    player: Array  # [B] int8


def empty_ring(c: Config) -> Ring:
    """A ring without positions."""
    shape, cells = (c.lanes, c.ring, c.games // c.lanes), c.size * c.size
    return Ring(jnp.zeros((*shape, cells), jnp.int8), jnp.ones(shape, jnp.int8), jnp.zeros((*shape, cells), jnp.float16),
                jnp.zeros(shape), jnp.zeros(shape, bool), jnp.zeros(shape))


def scatter_stones(key: Array, count: int, size: int) -> Games:
    """0 to 7 stones in a random cluster on each board, colours in turn."""
    k1, k2, k3 = jax.random.split(key, 3)
    most = min(MOST_STONES, size)
    centre = jax.random.randint(k1, (count, 2, 1), min(2, size // 3), size - min(2, size // 3))
    cells = jnp.stack(jnp.divmod(jnp.arange(size * size), size))
    near = -((cells - centre) ** 2).sum(1) / 8 + jax.random.gumbel(k2, (count, size * size))
    stones = jax.random.randint(k3, (count,), 0, most + 1)
    order = lax.top_k(near, most)[1]
    colour = jnp.where(jnp.arange(most) < stones[:, None], 1 - 2 * (jnp.arange(most) % 2), 0).astype(jnp.int8)
    board = jnp.zeros((count, size * size), jnp.int8).at[jnp.arange(count)[:, None], order].set(colour)
    return Games(board.reshape(-1, size, size), (1 - 2 * (stones % 2)).astype(jnp.int8))


def openings(p: Params, rule: Rule, key: Array, count: int, size: int, unfiltered: float = 0.05) -> Games:
    """Of four times too many random openings, the evenest (by the net) and a few as they come."""
    k1, k2 = jax.random.split(key)
    board, player = scatter_stones(k1, 4 * count, size)
    facts = analyse(rule, board, player)
    evenness = -jnp.abs(forward(p, facts.planes)[1])
    evenness = jnp.where(jax.random.uniform(k2, evenness.shape) < unfiltered, 1.0, evenness)
    best = lax.top_k(jnp.where(facts.over | (facts.legal.sum(-1) == 1), MASKED, evenness), count)[1]
    return Games(board[best], player[best])


def play_rows(p: Params, rule: Rule, games: Games, key: Array, c: Config) -> tuple[Games, Ring, dict[str, Array]]:
    """`c.rows` searched moves in every game; a game that ends makes room for a new opening.

    -> the games, the new rows as a small ring, statistics.
    A game also ends when the search proves its result: the moves that only carry out a proof teach little.
    """
    k_open, k_play = jax.random.split(key)
    count, size = games.board.shape[:2]
    fresh = openings(p, rule, k_open, count, size, c.unfiltered)

    def play(games: Games, key: Array) -> tuple[Games, tuple[Ring, Array]]:
        board, player = games
        k1, k2 = jax.random.split(key)
        found = search(p, rule, board, player, k1, c.sims, width=c.candidates, fours=c.fours, root_fours=c.root_fours)
        after, mover = step(rule, board, player, found.move)
        facts = analyse(rule, after, mover)
        over = facts.over | found.proven
        result = jnp.where(found.proven, found.value * player, facts.value * mover)
        row = Ring(board.reshape(count, -1), player, found.policy.astype(jnp.float16), found.value * player, over, result)
        pick = jax.random.randint(k2, (count,), 0, count)
        games = Games(jnp.where(over[:, None, None], fresh.board[pick], after), jnp.where(over, fresh.player[pick], mover))
        return games, (row, (after != 0).sum((1, 2)), found.proven)

    games, (rows, stones, proven) = lax.scan(play, games, jax.random.split(k_play, c.rows))
    ended = rows.over.sum()
    mean = lambda x: (x * rows.over).sum() / jnp.maximum(ended, 1)
    info = {"ended": ended, "stones": mean(stones), "black": mean(rows.result > 0), "draws": mean(rows.result == 0),
            "proven": mean(proven), "root": (rows.value * rows.player).mean(),
            "decided": (jnp.abs(rows.value) > 0.9).mean(), "top": rows.policy.max(-1).mean()}
    by_lane = lambda x: jnp.moveaxis(x.reshape(c.rows, c.lanes, count // c.lanes, *x.shape[2:]), 0, 1)
    return games, Ring(*map(by_lane, rows)), info


def write(ring: Ring, rows: Ring, at: Array) -> Ring:
    """The ring with new rows at time `at`."""
    return Ring(*(lax.dynamic_update_slice_in_dim(old, new, at, 1) for old, new in zip(ring, rows)))


def lambda_targets(ring: Ring, newest: Array, discount: float) -> Array:
    """[L,T,B] value targets for Black: results, mixed backwards in time with the later root values."""
    length = ring.value.shape[1]

    def back(after: tuple, t: Array) -> tuple:
        target, value = after
        here = jnp.where(ring.over[:, t], ring.result[:, t], discount * target + (1 - discount) * value)
        return (here, ring.value[:, t]), here

    start = (ring.value[:, newest], ring.value[:, newest])  # games still running lean on their last root value
    order = (newest - jnp.arange(length)) % length
    return jnp.zeros_like(ring.value).at[:, order].set(jnp.moveaxis(lax.scan(back, start, order)[1], 0, 1))


class Batch(NamedTuple):
    """Positions to learn from."""

    board: Array  # [N,S,S] int8
    player: Array  # [N] int8
    policy: Array  # [N,cells] float32
    target: Array  # [N] float32, for the mover


def sample(ring: Ring, targets: Array, newest: Array, window: Array, key: Array, c: Config) -> Batch:
    """Positions of the last `window` rows, equally many from every lane, each in a random one of the 8 symmetries."""
    k1, k2, k3 = jax.random.split(key, 3)
    shape = (c.lanes, c.batch // c.lanes)
    lane = jnp.arange(c.lanes)[:, None]
    t = (newest - jax.random.randint(k1, shape, 0, window)) % ring.value.shape[1]
    g = jax.random.randint(k2, shape, 0, ring.value.shape[2])
    turn = symmetries(c.size)[jax.random.randint(k3, shape, 0, 8)]
    flat = lambda x: x.reshape(c.batch, *x.shape[2:])
    board = jnp.take_along_axis(ring.board[lane, t, g], turn, 2).reshape(*shape, c.size, c.size)
    policy = jnp.take_along_axis(ring.policy[lane, t, g], turn, 2).astype(jnp.float32)
    player = ring.player[lane, t, g]
    return Batch(flat(board), flat(player), flat(policy), flat(targets[lane, t, g] * player))
