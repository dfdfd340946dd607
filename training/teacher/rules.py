"""The rules on arrays: for whole batches of boards, what is legal, what is forced and what is already decided.

Boards are `[batch, size, size]` int8: 0 empty, +1 Black, -1 White; `player` is `[batch]` int8, the side to move.
Nothing here knows the board's size in advance, so one program serves every size.

Three facts are exact and never reach the net:
  * a mover who can make a winning five has won;
  * a mover who can make a four with two different five-points, while no enemy five threatens, has won;
  * a mover who faces winning fives that no single legal stone answers has lost.
A single answer is played at once (`settle`), so "four, block" is one move of the game tree. The side to move may
therefore repeat, and every value is kept together with its player.
"""
from __future__ import annotations

import functools
import operator
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from . import forbidden
from .lines import DIRECTIONS, ENEMY, OWN, encode, shifted
from .rulebook import PLANES, Rule


class Tactics(NamedTuple):
    """What one side's next stone would do, for every empty point; all `[batch, size, size]`."""

    five: Array  # bool: wins at once
    four: Array  # bool: leaves at least one five-point
    only: Array  # bool: leaves a five-point that nothing but a stone on that point answers
    strong: Array  # bool: leaves two such five-points, so no single stone answers
    answer: Array  # bool: the OTHER side's stones that stop every five of this side; empty where there is no five


def _any(masks: list[Array]) -> Array:
    return functools.reduce(operator.or_, masks)


def _wins(rule: Rule, exact: Array | bool, before: Array, after: Array) -> Array | bool:
    """May a filled window of five between these two neighbours win? (Python True where the rule never objects.)"""
    ok: Array | bool = True
    if rule.exact_black or rule.exact_white:
        ok = ~((before == OWN) | (after == OWN)) | ~jnp.asarray(exact)
    if rule.closed:
        ok &= ~((before == ENEMY) & (after == ENEMY))
    return ok


def tactics(rule: Rule, own: Array, opp: Array, exact: Array | bool) -> Tactics:
    """Fives and fours of `own` on every empty point. `exact`: this side needs exactly five (a bool or `[batch,1,1]`)."""
    code = encode(own, opp)
    shape, empty = own.shape, code == 0
    fives, ends = jnp.zeros(shape, jnp.int8), jnp.zeros(shape, jnp.int8)
    points, solid = jnp.zeros(shape, jnp.int8), jnp.zeros(shape, jnp.int8)
    for direction in DIRECTIONS:
        cell = shifted(code, direction)
        # window k holds the five cells at offsets -k .. 4-k; `ok` says whether filling it would win
        window = [functools.reduce(operator.add, [cell[j - k] for j in range(5)]) for k in range(5)]
        ok = [_wins(rule, exact, cell[-k - 1], cell[5 - k]) for k in range(5)]
        fives += functools.reduce(operator.add, [((window[k] == 4) & ok[k]).astype(jnp.int8) for k in range(5)])
        if rule.closed:  # a stone on the last open end of a window closes it
            for inner, beyond in ((range(1, 6), 6), (range(-5, 0), -6)):
                run = functools.reduce(operator.add, [cell[o] for o in inner])
                ends += ((run == 4) & (cell[beyond] == ENEMY)).astype(jnp.int8)
        three = [(window[k] == 3) & ok[k] for k in range(5)]
        firm = [three[k] & (cell[-k - 1] != ENEMY) & (cell[5 - k] != ENEMY) for k in range(5)] if rule.closed else three
        for o in (-4, -3, -2, -1, 1, 2, 3, 4):  # such a window holds this point and one other gap, at offset o
            both = slice(max(0, -o), 5 - max(0, o))
            points += ((cell[o] == 0) & _any(three[both])).astype(jnp.int8)
            if rule.closed:
                solid += ((cell[o] == 0) & _any(firm[both])).astype(jnp.int8)
    solid = solid if rule.closed else points
    fives = jnp.where(empty, fives, 0)
    windows = fives.sum((1, 2), keepdims=True, dtype=jnp.int16)
    answer = empty & (windows > 0) & ((fives + ends).astype(jnp.int16) == windows)
    return Tactics(empty & (fives > 0), empty & (points > 0), empty & (solid > 0), empty & (solid >= 2), answer)


class Sides(NamedTuple):
    """Both sides' tactics from the mover's point of view, forbidden points taken into account."""

    mine: Tactics
    theirs: Tactics
    answer: Array  # [B,S,S] the mover's legal answers to the enemy's fives
    threatened: Array  # [B] the enemy would win with its next stone
    forbidden: Array  # [B,S,S] Black's forbidden points (all False outside renju)


