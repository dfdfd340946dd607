"""Renju's forbidden points, exactly, for whole batches.

Shapes come from the definitions of the Renju International Federation. A point is forbidden for Black if a stone there
makes no five and makes an overline, two fours, or two threes that are real. A three is real if Black may play one of
its straight-four points, judged by the same rules with the stones so far staying on the board: a recursion. Only points
where two lines hold three-shapes need it. These are few, so they are gathered from all boards and judged together, one
level deep (`_first_look`); the very few whose answer hangs on a second level go to the whole recursion, run in lockstep
with an explicit stack (`_resolve`).
"""
from __future__ import annotations

import functools
import operator
from typing import NamedTuple

import jax.numpy as jnp
from jax import Array, lax

from .lines import DIRECTIONS, EDGE, OWN, REACH, encode, shifted

OFFSETS = (-3, -2, -1, 1, 2, 3)
"""Where a straight-four point of a three can lie, along the line from the new stone."""
DEPTH = 12
"""Levels of nesting followed; a deeper question is answered "allowed"."""


class Shapes(NamedTuple):
    """What a black stone makes along one line (or, for `fours`, counts)."""

    five: Array  # bool
    overline: Array  # bool
    fours: Array  # int8: 0, 1 or 2 different fours
    threes: tuple[Array, ...]  # for each of OFFSETS, bool: a stone there would make a straight four


def _total(cells: list[Array]) -> Array:
    return functools.reduce(operator.add, cells)


def _line_shapes(cell: dict[int, Array]) -> Shapes:
    """Shapes on one line, given the codes at each offset; the new stone is taken to stand at offset 0."""
    run = lambda first, length: _total([cell[o] for o in range(first, first + length) if o])
    not_own = lambda o: cell[o] != OWN
    anything = lambda masks: functools.reduce(operator.or_, masks)
    exact = [not_own(-k - 1) & not_own(5 - k) for k in range(5)]
    five = anything([(run(-k, 5) == 4) & exact[k] for k in range(5)])
    overline = anything([run(-k, 6) == 5 for k in range(6)])
    almost = [(run(-k, 5) == 3) & exact[k] for k in range(5)]
    gap = {o: (cell[o] == 0) & anything(almost[max(0, -o): 5 - max(0, o)]) for o in range(-4, 5) if o}
    open_ends = [(cell[-k - 1] == 0) & (cell[4 - k] == 0) & not_own(-k - 2) & not_own(5 - k) for k in range(4)]
    straight = anything([(run(-k, 4) == 3) & open_ends[k] for k in range(4)])  # one four with two five-points
    left, right = anything([gap[o] for o in range(-4, 0)]), anything([gap[o] for o in range(1, 5)])
    fours = left.astype(jnp.int8) + right.astype(jnp.int8) - straight.astype(jnp.int8)
    three = [(run(-k, 4) == 2) & open_ends[k] for k in range(4)]
    threes = tuple((cell[o] == 0) & anything(three[max(0, -o): 4 - max(0, o)]) for o in OFFSETS)
    return Shapes(five, overline, fours, threes)


def _verdict(lines: list[Shapes]) -> tuple[Array, Array, Array]:
    """-> (makes a five, forbidden by shape alone, undecided: two or more lines hold three-shapes)."""
    five = functools.reduce(operator.or_, [s.five for s in lines])
    over = functools.reduce(operator.or_, [s.overline for s in lines])
    foul = ~five & (over | (_total([s.fours for s in lines]) >= 2))
    threes = _total([functools.reduce(operator.or_, s.threes).astype(jnp.int8) for s in lines])
    return five, foul, ~five & ~foul & (threes >= 2)


class _Stack(NamedTuple):
    """The recursion of one board: `depth` frames, each a stone tried and the straight-four points still to be judged."""

    board: Array  # [B,P] int8 codes, padded by REACH on every side and flattened; tried stones are on it
    waiting: Array  # [B,S*S] bool: points still to be judged
    verdict: Array  # [B,S*S] bool: found forbidden
    depth: Array  # [B]
    stone: Array  # [B,DEPTH] cell (unpadded index) of the stone tried in each frame
    left: Array  # [B,DEPTH,4,6] bool: straight-four points not judged yet
    real: Array  # [B,DEPTH] threes found real


