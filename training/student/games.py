"""Positions of the engine's own games, searched by the teacher: what the search really meets.

A line of the file is a winner and the moves from the empty board, as `tengen-lab selfplay --list` prints them. Rows may
be counted from either edge: every position is learnt in all symmetries.
"""
from __future__ import annotations

from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from teacher.net import Params
from teacher.records import cells_of
from teacher.rulebook import Rule
from teacher.rules import analyse, settle
from teacher.search import search

from .config import Config
from .data import Store

FIRST = 4
"""Positions with fewer stones are left out: openings are the same again and again."""
WINNERS = {"black": 1, "white": -1, "nobody": 0}


def read(path: Path, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[N,cells] boards, [N] movers, [N] results for the mover, game after game; an error names its line."""
    boards, players, outcomes = [], [], []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split()
        if len(words) != 2:  # the summary at the end
            continue
        try:
            result, cells = WINNERS[words[0].lower()], cells_of(words[1], size)
        except (KeyError, ValueError) as err:
            raise ValueError(f"{path}, line {number}: a winner and moves are expected, such as `black h8i9`: {err}") from err
        stones = np.zeros((len(cells) + 1, size * size), np.int8)
        colours = 1 - 2 * (np.arange(len(cells) + 1) % 2)
        stones[1 + np.arange(len(cells)), cells] = colours[:-1]
        boards.append(np.cumsum(stones, 0, dtype=np.int8)[FIRST:])
        players.append(colours[FIRST:])
        outcomes.append(result * colours[FIRST:])
    if not boards:
        raise ValueError(f"{path} holds no games")
    return tuple(np.concatenate(x).astype(np.int8) for x in (boards, players, outcomes))


@partial(jax.jit, static_argnames="rule")
def _settled(rule: Rule, board: Array, player: Array) -> tuple[Array, Array, Array]:
    """Boards after forced answers, the side then to move, and whether they are still open."""
    board, player = settle(rule, board, player)
    return board, player, ~analyse(rule, board, player).over


def open_positions(path: Path, rule: Rule, size: int, batch: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """As `read`, after forced answers and without positions that are decided on the board."""
    boards, players, outcomes = read(path, size)
    short = -len(boards) % batch
    boards, padded = (np.concatenate([x, np.zeros((short, *x.shape[1:]), x.dtype)]) for x in (boards, players))
    found = []
    for at in range(0, len(boards), batch):
        part = jnp.asarray(boards[at:at + batch].reshape(-1, size, size)), jnp.asarray(padded[at:at + batch])
        found.append(jax.tree.map(np.asarray, _settled(rule, *part)))
    after, mover, still_open = (np.concatenate(x)[:len(players)] for x in zip(*found))
    keep = np.flatnonzero(still_open)
    return after.reshape(len(after), -1)[keep], mover[keep], (outcomes * players * mover)[keep]


def label_row(store: Store, board: Array, player: Array, outcome: Array, p: Params, key: Array, at: Array, rule: Rule,
              c: Config) -> Store:
    """The store with the searched positions at row `at`."""
    found = search(p, rule, board.reshape(-1, c.size, c.size), player, key, c.games_sims, noise=0.0, width=c.candidates)
    row = Store(board, player, found.policy, found.value, outcome)
    return Store(*(lax.dynamic_update_slice_in_dim(old, new[None].astype(old.dtype), at, 0) for old, new in zip(store, row)))


def columns(flat: np.ndarray, rows: int, games: int) -> np.ndarray:
    """[rows, games, ...]: a column holds positions that follow each other, so that whole games can be held out."""
    return np.swapaxes(flat[:rows * games].reshape(games, rows, *flat.shape[1:]), 0, 1)


def worst_half(store: Store, error: np.ndarray, held_out: int) -> tuple[Store, int]:
    """The half of the first len(error) rows where the error is largest, held-out columns left out; -> store, rows filled."""
    rows, games = error.shape
    count = rows * (games - held_out) // 2 // games
    order = np.argsort(-error[:, held_out:].ravel(), kind="stable")[:count * games]
    t, g = np.divmod(order, games - held_out)
    t, g = jnp.asarray(t.reshape(count, games)), jnp.asarray(held_out + g.reshape(count, games))
    place = lambda old: old.at[:count].set(old[t, g])
    return Store(*map(place, store)), count