def both_sides(rule: Rule, board: Array, player: Array, quick: bool = False) -> Sides:
    """Tactics of the mover and of the other side; `quick`: whatever may be forbidden by shape counts as forbidden."""
    me = player[:, None, None]
    own, opp = board == me, board == -me
    black = me > 0
    mine = tactics(rule, own, opp, jnp.where(black, rule.exact_black, rule.exact_white))
    theirs = tactics(rule, opp, own, jnp.where(black, rule.exact_white, rule.exact_black))
    threatened = theirs.five.any((1, 2))
    if not rule.forbids:
        return Sides(mine, theirs, theirs.answer, threatened, jnp.zeros_like(own))
    fouls = forbidden.by_shape(board)[1] if quick else forbidden.points(board, jnp.ones_like(own))
    bar = lambda t, barred: t._replace(four=t.four & ~barred, only=t.only & ~barred, strong=t.strong & ~barred)
    return Sides(bar(mine, fouls & black), bar(theirs, fouls & ~black), theirs.answer & ~(fouls & black), threatened, fouls)


class Facts(NamedTuple):
    """What is certain about a batch of positions."""

    planes: Array  # [B,S,S,PLANES] bool, the net's input, from the mover's side
    legal: Array  # [B,S*S] bool: moves worth considering (only the answers, where a five threatens)
    over: Array  # [B] bool: decided, or the board is full, or the mover has no legal move
    value: Array  # [B] float32: the exact result for the mover where over


def planes_of(rule: Rule, board: Array, player: Array, sides: Sides) -> Array:
    """The net's input: own, enemy, ones, own four, enemy four, enemy strong four, forbidden, I am Black, rule planes."""
    me = player[:, None, None]
    own, opp = board == me, board == -me
    ones, zeros = jnp.ones_like(own), jnp.zeros_like(own)
    black = ones & (me > 0) if rule.colours_differ else zeros
    planes = [own, opp, ones, sides.mine.four & ~sides.mine.strong, sides.theirs.four & ~sides.theirs.strong,
              sides.theirs.strong, sides.forbidden, black]
    planes += [ones if rule.plane == at else zeros for at in range(8, PLANES)]
    return jnp.stack(planes, -1)


def analyse(rule: Rule, board: Array, player: Array, sides: Sides | None = None) -> Facts:
    """Input planes, legal moves and exact results of a batch of positions (`sides`: if known already)."""
    sides = sides or both_sides(rule, board, player)
    any_of = lambda mask: mask.any((1, 2))
    allowed = board == 0
    if rule.forbids:
        allowed &= ~sides.forbidden | (player[:, None, None] < 0)
    win = any_of(sides.mine.five) | (~sides.threatened & any_of(sides.mine.strong))
    loss = ~win & sides.threatened & ~any_of(sides.answer)
    legal = jnp.where(sides.threatened[:, None, None], sides.answer, allowed).reshape(len(board), -1)
    over = win | loss | ~any_of(allowed)
    value = win.astype(jnp.float32) - loss.astype(jnp.float32)
    return Facts(planes_of(rule, board, player, sides), legal, over, value)


def settle(rule: Rule, board: Array, player: Array, limit: int = 6) -> tuple[Array, Array]:
    """Play single forced answers (the mover has no five itself) until nothing is forced, at most `limit` of them."""
    def body(state: tuple) -> tuple:
        board, player, _, n = state
        me = player[:, None, None]
        own, opp, black = board == me, board == -me, me > 0
        mine = tactics(rule, own, opp, jnp.where(black, rule.exact_black, rule.exact_white))
        theirs = tactics(rule, opp, own, jnp.where(black, rule.exact_white, rule.exact_black))
        answer = theirs.answer
        if rule.forbids:
            answer &= ~(forbidden.points(board, answer & black) & black)
        forced = ~mine.five.any((1, 2)) & (answer.sum((1, 2)) == 1)
        board = board + jnp.where(answer & forced[:, None, None], me, 0).astype(jnp.int8)
        return board, jnp.where(forced, -player, player), forced.any(), n + 1
    return lax.while_loop(lambda s: s[2] & (s[3] < limit), body, (board, player, jnp.bool_(True), 0))[:2]


def place(board: Array, player: Array, action: Array) -> Array:
    """The board with the player's stone on cell `action` (row-major index), and nothing else changed."""
    stone = (jnp.arange(board.shape[1] * board.shape[2]) == action[:, None]).reshape(board.shape)
    return jnp.where(stone, player[:, None, None], board)


def step(rule: Rule, board: Array, player: Array, action: Array) -> tuple[Array, Array]:
    """Play `action` and the forced answers that follow it; returns the board and the side then to move."""
    return settle(rule, place(board, player, action), -player)


def symmetries(size: int) -> Array:
    """[8, size*size] cell orders: the four turns of the board and of its mirror image."""
    grid = np.arange(size * size).reshape(size, size)
    return jnp.array([np.rot90(g, k).ravel() for g in (grid, grid.T) for k in range(4)])