class _Geometry(NamedTuple):
    """Indices on boards of one size, padded by REACH on every side and flattened."""

    size: int
    wide: int
    steps: Array  # [4] one step along each direction, padded
    hops: Array  # [4] the same, not padded

    @classmethod
    def of(cls, size: int) -> _Geometry:
        wide = size + 2 * REACH
        return cls(size, wide, jnp.array([dr * wide + dc for dr, dc in DIRECTIONS]),
                   jnp.array([dr * size + dc for dr, dc in DIRECTIONS]))

    def padded(self, cell: Array) -> Array:
        """The padded index of a cell."""
        return (cell // self.size + REACH) * self.wide + cell % self.size + REACH

    def lines(self, centre: Array) -> Array:
        """[..., 4, 2 * REACH + 1] padded indices along the four lines through padded index `centre`."""
        reach = jnp.arange(-REACH, REACH + 1)
        return centre[..., None, None] + self.steps[:, None] * reach


def _judge(line: Array) -> tuple[Array, Array, Array, Array]:
    """Codes along four lines `[..., 4, 13]` -> (five, foul, undecided, straight-four points `[..., 4, 6]`)."""
    shapes = _line_shapes({o: line[..., o + REACH] for o in range(-REACH, REACH + 1)})
    threes = jnp.stack(shapes.threes, -1)
    five = shapes.five.any(-1)
    foul = ~five & (shapes.overline.any(-1) | (shapes.fours.sum(-1) >= 2))
    return five, foul, ~five & ~foul & (threes.any(-1).sum(-1) >= 2), threes


def _first_look(padded: Array, size: int, suspects: Array) -> tuple[Array, Array]:
    """-> (forbidden, still undecided) among the suspects `[B,cells]`, looking one level deep.

    A three is surely real if one of its straight-four points is allowed by shape alone, and surely none if all are foul.
    """
    count, cells = suspects.shape
    room = min(count * cells, 2 * count + 64)  # suspects beyond that stay undecided
    g = _Geometry.of(size)
    slot = jnp.nonzero(suspects.ravel(), size=room, fill_value=count * cells)[0]
    board, cell = jnp.divmod(jnp.minimum(slot, count * cells - 1), cells)
    stone = g.padded(cell)
    look = lambda index: padded[board.reshape(-1, *[1] * (index.ndim - 1)), jnp.clip(index, 0, g.wide ** 2 - 1)]
    threes = _judge(look(g.lines(stone)))[3]
    points = stone[:, None, None] + g.steps[:, None] * jnp.array(OFFSETS)  # [N,4,6]
    index = g.lines(points)
    five, foul, nested, _ = _judge(jnp.where(index == stone[:, None, None, None, None], OWN, look(index)))
    allowed = threes & ~five & ~foul
    sure = (allowed & ~nested).any(-1).sum(-1)
    possible = allowed.any(-1).sum(-1)
    put = lambda mask: jnp.zeros(count * cells, bool).at[slot].set(mask, mode="drop").reshape(count, cells)
    forbidden, free = put(sure >= 2), put(possible < 2)
    return forbidden, suspects & ~forbidden & ~free


def _resolve(padded: Array, size: int, suspects: Array) -> Array:
    """Which suspects (points with three-shapes on two lines or more) are forbidden, by lockstep recursion."""
    count = len(suspects)
    rows, g, offsets = jnp.arange(count), _Geometry.of(size), jnp.array(OFFSETS)
    at_padded, hops = g.padded, g.hops

    def shapes_at(board: Array, cell: Array) -> tuple[Array, Array, Array, Array]:
        index = g.lines(at_padded(cell))
        return _judge(jnp.take_along_axis(board, index.reshape(count, -1), 1).reshape(index.shape))

    def body(s: _Stack) -> _Stack:
        idle = s.depth == 0
        top = jnp.maximum(s.depth - 1, 0)
        left, real, stone = s.left[rows, top], s.real[rows, top], s.stone[rows, top]
        open_lines = left.any(-1).sum(-1)
        settled = ~idle & ((real >= 2) | (real + open_lines < 2))
        foul = settled & (real >= 2)

        # look at one more point: the next suspect when idle, else the next straight-four point of the top frame
        work = idle & s.waiting.any(-1)
        choice = jnp.argmax(left.reshape(count, -1), -1)
        along, offset = choice // 6, offsets[choice % 6]
        cell = jnp.where(idle, jnp.argmax(s.waiting, -1), stone + hops[along] * offset)
        five, bad, nested, threes = shapes_at(s.board, cell)
        push = work | (~idle & ~settled & nested & (s.depth < DEPTH))
        judged = ~idle & ~settled & ~push
        playable = judged & ~five & ~bad

        # the verdict on a settled frame belongs to the straight-four point that opened it, in the frame below
        below = jnp.maximum(s.depth - 2, 0)
        target = jnp.where(settled, below, top)
        t_left, t_real = s.left[rows, target], s.real[rows, target]
        pick = jnp.where(settled, jnp.argmax(t_left.reshape(count, -1), -1), choice)
        line, one = jnp.arange(4) == (pick // 6)[:, None], jnp.arange(24) == pick[:, None]
        good = playable | (settled & ~foul & (s.depth >= 2))
        poor = (judged & ~playable) | (foul & (s.depth >= 2))
        t_left &= ~(good[:, None] & line)[:, :, None]
        t_left &= ~(poor[:, None] & one).reshape(count, 4, 6)
        new_left = s.left.at[rows, target].set(t_left)
        new_real = s.real.at[rows, target].set(t_real + good)

        slot = jnp.where(push, s.depth, DEPTH)  # out of range: dropped
        new_left = new_left.at[rows, slot].set(threes, mode="drop")
        new_real = new_real.at[rows, slot].set(0, mode="drop")
        new_stone = s.stone.at[rows, slot].set(cell, mode="drop")
        where = jnp.where(settled, stone, cell)
        put = s.board[rows, at_padded(where)]
        put = jnp.where(push, OWN, jnp.where(settled, 0, put)).astype(jnp.int8)
        last = (settled & (s.depth == 1))[:, None] & (jnp.arange(size * size) == stone[:, None])
        taken = work[:, None] & (jnp.arange(size * size) == cell[:, None])
        return _Stack(s.board.at[rows, at_padded(where)].set(put), s.waiting & ~taken,
                      s.verdict | (last & foul[:, None]), s.depth + push - settled, new_stone, new_left, new_real)

    start = _Stack(padded, suspects, jnp.zeros_like(suspects), jnp.zeros(count, jnp.int32),
                   jnp.zeros((count, DEPTH), jnp.int32), jnp.zeros((count, DEPTH, 4, 6), bool),
                   jnp.zeros((count, DEPTH), jnp.int32))
    busy = lambda s: s.waiting.any() | (s.depth > 0).any()
    return lax.while_loop(busy, body, start).verdict


def _resolve_few(padded: Array, size: int, suspects: Array) -> Array:
    """`_resolve` for the boards that have suspects, a few boards at a time: most have none."""
    count = len(suspects)
    room = max(1, count // 16)

    def some(state: tuple[Array, Array]) -> tuple[Array, Array]:
        left, found = state
        rows = jnp.nonzero(left.any(-1), size=room, fill_value=count)[0]
        safe = jnp.minimum(rows, count - 1)
        verdict = _resolve(padded[safe], size, left[safe] & (rows < count)[:, None])
        return left.at[rows].set(False, mode="drop"), found.at[rows].set(verdict, mode="drop")

    return lax.while_loop(lambda s: s[0].any(), some, (suspects, jnp.zeros_like(suspects)))[1]


def by_shape(board: Array) -> tuple[Array, Array]:
    """[B,S,S] bool, twice: Black's points that are surely forbidden, and those that may be (threes not looked into)."""
    code = encode(board == 1, board == -1)
    _, foul, suspect = _verdict([_line_shapes(shifted(code, d)) for d in DIRECTIONS])
    return foul & (board == 0), (foul | suspect) & (board == 0)


def points(board: Array, asked: Array) -> Array:
    """[B,S,S] bool: the `asked` empty points that are forbidden for Black on these boards."""
    foul, possible = by_shape(board)
    size = board.shape[1]
    code = encode(board == 1, board == -1)
    pad = jnp.pad(code, ((0, 0), (REACH, REACH), (REACH, REACH)), constant_values=EDGE).reshape(len(board), -1)
    found, unsure = _first_look(pad, size, (possible & ~foul & asked).reshape(len(board), -1))
    found |= _resolve_few(pad, size, unsure)
    return asked & (foul | found.reshape(board.shape))
