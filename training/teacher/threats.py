"""Wins by fours alone, searched for whole batches in lockstep.

Each board has its own depth-first search with an explicit stack; one step of the loop looks at one position of every
board: a four, its only answer, and what the attacker can do then. A win found is a proof; none found proves nothing.
In renju, points that may be forbidden are not played by a black attacker and not denied to a black defender.
"""
from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array, lax

from . import forbidden
from .rulebook import Rule
from .rules import Sides, both_sides, place, tactics


class _Search(NamedTuple):
    boards: Array  # [B,D,S,S] int8: the position at each level of the stack, attacker to move
    untried: Array  # [B,D,S*S] bool: fours not tried yet
    root: Array  # [B] the move at level 0 that is being followed
    won: Array  # [B] bool
    steps: Array  # []


def _fours(sides: Sides) -> tuple[Array, Array]:
    """-> the attacker wins at once `[B]`; the fours with a single answer that he may play `[B,S*S]`."""
    wins = sides.mine.five.any((1, 2)) | (~sides.threatened & sides.mine.strong.any((1, 2)))
    fours = sides.mine.only & (sides.answer | ~sides.threatened[:, None, None])
    return wins, fours.reshape(len(fours), -1)


def _reply(rule: Rule, board: Array, attacker: Array) -> Array:
    """[B,S,S] the defender's only answer to the attacker's four (no point at all: there is none)."""
    me = attacker[:, None, None]
    answer = tactics(rule, board == me, board == -me, jnp.where(me > 0, rule.exact_black, rule.exact_white)).answer
    if rule.forbids:
        answer &= ~(forbidden.by_shape(board)[0] & (me < 0))  # if it is forbidden all the same, the attacker has won
    return answer


def win_by_fours(rule: Rule, board: Array, player: Array, sides: Sides, budget: int, depth: int = 10) -> tuple[Array, Array]:
    """-> (the mover wins by fours `[B]` bool, the first move `[B]`) within `budget` positions a board."""
    count, cells = len(board), board.shape[1] * board.shape[2]
    rows = jnp.arange(count)
    instant, first = _fours(sides)
    start = _Search(jnp.zeros((count, depth, *board.shape[1:]), jnp.int8).at[:, 0].set(board),
                    jnp.zeros((count, depth, cells), bool).at[:, 0].set(first & ~instant[:, None]),
                    jnp.zeros(count, jnp.int32), jnp.zeros(count, bool), jnp.int32(0))

    def body(s: _Search) -> _Search:
        alive = s.untried.any(-1)  # [B,D]
        level = depth - 1 - jnp.argmax(alive[:, ::-1], -1)
        active = alive.any(-1) & ~s.won
        fours = s.untried[rows, level]
        move = jnp.argmax(fours, -1).astype(jnp.int32)
        untried = s.untried.at[rows, level].set(fours & (jnp.arange(cells) != move[:, None]))
        root = jnp.where(active & (level == 0), move, s.root)
        after = place(s.boards[rows, level], player, move)
        answer = _reply(rule, after, player)
        after = jnp.where(answer, -player[:, None, None], after)
        wins, more = _fours(both_sides(rule, after, player, quick=True))
        won = s.won | (active & (wins | ~answer.any((1, 2))))
        above = jnp.where(active, level + 1, depth)  # out of range: dropped
        return _Search(s.boards.at[rows, above].set(after, mode="drop"),
                       untried.at[rows, above].set(more, mode="drop"), root, won, s.steps + 1)

    going = lambda s: (s.untried.any((1, 2)) & ~s.won).any() & (s.steps < budget)
    end = lax.while_loop(going, body, start)
    return end.won, end.root
